"""`caravela tournament`: all bots against all, one against a field, or two head to head, at all table sizes."""

import tomllib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from caravela.arena.bot_versions import is_foreign
from caravela.arena.cluster import dask_executor
from caravela.arena.match import PENALTIES
from caravela.arena.results import GameResult
from caravela.arena.schedule import plan_of
from caravela.arena.settings import Settings
from caravela.arena.store import Store
from caravela.arena.tournament import able, play_tournament, prepared, resume, start
from caravela.cext.core import Game
from caravela.cli.inputs import Data, Json, Options, checked_seed, open_tables
from caravela.cli.match import CORES, HANG_LIMIT, Jobs, TimeLimit, checked_limit
from caravela.cli.output import print_json
from caravela.cli.progress import watching
from caravela.cli.tables import print_results, results_data

DEFAULT_BOTS = ("random", "heuristic", "flatmc:iterations=1000", "ismcts:iterations=500")
SCHEDULES = ("round-robin", "gauntlet", "head-to-head")
GAMES = 24
LINE_UPS = 60

EXAMPLES = """\b
Examples:
  caravela tournament veracruz
  caravela tournament veracruz --players 2,3 --games 240 --jobs 4 --store veracruz.db
  caravela tournament --resume veracruz.db
  caravela tournament veracruz --bot my_bot.py --bot heuristic@v1 --bot flat@1000 --schedule gauntlet
  caravela tournament veracruz --bot heuristic --bot ismcts:seconds=0.1 --seed 7 --until-ci 25 --games 5000
"""


def tournament(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, such as veracruz or 'veracruz(players=3)'.")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="SPEC", help="A bot; repeatable. Default: one of each kind that can play."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", help=f"Games for each line-up of bots [{GAMES}].")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="N,N", help="Table sizes. Default: all of the game.")
    ] = None,
    options: Options = None,
    data: Data = None,
    schedule: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"{', '.join(SCHEDULES)}. In a gauntlet the first bot plays all others."),
    ] = None,
    line_ups: Annotated[
        int | None,
        typer.Option(metavar="N", help=f"Of more line-ups at a table size, a balanced choice of so many [{LINE_UPS}]."),
    ] = None,
    store: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep every game in this new file.")] = None,
    resume_file: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with the tournament in this file.")
    ] = None,
    until_ci: Annotated[
        float | None,
        typer.Option(metavar="POINTS", help="Stop when the interval of every rating is at most so wide."),
    ] = None,
    jobs: Jobs = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster of this scheduler.")
    ] = None,
    time_limit: TimeLimit = None,
    penalty: Annotated[
        str | None, typer.Option(metavar="NAME", help="What a fault costs: forfeit (the game) or random (the move).")
    ] = None,
    isolate: Annotated[
        bool | None,
        typer.Option("--isolate/--no-isolate", help="Guard against bots that end processes. Default: bots of others."),
    ] = None,
    hang_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="A bot that gives no answer for so long is ended.")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option(metavar="MB", help="Memory that bots may take in a process.")
    ] = None,
    actions: Annotated[
        bool | None, typer.Option("--actions/--no-actions", help="Whether games can be replayed from the file.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Source of chance [0].")] = None,
    json: Json = False,
) -> None:
    """Let all bots play each other and rate them.

    They meet at every number of players. Every choice of different bots for a table is a line-up. Each deal of a
    line-up is played once in every rotation of the seats. Ratings are those of the Plackett-Luce model on a scale as
    in chess, with mean 1500 and 95 % intervals from a bootstrap over deals. The same seed gives the same
    ratings for any --jobs, unless bots are limited by time.

    A tournament in a file can be broken off at any moment, read while it is played (caravela report), and its games
    be looked at (caravela replay).
    """
    given: dict[str, Any] = {
        "bots": tuple(bots) if bots else None,
        "games_each": games,
        "schedule": schedule,
        "line_ups": line_ups,
        "until_ci": until_ci,
        "time_limit": checked_limit(time_limit),
        "penalty": penalty,
        "isolate": isolate,
        "hang_limit": hang_limit,
        "memory_limit": memory_limit,
        "keep": actions,
        "seed": None if seed is None else checked_seed(seed),
        "data": None if data is None else tomllib.loads(data.read_text(encoding="utf-8")),
    }
    given = {name: value for name, value in given.items() if value is not None}
    _check(given, store, resume_file)
    tables = [] if game is None else open_tables(game, options, _sizes(players), data)
    if game is None and (players is not None or options):
        raise ValueError("name the game to go with --players and --option")
    if tables:
        given["games"] = tuple(table.spec for table in tables)
        given["players"] = tuple(table.num_players() for table in tables)
    with ExitStack() as stack:
        kept: Store | None = None
        if resume_file is not None:
            kept = stack.enter_context(resume(resume_file, **given))
            settings = kept.settings
        elif tables:
            settings = prepared(_settings(given, tables))
            kept = stack.enter_context(start(store, settings)) if store is not None else None
        else:
            raise ValueError("name a game, or a file with --resume")
        results, stopped = _play(settings, kept, CORES if jobs is None else jobs, dask)
    if json:
        named = game or settings.games[0].partition("(")[0]
        head = {"game": named, "bots": list(settings.bots), "seed": settings.seed, "stopped": stopped}
        print_json(head | results_data(results, settings.seed))
        return
    title = f"{', '.join(settings.games)}: {len(results)} games, seed {settings.seed}"
    typer.echo(f"{title}{', stopped early' if stopped else ''}\n")
    print_results(results, settings.seed)


