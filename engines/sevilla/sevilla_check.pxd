"""Foreign bytes: is a block a state, or a view, that the rules can meet safely?

No byte is an index before it is checked."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memcpy

from bits cimport bits_count

from sevilla_bids cimport disc_count
from sevilla_boarding cimport sv_boarding_weight, sv_rebels_owed
from sevilla_end cimport card_points, has_cards
from sevilla_hidden cimport bidding, blank, settling, uncovered
from sevilla_lots cimport beating
from sevilla_play cimport start_state
from sevilla_state cimport (
    ARENAL,
    BOTTOM,
    BUILDINGS,
    CASA,
    DISCS,
    KINDS,
    LOTS,
    PUERTO,
    SEATS,
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
    TOKENS,
    full_capacity,
    sevilla_rules,
    sevilla_state,
)
from sevilla_world cimport count_bids, sevilla_bids

# The number that a failed check is known by.
cdef enum:
    BAD_STEP = 1
    BAD_SEAT = 2
    BAD_START = 3
    BAD_CARD = 4
    BAD_COUNT = 5
    BAD_BUILDING = 6
    BAD_DISC = 7
    BAD_BID = 8
    BAD_MONEY = 9
    BAD_PATRON = 10
    BAD_TURN = 11
    BAD_SHIP = 12
    BAD_BOARDING = 13
    BAD_POINTS = 14
    BAD_VIEW = 15


cdef inline bint won(const sevilla_state *s) noexcept nogil:
    """Is the present lot won, and its winner the mover?"""
    return STEP_TOLL <= s.step <= STEP_DRAW


cdef inline int check_place(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """Where in the game it is."""
    cdef bint ended = s.step >= STEP_BOARD
    if s.step > STEP_OVER or s.round > r.rounds or ended != (s.round == r.rounds):
        return BAD_STEP
    if s.step == STEP_BUILDING and not r.palace or s.step == STEP_DISC and not r.rival:
        return BAD_STEP
    if s.step == STEP_FALSE and not r.tokens or s.step == STEP_BOARD and not r.manual:
        return BAD_STEP
    if s.lot >= r.lots or s.slot > 1 or s.mover >= r.players or s.helm >= r.players or s.heir > r.players:
        return BAD_SEAT
    if s.lot and (s.step < STEP_CARD or s.step > STEP_DRAW):
        return BAD_STEP
    if s.slot and s.step != STEP_CARD and s.step != STEP_DEAL or s.slot and s.lot == r.lots - 1:
        return BAD_STEP
    if s.mover and (s.step == STEP_HELM or s.step == STEP_CARD or s.step == STEP_DISC or s.step == STEP_SHOW
                    or s.step == STEP_OVER):
        return BAD_SEAT
    if s.heir != (1 + s.mover if won(s) and s.lot == r.lots - 1 else 0) and s.step != STEP_CASA:
        return BAD_SEAT
    if s.step == STEP_BUILDING and s.mover >= BUILDINGS:
        return BAD_SEAT
    return 0


cdef inline int check_start(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """Until the first card nothing but the Helm and buildings has come to the table."""
    cdef sevilla_state start
    if s.step > STEP_BUILDING:
        return 0
    start_state(r, &start)
    if s.step == STEP_BUILDING:
        start.step = STEP_BUILDING
        start.helm = s.helm
        start.mover = s.mover
        memcpy(start.holder, s.holder, BUILDINGS)
    return BAD_START if memcmp(s, &start, sizeof(sevilla_state)) != 0 else 0


cdef inline int check_holders(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """S13.1."""
    cdef int dealt = s.mover if s.step == STEP_BUILDING else r.players if r.palace and s.step > STEP_BUILDING else 0
    cdef uint32_t seats = 0
    cdef int i
    for i in range(BUILDINGS):
        if s.holder[i] > dealt or s.holder[i] and seats >> s.holder[i] & 1:
            return BAD_BUILDING
        if s.holder[i]:
            seats |= <uint32_t>1 << s.holder[i]
    return BAD_BUILDING if bits_count(seats) != dealt else 0


cdef inline bint may_be_known(const sevilla_state *s, int p, int owner) noexcept nogil:
    """p: the seat of a view, -1: a true state."""
    return p < 0 or owner == 1 + p


cdef inline int check_cards(const sevilla_rules *r, const sevilla_state *s, int p) noexcept nogil:
    """Every kind, and the size of the deck (S4.3)."""
    cdef int left[KINDS]
    cdef int k, q, lot, i, unseen = 0, drawn = 0, revealed = s.round * (2 * r.lots - 1), first
    for k in range(KINDS):
        left[k] = r.copies[k] - s.deck[k] - s.drawn[k]
        unseen += s.deck[k]
        drawn += s.drawn[k]
        for q in range(SEATS):
            if q >= r.players and s.pile[q][k]:
                return BAD_CARD
            left[k] -= s.pile[q][k]
    for i in range(BOTTOM):
        if s.bottom[i] > r.kinds or (s.bottom[i] != 0) != (i < s.bottom_count):
            return BAD_CARD
        if s.bottom[i]:
            left[s.bottom[i] - 1] -= 1
    first = 0 if s.step < STEP_ORDER else s.lot
    for lot in range(LOTS):
        for i in range(2):
            if s.card[lot][i] > r.kinds:
                return BAD_CARD
            if s.step == STEP_CARD:
                if (s.card[lot][i] != 0) != (lot < s.lot or lot == s.lot and i < s.slot):
                    return BAD_CARD
                revealed += s.card[lot][i] != 0
            elif s.step < STEP_CARD or s.step > STEP_DRAW or lot >= r.lots or lot < first or lot == r.lots - 1 and i:
                if s.card[lot][i]:
                    return BAD_CARD
            elif s.card[lot][i] == 0 and not (won(s) and lot == s.lot):
                return BAD_CARD
            if s.card[lot][i] == 0:
                continue
            if won(s) and lot == s.lot:  # noted, but in the pile of the winner
                q = 1 if i == 0 or s.card[lot][0] != s.card[lot][1] else 2
                if s.pile[s.mover][s.card[lot][i] - 1] < q:
                    return BAD_CARD
            else:
                left[s.card[lot][i] - 1] -= 1
    for k in range(KINDS):
        if left[k] < 0:
            return BAD_CARD
    if STEP_DISC <= s.step <= STEP_CASA:
        revealed += 2 * r.lots - 1
    if s.deck_count + s.bottom_count != r.total - revealed + (s.step == STEP_DRAW):
        return BAD_COUNT
    if may_be_known(s, p, s.holder[ARENAL]):
        if unseen != s.deck_count or drawn != s.drawn_count:
            return BAD_COUNT
    elif unseen != s.deck_count + s.drawn_count or drawn:
        return BAD_COUNT
    return 0


cdef inline int check_swaps(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """S13.4: one a round."""
    cdef int most = s.round + s.swapped
    if s.swapped > 1 or s.drawn_count + (s.step == STEP_DRAW) > most or s.bottom_count > min(most, <int>BOTTOM):
        return BAD_COUNT
    if s.holder[ARENAL] == 0 and (s.drawn_count or s.bottom_count or s.swapped):
        return BAD_BUILDING
    if s.swapped and not settling(s) and s.step != STEP_CASA or s.drawn_count and s.step >= STEP_BOARD:
        return BAD_COUNT
    return 0


cdef inline int check_discs(const sevilla_rules *r, const sevilla_state *s, int p) noexcept nogil:
    """S12.2: which of the false player's discs lie, and which are seen."""
    cdef uint8_t left[DISCS]
    cdef int lot, lie = 0, seen
    if r.rival and STEP_DISC <= s.step <= STEP_CASA:
        lie = s.lot if s.step == STEP_DISC else r.lots
    seen = lie if p < 0 else min(lie, uncovered(r, s))
    if lie:
        memcpy(left, r.false_discs[s.round], DISCS)
    for lot in range(LOTS):
        if s.rival[lot] > DISCS or (s.rival[lot] != 0) != (lot < seen):
            return BAD_DISC
        if s.rival[lot]:
            if left[s.rival[lot] - 1] == 0:
                return BAD_DISC
            left[s.rival[lot] - 1] -= 1
    return 0


