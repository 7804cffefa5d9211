"""Engines written in Python: a table of functions that call a PythonGame's methods.

A state is a pointer to the game's state object, and owns one reference to it; a block of zeros owns none. Every
function takes the GIL, checks the answer, and returns CARAVELA_ERROR with the exception set if the method or the check
failed; then the state it was to make is what it was before.
"""

cimport cython
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetContext, PyCapsule_GetPointer, PyCapsule_New, PyCapsule_SetContext
from cpython.ref cimport Py_DECREF, Py_INCREF, Py_XDECREF
from libc.math cimport INFINITY, fabs, isfinite
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from abi cimport (CARAVELA_ABI, CARAVELA_CHANCE, CARAVELA_FOREIGN, CARAVELA_INTEGER, CARAVELA_REAL, CARAVELA_TERMINAL,
                  CARAVELA_ZERO_SUM, caravela_engine, caravela_game, caravela_param, caravela_params, caravela_rng)
from hashing cimport hash_bytes

import operator
from collections.abc import Iterable
from hashlib import blake2b

import numpy as np

from caravela.cext.core import Rng
from caravela.cext.names import shorten
from caravela.cext.python_game import PythonGame

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object number, int *overflow) except? -1
    uint64_t PyLong_AsUnsignedLongLongMask(object number) except? 0xFFFFFFFFFFFFFFFFULL

cdef enum:
    ID_MAX = 0x7FFFFFFF

cdef double TOLERANCE = 1e-6    # of probabilities that add up to one, and of utilities at their bounds


def hash64(bytes data not None):
    """64 bits of some bytes, the same in every process and on every machine."""
    return hash_bytes(<const char *>data, len(data), 0)


def python_engine(str name not None, factory, rules_version=1):
    """A PyCapsule "caravela.engine" whose `open` calls `factory(options)` for the PythonGame.

    `options`: the flat parameters, such as {"options.players": 2, "deck.copies": (3, 3, 2)}; arrays are tuples, but
    one value alone is itself, and booleans are 0 and 1. A ValueError of the factory says which option is bad.
    """
    cdef Engine engine = Engine(name, factory, rules_version)
    capsule = PyCapsule_New(&engine.record, "caravela.engine", release_engine)
    PyCapsule_SetContext(capsule, <void *>engine)
    Py_INCREF(engine)
    return capsule


cdef void release_engine(object capsule) noexcept:
    Py_DECREF(<object>PyCapsule_GetContext(capsule))


# What `open` finds in the game's `self`: the engine comes first, so a pointer to it is a pointer to this.
cdef struct Record:
    caravela_engine engine
    PyObject *owner             # the Engine


@cython.final
cdef class Engine:
    """Owns an engine's record and what it needs to open games."""

    cdef Record record
    cdef bytes c_name
    cdef readonly str name
    cdef object factory
    cdef uint64_t layout

    def __cinit__(self, str name, factory, rules_version):
        if not callable(factory):
            raise ValueError(f"the factory of {name} is {shorten(factory)}; it must be a function of the options")
        if not isinstance(rules_version, int) or not 0 < rules_version < 2**32:
            raise ValueError(f"rules_version is {shorten(rules_version)}; it must be between 1 and 2**32 - 1")
        self.name = name
        self.c_name = name.encode()
        self.factory = factory
        packed = blake2b(f"python {rules_version} {name}".encode(), digest_size=8).digest()
        self.layout = int.from_bytes(packed, "little")
        self.record.owner = <PyObject *>self
        self.record.engine.abi = CARAVELA_ABI
        self.record.engine.size = sizeof(caravela_engine)
        self.record.engine.name = self.c_name
        self.record.engine.rules_version = <uint32_t>rules_version
        # An exception that is set is told by the return value; the C type has no way to say so.
        self.record.engine.open = <int (*)(const caravela_params *, caravela_game *, char *) noexcept>open_game
        self.record.engine.close = close_game


# The RNG that methods get: an Rng of Python's with the words of the caller's.
@cython.final
cdef class Lease:
    cdef object rng
    cdef object capsule
    cdef caravela_rng *words

    def __cinit__(self):
        self.rng = Rng(0)
        self.capsule = self.rng.capsule
        self.words = <caravela_rng *>PyCapsule_GetPointer(self.capsule, "caravela.rng")


