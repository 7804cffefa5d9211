"""A tournament that is broken off at any moment goes on as if nothing had happened."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from caravela.arena import GameResult, Settings, Store, play_tournament, prepared, resume, standings, start
from caravela.arena.schedule import plan_of

ROOT = Path(__file__).parents[2]
SETTINGS = Settings(
    bots=("random", "heuristic:samples=1", "flatmc:iterations=10"),
    games=("veracruz", "veracruz(players=3)"),
    players=(2, 3),
    games_each=40,
    seed=5,
)


def timeless(results: list[GameResult]) -> list[GameResult]:
    return [replace(r, seats=tuple(replace(s, seconds=0.0, search_seconds=0.0) for s in r.seats)) for r in results]


@pytest.fixture(scope="module")
def settings() -> Settings:
    return prepared(SETTINGS)


@pytest.fixture(scope="module")
def expected(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> list[GameResult]:
    """What an uninterrupted run keeps."""
    with start(tmp_path_factory.mktemp("whole") / "t.db", settings) as store:
        play_tournament(settings, store)
        return timeless(store.results(actions=True))


def whole(path: Path) -> list[GameResult]:
    with Store.open(path) as store:
        assert store.played == store.planned
        return timeless(store.results(actions=True))


def test_what_is_given_back_is_what_is_kept(settings: Settings, expected: list[GameResult]) -> None:
    assert len(expected) == sum(len(deal.line_up) for deal in plan_of(settings)) == 162
    light = [replace(result, actions=(), trace=b"") for result in expected]
    assert timeless(play_tournament(settings)) == [replace(result) for result in light]


def play_on(path: Path, settings: Settings) -> None:
    """In a process that is going to be killed."""
    with Store.open(path, writable=True) if path.exists() and path.stat().st_size else start(path, settings) as store:
        play_tournament(settings, store)


def begun(path: Path) -> bool:
    """Whether a tournament is in the file."""
    try:
        Store.open(path).close()
    except (OSError, ValueError):
        return False
    return True


@pytest.mark.alone
@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked, and killed")
def test_fifty_kills_lose_nothing(tmp_path: Path, settings: Settings, expected: list[GameResult]) -> None:
    moments = random.Random(1)
    fork = multiprocessing.get_context("fork")
    kills = files = 0
    path = tmp_path / "0.db"
    while kills < 50 or not begun(path) or len(whole_or_part(path)) < len(expected):
        if not begun(path):
            path.unlink(missing_ok=True)
        process = fork.Process(target=play_on, args=(path, settings))
        process.start()
        process.join(moments.uniform(0.0, 0.15) if kills < 50 else None)
        if process.is_alive():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.join()
        assert process.exitcode in (0, -signal.SIGKILL)
        if begun(path):
            part = whole_or_part(path)
            known = {result.deal_seed: result for result in expected}
            assert all(result in expected for result in part[-3:])
            assert {result.deal_seed for result in part} <= set(known)
            if len(part) == len(expected) and kills < 50:
                assert whole(path) == expected
                files += 1
                path = tmp_path / f"{files}.db"
    assert whole(path) == expected
    assert [name.name for name in tmp_path.iterdir() if name.suffix != ".db"] == []
    with Store.open(path) as store:
        assert standings(store.results()) == standings(expected)


def whole_or_part(path: Path) -> list[GameResult]:
    with Store.open(path) as store:
        return timeless(store.results(actions=True))


def within(seconds: float, happened: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def command(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "caravela", "tournament", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


def table(text: str) -> str:
    """What the command printed, without the times at its end."""
    return text[: text.index("moves/s")]


@pytest.mark.alone
@pytest.mark.skipif(sys.platform == "win32", reason="process groups and their signals")
def test_the_command_goes_on_after_a_kill_with_the_same_table(tmp_path: Path) -> None:
    bots = [part for bot in ("random", "heuristic:samples=1", "flatmc:iterations=40") for part in ("--bot", bot)]
    new = ("veracruz", "--players", "2", "--games", "50", "--seed", "3", *bots)
    path = tmp_path / "t.db"
    process = command(*new, "--store", path.name, "--jobs", "2", cwd=tmp_path)
    assert within(60, lambda: begun(path) and len(whole_or_part(path)) > 8)
    os.kill(process.pid, signal.SIGKILL)  # the workers end by themselves
    process.communicate()
    assert within(10, lambda: is_gone(process.pid))
    assert 8 < len(whole_or_part(path)) < 150
    first = command("--resume", path.name, "--jobs", "1", cwd=tmp_path)
    out, err = first.communicate(timeout=120)
    assert (first.returncode, err) == (0, "")
    uninterrupted, _ = command(*new, "--jobs", "1", cwd=tmp_path).communicate(timeout=120)
    assert table(out) == table(uninterrupted)


def is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_changed_settings_and_versions_are_refused(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "t.db"
    start(path, settings).close()
    with pytest.raises(ValueError, match=r"cannot go on with other settings or versions\. seed: 5, now 6"):
        resume(path, seed=6)
    with pytest.raises(ValueError, match=r"bots: random heuristic:samples=1 flatmc:iterations=10, now random easy"):
        resume(path, bots=("random", "easy"))
    resume(path, seed=5).close()
    older = replace(settings, versions=settings.versions | {"caravela": "0.0.9", "rules of veracruz": "0"})
    start(tmp_path / "old.db", older).close()
    with pytest.raises(ValueError, match=r"version of caravela: 0\.0\.9, now .*version of rules of veracruz: 0, now"):
        resume(tmp_path / "old.db")
    Store.create(tmp_path / "other.db", settings, planned=162, plan="another").close()
    with pytest.raises(ValueError, match="the plan of the games itself"):
        resume(tmp_path / "other.db")
    with resume(path), pytest.raises(ValueError, match="is in use"):
        resume(path)


def test_other_data_is_another_version(tmp_path: Path) -> None:
    small = replace(SETTINGS, bots=("random", "easy"), games=("pennies",), players=(2,))
    plain = prepared(small)
    assert {name for name in plain.versions if not name.startswith("bot ")} == {
        "caravela",
        "rules of pennies",
        "data of pennies",
    }
    assert set(plain.versions) >= {"bot random", "bot easy"}


def test_a_finished_tournament_stays_as_it_is(tmp_path: Path, settings: Settings) -> None:
    short = replace(settings, games_each=2)
    path = tmp_path / "t.db"
    with start(path, short) as store:
        first = play_tournament(short, store)
    with resume(path) as store:
        assert play_tournament(store.settings, store) == first


def test_stopping_depends_on_the_plan_alone(tmp_path: Path, settings: Settings) -> None:
    bots = ("random", "heuristic:samples=1")
    early = prepared(replace(settings, bots=bots, until_ci=500.0, games_each=80))
    path = tmp_path / "t.db"
    with start(path, early) as store:
        planned = store.planned
        results = play_tournament(early, store)
        assert store.stopped
        assert store.planned == len(results) < planned
    assert timeless(play_tournament(early, jobs=2)) == timeless(results)
    with resume(path) as store:
        assert play_tournament(store.settings, store) == results
    never = replace(early, until_ci=0.1, games_each=20)
    assert len(play_tournament(never)) == sum(len(deal.line_up) for deal in plan_of(never))
