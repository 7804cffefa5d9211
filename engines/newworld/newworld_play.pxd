"""Set-up, legal actions, chance, one step, results."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_rng
from bits cimport bits_load, bits_lowest, bits_pick, bits_sum
from ranking cimport rank_by
from rng cimport rng_bounded

from newworld_cards cimport (
    NO_CHOICE,
    after_target,
    empties,
    first_choice,
    may_be_done,
    player_choices,
    region_choices,
    site_choices,
    support_legal,
    text_legal,
)
from newworld_hands cimport draw_card, leave_hand
from newworld_map cimport take_off
from newworld_plague cimport ask_to_reduce, may_stop, plague_reduces, plague_stops, pledge, pledge_most
from newworld_react cimport ask_after, close_window, draw_on, open_window, react, reactions
from newworld_state cimport (
    A_BUILD,
    A_DONE,
    A_END,
    A_PASS,
    A_REPAIR,
    A_STOP,
    A_STRUGGLE,
    GO_ABANDON,
    GO_CARD_DONE,
    GO_CLOSED,
    GO_DEAL,
    GO_DRAW,
    GO_IRON,
    GO_LIMIT,
    GO_MARAUDERS,
    GO_PLAY,
    GO_TURN,
    IRON_GRIP,
    MODE_BUILD,
    MODE_NONE,
    MODE_SUPPORT,
    MODE_TEXT,
    SEATS,
    STEP_ABANDON,
    STEP_CARD,
    STEP_DEAL,
    STEP_DISCARD,
    STEP_DRAW,
    STEP_FIRST,
    STEP_IRON,
    STEP_OVER,
    STEP_PLAGUE,
    STEP_PLAY,
    STEP_PLAYER,
    STEP_PLEDGE,
    STEP_REACT,
    STEP_REGION,
    STEP_SITE,
    TITLES,
    WINDOW_DECLARED,
    WINDOW_TALLY,
    free_sites,
    monopolies,
    newworld_rules,
    newworld_state,
    occupied,
    present,
    successful,
)
from newworld_turn cimport (
    abandon_on,
    begin_dealing,
    begin_turn,
    check_limits,
    deal_on,
    dealt,
    play_on,
    score,
)


cdef inline bint is_chance(int step) noexcept nogil:
    return step == STEP_DEAL or step == STEP_DRAW or step == STEP_FIRST


cdef inline int player_to_act(const newworld_state *s) noexcept nogil:
    if is_chance(s.step):
        return CARAVELA_CHANCE
    if s.step == STEP_OVER:
        return CARAVELA_TERMINAL
    return s.mover


cdef inline int write_set(uint32_t set, int first, int32_t *out, int n) noexcept nogil:
    """Appends the ids of the elements of a set; returns how many there are then."""
    while set:
        out[n] = first + bits_lowest(set)
        n += 1
        set &= set - 1
    return n


cdef inline int write_plays(const newworld_rules *r, const newworld_state *s, int32_t *out) noexcept nogil:
    """N5.4 to N5.6."""
    cdef uint32_t hand = present(s.hand[s.mover]), free = free_sites(r, s), held = free & occupied(s), left
    cdef int n = 1, t
    out[0] = A_END
    if free & ~held:
        out[n] = A_BUILD
        n += 1
    if held:
        out[n] = A_STRUGGLE
        n += 1
    if free & s.struggling:
        out[n] = A_REPAIR
        n += 1
    left = hand & r.text_titles
    while left:
        t = bits_lowest(left)
        left &= left - 1
        if text_legal(r, s, r.effect[t], s.mover):
            out[n] = r.first_play + t
            n += 1
    left = hand
    while left:
        t = bits_lowest(left)
        left &= left - 1
        if support_legal(r, s, t, s.mover):
            out[n] = r.first_support + t
            n += 1
    return n


cdef inline int write_actions(const newworld_rules *r, const newworld_state *s, int32_t *out) noexcept nogil:
    """N15."""
    cdef int n = 0
    cdef uint32_t chosen
    if s.step == STEP_REACT:
        out[0] = A_PASS
        chosen = reactions(r, s)
        return write_set(chosen, r.first_card, out, 1) if chosen else 1
    if s.step == STEP_PLAY:
        return write_plays(r, s, out)
    if s.step == STEP_CARD or s.step == STEP_DISCARD:
        return write_set(present(s.hand[s.mover]), r.first_card, out, 0)
    if s.step == STEP_SITE:
        if may_be_done(r, s):
            out[0] = A_DONE
            n = 1
        return write_set(site_choices(r, s), r.first_site, out, n)
    if s.step == STEP_ABANDON:
        out[0] = A_DONE
        return write_set(s.colony[s.mover] & free_sites(r, s), r.first_site, out, 1)
    if s.step == STEP_IRON:
        out[0] = A_PASS
        return write_set(present(s.hand[s.mover]) & r.title_bit[IRON_GRIP], r.first_card, out, 1)
    if s.step == STEP_PLAGUE:
        if may_stop(r, s):
            out[0] = A_STOP
            n = 1
        return write_set(occupied(s) & free_sites(r, s), r.first_site, out, n)
    if s.step == STEP_PLEDGE:
        return write_set((<uint32_t>2 << pledge_most(r, s, s.mover)) - 1, r.first_pledge, out, 0)
    if s.step == STEP_PLAYER:
        return write_set(player_choices(r, s), r.first_player, out, 0)
    if s.step == STEP_REGION:
        return write_set(region_choices(r, s), r.first_region, out, 0)
    return 0


cdef inline int write_outcomes(const newworld_rules *r, const newworld_state *s, int32_t *out,
                               double *p) noexcept nogil:
    """N14. Cards: in proportion to the copies in the pile."""
    cdef int n = 0, i
    if s.step == STEP_FIRST:
        for i in range(r.players):
            out[i] = r.first_seat + i
            p[i] = 1.0 / r.players
        return r.players
    if is_chance(s.step):
        for i in range(r.titles):
            if s.pile[i]:
                out[n] = i
                p[n] = <double>s.pile[i] / s.pile_count
                n += 1
    return n


cdef inline int draw_outcome(const newworld_rules *r, const newworld_state *s, caravela_rng *rng) noexcept nogil:
    cdef int at, base = 0, sum
    cdef uint64_t word
    if s.step == STEP_FIRST:
        return r.first_seat + rng_bounded(rng, r.players)
    at = rng_bounded(rng, s.pile_count)
    word = bits_load(s.pile)
    sum = bits_sum(word)
    while at >= sum and base < TITLES - 8:
        at -= sum
        base += 8
        word = bits_load(s.pile + base)
        sum = bits_sum(word)
    return base + bits_pick(word, at)


cdef inline uint64_t draw_key(const newworld_state *s) noexcept nogil:
    """Deck 0: the first player; 1 and on: the draw pile since each reshuffle, by cards drawn."""
    if s.step == STEP_FIRST:
        return 0
    return <uint64_t>(1 + s.shuffles) << 32 | s.drawn


cdef inline void card_done(newworld_state *s) noexcept nogil:
    """N6.6."""
    if s.title:
        s.discard[s.title - 1] += 1
    s.title = s.mode = s.target = s.mover = 0
    s.staged = 0
    s.step = GO_PLAY


cdef inline void ask_for_iron(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N11.2: asked whether he holds one or not."""
    if s.hand_count[s.actor] and monopolies(r, s, s.actor):
        s.mover = s.actor
        s.step = STEP_IRON
    else:
        s.step = GO_MARAUDERS


