"""What a pile, a card, a ship and a lot are worth to a seat of Sevilla 1503, in points."""

from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from bits cimport bits_load, bits_lowest, bits_present, bits_store

from sevilla_boarding cimport (
    SV_ALL_GOODS,
    SV_ALWAYS,
    SV_BOY,
    SV_COINS,
    SV_CREW,
    SV_CREWS,
    SV_FAMILIES,
    SV_GOODS,
    SV_HELM,
    SV_MIXED,
    SV_OFFICER,
    SV_OFFICERS,
    SV_PER_BOY,
    SV_PER_CARD,
    SV_PER_CREW,
    SV_PER_OFFICER,
    SV_PER_SHIP,
    SV_PIECE,
    SV_REBEL,
    SV_SET,
    SV_WHENS,
    sv_boarding_rules,
    sv_sets,
)
from sevilla_state cimport (
    ARENAL,
    ATARAZANAS,
    KINDS,
    SEATS,
    full_capacity,
    owns,
    sevilla_rules,
    sevilla_state,
)
from sevilla_weights cimport (
    COIN,
    COINS_CHANCE,
    COIN_LEFT,
    COIN_RICH,
    CREW_LEFT,
    FUTURE,
    HELM,
    LOAD,
    LOAD_LEFT,
    MISSING,
    PIECE_1,
    PIECE_3,
    ROOM,
    SET_CHANCE,
    SHIPS_LEFT,
)

cdef enum:
    SHORTAGE_SCALE = 12     # quarters

# What everybody sees of the time and the money left.
ctypedef struct sevilla_times:
    double rounds           # to come after the present one
    double left             # part of all rounds
    double reach            # the part of the cards not yet seen that comes into lots, over the players
    double mean_purse

# What seat q has, as another card would find it.
ctypedef struct sevilla_hold:
    int seat
    int ships
    int weight
    int rogues, divers, sets
    int cards[SV_FAMILIES]
    int titles[SV_FAMILIES]
    uint32_t weightless         # kinds, as bits
    uint8_t pile[KINDS]
    double bonus[KINDS]         # points that another card of the kind adds to cards of the pile
    double each[SV_FAMILIES]    # that another card of the family adds
    double title[SV_FAMILIES]   # that a new title of the family adds
    double first[SV_FAMILIES]   # that the first card of the family adds
    double first_set
    double ship                 # that another ship adds, room apart
    double shortage             # of room, in quarters
    double room                 # points of a quarter
    double coin                 # points of a coin


cdef inline void read_times(const sevilla_rules *r, const sevilla_state *s, sevilla_times *t) noexcept nogil:
    cdef int rounds = max(0, r.rounds - 1 - s.round), unseen = s.deck_count + s.drawn_count, q, money = 0
    cdef double come = rounds * (2 * r.lots - 1)
    t.rounds = rounds
    t.left = t.rounds / r.rounds
    t.reach = (min(1.0, come / unseen) if unseen else 0.0) / r.players
    for q in range(r.players):
        money += s.purse[q]
    t.mean_purse = <double>money / r.players


cdef inline double chance_of(const sevilla_times *t, const double *w, int missing) noexcept nogil:
    """The chance of a condition for which so many titles are missing."""
    if missing <= 0:
        return 1.0
    return max(0.0, t.left * (1.0 - w[MISSING] * missing))


cdef inline double holds(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                         const sevilla_hold *h, int when, int more) noexcept nogil:
    """The chance that a condition holds at the end with so many more titles."""
    cdef const sv_boarding_rules *b = &r.boarding
    if when == SV_OFFICERS:
        return chance_of(t, w, b.officer_titles - h.titles[SV_OFFICER] - more - min(h.rogues, b.rogue_titles))
    if when == SV_CREWS:
        return chance_of(t, w, b.crew_titles - h.titles[SV_CREW] - more - min(h.rogues, b.rogue_titles))
    if when == SV_ALL_GOODS:
        return chance_of(t, w, b.titles[SV_GOODS] - h.titles[SV_GOODS] - more)
    if when == SV_MIXED:
        return chance_of(t, w, (h.cards[SV_BOY] == 0) + (h.cards[SV_OFFICER] == 0) + (h.cards[SV_GOODS] == 0)
                         - h.rogues - more)
    if when == SV_SET:
        return 1.0 if h.sets else w[SET_CHANCE] * t.left
    if when == SV_COINS:
        return w[COINS_CHANCE]
    if when == SV_HELM:
        return 1.0 - t.left * (r.players - 1) / r.players if s.helm == h.seat else t.left / r.players
    return 1.0


