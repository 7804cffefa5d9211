"""The table of Lisboa as one seat sees it, as text of at most about a hundred and ten columns."""

from __future__ import annotations

from caravela.cext.core import Game, State, View
from caravela.engines.lisboa.names import (
    ARCHITECTS,
    GOODS,
    NOBLES,
    PLAYERS,
    RUBBLE,
    STACKS,
    STATE_ACTIONS,
    Names,
    names_of,
)
from caravela.engines.lisboa.points import points_of
from caravela.engines.lisboa.table import Seat, Ship, Table, read_table
from caravela.engines.lisboa.words import (
    DOINGS,
    NOBLE_NAMES,
    benefit,
    building,
    card,
    clergy,
    counts,
    cubes,
    decree,
    favors,
    gain,
    noble,
    plan,
    reis,
    short_card,
)
from caravela.engines.prose import counted, does, sentence, who

CELL = 15
"""Columns of a cell of the map."""
TURNS = {
    "keep": "to keep one of two clergy tiles",
    "play": "to play a card",
    "use": "to choose the use of {card}",
    "room": "to make room in the Portfolio",
    "take": "to choose a good",
    "sell": "to sell goods",
    "ship": "to choose the ship for {good}",
    "state": "to trade for State actions",
    "give": "to choose the good that pays",
    "recruit": "to place Officials",
    "plan": "to choose a plan",
    "toss": "to give up a plan",
    "produce": "to choose the goods to produce",
    "move": "to move the Cardinal",
    "return": "to return a clergy tile",
    "surrender": "to give up clergy tiles, or to keep them",
    "favor": "to choose a Royal Favor",
    "visit": "to choose a State action of {noble}",
    "noble": "to perform the Noble action of {noble}, or not",
    "follow": "to follow the visit to {noble}, or not",
    "store": "to choose where to build a store",
    "house": "to choose a house",
    "spend": "to pay {due}",
    "clear": "to take a cube",
    "decree": "to take a decree",
    "more": "to spend a set marker for one more decree, or not",
    "open": "to choose a plan to carry out",
    "plot": "to choose a plot",
    "hire": "to hire Officials",
    "pile": "to take a cube of the pile",
    "draw": "to take a card from the display",
    "drop": "to discard hand cards, or not",
    "payout": "to choose which discarded card pays",
    "recall": "to take back an Official",
    "fine": "to give up a good",
}
DRAWN = {
    "draw_favor": "Royal Favors are dealt",
    "draw_plan": "starting plans are dealt",
    "draw_offer": "clergy tiles are drawn",
    "draw_cube": "rubble is laid out",
    "draw_building": "a public building is turned up",
    "draw_scoring": "scoring tiles are dealt",
    "draw_tile": "the church is filled up",
    "draw_decree": "decrees are turned up",
    "draw_hand": "hand cards are dealt",
    "draw_top": "the display is filled up",
    "over": "the game is over",
}


def observation_string(state: State | View, player: int) -> str:
    """The table as seat `player` sees it: what is going on, the city, the court, the players, and at the end points."""
    view = state.view(player) if isinstance(state, State) else state
    game, table = view.game, read_table(view)
    names = names_of(game)
    lines = [_headline(names, table, player), *_tracks(names, table), ""]
    lines += [*_map(names, table), *_plots(names, table), *_plans(names, table), ""]
    lines += [*_nobles(names, table, player), *_church(names, table), *_display(names, table), ""]
    for q in range(names.players):
        lines += _seat(names, table, q, player)
    if table.task.step == "over":
        lines += ["", *(_points(game, table, q, player) for q in range(names.players))]
    return "\n".join(line.rstrip() for line in lines)


