"""Ctrl-C ends commands at once, without a traceback and without leaving processes behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.alone

ROOT = Path(__file__).parents[2]


def within(seconds: float, happened: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="process groups and their signals")
@pytest.mark.parametrize(("jobs", "whole_group"), [(1, True), (2, True), (2, False)])
def test_interrupt(tmp_path: Path, jobs: int, whole_group: bool) -> None:
    """The terminal sends the signal to the whole group, other programs to one process."""
    endless = "tests.cli.mocks:Endless"
    process = subprocess.Popen(
        [sys.executable, "-m", "caravela", "match", "veracruz", endless, endless, "--games", "8", "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    try:
        assert within(60, lambda: len(list(tmp_path.glob("started-*"))) == jobs)
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=10)
    finally:
        if not is_gone(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert out == ""
    assert err == "Interrupted.\n"
    assert within(5, lambda: is_gone(process.pid))
