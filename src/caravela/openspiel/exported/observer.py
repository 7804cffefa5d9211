"""What a seat may be shown of a state, as text and as numbers: OpenSpiel's observers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyspiel

from caravela.openspiel.exported.tensors import tensor_encoding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caravela.cext import Game
    from caravela.openspiel.exported.state import ExportedState

__all__ = ["Observer", "make_observer"]


def make_observer(
    game: Game, kind: pyspiel.IIGObservationType | None, parameters: Mapping[str, Any] | None
) -> Observer | None:
    """An observer of that kind (None: a seat's observation without perfect recall).

    None for kinds that would part what is public from what is private: views are not divided so. ValueError for
    parameters, for there are none.
    """
    if parameters:
        raise ValueError(f"observers of {game.spec} take no parameters, not {dict(parameters)!r}")
    if kind is None:
        kind = pyspiel.IIGObservationType(perfect_recall=False)
    if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.NONE:
        return None
    return Observer(
        game, recall=kind.perfect_recall, everybody=kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
    )


class Observer:
    """A seat's observation, or with perfect recall its information state; of `everybody`: those of all seats in turn.

    `tensor` is a flat float32 array that `set_from` fills, or None where there is none; `dict` names its parts, which
    for everybody begin with the seat, as in `1:codes`.
    """

    def __init__(self, game: Game, *, recall: bool, everybody: bool) -> None:
        self._recall = recall
        self._seats = range(game.num_players()) if everybody else None
        self._encoding = tensor_encoding(game, recall=recall)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self._encoding is not None:
            heads = [""] if self._seats is None else [f"{seat}:" for seat in self._seats]
            self._allot({head + name: shape for head in heads for name, shape in self._encoding.shapes.items()})

    def set_from(self, state: ExportedState, player: int) -> None:
        """Fills `tensor` with what `player` (or everybody) knows in `state`."""
        if self._encoding is None:
            return
        if self._seats is None:
            self._encoding.write(state, player, self.dict)
            return
        for seat in self._seats:
            blocks = {name: self.dict[f"{seat}:{name}"] for name in self._encoding.shapes}
            self._encoding.write(state, seat, blocks)

    def string_from(self, state: ExportedState, player: int) -> str:
        """What `player` (or everybody) knows in `state`, as text."""
        read = state.information_state_text if self._recall else state.observation_text
        return read(player) if self._seats is None else "\n".join(f"[{seat}] {read(seat)}" for seat in self._seats)

    def _allot(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Cuts one flat array into named blocks."""
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        for (name, shape), size, end in zip(shapes.items(), sizes, ends, strict=True):
            self.dict[name] = self.tensor[end - size : end].reshape(shape)
