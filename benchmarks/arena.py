"""What tournaments cost beside the thinking: games a second and worker, the share of scheduling and storing, workers.

    python benchmarks/arena.py [--games N] [--thinking N] [--json FILE]

Random bots play four-player Veracruz into a file; then bots that think a thousandth of a second a move, on one worker
and on two. Times of processor, not of the clock, tell the share of scheduling and storing: they hold on a busy machine.
"""

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

from caravela.arena import Settings, play_tournament, prepared, start
from caravela.arena.schedule import plan_of
from caravela.bots import RandomBot
from caravela.cext.core import View

GAME = "veracruz(players=4)"
RANDOM = tuple(f"random:seed={seed}" for seed in range(1, 5))
THOUGHT = 0.001
"""Seconds a move."""
THINKING = tuple(f"{Path(__file__)}:Thinks:seed={seed}" for seed in range(1, 5))


class Thinks(RandomBot):
    """Random moves, each after a thousandth of a second of work: of the processor's time, not of the clock's."""

    name = ""

    def choose(self, view: View) -> int:
        until = time.thread_time() + THOUGHT
        while time.thread_time() < until:
            pass
        return super().choose(view)


def used() -> tuple[float, float]:
    """Seconds of processor: of this process, and of those that it has ended."""
    usages = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    own, others = (usage.ru_utime + usage.ru_stime for usage in usages)
    return own, others


def measured(bots: tuple[str, ...], games: int, jobs: int, *, isolate: bool = False) -> dict[str, float]:
    """Plays into a fresh file: games, seconds of the clock and of processors, and seconds that bots thought."""
    settings = prepared(Settings(bots, (GAME,), (4,), schedule="match", games_each=games, isolate=isolate))
    with tempfile.TemporaryDirectory() as folder:
        clock, before = time.perf_counter(), used()
        with start(Path(folder) / "t.db", settings) as store:
            results = play_tournament(settings, store, jobs=jobs)
        seconds, after = time.perf_counter() - clock, used()
        size = (Path(folder) / "t.db").stat().st_size
    assert len(results) == len([t for deal in plan_of(settings) for t in deal.line_up])
    thought = THOUGHT * sum(seat.moves for result in results for seat in result.seats)
    return {
        "jobs": jobs,
        "games": len(results),
        "seconds": seconds,
        "own": after[0] - before[0],
        "processor": sum(after) - sum(before),
        "thinking": thought,
        "games/s": len(results) / seconds,
        "bytes/game": size / len(results),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="games of random bots")
    parser.add_argument("--thinking", type=int, default=200, help="games of bots that think a thousandth of a second")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows = {
        "random, one worker": measured(RANDOM, chosen.games, 1),
        "random, isolated": measured(RANDOM, chosen.games, 1, isolate=True),
        "random, two workers": measured(RANDOM, chosen.games, 2),
        "1 ms, one worker": measured(THINKING, chosen.thinking, 1),
        "1 ms, two workers": measured(THINKING, chosen.thinking, 2),
    }
    for name, row in rows.items():
        print(f"{name:20} {row['games']:6.0f} games {row['seconds']:8.2f} s {row['games/s']:8.1f} games/s", end="")
        print(f"  {row['bytes/game']:5.0f} bytes, {row['processor']:5.2f} s of processors, {row['own']:5.2f} s here")
    one, two = rows["1 ms, one worker"], rows["1 ms, two workers"]
    beside = one["processor"] - one["thinking"]
    print(f"random: {rows['random, one worker']['games'] / rows['random, one worker']['processor']:.0f} games a second")
    print(f"beside thinking: {100 * beside / one['processor']:.1f} % of all, the engine included")
    print(f"two workers: {two['games/s'] / one['games/s']:.2f} times one")
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
