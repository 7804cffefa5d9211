"""From a leaf to values: playing on, cutting off, and mapping utilities to [0, 1]."""

from libc.stdint cimport int32_t, uint32_t

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_game, caravela_rng
from detmath cimport det_tanh
from rng cimport rng_bounded, rng_uniform
from search_types cimport (
    ROLLOUT_HEURISTIC,
    ROLLOUT_MAST,
    ROLLOUT_UNIFORM,
    UTILITY_RANK,
    UTILITY_SCORE,
    UTILITY_WIN,
    search_config,
    search_worker,
)


cdef inline int draw_from(caravela_rng *rng, const double *p, int n) noexcept nogil:
    """An index in proportion to p, which sums to 1; the last one if rounding leaves none."""
    cdef double u = rng_uniform(rng)
    cdef double total = 0.0
    cdef int i
    for i in range(n):
        total += p[i]
        if total > u:
            return i
    return n - 1


cdef inline int mast_choice(search_worker *w, int p, int n) noexcept nogil:
    """The best average of the n legal actions; -1 if none has one (Finnsson & Bjornsson 2008, epsilon-greedy)."""
    cdef size_t row = <size_t>p * w.g.action_count
    cdef uint32_t visits
    cdef double mean
    cdef double best_mean = -1.0
    cdef int best = -1
    cdef bint known = False
    cdef int i
    for i in range(n):
        visits = w.mast_visits[row + w.legal[i]]
        known |= visits > 0
        mean = w.mast_totals[row + w.legal[i]] / visits if visits > 0 else 1.0
        if mean > best_mean:
            best_mean = mean
            best = i
    return best if known else -1


cdef inline void mast_note(search_worker *w, int p, int action) noexcept nogil:
    if w.mast_length == w.path_room:
        return
    w.mast_taken[w.mast_length] = p * w.g.action_count + action
    w.mast_length += 1


cdef inline void mast_update(search_worker *w) noexcept nogil:
    cdef size_t i
    cdef int32_t cell
    for i in range(w.mast_length):
        cell = w.mast_taken[i]
        w.mast_totals[cell] += w.values[cell // w.g.action_count]
        w.mast_visits[cell] += 1


cdef inline int play_uniform(const caravela_game *g, void *s, int32_t *legal, caravela_rng *rng) except -100 nogil:
    """Uniformly random play to the end: the hottest loop of all."""
    cdef int p, n, a
    while True:
        p = g.current_player(g, s)
        if p >= 0:
            n = g.legal_actions(g, s, legal)
            a = legal[0] if n == 1 else legal[rng_bounded(rng, <uint32_t>n)]
        elif p == CARAVELA_CHANCE:
            a = g.sample_chance(g, s, rng)
        else:
            return 0
        g.apply(g, s, a)


cdef inline int rollout_choice(search_worker *w, int p, int n) except -100 nogil:
    """Index of the action that the rollout policy takes among n > 1 legal ones."""
    cdef const search_config *cfg = w.cfg
    cdef int best
    if cfg.rollout == ROLLOUT_HEURISTIC:
        if cfg.epsilon > 0.0 and rng_uniform(&w.rng) < cfg.epsilon:
            return <int>rng_bounded(&w.rng, <uint32_t>n)
        cfg.heuristic.prior(w.g, w.world, p, w.legal, n, cfg.weights, w.prior)
        return draw_from(&w.rng, w.prior, n)
    if cfg.rollout == ROLLOUT_MAST and rng_uniform(&w.rng) >= cfg.epsilon:
        best = mast_choice(w, p, n)
        if best >= 0:
            return best
    return <int>rng_bounded(&w.rng, <uint32_t>n)


cdef inline int past_turns(const search_worker *w) except -100 nogil:
    """1 if w.world is so many turns after the root that iterations end."""
    if w.cfg.cutoff_turns == 0:
        return 0
    return w.g.turn(w.g, w.world) - w.root_turn >= w.cfg.cutoff_turns


cdef inline int rollout(search_worker *w) except -100 nogil:
    """Plays w.world on. Returns 1 if it was cut off (or evaluated at once), 0 at the end of the game."""
    cdef const caravela_game *g = w.g
    cdef const search_config *cfg = w.cfg
    cdef int p, n, a
    cdef int decisions = 0
    if cfg.rollout == ROLLOUT_UNIFORM and cfg.cutoff < 0 and cfg.cutoff_turns == 0:
        return play_uniform(g, w.world, w.legal, &w.rng)
    while True:
        p = g.current_player(g, w.world)
        if p == CARAVELA_TERMINAL:
            return 0
        if decisions == cfg.cutoff or past_turns(w):
            return 1
        if p == CARAVELA_CHANCE:
            a = g.sample_chance(g, w.world, &w.rng)
        else:
            n = g.legal_actions(g, w.world, w.legal)
            if n == 1:
                a = w.legal[0]
            else:
                a = w.legal[rollout_choice(w, p, n)]
                decisions += 1
                if cfg.rollout == ROLLOUT_MAST:
                    mast_note(w, p, a)
        g.apply(g, w.world, a)


cdef inline int final_values(search_worker *w, const void *s, bint cut_off) except -100 nogil:
    """Writes every seat's value in [0, 1] to w.values."""
    cdef const caravela_game *g = w.g
    cdef const search_config *cfg = w.cfg
    cdef double points[8]
    cdef int32_t places[8]
    cdef double span = g.max_utility - g.min_utility
    cdef double rival, score
    cdef int n = g.players
    cdef int p, q, better, ties
    if cut_off:
        cfg.heuristic.evaluate(g, s, cfg.weights, w.values)
        for p in range(n):
            w.values[p] = (w.values[p] - g.min_utility) / span
        return 0
    if cfg.utility == UTILITY_WIN:
        g.returns(g, s, w.values)
        for p in range(n):
            w.values[p] = (w.values[p] - g.min_utility) / span
    elif cfg.utility == UTILITY_RANK:
        g.ranks(g, s, places)
        for p in range(n):
            better = ties = 0
            for q in range(n):
                better += places[q] < places[p]
                ties += places[q] == places[p]
            # Places 1, 2, 2, 4 count 1, 2.5, 2.5, 4: the mean of the places shared.
            w.values[p] = (n - (better + 0.5 * (ties + 1))) / (n - 1) if n > 1 else 1.0
    if cfg.utility == UTILITY_SCORE or cfg.margin > 0.0:
        g.scores(g, s, points)
        for p in range(n):
            rival = -1e300 if n > 1 else 0.0
            for q in range(n):
                if q != p and points[q] > rival:
                    rival = points[q]
            score = 0.5 * (1.0 + det_tanh((points[p] - rival) / g.score_scale))
            if cfg.utility == UTILITY_SCORE:
                w.values[p] = score
            else:
                w.values[p] = (1.0 - cfg.margin) * w.values[p] + cfg.margin * score
    return 0
