"""Game, State and View over the C interface, and the random generator. Names follow OpenSpiel.

A State is the truth; a View is a copy with every byte blanked that its seat does not know, and has no reference to
where it came from. Actions and codes so far are kept in a Trail, which states share until they part.
"""

cimport cython
from cpython.exc cimport PyErr_Occurred
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.pycapsule cimport (PyCapsule_GetContext, PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New,
                                PyCapsule_SetContext)
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_ERR_SIZE, CARAVELA_FOREIGN, CARAVELA_MAX_PLAYERS,
                  CARAVELA_TERMINAL, CARAVELA_ZERO_SUM, caravela_engine, caravela_game, caravela_params, caravela_rng,
                  state_copy, state_drop)
from blocks cimport block_stride, blocks_new
from hashing cimport hash_bytes, hash_step
from rng cimport rng_bounded, rng_next, rng_seed, rng_uniform
from table cimport engine_check, game_check

import copy
import operator
from collections.abc import Mapping

import numpy as np

from caravela.cext import snapshot as snapshots
from caravela.cext.flatten import digest as digest_of
from caravela.cext.flatten import flatten
from caravela.cext.names import look_up, name_table, numbered, shorten
from caravela.cext.parameters import Parameters

CHANCE_PLAYER = CARAVELA_CHANCE
TERMINAL_PLAYER = CARAVELA_TERMINAL

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object number, int *overflow) except? -1

cdef enum:
    SEATS = 8                   # CARAVELA_MAX_PLAYERS
    ACTIONS = 8                 # the stream of actions, after one stream of codes a seat
    STREAMS = 9
    LOCAL = 256                 # ids that fit on the stack; more are taken from the heap
    ID_MAX = 0x7FFFFFFF

# States and views are made by this module only: without the key, which Python code cannot name, none is built.
cdef object KEY = object()

TEXT_FUNCTIONS = ("action_to_string", "chance_to_string", "code_to_string", "describe_action", "observation_string")


cdef int as_id(object value) except? -2:
    """An int32 id, or -1 (never an id) for whole numbers that are none. TypeError for what is no whole number."""
    cdef int overflow = 0
    cdef long long number
    if not PyLong_CheckExact(value):
        value = operator.index(value)
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow or number < 0 or number > ID_MAX:
        return -1
    return <int>number


cdef uint64_t as_word(object value, str what) except? 0:
    """A 64-bit number. ValueError if it does not fit."""
    number = operator.index(value)
    if not 0 <= number < 2**64:
        raise ValueError(f"{what} is {shorten(value)}; it must be between 0 and 2**64 - 1")
    return <uint64_t>number


@cython.final
cdef class Rng:
    """xoshiro256++ seeded by SplitMix64 from (seed, stream). Picklable. Not thread-safe."""

    cdef caravela_rng rng

    def __cinit__(self, seed, stream=0):
        rng_seed(&self.rng, as_word(seed, "seed"), as_word(stream, "stream"))

    def next(self):
        """64 random bits."""
        return rng_next(&self.rng)

    def bounded(self, n):
        """Uniform in 0 .. n-1. ValueError if n < 1 or n >= 2**32."""
        number = operator.index(n)
        if not 1 <= number < 2**32:
            raise ValueError(f"cannot draw below {shorten(n)}; the bound must be between 1 and 2**32 - 1")
        return rng_bounded(&self.rng, <uint32_t>number)

    def uniform(self):
        """Uniform in [0, 1) with 53 bits."""
        return rng_uniform(&self.rng)

    def __reduce__(self):
        return _restore_rng, (self.rng.s[0], self.rng.s[1], self.rng.s[2], self.rng.s[3])


def _restore_rng(*words):
    """An Rng from its four words. ValueError if they cannot be a generator's."""
    cdef Rng made = Rng(0)
    cdef int i
    if len(words) != 4 or not any(words):
        raise ValueError(f"a generator has four words, not all zero; not {shorten(words)}")
    for i in range(4):
        made.rng.s[i] = as_word(words[i], "a generator's word")
    return made


cdef struct Table:
    # The game comes first: a pointer to the table is a pointer to the game.
    caravela_game game
    const caravela_engine *engine
    PyObject *owner             # the engine's capsule


cdef void close_table(object capsule) noexcept:
    cdef Table *table = <Table *>PyCapsule_GetPointer(capsule, "caravela.game")
    table.engine.close(&table.game)
    Py_DECREF(<object>table.owner)
    free(table)


