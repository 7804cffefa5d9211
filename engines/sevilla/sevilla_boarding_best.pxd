"""The most that a won pile can score on board, and the cards that do it (S10.6).

Exact, by enumerating little: once it is settled which rebels, boys and crew cards board, nearly everything else
follows. Goods that weigh nothing board; each officer has a value of its own, so that the best n of them are the n
dearest, corrected for the card that counts officers and the one that asks for different titles; sets of carpentry take
the fewest pieces; goods fill what room is left. So the search runs over the counts of crew titles, by branch and bound,
and for each over the numbers of sets and officers.

Crew cards that can score nothing themselves and help nothing are alike but for their titles; only their number
is chosen. Work is bounded by the data (`SV_WAYS`, `SV_COPIES`), nothing is allocated.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from sevilla_boarding cimport (
    SV_ALL_GOODS,
    SV_ALWAYS,
    SV_BOY,
    SV_COINS,
    SV_CREW,
    SV_CREWS,
    SV_GOODS,
    SV_HELM,
    SV_KINDS,
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
    sv_boarding_rules,
    sv_boarding_value,
    sv_boarding_weight,
    sv_cards,
    sv_rebels_due,
    sv_sets,
    sv_wild,
)
from sevilla_boarding_open cimport SV_COPIES

cdef enum:
    SV_FEW = 8              # ways that are tried sooner than bounded, in a search of at most
    SV_SMALL = 1024         # ways
    SV_LAYERS = 64          # of the knapsack of the bound: eighths of a point per quarter
    SV_CONSTANT = 1 << SV_ALWAYS | 1 << SV_COINS | 1 << SV_HELM

# What the crew chosen so far comes to.
ctypedef struct sv_crew:
    int32_t cards
    int32_t titles          # Rogues included
    int32_t points          # whatever else boards, with the goods that weigh nothing
    int32_t if_titles       # points if there are enough titles of crew,
    int32_t if_set          # a set,
    int32_t if_goods        # goods of every kind,
    int32_t if_mixed        # boy, officer and goods
    int32_t divers
    int32_t others          # cards of titles that only count
    uint32_t weightless     # kinds, as bits

# The officers of the pile that are neither the counter nor the asker, dearest first, and the best value of any number.
ctypedef struct sv_officers:
    int32_t cards, titles
    int32_t card[SV_COPIES]         # (2 * value + first of its title) * 256 + kind
    int32_t sum[SV_COPIES + 1]      # of the first cards
    int32_t different[SV_COPIES + 1]
    int32_t best[SV_COPIES + 1]     # points of n officers, counter and asker among them
    int32_t way[SV_COPIES + 1]      # counters * 256 + askers that score

ctypedef struct sv_choice_made:
    sv_crew crew
    uint8_t taken[SV_KINDS]
    uint8_t rebels[SV_KINDS]
    int32_t boys, sets, officers, goods

ctypedef struct sv_search:
    const sv_boarding_rules *rules
    const uint8_t *pile
    int32_t room                    # what rebels and boys leave of it
    int32_t ships
    int32_t holds                   # conditions that hold whatever boards, as bits
    int32_t rogues, rogue_titles
    int32_t rebel_points
    int32_t crews                   # titles of crew to choose from
    uint8_t crew[SV_KINDS]
    int32_t others, other_titles    # cards and titles of crew that only count
    bint crew_counts                # whether counting is worth anything
    int32_t officers                # titles but for the counter and the asker
    uint8_t officer[SV_KINDS]
    int32_t officer_cards           # all of them
    int32_t counter, counters       # the officer that counts officers, and its copies
    int32_t asker, askers           # the officer that asks for different titles
    int32_t boys                    # on board
    bint boys_free                  # they weigh nothing, thanks to a crew card on board
    int32_t boy_points
    int32_t most_sets[SV_COPIES + 1]  # by Divers
    # For the bound, in half points: what a copy of a crew title, or any crew card, may add at most.
    uint32_t later[SV_KINDS + 1]    # titles of crew from this one on, as bits
    int32_t later_titles[SV_KINDS + 1]
    int32_t later_divers[SV_KINDS + 1]
    int32_t later_ways[SV_KINDS + 1]
    int32_t few                     # so many ways are worth a bound
    int32_t gain[SV_KINDS]          # of each copy
    int32_t first_gain[SV_KINDS]    # more for the first one
    int32_t crew_gain               # of any crew card, through officers
    uint8_t taken[SV_KINDS]         # crew
    uint8_t rebels[SV_KINDS]
    # Goods that weigh something: points of the best f of them, and with one of every kind (-1: impossible).
    uint32_t goods_for              # for these kinds weightless; not yet made: all bits
    int32_t goods, free_goods
    int32_t goods_best[SV_COPIES + 1]
    int32_t goods_all[SV_COPIES + 1]
    int32_t limit                   # no choice is worth more
    int32_t best
    bint keep                       # whether `made` is wanted
    sv_choice_made made


cdef inline int sv_fit(int room, int weight, int most) noexcept nogil:
    """How many cards of a weight fit, at most so many."""
    return min(most, room // weight) if weight else most


cdef inline int sv_fixed(const sv_search *q, int kind) noexcept nogil:
    """Points of one copy that scores by itself or by the ships."""
    cdef int points = q.rules.points[kind]
    if not q.holds >> q.rules.when[kind] & 1:
        return 0
    return points * q.ships if q.rules.per[kind] == SV_PER_SHIP else points


cdef inline void sv_make_goods(sv_search *q, uint32_t weightless) noexcept nogil:
    """Fills the tables of goods (S11.1) for goods without weight of these kinds."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int i, j, kind, n = 0, firsts = 0, sum = 0, left
    cdef bint every = True
    q.goods_for = weightless
    q.free_goods = 0
    q.goods_best[0] = 0
    for i in range(rules.titles[SV_GOODS]):
        kind = rules.kinds_of[SV_GOODS][i]
        if weightless >> kind & 1:
            q.free_goods += q.pile[kind]
            every = every and q.pile[kind] != 0
            continue
        if q.pile[kind] == 0:
            every = False
            continue
        firsts += 1
        sum += rules.points[kind]
        for j in range(q.pile[kind]):
            q.goods_best[n + 1] = q.goods_best[n] + rules.points[kind]
            n += 1
    q.goods = n
    for i in range(n + 1):
        q.goods_all[i] = -1
    if not every:
        return
    q.goods_all[firsts] = sum
    for i in range(rules.titles[SV_GOODS]):
        kind = rules.kinds_of[SV_GOODS][i]
        if weightless >> kind & 1:
            continue
        for left in range(1, q.pile[kind]):
            q.goods_all[firsts + 1] = q.goods_all[firsts] + rules.points[kind]
            firsts += 1


