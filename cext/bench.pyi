"""Times the functions of a game's table in native loops, over the steps of seeded random games."""

from caravela.cext.core import Game

OPERATIONS: tuple[str, ...]
"""What can be timed: "clone" a state; "legal_actions" at a decision; "apply" a step, chance included; draw a "chance"
outcome; "observe" a step for one seat; "redact" a copy of a state (the copy is in the time); "determinize"
a view; "hash" a state."""

class Operations:
    """Every state of a few random games, and the loops that call one operation on all of them."""

    def __init__(self, game: Game, games: int = 16, seed: int = 0) -> None:
        """Plays and records `games` random games. ValueError if there is none to play."""

    @property
    def steps(self) -> tuple[int, int]:
        """Steps of each kind in the recorded games: (decisions, chance events)."""

    def time(self, operation: str, rounds: int = 1) -> tuple[int, int]:
        """(nanoseconds, calls) of `rounds` passes of one of OPERATIONS over all recorded steps.

        `calls` is 0 where a game has no such step. ValueError for another operation or fewer than one round.
        """