cdef object open_table(object engine_capsule, str name, list items):
    """The capsule "caravela.game" of a newly opened and checked game; it owns the table."""
    cdef char err[CARAVELA_ERR_SIZE]
    cdef const caravela_engine *engine
    cdef const caravela_params *params
    cdef Table *table
    cdef int failed
    if not PyCapsule_IsValid(engine_capsule, "caravela.engine"):
        raise ValueError(f"an engine is a PyCapsule 'caravela.engine', not {shorten(engine_capsule)}")
    engine = <const caravela_engine *>PyCapsule_GetPointer(engine_capsule, "caravela.engine")
    err[0] = 0
    if not engine_check(engine, err):
        raise ValueError(f"the engine of {name} does not fit this release: {reason(err)}")
    if engine.name != name.encode():
        raise ValueError(f"the engine calls itself {engine.name.decode(errors='replace')!r}, not {name!r}")
    packed = Parameters(items)
    params = <const caravela_params *>PyCapsule_GetPointer(packed.capsule, "caravela.params")
    table = <Table *>calloc(1, sizeof(Table))
    if table is NULL:
        raise MemoryError
    table.engine = engine
    table.game.abi = CARAVELA_ABI
    table.game.size = sizeof(caravela_game)
    failed = engine.open(params, &table.game, err)
    if failed or PyErr_Occurred() is not NULL:
        free(table)
        if PyErr_Occurred() is not NULL:
            raise_set_error()
        raise ValueError(f"{name}: {reason(err)}")
    if not game_check(&table.game, err):
        engine.close(&table.game)
        free(table)
        raise ValueError(f"the engine of {name} breaks its contract: {reason(err)}")
    table.game.digest = digest_of(name, engine.rules_version, items)
    try:
        capsule = PyCapsule_New(&table.game, "caravela.game", close_table)
    except:
        engine.close(&table.game)
        free(table)
        raise
    Py_INCREF(engine_capsule)
    table.owner = <PyObject *>engine_capsule
    return capsule


cdef int raise_set_error() except -1:
    """Lets the exception that is set go on."""
    return -1


cdef str reason(char *err):
    err[CARAVELA_ERR_SIZE - 1] = 0
    return (<bytes>err).decode(errors="replace") or "refused without a reason"


