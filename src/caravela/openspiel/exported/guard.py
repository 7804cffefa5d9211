"""What must not be done to a game written in Python, caught before OpenSpiel 2.0.2 ends the process.

- `MCTSBot.step`, `ISMCTSBot.step` and `expected_returns_of_deterministic_policies_from_seeds` let go of the interpreter
  and then call the game, also one inside a transformed game or a cached tree. The first is done without letting go;
  `ISMCTSBot` could not play anyway, since it has no way to a resampler in Python.
- `TabularBestResponse` and `TabularBestResponseMDP` point at a game and a policy without keeping them alive: both are
  kept for them.
- Functions that read C++'s own record of a state get it complete (see `state`).

Calls on native games are passed on as they are.
"""

import functools
import re
from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

import pyspiel

from caravela.openspiel.exported.kinds import PREFIX
from caravela.openspiel.exported.state import ExportedState, complete_record

__all__ = ["install", "is_written_in_python"]

INSIDE = re.compile(rf"[=(]{PREFIX}")
"""One of our games within another, as in `cached_tree(game=caravela_pennies())`."""

_kept: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
"""The game and the policy by the best response that points at them."""


def is_written_in_python(game: pyspiel.Game) -> bool:
    """Whether C++ must call Python to play this game: ours, somebody else's, or a transform of one of ours."""
    return type(game).__module__.partition(".")[0] != "pyspiel" or INSIDE.search(str(game)) is not None


def install() -> None:
    """Guards the functions of `pyspiel`, once."""
    if hasattr(pyspiel.MCTSBot.step, "__wrapped__"):
        return
    _replace(pyspiel.MCTSBot, "step", _mcts_step)
    for name in ("step", "get_policy", "step_with_policy", "step_verbose"):
        _replace(pyspiel.ISMCTSBot, name, _ismcts)
    _replace(pyspiel, "expected_returns_of_deterministic_policies_from_seeds", _returns_from_seeds)
    _replace(pyspiel, "evaluate_bots", _evaluate_bots)
    for kind in (pyspiel.TabularBestResponse, pyspiel.TabularBestResponseMDP):
        _replace(kind, "__init__", _keep_policy)
    _replace(pyspiel.TabularBestResponse, "set_policy", _keep_new_policy)
    _replace(pyspiel.TabularBestResponse, "value_from_state", _with_records)
    _replace(pyspiel.InfostateTree, "__init__", _with_records)
    _replace(pyspiel, "random_sim_test", _with_records)
    _replace(pyspiel, "random_sim_test_with_specific_initial_state", _with_records)


def _replace(owner: Any, name: str, guarded: Callable[..., Any]) -> None:
    original = getattr(owner, name)

    @functools.wraps(original)
    def call(*args: Any, **kwargs: Any) -> Any:
        return guarded(original, *args, **kwargs)

    setattr(owner, name, call)


def _mcts_step(original: Callable[..., Any], bot: pyspiel.MCTSBot, state: pyspiel.State) -> int:
    if is_written_in_python(state.get_game()):
        return int(bot.step_with_policy(state)[1])
    return int(original(bot, state))


def _ismcts(original: Callable[..., Any], bot: pyspiel.ISMCTSBot, state: pyspiel.State) -> Any:
    _refuse_ismcts(state.get_game())
    return original(bot, state)


def _refuse_ismcts(game: pyspiel.Game) -> None:
    if is_written_in_python(game):
        raise pyspiel.SpielError(
            f"the ISMCTSBot of OpenSpiel's C++ cannot play {game}, a game written in Python: use our own search, "
            "caravela.openspiel.as_pyspiel_bot('ismcts'), or open_spiel.python.algorithms.ismcts.ISMCTSBot"
        )


def _returns_from_seeds(original: Callable[..., Any], state: pyspiel.State, *rest: Any, **named: Any) -> Any:
    game = state.get_game()
    if is_written_in_python(game):
        raise pyspiel.SpielError(
            f"expected_returns_of_deterministic_policies_from_seeds cannot play {game}, a game written in Python: use "
            "pyspiel.expected_returns"
        )
    return original(state, *rest, **named)


def _evaluate_bots(original: Callable[..., Any], state: pyspiel.State, bots: Iterable[Any], seed: int) -> Any:
    table = list(bots)
    if any(isinstance(bot, pyspiel.ISMCTSBot) for bot in table):
        _refuse_ismcts(state.get_game())
    return _with_records(original, state, table, seed)


def _keep_policy(original: Callable[..., Any], made: Any, game: pyspiel.Game, *rest: Any) -> None:
    original(made, game, *rest)
    if is_written_in_python(game):
        _kept[made] = (game, *rest)


def _keep_new_policy(original: Callable[..., Any], made: Any, policy: Any) -> None:
    original(made, policy)
    if made in _kept:
        _kept[made] = (_kept[made][0], policy)


def _with_records(original: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Completes the record of every state among the arguments, also in a list, before the call."""
    for value in (*args, *kwargs.values()):
        for state in value if isinstance(value, list | tuple) else (value,):
            if isinstance(state, ExportedState):
                complete_record(state)
    return original(*args, **kwargs)
