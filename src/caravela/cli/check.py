"""`caravela check`: whether a game keeps its promises."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from caravela.cext.core import Game
from caravela.cli.inputs import Data, GameName, Json, Options, Players, Seed, checked_seed, open_game
from caravela.cli.output import print_json
from caravela.conformance import run_checks
from caravela.engines.registry import load_game, parse_spec

EXAMPLES = """\b
Examples:
  caravela check veracruz
  caravela check veracruz --players 3 --games 1000
  caravela check pennies --json
"""

MARKS = {True: "pass", False: "FAIL", None: "n/a "}
"""What a check says of a game; the last where it cannot be made."""


def check(
    game: GameName,
    options: Options = None,
    players: Players = None,
    data: Data = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Random games for each check.")] = 200,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Run the conformance suite on a game.

    There is a line for every invariant; the exit code is 1 if one fails. Without options every variant of the game
    is checked, and the reduced ones that allow exact checks.
    """
    checked_seed(seed)
    if games < 1:
        raise ValueError(f"--games must be at least 1, not {games}")
    report: list[dict[str, Any]] = []
    for subject in _subjects(game, options, players, data):
        if not json:
            typer.echo(subject.spec)
        checks = []
        for result in run_checks(subject, games=games, seed=seed):
            checks.append(asdict(result))
            if not json:
                detail = f": {result.detail}" if result.detail else ""
                typer.echo(f"  {MARKS[result.passed]} {result.number:>3}  {result.name}{detail}")
        report.append({"game": subject.spec, "checks": checks})
    outcomes = [check["passed"] for entry in report for check in entry["checks"]]
    failed = outcomes.count(False)
    if json:
        print_json({"seed": seed, "games": games, "failed": failed, "report": report})
    else:
        skipped = outcomes.count(None)
        left_out = f", {skipped} did not apply" if skipped else ""
        typer.echo(f"{outcomes.count(True)} of {len(outcomes) - skipped} checks passed{left_out}.")
    if failed:
        raise typer.Exit(1)


def _subjects(text: str, options: list[str] | None, players: int | None, data: Path | None) -> list[Game]:
    """The game with the options given; without any, all its variants and reduced configurations."""
    spec, chosen = parse_spec(text)
    if chosen or options or players is not None:
        return [open_game(text, options, players, data)]
    games = [load_game(spec.name, data=data, **variant) for variant in (*spec.variants, *spec.reduced)]
    return list({game.digest: game for game in games}.values())
