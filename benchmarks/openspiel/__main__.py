"""Caravela and OpenSpiel side by side, in one run on one machine: `python benchmarks/openspiel --json FILE`.

Speed first, on one core; then the games and the equilibria, on all cores. The whole run takes about half an hour and
wants a machine with nothing else to do. Exit code 1 if an aim is missed.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

import equilibrium
import speed
import strength
from rich.console import Console
from rows import Row
from table import markdown, render

from caravela.cli.measure import machine

SECTIONS = ("speed", "strength", "equilibrium", "python")


def main() -> int:
    """Runs the sections and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=SECTIONS, help="only these sections")
    parser.add_argument("--repeats", type=int, default=15, help="repeats of every timing")
    parser.add_argument("--games", type=int, default=1000, help="games of every contest, rounded up to whole deals")
    parser.add_argument("--python-games", type=int, default=100, help="games of contests with its Python search")
    parser.add_argument("--seeds", type=int, default=20, help="seeds of every equilibrium")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file as well")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table for the documentation")
    chosen = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(chosen.jobs, mp_context=get_context("spawn")) as executor:
        for row in measured(chosen, executor):
            rows.append(row)
            print(f"{row.section}: {row.name}: {row.figure:.4g}", file=sys.stderr, flush=True)
    about = machine() | {"open_spiel": version("open_spiel")}
    Console(width=160).print(render(rows, about))
    if chosen.markdown:
        chosen.markdown.write_text(markdown(rows), encoding="utf-8")
    if chosen.json:
        table = {"command": " ".join(sys.argv), "machine": about, "rows": [asdict(row) for row in rows]}
        chosen.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return 1 if any(row.reached is False for row in rows) else 0


def measured(chosen: argparse.Namespace, executor: ProcessPoolExecutor) -> Iterator[Row]:
    """The rows of the chosen sections, each as soon as it is there."""
    if "speed" in chosen.only:
        yield from speed.iterations(chosen.repeats)
        yield from speed.rollouts(chosen.repeats)
    if "strength" in chosen.only:
        yield from strength.against_cpp(executor, chosen.games)
    if "equilibrium" in chosen.only:
        yield from equilibrium.against_openspiel(executor, chosen.seeds)
        yield from equilibrium.by_regret_matching(executor)
    if "python" in chosen.only:
        yield from strength.against_python(executor, chosen.python_games)


if __name__ == "__main__":
    sys.exit(main())
