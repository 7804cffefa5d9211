"""Names and drawings of Goofspiel."""

from __future__ import annotations

import struct

from caravela.cext.core import Game, State, View

HEADER = struct.Struct("=I8I8H8BHBB")


def action_to_string(game: Game, action: int) -> str:
    """`bid:7`."""
    return f"bid:{action + 1}"


def chance_to_string(game: Game, outcome: int) -> str:
    """`deal:7`: the next point card; `show`: all bids are shown, or with `imp_info` who made the highest."""
    return "show" if outcome == game.options["num_cards"] else f"deal:{outcome + 1}"


def code_to_string(game: Game, code: int) -> str:
    """`bid:7` (my own choice), `deal:7`, `seat0:7` (a bid that was shown), `taken:1` or `taken:nobody`."""
    kind, card = divmod(code, game.options["num_cards"])
    if kind < 2:
        return f"{('bid', 'deal')[kind]}:{card + 1}"
    if not game.options["imp_info"]:
        return f"seat{kind - 2}:{card + 1}"
    seat = code - 2 * game.options["num_cards"]
    return f"taken:{seat if seat < game.num_players() else 'nobody'}"


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    return f"Bid your {action + 1}"


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    block = view.to_bytes()
    fields = HEADER.unpack_from(block)
    deck, hands, points, bids = fields[0], fields[1:9], fields[9:17], fields[17:25]
    turn, card, _mover = fields[25:]
    seats = state.game.num_players()
    lines = [
        f"turns played: {turn} of {_turns(state.game)}",
        f"point card: {card or 'none'}, to come: {_cards(deck)}",
    ]
    for seat in range(seats):
        hidden = state.game.options["imp_info"] and seat != player
        lines.append(f"seat {seat}: {points[seat]} points, hand {'hidden' if hidden else _cards(hands[seat])}")
    lines.append(f"bid of seat {player}: {bids[player] or 'not chosen'}")
    if state.game.options["imp_info"]:
        takers = block[HEADER.size + seats :: seats + 1][:turn]
        lines.append(f"taken by: {' '.join('nobody' if seat > seats else str(seat - 1) for seat in takers) or '-'}")
        own = block[HEADER.size + player :: seats + 1][:turn]
        lines.append(f"own bids: {' '.join(map(str, own)) or '-'}")
    return "\n".join(lines)


def _turns(game: Game) -> int:
    turns: int = game.options["num_turns"]
    cards: int = game.options["num_cards"]
    return cards if turns < 0 else turns


def _cards(cards: int) -> str:
    return " ".join(str(card + 1) for card in range(cards.bit_length()) if cards >> card & 1) or "none"
