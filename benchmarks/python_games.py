"""What it costs to write a game in Python: `python benchmarks/python_games.py`, from the repository's root.

Native engines and their twins in Python (tests/python_twins.py), which play the same games move for move, in one run.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import caravela as cv
from caravela.cli import measure

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.python_twins import twin

GAMES = ("monty_hall", "pennies(rounds=5)")


def speed(game: cv.Game, repeats: int, iterations: int) -> dict[str, Any]:
    """Random play, the search by number of threads, and the table's functions."""
    searches = measure.search(game, repeats=repeats, seed=1, iterations=iterations)
    return {
        "random_decisions_per_second": measure.random_play(game, repeats=repeats, seed=1)["decisions_per_second"],
        "search_iterations_per_second": searches["mo"],
        "operations_ns": measure.operations(game, repeats=repeats, seed=1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    games = {}
    for spec in GAMES:
        iterations = measure.search_iterations(twin(spec), seed=1)
        kinds = {"native": cv.load_game(spec), "python": twin(spec)}
        games[spec] = {kind: speed(game, repeats, iterations) for kind, game in kinds.items()}
    print(json.dumps({"machine": measure.machine(), "games": games}, indent=2))


if __name__ == "__main__":
    main()
