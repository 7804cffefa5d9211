"""Processes that play games, and what to do when a bot takes one of them down.

Each process plays one game after another. A bot that hangs or ends its process is known by the flight recorder
(`flight_recorder`); its game is taken up again in a new process where it stood, with that seat out of the game.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess, current_process
from time import monotonic
from typing import Any

from caravela.arena.flight_recorder import FlightRecorder
from caravela.arena.match import Job, Past
from caravela.arena.results import GameResult
from caravela.arena.worker import Check, Checked, Failed, Faulty, Played, Ready, Setup, serve
from caravela.record import Fault

__all__ = ["Crew"]

_AHEAD = 0.5  # seconds of work that a process has before it
_MOST = 200  # games in one order: what a pipe takes without anybody reading
_TRIES = 3
_CHECK = 60.0  # seconds for making a bot, where nothing else is said, and for starting a process
_FROM_OUTSIDE = (-signal.SIGTERM, -getattr(signal, "SIGKILL", signal.SIGTERM))

Numbered = tuple[int, GameResult]


class Crew:
    """A number of processes. Close it in the end."""

    def __init__(self, setup: Setup, size: int = 1) -> None:
        """No process is started before it is needed. ValueError for fewer than one."""
        if size < 1:
            raise ValueError(f"the number of jobs must be at least 1, not {size}")
        self._setup = setup
        self._workers = [_Worker(setup) for _ in range(size)]
        self._deaths: dict[int, int] = {}
        """By game: how often its process ended outside of any bot."""

    def check(self, spec: str, players: int) -> str:
        """The version of a bot.

        ValueError if it cannot be made or cannot play at a table, or ends or holds up the process that asks it.
        """
        return self._workers[0].check(Check(spec, players), self._setup.hang_limit or _CHECK)

    def play(self, jobs: Iterable[Job]) -> Iterator[list[Numbered]]:
        """Plays the games, and yields them as they are finished.

        ChildProcessError if the process of a game ends again and again outside of any bot.
        """
        source = iter(jobs)
        again: deque[Job] = deque()
        while True:
            for worker in self._workers:
                worker.give(list(_take(again, source, worker.wants())))
            busy = [worker for worker in self._workers if worker.jobs]
            if not busy:
                return
            wait([handle for worker in busy for handle in worker.handles()], self._patience())
            for worker in busy:
                ended = worker.has_ended()  # asked first: then all is read that it ever sent
                yield from worker.read()
                if ended and worker.jobs:
                    again += self._bury(worker)

    def close(self) -> None:
        """Ends all processes, whatever they are doing."""
        for worker in self._workers:
            worker.end()

    def _patience(self) -> float:
        """Seconds until somebody looks whether a bot hangs."""
        limit = self._setup.hang_limit
        return 1.0 if limit is None else min(max(limit / 8, 0.01), 1.0)

    def _bury(self, worker: "_Worker") -> list[Job]:
        """What is left to play of what a process had before it: first the game that it was in."""
        number, fault = worker.autopsy()
        jobs = worker.jobs
        if fault is None or (fault.kind == "killed" and number not in self._deaths):
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] >= _TRIES:
                raise ChildProcessError(
                    f"the process of game {number} ended {_TRIES} times, the last time it {worker.ending}; "
                    "isolated games name the bot"
                )
        else:
            jobs[number] = replace(jobs[number], past=worker.past(jobs[number], fault))
        first = [jobs.pop(number)] if number in jobs else []
        left = [*first, *jobs.values()]
        worker.end()
        return left


class _Worker:
    """One process and the games that it was given."""

    def __init__(self, setup: Setup) -> None:
        self.jobs: dict[int, Job] = {}
        """Games that it was given and has not handed in, in order."""
        self.ending = ""
        """How its last process ended."""
        self._setup = setup
        self._faults: dict[int, list[Fault]] = {}
        self._failed: Failed | None = None
        self._hung = False
        self._begun = False
        self._live: _Process | None = None
        self._pace = 0.0
        """Games a second."""
        self._since = monotonic()

    def wants(self) -> int:
        """How many games to give it now."""
        ahead = min(max(int(self._pace * _AHEAD), 1), _MOST)
        return ahead if len(self.jobs) <= ahead // 2 else 0

    def give(self, jobs: list[Job]) -> None:
        """More games to play."""
        if jobs:
            if not self.jobs:
                self._since = monotonic()
            self.jobs |= {job.number: job for job in jobs}
            self._send(jobs)

    def check(self, order: Check, seconds: float) -> str:
        """Asks for the version of a bot. ValueError if it cannot play, and if nobody answers."""
        self._send(order)
        pipe = self._now().pipe
        answer: object = Ready()
        try:
            while isinstance(answer, Ready):
                answer = pipe.recv() if pipe.poll(seconds if self._begun else _CHECK) else None
                self._begun = True
        except (EOFError, OSError):
            self.end()
            raise ValueError(f"bot {order.spec!r}: when it was made its process {self.ending}") from None
        if not isinstance(answer, Checked):
            self.end()
            raise ValueError(f"bot {order.spec!r}: it was not made within {seconds:g} s")
        if answer.error is not None:
            raise ValueError(answer.error)
        return answer.version

    def handles(self) -> list[Any]:
        """What to wait for."""
        live = self._now()
        return [live.pipe, live.process.sentinel]

    def read(self) -> Iterator[list[Numbered]]:
        """What it has handed in."""
        pipe = self._now().pipe
        with suppress(EOFError, OSError):
            while pipe.poll():
                message = pipe.recv()
                if isinstance(message, Played) and message.games:
                    yield self._received(message.games)
                elif isinstance(message, Faulty):
                    self._faults.setdefault(message.number, []).append(message.fault)
                elif isinstance(message, Failed):
                    self._failed = message

    def has_ended(self) -> bool:
        """Whether its process is gone, or has just been ended because a bot hangs."""
        live, limit = self._now(), self._setup.hang_limit
        if limit is not None and live.recorder.waited() > limit and live.process.is_alive():
            self._hung = True
            live.end()
        return not live.process.is_alive()

    def autopsy(self) -> tuple[int, Fault | None]:
        """The game during which the process ended, and whose fault that was, if a bot's."""
        live = self._now()
        live.end()
        code = live.process.exitcode
        self.ending = _ending(code)
        number, seat = live.recorder.game, live.recorder.culprit
        if number not in self.jobs or seat < 0:
            return next(iter(self.jobs)), None
        step = len(live.recorder.steps())
        if self._failed is not None:
            return number, Fault(step, seat, self._failed.kind, self._failed.detail)
        if self._hung:
            return number, Fault(step, seat, "hung", f"gave no answer in {self._setup.hang_limit:g} s")
        outside = code in _FROM_OUTSIDE
        return number, Fault(step, seat, "killed" if outside else "ended", f"its process {self.ending}")

    def past(self, job: Job, fault: Fault) -> Past:
        """What had happened in the game that a fault broke off."""
        before = job.past
        faults = (*(before.faults if before else ()), *self._faults.get(job.number, ()), fault)
        out = list(before.out if before else ())
        for one in faults:
            if one.seat not in out and (one is fault or self._setup.rules.penalty == "forfeit"):
                out.append(one.seat)
        steps = self._now().recorder.steps()
        actions, players, seconds, iterations = zip(*steps, strict=True) if steps else ((), (), (), ())
        return Past(actions, players, seconds, iterations, faults, tuple(out))

    def end(self) -> None:
        """Ends the process and forgets its games."""
        if self._live is not None:
            self._live.end()
            self.ending = self.ending or _ending(self._live.process.exitcode)
            self._live.close()
        self._live = None
        self.jobs = {}
        self._faults = {}

    def _send(self, order: Any) -> None:
        """Sends an order to the process; a new one if there is none. One that ends now is found out soon enough."""
        if self._live is None or not self._live.process.is_alive():
            jobs = self.jobs
            self.end()
            self.jobs, self.ending = jobs, ""
            self._failed, self._hung, self._begun = None, False, False
            self._live = _Process(self._setup)
        with suppress(OSError):
            self._live.pipe.send(order)

    def _now(self) -> "_Process":
        """The process there is."""
        if self._live is None:
            raise RuntimeError("there is no process yet")
        return self._live

    def _received(self, games: list[Numbered]) -> list[Numbered]:
        now = monotonic()
        pace = len(games) / max(now - self._since, 1e-6)
        self._pace = pace if self._pace == 0 else (self._pace + pace) / 2
        self._since = now
        for number, _ in games:
            del self.jobs[number]
            self._faults.pop(number, None)
        return games


