"""Take a Decree (D25, D26, L15) and Open a Public Building (D27, D28, L16)."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lisboa_can cimport list_plans, officials_needed, officials_of
from lisboa_gain cimport later, move_price, pay, take_cube
from lisboa_pay cimport leave_noble
from lisboa_state cimport (
    CELLS,
    CHOOSE_DECREE,
    CHOOSE_HIRE,
    CHOOSE_PLOT,
    DONE,
    DRAW_BUILDING,
    GOODS,
    HELD,
    KINDS,
    NOBLES,
    PAY_ALL,
    THEN_LOOT,
    THEN_OPEN,
    THEN_SERVE,
    discounted,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    list_drop,
    offer,
    pop,
    push,
    top_task,
)
from lisboa_store cimport serves


cdef inline void options_decree(lisboa_state *s) noexcept nogil:
    """D25."""
    s.options[0] = s.decree_display[0]
    s.options[1] = s.decree_display[1]


cdef inline void choose_decree(lisboa_state *s, int decree) noexcept nogil:
    cdef lisboa_task *task = top_task(s)
    cdef uint64_t bit = <uint64_t>1 << (decree & 63)
    s.decree_display[decree >> 6] &= ~bit
    s.seat[task.seat].decrees[decree >> 6] |= bit
    task.a -= 1
    if task.a == 0:
        pop(s)


cdef inline void options_more(lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D26."""
    if s.seat[task.seat].markers and (s.decree_display[0] or s.decree_display[1]):
        offer(s, 0)
        offer(s, DONE)


cdef inline void choose_more(lisboa_state *s, int option) noexcept nogil:
    cdef int q = top_task(s).seat
    if option == DONE:
        pop(s)
    else:
        s.seat[q].markers -= 1
        push(s, CHOOSE_DECREE, q, 1)


cdef inline void options_open(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D27, first half."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    list_plans(r, s, task.seat, seat.influence, seat.reis, s.options)


cdef inline void choose_open(lisboa_state *s, int plan) noexcept nogil:
    cdef int q = pop(s).seat
    push(s, CHOOSE_PLOT, q, plan)


cdef inline void options_plot(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """D27, second half."""
    cdef int p
    for p in range(r.plots):
        if s.built[p] == 0:
            offer(s, p)


cdef inline void choose_plot(const lisboa_rules *r, lisboa_state *s, int plot) noexcept nogil:
    cdef lisboa_task task = pop(s)
    push(s, CHOOSE_HIRE, task.seat, task.a, plot, officials_needed(r, &s.seat[task.seat], task.a))


cdef inline void options_hire(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D28: own Officials; rivals' only when none is left (L16.3)."""
    cdef bint own = officials_of(&s.seat[task.seat]) > 0
    cdef int q, noble
    for q in range(r.players):
        if (q == task.seat) != own:
            continue
        for noble in range(NOBLES):
            if s.seat[q].office[noble]:
                offer(s, 2 * (NOBLES * q + noble))
            if s.seat[q].plaza[noble]:
                offer(s, 2 * (NOBLES * q + noble) + 1)


cdef inline void choose_hire(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    """L16.3, L16.4."""
    cdef lisboa_task *task = top_task(s)
    cdef lisboa_task done
    cdef int q = option // (2 * NOBLES)
    leave_noble(&s.seat[q], option % (2 * NOBLES))
    s.seat[q].staff += 1
    task.d += q != task.seat
    task.c -= 1
    if task.c == 0:
        done = pop(s)
        push(s, THEN_OPEN, done.seat, done.a, done.b)
        pay(s, done.seat, discounted(r, &s.seat[done.seat], done.d * r.official_fee, 0), PAY_ALL)


cdef inline void then_open(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L16.5."""
    cdef lisboa_task task = pop(s)
    cdef int colour = r.plan_architect[task.a]
    if s.current[colour] == 0 or s.built[task.b] or not list_drop(s.seat[task.seat].plans, HELD, task.a + 1):
        return  # foreign bytes only
    s.built[task.b] = <uint8_t>(1 + 2 * (s.current[colour] - 1) + colour)
    s.opener[task.b] = 1 + task.seat
    s.current[colour] = s.next[colour]
    s.next[colour] = 0
    push(s, THEN_SERVE, task.seat, task.b)
    later(s, task.seat, &r.plot_reward[task.b])
    push(s, THEN_LOOT, task.seat, task.a, task.b)
    if s.beneath[colour]:
        push(s, DRAW_BUILDING, task.seat, colour)


cdef inline void then_loot(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L16.6: both cubes, the plan's wigs."""
    cdef lisboa_task task = pop(s)
    cdef int kind
    for kind in range(KINDS):
        while s.plot[task.b][kind]:
            s.plot[task.b][kind] -= 1
            take_cube(r, s, task.seat, kind)
    s.seat[task.seat].wigs += r.plan_wigs[task.a]


cdef inline void then_serve(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L16.7, L16.8."""
    cdef lisboa_task task = pop(s)
    cdef int cell, store, good, tile = s.built[task.a] - 1
    if tile < 0:
        return
    for cell in range(CELLS):
        store = s.cell[cell] - 1
        if store >= 0 and serves(r, task.a, cell, store % GOODS):
            s.seat[store // GOODS].wigs += r.building_wigs_of[tile >> 1][tile & 1][store % GOODS]
    for good in range(GOODS):
        if r.building_wigs_of[tile >> 1][tile & 1][good] >= r.building_wigs:
            move_price(r, s, good, r.building_step)
