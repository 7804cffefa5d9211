"""Whether foreign bytes are a game: every field in bounds, every component in one place, the agenda one that can be."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from bits cimport bits_count

from lisboa_can cimport officials_of
from lisboa_chance cimport group_left, is_drawn, total
from lisboa_gain cimport count_goods
from lisboa_play cimport has_hidden, is_chance, is_choice, is_hidden, list_options
from lisboa_state cimport *

cdef enum:
    CHECK_SEAT = 1
    CHECK_PADDING = 2
    CHECK_LISTS = 3
    CHECK_BOUNDS = 4
    CHECK_CARDS = 5
    CHECK_TILES = 6
    CHECK_RUBBLE = 7
    CHECK_GOODS = 8
    CHECK_PIECES = 9
    CHECK_MAP = 10
    CHECK_DECREES = 11
    CHECK_PORTFOLIO = 12
    CHECK_AGENDA = 13
    CHECK_OPTIONS = 14
    CHECK_DISPLAY = 15


cdef inline bint all_zero(const void *bytes, int first, int end) noexcept nogil:
    cdef int i
    for i in range(first, end):
        if (<const uint8_t *>bytes)[i]:
            return False
    return True


cdef inline bint is_list(const uint8_t *items, int room, int kinds) noexcept nogil:
    """1 + kind, ascending, zeros after them."""
    cdef int i
    for i in range(room):
        if items[i] > kinds or i and items[i] and items[i] < items[i - 1] or i and items[i] and items[i - 1] == 0:
            return False
    return True


cdef inline bint check_padding(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """Unused slots are zero."""
    cdef int q, i
    for q in range(r.players):
        if not all_zero(s.seat[q].zero, 0, <int>sizeof(s.seat[q].zero)):
            return False
    return (all_zero(&s.seat[r.players] if r.players < SEATS else NULL, 0,
                     (SEATS - r.players) * <int>sizeof(lisboa_seat))
            and all_zero(s.zero, 0, <int>sizeof(s.zero)) and all_zero(s.unseen, r.cards, CARDS)
            and all_zero(s.bag, r.clergy, CLERGY) and all_zero(s.track, r.ring, RING)
            and all_zero(s.row, KINDS * r.rows, KINDS * ROWS) and all_zero(s.plot, KINDS * r.plots, KINDS * PLOTS)
            and all_zero(s.cell, COLUMNS * r.rows, CELLS) and all_zero(s.built, r.plots, PLOTS)
            and all_zero(s.opener, r.plots, PLOTS) and all_zero(s.buildings, r.buildings, BUILDINGS)
            and all_zero(s.city_up, r.city, CITY) and all_zero(s.city_stack, r.city, CITY)
            and all_zero(s.scoring, r.scoring_kinds, SCORING) and all_zero(s.starting, r.plan_kinds, PLANS)
            and s.agenda_count > 0 and s.agenda_count <= AGENDA
            and all_zero(s.agenda, s.agenda_count * <int>sizeof(lisboa_task), AGENDA * <int>sizeof(lisboa_task)))


cdef inline bint check_hand(const lisboa_rules *r, const lisboa_state *s, int q, int p) noexcept nogil:
    """Hidden cards first, then known ones; a view of seat p shows backs of the others' hidden cards."""
    cdef const uint8_t *hand = s.seat[q].hand
    cdef int i, card, deck
    cdef bint backs = p >= 0 and p != q
    for i in range(HAND):
        if hand[i] == 0:
            return all_zero(hand, i, HAND) and i <= r.hand
        if i and hand[i] < hand[i - 1]:
            return False
        if hand[i] == BACK_BLUE or hand[i] == BACK_PURPLE:
            if not backs or hand[i] == BACK_PURPLE and s.period == 0:
                return False
            continue
        card = (hand[i] & ~KNOWN) - 1
        if card < 0 or card >= r.cards:
            return False
        deck = r.deck[card]
        if hand[i] & KNOWN:
            if deck != 1 and (deck != 3 or s.period == 0):
                return False
        elif backs or deck != 0 and (deck != 2 or s.period == 0):
            return False
    return HAND <= r.hand


