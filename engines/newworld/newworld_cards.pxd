"""What a card does: when a use is legal (N5.6), the choices it needs (N9), what it would harm, what it does."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from bits cimport bits_count, bits_lowest

from newworld_map cimport above, beside, build, forced_picks, lose, reduce, repair, replace, take_off
from newworld_state cimport (
    BLIGHT,
    COLONISTS,
    DISASTER,
    DISEASE,
    EXPLORER,
    HOARDING,
    ISOLATION,
    MARRIAGE,
    MODE_BUILD,
    MODE_REPAIR,
    MODE_STRUGGLE,
    MODE_SUPPORT,
    MODE_TEXT,
    MUTUAL_SUPPORT,
    OVERCONFIDENT,
    PLAGUE_SHIP,
    RAIDERS,
    RESCUE,
    SPREAD_OUT,
    STEP_PLAGUE,
    STEP_PLAYER,
    STEP_REGION,
    STEP_SITE,
    UPRISING,
    WAR,
    free_sites,
    isolated_regions,
    newworld_rules,
    newworld_state,
    next_seat,
    occupied,
    successful,
)

cdef enum:
    NO_CHOICE = -1      # all choices are made


cdef inline int effect_of(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """The text of the card in play; -1 if it is not used by text."""
    return r.effect[s.title - 1] if s.mode == MODE_TEXT else -1


cdef inline uint32_t strugglers(const newworld_rules *r, const newworld_state *s, uint32_t sites) noexcept nogil:
    """Free ones of these sites on which a text can Struggle (N1.5)."""
    sites &= free_sites(r, s) & occupied(s)
    return sites if r.hits_struggling else sites & ~s.struggling


cdef inline uint32_t empties(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Sites on which can be built."""
    return free_sites(r, s) & ~occupied(s)


cdef inline uint32_t replaceable(const newworld_state *s, int p, uint32_t sites) noexcept nogil:
    """R24: occupied ones of these sites, but for p's own Successful colonies."""
    return sites & occupied(s) & ~successful(s, p)


