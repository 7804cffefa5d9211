"""`caravela match`: some bots at one table."""

import os
from typing import Annotated

import typer

from caravela.arena.bot_versions import is_foreign
from caravela.arena.contest import contest
from caravela.arena.schedule import deals
from caravela.arena.tournament import run
from caravela.cli.comparison import Alpha, Beta, Margin, answer, make_test, sentence
from caravela.cli.inputs import Data, GameName, Json, Options, Seed, checked_seed, open_tables
from caravela.cli.output import print_json, progress_bar
from caravela.cli.tables import print_results, results_data

EXAMPLES = """\b
Examples:
  caravela match veracruz heuristic random --games 200
  caravela match veracruz heuristic random random --games 300 --jobs 2
  caravela match veracruz ismcts:iterations=2000 flatmc:iterations=2000 --json
  caravela match veracruz heuristic random random --margin 5
  caravela match veracruz ismcts:iterations=500 heuristic --margin 2,6 --alpha 0.01 --games 20000
"""

Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", help="Processes that play games. Default: one a core.")
]
DEFAULT_GAMES = 100
HANG_LIMIT = 60.0
"""Seconds, for bots of others if nothing else is said; their games are isolated."""
CORES = os.cpu_count() or 1
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", help="A move that takes longer is a fault and is not played."),
]


def checked_limit(time_limit: float | None) -> float | None:
    """The limit. ValueError if it is not above 0."""
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"--time-limit must be above 0, not {time_limit:g}")
    return time_limit


def match(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="One bot for each seat, by its spec.")],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            help="Games, rounded up to whole deals. Default: 100. With --margin: its limit.",
        ),
    ] = None,
    margin: Margin = None,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    options: Options = None,
    data: Data = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let bots play each other at one table.

    There are as many players as bots. Each deal is played once in every rotation of the seats. Shared wins count in
    parts; games that nobody wins are reported apart. With --margin the match ends as soon as the answer is known.
    """
    checked_seed(seed)
    if len(bots) < 2:
        raise ValueError(f"a match needs a bot for each seat, so two or more, not {len(bots)}")
    tables = open_tables(game, options, [len(bots)], data)
    processes, limit = CORES if jobs is None else jobs, checked_limit(time_limit)
    hang_limit = HANG_LIMIT if any(map(is_foreign, bots)) else None
    test = None if margin is None else make_test(margin, alpha, beta, games, bots)
    if test is not None:
        with progress_bar("Playing", test.limit * len(bots)) as advance:
            results = contest(
                tables[0],
                bots,
                test,
                seed=seed,
                jobs=processes,
                time_limit=limit,
                hang_limit=hang_limit,
                progress=lambda deal: advance(len(deal)),
            )
    else:
        plan = deals(bots, DEFAULT_GAMES if games is None else games, seed)
        with progress_bar("Playing", len(plan) * len(bots)) as advance:
            results = run(
                tables,
                plan,
                jobs=processes,
                time_limit=limit,
                hang_limit=hang_limit,
                progress=lambda games: advance(len(games)),
            )
    if json:
        asked = {} if test is None else {"test": answer(test, bots)}
        print_json({"game": tables[0].spec, "bots": bots, "seed": seed} | asked | results_data(results, seed))
    else:
        typer.echo(f"{tables[0].spec}: {len(results)} games, seed {seed}\n")
        if test is not None:
            typer.echo(f"{sentence(test, bots)}\n")
        print_results(results, seed)
