"""What the State and Noble actions, visits, sales and trades gain a seat, in wigs."""

from libc.stdint cimport uint64_t, uint8_t

from bits cimport bits_lowest

from lisboa_can cimport (
    influence_after,
    list_plans,
    list_stores,
    next_ship,
    officials_needed,
    officials_of,
    state_actions,
    store_due,
    visit_price,
)
from lisboa_gain cimport portfolio_influence, room_for
from lisboa_outlook cimport (
    best_cube,
    best_favor,
    best_office,
    held_worth,
    influence_gain,
    lisboa_outlook,
    new_decree,
    plan_worth,
    reward_gain,
    ship_worth,
    tile_worth,
)
from lisboa_score cimport place_wigs
from lisboa_state cimport (
    BENEFIT_GOOD,
    BENEFIT_SALE,
    CELLS,
    COLUMNS,
    COUNT_OPENED,
    COUNT_OPENED_COLOUR,
    COUNT_OPENED_SIDE,
    COUNT_STAFF,
    COUNT_STORES,
    COUNT_STORES_GOOD,
    COUNT_STORES_ROW,
    COUNT_STORE_TYPES,
    DO_BUILDING,
    DO_CARDINAL,
    DO_DECREE,
    DO_PLAN,
    DO_PRODUCE,
    DO_RECRUIT,
    DO_SHIP,
    DO_STORE,
    GOODS,
    HELD,
    KINDS,
    POWER_DECREE,
    POWER_GOLD,
    POWER_RECRUIT,
    POWER_SAIL,
    POWER_SELL,
    POWER_STEADY,
    SEATS,
    SLOTS,
    SPACE_INFLUENCE,
    SPACE_TILE,
    STATE_ACTIONS,
    TILES,
    benefits,
    crates,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    list_size,
    power,
)
from lisboa_store cimport serves
from lisboa_weights cimport CRATE, DENY, FOLLOW, MARKER, SERVED, STAFF, STAFF_EACH, STORE, STREET

cdef enum:
    NEVER = -1000           # gain of what cannot be done


cdef inline double majority_gain(const lisboa_rules *r, const int *count, int *after, int q, const uint8_t *wigs,
                                 int places, double deny) noexcept nogil:
    """L18.5 (c), (d): what seat q gains, and others lose, if the counts become those."""
    cdef int p, change
    cdef double gain = 0.0
    for p in range(r.players):
        change = place_wigs(r, after, p, wigs, places) - place_wigs(r, count, p, wigs, places)
        gain += change if p == q else -deny * change / (r.players - 1)
    return gain


cdef inline double street_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, int q,
                               int good) noexcept nogil:
    """A store more in that street."""
    cdef int count[SEATS]
    cdef int after[SEATS]
    cdef int p
    if s.street[good] == 0:
        return 0.0
    for p in range(r.players):
        count[p] = after[p] = s.seat[p].stores[good]
    after[q] += 1
    return w[STREET] * majority_gain(r, count, after, q, r.scoring_wigs[s.street[good] - 1],
                                     2 if r.players == 2 else 3, w[DENY])


cdef inline double staff_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int needed) noexcept nogil:
    """So many Officials move into a building: own ones as far as there are any, then rivals' (L16.3)."""
    cdef int count[SEATS]
    cdef int after[SEATS]
    cdef int p, q = m.q, own = min(needed, officials_of(&s.seat[q])), left = needed - own, most
    for p in range(r.players):
        count[p] = after[p] = s.seat[p].staff
    after[q] += own
    for p in range(r.players):
        if p != q and left > 0:
            most = min(left, officials_of(&s.seat[p]))
            after[p] += most
            left -= most
    return (w[STAFF] * majority_gain(r, count, after, q, r.majority, r.majority_places, w[DENY])
            + own * (m.use * w[STAFF_EACH] - m.official + m.more[COUNT_STAFF][0])
            - (needed - own) * r.official_fee * m.reis)


cdef inline double best_house(const lisboa_rules *r, const lisboa_state *s, const double *w,
                              const lisboa_outlook *m) noexcept nogil:
    """What the best house slot uncovers."""
    cdef int h
    cdef double best = 0.0
    for h in range(r.houses):
        if s.seat[m.q].houses >> h & 1:
            best = max(best, reward_gain(r, s, w, m, &r.house_reward[h]))
    return best


