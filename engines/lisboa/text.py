"""Names (draft)."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.lisboa.names import names_of


def action_to_string(game: Game, action: int) -> str:
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    return names_of(game).codes[code]


def describe_action(game: Game, action: int) -> str:
    return names_of(game).actions[action]


def observation_string(state: State | View, player: int) -> str:
    return ""
