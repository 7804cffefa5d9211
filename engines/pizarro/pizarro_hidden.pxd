"""Who knows what (P13): codes of steps, views, and the view as floats."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport bits_load, bits_store, bits_sum

from pizarro_end cimport ships_on
from pizarro_state cimport (
    ACT_EXPOSE,
    LEFT,
    LOG_DRAW,
    LOG_TUCK,
    PHASES,
    RIGHT,
    SEATS,
    STEP_DEAL,
    STEP_DRAW,
    STEP_PAY,
    STEP_PUT,
    STEP_REDRAW,
    STEP_SEAT,
    STEP_TAKEN,
    STEP_TUCK_HAND,
    STEP_TURN_UP,
    STEP_LUCK_DRAW,
    STEP_OVER,
    UNSEEN,
    WIDTH,
    pizarro_rules,
    pizarro_state,
)


cdef inline int write_payment(const pizarro_rules *r, const pizarro_state *before, const pizarro_state *after,
                              int32_t *codes) noexcept nogil:
    """P6.3: what left the hand of the payer, in descending order. Nothing comes to a hand in the same step."""
    cdef int n = 0, q = before.mover, v, i, gone
    for v in range(r.values - 1, -1, -1):
        gone = before.known[q][v] + before.hidden[q][v] - after.known[q][v] - after.hidden[q][v]
        for i in range(gone):
            codes[n] = r.code_paid + v
            n += 1
    return n


cdef inline int write_hand(const pizarro_rules *r, const pizarro_state *after, int q, int32_t *codes) noexcept nogil:
    cdef int n = 0, v, i
    for v in range(r.values):
        for i in range(after.known[q][v]):
            codes[n] = r.code_shown + q * r.values + v
            n += 1
    return n


cdef inline int write_shown(const pizarro_rules *r, const pizarro_state *before, const pizarro_state *after,
                            int32_t *codes) noexcept nogil:
    """P10.3: hands and cards of stacks shown at scoring in this step."""
    cdef int n = 0, q, k, place, shown
    cdef uint32_t open = after.scored & ~before.scored
    for q in range(r.players):
        if open >> q & 1:
            n += write_hand(r, after, q, codes + n)
    for k in range(r.stacks):
        for place in range(PHASES):
            shown = after.tucked[k][place]
            if before.tucked[k][place] & UNSEEN and not shown & UNSEEN:
                codes[n] = r.code_tuck_shown + (k * PHASES + place) * r.values + shown - 1
                n += 1
    return n


cdef inline int write_codes(const pizarro_rules *r, const pizarro_state *before, int a, const pizarro_state *after,
                            int p, int32_t *codes) noexcept nogil:
    """Every step is public but for cards drawn unseen, cards tucked face down, and payments that are not complete."""
    cdef int step = before.step, q = before.mover, n = 0
    cdef bint sees = q == p or before.exposed >> q & 1
    if step == STEP_PAY:
        if q == p:
            codes[0] = a
            n = 1
        if after.step != STEP_PAY:
            n += write_payment(r, before, after, codes + n)
            if r.space_act[before.card - 1][before.phase][LEFT] == ACT_EXPOSE:  # P8.6, also if the phase ends at once
                n += write_hand(r, after, q, codes + n)
    elif step == STEP_TUCK_HAND:
        codes[0] = a if sees else r.code_tucked + q
        n = 1
    elif step == STEP_DRAW or step == STEP_DEAL or step == STEP_REDRAW:
        codes[0] = r.code_outcome + a if sees else r.code_drawn + q
        n = 1
    else:
        codes[0] = a
        if step == STEP_SEAT or step == STEP_TURN_UP or step == STEP_TAKEN or step == STEP_LUCK_DRAW:
            codes[0] += r.code_outcome
        n = 1
    if after.scored != before.scored:
        n += write_shown(r, before, after, codes + n)
    return n


cdef inline void blank_hand(const pizarro_rules *r, pizarro_state *s, int q) noexcept nogil:
    """The hidden cards of seat q are unseen; of its hand the known part remains."""
    cdef uint64_t word
    cdef int i, v
    for i in range(0, WIDTH, 8):
        word = bits_load(s.hidden[q] + i)
        bits_store(s.stack + i, bits_load(s.stack + i) + word)
    for v in range(r.values):
        s.sum[q] -= <uint16_t>(s.hidden[q][v] * r.value[v])
    memset(s.hidden[q], 0, WIDTH)


cdef inline void blank(const pizarro_rules *r, pizarro_state *s, int p) noexcept nogil:
    """Seat p's view."""
    cdef int q, k, place, i, type
    for q in range(r.players):
        if q != p and s.hidden_count[q]:
            blank_hand(r, s, q)
    if s.secrets:
        for k in range(r.stacks):
            if s.owner[k] == 1 + p:
                continue
            for place in range(PHASES):
                if s.tucked[k][place] > UNSEEN:
                    s.stack[(s.tucked[k][place] & ~UNSEEN) - 1] += 1
                    s.tucked[k][place] = UNSEEN
    for i in range(s.log_count):
        if s.log[i] >> 9 & 7 != p:
            type = s.log[i] >> 12
            if type == LOG_DRAW:
                s.log[i] &= <uint16_t>~0x1FF
            elif type == LOG_TUCK and s.tucked[(s.log[i] >> 4 & 31) // PHASES][(s.log[i] >> 4 & 31) % PHASES] & UNSEEN:
                s.log[i] &= <uint16_t>~15
    if s.mover != p and (s.step == STEP_PAY or s.step == STEP_TUCK_HAND or s.step == STEP_PUT):
        s.options = 0
        if s.step == STEP_PAY:  # nothing is seen before the payment is complete
            memset(s.paid, 0, WIDTH)
            s.due = 0
            s.inexact = 0
            s.last = 0


cdef inline int tensor_size(const pizarro_rules *r) noexcept nogil:
    """Number of floats of `write_tensor`."""
    cdef int seats = r.players, values = r.values, explorers = r.explorers, stacks = r.stacks
    return (17 + PHASES + 2 * explorers + 11 + 4 * values + r.cards[0][0] * r.veto_uses * explorers
            + seats * (13 + 2 * values + (explorers + 1) * PHASES) + stacks * (seats + 1 + PHASES * (values + 1)))


cdef inline void write_tensor(const pizarro_rules *r, const pizarro_state *s, int p, float *out) noexcept nogil:
    """Seat p's view (blanked already) as tensor_size floats; layout in the README."""
    cdef float *at = out
    cdef int seats = r.players, values = r.values, i, q, e, v, phase, card
    memset(out, 0, tensor_size(r) * sizeof(float))
    at[s.step] = 1
    at[17 + s.phase] = 1
    at += 17 + PHASES
    if s.card:
        at[s.card - 1] = 1
    for e in range(r.explorers):
        at[r.explorers + e] = <float>s.deck[e] / r.cards[0][e]
    at += 2 * r.explorers
    at[0] = <float>s.stack_count / r.total
    at[1] = <float>s.high / r.bid_max
    at[2] = <float>s.due / r.bid_max
    at[3] = s.inexact
    at[4] = <float>s.last / values
    at[5] = <float>s.exchanges / r.ships
    at[6] = <float>s.room / (r.exchange_cards + 1)
    at[7] = <float>s.puts / (r.exchange_cards + 1)
    at[8] = <float>s.draws / r.total
    at[9] = <float>s.luck / (r.luck_limit + 1)
    at[10] = <float>s.deck_count / r.card_count[s.phase]
    at += 11
    for v in range(values):
        at[v] = <float>s.stack[v] / r.copies[v]
        at[values + v] = <float>s.discard[v] / r.copies[v]
        at[2 * values + v] = <float>s.paid[v] / r.copies[v]
        at[3 * values + v] = s.options >> v & 1
    at += 4 * values
    for i in range(r.cards[0][0] * r.veto_uses):
        if s.bottom[i]:
            at[s.bottom[i] - 1] = 1
        at += r.explorers
    for i in range(seats):  # seat p first, then clockwise
        q = (p + i) % seats
        at[0] = player_moves(s) and s.mover == q
        at[1] = s.opener == q
        at[2] = s.auctioneer == q
        at[3] = s.asked >> q & 1
        at[4] = s.leader == q + 1
        at[5] = (s.exposed | s.scored) >> q & 1
        at[6] = <float>s.hand_count[q] / r.total
        at[7] = <float>s.hidden_count[q] / r.total
        at[8] = <float>s.unplaced[q] / r.ships
        at[9] = <float>s.vetoes[q] / max(1, r.cards[0][0] * r.veto_uses)
        at[10] = <float>(s.bases[q] + s.bags[q]) / r.total
        at[11] = <float>s.worth[q][0] / r.bid_max
        at[12] = <float>s.worth[q][1] / r.bid_max
        at += 13
        for v in range(values):
            at[v] = <float>s.known[q][v] / r.copies[v]
            at[values + v] = <float>s.hidden[q][v] / r.copies[v]
        at += 2 * values
        for phase in range(PHASES):
            for e in range(r.explorers):
                at[e] = <float>s.ships[e][q][phase] / r.cards[0][e]
            at[r.explorers] = <float>s.right[q][phase] / r.cards[0][0]
            at += r.explorers + 1
    for i in range(r.stacks):
        if s.owner[i]:
            at[(s.owner[i] - 1 - p + seats) % seats] = 1
        at[seats] = <float>s.level[i] / PHASES
        at += seats + 1
        for phase in range(PHASES):
            card = s.tucked[i][phase]
            if card & ~UNSEEN:
                at[(card & ~UNSEEN) - 1] = 1
            if card & UNSEEN:
                at[values] = 1
            at += values + 1


cdef inline bint player_moves(const pizarro_state *s) noexcept nogil:
    """Does `mover` mean anything?"""
    return s.step != STEP_SEAT and s.step != STEP_TURN_UP and s.step != STEP_OVER
