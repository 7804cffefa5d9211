"""Whether the search keeps its promises on memory: `python benchmarks/memory.py`.

First a search of many iterations inside a byte budget. Then many positions of random games, each searched without a
practical limit and again with a tenth of the bytes that took; the share of equal top moves is reported.
"""

import argparse
import json
import sys
from pathlib import Path

import caravela as cv
from caravela.arena import share_interval
from caravela.cext.search import Search
from caravela.cli.measure import machine

UNLIMITED = 1 << 32


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
    """How often a search with a tenth of the bytes it could use has the same top move."""
    same = filled = 0
    for number in range(positions):
        view = random_decision(game, number)
        free = Search(game, memory=UNLIMITED, reuse=False).run(view, iterations=iterations, seed=number)
        tight = Search(game, memory=free.bytes // 10, reuse=False).run(view, iterations=iterations, seed=number)
        same += free.action == tight.action
        filled += tight.full_at >= 0
    low, high = share_interval(same, positions)
    return {"positions": positions, "filled": filled, "same": same, "share": same / positions, "low": low, "high": high}


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
        f"a tenth of the memory: {top['same']} of {top['positions']} top moves agree "
        f"({top['share']:.1%}, {top['low']:.1%} to {top['high']:.1%}); the memory was full in {top['filled']}"
    )
    if chosen.json:
        table = {"command": " ".join(sys.argv), "machine": machine(), "budget": budget, "agreement": top}
        chosen.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return 0 if budget["inside"] and top["share"] >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
