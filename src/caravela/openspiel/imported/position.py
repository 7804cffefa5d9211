"""States of imported games."""

from __future__ import annotations

from typing import Any

Log = tuple[Any, ...]
"""What a seat was shown, as a chain: (all before, (a step's codes, the text seen then))."""


class Position:
    """A true state or a sampled world.

    `state`: a pyspiel.State in which one player moves, or `SecretTurns`, which can be asked the same. `sights`: what
    each seat sees, as far as it was asked for. `logs`: what each seat was shown, as far as it was kept. Copies share
    both until one of them moves on.
    """

    __slots__ = ("logs", "sights", "state")

    def __init__(self, state: Any, sights: list[Any] | None = None, logs: list[Log | None] | None = None) -> None:
        self.state = state
        self.sights = sights
        self.logs = logs