cdef inline bint is_card(const lisboa_rules *r, const lisboa_state *s, int item, bint treasury) noexcept nogil:
    """0, or 1 + a card of that sort that is in the game by now."""
    return item == 0 or (r.noble[item - 1] == TREASURY_CARD) == treasury and (s.period or r.deck[item - 1] < 2)


cdef inline bint check_lists(const lisboa_rules *r, const lisboa_state *s, int p) noexcept nogil:
    cdef const lisboa_seat *seat
    cdef int q, i
    for q in range(r.players):
        seat = &s.seat[q]
        if (not check_hand(r, s, q, p) or not is_list(seat.nobles, SLOTS, r.cards)
                or not is_list(seat.treasury, SLOTS, r.cards) or not is_list(seat.ship, SLOTS, SHIPS)
                or not is_list(seat.clergy, TILES, r.clergy) or not is_list(seat.plans, HELD, r.plan_kinds)):
            return False
        for i in range(SLOTS):
            if not is_card(r, s, seat.nobles[i], False) or not is_card(r, s, seat.treasury[i], True):
                return False
    return (is_list(s.discards, HAND, r.cards) and is_list(s.offered, 2, r.clergy) and s.card <= r.cards
            and (s.period or s.card == 0 or r.deck[s.card - 1] < 2))


