"""Names and drawings of hidden matching pennies."""

from __future__ import annotations

import struct

from caravela.cext.core import Game, State, View

SIDES = ("heads", "tails")


def action_to_string(game: Game, action: int) -> str:
    """`heads` or `tails`."""
    return SIDES[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """The only chance event: both coins are shown."""
    return "show"


def code_to_string(game: Game, code: int) -> str:
    """`heads` (my own choice), or `show:heads,tails` (of seat 0 and of seat 1)."""
    if code < 2:
        return SIDES[code]
    first, second = divmod(code - 2, 2)
    return f"show:{SIDES[first]},{SIDES[second]}"


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    return f"Turn your coin to {SIDES[action]}"


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    finished, won, _mover, *picks = struct.unpack("=5i", view.to_bytes())
    own = "not chosen" if picks[player] == 0 else SIDES[picks[player] - 1]
    return (
        f"rounds played: {finished} of {state.game.options['rounds']}\n"
        f"won: seat 0 {won}, seat 1 {finished - won}\n"
        f"coin of seat {player}: {own}"
    )