cdef inline void sv_price_officers(const sv_search *q, const sv_crew *crew, sv_officers *o) noexcept nogil:
    """What each officer is worth with this crew, dearest first."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int i, j, copy, kind, per, value, card, n = 0
    for i in range(q.officers):
        kind = q.officer[i]
        per = rules.per[kind]
        value = sv_fixed(q, kind)
        if per < SV_KINDS:
            value *= q.taken[per]
        elif per == SV_PER_CREW:
            value *= crew.cards + q.rogues
        elif per == SV_PER_BOY:
            value *= q.boys + q.rogues
        for copy in range(q.pile[kind]):
            card = (2 * value + (copy == 0)) << 8 | kind
            j = n
            while j and o.card[j - 1] < card:
                o.card[j] = o.card[j - 1]
                j -= 1
            o.card[j] = card
            n += 1
    o.cards = n
    o.titles = q.officers
    o.sum[0] = o.different[0] = 0
    for i in range(n):
        o.sum[i + 1] = o.sum[i] + (o.card[i] >> 9)
        o.different[i + 1] = o.different[i] + (o.card[i] >> 8 & 1)


cdef inline int sv_dearest(const sv_officers *o, int many, int different, uint8_t *chosen) noexcept nogil:
    """Points of the dearest `many` officers with so many different titles, which there are; adds them to chosen."""
    cdef int i, points = 0, firsts = max(0, different), others = many - firsts
    if chosen is NULL and o.different[many] >= different:
        return o.sum[many]
    for i in range(o.cards):
        if firsts > 0 and o.card[i] >> 8 & 1:
            firsts -= 1
        elif others > 0:
            others -= 1
        else:
            continue
        points += o.card[i] >> 9
        if chosen is not NULL:
            chosen[o.card[i] & 255] += 1
    return points


cdef inline int sv_titles_needed(const sv_search *q, int counters) noexcept nogil:
    """S11.3: different titles that the asker needs beside itself, the Rogues and the counter."""
    return q.rules.officer_titles - 1 - q.rogue_titles - (counters > 0)


cdef inline void sv_rank_officers(const sv_search *q, sv_officers *o, int most) noexcept nogil:
    """The best points of 0 .. most officers."""
    cdef int n, x, a, base, points, rest, needed
    cdef int per_officer = q.rules.points[q.counter] if q.counters else 0
    cdef int asked = q.rules.points[q.asker] if q.askers else 0
    if q.counters and not q.holds >> q.rules.when[q.counter] & 1:
        per_officer = 0
    if q.counters + q.askers == 0:
        for n in range(most + 1):
            o.best[n] = o.sum[n]
            o.way[n] = 0
        return
    for n in range(most + 1):
        o.best[n] = -1
        o.way[n] = 0
        for x in range(min(n, q.counters) + 1):
            base = x * per_officer * (n + q.rogues)
            rest = n - x
            if rest <= o.cards + q.askers:
                points = base + o.sum[min(rest, o.cards)]
                if points > o.best[n]:
                    o.best[n] = points
                    o.way[n] = x << 8
            needed = sv_titles_needed(q, x)
            for a in range(1, min(rest, q.askers) + 1):
                if rest - a > o.cards or needed > rest - a or needed > o.titles:
                    continue
                points = base + a * asked + sv_dearest(o, rest - a, needed, NULL)
                if points > o.best[n]:
                    o.best[n] = points
                    o.way[n] = x << 8 | a


cdef inline int sv_goods_points(const sv_search *q, const sv_crew *crew, int fit) noexcept nogil:
    """Points of so many goods with weight, and of the crew that asks for every kind."""
    cdef int points = q.goods_best[fit]
    if crew.if_goods and q.goods_all[fit] >= 0:
        points = max(points, q.goods_all[fit] + crew.if_goods)
    return points


cdef inline void sv_fill(sv_search *q, const sv_crew *crew) noexcept nogil:
    """The best sets, officers and goods for this crew and the boys on board."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef sv_officers officers
    cdef int room = q.room - rules.card_weight[SV_CREW] * crew.cards, left
    cdef int top = sv_fit(room, rules.card_weight[SV_OFFICER], q.officer_cards)
    cdef int sets, n, most, fit, points, base, sure, goods_top
    if crew.weightless != q.goods_for:
        sv_make_goods(q, crew.weightless)
    sv_price_officers(q, crew, &officers)
    sv_rank_officers(q, &officers, top)
    goods_top = q.goods_best[q.goods] + crew.if_goods + crew.if_mixed
    sure = q.rebel_points + q.boy_points + crew.points + (crew.if_titles if crew.titles >= rules.crew_titles else 0)
    for sets in range(q.most_sets[crew.divers], -1, -1):
        left = room - rules.card_weight[SV_PIECE] * max(0, sets * rules.set_size - crew.divers)
        if left < 0:
            continue
        base = sure + sets * rules.set_points + (crew.if_set if sets else 0)
        if base + officers.best[top] + goods_top <= q.best:
            return  # fewer sets are worth less still
        most = sv_fit(left, rules.card_weight[SV_OFFICER], q.officer_cards)
        for n in range(most, -1, -1):
            if base + officers.best[n] + goods_top <= q.best:
                break
            fit = sv_fit(left - rules.card_weight[SV_OFFICER] * n, rules.card_weight[SV_GOODS], q.goods)
            points = base + officers.best[n] + sv_goods_points(q, crew, fit)
            if crew.if_mixed and fit + q.free_goods and (q.boys == 0) + (n == 0) <= q.rogues:
                points += crew.if_mixed
            if points > q.best:
                q.best = points
                if q.keep:
                    q.made.crew = crew[0]
                    memcpy(q.made.taken, q.taken, SV_KINDS)
                    memcpy(q.made.rebels, q.rebels, SV_KINDS)
                    q.made.boys, q.made.sets, q.made.officers, q.made.goods = q.boys, sets, n, fit


