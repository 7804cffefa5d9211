"""Playing a card (D2) and the Portfolio (D3, L4, L7)."""

from libc.stdint cimport uint8_t, uint16_t

from lisboa_can cimport (
    can_afford_visit,
    can_sponsor,
    event_due,
    favors_left,
    influence_after,
    officials_of,
    state_actions,
    traded_for,
    visit_choices,
    visit_price,
)
from lisboa_gain cimport count_goods, move_treasury, own_goods, pay, return_goods, reward, take_goods, takeable
from lisboa_pay cimport penalty
from lisboa_state cimport (
    ANY,
    CHOOSE_ROOM,
    CHOOSE_SELL,
    CHOOSE_STATE,
    CHOOSE_USE,
    CHOOSE_VISIT,
    DO_FAVOR,
    DO_RECRUIT,
    GIVE_FAVOR,
    GIVE_GOOD,
    GIVE_OFFICIAL,
    GIVE_RECRUIT,
    GOODS,
    HAND,
    KNOWN,
    OWED_NOTHING,
    OWED_SALE,
    OWED_TRADE,
    PAY_EVENT,
    SLOTS,
    THEN_ADD_CARD,
    THEN_DO,
    THEN_SELL,
    THEN_TRADE,
    TREASURY_CARD,
    docked_ships,
    is_docked,
    lisboa_reward,
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
from lisboa_visit cimport begin_visit

cdef enum:
    USE_SELL = 0
    USE_TRADE = 1
    USE_VISIT = 2
    USE_EVENT = 3
    USE_GOLD = 4


cdef inline bint in_hand(const lisboa_seat *seat, int card) noexcept nogil:
    cdef int i
    for i in range(HAND):
        if (seat.hand[i] & ~KNOWN) == card + 1:
            return True
    return False


cdef inline void leave_hand(lisboa_seat *seat, int card) noexcept nogil:
    """A known copy goes first."""
    if not list_drop(seat.hand, HAND, card + 1 | KNOWN):
        list_drop(seat.hand, HAND, card + 1)


cdef inline void choose_play(const lisboa_rules *r, lisboa_state *s, int card) noexcept nogil:
    cdef lisboa_task task = pop(s)
    leave_hand(&s.seat[task.seat], card)
    s.card = <uint8_t>(card + 1)
    push(s, CHOOSE_USE, task.seat)


cdef inline bint sale_follows(const lisboa_rules *r, const lisboa_state *s, int q, int card) noexcept nogil:
    """L7.1 for a sale: a docked ship, and a good after reward or penalty. Room can be made without the last ship."""
    cdef const lisboa_reward *what = &r.effect[card]
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int goods = count_goods(seat)
    if docked_ships(r, s) == 0:
        return False
    if r.noble[card] != TREASURY_CARD and what.kind == GIVE_GOOD:
        if not r.penalty[card]:
            return goods > 0 or takeable(r, s, q) & ((1 << GOODS) - 1 if what.type == ANY else 1 << what.type)
        goods -= what.n if what.type == ANY else min(what.n, seat.goods[what.type])
    return goods > 0


cdef inline bint trade_follows(const lisboa_rules *r, const lisboa_state *s, int q, int card) noexcept nogil:
    """L7.1 for a trade: with the best choices, a good buys a State action after reward or penalty."""
    cdef const lisboa_reward *what = &r.effect[card]
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int can = state_actions(r, s, q), goods = own_goods(seat), left = count_goods(seat), types, g, useful = 0
    if r.noble[card] == TREASURY_CARD:
        return goods & traded_for(r, seat, can) != 0
    if what.kind == GIVE_GOOD and not r.penalty[card]:
        goods |= takeable(r, s, q) & ((1 << GOODS) - 1 if what.type == ANY else 1 << what.type)
    elif what.kind == GIVE_RECRUIT and seat.board == 1:
        can &= ~(1 << DO_RECRUIT)
    elif what.kind == GIVE_FAVOR and favors_left(s) <= what.n:
        can &= ~(1 << DO_FAVOR)
    elif what.kind == GIVE_OFFICIAL and officials_of(seat):
        can |= 1 << DO_RECRUIT
    types = traded_for(r, seat, can)
    if what.kind == GIVE_GOOD and r.penalty[card]:
        if what.type == ANY:
            for g in range(GOODS):
                if types >> g & 1:
                    useful += seat.goods[g]
            return useful > 0 and left > what.n
        if seat.goods[what.type] <= what.n:
            goods &= ~(1 << what.type)
    return goods & types != 0


cdef inline bint visit_follows(const lisboa_rules *r, const lisboa_state *s, int q, int noble) noexcept nogil:
    """L12.2, L12.4."""
    cdef int price = visit_price(r, s, q, noble)
    return (can_afford_visit(&s.seat[q], price)
            and visit_choices(r, s, q, noble, influence_after(&s.seat[q], price), 0) != 0)


cdef inline void options_use(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D2."""
    cdef int q = task.seat, card = s.card - 1
    if sale_follows(r, s, q, card):
        offer(s, USE_SELL)
    if trade_follows(r, s, q, card):
        offer(s, USE_TRADE)
    if r.noble[card] == TREASURY_CARD:
        if can_sponsor(r, s, q, r.event[card]):
            offer(s, USE_EVENT)
    elif visit_follows(r, s, q, r.noble[card]):
        offer(s, USE_VISIT)
    offer(s, USE_GOLD)


cdef inline void choose_use(const lisboa_rules *r, lisboa_state *s, int use) noexcept nogil:
    cdef int q = pop(s).seat, card = s.card - 1
    if use == USE_SELL or use == USE_TRADE:
        into_portfolio(r, s, q, card, use)
        return
    s.card = 0  # L5.6
    if use == USE_VISIT:
        begin_visit(r, s, q, r.noble[card])
    elif use == USE_EVENT:
        push(s, THEN_DO, q, r.event[card])
        pay(s, q, event_due(r, s, q), PAY_EVENT, r.event[card])
    else:
        take_goods(r, s, q, 0, 1)  # L17.3


cdef inline void into_portfolio(const lisboa_rules *r, lisboa_state *s, int q, int card, int use) noexcept nogil:
    """L7.2, L7.4, last step first."""
    cdef const lisboa_reward *what = &r.effect[card]
    s.owed = OWED_SALE if use == USE_SELL else OWED_TRADE
    push(s, THEN_SELL if use == USE_SELL else THEN_TRADE, q)
    push(s, THEN_ADD_CARD, q)
    push(s, CHOOSE_ROOM, q, r.noble[card] == TREASURY_CARD)
    if r.noble[card] == TREASURY_CARD:
        s.seat[q].reis += r.treasury_value[s.treasury]
        move_treasury(r, s, r.card_step)
    elif r.penalty[card]:
        penalty(r, s, q, what)
    else:
        reward(r, s, q, what.kind, what.n, what.type)


cdef inline void options_room(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D3, L4.2. Cards by kind, then ships by their place; none if there is room."""
    cdef const lisboa_seat *seat = &s.seat[task.seat]
    cdef int nobles = list_size(seat.nobles, SLOTS), ships = list_size(seat.ship, SLOTS)
    cdef int bottom = list_size(seat.treasury, SLOTS), i
    cdef bint row_full = bottom == r.bottom_slots if task.a else nobles + ships == r.top_slots
    cdef int capacity = min(r.portfolio_max, r.portfolio_base + r.portfolio_per_set * seat.sets)
    cdef bint full = nobles + ships + bottom >= capacity
    cdef bint last_ship = s.owed == OWED_SALE and docked_ships(r, s) == 1
    if not row_full and not full:
        return
    if not row_full or task.a:
        for i in range(bottom):
            offer(s, seat.treasury[i] - 1)
    if not row_full or not task.a:
        for i in range(nobles):
            offer(s, seat.nobles[i] - 1)
        for i in range(ships):
            if not (i and same_ship(seat, i)) and not (last_ship and is_docked(r, seat, i)):
                offer(s, r.cards + i)


cdef inline bint same_ship(const lisboa_seat *seat, int i) noexcept nogil:
    """Whether the i-th ship is like the one before it."""
    return (seat.ship[i] == seat.ship[i - 1] and seat.cargo[i][0] == seat.cargo[i - 1][0]
            and seat.cargo[i][1] == seat.cargo[i - 1][1] and seat.cargo[i][2] == seat.cargo[i - 1][2]
            and seat.cargo[i][3] == seat.cargo[i - 1][3])


cdef inline void choose_room(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    cdef lisboa_seat *seat = &s.seat[pop(s).seat]
    if option >= r.cards:
        scrap(s, seat, option - r.cards)
    elif r.noble[option] == TREASURY_CARD:
        list_drop(seat.treasury, SLOTS, option + 1)
    else:
        list_drop(seat.nobles, SLOTS, option + 1)


cdef inline void scrap(lisboa_state *s, lisboa_seat *seat, int i) noexcept nogil:
    """A ship leaves the game, its goods go to the supply."""
    cdef int g
    for g in range(GOODS):
        s.supply[g] += seat.cargo[i][g]
    for i in range(i, SLOTS):
        seat.ship[i] = seat.ship[i + 1] if i + 1 < SLOTS else 0
        for g in range(GOODS):
            seat.cargo[i][g] = seat.cargo[i + 1][g] if i + 1 < SLOTS else 0


cdef inline void then_add_card(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    cdef lisboa_seat *seat = &s.seat[pop(s).seat]
    if s.card == 0:
        return
    if r.noble[s.card - 1] == TREASURY_CARD:
        list_add(seat.treasury, SLOTS, s.card)
    else:
        list_add(seat.nobles, SLOTS, s.card)
    s.card = 0


cdef inline void then_sell(lisboa_state *s) noexcept nogil:
    cdef int q = pop(s).seat
    s.owed = OWED_NOTHING
    push(s, CHOOSE_SELL, q)


cdef inline void then_trade(lisboa_state *s) noexcept nogil:
    cdef int q = pop(s).seat
    s.owed = OWED_NOTHING
    push(s, CHOOSE_STATE, q)