cdef inline double built_wigs(const lisboa_rules *r, const lisboa_state *s, int cell, int good) noexcept nogil:
    """L14.7: what open buildings pay for a store there."""
    cdef int p, tile
    cdef double sum = 0.0
    for p in range(r.plots):
        if s.built[p] and serves(r, p, cell, good):
            tile = s.built[p] - 1
            sum += r.building_wigs_of[tile >> 1][tile & 1][good]
    return sum


# What a store gains apart from its place.
ctypedef struct lisboa_stores:
    double good[GOODS]
    double column[COLUMNS]  # reward


cdef inline void read_stores(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             lisboa_stores *out) noexcept nogil:
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int g, c
    for g in range(GOODS):
        out.good[g] = (street_gain(r, s, w, m.q, g) + m.more[COUNT_STORES][0] + m.more[COUNT_STORES_GOOD][g]
                       + (m.more[COUNT_STORE_TYPES][0] if seat.stores[g] == 0 else 0.0)
                       + m.use * w[SERVED] + m.use * w[STORE] * m.good[g])
    for c in range(COLUMNS):
        out.column[c] = reward_gain(r, s, w, m, &r.cell_reward[c])


cdef inline double store_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              const lisboa_stores *known, int store) noexcept nogil:
    """A store and what is paid for it; its house apart."""
    cdef int cell = r.store_cell[store], g = r.store_good[store], row = cell // COLUMNS, c = cell % COLUMNS
    return (known.good[g] + known.column[c] + m.more[COUNT_STORES_ROW][row] + built_wigs(r, s, cell, g)
            + best_cube(m, s.row[row], s.column[c]) - store_due(r, s, m.q, cell) * m.reis)


cdef inline double best_store(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int influence, int reis) noexcept nogil:
    """The best store that can be paid with that, and its house."""
    cdef uint64_t found[2]
    cdef lisboa_stores known
    cdef int i, store
    cdef double best = NEVER
    found[0] = found[1] = 0
    if not list_stores(r, s, m.q, influence, reis, found):
        return NEVER
    read_stores(r, s, w, m, &known)
    for i in range(2):
        while found[i]:
            store = 64 * i + bits_lowest(found[i])
            found[i] &= found[i] - 1
            best = max(best, store_gain(r, s, w, m, &known, store))
    return best + best_house(r, s, w, m)


cdef inline double best_decree(const lisboa_rules *r, const lisboa_state *s, const double *w,
                               const lisboa_outlook *m, int n) noexcept nogil:
    """The n best decrees on display together."""
    cdef uint64_t word
    cdef double top[4]
    cdef double gain, held
    cdef int i, k
    n = min(n, 4)
    for k in range(4):
        top[k] = 0.0
    for i in range(2):
        word = s.decree_display[i]
        while word:
            gain = new_decree(r, s, w, m, 64 * i + bits_lowest(word))
            word &= word - 1
            for k in range(n):
                if gain > top[k]:
                    held = top[k]
                    top[k] = gain
                    gain = held
    gain = 0.0
    for k in range(n):
        gain += top[k]
    return gain


cdef inline double marker_gain(const lisboa_outlook *m, const double *w, double gain) noexcept nogil:
    """D26: a decree more for a set marker, which might get another one later."""
    return gain - m.use * w[MARKER]


cdef inline double decree_gain(const lisboa_rules *r, const lisboa_state *s, const double *w,
                               const lisboa_outlook *m) noexcept nogil:
    """L15."""
    cdef int n = 1 + power(r, &s.seat[m.q], POWER_DECREE), i
    cdef double gain, more, total
    if s.decree_display[0] == 0 and s.decree_display[1] == 0:
        return NEVER
    total = gain = best_decree(r, s, w, m, n)
    for i in range(min(2, s.seat[m.q].markers)):
        more = best_decree(r, s, w, m, n + i + 1)
        if marker_gain(m, w, more - gain) <= 0.0:
            break
        total += marker_gain(m, w, more - gain)
        gain = more
    return total


cdef inline double served_wigs(const lisboa_rules *r, const lisboa_state *s, const double *w, int q, int plot,
                               const uint8_t *pays) noexcept nogil:
    """L16.7: to own stores less those to rivals'."""
    cdef int cell, store, first = 0, last = CELLS
    cdef double own = 0.0, other = 0.0
    if r.plot_side[plot] != 1:
        first = r.plot_line[plot] * COLUMNS
        last = first + COLUMNS
    for cell in range(first, last):
        store = s.cell[cell] - 1
        if store >= 0 and serves(r, plot, cell, store % GOODS):
            if store // GOODS == q:
                own += pays[store % GOODS]
            else:
                other += pays[store % GOODS]
    return own - w[DENY] * other / (r.players - 1)