def _headline(names: Names, table: Table, player: int) -> str:
    """Period, round, whose move it is and for what."""
    task = table.task
    when = f"Period {table.period}, turn {table.turns}" if table.turns else "Set-up"
    last = ("", ", the round before the last", ", the last round")[table.last]
    if task.step in DRAWN:
        what = DRAWN[task.step]
    else:
        what = TURNS[task.step].format(
            card=short_card(names, table.card) if table.card else "",
            good=GOODS[task.a % 4],
            noble=noble(NOBLES[task.a % 3]),
            due=reis(task.a),
        )
        what = f"{does(task.seat, player, 'be')} {what}"
    if table.turns and task.step not in DRAWN and task.seat != table.turn:
        what += f" in the turn of {who(table.turn, player)}"
    return f"{when}{last}. You are seat {player}. {sentence(what)}"


def _tracks(names: Names, table: Table) -> list[str]:
    market = ", ".join(f"{good} {table.market[good]}" for good in GOODS)
    value = names.treasury[table.treasury]
    cost = names.data["track"]["treasury"]["influence_cost"][table.treasury]
    ships = [f"{n} {colour}" for colour, n in table.shipyard.items() if n]
    return [
        f"Treasury {value}; a visit costs {cost} Influence, and 1 for each Official of others in the office",
        f"Market: {market}",
        f"Supply: {counts(table.supply)}. Shipyard: {', '.join(ships) or 'empty'}",
    ]


def _map(names: Names, table: Table) -> list[str]:
    """Rows with the rubble at their ends, cells with stores; columns with their rubble."""
    columns = names.data["map"]["columns"]
    streets = names.data["map"]["column_streets"]
    rewards = names.data["map"]["store_space"]["rewards"]
    lines = ["Downtown".ljust(CELL) + "".join(f"column {c}".ljust(CELL) for c in columns) + "row's rubble"]
    lines.append("  streets".ljust(CELL) + "".join(", ".join(streets[f"c{c}"]).ljust(CELL) for c in columns))
    for row in names.rows:
        cells = [table.cells.get(f"{row}{c}") for c in columns]
        stores = "".join((f"{cell.good} @{cell.seat}" if cell else ".").ljust(CELL) for cell in cells)
        lines.append(f"  {row}".ljust(CELL) + stores + _rubble(names, table.row[row]))
    lines.append("  rubble".ljust(CELL) + "".join(_rubble(names, table.column[c]).ljust(CELL) for c in columns))
    given = "; ".join(f"{row['column']} {gain(row['kind'], row['n'], row['type'])}" for row in rewards)
    lines.append(f"  Rewards by column: {given}")
    tiles = [
        f"{'small ' if row['small'] else ''}{row['good']} {up}+{left}"
        for row, (up, left) in zip(names.city, table.city, strict=True)
    ]
    lines.append(f"  City tiles on display and below: {', '.join(tiles)}")
    lines.append(f"  Pile: {cubes(table.pile)}. Scoring: {_streets(names, table)}")
    return lines


def _rubble(names: Names, them: dict[str, int]) -> str:
    """`EFT 6`: the cubes and what they cost."""
    prices = names.data["map"]["rubble_cost"]
    return f"{cubes(them)} {sum(prices[kind] * them.get(kind, 0) for kind in RUBBLE)}"


def _streets(names: Names, table: Table) -> str:
    places = 2 if names.players == 2 else 3
    parts = [f"{good} {'-'.join(str(n) for n in names.scoring[tile][:places])}" for good, tile in table.street.items()]
    return ", ".join(parts) or "not dealt"


def _plots(names: Names, table: Table) -> list[str]:
    """Public buildings: what is opened, what is free, what comes next."""
    opened = [
        f"  {plot} ({_serves(names, plot)}) {building(names, tile.id, tile.colour)} by seat {tile.opener}"
        for plot, tile in table.buildings.items()
    ]
    free = [
        f"{plot} {cubes(table.plot[plot])} {gain(row['reward'], row['n'], row['type'])}"
        for plot, row in names.plots.items()
        if plot not in table.buildings
    ]
    lines = ["Public buildings", *opened]
    lines.append(f"  Free plots: {'none' if not free else '; '.join(free[:4])}")
    lines += [f"    {'; '.join(free[start : start + 4])}" for start in range(4, len(free), 4)]
    for colour in ARCHITECTS:
        now, then = table.current.get(colour), table.next.get(colour)
        lines.append(
            f"  {colour}: {building(names, now, colour) if now else 'none'}, "
            f"then {building(names, then, colour) if then else 'none'}, then {table.beneath[colour]} more"
        )
    return lines


