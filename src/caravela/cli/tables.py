"""The results of matches and tournaments as tables and as data."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import typer
from rich.table import Table

from caravela.arena.anchors import anchors_for
from caravela.arena.ratings import quick_ratings
from caravela.arena.report import Report, make_report
from caravela.arena.results import GameResult
from caravela.arena.standings import Share, bots_of, speeds
from caravela.cli.output import count, percent, print_table

DRAWS = 200
"""Of the bootstrap: enough for a table that is read once."""


def print_results(results: Sequence[GameResult], seed: int) -> None:
    """Ratings, shares and seats, which depend on the games alone; then times, which depend on the machine."""
    report = make_report(results, anchors=anchors_for(results), samples=DRAWS, seed=seed)
    table, lost = report.standings, report.undecided
    print_table(
        ["bot", "rating", "95 %", "games", "score", "place", "faults"],
        [
            (
                s.bot,
                f"{s.rating.value:.0f}" if s.rating else "-",
                f"{s.rating.low:.0f} to {s.rating.high:.0f}" if s.rating else "-",
                count(s.games),
                f"{s.score:.2f}",
                f"{s.place:.2f}",
                count(s.faults),
            )
            for s in table
        ],
    )
    typer.echo()
    print_table(
        ["wins in per cent (95 %)", *(f"{size} players" for size in lost)],
        [(s.bot, *(_share(s.shares.get(size)) for size in lost)) for s in table],
    )
    typer.echo()
    missing = ", ".join(f"{none} of {games} with {size} players" for size, (none, games) in lost.items())
    typer.echo(f"Games without a winner, left out of ratings, wins and places: {missing}.")
    if report.anchors:
        typer.echo(f"Ratings held fixed: {', '.join(f'{a.bot} at {a.rating:.0f}' for a in report.anchors)}.")
    _print_faults(report)
    typer.echo()
    print_table(
        ["seat, in rating points (95 %)", *(str(seat) for seat in range(max(lost, default=0)))],
        [(f"{size} players", *_effects(report, size)) for size in lost],
    )
    typer.echo()
    print_table(
        ["bot", "moves", "moves/s", "iterations/s"],
        [(s.bot, count(s.moves), count(s.moves_per_second), count(s.iterations_per_second)) for s in speeds(results)],
    )


def provisional(results: Sequence[GameResult]) -> Table:
    """Standings while a tournament runs, without intervals: quick enough for every few seconds."""
    ratings = quick_ratings(results, anchors_for(results))
    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "rating so far", "games", "wins", "faults"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", overflow="fold")
    for bot in sorted(bots_of(results), key=lambda bot: -ratings.get(bot, 0.0)):
        seats = [seat for r in results for seat in r.seats if seat.bot == bot]
        table.add_row(
            bot,
            f"{ratings[bot]:.0f}" if bot in ratings else "-",
            count(len(seats)),
            f"{sum(seat.win for seat in seats):.1f}",
            count(sum(len(seat.faults) for seat in seats)),
        )
    return table


def results_data(results: Sequence[GameResult], seed: int) -> dict[str, Any]:
    """The same as data. All but "speeds" is the same on every run."""
    report = make_report(results, anchors=anchors_for(results), samples=DRAWS, seed=seed)
    return {
        "games": len(results),
        "standings": [asdict(standing) for standing in report.standings],
        "anchors": [asdict(anchor) for anchor in report.anchors],
        "seats": [asdict(effect) for effect in report.seats],
        "pairs": [asdict(pair) for pair in report.pairs],
        "superiority": report.superiority,
        "tables": [
            {"players": size, "games": games, "without_winner": none}
            for size, (none, games) in report.undecided.items()
        ],
        "faults": [asdict(fault) | {"bot": s.bot} for r in results for s in r.seats for fault in s.faults],
        "speeds": [asdict(speed) for speed in speeds(results)],
    }


def _effects(report: Report, size: int) -> list[str]:
    return [
        f"{e.rating.value:+.0f} ({e.rating.low:+.0f} to {e.rating.high:+.0f})" if e.rating else "-"
        for e in report.seats
        if e.players == size
    ]


def _share(share: Share | None) -> str:
    return f"{percent(share.share)} ({percent(share.low)} to {percent(share.high)})" if share else "-"


def _print_faults(report: Report) -> None:
    """The first fault of each kind of each bot."""
    for fault in report.faults:
        more = f" (and {count(fault.count - 1)} more)" if fault.count > 1 else ""
        typer.echo(f"Fault of {fault.bot}, {fault.kind}: {fault.example}{more}")
