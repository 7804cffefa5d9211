"""Names and drawings of Pizarro & Co."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.pizarro.names import PHASES, ROMAN, Names, Space, names_of
from caravela.engines.pizarro.table import Hand, Seat, Stack, Table, read_table

SENTENCES = {
    "pass": "Pass",
    "veto": "Use a Columbus veto: this card will be auctioned later",
    "decline": "Let the card be auctioned",
    "done": "Put no more cards away",
    "left": "Put the ship on the left part: draw money cards",
    "right": "Put the ship on the right part: crowns at the end",
    "from:left": "Move the ship that stands on the left part",
    "from:right": "Move the ship that stands on the right part",
    "draw": "Draw one more card",
    "stop": "Stop drawing",
}
VERBS = {
    "pay": "Pay with a {}",
    "tuck": "Tuck a {} under the stack",
    "put": "Put a {} on the discard pile",
    "bid": "Bid {}",
    "stack": "Move the ship of stack {}",
}
ACTIONS = {
    "none": "",
    "veto": "veto",
    "press_luck": "press on",
    "tuck_from_hand": "tuck a card from hand",
    "tuck_from_bid": "tuck a card of the bid",
    "exchange": "exchange cards",
    "draw": "draw cards",
    "expose_hand": "open hand",
    "neighbour_takes": "neighbour takes a card",
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


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    names = names_of(view.game)
    table = read_table(view)
    lines = [_headline(names, table, player), *_board(names, table)]
    lines += [_stack(k, stack, player) for k, stack in enumerate(table.stacks, start=1)]
    lines += [_seat(table, q, player) for q in range(names.players)]
    lines.append(f"Money stack {table.stack_count} cards; discard pile {cards(table.discard) or 'empty'}")
    return "\n".join(lines)


def title(name: str) -> str:
    """`vasco_da_gama` as Vasco da Gama."""
    return " ".join(word if word == "da" else word.capitalize() for word in name.split("_"))


def cards(hand: Hand) -> str:
    """`1 2 2 9`."""
    return " ".join(str(value) for value, count in sorted(hand.items()) for _ in range(count))


def _headline(names: Names, table: Table, player: int) -> str:
    if table.step == "over":
        return f"Game over. Board {names.board}. You are seat {player}."
    line = f"Phase {ROMAN[table.phase - 1]}, board {names.board}. You are seat {player}. {_doing(table, player)}"
    ahead = sum(table.deck.values()) + len(table.bottom)
    if ahead:
        unknown = ", ".join(f"{count} {title(explorer)}" for explorer, count in table.deck.items())
        line += f"\nExplorer cards to come {ahead}: {unknown or 'none unknown'}"
    if table.bottom:
        line += f"; then at the bottom {', '.join(title(explorer) for explorer in table.bottom)}"
    return line


def _doing(table: Table, player: int) -> str:
    """What happens now."""
    seat = "You" if table.mover == player else f"Seat {table.mover}"
    card = title(table.card or "")
    limit = f"up to {table.room} more" if table.puts else f"up to {table.room}"
    high = f"highest bid {table.high} by seat {table.leader}" if table.leader is not None else "no bid yet"
    still = ", ".join(map(str, table.asked))
    to_pay = f", {table.due} left" if table.due and table.paid else ""
    return {
        "auctioneer": "The auctioneer is drawn.",
        "turn_up": "An explorer card is turned up.",
        "veto": f"{card} is turned up: {seat} may veto.",
        "bid": f"{card} is auctioned: {seat} to bid; {high}; still in: {still}.",
        "pay": f"{seat} won {card} for {table.high} and must pay{to_pay}{_laid(table)}.",
        "tuck_paid": f"{seat} won {card} and must tuck one of the cards paid: {cards(table.paid)}.",
        "ship": f"{seat} won {card} and must choose which ship moves.",
        "part": f"{seat} won {card} and must choose a part of the space.",
        "tuck_hand": f"{seat} won {card} and must tuck a card from hand.",
        "draw": f"{seat} won {card}: draws {table.draws}.",
        "taken": f"{seat} won {card}: the left neighbour takes a card.",
        "deal": f"Seat {table.mover} is dealt a card.",
        "put": f"{seat} may exchange {limit} cards.",
        "redraw": f"{seat}: draws {table.draws} for the cards put away.",
        "luck": f"{seat}: press on with {table.luck}, or stop?",
        "luck_draw": f"{seat}: draws on {table.luck}.",
    }[table.step]


def _laid(table: Table) -> str:
    return f" (laid so far: {cards(table.paid)})" if table.paid else ""


def _board(names: Names, table: Table) -> list[str]:
    """A line for each explorer: the three spaces with their numbers and the ships on them."""
    lines = []
    for explorer in names.explorers:
        spaces = []
        for phase in range(1, PHASES + 1):
            parts = ("left", "right") if explorer == names.parts else ("left",)
            texts = []
            for part in parts:
                ships = [
                    f"{q}{'' if count == 1 else f'x{count}'}"
                    for q, seat in enumerate(table.seats)
                    if (count := seat.ships.get((explorer, phase, part)))
                ]
                mark = f"{part} " if len(parts) > 1 else ""
                texts.append(f"{mark}{_numbers(names.space(explorer, phase, part))} [{' '.join(ships) or '-'}]")
            spaces.append(f"{ROMAN[phase - 1]}: " + " / ".join(texts))
        lines.append(f"{title(explorer):14}{'   '.join(spaces)}")
    return lines


def _numbers(space: Space) -> str:
    texts = [f"crown {space.crown}", f"bag {space.bag}"]
    if ACTIONS[space.action]:
        texts.append(ACTIONS[space.action])
    return ", ".join(texts)


def _stack(number: int, stack: Stack, player: int) -> str:
    owner = "yours" if stack.owner == player else f"of seat {stack.owner}"
    under = ", ".join(f"{value if value is not None else '?'}{'' if up else ' face down'}" for value, up in stack.cards)
    return f"Stack {number} ({owner}), {stack.level} card{'s' if stack.level > 1 else ''}: {under or 'nothing'}"


def _seat(table: Table, q: int, player: int) -> str:
    """Seats that may own a hand: what is known of it."""
    seat = table.seats[q]
    notes = []
    if q == table.auctioneer:
        notes.append("auctioneer")
    if q == table.opener:
        notes.append("opens")
    if q in table.exposed:
        notes.append("hand open")
    if seat.vetoes:
        notes.append(f"vetoes {seat.vetoes}")
    if seat.unplaced:
        notes.append(f"ships to place {seat.unplaced}")
    who = f"Seat {q}{' (you)' if q == player else ''}"
    return f"{who:13}{_hand_text(seat, q == player)}{'; ' if notes else ''}{', '.join(notes)}"


def _hand_text(seat: Seat, own: bool) -> str:
    if own or not seat.hidden_count:
        hand = {v: seat.known.get(v, 0) + seat.hidden.get(v, 0) for v in {*seat.known, *seat.hidden}}
        return f"hand {cards(hand) or 'empty'} ({seat.sum} money)"
    known = f"{cards(seat.known)} and " if seat.known else ""
    text = f"hand {known}{seat.hidden_count} unknown"
    worth = max(seat.worth)
    return f"{text}, worth {worth} or more" if worth else text
