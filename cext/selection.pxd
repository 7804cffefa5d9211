"""Which edge to follow from a node: availability, widening, UCB1, PUCT, regret matching."""

from libc.math cimport ceil, sqrt
from libc.stdint cimport uint16_t, uint32_t
from libc.stdlib cimport realloc

from abi cimport state_copy
from detmath cimport det_exp, det_log
from rng cimport rng_bounded
from rollout cimport draw_from
from search_types cimport LOG_TABLE, PUCT, UCB, path_step, search_worker
from tree cimport edge, node, node_insert, node_regrets, regret_stats


cdef inline double log_count(const search_worker *w, uint32_t n) noexcept nogil:
    return w.logs[n] if n < LOG_TABLE else det_log(n)


cdef inline int give_priors(search_worker *w, node *n, int count) except -100 nogil:
    """Gives new edges their prior in this world. w.legal holds the `count` legal actions of w.world."""
    cdef int i, j = 0
    if w.cfg.heuristic is not NULL:
        w.cfg.heuristic.prior(w.g, w.world, n.player, w.legal, count, w.cfg.weights, w.prior)
    else:
        for i in range(count):
            w.prior[i] = 1.0 / count
    for i in range(n.count):
        while j < count and w.legal[j] < n.edges[i].action:
            j += 1
        if j < count and w.legal[j] == n.edges[i].action and n.edges[i].prior < 0.0:
            n.edges[i].prior = <float>w.prior[j]
    return 0


cdef inline int match_edges(search_worker *w, node *n, int count) noexcept nogil:
    """Collects the edges of the legal actions in w.open, ascending; returns how many the node has."""
    cdef int found = 0
    cdef int i = 0
    cdef int j
    if count == n.count:  # mostly: every world allows the same
        while found < count and n.edges[found].action == w.legal[found]:
            w.open[found] = &n.edges[found]
            found += 1
        if found == count:
            return found
        found = 0
    for j in range(count):
        while i < n.count and n.edges[i].action < w.legal[j]:
            i += 1
        if i == n.count:
            break
        if n.edges[i].action == w.legal[j]:
            w.open[found] = &n.edges[i]
            found += 1
    return found


cdef inline int legal_edges(search_worker *w, node *n, int count, bint always) except -100 nogil:
    """Makes missing edges if there is room, and collects those of the legal actions; returns how many."""
    cdef int found = match_edges(w, n, count)
    if found < count and node_insert(&w.tree, n, w.legal, count, count - found, always):
        if w.cfg.priors:
            give_priors(w, n, count)
        found = match_edges(w, n, count)
    return found


cdef inline int widen(search_worker *w, const node *n, int count) noexcept nogil:
    """Keeps the best priors among w.open, in order of action; returns how many stay open (Chaslot et al. 2008)."""
    cdef double limit = ceil(w.cfg.widen_c * det_exp(w.cfg.widen_a * det_log(n.selections + 1.0)))
    cdef int keep = 1 if limit < 1.0 else (count if limit > count else <int>limit)
    cdef int worst, i
    while count > keep:
        worst = 0
        for i in range(1, count):
            if w.open[i].prior <= w.open[worst].prior:
                worst = i
        for i in range(worst, count - 1):
            w.open[i] = w.open[i + 1]
        count -= 1
    return count


cdef inline int unvisited(search_worker *w, int count, int untried) noexcept nogil:
    """A uniformly drawn one of the `untried` open edges without visits, as index into w.open."""
    cdef int i
    untried = <int>rng_bounded(&w.rng, <uint32_t>untried)
    for i in range(count):
        if w.open[i].visits == 0:
            if untried == 0:
                return i
            untried -= 1
    return -1


cdef inline int select_ucb(search_worker *w, int count) noexcept nogil:
    """UCB1 with availability counts (Cowling, Powley & Whitehouse 2012): those before this selection."""
    cdef int best = 0  # stays where no score is a number, as with a heuristic that evaluates to NaN
    cdef int untried = 0
    cdef uint32_t availability = 0
    cdef double log_availability = 0.0
    cdef double score
    cdef double best_score = -1.0
    cdef edge *e
    cdef int i
    for i in range(count):
        untried += w.open[i].visits == 0
    if untried > 0:
        return unvisited(w, count, untried)
    for i in range(count):
        e = w.open[i]
        if e.availability != availability:  # mostly the same for all
            availability = e.availability
            log_availability = log_count(w, availability - 1)
        score = e.total / e.visits + w.cfg.c * sqrt(log_availability / e.visits)
        if score > best_score:
            best_score = score
            best = i
    return best


