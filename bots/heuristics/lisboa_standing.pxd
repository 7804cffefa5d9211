"""What every seat has and may still expect, in wigs."""

from libc.stdint cimport uint64_t

from bits cimport bits_lowest

from lisboa_can cimport officials_of
from lisboa_outlook cimport decree_worth, held_worth, lisboa_outlook, plan_worth, set_part, ship_worth, tile_worth
from lisboa_score cimport count_favors, count_stores, decree_wigs, metric
from lisboa_state cimport GOODS, HELD, KINDS, SLOTS, TILES, crates, is_docked, lisboa_rules, lisboa_seat, lisboa_state
from lisboa_weights cimport (
    BLOCK,
    CRATE,
    CROWD,
    EVALUATE_CARDS,
    EVALUATE_DECREES,
    EVALUATE_MONEY,
    EVALUATE_OFFICIALS,
    EVALUATE_RUBBLE,
    EVALUATE_STORES,
    FAVOR,
    LATER_SET,
    MARKER,
    OFFICIAL,
    ROOM,
    SERVED,
    STAFF_EACH,
    STORE,
    TURN,
)


cdef inline double decrees_to_come(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                   const lisboa_outlook *m) noexcept nogil:
    """What own decrees may score beyond what they score now."""
    cdef uint64_t word
    cdef double sum = -decree_wigs(r, s, m.q)
    cdef int i, d
    for i in range(2):
        word = s.seat[m.q].decrees[i]
        while word:
            d = 64 * i + bits_lowest(word)
            word &= word - 1
            sum += decree_worth(r, w, m.use, d, metric(r, s, m.q, r.decree_count[d], r.decree_of[d]))
    return sum


cdef inline double rubble_to_come(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                  const lisboa_outlook *m) noexcept nogil:
    """Cubes towards further sets, the room and markers of complete ones, the end of the first period."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef double sum = m.use * (w[ROOM] * seat.sets + w[MARKER] * seat.markers), factor = m.use * m.set
    cdef int level, k, kinds
    if s.period == 0:
        sum += r.period_set_wigs * seat.sets
    for level in range(seat.sets + 1, r.rubble_max + 1):
        kinds = 0
        for k in range(KINDS):
            kinds += seat.rubble[k] >= level
        sum += factor * set_part(w, kinds)
        factor *= w[LATER_SET]
    return sum


cdef inline double officials_to_come(const lisboa_seat *seat, const double *w, double use) noexcept nogil:
    cdef int i
    cdef double sum = 0.0
    for i in range(officials_of(seat)):
        sum += w[OFFICIAL] / (1.0 + max(0.0, w[CROWD]) * i)
    return use * (sum + w[BLOCK] * (seat.office[0] + seat.office[1] + seat.office[2]) + w[STAFF_EACH] * seat.staff)


cdef inline double portfolio_to_come(const lisboa_rules *r, const lisboa_seat *seat, const double *w,
                                     const lisboa_outlook *m) noexcept nogil:
    """Cards, tiles, plans; ships without their hulls, which score already."""
    cdef int i
    cdef double sum = 0.0
    for i in range(SLOTS):
        if seat.nobles[i]:
            sum += held_worth(r, w, m, seat.nobles[i] - 1)
        if seat.treasury[i]:
            sum += held_worth(r, w, m, seat.treasury[i] - 1)
        if seat.ship[i]:
            sum += ship_worth(r, w, m, seat.ship[i] - 1) - r.hull[seat.ship[i] - 1]
            if is_docked(r, seat, i):
                sum += w[CRATE] * m.use * r.crate_wigs * crates(seat, i)
    for i in range(TILES):
        if seat.clergy[i]:
            sum += tile_worth(r, w, m, seat.clergy[i] - 1)
    for i in range(HELD):
        if seat.plans[i]:
            sum += plan_worth(r, w, m, seat.plans[i] - 1)
    return sum


cdef inline double expectations(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                const lisboa_outlook *m) noexcept nogil:
    """Wigs that a seat may expect beyond those of `count_points`; the outlook is one without goals."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef double money = seat.reis * m.reis + seat.influence * m.influence
    cdef double stores = m.use * (w[FAVOR] * count_favors(seat) + w[SERVED] * count_stores(seat))
    cdef int g
    for g in range(GOODS):
        money += seat.goods[g] * m.good[g]
        stores += seat.stores[g] * m.use * w[STORE] * m.good[g]
    return (w[EVALUATE_MONEY] * money - seat.reis // r.reis_per_wig + w[EVALUATE_STORES] * stores
            + w[EVALUATE_DECREES] * decrees_to_come(r, s, w, m) + w[EVALUATE_RUBBLE] * rubble_to_come(r, s, w, m)
            + w[EVALUATE_OFFICIALS] * officials_to_come(seat, w, m.use)
            + w[EVALUATE_CARDS] * portfolio_to_come(r, seat, w, m) + w[TURN] * m.turns)
