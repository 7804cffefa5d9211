"""Ctrl-C at any moment of a search in threads, and again while it ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.alone

ROOT = Path(__file__).parents[2]
STORM = """
import signal, time
from caravela.cext.search import Search
from caravela.engines.registry import load_game
from tests.python_twins import twin

def interrupt(*_):
    raise KeyboardInterrupt

native, python = load_game("pennies", rounds=5), twin("pennies")
searches = [Search(game, threads=4) for game in (native, python)]
views = [search.game.new_initial_state().view(0) for search in searches]
wanted = [search.run(view, iterations=200, seed=1).actions for search, view in zip(searches, views)]
signal.signal(signal.SIGALRM, interrupt)
interrupts, end = 0, time.monotonic() + 1.5
while time.monotonic() < end:
    for search, view in zip(searches, views):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
            search.run(view, iterations=3000)
        except KeyboardInterrupt:
            interrupts += 1
        finally:
            while True:
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0)
                    break
                except KeyboardInterrupt:
                    pass
signal.signal(signal.SIGALRM, signal.SIG_IGN)
for search, view, actions in zip(searches, views, wanted):
    search.forget()
    assert search.run(view, iterations=200, seed=1).actions == actions
assert interrupts > 10, interrupts
"""


@pytest.mark.skipif(os.name == "nt", reason="interval timers are of POSIX")
def test_a_storm_of_interrupts() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STORM], check=False, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
