"""Heuristics across the C interface: Python functions as a capsule, and a capsule as Python functions.

Both directions go through ctypes, so the kernel and the plain-Python search can share one heuristic.
"""

from __future__ import annotations

import ctypes
import zlib
from ctypes import POINTER, c_char_p, c_double, c_int, c_int32, c_uint32, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from caravela.cext.core import Game, State
    from tests.oracles.ismcts import Evaluate
    from tests.oracles.particles import Prior


class GameHead(ctypes.Structure):
    """The first fields of caravela_game."""

    _fields_ = [
        ("abi", c_uint32),
        ("size", c_uint32),
        ("self", c_void_p),
        ("digest", c_uint64),
        ("layout", c_uint64),
        ("state_size", c_int32),
    ]


PRIOR = ctypes.CFUNCTYPE(
    c_int, POINTER(GameHead), c_void_p, c_int, POINTER(c_int32), c_int, POINTER(c_double), POINTER(c_double)
)
EVALUATE = ctypes.CFUNCTYPE(c_int, POINTER(GameHead), c_void_p, POINTER(c_double), POINTER(c_double))


class Heuristic(ctypes.Structure):
    """caravela_heuristic."""

    _fields_ = [
        ("abi", c_uint32),
        ("size", c_uint32),
        ("game", c_char_p),
        ("layout", c_uint64),
        ("n_weights", c_int32),
        ("names", POINTER(c_char_p)),
        ("defaults", POINTER(c_double)),
        ("prior", PRIOR),
        ("evaluate", EVALUATE),
    ]


get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
get_pointer.restype = c_void_p
get_pointer.argtypes = [ctypes.py_object, c_char_p]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [c_void_p, c_char_p, c_void_p]


def head_of(game: Game) -> Any:
    """Pointer to the game's caravela_game."""
    return ctypes.cast(get_pointer(game.capsule, b"caravela.game"), POINTER(GameHead))


class PythonHeuristic:
    """A heuristic made of two functions of raw state bytes. `capsule` is valid as long as this object lives."""

    def __init__(
        self,
        game: Game,
        prior: Callable[[bytes, int, Sequence[int]], Sequence[float]],
        evaluate: Callable[[bytes], Sequence[float]],
        layout: int | None = None,
    ) -> None:
        self._prior, self._evaluate = prior, evaluate
        head = head_of(game).contents
        size = head.state_size

        def call_prior(_g: Any, s: int, p: int, actions: Any, n: int, _w: Any, out: Any) -> int:
            for i, x in enumerate(prior(ctypes.string_at(s, size), p, actions[:n])):
                out[i] = x
            return 0

        def call_evaluate(_g: Any, s: int, _w: Any, out: Any) -> int:
            for i, x in enumerate(evaluate(ctypes.string_at(s, size))):
                out[i] = x
            return 0

        self._table = Heuristic(
            abi=1,
            size=ctypes.sizeof(Heuristic),
            game=game.name.encode(),
            layout=head.layout if layout is None else layout,
            n_weights=1,
            names=(c_char_p * 1)(b"nothing"),
            defaults=(c_double * 1)(0.0),
            prior=PRIOR(call_prior),
            evaluate=EVALUATE(call_evaluate),
        )
        self._name = b"caravela.heuristic"
        self.capsule: object = new_capsule(ctypes.addressof(self._table), self._name, None)

    def prior(self, world: State, p: int, actions: Sequence[int]) -> Sequence[float]:
        return self._prior(world.to_bytes(), p, actions)

    def evaluate(self, world: State) -> Sequence[float]:
        return self._evaluate(world.to_bytes())


def functions_of(capsule: object, game: Game) -> tuple[Prior, Evaluate]:
    """The prior and the evaluation of a native heuristic with its default weights."""
    table = ctypes.cast(get_pointer(capsule, b"caravela.heuristic"), POINTER(Heuristic)).contents
    head = head_of(game)
    players = game.num_players()

    def prior(world: State, p: int, actions: Sequence[int]) -> list[float]:
        out = (c_double * len(actions))()
        block = ctypes.create_string_buffer(world.to_bytes(), game.state_size)
        table.prior(
            head, ctypes.addressof(block), p, (c_int32 * len(actions))(*actions), len(actions), table.defaults, out
        )
        return list(out)

    def evaluate(world: State) -> list[float]:
        out = (c_double * players)()
        block = ctypes.create_string_buffer(world.to_bytes(), game.state_size)
        table.evaluate(head, ctypes.addressof(block), table.defaults, out)
        return list(out)

    return prior, evaluate


def scrambled(game: Game) -> PythonHeuristic:
    """A heuristic that knows nothing, but depends on every byte, seat and action."""
    low, high = game.min_utility(), game.max_utility()

    def weigh(data: bytes, salt: int) -> int:
        return zlib.crc32(data, salt) % 101

    def prior(data: bytes, p: int, actions: Sequence[int]) -> list[float]:
        drawn = [weigh(data, 17 * a + p) for a in actions]
        # Some priors are 0, never all.
        weights = [float(x) if x >= 25 else 0.0 for x in drawn] if max(drawn) >= 25 else [1.0] * len(drawn)
        whole = sum(weights)
        return [x / whole for x in weights]

    def evaluate(data: bytes) -> list[float]:
        return [low + (high - low) * weigh(data, q) / 100.0 for q in range(game.num_players())]

    return PythonHeuristic(game, prior, evaluate)
