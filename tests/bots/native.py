"""Heuristics in C's own types, made from Python functions: enough to test whatever calls one."""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from caravela.cext.core import Game

INT32 = ctypes.POINTER(ctypes.c_int32)
REAL = ctypes.POINTER(ctypes.c_double)
PRIOR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, INT32, ctypes.c_int, REAL, REAL)
EVALUATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, REAL, REAL)

Prior = Callable[[Sequence[int], int, Sequence[int], Sequence[float]], Sequence[float]]
"""(the world's integers, seat, legal actions, weights) -> probabilities."""


class HeuristicTable(ctypes.Structure):
    """caravela_heuristic of caravela.h."""

    _fields_ = [
        ("abi", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("game", ctypes.c_char_p),
        ("layout", ctypes.c_uint64),
        ("n_weights", ctypes.c_int32),
        ("names", ctypes.POINTER(ctypes.c_char_p)),
        ("defaults", REAL),
        ("prior", PRIOR),
        ("evaluate", EVALUATE),
    ]


class GameHead(ctypes.Structure):
    """The first fields of caravela_game."""

    _fields_ = [
        ("abi", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("self", ctypes.c_void_p),
        ("digest", ctypes.c_uint64),
        ("layout", ctypes.c_uint64),
    ]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype = ctypes.c_void_p
capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

NAME = b"caravela.heuristic"
ALIVE: list[Any] = []  # capsules hold bare pointers


def layout_of(game: Game) -> int:
    """The game's state layout, which Python does not show."""
    address = capsule_pointer(game.capsule, b"caravela.game")
    return int(GameHead.from_address(address).layout)


def heuristic(game: Game, weights: dict[str, float], prior: Prior, *, name: str | None = None, **fields: Any) -> object:
    """A capsule for `game`, whose states are plain 32-bit integers. `fields` replace fields of the table."""
    cells = game.state_size // 4

    def call_prior(_g: int, state: int, seat: int, actions: Any, n: int, w: Any, out: Any) -> int:
        world = ctypes.cast(state, INT32)[:cells]
        for i, probability in enumerate(prior(world, seat, actions[:n], w[: len(weights)])):
            out[i] = probability
        return 0

    def call_evaluate(_g: int, _state: int, w: Any, out: Any) -> int:
        """The first weight for seat 0, its negative for the others."""
        for seat in range(game.num_players()):
            out[seat] = -w[0] if seat else w[0]
        return 0

    count = len(weights)
    names = (ctypes.c_char_p * count)(*(key.encode() for key in weights))
    defaults = (ctypes.c_double * count)(*weights.values())
    table = HeuristicTable(
        1,
        ctypes.sizeof(HeuristicTable),
        (name or game.name).encode(),
        layout_of(game),
        count,
        names,
        defaults,
        PRIOR(call_prior),
        EVALUATE(call_evaluate),
    )
    for key, value in fields.items():
        setattr(table, key, value)
    ALIVE.append((table, names, defaults))
    capsule: object = new_capsule(ctypes.addressof(table), NAME, None)
    return capsule
