"""Visiting a Noble and following the visit (D18 to D20, L12)."""

from libc.stdint cimport uint8_t

from lisboa_can cimport can_afford_visit, influence_after, visit_choices, visit_price
from lisboa_gain cimport lose_wigs
from lisboa_state cimport (
    CHOOSE_FOLLOW,
    CHOOSE_NOBLE,
    CHOOSE_VISIT,
    STATE_ACTIONS,
    THEN_DO,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    next_seat,
    offer,
    pop,
    push,
    top_task,
)

cdef enum:
    VISIT_NONE = 0
    VISIT_NOBLE = 1
    VISIT_STATE = 2         # + State action


cdef inline void pay_visit(const lisboa_rules *r, lisboa_state *s, int q, int noble) noexcept nogil:
    """L12.2: Influence first, wigs for what is missing."""
    cdef lisboa_seat *seat = &s.seat[q]
    cdef int price = visit_price(r, s, q, noble)
    if price > seat.influence:
        lose_wigs(seat, price - seat.influence)
    seat.influence = <uint8_t>influence_after(seat, price)


cdef inline void begin_visit(const lisboa_rules *r, lisboa_state *s, int q, int noble) noexcept nogil:
    pay_visit(r, s, q, noble)
    push(s, CHOOSE_FOLLOW, next_seat(r, q), noble, q)
    push(s, CHOOSE_VISIT, q, noble)


cdef inline void options_visit(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D18: none only if the Noble action can be performed now (R14)."""
    cdef int choices = visit_choices(r, s, task.seat, task.a, s.seat[task.seat].influence, 0)
    s.options[0] = choices >> VISIT_NOBLE & 1 | choices & ~(1 << VISIT_NOBLE)


cdef inline void choose_visit(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    cdef lisboa_task task = pop(s)
    if option == VISIT_NONE:
        push(s, THEN_DO, task.seat, r.noble_action[task.a])
    else:
        push(s, CHOOSE_NOBLE, task.seat, task.a)
        push(s, THEN_DO, task.seat, option - VISIT_STATE)


cdef inline void options_noble(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D19, after a State action."""
    if visit_choices(r, s, task.seat, task.a, s.seat[task.seat].influence, 0) >> VISIT_NOBLE & 1:
        offer(s, VISIT_NONE)
        offer(s, VISIT_NOBLE)


cdef inline void choose_noble(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    cdef lisboa_task task = pop(s)
    if option == VISIT_NOBLE:
        push(s, THEN_DO, task.seat, r.noble_action[task.a])


cdef inline void options_follow(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D20, L12.5: nothing where the seat cannot follow."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    cdef int price = visit_price(r, s, task.seat, task.a) if r.follow_pays else 0
    cdef int choices
    if seat.favors[task.a] == 0 or not can_afford_visit(seat, price):
        return
    choices = visit_choices(r, s, task.seat, task.a, influence_after(seat, price), 1)
    if choices:
        s.options[0] = choices | 1 << VISIT_NONE


cdef inline void pass_follow(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """The next seat is asked, until it is the visitor's."""
    cdef lisboa_task *task = top_task(s)
    task.seat = <uint8_t>next_seat(r, task.seat)
    if task.seat == task.b:
        pop(s)


cdef inline void choose_follow(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    """Favor back, payment, then the action."""
    cdef int q = top_task(s).seat, noble = top_task(s).a
    pass_follow(r, s)
    if option == VISIT_NONE:
        return
    s.seat[q].favors[noble] -= 1
    s.portrait[noble] += 1
    if r.follow_pays:
        pay_visit(r, s, q, noble)
    push(s, THEN_DO, q, r.noble_action[noble] if option == VISIT_NOBLE else option - VISIT_STATE)
