"""What is known about Sevilla 1503, as a PyCapsule "caravela.heuristic": action priors and an evaluation.

Both rest on what a card or ship adds to a seat's pile in victory points (`sevilla_worth.pxd`). `prior` scores an action
and takes the softmax; it reads only what seat p knows (S15), so that it serves as a model of an opponent too. Bids
are secret and simultaneous: they are scored by the chance to win, so that the softmax spreads them over what is
reasonable. A bot that always plays the best of them can be read; it should draw from the probabilities. `evaluate`
reads the whole world: it boards the piles, adds money, cards that found no room and what bids on the table will win,
and turns the points into smooth shares of the win.

Every weight is described where it is declared (`sevilla_weights.pxd`). All numbers come from IEEE basic operations and
`detmath.h`: every machine gives the same bits. `benchmarks/tune_heuristic.py` finds weights by self-play.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from abi cimport CARAVELA_ABI, caravela_game, caravela_heuristic
from bits cimport bits_lowest
from detmath cimport det_exp

from sevilla_boarding cimport SV_REBEL, sv_boarding_value
from sevilla_boarding_best cimport sv_best_boarding
from sevilla_lots cimport highest
from sevilla_play cimport write_returns
from sevilla_state cimport (
    A_BID,
    A_BOARD,
    A_DECLINE,
    A_DONE,
    A_FALSE,
    A_GIVE,
    A_KEEP,
    A_LAST,
    A_PASS,
    A_PATRON,
    A_PAY,
    A_SELL,
    A_SWAP,
    CASA,
    DISCS,
    KINDS,
    LOTS,
    PUERTO,
    SEATS,
    SEVILLA_LAYOUT,
    STEP_AMOUNT,
    STEP_ARENAL,
    STEP_BOARD,
    STEP_CASA,
    STEP_DEAL,
    STEP_FALSE,
    STEP_ORDER,
    STEP_OVER,
    STEP_REBID,
    STEP_SHOW,
    STEP_TOLL,
    free_money,
    full_capacity,
    patron_value,
    rival_disc,
    rules_of,
    sevilla_rules,
    sevilla_state,
    total_of,
)
from sevilla_weights cimport (
    BEAT,
    BEAT_WORTH,
    BID_BACK,
    BID_BUDGET,
    BID_DENY,
    BID_HELM,
    BID_HIGH,
    BID_HIGH_DISC,
    BID_HIGH_MONEY,
    BID_HIGH_WORTH,
    BID_SAVE,
    BID_SHARPNESS,
    BID_SOME,
    BID_SPREAD,
    EVALUATE_CARD,
    EVALUATE_COIN,
    EVALUATE_COIN_LEFT,
    EVALUATE_LEAD,
    EVALUATE_SHARP,
    EVALUATE_SHARP_LEFT,
    FALSE_COIN,
    FALSE_EMPTY,
    GIVE,
    GIVE_LEADER,
    LAST,
    LAST_LEAD,
    PATRON,
    PATRON_LATER,
    REBID_DENY,
    SELL,
    SHARPNESS,
    SWAP,
    TOLL,
    WEIGHTS,
)
from sevilla_worth cimport (
    card_worth,
    lot_worth,
    read_hold,
    read_times,
    sevilla_hold,
    sevilla_times,
    ship_worth,
)

cdef enum:
    WIDEST = 16             # a score this far below the best, times sharpness, is as good as any lower one
    CERTAIN = 100           # points of a card that belongs to the best boarding


cdef inline double chance(double x) noexcept nogil:
    """A smooth step from 0 to 1."""
    return 0.5 + 0.5 * x / (1.0 + (x if x >= 0 else -x))


cdef inline int best_patron(const sevilla_rules *r, const sevilla_state *s, int q) noexcept nogil:
    """The largest value of a patron that seat q has ready; 0 without one."""
    cdef int patron, best = 0
    for patron in range(r.patrons):
        if not s.spent[q] >> patron & 1:
            best = max(best, patron_value(r, s, q, patron))
    return best


cdef inline double mean_disc(const sevilla_rules *r, const sevilla_state *s) noexcept nogil:
    """Of the false player (S12.2)."""
    cdef int value, sum = 0
    for value in range(1, DISCS):
        sum += value * r.false_discs[s.round][value]
    return <double>sum / DISCS


cdef inline void score_bids(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                            const int32_t *actions, int n, double *out) noexcept nogil:
    """E1. What the others bid in this round is not read."""
    cdef sevilla_times t
    cdef sevilla_hold own, other
    cdef int q, lot, i
    cdef double worth, later = 0.0, most = 0.0, high = 0.0, reach, spread, save, bid, x
    cdef int money = free_money(s, p)
    read_times(r, s, &t)
    read_hold(r, s, &t, w, p, True, &own)
    worth = lot_worth(r, s, &t, w, &own, s.lot)
    for lot in range(s.lot + 1, r.lots):
        later += lot_worth(r, s, &t, w, &own, lot)
    for q in range(r.players):
        if q == p:
            continue
        read_hold(r, s, &t, w, q, False, &other)
        x = lot_worth(r, s, &t, w, &other, s.lot)
        most = max(most, x)
        high = max(high, min(<double>s.purse[q],
                             w[BID_HIGH_WORTH] * x + w[BID_HIGH_MONEY] * s.purse[q] / r.lots))
    high += w[BID_HIGH]
    if r.rival:
        high += w[BID_HIGH_DISC] * mean_disc(r, s)
    reach = w[BID_BACK] * best_patron(r, s, p) - high
    spread = 1.0 / max(0.1, w[BID_SPREAD])
    worth += w[BID_DENY] * most / (r.players - 1)
    if s.helm == p:
        reach += w[BID_HELM]
    later *= w[BID_BUDGET]
    save = max(0.1, w[BID_SAVE] * (r.lots - 1 - s.lot))
    out[0] = later * money / (money + save)
    for i in range(1, n):
        bid = actions[i] - A_BID
        out[i] = (w[BID_SOME] + chance((bid + reach) * spread) * (worth - own.coin * bid)
                  + later * (money - bid) / (money - bid + save))


cdef inline void score_false(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                             const int32_t *actions, int n, double *out) noexcept nogil:
    """E2: discs that say nothing."""
    cdef double each = w[FALSE_COIN] + (w[FALSE_EMPTY] if s.bid[p][s.lot] == 0 else 0.0)
    cdef int i
    for i in range(n):
        out[i] = each * (actions[i] - A_FALSE)


cdef inline double beaten(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                          const sevilla_hold *h, double worth, int total) noexcept nogil:
    """The chance that seat h.seat, still to be asked, beats a total with a patron."""
    cdef int q = h.seat, least = 0, patron, value
    for patron in range(r.patrons):
        value = patron_value(r, s, q, patron)
        if not s.spent[q] >> patron & 1 and s.bid[q][s.lot] + value > total and (least == 0 or value < least):
            least = value
    if least == 0:
        return 0.0
    return chance(w[BEAT] + w[BEAT_WORTH] * (worth - h.coin * (<int>s.bid[q][s.lot] + w[PATRON] * least)))


cdef inline void score_rebids(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                              const int32_t *actions, int n, double *out) noexcept nogil:
    """E4: the chance that nobody asked later beats the new total, times what the lot is then worth."""
    cdef sevilla_times t
    cdef sevilla_hold holds[SEATS]
    cdef double worths[SEATS]
    cdef int q, i, total, bid = s.bid[p][s.lot], high = highest(r, s), leaders = 0
    cdef double most = 0.0, worth, stays
    read_times(r, s, &t)
    for q in range(r.players):
        if s.bid[q][s.lot] == 0:
            continue
        read_hold(r, s, &t, w, q, q == p, &holds[q])
        worths[q] = lot_worth(r, s, &t, w, &holds[q], s.lot)
        if q != p:
            most = max(most, worths[q])
        leaders += total_of(r, s, q) == high
    worth = worths[p] + w[REBID_DENY] * most / (r.players - 1) - holds[p].coin * bid
    for i in range(n):
        total = high
        if actions[i] != A_PASS:
            total = bid + patron_value(r, s, p, actions[i] - A_PATRON)
        elif bid < high or leaders > 1 or high == rival_disc(s):
            out[i] = 0.0
            continue
        stays = 1.0
        for q in range(r.players):
            if s.asked >> q & 1:
                stays *= 1.0 - beaten(r, s, &t, w, &holds[q], worths[q], total)
        out[i] = stays * worth
        if actions[i] != A_PASS:
            out[i] -= stays * (w[PATRON] * holds[p].coin * r.income[actions[i] - A_PATRON]
                               + w[PATRON_LATER] * (r.lots - 1 - s.lot))


cdef inline void score_order(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                             const int32_t *actions, int n, double *out) noexcept nogil:
    """E3."""
    cdef int q, most = rival_disc(s), i
    for q in range(r.players):
        if q != p:
            most = max(most, <int>s.bid[q][s.lot])
    for i in range(n):
        out[i] = w[LAST] + w[LAST_LEAD] * (<int>s.bid[p][s.lot] - most) if actions[i] == A_LAST else 0.0


cdef inline void score_toll(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                            const int32_t *actions, int n, double *out) noexcept nogil:
    """E5: the ship, which the winner has already, for a coin."""
    cdef sevilla_times t
    cdef sevilla_hold own
    cdef int i
    read_times(r, s, &t)
    read_hold(r, s, &t, w, p, True, &own)
    own.shortage += r.small_capacity
    for i in range(n):
        out[i] = 0.0
        if actions[i] == A_PAY:
            out[i] = w[TOLL] + ship_worth(r, s, w, &own, r.small_capacity) - own.coin * r.toll


cdef inline int standing(const sevilla_state *s, int q) noexcept nogil:
    """Coins and ships of a seat, as all see them."""
    return s.purse[q] + s.capacity[q] // 4


cdef inline void score_deals(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                             const int32_t *actions, int n, double *out) noexcept nogil:
    """E6: a rebel is a burden, here or there."""
    cdef sevilla_times t
    cdef sevilla_hold own
    cdef int kind = s.card[s.lot][s.slot] - 1, i, q
    cdef double mean = 0.0
    read_times(r, s, &t)
    for q in range(r.players):
        mean += <double>standing(s, q) / r.players
    for i in range(n):
        q = p if actions[i] == A_KEEP else actions[i] - A_GIVE
        read_hold(r, s, &t, w, q, q == p, &own)
        if q == p:
            forget(&own, kind)
            out[i] = card_worth(r, s, &t, w, &own, kind)
        else:
            out[i] = (-w[GIVE] * card_worth(r, s, &t, w, &own, kind)
                      + w[GIVE_LEADER] * (standing(s, q) - mean))


cdef inline void forget(sevilla_hold *h, int kind) noexcept nogil:
    """Takes a card out of a pile that is to be compared with and without it; what it promised stays."""
    h.pile[kind] -= 1


cdef inline void score_swaps(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                             const int32_t *actions, int n, double *out) noexcept nogil:
    """E7: the mean of the cards that may come, less the one given up."""
    cdef sevilla_times t
    cdef sevilla_hold own
    cdef double mean = 0.0
    cdef int i, kind, count, total = 0
    read_times(r, s, &t)
    read_hold(r, s, &t, w, p, True, &own)
    if s.deck_count:
        for kind in range(r.kinds):
            count = s.deck[kind]
            if count:
                mean += count * card_worth(r, s, &t, w, &own, kind)
                total += count
        mean /= total
    elif s.bottom_count:
        mean = card_worth(r, s, &t, w, &own, s.bottom[0] - 1)
    for i in range(n):
        out[i] = 0.0
        if actions[i] != A_DECLINE:
            kind = s.card[s.lot][actions[i] - A_SWAP] - 1
            forget(&own, kind)
            out[i] = w[SWAP] + mean - card_worth(r, s, &t, w, &own, kind)
            own.pile[kind] += 1


cdef inline void score_sales(const sevilla_rules *r, const sevilla_state *s, int p, const double *w,
                             const int32_t *actions, int n, double *out) noexcept nogil:
    """E8: coins for a card."""
    cdef sevilla_times t
    cdef sevilla_hold own
    cdef int i, kind
    read_times(r, s, &t)
    read_hold(r, s, &t, w, p, True, &own)
    for i in range(n):
        out[i] = 0.0
        if actions[i] != A_DECLINE:
            kind = actions[i] - A_SELL
            forget(&own, kind)
            out[i] = w[SELL] + own.coin * r.casa_price - card_worth(r, s, &t, w, &own, kind)
            own.pile[kind] += 1


cdef inline void score_boarding(const sevilla_rules *r, const sevilla_state *s, int p, const int32_t *actions, int n,
                                double *out) noexcept nogil:
    """E9: cards of the best boarding, those first that make others weightless."""
    cdef uint8_t best[KINDS]
    cdef int i, kind
    sv_best_boarding(&r.boarding, s.pile[p], full_capacity(r, s, p), s.ships[p], s.purse[p], s.helm == p, best)
    for i in range(n):
        kind = actions[i] - A_BOARD
        out[i] = 0.0
        if actions[i] == A_DONE:
            out[i] = CERTAIN
        elif best[kind] > s.aboard[p][kind]:
            out[i] = 3 * CERTAIN if r.boarding.weightless[kind] else 2 * CERTAIN


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
    cdef const sevilla_rules *r = rules_of(game.self)
    cdef const sevilla_state *s = <const sevilla_state *>state
    cdef double sharpness = w[SHARPNESS]
    if n == 1:
        out[0] = 1.0
        return 0
    if s.step == STEP_AMOUNT:
        sharpness *= w[BID_SHARPNESS]
        score_bids(r, s, p, w, actions, n, out)
    elif s.step == STEP_FALSE:
        score_false(r, s, p, w, actions, n, out)
    elif s.step == STEP_REBID:
        score_rebids(r, s, p, w, actions, n, out)
    elif s.step == STEP_ORDER:
        score_order(r, s, p, w, actions, n, out)
    elif s.step == STEP_TOLL:
        score_toll(r, s, p, w, actions, n, out)
    elif s.step == STEP_DEAL:
        score_deals(r, s, p, w, actions, n, out)
    elif s.step == STEP_ARENAL:
        score_swaps(r, s, p, w, actions, n, out)
    elif s.step == STEP_CASA:
        score_sales(r, s, p, w, actions, n, out)
    else:
        score_boarding(r, s, p, actions, n, out)
    softmax(n, sharpness, out)
    return 0


cdef inline void add_leads(const sevilla_rules *r, const sevilla_state *s, const sevilla_times *t, const double *w,
                           const sevilla_hold *holds, double *points) noexcept nogil:
    """What the highest bidders of lots not yet settled gain; those who share the lead share it."""
    cdef int lot, q, high, leaders
    for lot in range(s.lot, r.lots):
        high = leaders = 0
        for q in range(r.players):
            if s.bid[q][lot] > high:
                high = s.bid[q][lot]
                leaders = 1
            elif s.bid[q][lot] == high:
                leaders += 1
        if high == 0:
            continue
        for q in range(r.players):
            if s.bid[q][lot] == high:
                points[q] += w[EVALUATE_LEAD] / leaders * (lot_worth(r, s, t, w, &holds[q], lot) - holds[q].coin * high)


cdef int evaluate(const caravela_game *game, const void *state, const double *w, double *out) except -100 nogil:
    """Expected utility of every seat; exact at the end."""
    cdef const sevilla_rules *r = rules_of(game.self)
    cdef const sevilla_state *s = <const sevilla_state *>state
    cdef sevilla_times t
    cdef sevilla_hold holds[SEATS]
    cdef double points[SEATS]
    cdef uint8_t board[KINDS]
    cdef double best, sum = 0.0, sharp
    cdef int q, k
    if s.step == STEP_OVER:
        write_returns(r, s, out)
        return 0
    read_times(r, s, &t)
    for q in range(r.players):
        read_hold(r, s, &t, w, q, True, &holds[q])
        points[q] = sv_best_boarding(&r.boarding, holds[q].pile, full_capacity(r, s, q), s.ships[q], s.purse[q],
                                     s.helm == q, board)
        points[q] += (w[EVALUATE_COIN] + w[EVALUATE_COIN_LEFT] * t.left) * s.purse[q]
        if t.left > 0:
            for k in range(r.kinds):
                points[q] += w[EVALUATE_CARD] * t.left * (<int>holds[q].pile[k] - <int>board[k])
    if STEP_SHOW <= s.step < STEP_CASA:  # all have bid
        add_leads(r, s, &t, w, holds, points)
    sharp = max(0.0, w[EVALUATE_SHARP] + w[EVALUATE_SHARP_LEFT] * t.left)
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
    (b"sharpness", 12.0),
    (b"bid_sharpness", 0.7),
    (b"room", 0.39),
    (b"load", 1.24),
    (b"load_left", 0.26),
    (b"future", 1.64),
    (b"crew_left", 0.387),
    (b"ships_left", 0.643),
    (b"missing", 0.124),
    (b"coins_chance", 0.44),
    (b"set_chance", 0.766),
    (b"piece_1", 0.551),
    (b"piece_2", 0.3),
    (b"piece_3", 0.152),
    (b"helm", 0.137),
    (b"coin", 0.213),
    (b"coin_left", 0.0698),
    (b"coin_rich", 0.0139),
    (b"bid_back", 0.7),
    (b"bid_spread", 4.0),
    (b"bid_high", 0.941),
    (b"bid_high_worth", 0.42),
    (b"bid_high_money", 0.485),
    (b"bid_high_disc", -0.231),
    (b"bid_deny", 0.262),
    (b"bid_helm", 0.857),
    (b"bid_budget", 1.39),
    (b"bid_save", 2.13),
    (b"bid_some", 0.0694),
    (b"false_coin", -0.0182),
    (b"false_empty", 0.0415),
    (b"beat", 0.0434),
    (b"beat_worth", 2.12),
    (b"patron", 3.25),
    (b"patron_later", 0.036),
    (b"rebid_deny", 0.348),
    (b"last", -0.3),
    (b"last_lead", -0.0028),
    (b"give", 0.336),
    (b"give_leader", 0.00768),
    (b"toll", -0.0259),
    (b"swap", -0.0241),
    (b"sell", -0.000725),
    (b"evaluate_coin", 0.68),
    (b"evaluate_coin_left", -0.7),
    (b"evaluate_lead", 0.3),
    (b"evaluate_card", 0.18),
    (b"evaluate_sharp", 0.157),
    (b"evaluate_sharp_left", -0.084),
)
"""Names and defaults of the weights, in the order of `sevilla_weights.pxd`."""

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
heuristic.game = "sevilla"
heuristic.layout = SEVILLA_LAYOUT
heuristic.n_weights = WEIGHTS
heuristic.names = names
heuristic.defaults = defaults
heuristic.prior = prior
heuristic.evaluate = evaluate

HEURISTIC = PyCapsule_New(&heuristic, "caravela.heuristic", NULL)
"""PyCapsule "caravela.heuristic"."""
