"""Names and drawings of Pizarro & Co."""

from __future__ import annotations

from caravela.cext.core import Game
from caravela.engines.pizarro.drawing import observation_string
from caravela.engines.pizarro.names import names_of
from caravela.engines.pizarro.story import describe_steps

__all__ = [
    "action_to_string",
    "chance_to_string",
    "code_to_string",
    "describe_action",
    "describe_steps",
    "observation_string",
]

SENTENCES = {
    "pass": "Pass",
    "veto": "Use a veto: the card will be auctioned later",
    "decline": "Let the card be auctioned",
    "done": "Put no more cards away",
    "left": "Put the ship on the left part: draw money cards",
    "right": "Put the ship on the right part: points at the end",
    "from:left": "Move the ship that stands on the left part",
    "from:right": "Move the ship that stands on the right part",
    "draw": "Draw a card",
    "stop": "Stop drawing",
}
VERBS = {
    "pay": "Pay with the {}",
    "tuck": "Tuck the {} under the stack",
    "put": "Put the {} on the discard pile",
    "bid": "Bid {}",
    "stack": "Move the ship of stack {}",
}


def action_to_string(game: Game, action: int) -> str:
    """`pass`, `bid:7`, `pay:5`, `tuck:1`, `put:9`, `done`, `veto`, `stack:2`, `from:left`, `right`, `draw`."""
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`money:5`, `taken:5`, `card:columbus`, `auctioneer:0`."""
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    """Names of actions and outcomes; `money:?@1`, `tuck:?@1` hide secrets; `paid:5` and `shown:5@1` lay cards open."""
    codes = names_of(game).codes
    if not 0 <= code < len(codes):
        raise ValueError(f"code {code} is outside 0 .. {len(codes) - 1}")
    return codes[code]


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    name = names_of(game).actions[action]
    if name in SENTENCES:
        return SENTENCES[name]
    verb, what = name.split(":")
    return VERBS[verb].format(what)
