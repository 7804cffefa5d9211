"""What a seat knows as numbers of a fixed size.

`EngineTensor` holds the engine's own numbers (`View.observation_tensor`). `CodeTensor` works for every game: the seat
(one-hot), then the seat's log of codes, 32 numbers a code: 1 for "there is a code", then its 31 bits, highest first;
zeros after the last one. It is exact, and so has perfect recall: two logs differ exactly if their numbers do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caravela.cext import Game
    from caravela.openspiel.exported.state import ExportedState

__all__ = ["FLOATS_MAX", "CodeTensor", "EngineTensor", "TensorEncoding", "tensor_encoding"]

FLOATS_MAX = 65_536
"""A game whose code tensor would be longer has none."""

BITS = 32
THERE = np.uint32(1 << 31)


class TensorEncoding(Protocol):
    """How a seat's knowledge is written as named blocks of numbers."""

    shapes: dict[str, tuple[int, ...]]
    """The blocks in order."""

    def write(self, state: ExportedState, player: int, blocks: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Fills every block."""


class EngineTensor:
    """The engine's own numbers."""

    def __init__(self, game: Game) -> None:
        self.shapes: dict[str, tuple[int, ...]] = {
            "observation": game.new_initial_state().observation_tensor(0).shape,
        }

    def write(self, state: ExportedState, player: int, blocks: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Copies the tensor of the seat's view."""
        blocks["observation"][:] = state.view(player).observation_tensor()


class CodeTensor:
    """The seat and its log of codes, bit by bit."""

    def __init__(self, game: Game) -> None:
        self.shapes: dict[str, tuple[int, ...]] = {
            "player": (game.num_players(),),
            "codes": (game.max_history_length() * game.codes_max, BITS),
        }

    def write(self, state: ExportedState, player: int, blocks: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """One-hot seat, one row a code."""
        log = np.array(state.log(player), dtype=np.uint32) | THERE
        rows: npt.NDArray[Any] = np.unpackbits(log.astype(">u4").view(np.uint8)).reshape(-1, BITS)
        blocks["player"][:] = 0
        blocks["player"][player] = 1
        blocks["codes"][: len(rows)] = rows
        blocks["codes"][len(rows) :] = 0


@lru_cache(maxsize=64)
def tensor_encoding(game: Game, *, recall: bool) -> TensorEncoding | None:
    """The encoding of information states (`recall`) or of observations; None where it would be too long.

    Observations are the engine's own numbers where it has some.
    """
    if not recall and game.has_observation_tensor:
        return EngineTensor(game)
    size = game.num_players() + game.max_history_length() * game.codes_max * BITS
    return CodeTensor(game) if size <= FLOATS_MAX else None
