"""The results of matches and tournaments as tables and as data."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import typer

from caravela.arena.results import GameResult
from caravela.arena.standings import Share, speeds, standings, undecided
from caravela.cli.output import count, percent, print_table


def print_results(results: Sequence[GameResult], seed: int) -> None:
    """Ratings and shares, which depend on the games alone; then times, which depend on the machine."""
    table = standings(results, seed=seed)
    lost = undecided(results)
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
    _print_faults(results)
    typer.echo()
    print_table(
        ["bot", "moves", "moves/s", "iterations/s"],
        [(s.bot, count(s.moves), count(s.moves_per_second), count(s.iterations_per_second)) for s in speeds(results)],
    )


def results_data(results: Sequence[GameResult], seed: int) -> dict[str, Any]:
    """The same as data. All but "speeds" is the same on every run."""
    return {
        "games": len(results),
        "standings": [asdict(standing) for standing in standings(results, seed=seed)],
        "tables": [
            {"players": size, "games": games, "without_winner": none}
            for size, (none, games) in undecided(results).items()
        ],
        "faults": [asdict(fault) | {"bot": s.bot} for r in results for s in r.seats for fault in s.faults],
        "speeds": [asdict(speed) for speed in speeds(results)],
    }


def _share(share: Share | None) -> str:
    return f"{percent(share.share)} ({percent(share.low)} to {percent(share.high)})" if share else "-"


def _print_faults(results: Sequence[GameResult]) -> None:
    """The first fault of each kind of each bot."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for result in results:
        for seat in result.seats:
            for fault in seat.faults:
                kinds.setdefault((seat.bot, fault.kind), []).append(fault.detail)
    for (bot, kind), details in kinds.items():
        more = f" (and {count(len(details) - 1)} more)" if len(details) > 1 else ""
        typer.echo(f"Fault of {bot}, {kind}: {details[0]}{more}")