cdef inline void sv_add_crew(const sv_search *q, sv_crew *crew, int kind, int copies) noexcept nogil:
    """Takes some copies of a title, at least one, into the crew."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int points = copies * rules.points[kind], when = rules.when[kind], other = rules.weightless[kind] - 1
    crew.cards += copies
    crew.titles += 1
    if rules.wild[kind]:
        crew.divers += copies
    if other >= 0:
        crew.weightless |= <uint32_t>1 << other
        if other != rules.boy:
            crew.points += rules.points[other] * q.pile[other]
    if when == SV_CREWS:
        crew.if_titles += copies * sv_fixed_points(q, kind)
    elif when == SV_SET:
        crew.if_set += copies * sv_fixed_points(q, kind)
    elif when == SV_ALL_GOODS:
        crew.if_goods += copies * sv_fixed_points(q, kind)
    elif when == SV_MIXED:
        crew.if_mixed += copies * sv_fixed_points(q, kind)
    elif not q.holds >> when & 1:
        return
    elif rules.per[kind] == SV_PER_BOY:
        crew.points += points * (q.boys + q.rogues)
    elif rules.per[kind] < SV_KINDS:
        crew.points += points * q.pile[rules.per[kind]]
    else:
        crew.points += copies * sv_fixed_points(q, kind)


cdef inline int sv_fixed_points(const sv_search *q, int kind) noexcept nogil:
    """Points of one copy that scores by itself or by the ships, its condition aside."""
    return q.rules.points[kind] * (q.ships if q.rules.per[kind] == SV_PER_SHIP else 1)


cdef inline void sv_lay(int32_t *layers, int value, int weight, int many, int64_t *sure) noexcept nogil:
    """Lays items of so many half points and quarters into the layers of the knapsack, by points per quarter."""
    cdef int density
    if weight == 0:
        sure[0] += 4 * <int64_t>value * many
        return
    density = (4 * value + weight - 1) // weight
    if density >= SV_LAYERS:  # what is above the highest layer counts as if taken
        sure[0] += <int64_t>(density - SV_LAYERS + 1) * weight * many
        density = SV_LAYERS - 1
    layers[density] += weight * many


cdef inline int sv_bound(const sv_search *q, int depth, const sv_crew *crew) noexcept nogil:
    """No board with this crew and any copies of the titles from `depth` on scores more.

    A fractional knapsack in which every card has a value of its own, the most it may add: points that need two cards
    count half with each of them as if all copies of the other were on board; those per crew card count with these.
    Conditions hold where they can.
    """
    cdef const sv_boarding_rules *rules = q.rules
    cdef int32_t layers[SV_LAYERS]
    cdef int i, kind, per, value, divers = crew.divers + q.later_divers[depth]
    cdef int room = q.room - rules.card_weight[SV_CREW] * crew.cards
    cdef int most = sv_fit(room, rules.card_weight[SV_OFFICER], q.officer_cards)
    cdef int per_officer = rules.points[q.counter] * q.counters if q.counters else 0
    cdef int64_t sure, take
    memset(layers, 0, sizeof(layers))
    room += rules.card_weight[SV_PIECE] * divers
    sure = q.rebel_points + q.boy_points + crew.points + crew.if_goods
    if q.boys + q.rogues:
        sure += crew.if_mixed
    if q.most_sets[divers]:
        sure += crew.if_set
    if crew.titles + q.later_titles[depth] >= rules.crew_titles:
        sure += crew.if_titles
    sure *= 8
    for i in range(depth, q.crews):
        kind = q.crew[i]
        sv_lay(layers, q.gain[i] + q.first_gain[i], rules.card_weight[SV_CREW], 1, &sure)
        sv_lay(layers, q.gain[i], rules.card_weight[SV_CREW], q.pile[kind] - 1, &sure)
    if q.crew_counts:
        sv_lay(layers, q.crew_gain, rules.card_weight[SV_CREW], q.others, &sure)
    for i in range(q.officers):
        kind = q.officer[i]
        per = rules.per[kind]
        value = 2 * sv_fixed(q, kind)
        if per < SV_KINDS:
            value = value // 2 * q.pile[per] if q.later[depth] >> per & 1 else value * q.taken[per]
        elif per == SV_PER_CREW:
            value *= crew.cards + q.rogues
        elif per == SV_PER_BOY:
            value *= q.boys + q.rogues
        sv_lay(layers, value + per_officer, rules.card_weight[SV_OFFICER], q.pile[kind], &sure)
    if q.counters:
        value = per_officer + rules.points[q.counter] * (most + 2 * q.rogues)
        sv_lay(layers, value, rules.card_weight[SV_OFFICER], q.counters, &sure)
    if q.askers:
        value = per_officer + 2 * rules.points[q.asker]
        sv_lay(layers, value, rules.card_weight[SV_OFFICER], q.askers, &sure)
    sv_lay(layers, 2 * rules.set_points, rules.card_weight[SV_PIECE] * rules.set_size, q.most_sets[divers], &sure)
    for i in range(rules.titles[SV_GOODS]):
        kind = rules.kinds_of[SV_GOODS][i]
        if not crew.weightless >> kind & 1:
            sv_lay(layers, 2 * rules.points[kind], rules.card_weight[SV_GOODS], q.pile[kind], &sure)
    for i in range(SV_LAYERS - 1, 0, -1):
        take = min(room, layers[i])
        sure += take * i
        room -= <int>take
        if room == 0:
            break
    return <int>(sure // 8)


cdef inline void sv_choose_crew(sv_search *q, int depth, const sv_crew *crew) noexcept nogil:
    """All crews that fit and may be worth more than the best one so far, the most promising first."""
    cdef sv_crew more[SV_COPIES + 1]
    cdef int32_t bound[SV_COPIES + 1]
    cdef const sv_boarding_rules *rules = q.rules
    cdef int kind, copies, least = 0, most, i, weight = rules.card_weight[SV_CREW]
    cdef int room = q.room - weight * crew.cards
    if depth == q.crews:
        for copies in range(sv_fit(room, weight, q.others) if q.crew_counts else 0, -1, -1):
            more[0] = crew[0]
            more[0].cards += copies
            more[0].titles += min(copies, q.other_titles)
            more[0].others = copies
            sv_fill(q, &more[0])
        return
    kind = q.crew[depth]
    most = sv_fit(room, weight, q.pile[kind])
    if rules.boy >= 0 and rules.weightless[kind] == 1 + rules.boy and q.pile[rules.boy]:
        # All boys board with it, or it does not.
        least = q.boys_free
        most = most if least else 0
    for copies in range(least, most + 1):
        more[copies] = crew[0]
        if copies:
            sv_add_crew(q, &more[copies], kind, copies)
        q.taken[kind] = <uint8_t>copies
        bound[copies] = sv_bound(q, depth + 1, &more[copies]) if q.later_ways[depth + 1] >= q.few else q.limit
    while least <= most:
        copies = least
        for i in range(least + 1, most + 1):
            if bound[i] >= bound[copies]:
                copies = i
        if bound[copies] <= q.best:
            break
        bound[copies] = -1
        q.taken[kind] = <uint8_t>copies
        sv_choose_crew(q, depth + 1, &more[copies])
    q.taken[kind] = 0


cdef inline bint sv_helps(const sv_search *q, int kind) noexcept nogil:
    """Whether a crew card of the pile may do more than count."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int i, officer
    if rules.points[kind] and (not 1 << rules.when[kind] & SV_CONSTANT or q.holds >> rules.when[kind] & 1):
        return True
    if rules.weightless[kind] and q.pile[rules.weightless[kind] - 1]:
        return True
    if rules.wild[kind]:
        return True
    for i in range(rules.titles[SV_OFFICER]):
        officer = rules.kinds_of[SV_OFFICER][i]
        if q.pile[officer] and rules.per[officer] == kind:
            return True
    return False


