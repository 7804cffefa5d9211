"""Ratings from whole tournaments: the Plackett-Luce model with ties, fitted to all games at once.

A game is a series of choices: who comes first among all seats, who next among the rest, and so on. The set S is chosen
out of the seats left with a probability in proportion to `tie[|S|] * (product of strengths in S) ** (1 / |S|)`. This is
the Davidson-Luce model (Turner, van Etten, Firth & Kosmidis 2020); without ties it is Plackett-Luce, with two
seats Davidson's model, without both Elo's formula. Logarithms of strengths and ties have a weak normal
prior, so that a bot that won every game has a finite rating. The fit is a concave problem, solved by Newton's method.

Intervals come from the bootstrap over deals: all games of a deal share their cards and are drawn together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

ELO = 400 / log(10)
"""Rating points for a factor e of strength, as in chess: 400 points are odds of ten to one."""
MEAN_RATING = 1500.0
PRIOR_SD = 3.0
"""Standard deviation of the prior on log strengths: about 520 rating points."""


@dataclass(frozen=True)
class Outcome:
    """One game: `bots[s]` is the number of the bot in seat s, `places[s]` its place (1 is best, ties share)."""

    deal: int
    bots: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Rating:
    """A rating with the ends of its confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class _Choices:
    """All choices among sets of one size, as arrays."""

    design: Floats
    """(sets, subsets, parameters): the score of a subset is linear in log strengths and log ties."""
    index: Integers
    """(choices,): set * subsets + subset, for every choice that was made."""
    deals: Integers
    """(choices,): the deal it was made in."""

    def counts(self, weights: Floats) -> Floats:
        """(sets, subsets): how often each subset was chosen, each deal counted as often as its weight says."""
        sets, subsets, _ = self.design.shape
        counts: Floats = np.bincount(self.index, weights[self.deals], minlength=sets * subsets).astype(np.float64)
        return counts.reshape(sets, subsets)


_Stage = tuple[tuple[int, ...], int]
"""One choice: the bots to choose from, in ascending order, and the bit mask of those that were chosen."""


def _stages(outcome: Outcome) -> list[_Stage]:
    """The choices of one game, first place first."""
    left = sorted(zip(outcome.bots, outcome.places, strict=True))
    stages = []
    while len(left) > 1:
        best = min(place for _, place in left)
        mask = sum(1 << i for i, (_, place) in enumerate(left) if place == best)
        stages.append((tuple(bot for bot, _ in left), mask))
        left = [(bot, place) for bot, place in left if place != best]
    return stages


class PlackettLuce:
    """The games of a tournament, arranged for repeated fits."""

    def __init__(self, outcomes: Sequence[Outcome], bots: int) -> None:
        self.bots = bots
        self.deals = 1 + max((o.deal for o in outcomes), default=-1)
        stages = [(stage, o.deal) for o in outcomes for stage in _stages(o)]
        ties = {mask.bit_count() for (_, mask), _ in stages}
        self._ties = sorted(ties - {1})
        self._choices = [
            self._arrange([(s, d) for s, d in stages if len(s[0]) == size], size)
            for size in sorted({len(members) for (members, _), _ in stages})
        ]

    def _arrange(self, stages: list[tuple[_Stage, int]], size: int) -> _Choices:
        sizes = {1, *self._ties}
        masks = [mask for mask in range(1, 1 << size) if mask.bit_count() in sizes]
        column = {mask: i for i, mask in enumerate(masks)}
        row = {members: i for i, members in enumerate(dict.fromkeys(members for (members, _), _ in stages))}
        design = np.zeros((len(row), len(masks), self.bots + len(self._ties)))
        for i, mask in enumerate(masks):
            chosen = [seat for seat in range(size) if mask >> seat & 1]
            for members, j in row.items():
                for seat in chosen:  # a bot may sit at one table twice: its weights add up
                    design[j, i, members[seat]] += 1 / len(chosen)
            if len(chosen) > 1:
                design[:, i, self.bots + self._ties.index(len(chosen))] = 1.0
        return _Choices(
            design=design,
            index=np.array([row[members] * len(masks) + column[mask] for (members, mask), _ in stages], dtype=np.int64),
            deals=np.array([deal for _, deal in stages], dtype=np.int64),
        )

    def fit(self, weights: Floats | None = None) -> Floats:
        """(bots,) log strengths with mean 0. `weights`: (deals,) how often each deal counts, once by default."""
        if weights is None:
            weights = np.ones(self.deals)
        parts = [(c.design, c.counts(weights)) for c in self._choices]
        x = np.zeros(self.bots + len(self._ties))
        value, gradient, hessian = _posterior(x, parts)
        for _ in range(100):
            step = np.linalg.solve(hessian, gradient)
            slope = float(gradient @ step)
            if slope < 1e-9:
                break
            # Concave: a short enough Newton step always climbs.
            scale = 1.0
            while (trial := _posterior(x + scale * step, parts))[0] < value + 1e-4 * scale * slope and scale > 1e-6:
                scale /= 2
            x = x + scale * step
            value, gradient, hessian = trial
        strengths: Floats = x[: self.bots] - x[: self.bots].mean()
        return strengths

    def ratings(self, *, samples: int = 200, seed: int = 0, confidence: float = 0.95) -> list[Rating]:
        """A rating for each bot on an Elo-like scale with mean 1500, with bootstrap intervals over deals."""
        rng = np.random.default_rng(seed)
        centre = self.fit()
        drawn = np.array([self.fit(resample(rng, self.deals)) for _ in range(samples)])
        tail = (1 - confidence) / 2
        low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
        return [Rating(*(MEAN_RATING + ELO * float(x) for x in row)) for row in zip(centre, low, high, strict=True)]


def _posterior(x: Floats, parts: list[tuple[Floats, Floats]]) -> tuple[float, Floats, Floats]:
    """Log posterior at x, its gradient, and its Hessian with the sign changed."""
    value = -0.5 * float(x @ x) / PRIOR_SD**2
    gradient = -x / PRIOR_SD**2
    hessian = np.eye(len(x)) / PRIOR_SD**2
    for design, counts in parts:
        scores = design @ x
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        chances = np.exp(logs)
        expected = counts.sum(axis=1, keepdims=True) * chances
        means = np.einsum("as,asp->ap", chances, design)
        value += float((counts * logs).sum())
        gradient = gradient + np.einsum("as,asp->p", counts - expected, design)
        hessian += np.einsum("as,asp,asq->pq", expected, design, design)
        hessian -= np.einsum("a,ap,aq->pq", counts.sum(axis=1), means, means)
    return value, gradient, hessian


def resample(rng: np.random.Generator, count: int) -> Floats:
    """Bootstrap weights: how often each of `count` items is drawn in as many draws with replacement."""
    return np.bincount(rng.integers(0, count, count), minlength=count).astype(np.float64)
