"""The state of Liar's Dice: eight bytes, then a hand for each seat, 64 bits.

A hand counts its dice face by face, four bits a face from face 1 on.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

cdef enum:
    LIARS_DICE_LAYOUT = 0x6C696431  # goes up whenever the meaning of a byte changes
    LIARS_DICE_SEATS = 8
    LIARS_DICE_SIDES = 16
    LIARS_DICE_NUMDICE = 15

ctypedef struct liars_dice_state:
    int16_t bid                         # the number of the last bid; -1 before the first
    uint16_t rolled                     # dice rolled so far, seat by seat
    uint8_t mover                       # the seat to bid; after the game, the one that said "liar"
    uint8_t over
    uint8_t zero[2]                     # always 0
    uint64_t hand[LIARS_DICE_SEATS]     # as many as there are players


cdef inline int liars_dice_count(uint64_t hand, int face) noexcept nogil:
    """How many dice of a hand show this face (from 1)."""
    return <int>(hand >> 4 * (face - 1)) & 15