cdef inline void sv_foresee(sv_search *q) noexcept nogil:
    """What the bound needs for titles of crew that are not decided yet."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int i, j, kind, officer, value, freed
    q.crew_gain = 0
    for i in range(q.officers):
        officer = q.officer[i]
        if rules.per[officer] == SV_PER_CREW:
            q.crew_gain += 2 * sv_fixed(q, officer) * q.pile[officer]
    q.later[q.crews] = 0
    q.later_titles[q.crews] = q.other_titles
    q.later_divers[q.crews] = 0
    q.later_ways[q.crews] = 1
    for i in range(q.crews - 1, -1, -1):
        kind = q.crew[i]
        freed = rules.weightless[kind] - 1
        q.later[i] = q.later[i + 1] | <uint32_t>1 << kind
        q.later_titles[i] = q.later_titles[i + 1] + 1
        q.later_divers[i] = q.later_divers[i + 1] + (q.pile[kind] if rules.wild[kind] else 0)
        q.later_ways[i] = q.later_ways[i + 1] * (1 + q.pile[kind])
        value = 2 * sv_fixed_points(q, kind)
        if 1 << rules.when[kind] & SV_CONSTANT and not q.holds >> rules.when[kind] & 1:
            value = 0
        if rules.per[kind] < SV_KINDS:
            value *= q.pile[rules.per[kind]]
        elif rules.per[kind] == SV_PER_BOY:
            value *= q.boys + q.rogues
        q.gain[i] = value + q.crew_gain
        q.first_gain[i] = 2 * rules.points[freed] * q.pile[freed] if freed >= 0 and freed != rules.boy else 0
        for j in range(q.officers):
            officer = q.officer[j]
            if rules.per[officer] == kind:
                q.gain[i] += sv_fixed(q, officer) * q.pile[officer]
    q.few = SV_FEW if q.later_ways[0] <= SV_SMALL else 2


cdef inline void sv_survey(sv_search *q) noexcept nogil:
    """What the pile offers beside rebels."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int i, kind, divers, early
    q.crews = q.others = q.other_titles = 0
    q.crew_counts = False
    for i in range(2 * rules.titles[SV_CREW]):  # first the titles on which other cards depend
        kind = rules.kinds_of[SV_CREW][i % rules.titles[SV_CREW]]
        early = rules.weightless[kind] != 0 or rules.wild[kind] != 0
        if q.pile[kind] == 0 or early != (i < rules.titles[SV_CREW]):
            continue
        if rules.when[kind] == SV_CREWS:
            q.crew_counts = True
        if sv_helps(q, kind):
            q.crew[q.crews] = <uint8_t>kind
            q.crews += 1
        else:
            q.others += q.pile[kind]
            q.other_titles += 1
    q.officers = q.officer_cards = q.counters = q.askers = 0
    for i in range(rules.titles[SV_OFFICER]):
        kind = rules.kinds_of[SV_OFFICER][i]
        if q.pile[kind] == 0:
            continue
        q.officer_cards += q.pile[kind]
        if rules.per[kind] == SV_PER_CREW:
            q.crew_counts = True
        if rules.per[kind] == SV_PER_OFFICER:
            q.counter = kind
            q.counters = q.pile[kind]
        elif rules.when[kind] == SV_OFFICERS:
            q.asker = kind
            q.askers = q.pile[kind]
        else:
            q.officer[q.officers] = <uint8_t>kind
            q.officers += 1
    divers = sv_wild(rules, q.pile, SV_CREW)
    for i in range(divers + 1):
        q.most_sets[i] = sv_sets(rules, q.pile, i)


