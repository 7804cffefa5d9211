"""Sampled worlds: what seat p does not know, filled in.

Unseen cards are exchangeable over the pile and the others' hands, as long as all that is hidden came from one pile.
After a reshuffle, what was in hands then and what was drawn since come from different cards that everybody knows. The
log has the order in which each seat drew and played, so a world must say which draw brought each card that was played:
an explanation. Under the law the explanations are weighed by how many ways the cards of each pile have to fall so.
A Markov chain with that law as its limit walks over the explanations; the rest is dealt pile by pile. Where piles are
nearly used up, most ways to go lead through stories in which a pile would need more cards of a title than it had, so
the chain may pass through such, at a price; only steps that end in a true story count.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from abi cimport caravela_rng
from bits cimport bits_load, bits_pick, bits_sum
from deal cimport deal_hands
from rng cimport rng_bounded, rng_uniform

from newworld_state cimport EPOCHS, LOG, LOG_TITLE, SEATS, TITLES, newworld_rules, newworld_state

cdef enum:
    MOVES = 128         # of the chain
    MOVES_A_PLAY = 4    # and more for each card played
    DETOURS = 4         # so many times as many moves, false stories included, end it in any case
    REPAIRS = 4000      # moves at most to find a first true story
    STORIES = 64        # begun anew where none is found

# Cards that other seats drew ("draws", in order) and played, and which draw brought each of them.
ctypedef struct newworld_story:
    int plays
    int excess                              # cards beyond what the piles had
    int left[EPOCHS][TITLES]                # cards of each pile that seat p does not account for, less those played
    int total[EPOCHS]
    int draws[SEATS]
    uint8_t epoch[SEATS][LOG]               # of a draw
    int16_t use[SEATS][LOG]                 # the card played that it brought; -1: it is still in the hand
    uint8_t seat[SEATS * LOG]               # of a card played
    uint8_t title[SEATS * LOG]
    uint8_t before[SEATS * LOG]             # draws of its seat before it
    uint8_t draw[SEATS * LOG]               # the draw that brought it


cdef inline void read_log(const newworld_rules *r, const newworld_state *s, int p, newworld_story *t) noexcept nogil:
    cdef int q, i, e, k
    t.plays = 0
    for e in range(s.epochs):
        t.total[e] = 0
        for k in range(r.titles):
            t.left[e][k] = s.piles[e][k]
            t.total[e] += s.piles[e][k]
    for q in range(r.players):
        t.draws[q] = 0
        for i in range(s.log_count[q]):
            e = (s.log[q][i] >> 5) - 1
            k = (s.log[q][i] & LOG_TITLE) - 1
            if q == p:
                if e >= 0:
                    t.left[e][k] -= 1
                    t.total[e] -= 1
            elif e >= 0:
                t.epoch[q][t.draws[q]] = <uint8_t>e
                t.draws[q] += 1
            else:
                t.seat[t.plays] = <uint8_t>q
                t.title[t.plays] = <uint8_t>k
                t.before[t.plays] = <uint8_t>t.draws[q]
                t.plays += 1


cdef inline void give(newworld_story *t, int i, int draw) noexcept nogil:
    """Draw number `draw` brought card i."""
    cdef int e = t.epoch[t.seat[i]][draw]
    t.draw[i] = <uint8_t>draw
    t.use[t.seat[i]][draw] = <int16_t>i
    t.excess += t.left[e][t.title[i]] <= 0
    t.left[e][t.title[i]] -= 1
    t.total[e] -= 1


cdef inline void take_back(newworld_story *t, int i) noexcept nogil:
    cdef int e = t.epoch[t.seat[i]][t.draw[i]]
    t.use[t.seat[i]][t.draw[i]] = -1
    t.left[e][t.title[i]] += 1
    t.excess -= t.left[e][t.title[i]] <= 0
    t.total[e] += 1


cdef inline double worth(const newworld_story *t, int e, int k) noexcept nogil:
    """In how many ways one more card of title k can have come from pile e."""
    return t.left[e][k] if t.left[e][k] > 0 else 0.05  # the price of a false story


cdef inline void begin_story(newworld_story *t, caravela_rng *rng) noexcept nogil:
    """A first explanation: card by card, any draw that may have brought it."""
    cdef double sum, u
    cdef int i, q, d, e
    for q in range(SEATS):
        for d in range(LOG):
            t.use[q][d] = -1
    t.excess = 0
    for i in range(t.plays):
        q = t.seat[i]
        sum = 0.0
        for d in range(t.before[i]):
            e = t.epoch[q][d]
            if t.use[q][d] < 0:
                sum += worth(t, e, t.title[i]) / t.total[e]
        u = rng_uniform(rng) * sum
        e = -1
        for d in range(t.before[i]):
            if t.use[q][d] < 0:
                e = d
                u -= worth(t, t.epoch[q][d], t.title[i]) / t.total[t.epoch[q][d]]
                if u < 0.0:
                    break
        give(t, i, e)


cdef inline void exchange(newworld_story *t, int i, int draw) noexcept nogil:
    """Draw number `draw` brought card i; if it brought another, i's former one brought that."""
    cdef int old = t.draw[i], j = t.use[t.seat[i]][draw]
    if j >= 0:
        take_back(t, j)
    take_back(t, i)
    give(t, i, draw)
    if j >= 0:
        give(t, j, old)


