"""What is known about Lisboa, as a PyCapsule "caravela.heuristic": action priors and an evaluation.

Both rest on what things are worth to a seat in wigs over the turns it still has: shadow prices of réis, Influence and
goods, progress of decrees and rubble sets (`lisboa_outlook.pxd`). `prior` scores an action by its marginal wigs
(`lisboa_deeds.pxd`) and takes the softmax; it reads only what seat p knows, so that it serves as a model of an opponent
too. `evaluate` reads the whole world: it plays the running turn on by the best scores, adds up what every seat has and
may expect (`lisboa_standing.pxd`), and turns the wigs into smooth shares of the win.

Every weight is described where it is declared (`lisboa_weights.pxd`). All numbers come from IEEE basic operations and
`detmath.h`: every machine gives the same bits. `benchmarks/tune_heuristic.py` finds weights by self-play.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from abi cimport CARAVELA_ABI, caravela_game, caravela_heuristic
from detmath cimport det_exp

from lisboa_can cimport accepted, can_sponsor, event_due
from lisboa_deeds cimport (
    NEVER,
    best_decree,
    best_plot,
    cheapest,
    doing_gain,
    good_sale,
    lisboa_stores,
    marker_gain,
    move_gain,
    open_gain,
    plan_gain,
    plot_gain,
    read_states,
    read_stores,
    room_loss,
    sell_gain,
    ship_sale,
    state_gain,
    store_gain,
    type_gain,
    visit_cost,
    visit_gain,
)
from lisboa_gain cimport portfolio_influence, room_for
from lisboa_outlook cimport (
    favor_gain,
    held_worth,
    influence_gain,
    lisboa_outlook,
    new_decree,
    office_gain,
    penalty_loss,
    plan_worth,
    read_outlook,
    reward_gain,
    rounds_left,
    ship_worth,
    tile_worth,
)
from lisboa_play cimport is_choice, step, write_actions
from lisboa_portfolio cimport (
    USE_EVENT,
    USE_GOLD,
    USE_SELL,
    USE_TRADE,
    USE_VISIT,
    sale_follows,
    trade_follows,
    visit_follows,
)
from lisboa_score cimport count_points, write_returns
from lisboa_standing cimport expectations
from lisboa_state cimport *
from lisboa_visit cimport VISIT_NOBLE, VISIT_NONE, VISIT_STATE
from lisboa_weights cimport BLOCK, DRAW_VISIT, EVALUATE_SHARP, EVALUATE_SHARP_LEFT, KEEP, SHARPNESS, WEIGHTS

cdef enum:
    WIDEST = 16             # a score this far below the best, times sharpness, is as good as any lower one
    USES = 5
    OPTIONS = 128


cdef inline double trade_gain(const lisboa_rules *r, const lisboa_state *s, const lisboa_outlook *m,
                              const double *states) noexcept nogil:
    """L9.1: the two best State actions, each less a good for it."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef double first = NEVER, second = 0.0, gain
    cdef int a
    for a in range(STATE_ACTIONS):
        if states[a] <= NEVER / 2 or s.space[a]:
            continue
        gain = states[a] - cheapest(r, seat, m, accepted(r, seat, r.noble_of[a]))
        if gain > first:
            second = max(second, first)
            first = gain
        elif gain > second:
            second = gain
    return first + (second if seat.goods[0] + seat.goods[1] + seat.goods[2] + seat.goods[3] > 1 else 0.0)


# What the uses of a card have in common.
ctypedef struct lisboa_chances:
    double states[STATE_ACTIONS]
    double sell
    double trade


cdef inline void read_chances(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              lisboa_chances *out) noexcept nogil:
    read_states(r, s, w, m, out.states)
    out.sell = sell_gain(r, s, w, m)
    out.trade = trade_gain(r, s, m, out.states)


