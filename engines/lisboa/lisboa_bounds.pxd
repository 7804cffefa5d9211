"""How long a game can get, and how many options a decision can have."""

from lisboa_state cimport *


cdef inline int turns_bound(const lisboa_rules *r) noexcept nogil:
    """A turn takes a card from the display; after the last trigger come less than two rounds (L18)."""
    cdef int i, cards = 0
    for i in range(2, GROUPS):
        cards += r.group_cards[i]
    return cards + 2 * r.players


cdef inline int reward_bound(const lisboa_rules *r) noexcept nogil:
    """Decisions of one reward."""
    return 30


cdef inline int decisions_bound(const lisboa_rules *r) noexcept nogil:
    return turns_bound(r) * 400


cdef inline int draws_bound(const lisboa_rules *r) noexcept nogil:
    return 600


cdef inline int legal_bound(const lisboa_rules *r) noexcept nogil:
    return 128
