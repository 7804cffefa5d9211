"""What changes of the map are worth to a seat, in points.

A seat's map counts its Successful colonies, and each region and good (a "line") by how many of its sites the seat
holds. Both weigh by the tallies still to come. A change is worth what it does to each seat, times that seat's `sign`:
1 for the seat that asks, less than 0 for every other.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from bits cimport bits_count, bits_lowest

from newworld_state cimport (
    BLIGHT,
    COLONISTS,
    DISEASE,
    HOARDING,
    IRON_GRIP,
    MARRIAGE,
    MODE_BUILD,
    MODE_REPAIR,
    MODE_STRUGGLE,
    MUTUAL_SUPPORT,
    RAIDERS,
    REGIONS,
    RESCUE,
    SEATS,
    SITES,
    SPREAD_OUT,
    WAR,
    newworld_rules,
    newworld_state,
    successful,
)
from newworld_weights cimport (
    AIM,
    BLOCK,
    DENY,
    DENY_BEST,
    LATER,
    LINE_1,
    LINE_2,
    LOSS,
    MARAUDED,
    MONOPOLY,
    NEXT,
    NEXT_FADE,
    REACH,
    REPAIR,
)

cdef enum:
    LINES = 16          # regions, then goods
    NOBODY = 255
    # What may happen to a site.
    DO_BUILD = 0
    DO_HIT = 1          # Struggle or reduce
    DO_TAKE = 2         # remove
    DO_SWAP = 3         # replace
    DO_FIX = 4          # repair
    DO_SETTLE = 5       # build or reduce, as it is empty or not
    DO_HOARD = 6        # repair one's own, remove another's

# The part that changes while choices for a card are thought through.
ctypedef struct newworld_board:
    uint8_t count[SEATS][LINES]     # Successful colonies by line
    uint8_t owner[SITES]
    uint32_t weak                   # sites whose colony is Struggling

ctypedef struct newworld_outlook:
    newworld_board board
    uint8_t good[SITES]             # the line of the site's good; a line that never counts if it has none
    int tallies[SEATS]              # still to come
    double later[SEATS]             # part of a colony for the tallies after the present turn
    double colony[SEATS]            # points of a Successful colony
    double line[SEATS][5]           # points of a line by the sites held in it
    double weak[SEATS]              # points of a Struggling colony
    double sign[SEATS]
    double aim
    double block
    double fear                     # h of the weights
    int best                        # the best rival
    double harm
    bint pays                       # removing pays like reducing


cdef inline int place(const newworld_rules *r, const newworld_state *s, int q) noexcept nogil:
    """In the order of turns."""
    return q - s.first if q >= s.first else q - s.first + r.players


cdef inline bint turn_to_come(const newworld_rules *r, const newworld_state *s, int q) noexcept nogil:
    """Before the next deal, not counting a turn under way."""
    return place(r, s, q) > place(r, s, s.actor)


cdef inline int deals_left(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    return r.turns - 1 - s.turn


cdef inline void read_seat(const newworld_rules *r, const newworld_state *s, const double *w, newworld_outlook *o,
                           int p, int q) noexcept nogil:
    """Tallies, and what they make of colonies and lines."""
    cdef bint acts = q == s.actor
    cdef int ahead = r.turns - s.turn - (place(r, s, q) < place(r, s, s.actor)), rest = ahead - acts
    cdef int others = (q - s.actor + r.players - 1) % r.players     # turns between
    cdef double later = 0.0, potential, monopoly
    o.tallies[q] = ahead
    if rest > 0:
        later = w[NEXT] - w[NEXT_FADE] * others / (r.players - 1) + w[LATER] * (rest - 1)
    o.later[q] = later
    o.colony[q] = r.vp_successful * (acts + later)
    potential = later
    if acts:
        potential += w[REACH] * min(1.0, 0.25 * s.hand_count[q])
    monopoly = later * r.vp_monopoly
    if acts:
        if s.iron or q == p and r.title_bit[IRON_GRIP] and s.hand[q][r.effect_title[IRON_GRIP]]:
            monopoly += r.vp_iron * (1.0 - w[MARAUDED] * o.fear)
        else:
            monopoly += r.vp_monopoly * (1.0 - w[MARAUDED] * o.fear)
    o.line[q][0] = 0.0
    o.line[q][1] = w[LINE_1] * potential
    o.line[q][2] = w[LINE_2] * potential
    o.line[q][3] = w[MONOPOLY] * monopoly
    o.line[q][4] = o.line[q][3]
    o.weak[q] = w[REPAIR] * o.colony[q] - w[LOSS]


cdef inline void read_board(const newworld_rules *r, const newworld_state *s, newworld_outlook *o) noexcept nogil:
    cdef int q, i
    cdef uint32_t held, sites
    memset(o.board.owner, NOBODY, SITES)
    memset(o.board.count, 0, sizeof(o.board.count))
    o.board.weak = s.struggling
    memset(o.good, LINES - 1, SITES)
    for i in range(r.goods):
        sites = r.good_sites[i]
        while sites:
            o.good[bits_lowest(sites)] = <uint8_t>(REGIONS + i)
            sites &= sites - 1
    for q in range(r.players):
        held = successful(s, q)
        sites = s.colony[q]
        while sites:
            o.board.owner[bits_lowest(sites)] = <uint8_t>q
            sites &= sites - 1
        while held:
            i = bits_lowest(held)
            held &= held - 1
            o.board.count[q][r.region_of[i]] += 1
            o.board.count[q][o.good[i]] += 1
        o.board.count[q][LINES - 1] = 0


cdef inline double standing(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                            int q) noexcept nogil:
    """Points of seat q, and what its map promises."""
    cdef uint8_t weak = bits_count(s.colony[q] & s.struggling)
    cdef double points = s.vp[q] + o.colony[q] * (bits_count(s.colony[q]) - weak) + o.weak[q] * weak
    cdef int i
    for i in range(r.regions):
        points += o.line[q][o.board.count[q][i]]
    for i in range(r.goods):
        points += o.line[q][o.board.count[q][REGIONS + i]]
    return points


cdef inline void look(const newworld_rules *r, const newworld_state *s, const double *w, int p,
                      newworld_outlook *o) noexcept nogil:
    """The game as seat p sees it."""
    cdef int q, hands = 0
    cdef double points, most = -1e9
    for q in range(r.players):
        if q != p:
            hands += s.hand_count[q]
    o.fear = <double>hands / (hands + 8)
    o.aim = w[AIM]
    o.block = w[BLOCK]
    o.harm = r.vp_harm
    o.pays = r.remove_pays
    read_board(r, s, o)
    o.best = p
    memset(o.sign, 0, sizeof(o.sign))
    for q in range(r.players):
        read_seat(r, s, w, o, p, q)
        o.sign[q] = 1.0
        if q != p:
            o.sign[q] = -w[DENY] / (r.players - 1)
            points = standing(r, s, o, q)
            if points > most:
                most = points
                o.best = q
    o.sign[o.best] -= w[DENY_BEST]


cdef inline double lines_up(const newworld_rules *r, const newworld_outlook *o, int q, int x) noexcept nogil:
    """What site x adds to the lines of seat q."""
    cdef int region = o.board.count[q][r.region_of[x]], good = o.board.count[q][o.good[x]]
    cdef double points = o.line[q][region + 1] - o.line[q][region]
    if o.good[x] != LINES - 1:
        points += o.line[q][good + 1] - o.line[q][good]
    return points


cdef inline double lines_down(const newworld_rules *r, const newworld_outlook *o, int q, int x) noexcept nogil:
    """What seat q's lines lose with its site x."""
    cdef int region = o.board.count[q][r.region_of[x]], good = o.board.count[q][o.good[x]]
    cdef double points = o.line[q][region] - o.line[q][region - 1]
    if o.good[x] != LINES - 1:
        points += o.line[q][good] - o.line[q][good - 1]
    return points


