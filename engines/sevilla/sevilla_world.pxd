"""Worlds that a seat holds possible: all bids that agree with what lies on the boards are alike, as are all ways in
which the unseen cards and discs may lie. The law is in the README."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy

from abi cimport caravela_rng
from rng cimport rng_bounded

from sevilla_hidden cimport settling, uncovered
from sevilla_play cimport discs_left, pick_card
from sevilla_state cimport (
    ARENAL,
    DISCS,
    FAKES,
    LOTS,
    STEP_DISC,
    STEP_DRAW,
    sevilla_rules,
    sevilla_state,
)

# How one seat may have bid on the lots to come. ways[i][f][n]: with f false coins on the first i of these lots, and
# coins on n of them, in how many ways the rest and all sums of coins can be chosen.
ctypedef struct sevilla_bids:
    int32_t lots
    int32_t discs[LOTS]
    uint32_t ways[LOTS + 1][FAKES + 1][LOTS + 1]


cdef inline uint32_t count_bids(const sevilla_rules *r, const sevilla_state *s, int q, int first,
                                sevilla_bids *b) noexcept nogil:
    """Fills the table for seat q and the lots from `first` on; returns the number of ways, 0 if there are none.

    A lot with d discs, f of them false, has d - f real ones (S5.3): no coin, or 3 (d - f) less 0, 1 or 2. So the coins
    of all lots are 3 (discs - false coins) less n numbers of 0 to 2; r.tails counts those that the limit leaves.
    """
    cdef int false_coins = s.fakes_left[q], limit = s.limit[q], sum = 0, most, i, f, g, n, discs, over
    cdef uint32_t ways
    b.lots = r.lots - first
    for i in range(b.lots):
        b.discs[i] = s.discs[q][first + i]
        sum += b.discs[i]
    for f in range(min(false_coins, sum) + 1):
        over = max(0, 3 * (sum - f) - limit)
        for n in range(b.lots + 1):
            b.ways[b.lots][f][n] = r.tails[n][over] if over <= 2 * n else 0
    for i in range(b.lots - 1, -1, -1):
        discs = b.discs[i]
        sum -= discs
        most = min(false_coins, sum)
        for f in range(most + 1):
            for n in range(i + 1):
                ways = b.ways[i + 1][f + discs][n] if f + discs <= false_coins else 0
                for g in range(min(discs - 1, false_coins - f) + 1):
                    ways += b.ways[i + 1][f + g][n + 1]
                b.ways[i][f][n] = ways
    return b.ways[0][0][0]


cdef inline void draw_bids(const sevilla_rules *r, sevilla_state *s, int q, int first,
                           caravela_rng *rng) noexcept nogil:
    """Coins and false coins of seat q on the lots from `first` on: every vector that agrees is as likely."""
    cdef sevilla_bids b
    cdef int i, f, g, n, discs, over, less
    cdef uint32_t at, ways
    if count_bids(r, s, q, first, &b) == 0:
        return  # foreign bytes alone
    f = n = 0
    for i in range(b.lots):
        discs = b.discs[i]
        at = rng_bounded(rng, b.ways[i][f][n])
        for g in range(min(discs, s.fakes_left[q] - f) + 1):
            ways = b.ways[i + 1][f + g][n + (g < discs)]
            if at < ways:
                break
            at -= ways
        s.fake[q][first + i] = <uint8_t>g
        s.bid[q][first + i] = <uint8_t>(3 * (discs - g))
        f += g
        n += g < discs
    over = -<int>s.limit[q]
    for i in range(b.lots):
        over += s.bid[q][first + i]
    for i in range(b.lots):
        if s.bid[q][first + i] == 0:
            continue
        n -= 1
        over = max(0, over)
        at = rng_bounded(rng, r.tails[n + 1][over])
        for less in range(3):
            ways = r.tails[n][max(0, over - less)]
            if at < ways:
                break
            at -= ways
        s.bid[q][first + i] -= <uint8_t>less
        over -= less


cdef inline void draw_coins(const sevilla_rules *r, sevilla_state *s, int q, int first,
                            caravela_rng *rng) noexcept nogil:
    """Where no discs are seen: every vector of coins within the limit is as likely. Bars among as many stars."""
    cdef int lots = r.lots - first, places = s.limit[q] + lots, last = -1, need = lots, lot = first, i
    for i in range(places):
        if need == 0:
            return
        if <int>rng_bounded(rng, places - i) < need:
            s.bid[q][lot] = <uint8_t>(i - last - 1)
            last = i
            lot += 1
            need -= 1


cdef inline void draw_discs(const sevilla_rules *r, sevilla_state *s, int first, int end,
                            caravela_rng *rng) noexcept nogil:
    """The false player's discs on the lots first .. end - 1 (S12.2)."""
    cdef uint8_t left[DISCS]
    cdef int total = discs_left(r, s, left), lot, at, value
    for lot in range(first, end):
        at = rng_bounded(rng, total)
        value = 0
        while at >= left[value]:
            at -= left[value]
            value += 1
        s.rival[lot] = <uint8_t>(1 + value)
        left[value] -= 1
        total -= 1


cdef inline void draw_unseen(sevilla_state *s, caravela_rng *rng) noexcept nogil:
    """El Arenal's cards out of all that are unseen."""
    cdef int total = s.deck_count + s.drawn_count, i, k
    for i in range(s.drawn_count):
        k = pick_card(s.deck, total, rng)
        s.deck[k] -= 1
        s.drawn[k] += 1
        total -= 1


cdef inline int sample_world(const sevilla_rules *r, const sevilla_state *view, sevilla_state *s, int p,
                             caravela_rng *rng) noexcept nogil:
    """Always exact. While bids are made, others make theirs later inside the world."""
    cdef int first, q
    memcpy(s, view, sizeof(sevilla_state))
    if s.drawn_count and s.holder[ARENAL] != 1 + p:
        draw_unseen(s, rng)
    if s.step < STEP_DISC or s.step > STEP_DRAW:
        return 0
    first = uncovered(r, s)
    if r.rival:
        draw_discs(r, s, first, s.lot if s.step == STEP_DISC else r.lots, rng)
    if settling(s) and first < r.lots:
        for q in range(r.players):
            if q == p:
                continue
            if r.tokens:
                draw_bids(r, s, q, first, rng)
            else:
                draw_coins(r, s, q, first, rng)
    return 0