cdef inline double plot_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int plan, int plot) noexcept nogil:
    """What a building there gains, Officials apart."""
    cdef int colour = r.plan_architect[plan], tile = s.current[colour] - 1, k
    cdef double gain
    if tile < 0:
        return NEVER
    gain = (served_wigs(r, s, w, m.q, plot, r.building_wigs_of[tile][colour])
            + reward_gain(r, s, w, m, &r.plot_reward[plot]) + m.more[COUNT_OPENED_SIDE][r.plot_side[plot]])
    for k in range(KINDS):
        gain += s.plot[plot][k] * m.cube[k]
    return gain


cdef inline double open_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int plan) noexcept nogil:
    """What opening a building with that plan gains, its plot apart."""
    return (r.plan_wigs[plan] + staff_gain(r, s, w, m, officials_needed(r, &s.seat[m.q], plan))
            - plan_worth(r, w, m, plan) + m.more[COUNT_OPENED][0] + m.more[COUNT_OPENED_COLOUR][r.plan_architect[plan]])


cdef inline double best_plot(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int plan) noexcept nogil:
    cdef int p
    cdef double best = NEVER
    for p in range(r.plots):
        if s.built[p] == 0:
            best = max(best, plot_gain(r, s, w, m, plan, p))
    return best


cdef inline double building_gain(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                 const lisboa_outlook *m, int influence, int reis) noexcept nogil:
    """L16: the best plan and plot."""
    cdef uint64_t found[2]
    cdef int i, plan
    cdef double best = NEVER
    found[0] = found[1] = 0
    if not list_plans(r, s, m.q, influence, reis, found):
        return NEVER
    for i in range(2):
        while found[i]:
            plan = 64 * i + bits_lowest(found[i])
            found[i] &= found[i] - 1
            best = max(best, open_gain(r, s, w, m, plan) + best_plot(r, s, w, m, plan))
    return best


cdef inline double plan_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int colour) noexcept nogil:
    """L9.3: a plan, less the worst one if there are too many."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int i, held = 0
    cdef double gain, least
    if s.plan_next[colour] >= r.plan_stack_size[colour]:
        return NEVER
    gain = least = plan_worth(r, w, m, r.plan_stack[colour][s.plan_next[colour]])
    for i in range(HELD):
        if seat.plans[i]:
            held += 1
            least = min(least, plan_worth(r, w, m, seat.plans[i] - 1))
    return gain - least if held >= r.plans_max else gain


cdef inline double recruit_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                                int n) noexcept nogil:
    return min(n, <int>s.seat[m.q].board) * best_office(r, s, w, m)


cdef inline double room_loss(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             bint bottom) noexcept nogil:
    """L4.2: what must go for a further card in that row."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int nobles = list_size(seat.nobles, SLOTS), ships = list_size(seat.ship, SLOTS)
    cdef int cards = list_size(seat.treasury, SLOTS), i
    cdef bint row_full = cards == r.bottom_slots if bottom else nobles + ships == r.top_slots
    cdef bint full = nobles + ships + cards >= min(r.portfolio_max, r.portfolio_base + r.portfolio_per_set * seat.sets)
    cdef double least = -NEVER
    if not row_full and not full:
        return 0.0
    if not row_full or bottom:
        for i in range(cards):
            least = min(least, held_worth(r, w, m, seat.treasury[i] - 1))
    if not row_full or not bottom:
        for i in range(nobles):
            least = min(least, held_worth(r, w, m, seat.nobles[i] - 1))
        for i in range(ships):
            least = min(least, ship_worth(r, w, m, seat.ship[i] - 1))
    return least


cdef inline double new_ship(const lisboa_rules *r, const lisboa_state *s, const double *w,
                            const lisboa_outlook *m) noexcept nogil:
    """L9.4: hull and crates, and Influence gained with it."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int colour = next_ship(r, s) - 1
    if colour < 0:
        return NEVER
    return (ship_worth(r, w, m, colour) - room_loss(r, s, w, m, False)
            + influence_gain(r, seat, m, portfolio_influence(r, seat) + r.ship_influence[colour]))


cdef inline double type_gain(const lisboa_rules *r, const lisboa_state *s, const lisboa_outlook *m,
                             int g) noexcept nogil:
    """L9.5: goods from the stores of one type; afterwards goods of that type fetch less."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int n = min(<int>seat.stores[g], room_for(r, s, m.q, g))
    if n == 0:
        return 0.0
    return n * m.good[g] - (0.0 if power(r, seat, POWER_STEADY) else 0.5 * m.use * m.reis * (n + seat.goods[g]))


