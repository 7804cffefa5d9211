"""The end of a phase (P9) and of the game (P10)."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from bits cimport bits_lowest

from pizarro_money cimport discard_card, draw_card, end_log, note, show_hand, shuffle_discard, take_off_stack
from pizarro_state cimport (
    ACT_EXCHANGE,
    ACT_LUCK,
    A_DONE,
    A_DRAW,
    LEFT,
    LOG_LAID,
    LOG_OUT,
    PHASES,
    RIGHT,
    SEATS,
    STACKS,
    STEP_DEAL,
    STEP_LUCK,
    STEP_LUCK_DRAW,
    STEP_OVER,
    STEP_PUT,
    STEP_REDRAW,
    STEP_TURN_UP,
    UNSEEN,
    WIDTH,
    first_of,
    hand_values,
    next_of,
    next_seat,
    pizarro_rules,
    pizarro_state,
)


cdef inline int ships_on(const pizarro_state *s, const pizarro_rules *r, int e, int q, int phase,
                         int part) noexcept nogil:
    """Ships of seat q on one part of a space."""
    if e != r.parts:
        return s.ships[e][q][phase] if part == LEFT else 0
    return s.right[q][phase] if part == RIGHT else s.ships[e][q][phase] - s.right[q][phase]


cdef inline void count_points(const pizarro_rules *r, const pizarro_state *s, int32_t *total) noexcept nogil:
    """P10.2."""
    cdef int q, e, phase, k, v, crowns
    for q in range(r.players):
        total[q] = 0
        for e in range(r.explorers):
            for phase in range(r.phases):
                if s.ships[e][q][phase]:
                    total[q] += (ships_on(s, r, e, q, phase, LEFT) * r.space_crown[e][phase][LEFT]
                                 + ships_on(s, r, e, q, phase, RIGHT) * r.space_crown[e][phase][RIGHT])
                    if r.space_act[e][phase][LEFT] == ACT_LUCK:
                        total[q] += s.luck if s.luck <= r.luck_limit else r.luck_over
        for v in range(r.values):
            total[q] += (s.known[q][v] + s.hidden[q][v]) * r.crown[v]
    for k in range(r.stacks):
        if s.owner[k]:
            crowns = 0
            for phase in range(s.level[k]):
                v = s.tucked[k][phase] & ~UNSEEN
                if v:
                    crowns += r.crown[v - 1]
            total[s.owner[k] - 1] += crowns * r.multiplier[s.level[k] - 1]


cdef inline void score_seat(const pizarro_rules *r, pizarro_state *s, int q) noexcept nogil:
    """P10.3."""
    cdef int k, place
    for k in range(r.stacks):
        if s.owner[k] == 1 + q:
            for place in range(PHASES):
                if s.tucked[k][place] & UNSEEN:
                    s.tucked[k][place] &= ~UNSEEN
                    s.secrets -= 1
    s.scored |= <uint8_t>(1 << q)
    show_hand(r, s, q)


cdef inline void end_game(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    cdef int i, q = s.opener
    for i in range(r.players):
        score_seat(r, s, q)
        q = next_seat(r, q)
    end_log(r, s)
    s.step = STEP_OVER
    s.mover = 0


cdef inline void start_scoring(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P10.1, P10.4: until the owner of Pizarro III has to decide, or to the end."""
    cdef int e, q, i, owner = -1
    for e in range(r.explorers):
        if r.space_act[e][PHASES - 1][LEFT] == ACT_LUCK and r.phases == PHASES:
            for q in range(r.players):
                if s.ships[e][q][PHASES - 1]:
                    owner = q
    if owner < 0 or s.stack_count == 0:
        end_game(r, s)
        return
    q = s.opener
    for i in range(r.players):
        score_seat(r, s, q)
        if q == owner:
            break
        q = next_seat(r, q)
    s.step = STEP_LUCK
    s.mover = <uint8_t>owner


cdef inline void begin_phase(const pizarro_rules *r, pizarro_state *s, int phase) noexcept nogil:
    cdef int e
    s.phase = <uint8_t>phase
    for e in range(r.explorers):
        s.deck[e] = r.cards[phase][e]
    s.deck_count = r.card_count[phase]
    s.step = STEP_TURN_UP
    s.mover = 0