cdef inline double event_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int card) noexcept nogil:
    """L17.1."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int due = event_due(r, s, m.q)
    return (doing_gain(r, s, w, m, r.event[card], seat.influence, seat.reis - min(due, <int>seat.reis))
            - due * m.reis)


cdef inline double card_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int card) noexcept nogil:
    """A card into the Portfolio, without the sale or trade (L7)."""
    cdef double gain = held_worth(r, w, m, card) - room_loss(r, s, w, m, r.noble[card] == TREASURY_CARD)
    if r.noble[card] == TREASURY_CARD:
        return gain + r.treasury_value[s.treasury] * m.reis
    if r.penalty[card]:
        return gain - penalty_loss(r, s, w, m, &r.effect[card])
    return gain + reward_gain(r, s, w, m, &r.effect[card])


cdef inline double use_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                            const lisboa_chances *known, int card, int use) noexcept nogil:
    if use == USE_SELL:
        return card_gain(r, s, w, m, card) + known.sell
    if use == USE_TRADE:
        return card_gain(r, s, w, m, card) + known.trade
    if use == USE_VISIT:
        return visit_gain(r, s, w, m, r.noble[card], known.states)
    if use == USE_EVENT:
        return event_gain(r, s, w, m, card)
    return m.good[0] if room_for(r, s, m.q, 0) else 0.0


cdef inline double play_gain(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             const lisboa_chances *known, int card) noexcept nogil:
    """The best use of a hand card, less what the card is worth in the hand."""
    cdef double best = use_gain(r, s, w, m, known, card, USE_GOLD)
    if sale_follows(r, s, m.q, card):
        best = max(best, use_gain(r, s, w, m, known, card, USE_SELL))
    if trade_follows(r, s, m.q, card):
        best = max(best, use_gain(r, s, w, m, known, card, USE_TRADE))
    if r.noble[card] == TREASURY_CARD:
        if can_sponsor(r, s, m.q, r.event[card]):
            best = max(best, use_gain(r, s, w, m, known, card, USE_EVENT))
    elif visit_follows(r, s, m.q, r.noble[card]):
        best = max(best, use_gain(r, s, w, m, known, card, USE_VISIT))
    return best - m.use * w[KEEP] * held_worth(r, w, m, card)


cdef inline void score_plays(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             const int *options, int n, double *out) noexcept nogil:
    cdef lisboa_chances known
    cdef int i
    read_chances(r, s, w, m, &known)
    for i in range(n):
        out[i] = play_gain(r, s, w, m, &known, options[i])


cdef inline void score_uses(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                            const int *options, int n, double *out) noexcept nogil:
    cdef lisboa_chances known
    cdef int i
    read_chances(r, s, w, m, &known)
    for i in range(n):
        out[i] = use_gain(r, s, w, m, &known, s.card - 1, options[i])


cdef inline void score_room(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                            const int *options, int n, double *out) noexcept nogil:
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int i
    for i in range(n):
        if options[i] < r.cards:
            out[i] = -held_worth(r, w, m, options[i])
        else:
            out[i] = -ship_worth(r, w, m, seat.ship[options[i] - r.cards] - 1)


cdef inline void score_goods(const lisboa_outlook *m, const int *options, int n, double sign,
                             double *out) noexcept nogil:
    """Goods taken, or given with the sign -1."""
    cdef int i
    for i in range(n):
        out[i] = sign * m.good[options[i]]


cdef inline void score_sales(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             const int *options, int n, double *out) noexcept nogil:
    """D5: each good on the best docked ship."""
    cdef double ship = NEVER
    cdef int q, i
    for q in range(r.players):
        for i in range(SLOTS):
            if is_docked(r, &s.seat[q], i):
                ship = max(ship, ship_sale(r, s, w, m, q, i, crates(&s.seat[q], i)))
    for i in range(n):
        out[i] = 0.0 if options[i] == DONE else good_sale(r, s, m, options[i]) + ship


cdef inline void score_ships(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             const int *options, int n, double *out) noexcept nogil:
    cdef int i, q, ship
    for i in range(n):
        q = options[i] // r.top_slots
        ship = options[i] % r.top_slots
        out[i] = ship_sale(r, s, w, m, q, ship, crates(&s.seat[q], ship))


cdef inline void score_trades(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              const int *options, int n, double *out) noexcept nogil:
    """D6: a State action less the good for it."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int i, a
    for i in range(n):
        a = options[i] - 2
        out[i] = 0.0 if options[i] == DONE else state_gain(r, s, w, m, a) - cheapest(
            r, seat, m, accepted(r, seat, r.noble_of[a]))


