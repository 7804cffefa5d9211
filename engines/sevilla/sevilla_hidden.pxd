"""Who knows what (S15): codes of steps, views, and the view as floats."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport bits_load, bits_store

from sevilla_bids cimport disc_count
from sevilla_state cimport (
    ARENAL,
    BUILDINGS,
    C_COINS,
    C_DISC,
    C_DRAWN,
    C_OUTCOME,
    C_RIVAL,
    C_SHOWN,
    C_TOKENS,
    DISCS,
    KINDS,
    LOTS,
    MONEY,
    STEP_AMOUNT,
    STEP_BOARD,
    STEP_BUILDING,
    STEP_CARD,
    STEP_CASA,
    STEP_DISC,
    STEP_DRAW,
    STEP_FALSE,
    STEP_HELM,
    STEP_ORDER,
    STEP_OVER,
    STEP_SHOW,
    TOKENS,
    first_of,
    sevilla_rules,
    sevilla_state,
)


cdef inline bint bidding(const sevilla_state *s) noexcept nogil:
    """Have the bids of the round not been shown yet?"""
    return STEP_AMOUNT <= s.step <= STEP_SHOW


cdef inline bint settling(const sevilla_state *s) noexcept nogil:
    """Is a lot of the round uncovered and not yet settled?"""
    return STEP_ORDER <= s.step <= STEP_DRAW


cdef inline int uncovered(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """How many lots of the round have been uncovered."""
    if settling(s):
        return s.lot + 1
    return r.lots if s.step >= STEP_CASA else 0


cdef inline int write_bids(const sevilla_rules *r, const sevilla_state *before, int lots,
                           int32_t *codes) noexcept nogil:
    """S5.3, S6.1: what the step shows of bids; afterwards `lots` lots are uncovered."""
    cdef int n = 0, q, lot
    if before.step == STEP_SHOW and r.tokens:
        for q in range(r.players):
            for lot in range(r.lots):
                codes[n] = C_TOKENS + (q * LOTS + lot) * TOKENS + disc_count(before.bid[q][lot], before.fake[q][lot])
                n += 1
    for lot in range(uncovered(r, before), lots):
        for q in range(r.players):
            codes[n] = C_COINS + (q * LOTS + lot) * (MONEY + 1) + before.bid[q][lot]
            n += 1
        if r.rival:
            codes[n] = C_RIVAL + lot * DISCS + before.rival[lot] - 1
            n += 1
    return n


cdef inline int write_shown(const sevilla_rules *r, const sevilla_state *before, int a, int32_t *codes) noexcept nogil:
    """El Arenal's draws, when boarding begins; the step itself may have been the last of them."""
    cdef int n = 0, k, copies, i
    cdef int last = a if before.step == STEP_DRAW and before.deck_count else -1
    for k in range(KINDS):
        copies = before.drawn[k] + (k == last)
        for i in range(copies):
            codes[n] = C_SHOWN + k
            n += 1
    return n


cdef inline int write_codes(const sevilla_rules *r, const sevilla_state *before, int a, const sevilla_state *after,
                            int p, int32_t *codes) noexcept nogil:
    """Every step is public but for bids before all are made, discs face down, and what El Arenal's owner draws."""
    cdef int step = before.step, lots, n
    codes[0] = a
    if step == STEP_AMOUNT or step == STEP_FALSE:
        return before.mover == p
    if step == STEP_DISC:
        codes[0] = C_DISC
        return 1
    if step == STEP_DRAW and before.mover != p:
        codes[0] = C_DRAWN
    elif step == STEP_HELM or step == STEP_BUILDING or step == STEP_CARD or step == STEP_SHOW or step == STEP_DRAW:
        codes[0] += C_OUTCOME
    lots = uncovered(r, after) if after.round == before.round else r.lots
    n = 1 + write_bids(r, before, lots, codes + 1)
    if before.step < STEP_BOARD <= after.step:
        n += write_shown(r, before, a, codes + n)
    return n


cdef inline void blank_bids(const sevilla_rules *r, sevilla_state *s, int p) noexcept nogil:
    """Others' coins and false coins on lots that are not uncovered, and the false player's discs there."""
    cdef int first = uncovered(r, s), q
    cdef uint64_t kept
    if first >= r.lots:
        return
    kept = (<uint64_t>1 << 8 * first) - 1
    for q in range(r.players):
        if q != p:
            bits_store(s.bid[q], bits_load(s.bid[q]) & kept)
            bits_store(s.fake[q], bits_load(s.fake[q]) & kept)
    bits_store(s.rival, bits_load(s.rival) & kept)


