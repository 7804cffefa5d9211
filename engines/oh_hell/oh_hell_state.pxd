"""The state of Oh Hell: cards are sets of bits, everything else a byte a seat. Little to copy, little to hash.

Card c is bit c: rank * suits + suit, ascending by rank. A field that says "+ 1" is 0 while there is nothing to tell.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t

from abi cimport caravela_game
from bits cimport bits_count

cdef enum:
    OH_HELL_LAYOUT = 0x6F686C31  # goes up whenever the meaning of a byte changes
    OH_HELL_SEATS = 7
    OH_HELL_SUITS = 4

ctypedef struct oh_hell_state:
    uint64_t pool                   # the undealt cards; in a view also the hands that the seat does not see
    uint32_t voids                  # suits that a seat has shown not to hold: bit suit of the seat's four bits
    int8_t mover                    # what current_player returns
    uint8_t step                    # cards dealt; from the bidding on, tricks finished
    uint8_t tricks                  # of the game
    uint8_t dealer                  # + 1
    uint8_t trump                   # the card turned up, + 1
    uint8_t leader                  # of the first or the running trick; while cards are dealt, who gets the next one
    uint8_t winner                  # who would take the running trick; 0 between tricks
    uint8_t trick[OH_HELL_SEATS]    # card of each seat in the running trick, + 1
    uint8_t bids[OH_HELL_SEATS]     # + 1
    uint8_t won[OH_HELL_SEATS]      # tricks
    uint64_t hands[OH_HELL_SEATS]   # a game of fewer seats ends its states with its last seat's hand

# An opened game: options and what follows from them.
ctypedef struct oh_hell_rules:
    uint64_t deck                           # all cards
    uint64_t suits[1 << OH_HELL_SUITS]      # all cards of a set of suits
    uint8_t suit_of[64]
    int32_t players
    int32_t suit_count
    int32_t cards
    int32_t least_tricks
    int32_t most_tricks
    int32_t points                          # for a trick
    int32_t bonus                           # for a bid that was made
    int32_t off_bid_penalty


cdef inline const oh_hell_rules *oh_hell_of(const caravela_game *g) noexcept nogil:
    return <const oh_hell_rules *>g.self


cdef inline int oh_hell_next(const oh_hell_rules *o, int q) noexcept nogil:
    """The seat after q."""
    return q + 1 if q + 1 < o.players else 0


cdef inline bint oh_hell_bidding(const oh_hell_state *s) noexcept nogil:
    """Whether bids are still to be made, once there is a dealer: he bids last."""
    return s.bids[s.dealer - 1] == 0


cdef inline int oh_hell_void(const oh_hell_state *s, int q) noexcept nogil:
    """The set of suits that seat q has shown not to hold."""
    return s.voids >> (OH_HELL_SUITS * q) & ((1 << OH_HELL_SUITS) - 1)


cdef inline int oh_hell_held(const oh_hell_rules *o, const oh_hell_state *s, int q) noexcept nogil:
    """How many cards seat q holds, whether or not they are seen."""
    if s.trump == 0:
        return s.step // o.players + (q < s.leader)
    return s.tricks - s.step - (s.trick[q] != 0)


cdef inline bint oh_hell_sees(const oh_hell_state *s, int p, int q) noexcept nogil:
    """Whether seat p (-1: who sees everything) sees the hand of seat q. Nobody sees any while cards are dealt."""
    return p < 0 or (p == q and s.trump != 0)


cdef inline void oh_hell_sizes(const oh_hell_rules *o, const oh_hell_state *s, int p, uint8_t *sizes) noexcept nogil:
    """How many cards each hand has that seat p does not see; 0 for its own. `sizes` holds OH_HELL_SEATS."""
    cdef int q
    for q in range(OH_HELL_SEATS):
        sizes[q] = 0 if q >= o.players or oh_hell_sees(s, p, q) else <uint8_t>oh_hell_held(o, s, q)


cdef inline void oh_hell_suits(const oh_hell_rules *o, const oh_hell_state *s, uint8_t *pool,
                               uint8_t *allowed) noexcept nogil:
    """The pool as the dealing of `deal.pxd` wants it: cards of each suit, and the seats that may hold them."""
    cdef int suit, q
    for suit in range(o.suit_count):
        pool[suit] = <uint8_t>bits_count(s.pool & o.suits[1 << suit])
        allowed[suit] = 0
        for q in range(o.players):
            if not oh_hell_void(s, q) >> suit & 1:
                allowed[suit] |= 1 << q
