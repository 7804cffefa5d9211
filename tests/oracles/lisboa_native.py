"""The numbers by which the native engine knows the oracle's actions and outcomes, and what its bytes say."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from caravela import Game, State, View
from caravela.engines.lisboa.names import STATE_ACTIONS, names_of
from caravela.engines.lisboa.table import Seat, read_table
from tests.oracles.lisboa import Lisboa
from tests.oracles.lisboa_table import STACKS, Held
from tests.oracles.lisboa_worlds import World


def action_ids(game: Game) -> dict[str, int]:
    """Every action by name."""
    return {game.action_to_string(number): number for number in range(game.num_distinct_actions())}


def outcome_ids(game: Game) -> dict[str, int]:
    """Every outcome by name."""
    return {game.chance_to_string(number): number for number in range(game.max_chance_outcomes())}


def code_names(game: Game) -> list[str]:
    """What a code that a seat sees stands for."""
    return names_of(game).codes


def native_world(state: State) -> World:
    """The hidden part of a true or sampled state."""
    table, cards = read_table(state), names_of(state.game).cards
    hands = []
    for seat in table.seats:
        hidden = sorted(card for card, known in seat.hand if not known)
        hands.append(tuple((cards[card]["deck"], card) for card in hidden))
    return World(tuple(hands), tuple(sorted(table.offered)))


def plain(counts: Mapping[Any, int]) -> dict[Any, int]:
    """Without zeros."""
    return {kind: count for kind, count in counts.items() if count}


def native_facts(state: State | View) -> dict[str, Any]:
    """Everything on the table, or what the view's seat knows of it."""
    table = read_table(state)
    names = names_of(state.game)
    colours = [row["colour"] for row in names.city]
    return {
        "seats": [_native_seat(seat) for seat in table.seats],
        "bag": plain(table.bag),
        "track": [tile for tile, space in zip(table.track, names.ring, strict=True) if space.startswith("tile")],
        "rows": table.row,
        "columns": table.column,
        "plots": table.plot,
        "pile": table.pile,
        "stores": {cell: (store.seat, store.good) for cell, store in table.cells.items()},
        "opened": {plot: (built.id, built.colour, built.opener) for plot, built in table.buildings.items()},
        "current": table.current,
        "next": table.next,
        "tiles left": plain(table.beneath),
        "supply": plain(table.supply),
        "market": table.market,
        "spaces": {STATE_ACTIONS[action]: good for action, good in table.spaces.items()},
        "city up": plain({colour: up for colour, (up, _) in zip(colours, table.city, strict=True)}),
        "city stack": plain({colour: stack for colour, (_, stack) in zip(colours, table.city, strict=True)}),
        "streets": table.street,
        "portraits": plain(table.portrait),
        "shipyard": plain(table.shipyard),
        "tops": table.top,
        "stacks": plain(table.stack),
        "display": sorted(table.display),
        "decrees in the deck": table.decree_deck,
        "discards": sorted(table.discards),
        "card": table.card,
        "treasury": table.treasury,
        "cardinal": table.cardinal,
        "period": table.period,
    }


def _native_seat(seat: Seat) -> dict[str, Any]:
    return {
        "reis": seat.reis,
        "wigs": seat.wigs,
        "influence": seat.influence,
        "sets": seat.sets,
        "markers": seat.markers,
        "houses": seat.houses,
        "goods": plain(seat.goods),
        "stores": plain(seat.stores),
        "office": plain(seat.office),
        "plaza": plain(seat.plaza),
        "board": seat.board,
        "staff": seat.staff,
        "rubble": plain(seat.rubble),
        "favors": plain(seat.favors),
        "hand": sorted(seat.hand),
        "nobles": sorted(seat.nobles),
        "treasury": sorted(seat.treasury),
        "ships": sorted((ship.colour, ship.hull, sorted(plain(ship.cargo).items())) for ship in seat.ships),
        "clergy": sorted(seat.clergy),
        "plans": sorted(seat.plans),
        "decrees": sorted(seat.decrees),
    }


def oracle_facts(game: Lisboa, p: int | None = None) -> dict[str, Any]:
    """The same from the oracle: all (None), or what seat p may know."""
    table = game.table
    bag = Counter(table.clergy_bag)
    for seat, offered in game.offered.items():
        if p not in (None, seat):
            bag.update(offered)
    facts: dict[str, Any] = {
        "seats": [_oracle_seat(game, seat, p in (None, seat)) for seat in game.seats],
        "bag": plain(bag),
        "track": list(table.church.values()),
        "rows": {row: plain(cubes) for row, cubes in table.row.items()},
        "columns": {column: plain(cubes) for column, cubes in table.column.items()},
        "plots": {plot: plain(cubes) for plot, cubes in table.plot.items()},
        "pile": plain(table.pile),
        "stores": dict(table.stores),
        "opened": {plot: (built.tile, built.colour, built.opener) for plot, built in table.opened.items()},
        "current": {architect: tile for architect, tile in table.current.items() if tile},
        "next": {architect: tile for architect, tile in table.next.items() if tile},
        "tiles left": plain(table.tiles_left),
        "supply": plain(table.supply),
        "market": dict(table.market),
        "spaces": dict(table.spaces),
        "city up": plain(table.city_up),
        "city stack": plain(table.city_stack),
        "streets": dict(table.streets),
        "portraits": plain(table.portraits),
        "shipyard": plain(Counter(table.shipyard)),
        "tops": {kind: top for kind, top in table.tops.items() if top},
        "stacks": {kind: stack.total() for kind in STACKS if (stack := table.stacks[kind]).total()},
        "display": sorted(table.display),
        "decrees in the deck": len(table.decree_deck),
        "discards": sorted(table.discards),
        "card": table.card,
        "treasury": table.treasury,
        "cardinal": table.cardinal,
        "period": table.period,
    }
    if game.closing:  # the engine clears the display at the beginning of the end of the period, L18.2 at its end
        for about in ("tops", "stacks", "period"):
            del facts[about]
    return facts


def _oracle_seat(game: Lisboa, number: int, open_: bool) -> dict[str, Any]:
    seat = game.table.seats[number]
    return {
        "reis": seat.reis,
        "wigs": seat.wigs,
        "influence": seat.influence,
        "sets": seat.sets,
        "markers": seat.markers,
        "houses": list(seat.houses),
        "goods": plain(seat.goods),
        "stores": plain(game.table.stores_of(number)),
        "office": plain(seat.office),
        "plaza": plain(seat.plaza),
        "board": seat.board,
        "staff": seat.staff,
        "rubble": plain(seat.rubble),
        "favors": plain(seat.favors),
        "hand": sorted(_shown(held, open_) for held in seat.hand),
        "nobles": sorted(seat.nobles),
        "treasury": sorted(seat.treasury),
        "ships": sorted((ship.colour, ship.hull, sorted(plain(ship.cargo).items())) for ship in seat.ships),
        "clergy": sorted(seat.clergy),
        "plans": sorted(seat.plans),
        "decrees": sorted(seat.decrees),
    }


def _shown(held: Held, open_: bool) -> tuple[str, bool]:
    return (held.card if open_ or held.known else held.back), held.known
