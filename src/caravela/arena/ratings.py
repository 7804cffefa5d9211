"""Ratings of the bots of a tournament on a scale as in chess, with the effects of seats.

400 points are odds of ten to one. Without anchors the mean of all bots is 1500. Anchors are frozen bots whose ratings
are given and held fixed in the fit: then a rating means the same in every tournament in which they play.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from caravela.arena.plackett_luce import Estimate, Floats, Outcome, PlackettLuce
from caravela.arena.results import GameResult

ELO = 400 / log(10)
"""Rating points for a factor e of strength."""
MEAN_RATING = 1500.0
SAMPLES = 400
"""Draws of the bootstrap."""


@dataclass(frozen=True)
class Rating:
    """A value with the ends of its confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """What the model says about the bots and the seats of a tournament."""

    bots: dict[str, Rating]
    """In alphabetical order."""
    seats: dict[int, tuple[Rating, ...]]
    """By number of players: what a seat is worth, in rating points; the mean of a table is 0."""
    anchors: dict[str, float]
    """The bots that were held, with their ratings."""
    free: dict[str, float]
    """The ratings that these games alone give all bots; with anchors, shifted to the anchors' mean."""
    superiority: dict[str, dict[str, float]]
    """By bot and rival: the share of the draws of the bootstrap in which the bot is rated higher. These games alone
    decide it; anchors play no part."""


def outcomes_of(results: Iterable[GameResult], bots: Sequence[str]) -> list[Outcome]:
    """The games that somebody won, as the model takes them."""
    number = {bot: i for i, bot in enumerate(bots)}
    return [
        Outcome(r.deal, tuple(number[s.bot] for s in r.seats), tuple(s.place for s in r.seats))
        for r in results
        if r.decided
    ]


def rate(
    results: Iterable[GameResult],
    *,
    anchors: Mapping[str, float] | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    confidence: float = 0.95,
) -> Ratings | None:
    """Ratings with bootstrap intervals over deals, from the games that somebody won; the order of games is nothing.

    None with fewer than two bots or without such a game. `anchors` may name bots that did not play.
    """
    results = list(results)
    bots = sorted({seat.bot for r in results for seat in r.seats})
    outcomes = outcomes_of(results, bots)
    if len(bots) < 2 or not outcomes:
        return None
    held = {bot: value for bot, value in (anchors or {}).items() if bot in bots}
    alone = PlackettLuce(outcomes, len(bots))
    free, draws = alone.fit(), alone.bootstrap(samples, seed)
    superiority = likelihoods(np.array([draw.strengths for draw in draws]))
    values = points(free, 0.0)
    values += np.mean([held[b] - values[bots.index(b)] for b in held]) if held else MEAN_RATING
    centre = free
    if held:
        model = PlackettLuce(
            outcomes, len(bots), held={bots.index(bot): (held[bot] - MEAN_RATING) / ELO for bot in held}
        )
        centre, draws = model.fit(), model.bootstrap(samples, seed)
    return Ratings(
        bots=dict(zip(bots, _intervals(points(centre), np.array([points(d) for d in draws]), confidence), strict=True)),
        seats={
            size: _intervals(ELO * effects, np.array([ELO * d.seats[size] for d in draws]), confidence)
            for size, effects in centre.seats.items()
        },
        anchors=held,
        free=dict(zip(bots, values.tolist(), strict=True)),
        superiority={a: dict(zip(bots, row, strict=True)) for a, row in zip(bots, superiority.tolist(), strict=True)},
    )


def quick_ratings(results: Iterable[GameResult], anchors: Mapping[str, float] | None = None) -> dict[str, float]:
    """Ratings without intervals, while a tournament runs; none with fewer than two bots or without a decided game."""
    results = list(results)
    bots = sorted({seat.bot for r in results for seat in r.seats})
    outcomes = outcomes_of(results, bots)
    if len(bots) < 2 or not outcomes:
        return {}
    held = {i: (anchors[bot] - MEAN_RATING) / ELO for i, bot in enumerate(bots) if anchors and bot in anchors}
    return dict(zip(bots, points(PlackettLuce(outcomes, len(bots), held=held).fit()).tolist(), strict=True))


def points(estimate: Estimate, mean: float = MEAN_RATING) -> Floats:
    """(bots,) log strengths as rating points."""
    values: Floats = mean + ELO * estimate.strengths
    return values


def likelihoods(draws: Floats) -> Floats:
    """(bots, bots) from (samples, bots): the share of samples in which the row's bot is above the column's.

    Equal values count half; so does a bot against itself.
    """
    above = (draws[:, :, None] > draws[:, None, :]).mean(axis=0)
    same = (draws[:, :, None] == draws[:, None, :]).mean(axis=0)
    shares: Floats = above + same / 2
    return shares


def _intervals(centre: Floats, draws: Floats, confidence: float) -> tuple[Rating, ...]:
    tail = (1 - confidence) / 2
    low, high = np.quantile(draws, [tail, 1 - tail], axis=0)
    return tuple(Rating(*map(float, row)) for row in zip(centre, low, high, strict=True))
