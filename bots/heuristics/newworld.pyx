"""What is known about 1500: The New World, as a PyCapsule "caravela.heuristic": action priors and an evaluation.

Both rest on what a change of the map is worth in victory points, to a seat and against the others
(`newworld_worth.pxd`), and on what each use of a card would change if its choices are made greedily
(`newworld_uses.pxd`): a card is played by several small decisions, and the first of them must foresee the best of the
later ones. `prior` scores an action by its swing, less what the card is worth otherwise, and takes the softmax. It
reads only what seat p knows (N13), so that it serves as a model of an opponent too. `evaluate` reads the whole world:
it adds to a seat's points what its map, its hand and the deals to come promise, and turns them into smooth shares of
the win.

Every weight is described where it is declared (`newworld_weights.pxd`). All numbers come from IEEE basic operations and
`detmath.h`: every machine gives the same bits. `benchmarks/tune_heuristic.py` finds weights by self-play.
"""

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, uint32_t

from abi cimport CARAVELA_ABI, caravela_game, caravela_heuristic
from bits cimport bits_count, bits_lowest
from detmath cimport det_exp

from newworld_cards cimport casualties, effect_of, empties, harmed, replaceable, strugglers
from newworld_map cimport above, beside
from newworld_play cimport write_returns
from newworld_state cimport (
    A_BUILD,
    A_DONE,
    A_END,
    A_PASS,
    A_STOP,
    COLONISTS,
    DISEASE,
    EMBARGO,
    FATE,
    IRON_GRIP,
    LOYALTY,
    MARAUDERS,
    MARRIAGE,
    MODE_BUILD,
    MODE_STRUGGLE,
    MODE_SUPPORT,
    MUTUAL_SUPPORT,
    NEWWORLD_LAYOUT,
    RAIDERS,
    RESCUE,
    REVOLT,
    SEATS,
    STEP_ABANDON,
    STEP_CARD,
    STEP_DEAL,
    STEP_DISCARD,
    STEP_IRON,
    STEP_OVER,
    STEP_PLAGUE,
    STEP_PLAY,
    STEP_PLAYER,
    STEP_PLEDGE,
    STEP_REACT,
    STEP_REGION,
    STEP_SITE,
    WAR,
    WINDOW_ANSWER,
    WINDOW_DECLARED,
    WINDOW_TALLY,
    free_sites,
    monopolies,
    newworld_rules,
    newworld_state,
    occupied,
    present,
    rules_of,
)
from newworld_uses cimport (
    PICK_CHAIN,
    best_site,
    kept_worth,
    pending_worth,
    pick_sites,
    picks_of,
    revolt_cost,
    spare_worth,
    support_use,
    support_worth,
    target_worth,
    text_worth,
)
from newworld_weights cimport (
    ABANDON,
    CHOICE,
    DRAW,
    EVALUATE_CARD,
    EVALUATE_CARD_DEAL,
    EVALUATE_DEAL,
    EVALUATE_HELD,
    EVALUATE_KEPT,
    EVALUATE_MAP,
    EVALUATE_PENDING,
    EVALUATE_SHARP,
    EVALUATE_SHARP_LEFT,
    EVALUATE_SPACE,
    FATED,
    KEEP,
    MORE,
    PLEDGE,
    PLEDGE_PART,
    SHARPNESS,
    SPEND,
    SPEND_FATE,
    SPEND_TURN,
    WEIGHTS,
)
from newworld_worth cimport (
    DO_HIT,
    act_of,
    change_site,
    change_sites,
    deals_left,
    look,
    newworld_board,
    newworld_outlook,
    place,
    site_worth,
    standing,
    take_worth,
    turn_to_come,
)

cdef enum:
    WIDEST = 16             # a score this far below the best, times sharpness, is as good as any lower one


cdef inline double price(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w, int t,
                         int p) noexcept nogil:
    """What seat p gives up with title t, if it pays for a mode with it."""
    cdef double kept, spare = spare_worth(r, s, o, w, t, p, &kept)
    return kept + w[CHOICE] * (spare - kept) if spare > kept else kept


