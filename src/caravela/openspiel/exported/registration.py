"""Our games in OpenSpiel's registry, so that `pyspiel.load_game("caravela_veracruz(players=3)")` finds them."""

import warnings
from collections.abc import Mapping
from functools import partial
from typing import Any

import pyspiel

from caravela.cext import Game
from caravela.engines.registry import EngineSpec, engine_spec, load_game, registered_games
from caravela.openspiel.exported import guard
from caravela.openspiel.exported.game import ExportedGame
from caravela.openspiel.exported.kinds import PREFIX, game_type, seats
from caravela.openspiel.exported.parameters import load, parameters_of, specification

__all__ = ["as_pyspiel_game", "register"]

DIGEST = "digest"
"""The only parameter of games that no registry knows; its value is `x` and the game's digest."""

_handed: dict[str, Game] = {}
"""Games that no registry knows, by the value of their parameter: OpenSpiel can load them in this process only."""


def register() -> list[str]:
    """Registers every game of `caravela.registered_games()` with OpenSpiel and returns their names there, sorted.

    Each is `caravela_<name>`, with the engine's options as parameters, and `data` for edited tables, which
    `as_pyspiel_game` fills. Calling it again registers what is new. Calls that would end the process are guarded from
    then on (see `guard`). A game from elsewhere that cannot be opened gives a warning.
    """
    guard.install()
    names = []
    for name in registered_games():
        try:
            names.append(_register(engine_spec(name)))
        except ValueError as error:
            warnings.warn(f"OpenSpiel does not get the game {name}: {error}", stacklevel=2)
    return sorted(names)


def as_pyspiel_game(game: Game) -> ExportedGame:
    """The same game, options and edited data, in OpenSpiel. ValueError for a value that its text form cannot carry.

    `str(game)` loads it again in every process that called `register()`; a game that was made without the registry
    in this process only.
    """
    if not isinstance(game, Game):
        raise ValueError(f"as_pyspiel_game takes a Game of caravela.load_game, not {game!r}")
    guard.install()
    try:
        spec = engine_spec(game.name)
    except ValueError:
        return _hand_over(game)
    _register(spec)
    return _exported(spec, game, parameters_of(spec, game))


def _register(spec: EngineSpec) -> str:
    """Makes a game loadable. Its type is that of the default options; an open game states its own."""
    name = PREFIX + spec.name
    if name not in pyspiel.registered_names():
        kind = game_type(load_game(spec.name), spec.title, seats(spec), specification(spec))
        _offer(kind, partial(_load, spec))
    return name


def _offer(kind: pyspiel.GameType, creator: partial[ExportedGame]) -> None:
    # OpenSpiel drops its reference when the interpreter is gone already. The creator holds itself, so that this
    # is not the last one: freeing an object by then would end the process with an error.
    creator.itself = creator  # type: ignore[attr-defined]
    pyspiel.register_game(kind, creator)


def _load(spec: EngineSpec, parameters: Mapping[str, Any]) -> ExportedGame:
    """What OpenSpiel calls to load a game; parameters come with their defaults."""
    game = load(spec, parameters)
    return _exported(spec, game, parameters_of(spec, game))


def _exported(spec: EngineSpec, game: Game, parameters: Mapping[str, Any]) -> ExportedGame:
    return ExportedGame(game, game_type(game, spec.title, seats(spec), specification(spec)), parameters)


def _hand_over(game: Game) -> ExportedGame:
    """A game without an EngineSpec."""
    value = f"x{game.digest}"
    _handed[value] = game
    kind = game_type(game, game.name, None, {DIGEST: ""})
    if kind.short_name not in pyspiel.registered_names():
        _offer(kind, partial(_take, game.name))
    return ExportedGame(game, kind, {DIGEST: value})


def _take(name: str, parameters: Mapping[str, Any]) -> ExportedGame:
    """What OpenSpiel calls to load a game that was handed over."""
    game = _handed.get(parameters[DIGEST])
    if game is None or game.name != name:
        raise ValueError(f"no game {name} with digest {parameters[DIGEST]!r} was given to as_pyspiel_game here")
    return _hand_over(game)
