"""Names and drawings of Oh Hell. Cards are called as OpenSpiel calls them: `HA` is the ace of hearts."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.oh_hell.table import RANKS, SUIT_NAMES, SUITS, Table, card_name, cards_of, read_table

RANK_NAMES = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def action_to_string(game: Game, action: int) -> str:
    """`HA` plays a card, `bid:3` bids."""
    cards = game.max_chance_outcomes()
    return card_name(game, action) if action < cards else f"bid:{action - cards}"


def chance_to_string(game: Game, outcome: int) -> str:
    """`5=D3`: five tricks, or dealer 5, or the three of diamonds, whichever is drawn just then."""
    return f"{outcome}={card_name(game, outcome)}"


def code_to_string(game: Game, code: int) -> str:
    """An action, or `dealt` (a card, face down), `tricks:5`, `dealer:1`, `hand:HA`, `trump:CQ`."""
    actions, cards, seats = game.num_distinct_actions(), game.max_chance_outcomes(), game.num_players()
    if 0 <= code < actions:
        return action_to_string(game, code)
    code -= actions
    if code == 0:
        return "dealt"
    most_tricks = actions - cards - 1
    if 1 <= code <= most_tricks:
        return f"tricks:{code}"
    code -= most_tricks + 1
    if 0 <= code < seats:
        return f"dealer:{code}"
    code -= seats
    if 0 <= code < 2 * cards:
        return f"{('hand', 'trump')[code // cards]}:{card_name(game, code % cards)}"
    raise ValueError(f"no such code in {game.spec}")


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    cards = game.max_chance_outcomes()
    if action >= cards:
        tricks = action - cards
        return f"Bid {tricks} trick{'s' if tricks != 1 else ''}"
    suits = game.options["num_suits"]
    rank = RANKS[action // suits]
    return f"Play the {RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[action % suits]}"


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it: what was drawn, a line a seat, the own hand by suits."""
    view = state.view(player) if isinstance(state, State) else state
    table = read_table(view)
    game = state.game
    lines = [
        f"tricks: {_shown(table.tricks or None)}, dealer: {_shown(table.dealer)}, trump: {_card(game, table.trump)}"
    ]
    if table.trump is None:
        return "\n".join([*lines, f"cards dealt: {table.step}"])
    lines.append(f"tricks finished: {table.step}")
    lines += [_seat(game, table, seat, player) for seat in range(game.num_players())]
    lines.append(f"hand of seat {player}: {_hand(game, table.hands[player])}")
    return "\n".join(lines)


def _seat(game: Game, table: Table, seat: int, player: int) -> str:
    """`seat 1 (you): bid 2, won 0, plays HA, no C`."""
    parts = [f"bid {_shown(table.bids[seat])}", f"won {table.won[seat]}"]
    if table.trick[seat] is not None:
        parts.append(f"plays {_card(game, table.trick[seat])}")
    void = [SUITS[suit] for suit in range(game.options["num_suits"]) if table.voids[seat] >> suit & 1]
    if void:
        parts.append(f"no {' '.join(void)}")
    marks = [mark for mark, at in (("you", player), ("to act", table.mover)) if at == seat]
    who = f"seat {seat} ({', '.join(marks)})" if marks else f"seat {seat}"
    return f"{who}: {', '.join(parts)}"


def _hand(game: Game, hand: int) -> str:
    """`C AK7  H 2`: suits with their cards, highest first."""
    suits = game.options["num_suits"]
    held = [
        (SUITS[suit], "".join(RANKS[card // suits] for card in reversed(cards_of(hand)) if card % suits == suit))
        for suit in range(suits)
    ]
    return "  ".join(f"{suit} {ranks}" for suit, ranks in held if ranks) or "none"


def _card(game: Game, card: int | None) -> str:
    return "-" if card is None else card_name(game, card)


def _shown(number: int | None) -> str:
    return "-" if number is None else str(number)
