"""The Plackett-Luce model with ties and seats, fitted to all games of a tournament at once.

A game is a series of choices: who comes first among all seats, who next among the rest, and so on. The strength of a
seat is the product of its bot's strength and of the seat's own (its effect at a table of that size). The set S is
chosen out of the seats left with a probability in proportion to `tie[|S|] * (product of strengths in S) ** (1 / |S|)`.
This is the Davidson-Luce model (Turner, van Etten, Firth & Kosmidis 2020) with a covariate for the seat; without ties
it is Plackett-Luce, with two seats Davidson's model, without both Elo's formula. Logarithms of strengths, seats and
ties have weak normal priors, so that a bot that won every game has a finite rating. The fit is a concave problem,
solved by Newton's method. Games are sorted first: their order changes nothing, not even the last bit.

Replicates come from the bootstrap over deals: all games of a deal share their cards and are drawn together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

PRIOR_SD = 3.0
"""Standard deviation of the prior on log strengths and ties: about 520 rating points."""
SEAT_PRIOR_SD = 0.5
"""The same for seats, about 87 points: what a seat and a bot explain equally well is put down to the bot."""
CLOSE = 1e-6
"""A replicate is found when the rest of the way, in squared standard errors, is below this."""
STEPS = 50


@dataclass(frozen=True, order=True)
class Outcome:
    """One game: `bots[s]` is the number of the bot in seat s, `places[s]` its place (1 is best, ties share)."""

    deal: int
    bots: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Estimate:
    """Logarithms of what was fitted."""

    strengths: Floats
    """(bots,): with mean 0, unless some were held."""
    seats: dict[int, Floats]
    """By table size: (seats,) with mean 0."""


_Stage = tuple[tuple[tuple[int, int], ...], int]
"""One choice: (bot, seat parameter) of those to choose from, and the bit mask of those that were chosen."""


@dataclass(frozen=True)
class _Choices:
    """All choices among sets of one size, as arrays. A set has a slot for each member and one for each kind of tie."""

    mix: Floats
    """(subsets, slots): the score of a subset is linear in the slots of its set."""
    first: Integers
    """(sets, slots): the parameter of each slot, the bot or the tie."""
    second: Integers
    """(sets, slots): the parameter added to it, the seat; a dummy behind the last for ties."""
    index: Integers
    """(choices,): set * subsets + subset, for every choice that was made."""
    deals: Integers
    """(choices,): the deal it was made in."""

    @cached_property
    def pairs(self) -> Floats:
        """(subsets, slots * slots): products of the columns of `mix`."""
        return (self.mix[:, :, None] * self.mix[:, None, :]).reshape(len(self.mix), -1)

    def counts(self, weights: Floats) -> Floats:
        """(sets, subsets): how often each subset was chosen, each deal counted as often as its weight says."""
        shape = len(self.first), len(self.mix)
        counts: Floats = np.bincount(self.index, weights[self.deals], minlength=shape[0] * shape[1]).astype(np.float64)
        return counts.reshape(shape)


class PlackettLuce:
    """The games of a tournament, arranged for repeated fits.

    `held` fixes the log strengths of some bots by number. With one the whole scale is shifted.
    `seats=False` leaves the effects of seats out.
    """

    def __init__(
        self, outcomes: Iterable[Outcome], bots: int, *, held: Mapping[int, float] | None = None, seats: bool = True
    ) -> None:
        games = sorted(outcomes)
        self.bots = bots
        self._sizes = sorted({len(o.bots) for o in games}) if seats else []
        offsets = dict(zip(self._sizes, bots + np.cumsum([0, *self._sizes]), strict=False))
        self._seats = {size: slice(int(start), int(start) + size) for size, start in offsets.items()}
        dense = {deal: i for i, deal in enumerate(sorted({o.deal for o in games}))}
        self.deals = len(dense)
        stages = [(stage, dense[o.deal]) for o in games for stage in _stages(o, int(offsets.get(len(o.bots), -1)))]
        self._ties = sorted({mask.bit_count() for (_, mask), _ in stages} - {1})
        ties = bots + sum(self._sizes)
        self._size = ties + len(self._ties)
        self._choices = [
            self._arrange([(s, d) for s, d in stages if len(s[0]) == size], size, ties)
            for size in sorted({len(members) for (members, _), _ in stages})
        ]
        self._free = np.setdiff1d(np.arange(self._size), list(held or ()))
        self._start = np.zeros(self._size)
        precision = np.full(self._size, PRIOR_SD**-2)
        precision[bots:ties] = SEAT_PRIOR_SD**-2
        self._precision = np.diag(precision)
        if held:
            self._start[:bots] = sum(held.values()) / len(held)
            self._start[list(held)] = list(held.values())
            # Strengths scatter around their own mean, wherever the scale has put it.
            self._precision[:bots, :bots] -= PRIOR_SD**-2 / bots
        self._held = bool(held)

    def _arrange(self, stages: list[tuple[_Stage, int]], size: int, ties: int) -> _Choices:
        sizes = {1, *self._ties}
        masks = [mask for mask in range(1, 1 << size) if mask.bit_count() in sizes]
        column = {mask: i for i, mask in enumerate(masks)}
        row = {members: i for i, members in enumerate(dict.fromkeys(members for (members, _), _ in stages))}
        mix = np.zeros((len(masks), size + len(self._ties)))
        for i, mask in enumerate(masks):
            chosen = mask.bit_count()
            mix[i, [seat for seat in range(size) if mask >> seat & 1]] = 1 / chosen
            if chosen > 1:
                mix[i, size + self._ties.index(chosen)] = 1.0
        members = np.array(list(row), dtype=np.int64)
        extra = np.broadcast_to(ties + np.arange(len(self._ties)), (len(row), len(self._ties)))
        seat = np.where(members[:, :, 1] < 0, self._size, members[:, :, 1])
        return _Choices(
            mix=mix,
            first=np.hstack([members[:, :, 0], extra]),
            second=np.hstack([seat, np.full_like(extra, self._size)]),
            index=np.array([row[members] * len(masks) + column[mask] for (members, mask), _ in stages], dtype=np.int64),
            deals=np.array([deal for _, deal in stages], dtype=np.int64),
        )

    def fit(self, weights: Floats | None = None) -> Estimate:
        """The posterior mode. `weights`: (deals,) how often each deal counts, once by default."""
        counts = self._counts(np.ones(self.deals) if weights is None else weights)
        return self._estimate(self._newton(self._start, counts))

    def bootstrap(self, samples: int, seed: int) -> list[Estimate]:
        """Fits to `samples` draws of as many deals with replacement."""
        rng = np.random.default_rng(seed)
        centre = self._newton(self._start, self._counts(np.ones(self.deals)))
        # Replicates are close to the whole: its curvature, inverted once, leads to nearly all of them.
        inverse = np.linalg.inv(self._curvature(centre, self._counts(np.ones(self.deals)))).astype(np.float64)
        drawn = (self._counts(resample(rng, self.deals)) for _ in range(samples))
        return [self._estimate(self._near(centre, counts, inverse)) for counts in drawn]

    def _counts(self, weights: Floats) -> list[Floats]:
        return [choices.counts(weights) for choices in self._choices]

    def _estimate(self, x: Floats) -> Estimate:
        strengths = x[: self.bots] - (0.0 if self._held else x[: self.bots].mean())
        return Estimate(strengths, {size: x[part] - x[part].mean() for size, part in self._seats.items()})

    def _newton(self, x: Floats, counts: list[Floats]) -> Floats:
        value, gradient = self._posterior(x, counts)
        for _ in range(2 * STEPS):
            step = np.linalg.solve(self._curvature(x, counts), gradient).astype(np.float64)
            slope = float(gradient @ step)
            if slope < 1e-9:
                break
            # Concave: a short enough Newton step always climbs.
            scale = 1.0
            while (trial := self._posterior(self._moved(x, scale * step), counts))[0] < value + 1e-4 * scale * slope:
                scale /= 2
                if scale < 1e-6:
                    return x
            x, (value, gradient) = self._moved(x, scale * step), trial
        return x

    def _near(self, x: Floats, counts: list[Floats], inverse: Floats) -> Floats:
        """The mode near x by steps of one fixed curvature; by Newton's method where they do not close in."""
        start, last = x, np.inf
        for _ in range(STEPS):
            _, gradient = self._posterior(x, counts)
            step = inverse @ gradient
            slope = float(gradient @ step)
            if slope < CLOSE:
                return x
            if slope > last / 2:
                break
            x, last = self._moved(x, step), slope
        return self._newton(start, counts)

    def _moved(self, x: Floats, step: Floats) -> Floats:
        x = x.copy()
        x[self._free] += step
        return x

    def _chances(self, x: Floats) -> list[Floats]:
        """(sets, subsets) of log probabilities, for every size of set."""
        padded = np.append(x, 0.0)
        logs = []
        for choices in self._choices:
            scores = (padded[choices.first] + padded[choices.second]) @ choices.mix.T
            scores -= scores.max(axis=1, keepdims=True)
            logs.append(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)))
        return logs

    def _posterior(self, x: Floats, counts: list[Floats]) -> tuple[float, Floats]:
        """Log posterior at x, and its gradient along the free parameters."""
        value = -0.5 * float(x @ self._precision @ x)
        gradient = np.append(-self._precision @ x, 0.0)
        for choices, count, logs in zip(self._choices, counts, self._chances(x), strict=True):
            value += float((count * logs).sum())
            pull = ((count - count.sum(axis=1, keepdims=True) * np.exp(logs)) @ choices.mix).ravel()
            for slots in (choices.first, choices.second):
                gradient += np.bincount(slots.ravel(), pull, minlength=self._size + 1)
        return value, gradient[self._free]

    def _curvature(self, x: Floats, counts: list[Floats]) -> Floats:
        """Minus the Hessian of the log posterior along the free parameters."""
        width = self._size + 1
        total = np.zeros(width * width)
        for choices, count, logs in zip(self._choices, counts, self._chances(x), strict=True):
            chances, weight = np.exp(logs), count.sum(axis=1)
            means = chances @ choices.mix
            moments = chances @ choices.pairs - (means[:, :, None] * means[:, None, :]).reshape(len(means), -1)
            spread = (weight[:, None] * moments).ravel()
            for one in (choices.first, choices.second):
                for other in (choices.first, choices.second):
                    cells = (one[:, :, None] * width + other[:, None, :]).ravel()
                    total += np.bincount(cells, spread, minlength=width * width)
        curvature: Floats = total.reshape(width, width)[:-1, :-1] + self._precision
        free: Floats = curvature[np.ix_(self._free, self._free)]
        return free


def _stages(outcome: Outcome, offset: int) -> list[_Stage]:
    """The choices of one game, first place first. `offset`: the parameter of seat 0, or -1 for none."""
    seats = range(offset, offset + len(outcome.bots)) if offset >= 0 else [-1] * len(outcome.bots)
    left = sorted(zip(outcome.bots, seats, outcome.places, strict=True))
    stages = []
    while len(left) > 1:
        best = min(place for *_, place in left)
        mask = sum(1 << i for i, (*_, place) in enumerate(left) if place == best)
        stages.append((tuple((bot, seat) for bot, seat, _ in left), mask))
        left = [member for member in left if member[2] != best]
    return stages


def resample(rng: np.random.Generator, count: int) -> Floats:
    """Bootstrap weights: how often each of `count` items is drawn in as many draws with replacement."""
    return np.bincount(rng.integers(0, count, count), minlength=count).astype(np.float64)