cdef inline void score_plays(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                             int p, const int32_t *actions, int n, double *out) noexcept nogil:
    """D3. The card for a mode is the cheapest."""
    cdef uint32_t free = free_sites(r, s), held = free & occupied(s), left = present(s.hand[p])
    cdef double cheapest = 1e9, use, trust = 1.0 - w[FATED] * o.fear
    cdef int i, t
    while left:
        t = bits_lowest(left)
        left &= left - 1
        cheapest = min(cheapest, price(r, s, o, w, t, p))
    for i in range(n):
        if actions[i] >= r.first_support:
            t = actions[i] - r.first_support
            out[i] = support_use(r, s, o, w, t, p) - kept_worth(r, s, o, w, t, p)
        elif actions[i] >= r.first_play:
            t = actions[i] - r.first_play
            out[i] = text_worth(r, s, o, w, r.effect[t], p) - kept_worth(r, s, o, w, t, p)
        elif actions[i] == A_END:
            out[i] = 0.0
        else:
            t = MODE_BUILD + actions[i] - A_BUILD
            left = free & ~held if t == MODE_BUILD else held if t == MODE_STRUGGLE else held & s.struggling
            best_site(r, o, act_of(t, -1), p, left, &use)
            out[i] = trust * use - cheapest
            if t == MODE_STRUGGLE:
                out[i] -= revolt_cost(r, s, w, p)


cdef inline void score_cards(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                             int p, const int32_t *actions, int n, double *out) noexcept nogil:
    """D1, D3a: cards that are worth least otherwise."""
    cdef int i
    for i in range(n):
        out[i] = -price(r, s, o, w, actions[i] - r.first_card, p)


cdef inline uint32_t later_picks(const newworld_rules *r, const newworld_state *s, int effect, int p, int x,
                                 int *count) noexcept nogil:
    """The sites that may still be picked after site x, and how many."""
    cdef uint32_t free = free_sites(r, s), sites, staged = s.staged
    cdef int most = 0, q
    if effect == DISEASE:
        sites = strugglers(r, s, free)
        most = r.disease
    elif effect == MUTUAL_SUPPORT:
        sites = empties(r, s)
        most = r.mutual
    elif effect == COLONISTS:
        sites = free
        most = r.colonists
    elif effect == RESCUE:
        sites = free & s.struggling & ~s.colony[p]
        most = r.rescue
    elif effect == MARRIAGE:
        sites = replaceable(s, p, free & s.colony[s.target - 1])
        most = r.marriage
    elif effect == RAIDERS:
        sites = replaceable(s, p, r.region_sites[s.target - 1])
        most = r.raiders
    elif effect == WAR:
        sites = 0
        for q in range(r.players):
            if s.colony[q] >> x & 1:
                sites = strugglers(r, s, s.colony[q])
                most = casualties(r, s, p, q)
        staged &= sites
    else:
        sites = 0
    count[0] = max(0, most - 1 - bits_count(staged))
    sites &= ~staged & ~(<uint32_t>1 << x)
    return sites if picks_of(effect) == PICK_CHAIN else above(sites, <uint32_t>1 << x)


cdef inline void score_sites(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                             int p, const int32_t *actions, int n, double *out) noexcept nogil:
    """D4, D7: a site and the best that can still be picked after it."""
    cdef int effect = effect_of(r, s), act = act_of(s.mode, effect), picks = picks_of(effect), i, x, count
    cdef newworld_board board
    cdef uint32_t sites
    change_sites(r, o, act, p, s.staged)
    board = o.board
    for i in range(n):
        if actions[i] == A_DONE:
            out[i] = 0.0
            continue
        x = actions[i] - r.first_site
        out[i] = w[MORE] + site_worth(r, o, act, p, x)
        sites = later_picks(r, s, effect, p, x, &count)
        if sites:
            change_site(r, o, act, p, x)
            out[i] += pick_sites(r, o, act, p, sites, count, picks, True, beside(r, s.staged | <uint32_t>1 << x))
            o.board = board


