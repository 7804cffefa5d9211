"""Names of actions and chance outcomes.

OpenSpiel names an action in a state, and asking a state for the name of an action that is illegal in it may read
foreign memory. So names come from the game itself where it gives them, else from the legal moves met in a few random
games, always the same ones. An action keeps its number for a name if none was met, or if its name changes with the
state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pyspiel

from caravela.cext.core import CHANCE_PLAYER, Rng
from caravela.openspiel.imported.game import ImportedGame, draw
from caravela.openspiel.imported.secret_turns import SecretTurns

MOVES = 3_000
"""Moves of random games in which names are looked for."""

LONGEST = 60
"""Longer names are of no use."""

UNNAMED = "Action(id="
"""How OpenSpiel's games begin the names that they do not give."""


class Names:
    """All names of a game, without white space and each once."""

    def __init__(self, rules: ImportedGame[Any]) -> None:
        game = rules.game
        given = [_given(game, action) for action in range(rules.action_count)]
        met_actions, met_outcomes = _met(rules) if not all(given) or rules.chance_max else ({}, {})
        self.actions = _distinct("action", [given[a] or _common(met_actions.get(a, {})) for a in range(len(given))])
        outcomes = [_common(met_outcomes.get(outcome, {})) for outcome in range(rules.chance_max)]
        self.outcomes = _distinct("outcome", outcomes)


def _given(game: pyspiel.Game, action: int) -> str:
    """The game's own name of an action, if it is the same for all seats up to what tells seats apart; else empty."""
    names = {}
    for player in range(game.num_players()):
        try:
            name = str(game.action_to_string(player, action))
        except (pyspiel.SpielError, ValueError, RuntimeError):
            return ""
        if name.startswith(UNNAMED):
            return ""
        names[player] = {name}
    return _common(names)


def _met(rules: ImportedGame[Any]) -> tuple[dict[int, dict[int, set[str]]], dict[int, dict[int, set[str]]]]:
    """The names of legal actions and of outcomes that random games meet: by number and by player."""
    actions: dict[int, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    outcomes: dict[int, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    rng = Rng(0)
    at = rules.init()
    for _ in range(MOVES):
        state = at.state
        player = state.current_player()
        if player < CHANCE_PLAYER:
            at = rules.init()
            continue
        inner = state.inner if isinstance(state, SecretTurns) else state
        uncovering = inner is not state and player == CHANCE_PLAYER and state.is_simultaneous()
        legal = state.legal_actions()
        for action in () if uncovering else legal:
            met = outcomes if player == CHANCE_PLAYER else actions
            met[action][player].update(_asked(inner, player, action))
        chosen = draw(state.chance_outcomes(), rng) if player == CHANCE_PLAYER else legal[rng.bounded(len(legal))]
        rules.apply(at, chosen)
    return actions, outcomes


def _asked(state: pyspiel.State, player: int, action: int) -> Iterable[str]:
    try:
        return (str(state.action_to_string(player, action)),)
    except (pyspiel.SpielError, ValueError, RuntimeError, IndexError):
        return ()


def _common(names: dict[int, set[str]]) -> str:
    """The name of an action from the names each seat has for it.

    Where seats differ, the end that they share: `x(0,0)` and `o(0,0)` are `(0,0)`. Empty if one seat has several.
    """
    if not names or any(len(each) != 1 for each in names.values()):
        return ""
    told = sorted({next(iter(each)) for each in names.values()})
    length = next((i for i, letters in enumerate(zip(*map(reversed, told), strict=False)) if len(set(letters)) > 1), 0)
    shared = told[0][len(told[0]) - length :]
    name = "_".join((shared if len(told) > 1 else told[0]).split())
    name = name.lstrip(" :]_-.,)") if len(told) > 1 else name
    return name if name and name.isprintable() and len(name) <= LONGEST else ""


def _distinct(kind: str, names: list[str]) -> list[str]:
    """Each name once; those that are missing or come again are numbers."""
    taken: set[str] = set()
    made = []
    for number, name in enumerate(names):
        if not name or name in taken or name.startswith(f"{kind}:"):
            name = f"{kind}:{number}"
        taken.add(name)
        made.append(name)
    return made
