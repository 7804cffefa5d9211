"""What the text module of an engine offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from caravela.cext.core import Game, State, View


class GameText(Protocol):
    """Names and drawings, in Python, never on a hot path; a module with these functions will do.

    Names contain no white space and are unique within their kind.
    """

    def action_to_string(self, game: Game, action: int) -> str:
        """The name of an action."""

    def chance_to_string(self, game: Game, outcome: int) -> str:
        """The name of a chance outcome."""

    def code_to_string(self, game: Game, code: int) -> str:
        """The name of an observation code. ValueError for a number that is no code of this game."""

    def describe_action(self, game: Game, action: int) -> str:
        """A sentence for people, such as 'Load gold 3 on the left of Juncal'."""

    def observation_string(self, state: State | View, player: int) -> str:
        """The table as seat `player` sees it (several lines), drawn from redacted bytes only."""
