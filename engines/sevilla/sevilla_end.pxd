"""The end of a round (S7, S8) and of the game (S9), boarding included (S10, S11)."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from bits cimport bits_load, bits_store

from sevilla_boarding cimport sv_boarding_value, sv_may_board, sv_rebels_owed
from sevilla_boarding_best cimport sv_best_boarding
from sevilla_state cimport (
    ARENAL,
    A_BOARD,
    A_DECLINE,
    A_DONE,
    A_SELL,
    CASA,
    KINDS,
    LOTS,
    SEATS,
    STEP_BOARD,
    STEP_CARD,
    STEP_CASA,
    STEP_OVER,
    full_capacity,
    sevilla_rules,
    sevilla_state,
)


cdef inline int card_points(const sevilla_rules *r, const sevilla_state *s, int q) noexcept nogil:
    """S10, S11: what seat q scores for cards; the best it can where boarding is automatic."""
    cdef bint helm = s.helm == q
    if r.manual:
        return sv_boarding_value(&r.boarding, s.aboard[q], s.ships[q], s.purse[q], helm)
    return sv_best_boarding(&r.boarding, s.pile[q], full_capacity(r, s, q), s.ships[q], s.purse[q], helm, NULL)


cdef inline void end_game(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S9.2."""
    cdef int q
    for q in range(r.players):
        s.points[q] = card_points(r, s, q) + s.purse[q] // r.coins_a_point
    s.step = STEP_OVER
    s.mover = 0


cdef inline void start_boarding(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S9.1. El Arenal's draws are laid open (S15.1)."""
    cdef int i, owner
    if s.drawn_count:
        owner = s.holder[ARENAL] - 1
        for i in range(0, KINDS, 8):
            bits_store(s.pile[owner] + i, bits_load(s.pile[owner] + i) + bits_load(s.drawn + i))
        memset(s.drawn, 0, KINDS)
        s.drawn_count = 0
    if r.manual:
        s.step = STEP_BOARD
        s.mover = 0
    else:
        end_game(r, s)


cdef inline void board(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E9."""
    if a != A_DONE:
        s.aboard[s.mover][a - A_BOARD] += 1
        return
    s.mover += 1
    if s.mover == r.players:
        end_game(r, s)


cdef inline int write_boarding(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    """S10.8."""
    cdef int q = s.mover, capacity = full_capacity(r, s, q), n = 0, k
    if sv_rebels_owed(&r.boarding, s.pile[q], s.aboard[q], capacity) <= 0:
        out[0] = A_DONE
        n = 1
    for k in range(r.kinds):
        if s.pile[q][k] > s.aboard[q][k] and sv_may_board(&r.boarding, s.pile[q], s.aboard[q], k, capacity):
            out[n] = A_BOARD + k
            n += 1
    return n


cdef inline void start_round(sevilla_state *s) noexcept nogil:
    s.step = STEP_CARD
    s.mover = 0
    s.lot = 0
    s.slot = 0


cdef inline void end_round(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S8."""
    memset(s.spent, 0, SEATS)
    memset(s.rival, 0, LOTS)
    if s.heir:
        s.helm = s.heir - 1
        s.heir = 0
    s.swapped = 0
    s.round += 1
    if s.round < r.rounds:
        start_round(s)
    else:
        start_boarding(r, s)


cdef inline bint has_cards(const sevilla_state *s, int q) noexcept nogil:
    cdef uint64_t word = 0
    cdef int i
    for i in range(0, KINDS, 8):
        word |= bits_load(s.pile[q] + i)
    return word != 0


cdef inline void collect(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S7, after the last lot."""
    cdef int q, patron
    s.lot = 0
    s.mover = 0
    memset(s.limit, 0, SEATS)
    memset(s.fakes_left, 0, SEATS)
    for q in range(r.players):
        for patron in range(r.patrons):
            if not s.spent[q] >> patron & 1:
                s.purse[q] += r.income[patron]
    if s.holder[CASA] and has_cards(s, s.holder[CASA] - 1):
        s.step = STEP_CASA
        s.mover = s.holder[CASA] - 1
    else:
        end_round(r, s)


cdef inline void trade(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """E8, S13.6."""
    if a != A_DECLINE:
        s.pile[s.mover][a - A_SELL] -= 1
        s.purse[s.mover] += r.casa_price
    end_round(r, s)


cdef inline int write_sales(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    cdef int n = 1, k
    out[0] = A_DECLINE
    for k in range(r.kinds):
        if s.pile[s.mover][k]:
            out[n] = A_SELL + k
            n += 1
    return n