@cython.final
cdef class Game:
    """An engine opened with options and data: immutable, shared by threads.

    Picklable if it has a `loader`: pickles hold name, options, digest and, where they differ from the engine's own,
    the data.
    """

    cdef readonly str name
    cdef readonly dict options
    cdef readonly dict data
    cdef readonly object text
    cdef readonly str spec
    cdef readonly int rules_version
    cdef readonly object capsule
    cdef object own_data
    cdef object loader
    cdef dict action_ids
    cdef dict chance_ids
    cdef const caravela_game *g

    def __cinit__(self, engine, str name not None, options, data, text, str spec not None, defaults=None, *,
                  loader=None):
        if not isinstance(options, Mapping) or not isinstance(data, Mapping):
            raise ValueError("options and data are mappings")
        missing = [function for function in TEXT_FUNCTIONS if not callable(getattr(text, function, None))]
        if missing:
            raise ValueError(f"the text module of {name} lacks {', '.join(missing)}")
        self.name = name
        self.options = dict(options)
        self.data = copy.deepcopy(dict(data))
        self.own_data = defaults
        self.text = text
        self.spec = spec
        self.loader = loader
        self.capsule = open_table(engine, name, flatten(self.options, self.data))
        self.g = <const caravela_game *>PyCapsule_GetPointer(self.capsule, "caravela.game")
        self.rules_version = (<const Table *>self.g).engine.rules_version

    @property
    def digest(self):
        """16 hex digits over canonical options, data and rules version."""
        return f"{self.g.digest:016x}"

    @property
    def layout(self):
        """16 hex digits that identify the meaning of state bytes."""
        return f"{self.g.layout:016x}"

    @property
    def state_size(self):
        """Bytes of a state."""
        return self.g.state_size

    @property
    def legal_max(self):
        """Most legal actions at one decision."""
        return self.g.legal_max

    @property
    def codes_max(self):
        """Most codes that one step shows to one seat."""
        return self.g.codes_max

    @property
    def score_scale(self):
        """A margin of points that nearly decides a game."""
        return self.g.score_scale

    @property
    def has_observation_tensor(self):
        """Whether the engine gives views as numbers."""
        return self.g.observation_size > 0

    def num_players(self):
        """Seats."""
        return self.g.players

    def num_distinct_actions(self):
        """Action ids are 0 .. this - 1."""
        return self.g.action_count

    def max_chance_outcomes(self):
        """Outcome ids are 0 .. this - 1."""
        return self.g.chance_max

    def max_game_length(self):
        """Most player decisions in a game."""
        return self.g.decisions_max

    def max_history_length(self):
        """Most steps in a game, chance included."""
        return self.g.steps_max

    def min_utility(self):
        """Least return of a seat."""
        return self.g.min_utility

    def max_utility(self):
        """Greatest return of a seat."""
        return self.g.max_utility

    def utility_sum(self):
        """0.0 for zero-sum games, else None."""
        return 0.0 if self.g.flags & CARAVELA_ZERO_SUM else None

    def new_initial_state(self):
        """The state before the first chance event."""
        cdef State made = new_state(self)
        self.g.init(self.g, made.block)
        made.trail = Trail.__new__(Trail)
        made.rooted = True
        return made

    def action_to_string(self, action):
        """The name of an action. ValueError for an id outside 0 .. num_distinct_actions()-1."""
        cdef int a = as_id(action)
        if a < 0 or a >= self.g.action_count:
            raise ValueError(f"no action {shorten(action)}; ids of {self.spec} are 0 to {self.g.action_count - 1}")
        return self.text.action_to_string(self, a)

    def string_to_action(self, name):
        """The action of that name. ValueError shows close matches."""
        if self.action_ids is None:
            self.action_ids = name_table("action", self.g.action_count, self.action_to_string)
        return look_up("action", name, self.action_ids)

    def chance_to_string(self, outcome):
        """The name of a chance outcome. ValueError for an id outside 0 .. max_chance_outcomes()-1."""
        cdef int a = as_id(outcome)
        if a < 0 or a >= self.g.chance_max:
            raise ValueError(f"no outcome {shorten(outcome)}; ids of {self.spec} are 0 to {self.g.chance_max - 1}")
        return self.text.chance_to_string(self, a)

    def string_to_chance(self, name):
        """The chance outcome of that name. ValueError shows close matches."""
        if self.chance_ids is None:
            self.chance_ids = name_table("outcome", self.g.chance_max, self.chance_to_string)
        return look_up("outcome", name, self.chance_ids)

    def state_from_bytes(self, data, player=None):
        """Validated foreign bytes (see `to_bytes`): a State without history, or seat `player`'s View with an empty log.
        ValueError if the bytes are refused."""
        if player is None:
            return state_from_block(self, as_bytes(data), [[] for _ in range(self.g.players)])
        return view_from_block(self, as_bytes(data), self.seat(player), [])

    def deserialize_state(self, text):
        """The state whose `serialize` gave this text, replayed with all checks."""
        cdef State made = self.new_initial_state()
        if not isinstance(text, str):
            raise ValueError(f"a serialized state is text, not {type(text).__name__}")
        for line in text.split():
            if not (line.isascii() and line.isdigit() and len(line) < 11):
                raise ValueError(f"a serialized state has one action id a line, not {shorten(line)}")
            made.apply_action(int(line))
        return made

    def restore(self, data):
        """The State or View that `snapshot` saved. ValueError for foreign, cut or altered bytes, or another game's."""
        saved = snapshots.read(data)
        if saved.spec != self.spec or saved.digest != self.g.digest:
            raise ValueError(
                f"the snapshot is of {shorten(saved.spec)} with digest {saved.digest:016x}; this game is "
                f"{self.spec} with digest {self.digest} (other options, data or rules)"
            )
        if saved.layout != self.g.layout:
            raise ValueError(f"the snapshot has state layout {saved.layout:016x}; this engine has {self.layout}")
        if saved.kind == snapshots.HISTORY:
            return state_from_history(self, saved)
        if saved.state_hash:
            raise ValueError("only a history has a state hash")
        if saved.kind == snapshots.VIEW:
            if len(saved.streams) != 1:
                raise ValueError(f"a view has one log, not {len(saved.streams)}")
            return view_from_block(self, saved.block, self.seat(saved.player), saved.streams[0])
        return state_from_block(self, saved.block, saved.streams, saved.kind == snapshots.SAMPLED, saved.player)

    def __reduce__(self):
        if self.loader is None:
            raise TypeError(f"{self.spec} was made without a loader: it cannot be pickled")
        data = None if self.own_data is not None and self.data == self.own_data else self.data
        return _restore_game, (self.loader, self.name, self.options, data, self.digest)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or ((<Game>other).name == self.name and (<Game>other).g.digest == self.g.digest)

    def __hash__(self):
        return hash((self.name, self.g.digest))

    def __repr__(self):
        return f"<Game {self.spec} digest {self.digest}>"

    def __str__(self):
        return self.spec

    cdef int seat(self, object player) except -1:
        """A seat's number. ValueError if there is no such seat."""
        cdef int p = as_id(player)
        if p < 0 or p >= self.g.players:
            raise ValueError(f"no seat {shorten(player)}; the seats of {self.spec} are 0 to {self.g.players - 1}")
        return p


def _restore_game(loader, name, options, data, digest):
    """Loads a pickled game again. ValueError if what is installed here is not the same game."""
    game = loader(name, options, data)
    if game.digest != digest:
        raise ValueError(f"pickled {game.spec} had digest {digest}; the one installed here has {game.digest}")
    return game


@cython.final
@cython.no_gc
cdef class Trail:
    """Append-only record of a game: a stream of actions and one stream of codes a seat.

    A state owns the first so many values of every stream. Whoever owns all there is appends in place; who does not
    copies what it owns first. What is owned thus never changes, and a clone costs a reference.
    """

    cdef int32_t *data[STREAMS]
    cdef int32_t length[STREAMS]
    cdef int32_t room[STREAMS]

    def __dealloc__(self):
        cdef int i
        for i in range(STREAMS):
            free(self.data[i])

    cdef int reserve(self, int stream, Py_ssize_t extra) except -1:
        cdef Py_ssize_t wanted = self.length[stream] + extra
        cdef Py_ssize_t room = self.room[stream]
        cdef int32_t *moved
        if wanted <= room:
            return 0
        room = max(32, max(wanted, 2 * room))
        if room > ID_MAX:
            raise MemoryError
        moved = <int32_t *>realloc(self.data[stream], room * sizeof(int32_t))
        if moved is NULL:
            raise MemoryError
        self.data[stream] = moved
        self.room[stream] = <int32_t>room
        return 0

    cdef int append(self, int stream, const int32_t *values, int count) except -1:
        if count == 0:
            return 0
        self.reserve(stream, count)
        memcpy(self.data[stream] + self.length[stream], values, count * sizeof(int32_t))
        self.length[stream] += count
        return 0

    cdef Trail fork(self, const int32_t *lengths):
        cdef Trail made = Trail.__new__(Trail)
        cdef int i
        for i in range(STREAMS):
            made.append(i, self.data[i], lengths[i])
        return made

    cdef list values(self, int stream, int count):
        cdef const int32_t *data = self.data[stream]
        cdef int i
        return [data[i] for i in range(count)]


