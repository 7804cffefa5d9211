"""Build a Store (D21, D22, D24, L14)."""

from libc.stdint cimport uint8_t, uint16_t

from lisboa_can cimport list_stores, money_with, store_due
from lisboa_gain cimport later, pay, take_cube
from lisboa_state cimport (
    CHOOSE_CLEAR,
    CHOOSE_HOUSE,
    COLUMNS,
    GOODS,
    KINDS,
    PAY_ALL,
    THEN_PAY_STORE,
    THEN_PLACE_STORE,
    THEN_STORE_WIGS,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    offer,
    pop,
    push,
)


cdef inline void options_store(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D21."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    list_stores(r, s, task.seat, seat.influence, seat.reis, s.options)


cdef inline void choose_store(lisboa_state *s, int store) noexcept nogil:
    cdef int q = pop(s).seat
    push(s, CHOOSE_HOUSE, q, store)


cdef inline void options_house(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D22: slots whose reward, with that of the cell, makes the store payable."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    cdef int cell = r.store_cell[task.a], due = store_due(r, s, task.seat, cell), h
    for h in range(r.houses):
        if seat.houses >> h & 1 and due <= money_with(r, seat, cell % COLUMNS, h, seat.influence, seat.reis):
            offer(s, h)


cdef inline void choose_house(const lisboa_rules *r, lisboa_state *s, int house) noexcept nogil:
    """L14.3 to L14.6, last step first."""
    cdef lisboa_task task = pop(s)
    push(s, THEN_PLACE_STORE, task.seat, task.a, house)
    push(s, THEN_PAY_STORE, task.seat, task.a)
    later(s, task.seat, &r.house_reward[house])
    later(s, task.seat, &r.cell_reward[r.store_cell[task.a] % COLUMNS])


cdef inline void then_pay_store(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    cdef lisboa_task task = pop(s)
    pay(s, task.seat, store_due(r, s, task.seat, r.store_cell[task.a]), PAY_ALL)


cdef inline void then_place_store(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L14.5."""
    cdef lisboa_task task = pop(s)
    cdef lisboa_seat *seat = &s.seat[task.seat]
    cdef int cell = r.store_cell[task.a], good = r.store_good[task.a]
    if s.cell[cell] or s.city_up[r.store_tile[task.a]] == 0 or not seat.houses >> task.b & 1:
        return  # foreign bytes only
    s.cell[cell] = <uint8_t>(1 + GOODS * task.seat + good)
    s.city_up[r.store_tile[task.a]] -= 1
    seat.houses &= ~(<uint8_t>1 << task.b)
    seat.stores[good] += 1
    push(s, THEN_STORE_WIGS, task.seat, task.a)
    push(s, CHOOSE_CLEAR, task.seat, cell)


cdef inline void options_clear(lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D24: kinds in the row, then in the column."""
    cdef int kind
    for kind in range(KINDS):
        if s.row[task.a // COLUMNS][kind]:
            offer(s, kind)
        if s.column[task.a % COLUMNS][kind]:
            offer(s, KINDS + kind)


cdef inline void choose_clear(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    """L14.6."""
    cdef lisboa_task task = pop(s)
    if option < KINDS:
        s.row[task.a // COLUMNS][option] -= 1
    else:
        s.column[task.a % COLUMNS][option - KINDS] -= 1
    take_cube(r, s, task.seat, option % KINDS)


cdef inline bint serves(const lisboa_rules *r, int plot, int cell, int good) noexcept nogil:
    """L10.4: a plot at the side serves its row, one in the north its street."""
    return r.plot_line[plot] == (good if r.plot_side[plot] == 1 else cell // COLUMNS)


cdef inline void then_store_wigs(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L14.7."""
    cdef lisboa_task task = pop(s)
    cdef int cell = r.store_cell[task.a], good = r.store_good[task.a], p, tile
    for p in range(r.plots):
        if s.built[p] and serves(r, p, cell, good):
            tile = s.built[p] - 1
            s.seat[task.seat].wigs += r.building_wigs_of[tile >> 1][tile & 1][good]
