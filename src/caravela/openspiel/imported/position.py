"""States of imported games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

Log = tuple[Any, ...]
"""What a seat was shown, as a chain: (all before, (a step's codes, the text seen then))."""


class Turns(Protocol):
    """The part of pyspiel.State that imported games use. Exactly one player moves at a time."""

    def current_player(self) -> int:
        """The seat to act, -1 for chance, -4 at the end."""

    def legal_actions(self) -> list[int]:
        """Those of the seat to act, ascending."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability."""

    def apply_action(self, action: int) -> None:
        """Makes a move, in place."""

    def clone(self) -> Turns:
        """An independent copy."""

    def history(self) -> list[int]:
        """All moves so far."""

    def returns(self) -> list[float]:
        """Utilities."""

    def information_state_string(self, player: int) -> str:
        """What a seat has seen."""

    def observation_string(self, player: int) -> str:
        """What a seat sees."""

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Turns:
        """A state that looks the same to a seat."""


class Position:
    """A true state or a sampled world.

    `sights`: what each seat sees, as far as it was asked for. `logs`: what each seat was shown, as far as it was
    kept. Copies share both until one of them moves on.
    """

    __slots__ = ("logs", "sights", "state")

    def __init__(self, state: Turns, sights: list[Any] | None = None, logs: list[Log | None] | None = None) -> None:
        self.state = state
        self.sights = sights
        self.logs = logs
