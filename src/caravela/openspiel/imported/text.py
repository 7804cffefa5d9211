"""Names and drawings of imported games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from caravela.cext.core import Game, State, View
from caravela.openspiel.imported.hidden_game import SIGHT_CODES, HiddenGame
from caravela.openspiel.imported.names import Names
from caravela.openspiel.imported.open_game import OpenGame
from caravela.openspiel.imported.rules import open_rules


@lru_cache(maxsize=32)
def _rules(name: str, options: tuple[tuple[str, Any], ...]) -> HiddenGame | OpenGame:
    return open_rules(name, dict(options))


@lru_cache(maxsize=32)
def _names(name: str, options: tuple[tuple[str, Any], ...]) -> Names:
    return Names(_rules(name, options))


class ImportedText:
    """What `GameText` asks for, of one game of OpenSpiel."""

    def __init__(self, name: str) -> None:
        self.name = name

    def rules(self, game: Game) -> HiddenGame | OpenGame:
        """The rules of an open game; not the object that plays, but one like it."""
        return _rules(self.name, tuple(sorted(game.options.items())))

    def names(self, game: Game) -> Names:
        """All names of an open game."""
        return _names(self.name, tuple(sorted(game.options.items())))

    def action_to_string(self, game: Game, action: int) -> str:
        """OpenSpiel's name, without white space; `action:7` where it has none that lasts."""
        return self.names(game).actions[action]

    def chance_to_string(self, game: Game, outcome: int) -> str:
        """OpenSpiel's name, without white space; `outcome:7` where it has none that lasts."""
        return self.names(game).outcomes[outcome]

    def code_to_string(self, game: Game, code: int) -> str:
        """An action, an outcome, or `seen:` and the number of what was seen. ValueError for what is no code."""
        actions = game.num_distinct_actions()
        if 0 <= code < actions:
            return self.action_to_string(game, code)
        if self.hides(game):
            if code >= SIGHT_CODES:
                return f"seen:{code - SIGHT_CODES:08x}"
        elif actions <= code < actions + game.max_chance_outcomes():
            return self.chance_to_string(game, code - actions)
        raise ValueError(f"{code} is no code of {game.spec}")

    def hides(self, game: Game) -> bool:
        """Whether the game has hidden information."""
        return isinstance(self.rules(game), HiddenGame)

    def describe_action(self, game: Game, action: int) -> str:
        """The name with its spaces."""
        return self.action_to_string(game, action).replace("_", " ")

    def observation_string(self, state: State | View, player: int) -> str:
        """OpenSpiel's text of what the seat sees; without hidden information, of the state."""
        view = state.view(player) if isinstance(state, State) else state
        rules = self.rules(view.game)
        known = rules.unpack(view.to_bytes())
        return rules.sight(known, player).text if isinstance(rules, HiddenGame) else str(known.state)