cdef inline double build_worth(const newworld_rules *r, const newworld_outlook *o, int a, int x) noexcept nogil:
    cdef double points = o.sign[a] * (o.colony[a] + lines_up(r, o, a, x))
    cdef int q
    for q in range(r.players):
        if q != a:
            points -= o.block * o.sign[q] * lines_up(r, o, q, x)
    return points


cdef inline double take_worth(const newworld_rules *r, const newworld_outlook *o, int x) noexcept nogil:
    """The colony on x leaves the map."""
    cdef int q = o.board.owner[x]
    if o.board.weak >> x & 1:
        return -o.sign[q] * o.weak[q]
    return -o.sign[q] * (o.colony[q] + lines_down(r, o, q, x))


cdef inline int act_on(const newworld_outlook *o, int act, int a, int x) noexcept nogil:
    """Which plain act it is on site x."""
    if act == DO_SETTLE:
        return DO_BUILD if o.board.owner[x] == NOBODY else DO_HIT
    if act == DO_HOARD:
        return DO_FIX if o.board.owner[x] == a else DO_TAKE
    return act


cdef inline double site_worth(const newworld_rules *r, const newworld_outlook *o, int act, int a,
                              int x) noexcept nogil:
    """What it is worth that seat a does this to site x, VP for harm (N5.8) included."""
    cdef int q = o.board.owner[x]
    cdef double points, harm = o.sign[a] * o.harm
    act = act_on(o, act, a, x)
    if act == DO_BUILD:
        return build_worth(r, o, a, x)
    if act == DO_FIX:
        return o.sign[q] * (o.colony[q] + lines_up(r, o, q, x) - o.weak[q])
    points = take_worth(r, o, x)
    if act == DO_HIT:
        if not o.board.weak >> x & 1:
            points += o.sign[q] * o.weak[q]
        return points + harm if q != a else points
    if o.pays and q != a:
        points += harm
    return points + build_worth(r, o, a, x) if act == DO_SWAP else points


