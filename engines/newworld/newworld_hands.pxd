"""Cards: hands, draw pile, discard pile, and the log of which pile the cards in the hands came from."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from newworld_state cimport EPOCHS, LOG, SEATS, TITLES, add_counts, newworld_rules, newworld_state


cdef inline void forget_piles(newworld_state *s) noexcept nogil:
    """All that is hidden came from one pile, or nobody can tell any more."""
    memset(s.piles, 0, sizeof(s.piles))
    memset(s.log, 0, sizeof(s.log))
    memset(s.log_count, 0, sizeof(s.log_count))
    s.epochs = 0
    s.fresh = 0


cdef inline void note(newworld_state *s, int q, int entry) noexcept nogil:
    """One more entry in the log of seat q."""
    if s.log_count[q] == LOG:
        forget_piles(s)
        s.blurred = 1
        return
    s.log[q][s.log_count[q]] = <uint8_t>entry
    s.log_count[q] += 1


cdef inline void emptied(const newworld_rules *r, newworld_state *s, int q) noexcept nogil:
    """The hand of seat q is empty: what it will hold comes from the present pile."""
    s.fresh |= <uint8_t>(1 << q)
    if s.fresh == (1 << r.players) - 1:
        forget_piles(s)
        s.blurred = 0


cdef inline void begin_log(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """At a reshuffle the pile is empty: what the hands hold together is known to all."""
    cdef int q, t, i
    s.epochs = 1
    for q in range(r.players):
        add_counts(s.piles[0], s.hand[q])
        for t in range(r.titles):
            for i in range(s.hand[q][t]):
                note(s, q, 1 << 5 | 1 + t)
                if s.epochs == 0:
                    return


cdef inline void shuffle(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N4.2: the discard pile becomes the draw pile."""
    cdef int q, t
    if s.epochs == EPOCHS:
        forget_piles(s)
        s.blurred = 1
    if s.epochs == 0:
        begin_log(r, s)
    if s.epochs:
        memcpy(s.piles[s.epochs], s.discard, TITLES)
        s.epochs += 1
    for t in range(r.titles):
        s.pile_count += s.discard[t]
    memcpy(s.pile, s.discard, TITLES)
    memset(s.discard, 0, TITLES)
    s.drawn = 0
    s.shuffles += 1
    s.fresh = 0
    for q in range(r.players):
        if s.hand_count[q] == 0:
            emptied(r, s, q)


cdef inline bint card_there(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N4.2: is there a card to draw, if need be after a reshuffle?"""
    cdef int t
    if s.pile_count:
        return True
    for t in range(r.titles):
        if s.discard[t]:
            shuffle(r, s)
            return True
    return False


cdef inline void draw_card(newworld_state *s, int q, int t) noexcept nogil:
    """A card goes from the pile to the hand of seat q."""
    s.pile[t] -= 1
    s.pile_count -= 1
    s.drawn += 1
    s.hand[q][t] += 1
    s.hand_count[q] += 1
    if s.epochs:
        note(s, q, s.epochs << 5 | 1 + t)


cdef inline void leave_hand(const newworld_rules *r, newworld_state *s, int q, int t) noexcept nogil:
    """A card is played or discarded; everybody sees it. Where it goes is up to the caller."""
    s.hand[q][t] -= 1
    s.hand_count[q] -= 1
    if s.epochs:
        note(s, q, 1 + t)
    if s.hand_count[q] == 0 and (s.epochs or s.blurred):
        emptied(r, s, q)
