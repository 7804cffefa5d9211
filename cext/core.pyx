"""Game, State and View over the C interface, and the random generator. Names follow OpenSpiel.

A State is the truth; a View is a copy with every byte blanked that its seat does not know, and has no reference to
where it came from. Actions and codes so far are kept in a Trail, which states share until they part.
"""

cimport cython
from cpython.exc cimport PyErr_Fetch, PyErr_Occurred, PyErr_Restore
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
        if isinstance(value, bool):
            return -1
        value = operator.index(value)
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow or number < 0 or number > ID_MAX:
        return -1
    return <int>number


cdef uint64_t as_word(object value, str what) except? 0:
    """A 64-bit number. ValueError if it does not fit."""
    number = operator.index(value)
    if isinstance(value, bool) or not 0 <= number < 2**64:
        raise ValueError(f"{what} is {shorten(value)}; it must be a whole number between 0 and 2**64 - 1")
    return <uint64_t>number


cdef str log_text(Game game, int player, list codes):
    names = [game.text.code_to_string(game, code) for code in codes]
    return " ".join([f"seat:{player}", *names])


cdef str mover_text(int mover):
    if mover >= 0:
        return f"seat {mover} to move"
    return "chance to move" if mover == CARAVELA_CHANCE else "over"


# One module, so that its classes reach one another in C; one file a purpose.
include "core_rng.pxi"
include "core_table.pxi"
include "core_game.pxi"
include "core_trail.pxi"
include "core_moves.pxi"
include "core_saved.pxi"
include "core_state.pxi"
include "core_view.pxi"
