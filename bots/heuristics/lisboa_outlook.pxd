"""What things are worth to one seat in wigs: shadow prices over the turns to come, decrees, rubble sets, rewards."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from bits cimport bits_lowest

from lisboa_can cimport favors_left, officials_of
from lisboa_gain cimport count_goods, portfolio_influence, room_for
from lisboa_score cimport metric
from lisboa_state cimport (
    ANY,
    BENEFIT_GOOD,
    COUNT_AT_SEA,
    COUNT_CARDS,
    COUNT_CARDS_OF,
    COUNT_CLERGY,
    COUNT_FAVORS,
    COUNT_FAVOR_TYPES,
    COUNT_GOODS,
    COUNT_GOODS_OF,
    COUNT_HULLS,
    COUNT_INFLUENCE,
    COUNT_NOBLE_CARDS,
    COUNT_OFFICE,
    COUNT_PLACED,
    COUNT_REIS,
    COUNT_RUBBLE,
    COUNT_SETS,
    COUNT_SHIPS,
    COUNT_TREASURY_CARDS,
    GIVE_FAVOR,
    GIVE_GAIN,
    GIVE_GOOD,
    GIVE_INFLUENCE,
    GIVE_OFFICIAL,
    GIVE_PILE,
    GIVE_RECRUIT,
    GIVE_REIS,
    GIVE_WIGS,
    GOODS,
    KINDS,
    NOBLES,
    POWER_INFLUENCE,
    POWER_SKIP_COLUMN,
    POWER_SKIP_ROW,
    POWER_STORE,
    POWER_VISIT_ANY,
    STACKS,
    TREASURY_CARD,
    lisboa_reward,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
)
from lisboa_weights cimport (
    BENEFIT,
    BLOCK,
    CROWD,
    CUBES,
    FAVOR,
    GOLD,
    GOOD,
    HOPE,
    HOPE_PER,
    HULL,
    INCOME,
    INFLUENCE,
    LATER_SET,
    MARKER,
    MARKET,
    OFFICIAL,
    PART_1,
    PART_2,
    PLAN,
    PLAN_WIGS,
    REIS,
    ROOM,
    SLIP,
    TAU,
    TILE,
    TILE_BACK,
    TILE_GAIN,
    TILE_STORE,
    TILE_VISIT,
)

cdef enum:
    METRICS = 26
    ARGUMENTS = 5           # rows are the most

# Prices for one seat.
ctypedef struct lisboa_outlook:
    int q
    double turns            # own turns after this one
    double use
    double reis             # a real
    double influence        # an Influence
    double good[GOODS]
    double official         # a further Official in an office
    double set              # a rubble set
    double cube[KINDS]      # a further cube
    double more[METRICS][ARGUMENTS]     # own decrees: one more of what they count


cdef inline double rounds_left(const lisboa_rules *r, const lisboa_state *s, const double *w) noexcept nogil:
    """Rounds after the present one: by cards in the display, or by rubble sets if they end it sooner (L18)."""
    cdef int i, k, q, cards = 0, most = 0, next_cards = 0, missing, least
    cdef double draws, sets
    if s.last:
        return 2.0 - s.last
    for i in range(STACKS):
        k = s.stack[i] + (s.top[i] != 0)
        cards += k
        most = max(most, k)
        next_cards += r.group_cards[2 + STACKS + i]
    draws = cards - 0.5 * most
    least = 3 * r.end_sets[s.period]
    for q in range(r.players):
        missing = 0
        for k in range(KINDS):
            missing += max(0, r.end_sets[s.period] - <int>s.seat[q].rubble[k])
        least = min(least, missing)
    sets = least * r.players / max(w[CUBES], 0.05)
    draws = min(draws, sets)
    if s.period == 0:
        sets = 3 * (r.end_sets[1] - r.end_sets[0]) * r.players / max(w[CUBES], 0.05)
        draws += min(0.875 * next_cards, sets)
    return draws / r.players + 1.0


cdef inline bint comes_and_goes(int what) noexcept nogil:
    """Whether a player has less of it now and then."""
    return what == COUNT_INFLUENCE or what == COUNT_REIS or what == COUNT_GOODS or what == COUNT_GOODS_OF or (
        what == COUNT_AT_SEA or what == COUNT_OFFICE or what == COUNT_CLERGY)


cdef inline double decree_worth(const lisboa_rules *r, const double *w, double use, int decree,
                                int count) noexcept nogil:
    """What a decree may be expected to score with so many of what it counts."""
    cdef int need = r.decree_need[decree]
    cdef double wigs = r.decree_wigs[decree]
    if need == 0:
        return min((count + use * w[HOPE_PER]) * wigs, <double>r.decree_max[decree])
    if count >= need:
        return wigs * (1.0 - use * w[SLIP]) if comes_and_goes(r.decree_count[decree]) else wigs
    if comes_and_goes(r.decree_count[decree]):
        return wigs * use * w[HOPE]
    return wigs * use * w[HOPE] / (need - count)


cdef inline double new_decree(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int decree) noexcept nogil:
    return decree_worth(r, w, m.use, decree, metric(r, s, m.q, r.decree_count[decree], r.decree_of[decree]))


cdef inline void read_decrees(const lisboa_rules *r, const lisboa_state *s, const double *w,
                              lisboa_outlook *m) noexcept nogil:
    cdef uint64_t word
    cdef int i, d, count, what, argument
    for i in range(2):
        word = s.seat[m.q].decrees[i]
        while word:
            d = 64 * i + bits_lowest(word)
            word &= word - 1
            what = r.decree_count[d]
            argument = r.decree_of[d]
            count = metric(r, s, m.q, what, argument)
            m.more[what][argument] += decree_worth(r, w, m.use, d, count + 1) - decree_worth(r, w, m.use, d, count)


cdef inline double set_part(const double *w, int kinds) noexcept nogil:
    """Part of a set's worth that so many of its kinds have."""
    return 0.0 if kinds == 0 else w[PART_1] if kinds == 1 else w[PART_2] if kinds == 2 else 1.0


