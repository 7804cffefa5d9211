"""Names and drawings of Sevilla 1503."""

from __future__ import annotations

from caravela.cext.core import Game
from caravela.engines.prose import counted
from caravela.engines.sevilla.drawing import observation_string
from caravela.engines.sevilla.names import A_BID, A_BOARD, A_FALSE, A_GIVE, A_PATRON, A_SELL, names_of
from caravela.engines.sevilla.story import describe_steps

__all__ = [
    "action_to_string",
    "chance_to_string",
    "code_to_string",
    "describe_action",
    "describe_steps",
    "observation_string",
]

SENTENCES = {
    "first": "Be the first to rebid",
    "last": "Be the last to rebid",
    "pass": "Pass",
    "pay": "Pay the toll of El Puerto",
    "hand_over": "Hand the small ship over to the owner of El Puerto",
    "keep": "Keep the rebel",
    "decline": "Leave it at that",
    "swap1": "Put the first card of the lot under the deck and draw one",
    "swap2": "Put the second card of the lot under the deck and draw one",
    "done": "Board no more cards",
}


def action_to_string(game: Game, action: int) -> str:
    """`bid7`, `false2`, `first`, `pass`, `crown`, `hand_over`, `give>1`, `swap1`, `sell:oil`, `board:friar`, `done`."""
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`card:oil`, `helm>0`, `building:puerto`, `disc2`."""
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    """Names of actions and outcomes; `disc?`, `card:?` unseen; `discs:4@1.2`, `coins:7@1.2` are seat 1's on lot 2."""
    codes = names_of(game).codes
    if not 0 <= code < len(codes):
        raise ValueError(f"code {code} is outside 0 .. {len(codes) - 1}")
    return codes[code]


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    names = names_of(game)
    name = names.actions[action]
    if name in SENTENCES:
        return SENTENCES[name]
    if action >= A_BID:
        return f"Put {counted(action - A_BID, 'coin')} on the lot"
    if action >= A_FALSE:
        return f"Add {counted(action - A_FALSE, 'false coin')}"
    if A_GIVE <= action < A_SELL:
        return f"Give the rebel to seat {action - A_GIVE}"
    if action < A_GIVE:
        return f"Rebid with the {names.patron_titles[action - A_PATRON]}"
    verb, kind = ("Board", action - A_BOARD) if action >= A_BOARD else ("Sell", action - A_SELL)
    return f"{verb} {names.titles[kind] if kind < len(names.titles) else f'card {kind}'}"
