"""Meet the Cardinal and church scoring (D13 to D15, L11)."""

from libc.stdint cimport uint8_t, uint16_t

from lisboa_can cimport tiles_on_track
from lisboa_gain cimport gain_influence, move_treasury, trim_warehouse
from lisboa_state cimport (
    CHOOSE_RETURN,
    CHOOSE_SURRENDER,
    DONE,
    RING,
    SPACE_INFLUENCE,
    SPACE_TILE,
    THEN_CORNER,
    THEN_TILE,
    TILES,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    list_add,
    list_drop,
    list_size,
    offer,
    pop,
    push,
    top_task,
)


cdef inline void options_move(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """D13: a step needs a tile of its own."""
    cdef int tiles = tiles_on_track(r, s), n
    for n in range(1, r.steps + 1):
        if r.step_allowed[n] and n <= tiles:
            offer(s, n - 1)


cdef inline void choose_move(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    """L11.2, L11.3: the corners act in the order in which they are crossed, then the tile is taken."""
    cdef uint8_t corners[2 * RING]
    cdef int q = pop(s).seat, left = option + 1, crossed = 0, i
    for i in range(2 * RING):  # two tiles at least, or one step
        if left == 0:
            break
        s.cardinal = <uint8_t>((s.cardinal + r.direction + r.ring) % r.ring)
        if r.ring_space[s.cardinal] != SPACE_TILE:
            corners[crossed] = r.ring_space[s.cardinal]
            crossed += 1
        elif s.track[s.cardinal]:
            left -= 1
    push(s, THEN_TILE, q)
    for i in range(crossed - 1, -1, -1):
        push(s, THEN_CORNER, q, corners[i])


cdef inline void then_corner(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L11.3, L11.4."""
    cdef lisboa_task task = pop(s)
    cdef int i
    if task.a != SPACE_INFLUENCE:
        move_treasury(r, s, r.cardinal_step)
        return
    for i in range(r.players - 1, -1, -1):
        push(s, CHOOSE_SURRENDER, (task.seat + i) % r.players)


cdef inline void offer_tiles(lisboa_state *s, const lisboa_seat *seat) noexcept nogil:
    cdef int i
    for i in range(TILES):
        if seat.clergy[i]:
            offer(s, seat.clergy[i] - 1)


cdef inline void options_surrender(lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D15."""
    if s.seat[task.seat].clergy[0]:
        offer_tiles(s, &s.seat[task.seat])
        offer(s, DONE)


cdef inline void end_surrender(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L11.4: Influence once, after the powers of the tiles are gone."""
    cdef lisboa_task task = pop(s)
    if task.a:
        gain_influence(r, &s.seat[task.seat])


cdef inline void choose_surrender(const lisboa_rules *r, lisboa_state *s, int tile) noexcept nogil:
    cdef lisboa_task *task = top_task(s)
    cdef lisboa_seat *seat = &s.seat[task.seat]
    if tile == DONE:
        end_surrender(r, s)
        return
    list_drop(seat.clergy, TILES, tile + 1)
    seat.wigs += r.clergy_wigs[tile]
    task.a = 1
    trim_warehouse(r, s, task.seat)


cdef inline void then_tile(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    cdef int q = pop(s).seat, tile = s.track[s.cardinal]
    if tile == 0:
        return
    s.track[s.cardinal] = 0
    list_add(s.seat[q].clergy, TILES, tile)
    if list_size(s.seat[q].clergy, TILES) > r.clergy_max:
        push(s, CHOOSE_RETURN, q)


cdef inline void choose_return(const lisboa_rules *r, lisboa_state *s, int tile) noexcept nogil:
    """D14."""
    cdef int q = pop(s).seat
    list_drop(s.seat[q].clergy, TILES, tile + 1)
    s.bag[tile] += 1
    trim_warehouse(r, s, q)