@cython.final
cdef class Rules:
    """An open game: the PythonGame's methods, bound once, and its name for messages."""

    cdef object game
    cdef str name
    cdef list leases            # generators not in use
    cdef object init, copy, current_player, legal_actions, chance_outcomes, sample_chance, chance_key, apply
    cdef object observe, redact, determinize, returns, scores, ranks, key, pack, unpack, validate, turn, observation

    def __cinit__(self, str name, game):
        if not isinstance(game, PythonGame):
            raise ValueError(f"the factory of {name} made {shorten(game)}, not a PythonGame")
        self.name = name
        self.game = game
        self.leases = []
        self.init = game.init
        self.copy = game.copy
        self.current_player = game.current_player
        self.legal_actions = game.legal_actions
        self.chance_outcomes = game.chance_outcomes
        self.sample_chance = game.sample_chance
        self.chance_key = game.chance_key
        self.apply = game.apply
        self.observe = game.observe
        self.redact = game.redact
        self.determinize = game.determinize
        self.returns = game.returns
        self.scores = game.scores
        self.ranks = game.ranks
        self.key = game.key
        self.pack = game.pack
        self.unpack = game.unpack
        self.validate = game.validate
        self.turn = game.turn
        self.observation = game.observation

    cdef object bad(self, str method, object answer, str wanted):
        """The error about an answer."""
        return RuntimeError(f"{self.name}: {method} returned {shorten(answer)}; it must be {wanted}")

    cdef int whole(self, str method, object answer, object value, long long low, long long high) except? -100:
        """A value of an answer (or the answer itself) as a number from low to high, which are no further than int."""
        cdef int overflow = 0
        cdef long long number
        if PyLong_CheckExact(value):
            number = PyLong_AsLongLongAndOverflow(value, &overflow)
            if not overflow and low <= number <= high:
                return <int>number
        elif hasattr(type(value), "__index__") and not isinstance(value, bool):
            return self.whole(method, answer, int(operator.index(value)), low, high)
        if value is answer:
            raise self.bad(method, answer, f"a whole number from {low} to {high}")
        raise self.bad(method, answer, f"whole numbers from {low} to {high}, not {shorten(value)}")

    cdef object values(self, str method, object answer):
        """An answer that can be gone through; it may be endless."""
        if isinstance(answer, (list, tuple)):
            return answer
        if isinstance(answer, (str, bytes)) or not isinstance(answer, Iterable):
            raise self.bad(method, answer, "a sequence")
        return answer

    cdef int ids(self, str method, object answer, int high, int most, bint ascending, int32_t *out) except -100:
        """Writes an answer that is a sequence of ids from 0 to high; returns how many."""
        cdef int n = 0
        cdef int last = -1
        cdef int number
        for value in self.values(method, answer):
            if n == most:
                raise self.bad(method, answer, f"at most {most} numbers")
            number = self.whole(method, answer, value, 0, high)
            if ascending:
                if number <= last:
                    raise self.bad(method, answer, "in ascending order, without repeats")
                last = number
            out[n] = number
            n += 1
        return n

    cdef int reals(self, str method, object answer, int count, double low, double high, double *out) except -100:
        """Writes an answer that is a sequence of `count` numbers from low to high."""
        cdef int n = 0
        for value in self.values(method, answer):
            if n == count:
                raise self.bad(method, answer, f"{count} numbers")
            out[n] = self.real(method, answer, value, low, high)
            n += 1
        if n != count:
            raise self.bad(method, answer, f"{count} numbers")
        return 0

    cdef double real(self, str method, object answer, object value, double low, double high) except? -100.0:
        """A value of an answer as a finite number from low to high."""
        cdef double number
        if not PyFloat_CheckExact(value) and (isinstance(value, bool) or not hasattr(type(value), "__float__")):
            raise self.bad(method, answer, f"numbers, not {shorten(value)}")
        try:
            number = value
        except OverflowError:  # a whole number beyond all floats
            number = INFINITY
        if not (isfinite(number) and low <= number <= high):
            raise self.bad(method, answer, f"numbers from {low:g} to {high:g}, not {number:g}")
        return number

    cdef object made(self, str method, object answer, const void *source):
        """A state that a method made: no None, and not the one it was made from, which has an owner."""
        if answer is None:
            raise self.bad(method, answer, "a state")
        if source is not NULL and (<PyObject **>source)[0] == <PyObject *>answer:
            raise self.bad(method, answer, "a new state, not the one it was given")
        return answer

    cdef Lease take(self, const caravela_rng *rng):
        cdef Lease lease = self.leases.pop() if self.leases else Lease()
        lease.words[0] = rng[0]
        return lease

    cdef int give_back(self, Lease lease, caravela_rng *rng) except -1:
        rng[0] = lease.words[0]
        self.leases.append(lease)
        return 0


