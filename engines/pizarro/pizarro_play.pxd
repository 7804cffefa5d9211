"""The course of a game: set-up, legal actions, chance, one step, results."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_rng
from bits cimport bits_load, bits_lowest, bits_pick, bits_sum
from rng cimport rng_bounded

from pizarro_auction cimport answer_veto, bid, pay, turned_up
from pizarro_end cimport begin_phase, count_points, dealt, drew_again, laid_out, press_on, put_away
from pizarro_money cimport discard_card
from pizarro_ships cimport drew, place_ship, take_ship, taken_away, tuck_held, tuck_paid, write_ships
from pizarro_state cimport (
    A_DECLINE,
    A_DONE,
    A_DRAW,
    A_LEFT,
    A_PASS,
    A_RIGHT,
    A_STOP,
    A_VETO,
    LOG_TAKEN,
    SEATS,
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
    WIDTH,
    add_hand,
    max_bid,
    pizarro_rules,
    pizarro_state,
)

cdef enum:
    DECIDES = (1 << STEP_VETO | 1 << STEP_BID | 1 << STEP_PAY | 1 << STEP_TUCK_PAID | 1 << STEP_SHIP | 1 << STEP_PART
               | 1 << STEP_TUCK_HAND | 1 << STEP_PUT | 1 << STEP_LUCK)
    DRAWS = 1 << STEP_DRAW | 1 << STEP_DEAL | 1 << STEP_REDRAW | 1 << STEP_LUCK_DRAW


cdef inline void start_state(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P2."""
    cdef int q, v
    memset(s, 0, sizeof(pizarro_state))
    for v in range(WIDTH):
        s.stack[v] = <uint8_t>(r.copies[v] - r.players * r.start[v])
    s.stack_count = <uint8_t>(r.total - r.players * r.start_count)
    for q in range(r.players):
        memcpy(s.known[q], r.start, WIDTH)
        s.hand_count[q] = <uint8_t>r.start_count
        s.sum[q] = <unsigned short>r.start_sum
        s.unplaced[q] = <uint8_t>r.ships
    begin_phase(r, s, 0)
    if r.auctioneer < 0:
        s.step = STEP_SEAT
    else:
        s.auctioneer = s.opener = <uint8_t>r.auctioneer


cdef inline int player_to_act(const pizarro_state *s) noexcept nogil:
    if DECIDES >> s.step & 1:
        return s.mover
    return CARAVELA_TERMINAL if s.step == STEP_OVER else CARAVELA_CHANCE


cdef inline int write_values(uint32_t values, int first, int32_t *out) noexcept nogil:
    cdef int n = 0
    while values:
        out[n] = first + bits_lowest(values)
        n += 1
        values &= values - 1
    return n


cdef inline int write_two(int a, int b, int32_t *out) noexcept nogil:
    out[0] = a
    out[1] = b
    return 2


cdef inline int write_bids(const pizarro_rules *r, const pizarro_state *s, int32_t *out) noexcept nogil:
    """P5.4: pass, then every whole number up to what the hand allows."""
    cdef int low = s.high + r.minimum_raise if s.leader else r.minimum_bid
    cdef int count = max_bid(r, s, s.mover, r.keep[s.card - 1][s.phase]) - low + 1, base = r.first_bid + low - 1, i
    out[0] = A_PASS
    if count <= 0:
        return 1
    count = min(count, r.bid_max - low + 1)  # no game leads to more; foreign bytes may
    for i in range(count):
        out[1 + i] = base + i
    return 1 + count


cdef inline int write_actions(const pizarro_rules *r, const pizarro_state *s, int32_t *out) noexcept nogil:
    """P12, ascending."""
    if s.step == STEP_BID:
        return write_bids(r, s, out)
    if s.step == STEP_PAY:
        return write_values(s.options, r.first_pay, out)
    if s.step == STEP_VETO:
        return write_two(A_VETO, A_DECLINE, out)
    if s.step == STEP_TUCK_HAND or s.step == STEP_TUCK_PAID:
        return write_values(s.options, r.first_tuck, out)
    if s.step == STEP_PUT:
        out[0] = A_DONE
        return 1 + write_values(s.options, r.first_put, out + 1)
    if s.step == STEP_PART:
        return write_two(A_LEFT, A_RIGHT, out)
    if s.step == STEP_SHIP:
        return write_ships(r, s, out)
    if s.step == STEP_LUCK:
        return write_two(A_DRAW, A_STOP, out)
    return 0


cdef inline int write_parts(const uint8_t *counts, int kinds, int total, int first, int32_t *out,
                            double *p) noexcept nogil:
    """Each of the `total` cards is as likely."""
    cdef int n = 0, i
    for i in range(kinds):
        if counts[i]:
            out[n] = first + i
            p[n] = <double>counts[i] / total
            n += 1
    return n