cdef inline bint may_have_bid(const sevilla_rules *r, const sevilla_state *s, int q, int lot,
                              bint false_coins) noexcept nogil:
    """Can there be coins, or false coins, of seat q on a lot?"""
    if lot >= r.lots or false_coins and not r.tokens:
        return False
    if bidding(s):
        return (s.done >> q & 1 or q == s.mover
                and (lot < s.lot or lot == s.lot and s.step == STEP_FALSE and not false_coins))
    return settling(s) and (lot > s.lot or lot == s.lot and not won(s))


cdef inline int check_bids(const sevilla_rules *r, const sevilla_state *s, int p) noexcept nogil:
    """S5, S6.1: what lies on the boards, of whom what is known, and what it can be at most."""
    cdef sevilla_bids b
    cdef int q, lot, coins, fakes, first = uncovered(r, s)
    cdef bint open = settling(s), hidden
    for q in range(SEATS):
        hidden = p >= 0 and q != p
        coins = fakes = 0
        for lot in range(LOTS):
            if (q >= r.players or not may_have_bid(r, s, q, lot, False)) and s.bid[q][lot]:
                return BAD_BID
            if (q >= r.players or not may_have_bid(r, s, q, lot, True)) and s.fake[q][lot]:
                return BAD_BID
            if s.bid[q][lot] > r.money_max or s.fake[q][lot] > r.false_coins or s.discs[q][lot] >= TOKENS:
                return BAD_BID
            if hidden and lot >= first and (s.bid[q][lot] or s.fake[q][lot]):
                return BAD_BID
            if not open or not r.tokens or q >= r.players or not may_have_bid(r, s, q, lot, True):
                if s.discs[q][lot]:
                    return BAD_DISC
            elif not (hidden and lot >= first) and s.discs[q][lot] != disc_count(s.bid[q][lot], s.fake[q][lot]):
                return BAD_DISC
            if lot >= first or not open:
                coins += s.bid[q][lot]
                fakes += s.fake[q][lot]
        if open and q < r.players:
            if coins > s.limit[q] or s.limit[q] + s.bid[q][s.lot] > s.purse[q]:
                return BAD_BID
            if fakes > s.fakes_left[q] or s.fakes_left[q] + s.fake[q][s.lot] > (r.false_coins if r.tokens else 0):
                return BAD_BID
            if r.tokens and hidden and count_bids(r, s, q, first, &b) == 0:
                return BAD_DISC
        elif s.limit[q] or s.fakes_left[q] or coins > s.purse[q] or fakes > r.false_coins:
            return BAD_BID
    if s.step == STEP_SHOW:
        return BAD_TURN if s.done != (1 << r.players) - 1 else 0
    if s.done >> r.players or s.done and (not bidding(s) or s.done >> s.mover & 1):
        return BAD_TURN
    return 0