def _serves(names: Names, plot: str) -> str:
    row = names.plots[plot]
    return f"row {row['row']}" if row["row"] else f"{row['street']} street"


def _plans(names: Names, table: Table) -> list[str]:
    lines = []
    for colour in ARCHITECTS:
        stack = plan_stack(names, colour)[table.plan_next[colour] :]
        top = plan(names.plans[stack[0]]) if stack else "none"
        lines.append(f"  On top of the {colour} plans: {top} ({len(stack)} left)")
    return lines


def plan_stack(names: Names, colour: str) -> list[str]:
    """L3.4: kinds of plans from the top down."""
    kinds = {(kind.architect, kind.officials, kind.wigs): kind.id for kind in names.plans.values() if not kind.starting}
    rows = [row for row in names.data["plans"]["list"] if row["architect"] == colour and not row["starting"]]
    rows.sort(key=lambda row: row["officials"])
    return [kinds[colour, row["officials"], row["wigs"]] for row in rows for _ in range(row["count"])]


def _nobles(names: Names, table: Table, player: int) -> list[str]:
    lines = ["Court"]
    dummies = names.data["setup"]["by_players"][PLAYERS[names.players]]["dummy_officials_per_office"]
    for row in names.data["nobles"]["list"]:
        name = row["id"]
        office = [f"{seat.office[name]} of {who(q, player)}" for q, seat in enumerate(table.seats) if seat.office[name]]
        plaza = [f"{seat.plaza[name]} of {who(q, player)}" for q, seat in enumerate(table.seats) if seat.plaza[name]]
        if dummies:
            office.append(f"{dummies} of nobody")
        taken = [
            f"{table.spaces[STATE_ACTIONS.index(action)]} on {DOINGS[action]}"
            for action in row["state"]
            if STATE_ACTIONS.index(action) in table.spaces
        ]
        actions = ", ".join(DOINGS[action] for action in (*row["state"], row["noble_action"]))
        lines.append(f"  {NOBLE_NAMES[name]} takes {row['good']} or {row['wild']}: {actions}")
        parts = [f"office: {', '.join(office) or 'empty'}", f"favors left: {table.portrait[name]}"]
        if plaza:
            parts.append(f"plaza: {', '.join(plaza)}")
        if taken:
            parts.append(f"goods: {', '.join(taken)}")
        lines.append(f"    {'; '.join(parts)}")
    return lines


def _church(names: Names, table: Table) -> list[str]:
    """The ring, beginning where the Cardinal goes next."""
    ring = names.ring
    turn = 1 if names.data["track"]["church"]["direction"] == "clockwise" else -1
    lines = ["Church, from the Cardinal on"]
    for i in range(1, len(ring) + 1):
        at = (table.cardinal + turn * i) % len(ring)
        corner = {"influence": "church scoring", "treasury": "Treasury up"}.get(ring[at])
        tile = table.track[at]
        text = corner or (clergy(names, tile) if tile else "no tile")
        lines.append(f"  {text}{' (the Cardinal is here)' if at == table.cardinal else ''}")
    return lines


def _display(names: Names, table: Table) -> list[str]:
    lines = ["Cards on display"]
    for stack in STACKS:
        top = table.top.get(stack)
        lines.append(f"  {card(names, top) if top else f'{stack}: none'} (and {table.stack[stack]} below)")
    lines.append("Decrees on display")
    lines += [f"  {decree(names, name)}" for name in table.display] or ["  none"]
    return lines