cdef inline bint check_bounds(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    cdef int q, i
    cdef const lisboa_seat *seat
    if (s.period > 1 or s.last > 2 or s.last and s.period == 0 or s.turn >= r.players or s.owed > OWED_TRADE
            or s.treasury >= r.treasury_spaces or s.cardinal >= r.ring or s.trigger > r.players
            or s.trigger and (s.period or s.seat[s.trigger - 1].sets < r.end_sets[0])):
        return False
    if r.ring_space[s.cardinal] != SPACE_TILE and s.cardinal != r.cardinal_start:
        return False
    for i in range(GOODS):
        if s.market[i] < r.market_min or s.market[i] > r.market_max or s.street[i] > r.scoring_kinds:
            return False
    for q in range(r.players):
        seat = &s.seat[q]
        if (seat.influence > r.influence_max or seat.houses >> r.houses or seat.markers > seat.sets
                or seat.sets != min(seat.rubble[0], seat.rubble[1], seat.rubble[2])):
            return False
        for i in range(KINDS):
            if seat.rubble[i] > r.rubble_max:
                return False
        for i in range(GOODS):
            if seat.goods[i] > warehouse(r, seat):
                return False
    return True


cdef inline void count_list(const uint8_t *items, int room, int32_t *counts) noexcept nogil:
    cdef int i
    for i in range(room):
        if items[i]:
            counts[items[i] - 1] += 1


cdef inline bint check_cards(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L5.6: what is nowhere has left the game. Backs are cards that count as unseen."""
    cdef int32_t counts[CARDS]
    cdef int q, i, k
    cdef int backs[2]
    memset(counts, 0, sizeof(counts))
    backs[0] = backs[1] = 0
    for q in range(r.players):
        for i in range(HAND):
            k = s.seat[q].hand[i]
            if k == BACK_BLUE or k == BACK_PURPLE:
                backs[k == BACK_PURPLE] += 1
            elif k:
                counts[(k & ~KNOWN) - 1] += 1
        count_list(s.seat[q].nobles, SLOTS, counts)
        count_list(s.seat[q].treasury, SLOTS, counts)
    for i in range(STACKS):
        if s.top[i] > r.cards:
            return False
    count_list(s.top, STACKS, counts)
    count_list(s.discards, HAND, counts)
    if s.card:
        counts[s.card - 1] += 1
    for k in range(r.cards):
        if counts[k] + s.unseen[k] > r.copies[k]:
            return False
        if r.deck[k] >= 2 and s.period == 0 and s.unseen[k] != r.copies[k] or r.deck[k] == 1 and s.period and s.unseen[k]:
            return False
    return backs[0] <= group_left(r, s, 0) and backs[1] <= group_left(r, s, 1)


cdef inline bint check_display(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L3.12: the unseen cards of a kind lie in its stack; tops are missing only where they are turned up next."""
    cdef int i, j, pending
    for i in range(STACKS):
        if s.stack[i] != group_left(r, s, 2 + STACKS * s.period + i):
            return False
        if s.top[i] and (r.deck[s.top[i] - 1] != 1 + 2 * s.period or r.noble[s.top[i] - 1] != i):
            return False
        pending = 0
        for j in range(s.agenda_count):
            pending += s.agenda[j].kind == DRAW_TOP and s.agenda[j].a == i
        if pending > 1 or pending and (s.top[i] or s.stack[i] == 0) or not pending and s.stack[i] and s.top[i] == 0:
            return False
    return True


cdef inline bint check_tiles(const lisboa_rules *r, const lisboa_state *s, int p) noexcept nogil:
    """Clergy tiles. The two of D1 are known to their seat only."""
    cdef int32_t counts[CLERGY]
    cdef const lisboa_task *top = seen_task(s)
    cdef int q, i, k, size, offered
    memset(counts, 0, sizeof(counts))
    for i in range(r.ring):
        if s.track[i] > r.clergy or s.track[i] and r.ring_space[i] != SPACE_TILE:
            return False
    count_list(s.track, r.ring, counts)
    count_list(s.offered, 2, counts)
    for q in range(r.players):
        count_list(s.seat[q].clergy, TILES, counts)
        size = list_size(s.seat[q].clergy, TILES)
        if top.kind == CHOOSE_RETURN and top.seat == q:
            size -= 1
            if size != r.clergy_max:
                return False
        if size > r.clergy_max:
            return False
    for k in range(r.clergy):
        if counts[k] + s.bag[k] > r.clergy_copies[k]:
            return False
    offered = 2 if top.kind == CHOOSE_KEEP else top.a if top.kind == DRAW_OFFER else 0
    if p >= 0 and p != top.seat:
        return s.offered[0] == 0 and total(s.bag, r.clergy) >= offered
    return list_size(s.offered, 2) == offered


cdef inline bint check_rubble(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    cdef int k, i, sum
    for k in range(KINDS):
        sum = s.rubble_bag[k] + s.pile[k] + s.thrown[k]
        for i in range(r.rows):
            sum += s.row[i][k]
        for i in range(COLUMNS):
            sum += s.column[i][k]
        for i in range(r.plots):
            sum += s.plot[i][k]
        for i in range(r.players):
            sum += s.seat[i].rubble[k]
        if sum != r.rubble_supply[k]:
            return False
    return True


cdef inline bint check_goods(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L1.3. Goods lie on spaces only while their player's turn lasts."""
    cdef int g, q, i, sum, spaces = 0
    for i in range(STATE_ACTIONS):
        if s.space[i] > GOODS or s.queue[i] > STATE_ACTIONS or i and s.queue[i] and s.queue[i - 1] == 0:
            return False
        if s.queue[i] and s.space[s.queue[i] - 1] == 0:
            return False
        spaces += s.space[i] != 0
        for g in range(i):
            if s.queue[i] and s.queue[g] == s.queue[i]:
                return False
    if spaces > r.trade_max or spaces and s.agenda[0].kind != THEN_UPKEEP:
        return False
    for g in range(GOODS):
        sum = s.supply[g]
        for i in range(STATE_ACTIONS):
            sum += s.space[i] == g + 1
        for q in range(r.players):
            sum += s.seat[q].goods[g]
            for i in range(SLOTS):
                sum += s.seat[q].cargo[i][g]
        if sum != r.goods_per_type:
            return False
    return True


cdef inline bint check_pieces(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """Officials, favors, plans, ships."""
    cdef int32_t plans[PLANS]
    cdef int32_t made[PLANS]
    cdef const lisboa_task *top = seen_task(s)
    cdef int q, i, k, sum, size
    memset(plans, 0, sizeof(plans))
    memset(made, 0, sizeof(made))
    for q in range(r.players):
        if s.seat[q].board + s.seat[q].staff + officials_of(&s.seat[q]) != r.officials:
            return False
        count_list(s.seat[q].plans, HELD, plans)
        size = list_size(s.seat[q].plans, HELD)
        if size > r.plans_max + (top.kind == CHOOSE_TOSS and top.seat == q):
            return False
        if top.kind == CHOOSE_TOSS and top.seat == q and size <= r.plans_max:
            return False
    for i in range(NOBLES):
        sum = s.portrait[i]
        for q in range(r.players):
            sum += s.seat[q].favors[i]
        if sum != r.favors:
            return False
    for i in range(2):
        if s.plan_next[i] > r.plan_stack_size[i]:
            return False
        for k in range(s.plan_next[i]):
            made[r.plan_stack[i][k]] += 1
    for k in range(r.plan_kinds):
        if plans[k] + s.starting[k] > made[k] + r.plan_starting[k]:
            return False
    for i in range(SHIPS):
        sum = s.shipyard[i]
        for q in range(r.players):
            for k in range(SLOTS):
                sum += s.seat[q].ship[k] == i + 1
        if sum > r.ship_count[i] or s.shipyard[i] and r.ship_period[i] != s.period or r.ship_period[i] > s.period and (
                sum):
            return False
    return True


cdef inline bint check_map(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """Stores, City tiles, houses, public buildings."""
    cdef int32_t stores[SEATS][GOODS]
    cdef int32_t tiles[CITY]
    cdef int32_t found[BUILDINGS]
    cdef int i, k, q, store
    memset(stores, 0, sizeof(stores))
    memset(tiles, 0, sizeof(tiles))
    memset(found, 0, sizeof(found))
    for i in range(COLUMNS * r.rows):
        if s.cell[i] == 0:
            continue
        k = s.cell[i] - 1
        if k >= GOODS * r.players:
            return False
        store = r.store_of[i][k % GOODS]
        if store == 255:
            return False
        stores[k // GOODS][k % GOODS] += 1
        tiles[r.store_tile[store]] += 1
    for i in range(r.city):
        if s.city_up[i] > 1 or tiles[i] + s.city_up[i] + s.city_stack[i] != r.city_count[i]:
            return False
    for q in range(r.players):
        k = bits_count(s.seat[q].houses)
        for i in range(GOODS):
            k += stores[q][i]
            if stores[q][i] != s.seat[q].stores[i]:
                return False
        if k != r.houses:
            return False
    for i in range(r.plots):
        if (s.built[i] != 0) != (s.opener[i] != 0) or s.opener[i] > r.players or s.built[i] > 2 * r.buildings:
            return False
        if s.built[i]:
            found[(s.built[i] - 1) >> 1] += 1
    k = 0
    for i in range(2):
        if s.current[i] > r.buildings or s.next[i] > r.buildings:
            return False
        if s.current[i]:
            found[s.current[i] - 1] += 1
        if s.next[i]:
            found[s.next[i] - 1] += 1
        k += s.beneath[i]
    for i in range(r.buildings):
        if found[i] + s.buildings[i] != 1:
            return False
    return k == total(s.buildings, r.buildings) and check_beneath(r, s)


cdef inline bint check_beneath(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L3.3: a current or next building is missing only where it is turned up next, or the stack has none."""
    cdef int i, j, pending, missing
    for i in range(2):
        pending = 0
        for j in range(s.agenda_count):
            if s.agenda[j].kind == DRAW_BUILDING and s.agenda[j].a == i:
                pending += 1
                if s.agenda[j].b != (pending == 2) and s.agenda[j].b != 0:
                    return False
        missing = (s.current[i] == 0) + (s.next[i] == 0)
        if pending > missing or pending > s.beneath[i] or pending < missing and s.beneath[i] > pending:
            return False
        if pending == 1 and s.next[i] or pending == 0 and s.current[i] == 0 and s.next[i]:
            return False
    return True


cdef inline bint check_decrees(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """Each in one place."""
    cdef uint64_t seen
    cdef int i, q
    for i in range(2):
        seen = s.decree_deck[i]
        if seen & s.decree_display[i]:
            return False
        seen |= s.decree_display[i]
        for q in range(r.players):
            if seen & s.seat[q].decrees[i]:
                return False
            seen |= s.seat[q].decrees[i]
        if seen != r.decrees_in[i]:
            return False
    return bits_count(s.decree_display[0]) + bits_count(s.decree_display[1]) <= r.decrees_up


cdef inline bint check_portfolio(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L4.1, L1.6: rows, capacity, ships in order, no dock overfull."""
    cdef const lisboa_seat *seat
    cdef int q, i, top, bottom
    for q in range(r.players):
        seat = &s.seat[q]
        top = list_size(seat.nobles, SLOTS) + list_size(seat.ship, SLOTS)
        bottom = list_size(seat.treasury, SLOTS)
        if (top > r.top_slots or bottom > r.bottom_slots
                or top + bottom > min(r.portfolio_max, r.portfolio_base + r.portfolio_per_set * seat.sets)):
            return False
        for i in range(SLOTS):
            if crates(seat, i) > (r.hull[seat.ship[i] - 1] if seat.ship[i] else 0):
                return False
            if i and seat.ship[i] and seat.ship[i] == seat.ship[i - 1] and cargo_descends(seat, i):
                return False
    return True


cdef inline bint cargo_descends(const lisboa_seat *seat, int i) noexcept nogil:
    """Whether the i-th ship should stand before the one that it follows."""
    cdef int g
    for g in range(GOODS):
        if seat.cargo[i][g] != seat.cargo[i - 1][g]:
            return seat.cargo[i][g] < seat.cargo[i - 1][g]
    return False


cdef inline bint check_task(const lisboa_rules *r, const lisboa_state *s, const lisboa_task *t) noexcept nogil:
    """The arguments of an entry are in bounds, unused ones are 0."""
    cdef int kind = t.kind, most_a = 0, most_b = 0, most_c = 0, least_a = 0
    if kind == NOTHING or kind >= TASKS or t.seat >= r.players or t.d and kind != CHOOSE_HIRE:
        return False
    if kind == DRAW_OFFER or kind == DRAW_BUILDING or kind == CHOOSE_ROOM or kind == CHOOSE_SURRENDER:
        most_a = 1
    elif kind == DRAW_CUBE:
        most_a = r.cubes
    elif kind == DRAW_SCORING or kind == DRAW_TOP or kind == CHOOSE_SHIP:
        most_a = GOODS - 1
    elif kind == CHOOSE_SELL:
        most_a = 3
    elif kind == CHOOSE_STATE:
        most_a = r.trade_max
    elif kind == CHOOSE_GIVE:
        most_a = STATE_ACTIONS - 1
    elif kind in (CHOOSE_TAKE, CHOOSE_RECRUIT, CHOOSE_FAVOR, CHOOSE_DECREE, CHOOSE_PILE, CHOOSE_RECALL, CHOOSE_FINE):
        least_a = 1
        most_a = 255
    elif kind in (CHOOSE_VISIT, CHOOSE_NOBLE, CHOOSE_FOLLOW, CHOOSE_PAYOUT):
        most_a = NOBLES - 1
    elif kind in (CHOOSE_HOUSE, THEN_PAY_STORE, THEN_PLACE_STORE, THEN_STORE_WIGS):
        most_a = r.stores - 1
    elif kind == CHOOSE_SPEND:
        most_a = 255
        most_b = PAY_EVENT
        most_c = DOINGS - 1 if t.b == PAY_EVENT else 0
    elif kind == CHOOSE_CLEAR:
        most_a = COLUMNS * r.rows - 1
    elif kind in (CHOOSE_PLOT, CHOOSE_HIRE, THEN_OPEN, THEN_LOOT):
        most_a = r.plan_kinds - 1
    elif kind == THEN_REWARD:
        most_a = GIVE_FAVOR
        most_b = 255
        most_c = ANY if t.a == GIVE_GOOD else 0
    elif kind == THEN_ADD_SHIP:
        most_a = SHIPS - 1
    elif kind == THEN_DO:
        most_a = DOINGS - 1
    elif kind == THEN_CORNER:
        least_a = SPACE_INFLUENCE
        most_a = SPACE_TREASURY
    elif kind == THEN_SERVE:
        most_a = r.plots - 1
    if kind == DRAW_BUILDING or kind == CHOOSE_RECRUIT:
        most_b = 1
    elif kind == DRAW_HAND or kind == CHOOSE_FOLLOW:
        most_b = r.players - 1
    elif kind == THEN_CLEAR_OUT:
        most_b = r.players
    elif kind == THEN_PLACE_STORE:
        most_b = r.houses - 1
    elif kind in (CHOOSE_HIRE, THEN_OPEN, THEN_LOOT):
        most_b = r.plots - 1
        if kind == CHOOSE_HIRE:
            most_c = 255
            if t.c == 0:
                return False
    return least_a <= t.a <= most_a and t.b <= most_b and t.c <= most_c


cdef inline bint same_task(const lisboa_task *t, int kind, int seat, int a=0, int b=0) noexcept nogil:
    return t.kind == kind and t.seat == seat and t.a == a and t.b == b


cdef inline bint check_draw_tops(const lisboa_state *s) noexcept nogil:
    """Entries 1 to 4 while the display is laid out."""
    cdef int i
    for i in range(1, min(5, <int>s.agenda_count)):
        if not same_task(&s.agenda[i], DRAW_TOP, 0, 4 - i):
            return False
    return True


cdef inline bint check_set_up(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L3.15: the agenda of `push_set_up`, worked off from the top."""
    cdef const lisboa_task *agenda = s.agenda
    cdef int n = s.agenda_count, q, at
    if agenda[0].seat or n < 2 or s.turns or s.period or s.last or not check_draw_tops(s):
        return False
    if n > 5 and not (agenda[5].kind == DRAW_HAND and agenda[5].seat + agenda[5].b == r.players - 1):
        return False
    if n > 6 and (agenda[5].seat or not same_task(&agenda[6], DRAW_DECREE, 0)):
        return False
    if n > 7 and not same_task(&agenda[7], DRAW_TILE, 0):
        return False
    if n > 8 and not (agenda[8].kind == DRAW_SCORING and agenda[8].seat == 0 and (n == 9 or agenda[8].a == 0)):
        return False
    for at in range(9, min(13, n)):
        if not same_task(&agenda[at], DRAW_BUILDING, 0, (at - 9) >> 1, (at - 9) & 1):
            return False
    if n > 13 and not (agenda[13].kind == DRAW_CUBE and agenda[13].seat == 0 and (n == 14 or agenda[13].a == 0)):
        return False
    if n <= 14:
        return True
    if agenda[n - 1].kind == DRAW_FAVOR:
        return n == 16 and same_task(&agenda[14], THEN_SEAT, 0)
    q = agenda[n - 1].seat
    at = 14
    if q + 1 < r.players:
        if not same_task(&agenda[at], THEN_SEAT, q + 1):
            return False
        at += 1
    if n <= at or n > at + 3 or not same_task(&agenda[at], CHOOSE_KEEP, q):
        return False
    if n > at + 1 and not (agenda[at + 1].kind == DRAW_OFFER and agenda[at + 1].seat == q
                           and (n == at + 2 or agenda[at + 1].a == 0)):
        return False
    return n <= at + 2 or same_task(&agenda[at + 2], DRAW_PLAN, q)


cdef inline bint check_period_end(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L18.2, worked off from the top."""
    cdef const lisboa_task *agenda = s.agenda
    cdef int n = s.agenda_count, i, kind
    if n < 2 or s.period == 0 or s.last or s.trigger or not check_draw_tops(s) or agenda[0].seat != s.turn:
        return False
    if n > 5 and agenda[5].kind != DRAW_HAND:
        return False
    if n > 6 and (agenda[6].kind != THEN_CLEAR_OUT or n == 7):
        return False
    for i in range(7, n):
        kind = agenda[i].kind
        if kind not in (CHOOSE_DROP, CHOOSE_PAYOUT, CHOOSE_TAKE, CHOOSE_RECRUIT, CHOOSE_FAVOR, CHOOSE_PILE):
            return False
        if i + 1 < n and kind != CHOOSE_PAYOUT:
            return False
    return True


cdef inline bint check_inner(const lisboa_rules *r, const lisboa_state *s, int i) noexcept nogil:
    """An entry of a turn above the first two: where it can be, and what must lie above or below it."""
    cdef const lisboa_task *t = &s.agenda[i]
    cdef const lisboa_task *below = &s.agenda[i - 1]
    cdef bint top = i + 1 == s.agenda_count
    cdef int kind = t.kind
    if kind in (CHOOSE_PLAY, CHOOSE_USE, CHOOSE_SELL, CHOOSE_STATE, CHOOSE_FOLLOW, THEN_SELL, THEN_TRADE):
        if i != 2 or kind != CHOOSE_FOLLOW and t.seat != s.turn:
            return False
    if kind in (CHOOSE_KEEP, CHOOSE_DRAW, CHOOSE_DROP, CHOOSE_PAYOUT, OVER) or kind >= THEN_SEAT and kind <= THEN_NEXT:
        return False
    if is_chance(kind) and (kind != DRAW_BUILDING or t.b or not top):
        return False
    if kind in (CHOOSE_PLAY, CHOOSE_USE, CHOOSE_SHIP, CHOOSE_GIVE, CHOOSE_TOSS, CHOOSE_RETURN, CHOOSE_VISIT, CHOOSE_STORE,
                CHOOSE_HOUSE, CHOOSE_OPEN, CHOOSE_PLOT, CHOOSE_HIRE) and not top:
        return False
    if kind == CHOOSE_SHIP and (below.kind != CHOOSE_SELL or below.seat != t.seat
                                or s.seat[t.seat].goods[t.a] == 0):
        return False
    if kind == CHOOSE_SELL and not top and s.agenda[i + 1].kind != CHOOSE_SHIP:
        return False
    if kind == CHOOSE_GIVE and (below.kind != CHOOSE_STATE or below.seat != t.seat or s.space[t.a]):
        return False
    if kind == CHOOSE_STATE and (not top and s.agenda[i + 1].kind != CHOOSE_GIVE
                                 or t.a != list_size(s.queue, STATE_ACTIONS)):
        return False
    if kind == CHOOSE_FOLLOW and (t.b != s.turn or t.seat == t.b):
        return False
    if kind == THEN_ADD_CARD and (below.kind != THEN_SELL and below.kind != THEN_TRADE or below.seat != t.seat
                                  or s.card == 0):
        return False
    if kind == THEN_SELL and (s.owed != OWED_SALE or top or s.agenda[i + 1].kind != THEN_ADD_CARD):
        return False
    if kind == THEN_TRADE and (s.owed != OWED_TRADE or top or s.agenda[i + 1].kind != THEN_ADD_CARD):
        return False
    if kind == THEN_ADD_CARD or kind == THEN_ADD_SHIP:
        if top or not same_task(&s.agenda[i + 1], CHOOSE_ROOM, t.seat, kind == THEN_ADD_CARD and r.noble[
                s.card - 1] == TREASURY_CARD):
            return False
    if kind == CHOOSE_ROOM and below.kind != THEN_ADD_CARD and below.kind != THEN_ADD_SHIP:
        return False
    if kind == THEN_ADD_SHIP and r.ship_period[t.a] > s.period:
        return False
    return True


cdef inline bint check_turn(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L5.1: upkeep comes last, before it the display; everything else belongs to the use of the card."""
    cdef int n = s.agenda_count, i
    cdef int size = list_size(s.seat[s.turn].hand, HAND)
    if n < 2 or s.agenda[0].seat != s.turn or s.turns == 0:
        return False
    if n == 2 and s.agenda[1].kind == DRAW_TOP:
        return s.agenda[1].seat == s.turn and s.owed == 0 and s.card == 0
    if not same_task(&s.agenda[1], CHOOSE_DRAW, s.turn):
        return False
    for i in range(2, n):
        if not check_inner(r, s, i):
            return False
    if seen_task(s).kind != CHOOSE_PLAY and size >= r.hand:
        return False
    if (s.card != 0) != (n > 2 and (s.agenda[2].kind in (CHOOSE_USE, THEN_SELL, THEN_TRADE))):
        return False
    if (s.queue[0] != 0) and (n < 3 or s.agenda[2].kind != CHOOSE_STATE):
        return False
    return (s.owed != 0) == (n > 2 and (s.agenda[2].kind == THEN_SELL or s.agenda[2].kind == THEN_TRADE))


cdef inline bint check_agenda(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    cdef int i, bottom, n = s.agenda_count
    for i in range(n):
        if not check_task(r, s, &s.agenda[i]):
            return False
    bottom = s.agenda[0].kind
    if bottom == THEN_UPKEEP:
        if s.discards[0]:
            return False
        return check_turn(r, s)
    if s.card or s.owed or s.queue[0]:
        return False
    if bottom == THEN_NEXT:
        if s.discards[0] and n < 8:
            return False
        return check_period_end(r, s)
    if s.discards[0]:
        return False
    if bottom == THEN_TURN:
        return check_set_up(r, s)
    if bottom == THEN_CHECK:
        if n < 2 or n > 3 or s.agenda[0].seat != s.turn or s.turns == 0 or n == 3 and not same_task(
                &s.agenda[2], DRAW_TILE, s.turn):
            return False
        return same_task(&s.agenda[1], DRAW_DECREE, s.turn)
    return bottom == OVER and n == 1 and s.last == 2


cdef inline bint check_options(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """The entry on top has something to draw or to choose; its options are those listed."""
    cdef const lisboa_task *top = seen_task(s)
    cdef lisboa_state copy
    if top.kind == OVER or is_chance(top.kind) or is_hidden(top.kind):
        if s.options[0] or s.options[1]:
            return False
        if is_chance(top.kind):
            return is_drawn(r, s, top)
        return top.kind == OVER or top.kind == CHOOSE_KEEP or has_hidden(s, top)
    if not is_choice(top.kind):
        return False
    memcpy(&copy, s, sizeof(lisboa_state))
    copy.options[0] = copy.options[1] = 0
    list_options(r, &copy)
    if copy.options[0] != s.options[0] or copy.options[1] != s.options[1]:
        return False
    return bits_count(s.options[0]) + bits_count(s.options[1]) > (top.kind != CHOOSE_USE)


cdef inline int check_state(const lisboa_rules *r, const lisboa_state *s, int p) noexcept nogil:
    """0 if the block may be a true state (p = -1) or seat p's view; else the first check that fails."""
    if p < -1 or p >= r.players:
        return CHECK_SEAT
    if not check_padding(r, s):
        return CHECK_PADDING
    if s.period > 1 or not check_lists(r, s, p):
        return CHECK_LISTS
    if not check_bounds(r, s):
        return CHECK_BOUNDS
    if not check_cards(r, s):
        return CHECK_CARDS
    if not check_agenda(r, s):
        return CHECK_AGENDA
    if not check_display(r, s):
        return CHECK_DISPLAY
    if not check_tiles(r, s, p):
        return CHECK_TILES
    if not check_rubble(r, s):
        return CHECK_RUBBLE
    if not check_goods(r, s):
        return CHECK_GOODS
    if not check_pieces(r, s):
        return CHECK_PIECES
    if not check_map(r, s):
        return CHECK_MAP
    if not check_decrees(r, s):
        return CHECK_DECREES
    if not check_portfolio(r, s):
        return CHECK_PORTFOLIO
    if not check_options(r, s):
        return CHECK_OPTIONS
    return 0
