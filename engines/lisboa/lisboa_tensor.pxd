"""A view as floats, for learners; README.md says what is where."""

from libc.stdint cimport uint8_t, uint64_t

from lisboa_state cimport (
    BACK_BLUE,
    BACK_PURPLE,
    CELLS,
    COLUMNS,
    GOODS,
    HAND,
    HELD,
    KINDS,
    KNOWN,
    NOBLES,
    SHIPS,
    SLOTS,
    STACKS,
    STATE_ACTIONS,
    TASKS,
    TILES,
    crates,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    seen_task,
)


cdef inline void put(float *out, int *n, double value, double most) noexcept nogil:
    """The next float: value by its usual maximum, at most 1. out NULL: it is only counted."""
    if out is not NULL:
        out[n[0]] = <float>min(1.0, value / most)
    n[0] += 1


cdef inline void put_one(float *out, int *n, int at, int count) noexcept nogil:
    """One-hot; all 0 where `at` is none of them."""
    cdef int i
    for i in range(count):
        put(out, n, i == at, 1)


cdef inline void put_counts(float *out, int *n, const uint8_t *counts, int count, double most) noexcept nogil:
    cdef int i
    for i in range(count):
        put(out, n, counts[i], most)


cdef inline void put_list(float *out, int *n, const uint8_t *items, int room, int kinds) noexcept nogil:
    """A list of 1 + kind as counts by kind."""
    cdef int i, k, count
    for k in range(kinds):
        count = 0
        for i in range(room):
            if items[i] == k + 1:
                count += 1
        put(out, n, count, 1)


