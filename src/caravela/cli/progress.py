"""How far a tournament has come, on a terminal: a bar with the time left, games a second, and who leads."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from caravela.arena.results import GameResult
from caravela.cli.tables import provisional

__all__ = ["Watching", "watching"]

_PATIENCE = 2.0  # seconds between two tables
_SHARE = 0.02  # of the time may go into tables


class Watching:
    """What is shown while games come in."""

    def __init__(self, total: int, before: Sequence[GameResult], screen: Console) -> None:
        """`before`: games that had been played earlier."""
        columns = (
            TextColumn("Playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]} games/s"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        self._results = list(before)
        self._bar = Progress(*columns, console=screen)
        self._task = self._bar.add_task("", total=total, completed=len(before), speed="-")
        self._live = Live(console=screen, transient=True, refresh_per_second=4)
        self._begun = self._shown = time.monotonic()
        self._before = len(before)
        self._pause = _PATIENCE
        self._table: Table | None = None
        self.on = screen.is_terminal

    def __call__(self, games: Sequence[GameResult]) -> None:
        """More games are finished."""
        if not self.on:
            return
        self._results += games
        now = time.monotonic()
        played = len(self._results)
        speed = (played - self._before) / max(now - self._begun, 1e-9)
        self._bar.update(self._task, completed=played, speed=f"{speed:,.0f}" if speed >= 10 else f"{speed:.2f}")
        if now - self._shown >= self._pause:
            self._table = provisional(self._results)
            self._shown = time.monotonic()
            # A table of very many games takes its time: then there are fewer.
            self._pause = max(_PATIENCE, (self._shown - now) / _SHARE)
        self._live.update(Group(self._bar, "", self._table) if self._table else self._bar)


@contextmanager
def watching(total: int, before: Sequence[GameResult] = ()) -> Iterator[Watching]:
    """Shows progress on standard error while the block runs, if that is a terminal; call it with finished games."""
    shown = Watching(total, before, Console(stderr=True))
    if not shown.on:
        yield shown
        return
    with shown._live:
        yield shown
