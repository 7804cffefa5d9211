"""Calls a game's function table directly, in guarded buffers, and says when a call breaks the C contract.

Every call copies its inputs into fresh, exactly aligned blocks, fills its outputs with a chosen byte and puts
guard zones before and after each block. Afterwards the guards must be untouched, inputs that are `const` must be
unchanged and counts must stay within the declared maxima. This is slow on purpose: it serves the conformance
suite, never play.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int32_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from abi cimport CARAVELA_CHANCE, CARAVELA_FOREIGN, CARAVELA_TERMINAL, CARAVELA_ZERO_SUM, caravela_game, caravela_rng
from rng cimport rng_seed

cdef enum:
    GUARD = 4096        # bytes before and after each block
    GUARD_BYTE = 0x5C


class ContractError(ValueError):
    """A function of the table broke the C contract; the text names the function and what it did."""


cdef class _Block:
    """`size` bytes aligned to `align` and to no more, between two guard zones."""

    cdef uint8_t *raw
    cdef uint8_t *data
    cdef size_t size
    cdef size_t total

    def __cinit__(self, size_t size, size_t align):
        cdef uintptr_t start
        self.size = size
        self.total = size + 2 * GUARD + 2 * align
        self.raw = <uint8_t *>malloc(self.total)
        if self.raw is NULL:
            raise MemoryError(f"no memory for a guarded block of {size} bytes")
        start = (<uintptr_t>self.raw + GUARD + align - 1) // align * align
        if start % (2 * align) == 0:
            start += align
        self.data = <uint8_t *>start

    def __dealloc__(self):
        free(self.raw)

    cdef void reset(self, int fill) noexcept:
        memset(self.raw, GUARD_BYTE, self.total)
        memset(self.data, fill, self.size)

    cdef void load(self, bytes source) noexcept:
        memset(self.raw, GUARD_BYTE, self.total)
        memcpy(self.data, PyBytes_AS_STRING(source), self.size)

    cdef bint intact(self) noexcept:
        cdef uint8_t *at = self.raw
        while at < self.data:
            if at[0] != GUARD_BYTE:
                return False
            at += 1
        at = self.data + self.size
        while at < self.raw + self.total:
            if at[0] != GUARD_BYTE:
                return False
            at += 1
        return True

    cdef bint equals(self, bytes source) noexcept:
        return memcmp(self.data, PyBytes_AS_STRING(source), self.size) == 0

    cdef bytes take(self):
        return PyBytes_FromStringAndSize(<char *>self.data, self.size)


cdef class Probe:
    """A game's table called in buffers whose outputs start filled with the byte `fill`.

    States are `bytes` of `state_size`. Every method raises ContractError if the call writes outside its buffers,
    changes a `const` input or returns a count outside the declared bounds, and ValueError for a state of
    the wrong length or a game whose states are not plain memory.
    """

    cdef object capsule
    cdef const caravela_game *game
    cdef int fill
    cdef _Block first
    cdef _Block second
    cdef _Block legal
    cdef _Block outcomes
    cdef _Block chances
    cdef _Block codes
    cdef _Block reals
    cdef _Block places
    cdef _Block floats
    cdef _Block word

    def __cinit__(self, object capsule, int fill=0):
        cdef const caravela_game *g = <const caravela_game *>PyCapsule_GetPointer(capsule, "caravela.game")
        if g.flags & CARAVELA_FOREIGN:
            raise ValueError("the states of this game are not plain memory")
        self.capsule = capsule
        self.game = g
        self.fill = fill & 0xFF
        self.first = _Block(g.state_size, g.align)
        self.second = _Block(g.state_size, g.align)
        self.legal = _Block(g.legal_max * sizeof(int32_t), sizeof(int32_t))
        self.outcomes = _Block(g.chance_max * sizeof(int32_t), sizeof(int32_t))
        self.chances = _Block(g.chance_max * sizeof(double), sizeof(double))
        self.codes = _Block(g.codes_max * sizeof(int32_t), sizeof(int32_t))
        self.reals = _Block(g.players * sizeof(double), sizeof(double))
        self.places = _Block(g.players * sizeof(int32_t), sizeof(int32_t))
        self.floats = _Block(g.observation_size * sizeof(float), sizeof(float))
        self.word = _Block(sizeof(uint64_t), sizeof(uint64_t))

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def state_size(self) -> int:
        return self.game.state_size

    @property
    def zero_sum(self) -> bool:
        return (self.game.flags & CARAVELA_ZERO_SUM) != 0

    cdef int _load(self, _Block block, bytes state) except -1:
        if len(state) != self.game.state_size:
            raise ValueError(f"a state has {self.game.state_size} bytes, not {len(state)}")
        block.load(state)
        return 0

    cdef int _seat(self, int player) except -1:
        if not 0 <= player < self.game.players:
            raise ValueError(f"seat {player} is not one of 0 .. {self.game.players - 1}")
        return 0

    cdef int _guarded(self, str name, _Block block, str what) except -1:
        if not block.intact():
            raise ContractError(f"{name} wrote outside {what}")
        return 0

    cdef int _constant(self, str name, _Block block, bytes state) except -1:
        self._guarded(name, block, "the state")
        if not block.equals(state):
            raise ContractError(f"{name} changed the state it was given to read")
        return 0

    cdef int _counted(self, str name, int count, int low, int high) except -1:
        if not low <= count <= high:
            raise ContractError(f"{name} returned the count {count}; it must be between {low} and {high}")
        return 0

    cdef int _succeeded(self, str name, int status) except -1:
        if status != 0:
            raise ContractError(f"{name} returned {status}; it must return 0")
        return 0

    def init(self) -> bytes:
        """The state before the first chance event."""
        self.first.reset(self.fill)
        self._succeeded("init", self.game.init(self.game, self.first.data))
        self._guarded("init", self.first, "the state")
        return self.first.take()

    def current_player(self, bytes state) -> int:
        """The seat to act, CHANCE or TERMINAL."""
        self._load(self.first, state)
        cdef int player = self.game.current_player(self.game, self.first.data)
        self._constant("current_player", self.first, state)
        if player != CARAVELA_CHANCE and player != CARAVELA_TERMINAL and not 0 <= player < self.game.players:
            raise ContractError(f"current_player returned {player}, which is no seat, chance or end")
        return player

    def legal_actions(self, bytes state) -> list:
        """The legal action ids, as written."""
        self._load(self.first, state)
        self.legal.reset(self.fill)
        cdef int count = self.game.legal_actions(self.game, self.first.data, <int32_t *>self.legal.data)
        self._constant("legal_actions", self.first, state)
        self._guarded("legal_actions", self.legal, f"its {self.game.legal_max} entries")
        self._counted("legal_actions", count, 0, self.game.legal_max)
        return [(<int32_t *>self.legal.data)[i] for i in range(count)]

    def chance_outcomes(self, bytes state) -> list:
        """(outcome, probability) pairs, as written."""
        self._load(self.first, state)
        self.outcomes.reset(self.fill)
        self.chances.reset(self.fill)
        cdef int count = self.game.chance_outcomes(
            self.game, self.first.data, <int32_t *>self.outcomes.data, <double *>self.chances.data)
        self._constant("chance_outcomes", self.first, state)
        self._guarded("chance_outcomes", self.outcomes, f"its {self.game.chance_max} outcomes")
        self._guarded("chance_outcomes", self.chances, f"its {self.game.chance_max} probabilities")
        self._counted("chance_outcomes", count, 0, self.game.chance_max)
        return [((<int32_t *>self.outcomes.data)[i], (<double *>self.chances.data)[i]) for i in range(count)]

    def sample_chance(self, bytes state, uint64_t seed, uint64_t stream=0) -> int:
        """One outcome drawn with Rng(seed, stream)."""
        cdef caravela_rng rng
        rng_seed(&rng, seed, stream)
        self._load(self.first, state)
        cdef int outcome = self.game.sample_chance(self.game, self.first.data, &rng)
        self._constant("sample_chance", self.first, state)
        return outcome

    def chance_key(self, bytes state) -> int:
        """Deck or coin in the high half, the ordinal of the draw in the low half."""
        self._load(self.first, state)
        self.word.reset(self.fill)
        self._succeeded("chance_key", self.game.chance_key(self.game, self.first.data, <uint64_t *>self.word.data))
        self._constant("chance_key", self.first, state)
        self._guarded("chance_key", self.word, "its key")
        return (<uint64_t *>self.word.data)[0]

    def apply(self, bytes state, int action) -> bytes:
        """The state after `action`, which is not checked: an illegal one is the caller's fault."""
        self._load(self.first, state)
        self._succeeded("apply", self.game.apply(self.game, self.first.data, action))
        self._guarded("apply", self.first, "the state")
        return self.first.take()

    def observe(self, bytes before, int action, bytes after, int player) -> list:
        """The codes seat `player` gets of the step."""
        self._seat(player)
        self._load(self.first, before)
        self._load(self.second, after)
        self.codes.reset(self.fill)
        cdef int count = self.game.observe(
            self.game, self.first.data, action, self.second.data, player, <int32_t *>self.codes.data)
        self._constant("observe", self.first, before)
        self._constant("observe", self.second, after)
        self._guarded("observe", self.codes, f"its {self.game.codes_max} codes")
        self._counted("observe", count, 0, self.game.codes_max)
        return [(<int32_t *>self.codes.data)[i] for i in range(count)]

    def redact(self, bytes state, int player) -> bytes:
        """The bytes that seat `player` knows."""
        self._seat(player)
        self._load(self.first, state)
        self._succeeded("redact", self.game.redact(self.game, self.first.data, player))
        self._guarded("redact", self.first, "the state")
        return self.first.take()

    def determinize(self, bytes view, int player, uint64_t seed, uint64_t stream=0) -> tuple:
        """(a world drawn with Rng(seed, stream), True if it is a fallback world)."""
        cdef caravela_rng rng
        self._seat(player)
        rng_seed(&rng, seed, stream)
        self._load(self.first, view)
        self.second.reset(self.fill)
        cdef int status = self.game.determinize(self.game, self.first.data, self.second.data, player, &rng)
        self._constant("determinize", self.first, view)
        self._guarded("determinize", self.second, "the world")
        self._counted("determinize", status, 0, 1)
        return self.second.take(), status == 1

    cdef list _doubles(self, str name, bytes state, int status):
        self._constant(name, self.first, state)
        self._guarded(name, self.reals, f"its {self.game.players} values")
        self._succeeded(name, status)
        return [(<double *>self.reals.data)[i] for i in range(self.game.players)]

    def returns(self, bytes state) -> list:
        """Utilities of a terminal state."""
        self._load(self.first, state)
        self.reals.reset(self.fill)
        return self._doubles(
            "returns", state, self.game.returns(self.game, self.first.data, <double *>self.reals.data))

    def scores(self, bytes state) -> list:
        """The game's own points of a terminal state."""
        self._load(self.first, state)
        self.reals.reset(self.fill)
        return self._doubles(
            "scores", state, self.game.scores(self.game, self.first.data, <double *>self.reals.data))

    def ranks(self, bytes state) -> list:
        """Places of a terminal state."""
        self._load(self.first, state)
        self.places.reset(self.fill)
        cdef int status = self.game.ranks(self.game, self.first.data, <int32_t *>self.places.data)
        self._constant("ranks", self.first, state)
        self._guarded("ranks", self.places, f"its {self.game.players} places")
        self._succeeded("ranks", status)
        return [(<int32_t *>self.places.data)[i] for i in range(self.game.players)]

    def validate(self, bytes state, int player=-1) -> int:
        """0 if the engine accepts these bytes as a true state (-1) or as a seat's view; else the failed check."""
        if player != -1:
            self._seat(player)
        self._load(self.first, state)
        cdef int status = self.game.validate(self.game, self.first.data, player)
        self._constant("validate", self.first, state)
        return status

    def turn(self, bytes state) -> int | None:
        """Ordinal of the turn; None where the engine does not tell it."""
        if self.game.turn is NULL:
            return None
        self._load(self.first, state)
        cdef int ordinal = self.game.turn(self.game, self.first.data)
        self._constant("turn", self.first, state)
        return ordinal

    def observation(self, bytes state, int player) -> list | None:
        """Seat `player`'s view as floats; None where the engine has none."""
        self._seat(player)
        if self.game.observation is NULL:
            return None
        self._load(self.first, state)
        self.floats.reset(self.fill)
        cdef int status = self.game.observation(self.game, self.first.data, player, <float *>self.floats.data)
        self._constant("observation", self.first, state)
        self._guarded("observation", self.floats, f"its {self.game.observation_size} floats")
        self._succeeded("observation", status)
        return [(<float *>self.floats.data)[i] for i in range(self.game.observation_size)]
