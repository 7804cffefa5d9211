"""Names and drawings of Leduc poker. Seats, cards and ranks count from 0."""

from __future__ import annotations

import struct
from typing import NamedTuple

from caravela.cext.core import Game, State, View

ACTIONS = ("fold", "call", "raise")


class Table(NamedTuple):
    """The fields of a state as plain numbers. Cards are None where they are not dealt or not known."""

    cards: list[int | None]
    paid: list[int]
    open_card: int | None
    stake: int
    raises: int
    folded: list[bool]
    dealt: int


def table_of(state: State | View) -> Table:
    """What the bytes of a state or view say."""
    *seats, open_card, stake, raises, folded, _active, _waiting, dealt, _mover = struct.unpack(
        "=23Bb", state.to_bytes()
    )
    players = state.game.num_players()
    return Table(
        cards=[card - 1 if card else None for card in seats[:players]],
        paid=seats[8 : 8 + players],
        open_card=open_card - 1 if open_card else None,
        stake=stake,
        raises=raises,
        folded=[bool(folded >> seat & 1) for seat in range(players)],
        dealt=dealt,
    )


def card_to_string(game: Game, card: int) -> str:
    """`2` for a rank where suits cannot be told apart; else `2a` or `2b`, rank and suit."""
    return str(card) if game.options["suit_isomorphism"] else f"{card // 2}{'ab'[card % 2]}"


def action_to_string(game: Game, action: int) -> str:
    """`fold`, `call` (check, where it costs nothing) or `raise`."""
    return ACTIONS[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`card:2b`: the card dealt to the next seat, or the open card."""
    return f"card:{card_to_string(game, outcome)}"


def code_to_string(game: Game, code: int) -> str:
    """`dealt:1` (seat 1 has got a card), `card:2b` (my own), `open:0a`, `0:raise` (seat 0 raises)."""
    players, cards = game.num_players(), game.max_chance_outcomes()
    if code < players:
        return f"dealt:{code}"
    kind, card = divmod(code - players, cards)
    if kind < 2:
        return f"{('card', 'open')[kind]}:{card_to_string(game, card)}"
    seat, action = divmod(code - players - 2 * cards, 3)
    return f"{seat}:{ACTIONS[action]}"


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    return ("Fold", "Call, or check if there is nothing to pay", "Raise the stake")[action]


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it: the round, then one line a seat."""
    view = state.view(player) if isinstance(state, State) else state
    table = table_of(view)
    game = state.game
    shown = "not dealt" if table.open_card is None else card_to_string(game, table.open_card)
    lines = [f"open card: {shown}; stake {table.stake}, pot {sum(table.paid)}, raises in this round {table.raises}"]
    for seat, card in enumerate(table.cards):
        known = "unknown" if card is None else card_to_string(game, card)
        hand = f"card {known}" if seat < table.dealt else "no card yet"
        folded = ", folded" if table.folded[seat] else ""
        lines.append(f"seat {seat}: {hand}, has paid {table.paid[seat]}{folded}")
    return "\n".join(lines)
