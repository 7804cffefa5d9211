"""The table of Sevilla 1503 as text."""

from __future__ import annotations

from caravela.cext.core import State, View
from caravela.engines.prose import counted, does, sentence, who
from caravela.engines.sevilla.names import Names, names_of
from caravela.engines.sevilla.table import Seat, Table, read_table
from caravela.engines.sevilla.words import card_title, cards, spaces, things, titles


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it."""
    view = state.view(player) if isinstance(state, State) else state
    names = names_of(view.game)
    table = read_table(view)
    secret = not view.game.options["won_cards_public"] and table.step not in ("board", "over")
    lines = [_headline(names, table, player), *_lots(names, table)]
    for q in range(names.players):
        lines += _seat(names, table, q, player, secret and q != player)
    lines.append(_decks(names, table))
    return "\n".join(lines)


def _headline(names: Names, table: Table, player: int) -> str:
    if table.step == "over":
        return f"The game is over. You are seat {player}."
    begun = f"Round {table.round} of {names.rounds}. " if table.round <= names.rounds else ""
    helm = "" if table.step == "helm" else " " + sentence(f"{does(table.helm, player, 'have')} the Helm")
    return f"{begun}You are seat {player}.{helm}\n{sentence(_doing(names, table, player))}"


def _doing(names: Names, table: Table, player: int) -> str:
    """What happens now."""
    seat, lot = table.mover, table.lot
    may = f"{who(seat, player)} may"
    put = does(seat, player, "put")
    won = f"{does(seat, player, 'have')} won"
    rebel = table.lots[lot - 1].cards[table.slot] if table.step == "deal" else None
    return {
        "helm": "the first holder of the Helm is drawn",
        "building": f"{does(seat, player, 'get')} a building",
        "card": f"lot {lot} is dealt",
        "disc": f"a disc of the false player is laid on lot {lot}",
        "amount": f"secret bids: {put} coins on lot {lot}",
        "false": f"secret bids: {put} false coins on lot {lot}",
        "show": "all have bid, the discs are shown",
        "order": f"lot {lot} is uncovered: {may} rebid first or last",
        "rebid": f"lot {lot} is uncovered: {may} rebid; the highest bid is {_highest(names, table)}",
        "toll": f"{won} a small ship with lot {lot}: the toll, or the ship, is for El Puerto",
        "deal": f"{won} {card_title(names, rebel) if rebel else ''} with lot {lot} and may give it away",
        "arenal": f"{won} lot {lot} and may swap a card by El Arenal",
        "draw": f"{does(seat, player, 'draw')} a card by El Arenal",
        "casa": f"the collection is over: {may} sell a card to the Casa del Comercio",
        "board": f"{may} board a card",
    }[table.step]


def _highest(names: Names, table: Table) -> int:
    """S6.5: what has to be beaten on the present lot."""
    totals = [names.total(seat, table.lot) for seat in table.seats]
    return max(*totals, table.lots[table.lot - 1].disc or 0)


def _lots(names: Names, table: Table) -> list[str]:
    lines = []
    for number, lot in enumerate(table.lots, start=1):
        ship = names.ships[table.round - 1] if number == len(table.lots) and table.round <= names.rounds else None
        lies = things(names, lot, ship)
        if lies:
            disc = f"; the false player's disc: {lot.disc}" if lot.disc is not None else ""
            lines.append(f"Lot {number}: {', '.join(lies)}{disc}")
    return lines


def _seat(names: Names, table: Table, q: int, player: int, secret: bool) -> list[str]:
    """Purse, patrons and fleet; what lies on the board; the pile."""
    seat = table.seats[q]
    committed = sum(seat.coins)
    free = f" ({seat.purse - committed} free)" if q == player and committed else ""
    ready = titles(names, (patron for patron in names.patrons[: names.patron_count] if patron not in seat.spent))
    notes = [
        f"{counted(seat.purse, 'coin')}{free}",
        ", ".join(ready) or "no patron ready",
        f"{counted(seat.ships, 'ship')} with {spaces(names.capacity(seat))}" if seat.ships else "no ship",
    ]
    if seat.building:
        notes.append(names.building_titles[names.buildings.index(seat.building)])
    if table.step == "over":
        notes.append(counted(seat.points, "point"))
    lines = [f"Seat {q}{' (you)' if q == player else ''}: {'; '.join(notes)}"]
    board = _board(names, table, seat)
    if board:
        lines.append(f"    board: {board}")
    pile = "won cards hidden" if secret and seat.pile else cards(names, seat.pile)
    if seat.building == "arenal" and table.drawn_count:
        drawn = cards(names, table.drawn) if q == player else counted(table.drawn_count, "unknown card")
        pile += f"{'; ' if pile else ''}drawn by El Arenal: {drawn}"
    if pile:
        lines.append(f"    won: {pile}")
    if seat.aboard:
        lines.append(f"    aboard: {cards(names, seat.aboard)}")
    return lines


def _board(names: Names, table: Table, seat: Seat) -> str:
    """What lies on the spaces of a board, as far as it is known."""
    texts = []
    for lot, (coins, false, discs) in enumerate(zip(seat.coins, seat.false_coins, seat.discs, strict=True), start=1):
        open_ = table.step in ("order", "rebid") and lot == table.lot
        if not (coins or false or discs or open_):
            continue
        text = f"{coins}{f' and {false} false' if false else ''}" if coins or false or open_ else counted(discs, "disc")
        if seat.backing and lot == table.lot:
            text += f" with the {titles(names, [seat.backing])[0]}"
        texts.append(f"lot {lot}: {text}")
    return ", ".join(texts)


def _decks(names: Names, table: Table) -> str:
    text = f"Deck: {counted(table.deck_count + len(table.bottom), 'card')}"
    if table.bottom:
        text += f", the last ones {', '.join(card_title(names, card) for card in table.bottom)}"
    return f"{text}; small ships left: {table.supply}"
