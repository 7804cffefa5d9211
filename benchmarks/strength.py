"""How strong the bots are against each other at Veracruz: `python benchmarks/strength.py --games 400`.

Each contest seats one bot among equal opponents, every deal once in each rotation of the seats. Shared wins count in
parts; games that nobody wins are left out and counted apart. `reached` says whether the lower end of the 95 %
interval is at least the target. Searches limited by time need a machine with nothing else to do.
"""

import argparse
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import caravela as cv
from caravela.arena import Share, deals, run, standings, undecided
from caravela.cli.measure import machine


@dataclass(frozen=True)
class Contest:
    """One bot against `seats - 1` times another."""

    name: str
    bot: str
    rival: str
    seats: int
    target: float
    """The share of wins to reach."""


UNIFORM = "ismcts:rollout=uniform,seconds=0.1"
TREE = "ismcts:algorithm=mo,chance=open,selection=ucb,c=0.7,rollout=uniform,heuristic=false,iterations=10000"
"""A plain tree search, to be compared with flat Monte Carlo: what it wins, the tree wins."""

CONTESTS = (
    Contest("heuristic-random-2", "heuristic", "random", 2, 0.85),
    Contest("heuristic-random-3", "heuristic", "random", 3, 0.65),
    Contest("ismcts-random-2", "ismcts:seconds=0.1", "random", 2, 0.96),
    Contest("ismcts-random-3", "ismcts:seconds=0.1", "random", 3, 0.82),
    Contest("ismcts-random-4", "ismcts:seconds=0.1", "random", 4, 0.68),
    Contest("uniform-heuristic-2", UNIFORM, "heuristic", 2, 0.70),
    Contest("ismcts-heuristic-2", "ismcts:seconds=0.1", "heuristic", 2, 0.80),
    Contest("mo-flatmc-2", TREE, "flatmc:iterations=10000", 2, 0.58),
)


def hold(contest: Contest, games: int, jobs: int, seed: int) -> tuple[Share, int, int]:
    """The share of the first bot, the games that nobody won, all games."""
    game = cv.load_game("veracruz", players=contest.seats)
    line_up = (contest.bot, *[contest.rival] * (contest.seats - 1))
    results = run([game], deals(line_up, games, seed), jobs=jobs)
    share = next(s for s in standings(results) if s.bot == contest.bot).shares[contest.seats]
    return share, *undecided(results)[contest.seats]


def main() -> int:
    """Plays the list and prints a line for each contest; exit code 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games for each contest, rounded up to whole deals")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", choices=[c.name for c in CONTESTS], help="only these contests")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file as well")
    chosen = parser.parse_args()
    rows = []
    for contest in CONTESTS:
        if chosen.only and contest.name not in chosen.only:
            continue
        share, lost, games = hold(contest, chosen.games, chosen.jobs, chosen.seed)
        reached = share.low >= contest.target
        rows.append(asdict(contest) | asdict(share) | {"games": games, "without_winner": lost, "reached": reached})
        print(
            f"{contest.name:22} {share.share:6.1%} ({share.low:.1%} to {share.high:.1%}) of {share.games} games, "
            f"{lost} more without a winner; target {contest.target:.0%}: {'reached' if reached else 'MISSED'}",
            flush=True,
        )
    if chosen.json:
        table = {"command": " ".join(sys.argv), "seed": chosen.seed, "machine": machine(), "contests": rows}
        chosen.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return 0 if all(row["reached"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
