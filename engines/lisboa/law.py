"""For conformance checks: the weights of the law of determinization, and games that explain a sampled world."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from caravela.engines.lisboa.names import Names, names_of
from caravela.engines.lisboa.table import peek, read_table

if TYPE_CHECKING:
    from caravela.cext.core import Game, State


def choice_weight(state: State, action: int, player: int) -> float:  # noqa: ARG001 (all who watch see the same)
    """The law's weight of an action of another seat than `player`.

    Each hidden copy of a card is as likely to be the one that leaves the hand. Everything else is chosen freely, and
    that is no evidence.
    """
    step, seat = peek(state)
    if step not in ("play", "drop"):
        return 1.0
    card = names_of(state.game).actions[action].partition(":")[2]
    hand = read_table(state).seats[seat].hand
    return float(max(1, hand.count((card, False)))) if (card, True) not in hand else 1.0


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:
    """A history that shows `player` the same as `history` and ends in `world`, sampled from its view.

    The others were dealt what they have played since and what they still hide in the world. The tiles that they did
    not keep in D1 do not matter, but those that are offered now are the world's.
    """
    names, table = names_of(game), read_table(world)
    dealt = _dealt(game, history)
    for seat, hidden in enumerate(table.seats):
        for card, known in hidden.hand:
            if not known:
                dealt[seat, names.cards[card]["deck"]].append(card)
    offered = list(table.offered)
    first_offer = len(history) - len(offered)
    told = game.new_initial_state()
    for number, action in enumerate(history):
        step, seat = peek(told)
        if seat == player or step not in ("draw_hand", "draw_offer"):
            told.apply_action(action)
        elif step == "draw_hand":
            deck = names.cards[_name(names, action)]["deck"]
            told.apply_action(names.outcomes.index(f"card:{dealt[seat, deck].pop(0)}"))
        elif offered and number >= first_offer:
            told.apply_action(names.outcomes.index(f"clergy:{offered.pop(0)}"))
        else:
            told.apply_action(action)
    return told.history()


def _dealt(game: Game, history: list[int]) -> dict[tuple[int, str], list[str]]:
    """The cards of hidden decks that each seat has played or discarded, by seat and deck."""
    names = names_of(game)
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    state = game.new_initial_state()
    for action in history:
        step, seat = peek(state)
        if step in ("play", "drop") and action:
            card = names.actions[action].partition(":")[2]
            found[seat, names.cards[card]["deck"]].append(card)
        state.apply_action(action)
    return found


def _name(names: Names, outcome: int) -> str:
    return names.outcomes[outcome].partition(":")[2]
