"""Names and drawings of 1500: The New World."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.newworld.names import names_of


def action_to_string(game: Game, action: int) -> str:
    """`play:disease`, `build`, `card:fate`, `site:amazon_gold`, `pass`."""
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`card:fate`, `first:0`."""
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    """Names of actions; `drawn:fate`, `drawn:?@1`, `first:0`."""
    codes = names_of(game).codes
    if not 0 <= code < len(codes):
        raise ValueError(f"code {code} is outside 0 .. {len(codes) - 1}")
    return codes[code]


def describe_action(game: Game, action: int) -> str:
    return action_to_string(game, action)


def observation_string(state: State | View, player: int) -> str:
    return ""
