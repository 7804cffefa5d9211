"""The agenda: what happens next, the options of a decision, one step of a game."""

from libc.stdint cimport int32_t, uint64_t

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL
from bits cimport bits_lowest

from lisboa_actions cimport (
    choose_favor,
    choose_plan,
    choose_produce,
    choose_recruit,
    choose_toss,
    options_favor,
    options_plan,
    options_produce,
    options_recruit,
    options_toss,
    then_add_ship,
    then_do,
)
from lisboa_building cimport (
    choose_decree,
    choose_hire,
    choose_more,
    choose_open,
    choose_plot,
    options_decree,
    options_hire,
    options_more,
    options_open,
    options_plot,
    then_loot,
    then_open,
    then_serve,
)
from lisboa_chance cimport apply_draw, end_draw, is_drawn
from lisboa_church cimport (
    choose_move,
    choose_return,
    choose_surrender,
    end_surrender,
    offer_tiles,
    options_move,
    options_surrender,
    then_corner,
    then_tile,
)
from lisboa_gain cimport reward
from lisboa_pay cimport (
    choose_fine,
    choose_pile,
    choose_recall,
    choose_spend,
    choose_take,
    options_fine,
    options_pile,
    options_recall,
    options_spend,
    options_take,
)
from lisboa_portfolio cimport (
    choose_play,
    choose_room,
    choose_use,
    options_room,
    options_use,
    then_add_card,
    then_sell,
    then_trade,
)
from lisboa_state cimport *
from lisboa_store cimport (
    choose_clear,
    choose_house,
    choose_store,
    options_clear,
    options_house,
    options_store,
    then_pay_store,
    then_place_store,
    then_store_wigs,
)
from lisboa_trade cimport (
    choose_give,
    choose_sell,
    choose_ship,
    choose_state,
    end_trade,
    options_give,
    options_sell,
    options_ship,
    options_state,
)
from lisboa_turn cimport (
    choose_draw,
    choose_drop,
    choose_keep,
    choose_payout,
    options_draw,
    options_payout,
    then_check,
    then_clear_out,
    then_next,
    then_seat,
    then_turn,
    then_upkeep,
)
from lisboa_visit cimport (
    choose_follow,
    choose_noble,
    choose_visit,
    options_follow,
    options_noble,
    options_visit,
    pass_follow,
)


cdef inline bint is_chance(int kind) noexcept nogil:
    return kind <= DRAW_TOP


cdef inline bint is_choice(int kind) noexcept nogil:
    return DRAW_TOP < kind < THEN_SEAT


cdef inline bint is_hidden(int kind) noexcept nogil:
    """Decisions whose options are hidden from others: a hand, or offered tiles. They are always asked."""
    return kind == CHOOSE_KEEP or kind == CHOOSE_PLAY or kind == CHOOSE_DROP


cdef inline bint has_hidden(const lisboa_state *s, const lisboa_task *task) noexcept nogil:
    """Whether there is something to choose from. Not asked of a view: it may not know, and is not played on."""
    return s.offered[0] != 0 if task.kind == CHOOSE_KEEP else s.seat[task.seat].hand[0] != 0


