"""What a player is: anything with `choose`. The other methods are optional hooks."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from caravela.cext.core import Game, View

__all__ = ["Begins", "Checks", "Ends", "Observes", "Player"]


@runtime_checkable
class Player(Protocol):
    """A bot, or a person behind a keyboard.

    It sees only the views of its own seat. Two attributes are read where a player has them: `spec`,
    the text that names it in records (its class otherwise), and `last_iterations`, the search iterations
    behind its last choice.
    """

    def choose(self, view: View) -> int:
        """A legal action of `view`, in which the player's seat is to act."""


@runtime_checkable
class Checks(Protocol):
    """A player that says before a game whether it can play it at all."""

    def check(self, game: Game) -> None:
        """ValueError, with the reason, if this player cannot play `game`. Stops the game before it begins."""


@runtime_checkable
class Begins(Protocol):
    """A player that wants to know that a game begins."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game: forget the last one. `seed` is the player's own source of chance in this game."""


@runtime_checkable
class Observes(Protocol):
    """A player that follows the game as it goes, not only when it is asked to choose."""

    def observe(self, codes: Sequence[int]) -> None:
        """What the player's seat learned from one step, its own included. Never called with nothing."""


@runtime_checkable
class Ends(Protocol):
    """A player that wants to know how a game ended."""

    def end(self, returns: Sequence[float]) -> None:
        """The utilities of all seats at the end."""