cdef inline void promise(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                         sevilla_hold *h, int kind) noexcept nogil:
    """Notes what another card would add to the cards of this kind in the pile."""
    cdef const sv_boarding_rules *b = &r.boarding
    cdef int per = b.per[kind], when = b.when[kind]
    cdef double points = <int>h.pile[kind] * <int>b.points[kind], more
    if when > SV_HELM:
        more = points * (holds(r, s, t, w, h, when, 1) - holds(r, s, t, w, h, when, 0))
        if when == SV_OFFICERS:
            h.title[SV_OFFICER] += more
        elif when == SV_CREWS:
            h.title[SV_CREW] += more
        elif when == SV_ALL_GOODS:
            h.title[SV_GOODS] += more
        elif when == SV_SET:
            h.first_set += points
        else:
            h.first[SV_BOY] += more
            h.first[SV_OFFICER] += more
            h.first[SV_GOODS] += more
        return
    if per == SV_PER_CARD:
        return
    points *= holds(r, s, t, w, h, when, 0)
    if per < KINDS:
        h.bonus[per] += points
    elif per == SV_PER_SHIP:
        h.ship += points
    elif per == SV_PER_CREW:
        h.each[SV_CREW] += points
    elif per == SV_PER_OFFICER:
        h.each[SV_OFFICER] += points
    else:
        h.each[SV_BOY] += points


cdef inline void read_hold(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                           int q, bint unseen, sevilla_hold *h) noexcept nogil:
    """What seat q has; with what it drew unseen by El Arenal, if that may be known."""
    cdef const sv_boarding_rules *b = &r.boarding
    cdef uint32_t present = 0, rest
    cdef int i, kind, family
    cdef double x
    memset(h, 0, sizeof(sevilla_hold))
    h.seat = q
    h.ships = s.ships[q]
    memcpy(h.pile, s.pile[q], KINDS)
    if unseen and s.drawn_count and owns(s, q, ARENAL):
        for i in range(0, KINDS, 8):
            bits_store(h.pile + i, bits_load(h.pile + i) + bits_load(s.drawn + i))
    for i in range(0, KINDS, 8):
        present |= bits_present(bits_load(h.pile + i)) << i
    rest = present
    while rest:
        kind = bits_lowest(rest)
        rest &= rest - 1
        family = b.family[kind]
        h.cards[family] += h.pile[kind]
        h.titles[family] += 1
        if b.weightless[kind]:
            h.weightless |= <uint32_t>1 << (b.weightless[kind] - 1)
        if b.wild[kind]:
            if family == SV_CREW:
                h.divers += h.pile[kind]
            else:
                h.rogues += h.pile[kind]
    if h.titles[SV_PIECE] + h.divers >= b.titles[SV_PIECE]:
        h.sets = sv_sets(b, h.pile, h.divers)
    rest = present
    while rest:
        kind = bits_lowest(rest)
        rest &= rest - 1
        if not h.weightless >> kind & 1:
            h.weight += b.card_weight[b.family[kind]] * h.pile[kind]
        if b.points[kind]:
            promise(r, s, t, w, h, kind)
    h.shortage = w[LOAD] * h.weight + w[LOAD_LEFT] * t.rounds - full_capacity(r, s, q)
    x = h.shortage / SHORTAGE_SCALE
    h.room = w[ROOM] * (0.5 + 0.5 * x / sqrt(1.0 + x * x))
    h.coin = max(0.0, w[COIN] + w[COIN_LEFT] * t.left + w[COIN_RICH] * (t.mean_purse - s.purse[q]))


cdef inline double to_come(const sevilla_state *s, const sevilla_times *t, const double *w, int kind) noexcept nogil:
    """Cards of a kind that a seat may still get to go with another."""
    return w[FUTURE] * t.reach * (<int>s.deck[kind] + <int>s.drawn[kind])


cdef inline double piece_worth(const sevilla_rules *r, const sevilla_times *t, const double *w, const sevilla_hold *h,
                               int missing) noexcept nogil:
    """S11.2: what a piece is worth if after it so many are missing for a set."""
    cdef double points = r.boarding.set_points
    if h.sets == 0:
        points += h.first_set
    if missing <= 0:
        return points
    return points * t.left * w[PIECE_1 + min(missing, 3) - 1]