cdef inline Rules rules_of(const caravela_game *g):
    return <Rules>g.self


cdef inline object held(const void *s):
    """The state object of a block."""
    cdef PyObject *state = (<PyObject **>s)[0]
    if state is NULL:
        raise RuntimeError("there is no state in this memory")
    return <object>state


cdef inline int put(void *s, object state) except -1:
    """Makes a block own another state object."""
    cdef PyObject *old = (<PyObject **>s)[0]
    Py_INCREF(state)
    (<PyObject **>s)[0] = <PyObject *>state
    Py_XDECREF(old)
    return 0


cdef int init(const caravela_game *g, void *s) except -100 with gil:
    cdef Rules rules = rules_of(g)
    put(s, rules.made("init", rules.init(), NULL))
    return 0


cdef int copy(const caravela_game *g, void *dst, const void *src) except -100 with gil:
    cdef Rules rules = rules_of(g)
    put(dst, rules.made("copy", rules.copy(held(src)), src))
    return 0


cdef int drop(const caravela_game *g, void *s) except -100 with gil:
    cdef PyObject *old = (<PyObject **>s)[0]
    (<PyObject **>s)[0] = NULL
    Py_XDECREF(old)
    return 0


cdef int mover(Rules rules, object state, int players) except? -100:
    """Who is to act in a state: a seat, CARAVELA_CHANCE or CARAVELA_TERMINAL."""
    answer = rules.current_player(state)
    cdef int p = rules.whole("current_player", answer, answer, CARAVELA_TERMINAL, players - 1)
    if p < 0 and p != CARAVELA_CHANCE and p != CARAVELA_TERMINAL:
        raise rules.bad("current_player", answer, f"a seat from 0 to {players - 1}, {CARAVELA_CHANCE} for chance or "
                                                  f"{CARAVELA_TERMINAL} at the end")
    return p


cdef int current_player(const caravela_game *g, const void *s) except -100 with gil:
    return mover(rules_of(g), held(s), g.players)


cdef int legal_actions(const caravela_game *g, const void *s, int32_t *out) except -100 with gil:
    cdef Rules rules = rules_of(g)
    state = held(s)
    answer = rules.legal_actions(state)
    cdef int n = rules.ids("legal_actions", answer, g.action_count - 1, g.legal_max, True, out)
    if n == 0 and mover(rules, state, g.players) >= 0:
        raise rules.bad("legal_actions", answer, "at least one action")
    return n


cdef int chance_outcomes(const caravela_game *g, const void *s, int32_t *out, double *p) except -100 with gil:
    cdef Rules rules = rules_of(g)
    cdef double total = 0.0
    cdef int n = 0
    answer = rules.chance_outcomes(held(s))
    for pair in rules.values("chance_outcomes", answer):
        if n == g.chance_max:
            raise rules.bad("chance_outcomes", answer, f"at most {g.chance_max} outcomes")
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise rules.bad("chance_outcomes", answer, "pairs of an outcome and its probability")
        out[n] = rules.whole("chance_outcomes", answer, pair[0], 0, g.chance_max - 1)
        p[n] = rules.real("chance_outcomes", answer, pair[1], 0.0, 1.0)
        if n and out[n] <= out[n - 1]:
            raise rules.bad("chance_outcomes", answer, "in ascending order, without repeats")
        total += p[n]
        n += 1
    if fabs(total - 1.0) > TOLERANCE:
        raise rules.bad("chance_outcomes", answer, f"outcomes whose probabilities sum to 1, not to {total:g}")
    return n


cdef int sample_chance(const caravela_game *g, const void *s, caravela_rng *rng) except -100 with gil:
    cdef Rules rules = rules_of(g)
    cdef Lease lease = rules.take(rng)
    try:
        answer = rules.sample_chance(held(s), lease.rng)
    finally:
        rules.give_back(lease, rng)
    return rules.whole("sample_chance", answer, answer, 0, g.chance_max - 1)


cdef int word(Rules rules, str method, object answer, uint64_t *out) except -100:
    """Writes the low 64 bits of a whole number."""
    if isinstance(answer, bool) or not hasattr(type(answer), "__index__"):
        raise rules.bad(method, answer, "a whole number")
    out[0] = PyLong_AsUnsignedLongLongMask(operator.index(answer))
    return 0


