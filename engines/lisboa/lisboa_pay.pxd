"""Choices inside gains and losses: which good (D4), réis from Influence (D23), cubes of the pile (D29), penalties (D33)."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lisboa_can cimport officials_of, spend_choices, state_actions, traded_for
from lisboa_gain cimport count_goods, own_goods, pay, return_goods, take_cube, take_goods, takeable
from lisboa_state cimport (
    CHOOSE_FINE,
    CHOOSE_RECALL,
    GIVE_GOOD,
    GIVE_INFLUENCE,
    GIVE_OFFICIAL,
    GIVE_REIS,
    GIVE_WIGS,
    ANY,
    GOODS,
    KINDS,
    NOBLES,
    OWED_SALE,
    OWED_TRADE,
    PAY_EVENT,
    PAY_PENALTY,
    discounted,
    lisboa_reward,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    offer,
    pop,
    push,
    top_task,
)
from lisboa_gain cimport lose_wigs


cdef inline void options_take(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D4: types of which one can be taken; the last one must serve a trade that is owed (L7.1)."""
    cdef int types = takeable(r, s, task.seat), g, wanted
    if s.owed == OWED_TRADE and task.a == 1:
        wanted = traded_for(r, &s.seat[task.seat], state_actions(r, s, task.seat))
        if own_goods(&s.seat[task.seat]) & wanted == 0 and types & wanted:
            types &= wanted
    for g in range(GOODS):
        if types >> g & 1:
            offer(s, g)


cdef inline void choose_take(const lisboa_rules *r, lisboa_state *s, int good) noexcept nogil:
    cdef lisboa_task *task = top_task(s)
    take_goods(r, s, task.seat, good, 1)
    task.a -= 1
    if task.a == 0:
        pop(s)


cdef inline void options_spend(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D23. A penalty may fall short (R28); what an event does must be possible after its payment (L17.1)."""
    cdef int least = 0 if task.b == PAY_PENALTY else task.a - s.seat[task.seat].reis
    s.options[0] = spend_choices(r, s, task.seat, task.a, least, task.c if task.b == PAY_EVENT else -1, False)


cdef inline void choose_spend(const lisboa_rules *r, lisboa_state *s, int k) noexcept nogil:
    cdef lisboa_task task = pop(s)
    cdef lisboa_seat *seat = &s.seat[task.seat]
    seat.influence = r.influence_left[seat.influence][k]
    seat.reis -= <uint16_t>min(task.a - k, <int>seat.reis)


cdef inline void options_pile(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D29."""
    cdef int kind
    for kind in range(KINDS):
        if s.pile[kind]:
            offer(s, kind)


cdef inline void choose_pile(const lisboa_rules *r, lisboa_state *s, int kind) noexcept nogil:
    cdef lisboa_task *task = top_task(s)
    s.pile[kind] -= 1
    take_cube(r, s, task.seat, kind)
    task.a -= 1
    if task.a == 0:
        pop(s)


cdef inline void penalty(const lisboa_rules *r, lisboa_state *s, int q, const lisboa_reward *what) noexcept nogil:
    """L7.3: paid as far as possible."""
    cdef lisboa_seat *seat = &s.seat[q]
    if what.kind == GIVE_GOOD and what.type == ANY:
        push(s, CHOOSE_FINE, q, what.n)
    elif what.kind == GIVE_GOOD:
        return_goods(s, q, what.type, min(<int>what.n, <int>seat.goods[what.type]))
    elif what.kind == GIVE_REIS:
        pay(s, q, discounted(r, seat, what.n, 0), PAY_PENALTY)
    elif what.kind == GIVE_WIGS:
        lose_wigs(seat, what.n)
    elif what.kind == GIVE_INFLUENCE:
        seat.influence -= min(what.n, seat.influence)
    elif what.kind == GIVE_OFFICIAL:
        push(s, CHOOSE_RECALL, q, what.n)


cdef inline void options_recall(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D33: by Noble, the office first."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    cdef int noble
    for noble in range(NOBLES):
        if seat.office[noble]:
            offer(s, 2 * noble)
        if seat.plaza[noble]:
            offer(s, 2 * noble + 1)


cdef inline void leave_noble(lisboa_seat *seat, int place) noexcept nogil:
    """An Official leaves an office (2 * Noble) or plaza (one more)."""
    if place & 1:
        seat.plaza[place >> 1] -= 1
    else:
        seat.office[place >> 1] -= 1


cdef inline void choose_recall(const lisboa_rules *r, lisboa_state *s, int place) noexcept nogil:
    cdef lisboa_task *task = top_task(s)
    leave_noble(&s.seat[task.seat], place)
    s.seat[task.seat].board += 1
    task.a -= 1
    if task.a == 0:
        pop(s)


cdef inline bint keeps_trade(const lisboa_rules *r, const lisboa_state *s, int q, int wanted, int good,
                             int fines) noexcept nogil:
    """Whether a good for a trade is left after giving this one and `fines` more."""
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int g, useful = 0
    for g in range(GOODS):
        if wanted >> g & 1:
            useful += seat.goods[g] - (g == good)
    return useful > 0 and count_goods(seat) - 1 > fines


cdef inline void options_fine(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D33; a good for the trade that is owed stays (L7.1)."""
    cdef int wanted = traded_for(r, &s.seat[task.seat], state_actions(r, s, task.seat)), g
    for g in range(GOODS):
        if s.seat[task.seat].goods[g] and (
                s.owed != OWED_TRADE or keeps_trade(r, s, task.seat, wanted, g, task.a - 1)):
            offer(s, g)


cdef inline void choose_fine(const lisboa_rules *r, lisboa_state *s, int good) noexcept nogil:
    cdef lisboa_task *task = top_task(s)
    return_goods(s, task.seat, good, 1)
    task.a -= 1
    if task.a == 0:
        pop(s)
