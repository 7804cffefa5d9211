"""Tasks give the same results wherever they run."""

import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from caravela.arena.executors import run_tasks


def square(x: int) -> int:
    return x * x


def fail_at_three(x: int) -> int:
    if x == 3:
        raise ValueError("three")
    return x


class Backwards(Executor):
    """Runs a task only when somebody asks for its result; ends them in reverse order of submission."""

    def __init__(self) -> None:
        self.calls: list[tuple[Future, object, tuple]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future = Future()
        future.set_running_or_notify_cancel()
        self.calls.append((future, fn, args))
        if len(self.calls) == 5:
            for waiting, function, arguments in reversed(self.calls):
                waiting.set_result(function(*arguments))
        return future


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_carry_their_index(jobs: int) -> None:
    assert dict(run_tasks(square, range(5), jobs=jobs)) == {i: i * i for i in range(5)}


def test_any_executor_will_do_and_stays_open() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert sorted(run_tasks(square, range(5), executor=pool)) == [(i, i * i) for i in range(5)]
        assert pool.submit(square, 3).result() == 9
    assert dict(run_tasks(square, range(5), executor=Backwards())) == {i: i * i for i in range(5)}


def test_one_job_is_lazy() -> None:
    seen: list[int] = []
    results = run_tasks(seen.append, range(3))
    assert seen == []
    next(results)
    assert seen == [0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_out_as_itself(jobs: int) -> None:
    with pytest.raises(ValueError, match="three"):
        list(run_tasks(fail_at_three, range(6), jobs=jobs))


def test_closing_the_iterator_does_not_wait_for_tasks() -> None:
    results = run_tasks(time.sleep, [0.0, 60.0, 60.0], jobs=2)
    next(results)
    started = time.monotonic()
    results.close()
    assert time.monotonic() - started < 10


def test_jobs_must_be_positive() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        list(run_tasks(square, [1], jobs=0))
