"""One game on both sides: positions of OpenSpiel as our states, and our sampled worlds as positions of OpenSpiel."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pyspiel

from caravela.cext import Game, Rng, State, View
from caravela.openspiel.exported.game import ExportedGame
from caravela.openspiel.exported.registration import as_pyspiel_game
from caravela.openspiel.exported.state import wrap
from caravela.openspiel.imported import from_openspiel
from caravela.openspiel.imported.rules import PREFIX, open_rules
from caravela.openspiel.imported.secret_turns import SecretTurns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caravela.openspiel.imported.game import ImportedGame

__all__ = ["ExportedTable", "Followed", "ImportedTable", "Table", "ours", "table_of"]


class ExportedTable:
    """A game of ours; OpenSpiel sees it through `ExportedGame`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.theirs: pyspiel.Game = as_pyspiel_game(game)

    def world(self, view: View, rng: Rng) -> pyspiel.State:
        """A position in which the view's seat knows what it knows."""
        return wrap(self.theirs, view.determinize(rng), view.player)


class ImportedTable:
    """A game of OpenSpiel's, imported as `openspiel:...`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules: ImportedGame[Any] = open_rules(game.name.removeprefix(PREFIX), game.options)
        self.theirs: pyspiel.Game = self._rules.game

    def world(self, view: View, rng: Rng) -> pyspiel.State:
        """A position of OpenSpiel's own in which the view's seat knows what it knows."""
        state = self._rules.unpack(view.determinize(rng).to_bytes()).state
        return state.inner if isinstance(state, SecretTurns) else state


Table = ExportedTable | ImportedTable


@lru_cache(maxsize=32)
def table_of(game: Game) -> Table:
    """The game as OpenSpiel knows it. ValueError if OpenSpiel cannot be told of it."""
    return ImportedTable(game) if game.name.startswith(PREFIX) else ExportedTable(game)


def ours(theirs: pyspiel.Game) -> Game:
    """The game as we know it. ValueError if it cannot be imported."""
    if theirs.get_type().short_name == "cached_tree":  # of the same moves as what it holds
        held = dict(theirs.get_parameters()["game"])
        return ours(pyspiel.load_game(held.pop("name"), held))
    return theirs.caravela_game if isinstance(theirs, ExportedGame) else from_openspiel(theirs)


class Followed:
    """Our state of an OpenSpiel position. It moves along with a game, so that each move is made here only once."""

    def __init__(self, theirs: pyspiel.Game) -> None:
        self.theirs = theirs
        self.game = ours(theirs)
        self._state = self.game.new_initial_state()

    def is_of(self, position: pyspiel.State) -> bool:
        """Whether this is a position of the same game, with the same parameters."""
        game = position.get_game()
        return game is self.theirs or bool(game == self.theirs)

    def leads_to(self, position: pyspiel.State) -> bool:
        """Whether the present state is on the way to this position."""
        known = self._state.history()
        return self.is_of(position) and self._past(position)[: len(known)] == known

    def at(self, position: pyspiel.State) -> State:
        """Our state of this position; the next call may change it."""
        past = self._past(position)
        known = self._state.history()
        if past[: len(known)] != known:
            self._state, known = self.game.new_initial_state(), []
        for action in past[len(known) :]:
            self._state.apply_action(action)
        return self._state

    def codes_until(self, position: pyspiel.State, seat: int) -> Iterator[list[int]]:
        """What a seat sees in each step from the present state to a position that it leads to."""
        for action in self._past(position)[len(self._state.history()) :]:
            seen = len(self._state.log(seat))
            self._state.apply_action(action)
            codes = self._state.log(seat)[seen:]
            if codes:
                yield codes

    def _past(self, position: pyspiel.State) -> list[int]:
        """The moves that lead there, as our game counts them."""
        history: list[int] = list(position.history())
        if self.theirs.get_type().dynamics != pyspiel.GameType.Dynamics.SIMULTANEOUS:
            return history
        made = []
        at = self.theirs.new_initial_state()
        while history:
            if at.is_simultaneous_node():  # who has a choice makes it in turn, then all are uncovered
                choices, history = history[: at.num_players()], history[at.num_players() :]
                made += [*(choice for seat, choice in enumerate(choices) if at.legal_actions(seat)), 0]
                at.apply_actions(choices)
            else:
                action, *history = history
                made.append(action)
                at.apply_action(action)
        return made
