"""What players gain and lose: Influence, goods, rubble, rewards, tracks (L4, L6, L13)."""

from libc.stdint cimport uint8_t, uint16_t

from lisboa_state cimport (
    ANY,
    CHOOSE_FAVOR,
    CHOOSE_PILE,
    CHOOSE_RECRUIT,
    CHOOSE_SPEND,
    CHOOSE_TAKE,
    GIVE_FAVOR,
    GIVE_GAIN,
    GIVE_GOOD,
    GIVE_INFLUENCE,
    GIVE_PILE,
    GIVE_RECRUIT,
    GIVE_REIS,
    GIVE_WIGS,
    GOODS,
    KINDS,
    POWER_INFLUENCE,
    SLOTS,
    THEN_REWARD,
    lisboa_reward,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    power,
    push,
    warehouse,
)


cdef inline int clamp(int x, int low, int high) noexcept nogil:
    return low if x < low else high if x > high else x


cdef inline int portfolio_influence(const lisboa_rules *r, const lisboa_seat *seat) noexcept nogil:
    """L6.2: what one Gain Influence brings."""
    cdef int i, sum = power(r, seat, POWER_INFLUENCE)
    for i in range(SLOTS):
        if seat.nobles[i]:
            sum += r.card_influence[seat.nobles[i] - 1]
        if seat.ship[i]:
            sum += r.ship_influence[seat.ship[i] - 1]
    return sum


cdef inline void add_influence(const lisboa_rules *r, lisboa_seat *seat, int n) noexcept nogil:
    """L6.2, L6.3, R29: a gain that ends on the wig is worth one; a gain of nothing is none."""
    if n > 0:
        seat.influence = <uint8_t>min(seat.influence + n, r.influence_max)
        seat.wigs += seat.influence == r.wig_space


cdef inline void gain_influence(const lisboa_rules *r, lisboa_seat *seat) noexcept nogil:
    add_influence(r, seat, portfolio_influence(r, seat))


cdef inline void move_treasury(const lisboa_rules *r, lisboa_state *s, int step) noexcept nogil:
    """L6.6."""
    s.treasury = <uint8_t>clamp(s.treasury + step, 0, r.treasury_spaces - 1)


cdef inline void move_price(const lisboa_rules *r, lisboa_state *s, int good, int step) noexcept nogil:
    """R12."""
    s.market[good] = <uint8_t>clamp(s.market[good] + step, r.market_min, r.market_max)


cdef inline int room_for(const lisboa_rules *r, const lisboa_state *s, int q, int good) noexcept nogil:
    """L1.3, L4.6: how many goods of a type seat q can take."""
    cdef int room = warehouse(r, &s.seat[q]) - s.seat[q].goods[good]
    return min(room, <int>s.supply[good]) if room > 0 else 0


cdef inline int take_goods(const lisboa_rules *r, lisboa_state *s, int q, int good, int n) noexcept nogil:
    """Up to n goods of a type; what cannot be taken is lost (L1.5)."""
    n = min(n, room_for(r, s, q, good))
    s.seat[q].goods[good] += <uint8_t>n
    s.supply[good] -= <uint8_t>n
    return n


cdef inline void return_goods(lisboa_state *s, int q, int good, int n) noexcept nogil:
    s.seat[q].goods[good] -= <uint8_t>n
    s.supply[good] += <uint8_t>n


cdef inline void trim_warehouse(const lisboa_rules *r, lisboa_state *s, int q) noexcept nogil:
    """L4.6: what no longer fits after a clergy tile went."""
    cdef int room = warehouse(r, &s.seat[q]), g
    for g in range(GOODS):
        if s.seat[q].goods[g] > room:
            return_goods(s, q, g, s.seat[q].goods[g] - room)


cdef inline int takeable(const lisboa_rules *r, const lisboa_state *s, int q) noexcept nogil:
    """Types of which seat q can take one, as bits."""
    cdef int g, types = 0
    for g in range(GOODS):
        if room_for(r, s, q, g):
            types |= 1 << g
    return types


cdef inline int own_goods(const lisboa_seat *seat) noexcept nogil:
    """Types in the warehouse, as bits."""
    cdef int g, types = 0
    for g in range(GOODS):
        if seat.goods[g]:
            types |= 1 << g
    return types


cdef inline int count_goods(const lisboa_seat *seat) noexcept nogil:
    return seat.goods[0] + seat.goods[1] + seat.goods[2] + seat.goods[3]


cdef inline void take_cube(const lisboa_rules *r, lisboa_state *s, int q, int kind) noexcept nogil:
    """L4.4, L13.3: a cube that has been lifted goes to the board; sets count at once."""
    cdef lisboa_seat *seat = &s.seat[q]
    cdef int sets
    if seat.rubble[kind] >= r.rubble_max:
        s.thrown[kind] += 1
        return
    seat.rubble[kind] += 1
    sets = min(seat.rubble[0], seat.rubble[1], seat.rubble[2])
    if sets > seat.sets:
        seat.sets = <uint8_t>sets
        seat.markers += 1
        # L18.1: who ends the first period.
        if s.period == 0 and s.trigger == 0 and sets >= r.end_sets[0]:
            s.trigger = <uint8_t>(1 + q)


cdef inline void lose_wigs(lisboa_seat *seat, int n) noexcept nogil:
    """L1.5."""
    seat.wigs -= <uint16_t>min(n, <int>seat.wigs)


cdef inline void pay(lisboa_state *s, int q, int due, int mode, int doing=0) noexcept nogil:
    """L6.4: the payment comes next; if nothing is due it ends by itself."""
    push(s, CHOOSE_SPEND, q, due, mode, doing)


cdef inline void reward(const lisboa_rules *r, lisboa_state *s, int q, int kind, int n, int type) noexcept nogil:
    """Takes what needs no choice; what does comes next on the agenda."""
    cdef lisboa_seat *seat = &s.seat[q]
    cdef int i
    if kind == GIVE_GOOD and type == ANY:
        push(s, CHOOSE_TAKE, q, n)
    elif kind == GIVE_GOOD:
        take_goods(r, s, q, type, n)
    elif kind == GIVE_REIS:
        seat.reis += <uint16_t>n
    elif kind == GIVE_WIGS:
        seat.wigs += <uint16_t>n
    elif kind == GIVE_GAIN:
        for i in range(n):
            gain_influence(r, seat)
    elif kind == GIVE_INFLUENCE:
        add_influence(r, seat, n)
    elif kind == GIVE_RECRUIT:
        push(s, CHOOSE_RECRUIT, q, n)
    elif kind == GIVE_PILE:
        push(s, CHOOSE_PILE, q, n)
    elif kind == GIVE_FAVOR:
        push(s, CHOOSE_FAVOR, q, n)


cdef inline void later(lisboa_state *s, int q, const lisboa_reward *what) noexcept nogil:
    """Puts a reward on the agenda."""
    push(s, THEN_REWARD, q, what.kind, what.n, what.type)