cdef inline void score_visits(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              int noble, const int *options, int n, double *out) noexcept nogil:
    """D18: a State action, and the Noble action if it is good."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef double action = doing_gain(r, s, w, m, r.noble_action[noble], seat.influence, seat.reis)
    cdef int i
    for i in range(n):
        out[i] = action if options[i] == VISIT_NONE else (
            state_gain(r, s, w, m, options[i] - VISIT_STATE) + max(0.0, action))


cdef inline void score_follows(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                               int noble, const int *options, int n, double *out) noexcept nogil:
    """D20."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef double cost = favor_gain(r, s, w, m, noble) + (visit_cost(r, s, m, noble) if r.follow_pays else 0.0)
    cdef int i
    for i in range(n):
        if options[i] == VISIT_NONE:
            out[i] = 0.0
        elif options[i] == VISIT_NOBLE:
            out[i] = doing_gain(r, s, w, m, r.noble_action[noble], seat.influence, seat.reis) - cost
        else:
            out[i] = state_gain(r, s, w, m, options[i] - VISIT_STATE) - cost


cdef inline void score_stores(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                              const int *options, int n, double *out) noexcept nogil:
    cdef lisboa_stores known
    cdef int i
    read_stores(r, s, w, m, &known)
    for i in range(n):
        out[i] = store_gain(r, s, w, m, &known, options[i])


cdef inline void score_payments(const lisboa_rules *r, const lisboa_state *s, const lisboa_outlook *m,
                                const int *options, int n, double *out) noexcept nogil:
    """D23: Influence for réis."""
    cdef int have = s.seat[m.q].influence, i
    for i in range(n):
        out[i] = options[i] * m.reis - (have - r.influence_left[have][options[i]]) * m.influence


