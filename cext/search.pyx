"""Information-set Monte Carlo tree search over any game of the C interface. Specified in docs/search.md."""

import threading
from math import isfinite

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from abi cimport (
    CARAVELA_CHANCE,
    CARAVELA_MAX_PLAYERS,
    CARAVELA_TERMINAL,
    caravela_game,
    caravela_heuristic,
    caravela_rng,
    state_copy,
    state_drop,
)
from belief cimport make_particles, same_view
from clock cimport monotonic_seconds
from detmath cimport det_exp, det_log
from hashing cimport hash_step
from iteration cimport extend_keys, iterate, node_key, view_key
from rng cimport rng_seed, rng_uniform
from search_types cimport *
from tree cimport edge, node, node_regrets, regret_stats, tree_add, tree_close, tree_find, tree_grow, tree_open

from .result import ActionStats, SearchResult


ALGORITHMS = {"so": SO, "mo": MO, "infoset": INFOSET, "pimc": PIMC}
SELECTIONS = {"ucb": UCB, "puct": PUCT, "uniform": UNIFORM}
HIDDEN = {"regret": True, "same": False}
ROLLOUTS = {"uniform": ROLLOUT_UNIFORM, "heuristic": ROLLOUT_HEURISTIC, "mast": ROLLOUT_MAST}
UTILITIES = {"win": UTILITY_WIN, "rank": UTILITY_RANK, "score": UTILITY_SCORE}
FINALS = {"max": FINAL_MAX, "value": FINAL_VALUE, "sample": FINAL_SAMPLE, "regret": FINAL_REGRET}
CHANCES = {"closed": False, "open": True}

DEFAULT_MEMORY = 256 * 1024 * 1024
MAX_THREADS = 256
LONGEST_LINE = 64
# Streams of a search's seed that no tree uses.
MOVE_STREAM = 1 << 32
LINE_STREAM = (1 << 32) + 1
REUSE_STREAM = (1 << 32) + 2

cdef double SIGNAL_SECONDS = 0.02
cdef double CHECK_SECONDS = 0.0005


def _choice(str name, value, dict known):
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"unknown {name} {value!r}; known: {', '.join(known)}")
    return known[value]


def _number(str name, value, kind, low, high):
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not isinstance(value, (int, float)) or (kind is int and not whole):
        raise ValueError(f"{name} must be {'an integer' if kind is int else 'a number'}, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} is {value!r}; it must be between {low} and {high}")
    return kind(value)


cdef char *state_blocks(const caravela_game *g, size_t stride, size_t count) except NULL:
    """count zeroed, aligned state blocks; release with free_blocks."""
    cdef size_t size = stride * count + g.align + sizeof(void *)
    cdef char *raw = <char *>calloc(1, size)
    cdef char *aligned
    if raw is NULL:
        raise MemoryError()
    aligned = raw + sizeof(void *)
    aligned += (g.align - (<size_t>aligned & (g.align - 1))) & (g.align - 1)
    (<char **>(aligned - sizeof(void *)))[0] = raw
    return aligned


cdef void free_blocks(const caravela_game *g, char *blocks, size_t stride, size_t count):
    cdef size_t i
    if blocks is NULL:
        return
    for i in range(count):
        state_drop(g, blocks + i * stride)
    free((<char **>(blocks - sizeof(void *)))[0])


cdef void *zeroed(size_t count, size_t size) except NULL:
    cdef void *block = calloc(count if count > 0 else 1, size)
    if block is NULL:
        raise MemoryError()
    return block


