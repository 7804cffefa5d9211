"""Ships (P7) and the actions of the spaces they come to (P8)."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from pizarro_end cimport next_card
from pizarro_money cimport draw_card, note, show_hand, shuffle_discard, tuck_card
from pizarro_state cimport (
    ACT_DRAW,
    ACT_EXPOSE,
    ACT_TAKEN,
    ACT_TUCK_BID,
    ACT_TUCK_HAND,
    ACT_VETO,
    A_FROM_RIGHT,
    A_LEFT,
    A_STACK,
    LEFT,
    LOG_BACK,
    PHASES,
    RIGHT,
    STEP_DRAW,
    STEP_PART,
    STEP_SHIP,
    STEP_TAKEN,
    STEP_TUCK_HAND,
    STEP_TUCK_PAID,
    WIDTH,
    hand_values,
    pizarro_rules,
    pizarro_state,
    present,
)


cdef inline bint same_stack(const pizarro_rules *r, const pizarro_state *s, int a, int b) noexcept nogil:
    """P7.3: stacks on one space with equal cards are alike, unless they were tucked out of the hand."""
    cdef int count[WIDTH]
    cdef int i, v
    if r.space_act[r.tucker][0][LEFT] == ACT_TUCK_HAND:
        return False
    for v in range(WIDTH):
        count[v] = 0
    for i in range(PHASES):
        count[s.tucked[a][i]] += 1
        count[s.tucked[b][i]] -= 1
    for v in range(WIDTH):
        if count[v]:
            return False
    return True


cdef inline int write_ships(const pizarro_rules *r, const pizarro_state *s, int32_t *out) noexcept nogil:
    """D4: an action for each differing ship of the mover on the space before; 0 if they are all alike."""
    cdef int n = 0, k, other, q = s.mover, e = s.card - 1, before = s.phase - 1, on
    if e == r.parts:
        on = s.right[q][before]
        if on and on < s.ships[e][q][before]:
            out[0] = A_FROM_RIGHT - 1
            out[1] = A_FROM_RIGHT
            n = 2
    elif e == r.tucker:
        for k in range(r.stacks):
            if s.owner[k] == 1 + q and s.level[k] == s.phase:
                for other in range(k):
                    if s.owner[other] == 1 + q and s.level[other] == s.phase and same_stack(r, s, k, other):
                        break
                else:
                    out[n] = A_STACK + k
                    n += 1
        if n == 1:
            n = 0
    return n


cdef inline void draw_next(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P8.5, P9.8."""
    cdef int i, cards = 0
    if s.draws and s.stack_count == 0:
        for i in range(r.values):
            cards += s.discard[i]
        if cards:
            shuffle_discard(s)
        else:
            s.draws = 0
    if s.draws:
        s.step = STEP_DRAW
    else:
        next_card(r, s)


cdef inline void drew(const pizarro_rules *r, pizarro_state *s, int v) noexcept nogil:
    draw_card(r, s, s.mover, v)
    s.draws -= 1
    draw_next(r, s)


cdef inline void act(const pizarro_rules *r, pizarro_state *s, int part) noexcept nogil:
    """P8: the ship of the mover has come to its space."""
    cdef int q = s.mover, action = r.space_act[s.card - 1][s.phase][part]
    if action == ACT_TUCK_HAND:
        s.options = <uint16_t>hand_values(s, q)
        s.step = STEP_TUCK_HAND
    elif action == ACT_DRAW:
        s.draws = r.draw_cards[s.phase]
        draw_next(r, s)
    elif action == ACT_TAKEN and s.hand_count[q]:
        s.step = STEP_TAKEN
    else:
        if action == ACT_VETO:
            s.vetoes[q] += <uint8_t>r.veto_uses
        elif action == ACT_EXPOSE:
            s.exposed |= <uint8_t>(1 << q)
            show_hand(r, s, q)
        next_card(r, s)


cdef inline void place_ship(const pizarro_rules *r, pizarro_state *s, int part) noexcept nogil:
    cdef int e = s.card - 1
    s.ships[e][s.mover][s.phase] += 1
    if part == RIGHT:
        s.right[s.mover][s.phase] += 1
    act(r, s, part)


cdef inline int tuck_stack(const pizarro_rules *r, const pizarro_state *s) noexcept nogil:
    """The stack of the mover that came to its space without a card so far."""
    cdef int k
    for k in range(r.stacks):
        if s.owner[k] == 1 + s.mover and s.level[k] == s.phase + 1 and s.tucked[k][s.phase] == 0:
            return k
    return 0


cdef inline void choose_part(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    if s.card - 1 == r.parts:
        s.step = STEP_PART
    else:
        place_ship(r, s, LEFT)


cdef inline void move_stack(const pizarro_rules *r, pizarro_state *s, int k) noexcept nogil:
    """P8.3: the won card joins the stack; on side B the card chosen from the payment as well."""
    s.level[k] += 1
    if r.space_act[r.tucker][s.phase][LEFT] == ACT_TUCK_BID:
        s.tucked[k][s.phase] = s.last
        s.last = 0


cdef inline void take_ship(const pizarro_rules *r, pizarro_state *s, int a) noexcept nogil:
    """D4: the ship leaves the space before. -1: any, for they are alike."""
    cdef int e = s.card - 1, q = s.mover, before = s.phase - 1, k = a - A_STACK
    s.ships[e][q][before] -= 1
    if e == r.parts:
        if a == A_FROM_RIGHT or a < 0 and s.right[q][before]:
            s.right[q][before] -= 1
    elif e == r.tucker:
        if a < 0:
            k = 0
            while s.owner[k] != 1 + q or s.level[k] != s.phase:
                k += 1
        move_stack(r, s, k)
    choose_part(r, s)


cdef inline void choose_ship(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P7."""
    cdef int32_t ships[8]
    cdef int k = 0
    if s.phase == 0:
        s.unplaced[s.mover] -= 1
        if s.card - 1 == r.tucker:
            while s.owner[k]:
                k += 1
            s.owner[k] = <uint8_t>(1 + s.mover)
            move_stack(r, s, k)
        choose_part(r, s)
    elif write_ships(r, s, ships):
        s.step = STEP_SHIP
    else:
        take_ship(r, s, -1)


cdef inline void tuck_paid(const pizarro_rules *r, pizarro_state *s, int v) noexcept nogil:
    """P8.3, side B: the rest of the payment stays on the discard."""
    cdef int i
    if s.log_count:
        note(s, LOG_BACK, s.mover, 1 + v)
    s.discard[v] -= 1
    for i in range(WIDTH):
        s.paid[i] = 0
    s.last = <uint8_t>(1 + v)
    s.options = 0
    choose_ship(r, s)


cdef inline void tuck_held(const pizarro_rules *r, pizarro_state *s, int v) noexcept nogil:
    """P8.3, side A."""
    tuck_card(r, s, s.mover, v, tuck_stack(r, s))
    next_card(r, s)


cdef inline void taken_away(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    s.taken += 1
    next_card(r, s)