cdef inline void score_targets(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                               int p, int first, const int32_t *actions, int n, double *out) noexcept nogil:
    """D5, D6."""
    cdef newworld_board board = o.board
    cdef int effect = effect_of(r, s), i, target
    for i in range(n):
        target = actions[i] - first
        if s.mode == MODE_SUPPORT:
            out[i] = support_worth(r, s, o, w, r.value[s.title - 1], target)
        else:
            out[i] = target_worth(r, s, o, w, effect, p, target)
            o.board = board


cdef inline double tally_worth(const newworld_rules *r, const newworld_state *s, const newworld_outlook *o,
                               int points) noexcept nogil:
    """So many points for each monopoly of the actor."""
    return o.sign[s.actor] * points * monopolies(r, s, s.actor)


cdef inline double answer_worth(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                                int effect, int q) noexcept nogil:
    """What the reaction `effect` of seat q, or his Iron Grip, changes if it stands."""
    cdef newworld_board board = o.board
    cdef double points
    if effect == IRON_GRIP:
        return tally_worth(r, s, o, r.vp_iron - r.vp_monopoly)
    if effect == MARAUDERS:
        return -tally_worth(r, s, o, r.vp_iron if s.iron else r.vp_monopoly)
    if effect == REVOLT:
        return o.sign[q] * w[DRAW] * r.revolt_draw
    points = -pending_worth(r, s, o, w, 0)
    o.board = board
    if effect == LOYALTY:
        points += pending_worth(r, s, o, w, harmed(r, s) & s.colony[q])
        o.board = board
    elif effect == EMBARGO:
        points += o.sign[q] * w[DRAW] * r.embargo_draw
    return points


cdef inline double spending(const newworld_rules *r, const newworld_state *s, const double *w, int p,
                            int effect) noexcept nogil:
    """What a reaction must bring: it may be of use later, or pay for something else."""
    cdef double points = 0.0
    if p == s.actor or turn_to_come(r, s, p):
        points = w[SPEND_TURN]
    elif deals_left(r, s) <= 0:
        return 0.0
    return points + w[SPEND] + (w[SPEND_FATE] if effect == FATE else 0.0)


cdef inline void score_reactions(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                                 const double *w, int p, const int32_t *actions, int n, double *out) noexcept nogil:
    """D8."""
    cdef int i, effect
    for i in range(n):
        out[i] = 0.0
        if actions[i] == A_PASS:
            continue
        effect = r.effect[actions[i] - r.first_card]
        if s.window == WINDOW_ANSWER:
            out[i] = answer_worth(r, s, o, w, r.effect[s.answer - 1], s.answerer)
            if s.fates % 2 == 0:  # it stands as yet
                out[i] = -out[i]
        else:
            out[i] = answer_worth(r, s, o, w, effect, p)
        out[i] -= spending(r, s, w, p, effect)


cdef inline void score_iron(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                            const int32_t *actions, int n, double *out) noexcept nogil:
    """D9."""
    cdef int i
    for i in range(n):
        out[i] = 0.0 if actions[i] == A_PASS else tally_worth(r, s, o, r.vp_iron - r.vp_monopoly) - w[KEEP]


cdef inline void score_reductions(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                                  const double *w, int p, const int32_t *actions, int n, double *out) noexcept nogil:
    """D10: without VP."""
    cdef int i
    o.harm = 0.0
    for i in range(n):
        out[i] = 0.0 if actions[i] == A_STOP else site_worth(r, o, DO_HIT, p, actions[i] - r.first_site)


cdef inline void score_abandoning(const newworld_rules *r, const newworld_state *s, newworld_outlook *o,
                                  const double *w, const int32_t *actions, int n, double *out) noexcept nogil:
    """D2."""
    cdef int i
    for i in range(n):
        out[i] = 0.0 if actions[i] == A_DONE else w[ABANDON] + take_worth(r, o, actions[i] - r.first_site)