cdef State new_state(Game game):
    return State.__new__(State, game, KEY)


cdef bytes as_bytes(object data):
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"a state block is bytes, not {type(data).__name__}")
    return bytes(data)


cdef bytes block_bytes(const caravela_game *g, const void *block):
    """The block as it is, or as a foreign engine packs it."""
    cdef int size, again
    cdef bytes made
    if not g.flags & CARAVELA_FOREIGN:
        return (<const char *>block)[:g.state_size]
    size = g.pack(g, block, NULL, 0)
    if size < 0:
        raise RuntimeError(f"pack asks for {size} bytes")
    made = bytes(bytearray(size))
    again = g.pack(g, block, <uint8_t *><char *>made, size)
    if again != size:
        raise RuntimeError(f"pack asked for {size} bytes, then for {again}")
    return made


cdef int fill_block(Game game, void *block, bytes data, int player) except -1:
    """Foreign bytes into a fresh block. ValueError unless the engine validates them and, for a view, redaction has
    nothing left to blank."""
    cdef const caravela_game *g = game.g
    cdef int failed, mover
    cdef const char *start = data
    whose = "a state" if player < 0 else f"a view of seat {player}"
    if g.flags & CARAVELA_FOREIGN:
        try:
            g.unpack(g, block, <const uint8_t *>start, len(data))
        except Exception as error:
            raise ValueError(f"bytes refused as {whose} of {game.spec}: {error}") from error
    else:
        if len(data) != g.state_size:
            raise ValueError(f"{whose} of {game.spec} has {g.state_size} bytes, not {len(data)}")
        memcpy(block, start, g.state_size)
    failed = g.validate(g, block, player)
    if failed:
        raise ValueError(f"bytes refused as {whose} of {game.spec}: check {failed} failed")
    mover = g.current_player(g, block)
    if mover != CARAVELA_CHANCE and mover != CARAVELA_TERMINAL and not 0 <= mover < g.players:
        raise ValueError(f"bytes refused as {whose} of {game.spec}: nobody is to move")
    return 0


cdef int check_log(Game game, object codes) except -1:
    """ValueError unless every code is one that the game can name, and there are not too many."""
    if len(codes) > <Py_ssize_t>game.g.steps_max * game.g.codes_max:
        raise ValueError(f"a log of {len(codes)} codes is longer than any game of {game.spec}")
    for code in set(codes):
        if not 0 <= code <= ID_MAX:
            raise ValueError(f"code {code} in a log; codes are between 0 and {ID_MAX}")
        try:
            game.text.code_to_string(game, code)
        except Exception as error:
            raise ValueError(f"{game.spec} has no code {code}") from error
    return 0


cdef State state_from_history(Game game, object saved):
    cdef State made = game.new_initial_state()
    if len(saved.streams) != 1 or saved.block or saved.player != -1:
        raise ValueError("a history is one list of actions and nothing else")
    if len(saved.streams[0]) > game.g.steps_max:
        raise ValueError(f"a history of {len(saved.streams[0])} steps is longer than any game of {game.spec}")
    for step, action in enumerate(saved.streams[0]):
        try:
            made.apply_action(action)
        except ValueError as error:
            raise ValueError(f"the snapshot cannot be replayed: step {step}: {error}") from error
    if made.state_hash() != saved.state_hash:
        raise ValueError(
            f"the replayed snapshot ends with hash {made.state_hash():016x}, not {saved.state_hash:016x}: it was "
            "altered or made by other rules"
        )
    return made


cdef State state_from_block(Game game, bytes data, object logs, bint sampled=False, int player=-1):
    cdef State made = new_state(game)
    cdef int p
    cdef int32_t value
    if len(logs) != game.g.players:
        raise ValueError(f"a state of {game.spec} has {game.g.players} logs, not {len(logs)}")
    if not -1 <= player < game.g.players or sampled != (player >= 0):
        raise ValueError(f"a sampled world has the seat that sampled it, not {player}")
    fill_block(game, made.block, data, -1)
    made.trail = Trail.__new__(Trail)
    made.sampled = sampled
    made.sampler = player
    for p, log in enumerate(logs):
        check_log(game, log)
        for value in log:
            made.trail.append(p, &value, 1)
        made.length[p] = made.trail.length[p]
    return made


