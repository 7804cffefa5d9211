"""Whether the search keeps its promises on memory: `python benchmarks/memory.py`.

First a search of many iterations inside a byte budget. Then many positions of random games, each searched without a
practical limit, and again with only the bytes that a tenth of the iterations takes, so that the tree stops growing
there; the share of equal top moves is reported. Positions whose trees do not fill that memory do not count.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import median

import caravela as cv
from caravela.arena import share_interval
from caravela.cext.result import SearchResult
from caravela.cext.search import Search
from caravela.cli.measure import machine

UNLIMITED = 1 << 32
LEAST = 1 << 17
"""Bytes that every search accepts."""


def random_decision(game: cv.Game, number: int) -> cv.View:
    """The view of a decision with a choice, at a random moment of a random game."""
    rng = cv.Rng(number)
    state, found = game.new_initial_state(), []
    while not state.is_terminal():
        legal = state.legal_actions()
        if len(legal) > 1:
            found.append(state.view(state.current_player()))
        state.apply_action(legal[rng.bounded(len(legal))] if legal else state.sample_chance(rng))
    return found[rng.bounded(len(found))]


def within_budget(game: cv.Game, iterations: int, megabytes: int) -> dict[str, int | bool]:
    """One long search from a random decision."""
    budget = megabytes << 20
    result = Search(game, memory=budget).run(random_decision(game, 0), iterations=iterations, seed=1)
    return {
        "iterations": result.iterations,
        "budget": budget,
        "bytes": result.bytes,
        "full_at": result.full_at,
        "inside": result.bytes <= budget,
    }


def agreement(game: cv.Game, positions: int, iterations: int) -> dict[str, float]:
    """How often a search whose memory is full after about a tenth of its iterations has the same top move.

    "repeat" says how often two searches without limit agree that differ in the seed alone: more cannot be expected.
    """
    same, repeat, full_at, number = 0, 0, [], 0
    while len(full_at) < positions:
        number += 1
        view = random_decision(game, number)
        tight = search(view, iterations, number, max(search(view, iterations // 10, number).bytes, LEAST))
        if tight.full_at >= 0:
            full_at.append(tight.full_at)
            free = search(view, iterations, number).action
            same += tight.action == free
            repeat += search(view, iterations, number + (1 << 32)).action == free
    low, high = share_interval(same, positions)
    return {
        "positions": positions,
        "iterations": iterations,
        "same": same / positions,
        "low": low,
        "high": high,
        "repeat": repeat / positions,
        "median_full_at": median(full_at) / iterations,
    }


def search(view: cv.View, iterations: int, seed: int, memory: int = UNLIMITED) -> SearchResult:
    """A search that starts with an empty tree."""
    return Search(view.game, memory=memory, reuse=False).run(view, iterations=iterations, seed=seed)


def main() -> int:
    """Prints both results; exit code 1 if memory went over its budget or fewer than 90 % of top moves agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="veracruz")
    parser.add_argument("--iterations", type=int, default=10_000_000, help="of the long search")
    parser.add_argument("--megabytes", type=int, default=256, help="its budget")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--position-iterations", type=int, default=10_000, help="of each search of a position")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file as well")
    chosen = parser.parse_args()
    game = cv.load_game(chosen.game)
    budget = within_budget(game, chosen.iterations, chosen.megabytes)
    print(
        f"{budget['iterations']:,} iterations: {budget['bytes']:,} of {budget['budget']:,} bytes, "
        f"full at iteration {budget['full_at']:,}",
        flush=True,
    )
    top = agreement(game, chosen.positions, chosen.position_iterations)
    print(
        f"{top['positions']} positions, full after {top['median_full_at']:.1%} of {top['iterations']:,} iterations: "
        f"{top['same']:.1%} ({top['low']:.1%} to {top['high']:.1%}) of top moves agree; "
        f"two unlimited searches agree in {top['repeat']:.1%}"
    )
    if chosen.json:
        table = {"command": " ".join(sys.argv), "machine": machine(), "budget": budget, "agreement": top}
        chosen.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return 0 if budget["inside"] and top["same"] >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
