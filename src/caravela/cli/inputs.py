"""What commands take from the command line, and how it becomes games and bots."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from caravela import script
from caravela.cext.core import Game
from caravela.engines.registry import load_game, parse_spec
from caravela.record import Record

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as veracruz or 'veracruz(players=3)'.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the game; repeatable."),
]
Players = Annotated[int | None, typer.Option("--players", "-p", metavar="N", help="Short for --option players=N.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help="TOML with changes to the game's data.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Source of chance: the same seed, the same result.")]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]

MAX_SEED = 2**63 - 1


def checked_seed(seed: int) -> int:
    """The seed. ValueError if it is out of bounds."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"--seed must be at least 0 and at most {MAX_SEED}, not {seed}")
    return seed


def open_game(
    text: str, options: Sequence[str] | None = None, players: int | None = None, data: Path | None = None
) -> Game:
    """The game that the arguments describe. ValueError or OSError with a reason for people."""
    given = parse_options(text, options or [])
    if players is not None:
        if "players" in given:
            raise ValueError(f"the number of players is given twice: --players {players} and --option")
        given["players"] = players
    return load_game(text, data=data, **given)


def open_tables(
    text: str, options: Sequence[str] | None, sizes: Sequence[int] | None, data: Path | None = None
) -> list[Game]:
    """The game at every number of players in `sizes`; without sizes, at all that option and data allow.

    A number of players in `text` or `options` is the only one, and so is that of a game that has no such option.
    """
    spec, chosen = parse_spec(text)
    counts = [option for option in spec.options if option.name == "players"]
    if not counts or "players" in chosen | parse_options(text, options or []):
        game = open_game(text, options, None, data)
        if sizes is not None and list(sizes) != [game.num_players()]:
            raise ValueError(f"{game.spec} has {game.num_players()} players, not {', '.join(map(str, sizes))}")
        return [game]
    if sizes is not None:
        return [open_game(text, options, size, data) for size in sizes]
    sizes = counts[0].choices or range(counts[0].low or 1, (counts[0].high or counts[0].default) + 1)
    return _those_that_open(text, options, sizes, data)


def _those_that_open(text: str, options: Sequence[str] | None, sizes: Sequence[int], data: Path | None) -> list[Game]:
    """The game at the numbers of players that it takes. ValueError with the first reason if it takes none."""
    opened: list[Game] = []
    reasons: list[ValueError] = []
    for size in sizes:
        try:
            opened.append(open_game(text, options, size, data))
        except ValueError as error:
            reasons.append(error)
    if not opened:
        raise reasons[0]
    return opened


def parse_options(text: str, options: Sequence[str]) -> dict[str, Any]:
    """Option values of the types that the game named in `text` declares. ValueError for anything else."""
    spec, _ = parse_spec(text)
    given: dict[str, Any] = {}
    for item in options:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"--option takes NAME=VALUE, not {item!r}")
        if name in given:
            raise ValueError(f"option {name} is given twice")
        given[name] = spec.option(name).parse(value)
    return given


@contextmanager
def about(path: Path) -> Iterator[None]:
    """A ValueError in the block names the file that it is about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def open_record(
    path: Path,
    text: str | None = None,
    options: Sequence[str] | None = None,
    players: int | None = None,
    data: Path | None = None,
) -> tuple[Record, Game]:
    """The record in a file, a script or JSON, and its game. OSError, or ValueError that names the file.

    The game is the one that the record names, opened with `data`; or the one that the arguments describe, if they give
    options. ValueError if they name another game.
    """
    with about(path):
        content = path.read_text(encoding="utf-8")
        named = Record.from_json(content).game if content.lstrip().startswith("{") else script.parse(content).game
    if text is None or (text == named.partition("(")[0] and not options and players is None):
        text = named
    with about(path):
        game = open_game(text, options, players, data)
        return Record.from_text(content, game), game
