"""Turns options and data tables into the immutable rules of one game."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdio cimport snprintf
from libc.string cimport strcmp, strlen, strncmp

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array, param_find, param_integer

from sevilla_boarding_open cimport sv_open_boarding
from sevilla_state cimport (
    ALCAZAR,
    ARENAL,
    ATARAZANAS,
    BUILDINGS,
    CASA,
    DISCS,
    FAKES,
    LOTS,
    MONEY,
    PATRONS,
    PUERTO,
    ROUNDS,
    SEATS,
    sevilla_rules,
)

cdef enum:
    KEY = 64                # bytes of a key
    SHIPS = 24              # ship cards in the box, at most
    COPIES = 60             # of a title: counts and their sums stay below 128
    PLUS = 43


cdef inline bint se_number(const caravela_params *params, const char *key, int64_t low, int64_t high, int32_t *out,
                           char *err) noexcept nogil:
    cdef int64_t value = 0
    if not param_integer(params, key, low, high, &value, err):
        return False
    out[0] = <int32_t>value
    return True


cdef inline bint se_must_be(const caravela_params *params, const char *key, int64_t wanted, char *err) noexcept nogil:
    """A number that the engine takes in one reading only, or that follows from the rest of the data."""
    cdef int64_t value = 0
    if not param_integer(params, key, -1000000, 1000000, &value, err):
        return False
    if value != wanted:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %lld; it must be %lld", key, <long long>value, <long long>wanted)
        return False
    return True


cdef inline const char *se_text(const caravela_params *params, const char *key, char *err) noexcept nogil:
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, 1, 1, err)
    return NULL if item is NULL else item.texts[0]


cdef inline bint se_row(const caravela_params *params, char *key, const char *table, int row,
                        const char *field) noexcept nogil:
    """Writes the key of a field in a row of a table; is there one?"""
    snprintf(key, KEY, "%s.%d.%s", table, row, field)
    return param_find(params, key) is not NULL


cdef inline int se_rows(const caravela_params *params, const char *table, const char *field) noexcept nogil:
    """How many rows a table has, by a field that each has."""
    cdef char key[KEY]
    cdef int row = 0
    while se_row(params, key, table, row, field):
        row += 1
    return row


cdef inline bint se_options(sevilla_rules *r, const caravela_params *params, char *err) noexcept nogil:
    cdef const char *boarding
    if (not se_number(params, "options.players", 2, SEATS, &r.players, err)
            or not se_number(params, "options.palace", 0, 1, &r.palace, err)
            or not se_number(params, "options.rebels", 0, 1, &r.rebels, err)
            or not se_number(params, "options.visible_tokens", 0, 1, &r.tokens, err)
            or not se_number(params, "options.won_cards_public", 0, 1, &r.cards_public, err)
            or not se_number(params, "rulings.arenal_needs_deck", 0, 1, &r.arenal_needs_deck, err)):
        return False
    boarding = se_text(params, "options.boarding", err)
    if boarding is NULL:
        return False
    r.manual = strcmp(boarding, "manual") == 0
    if not r.manual and strcmp(boarding, "auto") != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "options.boarding is '%.60s'; it must be 'auto' or 'manual'", boarding)
        return False
    return True


cdef inline bint se_override(const caravela_params *params, const char *key, int low, int high, int32_t unset,
                             int32_t *out, char *err) noexcept nogil:
    """An option that takes the place of a number of the data unless it is `unset`."""
    cdef int32_t value = 0
    if not se_number(params, key, min(low, unset), high, &value, err):
        return False
    if value != unset:
        out[0] = value
    return True


cdef inline const char *se_setup_key(int row, const char *field, char *key) noexcept nogil:
    snprintf(key, KEY, "setup.%d.%s", row, field)
    return key


cdef inline bint se_setup(sevilla_rules *r, const caravela_params *params, int32_t *ship_set, char *err) noexcept nogil:
    """S2 for the number of players."""
    cdef char key[KEY]
    cdef int rows = se_rows(params, "setup", "players"), row, found = -1
    cdef int32_t players = 0
    cdef int most
    for row in range(rows):
        se_row(params, key, "setup", row, "players")
        if not se_number(params, key, 2, SEATS, &players, err):
            return False
        if players == r.players:
            if found >= 0:
                snprintf(err, CARAVELA_ERR_SIZE, "setup.%d and setup.%d are both for %d players", found, row, players)
                return False
            found = row
    if found < 0:
        snprintf(err, CARAVELA_ERR_SIZE, "the data have no setup for %d players", r.players)
        return False
    if (not se_number(params, se_setup_key(found, "ship_set", key), 1, 100, ship_set, err)
            or not se_number(params, se_setup_key(found, "lots", key), 1, LOTS, &r.lots, err)
            or not se_number(params, se_setup_key(found, "start_coins", key), 0, MONEY, &r.start_coins, err)
            or not se_number(params, se_setup_key(found, "small_ships", key), 0, 100, &r.small_ships, err)
            or not se_number(params, se_setup_key(found, "false_player", key), 0, 1, &r.rival, err)
            or not se_number(params, "constants.rounds", 1, ROUNDS, &r.rounds, err)
            or not se_number(params, "constants.false_coins_per_player", 0, FAKES, &r.false_coins, err)
            or not se_number(params, "constants.coins_per_vp", 1, 1000, &r.coins_a_point, err)
            or not se_must_be(params, "constants.cards_per_lot", 2, err)
            or not se_must_be(params, "constants.cards_in_last_lot", 1, err)
            or not se_must_be(params, se_setup_key(found, "auction_cards_used", key), r.rounds * (2 * r.lots - 1), err)
            or not se_number(params, "constants.small_ships_per_player", 0, 100, &players, err)
            or not se_must_be(params, se_setup_key(found, "small_ships", key),
                              players * max(r.players, 3 if r.rival else 2), err)):
        return False
    if (not se_override(params, "options.lots", 1, r.lots, 0, &r.lots, err)
            or not se_override(params, "options.coins", 1, MONEY, 0, &r.start_coins, err)
            or not se_override(params, "options.small_ships", 0, r.small_ships, -1, &r.small_ships, err)
            or not se_override(params, "options.false_coins", 1, FAKES, 0, &r.false_coins, err)):
        return False
    # R4: there are 25 false coins; more than five a seat with three or four players only.
    most = 25 // (r.players if r.players == 3 or r.players == 4 else SEATS)
    if r.false_coins > most:
        snprintf(err, CARAVELA_ERR_SIZE, "%d false coins each; with %d players at most %d", r.false_coins, r.players,
                 most)
        return False
    if r.rival and r.lots > DISCS:
        snprintf(err, CARAVELA_ERR_SIZE, "%d lots; the false player has %d discs", r.lots, <int>DISCS)
        return False
    return True


cdef inline bint se_patrons(sevilla_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """S1.3, S13.2."""
    cdef char key[KEY]
    cdef const char *name
    cdef int patron, crown = -1
    cdef int32_t number = 0
    if se_rows(params, "patron", "id") != PATRONS:
        snprintf(err, CARAVELA_ERR_SIZE, "there must be %d patrons", <int>PATRONS)
        return False
    for patron in range(PATRONS):
        se_row(params, key, "patron", patron, "value")
        if not se_number(params, key, 1, 50, &number, err):
            return False
        r.value[0][patron] = r.value[1][patron] = <uint8_t>number
        se_row(params, key, "patron", patron, "income")
        if not se_number(params, key, 0, 50, &number, err):
            return False
        r.income[patron] = <uint8_t>number
        se_row(params, key, "patron", patron, "count")
        if not se_number(params, key, r.players, 100, &number, err):
            return False
        se_row(params, key, "patron", patron, "id")
        name = se_text(params, key, err)
        if name is NULL:
            return False
        if strcmp(name, "crown") == 0:
            crown = patron
    if crown < 0:
        snprintf(err, CARAVELA_ERR_SIZE, "no patron has the id 'crown', which El Alcazar changes")
        return False
    if (not se_number(params, "palace.alcazar.crown_rebid_value", 1, 50, &number, err)
            or not se_must_be(params, "palace.alcazar.crown_income", r.income[crown], err)):
        return False
    r.value[1][crown] = <uint8_t>number
    r.patrons = PATRONS
    return se_override(params, "options.patrons", 1, PATRONS, 0, &r.patrons, err)


cdef inline int se_building(const char *name) noexcept nogil:
    if strcmp(name, "alcazar") == 0:
        return ALCAZAR
    if strcmp(name, "atarazanas") == 0:
        return ATARAZANAS
    if strcmp(name, "arenal") == 0:
        return ARENAL
    if strcmp(name, "puerto") == 0:
        return PUERTO
    return CASA if strcmp(name, "casa_comercio") == 0 else -1


cdef inline bint se_palace(sevilla_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """S13. Buildings are counted in the order of the rules: outcomes of chance are named by it."""
    cdef const caravela_param *order = param_array(params, "palace.order", CARAVELA_TEXT, BUILDINGS, BUILDINGS, err)
    cdef int i
    if order is NULL:
        return False
    for i in range(BUILDINGS):
        if se_building(order.texts[i]) != i:
            snprintf(err, CARAVELA_ERR_SIZE, "palace.order has '%.40s' in place %d; it must be alcazar, atarazanas, "
                     "arenal, puerto, casa_comercio", order.texts[i], i)
            return False
    return (se_number(params, "palace.atarazanas.extra_quarters_per_ship", 0, 100, &r.atarazanas, err)
            and se_must_be(params, "palace.arenal.uses_per_round", 1, err)
            and se_number(params, "palace.puerto.toll", 0, 50, &r.toll, err)
            and se_number(params, "palace.casa_comercio.price", 0, 50, &r.casa_price, err)
            and se_must_be(params, "palace.casa_comercio.uses_per_round", 1, err))


cdef inline bint se_false_discs(sevilla_rules *r, const caravela_params *params, int round,
                                char *err) noexcept nogil:
    """S12.2, R17: the row for the capacity of the round's ship."""
    cdef char key[KEY]
    cdef const caravela_param *coins
    cdef int rows = se_rows(params, "false_player", "ship_capacity"), row, i
    cdef int32_t capacity = 0
    for row in range(rows):
        se_row(params, key, "false_player", row, "ship_capacity")
        if not se_number(params, key, 1, 60, &capacity, err):
            return False
        if capacity * 4 != r.ship[round]:
            continue
        se_row(params, key, "false_player", row, "coins")
        coins = param_array(params, key, CARAVELA_INTEGER, DISCS, DISCS, err)
        if coins is NULL:
            return False
        for i in range(DISCS):
            if coins.integers[i] < 0 or coins.integers[i] >= DISCS:
                snprintf(err, CARAVELA_ERR_SIZE, "%s has %lld; discs are 0 to %d", key, <long long>coins.integers[i],
                         <int>DISCS - 1)
                return False
            r.false_discs[round][coins.integers[i]] += 1
        return True
    snprintf(err, CARAVELA_ERR_SIZE, "false_player has no row for a ship of capacity %d", r.ship[round] // 4)
    return False


cdef inline bint se_ships(sevilla_rules *r, const caravela_params *params, int ship_set, char *err) noexcept nogil:
    """S1.2, S2.2, S2.3."""
    cdef char key[KEY]
    cdef const caravela_param *symbols
    cdef int rows = se_rows(params, "ship", "capacity"), row, found = 0, i
    cdef int32_t capacity = 0, quarters = 0
    cdef uint8_t ship[SHIPS]
    if rows > SHIPS:
        snprintf(err, CARAVELA_ERR_SIZE, "%d ships; the engine takes %d", rows, <int>SHIPS)
        return False
    if not se_must_be(params, "meta.quarters_per_space", 4, err):
        return False
    for row in range(rows):
        se_row(params, key, "ship", row, "player_symbols")
        symbols = param_array(params, key, CARAVELA_INTEGER, 0, 16, err)
        if symbols is NULL:
            return False
        se_row(params, key, "ship", row, "capacity")
        if not se_number(params, key, 1, 60, &capacity, err):
            return False
        se_row(params, key, "ship", row, "capacity_quarters")
        if not se_must_be(params, key, 4 * capacity, err):
            return False
        for i in range(symbols.count):
            if symbols.integers[i] == ship_set:
                break
        else:
            continue
        i = found
        while i > 0 and ship[i - 1] > 4 * capacity:
            ship[i] = ship[i - 1]
            i -= 1
        ship[i] = <uint8_t>(4 * capacity)
        found += 1
    if found != r.rounds:
        snprintf(err, CARAVELA_ERR_SIZE, "%d ships have the symbol %d; for %d rounds it must be as many", found,
                 ship_set, r.rounds)
        return False
    if not se_override(params, "options.rounds", 1, r.rounds, 0, &r.rounds, err):
        return False
    for i in range(r.rounds):
        r.ship[i] = ship[i]
        if r.rival and not se_false_discs(r, params, i, err):
            return False
    if (not se_number(params, "small_ship.count", r.small_ships, 100, &quarters, err)
            or not se_number(params, "small_ship.capacity", 1, 60, &capacity, err)
            or not se_must_be(params, "small_ship.capacity_quarters", 4 * capacity, err)):
        return False
    r.small_capacity = 4 * capacity
    return True


cdef inline bint se_names_card(const char *list, const char *name) noexcept nogil:
    """Is the name in a list joined by +?"""
    cdef size_t length = strlen(name), part
    while list[0] != 0:
        part = 0
        while list[part] != 0 and list[part] != PLUS:
            part += 1
        if part == length and strncmp(list, name, length) == 0:
            return True
        list += part
        if list[0] == PLUS:
            list += 1
    return False


cdef inline int se_listed(const char *list) noexcept nogil:
    cdef int n = 1
    while list[0] != 0:
        n += list[0] == PLUS
        list += 1
    return n


cdef inline char *se_card_key(const sevilla_rules *r, int k, const char *field, char *key) noexcept nogil:
    """The key of a field of a kind of card: kinds count through both tables."""
    if k < r.boarding.first_rebel:
        snprintf(key, KEY, "auction_card.%d.%s", k, field)
    else:
        snprintf(key, KEY, "rebel_card.%d.%s", k - r.boarding.first_rebel, field)
    return key


cdef inline const char *se_card_id(const caravela_params *params, const sevilla_rules *r, int k, char *key,
                                   char *err) noexcept nogil:
    """The id of a kind of card, and its key."""
    cdef const char *name = se_text(params, se_card_key(r, k, "id", key), err)
    cdef int i = 0
    if name is NULL:
        return NULL
    while name[i] > 32 and name[i] != PLUS or name[i] < 0:
        i += 1
    if i == 0 or name[i] != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%.60s'; an id has no white space and no +", key, name)
        return NULL
    return name


cdef inline bint se_card(sevilla_rules *r, const caravela_params *params, int k, const char *list,
                         int32_t cap, int *named, char *err) noexcept nogil:
    """One row of the cards: whether and how often it is in the deck."""
    cdef char key[KEY]
    cdef char other[KEY]
    cdef const char *name
    cdef const char *colour
    cdef int i, same = k
    cdef int32_t copies = 0, deals = 0
    cdef bint rebel = k >= r.boarding.first_rebel, wanted
    name = se_card_id(params, r, k, key, err)
    if name is NULL:
        return False
    for i in range(k):
        if strcmp(se_card_id(params, r, i, other, err), name) == 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%.60s', which %s is as well", key, name, other)
            return False
    wanted = strcmp(list, "all") == 0 or se_names_card(list, name)
    if wanted:
        named[0] += 1
    if rebel:
        if not se_number(params, se_card_key(r, k, "deal", key), 0, 1, &deals, err):
            return False
        r.deal |= <uint32_t>deals << k
        if wanted and not r.rebels:
            if strcmp(list, "all") != 0:
                snprintf(err, CARAVELA_ERR_SIZE, "options.cards names '%.60s', but options.rebels is false", name)
                return False
            wanted = False
    if not se_number(params, se_card_key(r, k, "count", key), 0, COPIES, &copies, err):
        return False
    if wanted:
        r.copies[k] = <uint8_t>(min(copies, cap) if cap else copies)
        r.total += r.copies[k]
    colour = se_text(params, se_card_key(r, k, "colour", key), err)
    if colour is NULL:
        return False
    for i in range(k - 1, -1, -1):  # a colour is the first kind that has it
        if strcmp(se_text(params, se_card_key(r, i, "colour", other), err), colour) == 0:
            same = r.colour[i]
    r.colour[k] = <uint8_t>same
    return True


cdef inline bint se_cards(sevilla_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """S1.1, S2.1, S14.1."""
    cdef const char *list
    cdef int k, named = 0, base = 0
    cdef int32_t cap = 0
    if not sv_open_boarding(&r.boarding, params, err):
        return False
    list = se_text(params, "options.cards", err)
    if list is NULL or not se_number(params, "options.copies", 0, COPIES, &cap, err):
        return False
    r.kinds = r.boarding.kinds if r.rebels else r.boarding.first_rebel
    for k in range(r.boarding.kinds):
        if not se_card(r, params, k, list, cap, &named, err):
            return False
        if k < r.boarding.first_rebel:
            base += r.boarding.count[k]
    if strcmp(list, "all") != 0 and named != se_listed(list):
        snprintf(err, CARAVELA_ERR_SIZE, "options.cards is '%.100s'; join different card ids of the data by +, or all",
                 list)
        return False
    if not se_must_be(params, "constants.base_auction_cards", base, err):
        return False
    if r.total > 120:
        snprintf(err, CARAVELA_ERR_SIZE, "%d auction cards; the engine takes 120", r.total)
        return False
    if r.total < r.rounds * (2 * r.lots - 1):
        snprintf(err, CARAVELA_ERR_SIZE, "%d auction cards; %d rounds with %d lots need %d", r.total, r.rounds, r.lots,
                 r.rounds * (2 * r.lots - 1))
        return False
    return True


cdef inline bint se_money(sevilla_rules *r, char *err) noexcept nogil:
    """S17.1: no purse that bids is larger than money_max. Nobody has both El Puerto and the Casa."""
    cdef int income = 0, patron, n, k, less
    for patron in range(r.patrons):
        income += r.income[patron]
    r.money_max = r.start_coins + (r.rounds - 1) * income
    if r.palace:
        r.money_max += max((r.rounds - 1) * r.casa_price, r.small_ships * r.toll)
    if r.money_max > MONEY:
        snprintf(err, CARAVELA_ERR_SIZE, "purses may reach %d coins; the engine takes %d", r.money_max, <int>MONEY)
        return False
    r.tails[0][0] = 1
    for n in range(1, LOTS + 1):
        for k in range(2 * n + 1):
            for less in range(3):
                r.tails[n][k] += r.tails[n - 1][max(0, k - less)]
    return True


cdef inline bint se_rules(sevilla_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """Fills zeroed rules; False with the reason in err if the parameters are refused."""
    cdef int32_t ship_set = 0
    return (se_options(r, params, err) and se_setup(r, params, &ship_set, err) and se_patrons(r, params, err)
            and se_palace(r, params, err) and se_ships(r, params, ship_set, err) and se_cards(r, params, err)
            and se_money(r, err))
