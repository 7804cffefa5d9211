"""Sell Goods (D5, L8) and Trade with Nobles (D6, D7, L9.1)."""

from libc.stdint cimport uint8_t, uint16_t

from lisboa_can cimport accepted, state_actions
from lisboa_gain cimport own_goods
from lisboa_portfolio cimport same_ship
from lisboa_state cimport (
    BENEFIT_GOOD,
    BENEFIT_SALE,
    CHOOSE_GIVE,
    CHOOSE_SHIP,
    DONE,
    GOODS,
    POWER_FOREIGN,
    POWER_SAIL,
    POWER_SELL,
    SLOTS,
    STATE_ACTIONS,
    THEN_DO,
    benefits,
    crates,
    docked_ships,
    is_docked,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    list_size,
    offer,
    pop,
    power,
    push,
    top_task,
)

cdef enum:
    SOLD = 1
    FOREIGN = 2


cdef inline void options_sell(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D5, first half: any good goes to any docked ship."""
    cdef int g
    if docked_ships(r, s) == 0:
        return
    for g in range(GOODS):
        if s.seat[task.seat].goods[g]:
            offer(s, g)
    if task.a & SOLD and s.options[0]:
        offer(s, DONE)


cdef inline void choose_sell(const lisboa_rules *r, lisboa_state *s, int good) noexcept nogil:
    if good == DONE:
        pop(s)
    else:
        push(s, CHOOSE_SHIP, top_task(s).seat, good)


cdef inline void options_ship(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D5, second half: by owner and place among his ships; of ships alike the first."""
    cdef int q, i
    for q in range(r.players):
        for i in range(SLOTS):
            if is_docked(r, &s.seat[q], i) and not (i and same_ship(&s.seat[q], i)):
                offer(s, q * r.top_slots + i)


cdef inline void sort_ships(lisboa_seat *seat) noexcept nogil:
    """Puts the ships into their order: colour, then cargo."""
    cdef int i, j, g
    cdef uint8_t held
    for i in range(1, SLOTS):
        j = i
        while j > 0 and seat.ship[j] and ship_before(seat, j, j - 1):
            held = seat.ship[j]
            seat.ship[j] = seat.ship[j - 1]
            seat.ship[j - 1] = held
            for g in range(GOODS):
                held = seat.cargo[j][g]
                seat.cargo[j][g] = seat.cargo[j - 1][g]
                seat.cargo[j - 1][g] = held
            j -= 1


cdef inline bint ship_before(const lisboa_seat *seat, int i, int j) noexcept nogil:
    cdef int g
    if seat.ship[i] != seat.ship[j]:
        return seat.ship[i] < seat.ship[j]
    for g in range(GOODS):
        if seat.cargo[i][g] != seat.cargo[j][g]:
            return seat.cargo[i][g] < seat.cargo[j][g]
    return False


cdef inline void choose_ship(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    """L8.2 to L8.5."""
    cdef lisboa_task task = pop(s)
    cdef lisboa_task *sale = top_task(s)
    cdef lisboa_seat *seller = &s.seat[task.seat]
    cdef int q = option // r.top_slots, i = option % r.top_slots
    cdef lisboa_seat *owner = &s.seat[q]
    seller.goods[task.a] -= 1
    owner.cargo[i][task.a] += 1
    seller.reis += <uint16_t>(s.market[task.a] + r.ship_price[owner.ship[i] - 1] + benefits(r, seller, BENEFIT_SALE)
                              + benefits(r, seller, BENEFIT_GOOD + task.a) + power(r, seller, POWER_SELL))
    if q != task.seat and not sale.a & FOREIGN:
        seller.wigs += <uint16_t>power(r, seller, POWER_FOREIGN)
        sale.a |= FOREIGN
    if not is_docked(r, owner, i):
        owner.wigs += <uint16_t>(r.crate_wigs * crates(owner, i) + power(r, owner, POWER_SAIL))
    sort_ships(owner)
    sale.a |= SOLD


cdef inline void options_state(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D6: spaces of State actions that can be performed and that take a good of the player."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    cdef int can, goods = own_goods(seat), a
    if task.a >= r.trade_max:
        return
    can = state_actions(r, s, task.seat)
    for a in range(STATE_ACTIONS):
        if can >> a & 1 and s.space[a] == 0 and goods & accepted(r, seat, r.noble_of[a]):
            offer(s, 2 + a)
    if task.a and s.options[0]:
        offer(s, DONE)


cdef inline void choose_state(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    if option == DONE:
        end_trade(s)
    else:
        push(s, CHOOSE_GIVE, top_task(s).seat, option - 2)


cdef inline void end_trade(lisboa_state *s) noexcept nogil:
    """Everything is placed: the State actions follow, in the order of the goods (D7)."""
    cdef int q = pop(s).seat, i
    for i in range(STATE_ACTIONS - 1, -1, -1):
        if s.queue[i]:
            push(s, THEN_DO, q, s.queue[i] - 1)
            s.queue[i] = 0


cdef inline void options_give(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D6: the good for the space."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    cdef int types = own_goods(seat) & accepted(r, seat, r.noble_of[task.a]), g
    for g in range(GOODS):
        if types >> g & 1:
            offer(s, g)


cdef inline void choose_give(const lisboa_rules *r, lisboa_state *s, int good) noexcept nogil:
    cdef lisboa_task task = pop(s)
    cdef int i = list_size(s.queue, STATE_ACTIONS)
    s.seat[task.seat].goods[good] -= 1
    s.space[task.a] = <uint8_t>(1 + good)
    if i < STATE_ACTIONS:
        s.queue[i] = <uint8_t>(1 + task.a)
    top_task(s).a += 1
