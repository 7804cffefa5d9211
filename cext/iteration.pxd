"""One iteration of the search: world, descent, rollout, backup (docs/search.md)."""

from libc.stdint cimport int64_t, uint64_t

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_game, state_copy
from hashing cimport hash_bytes, hash_step
from belief cimport draw_particle
from rollout cimport final_values, mast_note, mast_update, past_turns, rollout
from search_types cimport INFOSET, MO, PIMC, ROLLOUT_MAST, SO, search_config, search_worker
from selection cimport regret_update, select
from tree cimport edge, node, tree_add, tree_find, tree_grow


cdef inline int view_key(search_worker *w, const void *s, int p, uint64_t *key) except -100 nogil:
    """Hash of what seat p knows in state s."""
    if w.g.key is not NULL:
        return w.g.key(w.g, s, p, key)
    state_copy(w.g, w.scratch, s)
    w.g.redact(w.g, w.scratch, p)
    key[0] = hash_bytes(w.scratch, w.g.state_size, 0)
    return 0


cdef inline int node_key(search_worker *w, int p, uint64_t *key) except -100 nogil:
    """Key of the node of mover p at w.world; never 0."""
    if w.cfg.algorithm == SO:
        key[0] = w.keys[w.seat]
    elif w.cfg.algorithm == PIMC:
        key[0] = w.pimc_key
    elif w.cfg.algorithm == INFOSET and not w.cfg.recall:
        view_key(w, w.world, p, key)
    else:
        key[0] = w.keys[p]
    key[0] = hash_step(key[0], <uint64_t>p + 1)
    if key[0] == 0:
        key[0] = 1
    return 0


cdef inline bint keys_run(const search_worker *w, bint chance) noexcept nogil:
    """Whether a step extends running keys; else they are not looked at."""
    if chance and w.cfg.open_chance:
        return False
    return w.cfg.algorithm != INFOSET or w.cfg.recall


cdef inline int extend_keys(search_worker *w, const void *before, int a, const void *after,
                            bint chance) except -100 nogil:
    """Adds what each seat observes of one step to its running key."""
    cdef int first = 0
    cdef int last = w.g.players
    cdef int q, i, n
    if not keys_run(w, chance):
        return 0
    if w.cfg.algorithm == PIMC:
        w.pimc_key = hash_step(w.pimc_key, <uint64_t>a)
        return 0
    if w.cfg.algorithm == SO:
        first = w.seat
        last = first + 1
    for q in range(first, last):
        n = w.g.observe(w.g, before, a, after, q, w.codes)
        for i in range(n):
            w.keys[q] = hash_step(w.keys[q], <uint64_t>w.codes[i])
    return 0


cdef inline int tree_step(search_worker *w, int a, bint chance) except -100 nogil:
    """Applies a to w.world and keeps the keys up to date."""
    if not keys_run(w, chance):
        w.g.apply(w.g, w.world, a)
        return 0
    state_copy(w.g, w.before, w.world)
    w.g.apply(w.g, w.world, a)
    return extend_keys(w, w.before, a, w.world, chance)


cdef inline int start_world(search_worker *w) except -100 nogil:
    """Puts this iteration's world in w.world and the root's running keys in w.keys."""
    cdef const search_config *cfg = w.cfg
    cdef uint64_t private_key
    cdef int sample, q
    if cfg.algorithm == PIMC:
        sample = <int>(w.iterations % <uint64_t>cfg.worlds)
        state_copy(w.g, w.world, w.samples + <size_t>sample * w.stride)
        w.pimc_key = w.sample_keys[sample]
    elif w.samples_ready > 0:
        state_copy(w.g, w.world, w.samples + draw_particle(w) * w.stride)
    else:
        w.fallbacks += w.g.determinize(w.g, w.view, w.world, w.seat, &w.rng)
        w.worlds += 1
    for q in range(w.g.players):
        w.keys[q] = w.root_keys[q]
        if (cfg.algorithm == MO and cfg.root_private) or (cfg.algorithm == INFOSET and cfg.recall):
            view_key(w, w.world, q, &private_key)
            w.keys[q] = hash_step(w.keys[q], private_key)
    return 0


cdef inline int descend(search_worker *w) except -100 nogil:
    """Walks down the tree, adding at most one node. Leaves w.world at the leaf, the edges taken in w.path."""
    cdef const caravela_game *g = w.g
    cdef uint64_t key
    cdef node *n
    cdef int p, count, a
    while True:
        p = g.current_player(g, w.world)
        if p == CARAVELA_TERMINAL:
            return 0
        if past_turns(w):
            return 0
        if p == CARAVELA_CHANCE:
            tree_step(w, g.sample_chance(g, w.world, &w.rng), True)
            continue
        count = g.legal_actions(g, w.world, w.legal)
        if count == 1:
            tree_step(w, w.legal[0], False)
            continue
        node_key(w, p, &key)
        n = tree_find(&w.tree, key)
        if n is NULL:
            tree_add(&w.tree, key, p, w.stamp, False)
            return 0
        if n.stamp == w.stamp:
            return 0
        n.stamp = w.stamp
        if w.path_length == w.path_room:
            return 0
        a = select(w, n, count)
        if a < 0:
            return 0
        if w.cfg.rollout == ROLLOUT_MAST:
            mast_note(w, p, a)
        tree_step(w, a, False)


cdef inline void backup(search_worker *w) noexcept nogil:
    """max^n: every edge taken gets its mover's value; the root's also those of all seats."""
    cdef size_t i, row
    cdef edge *e
    cdef int q
    for i in range(w.path_length):
        e = w.path[i].taken
        e.visits += 1
        e.total += w.values[w.path[i].parent.player]
    for q in range(w.g.players):
        w.root_totals[q] += w.values[q]
    if w.path_length == 0:
        return
    row = w.path[0].taken - w.path[0].parent.edges
    if row < <size_t>w.g.legal_max:  # more only where worlds allow what the view does not
        w.root_visits[row] += 1
        for q in range(w.g.players):
            w.root_values[row * w.g.players + q] += w.values[q]


cdef inline int iterate(search_worker *w) except -100 nogil:
    cdef int cut_off = 0
    w.stamp += 1
    w.path_length = 0
    w.open_used = 0
    w.mast_length = 0
    start_world(w)
    descend(w)
    if w.g.current_player(w.g, w.world) != CARAVELA_TERMINAL:
        cut_off = rollout(w)
    final_values(w, w.world, cut_off)
    backup(w)
    if w.open_used > 0:
        regret_update(w)
    if w.cfg.rollout == ROLLOUT_MAST:
        mast_update(w)
    if w.tree.full and w.full_at < 0:
        w.full_at = <int64_t>w.iterations
    w.iterations += 1
    tree_grow(&w.tree)
    return 0
