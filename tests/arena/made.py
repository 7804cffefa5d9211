"""Games that nobody played: by hand, and from a known model."""

from itertools import combinations
from math import sqrt

import numpy as np

from caravela.arena import GameResult, SeatResult
from caravela.arena.plackett_luce import Outcome


def games(places: tuple[int, ...], count: int, bots: tuple[int, ...] | None = None) -> list[Outcome]:
    return [Outcome(i, bots or tuple(range(len(places))), places) for i in range(count)]


def simulated(
    rng: np.random.Generator, truth: np.ndarray, seats: np.ndarray, deals: int, *, tie: float = 0.0
) -> list[Outcome]:
    """Deals of all bots at one table, played in every rotation, as the model has it; `tie`: of ties of two."""
    size, outcomes = len(truth), []
    for deal in range(deals):
        for turn in range(size):
            bots = tuple((seat + turn) % size for seat in range(size))
            outcomes.append(Outcome(deal, bots, _places(rng, np.exp(truth[list(bots)] + seats), tie)))
    return outcomes


def _places(rng: np.random.Generator, strengths: np.ndarray, tie: float) -> tuple[int, ...]:
    places, left, place = [0] * len(strengths), list(range(len(strengths))), 1
    while left:
        sets = [(i,) for i in left] + [pair for pair in combinations(left, 2) if tie]
        weights = np.array([strengths[s[0]] if len(s) == 1 else tie * sqrt(strengths[list(s)].prod()) for s in sets])
        chosen = sets[int(np.searchsorted(weights.cumsum(), rng.random() * weights.sum(), side="right"))]
        for i in chosen:
            places[i] = place
        place += len(chosen)
        left = [i for i in left if i not in chosen]
    return tuple(places)


def seat(bot: str, place: int, win: float = 0.0) -> SeatResult:
    return SeatResult(bot, win, place, 0.0, 0.0, 0, 0.0, 0, 0.0, ())


def results(outcomes: list[Outcome], names: str = "abcd") -> list[GameResult]:
    return [
        GameResult(o.deal, tuple(seat(names[b], p, float(p == 1)) for b, p in zip(o.bots, o.places, strict=True)))
        for o in outcomes
    ]


def game(deal: int, *places: tuple[str, int]) -> GameResult:
    return GameResult(deal, tuple(seat(bot, place, float(place == 1)) for bot, place in places))
