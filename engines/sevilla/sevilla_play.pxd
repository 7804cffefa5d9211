"""A whole game: set-up (S2), reveal (S4), steps, chance, results (S9)."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_rng
from bits cimport bits_load, bits_pick, bits_sum
from rng cimport rng_bounded

from sevilla_bids cimport bid_coins, bid_false, show_discs, start_bids, write_coins, write_false
from sevilla_end cimport board, start_round, trade, write_boarding, write_sales
from sevilla_lots cimport (
    choose_order,
    deal_card,
    go_on,
    pay_toll,
    rebid,
    swap_card,
    write_deals,
    write_rebids,
    write_swaps,
    write_toll,
)
from sevilla_state cimport (
    A_FIRST,
    A_LAST,
    BUILDINGS,
    DISCS,
    KINDS,
    O_BUILDING,
    O_CARD,
    O_DISC,
    O_HELM,
    O_SHOW,
    SEATS,
    STEP_AMOUNT,
    STEP_ARENAL,
    STEP_BOARD,
    STEP_BUILDING,
    STEP_CARD,
    STEP_CASA,
    STEP_DEAL,
    STEP_DISC,
    STEP_DRAW,
    STEP_FALSE,
    STEP_HELM,
    STEP_ORDER,
    STEP_OVER,
    STEP_REBID,
    STEP_SHOW,
    STEP_TOLL,
    sevilla_rules,
    sevilla_state,
)

cdef enum:
    CHANCE = (1 << STEP_HELM | 1 << STEP_BUILDING | 1 << STEP_CARD | 1 << STEP_DISC | 1 << STEP_SHOW
              | 1 << STEP_DRAW)


cdef inline void start_state(const sevilla_rules *r, sevilla_state *s) noexcept nogil:
    """S2."""
    cdef int q
    memset(s, 0, sizeof(sevilla_state))
    memcpy(s.deck, r.copies, KINDS)
    s.deck_count = r.total
    s.supply = r.small_ships
    for q in range(r.players):
        s.purse[q] = r.start_coins


cdef inline int player_to_act(const sevilla_state *s) noexcept nogil:
    if CHANCE >> s.step & 1:
        return CARAVELA_CHANCE
    if s.step == STEP_OVER:
        return CARAVELA_TERMINAL
    return s.mover


cdef inline int write_actions(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    """S17, ascending."""
    if s.step == STEP_AMOUNT:
        return write_coins(s, out)
    if s.step == STEP_FALSE:
        return write_false(r, s, out)
    if s.step == STEP_REBID:
        return write_rebids(r, s, out)
    if s.step == STEP_ORDER:
        out[0] = A_FIRST
        out[1] = A_LAST
        return 2
    if s.step == STEP_TOLL:
        return write_toll(r, s, out)
    if s.step == STEP_DEAL:
        return write_deals(r, s, out)
    if s.step == STEP_ARENAL:
        return write_swaps(s, out)
    if s.step == STEP_CASA:
        return write_sales(r, s, out)
    if s.step == STEP_BOARD:
        return write_boarding(r, s, out)
    return 0


cdef inline void decide(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    cdef int step = s.step
    if step == STEP_AMOUNT:
        bid_coins(r, s, a)
        return
    if step == STEP_FALSE:
        bid_false(r, s, a)
        return
    if step == STEP_REBID:
        rebid(r, s, a)
    elif step == STEP_ORDER:
        choose_order(r, s, a)
    elif step == STEP_TOLL:
        pay_toll(r, s, a)
    elif step == STEP_DEAL:
        deal_card(r, s, a)
    elif step == STEP_ARENAL:
        swap_card(r, s, a)
    elif step == STEP_CASA:
        trade(r, s, a)
    else:
        board(r, s, a)
    s.turns += 1


cdef inline void take_off_deck(sevilla_state *s, int k) noexcept nogil:
    """The top card; below the last unknown one lie those that El Arenal put there."""
    cdef int i
    if s.deck_count:
        s.deck[k] -= 1
        s.deck_count -= 1
        return
    s.bottom_count -= 1
    for i in range(s.bottom_count):
        s.bottom[i] = s.bottom[i + 1]
    s.bottom[s.bottom_count] = 0


cdef inline void reveal(const sevilla_rules *r, sevilla_state *s, int k) noexcept nogil:
    """S4.1, S4.2."""
    take_off_deck(s, k)
    s.card[s.lot][s.slot] = 1 + k
    if s.slot and s.supply and r.colour[k] == r.colour[s.card[s.lot][0] - 1]:
        s.small |= 1 << s.lot
        s.supply -= 1
    if s.slot == 0 and s.lot < r.lots - 1:
        s.slot = 1
        return
    s.slot = 0
    s.lot += 1
    if s.lot == r.lots:
        s.lot = 0
        if r.rival:
            s.step = STEP_DISC
        else:
            start_bids(s)


cdef inline void lay_disc(const sevilla_rules *r, sevilla_state *s, int value) noexcept nogil:
    """S12.2."""
    s.rival[s.lot] = 1 + value
    s.lot += 1
    if s.lot == r.lots:
        start_bids(s)


cdef inline void draw_card(const sevilla_rules *r, sevilla_state *s, int k) noexcept nogil:
    """S13.4. A known card at the bottom stays known."""
    if s.deck_count:
        s.drawn[k] += 1
        s.drawn_count += 1
    else:
        s.pile[s.mover][k] += 1
    take_off_deck(s, k)
    go_on(r, s, False)


cdef inline void befall(const sevilla_rules *r, sevilla_state *s, int outcome) noexcept nogil:
    """A chance event."""
    if s.step == STEP_CARD:
        reveal(r, s, outcome - O_CARD)
    elif s.step == STEP_DISC:
        lay_disc(r, s, outcome - O_DISC)
    elif s.step == STEP_SHOW:
        show_discs(r, s)
    elif s.step == STEP_DRAW:
        draw_card(r, s, outcome - O_CARD)
    elif s.step == STEP_BUILDING:
        s.holder[outcome - O_BUILDING] = 1 + s.mover
        s.mover += 1
        if s.mover == r.players:
            start_round(s)
    else:
        s.helm = outcome - O_HELM
        if r.palace:
            s.step = STEP_BUILDING
        else:
            start_round(s)


cdef inline void step(const sevilla_rules *r, sevilla_state *s, int a) noexcept nogil:
    """One action or outcome."""
    if CHANCE >> s.step & 1:
        befall(r, s, a)
    else:
        decide(r, s, a)


cdef inline int discs_left(const sevilla_rules *r, const sevilla_state *s, uint8_t *left) noexcept nogil:
    """The false player's discs of this round that lie on no lot (in a view: on no lot that is uncovered), by value;
    returns their number."""
    cdef int value, lot, total = 0
    for value in range(DISCS):
        left[value] = r.false_discs[s.round][value]
        total += left[value]
    for lot in range(r.lots):
        if s.rival[lot]:
            left[s.rival[lot] - 1] -= 1
            total -= 1
    return total


cdef inline int write_parts(const uint8_t *counts, int kinds, int total, int first, int32_t *out,
                            double *p) noexcept nogil:
    """Each of the `total` things is as likely."""
    cdef int n = 0, i
    for i in range(kinds):
        if counts[i]:
            out[n] = first + i
            p[n] = <double>counts[i] / total
            n += 1
    return n


cdef inline int write_outcomes(const sevilla_rules *r, const sevilla_state *s, int32_t *out, double *p) noexcept nogil:
    """S16."""
    cdef uint8_t left[DISCS]
    cdef int n = 0, i
    if s.step == STEP_CARD or s.step == STEP_DRAW:
        if s.deck_count:
            return write_parts(s.deck, KINDS, s.deck_count, O_CARD, out, p)
        out[0] = O_CARD + s.bottom[0] - 1
        p[0] = 1.0
        return 1
    if s.step == STEP_DISC:
        i = discs_left(r, s, left)
        return write_parts(left, DISCS, i, O_DISC, out, p)
    if s.step == STEP_SHOW:
        out[0] = O_SHOW
        p[0] = 1.0
        return 1
    if s.step == STEP_BUILDING:
        for i in range(BUILDINGS):
            if s.holder[i] == 0:
                out[n] = O_BUILDING + i
                p[n] = 1.0 / (BUILDINGS - s.mover)
                n += 1
        return n
    if s.step == STEP_HELM:
        for i in range(r.players):
            out[i] = O_HELM + i
            p[i] = 1.0 / r.players
        return r.players
    return 0


cdef inline int pick_card(const uint8_t *counts, int total, caravela_rng *rng) noexcept nogil:
    """The kind of one of `total` cards, each as likely."""
    cdef int at = rng_bounded(rng, total), k = 0, sum
    cdef uint64_t word
    while True:
        word = bits_load(counts + k)
        sum = bits_sum(word)
        if at < sum:
            return k + bits_pick(word, at)
        at -= sum
        k += 8


cdef inline int draw_outcome(const sevilla_rules *r, const sevilla_state *s, caravela_rng *rng) noexcept nogil:
    cdef uint8_t left[DISCS]
    cdef int at, i = 0
    if s.step == STEP_CARD or s.step == STEP_DRAW:
        return O_CARD + (pick_card(s.deck, s.deck_count, rng) if s.deck_count else s.bottom[0] - 1)
    if s.step == STEP_DISC:
        at = rng_bounded(rng, discs_left(r, s, left))
        while at >= left[i]:
            at -= left[i]
            i += 1
        return O_DISC + i
    if s.step == STEP_SHOW:
        return O_SHOW
    if s.step == STEP_BUILDING:
        at = rng_bounded(rng, BUILDINGS - s.mover)
        while True:
            if s.holder[i] == 0:
                if at == 0:
                    return O_BUILDING + i
                at -= 1
            i += 1
    return O_HELM + rng_bounded(rng, r.players)


cdef inline uint64_t draw_key(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """Deck 0: the Helm; 1: buildings, by seat; 2: unknown auction cards, by cards drawn; 3: known bottom cards, by
    round and place in it (El Arenal's draw last); 4: the false player's discs, by round and lot; 5: bids shown, by
    round."""
    if s.step == STEP_CARD or s.step == STEP_DRAW:
        if s.deck_count:
            return <uint64_t>2 << 32 | <uint64_t>(r.total - s.deck_count)
        return <uint64_t>3 << 32 | <uint64_t>(s.round * 32 + (31 if s.step == STEP_DRAW else 2 * s.lot + s.slot))
    if s.step == STEP_DISC:
        return <uint64_t>4 << 32 | <uint64_t>(s.round * 8 + s.lot)
    if s.step == STEP_SHOW:
        return <uint64_t>5 << 32 | s.round
    if s.step == STEP_BUILDING:
        return <uint64_t>1 << 32 | s.mover
    return 0


cdef inline void write_ranks(const sevilla_rules *r, const sevilla_state *s, int32_t *out) noexcept nogil:
    """S9.2: points, then the purse."""
    cdef int q, other
    for q in range(r.players):
        out[q] = 1
        for other in range(r.players):
            out[q] += (s.points[other] > s.points[q]
                       or s.points[other] == s.points[q] and s.purse[other] > s.purse[q])


cdef inline void write_returns(const sevilla_rules *r, const sevilla_state *s, double *out) noexcept nogil:
    """Shares of the win, scaled so that a lone winner has 1; the sum is 0."""
    cdef int32_t rank[SEATS]
    cdef int q, winners = 0
    write_ranks(r, s, rank)
    for q in range(r.players):
        winners += rank[q] == 1
    for q in range(r.players):  # one division each: the nearest number to the exact share
        out[q] = (<double>(r.players - winners) / (winners * (r.players - 1)) if rank[q] == 1
                  else -1.0 / (r.players - 1))
