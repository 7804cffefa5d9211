"""State actions but for the Cardinal: recruit (D8), plans (D9, D10), ships, produce (D12), favors (D16)."""

from libc.stdint cimport uint8_t

from lisboa_can cimport can_do, next_ship, state_actions, traded_for
from lisboa_gain cimport gain_influence, move_price, move_treasury, own_goods, take_goods
from lisboa_state cimport (
    BLUE,
    CHOOSE_DECREE,
    CHOOSE_FAVOR,
    CHOOSE_MORE,
    CHOOSE_MOVE,
    CHOOSE_OPEN,
    CHOOSE_PLAN,
    CHOOSE_PRODUCE,
    CHOOSE_RECRUIT,
    CHOOSE_ROOM,
    CHOOSE_STORE,
    CHOOSE_TOSS,
    DONE,
    DO_CARDINAL,
    DO_DECREE,
    DO_FAVOR,
    DO_PLAN,
    DO_PRODUCE,
    DO_RECRUIT,
    DO_SHIP,
    DO_STORE,
    GOODS,
    GREEN,
    HELD,
    NOBLES,
    OWED_TRADE,
    POWER_DECREE,
    POWER_GOLD,
    POWER_RECRUIT,
    POWER_STEADY,
    SLOTS,
    THEN_ADD_SHIP,
    has_power,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    list_add,
    list_drop,
    list_size,
    offer,
    pop,
    power,
    push,
    top_task,
)


cdef inline void then_do(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """Begins a State or Noble action; one that has become impossible lapses (L9.1)."""
    cdef lisboa_task task = pop(s)
    cdef lisboa_seat *seat = &s.seat[task.seat]
    cdef int q = task.seat, ship
    if not can_do(r, s, q, task.a, seat.influence, seat.reis):
        return
    if task.a == DO_RECRUIT:
        push(s, CHOOSE_RECRUIT, q, r.recruit_max + power(r, seat, POWER_RECRUIT))
    elif task.a == DO_PLAN:
        push(s, CHOOSE_PLAN, q)
    elif task.a == DO_SHIP:
        ship = next_ship(r, s)  # L9.4
        s.shipyard[ship - 1] -= 1
        push(s, THEN_ADD_SHIP, q, ship - 1)
        push(s, CHOOSE_ROOM, q)
    elif task.a == DO_PRODUCE:
        push(s, CHOOSE_PRODUCE, q)
    elif task.a == DO_CARDINAL:
        push(s, CHOOSE_MOVE, q)
    elif task.a == DO_FAVOR:
        push(s, CHOOSE_FAVOR, q, 1)
    elif task.a == DO_STORE:
        push(s, CHOOSE_STORE, q)
    elif task.a == DO_DECREE:
        push(s, CHOOSE_MORE, q)
        push(s, CHOOSE_DECREE, q, 1 + power(r, seat, POWER_DECREE))
    else:
        push(s, CHOOSE_OPEN, q)


cdef inline void options_recruit(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D8. The last Official stays where it alone makes the trade possible that is owed (L7.1)."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    cdef int noble, without
    if seat.board == 0:
        return
    if s.owed == OWED_TRADE and seat.board == 1 and task.b:
        without = state_actions(r, s, task.seat) & ~(1 << DO_RECRUIT)
        if own_goods(seat) & traded_for(r, seat, without) == 0:
            return
    for noble in range(NOBLES):
        offer(s, noble)
    if task.b:
        offer(s, DONE)


cdef inline int office_count(const lisboa_rules *r, const lisboa_state *s, int noble) noexcept nogil:
    cdef int q, count = r.dummies
    for q in range(r.players):
        count += s.seat[q].office[noble]
    return count


cdef inline void choose_recruit(const lisboa_rules *r, lisboa_state *s, int noble) noexcept nogil:
    """L9.2, R10."""
    cdef lisboa_task *task = top_task(s)
    cdef lisboa_seat *seat = &s.seat[task.seat]
    if noble == DONE:
        pop(s)
        return
    seat.board -= 1
    if office_count(r, s, noble) < r.office_spaces[noble]:
        seat.office[noble] += 1
    else:
        seat.plaza[noble] += 1
    task.a -= 1
    task.b = 1
    if task.a == 0:
        pop(s)


cdef inline void options_plan(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """D9."""
    cdef int colour
    for colour in range(2):
        if s.plan_next[colour] < r.plan_stack_size[colour]:
            offer(s, colour)


cdef inline void choose_plan(const lisboa_rules *r, lisboa_state *s, int colour) noexcept nogil:
    """L9.3."""
    cdef int q = pop(s).seat
    cdef lisboa_seat *seat = &s.seat[q]
    list_add(seat.plans, HELD, 1 + r.plan_stack[colour][s.plan_next[colour]])
    s.plan_next[colour] += 1
    if list_size(seat.plans, HELD) > r.plans_max:
        push(s, CHOOSE_TOSS, q)


cdef inline void options_toss(lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D10."""
    cdef int i
    for i in range(HELD):
        if s.seat[task.seat].plans[i]:
            offer(s, s.seat[task.seat].plans[i] - 1)


cdef inline void choose_toss(lisboa_state *s, int plan) noexcept nogil:
    cdef int q = pop(s).seat
    list_drop(s.seat[q].plans, HELD, plan + 1)


cdef inline void then_add_ship(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L9.4, R30. An empty ship comes before loaded ones of its colour."""
    cdef lisboa_task task = pop(s)
    cdef lisboa_seat *seat = &s.seat[task.seat]
    cdef int i = list_size(seat.ship, SLOTS), g
    if i == SLOTS:
        return
    while i > 0 and seat.ship[i - 1] > task.a:
        seat.ship[i] = seat.ship[i - 1]
        for g in range(GOODS):
            seat.cargo[i][g] = seat.cargo[i - 1][g]
        i -= 1
    seat.ship[i] = task.a + 1
    for g in range(GOODS):
        seat.cargo[i][g] = 0
    move_treasury(r, s, r.ship_step)
    gain_influence(r, seat)


cdef inline void options_produce(lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D12: sets of types, by their bits less 1."""
    cdef int types = 0, g, subset
    for g in range(GOODS):
        if s.seat[task.seat].stores[g]:
            types |= 1 << g
    for subset in range(1, 1 << GOODS):
        if subset & ~types == 0:
            offer(s, subset - 1)


cdef inline void choose_produce(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    """L9.5, R12."""
    cdef int q = pop(s).seat, g
    cdef lisboa_seat *seat = &s.seat[q]
    cdef bint steady = has_power(r, seat, POWER_STEADY)
    for g in range(GOODS):
        if (option + 1) >> g & 1 and take_goods(r, s, q, g, seat.stores[g]) and not steady:
            move_price(r, s, g, r.produce_step)
    take_goods(r, s, q, 0, power(r, seat, POWER_GOLD))


cdef inline void options_favor(lisboa_state *s) noexcept nogil:
    """D16."""
    cdef int noble
    for noble in range(NOBLES):
        if s.portrait[noble]:
            offer(s, noble)


cdef inline void choose_favor(lisboa_state *s, int noble) noexcept nogil:
    cdef lisboa_task *task = top_task(s)
    s.portrait[noble] -= 1
    s.seat[task.seat].favors[noble] += 1
    task.a -= 1
    if task.a == 0:
        pop(s)