cdef inline void score_moves(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             const int *options, int n, double *out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = move_gain(r, s, w, m, options[i] + 1)


cdef inline void score_tiles(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             int kind, int given, const int *options, int n, double *out) noexcept nogil:
    """D1, D14, D15: a tile kept, returned, given up."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef double first = 0.0
    cdef int i
    if kind == CHOOSE_SURRENDER and given == 0:
        first = influence_gain(r, seat, m, portfolio_influence(r, seat))
    for i in range(n):
        if options[i] == DONE:
            out[i] = 0.0
        elif kind == CHOOSE_KEEP:
            out[i] = tile_worth(r, w, m, options[i])
        else:
            out[i] = -tile_worth(r, w, m, options[i])
            if kind == CHOOSE_SURRENDER:
                out[i] += r.clergy_wigs[options[i]] + first


cdef inline void score_decrees(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                               const int *options, int n, double *out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = new_decree(r, s, w, m, options[i])


cdef inline void score_buildings(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                 const lisboa_outlook *m, const lisboa_task *task, const int *options, int n,
                                 double *out) noexcept nogil:
    """D27."""
    cdef int i
    for i in range(n):
        if task.kind == CHOOSE_PLOT:
            out[i] = plot_gain(r, s, w, m, task.a, options[i])
        else:
            out[i] = open_gain(r, s, w, m, options[i]) + best_plot(r, s, w, m, options[i])


cdef inline void score_officials(const lisboa_rules *r, const lisboa_state *s, const double *w,
                                 const lisboa_outlook *m, const int *options, int n, double *out) noexcept nogil:
    """D28, D33: an Official leaves an office or plaza. Own ones in offices raise others' prices, theirs ours."""
    cdef int i, q, noble
    for i in range(n):
        q = options[i] // (2 * NOBLES)
        noble = options[i] % (2 * NOBLES) >> 1
        out[i] = 0.0
        if options[i] & 1 == 0:
            out[i] = -m.use * w[BLOCK] if q == m.q else m.use * w[BLOCK]
        if q == m.q:
            out[i] -= m.more[COUNT_OFFICE][noble]


cdef inline void score_recalls(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                               const int *options, int n, double *out) noexcept nogil:
    """D33: an own Official comes back."""
    cdef int i
    for i in range(n):
        out[i] = -m.more[COUNT_OFFICE][options[i] >> 1] - (0.0 if options[i] & 1 else m.use * w[BLOCK])


cdef inline void score_draws(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             const int *options, int n, double *out) noexcept nogil:
    """D30: the card in the Portfolio, or its Noble or event."""
    cdef double states[STATE_ACTIONS]
    cdef int i, card
    read_states(r, s, w, m, states)
    for i in range(n):
        card = s.top[options[i]] - 1
        out[i] = held_worth(r, w, m, card)
        if r.noble[card] == TREASURY_CARD:
            out[i] += w[DRAW_VISIT] * max(0.0, event_gain(r, s, w, m, card)) * m.use
        else:
            out[i] += (w[DRAW_VISIT] * max(0.0, visit_gain(r, s, w, m, r.noble[card], states)) * m.use
                       - (penalty_loss(r, s, w, m, &r.effect[card]) if r.penalty[card]
                          else -reward_gain(r, s, w, m, &r.effect[card])))


cdef inline void score_drops(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                             const int *options, int n, double *out) noexcept nogil:
    """D31: one reward a Noble, and a fresh card, against what the card is worth."""
    cdef int i, j, card
    for i in range(n):
        out[i] = 0.0
        if options[i] == DONE:
            continue
        card = options[i]
        out[i] = -w[KEEP] * held_worth(r, w, m, card)
        if r.noble[card] != TREASURY_CARD and not r.penalty[card]:
            out[i] += reward_gain(r, s, w, m, &r.effect[card])
            for j in range(HAND):
                if s.discards[j] and r.noble[s.discards[j] - 1] == r.noble[card]:
                    out[i] -= reward_gain(r, s, w, m, &r.effect[card])
                    break


cdef inline void score_few(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                           const lisboa_task *task, const int *options, int n, double *out) noexcept nogil:
    """Decisions in which each option has its own worth."""
    cdef const lisboa_seat *seat = &s.seat[m.q]
    cdef int i, g, option, kind = task.kind
    for i in range(n):
        option = options[i]
        if option == DONE:
            out[i] = 0.0
        elif kind == CHOOSE_RECRUIT:
            out[i] = office_gain(r, s, w, m, option)
        elif kind == CHOOSE_PLAN:
            out[i] = plan_gain(r, s, w, m, option)
        elif kind == CHOOSE_TOSS:
            out[i] = -plan_worth(r, w, m, option)
        elif kind == CHOOSE_PRODUCE:
            out[i] = 0.0
            for g in range(GOODS):
                if (option + 1) >> g & 1:
                    out[i] += type_gain(r, s, m, g)
        elif kind == CHOOSE_FAVOR:
            out[i] = favor_gain(r, s, w, m, option)
        elif kind == CHOOSE_NOBLE:
            out[i] = 0.0 if option == VISIT_NONE else doing_gain(
                r, s, w, m, r.noble_action[task.a], seat.influence, seat.reis)
        elif kind == CHOOSE_HOUSE:
            out[i] = reward_gain(r, s, w, m, &r.house_reward[option])
        elif kind == CHOOSE_CLEAR:
            out[i] = m.cube[option % KINDS]
        elif kind == CHOOSE_PILE:
            out[i] = m.cube[option]
        elif kind == CHOOSE_MORE:
            out[i] = marker_gain(m, w, best_decree(r, s, w, m, 1))
        elif kind == CHOOSE_PAYOUT:
            out[i] = reward_gain(r, s, w, m, &r.effect[option])
        else:
            out[i] = 0.0


cdef inline void score(const lisboa_rules *r, const lisboa_state *s, const double *w, const lisboa_outlook *m,
                       const int *options, int n, double *out) noexcept nogil:
    """Marginal wigs of the options of the decision on top."""
    cdef const lisboa_task *task = seen_task(s)
    cdef int kind = task.kind
    if kind == CHOOSE_PLAY:
        score_plays(r, s, w, m, options, n, out)
    elif kind == CHOOSE_USE:
        score_uses(r, s, w, m, options, n, out)
    elif kind == CHOOSE_ROOM:
        score_room(r, s, w, m, options, n, out)
    elif kind == CHOOSE_TAKE:
        score_goods(m, options, n, 1.0, out)
    elif kind == CHOOSE_GIVE or kind == CHOOSE_FINE:
        score_goods(m, options, n, -1.0, out)
    elif kind == CHOOSE_SELL:
        score_sales(r, s, w, m, options, n, out)
    elif kind == CHOOSE_SHIP:
        score_ships(r, s, w, m, options, n, out)
    elif kind == CHOOSE_STATE:
        score_trades(r, s, w, m, options, n, out)
    elif kind == CHOOSE_VISIT:
        score_visits(r, s, w, m, task.a, options, n, out)
    elif kind == CHOOSE_FOLLOW:
        score_follows(r, s, w, m, task.a, options, n, out)
    elif kind == CHOOSE_STORE:
        score_stores(r, s, w, m, options, n, out)
    elif kind == CHOOSE_SPEND:
        score_payments(r, s, m, options, n, out)
    elif kind == CHOOSE_MOVE:
        score_moves(r, s, w, m, options, n, out)
    elif kind == CHOOSE_KEEP or kind == CHOOSE_RETURN or kind == CHOOSE_SURRENDER:
        score_tiles(r, s, w, m, kind, task.a, options, n, out)
    elif kind == CHOOSE_DECREE:
        score_decrees(r, s, w, m, options, n, out)
    elif kind == CHOOSE_OPEN or kind == CHOOSE_PLOT:
        score_buildings(r, s, w, m, task, options, n, out)
    elif kind == CHOOSE_HIRE:
        score_officials(r, s, w, m, options, n, out)
    elif kind == CHOOSE_RECALL:
        score_recalls(r, s, w, m, options, n, out)
    elif kind == CHOOSE_DRAW:
        score_draws(r, s, w, m, options, n, out)
    elif kind == CHOOSE_DROP:
        score_drops(r, s, w, m, options, n, out)
    else:
        score_few(r, s, w, m, task, options, n, out)


cdef inline void score_actions(const lisboa_rules *r, const lisboa_state *s, int p, double rounds,
                               const int32_t *actions, int n, const double *w, double *out) noexcept nogil:
    cdef int options[OPTIONS]
    cdef lisboa_outlook m
    cdef int base = r.task_base[seen_task(s).kind], i
    for i in range(n):
        options[i] = actions[i] - base if actions[i] else <int>DONE
    read_outlook(r, s, w, p, rounds, True, &m)
    score(r, s, w, &m, options, n, out)


cdef inline void softmax(int n, double sharpness, double *out) noexcept nogil:
    cdef double best = out[0], total = 0.0, x
    cdef double least = det_exp(-<double>WIDEST)
    cdef int i
    for i in range(1, n):
        best = max(best, out[i])
    for i in range(n):
        x = sharpness * (out[i] - best)
        out[i] = det_exp(x) if x > -WIDEST else least
        total += out[i]
    total = 1.0 / total
    for i in range(n):
        out[i] *= total


cdef int prior(const caravela_game *game, const void *state, int p, const int32_t *actions, int n, const double *w,
               double *out) except -100 nogil:
    """Softmax of the actions' scores."""
    cdef const lisboa_rules *r = rules_of(game.self)
    cdef const lisboa_state *s = <const lisboa_state *>state
    if n == 1:
        out[0] = 1.0
        return 0
    score_actions(r, s, p, rounds_left(r, s, w), actions, n, w, out)
    softmax(n, w[SHARPNESS], out)
    return 0


cdef inline void finish_turn(const lisboa_rules *r, lisboa_state *s, const double *w, double rounds) noexcept nogil:
    """Plays on by the best scores until a turn begins, or chance, or the end."""
    cdef int32_t actions[OPTIONS]
    cdef double scores[OPTIONS]
    cdef int n, i, best
    while is_choice(seen_task(s).kind) and seen_task(s).kind != CHOOSE_PLAY:
        n = write_actions(r, s, actions)
        if n == 0:
            return
        best = 0
        if n > 1:
            score_actions(r, s, seen_task(s).seat, rounds, actions, n, w, scores)
            for i in range(1, n):
                if scores[i] > scores[best]:
                    best = i
        step(r, s, actions[best])


cdef int evaluate(const caravela_game *game, const void *state, const double *w, double *out) except -100 nogil:
    """Expected utility of every seat; exact at the end."""
    cdef const lisboa_rules *r = rules_of(game.self)
    cdef lisboa_state s
    cdef lisboa_outlook m
    cdef int32_t total[SEATS]
    cdef double points[SEATS]
    cdef double best, sum = 0.0, sharp, rounds
    cdef int q
    memcpy(&s, state, sizeof(lisboa_state))
    rounds = rounds_left(r, &s, w)
    finish_turn(r, &s, w, rounds)
    if seen_task(&s).kind == OVER:
        write_returns(r, &s, out)
        return 0
    count_points(r, &s, total)
    for q in range(r.players):
        read_outlook(r, &s, w, q, rounds, False, &m)
        points[q] = total[q] + expectations(r, &s, w, &m)
    sharp = max(0.0, w[EVALUATE_SHARP] + w[EVALUATE_SHARP_LEFT] * m.use)
    best = points[0]
    for q in range(1, r.players):
        best = max(best, points[q])
    for q in range(r.players):
        out[q] = det_exp(max(sharp * (points[q] - best), -<double>WIDEST))
        sum += out[q]
    for q in range(r.players):
        out[q] = (out[q] / sum * r.players - 1.0) / (r.players - 1)
    return 0


DEFAULTS = (
    (b"sharpness", 1.5),
    (b"tau", 1.94),
    (b"cubes", 1.18),
    (b"reis", 0.31),
    (b"influence", 0.901),
    (b"good", 1.35),
    (b"gold", 0.0385),
    (b"market", 0.618),
    (b"official", 3.67),
    (b"crowd", 0.055),
    (b"block", 0.301),
    (b"plan", 2.94),
    (b"plan_wigs", 0.396),
    (b"favor", 0.741),
    (b"marker", 2.88),
    (b"room", 2.19),
    (b"part_1", 0.204),
    (b"part_2", 0.571),
    (b"later_set", 0.101),
    (b"income", 0.107),
    (b"benefit", 0.0377),
    (b"hull", 1.44),
    (b"crate", 0.557),
    (b"store", 1.5),
    (b"served", 0.793),
    (b"tile", 3.17),
    (b"tile_visit", 1.87),
    (b"tile_store", 2.83),
    (b"tile_gain", 0.253),
    (b"tile_back", -0.472),
    (b"street", 0.937),
    (b"staff", 1.21),
    (b"staff_each", 1.43),
    (b"hope", 0.733),
    (b"hope_per", 1.36),
    (b"slip", 0.739),
    (b"deny", 0.391),
    (b"follow", 0.151),
    (b"keep", -0.272),
    (b"draw_visit", 0.59),
    (b"turn", 0.492),
    (b"evaluate_money", 0.709),
    (b"evaluate_decrees", 0.575),
    (b"evaluate_rubble", 0.726),
    (b"evaluate_officials", 0.695),
    (b"evaluate_cards", 0.746),
    (b"evaluate_stores", 0.306),
    (b"evaluate_sharp", 0.237),
    (b"evaluate_sharp_left", -0.22),
)
"""Names and defaults of the weights, in the order of `lisboa_weights.pxd`."""

cdef const char *names[WEIGHTS]
cdef double defaults[WEIGHTS]


cdef fill_defaults():
    cdef int index
    cdef bytes name
    for index, (name, default) in enumerate(DEFAULTS):
        names[index] = name  # DEFAULTS keeps it alive
        defaults[index] = default


assert len(DEFAULTS) == WEIGHTS
fill_defaults()

cdef caravela_heuristic heuristic
heuristic.abi = CARAVELA_ABI
heuristic.size = sizeof(caravela_heuristic)
heuristic.game = "lisboa"
heuristic.layout = LISBOA_LAYOUT
heuristic.n_weights = WEIGHTS
heuristic.names = names
heuristic.defaults = defaults
heuristic.prior = prior
heuristic.evaluate = evaluate

HEURISTIC = PyCapsule_New(&heuristic, "caravela.heuristic", NULL)
"""PyCapsule "caravela.heuristic"."""
