"""Turns options and data tables into the immutable rules of one game."""

from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdio cimport snprintf
from libc.string cimport strcmp

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_REAL, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array, param_find, param_integer

from veracruz_state cimport (
    ACTIONS_MAX,
    BETS_MAX,
    BOXES_MAX,
    GALLEONS_MAX,
    GOODS_MAX,
    KINDS_MAX,
    LEFT,
    RIGHT,
    SEATS_MAX,
    SLOT_VOID,
    WEIGHT_MAX,
    veracruz_rules,
)


cdef inline bint read_number(const caravela_params *params, const char *key, int low, int high, int32_t *out,
                             char *err) noexcept nogil:
    cdef int64_t value = 0
    if not param_integer(params, key, low, high, &value, err):
        return False
    out[0] = <int32_t>value
    return True


cdef inline bint check_total(const caravela_params *params, const char *key, int64_t wanted, char *err) noexcept nogil:
    """A number that follows from the rest of the data must agree with it."""
    cdef const caravela_param *item = param_find(params, key)
    if item is NULL or item.kind != CARAVELA_INTEGER or item.count != 1:
        snprintf(err, CARAVELA_ERR_SIZE, "%s must be one integer", key)
        return False
    if item.integers[0] != wanted:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %lld; by the rest of the data it must be %lld", key,
                 <long long>item.integers[0], <long long>wanted)
        return False
    return True


cdef inline bint read_sides(const caravela_params *params, const char *key, bint *sides, char *err) noexcept nogil:
    """Reads a list of side names: sides[LEFT] and sides[RIGHT]."""
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, 1, 2, err)
    cdef int i
    if item is NULL:
        return False
    sides[LEFT] = sides[RIGHT] = False
    for i in range(item.count):
        if strcmp(item.texts[i], "left") == 0:
            sides[LEFT] = True
        elif strcmp(item.texts[i], "right") == 0:
            sides[RIGHT] = True
        else:
            snprintf(err, CARAVELA_ERR_SIZE, "%s names '%s'; sides are 'left' and 'right'", key, item.texts[i])
            return False
    return True


cdef inline bint word_ok(const char *key, const char *word, char *err) noexcept nogil:
    """Names become parts of action names: they are not empty and have no white space."""
    cdef int i = 0
    while word[i] > 32 or word[i] < 0:  # bytes of other than ASCII letters may be negative
        i += 1
    if i == 0 or word[i] != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; a name is not empty and has no white space", key, word)
        return False
    return True


cdef inline int find_text(const caravela_param *item, const char *text) noexcept nogil:
    """Position of a text in a list, or -1."""
    cdef int i
    for i in range(item.count):
        if strcmp(item.texts[i], text) == 0:
            return i
    return -1


cdef inline bint add_kind(veracruz_rules *r, int weight, int good, int64_t copies, bint left, bint right,
                          char *err) noexcept nogil:
    """One more kind of box, unless no copies of it are in the game."""
    cdef int kind = r.kinds, v
    if copies == 0:
        return True
    if kind == KINDS_MAX:
        snprintf(err, CARAVELA_ERR_SIZE, "more than %d kinds of boxes", <int>KINDS_MAX)
        return False
    if r.total + copies > BOXES_MAX:
        snprintf(err, CARAVELA_ERR_SIZE, "more than %d boxes", <int>BOXES_MAX)
        return False
    r.copies[kind] = <uint8_t>copies
    r.weight[kind] = <uint8_t>weight
    r.good[kind] = <uint8_t>good
    r.total += <int32_t>copies
    r.all_kinds |= 1u << kind
    if weight == 0:
        r.empty = kind
        r.empty_bit = 1u << kind
        r.empty_sides[LEFT] = r.empty_bit if left else 0
        r.empty_sides[RIGHT] = r.empty_bit if right else 0
    else:
        r.slot_weight[1 + kind] = <uint8_t>weight
        for v in range(weight, WEIGHT_MAX + 1):
            if left:
                r.loadable[LEFT][v] |= 1u << kind
            if right:
                r.loadable[RIGHT][v] |= 1u << kind
    r.kinds += 1
    return True