def _play(settings: Settings, kept: Store | None, jobs: int, dask: str | None) -> tuple[list[GameResult], bool]:
    """Plays what is left, with progress on a terminal. The results, and whether enough was known early."""
    with ExitStack() as stack:
        executor, workers = stack.enter_context(dask_executor(dask)) if dask is not None else (None, None)
        total = sum(len(deal.line_up) for deal in plan_of(settings)) if kept is None else kept.planned
        shown = stack.enter_context(watching(total, kept.results() if kept is not None else ()))
        try:
            results = play_tournament(settings, kept, jobs=jobs, executor=executor, workers=workers, progress=shown)
        except KeyboardInterrupt:
            if kept is not None:
                typer.echo(f"caravela tournament --resume {kept.path} goes on.", err=True)
            raise
        return results, len(results) < total or (kept is not None and kept.stopped)


def _settings(given: dict[str, Any], tables: Sequence[Game]) -> Settings:
    """What was said, and what goes without saying."""
    usual = {"bots": tuple(able(DEFAULT_BOTS, tables)), "games_each": GAMES, "line_ups": LINE_UPS}
    full: dict[str, Any] = usual | given
    guarded = "hang_limit" in full or "memory_limit" in full or any(is_foreign(bot) for bot in full["bots"])
    full.setdefault("isolate", guarded)
    if full["isolate"]:
        full.setdefault("hang_limit", HANG_LIMIT)
    return Settings(**full)


def _check(given: dict[str, Any], store: Path | None, resume_file: Path | None) -> None:
    """ValueError for what can be said of options by themselves."""
    if store is not None and resume_file is not None:
        raise ValueError("--store begins a new file and --resume goes on with one: give one of them")
    for name, known in (("schedule", SCHEDULES), ("penalty", PENALTIES)):
        if given.get(name, known[0]) not in known:
            raise ValueError(f"--{name} must be one of {', '.join(known)}, not {given[name]!r}")
    for name in ("hang_limit", "memory_limit", "until_ci"):
        if not given.get(name, 1) > 0:
            raise ValueError(f"--{name.replace('_', '-')} must be above 0, not {given[name]:g}")
    if given.get("line_ups", 0) < 0:
        raise ValueError(f"--line-ups must be at least 0, which means all, not {given['line_ups']}")
    if given.get("isolate") is False and ("hang_limit" in given or "memory_limit" in given):
        raise ValueError("--hang-limit and --memory-limit need --isolate")


def _sizes(players: str | None) -> list[int] | None:
    if players is None:
        return None
    try:
        sizes = [int(size) for size in players.split(",")]
    except ValueError:
        raise ValueError(f"--players takes numbers such as 2,3, not {players!r}") from None
    return list(dict.fromkeys(sizes))
