"""Opens what is printed once: tracks, the map, Nobles, limits, set-up, scoring."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdio cimport snprintf
from libc.string cimport strcmp, strlen

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array

from lisboa_params cimport (
    KEY,
    PRICE_MAX,
    li_cell,
    li_cell_word,
    li_exactly,
    li_find,
    li_ids,
    li_key,
    li_number,
    li_numbers,
    li_reward,
    li_rows,
    li_text,
    li_total,
    li_word,
    li_words,
)
from lisboa_state cimport (
    ANY,
    CELLS,
    CITY,
    COLUMNS,
    DOINGS,
    DO_STORE,
    GOODS,
    HAND,
    HELD,
    HOUSES,
    KINDS,
    LEVELS,
    NOBLES,
    PLACES,
    PLOTS,
    RING,
    ROWS,
    SCORING,
    SEATS,
    SLOTS,
    SPACE_INFLUENCE,
    SPACE_TILE,
    SPACE_TREASURY,
    STATE_ACTIONS,
    STORES,
    TILES,
    lisboa_rules,
)


cdef inline const char *li_players(const lisboa_rules *r) noexcept nogil:
    return b"two" if r.players == 2 else b"three" if r.players == 3 else b"four"


cdef inline const char *li_noble(int i) noexcept nogil:
    return b"maia" if i == 0 else b"marquis" if i == 1 else b"king"


cdef inline bint li_treasury(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L6.6, L12.2."""
    cdef const caravela_param *values = param_array(params, "track.treasury.values", CARAVELA_INTEGER, 1, LEVELS, err)
    cdef int32_t start = 0
    cdef int i
    if (values is NULL
            or not li_numbers(params, "track.treasury.values", values.count, 0, PRICE_MAX, r.treasury_value, err)
            or not li_numbers(params, "track.treasury.influence_cost", values.count, 0, PRICE_MAX, r.visit_cost, err)
            or not li_number(params, "setup.treasury.start", 0, PRICE_MAX, &start, err)
            or not li_number(params, "track.treasury.ship_step", -5, 5, &r.ship_step, err)
            or not li_number(params, "track.treasury.cardinal_step", -5, 5, &r.cardinal_step, err)
            or not li_number(params, "track.treasury.treasury_card_step", -5, 5, &r.card_step, err)):
        return False
    r.treasury_spaces = values.count
    for i in range(values.count):
        if values.integers[i] == start:
            r.treasury_start = i
            return True
    snprintf(err, CARAVELA_ERR_SIZE, "setup.treasury.start is %d; it must be one of track.treasury.values", start)
    return False


