"""A tournament on a real Dask cluster on this machine: same results, though a worker is killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from caravela.arena import GameResult, Settings, play_tournament, prepared, start
from caravela.arena import cluster as cluster_module
from caravela.arena.cluster import dask_executor

pytest.importorskip("distributed")

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals"),
    pytest.mark.filterwarnings("ignore"),  # Dask's own
]


def timeless(results: list[GameResult]) -> list[GameResult]:
    return [replace(r, seats=tuple(replace(s, seconds=0.0, search_seconds=0.0) for s in r.seats)) for r in results]


def process(folder: Path, module: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", "scheduler.json", *arguments]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    local = ("--host", "127.0.0.1", "--no-dashboard")
    running = [process(folder, "dask_scheduler", "--port", "0", *local)]
    workers = [process(folder, "dask_worker", "--nthreads", "1", "--no-nanny", *local) for _ in range(2)]
    try:
        from distributed import Client

        deadline = time.monotonic() + 120
        while not (folder / "scheduler.json").exists():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        with Client(scheduler_file=str(folder / "scheduler.json"), timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=120)
            address = client.scheduler.address
        yield address, workers
    finally:
        for one in (*workers, *running):
            one.kill()
            one.wait()


def test_a_killed_worker_changes_nothing(cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path) -> None:
    address, workers = cluster
    settings = prepared(
        Settings(bots=("random", "heuristic:samples=1"), games=("veracruz",), players=(2,), games_each=600)
    )
    killed = False

    def kill(games: object) -> None:
        nonlocal killed
        if not killed:
            workers[0].send_signal(signal.SIGKILL)
            killed = True

    with start(tmp_path / "t.db", settings) as store:
        with dask_executor(address) as (executor, threads):
            assert threads == 2
            results = play_tournament(settings, store, executor=executor, workers=threads, progress=kill)
        assert store.played == store.planned == len(results) == 600
    assert workers[0].wait(10) == -signal.SIGKILL
    assert workers[1].poll() is None
    assert timeless(results) == timeless(play_tournament(settings))


def test_bots_that_end_processes_end_no_worker(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, workers = cluster
    settings = prepared(
        Settings(
            bots=("random", "tests.arena.mocks:Exits"),
            games=("veracruz",),
            players=(2,),
            games_each=2,
            isolate=True,
            penalty="random",
        )
    )
    with dask_executor(address) as (executor, threads):
        results = play_tournament(settings, executor=executor, workers=threads)
    assert [{s.bot: [f.kind for f in s.faults] for s in r.seats} for r in results] == [
        {"random": [], "tests.arena.mocks:Exits": ["ended"]}
    ] * 2
    assert workers[1].poll() is None


def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_CONNECT", 0.5)
    with pytest.raises(OSError, match=r"127\.0\.0\.1:9"), dask_executor("tcp://127.0.0.1:9"):
        pytest.fail("nobody is there")