cdef View view_from_block(Game game, bytes data, int player, object log):
    cdef View made = View.__new__(View, game, player, len(log), KEY)
    cdef View again
    cdef int i
    check_log(game, log)
    fill_block(game, made.block, data, player)
    for i in range(made.count):
        made.codes[i] = log[i]
    again = view_of(game, made.block, player, made.codes, made.count)
    if block_bytes(game.g, again.block) != block_bytes(game.g, made.block):
        raise ValueError(f"bytes refused as a view of seat {player}: they hold what the seat cannot know")
    return made


cdef View view_of(Game game, const void *block, int player, const int32_t *codes, int count):
    """A redacted copy. The memory that briefly held the truth is the view's own and is blanked in place."""
    cdef const caravela_game *g = game.g
    cdef View made = View.__new__(View, game, player, count, KEY)
    state_copy(g, made.block, block)
    g.redact(g, made.block, player)
    if count:
        memcpy(made.codes, codes, count * sizeof(int32_t))
    return made


cdef list legal_list(const caravela_game *g, const void *block):
    cdef int32_t local[LOCAL]
    cdef int32_t *out = local
    cdef int i, n
    if g.legal_max > LOCAL:
        out = <int32_t *>malloc(g.legal_max * sizeof(int32_t))
        if out is NULL:
            raise MemoryError
    try:
        n = g.legal_actions(g, block, out)
        return [out[i] for i in range(min(n, g.legal_max))]
    finally:
        if out is not local:
            free(out)


cdef list chance_list(const caravela_game *g, const void *block):
    """(outcome, probability) of everything that can happen."""
    cdef int32_t *out = <int32_t *>malloc(g.chance_max * (sizeof(double) + sizeof(int32_t)) + 1)
    cdef double *p = <double *>malloc(g.chance_max * sizeof(double) + 1)
    cdef int i, n
    try:
        if out is NULL or p is NULL:
            raise MemoryError
        n = g.chance_outcomes(g, block, out, p)
        return [(out[i], p[i]) for i in range(min(n, g.chance_max))]
    finally:
        free(out)
        free(p)


cdef bint is_legal(const caravela_game *g, const void *block, int action) except -1:
    """Whether the seat to act may take this action."""
    cdef int32_t local[LOCAL]
    cdef int i, n
    if g.legal_max > LOCAL:
        return action in legal_list(g, block)
    n = g.legal_actions(g, block, local)
    for i in range(min(n, g.legal_max)):
        if local[i] == action:
            return True
    return False


cdef bint is_possible(const caravela_game *g, const void *block, int outcome) except -1:
    """Whether chance can bring this outcome."""
    cdef int32_t local[LOCAL]
    cdef double p[LOCAL]
    cdef int i, n
    if g.chance_max > LOCAL:
        return any(listed == outcome and chance > 0.0 for listed, chance in chance_list(g, block))
    n = g.chance_outcomes(g, block, local, p)
    for i in range(min(n, g.chance_max)):
        if local[i] == outcome:
            return p[i] > 0.0
    return False