cdef inline double card_points(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                               const sevilla_hold *h, int kind) noexcept nogil:
    """Points that a card makes by itself and with the pile, room apart."""
    cdef const sv_boarding_rules *b = &r.boarding
    cdef int family = b.family[kind], per = b.per[kind], i, other, n, missing
    cdef bint new = h.pile[kind] == 0
    cdef double gain = h.bonus[kind] + h.each[family], many = 1.0
    if new:
        gain += h.title[family]
    if h.cards[family] == 0:
        gain += h.first[family]
    if family == SV_PIECE:
        n = h.pile[kind]
        missing = b.titles[SV_PIECE] - 1 - h.divers
        for i in range(b.titles[SV_PIECE]):
            other = b.kinds_of[SV_PIECE][i]
            if other != kind and h.pile[other] > n:
                missing -= 1
        return gain + piece_worth(r, t, w, h, missing)
    if b.wild[kind]:
        if family == SV_CREW:
            missing = -1 - h.divers
            for i in range(b.titles[SV_PIECE]):
                if h.pile[b.kinds_of[SV_PIECE][i]] <= h.sets:
                    missing += h.sets + 1 - h.pile[b.kinds_of[SV_PIECE][i]]
            gain += piece_worth(r, t, w, h, missing)
        else:  # S14.5
            gain += h.each[SV_CREW] + h.each[SV_OFFICER] + h.each[SV_BOY] + h.first[SV_BOY]
            if h.rogues == 0:
                gain += h.title[SV_CREW] + h.title[SV_OFFICER]
    if b.points[kind]:
        if per < KINDS:
            many = <int>h.pile[per] + to_come(s, t, w, per)
        elif per == SV_PER_SHIP:
            many = h.ships + w[SHIPS_LEFT] * t.rounds
        elif per == SV_PER_CREW:
            many = h.cards[SV_CREW] + h.rogues + w[CREW_LEFT] * t.rounds
        elif per == SV_PER_OFFICER:
            many = 1 + h.cards[SV_OFFICER] + h.rogues + w[CREW_LEFT] * t.rounds
        elif per == SV_PER_BOY:
            many = h.cards[SV_BOY] + h.rogues + w[CREW_LEFT] * t.rounds
        gain += b.points[kind] * many * holds(r, s, t, w, h, b.when[kind], new)
    return gain


cdef inline double card_worth(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                              const sevilla_hold *h, int kind) noexcept nogil:
    """What a card is worth to a seat: the points it makes less its room; nothing if it had better stay ashore."""
    cdef const sv_boarding_rules *b = &r.boarding
    cdef int family = b.family[kind], freed
    cdef double worth = card_points(r, s, t, w, h, kind)
    if not h.weightless >> kind & 1:
        worth -= h.room * b.card_weight[family]
    freed = b.weightless[kind] - 1
    if freed >= 0 and not h.weightless >> freed & 1:  # S10.3
        worth += h.room * b.card_weight[b.family[freed]] * (<int>h.pile[freed] + to_come(s, t, w, freed))
    return worth if family == SV_REBEL else max(0.0, worth)  # S10.4


cdef inline double room_worth(const double *w, const sevilla_hold *h, int quarters) noexcept nogil:
    """Points of more room: the price of a quarter, summed up to the new shortage."""
    cdef double x = h.shortage / SHORTAGE_SCALE, y = (h.shortage - quarters) / SHORTAGE_SCALE
    return 0.5 * w[ROOM] * SHORTAGE_SCALE * (x - y + sqrt(1.0 + x * x) - sqrt(1.0 + y * y))


cdef inline double ship_worth(const sevilla_rules *r, const sevilla_state *s, const double *w, const sevilla_hold *h,
                              int quarters) noexcept nogil:
    """Points of a ship of that capacity."""
    if owns(s, h.seat, ATARAZANAS):
        quarters += r.atarazanas
    return room_worth(w, h, quarters) + h.ship


cdef inline double pair_points(const sv_boarding_rules *b, int one, int other) noexcept nogil:
    """Points that two cards make only together, where one scores for the other."""
    return (<int>b.points[one] if b.per[one] == other else 0) + (<int>b.points[other] if b.per[other] == one else 0)


cdef inline double lot_worth(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                             const sevilla_hold *h, int lot) noexcept nogil:
    """What a lot is worth to a seat, cards, ship and Helm together."""
    cdef int one = s.card[lot][0] - 1, other = s.card[lot][1] - 1
    cdef double worth = 0.0
    if one >= 0:
        worth += card_worth(r, s, t, w, h, one)
    if other >= 0:
        worth += card_worth(r, s, t, w, h, other)
        if one >= 0:
            worth += pair_points(&r.boarding, one, other)
    if lot == r.lots - 1:
        worth += ship_worth(r, s, w, h, r.ship[s.round]) + w[HELM] * t.left
    if s.small >> lot & 1:
        worth += ship_worth(r, s, w, h, r.small_capacity)
    return worth
