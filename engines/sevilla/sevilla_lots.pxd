"""The lots, one after another (S6), and what follows a win (S13.4, S13.5, S14.4)."""

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset


from sevilla_end cimport collect
from sevilla_state cimport (
    ARENAL,
    A_DECLINE,
    A_FIRST,
    A_GIVE,
    A_HAND_OVER,
    A_KEEP,
    A_PASS,
    A_PATRON,
    A_PAY,
    A_SWAP,
    PUERTO,
    SEATS,
    STEP_ARENAL,
    STEP_DEAL,
    STEP_DRAW,
    STEP_ORDER,
    STEP_REBID,
    STEP_TOLL,
    free_money,
    next_of,
    patron_value,
    rival_disc,
    sevilla_rules,
    sevilla_state,
    total_of,
)

# Functions that return bint here say whether the lot still waits for a decision or for chance.


cdef inline int highest(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """S6.2, S12.3: the largest total on the present lot, the false player's disc among them."""
    cdef int high = rival_disc(s), q
    for q in range(r.players):
        high = max(high, total_of(r, s, q))
    return high


cdef inline uint32_t beating(const sevilla_rules *r, const sevilla_state *s, int q) noexcept nogil:
    """S6.5: the ready patrons with which seat q would have the largest total, as bits."""
    cdef int needed = highest(r, s) - s.bid[q][s.lot], patron
    cdef uint32_t found = 0
    for patron in range(r.patrons):
        if not s.spent[q] >> patron & 1 and patron_value(r, s, q, patron) > needed:
            found |= <uint32_t>1 << patron
    return found


cdef inline bint offer_swap(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S13.4."""
    s.slot = 0
    if (s.holder[ARENAL] == 1 + s.mover and not s.swapped and (s.card[s.lot][0] or s.card[s.lot][1])
            and (s.deck_count or s.bottom_count or not r.arenal_needs_deck)):
        s.step = STEP_ARENAL
        return True
    return False


cdef inline bint offer_deal(const sevilla_rules *r, sevilla_state *s, int slot) noexcept nogil:
    """S14.4, R11: from that card of the lot on."""
    cdef int i
    for i in range(slot, 2):
        if s.card[s.lot][i] and r.deal >> (s.card[s.lot][i] - 1) & 1:
            s.slot = i
            s.step = STEP_DEAL
            return True
    return offer_swap(r, s)


cdef inline void clear_bids(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """Nothing of the present lot lies on the boards any more (S6.8, S6.10)."""
    cdef int q
    for q in range(r.players):
        s.bid[q][s.lot] = 0
        s.fake[q][s.lot] = 0
        s.discs[q][s.lot] = 0
    memset(s.backing, 0, SEATS)
    s.asked = 0


cdef inline bint win(const sevilla_rules *r, sevilla_state *s, int q) noexcept nogil:
    """S6.8. The cards of the lot stay noted there until all that follows is decided."""
    cdef int lot = s.lot, i
    cdef bint toll = False
    s.purse[q] -= s.bid[q][lot]
    if s.backing[q]:
        s.spent[q] |= 1 << (s.backing[q] - 1)
    for i in range(2):
        if s.card[lot][i]:
            s.pile[q][s.card[lot][i] - 1] += 1
    if lot == r.lots - 1:
        s.ships[q] += 1
        s.capacity[q] += r.ship[s.round]
        s.heir = 1 + q
    if s.small >> lot & 1:
        s.ships[q] += 1
        s.capacity[q] += r.small_capacity
        s.small &= ~(1 << lot)
        toll = s.holder[PUERTO] and s.holder[PUERTO] != 1 + q
    clear_bids(r, s)
    s.mover = q
    if toll:
        s.step = STEP_TOLL
        return True
    return offer_deal(r, s, 0)


cdef inline bint settle(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S6.7, when all contenders were asked."""
    cdef int high = highest(r, s), winner = -1, tops = 0, q
    for q in range(r.players):
        if total_of(r, s, q) == high:
            winner = q
            tops += 1
    if tops == 1 and high > rival_disc(s):
        return win(r, s, winner)
    clear_bids(r, s)  # S6.9
    return False


cdef inline bint ask_seat(const sevilla_rules *r, sevilla_state *s, int q) noexcept nogil:
    """Seat q's turn to rebid; skipped without a patron that beats."""
    s.asked &= ~(1 << q)
    if beating(r, s, q):
        s.mover = q
        s.step = STEP_REBID
        return True
    return False


cdef inline bint ask_next(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S6.4: from the Helm's left; the Helm holder, if still to be asked, is the last."""
    while s.asked:
        if ask_seat(r, s, next_of(s.asked, s.helm)):
            return True
    return settle(r, s)


cdef inline bint open_lot(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S6.1 to S6.4."""
    cdef uint32_t contenders = 0
    cdef int q, only = 0
    for q in range(r.players):
        s.limit[q] -= s.bid[q][s.lot]
        s.fakes_left[q] -= s.fake[q][s.lot]
        if s.bid[q][s.lot]:
            contenders |= <uint32_t>1 << q
            only = q
    if contenders == 0:
        clear_bids(r, s)
        return False
    if contenders & (contenders - 1) == 0:
        if s.bid[only][s.lot] > rival_disc(s):
            return win(r, s, only)
    elif contenders >> s.helm & 1:
        s.asked = contenders
        s.mover = s.helm
        s.step = STEP_ORDER
        return True
    s.asked = contenders
    return ask_next(r, s)


cdef inline void open_lots(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """From the present lot on, to the next decision, draw or collection."""
    while not open_lot(r, s):
        end_lot(s)
        if s.lot == r.lots:
            collect(r, s)
            return


cdef inline void end_lot(sevilla_state *s) noexcept nogil:
    s.card[s.lot][0] = s.card[s.lot][1] = 0
    s.small &= ~(1 << s.lot)
    s.slot = 0
    s.mover = 0
    s.lot += 1


cdef inline void go_on(const sevilla_rules *r, sevilla_state *s, bint waits) noexcept nogil:
    """After a decision on a lot."""
    if waits:
        return
    end_lot(s)
    if s.lot == r.lots:
        collect(r, s)
    else:
        open_lots(r, s)


cdef inline void choose_order(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E3."""
    if a == A_FIRST and ask_seat(r, s, s.helm):
        return
    go_on(r, s, ask_next(r, s))


cdef inline void rebid(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E4."""
    if a != A_PASS:
        s.backing[s.mover] = 1 + a - A_PATRON
    go_on(r, s, ask_next(r, s))


cdef inline void pay_toll(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E5, S13.5."""
    cdef int q = s.mover, owner = s.holder[PUERTO] - 1
    if a == A_PAY:
        s.purse[q] -= r.toll
        s.purse[owner] += r.toll
        # It came out of free money, so that what is left covers all bids on lots to come.
        s.limit[q] = min(s.limit[q], s.purse[q])
    else:
        s.ships[q] -= 1
        s.capacity[q] -= r.small_capacity
        s.ships[owner] += 1
        s.capacity[owner] += r.small_capacity
    go_on(r, s, offer_deal(r, s, 0))


cdef inline void deal_card(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E6, S14.4."""
    cdef int k = s.card[s.lot][s.slot] - 1, slot = s.slot
    if a != A_KEEP:
        s.pile[s.mover][k] -= 1
        s.pile[a - A_GIVE][k] += 1
        s.card[s.lot][slot] = 0
    go_on(r, s, offer_deal(r, s, slot + 1))


cdef inline void swap_card(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E7, S13.4."""
    cdef int slot = a - A_SWAP
    if a == A_DECLINE:
        go_on(r, s, False)
        return
    s.pile[s.mover][s.card[s.lot][slot] - 1] -= 1
    s.bottom[s.bottom_count] = s.card[s.lot][slot]
    s.bottom_count += 1
    s.card[s.lot][slot] = 0
    s.swapped = 1
    s.step = STEP_DRAW


cdef inline int write_rebids(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    cdef uint32_t patrons = beating(r, s, s.mover)
    cdef int n = 1, patron
    out[0] = A_PASS
    for patron in range(r.patrons):
        if patrons >> patron & 1:
            out[n] = A_PATRON + patron
            n += 1
    return n


cdef inline int write_toll(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    cdef int n = 0
    if free_money(s, s.mover) >= r.toll:
        out[0] = A_PAY
        n = 1
    out[n] = A_HAND_OVER
    return n + 1


cdef inline int write_deals(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    cdef int n = 1, q
    out[0] = A_KEEP
    for q in range(r.players):
        if q != s.mover:
            out[n] = A_GIVE + q
            n += 1
    return n


cdef inline int write_swaps(const sevilla_state *s, int32_t *out) noexcept nogil:
    cdef int n = 1, slot
    out[0] = A_DECLINE
    for slot in range(2):
        if s.card[s.lot][slot]:
            out[n] = A_SWAP + slot
            n += 1
    return n
