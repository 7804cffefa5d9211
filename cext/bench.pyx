"""Times the functions of a game's table in native loops, over the steps of seeded random games."""

from time import perf_counter_ns

cimport cython
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free

from abi cimport CARAVELA_CHANCE, CARAVELA_TERMINAL, caravela_game, caravela_rng, state_copy, state_drop
from hashing cimport hash_bytes
from rng cimport rng_bounded, rng_seed

cdef enum:
    CLONE
    LEGAL_ACTIONS
    APPLY
    CHANCE
    OBSERVE
    REDACT
    DETERMINIZE
    HASH

OPERATIONS = ("clone", "legal_actions", "apply", "chance", "observe", "redact", "determinize", "hash")


@cython.no_gc_clear  # states are dropped through the game's table, which must still be there
cdef class Operations:
    """Every state of a few random games, and the loops that call one operation on all of them."""

    cdef object game  # keeps the table alive
    cdef const caravela_game *g
    cdef char *memory  # as allocated; `states` is its aligned part
    cdef char *states  # game after game, each from its first state to its last
    cdef char *views  # the same states, redacted for the seat to act where there is one
    cdef char *scratch  # one state
    cdef size_t stride
    cdef size_t slots  # states that fit into `memory`
    cdef int count  # recorded states
    cdef int32_t *actions  # what leads to the next state; -1 at the last state of a game
    cdef int32_t *movers
    cdef int32_t *legal
    cdef int32_t *codes
    cdef uint64_t sink  # takes what has no other use, so that the compiler leaves no call out

    def __cinit__(self, game, int games=16, uint64_t seed=0):
        if games < 1:
            raise ValueError(f"the number of games must be at least 1, not {games}")
        self.game = game
        self.g = <const caravela_game *>PyCapsule_GetPointer(game.capsule, "caravela.game")
        cdef size_t align = self.g.align
        cdef size_t room = <size_t>games * (self.g.steps_max + 1)
        self.stride = (self.g.state_size + align - 1) // align * align
        self.slots = 2 * room + 1
        self.memory = <char *>calloc(self.slots * self.stride + align, 1)
        self.actions = <int32_t *>calloc(room, sizeof(int32_t))
        self.movers = <int32_t *>calloc(room, sizeof(int32_t))
        self.legal = <int32_t *>calloc(self.g.legal_max + 1, sizeof(int32_t))
        self.codes = <int32_t *>calloc(self.g.codes_max + 1, sizeof(int32_t))
        if not (self.memory and self.actions and self.movers and self.legal and self.codes):
            raise MemoryError
        self.states = <char *>((<uintptr_t>self.memory + align - 1) // align * align)
        self.views = self.states + room * self.stride
        self.scratch = self.views + room * self.stride
        with nogil:
            self.play(games, seed)

    def __dealloc__(self):
        cdef size_t i
        if self.states is not NULL:
            for i in range(self.slots):  # unused ones are zero and hold nothing
                state_drop(self.g, self.states + i * self.stride)
        free(self.memory)
        free(self.actions)
        free(self.movers)
        free(self.legal)
        free(self.codes)

    @property
    def steps(self):
        """Steps of each kind in the recorded games: (decisions, chance events)."""
        movers = [self.movers[i] for i in range(self.count)]
        return sum(mover >= 0 for mover in movers), movers.count(CARAVELA_CHANCE)

    def time(self, str operation, int rounds=1):
        """(nanoseconds, calls) of `rounds` passes of one of OPERATIONS over all recorded steps."""
        if operation not in OPERATIONS:
            raise ValueError(f"no operation is called {operation!r}; there are: {', '.join(OPERATIONS)}")
        if rounds < 1:
            raise ValueError(f"rounds must be at least 1, not {rounds}")
        cdef int number = OPERATIONS.index(operation)
        cdef long long calls = 0
        cdef int i
        started = perf_counter_ns()
        with nogil:
            for i in range(rounds):
                calls += self.loop(number)
        return perf_counter_ns() - started, calls

    cdef int play(self, int games, uint64_t seed) except -1 nogil:
        """Records `games` random games."""
        cdef caravela_rng rng
        cdef char *state
        cdef int played, mover, action
        rng_seed(&rng, seed, 0)
        for played in range(games):
            self.g.init(self.g, self.states + self.count * self.stride)
            while True:
                state = self.states + self.count * self.stride
                mover = self.g.current_player(self.g, state)
                self.movers[self.count] = mover
                self.actions[self.count] = -1
                self.count += 1
                if mover == CARAVELA_TERMINAL:
                    break
                if mover == CARAVELA_CHANCE:
                    action = self.g.sample_chance(self.g, state, &rng)
                else:
                    state_copy(self.g, self.views + (self.count - 1) * self.stride, state)
                    self.g.redact(self.g, self.views + (self.count - 1) * self.stride, mover)
                    action = self.legal[rng_bounded(&rng, self.g.legal_actions(self.g, state, self.legal))]
                self.actions[self.count - 1] = action
                state_copy(self.g, state + self.stride, state)
                self.g.apply(self.g, state + self.stride, action)
        return 0

    cdef long long loop(self, int operation) except -1 nogil:
        """One pass; returns the number of calls."""
        cdef const caravela_game *g = self.g
        cdef caravela_rng rng
        cdef uint64_t key
        cdef long long calls = 0
        cdef char *state
        cdef int i, seat, mover
        cdef bint fresh = True
        rng_seed(&rng, 0, 0)
        for i in range(self.count):
            state = self.states + i * self.stride
            mover = self.movers[i]
            if operation == CLONE:
                state_copy(g, self.scratch, state)
                self.sink += <unsigned char>self.scratch[0]
            elif operation == HASH:
                if g.key is NULL:
                    key = hash_bytes(state, g.state_size, 0)
                else:
                    g.key(g, state, -1, &key)
                self.sink += key
            elif operation == APPLY:
                # Games are replayed in one block, so that only their first state is copied.
                if fresh:
                    state_copy(g, self.scratch, state)
                fresh = mover == CARAVELA_TERMINAL
                if fresh:
                    continue
                g.apply(g, self.scratch, self.actions[i])
            elif mover == CARAVELA_TERMINAL:
                continue
            elif operation == OBSERVE:
                for seat in range(g.players):
                    g.observe(g, state, self.actions[i], state + self.stride, seat, self.codes)
                calls += g.players - 1
            elif operation == CHANCE:
                if mover != CARAVELA_CHANCE:
                    continue
                g.sample_chance(g, state, &rng)
            elif mover == CARAVELA_CHANCE:
                continue
            elif operation == LEGAL_ACTIONS:
                g.legal_actions(g, state, self.legal)
            elif operation == REDACT:
                state_copy(g, self.scratch, state)
                g.redact(g, self.scratch, mover)
            elif operation == DETERMINIZE:
                g.determinize(g, self.views + i * self.stride, self.scratch, mover, &rng)
            calls += 1
        return calls