cdef inline void sv_board_boys(sv_search *q, int boys, bint free) noexcept nogil:
    """The best of everything else with so many boys, weightless or not."""
    cdef int weight = 0 if free else q.rules.card_weight[SV_BOY] * boys
    cdef sv_crew crew
    if weight > q.room:
        return
    memset(&crew, 0, sizeof(crew))
    crew.titles = q.rogue_titles
    q.boys = boys
    q.boys_free = free
    q.boy_points = q.rules.points[q.rules.boy] * boys if boys else 0
    q.room -= weight
    sv_foresee(q)
    sv_choose_crew(q, 0, &crew)
    q.room += weight


cdef inline void sv_choose_boys(sv_search *q) noexcept nogil:
    """The numbers of boys that may be best: all if they weigh nothing, or if they score; one where one is asked for."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int i, kind, boys = q.pile[rules.boy] if rules.boy >= 0 else 0
    cdef int most = boys if boys and rules.points[rules.boy] else 0
    cdef bint freed = False
    for i in range(q.crews if boys else 0):
        kind = q.crew[i]
        if rules.weightless[kind] == 1 + rules.boy:
            freed = True
        elif rules.per[kind] == SV_PER_BOY:
            most = boys
        elif rules.when[kind] == SV_MIXED:
            most = max(most, 1)
    for i in range(q.officers if boys else 0):
        if rules.per[q.officer[i]] == SV_PER_BOY:
            most = boys
    if freed:
        sv_board_boys(q, boys, True)
    for i in range(most, -1, -1):
        sv_board_boys(q, i, False)


cdef inline void sv_choose_rebels(sv_search *q, int at, int left) noexcept nogil:
    """S10.4: all ways to choose `left` rebels of the kinds from the `at`th on, then everything else."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef int kind, copies, later = 0, i, before = q.rebel_points
    if at == rules.titles[SV_REBEL]:
        q.rogues = sv_wild(rules, q.rebels, SV_REBEL)
        q.rogue_titles = min(q.rogues, rules.rogue_titles)
        sv_choose_boys(q)
        return
    for i in range(at + 1, rules.titles[SV_REBEL]):
        later += q.pile[rules.kinds_of[SV_REBEL][i]]
    kind = rules.kinds_of[SV_REBEL][at]
    for copies in range(min(left, <int>q.pile[kind]), max(0, left - later) - 1, -1):
        q.rebels[kind] = <uint8_t>copies
        q.rebel_points = before + copies * sv_fixed(q, kind)
        sv_choose_rebels(q, at + 1, left - copies)
    q.rebels[kind] = 0
    q.rebel_points = before


