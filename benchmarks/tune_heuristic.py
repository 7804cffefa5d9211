"""Tunes the weights of a game's heuristic: `python benchmarks/tune_heuristic.py "veracruz(players=2)" --minutes 10`.

`--by play` makes the heuristic win: an evolution strategy with antithetic pairs (Salimans et al. 2017). Each pair of
changed weight vectors plays the same deals, against each other, against random play, against the weights the run
began with and against those it had some generations ago; the weights follow the changes that won. Moves are the
heuristic's best ones, as with `heuristic:samples=1,temperature=0`, or with `--draw` drawn from its probabilities, as at
temperature 1. Games named together are played in turn, so that one vector serves all of them.

`--by outcome` makes the evaluation right: it plays games with the present weights and some random moves,
then searches for the weights with the least mean squared error of `evaluate` against the results (Powell's method).

One process, so that it can run beside other things. The last lines compare the new weights with the old ones over
fresh deals, and print them as a table for `bots/heuristics/<game>.toml`. The same seed and `--generations` give the
same weights; `--minutes` stops by the clock.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

import caravela as cv
from caravela.bots.heuristics import Heuristic, find
from caravela.cext.policy import average_prior, evaluate_state

Vector = npt.NDArray[np.float64]
Policy = Sequence[float] | None
"""Weights of the heuristic; None plays at random."""


@dataclass(frozen=True)
class Table:
    """A game and its heuristic."""

    game: cv.Game
    heuristic: Heuristic
    samples: int
    draw: bool = False

    def move(self, state: cv.State, policy: Policy, rng: cv.Rng, seed: int) -> int:
        """What a policy plays at a decision."""
        if policy is None:
            legal = state.legal_actions()
            return legal[rng.bounded(len(legal))]
        actions, prior = average_prior(
            state.view(state.current_player()), self.heuristic.capsule, self.samples, seed, policy
        )
        if not self.draw:
            return actions[prior.index(max(prior))]
        left = rng.uniform()
        for action, probability in zip(actions, prior, strict=True):
            left -= probability
            if left < 0:
                return action
        return actions[prior.index(max(prior))]

    def steps(self, policies: Sequence[Policy], seed: int, astray: float = 0.0) -> Iterator[cv.State]:
        """A game between one policy a seat: its state after each step. A move is random with chance `astray`.

        Chance comes from `seed` and its keys, so that games with one seed have the same deal.
        """
        state, rng = self.game.new_initial_state(), cv.Rng(seed, 1)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(cv.Rng(seed, state.chance_key())))
            else:
                policy = None if astray and rng.uniform() < astray else policies[state.current_player()]
                state.apply_action(self.move(state, policy, rng, seed))
            yield state

    def shares(self, policies: Sequence[Policy], seed: int) -> list[float]:
        """Every seat's utility, from 0 (the least) to 1."""
        *_, end = self.steps(policies, seed)
        low, high = self.game.min_utility(), self.game.max_utility()
        return [(utility - low) / (high - low) for utility in end.returns()]


def duel(table: Table, plus: Vector, minus: Vector, seed: int) -> float:
    """How much better `plus` does than `minus` in games between them: all seatings that give each every seat."""
    seats = table.game.num_players()
    one, other = list(plus), list(minus)
    total = 0.0
    for first in (0, 1):
        policies = [one if (seat + first) % 2 == 0 else other for seat in range(seats)]
        shares = table.shares(policies, seed)
        count = sum(policy is one for policy in policies)
        mine = sum(share for share, policy in zip(shares, policies, strict=True) if policy is one)
        total += mine / count - (sum(shares) - mine) / (seats - count)
    return total / 2


def against(table: Table, plus: Vector, minus: Vector, rival: Policy, seed: int) -> float:
    """How much better `plus` does than `minus` on the same deal among rivals, in one seat chosen by the seed."""
    seats = table.game.num_players()
    seat = seed % seats
    result = []
    for weights in (plus, minus):
        policies: list[Policy] = [rival] * seats
        policies[seat] = list(weights)
        result.append(table.shares(policies, seed)[seat])
    return result[0] - result[1]