cdef class Search:
    """A configured search for one game. Reusable for many decisions, by one caller at a time.

    Options and their meaning are in docs/search.md; bad ones raise ValueError. `heuristic` is a PyCapsule
    "caravela.heuristic", `weights` its weight vector (default: the heuristic's own), `memory` is in bytes.
    """

    cdef readonly object game
    cdef readonly dict options
    cdef object heuristic
    cdef const caravela_game *g
    cdef search_config cfg
    cdef search_worker *workers
    cdef double *weights
    cdef double *logs
    cdef readonly int threads
    cdef size_t memory
    cdef uint64_t max_nodes
    cdef bint reuse
    cdef volatile int stopping
    cdef bint running
    cdef object last_view

    def __cinit__(self, game, **options):
        self.workers = NULL
        self.weights = NULL
        self.logs = NULL
        self.game = game
        self.g = <const caravela_game *>PyCapsule_GetPointer(game.capsule, "caravela.game")

    def __init__(
        self,
        game,
        *,
        algorithm="mo",
        selection="ucb",
        hidden="regret",
        c=0.7,
        fpu=0.5,
        gamma=0.1,
        chance="closed",
        rollout="uniform",
        epsilon=0.1,
        cutoff=-1,
        utility="win",
        margin=0.1,
        widen_c=0.0,
        widen_a=0.5,
        worlds=16,
        recall=False,
        root_private=False,
        belief=0,
        max_nodes=0,
        threads=1,
        memory=DEFAULT_MEMORY,
        reuse=True,
        final="max",
        temperature=1.0,
        heuristic=None,
        weights=None,
    ):
        if self.workers is not NULL:
            raise RuntimeError("a Search cannot be initialised twice")
        cdef search_config *cfg = &self.cfg
        cfg.algorithm = _choice("algorithm", algorithm, ALGORITHMS)
        cfg.selection = _choice("selection", selection, SELECTIONS)
        cfg.regret_matching = _choice("hidden", hidden, HIDDEN)
        cfg.rollout = _choice("rollout", rollout, ROLLOUTS)
        cfg.utility = _choice("utility", utility, UTILITIES)
        cfg.final = _choice("final", final, FINALS)
        cfg.open_chance = _choice("chance", chance, CHANCES)
        cfg.c = _number("c", c, float, 0.0, 1e6)
        cfg.fpu = _number("fpu", fpu, float, 0.0, 1e6)
        cfg.gamma = _number("gamma", gamma, float, 1e-6, 1.0)
        cfg.epsilon = _number("epsilon", epsilon, float, 0.0, 1.0)
        cfg.cutoff = _number("cutoff", cutoff, int, -1, 1 << 30)
        cfg.margin = _number("margin", margin, float, 0.0, 1.0)
        cfg.widen_c = _number("widen_c", widen_c, float, 0.0, 1e6)
        cfg.widen_a = _number("widen_a", widen_a, float, 0.0, 1.0)
        cfg.worlds = _number("worlds", worlds, int, 1, 1 << 20)
        cfg.belief = _number("belief", belief, int, 0, 1 << 20)
        cfg.temperature = _number("temperature", temperature, float, 1e-3, 1e3)
        cfg.recall = bool(recall)
        cfg.root_private = bool(root_private)
        cfg.priors = cfg.selection == PUCT or cfg.widen_c > 0.0
        self.threads = _number("threads", threads, int, 1, MAX_THREADS)
        self.max_nodes = _number("max_nodes", max_nodes, int, 0, 1 << 60)
        self.reuse = bool(reuse) and not cfg.recall and not cfg.root_private
        self._use_heuristic(heuristic, weights)
        if cfg.open_chance and cfg.algorithm == INFOSET and not cfg.recall:
            raise ValueError("chance='open' needs recall=True with algorithm='infoset': a view shows what chance did")
        if cfg.belief and cfg.algorithm == PIMC:
            raise ValueError("belief does not go with algorithm='pimc'; use 'so', 'mo' or 'infoset'")
        if self.g.legal_max > 60000:
            raise ValueError(f"{self.game.name} has up to {self.g.legal_max} legal actions at once; at most 60000 are supported")
        roots = cfg.worlds if cfg.algorithm == PIMC else 1
        least = 65536 + 160 * roots + roots * (self.g.legal_max + 4) * (sizeof(edge) + sizeof(regret_stats))
        self.memory = _number("memory", memory, int, least * self.threads, 1 << 60)
        self.options = dict(
            algorithm=algorithm, selection=selection, hidden=hidden, c=cfg.c, fpu=cfg.fpu, gamma=cfg.gamma, chance=chance,
            rollout=rollout, epsilon=cfg.epsilon, cutoff=cfg.cutoff, utility=utility, margin=cfg.margin,
            widen_c=cfg.widen_c, widen_a=cfg.widen_a, worlds=cfg.worlds, recall=cfg.recall,
            root_private=cfg.root_private, belief=cfg.belief, max_nodes=self.max_nodes, threads=self.threads,
            memory=self.memory, reuse=self.reuse, final=final, temperature=cfg.temperature,
        )
        self._make_workers()

    cdef _use_heuristic(self, heuristic, weights):
        cdef const caravela_heuristic *h
        cdef int i
        self.heuristic = heuristic
        self.cfg.heuristic = NULL
        if heuristic is None:
            if weights is not None:
                raise ValueError("weights need a heuristic")
            if self.cfg.rollout == ROLLOUT_HEURISTIC or self.cfg.cutoff >= 0:
                raise ValueError(f"rollout='heuristic' and cutoff need a heuristic; none was given for {self.game.name}")
            return
        h = <const caravela_heuristic *>PyCapsule_GetPointer(heuristic, "caravela.heuristic")
        if h.layout != self.g.layout:
            raise ValueError(f"this heuristic was made for {h.game.decode()} with another layout than {self.game.name}'s")
        values = [h.defaults[i] for i in range(h.n_weights)] if weights is None else [float(x) for x in weights]
        if len(values) != h.n_weights:
            raise ValueError(f"{len(values)} weights given; {self.game.name}'s heuristic has {h.n_weights}")
        if not all(isfinite(x) for x in values):
            raise ValueError(f"weights must be finite numbers, not {values}")
        self.weights = <double *>zeroed(h.n_weights, sizeof(double))
        for i in range(h.n_weights):
            self.weights[i] = values[i]
        self.cfg.heuristic = h
        self.cfg.weights = self.weights

    cdef _make_workers(self):
        cdef const caravela_game *g = self.g
        cdef size_t widest = max(g.legal_max, g.chance_max, 1)
        cdef size_t cells = <size_t>g.players * g.action_count
        cdef search_worker *w
        cdef int i
        self.logs = <double *>zeroed(LOG_TABLE, sizeof(double))
        for i in range(1, LOG_TABLE):
            self.logs[i] = det_log(i)
        self.workers = <search_worker *>zeroed(self.threads, sizeof(search_worker))
        for i in range(self.threads):
            w = &self.workers[i]
            w.g = g
            w.cfg = &self.cfg
            w.logs = self.logs
            w.stride = (g.state_size + g.align - 1) // g.align * g.align
            w.path_room = g.decisions_max + 1
            w.view = state_blocks(g, w.stride, 1)
            w.world = state_blocks(g, w.stride, 1)
            w.before = state_blocks(g, w.stride, 1)
            w.scratch = state_blocks(g, w.stride, 1)
            if self._samples():
                w.samples = state_blocks(g, w.stride, self._samples())
                w.sample_ends = <double *>zeroed(self._samples(), sizeof(double))
                w.sample_keys = <uint64_t *>zeroed(self._samples(), sizeof(uint64_t))
            w.legal = <int32_t *>zeroed(widest, sizeof(int32_t))
            w.codes = <int32_t *>zeroed(g.codes_max, sizeof(int32_t))
            w.prior = <double *>zeroed(widest, sizeof(double))
            w.open = <edge **>zeroed(widest, sizeof(edge *))
            w.path = <path_step *>zeroed(w.path_room, sizeof(path_step))
            w.root_values = <double *>zeroed(<size_t>g.legal_max * g.players, sizeof(double))
            w.root_visits = <uint32_t *>zeroed(g.legal_max, sizeof(uint32_t))
            if self.cfg.rollout == ROLLOUT_MAST:
                w.mast_totals = <double *>zeroed(cells, sizeof(double))
                w.mast_visits = <uint32_t *>zeroed(cells, sizeof(uint32_t))
                w.mast_taken = <int32_t *>zeroed(w.path_room, sizeof(int32_t))

    cdef int _samples(self):
        """How many states a worker keeps between iterations."""
        return self.cfg.worlds if self.cfg.algorithm == PIMC else self.cfg.belief

    def __dealloc__(self):
        cdef search_worker *w
        cdef int i
        if self.workers is not NULL:
            for i in range(self.threads):
                w = &self.workers[i]
                tree_close(&w.tree)
                if w.g is not NULL:
                    free_blocks(w.g, w.view, w.stride, 1)
                    free_blocks(w.g, w.world, w.stride, 1)
                    free_blocks(w.g, w.before, w.stride, 1)
                    free_blocks(w.g, w.scratch, w.stride, 1)
                    free_blocks(w.g, w.samples, w.stride, self._samples())
                free(w.sample_ends)
                free(w.sample_keys)
                free(w.legal)
                free(w.codes)
                free(w.prior)
                free(w.open)
                free(w.path)
                free(w.open_log)
                free(w.root_values)
                free(w.root_visits)
                free(w.mast_totals)
                free(w.mast_visits)
                free(w.mast_taken)
            free(self.workers)
        free(self.weights)
        free(self.logs)

    def __reduce__(self):
        raise TypeError("a Search is not picklable; pickle the bot, which makes a new one")

    def stop(self):
        """Ends the running search soon; callable from any thread. Its result is what was found so far."""
        self.stopping = 1

    def forget(self):
        """Drops the kept tree and the memory of the previous decision."""
        cdef int i
        self.last_view = None
        for i in range(self.threads):
            tree_close(&self.workers[i].tree)

    def run(self, view, *, iterations=None, seconds=None, seed=0):
        """Searches from a View of the seat to move and returns a SearchResult.

        Ends after `iterations`, after `seconds` (a deadline), or on stop(), whichever comes first.
        ValueError for a view of another game or of a seat that is not to move.
        """
        cdef double start = monotonic_seconds()
        cdef double deadline = start + (_number("seconds", seconds, float, 0.0, 1e9) if seconds is not None else 1e18)
        cdef uint64_t limit = _number("iterations", iterations, int, 0, 1 << 62) if iterations is not None else 1 << 62
        cdef bint reused
        cdef int i
        seed = int(seed) & 0xFFFFFFFFFFFFFFFF
        if view.game is not self.game and view.game.digest != self.game.digest:
            raise ValueError(f"this search is for {self.game.spec}, the view is of {view.game.spec}")
        legal = view.legal_actions()
        if not legal:
            raise ValueError(f"seat {view.player} is not to move in this view")
        if self.running:
            raise RuntimeError("this Search is running already")
        self.running = True
        self.stopping = 0
        try:
            if len(legal) == 1:
                return self._forced(view, legal[0], start)
            reused = self._begin(view, seed)
            self._search(limit, deadline)
            result = self._result(view, seed, start, reused)
        except BaseException:
            self.forget()
            raise
        finally:
            self.running = False
        return result

    cdef _forced(self, view, action, double start):
        stats = ActionStats(action, self.game.action_to_string(action), 0, None, 0, None, None)
        return SearchResult(
            action=action, actions=[stats], policy=[(action, 1.0)], values=(0.5,) * self.g.players,
            principal_line=[(view.player, action)], iterations=0, seconds=monotonic_seconds() - start, nodes=0,
            bytes=0, worlds=0, fallback_worlds=0, full_at=-1, reused=False,
        )

    cdef bint _begin(self, view, uint64_t seed) except -1:
        """Sets the trees up for a new root; returns whether the old trees were kept."""
        cdef search_worker *w
        cdef int i, q
        cdef bint kept = self._carry_on(view)
        previous = self.last_view
        self.last_view = view
        for i in range(self.threads):
            w = &self.workers[i]
            w.seat = view.player
            w.iterations = w.worlds = w.fallbacks = 0
            w.full_at = -1
            w.samples_ready = 0
            rng_seed(&w.rng, seed, <uint64_t>i)
            state_copy(self.g, w.view, <const void *>PyCapsule_GetPointer(view.capsule, "caravela.state"))
            if not kept:
                tree_close(&w.tree)
                if tree_open(&w.tree, self.memory // self.threads, self.max_nodes) < 0:
                    raise MemoryError()
                w.stamp = 0
                for q in range(self.g.players):
                    w.root_keys[q] = 0
                if w.mast_totals is not NULL:
                    for q in range(self.g.players * self.g.action_count):
                        w.mast_totals[q] = 0.0
                        w.mast_visits[q] = 0
            for q in range(self.g.players):
                w.root_totals[q] = 0.0
            for q in range(self.g.legal_max):
                w.root_visits[q] = 0
            for q in range(self.g.legal_max * self.g.players):
                w.root_values[q] = 0.0
            self._draw_samples(w, view, previous, kept)
            self._add_roots(w)
        return kept

    cdef _draw_samples(self, search_worker *w, view, previous, bint kept):
        """The worlds that pimc keeps, or the particles of a belief."""
        cdef int32_t *log
        cdef int i, length
        if self.cfg.algorithm == PIMC:
            if not kept:
                for i in range(self.cfg.worlds):
                    w.fallbacks += self.g.determinize(self.g, w.view, w.samples + i * w.stride, w.seat, &w.rng)
                    w.worlds += 1
                    w.sample_keys[i] = hash_step(0, <uint64_t>i + 1)
        elif self.cfg.belief and previous is not None and previous.player == view.player:
            old = previous.log()
            new = view.log()
            if new[: len(old)] != old or len(new) == len(old):
                return
            length = len(new) - len(old)
            log = <int32_t *>PyMem_Calloc(length, sizeof(int32_t))
            if log is NULL:
                raise MemoryError()
            try:
                for i in range(length):
                    log[i] = new[len(old) + i]
                make_particles(w, PyCapsule_GetPointer(previous.capsule, "caravela.state"), log, length)
            finally:
                PyMem_Free(log)

    cdef int _root_key(self, search_worker *w, int sample, uint64_t *key) except -100:
        """Key of the root node (of one world, for pimc)."""
        cdef uint64_t private_key
        cdef int q
        for q in range(self.g.players):
            w.keys[q] = w.root_keys[q]
        if self.cfg.algorithm == PIMC:
            w.pimc_key = w.sample_keys[sample]
        if self.cfg.algorithm == INFOSET and not self.cfg.recall:
            state_copy(self.g, w.world, w.view)
        elif (self.cfg.algorithm == MO and self.cfg.root_private) or self.cfg.algorithm == INFOSET:
            view_key(w, w.view, w.seat, &private_key)
            w.keys[w.seat] = hash_step(w.keys[w.seat], private_key)
        return node_key(w, w.seat, key)

    cdef _add_roots(self, search_worker *w):
        cdef uint64_t key
        cdef int i
        for i in range(self.cfg.worlds if self.cfg.algorithm == PIMC else 1):
            self._root_key(w, i, &key)
            if tree_find(&w.tree, key) is NULL and tree_add(&w.tree, key, w.seat, w.stamp, True) is NULL:
                raise MemoryError()
            tree_grow(&w.tree)

    cdef bint _carry_on(self, view) except -1:
        """Re-roots the trees if the seat moves again and learned nothing but its own action."""
        cdef search_worker *first = &self.workers[0]
        cdef search_worker *w
        cdef const void *bytes
        cdef caravela_rng rng
        cdef int i, j, k, a, count, length
        cdef bint found = False
        old_view = self.last_view
        if not self.reuse or old_view is None or old_view.player != view.player or first.tree.slots is NULL:
            return False
        old, new = old_view.log(), view.log()
        length = len(new) - len(old)
        if not 0 <= length <= self.g.codes_max or new[: len(old)] != old or first.tree.full:
            return False
        bytes = PyCapsule_GetPointer(view.capsule, "caravela.state")
        rng_seed(&rng, 0, REUSE_STREAM)
        self.g.determinize(self.g, first.view, first.world, first.seat, &rng)
        state_copy(self.g, first.before, first.world)
        for a in old_view.legal_actions():
            state_copy(self.g, first.world, first.before)
            self.g.apply(self.g, first.world, a)
            count = self.g.observe(self.g, first.before, a, first.world, first.seat, first.codes)
            if (
                count == length
                and [first.codes[k] for k in range(count)] == new[len(old):]
                and self.g.current_player(self.g, first.world) == first.seat
                and same_view(first, first.world, bytes, first.seat)
            ):
                found = True
                break
        if not found:
            return False
        for i in range(self.threads):
            w = &self.workers[i]
            for k in range(self.g.players):
                count = self.g.observe(self.g, first.before, a, first.world, k, first.codes)
                for j in range(count):
                    w.root_keys[k] = hash_step(w.root_keys[k], <uint64_t>first.codes[j])
            if self.cfg.algorithm == PIMC:
                for k in range(self.cfg.worlds):
                    w.sample_keys[k] = hash_step(w.sample_keys[k], <uint64_t>a)
                    self.g.apply(self.g, w.samples + k * w.stride, a)
        return True

    cdef _search(self, uint64_t limit, double deadline):
        """Runs every tree: the first in this thread, the others in threads of their own."""
        cdef uint64_t share = limit // <uint64_t>self.threads
        cdef uint64_t extra = limit % <uint64_t>self.threads
        failures = []
        helpers = [
            threading.Thread(target=self._helper, args=(i, share + (1 if i < extra else 0), deadline, failures), daemon=True)
            for i in range(1, self.threads)
        ]
        for helper in helpers:
            helper.start()
        try:
            grow(&self.workers[0], share + (1 if extra > 0 else 0), deadline, &self.stopping, True)
        except BaseException:
            self.stopping = 1
            raise
        finally:
            for helper in helpers:
                helper.join()
        if failures:
            raise failures[0]

    def _helper(self, int index, limit, double deadline, list failures):
        try:
            grow(&self.workers[index], limit, deadline, &self.stopping, False)
        except BaseException as failure:
            failures.append(failure)
            self.stopping = 1

    cdef _result(self, view, seed, double start, bint reused):
        """Adds up the trees' root statistics."""
        cdef search_worker *w
        cdef node *root
        cdef edge *e
        cdef uint64_t key, iterations = 0, worlds = 0, fallbacks = 0, nodes = 0
        cdef size_t size = 0
        cdef int64_t full_at = -1
        cdef int players = self.g.players
        cdef int i, k, q, sample
        legal = view.legal_actions()
        place = {action: k for k, action in enumerate(legal)}
        visits, availability, tried = [0] * len(legal), [0] * len(legal), [0] * len(legal)
        totals, strategy, priors = [0.0] * len(legal), [0.0] * len(legal), [None] * len(legal)
        seats = [[0.0] * players for _ in legal]
        root_totals = [0.0] * players
        for i in range(self.threads):
            w = &self.workers[i]
            iterations += w.iterations
            worlds += w.worlds
            fallbacks += w.fallbacks
            nodes += w.tree.used
            size += w.tree.bytes
            if w.full_at >= 0 and (full_at < 0 or w.full_at < full_at):
                full_at = w.full_at
            for q in range(players):
                root_totals[q] += w.root_totals[q]
            for sample in range(self.cfg.worlds if self.cfg.algorithm == PIMC else 1):
                self._root_key(w, sample, &key)
                root = tree_find(&w.tree, key)
                for k in range(root.count):
                    e = &root.edges[k]
                    at = place[e.action]
                    visits[at] += e.visits
                    availability[at] += e.availability
                    totals[at] += e.total
                    if e.prior >= 0.0 and priors[at] is None:
                        priors[at] = e.prior
                    if root.hidden:
                        strategy[at] += node_regrets(root)[k].strategy
            # Root edges of all worlds lie in the order of the legal actions.
            for k in range(len(legal)):
                tried[k] += w.root_visits[k]
                for q in range(players):
                    seats[k][q] += w.root_values[k * players + q]
        means = [totals[k] / visits[k] if visits[k] else None for k in range(len(legal))]
        actions = [
            ActionStats(
                action, self.game.action_to_string(action), visits[k], means[k], availability[k], priors[k],
                tuple(x / tried[k] for x in seats[k]) if tried[k] else None,
            )
            for k, action in enumerate(legal)
        ]
        policy = self._policy(legal, visits, means, strategy)
        return SearchResult(
            action=draw_move(policy, seed),
            actions=actions,
            policy=policy,
            values=tuple(x / iterations for x in root_totals) if iterations else (0.5,) * players,
            principal_line=self._line(&self.workers[0], seed),
            iterations=iterations,
            seconds=monotonic_seconds() - start,
            nodes=nodes,
            bytes=size,
            worlds=worlds,
            fallback_worlds=fallbacks,
            full_at=full_at,
            reused=reused,
        )

    cdef list _policy(self, legal, visits, means, strategy):
        """The final-move distribution over legal actions, without the impossible ones."""
        cdef int final = self.cfg.final
        if final == FINAL_REGRET and sum(strategy) > 0.0:
            weights = strategy
        elif final == FINAL_SAMPLE and max(visits) > 0:
            top = det_log(max(visits))
            weights = [det_exp((det_log(n) - top) / self.cfg.temperature) if n else 0.0 for n in visits]
        else:
            scores = visits
            if final == FINAL_VALUE:
                scores = [-1.0 if mean is None else mean for mean in means]
            weights = [0.0] * len(legal)
            weights[scores.index(max(scores))] = 1.0
        total = sum(weights)
        return [(action, x / total) for action, x in zip(legal, weights) if x > 0.0]

    cdef list _line(self, search_worker *w, uint64_t seed):
        """The most visited actions in one sampled world, while the tree knows them."""
        cdef const caravela_game *g = self.g
        cdef caravela_rng *rng = &w.rng
        cdef uint64_t key
        cdef node *n
        cdef int p, a, i, count, best
        cdef uint32_t most
        line = []
        rng_seed(rng, seed, LINE_STREAM)
        self._root_key(w, 0, &key)
        if self.cfg.algorithm == PIMC:
            state_copy(g, w.world, w.samples)
        else:
            g.determinize(g, w.view, w.world, w.seat, rng)
        while len(line) < LONGEST_LINE:
            p = g.current_player(g, w.world)
            if p == CARAVELA_TERMINAL:
                break
            if p == CARAVELA_CHANCE:
                a = g.sample_chance(g, w.world, rng)
            else:
                count = g.legal_actions(g, w.world, w.legal)
                a = w.legal[0]
                if count > 1:
                    node_key(w, p, &key)
                    n = tree_find(&w.tree, key)
                    if n is NULL:
                        break
                    most = 0
                    best = 0
                    for i in range(n.count):
                        while best < count and w.legal[best] < n.edges[i].action:
                            best += 1
                        if best < count and w.legal[best] == n.edges[i].action and n.edges[i].visits > most:
                            most = n.edges[i].visits
                            a = w.legal[best]
                    if most == 0:
                        break
                line.append((p, a))
            state_copy(g, w.before, w.world)
            g.apply(g, w.world, a)
            extend_keys(w, w.before, a, w.world, p == CARAVELA_CHANCE)
        return line


cdef draw_move(list policy, uint64_t seed):
    """One uniform from the move stream, unless there is nothing to draw."""
    cdef caravela_rng rng
    cdef double u, total = 0.0
    if len(policy) == 1:
        return policy[0][0]
    rng_seed(&rng, seed, MOVE_STREAM)
    u = rng_uniform(&rng)
    for action, probability in policy:
        total += probability
        if total > u:
            return action
    return policy[len(policy) - 1][0]


cdef int grow(search_worker *w, uint64_t limit, double deadline, volatile int *stopping, bint signals) except -100:
    """Iterates until the limit, the deadline or the stop flag. The main thread looks for signals by the clock."""
    cdef double now = monotonic_seconds()
    cdef double last = now
    cdef double signalled = now
    cdef uint64_t batch = 1
    cdef uint64_t i
    with nogil:
        while w.iterations < limit and not stopping[0]:
            i = 0
            while i < batch and w.iterations < limit:
                iterate(w)
                i += 1
            now = monotonic_seconds()
            if now >= deadline:
                break
            if now - last < CHECK_SECONDS / 2 and batch < 65536:
                batch *= 2
            elif now - last > CHECK_SECONDS and batch > 1:
                batch //= 2
            last = now
            if signals and now - signalled > SIGNAL_SECONDS:
                signalled = now
                with gil:
                    PyErr_CheckSignals()
    return 0