cdef inline bint may_exchange(const newworld_story *t, int i, int draw) noexcept nogil:
    """Does it change anything, and is no card played before it is drawn?"""
    cdef int j = t.use[t.seat[i]][draw]
    return draw != t.draw[i] and (j < 0 or t.draw[i] < t.before[j])


cdef inline void retell(newworld_story *t, caravela_rng *rng) noexcept nogil:
    """One move of the chain: another draw brought a card (Metropolis et al. 1953)."""
    cdef int i = rng_bounded(rng, t.plays), q = t.seat[i], old = t.draw[i], draw = rng_bounded(rng, t.before[i])
    cdef int j = t.use[q][draw], e = t.epoch[q][old], f = t.epoch[q][draw]
    cdef double was, now
    if not may_exchange(t, i, draw):
        return
    if j >= 0:
        take_back(t, j)
    take_back(t, i)
    if e != f:  # within a pile all explanations are alike
        was = worth(t, e, t.title[i]) / t.total[e]
        now = worth(t, f, t.title[i]) / t.total[f]
        if j >= 0:
            was *= worth(t, f, t.title[j]) / t.total[f]
            now *= worth(t, e, t.title[j]) / t.total[e]
        if rng_uniform(rng) * was >= now:
            draw, old = old, draw
    give(t, i, draw)
    if j >= 0:
        give(t, j, old)


cdef inline void repair_story(newworld_story *t, caravela_rng *rng) noexcept nogil:
    """One move towards a true story: another pile brought a card of which its pile had not so many. Such a fault moves
    on from title to title until it finds room."""
    cdef int i = rng_bounded(rng, t.plays), q, old, draw, before = t.excess
    while t.left[t.epoch[t.seat[i]][t.draw[i]]][t.title[i]] >= 0:
        i = i + 1 if i + 1 < t.plays else 0
    q = t.seat[i]
    old = t.draw[i]
    draw = rng_bounded(rng, t.before[i])
    if t.epoch[q][draw] == t.epoch[q][old] or not may_exchange(t, i, draw):
        return
    exchange(t, i, draw)
    if t.excess > before and rng_bounded(rng, 8):
        exchange(t, i, old)


cdef inline int pick(const uint8_t *counts, int total, caravela_rng *rng) noexcept nogil:
    """One of `total` cards."""
    cdef int at = rng_bounded(rng, total), base = 0, sum = bits_sum(bits_load(counts))
    while at >= sum and base < TITLES - 8:
        at -= sum
        base += 8
        sum = bits_sum(bits_load(counts + base))
    return base + bits_pick(bits_load(counts + base), at)