def tune(tables: Sequence[Table], start: Vector, scale: Vector, options: argparse.Namespace) -> Vector:
    """The evolution strategy; the mean of the last third of its way."""
    rng = np.random.default_rng(options.seed)
    mean, slope, power = start.copy(), np.zeros_like(start), np.zeros_like(start)
    way: list[Vector] = []
    begun, done, deal = time.monotonic(), 0.0, options.seed << 32
    while done < 1:
        earlier = way[-len(way) // 3] if way else start
        gradient = np.zeros_like(start)
        for _ in range(options.pairs):
            step = rng.standard_normal(len(start)) * (scale > 0)
            plus, minus = mean + step * scale, mean - step * scale
            gain = 0.0
            for number in range(options.deals):
                table = tables[number % len(tables)]
                rivals: list[Policy] = [None, list(start), list(earlier)]
                kind = number // len(tables) % (2 + len(rivals))
                if kind < 2:
                    gain += duel(table, plus, minus, deal)
                else:
                    gain += against(table, plus, minus, rivals[kind - 2], deal)
                deal += 1
            gradient += gain / options.deals * step / options.pairs
        # Adam, its steps falling to nothing.
        slope = 0.9 * slope + 0.1 * gradient
        power = 0.99 * power + 0.01 * gradient**2
        age = len(way) + 1
        done = age / options.generations if options.generations else 0.0
        done = max(done, (time.monotonic() - begun) / (60 * options.minutes) if options.minutes else 0.0)
        shift = slope / (1 - 0.9**age) / (np.sqrt(power / (1 - 0.99**age)) + 1e-12)
        mean = mean + options.rate * max(0.0, 1 - done) * shift * scale
        way.append(mean)
        if age % 20 == 0:
            moved = np.linalg.norm((mean - start) / np.maximum(scale, 1e-12))
            print(f"generation {age}, {done:.0%}: moved {moved:.2f}", flush=True)
    return np.asarray(np.mean(way[-max(1, len(way) // 3) :], axis=0))


def fit(tables: Sequence[Table], start: Vector, scale: Vector, options: argparse.Namespace) -> Vector:
    """The weights whose evaluations miss the results of played games least."""
    chosen = np.flatnonzero(scale)
    rng = cv.Rng(options.seed)
    sample: list[tuple[Heuristic, cv.State, list[float]]] = []
    for number in range(options.positions // 4):
        table = tables[number % len(tables)]
        policies: list[Policy] = [list(start)] * table.game.num_players()
        seed = options.seed + number
        *states, end = [state.clone() for state in table.steps(policies, seed, astray=0.15)]
        decisions = [state for state in states if state.current_player() >= 0]
        sample += [(table.heuristic, decisions[rng.bounded(len(decisions))], end.returns()) for _ in range(4)]

    def error(x: Vector) -> float:
        weights = start.copy()
        weights[chosen] = x * scale[chosen]
        total = 0.0
        for heuristic, state, results in sample:
            for value, result in zip(evaluate_state(state, heuristic.capsule, weights), results, strict=True):
                total += (value - result) ** 2
        return total / len(sample)

    before = start[chosen] / scale[chosen]
    found = minimize(error, before, method="Powell", options={"maxfev": options.evaluations, "ftol": 1e-6})
    print(f"mean squared error {error(before):.5f} before, {found.fun:.5f} after")
    weights = start.copy()
    weights[chosen] = found.x * scale[chosen]
    return weights


def report(tables: Sequence[Table], new: Vector, old: Vector, games: int) -> None:
    """Compares on fresh deals: the mean gain in utility of one seat among equal rivals, with its 95 % interval."""
    print("share of utility of a seat with the new weights, less that with the old ones, on the same deals:")
    for table in tables:
        for name, rival in (("old weights", list(old)), ("random", None)):
            gains = [against(table, new, old, rival, seed) for seed in range(games)]
            wide = 1.96 * math.sqrt(np.var(gains) / games)
            print(f"{table.game.spec:24} among {name:12} {np.mean(gains):+.4f} +- {wide:.4f}")


def main() -> int:
    """Tunes and prints the weights; exit code 2 for a game without a heuristic."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="game specs, all of one game")
    parser.add_argument("--by", choices=["play", "outcome"], default="play")
    parser.add_argument("--only", nargs="+", default=["*"], metavar="PATTERN", help="names of the weights to change")
    parser.add_argument("--keep", nargs="+", default=[], metavar="PATTERN", help="names of weights not to change")
    parser.add_argument("--start", default=None, help="a preset of the game's .toml to begin with")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop by the clock (play)")
    parser.add_argument("--generations", type=int, default=0, help="stop after so many (play)")
    parser.add_argument("--pairs", type=int, default=16, help="pairs a generation (play)")
    parser.add_argument("--deals", type=int, default=30, help="deals a pair (play)")
    parser.add_argument("--spread", type=float, default=0.3, help="size of the changes, relative to a weight (play)")
    parser.add_argument("--least", type=float, default=0.1, help="weights nearer to 0 count as this large")
    parser.add_argument("--rate", type=float, default=0.15, help="step of a generation, in sizes of a change (play)")
    parser.add_argument("--positions", type=int, default=8000, help="positions to fit (outcome)")
    parser.add_argument("--evaluations", type=int, default=400, help="most passes over the positions (outcome)")
    parser.add_argument("--samples", type=int, default=1, help="worlds a decision; 1 where a prior knows only its view")
    parser.add_argument("--draw", action="store_true", help="draw moves from the probabilities")
    parser.add_argument("--check", type=int, default=2000, help="games of the last comparison")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.by == "play" and not options.minutes and not options.generations:
        parser.error("--minutes or --generations says when to stop")
    games = [cv.load_game(spec) for spec in options.games]
    heuristic = find(games[0].name)
    if heuristic is None or any(game.name != games[0].name for game in games):
        print("the games must be one game with a heuristic", file=sys.stderr)
        return 2
    tables = [Table(game, heuristic, options.samples, options.draw) for game in games]
    start = np.array(heuristic.vector(options.start))
    scale = np.maximum(np.abs(start), options.least) * (options.spread if options.by == "play" else 1.0)
    for index, name in enumerate(heuristic.names):
        if not any(fnmatch(name, p) for p in options.only) or any(fnmatch(name, p) for p in options.keep):
            scale[index] = 0.0
    new = (tune if options.by == "play" else fit)(tables, start, scale, options)
    report(tables, new, start, options.check)
    print("[weights.tuned]")
    for name, value, changed in zip(heuristic.names, new, scale > 0, strict=True):
        if changed:
            print(f"{name} = {value:.4g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
