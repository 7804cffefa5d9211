"""Plague Ship (N10): reductions in turn, and a poll after each."""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from newworld_map cimport lose, reduce
from newworld_react cimport open_window
from newworld_state cimport (
    GO_CARD_DONE,
    STEP_PLAGUE,
    STEP_PLEDGE,
    WINDOW_REVOLT,
    free_sites,
    newworld_rules,
    newworld_state,
    next_seat,
    occupied,
)


cdef inline int pledge_most(const newworld_rules *r, const newworld_state *s, int q) noexcept nogil:
    """N10.3."""
    return min(<int>s.vp[q], r.plague_vp - s.paid)


cdef inline bint may_stop(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """N10.6."""
    return r.one_lap and s.reduced == (1 << r.players) - 1


cdef inline void ask_to_reduce(newworld_state *s, int q) noexcept nogil:
    s.plague = s.mover = <uint8_t>q
    s.step = STEP_PLAGUE


cdef inline void end_plague(const newworld_rules *r, newworld_state *s) noexcept nogil:
    memset(s.pledge, 0, sizeof(s.pledge))
    s.mover = s.plague = s.reduced = s.stopped = s.paid = 0
    if r.plague_revolt:  # R12
        open_window(r, s, WINDOW_REVOLT, s.actor)
    else:
        s.step = GO_CARD_DONE


cdef inline void end_poll(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N10.3: fewer than 5 were pledged; nothing is paid."""
    if not r.pledges_paid:
        memset(s.pledge, 0, sizeof(s.pledge))
        s.paid = 0
    ask_to_reduce(s, s.plague)


cdef inline void ask_to_pledge(const newworld_rules *r, newworld_state *s, int q) noexcept nogil:
    """The next who can pledge, from seat q on; the poll began with the seat that is to reduce next."""
    while pledge_most(r, s, q) == 0:
        q = next_seat(r, q)
        if q == s.plague:
            end_poll(r, s)
            return
    s.mover = <uint8_t>q
    s.step = STEP_PLEDGE


cdef inline int next_ill(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """N10.2: the next player clockwise who has not stopped."""
    cdef int q = next_seat(r, s.plague)
    while s.stopped >> q & 1:
        q = next_seat(r, q)
    return q


cdef inline void plague_reduces(const newworld_rules *r, newworld_state *s, int site) noexcept nogil:
    """N10.2: nobody gains VP."""
    reduce(s, <uint16_t>1 << site)
    if r.one_lap:
        s.reduced |= <uint8_t>(1 << s.plague)
    if occupied(s) & free_sites(r, s) == 0:
        end_plague(r, s)
        return
    s.plague = <uint8_t>next_ill(r, s)
    ask_to_pledge(r, s, s.plague)


cdef inline void plague_stops(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N10.6: for this player; when all have stopped, for good."""
    s.stopped |= <uint8_t>(1 << s.plague)
    if s.stopped == (1 << r.players) - 1:
        end_plague(r, s)
    else:
        ask_to_reduce(s, next_ill(r, s))


cdef inline void pledge(const newworld_rules *r, newworld_state *s, int amount) noexcept nogil:
    """N10.3, N10.4."""
    cdef int q
    s.paid += <uint8_t>amount
    if r.pledges_paid:
        lose(s, s.mover, amount)
    else:
        s.pledge[s.mover] = <uint8_t>amount
    if s.paid == r.plague_vp:
        for q in range(r.players):
            lose(s, q, s.pledge[q])
        end_plague(r, s)
        return
    q = next_seat(r, s.mover)
    if q == s.plague:
        end_poll(r, s)
    else:
        ask_to_pledge(r, s, q)
