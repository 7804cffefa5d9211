"""The table of Pizarro & Co. as one seat sees it, as text of at most about a hundred columns."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.pizarro.names import PHASES, ROMAN, Names, Space, names_of
from caravela.engines.pizarro.points import luck_owner, points_of, stack_points
from caravela.engines.pizarro.table import Seat, Stack, Table, read_table
from caravela.engines.pizarro.words import by_value, cards, title
from caravela.engines.prose import counted, does, listed, seats, sentence, who

NAME, SPACE = 15, 27
"""Columns of an explorer's name, of a space."""
BETWEEN_CARDS = {
    "auctioneer": "The auctioneer is drawn.",
    "turn_up": "The next explorer card is turned up.",
    "deal": "The phase is over, money is dealt.",
    "put": "Money is exchanged.",
    "redraw": "Money is exchanged.",
}
# Steps in which the card turned up is not in the box, and has brought no ship to its space yet.
ON_THE_WAY = ("veto", "bid", "pay", "tuck_paid", "ship", "part")


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it: what is going on, the board, the hands, the money, and at the end points."""
    view = state.view(player) if isinstance(state, State) else state
    game, table = view.game, read_table(view)
    names = names_of(game)
    lines = [_headline(names, table, player), *_doing(game, table, player), *_to_come(table), ""]
    for half in (1, 2):
        lines += _half(game, table, half, player)
    lines += [_seat(table, q, player) for q in range(names.players)]
    lines += ["", *_money(table), *_box(game, names, table)]
    if table.scored:
        lines += ["", *(_points(game, table, q, player) for q in table.scored)]
    return "\n".join(lines)


def _headline(names: Names, table: Table, player: int) -> str:
    if table.step == "over":
        return f"Game over on board {names.board}. You are seat {player}."
    return f"Phase {ROMAN[table.phase - 1]} on board {names.board}. You are seat {player}."


def _doing(game: Game, table: Table, player: int) -> list[str]:
    """What happens now: a line or two."""
    turn, step = _turn(table, player), table.step
    if step == "over":
        return [_winners(game, table, player)]
    if step in ("luck", "luck_draw"):
        drawn = f"{cards(table.paid)}, together {table.luck}" if table.paid else "nothing yet"
        return [f"Scoring. Drawn: {drawn}, of at most {names_of(game).luck_limit}. {turn}"]
    if table.card is None:
        return [f"{BETWEEN_CARDS[step]} {turn}".strip()]
    card = title(table.card)
    if step == "veto":
        return [f"{card} is turned up. {turn}"]
    if step == "bid":
        high = "no bid yet" if table.leader is None else f"highest bid {table.high}, by {who(table.leader, player)}"
        still = "all" if len(table.asked) == len(table.seats) else seats(table.asked, player)
        return [f"{card} is up for auction, {high}. {turn}", f"Still in the auction: {still}."]
    lines = [f"{sentence(f'{who(table.mover, player)} won {card} for {table.high}')} {turn}"]
    if table.due and table.paid:
        lines[0] += f" Laid down: {cards(table.paid)}; still due: {table.due}."
    if table.inexact:
        lines.append("No cards of yours add up to it, so you overpay.")
    return lines


def _turn(table: Table, player: int) -> str:
    """Whose turn it is, and for what."""
    seat, is_to = who(table.mover, player), f"{does(table.mover, player, 'be')} to"
    space = f"space {ROMAN[table.phase - 1]}"
    turns = {
        "veto": f"{seat} may use a veto",
        "bid": f"{is_to} bid",
        "pay": f"{is_to} pay, the highest card first",
        "tuck_paid": f"{is_to} choose which of the cards paid is tucked: {cards(table.paid)}",
        "ship": f"{is_to} choose which ship moves to {space}",
        "part": f"{is_to} choose a part of {space}",
        "tuck_hand": f"{is_to} tuck a card from hand, face down",
        "draw": f"{is_to} draw {counted(table.draws, 'card')}",
        "taken": f"{is_to} lose a card to the left-hand neighbour",
        "deal": f"{is_to} get a card",
        "put": f"{seat} may put up to {counted(table.room, 'card')} away, the highest first, and draw as many",
        "redraw": f"{is_to} draw {counted(table.draws, 'card')}",
        "luck": f"{is_to} draw on or to stop",
        "luck_draw": f"{is_to} get a card",
    }
    return sentence(turns[table.step]) if table.step in turns else ""


def _winners(game: Game, table: Table, player: int) -> str:
    totals = [points_of(game, table, q).total for q in range(len(table.seats))]
    best = max(totals)
    first = [q for q, total in enumerate(totals) if total == best]
    if len(first) == 1:
        return sentence(f"{does(first[0], player, 'win')} with {counted(best, 'point')}")
    return sentence(f"{seats(first, player)} share the win with {counted(best, 'point')} each")


def _to_come(table: Table) -> list[str]:
    """The explorer cards of the phase that are not turned up yet."""
    ahead = sum(table.deck.values()) + len(table.bottom)
    if not ahead:
        return [] if table.card is None else ["It is the last card of the phase."]
    unknown = ", ".join(f"{count} {title(explorer)}" for explorer, count in table.deck.items())
    lines = [f"{counted(ahead, 'explorer card')} to come{f': {unknown}' if unknown else ''}."]
    if table.bottom:
        lines.append(f"At the bottom, in this order: {', '.join(title(explorer) for explorer in table.bottom)}.")
    return lines


def _half(game: Game, table: Table, half: int, player: int) -> list[str]:
    """A half of the board: a heading, then the explorers that are in the game, with stacks below their owner."""
    names = names_of(game)
    here = [explorer for explorer in names.explorers if explorer in game.data["board"][f"half_{half}"]]
    if not here:
        return []
    heading = f"Half {half}, side {names.board[half - 1]}".ljust(NAME) + "".join(
        f"space {roman}".ljust(SPACE) for roman in ROMAN
    )
    lines = [heading.rstrip()]
    for explorer in here:
        parts = ("left", "right") if explorer == names.parts else ("left",)
        for part in parts:
            lines += _spaces(names, table, explorer, part, player)
        if explorer == names.tucker:
            lines += [_stack(game, number, stack, player) for number, stack in enumerate(table.stacks, start=1)]
    return [*lines, ""]


def _spaces(names: Names, table: Table, explorer: str, part: str, player: int) -> list[str]:
    """The three spaces of an explorer, or one part of them: what they bring, and below the ships on them, if any."""
    texts, ships = [], []
    for phase in range(1, PHASES + 1):
        text = _space(names.space(explorer, phase, part), phase, names)
        texts.append(f"{part}: {text}" if explorer == names.parts else text)
        there = [
            f"{who(q, player)}{f' x{count}' if count > 1 else ''}"
            for q, seat in enumerate(table.seats)
            if (count := seat.ships.get((explorer, phase, part), 0))
        ]
        ships.append(f"  > {', '.join(there)}" if there else "")
    lines = [(title(explorer) if part == "left" else "").ljust(NAME) + "".join(text.ljust(SPACE) for text in texts)]
    if any(ships):
        lines.append(" " * NAME + "".join(text.ljust(SPACE) for text in ships))
    return [line.rstrip() for line in lines]


def _space(space: Space, phase: int, names: Names) -> str:
    """`crown 5, bag 1, veto`; zeros are left out."""
    action = {
        "none": "",
        "veto": "veto",
        "press_luck": f"draw up to {names.luck_limit}",
        "tuck_from_hand": "tuck from hand",
        "tuck_from_bid": "tuck from payment",
        "exchange": "exchange",
        "draw": f"draw {counted(names.draws[phase - 1], 'card')}",
        "expose_hand": "hand open",
        "neighbour_takes": "lose a card",
    }[space.action]
    texts = [
        f"crown {space.crown}" if space.crown else "",
        f"bag {space.bag}" if space.bag else "",
        action,
    ]
    return ", ".join(text for text in texts if text) or "nothing"


def _stack(game: Game, number: int, stack: Stack, player: int) -> str:
    """`  stack 1 (yours): 2 Magellan cards on 3 face down and 5 face down; so far 10 points`."""
    owner = "yours" if stack.owner == player else f"of seat {stack.owner}"
    under = ["a hidden card" if value is None else f"{value}{'' if up else ' face down'}" for value, up in stack.cards]
    known = all(value is not None for value, _ in stack.cards)
    worth = f"; so far {counted(stack_points(game, stack), 'point')}" if known and under else ""
    level = counted(stack.level, f"{title(names_of(game).tucker or '')} card")
    return f"  stack {number} ({owner}): {level} on {listed(under or ['nothing'])}{worth}"


def _seat(table: Table, q: int, player: int) -> str:
    """A player: what is known of the hand, then everything else that is his."""
    seat = table.seats[q]
    notes = []
    if q in table.exposed:
        notes.append("hand open")
    if seat.vetoes:
        notes.append("a veto" if seat.vetoes == 1 else f"{seat.vetoes} vetoes")
    if seat.unplaced:
        notes.append(f"{counted(seat.unplaced, 'ship')} to place")
    if q == table.auctioneer and table.step != "auctioneer":
        notes.append("auctioneer")
    if q == table.opener and table.step not in ("auctioneer", "over"):
        notes.append("opens")
    name = f"Seat {q}{' (you)' if q == player else ''}"
    return "; ".join([f"{name:13} {counted(seat.hand_count, 'card'):9} {_hand(seat, own=q == player)}", *notes])


def _hand(seat: Seat, *, own: bool) -> str:
    if not seat.hand_count:
        return "-"
    if own or not seat.hidden_count:
        hand = {v: seat.known.get(v, 0) + seat.hidden.get(v, 0) for v in {*seat.known, *seat.hidden}}
        secret = "all" if not seat.known else cards(seat.hidden)
        return f"{cards(hand)} ({seat.sum} money{f'; unseen by others: {secret}' if seat.hidden else ''})"
    text = f"{cards(seat.known)} and {seat.hidden_count} unknown" if seat.known else "unknown"
    worth = max(seat.worth)
    return f"{text} ({worth} money or more, by its bids)" if worth > seat.sum else text


def _money(table: Table) -> list[str]:
    discard = sum(table.discard.values())
    lines = [
        f"Money stack: {counted(table.stack_count, 'card')}",
        f"Discard pile: {counted(discard, 'card')}{f', {by_value(table.discard)}' if discard else ''}",
    ]
    if table.stack and table.step != "over":
        lines.append(f"Not seen by you, in stack and hands: {by_value(table.stack)}")
    return lines


def _box(game: Game, names: Names, table: Table) -> list[str]:
    """P5.7: the explorer cards that nobody bought."""
    lines = []
    most = game.options["copies"]
    for phase in range(1, table.phase + 1):
        copies = game.data["explorer_cards"]["copies_per_phase"][phase - 1]
        boxed = {explorer: min(copies, most or copies) - _won(table, explorer, phase) for explorer in names.explorers}
        if phase == table.phase:
            for explorer in names.explorers:
                boxed[explorer] -= table.deck.get(explorer, 0) + table.bottom.count(explorer)
                boxed[explorer] -= explorer == table.card and table.step in ON_THE_WAY
        unsold = ", ".join(f"{count} {title(explorer)}" for explorer, count in boxed.items() if count)
        if unsold:
            lines.append(f"In the box, phase {ROMAN[phase - 1]}: {unsold}")
    return lines


def _won(table: Table, explorer: str, phase: int) -> int:
    """How often an explorer was won in a phase: its ships there and beyond. One may be on the way (P12.1)."""
    there = sum(count for seat in table.seats for place, count in seat.ships.items() if _beyond(place, explorer, phase))
    return there + (explorer == table.card and table.step == "part" and phase < table.phase)


def _beyond(place: tuple[str, int, str], explorer: str, phase: int) -> bool:
    return place[0] == explorer and place[1] >= phase


def _points(game: Game, table: Table, q: int, player: int) -> str:
    """P10.2, for a seat that has scored."""
    points = points_of(game, table, q)
    names = names_of(game)
    parts = [f"ships {points.ships}"]
    if names.tucker:
        parts.append(f"{title(names.tucker)} {points.stacks}")
    parts.append(f"money cards {points.hand}")
    if q == luck_owner(game, table):
        parts.append(f"drawn {points.luck}" if table.step == "over" else f"drawn so far {table.luck}, not counted yet")
    who_is = f"Seat {q}{' (you)' if q == player else ''}"
    return f"{who_is:13} {counted(points.total, 'point')}: {', '.join(parts)}"