cdef inline int write_outcomes(const pizarro_rules *r, const pizarro_state *s, int32_t *out, double *p) noexcept nogil:
    """P14."""
    cdef uint8_t hand[WIDTH]
    cdef int q
    if DRAWS >> s.step & 1:
        return write_parts(s.stack, r.values, s.stack_count, 0, out, p)
    if s.step == STEP_TURN_UP:
        if s.deck_count:
            return write_parts(s.deck, r.explorers, s.deck_count, r.first_explorer, out, p)
        out[0] = r.first_explorer + s.bottom[0] - 1
        p[0] = 1.0
        return 1
    if s.step == STEP_TAKEN:
        add_hand(s, s.mover, hand)
        return write_parts(hand, r.values, s.hand_count[s.mover], r.first_taken, out, p)
    if s.step == STEP_SEAT:
        for q in range(r.players):
            out[q] = r.first_seat + q
            p[q] = 1.0 / r.players
        return r.players
    return 0


cdef inline int pick(const uint8_t *counts, int total, caravela_rng *rng) noexcept nogil:
    """One of `total` cards in an array of WIDTH counts."""
    cdef int at = rng_bounded(rng, total), sum
    cdef uint64_t word = bits_load(counts)
    sum = bits_sum(word)
    if at < sum:
        return bits_pick(word, at)
    return 8 + bits_pick(bits_load(counts + 8), at - sum)


cdef inline int draw_outcome(const pizarro_rules *r, const pizarro_state *s, caravela_rng *rng) noexcept nogil:
    cdef uint8_t hand[WIDTH]
    cdef int e = 0, at
    if DRAWS >> s.step & 1:
        return pick(s.stack, s.stack_count, rng)
    if s.step == STEP_TURN_UP:
        if s.deck_count == 0:
            return r.first_explorer + s.bottom[0] - 1
        at = rng_bounded(rng, s.deck_count)
        while at >= s.deck[e]:
            at -= s.deck[e]
            e += 1
        return r.first_explorer + e
    if s.step == STEP_TAKEN:
        add_hand(s, s.mover, hand)
        return r.first_taken + pick(hand, s.hand_count[s.mover], rng)
    return r.first_seat + rng_bounded(rng, r.players)


cdef inline uint64_t draw_key(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    """Deck 0: the auctioneer; 1 to 3: phase stacks, by cards turned up; 4: known bottom cards; 5: cards taken by
    neighbours; 16 and on: the money stack since each shuffle, by cards drawn."""
    if DRAWS >> s.step & 1:
        return <uint64_t>(16 + s.shuffles) << 32 | s.drawn
    if s.step == STEP_TURN_UP:
        if s.deck_count:
            return <uint64_t>(1 + s.phase) << 32 | <uint64_t>(r.card_count[s.phase] - s.deck_count)
        return <uint64_t>4 << 32 | s.turned
    if s.step == STEP_TAKEN:
        return <uint64_t>5 << 32 | s.taken
    return 0


cdef inline void decide(const pizarro_rules *r, pizarro_state *s, int a) noexcept nogil:
    cdef int step = s.step
    if step == STEP_BID:
        bid(r, s, a)
    elif step == STEP_PAY:
        pay(r, s, a - r.first_pay)
        if s.step == STEP_PAY:  # the others do not see how far it is
            return
    elif step == STEP_VETO:
        answer_veto(r, s, a)
    elif step == STEP_TUCK_HAND:
        s.options = 0
        tuck_held(r, s, a - r.first_tuck)
    elif step == STEP_TUCK_PAID:
        tuck_paid(r, s, a - r.first_tuck)
    elif step == STEP_PUT:
        put_away(r, s, a)
    elif step == STEP_PART:
        place_ship(r, s, a - A_LEFT)
    elif step == STEP_SHIP:
        take_ship(r, s, a)
    else:
        press_on(r, s, a)
    s.turns += 1


cdef inline void step(const pizarro_rules *r, pizarro_state *s, int a) noexcept nogil:
    """One action or outcome."""
    if DECIDES >> s.step & 1:
        decide(r, s, a)
    elif s.step == STEP_TURN_UP:
        turned_up(r, s, a - r.first_explorer)
    elif s.step == STEP_DEAL:
        dealt(r, s, a)
    elif s.step == STEP_DRAW:
        drew(r, s, a)
    elif s.step == STEP_REDRAW:
        drew_again(r, s, a)
    elif s.step == STEP_TAKEN:
        discard_card(r, s, s.mover, a - r.first_taken, LOG_TAKEN)
        taken_away(r, s)
    elif s.step == STEP_LUCK_DRAW:
        laid_out(r, s, a)
    else:
        s.auctioneer = s.opener = <uint8_t>(a - r.first_seat)
        s.step = STEP_TURN_UP


cdef inline void write_ranks(const pizarro_rules *r, const pizarro_state *s, int32_t *out) noexcept nogil:
    """P10.6."""
    cdef int32_t total[SEATS]
    cdef int q, other
    count_points(r, s, total)
    for q in range(r.players):
        out[q] = 1
        for other in range(r.players):
            out[q] += total[other] > total[q]


cdef inline void write_returns(const pizarro_rules *r, const pizarro_state *s, double *out) noexcept nogil:
    """P10.5: shares of the win, scaled so that a lone winner has 1; the sum is 0."""
    cdef int32_t rank[SEATS]
    cdef int q, winners = 0
    write_ranks(r, s, rank)
    for q in range(r.players):
        winners += rank[q] == 1
    for q in range(r.players):  # one division each: the nearest number to the exact share
        out[q] = (<double>(r.players - winners) / (winners * (r.players - 1)) if rank[q] == 1
                  else -1.0 / (r.players - 1))
