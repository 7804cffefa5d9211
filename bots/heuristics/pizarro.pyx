"""What is known about Pizarro & Co., as a PyCapsule "caravela.heuristic": action priors and an evaluation.

Both rest on what money and explorer cards are worth in victory points (`pizarro_market.pxd`) and on the cheapest cards
that pay a bid (`pizarro_cost.pxd`). `prior` scores an action and takes the softmax; it reads only what seat p
knows (P13), so that it serves as a model of an opponent too. `evaluate` reads the whole world: it adds up what every
seat has and may still expect, and turns the points into smooth shares of the win.

Every weight is described where it is declared (`pizarro_weights.pxd`). All numbers come from IEEE basic operations and
`detmath.h`: every machine gives the same bits. `benchmarks/tune_heuristic.py` finds weights by self-play.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from abi cimport CARAVELA_ABI, caravela_game, caravela_heuristic
from bits cimport bits_lowest
from detmath cimport det_exp

from pizarro_auction cimport write_left
from pizarro_cost cimport COSTS, bid_costs, payment_costs
from pizarro_end cimport count_points, ships_on
from pizarro_market cimport (
    bag_worth,
    competition,
    count_unseen,
    later_gain,
    part_worth,
    pizarro_market,
    price_cards,
    price_for,
    read_market,
    stack_crowns,
    win_worth,
)
from pizarro_play cimport write_returns
from pizarro_state cimport (
    ACT_TUCK_BID,
    A_FROM_LEFT,
    A_STACK,
    LEFT,
    PIZARRO_LAYOUT,
    RIGHT,
    SEATS,
    STEP_BID,
    STEP_LUCK,
    STEP_LUCK_DRAW,
    STEP_OVER,
    STEP_PART,
    STEP_PAY,
    STEP_PUT,
    STEP_SHIP,
    STEP_TUCK_HAND,
    STEP_TUCK_PAID,
    STEP_VETO,
    SUM_MAX,
    VALUES,
    WIDTH,
    add_hand,
    participants,
    pizarro_rules,
    pizarro_state,
    rules_of,
)
from pizarro_weights cimport (
    CROWN,
    DENY,
    EVALUATE_DUE,
    EVALUATE_LEAD,
    EVALUATE_MONEY,
    EVALUATE_NEXT,
    EVALUATE_SHARP,
    EVALUATE_SHARP_LEFT,
    GAIN,
    JUMP,
    JUMP_RIVAL,
    LUCK_BEHIND,
    PASS,
    PASS_LEADER,
    PASS_OPEN,
    SHARPNESS,
    SPEND,
    TUCK_1,
    VETO,
    VETO_OTHER,
    VETO_OWN,
    VETO_RICH,
    VETO_WORTH,
    WEIGHTS,
)

cdef enum:
    WIDEST = 16             # a score this far below the best, times sharpness, is as good as any lower one


cdef inline double unit_cost(const pizarro_rules *r, const pizarro_state *s, const pizarro_market *m, const double *w,
                             int q) noexcept nogil:
    """Points that a unit of money costs another seat when it pays: price and crowns."""
    return price_for(r, s, m, w, q) + w[CROWN] * m.card_crown / (m.card_value + 1.0)


cdef inline void write_bonus(const pizarro_rules *r, const pizarro_state *s, const double *w,
                             double *bonus) noexcept nogil:
    """P8.3, side B: the lowest card of a payment is worth tucking."""
    cdef int v
    memset(bonus, 0, VALUES * sizeof(double))
    if r.space_act[s.card - 1][s.phase][LEFT] == ACT_TUCK_BID:
        for v in range(r.values):
            bonus[v] = w[TUCK_1 + s.phase] * r.crown[v]


cdef inline void score_bids(const pizarro_rules *r, const pizarro_state *s, int p, const double *w,
                            pizarro_market *m, const int32_t *actions, int n, double *out) noexcept nogil:
    """D2."""
    cdef uint8_t hand[WIDTH]
    cdef double bonus[VALUES]
    cdef float costs[COSTS]
    cdef int low = actions[1] - r.first_bid + 1, high = low + n - 2, i, b, q, steps
    cdef uint32_t others = s.asked & ~(<uint32_t>1 << p)
    cdef double most = 0.0, limit = 0.0, worth, unit, ready, win, jump = w[JUMP] if others else 0.0
    add_hand(s, p, hand)
    write_bonus(r, s, w, bonus)
    price_cards(r, s, w, p, m)
    bid_costs(r, hand, m.cost, bonus, min(min(high + <int>r.value[r.values - 1], <int>s.sum[p]), <int>SUM_MAX), costs)
    out[0] = w[PASS]
    if s.leader == 0:
        out[0] += w[PASS_OPEN]
    while others:
        q = bits_lowest(others)
        others &= others - 1
        worth = win_worth(r, s, m, w, q, p)
        unit = unit_cost(r, s, m, w, q)
        ready = min(m.money[q], worth / unit)
        most = max(most, worth)
        limit = max(limit, ready)
        if s.leader == 1 + q:
            out[0] += w[PASS_LEADER] * max(0.0, worth - unit * s.high)
    win = w[GAIN] * win_worth(r, s, m, w, p, p) + w[DENY] * most / (r.players - 1)
    for i in range(1, n):
        b = low + i - 1
        steps = i - 1
        out[i] = win - costs[b] + jump * steps + w[JUMP_RIVAL] * max(0.0, min(<double>steps, limit - low))


cdef inline void score_tucks(const pizarro_rules *r, const pizarro_state *s, int p, const double *w,
                             pizarro_market *m, const int32_t *actions, int n, double *out) noexcept nogil:
    """D6: crowns under the stack, less what a card of the hand is worth there."""
    cdef int i, v
    price_cards(r, s, w, p, m)
    for i in range(n):
        v = actions[i] - r.first_tuck
        out[i] = w[TUCK_1 + s.phase] * r.crown[v]
        if s.step == STEP_TUCK_HAND:
            out[i] -= m.cost[v]


cdef inline void score_ships(const pizarro_rules *r, const pizarro_state *s, int p, const pizarro_market *m,
                             const int32_t *actions, int n, double *out) noexcept nogil:
    """D4: what the ship leaves behind, and the crowns of its stack."""
    cdef int i, e = s.card - 1, before = s.phase - 1
    for i in range(n):
        if actions[i] >= A_STACK:
            out[i] = ((r.multiplier[s.phase] - r.multiplier[before])
                      * stack_crowns(r, s, m, actions[i] - A_STACK, p))
        else:
            out[i] = -<double>r.space_crown[e][before][actions[i] - A_FROM_LEFT]


cdef inline void score_puts(const pizarro_rules *r, const pizarro_state *s, int p, const double *w,
                            pizarro_market *m, const int32_t *actions, int n, double *out) noexcept nogil:
    """D7: what is gained by exchanging a card, and the best of those no higher that may still follow."""
    cdef uint8_t hand[WIDTH]
    cdef double gains[WIDTH]
    cdef double mean, gain
    cdef int i, v, k, copy, kept = 0, room = min(<int>s.room, <int>WIDTH)
    price_cards(r, s, w, p, m)
    add_hand(s, p, hand)
    mean = w[CROWN] * m.card_crown + w[SPEND] * m.left + m.price * m.card_value
    out[0] = 0.0
    for i in range(1, n):
        v = actions[i] - r.first_put
        gain = mean - m.cost[v]
        for copy in range(hand[v]):
            if copy == hand[v] - 1:
                out[i] = gain
                for k in range(min(kept, room - 1)):
                    out[i] += gains[k]
            if gain > 0.0:  # into the best gains so far, greatest first
                k = min(kept, room - 1)
                kept = min(kept + 1, room)
                while k and gains[k - 1] < gain:
                    gains[k] = gains[k - 1]
                    k -= 1
                gains[k] = gain if k < kept else gains[k]


cdef inline void score_luck(const pizarro_rules *r, const pizarro_state *s, int p, const double *w,
                            double *out) noexcept nogil:
    """D8: the mean of one more card, less what it puts at stake (P10.4)."""
    cdef int32_t total[SEATS]
    cdef int pool[VALUES]
    cdef int v, q, sum, count = 0
    cdef double gain = 0.0
    count_unseen(r, s, p, pool)
    for v in range(r.values):
        count += pool[v]
        sum = s.luck + r.value[v]
        gain += pool[v] * ((sum if sum <= r.luck_limit else r.luck_over) - <double>s.luck)
    out[0] = gain / count
    out[1] = 0.0
    count_points(r, s, total)
    for q in range(r.players):
        if s.scored >> q & 1 and total[q] > total[p]:
            out[1] = w[LUCK_BEHIND]


cdef inline void score_veto(const pizarro_rules *r, const pizarro_state *s, int p, const double *w,
                            const pizarro_market *m, double *out) noexcept nogil:
    """D1."""
    cdef uint32_t seats = participants(r, s, s.card - 1)
    cdef double most = 0.0
    cdef int q
    out[0] = w[VETO] + w[VETO_RICH] * (m.money[p] / (m.mean + 1.0) - 1.0)
    out[1] = 0.0
    while seats:
        q = bits_lowest(seats)
        seats &= seats - 1
        if q == p:
            out[0] += w[VETO_OWN] * win_worth(r, s, m, w, q, p)
        else:
            most = max(most, win_worth(r, s, m, w, q, p))
    out[0] += w[VETO_OTHER] * most


cdef inline void score_payments(const pizarro_rules *r, const pizarro_state *s, int p, const double *w,
                                pizarro_market *m, const int32_t *actions, int n, double *out) noexcept nogil:
    """D3."""
    cdef uint8_t hand[WIDTH]
    cdef double bonus[VALUES]
    cdef int i
    write_left(s, hand)
    write_bonus(r, s, w, bonus)
    price_cards(r, s, w, p, m)
    payment_costs(r, hand, m.cost, bonus, s.due, s.inexact, actions, n, out)
    for i in range(n):
        out[i] = -out[i]


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
    cdef const pizarro_rules *r = rules_of(game.self)
    cdef const pizarro_state *s = <const pizarro_state *>state
    cdef pizarro_market market
    if n == 1:
        out[0] = 1.0
        return 0
    if s.step == STEP_LUCK:
        score_luck(r, s, p, w, out)
        softmax(n, w[SHARPNESS], out)
        return 0
    read_market(r, s, w, p, &market)
    if s.step == STEP_BID:
        score_bids(r, s, p, w, &market, actions, n, out)
    elif s.step == STEP_PAY:
        score_payments(r, s, p, w, &market, actions, n, out)
    elif s.step == STEP_VETO:
        score_veto(r, s, p, w, &market, out)
    elif s.step == STEP_PUT:
        score_puts(r, s, p, w, &market, actions, n, out)
    elif s.step == STEP_SHIP:
        score_ships(r, s, p, &market, actions, n, out)
    elif s.step == STEP_PART:
        out[0] = part_worth(r, &market, w, s.card - 1, s.phase, LEFT)
        out[1] = part_worth(r, &market, w, s.card - 1, s.phase, RIGHT)
    else:
        score_tucks(r, s, p, w, &market, actions, n, out)
    softmax(n, w[SHARPNESS], out)
    return 0


cdef inline double expectations(const pizarro_rules *r, const pizarro_state *s, const pizarro_market *m,
                                const double *w, int q) noexcept nogil:
    """Points that seat q may expect beyond what it has."""
    cdef double points, cards = s.bags[q] + s.bases[q]
    cdef int e, phase, ships
    points = w[EVALUATE_MONEY] * m.money[q] * price_for(r, s, m, w, q) + w[VETO_WORTH] * s.vetoes[q] * m.left
    for e in range(r.explorers):
        for phase in range(max(0, s.phase - 1), min(s.phase + 1, r.phases)):
            ships = s.ships[e][q][phase]
            if ships == 0:
                continue
            if phase == s.phase:
                cards += (ships_on(s, r, e, q, phase, LEFT) * r.space_bag[e][phase][LEFT]
                          + ships_on(s, r, e, q, phase, RIGHT) * r.space_bag[e][phase][RIGHT]) * r.pay_bags[phase]
            if phase + 1 < r.phases:
                ships = min(ships, <int>(r.cards[phase + 1][e] if phase == s.phase else s.deck[e]))
                points += (w[EVALUATE_NEXT] * ships * later_gain(r, m, w, e, phase)
                           / competition(r, s, w, e, q, phase))
    return points + w[EVALUATE_DUE] * cards * bag_worth(r, m, w, s.phase)


cdef int evaluate(const caravela_game *game, const void *state, const double *w, double *out) except -100 nogil:
    """Expected utility of every seat; exact at the end."""
    cdef const pizarro_rules *r = rules_of(game.self)
    cdef const pizarro_state *s = <const pizarro_state *>state
    cdef int32_t total[SEATS]
    cdef double points[SEATS]
    cdef pizarro_market m
    cdef double best, sum = 0.0, sharp
    cdef int q
    if s.step == STEP_OVER:
        write_returns(r, s, out)
        return 0
    count_points(r, s, total)
    read_market(r, s, w, -1, &m)
    for q in range(r.players):
        points[q] = total[q]
        if s.step != STEP_LUCK and s.step != STEP_LUCK_DRAW:
            points[q] += expectations(r, s, &m, w, q)
    if s.leader and (s.step == STEP_BID or s.step == STEP_PAY or s.step == STEP_TUCK_PAID or s.step == STEP_SHIP
                     or s.step == STEP_PART):
        q = s.leader - 1
        points[q] += w[EVALUATE_LEAD] * win_worth(r, s, &m, w, q, -1)
        if s.step == STEP_BID or s.step == STEP_PAY:
            points[q] -= w[EVALUATE_LEAD] * unit_cost(r, s, &m, w, q) * s.high
    sharp = max(0.0, w[EVALUATE_SHARP] + w[EVALUATE_SHARP_LEFT] * m.left)
    best = points[0]
    for q in range(1, r.players):
        best = max(best, points[q])
    for q in range(r.players):
        out[q] = det_exp(sharp * (points[q] - best))
        sum += out[q]
    for q in range(r.players):
        out[q] = (out[q] / sum * r.players - 1.0) / (r.players - 1)
    return 0


DEFAULTS = (
    (b"sharpness", 3.0),
    (b"price_1", 0.847),
    (b"price_2", 0.792),
    (b"price_3", 0.446),
    (b"price_rich", -0.313),
    (b"crown", 1.29),
    (b"spend", 0.384),
    (b"card_1", 0.43),
    (b"card_2", 0.365),
    (b"card_3", 0.108),
    (b"veto_worth", 0.503),
    (b"luck_worth", 14.8),
    (b"exchange_worth", 1.1),
    (b"expose", -0.546),
    (b"stay_1", 0.343),
    (b"stay_2", 0.533),
    (b"next_1", 0.48),
    (b"next_2", 0.75),
    (b"next_rival", 0.714),
    (b"next_seats", 0.25),
    (b"next_open", 0.345),
    (b"next_spare", 0.387),
    (b"gain", 0.988),
    (b"deny", 0.298),
    (b"jump", 0.147),
    (b"jump_rival", 0.127),
    (b"pass", -0.0668),
    (b"pass_leader", -0.27),
    (b"pass_open", -0.153),
    (b"tuck_1", 1.43),
    (b"tuck_2", 2.28),
    (b"tuck_3", 4.16),
    (b"veto", -0.395),
    (b"veto_own", 0.0164),
    (b"veto_other", 0.257),
    (b"veto_rich", 0.562),
    (b"luck_behind", -9.34),
    (b"evaluate_money", 0.61),
    (b"evaluate_next", 0.48),
    (b"evaluate_due", 0.42),
    (b"evaluate_lead", 0.64),
    (b"evaluate_sharp", 0.43),
    (b"evaluate_sharp_left", -0.38),
)
"""Names and defaults of the weights, in the order of `pizarro_weights.pxd`."""

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
heuristic.game = "pizarro"
heuristic.layout = PIZARRO_LAYOUT
heuristic.n_weights = WEIGHTS
heuristic.names = names
heuristic.defaults = defaults
heuristic.prior = prior
heuristic.evaluate = evaluate

HEURISTIC = PyCapsule_New(&heuristic, "caravela.heuristic", NULL)
"""PyCapsule "caravela.heuristic"."""
