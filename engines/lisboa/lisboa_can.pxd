"""What can be done (L9.8, L12, L14.1, L16.1): conditions that actions, visits, followers and events share."""

from libc.stdint cimport uint64_t

from lisboa_gain cimport own_goods, portfolio_influence
from lisboa_state cimport (
    BLUE,
    COLUMNS,
    DO_BUILDING,
    DO_CARDINAL,
    DO_DECREE,
    DO_FAVOR,
    DO_PLAN,
    DO_PRODUCE,
    DO_RECRUIT,
    DO_SHIP,
    DO_STORE,
    GIVE_GAIN,
    GIVE_INFLUENCE,
    GIVE_REIS,
    GOODS,
    GREEN,
    HELD,
    HOUSES,
    KINDS,
    NOBLES,
    POWER_EVENT,
    POWER_HIRE,
    POWER_SKIP_COLUMN,
    POWER_SKIP_ROW,
    POWER_STORE,
    POWER_VISIT,
    POWER_VISIT_ANY,
    POWER_WILD,
    RING,
    ROWS,
    SHIPS,
    STATE_ACTIONS,
    discounted,
    has_power,
    lisboa_reward,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    power,
)


cdef inline int officials_of(const lisboa_seat *seat) noexcept nogil:
    """Officials in offices and plazas."""
    return (seat.office[0] + seat.office[1] + seat.office[2] + seat.plaza[0] + seat.plaza[1] + seat.plaza[2])


