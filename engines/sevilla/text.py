"""Names and drawings of Sevilla 1503."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.sevilla.names import A_BID, A_BOARD, A_FALSE, A_GIVE, A_PATRON, A_SELL, KINDS, Names, names_of
from caravela.engines.sevilla.table import QUARTERS, Cards, Seat, Table, read_table

SENTENCES = {
    "first": "Be the first to rebid",
    "last": "Be the last to rebid",
    "pass": "Pass",
    "pay": "Pay the toll of El Puerto",
    "hand_over": "Hand the small ship over to the owner of El Puerto",
    "keep": "Keep the rebel",
    "decline": "Leave it at that",
    "swap1": "Put the first card of the lot under the deck and draw one",
    "swap2": "Put the second card of the lot under the deck and draw one",
    "done": "Board no more cards",
}


def action_to_string(game: Game, action: int) -> str:
    """`bid7`, `false2`, `first`, `pass`, `crown`, `hand_over`, `give>1`, `swap1`, `sell:oil`, `board:friar`, `done`."""
    return names_of(game).actions[action]


def chance_to_string(game: Game, outcome: int) -> str:
    """`card:oil`, `helm>0`, `building:puerto`, `disc2`."""
    return names_of(game).outcomes[outcome]


def code_to_string(game: Game, code: int) -> str:
    """Names of actions and outcomes; `disc?`, `card:?` unseen; `discs:4@1.2`, `coins:7@1.2` are seat 1's on lot 2."""
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
    if action >= A_BID:
        return f"Put {_many(action - A_BID, 'coin')} on the lot"
    if action >= A_FALSE:
        return f"Add {_many(action - A_FALSE, 'false coin')}"
    if A_GIVE <= action < A_SELL:
        return f"Give the rebel to seat {action - A_GIVE}"
    if action < A_GIVE:
        return f"Rebid with the {names.patron_titles[action - A_PATRON]}"
    verb, kind = ("Board", action - A_BOARD) if action >= A_BOARD else ("Sell", action - A_SELL)
    return f"{verb} {_title(names, kind)}"


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    names = names_of(view.game)
    table = read_table(view)
    secret = not view.game.options["won_cards_public"] and table.step not in ("board", "over")
    lines = [_headline(names, table, player), *_lots(names, table)]
    for q in range(names.players):
        lines += _seat(names, table, q, player, secret and q != player)
    lines.append(_deck(names, table, player))
    return "\n".join(lines)


def _title(names: Names, kind: int) -> str:
    return names.titles[kind] if kind < len(names.titles) else f"card {kind} of {KINDS}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _cards(names: Names, cards: Cards) -> str:
    titles = dict(zip(names.cards, names.titles, strict=True))
    return ", ".join(f"{titles[card]}{'' if copies == 1 else f' x{copies}'}" for card, copies in cards.items())


def _spaces(quarters: int) -> str:
    whole, rest = divmod(quarters, QUARTERS)
    return f"{whole}{('', '.25', '.5', '.75')[rest]}"


def _headline(names: Names, table: Table, player: int) -> str:
    if table.step == "over":
        return f"Game over. You are seat {player}."
    begun = f"Round {table.round} of {names.rounds}. " if table.round <= names.rounds else ""
    helm = "" if table.step == "helm" else f" The Helm: {_who(table.helm, player)}."
    return f"{begun}You are seat {player}. {_doing(names, table, player)}{helm}"


def _who(seat: int, player: int) -> str:
    return "you" if seat == player else f"seat {seat}"


def _doing(names: Names, table: Table, player: int) -> str:
    """What happens now."""
    seat = "You" if table.mover == player else f"Seat {table.mover}"
    lot = f"Lot {table.lot}"
    high = max((_total(names, table, q) for q in range(names.players)), default=0)
    card = names.titles[names.cards.index(rebel)] if (rebel := _present_card(table)) else ""
    return {
        "helm": "The first holder of the Helm is drawn.",
        "building": f"{seat}: a building is dealt.",
        "card": f"{lot} is dealt.",
        "disc": f"{lot}: a disc of the false player is laid.",
        "amount": f"Secret bids; {seat.lower()}: coins on lot {table.lot}.",
        "false": f"Secret bids; {seat.lower()}: false coins on lot {table.lot}.",
        "show": "All have bid; the discs are shown.",
        "order": f"{lot} is uncovered; {seat.lower()}: first or last to rebid.",
        "rebid": f"{lot}: {seat.lower()} may rebid; highest so far {max(high, table.lots[table.lot - 1].disc or 0)}.",
        "toll": f"{lot}: {seat.lower()} won a small ship: toll or ship to El Puerto.",
        "deal": f"{lot}: {seat.lower()} won {card}: keep it or give it away.",
        "arenal": f"{lot}: {seat.lower()} may swap a card by El Arenal.",
        "draw": f"{lot}: {seat.lower()} draws a card by El Arenal.",
        "casa": f"The collection is over; {seat.lower()} may sell a card to the Casa del Comercio.",
        "board": f"{seat}: boarding.",
    }[table.step]


