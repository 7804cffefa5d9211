"""Our Game in the shape of an OpenSpiel game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import pyspiel

from caravela.openspiel.exported.kinds import game_info
from caravela.openspiel.exported.observer import Observer, make_observer
from caravela.openspiel.exported.state import ExportedState, wrap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caravela.cext import Game

__all__ = ["ExportedGame"]


class CodeNames(dict[int, str]):
    """The names of a game's observation codes, made when first asked for."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, code: int) -> str:
        name = self[code] = self._game.text.code_to_string(self._game, code)
        return name


class ExportedGame(pyspiel.Game):
    """One of our games, opened; `caravela_game` is the game itself."""

    def __init__(self, game: Game, kind: pyspiel.GameType, parameters: Mapping[str, Any]) -> None:
        super().__init__(kind, game_info(game), dict(parameters))
        self.caravela_game = game
        self.code_names = CodeNames(game)
        self._parameters = dict(kind.parameter_specification) | dict(parameters)
        self._observers: dict[bool, Observer] = {}

    def new_initial_state(self, *start: object) -> ExportedState:
        """The state before the first chance event. SpielError for a start of your own: replay a history instead."""
        if start:
            raise pyspiel.SpielError(f"{self} begins at its beginning; use deserialize_state to replay a history")
        return wrap(self, self.caravela_game.new_initial_state())

    def new_initial_states(self) -> list[ExportedState]:
        """The one initial state."""
        return [self.new_initial_state()]

    def deserialize_state(self, text: str) -> ExportedState:
        """The state whose `serialize` gave this text, replayed with all checks.

        OpenSpiel's own form for games written in Python (`history=...`) is read as well. It contains a pickle: take
        it from people you trust only.
        """
        if isinstance(text, str) and text.startswith("history="):
            made: ExportedState = super().deserialize_state(text)
            return made
        return wrap(self, self.caravela_game.deserialize_state(text))

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer | None:
        """What seats see (see `observer`); None for kinds that part public from private information."""
        return make_observer(self.caravela_game, iig_obs_type, params)

    def make_observer(self, *kind_and_params: Any) -> pyspiel.Observer:
        """The same for C++. SpielError for kinds that part public from private information."""
        if self.make_py_observer(*([None] if len(kind_and_params) == 1 else []), *kind_and_params) is None:
            raise pyspiel.SpielError(f"{self} has no observer that parts public from private information")
        return super().make_observer(*kind_and_params)

    def tensor(self, state: ExportedState, player: int, *, recall: bool) -> list[float]:
        """What a seat knows as numbers. SpielError if the game has none."""
        if recall not in self._observers:
            self._observers[recall] = Observer(self.caravela_game, recall=recall, everybody=False)
        observer = self._observers[recall]
        if observer.tensor is None:
            raise pyspiel.SpielError(f"{self} provides no such tensor: its logs are too long")
        observer.set_from(state, player)
        numbers: list[float] = observer.tensor.tolist()
        return numbers

    def action_to_string(self, player: int, action: int) -> str:
        """The name of an action or, for chance, of an outcome."""
        game = self.caravela_game
        return game.chance_to_string(action) if player == pyspiel.PlayerId.CHANCE else game.action_to_string(action)

    def get_parameters(self) -> dict[str, Any]:
        """Every parameter with its value."""
        return dict(self._parameters)

    def max_chance_nodes_in_history(self) -> int:
        """A bound of the chance events of a game."""
        game = self.caravela_game
        return game.max_history_length() if game.max_chance_outcomes() else 0

    def max_history_length(self) -> int:
        """Most actions and outcomes in a game."""
        return self.caravela_game.max_history_length()

    def max_move_number(self) -> int:
        """Most actions and outcomes in a game."""
        return self.caravela_game.max_history_length()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from caravela.openspiel.exported.registration import as_pyspiel_game

        return as_pyspiel_game, (self.caravela_game,)
