"""Games that nobody played: by hand, and from a known model."""

import numpy as np

from caravela.arena import GameResult, SeatResult
from caravela.arena.plackett_luce import Outcome


def games(places: tuple[int, ...], count: int, bots: tuple[int, ...] | None = None) -> list[Outcome]:
    return [Outcome(i, bots or tuple(range(len(places))), places) for i in range(count)]


def simulated(
    rng: np.random.Generator, truth: np.ndarray, seats: np.ndarray, deals: int, *, tie: float = 0.0
) -> list[Outcome]:
    """Deals of all bots at one table, played in every rotation. Neighbours closer than `tie` share a place."""
    size, outcomes = len(truth), []
    for deal in range(deals):
        for turn in range(size):
            bots = tuple((seat + turn) % size for seat in range(size))
            powers = truth[list(bots)] + seats + rng.gumbel(size=size)
            order = powers.argsort()[::-1]
            places = [0] * size
            for position, seat in enumerate(order):
                if position and powers[order[position - 1]] - powers[seat] < tie:
                    places[seat] = places[order[position - 1]]
                else:
                    places[seat] = position + 1
            outcomes.append(Outcome(deal, bots, tuple(places)))
    return outcomes


def seat(bot: str, place: int, win: float = 0.0) -> SeatResult:
    return SeatResult(bot, win, place, 0.0, 0.0, 0, 0.0, 0, 0.0, ())


def results(outcomes: list[Outcome], names: str = "abcd") -> list[GameResult]:
    return [
        GameResult(o.deal, tuple(seat(names[b], p, float(p == 1)) for b, p in zip(o.bots, o.places, strict=True)))
        for o in outcomes
    ]


def game(deal: int, *places: tuple[str, int]) -> GameResult:
    return GameResult(deal, tuple(seat(bot, place, float(place == 1)) for bot, place in places))
