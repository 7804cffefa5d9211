"""Opens what is a list of cards or tiles: political cards, ships, plans, public buildings, clergy tiles, decrees."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdio cimport snprintf
from libc.string cimport memcmp, strcmp, strlen, strncmp

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array

from lisboa_params cimport (
    KEY,
    PRICE_MAX,
    li_cell,
    li_cell_word,
    li_ids,
    li_key,
    li_number,
    li_reward,
    li_rows,
    li_text,
    li_total,
)
from lisboa_state cimport (
    BUILDINGS,
    CARDS,
    CLERGY,
    COUNT_AT_SEA,
    COUNT_CARDS,
    COUNT_CARDS_OF,
    COUNT_CLERGY,
    COUNT_FAVORS,
    COUNT_FAVOR_TYPES,
    COUNT_GOODS,
    COUNT_GOODS_OF,
    COUNT_HULLS,
    COUNT_INFLUENCE,
    COUNT_NOBLE_CARDS,
    COUNT_OFFICE,
    COUNT_OPENED,
    COUNT_OPENED_COLOUR,
    COUNT_OPENED_SIDE,
    COUNT_PLACED,
    COUNT_REIS,
    COUNT_RUBBLE,
    COUNT_SETS,
    COUNT_SHIPS,
    COUNT_STAFF,
    COUNT_STORES,
    COUNT_STORES_GOOD,
    COUNT_STORES_ROW,
    COUNT_STORE_TYPES,
    COUNT_TREASURY_CARDS,
    DECKS,
    DECREES,
    GOODS,
    GROUPS,
    PLANS,
    PLAN_STACK,
    SHIPS,
    STACKS,
    TREASURY_CARD,
    lisboa_rules,
)
from lisboa_tables cimport li_doing


cdef inline int li_group(int deck, int stack) noexcept nogil:
    """The deck that cards are drawn from: blue, purple, then the red and the brown stacks."""
    return 0 if deck == 0 else 1 if deck == 2 else 2 + (deck == 3) * STACKS + stack


cdef inline bint li_add_card(lisboa_rules *r, const caravela_params *params, const char *table, int row,
                             int32_t hands_most, int32_t stack_most, char *err) noexcept nogil:
    """Deck and copies of a card; options keep the first so many of each hand deck, of each display stack."""
    cdef int deck = 0, k = r.cards, group
    cdef int32_t count = 0, most, taken
    if (not li_cell_word(params, table, row, "deck", "blue red purple brown", &deck, err)
            or not li_cell(params, table, row, "count", 1, 20, &count, err)):
        return False
    r.deck[k] = <uint8_t>deck
    r.card_total[deck] += count
    group = li_group(deck, r.noble[k])
    most = stack_most if deck == 1 or deck == 3 else hands_most
    taken = count
    if most and r.group_cards[group] + count > most:
        taken = most - r.group_cards[group]
    r.copies[k] = <uint8_t>taken
    if taken:
        r.group[group][r.group_size[group]] = <uint8_t>k
        r.group_size[group] += 1
        r.group_cards[group] += taken
    r.cards += 1
    return True


cdef inline bint li_cards(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L2.3: Noble cards, then Treasury cards."""
    cdef int i, k, penalty = 0, word = 0, nobles, treasury
    cdef int32_t hands = 0, stacks = 0, n = 0
    cdef char key[KEY]
    cdef const char *event
    nobles = li_rows(params, "noble_cards.list", "id", 1, CARDS - 1, err)
    if nobles < 0:
        return False
    treasury = li_rows(params, "treasury_cards.list", "id", 1, CARDS - nobles, err)
    if (treasury < 0 or not li_ids(params, "noble_cards.list", nobles, "", 0, err)
            or not li_ids(params, "treasury_cards.list", treasury, "noble_cards.list", nobles, err)
            or not li_number(params, "options.deck", 0, 200, &hands, err)
            or not li_number(params, "options.stack", 0, 60, &stacks, err)):
        return False
    r.nobles_count = nobles
    for i in range(nobles):
        k = r.cards
        if not li_cell_word(params, "noble_cards.list", i, "noble", "maia marquis king", &word, err):
            return False
        r.noble[k] = <uint8_t>word
        if (not li_cell(params, "noble_cards.list", i, "influence", 0, 10, &n, err)
                or not li_cell_word(params, "noble_cards.list", i, "effect", "reward penalty", &penalty, err)
                or not li_reward(params, "noble_cards.list", i, "kind", penalty, &r.effect[k], err)
                or not li_add_card(r, params, "noble_cards.list", i, hands, stacks, err)):
            return False
        r.card_influence[k] = <uint8_t>n
        r.penalty[k] = <uint8_t>penalty
    for i in range(treasury):
        k = r.cards
        r.noble[k] = TREASURY_CARD
        li_key(key, "treasury_cards.list", i, "event")
        event = li_text(params, key, err)
        if event is NULL:
            return False
        word = li_doing(event)
        if word < 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%.30s'; events are recruit, acquire_plan, build_ship, "
                     "produce, meet_cardinal, royal_favor, build_store, take_decree, open_public_building", key, event)
            return False
        r.event[k] = <uint8_t>word
        if (not li_cell_word(params, "treasury_cards.list", i, "benefit",
                             "discount sale_each sale_gold sale_cloth sale_books sale_tools", &word, err)
                or not li_cell(params, "treasury_cards.list", i, "n", 0, PRICE_MAX, &n, err)
                or not li_add_card(r, params, "treasury_cards.list", i, hands, stacks, err)):
            return False
        r.benefit[k] = <uint8_t>word
        r.benefit_n[k] = <uint8_t>n
    return li_decks(r, params, err)


