"""Loads OpenSpiel's games, and says why where a game cannot be played here."""

import difflib
from collections.abc import Mapping
from functools import cache
from typing import Any

import pyspiel

from caravela.cext.names import listing, shorten
from caravela.openspiel.imported.parameters import MAX_PLAYERS, given_parameters


class UnsupportedGameError(ValueError):
    """A game of OpenSpiel that cannot be played here; the message says why."""


@cache
def game_types() -> dict[str, pyspiel.GameType]:
    """The types of all of OpenSpiel's games, those written in Python included, by short name."""
    import open_spiel.python.games  # noqa: F401 (registers them)

    return {game_type.short_name: game_type for game_type in pyspiel.registered_games()}


def game_type(name: str) -> pyspiel.GameType:
    """The type of a game. ValueError shows close matches."""
    types = game_types()
    if name not in types:
        close = difflib.get_close_matches(name, types, n=5)
        known = f"did you mean {listing(close)}?" if close else f"there are {listing(sorted(types))}"
        raise ValueError(f"OpenSpiel has no game {shorten(name)}; {known}")
    return types[name]


def open_game(name: str, options: Mapping[str, Any]) -> pyspiel.Game:
    """The game with these options. ValueError with OpenSpiel's reason; UnsupportedGameError if it is of no use here."""
    kind = game_type(name)
    if kind.default_loadable:  # else it depends on the game inside
        refuse_unsupported(kind)
    try:
        game = pyspiel.load_game(name, given_parameters(kind, options))
    except (pyspiel.SpielError, ValueError, TypeError) as error:
        raise ValueError(f"OpenSpiel refuses {name}: {' '.join(str(error).split())}") from error
    refuse_unsupported(game.get_type())
    if not 1 <= game.num_players() <= MAX_PLAYERS:
        raise UnsupportedGameError(f"{game} has {game.num_players()} players; at most {MAX_PLAYERS} can play here")
    return game


def refuse_unsupported(kind: pyspiel.GameType) -> None:
    """UnsupportedGameError if no game of this type can be played here."""
    reason = unsupported_reason(kind)
    if reason:
        raise UnsupportedGameError(f"OpenSpiel's {kind.short_name} cannot be played here: {reason}")


def unsupported_reason(kind: pyspiel.GameType) -> str:
    """Why a game of this type cannot be played here; empty if it can."""
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        return "a mean-field game has a population instead of players"
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        return "it draws chance inside its moves (SAMPLED_STOCHASTIC), so no list of moves describes a game"
    if kind.action_structs_only:
        return "its actions have no numbers (action structs only)"
    if (
        kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        and not kind.provides_information_state_string
        and not kind.provides_observation_string
    ):
        return "it has neither information state strings nor observation strings, so nothing tells what a seat sees"
    return ""
