"""OpenSpiel's game parameters as options of a game here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pyspiel

from caravela.engines.registry import Option

MAX_PLAYERS = 8

SEARCH_OPTIONS = (
    Option(
        "exact",
        int,
        5_000,
        "moves looked at per observation to list all possible worlds; where more are needed, worlds are sampled",
        low=0,
        high=10**9,
    ),
    Option("worlds", int, 64, "how many sampled worlds are kept for a view", low=1, high=65_536),
    Option(
        "effort", int, 400_000, "steps tried at once to find worlds that explain an observation", low=1, high=10**12
    ),
)
"""How worlds are found."""

FEWER_WORLDS = {"bridge": 8}
"""Games in which a world takes long to make. In bridge the deal is solved double dummy when the last card is dealt."""


def option_name(parameter: str) -> str:
    """Parameters are options of the same name; those that begin with a digit get an underscore in front."""
    return parameter if parameter.isidentifier() else f"_{parameter}"


def game_options(kind: pyspiel.GameType) -> tuple[Option, ...]:
    """One option for each parameter of the game, then those of the search for worlds."""
    made = [_option(kind, name, default) for name, default in sorted(kind.parameter_specification.items())]
    taken = {option.name for option in made}
    return (*made, *(option for option in search_options(kind.short_name) if option.name not in taken))


def search_options(name: str) -> tuple[Option, ...]:
    """How worlds are found in the game of that name."""
    fewer = FEWER_WORLDS.get(name)
    return tuple(
        replace(option, default=fewer) if option.name == "worlds" and fewer else option for option in SEARCH_OPTIONS
    )


def _option(kind: pyspiel.GameType, name: str, default: Any) -> Option:
    if name == "players":
        low, high = kind.min_num_players, min(kind.max_num_players, MAX_PLAYERS)
        if not low <= default <= high and kind.default_loadable:  # 0 or -1: the game chooses
            default = pyspiel.load_game(kind.short_name).num_players()
        return Option(name, int, default, "number of players", low=min(low, default), high=max(high, default))
    if isinstance(default, Mapping):
        return Option(
            option_name(name), str, "", f"OpenSpiel's parameter {name}: a game, such as kuhn_poker(players=3)"
        )
    return Option(option_name(name), type(default), default, f"OpenSpiel's parameter {name}")


def given_parameters(kind: pyspiel.GameType, options: Mapping[str, Any]) -> dict[str, Any]:
    """What `pyspiel.load_game` is to be given: the parameters that differ from their defaults.

    A default may stand for "as the game likes", which OpenSpiel does not take when it is said.
    """
    made: dict[str, Any] = {}
    for name, declared in kind.parameter_specification.items():
        option = _option(kind, name, declared)
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        if isinstance(declared, Mapping):
            value = pyspiel.game_parameters_from_string(value)
        elif isinstance(declared, bool):
            value = bool(value)
        made[name] = value
    return made