cdef inline int check_money(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """S17.1."""
    cdef int most = r.money_max, patron, q
    if s.round >= r.rounds - (s.step == STEP_CASA):  # the last collection and sale
        most += r.casa_price if r.palace else 0
        for patron in range(r.patrons):
            most += r.income[patron]
    for q in range(SEATS):
        if s.purse[q] > (most if q < r.players else 0):
            return BAD_MONEY
    return 0


cdef inline int check_patrons(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """S1.3, S6.5, S6.6."""
    cdef int q
    for q in range(SEATS):
        if s.spent[q] and (q >= r.players or s.spent[q] >> r.patrons or not settling(s) and s.step != STEP_CASA):
            return BAD_PATRON
        if s.backing[q] == 0:
            continue
        if (q >= r.players or s.step != STEP_REBID or s.backing[q] > r.patrons or s.bid[q][s.lot] == 0
                or q == s.mover or s.asked >> q & 1 or s.spent[q] >> (s.backing[q] - 1) & 1):
            return BAD_PATRON
    return 0


cdef inline int check_turn(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """Who may be asked what (S6.4, S13, S14.4)."""
    cdef uint32_t contenders = 0
    cdef int q
    if s.step == STEP_ORDER or s.step == STEP_REBID:
        for q in range(r.players):
            if s.bid[q][s.lot]:
                contenders |= <uint32_t>1 << q
        if s.step == STEP_ORDER:
            if (s.asked != contenders or s.mover != s.helm or not contenders >> s.helm & 1
                    or contenders & (contenders - 1) == 0):
                return BAD_TURN
            return 0
        if (s.asked & ~contenders or s.asked >> s.mover & 1 or not contenders >> s.mover & 1
                or not beating(r, s, s.mover)):
            return BAD_TURN
        return 0
    if s.asked:
        return BAD_TURN
    if s.step == STEP_TOLL:
        if (s.holder[PUERTO] == 0 or s.holder[PUERTO] == 1 + s.mover or s.ships[s.mover] == 0
                or s.capacity[s.mover] < r.small_capacity or s.card[s.lot][0] == 0 or s.card[s.lot][1] == 0):
            return BAD_TURN
    elif s.step == STEP_DEAL:
        q = s.card[s.lot][s.slot]
        if q == 0 or not r.deal >> (q - 1) & 1:
            return BAD_TURN
    elif s.step == STEP_ARENAL:
        if (s.holder[ARENAL] != 1 + s.mover or s.swapped or s.card[s.lot][0] == 0 and s.card[s.lot][1] == 0
                or s.deck_count == 0 and s.bottom_count == 0 and r.arenal_needs_deck):
            return BAD_TURN
    elif s.step == STEP_DRAW:
        if s.holder[ARENAL] != 1 + s.mover or not s.swapped:
            return BAD_TURN
    elif s.step == STEP_CASA:
        if s.holder[CASA] != 1 + s.mover or not has_cards(s, s.mover):
            return BAD_TURN
    return 0


cdef inline int check_ships(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """S1.2, S4.2: no more ships than have come to the table; small ones lie where two colours agree, while there are
    any."""
    cdef int q, lot, ships = 0, capacity = 0, small, most = 0, come
    cdef bint lies, alike
    if s.supply > r.small_ships:
        return BAD_SHIP
    for lot in range(LOTS):
        lies = s.small >> lot & 1
        if lot >= r.lots - 1 or s.card[lot][0] == 0 or s.card[lot][1] == 0 or won(s) and lot == s.lot:
            if lies:
                return BAD_SHIP
            continue
        alike = r.colour[s.card[lot][0] - 1] == r.colour[s.card[lot][1] - 1]
        if lies and not alike or alike and not lies and s.supply:
            return BAD_SHIP
    small = r.small_ships - s.supply - bits_count(s.small)
    come = min(<int>r.rounds, s.round + (s.heir != 0))
    for q in range(come):
        most += r.ship[q]
    for q in range(SEATS):
        if q >= r.players and (s.ships[q] or s.capacity[q]):
            return BAD_SHIP
        ships += s.ships[q]
        capacity += s.capacity[q]
    if small < 0 or ships > come + small or capacity > most + small * r.small_capacity:
        return BAD_SHIP
    return 0


cdef inline int check_boarding(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """S10.8."""
    cdef int q, k, capacity, owed, cards
    for q in range(SEATS):
        cards = 0
        for k in range(KINDS):
            if s.aboard[q][k] > s.pile[q][k]:
                return BAD_BOARDING
            cards += s.aboard[q][k]
        if s.step < STEP_BOARD or not r.manual or q >= r.players or s.step == STEP_BOARD and q > s.mover:
            if cards:
                return BAD_BOARDING
            continue
        capacity = full_capacity(r, s, q)
        owed = max(0, sv_rebels_owed(&r.boarding, s.pile[q], s.aboard[q], capacity))
        if owed and (s.step == STEP_OVER or q < s.mover):
            return BAD_BOARDING
        if sv_boarding_weight(&r.boarding, s.aboard[q]) + 4 * owed > capacity:
            return BAD_BOARDING
    return 0


cdef inline int check_points(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    cdef int q, points
    for q in range(SEATS):
        points = 0
        if s.step == STEP_OVER and q < r.players:
            points = card_points(r, s, q) + s.purse[q] // r.coins_a_point
        if s.points[q] != points:
            return BAD_POINTS
    return 0


cdef inline int check_state(const sevilla_rules *r, const sevilla_state *s, int p) noexcept nogil:
    """0, or the number of the check that failed. p: the seat whose view it is, -1: a true state."""
    cdef sevilla_state view
    cdef int bad = check_place(r, s)
    if not bad:
        bad = check_start(r, s)
    if not bad:
        bad = check_holders(r, s)
    if not bad:
        bad = check_cards(r, s, p)
    if not bad:
        bad = check_swaps(r, s)
    if not bad:
        bad = check_discs(r, s, p)
    if not bad:
        bad = check_money(r, s)
    if not bad:
        bad = check_bids(r, s, p)
    if not bad:
        bad = check_patrons(r, s)
    if not bad:
        bad = check_turn(r, s)
    if not bad:
        bad = check_ships(r, s)
    if not bad:
        bad = check_boarding(r, s)
    if not bad:
        bad = check_points(r, s)
    if not bad and p >= 0:
        memcpy(&view, s, sizeof(sevilla_state))
        blank(r, &view, p)
        if memcmp(&view, s, sizeof(sevilla_state)) != 0:
            bad = BAD_VIEW
    return bad
