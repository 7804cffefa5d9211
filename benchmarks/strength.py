"""How strong the bots of a game are against each other: `python benchmarks/strength.py --game veracruz --games 400`.

`benchmarks/contests/<game>.toml` lists what is held. Each contest seats one bot among equal opponents, every deal once
in each rotation of the seats. Shared wins count in parts; games that nobody wins are left out and counted apart.
`reached` says whether the lower end of the 95 % interval is at least the target. Searches limited by time need
a machine with nothing else to do.
"""

import argparse
import json
import os
import sys
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

import caravela as cv
from caravela.arena import Share, deals, run, standings, undecided
from caravela.cli.measure import machine

CONTESTS = Path(__file__).with_name("contests")


@dataclass(frozen=True)
class Contest:
    """One bot against as many times another as there are other seats."""

    name: str
    options: dict[str, int | str | bool]
    """Of the game, its seats among them."""
    bot: str
    rival: str
    target: float
    """The share of wins to reach."""


def contests_of(game: str) -> list[Contest]:
    """The list of that game. TypeError for an entry with a key missing or unknown."""
    tables = tomllib.loads((CONTESTS / f"{game}.toml").read_text(encoding="utf-8"))
    return [Contest(**entry) for entry in tables["contest"]]


def hold(name: str, contest: Contest, games: int, jobs: int, seed: int) -> tuple[Share, int, int]:
    """The share of the first bot, the games that nobody won, all games."""
    game = cv.load_game(name, **contest.options)
    seats = game.num_players()
    results = run([game], deals((contest.bot, *[contest.rival] * (seats - 1)), games, seed), jobs=jobs)
    share = next(s for s in standings(results) if s.bot == contest.bot).shares[seats]
    return share, *undecided(results)[seats]


def main() -> int:
    """Plays the list and prints a line for each contest; exit code 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = sorted(path.stem for path in CONTESTS.glob("*.toml"))
    parser.add_argument("--game", choices=known, default="veracruz", help="whose contests (default: %(default)s)")
    parser.add_argument("--games", type=int, default=400, help="games for each contest, rounded up to whole deals")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these contests")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file as well")
    chosen = parser.parse_args()
    contests = contests_of(chosen.game)
    names = [contest.name for contest in contests]
    for name in chosen.only or ():
        if name not in names:
            parser.error(f"{chosen.game} has no contest {name!r}; it has: {', '.join(names)}")
    rows = []
    for contest in contests:
        if chosen.only and contest.name not in chosen.only:
            continue
        share, lost, games = hold(chosen.game, contest, chosen.games, chosen.jobs, chosen.seed)
        reached = share.low >= contest.target
        rows.append(asdict(contest) | asdict(share) | {"games": games, "without_winner": lost, "reached": reached})
        print(
            f"{contest.name:22} {share.share:6.1%} ({share.low:.1%} to {share.high:.1%}) of {share.games} games, "
            f"{lost} more without a winner; target {contest.target:.0%}: {'reached' if reached else 'MISSED'}",
            flush=True,
        )
    if chosen.json:
        table = {
            "command": " ".join(sys.argv),
            "game": chosen.game,
            "seed": chosen.seed,
            "machine": machine(),
            "contests": rows,
        }
        chosen.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return 0 if all(row["reached"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