cdef int chance_key(const caravela_game *g, const void *s, uint64_t *out) except -100 with gil:
    cdef Rules rules = rules_of(g)
    return word(rules, "chance_key", rules.chance_key(held(s)), out)


cdef int apply(const caravela_game *g, void *s, int a) except -100 with gil:
    cdef Rules rules = rules_of(g)
    answer = rules.apply(held(s), a)
    if answer is not None:
        raise rules.bad("apply", answer, "None: the state is changed in place")
    return 0


cdef int observe(const caravela_game *g, const void *before, int a, const void *after, int p,
                 int32_t *codes) except -100 with gil:
    cdef Rules rules = rules_of(g)
    answer = rules.observe(held(before), a, held(after), p)
    return rules.ids("observe", answer, ID_MAX, g.codes_max, False, codes)


cdef int redact(const caravela_game *g, void *s, int p) except -100 with gil:
    cdef Rules rules = rules_of(g)
    put(s, rules.made("redact", rules.redact(held(s), p), NULL))
    return 0


cdef int determinize(const caravela_game *g, const void *view, void *out, int p,
                     caravela_rng *rng) except -100 with gil:
    cdef Rules rules = rules_of(g)
    cdef Lease lease = rules.take(rng)
    try:
        answer = rules.determinize(held(view), p, lease.rng)
    finally:
        rules.give_back(lease, rng)
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[1], (bool, np.bool_)):
        raise rules.bad("determinize", answer, "a pair of a state and whether the exact law was given up")
    put(out, rules.made("determinize", answer[0], view))
    return 1 if answer[1] else 0


cdef int returns(const caravela_game *g, const void *s, double *out) except -100 with gil:
    cdef Rules rules = rules_of(g)
    cdef double slack = TOLERANCE * (g.max_utility - g.min_utility)
    return rules.reals("returns", rules.returns(held(s)), g.players, g.min_utility - slack, g.max_utility + slack, out)


cdef int scores(const caravela_game *g, const void *s, double *out) except -100 with gil:
    cdef Rules rules = rules_of(g)
    return rules.reals("scores", rules.scores(held(s)), g.players, -1e300, 1e300, out)


cdef int ranks(const caravela_game *g, const void *s, int32_t *out) except -100 with gil:
    cdef Rules rules = rules_of(g)
    cdef int p = 0
    answer = rules.ranks(held(s))
    for place in rules.values("ranks", answer):
        if p == g.players:
            raise rules.bad("ranks", answer, f"{g.players} places")
        out[p] = rules.whole("ranks", answer, place, 1, g.players)
        p += 1
    if p != g.players:
        raise rules.bad("ranks", answer, f"{g.players} places")
    return 0


cdef int validate(const caravela_game *g, const void *s, int p) except -100 with gil:
    cdef Rules rules = rules_of(g)
    answer = rules.validate(held(s), p)
    return rules.whole("validate", answer, answer, 0, ID_MAX)


cdef int turn(const caravela_game *g, const void *s) except -100 with gil:
    cdef Rules rules = rules_of(g)
    answer = rules.turn(held(s))
    return rules.whole("turn", answer, answer, 0, ID_MAX)


cdef int observation(const caravela_game *g, const void *s, int p, float *out) except -100 with gil:
    cdef Rules rules = rules_of(g)
    cdef const float[::1] numbers
    answer = rules.observation(held(s), p)
    try:
        array = np.ascontiguousarray(answer, dtype=np.float32)
    except (TypeError, ValueError):
        raise rules.bad("observation", answer, f"{g.observation_size} numbers") from None
    if array.shape != (g.observation_size,):
        raise rules.bad("observation", answer, f"{g.observation_size} numbers")
    numbers = array
    memcpy(out, &numbers[0], <size_t>g.observation_size * sizeof(float))
    return 0


cdef int key(const caravela_game *g, const void *s, int p, uint64_t *out) except -100 with gil:
    cdef Rules rules = rules_of(g)
    return word(rules, "key", rules.key(held(s), p), out)


cdef int pack(const caravela_game *g, const void *s, uint8_t *out, size_t room) except -100 with gil:
    cdef Rules rules = rules_of(g)
    answer = rules.pack(held(s))
    if not isinstance(answer, bytes) or len(answer) > ID_MAX:
        raise rules.bad("pack", answer, "bytes, at most 2**31 - 1 of them")
    if room:
        memcpy(out, <const char *><bytes>answer, min(room, <size_t>len(answer)))
    return <int>len(answer)


