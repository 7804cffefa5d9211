"""Turns options and data tables into the immutable rules of one game."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdio cimport snprintf
from libc.string cimport memset, strcmp, strlen, strncmp

from abi cimport CARAVELA_ERR_SIZE, CARAVELA_INTEGER, CARAVELA_TEXT, caravela_param, caravela_params
from params cimport param_array, param_find, param_integer

from pizarro_state cimport (
    ACT_DRAW,
    ACT_EXCHANGE,
    ACT_EXPOSE,
    ACT_LUCK,
    ACT_NONE,
    ACT_TAKEN,
    ACT_TUCK_BID,
    ACT_TUCK_HAND,
    ACT_VETO,
    A_STACK,
    BOTTOM,
    EXPLORERS,
    LEFT,
    PARTS,
    PHASES,
    RIGHT,
    SEATS,
    STACKS,
    SUM_MAX,
    VALUES,
    WIDTH,
    pizarro_rules,
)

cdef enum:
    ROWS_MAX = 2 * EXPLORERS * PHASES * PARTS
    COPIES_MAX = 60         # of a money value: counts and their sums stay below 128


cdef inline bint pz_number(const caravela_params *params, const char *key, int low, int high, int32_t *out,
                           char *err) noexcept nogil:
    cdef int64_t value = 0
    if not param_integer(params, key, low, high, &value, err):
        return False
    out[0] = <int32_t>value
    return True


cdef inline bint pz_total(const caravela_params *params, const char *key, int64_t wanted, char *err) noexcept nogil:
    """A number that follows from the rest of the data must agree with it."""
    cdef int64_t value = 0
    if not param_integer(params, key, -1000000, 1000000, &value, err):
        return False
    if value != wanted:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is %lld; by the rest of the data it must be %lld", key, <long long>value,
                 <long long>wanted)
        return False
    return True


cdef inline bint pz_numbers(const caravela_params *params, const char *key, int count, int low, int high,
                            uint8_t *out, char *err) noexcept nogil:
    cdef const caravela_param *item = param_array(params, key, CARAVELA_INTEGER, count, count, err)
    cdef int i
    if item is NULL:
        return False
    for i in range(count):
        if item.integers[i] < low or item.integers[i] > high:
            snprintf(err, CARAVELA_ERR_SIZE, "%s has %lld; its values are %d to %d", key, <long long>item.integers[i],
                     low, high)
            return False
        out[i] = <uint8_t>item.integers[i]
    return True


cdef inline bint pz_word(const caravela_params *params, const char *key, const char *wanted, char *err) noexcept nogil:
    """A text that the engine can take in one reading only."""
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, 1, 1, err)
    if item is NULL:
        return False
    if strcmp(item.texts[0], wanted) != 0:
        snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; it must be '%s'", key, item.texts[0], wanted)
        return False
    return True


cdef inline int pz_find(const caravela_param *item, const char *text) noexcept nogil:
    """Position of a text in a list, or -1."""
    cdef int i
    for i in range(item.count):
        if strcmp(item.texts[i], text) == 0:
            return i
    return -1


cdef inline bint pz_names(const caravela_param *order, char *err) noexcept nogil:
    """Names become parts of action names and of the option `explorers`."""
    cdef int i, j
    for i in range(order.count):
        j = 0
        while order.texts[i][j] > 32 and order.texts[i][j] != 43 or order.texts[i][j] < 0:
            j += 1
        if j == 0 or order.texts[i][j] != 0:
            snprintf(err, CARAVELA_ERR_SIZE, "explorers.order has '%s'; a name has no white space and no +",
                     order.texts[i])
            return False
        if pz_find(order, order.texts[i]) != i:
            snprintf(err, CARAVELA_ERR_SIZE, "explorers.order names '%s' twice", order.texts[i])
            return False
    return True


cdef inline bint pz_money(pizarro_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """P1.2, P2.2."""
    cdef const caravela_param *values = param_array(params, "money_cards.values", CARAVELA_INTEGER, 1, VALUES, err)
    cdef const caravela_param *crowns
    cdef const caravela_param *starting
    cdef int32_t wanted = 0, cap = 0, copies = 0
    cdef int64_t sum = 0, crown_sum = 0, starts
    cdef int v, i
    if values is NULL:
        return False
    crowns = param_array(params, "money_cards.crown.by_value", CARAVELA_INTEGER, values.count, values.count, err)
    starting = param_array(params, "money_cards.starting_set_per_player", CARAVELA_INTEGER, 1, 60, err)
    if (crowns is NULL or starting is NULL
            or not pz_number(params, "options.values", 0, values.count, &wanted, err)
            or not pz_number(params, "options.money", 0, COPIES_MAX, &cap, err)
            or not pz_number(params, "money_cards.copies_per_value", 1, COPIES_MAX, &copies, err)
            or not pz_total(params, "money_cards.total", copies * values.count, err)
            or not pz_total(params, "components.money_cards", copies * values.count, err)):
        return False
    r.values = wanted if wanted else values.count
    if cap and cap < copies:
        copies = cap
    for v in range(values.count):
        if values.integers[v] < 1 or values.integers[v] > 50 or v > 0 and values.integers[v] <= values.integers[v - 1]:
            snprintf(err, CARAVELA_ERR_SIZE, "money_cards.values has %lld; values ascend from 1 to at most 50",
                     <long long>values.integers[v])
            return False
        if crowns.integers[v] < 0 or crowns.integers[v] > 100:
            snprintf(err, CARAVELA_ERR_SIZE, "money_cards.crown.by_value has %lld; crowns are 0 to 100",
                     <long long>crowns.integers[v])
            return False
        starts = 0
        for i in range(starting.count):
            starts += starting.integers[i] == values.integers[v]
        crown_sum += starts * crowns.integers[v]
        if v >= r.values:
            continue
        if starts * r.players > copies:
            snprintf(err, CARAVELA_ERR_SIZE, "%d copies of money card %lld are too few for %d starting sets", copies,
                     <long long>values.integers[v], r.players)
            return False
        r.value[v] = <uint8_t>values.integers[v]
        r.crown[v] = <uint8_t>crowns.integers[v]
        r.copies[v] = <uint8_t>copies
        r.start[v] = <uint8_t>starts
        r.start_count += <int32_t>starts
        r.start_sum += <int32_t>(starts * values.integers[v])
        r.total += copies
        sum += copies * values.integers[v]
    for i in range(starting.count):
        for v in range(values.count):
            if values.integers[v] == starting.integers[i]:
                break
        else:
            snprintf(err, CARAVELA_ERR_SIZE, "money_cards.starting_set_per_player has %lld, which is no money card",
                     <long long>starting.integers[i])
            return False
    if r.total > 250 or sum > SUM_MAX:
        snprintf(err, CARAVELA_ERR_SIZE, "%d money cards worth %lld; the engine takes 250 worth %d", r.total,
                 <long long>sum, <int>SUM_MAX)
        return False
    return pz_total(params, "money_cards.crown.sum_of_set", crown_sum, err)


cdef inline bint pz_chosen(const caravela_param *order, const caravela_params *params, bint *chosen,
                           char *err) noexcept nogil:
    """Option `explorers`: names joined by +, or all."""
    cdef const caravela_param *item = param_array(params, "options.explorers", CARAVELA_TEXT, 1, 1, err)
    cdef const char *at
    cdef size_t length
    cdef int i
    if item is NULL:
        return False
    at = item.texts[0]
    for i in range(EXPLORERS):
        chosen[i] = strcmp(at, "all") == 0
    if chosen[0]:
        return True
    while at[0] != 0:
        length = 0
        while at[length] != 0 and at[length] != 43:
            length += 1
        for i in range(order.count):
            if strlen(order.texts[i]) == length and strncmp(order.texts[i], at, length) == 0 and not chosen[i]:
                chosen[i] = True
                break
        else:
            snprintf(err, CARAVELA_ERR_SIZE, "options.explorers is '%.60s'; it must be all, or some, joined by +, of",
                     item.texts[0])
            for i in range(order.count):
                length = strlen(err)
                snprintf(err + length, CARAVELA_ERR_SIZE - length, "%s %.40s", b"," if i else b"", order.texts[i])
            return False
        at += length
        if at[0] == 43:
            at += 1
            if at[0] == 0:
                snprintf(err, CARAVELA_ERR_SIZE, "options.explorers ends with +")
                return False
    for i in range(order.count):
        if chosen[i]:
            return True
    snprintf(err, CARAVELA_ERR_SIZE, "options.explorers is empty; name explorers, or all")
    return False


cdef inline int pz_action(const char *name) noexcept nogil:
    """The action of that name (P8), or -1."""
    if strcmp(name, "none") == 0:
        return ACT_NONE
    if strcmp(name, "veto") == 0:
        return ACT_VETO
    if strcmp(name, "press_luck") == 0:
        return ACT_LUCK
    if strcmp(name, "tuck_from_hand") == 0:
        return ACT_TUCK_HAND
    if strcmp(name, "tuck_from_bid") == 0:
        return ACT_TUCK_BID
    if strcmp(name, "exchange") == 0:
        return ACT_EXCHANGE
    if strcmp(name, "draw") == 0:
        return ACT_DRAW
    if strcmp(name, "expose_hand") == 0:
        return ACT_EXPOSE
    if strcmp(name, "neighbour_takes") == 0:
        return ACT_TAKEN
    return -1


cdef inline const char *pz_text(const caravela_params *params, const char *key, char *err) noexcept nogil:
    cdef const caravela_param *item = param_array(params, key, CARAVELA_TEXT, 1, 1, err)
    return item.texts[0] if item is not NULL else NULL


cdef inline bint pz_spaces(pizarro_rules *r, const caravela_params *params, const caravela_param *order,
                           const int8_t *index, const uint8_t *side, char *err) noexcept nogil:
    """P1.4, P11.1: the rows of the sides in play. index: of an explorer among those in play, -1: none; side: A or B."""
    cdef char key[64]
    cdef bint seen[2][EXPLORERS][PHASES][PARTS]
    cdef const char *text
    cdef int row = 0, e, sd, part, action, i
    cdef int32_t phase = 0, crown = 0, bag = 0
    memset(seen, 0, sizeof(seen))
    while True:
        snprintf(key, sizeof(key), "space.%d.explorer", row)
        if param_find(params, key) is NULL:
            break
        text = pz_text(params, key, err)
        if text is NULL:
            return False
        e = pz_find(order, text)
        if e < 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s', which explorers.order does not name", key, text)
            return False
        snprintf(key, sizeof(key), "space.%d.side", row)
        text = pz_text(params, key, err)
        if text is NULL:
            return False
        if strcmp(text, "A") != 0 and strcmp(text, "B") != 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; it must be 'A' or 'B'", key, text)
            return False
        sd = text[0] == 66
        snprintf(key, sizeof(key), "space.%d.option", row)
        text = pz_text(params, key, err)
        if text is NULL:
            return False
        if strcmp(text, "") == 0 or strcmp(text, "left") == 0:
            part = LEFT
        elif strcmp(text, "right") == 0:
            part = RIGHT
        else:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; it must be '', 'left' or 'right'", key, text)
            return False
        snprintf(key, sizeof(key), "space.%d.phase", row)
        if not pz_number(params, key, 1, PHASES, &phase, err):
            return False
        if seen[sd][e][phase - 1][part]:
            snprintf(err, CARAVELA_ERR_SIZE, "space.%d describes the same space as an earlier row", row)
            return False
        seen[sd][e][phase - 1][part] = True
        snprintf(key, sizeof(key), "space.%d.action", row)
        text = pz_text(params, key, err)
        if text is NULL:
            return False
        action = pz_action(text)
        if action < 0:
            snprintf(err, CARAVELA_ERR_SIZE, "%s is '%s'; actions are none, veto, press_luck, tuck_from_hand, "
                     "tuck_from_bid, exchange, draw, expose_hand, neighbour_takes", key, text)
            return False
        snprintf(key, sizeof(key), "space.%d.crown", row)
        if not pz_number(params, key, 0, 100, &crown, err):
            return False
        snprintf(key, sizeof(key), "space.%d.bag", row)
        if not pz_number(params, key, 0, 9, &bag, err):
            return False
        i = index[e]
        if i >= 0 and sd == (side[e] == 66):
            r.space_act[i][phase - 1][part] = <uint8_t>action
            r.space_crown[i][phase - 1][part] = <uint8_t>crown
            r.space_bag[i][phase - 1][part] = <uint8_t>bag
        row += 1
    for sd in range(2):
        for e in range(order.count):
            for phase in range(PHASES):
                if not seen[sd][e][phase][LEFT] or seen[sd][e][phase][RIGHT] != seen[sd][e][0][RIGHT]:
                    snprintf(err, CARAVELA_ERR_SIZE, "the space tables of %s, side %s, are not complete for phase %d",
                             order.texts[e], b"B" if sd else b"A", phase + 1)
                    return False
            if seen[sd][e][0][RIGHT] and index[e] >= 0 and sd == (side[e] == 66):
                if r.parts >= 0:
                    snprintf(err, CARAVELA_ERR_SIZE, "only one explorer can have spaces with two parts")
                    return False
                r.parts = index[e]
    return True


cdef inline bint pz_actions_fit(pizarro_rules *r, char *err) noexcept nogil:
    """P8: what actions there can be where. Fills in `tucker` and `keep`."""
    cdef int e, phase, part, action, first
    for e in range(r.explorers):
        first = r.space_act[e][0][LEFT]
        for phase in range(PHASES):
            for part in range(PARTS):
                action = r.space_act[e][phase][part]
                if (action == ACT_VETO and phase != 0 or action == ACT_LUCK and phase != PHASES - 1
                        or e == r.parts and action != ACT_NONE and action != ACT_DRAW):
                    snprintf(err, CARAVELA_ERR_SIZE, "a space of phase %d has an action that cannot be there: veto "
                             "needs phase 1, press_luck phase 3, parts draw or none", phase + 1)
                    return False
                if action == ACT_TAKEN or action == ACT_TUCK_HAND:
                    r.keep[e][phase] = 1  # P5.2
            action = r.space_act[e][phase][LEFT]
            if ((action == ACT_TUCK_HAND or action == ACT_TUCK_BID or first == ACT_TUCK_HAND or first == ACT_TUCK_BID)
                    and action != first):
                snprintf(err, CARAVELA_ERR_SIZE, "an explorer tucks cards on all three spaces or on none")
                return False
        if first == ACT_TUCK_HAND or first == ACT_TUCK_BID:
            if r.tucker >= 0:
                snprintf(err, CARAVELA_ERR_SIZE, "only one explorer can tuck cards")
                return False
            r.tucker = e
    first = 0
    for e in range(r.explorers):
        first += r.space_act[e][PHASES - 1][LEFT] == ACT_LUCK
        first += (PHASES + 1) * (r.space_act[e][PHASES - 1][LEFT] == ACT_LUCK and r.cards[PHASES - 1][e] > 1)
    if first > 1:
        snprintf(err, CARAVELA_ERR_SIZE, "press_luck belongs to one explorer with one card III")
        return False
    return True


cdef inline bint pz_board(pizarro_rules *r, const caravela_params *params, char *err) noexcept nogil:
    cdef const caravela_param *order = param_array(params, "explorers.order", CARAVELA_TEXT, 1, EXPLORERS, err)
    cdef const caravela_param *first
    cdef const caravela_param *second
    cdef const caravela_param *known
    cdef const char *board
    cdef bint chosen[EXPLORERS]
    cdef int8_t index[EXPLORERS]
    cdef uint8_t side[EXPLORERS]
    cdef uint8_t copies[PHASES]
    cdef uint8_t sizes[PHASES]
    cdef int32_t cap = 0
    cdef int e, phase, one, two, all_copies = 0
    if order is NULL or not pz_names(order, err):
        return False
    first = param_array(params, "board.half_1", CARAVELA_TEXT, 0, EXPLORERS, err)
    second = param_array(params, "board.half_2", CARAVELA_TEXT, 0, EXPLORERS, err)
    known = param_array(params, "board.sides.combinations", CARAVELA_TEXT, 1, 4, err)
    if first is NULL or second is NULL or known is NULL:
        return False
    board = pz_text(params, "options.board", err)
    if board is NULL:
        return False
    if strcmp(board, "default") == 0:  # P2.1
        board = pz_text(params, "board.default.combination", err)
        if board is NULL:
            return False
    if (pz_find(known, board) < 0 or strlen(board) != 2 or board[0] != 65 and board[0] != 66
            or board[1] != 65 and board[1] != 66):
        snprintf(err, CARAVELA_ERR_SIZE, "the board is '%s'; it must be a combination of the data, as 'AA' or 'AB'",
                 board)
        return False
    if (not pz_chosen(order, params, chosen, err)
            or not pz_numbers(params, "explorer_cards.copies_per_phase", PHASES, 1, STACKS, copies, err)
            or not pz_numbers(params, "explorer_cards.stack_sizes", PHASES, 1, 255, sizes, err)
            or not pz_number(params, "options.copies", 0, STACKS, &cap, err)):
        return False
    for phase in range(PHASES):
        all_copies += copies[phase]
        if sizes[phase] != copies[phase] * order.count:
            snprintf(err, CARAVELA_ERR_SIZE, "explorer_cards.stack_sizes has %d; %d copies of %d explorers are %d",
                     <int>sizes[phase], <int>copies[phase], order.count, copies[phase] * order.count)
            return False
        if phase and copies[phase] > copies[phase - 1]:
            snprintf(err, CARAVELA_ERR_SIZE, "explorer_cards.copies_per_phase must not ascend")
            return False
    if (not pz_total(params, "components.explorers", order.count, err)
            or not pz_total(params, "components.explorer_cards", all_copies * order.count, err)
            or not pz_total(params, "components.explorer_cards_per_explorer", all_copies, err)
            or not pz_total(params, "components.board_halves", 2, err)):
        return False
    for e in range(order.count):
        one = pz_find(first, order.texts[e]) >= 0
        two = pz_find(second, order.texts[e]) >= 0
        if one + two != 1:
            snprintf(err, CARAVELA_ERR_SIZE, "explorer '%s' must be on one half of the board", order.texts[e])
            return False
        side[e] = <uint8_t>board[two]
        index[e] = -1
        if chosen[e]:
            index[e] = <int8_t>r.explorers
            for phase in range(PHASES):
                r.cards[phase][r.explorers] = <uint8_t>min(<int>copies[phase], cap) if cap else copies[phase]
                r.card_count[phase] += r.cards[phase][r.explorers]
            r.explorers += 1
    r.stacks = r.cards[0][0]
    return pz_spaces(r, params, order, index, side, err) and pz_actions_fit(r, err)


cdef inline bint pz_actions(pizarro_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """The tables of P5, P8 and P9."""
    cdef const caravela_param *usable = param_array(params, "action.veto.usable_in_phases", CARAVELA_INTEGER, 0, PHASES,
                                                    err)
    cdef int i
    if usable is NULL:
        return False
    for i in range(usable.count):
        if usable.integers[i] < 1 or usable.integers[i] > PHASES:
            snprintf(err, CARAVELA_ERR_SIZE, "action.veto.usable_in_phases has %lld; phases are 1 to %d",
                     <long long>usable.integers[i], <int>PHASES)
            return False
        r.veto_phases |= 1 << (usable.integers[i] - 1)
    return (pz_total(params, "action.veto.phase_won", 1, err)
            and pz_number(params, "action.veto.uses_per_card", 0, 2, &r.veto_uses, err)
            and pz_number(params, "action.press_luck.limit", 0, 200, &r.luck_limit, err)
            and pz_number(params, "action.press_luck.over_limit_points", -100, 100, &r.luck_over, err)
            and pz_word(params, "action.press_luck.counts", "money_value", err)
            and pz_numbers(params, "action.tuck.multiplier_by_cards_in_stack", PHASES, 0, 20, r.multiplier, err)
            and pz_total(params, "action.tuck.cards_tucked_per_win", 1, err)
            and pz_word(params, "action.tuck.side_A.from", "hand_after_payment", err)
            and pz_word(params, "action.tuck.side_A.face", "down", err)
            and pz_word(params, "action.tuck.side_B.from", "payment", err)
            and pz_word(params, "action.tuck.side_B.face", "up", err)
            and pz_number(params, "action.exchange.max_cards_per_ship", 0, 60, &r.exchange_cards, err)
            and pz_numbers(params, "action.draw.cards_by_phase", PHASES, 0, 20, r.draw_cards, err)
            and pz_word(params, "action.expose_hand.until", "end_of_phase", err)
            and pz_total(params, "action.neighbour_takes.cards", 1, err)
            and pz_word(params, "action.neighbour_takes.neighbour", "left", err)
            and pz_word(params, "action.neighbour_takes.goes_to", "discard_face_up", err)
            and pz_number(params, "auction.minimum_bid", 1, SUM_MAX, &r.minimum_bid, err)
            and pz_number(params, "auction.minimum_raise", 1, SUM_MAX, &r.minimum_raise, err)
            and pz_word(params, "ship_requirement.phase_1", "unplaced_ship", err)
            and pz_word(params, "ship_requirement.phase_2", "ship_on_space_1_of_same_explorer", err)
            and pz_word(params, "ship_requirement.phase_3", "ship_on_space_2_of_same_explorer", err)
            and pz_numbers(params, "phase_end.base_cards", PHASES, 0, 20, r.base_cards, err)
            and pz_numbers(params, "phase_end.pay_bags", PHASES, 0, 1, r.pay_bags, err)
            and pz_numbers(params, "phase_end.reshuffle_discards_first", PHASES, 0, 1, r.shuffle, err)
            and pz_numbers(params, "phase_end.marco_polo_exchange", PHASES, 0, 1, r.exchange, err))


cdef inline int pz_hand_max(const pizarro_rules *r, bint to_bid) noexcept nogil:
    """No hand ever has more cards. Every card won costs one; what it brings beyond that adds up. to_bid: a hand that
    can still bid, without what the last phase end brings."""
    cdef int most = r.start_count, phase, e, part, gain, best
    for phase in range(r.phases):
        if not to_bid or phase + 1 < r.phases:
            most += r.base_cards[phase]
        for e in range(r.explorers):
            best = 0
            for part in range(PARTS):
                gain = -1
                if r.pay_bags[phase] and (not to_bid or phase + 1 < r.phases):
                    gain += r.space_bag[e][phase][part]
                if r.space_act[e][phase][part] == ACT_DRAW:
                    gain += r.draw_cards[phase]
                best = max(best, gain)
            most += best * r.cards[phase][e]
    return min(most, r.total)


cdef inline int pz_worth_max(const pizarro_rules *r, bint to_bid) noexcept nogil:
    """What the most cards that a hand can have are worth at most."""
    cdef int left = pz_hand_max(r, to_bid), sum = 0, v, n
    for v in range(r.values - 1, -1, -1):
        n = min(left, <int>r.copies[v])
        sum += n * r.value[v]
        left -= n
    return sum


cdef inline void pz_ids(pizarro_rules *r) noexcept nogil:
    """Action, outcome and code ids (see pizarro_rules)."""
    r.first_stack = A_STACK
    r.first_pay = r.first_stack + r.stacks
    r.first_tuck = r.first_pay + r.values
    r.first_put = r.first_tuck + r.values
    r.first_bid = r.first_put + r.values
    r.actions = r.first_bid + r.bid_max
    r.first_taken = r.values
    r.first_explorer = r.first_taken + r.values
    r.first_seat = r.first_explorer + r.explorers
    r.outcomes = r.first_seat + r.players
    r.code_outcome = r.actions
    r.code_drawn = r.code_outcome + r.outcomes
    r.code_tucked = r.code_drawn + r.players
    r.code_paid = r.code_tucked + r.players
    r.code_shown = r.code_paid + r.values
    r.code_tuck_shown = r.code_shown + r.players * r.values
    r.codes = r.code_tuck_shown + r.stacks * PHASES * r.values


cdef inline bint pz_rules(pizarro_rules *r, const caravela_params *params, char *err) noexcept nogil:
    """Fills zeroed rules; False with the reason in err if the parameters are refused."""
    cdef int32_t low = 0, high = 0, wanted = 0, ships = 0
    r.tucker = r.parts = -1
    if (not pz_number(params, "players.min", 2, SEATS, &low, err)
            or not pz_number(params, "players.max", low, SEATS, &high, err)
            or not pz_number(params, "options.players", low, high, &r.players, err)
            or not pz_number(params, "options.auctioneer", -1, r.players - 1, &r.auctioneer, err)
            or not pz_number(params, "options.phases", 0, PHASES, &wanted, err)
            or not pz_number(params, "components.ships_per_player", 1, 60, &r.ships, err)
            or not pz_number(params, "options.ships", 0, 60, &ships, err)
            or not pz_total(params, "components.colours", high, err)
            or not pz_total(params, "components.ships", high * r.ships, err)):
        return False
    r.phases = wanted if wanted else PHASES
    if ships and ships < r.ships:
        r.ships = ships
    if not pz_money(r, params, err) or not pz_board(r, params, err) or not pz_actions(r, params, err):
        return False
    if r.cards[0][0] * r.veto_uses > BOTTOM:
        snprintf(err, CARAVELA_ERR_SIZE, "%d vetoes; the engine takes %d", r.cards[0][0] * r.veto_uses, <int>BOTTOM)
        return False
    r.bid_max = pz_worth_max(r, True)
    r.hand_max = pz_worth_max(r, False)
    pz_ids(r)
    return True
