"""OpenSkill's online rating: what a ladder that never ends would show after these games.

It takes the games one by one, in the order of the plan, so unlike the fit to all games its numbers depend on that
order. Model: Plackett-Luce of Weng & Lin (2011) as in openskill (extra `arena`), with its defaults.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from caravela.arena.results import GameResult


@dataclass(frozen=True)
class Online:
    """A bot's belief about itself: skill is normal with mean `mu` and standard deviation `sigma`."""

    bot: str
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A skill that is exceeded with 99.7 %."""
        return self.mu - 3 * self.sigma


def online_ratings(results: Sequence[GameResult]) -> list[Online]:
    """Highest mean first. Games that nobody won are left out.

    A bot in several seats of one game learns from each of them: its mean moves by the sum of what its seats would
    move, its deviation shrinks by the product. ModuleNotFoundError without openskill, saying how to get it.
    """
    model = _model()
    ratings: dict[str, Any] = {seat.bot: model.rating() for r in results for seat in r.seats}
    for r in results:
        if not r.decided:
            continue
        before = {seat.bot: (ratings[seat.bot].mu, ratings[seat.bot].sigma) for seat in r.seats}
        teams = [[model.create_rating([*before[seat.bot]])] for seat in r.seats]
        after = model.rate(teams, ranks=[float(seat.place) for seat in r.seats])
        for seat, (new,) in zip(r.seats, after, strict=True):
            mu, sigma = before[seat.bot]
            ratings[seat.bot].mu += new.mu - mu
            ratings[seat.bot].sigma *= new.sigma / sigma
    found = [Online(bot, float(rating.mu), float(rating.sigma)) for bot, rating in ratings.items()]
    return sorted(found, key=lambda online: (-online.mu, online.bot))


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        raise ModuleNotFoundError("online ratings need openskill: pip install 'caravela[arena]'") from None
    return PlackettLuce()
