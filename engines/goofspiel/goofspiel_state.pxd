"""The state of Goofspiel: 64 bytes without padding. With `imp_info` the table of finished turns follows it.

Cards are their numbers 1 .. num_cards; 0 means none. A set of cards is bits: card c is bit c - 1. A row of the table
has one byte a seat, its bid (0 where a view does not show it), and a last one: the seat that took the point card plus
1, or players + 1 if nobody did. Rows of turns that are not over are 0.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    GOOFSPIEL_LAYOUT = 0x676F6F31  # goes up whenever the meaning of a byte changes
    GOOFSPIEL_SEATS = 8
    GOOFSPIEL_CARDS = 20

ctypedef struct goofspiel_state:
    uint32_t deck                       # point cards not dealt yet
    uint32_t hand[GOOFSPIEL_SEATS]      # bid cards not played; a card chosen in the running turn is still in it
    uint16_t points[GOOFSPIEL_SEATS]
    uint8_t bid[GOOFSPIEL_SEATS]        # chosen in the running turn
    uint16_t turn                       # turns finished
    uint8_t card                        # the point card bid for; 0 before it is dealt, and after the game
    uint8_t mover                       # the seat to choose; players when all have chosen; 0 while there is no card


cdef inline uint8_t *goofspiel_row(const goofspiel_state *s, int players, int turn) noexcept nogil:
    """The row of a finished turn, with `imp_info` only."""
    return <uint8_t *>s + sizeof(goofspiel_state) + turn * (players + 1)


cdef inline uint32_t goofspiel_all(int cards) noexcept nogil:
    """All the cards of a suit."""
    return (<uint32_t>1 << cards) - 1


cdef inline int goofspiel_size(uint32_t cards) noexcept nogil:
    """How many cards a set has."""
    cdef int n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n
