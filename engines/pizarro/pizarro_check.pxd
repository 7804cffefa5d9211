"""Checks foreign bytes: whether they can be a state of these rules, or a seat's view of one.

Nothing is trusted. A block that passes is safe for every function of the engine, is in canonical form and obeys
what the rules conserve; that some game leads to it is not proved.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from pizarro_auction cimport exact_options, inexact_options, write_left
from pizarro_ships cimport write_ships
from pizarro_state cimport (
    ACT_EXCHANGE,
    ACT_EXPOSE,
    ACT_LUCK,
    ACT_TAKEN,
    ACT_TUCK_BID,
    ACT_TUCK_HAND,
    ACT_DRAW,
    BOTTOM,
    EXPLORERS,
    LEFT,
    LOG,
    LOG_BACK,
    LOG_DRAW,
    LOG_GAIN,
    LOG_INEXACT,
    LOG_LAID,
    LOG_OUT,
    LOG_SET,
    LOG_SHOW,
    LOG_SHUFFLE,
    LOG_SPARE,
    LOG_TAKEN,
    LOG_TUCK,
    LOG_TYPES,
    LOG_WORTH,
    PHASES,
    SEATS,
    STACKS,
    STEP_BID,
    STEP_DEAL,
    STEP_DRAW,
    STEP_LUCK,
    STEP_LUCK_DRAW,
    STEP_OVER,
    STEP_PART,
    STEP_PAY,
    STEP_PUT,
    STEP_REDRAW,
    STEP_SEAT,
    STEP_SHIP,
    STEP_TAKEN,
    STEP_TUCK_HAND,
    STEP_TUCK_PAID,
    STEP_TURN_UP,
    STEP_VETO,
    SUM_MAX,
    UNSEEN,
    WIDTH,
    add_hand,
    hand_values,
    pizarro_rules,
    pizarro_state,
    present,
)

# What `validate` returns.
cdef enum:
    CHECK_SEAT = 1          # the seat of the view
    CHECK_STEP = 2          # step, mover, card and what goes with them
    CHECK_PADDING = 3       # unused slots are zero
    CHECK_HANDS = 4         # hands, their sizes and sums
    CHECK_MONEY = 5         # every money card is somewhere
    CHECK_SHIPS = 6
    CHECK_STACKS = 7        # Magellan stacks
    CHECK_DECK = 8          # explorer cards
    CHECK_AUCTION = 9
    CHECK_PAYMENT = 10
    CHECK_END = 11          # dealing, exchanges, scoring
    CHECK_LOG = 12


cdef inline bint pz_zero(const uint8_t *bytes, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if bytes[i]:
            return False
    return True


cdef inline bint step_is(const pizarro_state *s, uint32_t steps) noexcept nogil:
    return steps >> s.step & 1


cdef inline bint check_padding(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    cdef int q, e, k
    for q in range(SEATS):
        if (not pz_zero(s.known[q] + r.values, WIDTH - r.values)
                or not pz_zero(s.hidden[q] + r.values, WIDTH - r.values)
                or not pz_zero(s.first_hand[q] + r.values, WIDTH - r.values)):
            return False
        if q < r.players:
            continue
        if (not pz_zero(s.known[q], WIDTH) or not pz_zero(s.hidden[q], WIDTH) or not pz_zero(s.first_hand[q], WIDTH)
                or s.sum[q] or s.worth[q][0] or s.worth[q][1] or s.hand_count[q] or s.hidden_count[q]
                or s.unplaced[q] or s.vetoes[q] or s.bags[q] or s.bases[q] or not pz_zero(s.right[q], PHASES)):
            return False
        for e in range(EXPLORERS):
            if not pz_zero(s.ships[e][q], PHASES):
                return False
    for e in range(r.explorers, EXPLORERS):
        if s.deck[e]:
            return False
        for q in range(SEATS):
            if not pz_zero(s.ships[e][q], PHASES):
                return False
    for k in range(STACKS):
        if k >= (r.stacks if r.tucker >= 0 else 0) and (s.owner[k] or s.level[k] or not pz_zero(s.tucked[k], PHASES)):
            return False
    return (pz_zero(s.stack + r.values, WIDTH - r.values) and pz_zero(s.discard + r.values, WIDTH - r.values)
            and pz_zero(s.paid + r.values, WIDTH - r.values) and pz_zero(s.first_stack + r.values, WIDTH - r.values)
            and pz_zero(s.first_discard + r.values, WIDTH - r.values) and pz_zero(s.zero, sizeof(s.zero)))


cdef inline bint check_step(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    """What can be set at which step."""
    cdef uint32_t seats = (<uint32_t>1 << r.players) - 1
    cdef bint idle, card
    if s.step > STEP_OVER:  # before anything else: a step is a number of bits to shift by
        return False
    idle = step_is(s, 1 << STEP_SEAT | 1 << STEP_TURN_UP | 1 << STEP_OVER)
    card = not idle and not step_is(s, 1 << STEP_DEAL | 1 << STEP_PUT | 1 << STEP_REDRAW | 1 << STEP_LUCK
                                    | 1 << STEP_LUCK_DRAW)
    if (s.phase >= r.phases or s.mover >= (1 if idle else r.players)
            or s.opener >= r.players or s.auctioneer >= r.players):
        return False
    if s.step == STEP_SEAT and (r.auctioneer >= 0 or s.auctioneer or s.turns or s.phase or s.log_count):
        return False
    if r.auctioneer >= 0 and s.auctioneer != r.auctioneer:
        return False
    if (s.card != 0) != card or s.card > r.explorers:
        return False
    if (s.asked | s.exposed | s.scored) & ~seats or s.blurred > 3:
        return False
    if s.asked and not step_is(s, 1 << STEP_VETO | 1 << STEP_BID | 1 << STEP_PUT | 1 << STEP_REDRAW):
        return False
    if step_is(s, 1 << STEP_VETO | 1 << STEP_BID) and not s.asked >> s.mover & 1:
        return False
    if s.exposed and not card and s.step != STEP_TURN_UP:
        return False
    if s.step == STEP_OVER and s.scored != seats or s.scored and not step_is(
            s, 1 << STEP_LUCK | 1 << STEP_LUCK_DRAW | 1 << STEP_OVER):
        return False
    return True


cdef inline bint sees_hand(const pizarro_state *s, int p, int q) noexcept nogil:
    """Does the block hold the hidden cards of seat q: in the truth (p = -1), in q's own view."""
    return p < 0 or p == q


