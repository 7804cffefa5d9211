"""`caravela tournament`: all bots against all, at all table sizes."""

from typing import Annotated

import typer

from caravela.arena.tournament import able, plan_tournament, run
from caravela.cli.inputs import Data, GameName, Json, Options, Seed, checked_seed, open_tables
from caravela.cli.match import CORES, Jobs, TimeLimit, checked_limit
from caravela.cli.output import print_json, progress_bar
from caravela.cli.tables import print_results, results_data

DEFAULT_BOTS = ("random", "heuristic", "flatmc:iterations=1000", "ismcts:iterations=500")

EXAMPLES = """\b
Examples:
  caravela tournament veracruz
  caravela tournament veracruz --players 2,3 --games 240 --jobs 4
  caravela tournament veracruz --bot heuristic --bot ismcts:seconds=0.1 --seed 7
"""


def tournament(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="SPEC", help="A bot; repeatable. Default: one of each kind that can play."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games for each line-up of bots.")] = 24,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="N,N", help="Table sizes. Default: all of the game.")
    ] = None,
    options: Options = None,
    data: Data = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let all bots play each other and rate them.

    They meet at every number of players. Every choice of different bots for a table is a line-up. Each deal of a
    line-up is played once in every rotation of the seats. Ratings are those of the Plackett-Luce model on a scale as
    in chess, with mean 1500 and 95 % intervals from a bootstrap over deals. The same seed gives the same
    ratings for any --jobs, unless bots are limited by time.
    """
    checked_seed(seed)
    tables = open_tables(game, options, _sizes(players), data)
    names = bots or able(DEFAULT_BOTS, tables)
    plan = plan_tournament(names, [table.num_players() for table in tables], games, seed)
    total = sum(len(deal.line_up) for deal in plan)
    with progress_bar("Playing", total) as advance:
        results = run(
            tables,
            plan,
            jobs=CORES if jobs is None else jobs,
            time_limit=checked_limit(time_limit),
            progress=lambda games: advance(len(games)),
        )
    if json:
        print_json({"game": game, "bots": names, "seed": seed} | results_data(results, seed))
    else:
        typer.echo(f"{', '.join(table.spec for table in tables)}: {len(results)} games, seed {seed}\n")
        print_results(results, seed)


def _sizes(players: str | None) -> list[int] | None:
    if players is None:
        return None
    try:
        sizes = [int(size) for size in players.split(",")]
    except ValueError:
        raise ValueError(f"--players takes numbers such as 2,3, not {players!r}") from None
    return list(dict.fromkeys(sizes))