class _Process:
    """A process that plays games, the pipe to it, and its flight recorder."""

    def __init__(self, setup: Setup) -> None:
        # Spawned, not forked: the same on every system, and safe whatever threads there are.
        context = multiprocessing.get_context("spawn")
        shared = FlightRecorder.shared(context, max(game.max_history_length() for game in setup.games.values()))
        self.recorder = FlightRecorder(shared)
        self.recorder.reset()
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(target=serve, args=(other, shared, setup), daemon=True)
        with _allowed_to_start():
            self.process.start()
        other.close()
        self._ended = False

    def end(self) -> None:
        """Ends the process and all that bots have started in it."""
        pid = self.process.pid
        if hasattr(os, "killpg") and pid is not None and not self._ended:
            with suppress(OSError):  # there is no group yet where the process has hardly begun
                os.killpg(pid, signal.SIGKILL)
        self._ended = True
        self.process.kill()
        self.process.join()

    def close(self) -> None:
        """Frees what is left."""
        self.process.close()
        self.pipe.close()


def _take(again: deque[Job], source: Iterator[Job], count: int) -> Iterator[Job]:
    """The next games to play."""
    for _ in range(count):
        job = again.popleft() if again else next(source, None)
        if job is None:
            return
        yield job


def _ending(code: int | None) -> str:
    """How a process ended, for people."""
    if code is None or code >= 0:
        return f"ended with exit code {code}"
    with suppress(ValueError):
        return f"ended by {signal.Signals(-code).name}"
    return f"ended by signal {-code}"


@contextmanager
def _allowed_to_start() -> Iterator[None]:
    """Lets a process start others that was itself started to end with its parent, as Dask's workers are.

    Python forbids that, since theirs would be left behind; these end by themselves with their parent.
    """
    config = current_process()._config  # type: ignore[attr-defined]
    before = config.get("daemon")
    config["daemon"] = False
    try:
        yield
    finally:
        config["daemon"] = before