cdef inline void list_options(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """Fills in the options of the decision on top, unless they are hidden."""
    cdef const lisboa_task *task = top_task(s)
    cdef int kind = task.kind
    if kind == CHOOSE_USE:
        options_use(r, s, task)
    elif kind == CHOOSE_ROOM:
        options_room(r, s, task)
    elif kind == CHOOSE_TAKE:
        options_take(r, s, task)
    elif kind == CHOOSE_SELL:
        options_sell(r, s, task)
    elif kind == CHOOSE_SHIP:
        options_ship(r, s, task)
    elif kind == CHOOSE_STATE:
        options_state(r, s, task)
    elif kind == CHOOSE_GIVE:
        options_give(r, s, task)
    elif kind == CHOOSE_RECRUIT:
        options_recruit(r, s, task)
    elif kind == CHOOSE_PLAN:
        options_plan(r, s)
    elif kind == CHOOSE_TOSS:
        options_toss(s, task)
    elif kind == CHOOSE_PRODUCE:
        options_produce(s, task)
    elif kind == CHOOSE_MOVE:
        options_move(r, s)
    elif kind == CHOOSE_RETURN:
        offer_tiles(s, &s.seat[task.seat])
    elif kind == CHOOSE_SURRENDER:
        options_surrender(s, task)
    elif kind == CHOOSE_FAVOR:
        options_favor(s)
    elif kind == CHOOSE_VISIT:
        options_visit(r, s, task)
    elif kind == CHOOSE_NOBLE:
        options_noble(r, s, task)
    elif kind == CHOOSE_FOLLOW:
        options_follow(r, s, task)
    elif kind == CHOOSE_STORE:
        options_store(r, s, task)
    elif kind == CHOOSE_HOUSE:
        options_house(r, s, task)
    elif kind == CHOOSE_SPEND:
        options_spend(r, s, task)
    elif kind == CHOOSE_CLEAR:
        options_clear(s, task)
    elif kind == CHOOSE_DECREE:
        options_decree(s)
    elif kind == CHOOSE_MORE:
        options_more(s, task)
    elif kind == CHOOSE_OPEN:
        options_open(r, s, task)
    elif kind == CHOOSE_PLOT:
        options_plot(r, s)
    elif kind == CHOOSE_HIRE:
        options_hire(r, s, task)
    elif kind == CHOOSE_PILE:
        options_pile(r, s, task)
    elif kind == CHOOSE_DRAW:
        options_draw(s)
    elif kind == CHOOSE_PAYOUT:
        options_payout(r, s, task)
    elif kind == CHOOSE_RECALL:
        options_recall(r, s, task)
    elif kind == CHOOSE_FINE:
        options_fine(r, s, task)


cdef inline void choose(const lisboa_rules *r, lisboa_state *s, int option) noexcept nogil:
    """Carries out an option of the decision on top."""
    cdef int kind = top_task(s).kind
    if kind == CHOOSE_KEEP:
        choose_keep(s, option)
    elif kind == CHOOSE_PLAY:
        choose_play(r, s, option)
    elif kind == CHOOSE_USE:
        choose_use(r, s, option)
    elif kind == CHOOSE_ROOM:
        choose_room(r, s, option)
    elif kind == CHOOSE_TAKE:
        choose_take(r, s, option)
    elif kind == CHOOSE_SELL:
        choose_sell(r, s, option)
    elif kind == CHOOSE_SHIP:
        choose_ship(r, s, option)
    elif kind == CHOOSE_STATE:
        choose_state(r, s, option)
    elif kind == CHOOSE_GIVE:
        choose_give(r, s, option)
    elif kind == CHOOSE_RECRUIT:
        choose_recruit(r, s, option)
    elif kind == CHOOSE_PLAN:
        choose_plan(r, s, option)
    elif kind == CHOOSE_TOSS:
        choose_toss(s, option)
    elif kind == CHOOSE_PRODUCE:
        choose_produce(r, s, option)
    elif kind == CHOOSE_MOVE:
        choose_move(r, s, option)
    elif kind == CHOOSE_RETURN:
        choose_return(r, s, option)
    elif kind == CHOOSE_SURRENDER:
        choose_surrender(r, s, option)
    elif kind == CHOOSE_FAVOR:
        choose_favor(s, option)
    elif kind == CHOOSE_VISIT:
        choose_visit(r, s, option)
    elif kind == CHOOSE_NOBLE:
        choose_noble(r, s, option)
    elif kind == CHOOSE_FOLLOW:
        choose_follow(r, s, option)
    elif kind == CHOOSE_STORE:
        choose_store(s, option)
    elif kind == CHOOSE_HOUSE:
        choose_house(r, s, option)
    elif kind == CHOOSE_SPEND:
        choose_spend(r, s, option)
    elif kind == CHOOSE_CLEAR:
        choose_clear(r, s, option)
    elif kind == CHOOSE_DECREE:
        choose_decree(s, option)
    elif kind == CHOOSE_MORE:
        choose_more(s, option)
    elif kind == CHOOSE_OPEN:
        choose_open(s, option)
    elif kind == CHOOSE_PLOT:
        choose_plot(r, s, option)
    elif kind == CHOOSE_HIRE:
        choose_hire(r, s, option)
    elif kind == CHOOSE_PILE:
        choose_pile(r, s, option)
    elif kind == CHOOSE_DRAW:
        choose_draw(s, option)
    elif kind == CHOOSE_DROP:
        choose_drop(s, option)
    elif kind == CHOOSE_PAYOUT:
        choose_payout(r, s, option)
    elif kind == CHOOSE_RECALL:
        choose_recall(r, s, option)
    elif kind == CHOOSE_FINE:
        choose_fine(r, s, option)


cdef inline void pass_over(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """A decision without an option is not asked (L20.5)."""
    cdef int kind = top_task(s).kind
    if kind == CHOOSE_SURRENDER:
        end_surrender(r, s)
    elif kind == CHOOSE_STATE:
        end_trade(s)
    elif kind == CHOOSE_FOLLOW:
        pass_follow(r, s)
    else:
        pop(s)


cdef inline void happen(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """What happens by itself."""
    cdef int kind = top_task(s).kind
    cdef lisboa_task task
    if kind == THEN_SEAT:
        then_seat(r, s)
    elif kind == THEN_TURN:
        then_turn(r, s)
    elif kind == THEN_UPKEEP:
        then_upkeep(r, s)
    elif kind == THEN_CHECK:
        then_check(r, s)
    elif kind == THEN_CLEAR_OUT:
        then_clear_out(r, s)
    elif kind == THEN_NEXT:
        then_next(r, s)
    elif kind == THEN_REWARD:
        task = pop(s)
        reward(r, s, task.seat, task.a, task.b, task.c)
    elif kind == THEN_ADD_CARD:
        then_add_card(r, s)
    elif kind == THEN_ADD_SHIP:
        then_add_ship(r, s)
    elif kind == THEN_SELL:
        then_sell(s)
    elif kind == THEN_TRADE:
        then_trade(s)
    elif kind == THEN_DO:
        then_do(r, s)
    elif kind == THEN_CORNER:
        then_corner(r, s)
    elif kind == THEN_TILE:
        then_tile(r, s)
    elif kind == THEN_PAY_STORE:
        then_pay_store(r, s)
    elif kind == THEN_PLACE_STORE:
        then_place_store(r, s)
    elif kind == THEN_STORE_WIGS:
        then_store_wigs(r, s)
    elif kind == THEN_OPEN:
        then_open(r, s)
    elif kind == THEN_LOOT:
        then_loot(r, s)
    elif kind == THEN_SERVE:
        then_serve(r, s)


cdef inline void advance(const lisboa_rules *r, lisboa_state *s) noexcept nogil:
    """Goes on to the next chance event, decision with a choice, or the end (L20.1)."""
    cdef const lisboa_task *task
    cdef uint64_t low, high
    while True:
        task = top_task(s)
        if is_chance(task.kind):
            if is_drawn(r, s, task):
                return
            end_draw(r, s)
        elif is_choice(task.kind):
            if is_hidden(task.kind):
                if has_hidden(s, task):
                    return
                pop(s)
                continue
            list_options(r, s)
            low = s.options[0]
            high = s.options[1]
            if low == 0 and high == 0:
                pass_over(r, s)
            elif task.kind != CHOOSE_USE and (low & (low - 1)) == 0 and (high & (high - 1)) == 0 and (
                    low == 0 or high == 0):
                s.options[0] = s.options[1] = 0
                choose(r, s, bits_lowest(low) if low else 64 + bits_lowest(high))
            else:
                return
        elif task.kind == OVER:
            return
        else:
            happen(r, s)


cdef inline int player_to_act(const lisboa_state *s) noexcept nogil:
    cdef const lisboa_task *task = seen_task(s)
    if is_chance(task.kind):
        return CARAVELA_CHANCE
    if task.kind == OVER:
        return CARAVELA_TERMINAL
    return task.seat


cdef inline void hidden_options(const lisboa_state *s, const lisboa_task *task, uint64_t *out) noexcept nogil:
    """Options of a decision that the state does not list: cards of the hand, offered tiles."""
    cdef int i, k
    out[0] = out[1] = 0
    if task.kind == CHOOSE_KEEP:
        for i in range(2):
            if s.offered[i]:
                out[0] |= <uint64_t>1 << (s.offered[i] - 1)
        return
    for i in range(HAND):
        k = (s.seat[task.seat].hand[i] & ~KNOWN) - 1
        if k >= 0:
            out[k >> 6] |= <uint64_t>1 << (k & 63)
    if task.kind == CHOOSE_DROP:
        out[1] |= <uint64_t>1 << (DONE - 64)


cdef inline int write_actions(const lisboa_rules *r, const lisboa_state *s, int32_t *out) noexcept nogil:
    """Ascending: `done` first, then the others."""
    cdef const lisboa_task *task = seen_task(s)
    cdef uint64_t options[2]
    cdef uint64_t word
    cdef int n = 0, base, i
    if not is_choice(task.kind):
        return 0
    if is_hidden(task.kind):
        hidden_options(s, task, options)
    else:
        options[0] = s.options[0]
        options[1] = s.options[1]
    if options[1] >> (DONE - 64):
        out[0] = 0
        n = 1
        options[1] ^= <uint64_t>1 << (DONE - 64)
    base = r.task_base[task.kind]
    for i in range(2):
        word = options[i]
        while word:
            out[n] = base + 64 * i + bits_lowest(word)
            n += 1
            word &= word - 1
    return n


cdef inline void step(const lisboa_rules *r, lisboa_state *s, int a) noexcept nogil:
    """Plays an action or outcome."""
    cdef int kind = top_task(s).kind
    s.options[0] = s.options[1] = 0
    if is_chance(kind):
        apply_draw(r, s, a)
    else:
        choose(r, s, DONE if a == 0 else a - r.task_base[kind])
    advance(r, s)
