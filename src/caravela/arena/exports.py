"""A report as CSV and JSON, for other programs."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, astuple

from caravela.arena.ratings import Rating
from caravela.arena.report import Report
from caravela.arena.results import GameResult


def to_json(report: Report) -> str:
    """All of it. Fields are those of `Report`, with their units."""
    return json.dumps(asdict(report), indent=2, ensure_ascii=False) + "\n"


def to_csv(report: Report, results: Sequence[GameResult]) -> dict[str, str]:
    """Tables by name: `standings`, `seats`, `pairs`, and `games` with a row for each seat of each game."""
    return {
        "standings": _csv(
            ["bot", "rating", "low", "high", "games", "score", "score_low", "score_high", "place", "faults"],
            (
                [s.bot, *_cells(s.rating), s.games, s.score, s.score_low, s.score_high, s.place, s.faults]
                for s in report.standings
            ),
        ),
        "seats": _csv(
            ["players", "seat", "effect", "low", "high", "wins", "score"],
            ([e.players, e.seat, *_cells(e.rating), e.wins.share if e.wins else None, e.score] for e in report.seats),
        ),
        "pairs": _csv(
            ["bot", "rival", "games", "share", "low", "high", "claim", "superiority"],
            ([*astuple(p), report.superiority.get(p.bot, {}).get(p.rival)] for p in report.pairs),
        ),
        "games": _csv(GAMES, _games(results)),
    }


GAMES = (
    *("number", "deal", "game", "deal_seed", "seat", "bot", "win", "place", "score"),
    *("moves", "seconds", "iterations", "search_seconds", "faults"),
)


def _games(results: Sequence[GameResult]) -> Iterator[tuple[object, ...]]:
    for number, r in enumerate(results):
        game = number, r.deal, r.game, r.deal_seed
        for seat, s in enumerate(r.seats):
            efforts = s.moves, s.seconds, s.iterations, s.search_seconds, len(s.faults)
            yield *game, seat, s.bot, s.win, s.place, s.score, *efforts


def _csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Numbers in full; empty where there is none."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return file.getvalue()


def _cells(rating: Rating | None) -> list[float | None]:
    return [rating.value, rating.low, rating.high] if rating else [None, None, None]
