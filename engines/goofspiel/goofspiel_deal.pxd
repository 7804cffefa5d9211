"""What the others may have bid: an exact sampler with bounded work, for `imp_info` (see README.md).

A seat knows its own bids and who took each point card. All vectors of the others' bids that agree with that are alike;
one of them is drawn by counting. Cards are gone through upwards, all suits at once. A finished turn is *filled* when
its highest bid is reached: by the seat that took it, or by the seats that tied. Every other seat then gets a lower card
into it, any of its *spare* ones: those gone by and not used yet. Since each filled turn has used one card of every
seat, all have equally many spare cards, and the ways to go on depend only on the next card and on how many turns of
each kind are filled. A kind is who took the turn, or that nobody did.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from abi cimport caravela_rng
from bits cimport bits_lowest
from goofspiel_state cimport GOOFSPIEL_CARDS, GOOFSPIEL_SEATS, goofspiel_row, goofspiel_size, goofspiel_state
from rng cimport rng_bounded, rng_uniform

cdef enum:
    GOOFSPIEL_TABLE = 32768  # most numbers in the table of counts: 256 KiB
    NO_TURN = -1
    SPARE = 0                # what a seat does with its card: keeps it for a turn that a higher card fills,
    TIE_VIEWER = 1           # ties with the viewer, who bid the same card,
    TAKE = 2                 # takes a turn with it (plus the seat, so that all of these differ),
    TIE_GROUP = 10           # or ties with others (plus the number of their group)

ctypedef struct goofspiel_deal:
    int cards
    int others                              # the seats whose bids are unknown
    int seat[GOOFSPIEL_SEATS]               # them
    int tie                                 # the kind of turns that nobody took; kind i: others' seat i took it
    int mine                                # the kind of turns that the viewer took
    int kind[GOOFSPIEL_CARDS + 2]           # of the turn in which the viewer bid this card, or NO_TURN
    int turn[GOOFSPIEL_CARDS + 2]           # that turn
    int step[GOOFSPIEL_SEATS]               # a filled turn of each kind, in the index of the table
    int sizes[GOOFSPIEL_SEATS]              # turns of each kind, plus 1
    int states                              # numbers of the table for one card
    # The card being looked at, and the choices made there so far.
    int card
    int spare                               # cards that each seat may put below a higher one
    int unfilled[GOOFSPIEL_SEATS]           # turns of each kind that this card may fill
    int choice[GOOFSPIEL_SEATS]
    int chosen[GOOFSPIEL_SEATS]             # the choices drawn
    int used                                # seats that use the card
    int taken                               # turns taken with it
    int with_viewer                         # seats that tie with the viewer
    int groups
    int group[GOOFSPIEL_SEATS]              # seats in each group of a tie
    double ways[GOOFSPIEL_TABLE]            # [card - 1][state]: ways to go on from this card


cdef inline int goofspiel_table(int players, int cards) noexcept nogil:
    """The most numbers that a table may need: as many turns of each kind as of any other."""
    cdef int states = 1, k
    for k in range(players):
        states *= cards // players + (k < cards % players) + 1
    return states * (cards + 1)


cdef inline double goofspiel_falling(int n, int k) noexcept nogil:
    """Ways to give k turns different ones of n things."""
    cdef double ways = 1.0
    cdef int i
    if k > n:
        return 0.0
    for i in range(k):
        ways *= n - i
    return ways


cdef inline double goofspiel_filled(const goofspiel_deal *d, int state, double ways) noexcept nogil:
    """Ways to go on, once every seat has chosen what to do with the card."""
    cdef int kind = d.kind[d.card], tied = d.groups + (d.with_viewer > 0), filled, i
    for i in range(d.groups):
        if d.group[i] < 2:
            return 0.0
    filled = d.taken + tied + (kind == d.mine)
    ways *= goofspiel_falling(d.unfilled[d.tie], d.groups)
    for i in range(d.others):
        ways *= goofspiel_falling(d.spare, filled - (i < d.used))
    return ways * d.ways[d.card * d.states + state + tied * d.step[d.tie]]


cdef inline double goofspiel_choices(goofspiel_deal *d, int i, int state, double ways, double *draw) noexcept nogil:
    """Sums up what seats i and up may do with the card. With `draw`: until the sum exceeds it; see d.chosen then."""
    cdef double total, all_ways = 0.0
    cdef int g
    if i == d.others:
        total = goofspiel_filled(d, state, ways)
        if draw is not NULL and total > 0.0 and draw[0] >= 0.0:
            draw[0] -= total
            for g in range(d.others):
                d.chosen[g] = d.choice[g]
        return total
    d.choice[i] = SPARE
    all_ways += goofspiel_choices(d, i + 1, state, ways, draw)
    d.used += 1
    if d.unfilled[i] > 0:
        d.choice[i] = TAKE + i
        d.taken += 1
        all_ways += goofspiel_choices(d, i + 1, state + d.step[i], ways * d.unfilled[i], draw)
        d.taken -= 1
    if d.kind[d.card] == d.tie:
        d.choice[i] = TIE_VIEWER
        d.with_viewer += 1
        all_ways += goofspiel_choices(d, i + 1, state, ways, draw)
        d.with_viewer -= 1
    for g in range(d.groups):
        d.choice[i] = TIE_GROUP + g
        d.group[g] += 1
        all_ways += goofspiel_choices(d, i + 1, state, ways, draw)
        d.group[g] -= 1
    if d.groups < d.unfilled[d.tie] and i + 1 < d.others:
        d.choice[i] = TIE_GROUP + d.groups
        d.group[d.groups] = 1
        d.groups += 1
        all_ways += goofspiel_choices(d, i + 1, state, ways, draw)
        d.groups -= 1
    d.used -= 1
    return all_ways


cdef inline bint goofspiel_level(goofspiel_deal *d, int card, int state) noexcept nogil:
    """Looks at a card in a state of the table; False if no way leads there."""
    cdef int k, c, filled = 0, below
    d.card = card
    for k in range(d.others + 1):
        below = 0
        for c in range(1, card):
            below += d.kind[c] == k
        d.unfilled[k] = below - state // d.step[k] % d.sizes[k]
        filled += below - d.unfilled[k]
        if d.unfilled[k] < 0:
            return False
    for c in range(1, card):
        filled += d.kind[c] == d.mine
    d.spare = card - 1 - filled
    return d.spare >= 0


cdef inline double goofspiel_count(goofspiel_deal *d, const goofspiel_state *s, int p, int players,
                                   int cards) noexcept nogil:
    """Fills the table for seat p's view; returns how many vectors of the others' bids agree with it."""
    cdef const uint8_t *row
    cdef int q, k, t, card, state
    d.cards = cards
    d.others = 0
    for q in range(players):
        if q != p:
            d.seat[d.others] = q
            d.others += 1
    d.tie = d.others
    d.mine = d.others + 1
    for card in range(cards + 2):
        d.kind[card] = NO_TURN
    for k in range(d.others + 1):
        d.sizes[k] = 1
    for t in range(s.turn):
        row = goofspiel_row(s, players, t)
        q = row[players] - 1
        k = d.tie if q == players else d.mine if q == p else q - (q > p)
        d.kind[row[p]] = k
        d.turn[row[p]] = t
        if k != d.mine:
            d.sizes[k] += 1
    d.states = 1
    for k in range(d.others + 1):
        d.step[k] = d.states
        d.states *= d.sizes[k]
    d.used = d.taken = d.with_viewer = d.groups = 0
    for state in range(d.states):
        d.ways[cards * d.states + state] = state == d.states - 1    # every turn is filled in the end
    for card in range(cards, 0, -1):
        for state in range(d.states):
            d.ways[(card - 1) * d.states + state] = (
                goofspiel_choices(d, 0, state, 1.0, NULL) if goofspiel_level(d, card, state) else 0.0)
    return d.ways[0]


cdef inline void goofspiel_fill(const goofspiel_deal *d, uint8_t *row, int choice, uint32_t *spare,
                                caravela_rng *rng) noexcept nogil:
    """Writes a turn that the card fills: the seats with that choice bid it, the others one of their spare cards."""
    cdef uint32_t cards
    cdef int i, n
    for i in range(d.others):
        if d.chosen[i] == choice:
            row[d.seat[i]] = <uint8_t>d.card
            continue
        cards = spare[i]
        n = rng_bounded(rng, goofspiel_size(cards))
        while n > 0:
            cards &= cards - 1
            n -= 1
        n = bits_lowest(cards)
        spare[i] ^= <uint32_t>1 << n
        row[d.seat[i]] = <uint8_t>(n + 1)


cdef inline int goofspiel_fill_drawn(const goofspiel_deal *d, int i, goofspiel_state *s, int players, int *waiting,
                                     int *count, uint32_t *spare, caravela_rng *rng) noexcept nogil:
    """Fills the turn that seat i's choice is about, if no seat before i chose the same. Returns its kind or NO_TURN."""
    cdef int choice = d.chosen[i], kind, k, at
    if choice < TAKE:
        return NO_TURN
    for k in range(i):
        if d.chosen[k] == choice:
            return NO_TURN
    kind = i if choice == TAKE + i else d.tie
    at = kind * GOOFSPIEL_CARDS + <int>rng_bounded(rng, count[kind])
    goofspiel_fill(d, goofspiel_row(s, players, waiting[at]), choice, spare, rng)
    count[kind] -= 1
    waiting[at] = waiting[kind * GOOFSPIEL_CARDS + count[kind]]
    return kind


