"""Set-up, turns, periods and the end (D1, D30 to D32, L3, L5, L18)."""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from lisboa_portfolio cimport leave_hand
from lisboa_gain cimport reward
from lisboa_state cimport (
    AGENDA,
    BLUE,
    CHOOSE_DRAW,
    CHOOSE_DROP,
    CHOOSE_KEEP,
    CHOOSE_PAYOUT,
    CHOOSE_PLAY,
    CITY,
    CLERGY,
    DONE,
    DRAW_BUILDING,
    DRAW_CUBE,
    DRAW_DECREE,
    DRAW_FAVOR,
    DRAW_HAND,
    DRAW_OFFER,
    DRAW_PLAN,
    DRAW_SCORING,
    DRAW_TILE,
    DRAW_TOP,
    GOODS,
    GREEN,
    HAND,
    KINDS,
    KNOWN,
    NOBLES,
    OVER,
    SHIPS,
    SLOTS,
    STACKS,
    STATE_ACTIONS,
    THEN_CHECK,
    THEN_CLEAR_OUT,
    THEN_NEXT,
    THEN_SEAT,
    THEN_TURN,
    THEN_UPKEEP,
    TILES,
    crates,
    lisboa_reward,
    lisboa_rules,
    lisboa_seat,
    lisboa_state,
    lisboa_task,
    list_add,
    list_drop,
    list_size,
    next_seat,
    offer,
    pop,
    push,
    top_task,
)