cdef inline void blank(const sevilla_rules *r, sevilla_state *s, int p) noexcept nogil:
    """Seat p's view."""
    cdef uint32_t others = ((<uint32_t>1 << r.players) - 1) & ~(<uint32_t>1 << p)
    cdef int i
    if s.drawn_count and s.holder[ARENAL] != 1 + p:
        for i in range(0, KINDS, 8):
            bits_store(s.deck + i, bits_load(s.deck + i) + bits_load(s.drawn + i))
        memset(s.drawn, 0, KINDS)
    if s.step < STEP_DISC or s.step > STEP_DRAW:
        return
    blank_bids(r, s, p)
    if not bidding(s):
        return
    # Whether others have bid is as secret as what: to p they always have still to, after p.
    if s.done >> p & 1:
        s.done = <uint8_t>(1 << p)
        s.mover = <uint8_t>first_of(others, s.helm)
    elif s.mover == p:
        s.done = 0
        return
    else:
        s.done = 0
        s.mover = <uint8_t>p
    s.lot = 0
    s.step = STEP_AMOUNT


cdef inline int tensor_size(const sevilla_rules *r) noexcept nogil:
    """Number of floats of `write_tensor`."""
    cdef int table = 16 + 6 + 3 * r.kinds + r.lots * (2 + 2 * r.kinds + DISCS)
    return table + r.players * (10 + 6 + BUILDINGS + 3 * r.lots + (2 if r.manual else 1) * r.kinds)


cdef inline void write_tensor(const sevilla_rules *r, const sevilla_state *s, int p, float *out) noexcept nogil:
    """Seat p's view (blanked already) as tensor_size floats; layout in the README."""
    cdef float *at = out
    cdef bint acts = s.step > STEP_HELM and s.step < STEP_OVER, shut = not r.cards_public and s.step < STEP_BOARD
    cdef int i, q, k, lot
    memset(out, 0, tensor_size(r) * sizeof(float))
    at[s.step] = 1
    at += 16
    at[0] = <float>s.round / r.rounds
    at[1] = <float>s.supply / max(1, r.small_ships)
    at[2] = <float>s.deck_count / r.total
    at[3] = <float>s.bottom_count / r.total
    at[4] = <float>s.drawn_count / r.total
    at[5] = s.swapped
    at += 6
    for k in range(r.kinds):
        at[k] = s.deck[k]
        at[r.kinds + k] = s.drawn[k]
        if shut:
            for q in range(r.players):
                at[k] += s.pile[q][k] if q != p else 0
    for i in range(s.bottom_count):
        at[2 * r.kinds + s.bottom[i] - 1] += 1
    for k in range(3 * r.kinds):
        at[k] /= max(1, <int>r.copies[k % r.kinds])
    at += 3 * r.kinds
    for lot in range(r.lots):
        at[0] = s.lot == lot
        at[1] = s.small >> lot & 1
        at += 2
        for i in range(2):
            if s.card[lot][i]:
                at[s.card[lot][i] - 1] = 1
            at += r.kinds
        if s.rival[lot]:
            at[s.rival[lot] - 1] = 1
        at += DISCS
    for i in range(r.players):  # seat p first, then clockwise
        q = (p + i) % r.players
        at[0] = acts and s.mover == q and s.step != STEP_CARD and s.step != STEP_DISC and s.step != STEP_SHOW
        at[1] = s.step != STEP_HELM and s.helm == q
        at[2] = s.heir == 1 + q
        at[3] = s.done >> q & 1
        at[4] = s.asked >> q & 1
        at[5] = <float>s.purse[q] / MONEY
        at[6] = <float>s.limit[q] / MONEY
        at[7] = <float>s.fakes_left[q] / max(1, r.false_coins)
        at[8] = <float>s.ships[q] / (r.rounds + r.small_ships)
        at[9] = <float>s.capacity[q] / 256
        at += 10
        for k in range(3):
            at[k] = s.spent[q] >> k & 1
            at[3 + k] = s.backing[q] == 1 + k
        at += 6
        for k in range(BUILDINGS):
            at[k] = s.holder[k] == 1 + q
        at += BUILDINGS
        for lot in range(r.lots):
            at[lot] = <float>s.bid[q][lot] / MONEY
            at[r.lots + lot] = <float>s.fake[q][lot] / max(1, r.false_coins)
            at[2 * r.lots + lot] = <float>s.discs[q][lot] / TOKENS
        at += 3 * r.lots
        if not shut or q == p:
            for k in range(r.kinds):
                at[k] = <float>s.pile[q][k] / max(1, <int>r.copies[k])
        at += r.kinds
        if r.manual:
            for k in range(r.kinds):
                at[k] = <float>s.aboard[q][k] / max(1, <int>r.copies[k])
            at += r.kinds
