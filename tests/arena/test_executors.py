"""The same games come out wherever they are played."""

import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import pytest

import caravela as cv
from caravela.arena import GameResult, plan_tournament
from caravela.arena.executors import play_jobs
from caravela.arena.match import Job, Rules
from caravela.arena.worker import Setup

BOTS = ("random", "heuristic:samples=1", "flatmc:iterations=5")
PLAN = plan_tournament(BOTS, (2, 3), 4)


@pytest.fixture(scope="module")
def setup() -> Setup:
    return Setup({size: cv.load_game("veracruz", players=size) for size in (2, 3)}, Rules())


def jobs() -> Iterator[Job]:
    seatings = [(index, seating) for index, deal in enumerate(PLAN) for seating in deal.seatings()]
    return (Job(number, index, seating) for number, (index, seating) in enumerate(seatings))


def played(setup: Setup, **where: Any) -> dict[int, GameResult]:
    return {
        number: replace(result, seats=tuple(replace(seat, seconds=0.0, search_seconds=0.0) for seat in result.seats))
        for batch in play_jobs(jobs(), setup, **where)
        for number, result in batch
    }


@pytest.fixture(scope="module")
def expected(setup: Setup) -> dict[int, GameResult]:
    return played(setup)


class Backwards(Executor):
    """Ends tasks in reverse order of submission, a moment after they came."""

    def __init__(self) -> None:
        self.calls: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.calls.append((future, fn, args))
        if len(self.calls) == 1:
            threading.Timer(0.02, self.end).start()
        return future

    def end(self) -> None:
        calls, self.calls = self.calls, []
        for waiting, function, arguments in reversed(calls):
            waiting.set_result(function(*arguments))


def test_in_this_process(setup: Setup, expected: dict[int, GameResult]) -> None:
    assert sorted(expected) == list(range(sum(len(deal.line_up) for deal in PLAN)))
    assert [expected[number].deal for number in expected] == [i for i, d in enumerate(PLAN) for _ in d.line_up]
    assert all(result.actions and len(result.trace) == 2 * len(result.actions) for result in expected.values())
    assert len({result.deal_seed for result in expected.values()}) == len(PLAN)


@pytest.mark.parametrize("processes", [1, 3])
def test_in_processes(setup: Setup, expected: dict[int, GameResult], processes: int) -> None:
    isolated = replace(setup, isolate=processes == 1)
    assert played(isolated, processes=processes) == expected


def test_any_executor_will_do_and_stays_open(setup: Setup, expected: dict[int, GameResult]) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert played(setup, executor=pool) == expected
        assert pool.submit(int, "3").result() == 3
    assert played(setup, executor=Backwards(), workers=1) == expected


def test_processes_of_an_executor_isolate_bots_too(setup: Setup) -> None:
    game = {2: setup.games[2]}
    guarded = Setup(game, Rules(penalty="random"), isolate=True)
    bots = ("tests.arena.mocks:Exits", "random")
    tasks = [Job(number, 0, seating) for number, seating in enumerate(plan_tournament(bots, (2,), 2)[0].seatings())]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        results = dict(game for batch in play_jobs(tasks, guarded, executor=pool) for game in batch)
    kinds = [{seat.bot: [fault.kind for fault in seat.faults] for seat in results[number].seats} for number in (0, 1)]
    assert kinds == [{bots[0]: ["ended"], "random": []}] * 2


def test_little_is_played_ahead_of_who_asks(setup: Setup) -> None:
    begun: list[int] = []

    def noted() -> Iterator[Job]:
        for job in list(jobs()) * 100:
            begun.append(job.number)
            yield replace(job, number=len(begun))

    batches = play_jobs(noted(), setup)
    next(batches)
    assert 0 < len(begun) < 400
    batches.close()


def test_jobs_must_be_positive(setup: Setup) -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        play_jobs(jobs(), setup, processes=0)