cdef inline void count_site(const newworld_rules *r, newworld_outlook *o, int q, int x, int by) noexcept nogil:
    o.board.count[q][r.region_of[x]] += <uint8_t>by
    if o.good[x] != LINES - 1:
        o.board.count[q][o.good[x]] += <uint8_t>by


cdef inline void change_site(const newworld_rules *r, newworld_outlook *o, int act, int a, int x) noexcept nogil:
    """Seat a has done this to site x."""
    cdef int q = o.board.owner[x]
    cdef uint32_t bit = <uint32_t>1 << x
    cdef bint weak = o.board.weak & bit
    act = act_on(o, act, a, x)
    if act == DO_FIX:
        o.board.weak &= ~bit
        count_site(r, o, q, x, 1)
        return
    if act != DO_BUILD:
        if not weak:
            count_site(r, o, q, x, -1)
        if act == DO_HIT and not weak:
            o.board.weak |= bit
            return
        o.board.weak &= ~bit
        o.board.owner[x] = NOBODY
        if act != DO_SWAP:
            return
    o.board.owner[x] = <uint8_t>a
    count_site(r, o, a, x, 1)


cdef inline int act_of(int mode, int effect) noexcept nogil:
    """What a card does to the sites chosen for it."""
    if mode == MODE_BUILD or effect == MUTUAL_SUPPORT or effect == SPREAD_OUT:
        return DO_BUILD
    if mode == MODE_STRUGGLE or effect == DISEASE or effect == BLIGHT or effect == WAR:
        return DO_HIT
    if mode == MODE_REPAIR:
        return DO_FIX
    if effect == COLONISTS:
        return DO_SETTLE
    if effect == HOARDING:
        return DO_HOARD
    return DO_SWAP if effect == MARRIAGE or effect == RESCUE or effect == RAIDERS else DO_TAKE


cdef inline double change_sites(const newworld_rules *r, newworld_outlook *o, int act, int a,
                                uint32_t sites) noexcept nogil:
    """Seat a does this to all the sites: what that is worth."""
    cdef double points = 0.0
    cdef int x
    while sites:
        x = bits_lowest(sites)
        sites &= sites - 1
        points += site_worth(r, o, act, a, x)
        change_site(r, o, act, a, x)
    return points
