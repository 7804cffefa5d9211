"""The state of Monty Hall: five 32-bit integers without padding. Doors are stored plus one; 0 means none."""

from libc.stdint cimport int32_t

cdef enum:
    MONTY_HALL_LAYOUT = 0x6D6F6E31  # goes up whenever the meaning of a byte changes

cdef enum monty_hall_phase:
    PLACING, PICKING, OPENING, CHOOSING, OVER

ctypedef struct monty_hall_state:
    int32_t phase      # a monty_hall_phase
    int32_t prize      # the door with the prize; 0 in the guest's view until the end
    int32_t pick       # the guest's first door
    int32_t opened     # the door the host opened
    int32_t choice     # the guest's last word