cdef inline void put_bits(float *out, int *n, const uint64_t *words, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        put(out, n, words[i >> 6] >> (i & 63) & 1, 1)


cdef inline void put_hand(const lisboa_rules *r, float *out, int *n, const lisboa_seat *seat) noexcept nogil:
    """Cards that the view shows, those known to all, backs."""
    cdef uint8_t cards[HAND]
    cdef uint8_t known[HAND]
    cdef int i, blue = 0, purple = 0
    for i in range(HAND):
        cards[i] = seat.hand[i] & ~KNOWN
        known[i] = cards[i] if seat.hand[i] & KNOWN else 0
        if seat.hand[i] == BACK_BLUE:
            blue += 1
        elif seat.hand[i] == BACK_PURPLE:
            purple += 1
    put_list(out, n, cards, HAND, r.cards)
    put_list(out, n, known, HAND, r.cards)
    put(out, n, blue, r.hand)
    put(out, n, purple, r.hand)


cdef inline void put_seat(const lisboa_rules *r, float *out, int *n, const lisboa_seat *seat) noexcept nogil:
    cdef int i, k, count, load
    put(out, n, seat.reis, 50)
    put(out, n, seat.wigs, 100)
    put(out, n, seat.influence, r.influence_max)
    put(out, n, seat.sets, r.rubble_max)
    put(out, n, seat.markers, r.rubble_max)
    for i in range(r.houses):
        put(out, n, seat.houses >> i & 1, 1)
    put_counts(out, n, seat.goods, GOODS, r.warehouse_base + r.warehouse_per_set * r.rubble_max)
    put_counts(out, n, seat.stores, GOODS, r.houses)
    put_counts(out, n, seat.office, NOBLES, r.officials)
    put_counts(out, n, seat.plaza, NOBLES, r.officials)
    put(out, n, seat.board, r.officials)
    put(out, n, seat.staff, r.officials)
    put_counts(out, n, seat.rubble, KINDS, r.rubble_max)
    put_counts(out, n, seat.favors, NOBLES, r.favors)
    put_hand(r, out, n, seat)
    put_list(out, n, seat.nobles, SLOTS, r.cards)
    put_list(out, n, seat.treasury, SLOTS, r.cards)
    for k in range(SHIPS):
        count = load = 0
        for i in range(SLOTS):
            if seat.ship[i] == k + 1:
                count += 1
                load += crates(seat, i)
        put(out, n, count, SLOTS)
        put(out, n, load, SLOTS * r.hull[k])
    put_list(out, n, seat.clergy, TILES, r.clergy)
    put_list(out, n, seat.plans, HELD, r.plan_kinds)
    put_bits(out, n, seat.decrees, r.decrees)


cdef inline void put_map(const lisboa_rules *r, const lisboa_state *s, int p, float *out, int *n) noexcept nogil:
    """Cells, rubble, plots, buildings, City tiles, scoring tiles."""
    cdef int i, j, g, tile
    for i in range(r.rows * COLUMNS):
        put_one(out, n, (s.cell[i] - 1) // GOODS - p + (r.players if (s.cell[i] - 1) // GOODS < p else 0)
                if s.cell[i] else -1, r.players)
        put_one(out, n, (s.cell[i] - 1) % GOODS if s.cell[i] else -1, GOODS)
    put_counts(out, n, s.row[0], KINDS * r.rows, 3)
    put_counts(out, n, s.column[0], KINDS * COLUMNS, 3)
    put_counts(out, n, s.plot[0], KINDS * r.plots, 2)
    put_counts(out, n, s.pile, KINDS, 6)
    for i in range(r.plots):
        tile = s.built[i] - 1
        put_one(out, n, (s.opener[i] - 1 - p + r.players) % r.players if tile >= 0 else -1, r.players)
        for g in range(GOODS):
            put(out, n, r.building_wigs_of[tile >> 1][tile & 1][g] if tile >= 0 else 0, 5)
    for j in range(2):
        for g in range(GOODS):
            put(out, n, r.building_wigs_of[s.current[j] - 1][j][g] if s.current[j] else 0, 5)
            put(out, n, r.building_wigs_of[s.next[j] - 1][j][g] if s.next[j] else 0, 5)
        put(out, n, s.beneath[j], r.buildings)
        put(out, n, s.plan_next[j], r.plan_stack_size[j] if r.plan_stack_size[j] else 1)
    put_counts(out, n, s.city_up, r.city, 1)
    put_counts(out, n, s.city_stack, r.city, 7)
    for g in range(GOODS):
        for i in range(3):
            put(out, n, r.scoring_wigs[s.street[g] - 1][i] if s.street[g] else 0, 10)


cdef inline int write_tensor(const lisboa_rules *r, const lisboa_state *s, int p, float *out) noexcept nogil:
    """Seat p's view (blanked already) as floats from 0 to 1; returns how many. out NULL: they are only counted."""
    cdef int n = 0, i, players = r.players
    put_one(out, &n, seen_task(s).kind, TASKS)
    put_one(out, &n, (seen_task(s).seat - p + players) % players, players)
    put_one(out, &n, (s.turn - p + players) % players, players)
    put(out, &n, seen_task(s).a, 30)
    put(out, &n, seen_task(s).b, 30)
    put(out, &n, s.period, 1)
    put(out, &n, s.last, 2)
    put(out, &n, s.treasury, max(1, r.treasury_spaces - 1))
    put_one(out, &n, s.cardinal, r.ring)
    put_counts(out, &n, s.market, GOODS, max(1, r.market_max))
    put_counts(out, &n, s.supply, GOODS, r.goods_per_type)
    put_counts(out, &n, s.portrait, NOBLES, r.favors)
    put_counts(out, &n, s.shipyard, SHIPS, max(1, r.ship_copies))
    for i in range(STATE_ACTIONS):
        put(out, &n, s.space[i] != 0, 1)
    for i in range(r.ring):
        put_one(out, &n, s.track[i] - 1, r.clergy)
    for i in range(STACKS):
        put_one(out, &n, s.top[i] - 1, r.cards)
        put(out, &n, s.stack[i], 5)
    put_one(out, &n, s.card - 1, r.cards)
    put_list(out, &n, s.offered, 2, r.clergy)
    put_list(out, &n, s.discards, HAND, r.cards)
    put_bits(out, &n, s.decree_display, r.decrees)
    put_map(r, s, p, out, &n)
    for i in range(players):  # seat p first, then clockwise
        put_seat(r, out, &n, &s.seat[(p + i) % players])
    return n