cdef inline void ask_for_marauders(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N11.3."""
    if monopolies(r, s, s.actor) or r.all_scores and successful(s, s.actor):
        open_window(r, s, WINDOW_TALLY, s.actor)
    else:
        score(r, s, False)


cdef inline void run(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """All that happens by itself, up to the next decision or chance event."""
    while s.step > STEP_OVER:
        if s.step == GO_PLAY:
            play_on(s)
        elif s.step == GO_CLOSED:
            close_window(r, s)
        elif s.step == GO_CARD_DONE:
            card_done(s)
        elif s.step == GO_DEAL:
            deal_on(r, s)
        elif s.step == GO_IRON:
            ask_for_iron(r, s)
        elif s.step == GO_MARAUDERS:
            ask_for_marauders(r, s)
        elif s.step == GO_TURN:
            begin_turn(r, s)
            s.step = GO_ABANDON
        elif s.step == GO_ABANDON:
            abandon_on(r, s)
        elif s.step == GO_LIMIT:
            check_limits(r, s)
        else:
            draw_on(r, s)


cdef inline void choose_on(const newworld_rules *r, newworld_state *s, int choice) noexcept nogil:
    """The next choice for the card in play; when all are made, N6.3."""
    if choice == NO_CHOICE or choice == STEP_SITE and site_choices(r, s) == 0:
        open_window(r, s, WINDOW_DECLARED, s.actor)
    elif choice == STEP_PLAGUE:  # N6.7
        ask_to_reduce(s, s.actor)
    else:
        s.step = <uint8_t>choice


cdef inline void use_card(const newworld_rules *r, newworld_state *s, int mode, int t) noexcept nogil:
    """N6.1."""
    leave_hand(r, s, s.actor, t)
    s.title = <uint8_t>(1 + t)
    s.mode = <uint8_t>mode
    choose_on(r, s, first_choice(r, s))


cdef inline void play(const newworld_rules *r, newworld_state *s, int a) noexcept nogil:
    """D3."""
    if a >= r.first_support:
        use_card(r, s, MODE_SUPPORT, a - r.first_support)
    elif a >= r.first_play:
        use_card(r, s, MODE_TEXT, a - r.first_play)
    elif a == A_END:
        s.step = GO_IRON
    else:
        s.mode = <uint8_t>(MODE_BUILD + a - A_BUILD)
        s.step = STEP_CARD


cdef inline void start_state(const newworld_rules *r, newworld_state *s) noexcept nogil:
    """N2."""
    cdef int t
    memset(s, 0, sizeof(newworld_state))
    for t in range(r.titles):
        s.pile[t] = r.copies[t]
    s.pile_count = <uint8_t>r.total
    s.step = STEP_FIRST
    if r.first >= 0:
        sit_down(r, s, r.first)


cdef inline void sit_down(const newworld_rules *r, newworld_state *s, int first) noexcept nogil:
    """N2.3."""
    cdef int i
    s.first = <uint8_t>first
    for i in range(r.players):
        s.support[(first + i) % r.players] = r.start[i]
    begin_dealing(s)
    run(r, s)


cdef inline void step(const newworld_rules *r, newworld_state *s, int a) noexcept nogil:
    """One legal action or outcome."""
    cdef int now = s.step
    if now == STEP_REACT:
        if a == A_PASS:
            ask_after(r, s, s.mover)
        else:
            react(r, s, a - r.first_card)
    elif now == STEP_PLAY:
        play(r, s, a)
    elif now == STEP_SITE:
        if a == A_DONE:
            open_window(r, s, WINDOW_DECLARED, s.actor)
        else:
            s.staged |= <uint16_t>(1 << (a - r.first_site))
            choose_on(r, s, STEP_SITE)
    elif now == STEP_CARD:
        use_card(r, s, s.mode, a - r.first_card)
    elif now == STEP_DEAL:
        draw_card(s, s.mover, a)
        dealt(r, s)
    elif now == STEP_ABANDON:
        if a == A_DONE:
            s.step = GO_PLAY
        else:
            take_off(s, <uint32_t>1 << (a - r.first_site))
            s.step = GO_ABANDON
    elif now == STEP_IRON:
        if a == A_PASS:
            s.step = GO_MARAUDERS
        else:
            react(r, s, a - r.first_card)
    elif now == STEP_DRAW:
        draw_card(s, s.mover, a)
        s.due -= 1
        s.step = GO_DRAW
    elif now == STEP_DISCARD:
        leave_hand(r, s, s.mover, a - r.first_card)
        s.discard[a - r.first_card] += 1
        s.step = GO_LIMIT
    elif now == STEP_PLAYER:
        choose_on(r, s, after_target(r, s, a - r.first_player))
    elif now == STEP_REGION:
        choose_on(r, s, after_target(r, s, a - r.first_region))
    elif now == STEP_PLAGUE:
        if a == A_STOP:
            plague_stops(r, s)
        else:
            plague_reduces(r, s, a - r.first_site)
    elif now == STEP_PLEDGE:
        pledge(r, s, a - r.first_pledge)
    else:
        sit_down(r, s, a - r.first_seat)
    run(r, s)


cdef inline int turn_number(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Ascending: Preparation, then a number for each player turn."""
    cdef bint dealing = s.step <= STEP_DISCARD or s.step == STEP_OVER
    return s.turn * (r.players + 1) + (0 if dealing else 1 + (s.actor - s.first + r.players) % r.players)


cdef inline void write_scores(const newworld_rules *r, const newworld_state *s, double *out) noexcept nogil:
    cdef int q
    for q in range(r.players):
        out[q] = s.vp[q]


cdef inline void write_ranks(const newworld_rules *r, const newworld_state *s, int32_t *out) noexcept nogil:
    """N12.3."""
    cdef double points[SEATS]
    write_scores(r, s, points)
    rank_by(points, r.players, out)


cdef inline void write_returns(const newworld_rules *r, const newworld_state *s, double *out) noexcept nogil:
    """N12.3, R17: winner shares; a lone winner gets 1."""
    cdef int32_t places[SEATS]
    cdef int q, winners = 0, n = r.players
    write_ranks(r, s, places)
    for q in range(n):
        winners += places[q] == 1
    for q in range(n):
        out[q] = <double>(n - winners) / (winners * (n - 1)) if places[q] == 1 else -1.0 / (n - 1)