cdef inline int next_ship(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """1 + colour of the ship on top of the shipyard, 0 if there is none."""
    cdef int i, colour
    for i in range(SHIPS):
        colour = r.ship_order[s.period][i]
        if colour == 0 or s.shipyard[colour - 1]:
            return colour
    return 0


cdef inline int tiles_on_track(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    cdef int i, count = 0
    for i in range(r.ring):
        count += s.track[i] != 0
    return count


cdef inline int favors_left(const lisboa_state *s) noexcept nogil:
    return s.portrait[0] + s.portrait[1] + s.portrait[2]


cdef inline int state_actions(const lisboa_rules *r, const lisboa_state *s, int q) noexcept nogil:
    """L9.8: the State actions that seat q can perform, as bits."""
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int can = 0
    if seat.board:
        can |= 1 << DO_RECRUIT
    if s.plan_next[GREEN] < r.plan_stack_size[GREEN] or s.plan_next[BLUE] < r.plan_stack_size[BLUE]:
        can |= 1 << DO_PLAN
    if next_ship(r, s):
        can |= 1 << DO_SHIP
    if seat.stores[0] or seat.stores[1] or seat.stores[2] or seat.stores[3]:
        can |= 1 << DO_PRODUCE
    if tiles_on_track(r, s):
        can |= 1 << DO_CARDINAL
    if favors_left(s):
        can |= 1 << DO_FAVOR
    return can


cdef inline int accepted(const lisboa_rules *r, const lisboa_seat *seat, int noble) noexcept nogil:
    """L9.1: the types that the spaces of a Noble take from this player, as bits."""
    return (1 << GOODS) - 1 if has_power(r, seat, POWER_WILD) else r.accepts[noble]


cdef inline int traded_for(const lisboa_rules *r, const lisboa_seat *seat, int can) noexcept nogil:
    """The types that buy one of the State actions `can`, as bits."""
    cdef int noble, types = 0
    for noble in range(NOBLES):
        if can >> r.state_of[noble][0] & 1 or can >> r.state_of[noble][1] & 1:
            types |= accepted(r, seat, noble)
    return types


cdef inline int line_cost(const lisboa_rules *r, const unsigned char *cubes) noexcept nogil:
    """L14.4: the price of the rubble at the end of a row or column."""
    return (cubes[0] * r.rubble_cost[0] + cubes[1] * r.rubble_cost[1] + cubes[2] * r.rubble_cost[2])


cdef inline int store_due(const lisboa_rules *r, const lisboa_state *s, int q, int cell) noexcept nogil:
    """L14.4: land and rubble after discounts."""
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int due = r.treasury_value[s.treasury]
    if not has_power(r, seat, POWER_SKIP_ROW):
        due += line_cost(r, s.row[cell // COLUMNS])
    if not has_power(r, seat, POWER_SKIP_COLUMN):
        due += line_cost(r, s.column[cell % COLUMNS])
    return discounted(r, seat, due, power(r, seat, POWER_STORE))


cdef inline void count_reward(const lisboa_rules *r, const lisboa_seat *seat, const lisboa_reward *what, int *influence,
                              int *reis) noexcept nogil:
    """What a reward adds to the money that can be paid."""
    if what.kind == GIVE_REIS:
        reis[0] += what.n
    elif what.kind == GIVE_INFLUENCE:
        influence[0] = min(influence[0] + what.n, r.influence_max)
    elif what.kind == GIVE_GAIN:
        influence[0] = min(influence[0] + what.n * portfolio_influence(r, seat), r.influence_max)


cdef inline int money_with(const lisboa_rules *r, const lisboa_seat *seat, int column, int house, int influence,
                           int reis) noexcept nogil:
    """L14.3: what can be paid after the rewards of a cell in that column and of a house slot."""
    count_reward(r, seat, &r.cell_reward[column], &influence, &reis)
    count_reward(r, seat, &r.house_reward[house], &influence, &reis)
    return reis + r.reis_from[influence]


cdef inline bint list_stores(const lisboa_rules *r, const lisboa_state *s, int q, int influence, int reis,
                             uint64_t *out) noexcept nogil:
    """L14.1: the stores that seat q can build with that Influence and cash, as bits. out NULL: is there one?"""
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int money[COLUMNS]
    cdef int across[ROWS]
    cdef int down[COLUMNS]
    cdef int c, row, h, g, cell, store, due, land
    cdef bint any = False
    if seat.houses == 0:
        return False
    land = r.treasury_value[s.treasury] - power(r, seat, POWER_STORE)
    for row in range(r.rows):
        across[row] = 0
    if not has_power(r, seat, POWER_SKIP_ROW):
        for row in range(r.rows):
            across[row] = line_cost(r, s.row[row])
    for c in range(COLUMNS):
        down[c] = 0
        money[c] = -1
        for h in range(r.houses):
            if seat.houses >> h & 1:
                money[c] = max(money[c], money_with(r, seat, c, h, influence, reis))
    if not has_power(r, seat, POWER_SKIP_COLUMN):
        for c in range(COLUMNS):
            down[c] = line_cost(r, s.column[c])
    for row in range(r.rows):
        for c in range(COLUMNS):
            cell = row * COLUMNS + c
            if s.cell[cell]:
                continue
            due = discounted(r, seat, land + across[row] + down[c], 0)
            if due > money[c]:
                continue
            for g in range(GOODS):
                store = r.store_of[cell][g]
                if store != 255 and s.city_up[r.store_tile[store]]:
                    if out is NULL:
                        return True
                    out[store >> 6] |= <uint64_t>1 << (store & 63)
                    any = True
    return any


cdef inline int officials_needed(const lisboa_rules *r, const lisboa_seat *seat, int plan) noexcept nogil:
    """L16.3."""
    return max(1, <int>r.plan_officials[plan] - power(r, seat, POWER_HIRE))


cdef inline int list_plans(const lisboa_rules *r, const lisboa_state *s, int q, int influence, int reis,
                           uint64_t *out) noexcept nogil:
    """L16.1: the plans that seat q can carry out, as bits; returns how many places in its list they take."""
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int i, p, plan, own = officials_of(seat), rivals = 0, missing, any = 0
    if own == 0 or seat.plans[0] == 0:
        return 0
    for p in range(r.plots):
        if s.built[p] == 0:
            break
    else:
        return 0
    for p in range(r.players):
        if p != q:
            rivals += officials_of(&s.seat[p])
    for i in range(HELD):
        if seat.plans[i] == 0:
            break
        plan = seat.plans[i] - 1
        if s.current[r.plan_architect[plan]] == 0:
            continue
        missing = officials_needed(r, seat, plan) - own
        if missing > 0 and (missing > rivals
                            or discounted(r, seat, missing * r.official_fee, 0) > reis + r.reis_from[influence]):
            continue
        any += 1
        if out is not NULL:
            out[plan >> 6] |= <uint64_t>1 << (plan & 63)
    return any


cdef inline bint can_do(const lisboa_rules *r, const lisboa_state *s, int q, int doing, int influence,
                        int reis) noexcept nogil:
    """L9.8: whether seat q can perform a State or Noble action with that Influence and cash."""
    if doing < STATE_ACTIONS:
        return state_actions(r, s, q) >> doing & 1
    if doing == DO_STORE:
        return list_stores(r, s, q, influence, reis, NULL)
    if doing == DO_DECREE:
        return s.decree_display[0] != 0 or s.decree_display[1] != 0
    return list_plans(r, s, q, influence, reis, NULL) > 0


cdef inline int visit_price(const lisboa_rules *r, const lisboa_state *s, int q, int noble) noexcept nogil:
    """L12.2."""
    cdef int p, price = r.visit_cost[s.treasury] + r.dummies
    for p in range(r.players):
        if p != q:
            price += s.seat[p].office[noble]
    price -= power(r, &s.seat[q], POWER_VISIT + noble) + power(r, &s.seat[q], POWER_VISIT_ANY)
    return price if price > 0 else 0


cdef inline bint can_afford_visit(const lisboa_seat *seat, int price) noexcept nogil:
    """L12.2: wigs stand in for Influence."""
    return price <= seat.influence + seat.wigs


cdef inline int influence_after(const lisboa_seat *seat, int price) noexcept nogil:
    return seat.influence - price if price < seat.influence else 0


cdef inline int visit_choices(const lisboa_rules *r, const lisboa_state *s, int q, int noble, int influence,
                              int returned) noexcept nogil:
    """L12.3, L12.4: what seat q could do in an office, as bits: 0 none, 1 the Noble action, 2 + State action.

    returned: Royal Favors that went back to a portrait just before.
    """
    cdef int can = state_actions(r, s, q), choices = 0, i
    if returned:
        can |= 1 << DO_FAVOR
    for i in range(2):
        if can >> r.state_of[noble][i] & 1:
            choices |= 4 << r.state_of[noble][i]
    if can_do(r, s, q, r.noble_action[noble], influence, s.seat[q].reis):
        choices |= 2
    return choices


cdef inline int event_due(const lisboa_rules *r, const lisboa_state *s, int q) noexcept nogil:
    """L17.1."""
    return discounted(r, &s.seat[q], r.treasury_value[s.treasury], power(r, &s.seat[q], POWER_EVENT))


cdef inline uint64_t spend_choices(const lisboa_rules *r, const lisboa_state *s, int q, int due, int least, int doing,
                                   bint first) noexcept nogil:
    """L6.4: réis that seat q may make from Influence, at least `least`, as bits. doing < DOINGS must be possible
    afterwards; then `first` stops at one."""
    cdef const lisboa_seat *seat = &s.seat[q]
    cdef int k, most = min(due, <int>r.reis_from[seat.influence])
    cdef uint64_t found = 0
    for k in range(max(0, least), most + 1):
        if doing < 0 or can_do(r, s, q, doing, r.influence_left[seat.influence][k], seat.reis - (due - k)):
            found |= <uint64_t>1 << k
            if first:
                break
    return found


cdef inline bint can_sponsor(const lisboa_rules *r, const lisboa_state *s, int q, int doing) noexcept nogil:
    """L17.1: the event is performable after some way to pay."""
    cdef int due = event_due(r, s, q)
    if due > s.seat[q].reis + r.reis_from[s.seat[q].influence]:
        return False
    if doing < STATE_ACTIONS or doing == DO_DECREE:
        return can_do(r, s, q, doing, 0, 0)
    return spend_choices(r, s, q, due, due - s.seat[q].reis, doing, True) != 0