cdef inline void sv_write_choice(sv_search *q, uint8_t *chosen) noexcept nogil:
    """The cards behind the best value found."""
    cdef const sv_boarding_rules *rules = q.rules
    cdef const sv_crew *crew = &q.made.crew
    cdef sv_officers officers
    cdef int i, kind, copies, left, way, room, round_
    memcpy(q.taken, q.made.taken, SV_KINDS)
    q.rogues = sv_wild(rules, q.made.rebels, SV_REBEL)
    q.rogue_titles = min(q.rogues, rules.rogue_titles)
    sv_make_goods(q, crew.weightless)
    q.boys = q.made.boys
    sv_price_officers(q, crew, &officers)
    sv_rank_officers(q, &officers, q.made.officers)
    for kind in range(SV_KINDS):
        chosen[kind] = q.made.rebels[kind] + q.taken[kind]
    left = crew.others
    for round_ in range(2):  # a card of every title, then the rest
        for i in range(rules.titles[SV_CREW]):
            kind = rules.kinds_of[SV_CREW][i]
            if q.pile[kind] and not sv_helps(q, kind):
                copies = min(left, 1 if round_ == 0 else q.pile[kind] - chosen[kind])
                chosen[kind] += <uint8_t>copies
                left -= copies
    if rules.boy >= 0:
        chosen[rules.boy] = <uint8_t>q.made.boys
    left = q.made.sets * rules.set_size - crew.divers
    for i in range(rules.titles[SV_PIECE]):
        kind = rules.kinds_of[SV_PIECE][i]
        copies = max(0, min(left, min(<int>q.pile[kind], <int>q.made.sets)))
        chosen[kind] = <uint8_t>copies
        left -= copies
    way = officers.way[q.made.officers]
    left = q.made.officers - (way >> 8)
    if way >> 8:
        chosen[q.counter] += <uint8_t>(way >> 8)
    if way & 255:
        chosen[q.asker] += <uint8_t>(way & 255)
        sv_dearest(&officers, left - (way & 255), sv_titles_needed(q, way >> 8), chosen)
    else:
        copies = min(left, officers.cards)
        sv_dearest(&officers, copies, 0, chosen)
        if left > copies:
            chosen[q.asker] += <uint8_t>(left - copies)
    for i in range(rules.titles[SV_GOODS]):
        kind = rules.kinds_of[SV_GOODS][i]
        if crew.weightless >> kind & 1:
            chosen[kind] = q.pile[kind]
    room = q.made.goods
    if crew.if_goods and q.goods_all[room] >= 0 and q.goods_all[room] + crew.if_goods > q.goods_best[room]:
        for i in range(rules.titles[SV_GOODS]):
            kind = rules.kinds_of[SV_GOODS][i]
            if not crew.weightless >> kind & 1:
                chosen[kind] = 1
                room -= 1
    for i in range(rules.titles[SV_GOODS]):
        kind = rules.kinds_of[SV_GOODS][i]
        if not crew.weightless >> kind & 1:
            copies = min(room, <int>q.pile[kind] - <int>chosen[kind])
            chosen[kind] += <uint8_t>copies
            room -= copies


