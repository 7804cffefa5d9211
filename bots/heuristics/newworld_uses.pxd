"""What each use of a card is worth to the seat that looks, its choices made as well as a greedy look ahead can."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from bits cimport bits_count, bits_lowest

from newworld_cards cimport (
    blighted,
    casualties,
    effect_of,
    empties,
    leaders,
    losers,
    raided,
    replaceable,
    settled,
    strugglers,
    support_legal,
    text_legal,
)
from newworld_map cimport beside
from newworld_state cimport (
    BLIGHT,
    COLONISTS,
    DISASTER,
    DISEASE,
    EMBARGO,
    EXPLORER,
    FATE,
    HOARDING,
    IRON_GRIP,
    ISOLATION,
    LOYALTY,
    MARAUDERS,
    MARRIAGE,
    MODE_SUPPORT,
    MODE_TEXT,
    MUTUAL_SUPPORT,
    OVERCONFIDENT,
    PLAGUE_SHIP,
    RAIDERS,
    RESCUE,
    REVOLT,
    SPREAD_OUT,
    UPRISING,
    WAR,
    free_sites,
    isolated_regions,
    monopolies,
    newworld_rules,
    newworld_state,
    occupied,
    successful,
)
from newworld_weights cimport (
    CARD,
    EXPLORE,
    FATED,
    HOLD_EMBARGO,
    HOLD_FATE,
    HOLD_IRON,
    HOLD_LOYALTY,
    HOLD_MARAUDERS,
    HOLD_REVOLT,
    ISOLATE,
    ISOLATE_OPEN,
    ISOLATE_RIVAL,
    KEEP,
    PLAGUE,
    PLAGUE_HIT,
    PLAGUE_LEAD,
    REVOLTED,
    SPACE,
)
from newworld_worth cimport (
    DO_HIT,
    DO_SWAP,
    DO_TAKE,
    NOBODY,
    act_of,
    change_site,
    change_sites,
    deals_left,
    lines_down,
    newworld_board,
    newworld_outlook,
    site_worth,
)

cdef enum:
    # How many of the sites are picked.
    PICK_ALL = 0        # as many as asked for
    PICK_SOME = 1       # at least one; no more than pay
    PICK_CHAIN = 2      # the same, each beside one picked before
    PICK_REGIONS = 3    # one of each region
    NOTHING = -1000000  # points of a use without a choice


cdef inline int picks_of(int effect) noexcept nogil:
    if effect == DISEASE or effect == MUTUAL_SUPPORT:
        return PICK_CHAIN
    if effect == RESCUE or effect == RAIDERS:
        return PICK_SOME
    return PICK_REGIONS if effect == SPREAD_OUT or effect == UPRISING else PICK_ALL


cdef inline int best_site(const newworld_rules *r, const newworld_outlook *o, int act, int a, uint32_t sites,
                          double *worth) noexcept nogil:
    """The site on which the act is worth most; -1 without sites."""
    cdef int best = -1, x
    cdef double points
    worth[0] = NOTHING
    while sites:
        x = bits_lowest(sites)
        sites &= sites - 1
        points = site_worth(r, o, act, a, x)
        if points > worth[0]:
            worth[0] = points
            best = x
    return best


cdef inline int aimed_site(const newworld_rules *r, newworld_outlook *o, int act, int a, uint32_t sites, int count,
                           double *worth) noexcept nogil:
    """The site to begin with if `count` may be picked: parts of a line count as far as the picks can complete it.
    `worth` is what the site alone is worth."""
    cdef double one = o.line[a][1], two = o.line[a][2]
    cdef int x
    if count < 2 or act == DO_HIT or act == DO_TAKE:
        return best_site(r, o, act, a, sites, worth)
    o.line[a][2] = max(two, o.aim * o.line[a][3])
    if count > 2:
        o.line[a][1] = max(one, 0.5 * o.aim * o.line[a][3])
    x = best_site(r, o, act, a, sites, worth)
    o.line[a][1] = one
    o.line[a][2] = two
    if x >= 0:
        worth[0] = site_worth(r, o, act, a, x)
    return x


cdef inline double pick_sites(const newworld_rules *r, newworld_outlook *o, int act, int a, uint32_t sites, int count,
                              int picks, bint begun, uint32_t link) noexcept nogil:
    """Greedy picks of up to `count` sites; changes the board of `o`. `begun`: a pick has been made already; `link`:
    sites beside those already in the chain."""
    cdef double total = 0.0, worth
    cdef uint32_t open
    cdef int x
    while count > 0:
        open = sites & link if picks == PICK_CHAIN and begun else sites
        x = aimed_site(r, o, act, a, open, count, &worth)
        if x < 0 or begun and worth <= 0.0 and (picks == PICK_SOME or picks == PICK_CHAIN):
            break
        total += worth
        change_site(r, o, act, a, x)
        sites &= ~(r.region_sites[r.region_of[x]] if picks == PICK_REGIONS else <uint32_t>1 << x)
        link |= r.neighbours[x]
        begun = True
        count -= 1
    return total


cdef inline double support_worth(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                                 const double *w, int value, int q) noexcept nogil:
    """The token of seat q moves: cards more or less at each deal to come."""
    cdef int to = max(r.floor, min(s.support[q] + value, r.spaces - 1))
    return o.sign[q] * deals_left(r, s) * (w[CARD] * (<int>r.cards[to] - <int>r.cards[s.support[q]])
                                           + w[SPACE] * (to - <int>s.support[q]))


cdef inline double lose_worth(const newworld_state *s, const newworld_outlook *o, int q) noexcept nogil:
    """Overconfident against seat q."""
    return -o.sign[q] * min(<int>s.vp[q], bits_count(s.colony[q]))


cdef inline double isolate_worth(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                                 const double *w, int a, int region) noexcept nogil:
    """Colonies there are safe until a's next turn; a himself cannot get at the other sites."""
    cdef uint32_t sites = r.region_sites[region]
    cdef double points = 0.0
    cdef int x, q
    while sites:
        x = bits_lowest(sites)
        sites &= sites - 1
        q = o.board.owner[x]
        if q != a:
            points += o.sign[a] * w[ISOLATE_OPEN]
        if q != NOBODY and not o.board.weak >> x & 1:
            points += ((w[ISOLATE] if q == a else w[ISOLATE_RIVAL]) * o.sign[q] * o.later[q]
                       * (r.vp_successful + lines_down(r, o, q, x)))
    return points


