"""The state of hidden matching pennies: five 32-bit integers without padding."""

from libc.stdint cimport int32_t

cdef enum:
    PENNIES_LAYOUT = 0x70656E31  # goes up whenever the meaning of a byte changes

ctypedef struct pennies_state:
    int32_t round      # rounds finished
    int32_t won        # of those, how many seat 0 won
    int32_t mover      # the seat to choose next; 0 while none is (both have chosen, or the game is over)
    int32_t pick[2]    # 0 = not chosen in this round, 1 = heads, 2 = tails
