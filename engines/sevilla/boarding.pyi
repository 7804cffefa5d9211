"""Scores a table of Sevilla 1503: the best boarding of a won pile (S10, S11), for people and for tests."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

DATA: Path
"""The game's own data tables."""

MOST: int
"""The largest capacity, fleet, purse or number of repeats."""

class Boarding:
    """Scores boarded cards by one set of data tables: the game's own, or edited ones of the same shape.

    Cards are given as a mapping from title to count, for the titles of the data: `oil` and `Oil` are the same.
    ValueError for data that boarding cannot take, and in every method for an unknown title or a bad number.
    """

    def __init__(self, data: Mapping[str, Any] | None = None) -> None: ...
    @property
    def titles(self) -> tuple[str, ...]:
        """The ids of all kinds of cards, rebels last."""
    def best(
        self, cards: Mapping[str, int], capacity: int, ships: int, purse: int, helm: bool = False
    ) -> tuple[int, dict[str, int]]:
        """The most points that boarded `cards` can have, and the cards that do it."""
    def value(self, cards: Mapping[str, int], ships: int, purse: int, helm: bool = False) -> int:
        """S11: the points of these cards on board, without those for coins."""
    def weight(self, cards: Mapping[str, int]) -> int:
        """S10.2, S10.3: the quarters that these cards take."""
    def owed(self, cards: Mapping[str, int], chosen: Mapping[str, int], capacity: int) -> int:
        """S10.4: the rebels of the pile `cards` that must still join `chosen`."""
    def may_board(self, cards: Mapping[str, int], chosen: Mapping[str, int], title: str, capacity: int) -> bool:
        """S10.8: whether a card of that title may leave the pile `cards` to join `chosen`."""
    def seconds(
        self, cards: Mapping[str, int], capacity: int, ships: int, purse: int, helm: bool = False, repeats: int = 1
    ) -> float:
        """How long so many calls of `best` take without Python around them."""

def best_boarding(
    cards: Mapping[str, int], capacity: int, ships: int, purse: int, helm: bool = False
) -> tuple[int, dict[str, int]]:
    """The most points that boarded cards can have by the game's own data (S10, S11), and the cards that do it.

    `cards` maps titles to counts: ids such as "ships_boy" or printed titles such as "Ship's Boy". `capacity` is in
    quarters of a space, with what a building adds; `ships` counts ship cards, small ones too; `purse` is in coins and
    `helm` says who has the Helm at the end. The points do not include those for coins. Several choices may be best;
    one of them is returned. ValueError for an unknown title, more copies than there are, or a number below 0.
    """

def own_boarding() -> Boarding:
    """Boarding by the game's own data."""