cdef inline double explore_worth(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                                 const double *w, int a, int region) noexcept nogil:
    """Others' colonies there come within reach."""
    cdef uint32_t sites = r.region_sites[region] & occupied(s) & ~s.colony[a] & ~s.struggling
    cdef double points = 0.0
    cdef int x, q
    while sites:
        x = bits_lowest(sites)
        sites &= sites - 1
        q = o.board.owner[x]
        points -= w[EXPLORE] * o.sign[q] * (o.colony[q] + lines_down(r, o, q, x))
    return points


cdef inline double plague_worth(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                                const double *w, int a) noexcept nogil:
    cdef double worth
    cdef int x = best_site(r, o, DO_HIT, a, occupied(s) & free_sites(r, s), &worth)
    if o.board.owner[x] != a:
        worth -= o.sign[a] * o.harm     # N10.1
    return (w[PLAGUE] + w[PLAGUE_HIT] * worth
            + w[PLAGUE_LEAD] * (bits_count(successful(s, o.best)) - bits_count(successful(s, a))))


cdef inline double target_worth(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                                const double *w, int effect, int a, int target) noexcept nogil:
    """A text with this player or region as its target, and what may be picked then. Changes the board of `o`."""
    cdef uint32_t free = free_sites(r, s), sites
    if effect == OVERCONFIDENT:
        return lose_worth(s, o, target)
    if effect == ISOLATION:
        return isolate_worth(r, s, o, w, a, target)
    if effect == EXPLORER:
        return explore_worth(r, s, o, w, a, target)
    if effect == MARRIAGE:
        sites = replaceable(s, a, free & s.colony[target])
        return pick_sites(r, o, DO_SWAP, a, sites, r.marriage, PICK_ALL, False, 0)
    sites = r.region_sites[target]
    if effect == DISASTER:
        return change_sites(r, o, DO_TAKE, a, sites & occupied(s))
    return pick_sites(r, o, DO_SWAP, a, replaceable(s, a, sites), r.raiders, PICK_SOME, False, 0)  # RAIDERS


cdef inline double best_target(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                               const double *w, int effect, int a, int targets) noexcept nogil:
    cdef newworld_board board = o.board
    cdef double best = NOTHING
    while targets:
        best = max(best, target_worth(r, s, o, w, effect, a, bits_lowest(targets)))
        o.board = board
        targets &= targets - 1
    return best


cdef inline double war_worth(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                             int a) noexcept nogil:
    cdef double points = 0.0
    cdef int q
    for q in range(r.players):
        if q != a:
            points += pick_sites(r, o, DO_HIT, a, strugglers(r, s, s.colony[q]), casualties(r, s, a, q), PICK_ALL,
                                 False, 0)
    return points


cdef inline double sites_worth(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, int effect,
                               int a) noexcept nogil:
    """A text that needs sites alone. Changes the board of `o`."""
    cdef uint32_t free = free_sites(r, s), sites = free & occupied(s)
    cdef int count = r.regions, act = act_of(MODE_TEXT, effect)
    if effect == WAR:
        return war_worth(r, s, o, a)
    if effect == BLIGHT:
        return change_sites(r, o, act, a, blighted(r, s, a))
    if effect == HOARDING:
        return change_sites(r, o, act, a, free & s.struggling)
    if effect == DISEASE:
        sites = strugglers(r, s, free)
        count = r.disease
    elif effect == COLONISTS:
        sites = free
        count = r.colonists
    elif effect == RESCUE:
        sites = free & s.struggling & ~s.colony[a]
        count = r.rescue
    elif effect == MUTUAL_SUPPORT or effect == SPREAD_OUT:
        sites = empties(r, s)
        if effect == MUTUAL_SUPPORT:
            count = r.mutual
    return pick_sites(r, o, act, a, sites, count, picks_of(effect), False, 0)


