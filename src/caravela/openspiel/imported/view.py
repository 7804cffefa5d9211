"""What one seat of a game with hidden information knows."""

from __future__ import annotations

from typing import NamedTuple

from caravela.cext.core import CHANCE_PLAYER, TERMINAL_PLAYER

WAITING, OVER, MOVING = CHANCE_PLAYER, TERMINAL_PLAYER, 0


class Sight(NamedTuple):
    """What a seat sees of a state: OpenSpiel's text, whether it is to move or the game is over, its legal actions.

    `codes`: two numbers that stand for all of it.
    """

    text: str
    status: int
    legal: tuple[int, ...]
    codes: tuple[int, int]


class View:
    """A seat, the codes of all it did and saw, the texts it saw, and what it sees now.

    Nothing of the truth, and nothing made from it: equal codes give equal views. `texts`: OpenSpiel's, one for each
    step that the seat noticed.

    It can be asked what a `Position` can be asked: its `state` knows who is to move. While others move, a view says
    that chance is next, whoever it is.
    """

    __slots__ = ("codes", "player", "sight", "texts")

    def __init__(self, player: int, codes: tuple[int, ...], texts: tuple[str, ...], sight: Sight) -> None:
        self.player = player
        self.codes = codes
        self.texts = texts
        self.sight = sight

    @property
    def state(self) -> View:
        """The view itself."""
        return self

    def current_player(self) -> int:
        """The seat if it is to move, -4 at the end, else -1."""
        return self.player if self.sight.status == MOVING else self.sight.status

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.sight.status == OVER

    def legal_actions(self) -> tuple[int, ...]:
        """The seat's, if it is to move."""
        return self.sight.legal
