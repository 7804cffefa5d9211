"""How long the best boarding of Sevilla 1503 takes: `python benchmarks/boarding.py`.

Games of random bots and of heuristic bots give the piles as they are at the end; the native call is timed on each by
itself. Median and 99th percentile are what a playout pays for a seat. The last lines take piles that no game brings
about, of so many cards drawn from the whole deck and of all cards, over all capacities: the most that any pile costs.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, quantiles

import caravela as cv
from caravela.cli.measure import machine
from caravela.engines.sevilla.boarding import Boarding, own_boarding
from caravela.engines.sevilla.table import read_table

GAMES = (
    "sevilla",
    "sevilla(players=2)",
    "sevilla(players=5)",
    "sevilla(palace=true,rebels=true)",
    "sevilla(players=5,palace=true,rebels=true)",
)
BOTS = ("random", "heuristic:samples=1")
SIZES = (20, 30, 40, 60, 72, 88)
CAPACITIES = range(16, 184, 12)
Situation = tuple[dict[str, int], int, int, int, bool]
"""Cards, capacity, ship cards, purse, Helm."""


def ends(game: cv.Game, bot: str, games: int) -> Iterator[Situation]:
    """What every seat boards with, at the ends of games among equal bots."""
    extra = game.data["palace"]["atarazanas"]["extra_quarters_per_ship"]
    for seed in range(games):
        *_, end = cv.replay_states(cv.play(game, [bot] * game.num_players(), seed=seed), game)
        table = read_table(end)
        for player, seat in enumerate(table.seats):
            more = extra * seat.ships if seat.building == "atarazanas" else 0
            yield seat.pile, seat.capacity + more, seat.ships, seat.purse, player == table.helm


def large(size: int, piles: int) -> Iterator[Situation]:
    """Piles of so many cards of the whole base deck, at all capacities."""
    copies = {row["id"]: row["count"] for row in cv.load_game("sevilla").data["auction_card"]}
    deck = [card for card, count in copies.items() for _ in range(count)]
    rng = random.Random(size)
    for _ in range(piles if size < len(deck) else 1):
        pile: dict[str, int] = {}
        for card in rng.sample(deck, size):
            pile[card] = pile.get(card, 0) + 1
        for capacity in CAPACITIES:
            yield pile, capacity, 8, 20, False


def microseconds(boarding: Boarding, situation: Situation, repeats: int) -> float:
    """The best of three measurements: others use this machine as well."""
    return min(boarding.seconds(*situation, repeats=repeats) for _ in range(3)) / repeats * 1e6


def summary(times: list[float]) -> dict[str, float]:
    """Microseconds a pile."""
    cuts = quantiles(times, n=100, method="inclusive")
    return {
        "piles": len(times),
        "mean": mean(times),
        "median": cuts[49],
        "percentile_99": cuts[98],
        "most": max(times),
    }


def main() -> int:
    """Prints a line for each game and kind of bot; exit code 1 if a median or 99th percentile misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of each kind")
    parser.add_argument("--repeats", type=int, default=20, help="calls of each measurement")
    parser.add_argument("--large", type=int, default=20, help="piles of each size beyond any game")
    parser.add_argument("--median", type=float, default=5.0, help="target in microseconds")
    parser.add_argument("--percentile", type=float, default=100.0, help="target of the 99th percentile")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file as well")
    options = parser.parse_args()
    boarding = own_boarding()
    results, reached = {}, True
    print(f"{'microseconds':60} {'piles':>6} {'cards':>6} {'mean':>7} {'median':>7} {'99 %':>7} {'most':>8}")
    for spec in GAMES:
        for bot in BOTS:
            situations = list(ends(cv.load_game(spec), bot, options.games))
            found = summary([microseconds(boarding, situation, options.repeats) for situation in situations])
            found["cards"] = mean(sum(situation[0].values()) for situation in situations)
            results[f"{spec} {bot}"] = found
            reached &= found["median"] < options.median and found["percentile_99"] < options.percentile
    for size in SIZES:
        times = [microseconds(boarding, situation, 1) for situation in large(size, options.large)]
        results[f"{size} cards of the deck"] = summary(times) | {"cards": size}
    for name, found in results.items():
        print(
            f"{name:60} {found['piles']:6} {found['cards']:6.1f} {found['mean']:7.2f} {found['median']:7.2f} "
            f"{found['percentile_99']:7.2f} {found['most']:8.2f}"
        )
    if options.json:
        table = {"command": " ".join(sys.argv), "machine": machine(), "results": results}
        options.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