cdef inline void score_pledges(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                               int p, const int32_t *actions, int n, double *out) noexcept nogil:
    """D11: what ends the plague saves part of the map, one's own less the others'."""
    cdef uint32_t sites = free_sites(r, s) & occupied(s) & ~s.struggling
    cdef double saved = 0.0
    cdef int i, x, amount
    while sites:
        x = bits_lowest(sites)
        sites &= sites - 1
        saved -= take_worth(r, o, x)
    saved *= w[PLEDGE]
    for i in range(n):
        amount = actions[i] - r.first_pledge
        out[i] = -amount * (0.0 if s.paid + amount < r.plague_vp and not r.pledges_paid else 1.0)
        if s.paid + amount == r.plague_vp:
            out[i] += saved
        else:
            out[i] += w[PLEDGE_PART] * (saved - r.plague_vp) * amount / r.plague_vp


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
    cdef const newworld_rules *r = rules_of(game.self)
    cdef const newworld_state *s = <const newworld_state *>state
    cdef newworld_outlook o
    if n == 1:
        out[0] = 1.0
        return 0
    look(r, s, w, p, &o)
    if s.step == STEP_REACT:
        score_reactions(r, s, &o, w, p, actions, n, out)
    elif s.step == STEP_PLAY:
        score_plays(r, s, &o, w, p, actions, n, out)
    elif s.step == STEP_SITE:
        score_sites(r, s, &o, w, p, actions, n, out)
    elif s.step == STEP_CARD or s.step == STEP_DISCARD:
        score_cards(r, s, &o, w, p, actions, n, out)
    elif s.step == STEP_ABANDON:
        score_abandoning(r, s, &o, w, actions, n, out)
    elif s.step == STEP_PLAYER:
        score_targets(r, s, &o, w, p, r.first_player, actions, n, out)
    elif s.step == STEP_REGION:
        score_targets(r, s, &o, w, p, r.first_region, actions, n, out)
    elif s.step == STEP_PLAGUE:
        score_reductions(r, s, &o, w, p, actions, n, out)
    elif s.step == STEP_PLEDGE:
        score_pledges(r, s, &o, w, p, actions, n, out)
    else:
        score_iron(r, s, &o, w, actions, n, out)
    softmax(n, w[SHARPNESS], out)
    return 0


cdef inline bint is_pending(const newworld_rules *r, const newworld_state *s) noexcept nogil:
    """Will the card in play do what is staged, as things stand?"""
    cdef int effect
    if s.step == STEP_SITE or s.window == WINDOW_DECLARED:
        return True
    if s.window != WINDOW_ANSWER or s.fates % 2 == 0:
        return False
    effect = r.effect[s.answer - 1]
    return effect == FATE or effect == LOYALTY or effect == EMBARGO


cdef inline void add_pending(const newworld_rules *r, const newworld_state *s, newworld_outlook *o, const double *w,
                             double *points) noexcept nogil:
    """What the card in play will do to each seat."""
    cdef newworld_board board = o.board
    cdef int q, k
    for q in range(r.players):
        for k in range(r.players):
            o.sign[k] = k == q
        points[q] += w[EVALUATE_PENDING] * pending_worth(r, s, o, w, 0)
        o.board = board


cdef inline int cards_due(const newworld_rules *r, const newworld_state *s, int q) noexcept nogil:
    """Cards that seat q is still dealt in the Preparation under way, as far as its limit lets it keep them."""
    cdef int limit = r.cards[s.support[q]]
    cdef int rounds = s.due + (place(r, s, q) < place(r, s, s.mover))
    return max(0, min(limit - rounds, limit - <int>s.hand_count[q]))


