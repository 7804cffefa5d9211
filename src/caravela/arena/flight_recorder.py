"""The flight recorder of a game: memory that survives the process in which the game is played."""

import time
from multiprocessing.context import BaseContext
from typing import Any

__all__ = ["FlightRecorder"]

_GAME, _STEPS, _SEAT, _SINCE, _ACCUSED, _HEAD = range(6)
_WIDTH = 4  # numbers a step: the action, who made it, nanoseconds, iterations
_NANO = 1e9


class FlightRecorder:
    """Follows a game from within its process (`Watch`), and is read from without once that has ended."""

    @staticmethod
    def shared(context: BaseContext, steps: int) -> Any:
        """Memory for games of up to so many steps, to be handed to a process as it starts."""
        return context.RawArray("q", _HEAD + _WIDTH * steps)

    def __init__(self, shared: Any) -> None:
        # Plain numbers in shared memory: a step costs less than a microsecond.
        self._cells = memoryview(shared).cast("B").cast("q")

    def reset(self) -> None:
        """Nothing is being played."""
        self.begin(-1)

    def begin(self, number: int) -> None:
        """A game begins."""
        self._cells[_SEAT] = self._cells[_ACCUSED] = -1
        self._cells[_STEPS] = 0
        self._cells[_GAME] = number

    def enter(self, seat: int) -> None:
        """Code of the bot in `seat` is about to run."""
        self._cells[_SINCE] = time.monotonic_ns()
        self._cells[_SEAT] = seat

    def leave(self) -> None:
        """It has come back."""
        self._cells[_SEAT] = -1

    def step(self, action: int, player: int, seconds: float, iterations: int) -> None:
        """A step was made."""
        cells = self._cells
        at = _HEAD + _WIDTH * cells[_STEPS]
        cells[at] = action
        cells[at + 1] = player
        cells[at + 2] = int(seconds * _NANO)
        cells[at + 3] = iterations
        cells[_STEPS] += 1

    def accuse(self, seat: int) -> None:
        """The bot in `seat` has failed, whatever happens next."""
        self._cells[_ACCUSED] = seat

    @property
    def game(self) -> int:
        """The number of the game being played; -1 for none."""
        return self._cells[_GAME]

    @property
    def culprit(self) -> int:
        """The seat whose code was running; -1 for none."""
        accused = self._cells[_ACCUSED]
        return accused if accused >= 0 else self._cells[_SEAT]

    def waited(self) -> float:
        """Seconds for which the bot that is being called has not answered; 0 if none is."""
        since = self._cells[_SINCE]
        if self._cells[_SEAT] < 0 or self._cells[_SINCE] != since:
            return 0.0
        return (time.monotonic_ns() - since) / _NANO

    def steps(self) -> list[tuple[int, int, float, int]]:
        """Action, who made it, seconds and iterations of each step of the game so far."""
        cells = self._cells
        starts = range(_HEAD, _HEAD + _WIDTH * cells[_STEPS], _WIDTH)
        return [(cells[at], cells[at + 1], cells[at + 2] / _NANO, cells[at + 3]) for at in starts]