cdef inline void start_state(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L3, without chance."""
    cdef int i, g
    cdef lisboa_seat *seat
    memset(s, 0, sizeof(lisboa_state))
    for i in range(r.players):
        seat = &s.seat[i]
        seat.reis = <uint16_t>r.reis
        seat.wigs = <uint16_t>r.wigs
        seat.influence = <uint8_t>r.influence[i]
        seat.houses = <uint8_t>((1 << r.houses) - 1)
        seat.board = <uint8_t>(r.officials - r.marquis)
        seat.office[1] = <uint8_t>r.marquis
        for g in range(GOODS):
            seat.goods[g] = <uint8_t>r.goods_each
    for g in range(GOODS):
        s.supply[g] = <uint8_t>(r.goods_per_type - r.players * r.goods_each)
        s.market[g] = r.market[g]
    for i in range(r.cards):
        s.unseen[i] = r.copies[i]
    for i in range(r.clergy):
        s.bag[i] = r.clergy_copies[i]
    for i in range(KINDS):
        s.rubble_bag[i] = r.rubble_supply[i]
    for i in range(r.buildings):
        s.buildings[i] = 1
    for i in range(r.city):
        s.city_stack[i] = r.city_count[i]
    for i in range(r.scoring_kinds):
        s.scoring[i] = r.scoring_count[i]
    for i in range(NOBLES):
        s.portrait[i] = <uint8_t>r.favors
    for i in range(r.plan_kinds):
        s.starting[i] = r.plan_starting[i]
    for i in range(SHIPS):
        if r.ship_period[i] == 0:
            s.shipyard[i] = r.ship_count[i]
    s.beneath[GREEN] = s.beneath[BLUE] = <uint8_t>(r.buildings // 2)
    s.decree_deck[0] = r.decrees_in[0]
    s.decree_deck[1] = r.decrees_in[1]
    s.treasury = <uint8_t>r.treasury_start
    s.cardinal = <uint8_t>r.cardinal_start
    refill_city(r, s)
    push_set_up(r, s)


cdef inline void push_set_up(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L3.15, the last step first."""
    cdef int colour
    push(s, THEN_TURN, 0)
    push_tops(r, s)
    push(s, DRAW_HAND, 0, 0, r.players - 1)
    push(s, DRAW_DECREE, 0)
    push(s, DRAW_TILE, 0)
    push(s, DRAW_SCORING, 0)
    for colour in range(2):
        push(s, DRAW_BUILDING, 0, colour)
        push(s, DRAW_BUILDING, 0, colour, 1)
    push(s, DRAW_CUBE, 0)
    push(s, THEN_SEAT, 0)
    push(s, DRAW_FAVOR, 0)


cdef inline void push_tops(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L3.12: the display stacks of the period, face down; their tops are turned up next."""
    cdef int i
    for i in range(STACKS - 1, -1, -1):
        s.top[i] = 0
        s.stack[i] = <uint8_t>r.group_cards[2 + STACKS * s.period + i]
        push(s, DRAW_TOP, 0, i)


cdef inline void then_seat(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L3.13: what is drawn for one seat, then for the next one."""
    cdef int q = pop(s).seat
    if q + 1 < r.players:
        push(s, THEN_SEAT, q + 1)
    push(s, CHOOSE_KEEP, q)
    push(s, DRAW_OFFER, q)
    push(s, DRAW_PLAN, q)


cdef inline void choose_keep(lisboa_state *s, int tile) noexcept nogil:
    """D1: the other tile goes back to the bag."""
    cdef int q = pop(s).seat, other = s.offered[1] if s.offered[0] == tile + 1 else s.offered[0]
    list_add(s.seat[q].clergy, TILES, tile + 1)
    s.bag[other - 1] += 1
    s.offered[0] = s.offered[1] = 0


cdef inline void refill_city(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L3.5, L5.5."""
    cdef int i
    for i in range(r.city):
        if s.city_up[i] == 0 and s.city_stack[i]:
            s.city_up[i] = 1
            s.city_stack[i] -= 1


cdef inline void then_turn(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L5.1 to L5.4: ships dock, then the decisions of the turn."""
    cdef int q = pop(s).seat, i, j, g
    cdef lisboa_seat *seat = &s.seat[q]
    s.turn = <uint8_t>q
    s.turns += 1
    for i in range(SLOTS):
        if seat.ship[i] and crates(seat, i) >= r.hull[seat.ship[i] - 1]:
            for g in range(GOODS):
                s.supply[g] += seat.cargo[i][g]
                seat.cargo[i][g] = 0
            # An empty ship comes before the others of its colour.
            j = i
            while j > 0 and seat.ship[j - 1] == seat.ship[j]:
                for g in range(GOODS):
                    seat.cargo[j][g] = seat.cargo[j - 1][g]
                    seat.cargo[j - 1][g] = 0
                j -= 1
    push(s, THEN_UPKEEP, q)
    push(s, CHOOSE_DRAW, q)
    if seat.hand[0]:
        push(s, CHOOSE_PLAY, q)


cdef inline void options_draw(lisboa_state *s) noexcept nogil:
    """D30."""
    cdef int i
    for i in range(STACKS):
        if s.top[i]:
            offer(s, i)


cdef inline void choose_draw(lisboa_state *s, int stack) noexcept nogil:
    """L5.4: seen by all, it stays known (R33)."""
    cdef int q = pop(s).seat
    list_add(s.seat[q].hand, HAND, s.top[stack] | KNOWN)
    s.top[stack] = 0
    if s.stack[stack]:
        push(s, DRAW_TOP, q, stack)


cdef inline void then_upkeep(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L5.5."""
    cdef int q = pop(s).seat, i
    for i in range(STATE_ACTIONS):
        if s.space[i]:
            s.supply[s.space[i] - 1] += 1
            s.space[i] = 0
    refill_city(r, s)
    push(s, THEN_CHECK, q)
    push(s, DRAW_DECREE, q)
    push(s, DRAW_TILE, q)


cdef inline bint is_end(const lisboa_rules *r, const lisboa_state *s) noexcept nogil:
    """L18.1, L18.4."""
    cdef int i, empty = 0
    for i in range(STACKS):
        empty += s.top[i] == 0
    for i in range(r.players):
        if s.seat[i].sets >= r.end_sets[s.period]:
            return True
    return empty >= r.empty_stacks


cdef inline void then_check(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    cdef int q = pop(s).seat
    push(s, THEN_NEXT, q)
    if s.period == 0:
        if is_end(r, s):
            end_period(r, s, s.trigger - 1 if s.trigger else q)
    elif s.last == 0 and is_end(r, s):
        s.last = 1
    s.trigger = 0


cdef inline void end_period(const lisboa_rules *r, lisboa_state *s, int first) noexcept nogil:
    """L18.2, beginning with the seat that triggered it."""
    cdef int q, i
    for q in range(r.players):
        s.seat[q].wigs += <uint16_t>(r.period_set_wigs * s.seat[q].sets)
    s.period = 1
    for i in range(SHIPS):
        s.shipyard[i] = r.ship_count[i] if r.ship_period[i] else 0
    # Nobody draws from the display until the end of this: red cards may leave now.
    for i in range(r.cards):
        if r.deck[i] == 1:
            s.unseen[i] = 0
    push_tops(r, s)
    push(s, DRAW_HAND, first, 0, r.players - 1)
    push(s, THEN_CLEAR_OUT, first, 0, r.players)


cdef inline void then_clear_out(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L18.2 (3): one seat, then the others."""
    cdef lisboa_task task = pop(s)
    cdef int noble
    memset(s.discards, 0, HAND)
    if task.b == 0:
        return
    push(s, THEN_CLEAR_OUT, next_seat(r, task.seat), 0, task.b - 1)
    for noble in range(NOBLES - 1, -1, -1):
        push(s, CHOOSE_PAYOUT, task.seat, noble)
    push(s, CHOOSE_DROP, task.seat)


cdef inline void choose_drop(lisboa_state *s, int card) noexcept nogil:
    """D31."""
    cdef int q = top_task(s).seat
    if card == DONE:
        pop(s)
        return
    leave_hand(&s.seat[q], card)
    list_add(s.discards, HAND, card + 1)
    if s.seat[q].hand[0] == 0:
        pop(s)


cdef inline void options_payout(const lisboa_rules *r, lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """D32: discarded cards of the Noble that have a reward."""
    cdef int i, card
    for i in range(HAND):
        card = s.discards[i] - 1
        if card >= 0 and r.noble[card] == task.a and not r.penalty[card]:
            offer(s, card)


cdef inline void choose_payout(const lisboa_rules *r, lisboa_state *s, int card) noexcept nogil:
    cdef int q = pop(s).seat
    reward(r, s, q, r.effect[card].kind, r.effect[card].n, r.effect[card].type)


cdef inline void then_next(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """L18.4: the round is finished, then one more is played."""
    cdef int q = pop(s).seat
    if q + 1 == r.players and s.last:
        if s.last == 2:
            push(s, OVER, 0)
            return
        s.last = 2
    push(s, THEN_TURN, next_seat(r, q))
