"""What runs in the processes that play games: code of bots that may hang, end the process or eat its memory."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any

from caravela.arena import memory
from caravela.arena.bot_versions import bot_version, check_bot
from caravela.arena.flight_recorder import FlightRecorder
from caravela.arena.match import BotFailure, Job, Rules, play_game
from caravela.arena.results import GameResult
from caravela.cext.core import Game
from caravela.record import Fault

__all__ = ["Check", "Checked", "Failed", "Faulty", "Played", "Ready", "Setup", "serve"]

_FLUSH = 0.1  # seconds after which finished games are handed in
_IDLE = 60.0  # seconds after which a process ends that nobody needs


@dataclass(frozen=True)
class Setup:
    """What a process must know to play the games of a tournament."""

    games: dict[int, Game]
    """By number of players."""
    rules: Rules
    isolate: bool = False
    """Whether games are followed, so that the bot is known that ends or holds up the process."""
    hang_limit: float | None = None
    memory_limit: int | None = None
    """Megabytes."""


@dataclass(frozen=True)
class Check:
    """Asks whether a bot can play at a table."""

    spec: str
    players: int


@dataclass(frozen=True)
class Ready:
    """The process has begun."""


@dataclass(frozen=True)
class Checked:
    """The answer: what is wrong, if anything is, and the version of the bot."""

    error: str | None
    version: str = ""


@dataclass(frozen=True)
class Faulty:
    """A bot did something wrong in a game that goes on."""

    number: int
    fault: Fault


@dataclass(frozen=True)
class Failed:
    """A bot did something after which this process is of no use."""

    seat: int
    kind: str
    detail: str


@dataclass(frozen=True)
class Played:
    """Finished games by their number."""

    games: list[tuple[int, GameResult]]


def serve(pipe: Connection, shared: Any, setup: Setup) -> None:
    """Takes orders from the pipe, a `Check` or a list of games, until it closes or nobody asks for anything."""
    _settle(setup)
    recorder = FlightRecorder(shared)
    recorder.reset()
    pipe.send(Ready())
    while pipe.poll(_IDLE):
        try:
            order = pipe.recv()
        except EOFError:
            return
        if isinstance(order, Check):
            pipe.send(_check(order, setup))
        elif not _play_all(pipe, recorder, setup, order):
            return


def _settle(setup: Setup) -> None:
    """Makes this process one that can be ended at any time and says nothing itself."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches the whole group; the parent reports it
    if hasattr(os, "setsid"):
        os.setsid()  # what bots start ends with this process
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.close(silent)
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 - as long as the process lives
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if setup.memory_limit is not None:
        memory.limit_growth(setup.memory_limit)


def _end_with_parent() -> None:
    """A parent that is killed cannot end its processes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _check(order: Check, setup: Setup) -> Checked:
    try:
        check_bot(order.spec, setup.games[order.players])
    except (Exception, SystemExit) as error:  # noqa: BLE001 - code of bots runs here
        return Checked(str(error) or type(error).__name__)
    return Checked(None, bot_version(order.spec, list(setup.games.values())))


def _play_all(pipe: Connection, recorder: FlightRecorder, setup: Setup, jobs: Sequence[Job]) -> bool:
    """Plays the games and hands them in. False if this process is of no use any more."""
    done: list[tuple[int, GameResult]] = []
    flushed = time.monotonic()
    for job in jobs:
        game = setup.games[len(job.seating.bots)]
        if not setup.isolate:
            done.append((job.number, play_game(game, job, setup.rules)))
        else:
            recorder.begin(job.number)
            scale = _Scale(recorder, setup.memory_limit)
            try:
                result = play_game(game, job, setup.rules, scale, partial(_report, pipe, job.number))
            except BotFailure as failure:
                seat = scale.heaviest(failure.seat)
                recorder.accuse(seat)
                pipe.send(Played(done))
                pipe.send(Failed(seat, failure.kind, failure.detail))
                return False
            done.append((job.number, result))
            recorder.reset()
        if time.monotonic() - flushed > _FLUSH:
            pipe.send(Played(done))
            done, flushed = [], time.monotonic()
    pipe.send(Played(done))
    return True


def _report(pipe: Connection, number: int, fault: Fault) -> None:
    pipe.send(Faulty(number, fault))


class _Scale:
    """Follows a game for the recorder, and weighs the memory that each seat has taken."""

    def __init__(self, recorder: FlightRecorder, megabytes: int | None) -> None:
        self._recorder = recorder
        self._weighs = megabytes is not None
        self._limit = (megabytes or 0) * memory.MEGABYTE
        self._seat = -1
        self._before = 0
        self._taken: dict[int, int] = {}
        self.step = recorder.step

    def enter(self, seat: int) -> None:
        if self._weighs:
            self._seat, self._before = seat, memory.held()
        self._recorder.enter(seat)

    def leave(self) -> None:
        self._recorder.leave()
        if self._weighs:
            self._taken[self._seat] = self._taken.get(self._seat, 0) + memory.held() - self._before

    def heaviest(self, last: int) -> int:
        """The seat that took more than half, or else `last`, who asked for what was not there."""
        most = max(self._taken, key=lambda seat: self._taken[seat], default=last)
        return most if self._taken.get(most, 0) > self._limit / 2 else last
