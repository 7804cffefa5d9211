"""Everything worth knowing about a tournament, as plain data: what pages, tables and files are made of.

All but `times` is the same for the same games, wherever and however fast they were played.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from caravela.arena.online import Online, online_ratings
from caravela.arena.pairs import Pair, head_to_head
from caravela.arena.ratings import SAMPLES, Rating, rate
from caravela.arena.results import GameResult, SeatResult
from caravela.arena.standings import Share, Standing, bots_of, rated_standings, share_of, undecided

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class SeatEffect:
    """What it is worth to sit somewhere."""

    players: int
    seat: int
    """Counted from 0; 0 begins."""
    rating: Rating | None
    """In points against the mean of the seats of this table; None without ratings."""
    wins: Share | None
    """Over all bots; None if no game at this table was won."""
    score: float
    """Mean points."""


@dataclass(frozen=True)
class Spread:
    """How something is spread over a bot's games: mean, then the quantiles 5, 25, 50, 75 and 95 per cent."""

    bot: str
    players: int
    games: int
    mean: float
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class Thinking:
    """A bot's times, in seconds."""

    bot: str
    moves: int
    seconds: float
    per_move: float
    quantiles: tuple[float, ...]
    """Of the mean time for a move, over games."""
    iterations_per_second: float
    """Over those moves that were searched; 0 for bots that do not search."""


@dataclass(frozen=True)
class FaultCount:
    """One kind of fault of one bot."""

    bot: str
    kind: str
    count: int
    example: str
    """The first one's details."""


@dataclass(frozen=True)
class Anchor:
    """A frozen bot whose rating was given."""

    bot: str
    rating: float
    free: float
    """What these games alone would rate it, on the same scale: far from `rating` means that they do not fit it."""


@dataclass(frozen=True)
class Report:
    """A tournament in numbers."""

    title: str
    settings: dict[str, str]
    """What it takes to repeat it, by name."""
    games: int
    undecided: dict[int, tuple[int, int]]
    """By number of players: games that nobody won, all games."""
    standings: list[Standing]
    anchors: list[Anchor]
    seats: list[SeatEffect]
    pairs: list[Pair]
    superiority: dict[str, dict[str, float]]
    """Empty without ratings."""
    scores: list[Spread]
    faults: list[FaultCount]
    online: list[Online] | None
    """None unless asked for."""
    times: list[Thinking]


def make_report(
    results: Sequence[GameResult],
    *,
    title: str = "Tournament",
    settings: Mapping[str, str] | None = None,
    anchors: Mapping[str, float] | None = None,
    online: bool = False,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Report:
    """All statistics of `results`. `seed` and `samples` are those of the bootstrap.

    ValueError without a game; ModuleNotFoundError if `online` ratings are asked for and openskill is missing.
    """
    if not results:
        raise ValueError("no game has been played, so there is nothing to report")
    ratings = rate(results, anchors=anchors, samples=samples, seed=seed)
    table = rated_standings(results, ratings, seed=seed)
    order = [standing.bot for standing in table]
    return Report(
        title=title,
        settings=dict(settings or {}),
        games=len(results),
        undecided=undecided(results),
        standings=table,
        anchors=[Anchor(bot, value, ratings.free[bot]) for bot, value in ratings.anchors.items()] if ratings else [],
        seats=_seats(results, ratings.seats if ratings else {}),
        pairs=_ranked(head_to_head(results, seed=seed), order),
        superiority={a: {b: ratings.superiority[a][b] for b in order} for a in order} if ratings else {},
        scores=_scores(results, order),
        faults=_faults(results),
        online=online_ratings(results) if online else None,
        times=[_thinking(bot, [s for r in results for s in r.seats if s.bot == bot]) for bot in bots_of(results)],
    )


def _ranked(pairs: list[Pair], order: list[str]) -> list[Pair]:
    rank = {bot: i for i, bot in enumerate(order)}
    return sorted(pairs, key=lambda pair: (rank[pair.bot], rank[pair.rival]))


def _seats(results: Sequence[GameResult], effects: Mapping[int, tuple[Rating, ...]]) -> list[SeatEffect]:
    found: list[SeatEffect] = []
    for size in sorted({len(r.seats) for r in results}):
        games = [r for r in results if len(r.seats) == size]
        decided = [r for r in games if r.decided]
        found.extend(
            SeatEffect(
                players=size,
                seat=seat,
                rating=effects[size][seat] if size in effects else None,
                wins=share_of([r.seats[seat].win for r in decided]) if decided else None,
                score=fsum(r.seats[seat].score for r in games) / len(games),
            )
            for seat in range(size)
        )
    return found


def _scores(results: Sequence[GameResult], order: list[str]) -> list[Spread]:
    scores: dict[tuple[str, int], list[float]] = defaultdict(list)
    for r in results:
        for seat in r.seats:
            scores[seat.bot, len(r.seats)].append(seat.score)
    keys = sorted(scores, key=lambda key: (order.index(key[0]), key[1]))
    return [
        Spread(*key, len(scores[key]), fsum(scores[key]) / len(scores[key]), quantiles(scores[key])) for key in keys
    ]


def _faults(results: Sequence[GameResult]) -> list[FaultCount]:
    kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
    for r in results:
        for seat in r.seats:
            for fault in seat.faults:
                kinds[seat.bot, fault.kind].append(fault.detail)
    return [FaultCount(bot, kind, len(details), details[0]) for (bot, kind), details in kinds.items()]


def _thinking(bot: str, seats: Sequence[SeatResult]) -> Thinking:
    moves, seconds = sum(s.moves for s in seats), sum(s.seconds for s in seats)
    searched = sum(s.search_seconds for s in seats)
    means = [s.seconds / s.moves for s in seats if s.moves]
    return Thinking(
        bot=bot,
        moves=moves,
        seconds=seconds,
        per_move=seconds / moves if moves else 0.0,
        quantiles=quantiles(means or [0.0]),
        iterations_per_second=sum(s.iterations for s in seats) / searched if searched else 0.0,
    )


def quantiles(values: Sequence[float]) -> tuple[float, ...]:
    """The quantiles that reports show."""
    return tuple(float(value) for value in np.quantile(values, QUANTILES))
