"""Names and drawings of Veracruz 1631."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.prose import does, sentence
from caravela.engines.veracruz.names import SIDES, names_of
from caravela.engines.veracruz.story import describe_steps
from caravela.engines.veracruz.table import Galleon, Seat, Table, read_table
from caravela.engines.veracruz.words import most_weight, spaced, title

__all__ = [
    "action_to_string",
    "chance_to_string",
    "code_to_string",
    "describe_action",
    "describe_steps",
    "observation_string",
]

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
    lines = _weather(view.game, table, player)
    for index in range(len(table.galleons)):
        lines += _galleon(view.game, table, index)
    decks = [
        f"{i}: {spaced(deck.top) if deck.top else 'face down'} ({deck.count})" if deck.count else f"{i}: none"
        for i, deck in enumerate(table.decks, start=1)
    ]
    lines.append(f"Open decks  {'  '.join(decks)}  reserve {table.reserve}")
    lines += [_seat(seat, q, q == player) for q, seat in enumerate(table.seats)]
    return "\n".join(lines)


def _weather(game: Game, table: Table, player: int) -> list[str]:
    """What happens now, and what the weather is."""
    be = does(table.mover, player, "be")
    doing = {
        "act": f"{be} to load or bet",
        "draw": f"{be} to draw",
        "invest": f"{does(table.mover, player, 'get')} an investment",
        "deal": f"{be} dealt boxes",
        "tops": "the open decks are laid out",
        "start": "the starting player is drawn",
        "reveal": "the next box of a deck is turned up",
        "refill": "a new deck is laid out",
        "over": "the game is over",
    }.get(table.phase, "the doubloon is tossed")
    track = game.data["meteorology"]
    return [
        f"Veracruz 1631. You are seat {player}. {sentence(doing)}",
        f"Meteorology {table.meteorology} ({track['min']} to {track['max']}): that imbalance sinks a galleon.",
    ]


def _galleon(game: Game, table: Table, index: int) -> list[str]:
    galleon, limits = table.galleons[index], game.data["galleon"][index]
    most = most_weight(game, index)
    red = "  RED" if galleon.weight >= max(1, most - game.data["red_zone"]["width"] + 1) else ""
    fate = "" if table.phase != "over" else "  SINKS" if _sinks(galleon, table) else "  REACHES PORT"
    sides = []
    for side, at in SIDE_OF.items():
        goods = [f"{good} {galleon.value[good]}" for good in game.data["goods"][side] if good in galleon.value]
        last = galleon.last[at]
        sides.append(f"{side}: {', '.join(goods) or 'no goods'}; last {spaced(last) if last else 'none'}")
    bets = [f"{i}. seat {q} {_bet(kind) if kind else '?'}" for i, (q, kind) in enumerate(galleon.bets, start=1)]
    balance = f"{galleon.balance:+d} (limit {limits['balance_limit']})"
    return [
        f"{title(galleon.name)}  weight {galleon.weight}/{most}  balance {balance}{red}{fate}",
        f"  {'  |  '.join(sides)}",
        f"  bets: {', '.join(bets) or 'none'}",
    ]


def _sinks(galleon: Galleon, table: Table) -> bool:
    """V7.2."""
    return abs(galleon.balance) >= table.meteorology


def _bet(kind: str) -> str:
    return kind.replace("_", " ")


def _seat(seat: Seat, q: int, own: bool) -> str:
    parts = [f"Seat {q}{' (you)' if own else ''}: {_boxes(seat.known) or 'no drawn cards'}"]
    if seat.hidden:
        parts.append(f"unseen by others: {_boxes(seat.hidden)}" if own else f"was hidden: {_boxes(seat.hidden)}")
    elif seat.hidden_count:
        parts.append(f"{seat.hidden_count} unknown")
        if seat.excluded:
            parts[-1] += f" (not {', '.join(spaced(kind) for kind in seat.excluded)})"
    left = [f"{n} {_bet(kind)}" if n > 1 else _bet(kind) for kind, n in seat.bet_cards.items() if n]
    parts.append(f"bets left: {', '.join(left) or seat.bets_left}")
    if seat.investment:
        parts.append(f"invested in {seat.investment}")
    return "; ".join(parts)


def _boxes(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} x {spaced(kind)}" if n > 1 else spaced(kind) for kind, n in counts.items())