cdef inline double produce_gain(const lisboa_rules *r, const lisboa_state *s,
                                const lisboa_outlook *m) noexcept nogil:
    cdef int g
    cdef double gain = min(power(r, &s.seat[m.q], POWER_GOLD), room_for(r, s, m.q, 0)) * m.good[0]
    for g in range(GOODS):
        gain += max(0.0, type_gain(r, s, m, g))
    return gain


cdef inline double surrender_gain(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                  const lisboa_outlook *m) noexcept nogil:
    """L11.4: the tiles that are better given up, and Influence once."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int i
    cdef double gain = 0.0, best = NEVER, one
    for i in range(TILES):
        if seat.clergy[i] == 0:
            break
        one = r.clergy_wigs[seat.clergy[i] - 1] - tile_worth(r, w, m, seat.clergy[i] - 1)
        best = max(best, one)
        gain += max(0.0, one)
    if best <= NEVER:
        return 0.0
    return max(0.0, (gain if gain > 0.0 else best) + influence_gain(r, seat, m, portfolio_influence(r, seat)))


cdef inline double move_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int steps) noexcept nogil:
    """L11.2, L11.3: the corners crossed and the tile taken."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int at = s.cardinal, i, held = 0
    cdef double gain = 0.0, worth, least
    for i in range(2 * r.ring):
        if steps == 0:
            break
        at = (at + r.direction + r.ring) % r.ring
        if r.ring_space[at] == SPACE_INFLUENCE:
            gain += surrender_gain(r, s, w, m)
        elif r.ring_space[at] == SPACE_TILE and s.track[at]:
            steps -= 1
    if s.track[at] == 0:
        return NEVER
    worth = least = tile_worth(r, w, m, s.track[at] - 1)
    for i in range(TILES):
        if seat.clergy[i]:
            held += 1
            least = min(least, tile_worth(r, w, m, seat.clergy[i] - 1))
    return gain + (worth - least if held >= r.clergy_max else worth)


cdef inline double cardinal_gain(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                 const lisboa_outlook *m) noexcept nogil:
    cdef int n, i, tiles = 0
    cdef double best = NEVER
    for i in range(r.ring):
        tiles += s.track[i] != 0
    for n in range(1, r.steps + 1):
        if r.step_allowed[n] and n <= tiles:
            best = max(best, move_gain(r, s, w, m, n))
    return best


cdef inline double state_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int doing) noexcept nogil:
    """A State action that can be performed."""
    if doing == DO_RECRUIT:
        return recruit_gain(r, s, w, m, r.recruit_max + power(r, &s.seat[m.q], POWER_RECRUIT))
    if doing == DO_PLAN:
        return max(plan_gain(r, s, w, m, 0), plan_gain(r, s, w, m, 1))
    if doing == DO_SHIP:
        return new_ship(r, s, w, m)
    if doing == DO_PRODUCE:
        return produce_gain(r, s, m)
    if doing == DO_CARDINAL:
        return cardinal_gain(r, s, w, m)
    return best_favor(r, s, w, m)


cdef inline double doing_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int doing, int influence, int reis) noexcept nogil:
    """A State or Noble action with that Influence and cash; NEVER if it cannot be performed."""
    if doing == DO_STORE:
        return best_store(r, s, w, m, influence, reis)
    if doing == DO_DECREE:
        return decree_gain(r, s, w, m)
    if doing == DO_BUILDING:
        return building_gain(r, s, w, m, influence, reis)
    return state_gain(r, s, w, m, doing) if state_actions(r, s, m.q) >> doing & 1 else <double>NEVER


cdef inline void read_states(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             double *out) noexcept nogil:
    """All State actions."""
    cdef int can = state_actions(r, s, m.q), a
    for a in range(STATE_ACTIONS):
        out[a] = state_gain(r, s, w, m, a) if can >> a & 1 else <double>NEVER