cdef int unpack(const caravela_game *g, void *s, const uint8_t *data, size_t count) except -100 with gil:
    cdef Rules rules = rules_of(g)
    put(s, rules.made("unpack", rules.unpack((<const char *>data)[:count]), NULL))
    return 0


cdef dict parameters(const caravela_params *params):
    """The flat parameters as Python values."""
    cdef const caravela_param *item
    cdef size_t i
    cdef int k
    made = {}
    for i in range(params.count):
        item = &params.items[i]
        if item.kind == CARAVELA_INTEGER:
            values = tuple([item.integers[k] for k in range(item.count)])
        elif item.kind == CARAVELA_REAL:
            values = tuple([item.reals[k] for k in range(item.count)])
        else:
            values = tuple([(<bytes>item.texts[k]).decode() for k in range(item.count)])
        made[(<bytes>item.key).decode()] = values[0] if len(values) == 1 else values
    return made


cdef int32_t size_field(Rules rules, str field) except? -100:
    """An attribute that is a size. ValueError if it is missing or no whole number; the host checks its bounds."""
    value = getattr(rules.game, field, None)
    if isinstance(value, bool) or not hasattr(type(value), "__index__") or not 0 <= operator.index(value) <= ID_MAX:
        raise ValueError(f"{rules.name}: {field} is {shorten(value)}; it must be a whole number of at least 0")
    return <int32_t>operator.index(value)


cdef double real_field(Rules rules, str field) except? -100.0:
    value = getattr(rules.game, field, None)
    if isinstance(value, bool) or not hasattr(type(value), "__float__"):
        raise ValueError(f"{rules.name}: {field} is {shorten(value)}; it must be a number")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{rules.name}: {field} is {shorten(value)}, beyond all floats") from None


cdef int open_game(const caravela_params *params, caravela_game *out, char *err) except -1:
    cdef Engine engine = <Engine>(<const Record *>out.self).owner
    cdef Rules rules
    out.self = NULL
    rules = Rules(engine.name, engine.factory(parameters(params)))
    game = rules.game
    zero_sum = getattr(game, "zero_sum", None)
    if not isinstance(zero_sum, bool):
        raise ValueError(f"{rules.name}: zero_sum is {shorten(zero_sum)}; it must be True or False")
    out.abi = CARAVELA_ABI
    out.size = sizeof(caravela_game)
    out.layout = engine.layout
    out.state_size = sizeof(PyObject *)
    out.align = sizeof(PyObject *)
    out.players = size_field(rules, "players")
    out.action_count = size_field(rules, "action_count")
    out.legal_max = size_field(rules, "legal_max")
    out.chance_max = size_field(rules, "chance_max")
    out.decisions_max = size_field(rules, "decisions_max")
    out.steps_max = size_field(rules, "steps_max")
    out.codes_max = size_field(rules, "codes_max")
    out.observation_size = size_field(rules, "observation_size")
    out.min_utility = real_field(rules, "min_utility")
    out.max_utility = real_field(rules, "max_utility")
    out.score_scale = (out.max_utility - out.min_utility if getattr(game, "score_scale", None) is None
                       else real_field(rules, "score_scale"))
    out.flags = CARAVELA_FOREIGN | (CARAVELA_ZERO_SUM if zero_sum else 0)
    out.init = init
    out.current_player = current_player
    out.legal_actions = legal_actions
    out.chance_outcomes = chance_outcomes
    out.sample_chance = sample_chance
    out.chance_key = chance_key
    out.apply = apply
    out.observe = observe
    out.redact = redact
    out.determinize = determinize
    out.returns = returns
    out.scores = scores
    out.ranks = ranks
    out.validate = validate
    if type(game).turn is not PythonGame.turn:
        out.turn = turn
    if out.observation_size:
        if type(game).observation is PythonGame.observation:
            raise ValueError(f"{rules.name}: observation_size is {out.observation_size}, but it has no method observation")
        out.observation = observation
    out.copy = copy
    out.drop = drop
    out.key = key
    out.pack = pack
    out.unpack = unpack
    out.self = <void *>rules
    Py_INCREF(rules)
    return 0


cdef void close_game(caravela_game *g) noexcept:
    cdef PyObject *rules = <PyObject *>g.self
    g.self = NULL
    Py_XDECREF(rules)