cdef inline int select_puct(search_worker *w, int count) noexcept nogil:
    """PUCT (Silver et al. 2017) with the edge's availability in place of the parent's visits."""
    cdef double score
    cdef double best_score = -1.0
    cdef edge *e
    cdef int best = 0
    cdef int i
    for i in range(count):
        e = w.open[i]
        score = e.total / e.visits if e.visits > 0 else w.cfg.fpu
        score += w.cfg.c * e.prior * sqrt(<double>e.availability) / (1.0 + e.visits)
        if score > best_score:
            best_score = score
            best = i
    return best


cdef inline int find_hidden(search_worker *w, node *n) except -100 nogil:
    """Notes, before n gets edges, whether the others see nothing of a choice made here (by its first legal action)."""
    cdef int q
    state_copy(w.g, w.scratch, w.world)
    w.g.apply(w.g, w.scratch, w.legal[0])
    n.hidden = True
    for q in range(w.g.players):
        if q != n.player and w.g.observe(w.g, w.world, w.legal[0], w.scratch, q, w.codes) > 0:
            n.hidden = False
    return 0


cdef inline int note_open(search_worker *w, const node *n, int count) noexcept nogil:
    """Remembers the open edges until the iteration's value is known; -1 without memory."""
    cdef size_t room
    cdef void *moved
    cdef int i
    if w.open_used + count > w.open_room:
        room = 2 * (w.open_used + count)
        moved = realloc(w.open_log, room * sizeof(uint16_t))
        if moved is NULL:
            return -1
        w.open_log = <uint16_t *>moved
        w.open_room = room
    for i in range(count):
        w.open_log[w.open_used + i] = <uint16_t>(w.open[i] - n.edges)
    w.open_used += count
    return 0


cdef inline int select_regret(search_worker *w, node *n, int count, double *probability) noexcept nogil:
    """Regret matching with exploration; adds the strategy, without exploration, to the edges' sums."""
    cdef regret_stats *stats = node_regrets(n)
    cdef double positive = 0.0
    cdef double regret, share
    cdef int i, chosen
    for i in range(count):
        regret = stats[w.open[i] - n.edges].regret
        positive += regret if regret > 0.0 else 0.0
    for i in range(count):
        regret = stats[w.open[i] - n.edges].regret
        share = 1.0 / count if positive == 0.0 else regret / positive if regret > 0.0 else 0.0
        w.prior[i] = (1.0 - w.cfg.gamma) * share + w.cfg.gamma / count
        stats[w.open[i] - n.edges].strategy += share
    chosen = draw_from(&w.rng, w.prior, count)
    probability[0] = w.prior[chosen]
    return chosen


cdef inline void regret_update(search_worker *w) noexcept nogil:
    """Importance-sampled regrets after an iteration (Lanctot et al. 2014; Lisy et al. 2015)."""
    cdef regret_stats *stats
    cdef double value
    cdef size_t i
    cdef uint32_t k
    for i in range(w.path_length):
        if w.path[i].open_count == 0:
            continue
        stats = node_regrets(w.path[i].parent)
        value = w.values[w.path[i].parent.player]
        for k in range(w.path[i].open_count):
            stats[w.open_log[w.path[i].open_at + k]].regret -= value
        stats[w.path[i].taken - w.path[i].parent.edges].regret += value / w.path[i].probability


cdef inline int select(search_worker *w, node *n, int legal_count) except -100 nogil:
    """Picks an edge of n in w.world, whose `legal_count` legal actions are in w.legal, and puts it on the path.
    Returns its action, or -1 if no edge is open because memory ran out."""
    cdef path_step *step = &w.path[w.path_length]
    cdef int count, chosen, i
    if w.cfg.regret_matching and n.count == 0:
        find_hidden(w, n)
    count = legal_edges(w, n, legal_count, w.path_length == 0)  # the root's edges always fit
    if count == 0:
        return -1
    if w.cfg.widen_c > 0.0:
        count = widen(w, n, count)
    for i in range(count):
        w.open[i].availability += 1
    step.open_count = 0
    step.probability = 0.0
    if n.hidden:
        step.open_at = <uint32_t>w.open_used
        if note_open(w, n, count) == 0:
            step.open_count = <uint32_t>count
        chosen = select_regret(w, n, count, &step.probability)
    elif w.cfg.selection == UCB:
        chosen = select_ucb(w, count)
    elif w.cfg.selection == PUCT:
        chosen = select_puct(w, count)
    else:
        chosen = <int>rng_bounded(&w.rng, <uint32_t>count)
    n.selections += 1
    step.parent = n
    step.taken = w.open[chosen]
    w.path_length += 1
    return w.open[chosen].action
