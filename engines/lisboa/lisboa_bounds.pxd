"""How long a game can get, and how many options a decision can have: no game reaches these numbers."""

from libc.stdint cimport uint8_t

from lisboa_state cimport (
    CARDS,
    CITY,
    COLUMNS,
    DRAW_TOP,
    GOODS,
    GROUPS,
    HAND,
    HOUSES,
    KINDS,
    NOBLES,
    PLOTS,
    POWER_DECREE,
    POWER_RECRUIT,
    POWER_WAREHOUSE,
    lisboa_rules,
)


cdef inline int power_bound(const lisboa_rules *r, int kind) noexcept nogil:
    """What all tiles of a power add up to."""
    cdef int k, sum = 0
    for k in range(r.clergy):
        if r.clergy_power[k] == kind:
            sum += r.clergy_n[k] * r.clergy_copies[k]
    return sum


cdef inline int reward_bound(const lisboa_rules *r) noexcept nogil:
    """Decisions in one reward or penalty: one for each piece."""
    cdef int i, most = 1
    for i in range(r.cards):
        most = max(most, <int>r.effect[i].n)
    for i in range(COLUMNS):
        most = max(most, <int>r.cell_reward[i].n)
    for i in range(r.houses):
        most = max(most, <int>r.house_reward[i].n)
    for i in range(r.plots):
        most = max(most, <int>r.plot_reward[i].n)
    return most


cdef inline int sale_bound(const lisboa_rules *r) noexcept nogil:
    """A good and a ship for each sale."""
    cdef int room = r.warehouse_base + r.warehouse_per_set * r.rubble_max + power_bound(r, POWER_WAREHOUSE)
    return 2 * GOODS * min(room, r.goods_per_type)


cdef inline int action_bound(const lisboa_rules *r) noexcept nogil:
    """Decisions of one State or Noble action."""
    cdef int recruit = r.recruit_max + power_bound(r, POWER_RECRUIT) + 1
    cdef int church = 2 + r.players * (r.clergy_max + 2)
    cdef int store = 4 + 2 * reward_bound(r)
    cdef int decree = 1 + power_bound(r, POWER_DECREE) + 2 * r.markers
    cdef int building = 3 + r.players * r.officials + reward_bound(r)
    return max(max(recruit, church), max(store, max(decree, building)))


cdef inline int turn_bound(const lisboa_rules *r) noexcept nogil:
    """Card, use, display; then a card in the Portfolio with a sale or a trade, or a visit that all follow."""
    cdef int portfolio = reward_bound(r) + 2 + max(sale_bound(r), r.trade_max * (2 + action_bound(r)))
    cdef int visit = 2 * (1 + action_bound(r)) + (r.players - 1) * (1 + action_bound(r))
    return 3 + max(portfolio, visit)


cdef inline int turns_bound(const lisboa_rules *r) noexcept nogil:
    """L18: a turn takes a card from the display; after the last trigger come less than two rounds."""
    cdef int i, cards = 0
    for i in range(2, GROUPS):
        cards += r.group_cards[i]
    return cards + 2 * r.players


cdef inline int decisions_bound(const lisboa_rules *r) noexcept nogil:
    """Set-up, turns, the end of the first period."""
    return (r.players + turns_bound(r) * turn_bound(r)
            + r.players * (1 + HAND + NOBLES * (1 + reward_bound(r))))


cdef inline int draws_bound(const lisboa_rules *r) noexcept nogil:
    """Everything is drawn once, but for clergy tiles: three in a turn at most come back or are replaced."""
    cdef int i, sum = 4 * r.players + r.cubes + r.buildings + GOODS + r.decrees
    for i in range(GROUPS):
        sum += r.group_cards[i]
    return sum + r.clergy_up + turns_bound(r) * (r.players + r.trade_max)


cdef inline int legal_bound(const lisboa_rules *r) noexcept nogil:
    """Most options of one decision, by the decisions that have many."""
    cdef int most = max(2 * GOODS + r.hand, r.stores)
    most = max(most, max(r.players * max(2 * NOBLES, r.top_slots), r.decrees_up))
    most = max(most, max(r.clergy_max + 2, max((1 << GOODS) - 1, r.reis_max + 1)))
    return max(most, max(r.plots, r.houses))
