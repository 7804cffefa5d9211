"""Information-set Monte Carlo tree search over any game of the C interface. Specified in docs/search.md."""

from _thread import allocate_lock, start_new_thread
from math import isfinite

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from abi cimport (
    CARAVELA_CHANCE,
    CARAVELA_TERMINAL,
    caravela_game,
    caravela_heuristic,
    caravela_rng,
    state_copy,
)
from belief cimport make_particles, same_view
from clock cimport monotonic_seconds
from detmath cimport det_log
from final_move cimport draw_move, final_policy
from growth cimport grow
from hashing cimport hash_step
from iteration cimport extend_keys, node_key, view_key
from rng cimport rng_seed
from search_types cimport *
from tree cimport edge, node, node_regrets, regret_stats, tree_add, tree_close, tree_find, tree_grow, tree_open
from worker cimport worker_close, worker_open

from .checks import choice, flag, number
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

# det_log of 0 .. LOG_TABLE-1 (entry 0 unused), filled once on import.
cdef double[LOG_TABLE] LOGS


cdef int fill_logs() noexcept nogil:
    cdef int i
    for i in range(1, LOG_TABLE):
        LOGS[i] = det_log(i)
    return 0


fill_logs()


@cython.no_gc_clear  # states are dropped through the game's table, which must still be there
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
        cutoff_turns=0,
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
        cfg.algorithm = choice("algorithm", algorithm, ALGORITHMS)
        cfg.selection = choice("selection", selection, SELECTIONS)
        cfg.regret_matching = choice("hidden", hidden, HIDDEN)
        cfg.rollout = choice("rollout", rollout, ROLLOUTS)
        cfg.utility = choice("utility", utility, UTILITIES)
        cfg.final = choice("final", final, FINALS)
        cfg.open_chance = choice("chance", chance, CHANCES)
        cfg.c = number("c", c, float, 0.0, 1e6)
        cfg.fpu = number("fpu", fpu, float, 0.0, 1e6)
        cfg.gamma = number("gamma", gamma, float, 1e-6, 1.0)
        cfg.epsilon = number("epsilon", epsilon, float, 0.0, 1.0)
        cfg.cutoff = number("cutoff", cutoff, int, -1, 1 << 30)
        cfg.cutoff_turns = number("cutoff_turns", cutoff_turns, int, 0, 1 << 30)
        cfg.margin = number("margin", margin, float, 0.0, 1.0)
        cfg.widen_c = number("widen_c", widen_c, float, 0.0, 1e6)
        cfg.widen_a = number("widen_a", widen_a, float, 0.0, 1.0)
        cfg.worlds = number("worlds", worlds, int, 1, 1 << 20)
        cfg.belief = number("belief", belief, int, 0, 1 << 20)
        cfg.temperature = number("temperature", temperature, float, 1e-3, 1e3)
        cfg.recall = flag("recall", recall)
        cfg.root_private = flag("root_private", root_private)
        cfg.priors = cfg.selection == PUCT or cfg.widen_c > 0.0
        self.threads = number("threads", threads, int, 1, MAX_THREADS)
        self.max_nodes = number("max_nodes", max_nodes, int, 0, 1 << 60)
        self.reuse = flag("reuse", reuse) and not cfg.recall and not cfg.root_private
        self._use_heuristic(heuristic, weights)
        if cfg.open_chance and cfg.algorithm == INFOSET and not cfg.recall:
            raise ValueError("chance='open' needs recall=True with algorithm='infoset': a view shows what chance did")
        if cfg.belief and cfg.algorithm == PIMC:
            raise ValueError("belief does not go with algorithm='pimc'; use 'so', 'mo' or 'infoset'")
        if cfg.cutoff_turns and self.g.turn is NULL:
            raise ValueError(f"cutoff_turns needs a game that counts turns; {self.game.name} does not; use cutoff")
        if self.g.legal_max > 60000:
            raise ValueError(f"{self.game.name} has up to {self.g.legal_max} legal actions at once; the most is 60000")
        roots = cfg.worlds if cfg.algorithm == PIMC else 1
        least = 65536 + 160 * roots + roots * (self.g.legal_max + 4) * (sizeof(edge) + sizeof(regret_stats))
        self.memory = number("memory", memory, int, least * self.threads, 1 << 60)
        self.options = dict(
            algorithm=algorithm, selection=selection, hidden=hidden, c=cfg.c, fpu=cfg.fpu, gamma=cfg.gamma,
            chance=chance,
            rollout=rollout, epsilon=cfg.epsilon, cutoff=cfg.cutoff, cutoff_turns=cfg.cutoff_turns,
            utility=utility, margin=cfg.margin,
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
            if self.cfg.rollout == ROLLOUT_HEURISTIC or self.cfg.cutoff >= 0 or self.cfg.cutoff_turns > 0:
                raise ValueError(
                    f"rollout='heuristic', cutoff and cutoff_turns need a heuristic; {self.game.name} got none"
                )
            return
        if not PyCapsule_IsValid(heuristic, "caravela.heuristic"):
            raise ValueError(f"heuristic is {heuristic!r}; it must be a PyCapsule called caravela.heuristic")
        h = <const caravela_heuristic *>PyCapsule_GetPointer(heuristic, "caravela.heuristic")
        if h.layout != self.g.layout:
            raise ValueError(f"this heuristic is for another state layout ({h.game.decode()}) than {self.game.name}'s")
        values = [h.defaults[i] for i in range(h.n_weights)] if weights is None else [float(x) for x in weights]
        if len(values) != h.n_weights:
            raise ValueError(f"{len(values)} weights given; {self.game.name}'s heuristic has {h.n_weights}")
        if not all(isfinite(x) for x in values):
            raise ValueError(f"weights must be finite numbers, not {values}")
        self.weights = <double *>calloc(max(h.n_weights, 1), sizeof(double))
        if self.weights is NULL:
            raise MemoryError()
        for i in range(h.n_weights):
            self.weights[i] = values[i]
        self.cfg.heuristic = h
        self.cfg.weights = self.weights

    cdef _make_workers(self):
        cdef int i
        self.workers = <search_worker *>calloc(self.threads, sizeof(search_worker))
        if self.workers is NULL:
            raise MemoryError()
        for i in range(self.threads):
            if worker_open(&self.workers[i], self.g, &self.cfg, LOGS) < 0:
                raise MemoryError()

    def __dealloc__(self):
        cdef int i
        if self.workers is not NULL:
            for i in range(self.threads):
                worker_close(&self.workers[i])
            free(self.workers)
        free(self.weights)

    def __reduce__(self):
        raise TypeError("a Search is not picklable; pickle the bot, which makes a new one")

    def stop(self):
        """Ends the running search soon; callable from any thread. Its result is what was found so far."""
        self.stopping = 1

    def forget(self):
        """Drops the kept tree and the memory of the previous decision. RuntimeError while the search runs."""
        if self.running:
            raise RuntimeError("this Search is running; stop() ends it")
        self._forget()

    cdef _forget(self):
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
        cdef double deadline = start + (number("seconds", seconds, float, 0.0, 1e9) if seconds is not None else 1e18)
        cdef uint64_t limit = number("iterations", iterations, int, 0, 1 << 62) if iterations is not None else 1 << 62
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
            self._forget()
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
            w.root_turn = self.g.turn(self.g, w.view) if self.cfg.cutoff_turns > 0 else 0
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
        cdef int i
        cdef list failures = []
        cdef list ends = []
        # Bare threads: no Python code runs while one is started, so Ctrl-C cannot come before its lock is in the list.
        try:
            for i in range(1, self.threads):
                end = allocate_lock()
                end.acquire()
                start_new_thread(self._helper, (i, share + (1 if i < extra else 0), deadline, failures, end))
                ends.append(end)
            grow(&self.workers[0], share + (1 if extra > 0 else 0), deadline, &self.stopping, True)
        except BaseException as failure:
            failures.insert(0, failure)
            self.stopping = 1
        for end in ends:
            self._wait(end, failures)
        if failures:
            raise failures[0]

    cdef _wait(self, end, list failures):
        """Waits for the end of a helper, whatever comes meanwhile: it uses its tree until then."""
        while True:
            try:
                end.acquire()
                return
            except BaseException as failure:
                failures.append(failure)
                self.stopping = 1

    def _helper(self, int index, limit, double deadline, list failures, end):
        try:
            grow(&self.workers[index], limit, deadline, &self.stopping, False)
        except BaseException as failure:
            failures.append(failure)
            self.stopping = 1
        finally:
            end.release()

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
                if root is NULL:
                    raise RuntimeError(f"{self.game.spec} gives one view two keys; a key depends on the view alone")
                for k in range(root.count):
                    e = &root.edges[k]
                    at = place.get(e.action)
                    if at is None:
                        raise RuntimeError(
                            f"{self.game.spec} has action {e.action} in a world sampled for seat {view.player}; in its "
                            f"view the legal actions are {legal}"
                        )
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
        policy = final_policy(&self.cfg, legal, visits, means, strategy)
        return SearchResult(
            action=draw_move(policy, seed, MOVE_STREAM),
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