cdef inline double visit_cost(const lisboa_rules *r, const lisboa_state *s, const lisboa_outlook *m,
                              int noble) noexcept nogil:
    """L12.2: Influence, then wigs."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int price = visit_price(r, s, m.q, noble), missing = price - seat.influence
    return price * m.influence if missing <= 0 else seat.influence * m.influence + missing


cdef inline double visit_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int noble, const double *states) noexcept nogil:
    """L12: the better State action, if any, and the Noble action, less the price and what followers get."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef double gain, state
    cdef int p
    gain = doing_gain(r, s, w, m, r.noble_action[noble],
                      influence_after(seat, visit_price(r, s, m.q, noble)), seat.reis)
    state = max(states[r.state_of[noble][0]], states[r.state_of[noble][1]])
    if gain <= NEVER / 2:
        gain = state
    else:
        gain += max(0.0, state)
    for p in range(r.players):
        if p != m.q and s.seat[p].favors[noble] and s.seat[p].influence >= visit_price(r, s, p, noble):
            gain -= w[FOLLOW] / (r.players - 1)
    return gain - visit_cost(r, s, m, noble)


cdef inline double crate_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int q, int hull, int load) noexcept nogil:
    """L8.4: a good on a ship of seat q that holds so many already; to a rival it is a loss."""
    cdef double gain = w[CRATE] * r.crate_wigs
    if load + 1 == hull:
        gain += (1.0 - w[CRATE]) * r.crate_wigs * hull + power(r, &s.seat[q], POWER_SAIL)
    return gain if q == m.q else -w[DENY] * gain / (r.players - 1)


cdef inline double ship_sale(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int q, int i, int load) noexcept nogil:
    """What a sale to the i-th ship of seat q brings beyond the good's price."""
    cdef int colour = s.seat[q].ship[i] - 1
    return r.ship_price[colour] * m.reis + crate_gain(r, s, w, m, q, r.hull[colour], load)


cdef inline double good_sale(const lisboa_rules *r, const lisboa_state *s, const lisboa_outlook *m,
                             int g) noexcept nogil:
    """What the sale of a good brings wherever it goes, less the good."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    return (s.market[g] + benefits(r, seat, BENEFIT_SALE) + benefits(r, seat, BENEFIT_GOOD + g)
            + power(r, seat, POWER_SELL)) * m.reis - m.good[g]


cdef inline double best_ship(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int load[SEATS][SLOTS], int *where) noexcept nogil:
    """The best docked ship for the next crate, with the goods that have been loaded already."""
    cdef int q, i
    cdef double best = NEVER, gain
    for q in range(r.players):
        for i in range(SLOTS):
            if s.seat[q].ship[i] == 0:
                break
            if load[q][i] < r.hull[s.seat[q].ship[i] - 1]:
                gain = ship_sale(r, s, w, m, q, i, load[q][i])
                if gain > best:
                    best = gain
                    where[0] = q * SLOTS + i
    return best


cdef inline double sell_gain(const lisboa_rules *r, const lisboa_state *s, const double *w,
                             const lisboa_outlook *m) noexcept nogil:
    """L8: sales one after the other while they gain; the first is due."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int load[SEATS][SLOTS]
    cdef int left[GOODS]
    cdef double price[GOODS]
    cdef double total = 0.0, ship
    cdef int q, i, g, best, where = 0, sold = 0
    for q in range(r.players):
        for i in range(SLOTS):
            load[q][i] = crates(&s.seat[q], i)
    for g in range(GOODS):
        left[g] = seat.goods[g]
        price[g] = good_sale(r, s, m, g)
    while True:
        best = -1
        for g in range(GOODS):
            if left[g] and (best < 0 or price[g] > price[best]):
                best = g
        if best < 0:
            break
        ship = best_ship(r, s, w, m, load, &where)
        if ship <= NEVER / 2 or (sold and ship + price[best] <= 0.0):
            break
        total += ship + price[best]
        left[best] -= 1
        load[where // SLOTS][where % SLOTS] += 1
        sold += 1
    return total


cdef inline double cheapest(const lisboa_rules *r, const lisboa_seat *seat, const lisboa_outlook *m,
                            int types) noexcept nogil:
    """The price of the own good that is worth least among some types; -NEVER without one."""
    cdef int g
    cdef double least = -NEVER
    for g in range(GOODS):
        if types >> g & 1 and seat.goods[g]:
            least = min(least, m.good[g])
    return least
