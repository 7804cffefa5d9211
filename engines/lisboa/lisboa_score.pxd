"""Final scoring (L18.5, L18.6), places and utilities (L18.7)."""

from libc.stdint cimport int32_t, uint64_t

from bits cimport bits_lowest

from lisboa_gain cimport count_goods
from lisboa_state cimport *


cdef inline int count_stores(const lisboa_seat *seat) noexcept nogil:
    return seat.stores[0] + seat.stores[1] + seat.stores[2] + seat.stores[3]


cdef inline int count_favors(const lisboa_seat *seat) noexcept nogil:
    return seat.favors[0] + seat.favors[1] + seat.favors[2]


cdef inline int count_hulls(const lisboa_rules *r, const lisboa_seat *seat) noexcept nogil:
    cdef int i, sum = 0
    for i in range(SLOTS):
        if seat.ship[i]:
            sum += r.hull[seat.ship[i] - 1]
    return sum


cdef inline int count_cards_of(const lisboa_rules *r, const lisboa_seat *seat, int noble) noexcept nogil:
    cdef int i, count = 0
    for i in range(SLOTS):
        count += seat.nobles[i] != 0 and r.noble[seat.nobles[i] - 1] == noble
    return count


cdef inline int count_at_sea(const lisboa_rules *r, const lisboa_seat *seat) noexcept nogil:
    cdef int i, count = 0
    for i in range(SLOTS):
        count += seat.ship[i] != 0 and not is_docked(r, seat, i)
    return count


cdef inline int count_row(const lisboa_state *s, int q, int row) noexcept nogil:
    cdef int c, store, count = 0
    for c in range(COLUMNS):
        store = s.cell[row * COLUMNS + c] - 1
        count += store >= 0 and store // GOODS == q
    return count


cdef inline int count_opened(const lisboa_rules *r, const lisboa_state *s, int q, int side,
                             int colour) noexcept nogil:
    """Public buildings that seat q opened: on that side, of that colour; -1: any."""
    cdef int p, count = 0
    for p in range(r.plots):
        count += (s.opener[p] == q + 1 and (side < 0 or r.plot_side[p] == side)
                  and (colour < 0 or (s.built[p] - 1 & 1) == colour))
    return count


cdef inline int metric(const lisboa_rules *r, const lisboa_state *s, int q, int what, int argument) noexcept nogil:
    """L18.6."""
    cdef const lisboa_seat *seat = &s.seat[q]
    if what == COUNT_STORES:
        return count_stores(seat)
    if what == COUNT_STORES_GOOD:
        return seat.stores[argument]
    if what == COUNT_STORES_ROW:
        return count_row(s, q, argument)
    if what == COUNT_STORE_TYPES:
        return (seat.stores[0] > 0) + (seat.stores[1] > 0) + (seat.stores[2] > 0) + (seat.stores[3] > 0)
    if what == COUNT_OPENED:
        return count_opened(r, s, q, -1, -1)
    if what == COUNT_OPENED_SIDE:
        return count_opened(r, s, q, argument, -1)
    if what == COUNT_OPENED_COLOUR:
        return count_opened(r, s, q, -1, argument)
    if what == COUNT_OFFICE:
        return seat.office[argument] + seat.plaza[argument]
    if what == COUNT_STAFF:
        return seat.staff
    if what == COUNT_PLACED:
        return r.officials - seat.board
    if what == COUNT_SETS:
        return seat.sets
    if what == COUNT_RUBBLE:
        return seat.rubble[argument]
    if what == COUNT_SHIPS:
        return list_size(seat.ship, SLOTS)
    if what == COUNT_HULLS:
        return count_hulls(r, seat)
    if what == COUNT_AT_SEA:
        return count_at_sea(r, seat)
    if what == COUNT_NOBLE_CARDS:
        return list_size(seat.nobles, SLOTS)
    if what == COUNT_TREASURY_CARDS:
        return list_size(seat.treasury, SLOTS)
    if what == COUNT_CARDS:
        return list_size(seat.nobles, SLOTS) + list_size(seat.ship, SLOTS) + list_size(seat.treasury, SLOTS)
    if what == COUNT_CARDS_OF:
        return count_cards_of(r, seat, argument)
    if what == COUNT_INFLUENCE:
        return seat.influence
    if what == COUNT_REIS:
        return seat.reis
    if what == COUNT_GOODS:
        return count_goods(seat)
    if what == COUNT_GOODS_OF:
        return seat.goods[argument]
    if what == COUNT_CLERGY:
        return list_size(seat.clergy, TILES)
    if what == COUNT_FAVORS:
        return count_favors(seat)
    return (seat.favors[0] > 0) + (seat.favors[1] > 0) + (seat.favors[2] > 0)


