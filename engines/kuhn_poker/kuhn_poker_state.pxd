"""The state of Kuhn poker: eight bytes without padding, for any number of seats."""

from libc.stdint cimport int8_t, uint8_t, uint32_t

cdef enum:
    KUHN_POKER_LAYOUT = 0x6B756831  # goes up whenever the meaning of a byte changes

ctypedef struct kuhn_poker_state:
    uint32_t cards     # four bits a seat, seat 0 lowest: its card plus one; 0 = not dealt, or not known
    uint8_t steps      # cards dealt, and passes and bets made
    uint8_t end        # the number of steps at which the game is over
    uint8_t bets       # the seats that have bet, bit by bit
    int8_t mover       # the seat to act, CARAVELA_CHANCE or CARAVELA_TERMINAL


cdef inline int kuhn_poker_card(const kuhn_poker_state *s, int seat) noexcept nogil:
    """The seat's card plus one; 0 if it is not dealt, or not known."""
    return s.cards >> (4 * seat) & 15
