"""Names and drawings of Lisboa."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caravela.engines.lisboa.drawing import observation_string
from caravela.engines.lisboa.names import Names, names_of
from caravela.engines.lisboa.story import describe_steps
from caravela.engines.lisboa.words import DOINGS, card, clergy, decree, gain, noble, place, plan, reis, short_card
from caravela.engines.prose import listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from caravela.cext.core import Game

__all__ = [
    "action_to_string",
    "chance_to_string",
    "code_to_string",
    "describe_action",
    "describe_steps",
    "observation_string",
]

SENTENCES = {
    "done": "Do no more of this",
    "none": "Do nothing here",
    "noble": "Perform the Noble action",
    "sell": "Put the card into your Portfolio and sell goods",
    "trade": "Put the card into your Portfolio and trade with Nobles",
    "visit": "Play the card to the court: visit its Noble",
    "event": "Play the card to the court: sponsor its event",
    "gold": "Discard the card and take 1 gold",
    "more": "Spend a rubble set marker for one more decree",
}


def action_to_string(game: Game, action: int) -> str:
    """`play:P05`, `sell`, `state:build_ship`, `store:A1.gold`, `spend:2`; README.md lists them."""
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`favor:maia`, `plan:S1`, `clergy:visit_any`, `cube:fire`, `building:B01`, `decree:D01`, `card:P01`."""
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    """Names of actions and outcomes; `drawn:D01`, `drawn:maia`; `card:?@1`, `clergy:?@1` hide what others draw."""
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
    verb, _, what = name.partition(":")
    return DESCRIBE[verb](names, what)


def _state(_names: Names, what: str) -> str:
    text = DOINGS[what]
    return f"State action: {text}"


def _ship(_names: Names, what: str) -> str:
    seat, ship = what.split(".")
    return f"Load it on ship {ship} of seat {seat}"


def _produce(_names: Names, what: str) -> str:
    return f"Produce {listed(what.split('+'))}"


def _store(_names: Names, what: str) -> str:
    cell, good = what.split(".")
    return f"Build a {good} store in {cell}"


def _house(names: Names, what: str) -> str:
    row = names.data["houses"]["list"][int(what) - 1]
    return f"Take house {what}: {gain(row['kind'], row['n'], row['type'])}"


def _clear(_names: Names, what: str) -> str:
    line, kind = what.split(".")
    return f"Take a cube of {kind} from the {line}"


def _plot(names: Names, what: str) -> str:
    row = names.plots[what]
    serves = f"row {row['row']}" if row["row"] else f"the {row['street']} street"
    return f"Build on plot {what}, serving {serves}: {gain(row['reward'], row['n'], row['type'])}"


def _hire(_names: Names, what: str) -> str:
    seat, where = what.split(".", 1)
    return f"Hire an Official of seat {seat} from {place(where)}"


def _draw(_names: Names, what: str) -> str:
    return f"Take the card on top of {'the Treasury stack' if what == 'treasury' else f'the stack of {noble(what)}'}"


def _spend(_names: Names, what: str) -> str:
    return f"Make {reis(int(what))} of the payment from Influence" if int(what) else "Pay with réis alone"


DESCRIBE: dict[str, Callable[[Names, str], str]] = {
    "state": _state,
    "play": lambda names, what: f"Play {card(names, what)}",
    "drop": lambda names, what: f"Discard {short_card(names, what)}",
    "scrap": lambda _, what: f"Discard your ship {what}",
    "keep": lambda names, what: f"Keep the tile: {clergy(names, what)}",
    "return": lambda names, what: f"Return the tile to the bag: {clergy(names, what)}",
    "surrender": lambda names, what: f"Give the tile up for its wigs: {clergy(names, what)}",
    "take": lambda _, what: f"Take 1 {what}",
    "give": lambda _, what: f"Give 1 {what}",
    "sell": lambda _, what: f"Sell 1 {what}",
    "ship": _ship,
    "recruit": lambda _, what: f"Place an Official with {noble(what)}",
    "recall": lambda _, what: f"Take an Official back from {place(what)}",
    "plan": lambda _, what: f"Take the plan on top of the {what} stack",
    "toss": lambda names, what: f"Give up the {plan(names.plans[what])}",
    "produce": _produce,
    "move": lambda _, what: f"Move the Cardinal {what} step{'s' if what != '1' else ''}",
    "favor": lambda _, what: f"Take a Royal Favor of {noble(what)}",
    "store": _store,
    "house": _house,
    "spend": _spend,
    "clear": _clear,
    "decree": lambda names, what: f"Take decree {decree(names, what)}",
    "open": lambda names, what: f"Carry out the {plan(names.plans[what])}",
    "plot": _plot,
    "hire": _hire,
    "pile": lambda _, what: f"Take a cube of {what} from the pile",
    "draw": _draw,
}