cdef inline int sv_best_boarding(const sv_boarding_rules *rules, const unsigned char *pile, int capacity, int ships,
                                 int purse, bint helm, unsigned char *chosen) noexcept nogil:
    """S10.6: the most points that cards of the pile can score on board, without those for coins.

    pile, chosen: counts by kind, SV_KINDS of them, no more than rules.count; chosen gets the cards boarded unless it is
    NULL. capacity: quarters; ships: ship cards.
    """
    cdef sv_search q
    cdef int all_points = sv_boarding_value(rules, pile, ships, purse, helm), due
    if sv_boarding_weight(rules, pile) <= capacity:
        if chosen is not NULL:
            memcpy(chosen, pile, SV_KINDS)
        return all_points
    q.rules = rules
    q.pile = pile
    q.ships = ships
    q.holds = 1 << SV_ALWAYS | (purse >= rules.coins) << SV_COINS | helm << SV_HELM
    q.limit = all_points
    q.best = -1
    q.keep = chosen is not NULL
    q.rebel_points = 0
    q.goods_for = ~<uint32_t>0
    memset(q.taken, 0, SV_KINDS)
    memset(q.rebels, 0, SV_KINDS)
    sv_survey(&q)
    due = sv_rebels_due(rules, sv_cards(rules, pile, SV_REBEL), capacity)
    q.room = capacity - due * rules.card_weight[SV_REBEL]
    sv_choose_rebels(&q, 0, due)
    if chosen is not NULL:
        sv_write_choice(&q, chosen)
    return q.best
