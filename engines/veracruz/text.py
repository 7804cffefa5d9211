"""Names and drawings of Veracruz 1631."""

from __future__ import annotations

from typing import Any

from caravela.cext.core import Game, State, View
from caravela.engines.veracruz.names import SIDES, names_of
from caravela.engines.veracruz.table import Galleon, Seat, Table, read_table

SIDE_OF = dict(zip(SIDES, (0, 1), strict=True))


def action_to_string(game: Game, action: int) -> str:
    """`gold3>juncal.left`, `bet:sunken>juncal`, `pass`, `draw:1`."""
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`invest:gold`, `box:gold3`, `toss:sun`, `start:0`."""
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    """Names of actions and outcomes; `invest:?@1`, `box:?@1`, `bet:?>juncal` hide secrets; `shown:...` is the end."""
    codes = names_of(game).codes
    if not 0 <= code < len(codes):
        raise ValueError(f"code {code} is outside 0 .. {len(codes) - 1}")
    return codes[code]


def describe_action(game: Game, action: int) -> str:
    """A sentence for people."""
    names = names_of(game)
    name = names.actions[action]
    if name == "pass":
        return "Pass"
    if name.startswith("draw:"):
        return f"Draw the top card of open deck {name.removeprefix('draw:')}"
    what, where = name.split(">")
    if what.startswith("bet:"):
        end = "reaches port" if what == f"bet:{names.bets[0]}" else "sinks"
        return f"Bet in secret that {title(where)} {end}"
    galleon, side = where.rsplit(".", 1)
    if what == "empty":
        return f"Put an empty box on the last box on the {side} of {title(galleon)}"
    return f"Load {spaced(what)} on the {side} of {title(galleon)}"


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    table = read_table(view)
    lines = [_weather(view.game, table, player)]
    for galleon, limits in zip(table.galleons, view.game.data["galleon"], strict=False):
        lines += _galleon(view.game, galleon, limits)
    decks = [
        f"{i}: {spaced(deck.top) if deck.top else 'face down'} ({deck.count})" if deck.count else f"{i}: none"
        for i, deck in enumerate(table.decks, start=1)
    ]
    lines.append(f"Open decks  {'  '.join(decks)}  reserve {table.reserve}")
    lines += [_seat(seat, q, q == player) for q, seat in enumerate(table.seats)]
    return "\n".join(lines)


def title(name: str) -> str:
    """`santa_teresa` as Santa Teresa."""
    return name.replace("_", " ").title()


def spaced(kind: str) -> str:
    """`gold3` as gold 3."""
    word = kind.rstrip("0123456789")
    return f"{word} {kind[len(word) :]}" if word != kind else kind


def _weather(game: Game, table: Table, player: int) -> str:
    doing = {
        "act": f"seat {table.mover} is to load or bet",
        "draw": f"seat {table.mover} is to draw",
        "invest": f"seat {table.mover} gets an investment",
        "deal": f"seat {table.mover} is dealt boxes",
        "tops": "the open decks are laid out",
        "start": "the starting player is drawn",
        "reveal": "the next box of a deck is turned up",
        "refill": "a new deck is laid out",
        "over": "the game is over",
    }.get(table.phase, "the doubloon is tossed")
    track = game.data["meteorology"]
    return (
        f"Veracruz 1631, seat {player}: {doing}. Meteorology {table.meteorology}"
        f" ({track['min']} to {track['max']}): that imbalance sinks."
    )


def _galleon(game: Game, galleon: Galleon, limits: dict[str, Any]) -> list[str]:
    cap = game.options["weight_cap"]
    most = min(limits["weight_limit"], cap) if cap else limits["weight_limit"]
    red = "  RED" if galleon.weight >= max(1, most - game.data["red_zone"]["width"] + 1) else ""
    sides = []
    for side, index in SIDE_OF.items():
        goods = [f"{good} {galleon.value[good]}" for good in game.data["goods"][side] if good in galleon.value]
        last = galleon.last[index]
        sides.append(f"{side}: {', '.join(goods) or 'no goods'}; last {spaced(last) if last else 'none'}")
    bets = [f"{i}. seat {q} {kind or '?'}" for i, (q, kind) in enumerate(galleon.bets, start=1)]
    balance = f"{galleon.balance:+d} (limit {limits['balance_limit']})"
    return [
        f"{title(galleon.name)}  weight {galleon.weight}/{most}  balance {balance}{red}",
        f"  {'  |  '.join(sides)}",
        f"  bets: {', '.join(bets) or 'none'}",
    ]


def _seat(seat: Seat, q: int, own: bool) -> str:
    parts = [f"Seat {q}{' (you)' if own else ''}: {_boxes(seat.known) or 'no drawn cards'}"]
    if seat.hidden:
        parts.append(f"unseen by others: {_boxes(seat.hidden)}" if own else f"was hidden: {_boxes(seat.hidden)}")
    elif seat.hidden_count:
        parts.append(f"{seat.hidden_count} unknown")
        if seat.excluded:
            parts[-1] += f" (not {', '.join(spaced(kind) for kind in seat.excluded)})"
    left = [f"{n} {kind}" if n > 1 else kind for kind, n in seat.bet_cards.items() if n]
    parts.append(f"bets left: {', '.join(left) or seat.bets_left}")
    if seat.investment:
        parts.append(f"invested in {seat.investment}")
    return "; ".join(parts)


def _boxes(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} x {spaced(kind)}" if n > 1 else spaced(kind) for kind, n in counts.items())