def _present_card(table: Table) -> str | None:
    return table.lots[table.lot - 1].cards[table.slot] if table.step == "deal" else None


def _total(names: Names, table: Table, q: int) -> int:
    """Coins and patron of a seat on the present lot."""
    seat = table.seats[q]
    return seat.coins[table.lot - 1] + (names.patron_value(seat.backing, seat.building) if seat.backing else 0)


def _lots(names: Names, table: Table) -> list[str]:
    lines = []
    titles = dict(zip(names.cards, names.titles, strict=True))
    for number, lot in enumerate(table.lots, start=1):
        things = [titles[card] for card in lot.cards if card]
        if not things:
            continue
        if lot.small:
            things.append("small ship")
        if number == len(table.lots):
            things.append(f"ship of {names.ships[table.round - 1]}")
        disc = f"; false player: disc {lot.disc}" if lot.disc is not None else ""
        lines.append(f"Lot {number}: {', '.join(things)}{disc}")
    return lines


def _seat(names: Names, table: Table, q: int, player: int, secret: bool) -> list[str]:
    """Purse, patrons and fleet; what lies on the board; the pile."""
    seat = table.seats[q]
    committed = sum(seat.coins)
    notes = [_many(seat.purse, "coin") + (f" ({seat.purse - committed} free)" if q == player and committed else "")]
    ready = [
        title for patron, title in zip(names.patrons, names.patron_titles, strict=True) if patron not in seat.spent
    ]
    notes.append(f"patrons {', '.join(ready[: names.patron_count]) or 'all spent'}")
    capacity = seat.capacity + (names.extra_quarters * seat.ships if seat.building == "atarazanas" else 0)
    notes.append(f"{_many(seat.ships, 'ship')} with {_spaces(capacity)} spaces")
    if seat.building:
        notes.append(names.building_titles[names.buildings.index(seat.building)])
    if table.step == "over":
        notes.append(f"{_many(seat.points, 'point')}")
    lines = [f"Seat {q}{' (you)' if q == player else ''}: " + "; ".join(notes)]
    board = _board(names, table, seat)
    if board:
        lines.append(f"    board: {board}")
    pile = "won cards hidden" if secret and seat.pile else _cards(names, seat.pile)
    if seat.building == "arenal" and table.drawn_count:
        drawn = _cards(names, table.drawn) if q == player else f"{_many(table.drawn_count, 'unknown card')}"
        pile += f"{'; ' if pile else ''}drawn by El Arenal: {drawn}"
    if pile:
        lines.append(f"    won: {pile}")
    if seat.aboard:
        lines.append(f"    aboard: {_cards(names, seat.aboard)}")
    return lines


def _board(names: Names, table: Table, seat: Seat) -> str:
    """What lies on the spaces of a board, as far as it is known."""
    texts = []
    for lot, (coins, false, discs) in enumerate(zip(seat.coins, seat.false_coins, seat.discs, strict=True), start=1):
        known = f"{coins}{f' and {false} false' if false else ''}" if coins or false else ""
        uncovered = table.step in ("order", "rebid") and lot == table.lot
        if seat.backing and lot == table.lot:
            known += f" with the {names.patron_titles[names.patrons.index(seat.backing)]}"
        if known or discs or uncovered:
            texts.append(f"lot {lot}: {known or (0 if uncovered else _many(discs, 'disc'))}")
    return ", ".join(texts)


def _deck(names: Names, table: Table, player: int) -> str:
    text = f"Deck {_many(table.deck_count + len(table.bottom), 'card')}"
    if table.bottom:
        titles = dict(zip(names.cards, names.titles, strict=True))
        text += f", at the bottom {', '.join(titles[card] for card in table.bottom)}"
    return f"{text}; small ships left {table.supply}"