cdef inline void read_rubble(const lisboa_rules *r, const lisboa_state *s, const double *w,
                             lisboa_outlook *m) noexcept nogil:
    """L13: what a further cube of each kind is worth."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int k, j, level, kinds
    m.set = (r.set_wigs + (r.period_set_wigs if s.period == 0 else 0) + m.use * (w[MARKER] + w[ROOM])
             + m.more[COUNT_SETS][0])
    for k in range(KINDS):
        m.cube[k] = 0.0
        level = seat.rubble[k] + 1
        if level > r.rubble_max:
            continue
        kinds = 0
        for j in range(KINDS):
            kinds += seat.rubble[j] >= level
        m.cube[k] = m.set * (set_part(w, kinds + 1) - set_part(w, kinds)) + m.more[COUNT_RUBBLE][k]
        for j in range(seat.sets + 1, level):
            m.cube[k] *= w[LATER_SET]
        if kinds < 2:
            m.cube[k] *= m.use


cdef inline void read_outlook(const lisboa_rules *r, const lisboa_state *s, const double *w, int q, double rounds,
                              bint goals, lisboa_outlook *m) noexcept nogil:
    """Prices of seat q; `rounds` are those of `rounds_left`. Without `goals` own decrees do not count in them."""
    cdef int g
    m.q = q
    m.turns = rounds + (q > s.turn)
    m.use = m.turns / (m.turns + max(w[TAU], 0.01))
    m.reis = 1.0 / r.reis_per_wig + w[REIS] * m.use
    m.influence = w[INFLUENCE] * m.use
    m.official = m.use * w[OFFICIAL] / (1.0 + max(0.0, w[CROWD]) * officials_of(&s.seat[q]))
    memset(m.more, 0, sizeof(m.more))
    if goals:
        read_decrees(r, s, w, m)
    read_rubble(r, s, w, m)
    for g in range(GOODS):
        m.good[g] = (m.use * (w[GOOD] + (w[GOLD] if g == 0 else 0.0) + w[MARKET] * m.reis * s.market[g])
                     + m.more[COUNT_GOODS][0] + m.more[COUNT_GOODS_OF][g])


cdef inline double influence_gain(const lisboa_rules *r, const lisboa_seat *seat, const lisboa_outlook *m,
                                  int n) noexcept nogil:
    """L6.3."""
    cdef int after = min(seat.influence + n, r.influence_max)
    return (after - seat.influence) * m.influence + (after == r.wig_space and n > 0)


cdef inline double favor_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int noble) noexcept nogil:
    return (r.favor_wigs + m.use * w[FAVOR] + m.more[COUNT_FAVORS][0]
            + (m.more[COUNT_FAVOR_TYPES][0] if s.seat[m.q].favors[noble] == 0 else 0.0))


cdef inline double best_favor(const lisboa_rules *r, const lisboa_state *s, const double *w,
                              const lisboa_outlook *m) noexcept nogil:
    cdef int noble
    cdef double best = 0.0
    for noble in range(NOBLES):
        if s.portrait[noble]:
            best = max(best, favor_gain(r, s, w, m, noble))
    return best


cdef inline double office_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                               int noble) noexcept nogil:
    """An Official more in that office, or plaza if it is full."""
    cdef int p, count = r.dummies
    for p in range(r.players):
        count += s.seat[p].office[noble]
    return (m.official + m.more[COUNT_OFFICE][noble] + m.more[COUNT_PLACED][0]
            + (m.use * w[BLOCK] if count < r.office_spaces[noble] else 0.0))


cdef inline double best_office(const lisboa_rules *r, const lisboa_state *s, const double *w,
                               const lisboa_outlook *m) noexcept nogil:
    cdef int noble
    cdef double best = office_gain(r, s, w, m, 0)
    for noble in range(1, NOBLES):
        best = max(best, office_gain(r, s, w, m, noble))
    return best


cdef inline double best_cube(const lisboa_outlook *m, const unsigned char *one,
                             const unsigned char *other) noexcept nogil:
    """Of those that lie in two places."""
    cdef int k
    cdef double best = 0.0
    for k in range(KINDS):
        if one[k] or other[k]:
            best = max(best, m.cube[k])
    return best


cdef inline double best_good(const lisboa_rules *r, const lisboa_state *s, const lisboa_outlook *m) noexcept nogil:
    """Of those that can be taken."""
    cdef int g
    cdef double best = 0.0
    for g in range(GOODS):
        if m.good[g] > best and room_for(r, s, m.q, g):
            best = m.good[g]
    return best


cdef inline double reward_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                               const lisboa_reward *what) noexcept nogil:
    cdef const lisboa_seat *seat = &s.seat[m.q]
    if what.kind == GIVE_GOOD:
        if what.type == ANY:
            return what.n * best_good(r, s, m)
        return min(<int>what.n, room_for(r, s, m.q, what.type)) * m.good[what.type]
    if what.kind == GIVE_REIS:
        return what.n * m.reis
    if what.kind == GIVE_WIGS:
        return what.n
    if what.kind == GIVE_GAIN:
        return influence_gain(r, seat, m, what.n * portfolio_influence(r, seat))
    if what.kind == GIVE_INFLUENCE:
        return influence_gain(r, seat, m, what.n)
    if what.kind == GIVE_RECRUIT:
        return min(what.n, seat.board) * best_office(r, s, w, m)
    if what.kind == GIVE_PILE:
        return what.n * best_cube(m, s.pile, s.pile)
    if what.kind == GIVE_FAVOR:
        return min(<int>what.n, favors_left(s)) * best_favor(r, s, w, m)
    return 0.0


cdef inline double penalty_loss(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                                const lisboa_reward *what) noexcept nogil:
    """L7.3."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    if what.kind == GIVE_GOOD:
        return min(<int>what.n, count_goods(seat)) * (m.good[1] if what.type == ANY else m.good[what.type])
    if what.kind == GIVE_REIS:
        return what.n * m.reis
    if what.kind == GIVE_WIGS:
        return min(<int>what.n, <int>seat.wigs)
    if what.kind == GIVE_INFLUENCE:
        return min(what.n, seat.influence) * m.influence
    if what.kind == GIVE_OFFICIAL:
        return min(<int>what.n, officials_of(seat)) * m.official
    return 0.0


