"""Batches of uniformly random games, played without the GIL."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from abi cimport CARAVELA_CHANCE, CARAVELA_FOREIGN, caravela_game, caravela_rng, state_copy, state_drop
from blocks cimport block_stride, blocks_new
from clock cimport monotonic_seconds
from rng cimport rng_bounded, rng_seed

import operator
from dataclasses import dataclass
from threading import Thread

import numpy as np

from caravela.cext.core import Game, State

cdef enum:
    OVERRUN = -101              # a game went beyond the engine's own bound

cdef double SIGNAL_SECONDS = 0.02


@dataclass(frozen=True, eq=False)
class Playouts:
    """Result of playouts(): row i is playout i.

    returns, scores: float64 (n, players). lengths: int32 (n,), decisions made, chance not counted.
    """

    returns: np.ndarray
    scores: np.ndarray
    lengths: np.ndarray


def playouts(source, n, seed=0, threads=1):
    """n uniformly random games from a State, or from a Game's start, to the end.

    Playout i takes all its numbers from Rng(seed, i), chance and decisions in the order they come up, a decision with
    one legal action none: the result does not depend on `threads`. The result takes 16 bytes a player and 4 more for
    each playout; n is at most 2**28. ValueError for bad numbers.
    """
    if isinstance(source, Game):
        state = source.new_initial_state()
    elif isinstance(source, State):
        state = source
    else:
        raise TypeError(f"playouts start from a State or a Game, not from {type(source).__name__}")
    cdef Py_ssize_t count = whole(n, "n", 0, 2**28)
    cdef uint64_t stream_seed = whole(seed, "seed", 0, 2**64 - 1)
    cdef int workers = whole(threads, "threads", 1, 1024)
    cdef Batch batch = Batch(state, count, stream_seed)
    workers = min(workers, max(1, count))
    if workers == 1:
        batch.play(0, count, True)
    else:
        play_threaded(batch, count, workers)
    return Playouts(batch.returns_array, batch.scores_array, batch.lengths_array)


cdef object whole(object value, str name, object low, object high):
    number = operator.index(value)
    if isinstance(value, bool) or not low <= number <= high:
        raise ValueError(f"{name} is {value}; it must be between {low} and {high}")
    return number


cdef int play_threaded(Batch batch, Py_ssize_t count, int workers) except -1:
    """Shares the playouts out; the calling thread waits, so that Ctrl-C reaches it."""
    failures = []

    def work(first, last):
        try:
            batch.play(first, last, False)
        except BaseException as error:
            failures.append(error)
            batch.stop()

    pool = [
        Thread(target=work, args=(count * i // workers, count * (i + 1) // workers), name=f"playouts-{i}", daemon=True)
        for i in range(workers)
    ]
    try:
        for thread in pool:
            thread.start()
        for thread in pool:
            # A plain join would not notice a signal that another thread received.
            while thread.is_alive():
                thread.join(SIGNAL_SECONDS)
    except BaseException:
        batch.stop()
        for thread in pool:
            if thread.ident is not None:
                thread.join()
        raise
    if failures:
        raise failures[0]
    return 0


@cython.final
cdef class Batch:
    """The start of all playouts and the arrays they fill."""

    cdef object game                # keeps the table alive
    cdef const caravela_game *g
    cdef bytes start
    cdef uint64_t seed
    cdef readonly object returns_array
    cdef readonly object scores_array
    cdef readonly object lengths_array
    cdef double[:, ::1] returns
    cdef double[:, ::1] scores
    cdef int32_t[::1] lengths
    cdef bint stopped

    def __cinit__(self, state, Py_ssize_t count, uint64_t seed):
        self.game = state.game
        self.g = <const caravela_game *>PyCapsule_GetPointer(state.game.capsule, "caravela.game")
        self.start = state.to_bytes()
        self.seed = seed
        self.returns_array = np.zeros((count, self.g.players))
        self.scores_array = np.zeros((count, self.g.players))
        self.lengths_array = np.zeros(count, dtype=np.int32)
        self.returns = self.returns_array
        self.scores = self.scores_array
        self.lengths = self.lengths_array

    cdef void stop(self) noexcept:
        """Makes every thread leave after its present playout."""
        self.stopped = True

    cdef int play(self, Py_ssize_t first, Py_ssize_t last, bint signals) except -1:
        """Playouts first .. last-1 in the calling thread; with `signals` it lets Ctrl-C through."""
        cdef const caravela_game *g = self.g
        cdef const char *start = self.start
        cdef size_t size = len(self.start)
        cdef void *root = NULL
        cdef void *memory = blocks_new(g, 2, g.legal_max * sizeof(int32_t) + sizeof(int32_t), &root)
        cdef int32_t *legal
        cdef void *s
        cdef double checked = monotonic_seconds()
        cdef Py_ssize_t i
        cdef caravela_rng rng
        cdef int status = 0
        if memory is NULL:
            raise MemoryError
        s = <char *>root + block_stride(g)
        legal = <int32_t *>(<char *>root + (2 * block_stride(g) + 3) // 4 * 4)
        try:
            with nogil:
                if g.flags & CARAVELA_FOREIGN:
                    g.unpack(g, root, <const uint8_t *>start, size)
                else:
                    memcpy(root, start, size)
                for i in range(first, last):
                    if self.stopped:
                        break
                    rng_seed(&rng, self.seed, <uint64_t>i)
                    state_copy(g, s, root)
                    status = play_out(g, s, legal, &rng)
                    if status < 0:
                        break
                    self.lengths[i] = status
                    g.returns(g, s, &self.returns[i, 0])
                    g.scores(g, s, &self.scores[i, 0])
                    if signals and monotonic_seconds() - checked > SIGNAL_SECONDS:
                        with gil:
                            PyErr_CheckSignals()
                        checked = monotonic_seconds()
            if status == OVERRUN:
                raise RuntimeError(f"a game of {self.game.spec} took more than the {g.steps_max} steps it claims")
        finally:
            state_drop(g, s)
            state_drop(g, root)
            free(memory)
        return 0


cdef int play_out(const caravela_game *g, void *s, int32_t *legal, caravela_rng *rng) except -100 nogil:
    """Uniformly random play to the end. Returns the number of decisions, or OVERRUN."""
    cdef int p, n, a
    cdef int decisions = 0
    cdef int left = g.steps_max
    while True:
        p = g.current_player(g, s)
        if p >= 0:
            n = g.legal_actions(g, s, legal)
            a = legal[0] if n == 1 else legal[rng_bounded(rng, <uint32_t>n)]
            decisions += 1
        elif p == CARAVELA_CHANCE:
            a = g.sample_chance(g, s, rng)
        else:
            return decisions
        if left == 0:
            return OVERRUN
        left -= 1
        g.apply(g, s, a)