cdef inline void write_story(const newworld_rules *r, newworld_state *s, int p, const newworld_story *t,
                             caravela_rng *rng) noexcept nogil:
    """The hands and the pile, once every card played is explained."""
    cdef uint8_t pile[EPOCHS][TITLES]
    cdef int left[EPOCHS]
    cdef int e, q, i, d, k
    memset(pile, 0, sizeof(pile))
    for e in range(s.epochs):
        left[e] = t.total[e]
        for k in range(r.titles):
            pile[e][k] = <uint8_t>t.left[e][k]
    for q in range(r.players):
        if q == p:
            continue
        d = 0
        for i in range(s.log_count[q]):
            e = (s.log[q][i] >> 5) - 1
            if e < 0:
                continue
            if t.use[q][d] >= 0:
                k = t.title[t.use[q][d]]
            else:
                k = pick(pile[e], left[e], rng)
                pile[e][k] -= 1
                left[e] -= 1
                s.hand[q][k] += 1
            s.log[q][i] |= <uint8_t>(1 + k)
            d += 1
        sort_hand(s, q)
    memcpy(s.pile, pile[s.epochs - 1], TITLES)


cdef inline void sort_hand(newworld_state *s, int q) noexcept nogil:
    """The cards with which a log begins are sorted."""
    cdef int i, j = 0
    cdef uint8_t entry
    while j < s.log_count[q] and s.log[q][j] >> 5 == 1:
        entry = s.log[q][j]
        i = j
        while i > 0 and s.log[q][i - 1] > entry:
            s.log[q][i] = s.log[q][i - 1]
            i -= 1
        s.log[q][i] = entry
        j += 1


cdef inline bint first_story(const newworld_rules *r, const newworld_state *s, int p, newworld_story *t,
                             caravela_rng *rng) noexcept nogil:
    """A true story to begin with; False if none was found."""
    cdef int stories, moves
    for stories in range(STORIES):
        read_log(r, s, p, t)
        begin_story(t, rng)
        moves = 0
        while t.excess and moves < REPAIRS:
            repair_story(t, rng)
            moves += 1
        if t.excess == 0:
            return True
    return False


cdef inline void go_on_telling(newworld_story *t, caravela_rng *rng) noexcept nogil:
    """The chain, from one true story to another."""
    cdef uint8_t draw[SEATS * LOG]  # of the last true story
    cdef int steps = MOVES + MOVES_A_PLAY * t.plays, moves = DETOURS * steps, i
    memcpy(draw, t.draw, t.plays)
    while steps > 0 and moves > 0:
        retell(t, rng)
        moves -= 1
        if t.excess == 0:
            steps -= 1
            memcpy(draw, t.draw, t.plays)
    if t.excess:
        for i in range(t.plays):
            take_back(t, i)
        for i in range(t.plays):
            give(t, i, draw[i])


cdef inline bint tell(const newworld_rules *r, newworld_state *s, int p, caravela_rng *rng) noexcept nogil:
    """A world that the log allows; False if none was found."""
    cdef newworld_story t
    if not first_story(r, s, p, &t, rng):
        return False
    if t.plays:
        go_on_telling(&t, rng)
    write_story(r, s, p, &t, rng)
    return True


cdef inline int sample_world(const newworld_rules *r, const newworld_state *view, newworld_state *s, int p,
                             caravela_rng *rng) noexcept nogil:
    """Fills in what seat p does not know; 1 if the world follows another law."""
    cdef uint8_t sizes[SEATS]
    cdef int q, i
    memcpy(s, view, sizeof(newworld_state))
    if s.epochs:
        if tell(r, s, p, rng):
            return s.blurred
        # Not met in play, and refused by the checks: a world in which hands and pile have the right numbers of cards,
        # without the log's facts.
        for q in range(r.players):
            for i in range(s.log_count[q]):
                if q != p and s.log[q][i] > LOG_TITLE:
                    s.log[q][i] |= 1
    for q in range(r.players):
        sizes[q] = s.hand_count[q] if q != p else 0
    deal_hands(s.pile, NULL, r.titles, sizes, r.players, s.hand[0], TITLES, rng)
    return s.epochs != 0 or s.blurred