cdef inline double tile_worth(const lisboa_rules *r, const double *w, const lisboa_outlook *m,
                              int tile) noexcept nogil:
    """A clergy tile: its power over the turns to come, its wigs if it is given up."""
    cdef int kind = r.clergy_power[tile]
    cdef double factor = 1.0
    if kind <= POWER_VISIT_ANY:
        factor = w[TILE_VISIT]
    elif kind == POWER_STORE or kind == POWER_SKIP_ROW or kind == POWER_SKIP_COLUMN:
        factor = w[TILE_STORE]
    elif kind == POWER_INFLUENCE:
        factor = w[TILE_GAIN]
    return m.use * (w[TILE] * factor + w[TILE_BACK] * r.clergy_wigs[tile]) + m.more[COUNT_CLERGY][0]


cdef inline double plan_worth(const lisboa_rules *r, const double *w, const lisboa_outlook *m, int plan) noexcept nogil:
    return m.use * (w[PLAN] + w[PLAN_WIGS] * r.plan_wigs[plan])


cdef inline double held_worth(const lisboa_rules *r, const double *w, const lisboa_outlook *m, int card) noexcept nogil:
    """A card in the Portfolio: Influence or benefits over the turns to come, decrees."""
    cdef double worth = m.more[COUNT_CARDS][0]
    if r.noble[card] != TREASURY_CARD:
        return (worth + w[INCOME] * r.card_influence[card] * m.influence * m.turns + m.more[COUNT_NOBLE_CARDS][0]
                + m.more[COUNT_CARDS_OF][r.noble[card]])
    return (worth + w[BENEFIT] * r.benefit_n[card] * m.reis * m.turns
            * (1.0 if r.benefit[card] < BENEFIT_GOOD else 0.5) + m.more[COUNT_TREASURY_CARDS][0])


cdef inline double ship_worth(const lisboa_rules *r, const double *w, const lisboa_outlook *m,
                              int colour) noexcept nogil:
    """A ship in the Portfolio: hull, crates to come, Influence, decrees."""
    cdef int hull = r.hull[colour]
    return (hull * (1.0 + m.use * w[HULL] + m.more[COUNT_HULLS][0]) + m.more[COUNT_SHIPS][0] + m.more[COUNT_CARDS][0]
            + w[INCOME] * r.ship_influence[colour] * m.influence * m.turns)
