"""Native heuristics from Python: what one expects a seat to play, by its view, and what it expects of a state."""

from collections import namedtuple
from math import isfinite

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid
from libc.stdint cimport int32_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from abi cimport (CARAVELA_ABI, CARAVELA_FOREIGN, caravela_game, caravela_heuristic, caravela_rng, state_drop)
from rng cimport rng_seed

from caravela.cext.core import State, View

cdef int MAX_SAMPLES = 1_000_000

HeuristicInfo = namedtuple("HeuristicInfo", "game layout names weights")
HeuristicInfo.__module__ = __name__
HeuristicInfo.__doc__ = "What a heuristic says of itself: its game, state layout, weight names and default weights."


cdef const caravela_heuristic *heuristic_pointer(object capsule) except NULL:
    if not PyCapsule_IsValid(capsule, "caravela.heuristic"):
        raise ValueError(f"not a caravela.heuristic capsule: {capsule!r}")
    cdef const caravela_heuristic *h = <const caravela_heuristic *>PyCapsule_GetPointer(capsule, "caravela.heuristic")
    if h.abi != CARAVELA_ABI or h.size < sizeof(caravela_heuristic):
        raise ValueError(f"heuristic of interface {h.abi} with {h.size} bytes; this is interface {CARAVELA_ABI} "
                         f"with {sizeof(caravela_heuristic)}")
    return h


def heuristic_info(heuristic):
    """Reads a PyCapsule "caravela.heuristic". ValueError if it is none, or was compiled for another interface."""
    cdef const caravela_heuristic *h = heuristic_pointer(heuristic)
    names = tuple([(<bytes>h.names[i]).decode() for i in range(h.n_weights)])
    weights = tuple([h.defaults[i] for i in range(h.n_weights)])
    return HeuristicInfo((<bytes>h.game).decode(), h.layout, names, weights)


cdef class Scratch:
    """Memory of one call, freed with it: one world, and the arrays that go with it."""

    cdef uint8_t *block
    cdef const void *view  # the View's own bytes
    cdef uint8_t *world
    cdef int32_t *actions
    cdef double *prior
    cdef double *total
    cdef double *weights
    cdef const caravela_game *game
    cdef object owners  # keep the game and the view alive

    def __cinit__(self, object game, object view, int n_weights):
        self.owners = (game, view)
        self.game = <const caravela_game *>PyCapsule_GetPointer(game, "caravela.game")
        if view is not None:
            self.view = PyCapsule_GetPointer(view, "caravela.state")
        cdef size_t align = max(<size_t>self.game.align, sizeof(double))
        cdef size_t state = (self.game.state_size + align - 1) // align * align
        cdef size_t legal = max(self.game.legal_max, self.game.players)
        cdef size_t reals = 2 * legal + n_weights
        # calloc: a foreign state that was never written is zero and may be dropped.
        self.block = <uint8_t *>calloc(1, align + state + reals * sizeof(double) + legal * sizeof(int32_t))
        if self.block is NULL:
            raise MemoryError
        self.world = <uint8_t *>((<uintptr_t>self.block + align - 1) // align * align)
        self.prior = <double *>(self.world + state)
        self.total = self.prior + legal
        self.weights = self.total + legal
        self.actions = <int32_t *>(self.weights + n_weights)

    def __dealloc__(self):
        if self.block is not NULL:
            state_drop(self.game, self.world)
            free(self.block)


cdef int add_priors(const caravela_game *g, const caravela_heuristic *h, Scratch scratch, int p, int n, int samples,
                    uint64_t seed) except -100 nogil:
    """Adds up the priors of `samples` worlds."""
    cdef caravela_rng rng
    cdef int i, sample
    rng_seed(&rng, seed, 0)
    for sample in range(samples):
        g.determinize(g, scratch.view, scratch.world, p, &rng)
        h.prior(g, scratch.world, p, scratch.actions, n, scratch.weights, scratch.prior)
        for i in range(n):
            scratch.total[i] += scratch.prior[i]
    return 0


def average_prior(view, heuristic, samples, seed, weights=None):
    """The legal actions of `view` in ascending order, and the probability the heuristic gives to each.

    The heuristic works on complete worlds; probabilities are its mean over `samples` worlds drawn from `view` with
    `Rng(seed)`. `weights`: all weights in order, None = its defaults. Runs without the GIL.

    ValueError: not a View, the seat is not to act, `samples` outside 1 .. 1000000, a heuristic for another state
    layout, another number of weights, or one that is not finite.
    """
    if not isinstance(view, View):
        raise ValueError(f"not a View: {view!r}")
    cdef const caravela_heuristic *h = heuristic_pointer(heuristic)
    cdef Scratch scratch = Scratch(view.game.capsule, view.capsule, h.n_weights)
    cdef const caravela_game *g = scratch.game
    cdef int p = view.player, n, i, count
    cdef uint64_t stream
    check_layout(h, g, view.game)
    if not 1 <= samples <= MAX_SAMPLES:
        raise ValueError(f"samples={samples!r}: it must be at least 1 and at most {MAX_SAMPLES}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed={seed!r}: it must be at least 0 and below 2**64")
    read_weights(h, weights, scratch.weights)
    if g.current_player(g, scratch.view) != p:
        raise ValueError(f"seat {p} is not to act in this view; the game waits for {view.current_player()}")
    n = g.legal_actions(g, scratch.view, scratch.actions)
    count, stream = samples, seed
    with nogil:
        add_priors(g, h, scratch, p, n, count, stream)
    return [scratch.actions[i] for i in range(n)], [scratch.total[i] / count for i in range(n)]


def evaluate_state(state, heuristic, weights=None):
    """The utility that the heuristic expects for every seat at a complete state, chance and the end included.

    `weights`: all weights in order, None = its defaults.

    ValueError: not a State, a heuristic for another state layout, another number of weights, or one that is not finite.
    """
    if not isinstance(state, State):
        raise ValueError(f"not a State: {state!r}")
    cdef const caravela_heuristic *h = heuristic_pointer(heuristic)
    cdef Scratch scratch = Scratch(state.game.capsule, None, h.n_weights)
    cdef const caravela_game *g = scratch.game
    cdef bytes block = state.to_bytes()
    check_layout(h, g, state.game)
    read_weights(h, weights, scratch.weights)
    if g.flags & CARAVELA_FOREIGN:
        g.unpack(g, scratch.world, <const uint8_t *><const char *>block, len(block))
    else:
        memcpy(scratch.world, <const char *>block, g.state_size)
    h.evaluate(g, scratch.world, scratch.weights, scratch.total)
    return [scratch.total[p] for p in range(g.players)]


cdef int check_layout(const caravela_heuristic *h, const caravela_game *g, object game) except -1:
    if h.layout != g.layout:
        raise ValueError(f"the heuristic of {(<bytes>h.game).decode()!r} knows another state layout than "
                         f"{game.spec} has")
    return 0


cdef int read_weights(const caravela_heuristic *h, object weights, double *out) except -1:
    cdef int i
    if weights is None:
        memcpy(out, h.defaults, h.n_weights * sizeof(double))
        return 0
    if len(weights) != h.n_weights or not all(isfinite(weight) for weight in weights):
        raise ValueError(f"weights={weights!r}: they must be {h.n_weights} finite numbers")
    for i in range(h.n_weights):
        out[i] = weights[i]
    return 0