cdef inline int decree_wigs(const lisboa_rules *r, const lisboa_state *s, int q) noexcept nogil:
    """L18.5 (g)."""
    cdef uint64_t word
    cdef int i, decree, count, sum = 0
    for i in range(2):
        word = s.seat[q].decrees[i]
        while word:
            decree = 64 * i + bits_lowest(word)
            word &= word - 1
            count = metric(r, s, q, r.decree_count[decree], r.decree_of[decree])
            if r.decree_need[decree] == 0:
                sum += min(count * r.decree_wigs[decree], <int>r.decree_max[decree])
            elif count >= r.decree_need[decree]:
                sum += r.decree_wigs[decree]
    return sum


cdef inline int place_wigs(const lisboa_rules *r, const int *count, int q, const unsigned char *wigs,
                           int places) noexcept nogil:
    """R18: seat q's share; the tied add up the places that they occupy, and divide, rounding down."""
    cdef int p, before = 0, tied = 0, i, sum = 0
    if count[q] == 0:
        return 0
    for p in range(r.players):
        before += count[p] > count[q]
        tied += count[p] == count[q]
    for i in range(before, min(before + tied, places)):
        sum += wigs[i]
    return sum // tied


cdef inline void count_points(const lisboa_rules *r, const lisboa_state *s, int32_t *points) noexcept nogil:
    """L18.5."""
    cdef int count[SEATS]
    cdef int q, g
    cdef const lisboa_seat *seat
    for q in range(r.players):
        seat = &s.seat[q]
        points[q] = (seat.wigs + r.set_wigs * seat.sets + count_hulls(r, seat) + seat.reis // r.reis_per_wig
                     + r.favor_wigs * count_favors(seat) + decree_wigs(r, s, q))
        count[q] = seat.staff
    for q in range(r.players):
        points[q] += place_wigs(r, count, q, r.majority, r.majority_places)
    for g in range(GOODS):
        if s.street[g] == 0:
            continue
        for q in range(r.players):
            count[q] = s.seat[q].stores[g]
        for q in range(r.players):
            points[q] += place_wigs(r, count, q, r.scoring_wigs[s.street[g] - 1], 2 if r.players == 2 else 3)


cdef inline int tie_break(const lisboa_rules *r, const lisboa_state *s, int q, int i) noexcept nogil:
    """R19: what decides, in the order of the data."""
    cdef const lisboa_seat *seat = &s.seat[q]
    return (seat.influence if r.tie_break[i] == 0 else seat.reis if r.tie_break[i] == 1
            else count_stores(seat) if r.tie_break[i] == 2 else seat.sets)


cdef inline void write_ranks(const lisboa_rules *r, const lisboa_state *s, int32_t *out) noexcept nogil:
    """L18.7."""
    cdef int32_t points[SEATS]
    cdef int p, q, i, ahead
    count_points(r, s, points)
    for q in range(r.players):
        out[q] = 1
        for p in range(r.players):
            ahead = points[p] - points[q]
            for i in range(4):
                if ahead == 0:
                    ahead = tie_break(r, s, p, i) - tie_break(r, s, q, i)
            out[q] += ahead > 0


cdef inline void write_returns(const lisboa_rules *r, const lisboa_state *s, double *out) noexcept nogil:
    """Winner shares."""
    cdef int32_t ranks[SEATS]
    cdef int q, winners = 0, n = r.players
    write_ranks(r, s, ranks)
    for q in range(n):
        winners += ranks[q] == 1
    for q in range(n):
        out[q] = ((1.0 / winners if ranks[q] == 1 else 0.0) - 1.0 / n) * n / (n - 1)