cdef inline int leaders(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """N9.1: whose colonies seat p may replace by Marriage, as bits."""
    cdef int most = 1, found = 0, q, count
    for q in range(r.players):
        count = bits_count(s.colony[q])
        if count > most:
            most = count
            found = 0
        if count == most and replaceable(s, p, s.colony[q] & free_sites(r, s)):
            found |= 1 << q
    return found


cdef inline int raided(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """N9.17: regions that seat p may raid, as bits."""
    cdef uint32_t sites = free_sites(r, s)
    cdef int found = 0, i
    for i in range(r.regions):
        if successful(s, p) & sites & r.region_sites[i] and replaceable(s, p, sites & r.region_sites[i]):
            found |= 1 << i
    return found


cdef inline uint32_t blighted(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """N9.3."""
    return strugglers(r, s, beside(r, s.colony[p]) & ~s.colony[p])


cdef inline int losers(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """N9.13: whom Overconfident can cost VP, as bits."""
    cdef int found = 0, q
    for q in range(r.players):
        if s.colony[q] and s.vp[q]:
            found |= 1 << q
    return found


cdef inline int setback(const newworld_rules *r, const newworld_state *s, int p) noexcept nogil:
    """N5.5: opponents of seat p whose token can be moved back, as bits."""
    cdef int found = 0, q
    for q in range(r.players):
        if q != p and s.support[q] > r.floor:
            found |= 1 << q
    return found


cdef inline int casualties(const newworld_rules *r, const newworld_state *s, int p, int q) noexcept nogil:
    """N9.20: how many colonies of seat q the War of seat p hits."""
    return min(bits_count(s.colony[p] & s.struggling), bits_count(strugglers(r, s, s.colony[q])))


cdef inline bint populated(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """N9.19: each region has a colony, and none is isolated."""
    cdef uint32_t sites = occupied(s)
    cdef int i
    if isolated_regions(s):
        return False
    for i in range(r.regions):
        if sites & r.region_sites[i] == 0:
            return False
    return True


cdef inline int settled(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """N9.15: free regions with a colony, as bits."""
    cdef uint32_t sites = occupied(s) & free_sites(r, s)
    cdef int found = 0, i
    for i in range(r.regions):
        if sites & r.region_sites[i]:
            found |= 1 << i
    return found


cdef inline bint text_legal(const newworld_rules *r, const newworld_state *s, int effect, int p) noexcept nogil:
    """N9: can seat p use this text?"""
    cdef uint32_t free = free_sites(r, s)
    cdef int q
    if effect == MARRIAGE:
        return leaders(r, s, p) != 0
    if effect == DISEASE:
        return strugglers(r, s, free) != 0
    if effect == BLIGHT:
        return blighted(r, s, p) != 0
    if effect == COLONISTS:
        return free != 0
    if effect == EXPLORER:
        return isolated_regions(s) & ~s.isolated[p] != 0
    if effect == HOARDING:
        return free & s.struggling != 0
    if effect == ISOLATION:
        return free != 0
    if effect == MUTUAL_SUPPORT or effect == SPREAD_OUT:
        return empties(r, s) != 0
    if effect == OVERCONFIDENT:
        return losers(r, s) != 0
    if effect == PLAGUE_SHIP or effect == DISASTER:
        return free & occupied(s) != 0
    if effect == RESCUE:
        return free & s.struggling & ~s.colony[p] != 0
    if effect == RAIDERS:
        return raided(r, s, p) != 0
    if effect == UPRISING:
        return populated(r, s)
    if effect == WAR:
        for q in range(r.players):
            if q != p and casualties(r, s, p, q):
                return True
    return False


cdef inline bint support_legal(const newworld_rules *r, const newworld_state *s, int t, int p) noexcept nogil:
    """N5.5, N5.6."""
    if r.value[t] > 0:
        return s.support[p] < r.spaces - 1
    return r.value[t] < 0 and setback(r, s, p) != 0


cdef inline uint32_t region_picks(const newworld_rules *r, const newworld_state *s, uint32_t sites) noexcept nogil:
    """One of the sites in each region in order: those of the first region that is not done."""
    cdef int i
    for i in range(r.regions):
        if sites & r.region_sites[i] and s.staged & r.region_sites[i] == 0:
            return sites & r.region_sites[i]
    return 0


cdef inline uint32_t war_picks(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """N9.20: opponents clockwise, for each his number."""
    cdef uint32_t sites
    cdef int q = next_seat(r, s.actor)
    while q != s.actor:
        sites = forced_picks(strugglers(r, s, s.colony[q]), s.staged, casualties(r, s, s.actor, q))
        if sites:
            return sites
        q = next_seat(r, q)
    return 0


cdef inline uint32_t site_choices(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """N5.5, N9: the sites that may be chosen next for the card in play; none: its choices are made."""
    cdef int effect = effect_of(r, s), count = bits_count(s.staged)
    cdef uint32_t free = free_sites(r, s), sites
    if s.mode != MODE_TEXT:
        if s.staged:
            return 0
        if s.mode == MODE_BUILD:
            return empties(r, s)
        return free & occupied(s) if s.mode == MODE_STRUGGLE else free & s.struggling
    if effect == MARRIAGE:
        sites = replaceable(s, s.actor, free & s.colony[s.target - 1])
        return forced_picks(sites, s.staged, min(bits_count(sites), r.marriage))
    if effect == DISEASE:
        if count == r.disease:
            return 0
        sites = strugglers(r, s, free) & ~s.staged
        return sites & beside(r, s.staged) if count else sites
    if effect == COLONISTS:
        return forced_picks(free, s.staged, min(bits_count(free), r.colonists))
    if effect == MUTUAL_SUPPORT:
        if count == r.mutual:
            return 0
        sites = empties(r, s) & ~s.staged
        return sites & beside(r, s.staged) if count else sites  # R15
    if effect == RESCUE:
        return above(free & s.struggling & ~s.colony[s.actor], s.staged) if count < r.rescue else 0
    if effect == RAIDERS:
        sites = replaceable(s, s.actor, r.region_sites[s.target - 1])
        return above(sites, s.staged) if count < r.raiders else 0
    if effect == SPREAD_OUT:
        return region_picks(r, s, empties(r, s))
    if effect == UPRISING:
        return region_picks(r, s, occupied(s))
    return war_picks(r, s)  # WAR


cdef inline bint may_be_done(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """May the actor stop choosing sites?"""
    cdef int effect = effect_of(r, s)
    return s.staged != 0 and (effect == DISEASE or effect == MUTUAL_SUPPORT or effect == RESCUE or effect == RAIDERS)


cdef inline int player_choices(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Players that may be chosen, as bits (D5)."""
    cdef int effect = effect_of(r, s)
    if effect == OVERCONFIDENT:
        return losers(r, s)
    return leaders(r, s, s.actor) if effect == MARRIAGE else setback(r, s, s.actor)


cdef inline int region_choices(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Regions that may be chosen, as bits (D6)."""
    cdef int effect = effect_of(r, s)
    if effect == EXPLORER:
        return isolated_regions(s) & ~s.isolated[s.actor]
    if effect == ISOLATION:
        return ((1 << r.regions) - 1) & ~isolated_regions(s)
    return settled(r, s) if effect == DISASTER else raided(r, s, s.actor)


cdef inline int first_choice(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N6.2: the step of the first choice that the card in play needs, or NO_CHOICE. Stages what nobody chooses."""
    cdef int effect = effect_of(r, s), tied
    if s.mode == MODE_SUPPORT:
        return STEP_PLAYER if r.value[s.title - 1] < 0 else NO_CHOICE
    if effect == MARRIAGE:
        tied = leaders(r, s, s.actor)
        if tied & (tied - 1):
            return STEP_PLAYER
        s.target = <uint8_t>(1 + bits_lowest(tied))
        return STEP_SITE
    if effect == BLIGHT:
        s.staged = <uint16_t>blighted(r, s, s.actor)
        return NO_CHOICE
    if effect == HOARDING:
        s.staged = s.struggling & <uint16_t>free_sites(r, s)
        return NO_CHOICE
    if effect == OVERCONFIDENT:
        return STEP_PLAYER
    if effect == EXPLORER or effect == ISOLATION or effect == DISASTER or effect == RAIDERS:
        return STEP_REGION
    return STEP_PLAGUE if effect == PLAGUE_SHIP else STEP_SITE


cdef inline int after_target(const newworld_rules *r, newworld_state *s, int target) noexcept nogil:
    """A player or region was chosen: the step of the next choice, or NO_CHOICE."""
    cdef int effect = effect_of(r, s)
    s.target = <uint8_t>(1 + target)
    if effect == DISASTER:
        s.staged = <uint16_t>(r.region_sites[target] & occupied(s))
    return STEP_SITE if effect == MARRIAGE or effect == RAIDERS else NO_CHOICE


cdef inline uint32_t harmed(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Staged sites whose colony would be Struggled, reduced, removed or replaced (N7.3)."""
    cdef uint32_t sites = s.staged & occupied(s)
    if s.mode == MODE_REPAIR:
        return 0
    return sites & ~s.colony[s.actor] if effect_of(r, s) == HOARDING else sites


cdef inline void pay_harm(const newworld_rules *r, newworld_state *s, uint32_t sites) noexcept nogil:
    """N5.8: for each colony of another player."""
    s.vp[s.actor] += <uint16_t>(r.vp_harm * bits_count(sites & ~s.colony[s.actor]))


cdef inline void explore(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N9.6: the Isolation goes to the discard pile."""
    cdef int q, region = 1 << (s.target - 1)
    for q in range(r.players):
        s.isolated[q] &= <uint8_t>~region
    s.discard[r.effect_title[ISOLATION]] += 1


cdef inline void move_token(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N5.5: the token stops at either end."""
    cdef int value = r.value[s.title - 1], q = s.actor if value > 0 else s.target - 1
    s.support[q] = <uint8_t>max(r.floor, min(s.support[q] + value, r.spaces - 1))


cdef inline bint carry_out(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N6.4: the staged steps. Was a colony harmed (N6.5)?"""
    cdef uint32_t sites = s.staged, hit = harmed(r, s)
    cdef int effect = effect_of(r, s), p = s.actor
    if s.mode == MODE_BUILD or effect == MUTUAL_SUPPORT or effect == SPREAD_OUT:
        build(s, p, sites)
    elif s.mode == MODE_STRUGGLE or effect == COLONISTS:
        pay_harm(r, s, hit)
        reduce(s, hit)
        build(s, p, sites & ~hit)
    elif s.mode == MODE_REPAIR:
        repair(s, sites)
    elif s.mode == MODE_SUPPORT:
        move_token(r, s)
    elif effect == DISEASE or effect == BLIGHT or effect == WAR:
        pay_harm(r, s, sites)
        reduce(s, sites)  # R2: Struggling ones are among them only if they may be
    elif effect == MARRIAGE or effect == RESCUE or effect == RAIDERS:
        if r.remove_pays:
            pay_harm(r, s, sites)
        replace(s, p, sites)
    elif effect == HOARDING:
        if r.remove_pays:
            pay_harm(r, s, hit)
        repair(s, sites & s.colony[p])
        take_off(s, hit)
    elif effect == DISASTER or effect == UPRISING:
        if r.remove_pays:
            pay_harm(r, s, sites)
        take_off(s, sites)
    elif effect == EXPLORER:
        explore(r, s)
    elif effect == ISOLATION:  # N8.1: the card stays on the map
        s.isolated[p] |= <uint8_t>(1 << (s.target - 1))
        s.title = 0
    elif effect == OVERCONFIDENT:
        lose(s, s.target - 1, bits_count(s.colony[s.target - 1]))
    return hit != 0