cdef inline double hand_worth(const newworld_rules *r, const newworld_state *s, const double *w, int q) noexcept nogil:
    """Cards in hand, by when they can be used, and those still to be dealt."""
    cdef int t, deals = deals_left(r, s), cards = s.hand_count[q], reactions = 0
    cdef double points = 0.0
    if s.step == STEP_DEAL:
        cards += cards_due(r, s, q)
    if q == s.actor and s.step != STEP_IRON and s.window != WINDOW_TALLY or turn_to_come(r, s, q):
        points = (w[EVALUATE_CARD] + w[EVALUATE_CARD_DEAL] * deals) * cards
    elif deals > 0:
        for t in range(r.titles):
            if not r.text_titles >> t & 1:
                reactions += s.hand[q][t]
        points = w[EVALUATE_KEPT] * cards + w[EVALUATE_HELD] * reactions
    return points + deals * (w[EVALUATE_DEAL] * r.cards[s.support[q]] + w[EVALUATE_SPACE] * s.support[q])


cdef int evaluate(const caravela_game *game, const void *state, const double *w, double *out) except -100 nogil:
    """Expected utility of every seat; exact at the end."""
    cdef const newworld_rules *r = rules_of(game.self)
    cdef const newworld_state *s = <const newworld_state *>state
    cdef newworld_outlook o
    cdef double points[SEATS]
    cdef double best, sum = 0.0, sharp
    cdef int q, left = 0
    if s.step == STEP_OVER:
        write_returns(r, s, out)
        return 0
    look(r, s, w, s.actor, &o)
    for q in range(r.players):
        points[q] = s.vp[q] + w[EVALUATE_MAP] * (standing(r, s, &o, q) - s.vp[q]) + hand_worth(r, s, w, q)
        left += o.tallies[q]
    if is_pending(r, s):
        add_pending(r, s, &o, w, points)
    sharp = max(0.0, w[EVALUATE_SHARP] + w[EVALUATE_SHARP_LEFT] * left / (r.turns * r.players))
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
    (b"sharpness", 2.0),
    (b"next", 0.4),
    (b"next_fade", 0.268),
    (b"later", 0.104),
    (b"monopoly", 0.985),
    (b"line_1", 0.216),
    (b"line_2", 0.744),
    (b"reach", 0.805),
    (b"aim", 0.425),
    (b"block", 0.644),
    (b"loss", 1.47),
    (b"repair", 0.521),
    (b"deny", 0.493),
    (b"deny_best", 0.52),
    (b"card", 1.78),
    (b"space", 0.897),
    (b"fated", 0.102),
    (b"marauded", 0.214),
    (b"revolted", 0.18),
    (b"keep", 0.381),
    (b"choice", 0.917),
    (b"hold_fate", 0.925),
    (b"hold_embargo", 0.186),
    (b"hold_loyalty", 0.559),
    (b"hold_marauders", 0.522),
    (b"hold_revolt", 0.443),
    (b"hold_iron", 0.282),
    (b"spend", 0.181),
    (b"spend_fate", 1.14),
    (b"spend_turn", 1.49),
    (b"draw", 2.02),
    (b"isolate", 0.659),
    (b"isolate_rival", 0.432),
    (b"isolate_open", -0.203),
    (b"explore", 0.278),
    (b"plague", -0.632),
    (b"plague_hit", 1.0),
    (b"plague_lead", 0.181),
    (b"pledge", 0.26),
    (b"pledge_part", 0.144),
    (b"abandon", -0.227),
    (b"more", 0.044),
    (b"evaluate_map", 0.475),
    (b"evaluate_card", 3.83),
    (b"evaluate_card_deal", 1.2),
    (b"evaluate_kept", 0.5),
    (b"evaluate_held", 0.4),
    (b"evaluate_deal", -0.3),
    (b"evaluate_space", 1.01),
    (b"evaluate_pending", 1.0),
    (b"evaluate_sharp", 0.148),
    (b"evaluate_sharp_left", -0.0672),
)
"""Names and defaults of the weights, in the order of `newworld_weights.pxd`."""

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
heuristic.game = "newworld"
heuristic.layout = NEWWORLD_LAYOUT
heuristic.n_weights = WEIGHTS
heuristic.names = names
heuristic.defaults = defaults
heuristic.prior = prior
heuristic.evaluate = evaluate

HEURISTIC = PyCapsule_New(&heuristic, "caravela.heuristic", NULL)
"""PyCapsule "caravela.heuristic"."""