cdef inline bint read_goods(veracruz_rules *r, const caravela_params *params, int64_t copies_cap, int max_weight,
                            char *err) noexcept nogil:
    """The goods in play in data order, each with its boxes by value (V1.1, V4.1)."""
    cdef const caravela_param *left = param_array(params, "goods.left", CARAVELA_TEXT, 1, GOODS_MAX, err)
    cdef const caravela_param *right
    cdef const caravela_param *order
    cdef const caravela_param *values
    cdef const caravela_param *copies
    cdef const caravela_param *side
    cdef int32_t wanted = 0
    cdef int i, j, at, taken = 0
    cdef bint used[GOODS_MAX]
    cdef bint on_left
    if left is NULL:
        return False
    right = param_array(params, "goods.right", CARAVELA_TEXT, 1, GOODS_MAX, err)
    order = param_array(params, "goods.order", CARAVELA_TEXT, 1, GOODS_MAX, err)
    values = param_array(params, "goods_boxes.values", CARAVELA_INTEGER, 1, KINDS_MAX, err)
    copies = param_array(params, "goods_boxes.copies_per_good", CARAVELA_INTEGER, 1, KINDS_MAX, err)
    if right is NULL or order is NULL or values is NULL or copies is NULL:
        return False
    for i in range(order.count):
        if not word_ok("goods.order", order.texts[i], err):
            return False
    if left.count + right.count != order.count:
        snprintf(err, CARAVELA_ERR_SIZE, "goods.order must name each good of goods.left and goods.right once")
        return False
    if values.count != copies.count:
        snprintf(err, CARAVELA_ERR_SIZE, "goods_boxes.values and goods_boxes.copies_per_good differ in length")
        return False
    if not read_number(params, "options.goods", 0, GOODS_MAX, &wanted, err):
        return False
    if wanted > order.count:
        snprintf(err, CARAVELA_ERR_SIZE, "options.goods is %d; the data has %d", wanted, order.count)
        return False
    if wanted == 0:
        wanted = order.count
    if wanted < r.players:
        snprintf(err, CARAVELA_ERR_SIZE, "%d goods are too few for the investments of %d players", wanted, r.players)
        return False
    for i in range(GOODS_MAX):
        used[i] = False
    for i in range(2 * GOODS_MAX):  # left and right goods in turn
        side = right if i & 1 else left
        if taken == wanted or i // 2 >= side.count:
            continue
        at = find_text(order, side.texts[i // 2])
        if at < 0 or used[at]:
            snprintf(err, CARAVELA_ERR_SIZE, "goods.order must name '%s' once", side.texts[i // 2])
            return False
        used[at] = True
        taken += 1
    for j in range(values.count):
        if (values.integers[j] < 1 or values.integers[j] > WEIGHT_MAX or copies.integers[j] < 0
                or copies.integers[j] > BOXES_MAX):
            snprintf(err, CARAVELA_ERR_SIZE, "goods_boxes: %lld copies of value %lld; values are 1 to %d, copies 0 to %d",
                     <long long>copies.integers[j], <long long>values.integers[j], <int>WEIGHT_MAX, <int>BOXES_MAX)
            return False
        if j > 0 and values.integers[j] <= values.integers[j - 1]:
            snprintf(err, CARAVELA_ERR_SIZE, "goods_boxes.values must ascend")
            return False
    for i in range(order.count):
        if not used[i]:
            continue
        on_left = find_text(left, order.texts[i]) >= 0
        r.good_side[r.goods] = LEFT if on_left else RIGHT
        for j in range(values.count):
            if values.integers[j] > max_weight:
                break
            if not add_kind(r, <int>values.integers[j], r.goods, min(copies.integers[j], copies_cap), on_left,
                            not on_left, err):
                return False
        r.goods += 1
    return True


cdef inline bint read_stones(veracruz_rules *r, const caravela_params *params, bint used, int64_t copies_cap,
                             int max_weight, char *err) noexcept nogil:
    """V1.1. Stones that are not used are still checked: the data are sound whatever the options."""
    cdef const caravela_param *weights = param_array(params, "stone_boxes.weights", CARAVELA_INTEGER, 1, BOXES_MAX, err)
    cdef bint sides[2]
    cdef int64_t count
    cdef int i, w
    if weights is NULL or not read_sides(params, "stone_boxes.sides", sides, err):
        return False
    for i in range(weights.count):
        if weights.integers[i] < 1 or weights.integers[i] > WEIGHT_MAX:
            snprintf(err, CARAVELA_ERR_SIZE, "stone_boxes.weights has %lld; weights are 1 to %d",
                     <long long>weights.integers[i], <int>WEIGHT_MAX)
            return False
    if not used:
        return True
    for w in range(1, max_weight + 1):  # a kind for each weight, lightest first
        count = 0
        for i in range(weights.count):
            count += weights.integers[i] == w
        if not add_kind(r, w, GOODS_MAX, min(count, copies_cap), sides[LEFT], sides[RIGHT], err):
            return False
    return True


cdef inline bint read_boxes(veracruz_rules *r, const caravela_params *params, char *err) noexcept nogil:
    cdef int32_t copies_cap = 0, max_weight = 0, stones = 0, empties = 0, count = 0
    cdef bint sides[2]
    if (not read_number(params, "options.copies", 0, BOXES_MAX, &copies_cap, err)
            or not read_number(params, "options.max_value", 0, WEIGHT_MAX, &max_weight, err)
            or not read_number(params, "options.stones", 0, 1, &stones, err)
            or not read_number(params, "options.empties", 0, 1, &empties, err)
            or not read_number(params, "empty_boxes.total", 0, BOXES_MAX, &count, err)
            or not read_sides(params, "empty_boxes.sides", sides, err)):
        return False
    if copies_cap == 0:
        copies_cap = BOXES_MAX + 1
    if max_weight == 0:
        max_weight = WEIGHT_MAX
    if not read_goods(r, params, copies_cap, max_weight, err):
        return False
    if not read_stones(r, params, stones, copies_cap, max_weight, err):
        return False
    if empties:
        return add_kind(r, 0, GOODS_MAX, min(count, copies_cap), sides[LEFT], sides[RIGHT], err)
    return True


cdef inline bint read_galleons(veracruz_rules *r, const caravela_params *params, char *err) noexcept nogil:
    cdef char key[64]
    cdef const caravela_param *names[GALLEONS_MAX]
    cdef int32_t wanted = 0, cap = 0, width = 0, limit = 0
    cdef int g, other, there = 0
    if (not read_number(params, "options.galleons", 0, GALLEONS_MAX, &wanted, err)
            or not read_number(params, "options.weight_cap", 0, WEIGHT_MAX, &cap, err)
            or not read_number(params, "red_zone.width", 1, WEIGHT_MAX, &width, err)):
        return False
    while there <= GALLEONS_MAX:
        snprintf(key, sizeof(key), "galleon.%d.weight_limit", there)
        if param_find(params, key) is NULL:
            break
        there += 1
    if there < 1 or there > GALLEONS_MAX or wanted > there:
        snprintf(err, CARAVELA_ERR_SIZE, "%d galleons asked for; the data has %s%d, the engine takes 1 to %d", wanted,
                 b"more than " if there > GALLEONS_MAX else b"", min(there, GALLEONS_MAX), <int>GALLEONS_MAX)
        return False
    r.galleons = wanted if wanted else there
    for g in range(there):
        snprintf(key, sizeof(key), "galleon.%d.name", g)
        names[g] = param_array(params, key, CARAVELA_TEXT, 1, 1, err)
        if names[g] is NULL or not word_ok(key, names[g].texts[0], err):
            return False
        for other in range(g):
            if strcmp(names[other].texts[0], names[g].texts[0]) == 0:
                snprintf(err, CARAVELA_ERR_SIZE, "two galleons are called '%s'", names[g].texts[0])
                return False
        snprintf(key, sizeof(key), "galleon.%d.weight_limit", g)
        if not read_number(params, key, 1, WEIGHT_MAX, &limit, err):
            return False
        if cap and limit > cap:
            limit = cap
        if g < r.galleons:
            r.weight_limit[g] = <uint8_t>limit
            # V1.6: a track shorter than the zone is red from its first box on.
            r.red_from[g] = <uint8_t>max(1, limit - width + 1)
        snprintf(key, sizeof(key), "galleon.%d.balance_limit", g)
        if not read_number(params, key, 1, WEIGHT_MAX, &limit, err):
            return False
        if g < r.galleons:
            r.balance_limit[g] = <uint8_t>limit
    return check_total(params, "components.galleons", there, err) and check_total(params, "components.counters",
                                                                                  2 * there, err)


cdef inline bint read_bets(veracruz_rules *r, const caravela_params *params, char *err) noexcept nogil:
    cdef const caravela_param *kinds = param_array(params, "betting.kinds", CARAVELA_TEXT, 2, 2, err)
    cdef const caravela_param *correct = param_array(params, "betting.correct", CARAVELA_INTEGER, 1, BETS_MAX, err)
    cdef int32_t wanted = 0, later = 0
    cdef int i, a, b
    if kinds is NULL or correct is NULL:
        return False
    if strcmp(kinds.texts[0], "reach_port") != 0 or strcmp(kinds.texts[1], "sunken") != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "betting.kinds must be 'reach_port', 'sunken'")
        return False
    if (not read_number(params, "options.bets", -1, BETS_MAX, &wanted, err)
            or not read_number(params, "betting.per_kind_per_player", 0, BETS_MAX, &r.bet_cards, err)
            or not read_number(params, "betting.later_correct", -100, 100, &later, err)
            or not read_number(params, "betting.wrong", -100, 100, &r.wrong, err)):
        return False
    if wanted >= 0:
        r.bet_cards = wanted
    if 2 * r.bet_cards * r.players > BETS_MAX:
        snprintf(err, CARAVELA_ERR_SIZE, "%d betting cards of each kind for %d players are more than %d in all",
                 r.bet_cards, r.players, <int>BETS_MAX)
        return False
    for i in range(BETS_MAX):
        r.correct[i] = later
        if i < correct.count:
            if correct.integers[i] < -100 or correct.integers[i] > 100:
                snprintf(err, CARAVELA_ERR_SIZE, "betting.correct has %lld; points are -100 to 100",
                         <long long>correct.integers[i])
                return False
            r.correct[i] = <int32_t>correct.integers[i]
    for a in range(BETS_MAX + 1):
        for b in range(BETS_MAX + 1):
            r.bet_ways[0][a][b] = 1
    for i in range(1, BETS_MAX + 1):
        for a in range(BETS_MAX + 1):
            for b in range(BETS_MAX + 1):
                r.bet_ways[i][a][b] = ((r.bet_ways[i - 1][a - 1][b] if a else 0)
                                       + (r.bet_ways[i - 1][a][b - 1] if b else 0))
    return True


cdef inline bint read_weather(veracruz_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """V1.7, V1.8."""
    cdef const caravela_param *faces = param_array(params, "doubloon.faces", CARAVELA_TEXT, 2, 2, err)
    cdef const caravela_param *chances
    cdef int32_t step = 0, sun = 0, storm = 0
    cdef int i
    if faces is NULL:
        return False
    chances = param_array(params, "doubloon.probability", CARAVELA_REAL, 2, 2, err)
    if (chances is NULL
            or not read_number(params, "meteorology.min", 0, 100, &r.meteorology_min, err)
            or not read_number(params, "meteorology.max", r.meteorology_min, 100, &r.meteorology_max, err)
            or not read_number(params, "meteorology.start", r.meteorology_min, r.meteorology_max, &r.meteorology_start,
                               err)
            or not read_number(params, "meteorology.step", 0, 100, &step, err)
            or not read_number(params, "meteorology.sun", -1, 1, &sun, err)
            or not read_number(params, "meteorology.storm", -1, 1, &storm, err)):
        return False
    for i in range(2):
        if strcmp(faces.texts[i], "sun") == 0 and find_text(faces, "storm") >= 0:
            r.face_step[i] = step * sun
        elif strcmp(faces.texts[i], "storm") == 0:
            r.face_step[i] = step * storm
        else:
            snprintf(err, CARAVELA_ERR_SIZE, "doubloon.faces must be 'sun' and 'storm'")
            return False
        r.face_probability[i] = chances.reals[i]
    if (not (chances.reals[0] > 0.0 and chances.reals[1] > 0.0)
            or fabs(chances.reals[0] + chances.reals[1] - 1.0) > 1e-12):
        snprintf(err, CARAVELA_ERR_SIZE, "doubloon.probability must be two positive numbers that add up to 1")
        return False
    return True


cdef inline bint check_totals(const caravela_params *params, int players_max, char *err) noexcept nogil:
    """Numbers of components and sums, which the engine does not need: they agree with the tables that it reads."""
    cdef const caravela_param *values = param_find(params, "goods_boxes.values")
    cdef const caravela_param *copies = param_find(params, "goods_boxes.copies_per_good")
    cdef int64_t stones = param_find(params, "stone_boxes.weights").count
    cdef int64_t empties = param_find(params, "empty_boxes.total").integers[0]
    cdef int64_t goods = param_find(params, "goods.order").count
    cdef int64_t bets = 2 * param_find(params, "betting.per_kind_per_player").integers[0]
    cdef int64_t each = 0, weight = 0
    cdef int i
    for i in range(values.count):
        each += copies.integers[i]
        weight += copies.integers[i] * values.integers[i]
    return (check_total(params, "goods_boxes.per_good", each, err)
            and check_total(params, "goods_boxes.weight_per_good", weight, err)
            and check_total(params, "goods_boxes.total", each * goods, err)
            and check_total(params, "stone_boxes.total", stones, err)
            and check_total(params, "setup.investments_per_player", 1, err)
            and check_total(params, "setup.betting_cards_per_player", bets, err)
            and check_total(params, "components.goods_boxes", each * goods, err)
            and check_total(params, "components.stone_boxes", stones, err)
            and check_total(params, "components.empty_boxes", empties, err)
            and check_total(params, "components.box_cards", each * goods + stones + empties, err)
            and check_total(params, "components.investment_cards", goods, err)
            and check_total(params, "components.betting_cards", bets * players_max, err)
            and check_total(params, "components.meteorology_counters", 1, err)
            and check_total(params, "components.doubloons", 1, err))


cdef inline void number_ids(veracruz_rules *r) noexcept nogil:
    """Action, outcome and code ids (see veracruz_rules)."""
    cdef int a
    r.first_bet = 2 * r.galleons * r.kinds
    r.pass_action = r.first_bet + 2 * r.galleons
    r.first_draw = r.pass_action + 1
    r.actions = r.first_draw + r.decks
    for a in range(r.first_bet):
        r.action_place[a] = <uint8_t>(a // r.kinds)
        r.action_kind[a] = <uint8_t>(a % r.kinds)
    for a in range(r.first_bet, r.pass_action):
        r.action_place[a] = <uint8_t>((a - r.first_bet) // 2)
        r.action_kind[a] = <uint8_t>((a - r.first_bet) % 2)
    r.first_good = r.kinds
    r.first_face = r.first_good + r.goods
    r.first_seat = r.first_face + 2
    r.outcomes = r.first_seat + r.players
    r.code_outcome = r.actions
    r.code_good_dealt = r.code_outcome + r.outcomes
    r.code_box_dealt = r.code_good_dealt + r.players
    r.code_bet = r.code_box_dealt + r.players
    r.code_good_shown = r.code_bet + r.galleons
    r.code_bet_shown = r.code_good_shown + r.players * r.goods
    r.code_box_shown = r.code_bet_shown + 2 * r.galleons
    r.codes = r.code_box_shown + r.players * r.kinds


cdef inline bint read_rules(veracruz_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """Fills zeroed rules; False with the reason in err if the parameters are refused."""
    cdef int32_t wanted = 0, low = 0, high = 0, need
    cdef int i
    r.empty = -1
    for i in range(SLOT_VOID + 1):
        r.slot_weight[i] = 255
    if (not read_number(params, "players.min", 2, SEATS_MAX, &low, err)
            or not read_number(params, "players.max", low, SEATS_MAX, &high, err)
            or not read_number(params, "options.players", low, high, &r.players, err)
            or not read_number(params, "options.start", -1, r.players - 1, &r.start, err)
            or not read_number(params, "setup.hand_size", 1, BOXES_MAX, &r.hand_size, err)
            or not read_number(params, "setup.face_up_decks", 1, 2, &r.decks, err)
            or not read_number(params, "setup.face_up_deck_size", 1, BOXES_MAX, &r.deck_size, err)
            or not read_number(params, "options.hand_size", 0, BOXES_MAX, &wanted, err)):
        return False
    if wanted:
        r.hand_size = wanted
    if not read_number(params, "options.deck_size", 0, BOXES_MAX, &wanted, err):
        return False
    if wanted:
        r.deck_size = wanted
    if (not read_boxes(r, params, err) or not read_galleons(r, params, err) or not read_bets(r, params, err)
            or not read_weather(r, params, err) or not check_totals(params, high, err)):
        return False
    need = r.players * r.hand_size + 1
    if r.total < need:
        snprintf(err, CARAVELA_ERR_SIZE, "%d boxes are too few for %d hands of %d and an open deck", r.total, r.players,
                 r.hand_size)
        return False
    number_ids(r)
    return True