cdef inline bint check_hands(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    cdef int q, v, known, hidden, sum
    for q in range(r.players):
        known = hidden = sum = 0
        for v in range(r.values):
            if s.known[q][v] > r.copies[v] or s.hidden[q][v] > r.copies[v]:
                return False
            known += s.known[q][v]
            hidden += s.hidden[q][v]
            sum += (s.known[q][v] + s.hidden[q][v]) * r.value[v]
        if known + s.hidden_count[q] != s.hand_count[q] or s.sum[q] != sum:
            return False
        if hidden != (s.hidden_count[q] if sees_hand(s, p, q) else 0):
            return False
        if s.hidden_count[q] and ((s.exposed | s.scored) >> q & 1 or s.log_count == 0):
            return False
        if sum > r.hand_max or s.hand_count[q] > r.total:
            return False
        if s.worth[q][0] > r.bid_max or s.worth[q][1] > r.bid_max:
            return False
        if (s.worth[q][0] or s.worth[q][1]) and s.hidden_count[q] == 0:
            return False
    return True


cdef inline bint check_money(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    """T15: every money card is in the stack, on the discard, in a hand, tucked, or laid out at scoring."""
    cdef int v, q, k, place, sum, stack = 0, unseen = s.stack_count
    cdef bint laid = step_is(s, 1 << STEP_LUCK | 1 << STEP_LUCK_DRAW | 1 << STEP_OVER)
    for q in range(r.players):
        if not sees_hand(s, p, q):
            unseen += s.hidden_count[q]
    for k in range(r.stacks):
        for place in range(PHASES):
            unseen += s.tucked[k][place] == UNSEEN
    for v in range(r.values):
        sum = s.stack[v] + s.discard[v] + (s.paid[v] if laid else 0)
        if s.stack[v] > r.copies[v] or s.discard[v] > r.copies[v] or s.paid[v] > r.copies[v]:
            return False
        for q in range(r.players):
            sum += s.known[q][v] + s.hidden[q][v]
        for k in range(r.stacks):
            for place in range(PHASES):
                sum += (s.tucked[k][place] & ~UNSEEN) == v + 1
        sum += s.last == v + 1 and tucked_in_passing(r, s)
        if sum != r.copies[v]:
            return False
        stack += s.stack[v]
    if s.step == STEP_PUT and s.stack_count < s.puts + s.room or s.draws > s.stack_count and s.step == STEP_REDRAW:
        return False
    if step_is(s, 1 << STEP_DRAW | 1 << STEP_DEAL | 1 << STEP_REDRAW | 1 << STEP_LUCK | 1 << STEP_LUCK_DRAW):
        if s.stack_count == 0:
            return False
    return stack == unseen


cdef inline bint tucked_in_passing(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    """P12.1: on side B the card is chosen before the ship."""
    return s.step == STEP_SHIP and s.card - 1 == r.tucker and r.space_act[r.tucker][s.phase][LEFT] == ACT_TUCK_BID


cdef inline bint check_ships(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    """P7.6, T15."""
    cdef int q, e, phase, placed, on, vetoes = s.bottom_count + s.turned
    for e in range(r.explorers):
        for phase in range(PHASES):
            on = 0
            for q in range(r.players):
                on += s.ships[e][q][phase]
            if on > r.cards[phase][e] or phase > s.phase and on:
                return False
    for q in range(r.players):
        placed = s.unplaced[q]
        for phase in range(PHASES):
            for e in range(r.explorers):
                placed += s.ships[e][q][phase]
            if s.right[q][phase] > (s.ships[r.parts][q][phase] if r.parts >= 0 else 0):
                return False
        placed += s.step == STEP_PART and q == s.mover
        if placed > r.ships or s.phase == 0 and placed != r.ships and not step_is(
                s, 1 << STEP_LUCK | 1 << STEP_LUCK_DRAW | 1 << STEP_OVER):
            return False
        if s.unplaced[q] and s.phase:
            return False
        vetoes += s.vetoes[q]
    return vetoes <= r.cards[0][0] * r.veto_uses


cdef inline bint check_stacks(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    cdef int on[SEATS][PHASES]
    cdef int k, q, place, card, secrets = 0
    cdef bint below = True
    cdef bint pending
    memset(on, 0, sizeof(on))
    if r.tucker < 0:
        return s.secrets == 0
    for k in range(r.stacks):
        if s.owner[k] > r.players or (s.level[k] != 0) != (s.owner[k] != 0) or s.owner[k] and not below:
            return False
        below = s.owner[k] != 0
        if not below:
            if not pz_zero(s.tucked[k], PHASES):
                return False
            continue
        q = s.owner[k] - 1
        if s.level[k] > s.phase + 1:
            return False
        on[q][s.level[k] - 1] += 1
        for place in range(PHASES):
            card = s.tucked[k][place]
            pending = s.step == STEP_TUCK_HAND and q == s.mover and place == s.phase and s.level[k] == place + 1
            if place >= s.level[k] or card == 0:
                if card or place < s.level[k] and not pending:
                    return False
                continue
            if (card & ~UNSEEN) > r.values or card == UNSEEN and (p < 0 or p == q):
                return False
            if card & UNSEEN:
                secrets += 1
                if (s.scored >> q & 1) or r.space_act[r.tucker][place][LEFT] != ACT_TUCK_HAND or s.log_count == 0:
                    return False
                if card != UNSEEN and p >= 0 and p != q:
                    return False
    for q in range(r.players):
        for place in range(PHASES):
            if on[q][place] != s.ships[r.tucker][q][place]:
                return False
    if s.step == STEP_TUCK_HAND:
        card = 0
        for k in range(r.stacks):
            card += s.owner[k] == 1 + s.mover and s.level[k] == s.phase + 1 and s.tucked[k][s.phase] == 0
        if card != 1:
            return False
    return secrets == s.secrets


cdef inline bint check_deck(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    """The explorer cards of the phase: to come, turned up, or dealt with by a ship or the box."""
    cdef int e, i, q, count = 0, here
    cdef bint over = step_is(s, 1 << STEP_DEAL | 1 << STEP_PUT | 1 << STEP_REDRAW | 1 << STEP_LUCK
                             | 1 << STEP_LUCK_DRAW | 1 << STEP_OVER)
    if s.bottom_count > r.cards[0][0] * r.veto_uses or s.turned > r.cards[0][0] * r.veto_uses:
        return False
    for i in range(BOTTOM):
        if (s.bottom[i] != 0) != (i < s.bottom_count) or s.bottom[i] > r.explorers:
            return False
    for e in range(r.explorers):
        here = s.deck[e] + (s.card == e + 1)
        for i in range(s.bottom_count):
            here += s.bottom[i] == e + 1
        count += s.deck[e]
        if step_is(s, 1 << STEP_SHIP | 1 << STEP_PART | 1 << STEP_TUCK_HAND | 1 << STEP_DRAW | 1 << STEP_TAKEN):
            here -= s.card == e + 1 and not step_is(s, 1 << STEP_SHIP | 1 << STEP_PART)
        for q in range(r.players):
            here += s.ships[e][q][s.phase]
        if here > r.cards[s.phase][e]:
            return False
    if count != s.deck_count or (over and (s.deck_count or s.bottom_count)):
        return False
    if s.step == STEP_VETO and not (s.deck_count or s.bottom_count):
        return False
    if step_is(s, 1 << STEP_TURN_UP | 1 << STEP_SEAT) and not (s.deck_count or s.bottom_count):
        return False
    return True


cdef inline bint check_auction(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    cdef int32_t ships[STACKS]
    cdef int e = s.card - 1, q, action
    cdef bint bought = step_is(s, 1 << STEP_PAY | 1 << STEP_TUCK_PAID | 1 << STEP_SHIP | 1 << STEP_PART
                               | 1 << STEP_TUCK_HAND | 1 << STEP_DRAW | 1 << STEP_TAKEN)
    if s.leader > r.players or (s.leader != 0) != (s.high != 0) or s.high > r.bid_max:
        return False
    if s.leader and not bought and s.step != STEP_BID or bought and s.leader != s.mover + 1:
        return False
    if bought and s.opener != s.mover:
        return False
    if s.step == STEP_VETO:
        for q in range(r.players):
            if s.asked >> q & 1 and not s.vetoes[q]:
                return False
        return r.veto_phases >> s.phase & 1 != 0
    if s.step == STEP_BID:
        if s.leader and (not s.asked >> (s.leader - 1) & 1 or s.leader == s.mover + 1):
            return False
        for q in range(r.players):
            if s.asked >> q & 1 and not (s.unplaced[q] if s.phase == 0 else s.ships[e][q][s.phase - 1]):
                return False
        return True
    if not bought:
        return True
    if s.step == STEP_PAY and s.hand_count[s.mover] == 0:
        return False
    action = r.space_act[e][s.phase][LEFT]
    if step_is(s, 1 << STEP_PAY | 1 << STEP_TUCK_PAID | 1 << STEP_SHIP):
        if not (s.unplaced[s.mover] if s.phase == 0 else s.ships[e][s.mover][s.phase - 1]):
            return False
    if s.step == STEP_SHIP:
        return s.phase > 0 and write_ships(r, s, ships) > 1
    if s.step == STEP_PART:
        return e == r.parts
    if s.step == STEP_TUCK_PAID:
        return action == ACT_TUCK_BID
    if s.step == STEP_TUCK_HAND:
        return action == ACT_TUCK_HAND and s.hand_count[s.mover] > 0
    if s.step == STEP_TAKEN:
        return action == ACT_TAKEN and s.hand_count[s.mover] > 0
    if s.step == STEP_DRAW:
        return (action == ACT_DRAW and s.ships[e][s.mover][s.phase] > 0 and s.draws > 0
                and s.draws <= r.draw_cards[s.phase])
    return True


cdef inline bint check_payment(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    """What is laid, and what may be chosen."""
    cdef uint8_t hand[WIDTH]
    cdef int v, paid = 0
    cdef uint32_t options = 0
    cdef bint own = p < 0 or p == s.mover
    cdef bint luck = step_is(s, 1 << STEP_LUCK | 1 << STEP_LUCK_DRAW | 1 << STEP_OVER)
    if not luck and not step_is(s, 1 << STEP_PAY | 1 << STEP_TUCK_PAID) and not pz_zero(s.paid, WIDTH):
        return False
    if s.step != STEP_PAY and (s.due or s.inexact) or s.inexact > 1:
        return False
    if s.last and not step_is(s, 1 << STEP_PAY | 1 << STEP_PUT) and not tucked_in_passing(r, s):
        return False
    if s.last > r.values or tucked_in_passing(r, s) and s.last == 0:
        return False
    if s.step == STEP_PUT:
        if (s.last != 0) != (s.puts != 0):
            return False
        if own:
            options = hand_values(s, s.mover)
            if s.last:
                options &= (<uint32_t>1 << s.last) - 1
    elif s.step == STEP_TUCK_HAND:
        options = hand_values(s, s.mover) if own else 0
    elif s.step == STEP_TUCK_PAID:
        options = present(s.paid)
        for v in range(r.values):
            if s.paid[v] > s.discard[v]:
                return False
        if options & (options - 1) == 0:
            return False
    elif s.step == STEP_PAY and not own:
        if s.due or s.inexact or s.last or not pz_zero(s.paid, WIDTH):
            return False
    elif s.step == STEP_PAY:
        add_hand(s, s.mover, hand)
        for v in range(r.values):
            if s.paid[v] > hand[v]:
                return False
            paid += s.paid[v] * r.value[v]
        if s.due == 0 or paid + s.due != s.high or (s.last != 0) != (paid != 0):
            return False
        options = exact_options(r, hand, s.high, r.values - 1)
        if s.inexact != (options == 0) or not r.keep[s.card - 1][s.phase] and s.high > s.sum[s.mover]:
            return False
        write_left(s, hand)
        v = s.last - 1 if s.last else r.values - 1
        options = inexact_options(r, hand, s.due, v) if s.inexact else exact_options(r, hand, s.due, v)
        if options == 0 or s.last and options & (options - 1) == 0:
            return False
    return s.options == options


cdef inline bint check_end(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    cdef int q, v, e, sum = 0, owner = 0, bases = 0, bags = 0
    cdef bint luck = step_is(s, 1 << STEP_LUCK | 1 << STEP_LUCK_DRAW)
    for q in range(r.players):
        bases += s.bases[q]
        bags += s.bags[q]
        if s.bases[q] > r.base_cards[s.phase]:
            return False
    if (bases or bags) != (s.step == STEP_DEAL):
        return False
    if s.step == STEP_DEAL and not (s.bases[s.mover] if bases else s.bags[s.mover]):
        return False
    if s.exchanges and not step_is(s, 1 << STEP_PUT | 1 << STEP_REDRAW):
        return False
    if s.exchanges > r.ships:
        return False
    if s.step == STEP_PUT:
        if s.room == 0 or s.puts + s.room > r.exchange_cards or s.room > s.hand_count[s.mover]:
            return False
    elif s.room or s.puts:
        return False
    if step_is(s, 1 << STEP_PUT | 1 << STEP_REDRAW):
        if not r.exchange[s.phase]:
            return False
    if s.draws and not step_is(s, 1 << STEP_DRAW | 1 << STEP_REDRAW):
        return False
    if s.step == STEP_REDRAW and (s.draws == 0 or s.draws > r.exchange_cards):
        return False
    if luck or s.step == STEP_OVER:
        if s.phase + 1 != r.phases:
            return False
        for v in range(r.values):
            sum += s.paid[v] * r.value[v]
        if sum != s.luck or luck and sum > r.luck_limit:
            return False
        for e in range(r.explorers):
            if s.phase == PHASES - 1 and r.space_act[e][PHASES - 1][LEFT] == ACT_LUCK:
                for q in range(r.players):
                    owner |= s.ships[e][q][PHASES - 1] << q
        if sum and not owner or luck and (owner != 1 << s.mover or not s.scored >> s.mover & 1):
            return False
    elif s.luck:
        return False
    return True


cdef inline bint check_entry(const pizarro_rules *r, const pizarro_state *s, int i, int p) noexcept nogil:
    """One entry of the log: its fields, and what a seat may see of it."""
    cdef int type = s.log[i] >> 12, q = s.log[i] >> 9 & 7, data = s.log[i] & 0x1FF, slot
    if type == 0 or type >= LOG_TYPES or q >= r.players:
        return False
    if type == LOG_SHUFFLE:
        return q == 0 and data == 0
    if type == LOG_WORTH or type == LOG_SPARE or type == LOG_INEXACT:
        return 0 < data <= r.bid_max
    if type == LOG_TUCK:
        slot = data >> 4
        if r.tucker < 0 or slot >= PHASES * r.stacks or (data & 15) > r.values:
            return False
        if s.owner[slot // PHASES] != q + 1:
            return False
        return (data & 15) == (s.tucked[slot // PHASES][slot % PHASES] & 127)
    if type == LOG_DRAW and p >= 0 and p != q:
        return data == 0
    return 0 < data <= r.values


cdef inline bint check_log_start(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    """An empty log leaves nothing behind; any other begins with a card that is hidden."""
    cdef int i, q, v, sum = 0
    if s.log_count > LOG:
        return False
    for i in range(s.log_count, LOG):
        if s.log[i]:
            return False
    for v in range(r.values):
        if s.first_stack[v] > r.copies[v] or s.first_discard[v] > r.copies[v]:
            return False
        sum += s.first_stack[v] + s.first_discard[v]
        for q in range(r.players):
            if s.first_hand[q][v] > r.copies[v]:
                return False
            sum += s.first_hand[q][v]
    if s.log_count == 0:
        return s.blurred == 0 and s.secrets == 0 and sum == 0
    return sum <= r.total and (s.log[0] >> 12 == LOG_DRAW or s.log[0] >> 12 == LOG_TUCK)


cdef inline bint check_log(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    """Told once more, the log leads from hands and stack as they were to those that are now."""
    cdef uint8_t hand[SEATS][WIDTH]     # where the block holds all values
    cdef uint8_t known[SEATS][WIDTH]
    cdef uint8_t discard[WIDTH]
    cdef int hidden[SEATS]
    cdef int i, q, v, type, data, count = 0
    if not check_log_start(r, s):
        return False
    if s.log_count == 0:
        return True
    memcpy(hand, s.first_hand, sizeof(hand))
    memcpy(known, s.first_hand, sizeof(hand))
    memcpy(discard, s.first_discard, WIDTH)
    for q in range(r.players):
        hidden[q] = 0
    for v in range(r.values):
        count += s.first_stack[v]
    for i in range(s.log_count):
        if not check_entry(r, s, i, p):
            return False
        type = s.log[i] >> 12
        q = s.log[i] >> 9 & 7
        data = s.log[i] & 0x1FF
        v = (data & 15) - 1
        if type == LOG_DRAW or type == LOG_GAIN or type == LOG_LAID:
            count -= 1
            if count < 0:
                return False
            if type == LOG_DRAW:
                hidden[q] += 1
            elif type == LOG_GAIN:
                known[q][v] += 1
            if type != LOG_LAID and v >= 0:
                hand[q][v] += 1
        elif type == LOG_OUT or type == LOG_TAKEN or type == LOG_SET or type == LOG_TUCK:
            if type == LOG_TUCK:
                for v in range(r.values):
                    hidden[q] += known[q][v]
                    known[q][v] = 0
                v = (data & 15) - 1
            if v >= 0 and known[q][v]:
                known[q][v] -= 1
            elif hidden[q]:
                hidden[q] -= 1
            else:
                return False
            if p < 0 or p == q:
                if hand[q][v] == 0:
                    return False
                hand[q][v] -= 1
            if type == LOG_OUT or type == LOG_TAKEN:
                discard[v] += 1
        elif type == LOG_BACK:
            if discard[v] == 0:
                return False
            discard[v] -= 1
        elif type == LOG_SHUFFLE:
            for v in range(r.values):
                count += discard[v]
            memset(discard, 0, WIDTH)
        elif type == LOG_SHOW:
            if s.log[i - 1] >> 9 != s.log[i] >> 9:
                for v in range(r.values):
                    hidden[q] += known[q][v]
                    known[q][v] = 0
            if hidden[q] == 0:
                return False
            hidden[q] -= 1
            known[q][(data & 15) - 1] += 1
            if i + 1 == s.log_count or s.log[i + 1] >> 9 != s.log[i] >> 9:
                if hidden[q] or sees_hand(s, p, q) and memcmp(hand[q], known[q], WIDTH) != 0:
                    return False
    if s.blurred & 2:
        return True
    if count != s.stack_count or memcmp(discard, s.discard, WIDTH) != 0:
        return False
    for q in range(r.players):
        if hidden[q] != s.hidden_count[q] or memcmp(known[q], s.known[q], WIDTH) != 0:
            return False
        if sees_hand(s, p, q):
            for v in range(r.values):
                if hand[q][v] != s.known[q][v] + s.hidden[q][v]:
                    return False
    return True


cdef inline int check_state(const pizarro_rules *r, const pizarro_state *s, int p) noexcept nogil:
    """0 if the block may be a true state (p = -1) or seat p's view; else the first check that fails."""
    if p < -1 or p >= r.players:
        return CHECK_SEAT
    if not check_padding(r, s):
        return CHECK_PADDING
    if not check_step(r, s):
        return CHECK_STEP
    if not check_hands(r, s, p):
        return CHECK_HANDS
    if not check_stacks(r, s, p):
        return CHECK_STACKS
    if not check_money(r, s, p):
        return CHECK_MONEY
    if not check_ships(r, s):
        return CHECK_SHIPS
    if not check_deck(r, s):
        return CHECK_DECK
    if not check_auction(r, s, p):
        return CHECK_AUCTION
    if not check_payment(r, s, p):
        return CHECK_PAYMENT
    if not check_end(r, s):
        return CHECK_END
    if not check_log(r, s, p):
        return CHECK_LOG
    return 0
