"""Running independent tasks: here, in spawned processes, or on any `concurrent.futures.Executor`."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_tasks(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
) -> Iterator[tuple[int, Result]]:
    """Yields (index of the task, its result) in the order in which tasks end.

    `executor` stays open and takes precedence over `jobs`, the number of processes; with one job all runs in this
    process. An exception in a task, Ctrl-C or closing the iterator cancels what has not begun.
    Raises ValueError if `jobs` is below 1.
    """
    if jobs < 1:
        raise ValueError(f"the number of jobs must be at least 1, not {jobs}")
    if executor is not None:
        yield from _submit(function, tasks, executor)
    elif jobs == 1 or len(tasks) < 2:
        for index, task in enumerate(tasks):
            yield index, function(task)
    else:
        yield from _in_processes(function, tasks, min(jobs, len(tasks)))


def _submit(
    function: Callable[[Task], Result], tasks: Sequence[Task], executor: Executor
) -> Iterator[tuple[int, Result]]:
    index = {executor.submit(function, task): i for i, task in enumerate(tasks)}
    try:
        yield from _collect(index)
    finally:
        for future in index:
            future.cancel()


def _collect(index: dict[Future[Result], int]) -> Iterator[tuple[int, Result]]:
    for future in as_completed(index):
        yield index[future], future.result()


def _in_processes(function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[tuple[int, Result]]:
    # Spawned, not forked: the same on every system, and safe whatever threads the caller has.
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _die_quietly_on_interrupt)
    try:
        yield from _collect({pool.submit(function, task): i for i, task in enumerate(tasks)})
    except BaseException:
        # The tasks that run now may take long; nobody waits for them any more. Nothing is cancelled before that: the
        # pool's thread would fail, and print a traceback, when it reports its lost workers to a cancelled future.
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _die_quietly_on_interrupt() -> None:
    """Ctrl-C reaches the whole process group; the parent reports it, workers just end."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