cdef inline int targets_of(const newworld_rules *r, const newworld_state *s, int effect, int a) noexcept nogil:
    """Players or regions that a text may be aimed at; 0 if it takes none."""
    if effect == OVERCONFIDENT:
        return losers(r, s)
    if effect == MARRIAGE:
        return leaders(r, s, a)
    if effect == DISASTER:
        return settled(r, s)
    if effect == RAIDERS:
        return raided(r, s, a)
    if effect == ISOLATION:
        return ((1 << r.regions) - 1) & ~isolated_regions(s)
    return isolated_regions(s) & ~s.isolated[a] if effect == EXPLORER else 0


cdef inline bint is_harmful(int effect) noexcept nogil:
    """Texts after which others may revolt (N6.5), as a rule."""
    return (1 << effect & (1 << MARRIAGE | 1 << DISEASE | 1 << BLIGHT | 1 << HOARDING | 1 << DISASTER | 1 << RESCUE
                           | 1 << RAIDERS | 1 << UPRISING | 1 << WAR)) != 0


cdef inline double revolt_cost(const newworld_rules *r, const newworld_state *s, const double *w,
                               int a) noexcept nogil:
    """N7.7."""
    cdef int q
    for q in range(r.players):
        if s.vp[q] < s.vp[a] and s.hand_count[q]:
            return w[REVOLTED]
    return 0.0


cdef inline double text_worth(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                              const double *w, int effect, int a) noexcept nogil:
    """Seat a's own use of a legal text."""
    cdef newworld_board board = o.board
    cdef double points
    cdef int targets = targets_of(r, s, effect, a)
    if effect == PLAGUE_SHIP:
        return plague_worth(r, s, o, w, a)
    if targets:
        points = best_target(r, s, o, w, effect, a, targets)
    else:
        points = sites_worth(r, s, o, effect, a)
        o.board = board
    points *= 1.0 - w[FATED] * o.fear
    return points - revolt_cost(r, s, w, a) if is_harmful(effect) else points


cdef inline double support_use(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                               const double *w, int t, int a) noexcept nogil:
    """Seat a's own use of title t as Royal Support, which is legal."""
    cdef double best = NOTHING
    cdef int q
    if r.value[t] > 0:
        best = support_worth(r, s, o, w, r.value[t], a)
    else:
        for q in range(r.players):
            if q != a:
                best = max(best, support_worth(r, s, o, w, r.value[t], q))
    return best * (1.0 - w[FATED] * o.fear)


cdef inline double kept_worth(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                              const double *w, int t, int a) noexcept nogil:
    """A card that stays in hand: whatever is kept is a card too many after the next deal (N4.3), but reactions are for
    others' turns before it."""
    cdef int effect = r.effect[t], others
    cdef double points = w[KEEP] if deals_left(r, s) > 0 else 0.0, hold = 0.0
    if effect == IRON_GRIP:
        if deals_left(r, s) > 0:
            points += w[HOLD_IRON]
        if a == s.actor and not s.iron:
            points += (r.vp_iron - r.vp_monopoly) * monopolies(r, s, a)
        return points
    if effect == FATE:
        hold = w[HOLD_FATE]
    elif effect == EMBARGO:
        hold = w[HOLD_EMBARGO]
    elif effect == LOYALTY:
        hold = w[HOLD_LOYALTY]
    elif effect == MARAUDERS:
        hold = w[HOLD_MARAUDERS]
    elif effect == REVOLT:
        hold = w[HOLD_REVOLT]
    others = r.players - 1
    if deals_left(r, s) <= 0:
        others -= (a - s.first + r.players) % r.players
    return points + hold * others / (r.players - 1) / max(1, <int>s.hand[a][t])


cdef inline double spare_worth(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                               const double *w, int t, int a, double *kept) noexcept nogil:
    """The best that title t does for seat a, on its own turn, but for the modes that any card pays for."""
    cdef double points = 0.0
    kept[0] = kept_worth(r, s, o, w, t, a)
    if r.text_titles >> t & 1 and text_legal(r, s, r.effect[t], a):
        points = text_worth(r, s, o, w, r.effect[t], a)
    if support_legal(r, s, t, a):
        points = max(points, support_use(r, s, o, w, t, a))
    return points


cdef inline double pending_worth(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                                 const double *w, uint32_t spared) noexcept nogil:
    """What the card in play will do, all choices made, but for colonies on the sites `spared`. Changes the board."""
    cdef int effect = effect_of(r, s), a = s.actor, q, target = s.target - 1
    if s.mode == MODE_SUPPORT:
        return support_worth(r, s, o, w, r.value[s.title - 1], a if r.value[s.title - 1] > 0 else target)
    if effect == OVERCONFIDENT or effect == ISOLATION or effect == EXPLORER:
        return target_worth(r, s, o, w, effect, a, target)
    return change_sites(r, o, act_of(s.mode, effect), a, s.staged & ~spared)
