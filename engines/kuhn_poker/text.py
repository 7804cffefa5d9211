"""Names and drawings of Kuhn poker. Seats and cards count from 0."""

from __future__ import annotations

import struct

from caravela.cext.core import Game, State, View

ACTIONS = ("pass", "bet")


def cards_of(state: State | View) -> list[int | None]:
    """Each seat's card, as far as it is dealt and known."""
    (cards,) = struct.unpack_from("=I", state.to_bytes())
    known = [cards >> (4 * seat) & 15 for seat in range(state.game.num_players())]
    return [card - 1 if card else None for card in known]


def action_to_string(game: Game, action: int) -> str:
    """`pass` or `bet`; after a bet they mean fold and call."""
    return ACTIONS[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`card:2`: the card dealt to the next seat."""
    return f"card:{outcome}"


def code_to_string(game: Game, code: int) -> str:
    """`dealt:1` (seat 1 has got a card), `card:2` (my own), `0:bet` (seat 0 bets)."""
    players = game.num_players()
    if code < players:
        return f"dealt:{code}"
    if code <= 2 * players:
        return f"card:{code - players}"
    seat, action = divmod(code - 2 * players - 1, 2)
    return f"{seat}:{ACTIONS[action]}"


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    return ("Pass, or fold if somebody has bet", "Bet, or call if somebody has bet")[action]


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it: one line a seat."""
    view = state.view(player) if isinstance(state, State) else state
    _cards, steps, end, bets, _mover = struct.unpack("=IBBBb", view.to_bytes())
    players = state.game.num_players()
    first = end - 2 * players if bets else steps
    lines = []
    for seat, card in enumerate(cards_of(view)):
        if seat >= steps:
            lines.append(f"seat {seat}: not dealt yet")
            continue
        acted = steps - players > seat
        answered = steps > 2 * players + seat
        what = "bet" if bets >> seat & 1 else "to act"
        if not bets >> seat & 1 and acted:
            what = "folded" if answered or seat > first else "passed"
        lines.append(f"seat {seat}: card {'unknown' if card is None else card}, {what}")
    return "\n".join(lines)