cdef inline bint li_influence(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L6.1, L6.4: how many réis a place on the track makes, and where the disc is after k of them."""
    cdef const caravela_param *spaces
    cdef const caravela_param *starts
    cdef int32_t minimum = 0
    cdef int i, k, at
    if (not li_number(params, "track.influence.min", 0, 0, &minimum, err)
            or not li_number(params, "track.influence.max", 1, LEVELS - 1, &r.influence_max, err)
            or not li_number(params, "track.influence.wig_space", 1, r.influence_max, &r.wig_space, err)):
        return False
    spaces = param_array(params, "track.influence.reis_spaces", CARAVELA_INTEGER, 0, LEVELS, err)
    starts = param_array(params, "setup.player.influence_by_seat", CARAVELA_INTEGER, SEATS, SEATS, err)
    if spaces is NULL or starts is NULL:
        return False
    for i in range(spaces.count):
        if spaces.integers[i] < 0 or spaces.integers[i] >= r.influence_max or i and (
                spaces.integers[i] <= spaces.integers[i - 1]):
            snprintf(err, CARAVELA_ERR_SIZE, "track.influence.reis_spaces has %lld; spaces ascend from 0 to below %d",
                     <long long>spaces.integers[i], r.influence_max)
            return False
    for at in range(r.influence_max + 1):
        r.influence_left[at][0] = <uint8_t>at
        k = 0
        for i in range(spaces.count - 1, -1, -1):
            if spaces.integers[i] < at:
                k += 1
                r.influence_left[at][k] = <uint8_t>spaces.integers[i]
        r.reis_from[at] = <uint8_t>k
        r.reis_max = max(r.reis_max, k)
    for i in range(SEATS):
        if starts.integers[i] < 0 or starts.integers[i] > r.influence_max:
            snprintf(err, CARAVELA_ERR_SIZE, "setup.player.influence_by_seat has %lld; it must be from 0 to %d",
                     <long long>starts.integers[i], r.influence_max)
            return False
        r.influence[i] = <int32_t>starts.integers[i]
    return True


cdef inline bint li_market(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """R12."""
    cdef int32_t price = 0
    cdef int g
    cdef const char **keys = ["setup.market.gold", "setup.market.cloth", "setup.market.books", "setup.market.tools"]
    if (not li_number(params, "track.market.min", 0, PRICE_MAX, &r.market_min, err)
            or not li_number(params, "track.market.max", r.market_min, PRICE_MAX, &r.market_max, err)
            or not li_number(params, "track.market.produce_step", -5, 5, &r.produce_step, err)
            or not li_number(params, "track.market.public_building_step", -5, 5, &r.building_step, err)
            or not li_number(params, "track.market.public_building_min_wigs", 0, PRICE_MAX, &r.building_wigs, err)):
        return False
    for g in range(GOODS):
        if not li_number(params, keys[g], r.market_min, r.market_max, &price, err):
            return False
        r.market[g] = <uint8_t>price
    return True


cdef inline bint li_church(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L11.1, L11.2."""
    cdef const caravela_param *ring = param_array(params, "track.church.ring", CARAVELA_TEXT, 2, RING, err)
    cdef const caravela_param *steps = param_array(params, "track.church.steps", CARAVELA_INTEGER, 1, RING, err)
    cdef const char *start = li_text(params, "track.church.start", err)
    cdef int i, tiles = 0, direction = 0
    if ring is NULL or steps is NULL or start is NULL:
        return False
    r.ring = ring.count
    for i in range(ring.count):
        if li_find(ring, ring.texts[i]) != i:
            snprintf(err, CARAVELA_ERR_SIZE, "track.church.ring names '%.40s' twice", ring.texts[i])
            return False
        r.ring_space[i] = (SPACE_INFLUENCE if strcmp(ring.texts[i], "influence") == 0
                           else SPACE_TREASURY if strcmp(ring.texts[i], "treasury") == 0 else SPACE_TILE)
        tiles += r.ring_space[i] == SPACE_TILE
    r.cardinal_start = li_find(ring, start)
    if r.cardinal_start < 0 or tiles == 0:
        snprintf(err, CARAVELA_ERR_SIZE, "track.church: the ring needs a space for a tile and the start '%.40s'", start)
        return False
    for i in range(steps.count):
        if steps.integers[i] < 1 or steps.integers[i] > RING:
            snprintf(err, CARAVELA_ERR_SIZE, "track.church.steps has %lld; steps are 1 to %d",
                     <long long>steps.integers[i], <int>RING)
            return False
        r.step_allowed[steps.integers[i]] = 1
        r.steps = max(r.steps, <int>steps.integers[i])
    if r.step_allowed[1] == 0:
        snprintf(err, CARAVELA_ERR_SIZE, "track.church.steps must allow 1 step")
        return False
    if not li_word(params, "track.church.direction", "clockwise counterclockwise", &direction, err):
        return False
    r.direction = -1 if direction else 1
    return li_number(params, "setup.display.clergy_face_up", tiles, tiles, &r.clergy_up, err)


cdef inline bint li_rubble(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L3.1: where the cubes go, one by one."""
    cdef uint8_t columns[COLUMNS]
    cdef int32_t per_row = 0, per_plot = 0, pile = 0, value = 0
    cdef int i, j, total = 0
    cdef char key[KEY]
    cdef const char **kinds = ["earthquake", "fire", "tsunami"]
    for i in range(KINDS):
        snprintf(key, KEY, "rubble_supply.%s", kinds[i])
        if not li_number(params, key, 0, 60, &value, err):
            return False
        r.rubble_supply[i] = <uint8_t>value
        total += value
        snprintf(key, KEY, "map.rubble_cost.%s", kinds[i])
        if not li_number(params, key, 0, 6, &value, err):
            return False
        r.rubble_cost[i] = <uint8_t>value
    if (not li_total(params, "components.rubble_cubes", total, err)
            or not li_number(params, "map.rubble_per_row", 0, 5, &per_row, err)
            or not li_number(params, "map.rubble_per_plot", 0, 4, &per_plot, err)
            or not li_number(params, "map.rubble_pile", 0, 60, &pile, err)
            or not li_numbers(params, "map.rubble_per_column", COLUMNS, 0, 5, columns, err)):
        return False
    if ROWS * per_row + PLOTS * per_plot + COLUMNS * 5 + pile > 250:
        snprintf(err, CARAVELA_ERR_SIZE, "map.rubble_pile is %d; the engine lays out 250 cubes at most", pile)
        return False
    for i in range(r.rows):
        for j in range(per_row):
            r.cube_place[r.cubes] = <uint8_t>i
            r.cubes += 1
    for i in range(COLUMNS):
        for j in range(columns[i]):
            r.cube_place[r.cubes] = <uint8_t>(ROWS + i)
            r.cubes += 1
    for i in range(r.plots):
        for j in range(per_plot):
            r.cube_place[r.cubes] = <uint8_t>(ROWS + COLUMNS + i)
            r.cubes += 1
    for j in range(pile):
        r.cube_place[r.cubes] = ROWS + COLUMNS + PLOTS
        r.cubes += 1
    if r.cubes > total:
        snprintf(err, CARAVELA_ERR_SIZE, "components.rubble_cubes is %d, but the map takes %d cubes", total, r.cubes)
        return False
    return True


cdef inline bint li_stores(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L10.1, L10.2, L10.5: which City tile may lie in which cell, and what the cell gives."""
    cdef const caravela_param *streets
    cdef int32_t tile[2][GOODS]
    cdef int32_t small = 0, column = 0, count = 0
    cdef int i, j, c, row, good = 0, rows
    cdef int tiles[2]
    cdef bint touches[COLUMNS][GOODS]
    cdef uint8_t columns[COLUMNS]
    cdef char key[KEY]
    for i in range(COLUMNS):
        columns[i] = <uint8_t>(i + 1)
    if (not li_exactly(params, "map.columns", COLUMNS, columns, err)
            or not li_words(params, "map.streets", "gold cloth books tools", GOODS, err)
            or not li_words(params, "map.rows", "A B C D E", ROWS, err)
            or not li_number(params, "map.small_column", 0, COLUMNS, &small, err)):
        return False
    for i in range(2):
        tiles[i] = 0
        for j in range(GOODS):
            tile[i][j] = -1
    r.city = li_rows(params, "city_tiles.list", "good", 1, CITY, err)
    if r.city < 0:
        return False
    for i in range(r.city):
        li_key(key, "city_tiles.list", i, "small")
        if (not li_cell_word(params, "city_tiles.list", i, "good", "gold cloth books tools", &good, err)
                or not li_cell(params, "city_tiles.list", i, "count", 1, 60, &count, err)
                or not li_number(params, key, 0, 1, &column, err)):
            return False
        if tile[column][good] >= 0:
            snprintf(err, CARAVELA_ERR_SIZE, "city_tiles.list.%d is of the same good and size as an earlier row", i)
            return False
        tile[column][good] = i
        r.city_count[i] = <uint8_t>count
        tiles[column] += count
    if (not li_total(params, "components.city_tiles", tiles[0], err)
            or not li_total(params, "components.small_city_tiles", tiles[1], err)
            or not li_total(params, "setup.display.city_tiles_face_up_per_colour", 1, err)):
        return False
    for c in range(COLUMNS):
        snprintf(key, KEY, "map.column_streets.c%d", c + 1)
        streets = param_array(params, key, CARAVELA_TEXT, 1, GOODS, err)
        if streets is NULL:
            return False
        for j in range(GOODS):
            touches[c][j] = False
        for i in range(streets.count):
            good = li_good(streets.texts[i])
            if good < 0 or touches[c][good] or tile[c + 1 == small][good] < 0:
                snprintf(err, CARAVELA_ERR_SIZE, "%s has '%.40s'; it must be a street of map.streets, once, with City "
                         "tiles of its good and of the column's size", key, streets.texts[i])
                return False
            touches[c][good] = True
    for i in range(CELLS):
        for j in range(GOODS):
            r.store_of[i][j] = 255
    for row in range(r.rows):
        for c in range(COLUMNS):
            for j in range(GOODS):
                if touches[c][j]:
                    r.store_cell[r.stores] = <uint8_t>(row * COLUMNS + c)
                    r.store_good[r.stores] = <uint8_t>j
                    r.store_tile[r.stores] = <uint8_t>tile[c + 1 == small][j]
                    r.store_of[row * COLUMNS + c][j] = <uint8_t>r.stores
                    r.stores += 1
    rows = li_rows(params, "map.store_space.rewards", "column", COLUMNS, COLUMNS, err)
    if rows < 0:
        return False
    for c in range(COLUMNS):
        if (not li_cell(params, "map.store_space.rewards", c, "column", c + 1, c + 1, &column, err)
                or not li_reward(params, "map.store_space.rewards", c, "kind", False, &r.cell_reward[c], err)):
            return False
    return True


cdef inline int li_good(const char *name) noexcept nogil:
    """The good of that name, or -1."""
    return (0 if strcmp(name, "gold") == 0 else 1 if strcmp(name, "cloth") == 0 else 2 if strcmp(name, "books") == 0
            else 3 if strcmp(name, "tools") == 0 else -1)


cdef inline bint li_plots(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L10.4: the plots in play, in the order of the data; ids of actions count through them."""
    cdef int rows = li_rows(params, "map.plots.list", "id", 1, PLOTS, err), i, side = 0, line = 0
    if rows < 0 or not li_ids(params, "map.plots.list", rows, "", 0, err):
        return False
    for i in range(rows):
        if not li_cell_word(params, "map.plots.list", i, "side", "west north east", &side, err):
            return False
        if side == 1:
            if not li_cell_word(params, "map.plots.list", i, "street", "gold cloth books tools", &line, err):
                return False
        elif not li_cell_word(params, "map.plots.list", i, "row", "A B C D E", &line, err):
            return False
        if side != 1 and line >= r.rows:
            continue
        r.plot_side[r.plots] = <uint8_t>side
        r.plot_line[r.plots] = <uint8_t>line
        if not li_reward(params, "map.plots.list", i, "reward", False, &r.plot_reward[r.plots], err):
            return False
        r.plots += 1
    if r.plots == 0:
        snprintf(err, CARAVELA_ERR_SIZE, "map.plots.list has no plot in the rows in play")
        return False
    return True


cdef inline bint li_houses(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L4.7."""
    cdef int32_t slot = 0
    cdef int i
    r.houses = li_rows(params, "houses.list", "slot", 1, HOUSES, err)
    if r.houses < 0 or not li_total(params, "components.houses_per_player", r.houses, err):
        return False
    for i in range(r.houses):
        if (not li_cell(params, "houses.list", i, "slot", i + 1, i + 1, &slot, err)
                or not li_reward(params, "houses.list", i, "kind", False, &r.house_reward[i], err)):
            return False
    return True


cdef inline bint li_scoring_tiles(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L18.5 (c). Tiles with the same wigs are one kind."""
    cdef uint8_t wigs[3]
    cdef char key[KEY]
    cdef int rows = li_rows(params, "scoring_tiles.list", "id", GOODS, SCORING, err), i, k
    if rows < 0 or not li_total(params, "components.scoring_tiles", rows, err):
        return False
    for i in range(rows):
        li_key(key, "scoring_tiles.list", i, "wigs")
        if not li_numbers(params, key, 3, 0, 60, wigs, err):
            return False
        for k in range(r.scoring_kinds):
            if (r.scoring_wigs[k][0] == wigs[0] and r.scoring_wigs[k][1] == wigs[1]
                    and r.scoring_wigs[k][2] == wigs[2]):
                break
        else:
            k = r.scoring_kinds
            r.scoring_kinds += 1
            r.scoring_wigs[k][0] = wigs[0]
            r.scoring_wigs[k][1] = wigs[1]
            r.scoring_wigs[k][2] = wigs[2]
        r.scoring_count[k] += 1
    return True


cdef inline bint li_nobles(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L1.4, L9.1, R10: each of the six State actions and three Noble actions belongs to one Noble."""
    cdef const caravela_param *actions
    cdef char key[KEY]
    cdef bint seen[DOINGS]
    cdef int32_t spaces = 0
    cdef int i, j, good = 0, wild = 0, rows = li_rows(params, "nobles.list", "id", NOBLES, NOBLES, err)
    cdef int action
    if rows < 0:
        return False
    for i in range(DOINGS):
        seen[i] = False
    for i in range(NOBLES):
        if not li_cell_word(params, "nobles.list", i, "id", li_noble(i), &action, err):
            return False
        li_key(key, "nobles.list", i, "state")
        actions = param_array(params, key, CARAVELA_TEXT, 2, 2, err)
        if (actions is NULL
                or not li_cell_word(params, "nobles.list", i, "good", "gold cloth books tools", &good, err)
                or not li_cell_word(params, "nobles.list", i, "wild", "gold cloth books tools", &wild, err)
                or not li_cell(params, "nobles.list", i, "office_spaces", 0, 60, &spaces, err)):
            return False
        r.accepts[i] = <uint8_t>(1 << good | 1 << wild)
        r.office_spaces[i] = <uint8_t>spaces
        for j in range(2):
            action = li_doing(actions.texts[j])
            if action < 0 or action >= STATE_ACTIONS or seen[action]:
                snprintf(err, CARAVELA_ERR_SIZE, "%s has '%.40s'; there are, each once: recruit, acquire_plan, "
                         "build_ship, produce, meet_cardinal, royal_favor", key, actions.texts[j])
                return False
            seen[action] = True
            r.state_of[i][j] = <uint8_t>action
            r.noble_of[action] = <uint8_t>i
        li_key(key, "nobles.list", i, "noble_action")
        if not li_word(params, key, "build_store take_decree open_public_building", &action, err):
            return False
        action += DO_STORE
        if seen[action]:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is that of an earlier Noble; each belongs to one", key)
            return False
        seen[action] = True
        r.noble_action[i] = <uint8_t>action
        r.noble_of[action] = <uint8_t>i
    return True


cdef inline int li_doing(const char *name) noexcept nogil:
    """The State or Noble action of that name, or -1."""
    return (0 if strcmp(name, "recruit") == 0 else 1 if strcmp(name, "acquire_plan") == 0
            else 2 if strcmp(name, "build_ship") == 0 else 3 if strcmp(name, "produce") == 0
            else 4 if strcmp(name, "meet_cardinal") == 0 else 5 if strcmp(name, "royal_favor") == 0
            else 6 if strcmp(name, "build_store") == 0 else 7 if strcmp(name, "take_decree") == 0
            else 8 if strcmp(name, "open_public_building") == 0 else -1)


cdef inline bint li_limits(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L4, L9, L16.3. At least two top slots and cards keep a ship in dock for the sale of L7.1."""
    return (li_number(params, "limits.portfolio_base", 2, 2 * SLOTS, &r.portfolio_base, err)
            and li_number(params, "limits.portfolio_per_set", 0, SLOTS, &r.portfolio_per_set, err)
            and li_number(params, "limits.portfolio_max", r.portfolio_base, 2 * SLOTS, &r.portfolio_max, err)
            and li_number(params, "limits.top_slots", 2, SLOTS, &r.top_slots, err)
            and li_number(params, "limits.bottom_slots", 1, SLOTS, &r.bottom_slots, err)
            and li_number(params, "limits.warehouse_base", 1, 20, &r.warehouse_base, err)
            and li_number(params, "limits.warehouse_per_set", 0, 5, &r.warehouse_per_set, err)
            and li_number(params, "components.rubble_set_markers_per_player", 1, 20, &r.markers, err)
            and li_number(params, "limits.rubble_max_per_kind", 1, r.markers, &r.rubble_max, err)
            and li_number(params, "limits.clergy_max", 1, TILES - 1, &r.clergy_max, err)
            and li_number(params, "limits.plans_max", 1, HELD - 1, &r.plans_max, err)
            and li_number(params, "limits.trade_goods_max", 1, STATE_ACTIONS, &r.trade_max, err)
            and li_number(params, "limits.recruit_max", 1, 20, &r.recruit_max, err)
            and li_number(params, "limits.rival_official_fee", 0, 10, &r.official_fee, err)
            and li_number(params, "limits.follow_pays_influence", 0, 1, &r.follow_pays, err))


cdef inline bint li_setup(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L3, for this number of players. Sets the rows in play."""
    cdef const caravela_param *rows
    cdef char key[KEY]
    cdef int32_t wanted = 0, value = 0
    cdef int i, word = 0
    snprintf(key, KEY, "setup.by_players.%s.rows", li_players(r))
    rows = param_array(params, key, CARAVELA_TEXT, 1, ROWS, err)
    if rows is NULL:
        return False
    for i in range(rows.count):
        if strlen(rows.texts[i]) != 1 or rows.texts[i][0] != 65 + i:
            snprintf(err, CARAVELA_ERR_SIZE, "%s has '%.40s'; rows are A, B, C, D, E in this order", key, rows.texts[i])
            return False
    if not li_number(params, "options.rows", 0, rows.count, &wanted, err):
        return False
    r.rows = wanted if wanted else rows.count
    snprintf(key, KEY, "setup.by_players.%s.royal_favors_per_noble", li_players(r))
    if not li_number(params, key, 1, 20, &r.favors, err):
        return False
    if r.favors * NOBLES < r.players:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %d; every player gets a favor", key, r.favors)
        return False
    for i in range(NOBLES):
        if (not li_cell_word(params, "royal_favors.list", i, "noble", li_noble(i), &word, err)
                or not li_cell(params, "royal_favors.list", i, "count", r.favors, 60, &value, err)):
            return False
        wanted = value if i == 0 else wanted + value
    if not li_total(params, "components.royal_favor_tiles", wanted, err):
        return False
    snprintf(key, KEY, "setup.by_players.%s.ships_per_colour", li_players(r))
    if not li_number(params, key, 0, 20, &r.ship_copies, err):
        return False
    snprintf(key, KEY, "setup.by_players.%s.dummy_officials_per_office", li_players(r))
    if (not li_number(params, key, 0, 6, &r.dummies, err)
            or not li_number(params, "setup.player.reis", 0, 100, &r.reis, err)
            or not li_number(params, "setup.player.wigs", 0, 100, &r.wigs, err)
            or not li_number(params, "setup.player.goods_each", 0, r.warehouse_base, &r.goods_each, err)
            or not li_number(params, "goods.per_type", max(1, r.goods_each * r.players), 60, &r.goods_per_type, err)
            or not li_total(params, "components.goods_per_type", r.goods_per_type, err)
            or not li_total(params, "components.goods_tokens", GOODS * r.goods_per_type, err)
            or not li_words(params, "goods.list", "gold cloth books tools", GOODS, err)
            or not li_total(params, "setup.player.clergy_drawn", 2, err)
            or not li_total(params, "setup.player.clergy_kept", 1, err)
            or not li_total(params, "setup.player.royal_favors", 1, err)
            or not li_total(params, "setup.player.starting_plans", 1, err)
            or not li_number(params, "components.officials_per_player", 1, 20, &r.officials, err)
            or not li_number(params, "setup.player.officials_in_marquis_office", 0, r.officials, &r.marquis, err)
            or not li_number(params, "setup.player.hand_size", 1, HAND, &r.hand, err)
            or not li_number(params, "options.hand", 0, HAND, &wanted, err)
            or not li_number(params, "setup.display.decrees_face_up", 1, 60, &r.decrees_up, err)):
        return False
    if wanted and wanted < r.hand:
        r.hand = wanted
    return True


cdef inline bint li_scoring(lisboa_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """L8.4, L18."""
    cdef const caravela_param *places
    cdef char key[KEY]
    cdef int i, j, word = 0
    cdef const char *text
    cdef bint seen[4]
    key[0] = 0
    snprintf(key, KEY, "scoring.final.officials_majority%s", b"_two_players" if r.players == 2 else b"")
    places = param_array(params, key, CARAVELA_INTEGER, 1, PLACES, err)
    if places is NULL or not li_numbers(params, key, places.count, 0, 60, r.majority, err):
        return False
    r.majority_places = places.count
    if (not li_number(params, "scoring.period_end.wigs_per_rubble_set", 0, PRICE_MAX, &r.period_set_wigs, err)
            or not li_number(params, "scoring.final.wigs_per_rubble_set", 0, PRICE_MAX, &r.set_wigs, err)
            or not li_number(params, "scoring.final.reis_per_wig", 1, 1000, &r.reis_per_wig, err)
            or not li_number(params, "scoring.final.wigs_per_royal_favor", 0, PRICE_MAX, &r.favor_wigs, err)
            or not li_word(params, "scoring.final.ship_wigs", "hull", &word, err)
            or not li_number(params, "sailing.wigs_per_crate", 0, PRICE_MAX, &r.crate_wigs, err)
            or not li_number(params, "end_triggers.period1_rubble_sets", 1, 20, &r.end_sets[0], err)
            or not li_number(params, "end_triggers.game_rubble_sets", 1, 20, &r.end_sets[1], err)
            or not li_number(params, "end_triggers.empty_decks", 1, 4, &r.empty_stacks, err)):
        return False
    places = param_array(params, "scoring.ties.order", CARAVELA_TEXT, 4, 4, err)
    if places is NULL:
        return False
    for i in range(4):
        seen[i] = False
    for i in range(4):
        text = places.texts[i]
        j = (0 if strcmp(text, "influence") == 0 else 1 if strcmp(text, "reis") == 0 else 2 if strcmp(text, "stores") == 0
             else 3 if strcmp(text, "rubble_sets") == 0 else -1)
        if j < 0 or seen[j]:
            snprintf(err, CARAVELA_ERR_SIZE, "scoring.ties.order has '%.40s'; it must be, each once: influence, reis, "
                     "stores, rubble_sets", text)
            return False
        seen[j] = True
        r.tie_break[i] = <uint8_t>j
    return True
