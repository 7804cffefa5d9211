"""`caravela games`: what can be played."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from caravela.cext.core import Game
from caravela.cli.inputs import Json
from caravela.cli.output import print_json, print_table
from caravela.engines.registry import EngineSpec, engine_spec, load_game, parse_spec, registered_games
from caravela.engines.sources import source_names

EXAMPLES = """\b
Examples:
  caravela games
  caravela games veracruz
  caravela games --json
"""


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Only this game, with its options; or a source such as openspiel:, for its games."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the games. Players, numbers of actions, longest game in decisions, bytes of a state, options."""
    if game and game.endswith(":"):
        names = source_names(game.removesuffix(":"))
        print_json(names) if json else typer.echo("\n".join(names))
        return
    specs = [parse_spec(game)[0]] if game else [engine_spec(name) for name in registered_games()]
    if json:
        print_json([_data(spec) for spec in specs])
        return
    print_table(
        ["game", "title", "players", "actions", "longest game", "state bytes", "options"],
        [_row(spec) for spec in specs],
        text=(0, 1, 6),
    )
    if game:
        typer.echo()
        print_table(
            ["option", "values", "meaning", "default"],
            [(o.name, o.values(), o.help, o.format(o.default)) for o in specs[0].options],
            text=range(4),
        )


def _data(spec: EngineSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "title": spec.title,
        "options": [asdict(option) | {"type": option.type.__name__} for option in spec.options],
        "variants": [{"options": variant} | _numbers(load_game(spec.name, **variant)) for variant in spec.variants],
    }


def _numbers(game: Game) -> dict[str, Any]:
    return {
        "spec": game.spec,
        "players": game.num_players(),
        "actions": game.num_distinct_actions(),
        "chance_outcomes": game.max_chance_outcomes(),
        "longest_game": game.max_game_length(),
        "state_bytes": game.state_size,
        "digest": game.digest,
    }


def _row(spec: EngineSpec) -> list[str]:
    numbers = [_numbers(load_game(spec.name, **variant)) for variant in spec.variants]
    columns = ("players", "actions", "longest_game", "state_bytes")
    spans = [_span({row[column] for row in numbers}) for column in columns]
    return [spec.name, spec.title, *spans, ", ".join(option.name for option in spec.options)]


def _span(values: set[int]) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low}-{high}"