cdef inline void leave_phase(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P9.7."""
    memset(s.unplaced, 0, SEATS)
    if s.phase + 1 < r.phases:
        begin_phase(r, s, s.phase + 1)
    else:
        start_scoring(r, s)


cdef inline void next_exchange(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P9.6: the next ship, the next owner, or the next phase. Without a card to put or to draw nothing can be done."""
    cdef int e, limit
    s.last = 0
    s.puts = 0
    s.room = 0
    s.options = 0
    while True:
        if s.exchanges == 0:
            if s.asked == 0:
                leave_phase(r, s)
                return
            s.mover = <uint8_t>first_of(r, s.asked, s.auctioneer)
            s.asked &= ~(1 << s.mover)
            for e in range(r.explorers):
                if r.space_act[e][s.phase][LEFT] == ACT_EXCHANGE:
                    s.exchanges += s.ships[e][s.mover][s.phase]
        s.exchanges -= 1
        limit = min(r.exchange_cards, min(<int>s.stack_count, <int>s.hand_count[s.mover]))
        if limit:
            s.room = <uint8_t>limit
            s.options = <uint16_t>hand_values(s, s.mover)
            s.step = STEP_PUT
            return


cdef inline void start_exchanges(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    cdef int e, q
    if r.exchange[s.phase]:
        for e in range(r.explorers):
            if r.space_act[e][s.phase][LEFT] == ACT_EXCHANGE:
                for q in range(r.players):
                    if s.ships[e][q][s.phase]:
                        s.asked |= <uint8_t>(1 << q)
    next_exchange(r, s)


cdef inline void redraw(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    s.draws = s.puts
    s.room = 0
    s.last = 0
    s.puts = 0
    s.options = 0
    s.step = STEP_REDRAW


cdef inline void put_away(const pizarro_rules *r, pizarro_state *s, int a) noexcept nogil:
    """D7."""
    cdef int v = a - r.first_put
    if a == A_DONE:
        if s.puts:
            redraw(r, s)
        else:
            next_exchange(r, s)
        return
    discard_card(r, s, s.mover, v, LOG_OUT)
    s.puts += 1
    s.room -= 1
    s.last = <uint8_t>(1 + v)
    s.options = <uint16_t>(hand_values(s, s.mover) & ((<uint32_t>2 << v) - 1))
    if s.room == 0:
        redraw(r, s)


cdef inline void drew_again(const pizarro_rules *r, pizarro_state *s, int v) noexcept nogil:
    draw_card(r, s, s.mover, v)
    s.draws -= 1
    if s.draws == 0:
        next_exchange(r, s)


cdef inline void next_deal(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P9.9: base cards, then bag cards, card by card clockwise; an empty stack ends the dealing."""
    cdef uint32_t owed = 0
    cdef int q
    if s.stack_count:
        for q in range(r.players):
            owed |= <uint32_t>(s.bases[q] != 0) << q
        if owed == 0:
            for q in range(r.players):
                owed |= <uint32_t>(s.bags[q] != 0) << q
    if owed:
        s.mover = <uint8_t>next_of(r, owed, s.mover)
        s.step = STEP_DEAL
        return
    memset(s.bases, 0, SEATS)
    memset(s.bags, 0, SEATS)
    s.mover = 0
    start_exchanges(r, s)


cdef inline void end_phase(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P9.1 to P9.4."""
    cdef int e, q
    s.exposed = 0
    if r.shuffle[s.phase]:
        shuffle_discard(s)
    for q in range(r.players):
        s.bases[q] = r.base_cards[s.phase]
        if r.pay_bags[s.phase]:
            for e in range(r.explorers):
                if s.ships[e][q][s.phase]:
                    s.bags[q] += <uint8_t>(ships_on(s, r, e, q, s.phase, LEFT) * r.space_bag[e][s.phase][LEFT]
                                           + ships_on(s, r, e, q, s.phase, RIGHT) * r.space_bag[e][s.phase][RIGHT])
    s.mover = <uint8_t>(s.auctioneer - 1 if s.auctioneer else r.players - 1)
    next_deal(r, s)


cdef inline void dealt(const pizarro_rules *r, pizarro_state *s, int v) noexcept nogil:
    draw_card(r, s, s.mover, v)
    if s.bases[s.mover]:
        s.bases[s.mover] -= 1
    else:
        s.bags[s.mover] -= 1
    next_deal(r, s)


cdef inline void next_card(const pizarro_rules *r, pizarro_state *s) noexcept nogil:
    """P3.1, P3.2: the card turned up is dealt with."""
    s.card = 0
    s.asked = 0
    s.leader = 0
    s.high = 0
    s.mover = 0
    s.last = 0
    s.options = 0
    if s.deck_count or s.bottom_count:
        s.step = STEP_TURN_UP
    else:
        end_phase(r, s)


cdef inline void press_on(const pizarro_rules *r, pizarro_state *s, int a) noexcept nogil:
    """D8."""
    if a == A_DRAW:
        s.step = STEP_LUCK_DRAW
    else:
        end_game(r, s)


cdef inline void laid_out(const pizarro_rules *r, pizarro_state *s, int v) noexcept nogil:
    """P10.4."""
    if s.log_count:
        note(s, LOG_LAID, 0, 1 + v)
    take_off_stack(s, v)
    s.paid[v] += 1
    s.luck += r.value[v]
    if s.luck > r.luck_limit or s.stack_count == 0:
        end_game(r, s)
    else:
        s.step = STEP_LUCK
