"""What the results of a tournament say about its bots, as plain data."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from caravela.arena.intervals import mean_interval, share_interval
from caravela.arena.ratings import Rating, Ratings, rate
from caravela.arena.results import GameResult, SeatResult


@dataclass(frozen=True)
class Share:
    """Wins at one table size. Shared wins count in parts; games without a winner are left out."""

    games: int
    """Seats taken in games that somebody won: a bot that sits at one table twice counts twice."""
    wins: float
    share: float
    low: float
    """Ends of Wilson's 95 % interval."""
    high: float


@dataclass(frozen=True)
class Standing:
    """One bot's results. The same for the same games, wherever and however fast they were played."""

    bot: str
    rating: Rating | None
    """None where there is nobody to compare with, or no game was won."""
    games: int
    """Seats taken, games without a winner included."""
    shares: dict[int, Share]
    """By number of players."""
    score: float
    """Mean points."""
    score_low: float
    """Ends of a bootstrap interval of 95 %, with the games of a deal drawn together."""
    score_high: float
    place: float
    """Mean place in games that somebody won; places 1, 2, 2, 4 count 1, 2.5, 2.5, 4. 0 without such games."""
    faults: int


@dataclass(frozen=True)
class Speed:
    """One bot's times."""

    bot: str
    moves: int
    seconds: float
    moves_per_second: float
    iterations_per_second: float
    """Over those moves that were searched; 0 for bots that do not search."""


def standings(
    results: Sequence[GameResult], *, anchors: Mapping[str, float] | None = None, seed: int = 0
) -> list[Standing]:
    """Best rating first; then as in the results. `seed` is that of the bootstrap, `anchors` fix the scale."""
    return rated_standings(results, rate(results, anchors=anchors, seed=seed), seed=seed)


def rated_standings(results: Sequence[GameResult], ratings: Ratings | None, *, seed: int = 0) -> list[Standing]:
    """The same with ratings that are there already."""
    table = [_standing(bot, ratings.bots[bot] if ratings else None, results, seed) for bot in bots_of(results)]
    return sorted(table, key=lambda standing: -standing.rating.value if standing.rating else 0.0)


def speeds(results: Sequence[GameResult]) -> list[Speed]:
    """The times of each bot, in the order in which the results name them."""
    return [_speed(bot, [seat for r in results for seat in r.seats if seat.bot == bot]) for bot in bots_of(results)]


def undecided(results: Sequence[GameResult]) -> dict[int, tuple[int, int]]:
    """By number of players: (games that nobody won, all games)."""
    sizes = sorted({len(r.seats) for r in results})
    return {
        size: (
            sum(not r.decided for r in results if len(r.seats) == size),
            sum(len(r.seats) == size for r in results),
        )
        for size in sizes
    }


def bots_of(results: Sequence[GameResult]) -> list[str]:
    """The bots that played, in order of appearance."""
    return list(dict.fromkeys(seat.bot for r in results for seat in r.seats))


def _standing(bot: str, rating: Rating | None, results: Sequence[GameResult], seed: int) -> Standing:
    own = [(r, seat) for r in results for seat in r.seats if seat.bot == bot]
    decided = [(r, seat) for r, seat in own if r.decided]
    scores: dict[int, list[float]] = defaultdict(list)
    for r, seat in own:
        scores[r.deal].append(seat.score)
    low, high = mean_interval([scores[deal] for deal in sorted(scores)], seed=seed)
    return Standing(
        bot=bot,
        rating=rating,
        games=len(own),
        shares={
            size: share_of([seat.win for r, seat in decided if len(r.seats) == size])
            for size in sorted({len(r.seats) for r, _ in decided})
        },
        score=_mean(seat.score for _, seat in own),
        score_low=low,
        score_high=high,
        place=_mean(_shared_place(seat, r) for r, seat in decided),
        faults=sum(len(seat.faults) for _, seat in own),
    )


def share_of(wins: Sequence[float]) -> Share:
    """The share of one seat in each game, from its parts of the wins."""
    total = fsum(wins)
    return Share(len(wins), total, total / len(wins), *share_interval(total, len(wins)))


def _shared_place(seat: SeatResult, result: GameResult) -> float:
    ties = sum(other.place == seat.place for other in result.seats)
    return seat.place + (ties - 1) / 2


def _speed(bot: str, seats: Sequence[SeatResult]) -> Speed:
    moves, seconds = sum(s.moves for s in seats), sum(s.seconds for s in seats)
    searched = sum(s.search_seconds for s in seats)
    return Speed(
        bot=bot,
        moves=moves,
        seconds=seconds,
        moves_per_second=moves / seconds if seconds else 0.0,
        iterations_per_second=sum(s.iterations for s in seats) / searched if searched else 0.0,
    )


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return fsum(numbers) / len(numbers) if numbers else 0.0
