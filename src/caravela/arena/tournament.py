"""Tournaments: every game of a plan is played, wherever that happens, and kept; interrupted ones go on."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from caravela.arena import memory
from caravela.arena.bot_versions import OWN_VERSION, able, bot_version, check_bot, is_foreign
from caravela.arena.crew import Crew
from caravela.arena.executors import play_jobs
from caravela.arena.match import Job, Rules
from caravela.arena.results import GameResult
from caravela.arena.schedule import Deal, plan_digest, plan_of, plan_tournament
from caravela.arena.settings import Settings
from caravela.arena.stopping import exact_enough, milestones
from caravela.arena.store import Store
from caravela.arena.worker import Setup
from caravela.cext.core import Game
from caravela.engines.registry import load_game

__all__ = ["able", "check", "open_games", "plan_tournament", "play_tournament", "prepared", "resume", "run", "start"]

Progress = Callable[[Sequence[GameResult]], object]
"""Is told of games as they are finished."""


def run(
    games: Sequence[Game],
    plan: Sequence[Deal],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    time_limit: float | None = None,
    penalty: str = "forfeit",
    isolate: bool = False,
    hang_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress | None = None,
) -> list[GameResult]:
    """Plays a plan; the results are in its order and depend on nothing but the games and the plan.

    `games` holds one game for each number of players in the plan. `executor`, or else `jobs` processes, do the work.
    A move that takes more than `time_limit` seconds is a fault. `penalty`: "forfeit", the seat is out of the game and
    alone in its last place; or "random", a random move is played for it. `isolate` plays in processes that can be
    ended, so that bots cannot end or hold up this one; so do `hang_limit` (seconds) and `memory_limit` (megabytes).
    `progress` is told of games as they are finished.

    Timed bots play as well as the machine lets them: with those, results do depend on where they ran.
    Raises ValueError for a bot that is unknown or refuses its game, and for a table size without a game.
    """
    setup = Setup(
        games={game.num_players(): game for game in games},
        rules=Rules(time_limit, penalty, keep=False),
        isolate=isolate or hang_limit is not None or memory_limit is not None,
        hang_limit=hang_limit,
        memory_limit=memory_limit,
    )
    results: dict[int, GameResult] = {}
    with closing(Crew(setup, jobs)) as crew:
        check(crew, setup, plan)
        every = play_jobs(_jobs(plan, set()), setup, processes=jobs, executor=executor, crew=crew)
        with closing(every) as batches:
            for batch in batches:
                results |= batch
                if progress is not None:
                    progress([result for _, result in batch])
    return [results[number] for number in range(len(results))]


def start(path: str | Path, settings: Settings) -> Store:
    """A new file for a tournament. ValueError if the file holds anything, or if the settings make no tournament."""
    plan = plan_of(settings)
    return Store.create(path, settings, planned=sum(len(deal.line_up) for deal in plan), plan=plan_digest(plan))


def resume(path: str | Path, **changes: Any) -> Store:
    """The file of a tournament that was broken off, to go on with.

    `changes`: settings that the caller has in mind. ValueError, with the differences, if one of them is not as in the
    file, if a version has changed since, or if another process plays the tournament. OSError without the file.
    """
    store = Store.open(path, writable=True)
    with ExitStack() as undo:
        undo.enter_context(store)
        now = prepared(replace(store.settings, **changes))
        differences = store.settings.differences(now)
        if not differences and plan_digest(plan_of(now)) != store.plan:
            differences = ["the plan of the games itself"]
        if differences:
            raise ValueError(f"{path} cannot go on with other settings or versions. {'; '.join(differences)}")
        undo.pop_all()
    return store


def play_tournament(
    settings: Settings,
    store: Store | None = None,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[GameResult]:
    """Plays what is left of a tournament, and gives all its results in the order of the plan.

    Each batch of games is in the `store` before the next one is waited for. Interrupted at any moment, it loses the
    games that were being played and nothing else.
    """
    plan = plan_of(settings)
    setup = _setup(settings, open_games(settings))
    done = {} if store is None else dict(store.numbered())
    looks = _Looks(plan, settings)
    left = _jobs(plan, set(done))
    stopped = store.planned if store is not None and store.stopped else looks.reached(done)
    if stopped is None:
        with closing(play_jobs(left, setup, processes=jobs, executor=executor, workers=workers)) as batches:
            for batch in batches:
                if store is not None:
                    store.add(batch)
                light = [(number, replace(result, actions=(), trace=b"")) for number, result in batch]
                done |= light
                if progress is not None:
                    progress([result for _, result in light])
                stopped = looks.reached(done)
                if stopped is not None:
                    break
    if stopped is not None and store is not None and not store.stopped:
        store.stop(stopped)
    return [done[number] for number in sorted(done) if stopped is None or number < stopped]


def prepared(settings: Settings) -> Settings:
    """The settings with the versions that hold here and now. ValueError if a bot cannot take part."""
    games = open_games(settings)
    versions = {"caravela": OWN_VERSION}
    for game in games:
        versions |= {f"rules of {game.spec}": str(game.rules_version), f"data of {game.spec}": game.digest}
    setup = _setup(settings, games)
    with closing(Crew(setup)) as crew:
        versions |= {f"bot {spec}": text for spec, text in sorted(check(crew, setup, plan_of(settings)).items())}
    return replace(settings, versions=versions)


def open_games(settings: Settings) -> list[Game]:
    """The game of each table size. ValueError for one that does not open."""
    return [load_game(spec, data=settings.data) for spec in settings.games]


def check(crew: Crew, setup: Setup, plan: Sequence[Deal]) -> dict[str, str]:
    """The version of every bot. ValueError for a table size without a game or a bot that cannot play it."""
    tables = setup.games
    if setup.memory_limit is not None and not memory.available():
        raise ValueError("this system cannot limit the memory of a process")
    for size in dict.fromkeys(len(deal.line_up) for deal in plan):
        if size not in tables:
            raise ValueError(f"no game for {size} players; there are games for {', '.join(map(str, sorted(tables)))}")
    versions: dict[str, str] = {}
    for spec, size in dict.fromkeys((bot, len(deal.line_up)) for deal in plan for bot in deal.line_up):
        if setup.isolate and is_foreign(spec):
            versions[spec] = crew.check(spec, size)
        else:
            check_bot(spec, tables[size])
            versions[spec] = bot_version(spec, list(tables.values()))
    return versions


def _setup(settings: Settings, games: Sequence[Game]) -> Setup:
    return Setup(
        games={game.num_players(): game for game in games},
        rules=Rules(settings.time_limit, settings.penalty, settings.keep),
        isolate=settings.isolate,
        hang_limit=settings.hang_limit,
        memory_limit=settings.memory_limit,
    )


def _jobs(plan: Sequence[Deal], done: set[int]) -> Iterator[Job]:
    """The games of a plan that have not been played, numbered."""
    number = 0
    for index, deal in enumerate(plan):
        if all(number + turn in done for turn in range(len(deal.line_up))):
            number += len(deal.line_up)
            continue
        for seating in deal.seatings():
            if number not in done:
                yield Job(number, index, seating)
            number += 1


class _Looks:
    """Looks at the ratings after certain games of the plan, once all games before have been played."""

    def __init__(self, plan: Sequence[Deal], settings: Settings) -> None:
        self._settings = settings
        self._left = milestones(plan) if settings.until_ci is not None else []
        self._complete = 0

    def reached(self, done: dict[int, GameResult]) -> int | None:
        """The number of games after which the ratings were exact enough, if they were."""
        while self._complete in done:
            self._complete += 1
        width = self._settings.until_ci
        while width is not None and self._left and self._left[0] <= self._complete:
            games = self._left.pop(0)
            if exact_enough([done[number] for number in range(games)], width):
                return games
        return None