@cython.final
@cython.no_gc_clear
@cython.freelist(64)
cdef class State:
    """A true state (or a sampled world, `sampled` set). Illegal input raises ValueError and changes nothing.

    Not thread-safe; give each thread a clone.
    """

    cdef readonly Game game
    cdef readonly bint sampled
    cdef readonly bint fallback
    cdef const caravela_game *g
    cdef void *memory
    cdef void *block
    cdef void *spare            # the state before the step under way
    cdef Trail trail
    cdef int32_t length[STREAMS]
    cdef int sampler            # the seat that sampled this world; -1 if none
    cdef int decisions
    cdef bint rooted            # the trail goes back to the initial state
    cdef bint busy

    def __cinit__(self, Game game not None, object key):
        if key is not KEY:
            raise TypeError("states are made by Game.new_initial_state")
        self.game = game
        self.g = game.g
        self.sampler = -1
        self.memory = blocks_new(self.g, 2, 0, &self.block)
        if self.memory is NULL:
            raise MemoryError
        self.spare = <char *>self.block + block_stride(self.g)

    def __dealloc__(self):
        if self.memory is not NULL:
            try:
                state_drop(self.g, self.block)
                state_drop(self.g, self.spare)
            finally:
                free(self.memory)

    def current_player(self):
        """Seat to act, CHANCE_PLAYER or TERMINAL_PLAYER."""
        return self.g.current_player(self.g, self.block)

    def is_terminal(self):
        """Whether the game is over."""
        return self.g.current_player(self.g, self.block) == CARAVELA_TERMINAL

    def is_chance_node(self):
        """Whether a chance event is next."""
        return self.g.current_player(self.g, self.block) == CARAVELA_CHANCE

    def legal_actions(self, player=None):
        """Ascending; [] at chance and terminal states and for a seat that is not to act."""
        cdef int mover = self.g.current_player(self.g, self.block)
        if player is not None and self.game.seat(player) != mover:
            return []
        return legal_list(self.g, self.block) if mover >= 0 else []

    def chance_outcomes(self):
        """Every outcome with its probability, ascending. ValueError where no chance event is next."""
        self.need_chance()
        return chance_list(self.g, self.block)

    def sample_chance(self, Rng rng not None):
        """Draws an outcome; does not apply it. ValueError where no chance event is next."""
        self.need_chance()
        return self.g.sample_chance(self.g, self.block, &rng.rng)

    def chance_key(self):
        """Which deck or coin is drawn from, and the ordinal of this draw on it: (deck << 32) | ordinal."""
        cdef uint64_t key = 0
        self.need_chance()
        self.g.chance_key(self.g, self.block, &key)
        return key

    def apply_action(self, action):
        """Applies a legal action, or a possible outcome at a chance node. ValueError names the legal ones."""
        cdef const caravela_game *g = self.g
        cdef int a = as_id(action)
        cdef int mover
        if self.busy:
            raise RuntimeError("this state is being changed already; give each thread a clone")
        mover = g.current_player(g, self.block)
        if mover >= 0:
            if a < 0 or not is_legal(g, self.block, a):
                raise ValueError(self.illegal(action, mover))
        elif mover == CARAVELA_TERMINAL:
            raise ValueError(f"the game is over: {self!r} takes no action {shorten(action)}")
        elif a < 0 or not is_possible(g, self.block, a):
            raise ValueError(self.illegal(action, mover))
        self.busy = True
        try:
            self.step(a)
        finally:
            self.busy = False
        if mover >= 0:
            self.decisions += 1

    def child(self, action):
        """The state after an action; this one stays as it is."""
        cdef State made = self.clone()
        made.apply_action(action)
        return made

    def returns(self):
        """Utilities; all 0.0 before the end."""
        cdef double out[SEATS]
        cdef int p
        if self.g.current_player(self.g, self.block) != CARAVELA_TERMINAL:
            return [0.0] * self.g.players
        self.g.returns(self.g, self.block, out)
        return [out[p] for p in range(self.g.players)]

    def scores(self):
        """The game's own points. ValueError before the end."""
        cdef double out[SEATS]
        cdef int p
        self.need_end("scores")
        self.g.scores(self.g, self.block, out)
        return [out[p] for p in range(self.g.players)]

    def ranks(self):
        """Places, 1 is best, ties share. ValueError before the end."""
        cdef int32_t out[SEATS]
        cdef int p
        self.need_end("ranks")
        self.g.ranks(self.g, self.block, out)
        return [out[p] for p in range(self.g.players)]

    def turn(self):
        """Ordinal of the current turn where the engine tells it, else the number of decisions made."""
        return self.g.turn(self.g, self.block) if self.g.turn is not NULL else self.decisions

    def clone(self):
        """An independent copy."""
        cdef State made = new_state(self.game)
        state_copy(self.g, made.block, self.block)
        made.trail = self.trail
        memcpy(made.length, self.length, sizeof(self.length))
        made.sampled = self.sampled
        made.fallback = self.fallback
        made.sampler = self.sampler
        made.decisions = self.decisions
        made.rooted = self.rooted
        return made

    def history(self):
        """Every action and outcome so far. ValueError where it is not known: on a sampled world, and on a state that
        was made from bytes."""
        if self.sampled:
            raise ValueError("a sampled world has no history: its past is made up")
        if not self.rooted:
            raise ValueError("this state was made from bytes: its history is not known")
        return self.trail.values(ACTIONS, self.length[ACTIONS])

    def log(self, player):
        """Codes that a seat observed. On a sampled world the sampler's own log goes on, the others start empty."""
        cdef int p = self.game.seat(player)
        return self.trail.values(p, self.length[p])

    def view(self, player):
        """What a seat knows."""
        cdef int p = self.game.seat(player)
        return view_of(self.game, self.block, p, self.trail.data[p], self.length[p])

    def action_to_string(self, player, action):
        """OpenSpiel's signature; player CHANCE_PLAYER names an outcome."""
        if player == CARAVELA_CHANCE:
            return self.game.chance_to_string(action)
        self.game.seat(player)
        return self.game.action_to_string(action)

    def string_to_action(self, name):
        """A chance outcome's name at a chance node, else an action's."""
        return self.game.string_to_chance(name) if self.is_chance_node() else self.game.string_to_action(name)

    def observation_string(self, player):
        """A seat's view for people; drawn from the redacted bytes only."""
        return self.view(player).observation_string()

    def information_state_string(self, player):
        """The seat and the names of its codes in order: perfect recall."""
        return log_text(self.game, self.game.seat(player), self.log(player))

    def observation_tensor(self, player):
        """A seat's view as float32. ValueError where the engine has none."""
        return self.view(player).observation_tensor()

    def serialize(self):
        """The history, one integer a line, as OpenSpiel does."""
        return "\n".join(map(str, self.history()))

    def to_bytes(self):
        """The raw state block (a foreign engine's: packed)."""
        return block_bytes(self.g, self.block)

    def snapshot(self):
        """The state as bytes for `Game.restore`: the actions from the start, or, where they are not known, the block
        and the logs."""
        if self.rooted:
            return snapshots.write(snapshots.Snapshot(
                snapshots.HISTORY, -1, self.g.digest, self.g.layout, self.state_hash(), self.game.spec,
                (self.history(),), b"",
            ))
        return snapshots.write(snapshots.Snapshot(
            snapshots.SAMPLED if self.sampled else snapshots.BARE, self.sampler, self.g.digest, self.g.layout, 0,
            self.game.spec, tuple([self.log(p) for p in range(self.g.players)]), self.to_bytes(),
        ))

    def state_hash(self):
        """64 bits that depend on the game and the state, not on how it was reached."""
        cdef uint64_t key = 0
        if self.g.flags & CARAVELA_FOREIGN:
            self.g.key(self.g, self.block, -1, &key)
            return hash_step(self.g.digest, key)
        return hash_bytes(self.block, self.g.state_size, self.g.digest)

    def __reduce__(self):
        return _restore, (self.game, self.snapshot())

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        if self.g is not (<State>other).g and self.game != (<State>other).game:
            return False
        if self.g.flags & CARAVELA_FOREIGN:
            return self.state_hash() == other.state_hash()
        return memcmp(self.block, (<State>other).block, self.g.state_size) == 0

    def __hash__(self):
        return hash(self.state_hash())

    def __repr__(self):
        kind = "Sampled world" if self.sampled else "State"
        return f"<{kind} of {self.game.spec}, {mover_text(self.current_player())}, hash {self.state_hash():016x}>"

    def __str__(self):
        return repr(self)

    cdef int need_chance(self) except -1:
        if self.g.current_player(self.g, self.block) != CARAVELA_CHANCE:
            raise ValueError(f"no chance event is next in {self!r}")
        return 0

    cdef int need_end(self, str what) except -1:
        if self.g.current_player(self.g, self.block) != CARAVELA_TERMINAL:
            raise ValueError(f"{what} are known at the end only; this is {self!r}")
        return 0

    cdef str illegal(self, object action, int mover):
        """The message about an action that cannot be taken."""
        cdef int a = as_id(action)
        if mover >= 0:
            known = 0 <= a < self.g.action_count
            told = f" ({self.game.action_to_string(a)})" if known else ""
            names = numbered(legal_list(self.g, self.block), self.game.action_to_string)
            return f"illegal action {shorten(action)}{told} for seat {mover} of {self.game.spec}; legal: {names}"
        known = 0 <= a < self.g.chance_max
        told = f" ({self.game.chance_to_string(a)})" if known else ""
        possible = [outcome for outcome, chance in chance_list(self.g, self.block) if chance > 0.0]
        names = numbered(possible, self.game.chance_to_string)
        return f"impossible outcome {shorten(action)}{told} in {self.game.spec}; possible: {names}"

    cdef int step(self, int a) except -1:
        """Applies a checked action and records who saw what. On failure the state is as before."""
        cdef const caravela_game *g = self.g
        cdef int32_t local[LOCAL]
        cdef int32_t *codes = local
        cdef int counts[SEATS]
        cdef int p
        cdef bint done = False
        state_copy(g, self.spare, self.block)
        if g.players * g.codes_max > LOCAL:
            codes = <int32_t *>malloc(<size_t>g.players * g.codes_max * sizeof(int32_t))
            if codes is NULL:
                raise MemoryError
        try:
            g.apply(g, self.block, a)
            for p in range(g.players):
                counts[p] = g.observe(g, self.spare, a, self.block, p, codes + p * g.codes_max)
            self.record(a, codes, counts)
            done = True
        finally:
            if not done:
                self.block, self.spare = self.spare, self.block
            if codes is not local:
                free(codes)
        if g.flags & CARAVELA_FOREIGN:
            state_drop(g, self.spare)
        return 0

    cdef int record(self, int32_t a, const int32_t *codes, const int *counts) except -1:
        """Appends a step to the trail: all of it or, without memory or with impossible codes, nothing."""
        cdef const caravela_game *g = self.g
        cdef Trail trail = self.trail
        cdef int p, i
        for p in range(g.players):
            if not 0 <= counts[p] <= g.codes_max:
                raise RuntimeError(f"the engine shows {counts[p]} codes; its bound is {g.codes_max}")
            for i in range(counts[p]):
                if codes[p * g.codes_max + i] < 0:
                    raise RuntimeError(f"the engine shows the negative code {codes[p * g.codes_max + i]}")
        if trail.length[ACTIONS] != self.length[ACTIONS]:
            trail = trail.fork(self.length)
        for p in range(g.players):
            trail.reserve(p, counts[p])
        trail.reserve(ACTIONS, 1)
        for p in range(g.players):
            trail.append(p, codes + p * g.codes_max, counts[p])
        trail.append(ACTIONS, &a, 1)
        self.trail = trail
        memcpy(self.length, trail.length, sizeof(self.length))
        return 0