cdef inline bint li_decks(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """R23: sizes of the four decks; enough for the starting hands, and for every display stack."""
    cdef int i, word = 0, rows = li_rows(params, "decks.list", "id", DECKS, DECKS, err)
    cdef int32_t count = 0, all_cards = 0
    if rows < 0:
        return False
    for i in range(DECKS):
        if not li_cell_word(params, "decks.list", i, "id", "blue" if i == 0 else "red" if i == 1
                            else "purple" if i == 2 else "brown", &word, err):
            return False
        if not li_cell(params, "decks.list", i, "cards", r.card_total[i], r.card_total[i], &count, err):
            return False
        all_cards += count
    if not li_total(params, "components.political_cards", all_cards, err):
        return False
    if all_cards > 250:
        snprintf(err, CARAVELA_ERR_SIZE, "components.political_cards is %d; the engine takes 250", all_cards)
        return False
    if r.group_cards[0] < r.players * r.hand:
        snprintf(err, CARAVELA_ERR_SIZE, "the blue deck has %d cards; %d players start with %d each (options deck, hand)",
                 r.group_cards[0], r.players, r.hand)
        return False
    for i in range(2, GROUPS):
        if r.group_cards[i] == 0 or r.group_cards[i] > 60:
            snprintf(err, CARAVELA_ERR_SIZE, "a display stack has %d cards; each kind of red and brown cards has 1 to "
                     "60", r.group_cards[i])
            return False
    return True


cdef inline bint li_ships(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L2.4, L3.11, L18.2."""
    cdef const caravela_param *order
    cdef int32_t n = 0, total = 0
    cdef int i, j, period, word = 0
    cdef const char **colours = ["blue", "red", "purple", "brown"]
    if li_rows(params, "ships.list", "colour", SHIPS, SHIPS, err) < 0:
        return False
    for i in range(SHIPS):
        if not li_cell_word(params, "ships.list", i, "colour", colours[i], &word, err):
            return False
        if not li_cell(params, "ships.list", i, "period", 1, 2, &n, err):
            return False
        r.ship_period[i] = <uint8_t>(n - 1)
        if not li_cell(params, "ships.list", i, "hull", 1, 10, &n, err):
            return False
        r.hull[i] = <uint8_t>n
        if not li_cell(params, "ships.list", i, "price_modifier", 0, PRICE_MAX, &n, err):
            return False
        r.ship_price[i] = <uint8_t>n
        if not li_cell(params, "ships.list", i, "influence", 0, 10, &n, err):
            return False
        r.ship_influence[i] = <uint8_t>n
        if not li_cell(params, "ships.list", i, "count", r.ship_copies, 60, &n, err):
            return False
        total += n
        r.ship_count[i] = <uint8_t>r.ship_copies
    if not li_total(params, "components.ship_cards", total, err) or not li_total(
            params, "shipyard.first_listed_is_on_top", 1, err):
        return False
    for period in range(2):
        order = param_array(params, "shipyard.period2" if period else "shipyard.period1", CARAVELA_TEXT, 0, SHIPS, err)
        if order is NULL:
            return False
        for i in range(order.count):
            for j in range(SHIPS):
                if strcmp(order.texts[i], colours[j]) == 0 and r.ship_period[j] == period:
                    break
            else:
                snprintf(err, CARAVELA_ERR_SIZE, "shipyard.period%d has '%.40s', which is no ship of that period",
                         period + 1, order.texts[i])
                return False
            r.ship_order[period][i] = <uint8_t>(j + 1)
            for j in range(i):
                if r.ship_order[period][j] == r.ship_order[period][i]:
                    snprintf(err, CARAVELA_ERR_SIZE, "shipyard.period%d names '%s' twice", period + 1, order.texts[i])
                    return False
    return True


cdef inline bint li_plans(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L3.4: plans alike in all but their id are one kind; the stacks are sorted by Officials, then as listed."""
    cdef int rows = li_rows(params, "plans.list", "id", 1, 40, err), i, k, colour = 0, n, starting = 0, place
    cdef int32_t officials = 0, wigs = 0, first = 0, count = 0, total = 0, starts = 0
    cdef char key[KEY]
    if rows < 0 or not li_ids(params, "plans.list", rows, "", 0, err):
        return False
    for i in range(rows):
        li_key(key, "plans.list", i, "starting")
        if (not li_cell_word(params, "plans.list", i, "architect", "green blue", &colour, err)
                or not li_cell(params, "plans.list", i, "officials", 1, 20, &officials, err)
                or not li_cell(params, "plans.list", i, "wigs", 0, PRICE_MAX, &wigs, err)
                or not li_cell(params, "plans.list", i, "count", 1, 20, &count, err)
                or not li_number(params, key, 0, 1, &first, err)):
            return False
        total += count
        starts += count * first
        for k in range(r.plan_kinds):
            if (r.plan_architect[k] == colour and r.plan_officials[k] == officials and r.plan_wigs[k] == wigs
                    and (r.plan_starting[k] > 0) == first):
                break
        else:
            k = r.plan_kinds
            if k == PLANS:
                snprintf(err, CARAVELA_ERR_SIZE, "plans.list has more than %d different plans", <int>PLANS)
                return False
            r.plan_kinds += 1
            r.plan_architect[k] = <uint8_t>colour
            r.plan_officials[k] = <uint8_t>officials
            r.plan_wigs[k] = <uint8_t>wigs
        if first:
            r.plan_starting[k] += <uint8_t>count
            continue
        for n in range(count):
            if r.plan_stack_size[colour] == PLAN_STACK:
                snprintf(err, CARAVELA_ERR_SIZE, "plans.list has more than %d plans in a stack", <int>PLAN_STACK)
                return False
            place = r.plan_stack_size[colour]
            while place > 0 and r.plan_officials[r.plan_stack[colour][place - 1]] > officials:
                r.plan_stack[colour][place] = r.plan_stack[colour][place - 1]
                place -= 1
            r.plan_stack[colour][place] = <uint8_t>k
            r.plan_stack_size[colour] += 1
    if starts < r.players:
        snprintf(err, CARAVELA_ERR_SIZE, "plans.list has %d starting plans for %d players", starts, r.players)
        return False
    return li_total(params, "components.plans", total, err)


cdef inline bint li_buildings(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L3.3: an even number of tiles, for two stacks."""
    cdef int i, j, colour
    cdef int32_t n = 0
    cdef char column[24]
    cdef const char **goods = ["gold", "cloth", "books", "tools"]
    r.buildings = li_rows(params, "public_buildings.list", "id", 2, BUILDINGS, err)
    if (r.buildings < 0 or not li_ids(params, "public_buildings.list", r.buildings, "", 0, err)
            or not li_total(params, "components.public_buildings", r.buildings, err)):
        return False
    if r.buildings & 1:
        snprintf(err, CARAVELA_ERR_SIZE, "public_buildings.list has %d rows; two stacks need an even number",
                 r.buildings)
        return False
    for i in range(r.buildings):
        for colour in range(2):
            for j in range(GOODS):
                snprintf(column, sizeof(column), "%s.%s", b"blue" if colour else b"green", goods[j])
                if not li_cell(params, "public_buildings.list", i, column, 0, PRICE_MAX, &n, err):
                    return False
                r.building_wigs_of[i][colour][j] = <uint8_t>n
    return True


cdef inline bint li_clergy(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L11.5."""
    cdef int i, j, word = 0
    cdef int32_t n = 0, most = 0, total = 0, left = 0
    cdef char key[KEY]
    cdef const char *effect
    r.clergy = li_rows(params, "clergy_tiles.list", "effect", 1, CLERGY, err)
    if r.clergy < 0 or not li_number(params, "options.clergy", 0, r.clergy, &most, err):
        return False
    for i in range(r.clergy):
        li_key(key, "clergy_tiles.list", i, "effect")
        effect = li_text(params, key, err)
        if effect is NULL:
            return False
        word = li_argument(effect, "visit_maia visit_marquis visit_king visit_any store_discount store_skip_row "
                           "store_skip_column event_discount sell_plus foreign_ship sail_plus produce_gold "
                           "produce_steady recruit_plus hire_minus decree_plus influence_plus warehouse_plus "
                           "trade_wild")
        if word < 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%.40s'; the powers are those in RULES.md, L11.5", key, effect)
            return False
        for j in range(i):
            if r.clergy_power[j] == word:
                snprintf(err, CARAVELA_ERR_SIZE, "clergy_tiles.list.%d has the effect of an earlier row", i)
                return False
        r.clergy_power[i] = <uint8_t>word
        if not li_cell(params, "clergy_tiles.list", i, "n", 0, 10, &n, err):
            return False
        r.clergy_n[i] = <uint8_t>n
        if not li_cell(params, "clergy_tiles.list", i, "wigs", 0, PRICE_MAX, &n, err):
            return False
        r.clergy_wigs[i] = <uint8_t>n
        if not li_cell(params, "clergy_tiles.list", i, "count", 1, 20, &n, err):
            return False
        total += n
        if most == 0 or i < most:
            r.clergy_copies[i] = <uint8_t>n
            left += n
    if left < r.players + 1:
        snprintf(err, CARAVELA_ERR_SIZE, "clergy_tiles.list has %d tiles in play; %d players need %d", left, r.players,
                 r.players + 1)
        return False
    if total > 120:
        snprintf(err, CARAVELA_ERR_SIZE, "clergy_tiles.list has %d tiles; the engine takes 120", total)
        return False
    return li_total(params, "components.clergy_tiles", total, err)


cdef inline int li_argument(const char *text, const char *words) noexcept nogil:
    """Position of a text among words that are separated by blanks, or -1."""
    cdef const char *at = words
    cdef size_t length = strlen(text)
    cdef int position = 0
    while at[0] != 0:
        if strncmp(at, text, length) == 0 and (at[length] == 32 or at[length] == 0):
            return position
        while at[0] != 0 and at[0] != 32:
            at += 1
        while at[0] == 32:
            at += 1
        position += 1
    return -1


cdef inline bint li_metric(lisboa_rules *r, int i, const char *metric) noexcept nogil:
    """L18.6: what decree i counts. A number beyond its argument, or a word of the second list."""
    cdef int count = li_argument(metric, "stores - - store_types buildings_opened - - - officials_in_buildings "
                                 "officials_placed rubble_sets - ships hull_total ships_at_sea noble_cards "
                                 "treasury_cards portfolio_cards - influence reis goods - clergy favors favor_types")
    cdef int argument = 0
    if count < 0:
        argument = li_argument(metric, "stores_gold stores_cloth stores_books stores_tools")
        count = COUNT_STORES_GOOD
    if argument < 0:
        argument = li_argument(metric, "stores_row_A stores_row_B stores_row_C stores_row_D stores_row_E")
        count = COUNT_STORES_ROW
    if argument < 0:
        argument = li_argument(metric, "buildings_west buildings_north buildings_east")
        count = COUNT_OPENED_SIDE
    if argument < 0:
        argument = li_argument(metric, "buildings_green buildings_blue")
        count = COUNT_OPENED_COLOUR
    if argument < 0:
        argument = li_argument(metric, "officials_office_maia officials_office_marquis officials_office_king")
        count = COUNT_OFFICE
    if argument < 0:
        argument = li_argument(metric, "rubble_earthquake rubble_fire rubble_tsunami")
        count = COUNT_RUBBLE
    if argument < 0:
        argument = li_argument(metric, "portfolio_maia portfolio_marquis portfolio_king")
        count = COUNT_CARDS_OF
    if argument < 0:
        argument = li_argument(metric, "goods_gold goods_cloth goods_books goods_tools")
        count = COUNT_GOODS_OF
    r.decree_count[i] = <uint8_t>count
    r.decree_of[i] = <uint8_t>argument
    return argument >= 0


cdef inline bint li_decrees(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L3.10, L18.6. Decrees on rows out of play leave (R17)."""
    cdef int i, kind = 0
    cdef int32_t most = 0, n = 0
    cdef char key[KEY]
    cdef const char *metric
    # 126 and 127 are no option of a decision.
    r.decrees = li_rows(params, "decrees.list", "id", 1, DECREES - 2, err)
    if (r.decrees < 0 or not li_ids(params, "decrees.list", r.decrees, "", 0, err)
            or not li_total(params, "components.decree_cards", r.decrees, err)
            or not li_number(params, "options.decrees", 0, r.decrees, &most, err)):
        return False
    for i in range(r.decrees):
        li_key(key, "decrees.list", i, "metric")
        metric = li_text(params, key, err)
        if metric is NULL or not li_cell_word(params, "decrees.list", i, "kind", "threshold per", &kind, err):
            return False
        if metric[0] == 45 or not li_metric(r, i, metric):
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%.40s'; the metrics are listed in RULES.md, L18.6", key, metric)
            return False
        if not li_cell(params, "decrees.list", i, "need", 0 if kind else 1, 0 if kind else 100, &n, err):
            return False
        r.decree_need[i] = <uint8_t>n
        if not li_cell(params, "decrees.list", i, "wigs", 0, 60, &n, err):
            return False
        r.decree_wigs[i] = <uint8_t>n
        if not li_cell(params, "decrees.list", i, "max", 0, 200, &n, err):
            return False
        r.decree_max[i] = <uint8_t>n
        if most and i >= most or r.decree_count[i] == COUNT_STORES_ROW and r.decree_of[i] >= r.rows:
            continue
        r.decrees_in[i >> 6] |= <uint64_t>1 << (i & 63)
    return True
