"""Where games are played: here, in processes of our own, or on any `concurrent.futures.Executor`.

What comes out is the same everywhere. Only the order in which games are finished differs.
"""

import pickle
import threading
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

from caravela.arena.bot_versions import OWN_VERSION
from caravela.arena.crew import Crew
from caravela.arena.match import Job, play_game
from caravela.arena.results import GameResult
from caravela.arena.worker import Setup

__all__ = ["play_jobs"]

Numbered = tuple[int, GameResult]
Batches = Generator[list[Numbered], None, None]

_FLUSH = 0.1  # seconds after which games that were played here are handed in
_BATCH = 2.0  # seconds of work in what is sent to an executor
_MOST = 1000  # games in it
_AHEAD = 2  # batches for each worker of an executor
_WORKERS = 8  # where an executor does not say how many it has


def play_jobs(
    jobs: Iterable[Job],
    setup: Setup,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    crew: Crew | None = None,
) -> Batches:
    """Plays games and yields them with their numbers as they are finished.

    `executor` stays open and takes precedence over `processes`; `workers` says how many it has. `crew`: processes that
    there are already. With one process that need not be isolated all is played in this one. An error, Ctrl-C or closing
    the iterator gives up what has not been finished. ValueError if `processes` is below 1.
    """
    if executor is not None:
        return _submit(jobs, setup, executor, workers or getattr(executor, "_max_workers", None) or _WORKERS)
    crew = crew or Crew(setup, processes)
    if processes == 1 and not setup.isolate:
        return _here(jobs, setup)
    return _with_crew(jobs, crew)


def _here(jobs: Iterable[Job], setup: Setup) -> Batches:
    done: list[Numbered] = []
    flushed = time.monotonic()
    for job in jobs:
        done.append((job.number, play_game(setup.games[len(job.seating.bots)], job, setup.rules)))
        if time.monotonic() - flushed > _FLUSH:
            yield done
            done, flushed = [], time.monotonic()
    if done:
        yield done


def _with_crew(jobs: Iterable[Job], crew: Crew) -> Batches:
    try:
        yield from crew.play(jobs)
    finally:
        crew.close()


def _submit(jobs: Iterable[Job], setup: Setup, executor: Executor, workers: int) -> Batches:
    """Keeps an executor busy with batches that are sized by how long the last ones took."""
    source = iter(jobs)
    packed = _packed(setup)
    waiting: set[Future[tuple[float, list[Numbered]]]] = set()
    size = 1
    try:
        while True:
            while len(waiting) < _AHEAD * workers and (batch := list(islice(source, size))):
                waiting.add(executor.submit(play_batch, packed, batch))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                seconds, games = future.result()
                fitting = int(len(games) * _BATCH / max(seconds, 1e-6))
                size = max(1, min(fitting, 2 * size, _MOST))
                yield games
    finally:
        for future in waiting:
            future.cancel()


def play_batch(packed: bytes, jobs: list[Job]) -> tuple[float, list[Numbered]]:
    """What an executor runs: some games, and the seconds that they took."""
    begun = time.monotonic()
    setup = _unpacked(packed)
    if setup.isolate:
        with _borrowed(packed, setup) as crew:
            games = [game for batch in crew.play(jobs) for game in batch]
    else:
        games = [game for batch in _here(jobs, setup) for game in batch]
    return time.monotonic() - begun, games


def _packed(setup: Setup) -> bytes:
    """A setup with what tells whether another machine has the same code and data."""
    return pickle.dumps((OWN_VERSION, {size: game.digest for size, game in setup.games.items()}, setup))


@lru_cache(4)
def _unpacked(packed: bytes) -> Setup:
    """The setup. RuntimeError if this machine would play other games."""
    version, digests, setup = pickle.loads(packed)  # noqa: S301 - from the process that runs the tournament
    if version != OWN_VERSION:
        raise RuntimeError(f"the tournament is run by caravela {version}; this worker has {OWN_VERSION}")
    for size, digest in digests.items():
        if setup.games[size].digest != digest:
            raise RuntimeError(f"this worker has other rules or data of {setup.games[size].spec} than the tournament")
    checked: Setup = setup
    return checked


_idle: dict[bytes, list[Crew]] = defaultdict(list)
"""Processes of an executor's worker that wait for its next batch; they end by themselves if none comes."""
_lock = threading.Lock()


@contextmanager
def _borrowed(packed: bytes, setup: Setup) -> Iterator[Crew]:
    """A process for isolated games beside this one."""
    with _lock:
        crew = _idle[packed].pop() if _idle[packed] else Crew(setup)
    try:
        yield crew
    except BaseException:
        crew.close()
        raise
    with _lock:
        _idle[packed].append(crew)
