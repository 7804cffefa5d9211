"""Checks foreign bytes: are they a state, or a seat's view, of Leduc poker?"""

from libc.stdint cimport uint32_t

from abi cimport CARAVELA_CHANCE, CARAVELA_MAX_PLAYERS, CARAVELA_TERMINAL, caravela_game
from leduc_poker_deck cimport take_card
from leduc_poker_state cimport first_seat, in_game, leduc_poker_rules, leduc_poker_state, next_seat, rules_of


cdef inline bint good_cards(const caravela_game *g, const leduc_poker_state *s, int p) noexcept nogil:
    """Dealt cards are there, if p knows them (-1: all are known), and none more often than the deck has it."""
    cdef uint32_t gone = 0, more
    cdef int q
    for q in range(CARAVELA_MAX_PLAYERS):
        if s.card[q] > g.chance_max or (s.card[q] != 0) != (q < s.dealt and (p < 0 or p == q)):
            return False
        more = take_card(g, gone, s.card[q])
        if s.card[q] != 0 and more == gone:
            return False
        gone = more
    return s.open_card == 0 or (s.open_card <= g.chance_max and take_card(g, gone, s.open_card) != gone)


cdef inline bint is_level(int amount, int low, int by, int count) noexcept nogil:
    """Whether the amount is one of `count`: low, low + by, low + 2 by, ..."""
    return low <= amount < low + by * count and (amount - low) % by == 0


cdef inline bint good_payments(const caravela_game *g, const leduc_poker_state *s) noexcept nogil:
    """Active seats have paid the stake; those that a raise made wait, and all that have folded, an earlier one."""
    cdef const leduc_poker_rules *r = rules_of(g)
    cdef int by = r.raise_by[s.open_card != 0]
    cdef int level = s.stake - by * s.raises                # at which the round began
    cdef int earlier = (level - r.ante) // r.raise_by[0]    # raises of the first round, seen from the second
    cdef int seat = s.mover
    cdef uint32_t late = 0
    cdef int i, q
    for i in range(s.waiting if s.raises > 0 else 0):
        late |= <uint32_t>1 << seat
        seat = next_seat(g, s, seat)
    for q in range(CARAVELA_MAX_PLAYERS):
        if q >= g.players:
            if s.paid[q] != 0:
                return False
        elif late >> q & 1:
            if not is_level(s.paid[q], level, by, s.raises):
                return False
        elif in_game(s, q):
            if s.paid[q] != s.stake:
                return False
        elif not is_level(s.paid[q], level, by, s.raises) and not is_level(s.paid[q], r.ante, r.raise_by[0], earlier):
            return False
    return True


cdef inline bint good_round(const caravela_game *g, const leduc_poker_state *s) noexcept nogil:
    """Stake, raises and those who wait agree with the mover."""
    cdef const leduc_poker_rules *r = rules_of(g)
    cdef int level = s.stake - r.raise_by[s.open_card != 0] * s.raises
    cdef int seat, i
    if s.raises > r.raises_max:
        return False
    if s.dealt < g.players:
        return (s.mover == CARAVELA_CHANCE and s.open_card == 0 and s.stake == r.ante and s.raises == 0
                and s.folded == 0 and s.waiting == 0)
    if s.open_card == 0 and s.mover != CARAVELA_CHANCE:
        if level != r.ante:
            return False
    elif not is_level(level, r.ante, r.raise_by[0], r.raises_max + 1):
        return False
    if s.active == 1:                                       # L8, and who folded was asked to pay
        return s.mover == CARAVELA_TERMINAL and s.waiting == 0 and s.raises > 0
    if s.mover == CARAVELA_CHANCE:
        return s.waiting == 0 and s.raises == 0 and s.open_card == 0
    if s.mover == CARAVELA_TERMINAL:
        return s.waiting == 0 and s.open_card != 0
    if s.mover < 0 or s.mover >= g.players or not in_game(s, s.mover):
        return False
    if s.waiting < 1 or s.waiting > s.active - (s.raises > 0):
        return False
    seat = first_seat(g, s)
    for i in range(s.active - s.waiting):
        seat = next_seat(g, s, seat)
    return s.raises > 0 or s.mover == seat


cdef inline int check_state(const caravela_game *g, const leduc_poker_state *s, int p) noexcept nogil:
    """0, or the number of the check that failed. p = -1: a true state, else that seat's view."""
    cdef int active = 0
    cdef int q
    if s.dealt > g.players or not good_cards(g, s, p):
        return 1
    for q in range(g.players):
        active += in_game(s, q)
    if s.folded >> g.players != 0 or active == 0 or s.active != active:
        return 2
    if not good_round(g, s):
        return 3
    return 0 if good_payments(g, s) else 4