@cython.final
@cython.no_gc_clear
@cython.freelist(64)
cdef class View:
    """What one seat knows: redacted bytes, the seat and its log of codes. Immutable, hashable, picklable.

    The truth is not in it, nor any reference to where it is.
    """

    cdef readonly Game game
    cdef readonly int player
    cdef const caravela_game *g
    cdef void *memory
    cdef void *block
    cdef int32_t *codes
    cdef int count

    def __cinit__(self, Game game not None, int player, int count, object key):
        if key is not KEY:
            raise TypeError("views are made by State.view")
        self.game = game
        self.player = player
        self.count = count
        self.g = game.g
        self.memory = blocks_new(self.g, 1, count * sizeof(int32_t) + sizeof(int32_t), &self.block)
        if self.memory is NULL:
            raise MemoryError
        # A block's stride is a multiple of its alignment only: round up to that of a code.
        self.codes = <int32_t *>(<char *>self.block + (block_stride(self.g) + 3) // 4 * 4)

    def __dealloc__(self):
        if self.memory is not NULL:
            try:
                state_drop(self.g, self.block)
            finally:
                free(self.memory)

    def current_player(self):
        """Seat to act as far as this seat knows, CHANCE_PLAYER or TERMINAL_PLAYER."""
        return self.g.current_player(self.g, self.block)

    def is_terminal(self):
        """Whether the game is over."""
        return self.g.current_player(self.g, self.block) == CARAVELA_TERMINAL

    def legal_actions(self):
        """The seat's own legal actions; [] when it is not to act."""
        if self.g.current_player(self.g, self.block) != self.player:
            return []
        return legal_list(self.g, self.block)

    def log(self):
        """Every code the seat observed, in order."""
        cdef int i
        return [self.codes[i] for i in range(self.count)]

    def turn(self):
        """Ordinal of the current turn where the engine tells it, else the number of codes observed."""
        return self.g.turn(self.g, self.block) if self.g.turn is not NULL else self.count

    def determinize(self, Rng rng not None):
        """A sampled world consistent with this view; its `fallback` tells whether the exact law was given up."""
        cdef State made = new_state(self.game)
        made.fallback = self.g.determinize(self.g, self.block, made.block, self.player, &rng.rng) != 0
        made.trail = Trail.__new__(Trail)
        made.trail.append(self.player, self.codes, self.count)
        made.length[self.player] = self.count
        made.sampled = True
        made.sampler = self.player
        return made

    def action_to_string(self, action):
        """The name of an action."""
        return self.game.action_to_string(action)

    def string_to_action(self, name):
        """The action of that name. ValueError shows close matches."""
        return self.game.string_to_action(name)

    def observation_string(self):
        """The table as the seat sees it, several lines."""
        return self.game.text.observation_string(self, self.player)

    def information_state_string(self):
        """The seat and the names of its codes in order: perfect recall."""
        return log_text(self.game, self.player, self.log())

    def observation_tensor(self):
        """The view as float32. ValueError where the engine has none."""
        if self.g.observation_size == 0:
            raise ValueError(f"{self.game.name} gives no views as numbers")
        made = np.zeros(self.g.observation_size, dtype=np.float32)
        cdef float[::1] out = made
        self.g.observation(self.g, self.block, self.player, &out[0])
        return made

    def to_bytes(self):
        """The redacted state block (a foreign engine's: packed)."""
        return block_bytes(self.g, self.block)

    def snapshot(self):
        """The view as bytes for `Game.restore`."""
        return snapshots.write(snapshots.Snapshot(
            snapshots.VIEW, self.player, self.g.digest, self.g.layout, 0, self.game.spec, (self.log(),),
            self.to_bytes(),
        ))

    @property
    def capsule(self):
        """PyCapsule "caravela.state" of the redacted block, for other native modules; it keeps the view alive."""
        capsule = PyCapsule_New(self.block, "caravela.state", release_view)
        PyCapsule_SetContext(capsule, <void *>self)
        Py_INCREF(self)
        return capsule

    def view_hash(self):
        """64 bits that depend on the game, the seat, its view and its log."""
        cdef uint64_t key = 0
        if self.g.flags & CARAVELA_FOREIGN:
            self.g.key(self.g, self.block, self.player, &key)
        else:
            key = hash_bytes(self.block, self.g.state_size, self.g.digest)
        key = hash_step(hash_step(self.g.digest, key), self.player)
        return hash_bytes(self.codes, self.count * sizeof(int32_t), key)

    def __reduce__(self):
        return _restore, (self.game, self.snapshot())

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        cdef View that
        if not isinstance(other, View):
            return NotImplemented
        that = other
        if self.player != that.player or self.count != that.count or self.game != that.game:
            return False
        if memcmp(self.codes, that.codes, self.count * sizeof(int32_t)) != 0:
            return False
        if self.g.flags & CARAVELA_FOREIGN:
            return self.view_hash() == that.view_hash()
        return memcmp(self.block, that.block, self.g.state_size) == 0

    def __hash__(self):
        return hash(self.view_hash())

    def __repr__(self):
        return f"<View of {self.game.spec}, seat {self.player}, hash {self.view_hash():016x}>"

    def __str__(self):
        return self.observation_string()


cdef void release_view(object capsule) noexcept:
    Py_DECREF(<object>PyCapsule_GetContext(capsule))


def _restore(Game game not None, data):
    """Takes a State or View out of a pickle; see Game.restore."""
    return game.restore(data)


cdef str log_text(Game game, int player, list codes):
    names = [game.text.code_to_string(game, code) for code in codes]
    return " ".join([f"seat:{player}", *names])


cdef str mover_text(int mover):
    if mover >= 0:
        return f"seat {mover} to move"
    return "chance to move" if mover == CARAVELA_CHANCE else "over"
