"""The state of Leduc poker: 24 bytes without padding, for any number of seats."""

from libc.stdint cimport int8_t, int32_t, uint8_t

from abi cimport caravela_game

cdef enum:
    LEDUC_POKER_LAYOUT = 0x6C656431  # goes up whenever the meaning of a byte changes
    SUITS = 2

ctypedef struct leduc_poker_state:
    uint8_t card[8]    # of each seat, plus one; 0 = not dealt, or not known
    uint8_t paid[8]    # by each seat; 0 where nobody sits
    uint8_t open_card  # plus one; 0 = not dealt
    uint8_t stake      # the most that any seat has paid
    uint8_t raises     # made in this round
    uint8_t folded     # bit of each seat that has folded
    uint8_t active     # how many have not
    uint8_t waiting    # how many seats must act before the round ends, if nobody raises
    uint8_t dealt      # seats 0 .. dealt - 1 have a card
    int8_t mover       # the seat to act, CARAVELA_CHANCE or CARAVELA_TERMINAL

ctypedef struct leduc_poker_rules:
    int32_t ante
    int32_t raise_by[2]  # in each round
    int32_t raises_max   # in a round
    int32_t start        # the seat that starts a round
    int32_t merged       # 1 if suits cannot be told apart: cards are ranks; else 0
    bint mapped          # illegal actions are calls


cdef inline const leduc_poker_rules *rules_of(const caravela_game *g) noexcept nogil:
    return <const leduc_poker_rules *>g.self


cdef inline bint in_game(const leduc_poker_state *s, int seat) noexcept nogil:
    return not s.folded >> seat & 1


cdef inline int next_seat(const caravela_game *g, const leduc_poker_state *s, int seat) noexcept nogil:
    """The first seat after this one that has not folded."""
    seat += 1
    if seat >= g.players:
        seat = 0
    while not in_game(s, seat):
        seat += 1
        if seat == g.players:
            seat = 0
    return seat


cdef inline int first_seat(const caravela_game *g, const leduc_poker_state *s) noexcept nogil:
    """The seat that starts a round."""
    cdef int start = rules_of(g).start
    return start if in_game(s, start) else next_seat(g, s, start)  # L3