def _seat(names: Names, table: Table, q: int, player: int) -> list[str]:
    """A player, in a few lines."""
    seat, own = table.seats[q], q == player
    room = names.data["limits"]["warehouse_base"] + names.data["limits"]["warehouse_per_set"] * seat.sets
    room += seat.clergy.count("warehouse_plus") * names.clergy.get("warehouse_plus", {"n": 0})["n"]
    rubble = " ".join(f"{kind[0].upper()}{seat.rubble[kind]}" for kind in RUBBLE)
    rows = [
        [counted(seat.wigs, "wig"), reis(seat.reis), f"Influence {seat.influence}"],
        [
            f"goods: {counts(seat.goods)} (room for {room} of each)",
            f"rubble: {rubble} ({counted(seat.sets, 'set')}, {counted(seat.markers, 'marker')} to spend)",
        ],
        [f"Portfolio (at most {_capacity(names, seat)}): {'; '.join(_portfolio(names, seat)) or 'empty'}"],
        [
            f"Officials: {seat.board} on the board, {seat.staff} in buildings",
            f"stores: {counts(seat.stores)}",
            f"houses left: {' '.join(str(slot) for slot in seat.houses) or 'none'}",
            f"favors: {favors(seat.favors)}",
        ],
    ]
    lines = [f"Seat {q}{' (you)' if own else ''}: {', '.join(rows[0])}", *(f"  {'; '.join(row)}" for row in rows[1:])]
    if seat.plans:
        lines.append(f"  plans: {'; '.join(plan(names.plans[name]) for name in seat.plans)}")
    lines += [f"  clergy: {clergy(names, tile)}" for tile in seat.clergy]
    lines += [f"  decree {decree(names, name)}" for name in seat.decrees]
    if own and table.offered:
        lines += [f"  offered: {clergy(names, tile)}" for tile in table.offered]
    return [*lines, *_hand(names, seat, own=own)]


def _capacity(names: Names, seat: Seat) -> int:
    limits = names.data["limits"]
    return int(min(limits["portfolio_max"], limits["portfolio_base"] + limits["portfolio_per_set"] * seat.sets))


def _portfolio(names: Names, seat: Seat) -> list[str]:
    nobles = [f"{short_card(names, name)} Influence {names.cards[name]['influence']}" for name in seat.nobles]
    ships = [ship_text(names, ship, number) for number, ship in enumerate(seat.ships, start=1)]
    return [*nobles, *ships, *(f"{short_card(names, name)} {benefit(names, name)}" for name in seat.treasury)]


def ship_text(names: Names, ship: Ship, number: int) -> str:
    """`ship 1 red +1 (1 gold of 2)`."""
    row = next(row for row in names.ships if row["colour"] == ship.colour)
    load = "at sea" if ship.at_sea else f"{counts(ship.cargo)}, hull {ship.hull}" if ship.cargo else f"hull {ship.hull}"
    return f"ship {number} {ship.colour} +{row['price_modifier']} Influence {row['influence']} ({load})"


def _hand(names: Names, seat: Seat, *, own: bool) -> list[str]:
    """Own cards in full; of others what is known, and the backs."""
    if not seat.hand:
        return ["  no hand cards"]
    lines = []
    for name, known in seat.hand:
        if name in names.cards:
            lines.append(f"  hand: {card(names, name)}{' (known to all)' if own and known else ''}")
    backs = [name for name, _ in seat.hand if name not in names.cards]
    if backs:
        parts = [f"{backs.count(back)} {back}" for back in ("blue", "purple") if back in backs]
        lines.append(f"  hand: {' and '.join(parts)} unknown")
    return lines


def _points(game: Game, table: Table, q: int, player: int) -> str:
    """L18.5 for a seat."""
    points = points_of(game, table, q)
    parts = [
        f"track {points.track}",
        f"sets {points.sets}",
        f"ships {points.ships}",
        f"streets {points.streets}",
        f"Officials {points.officials}",
        f"réis {points.reis}",
        f"favors {points.favors}",
        f"decrees {points.decrees}",
    ]
    return f"{sentence(does(q, player, 'have'))[:-1]} {counted(points.total, 'wig')}: {', '.join(parts)}"
