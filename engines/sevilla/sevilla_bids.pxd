"""Secret bids (S5), seat by seat from the Helm; nobody sees another's before all are done."""

from libc.stdint cimport int32_t, uint32_t

from bits cimport bits_load, bits_sum

from sevilla_lots cimport open_lots
from sevilla_state cimport (
    A_BID,
    A_FALSE,
    STEP_AMOUNT,
    STEP_FALSE,
    STEP_SHOW,
    first_of,
    free_money,
    sevilla_rules,
    sevilla_state,
)


cdef inline int disc_count(int coins, int false_coins) noexcept nogil:
    """S5.3."""
    return (coins + 2) // 3 + false_coins


cdef inline void start_bids(sevilla_state *s) noexcept nogil:
    s.step = STEP_AMOUNT
    s.mover = s.helm
    s.lot = 0


cdef inline void show_discs(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S5.3; and what everybody may conclude about purses. Then the lots.

    Were this a part of the last bid, that bid would be noticed by all when it is made, and earlier ones not.
    """
    cdef int q, lot
    s.done = 0
    s.turns += 1
    for q in range(r.players):
        s.limit[q] = s.purse[q]
        if r.tokens:
            s.fakes_left[q] = r.false_coins
            for lot in range(r.lots):
                s.discs[q][lot] = disc_count(s.bid[q][lot], s.fake[q][lot])
    open_lots(r, s)


cdef inline void next_bid(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """The present seat is through with a lot."""
    s.step = STEP_AMOUNT
    s.lot += 1
    if s.lot < r.lots:
        return
    s.lot = 0
    s.done |= 1 << s.mover
    if s.done != (1 << r.players) - 1:
        s.mover = first_of(~s.done & ((<uint32_t>1 << r.players) - 1), s.helm)
        return
    s.mover = 0
    s.step = STEP_SHOW


cdef inline void bid_coins(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E1."""
    s.bid[s.mover][s.lot] = a - A_BID
    if r.tokens:
        s.step = STEP_FALSE
    else:
        next_bid(r, s)


cdef inline void bid_false(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E2."""
    s.fake[s.mover][s.lot] = a - A_FALSE
    next_bid(r, s)


cdef inline int write_range(int first, int most, int32_t *out) noexcept nogil:
    """first .. first + most."""
    cdef int i
    for i in range(most + 1):
        out[i] = first + i
    return most + 1


cdef inline int write_coins(const sevilla_state *s, int32_t *out) noexcept nogil:
    """S5.2a."""
    return write_range(A_BID, free_money(s, s.mover), out)


cdef inline int write_false(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    """S5.2b."""
    return write_range(A_FALSE, r.false_coins - bits_sum(bits_load(s.fake[s.mover])), out)