cdef inline void goofspiel_draw(goofspiel_deal *d, goofspiel_state *s, int players, caravela_rng *rng) noexcept nogil:
    """Writes bids and hands of the others into s: one of the vectors that were counted, all alike."""
    cdef int waiting[GOOFSPIEL_SEATS * GOOFSPIEL_CARDS]     # of each kind, the turns that may be filled and are not
    cdef int count[GOOFSPIEL_SEATS]
    cdef uint32_t spare[GOOFSPIEL_SEATS]
    cdef int state = 0, card, i, kind
    cdef bint tied
    cdef double draw
    memset(count, 0, sizeof(count))
    memset(spare, 0, sizeof(spare))
    for card in range(1, d.cards + 1):
        goofspiel_level(d, card, state)
        draw = rng_uniform(rng) * d.ways[(card - 1) * d.states + state]
        goofspiel_choices(d, 0, state, 1.0, &draw)
        tied = False
        for i in range(d.others):
            tied |= d.chosen[i] == TIE_VIEWER
            kind = goofspiel_fill_drawn(d, i, s, players, waiting, count, spare, rng)
            if kind != NO_TURN:
                state += d.step[kind]
        kind = d.kind[card]
        if tied or kind == d.mine:
            goofspiel_fill(d, goofspiel_row(s, players, d.turn[card]), TIE_VIEWER, spare, rng)
            if tied:
                state += d.step[d.tie]
        elif kind != NO_TURN:
            waiting[kind * GOOFSPIEL_CARDS + count[kind]] = d.turn[card]
            count[kind] += 1
        for i in range(d.others):
            if d.chosen[i] == SPARE:
                spare[i] |= <uint32_t>1 << (card - 1)
    for i in range(d.others):
        s.hand[d.seat[i]] = spare[i]
