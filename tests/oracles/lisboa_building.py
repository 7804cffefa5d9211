"""Lisboa: the Noble actions - stores, decrees, public buildings (L14 to L16)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.lisboa_gain import choose, discounted, pay, placed, remove_official, reward
from tests.oracles.lisboa_table import CHANCE, CUBES, GOODS, Ask, Built, Run, Table


def chance(what: str, weights: Mapping[str, int]) -> Run:
    """One of these, with a probability in proportion to its weight."""
    possible = {name: weight for name, weight in weights.items() if weight}
    total = sum(possible.values())
    return (yield Ask(CHANCE, what, tuple(possible), tuple(Fraction(weight, total) for weight in possible.values())))


# ---------------------------------------------------------------------- stores


def tile_for(table: Table, cell: str, good: str) -> str:
    """L10.2: the colour of the City tile that goes there."""
    small = int(cell[1:]) == table.box.data["map"]["small_column"]
    rows = table.box.data["city_tiles"]["list"]
    return next(str(row["colour"]) for row in rows if row["good"] == good and row["small"] == small)


def store_price(table: Table, seat: int, cell: str) -> int:
    """L14.4, discounts included."""
    row, column = table.row[cell[0]], table.column[int(cell[1:])]
    costs = table.box.data["map"]["rubble_cost"]
    price = table.value()
    if not table.has(seat, "store_skip_row"):
        price += sum(costs[kind] * row[kind] for kind in CUBES)
    if not table.has(seat, "store_skip_column"):
        price += sum(costs[kind] * column[kind] for kind in CUBES)
    return discounted(table, seat, max(0, price - table.power(seat, "store_discount")))


def payable(table: Table, seat: int, cell: str, house: int) -> bool:
    """L14.1: whether there is enough money after both rewards (only réis and Influence matter here)."""
    own = table.seats[seat]
    reis, influence = own.reis, own.influence
    for row in (table.box.cell_rewards[int(cell[1:])], table.box.houses[house]):
        if row["kind"] == "reis":
            reis += row["n"]
        elif row["kind"] == "influence":
            influence = min(influence + row["n"], table.box.influence_track["max"])
        elif row["kind"] == "gain_influence":
            gain = row["n"] * table.portfolio_influence(seat)
            influence = min(influence + gain, table.box.influence_track["max"])
    return store_price(table, seat, cell) <= reis + table.from_influence(influence)


def free_stores(table: Table, seat: int) -> list[tuple[str, str]]:
    """D21: cells and goods."""
    houses = table.seats[seat].houses
    return [
        (cell, good)
        for cell, streets in table.box.cells.items()
        if cell not in table.stores and any(payable(table, seat, cell, house) for house in houses)
        for good in GOODS
        if good in streets and table.city_up[tile_for(table, cell, good)]
    ]


def build_store(table: Table, seat: int) -> Run:
    """L14."""
    own = table.seats[seat]
    options = [f"store:{cell}.{good}" for cell, good in free_stores(table, seat)]
    answer = yield from choose(seat, "D21", options)
    cell, _, good = answer.removeprefix("store:").partition(".")
    houses = [house for house in own.houses if payable(table, seat, cell, house)]
    answer = yield from choose(seat, "D22", [f"house:{house}" for house in houses])
    house = int(answer.removeprefix("house:"))
    for row in (table.box.cell_rewards[int(cell[1:])], table.box.houses[house]):  # L14.3
        yield from reward(table, seat, row["kind"], row["n"], row["type"])
    for effect, cubes in (("store_skip_row", table.row[cell[0]]), ("store_skip_column", table.column[int(cell[1:])])):
        if table.has(seat, effect) and cubes.total():
            table.noted[f"power {effect}"] += 1
    table.noted["power store_discount"] += table.has(seat, "store_discount")
    yield from pay(table, seat, store_price(table, seat, cell))
    table.city_up[tile_for(table, cell, good)] -= 1
    table.stores[cell] = seat, good
    own.houses.remove(house)
    yield from clear(table, seat, cell)
    for plot, built in table.opened.items():  # L14.7
        if serves(table, plot, cell, good):
            own.wigs += table.box.buildings[built.tile][built.colour][good]


def clear(table: Table, seat: int, cell: str) -> Run:
    """L14.6."""
    lines = {"row": table.row[cell[0]], "column": table.column[int(cell[1:])]}
    options = [f"clear:{line}.{kind}" for line, cubes in lines.items() for kind in CUBES if cubes[kind]]
    if options:
        answer = yield from choose(seat, "D24", options)
        line, _, kind = answer.removeprefix("clear:").partition(".")
        lines[line][kind] -= 1
        table.take_cube(seat, kind)
    else:
        table.noted["no cube left for a store"] += 1


def serves(table: Table, plot: str, cell: str, good: str) -> bool:
    """L10.4."""
    row = table.box.plots[plot]
    return bool(row["street"] == good if row["side"] == "north" else row["row"] == cell[0])


# ---------------------------------------------------------------------- decrees


def take_decree(table: Table, seat: int) -> Run:
    """L15."""
    own = table.seats[seat]
    for number in range(1 + table.power(seat, "decree_plus")):
        if table.display:
            yield from one_decree(table, seat)
            table.noted["power decree_plus"] += number > 0
    while own.markers and table.display:
        answer = yield from choose(seat, "D26", ["more", "done"])
        if answer == "done":
            return
        own.markers -= 1
        yield from one_decree(table, seat)


def one_decree(table: Table, seat: int) -> Run:
    """D25."""
    answer = yield from choose(seat, "D25", [f"decree:{decree}" for decree in table.display])
    decree = answer.removeprefix("decree:")
    table.display.remove(decree)
    table.seats[seat].decrees.append(decree)
    table.noted[f"decree {table.box.decrees[decree]['metric']} taken"] += 1


# ---------------------------------------------------------------------- public buildings


def officials_placed(table: Table, seat: int) -> int:
    """Those in offices and plazas."""
    own = table.seats[seat]
    return own.office.total() + own.plaza.total()


def number_to_hire(table: Table, seat: int, plan: str) -> int:
    """L16.3."""
    return max(1, table.box.plans[plan].officials - table.power(seat, "hire_minus"))


def fees(table: Table, seat: int, rivals: int) -> int:
    """L16.3."""
    return discounted(table, seat, rivals * table.box.limits["rival_official_fee"])


def is_possible(table: Table, seat: int, plan: str) -> bool:
    """L16.1, but for the plot."""
    own = officials_placed(table, seat)
    all_ = sum(officials_placed(table, other) for other in table.box.seats)
    number = number_to_hire(table, seat, plan)
    return (
        own >= 1
        and all_ >= number
        and table.current[table.box.plans[plan].architect] is not None
        and table.affords(seat, fees(table, seat, max(0, number - own)))
    )


def possible_plans(table: Table, seat: int) -> list[str]:
    """D27."""
    if len(table.opened) == len(table.box.plots):
        return []
    return [plan for plan in table.kinds_of_plans(seat) if is_possible(table, seat, plan)]


def open_public_building(table: Table, seat: int) -> Run:
    """L16."""
    own = table.seats[seat]
    answer = yield from choose(seat, "D27 plan", [f"open:{plan}" for plan in possible_plans(table, seat)])
    plan = answer.removeprefix("open:")
    kind = table.box.plans[plan]
    free = [f"plot:{plot}" for plot in table.box.plots if plot not in table.opened]
    answer = yield from choose(seat, "D27 plot", free)
    plot = answer.removeprefix("plot:")
    yield from hire(table, seat, number_to_hire(table, seat, plan))
    table.noted["power hire_minus"] += table.has(seat, "hire_minus") and kind.officials > 1

    tile = table.current[kind.architect]  # L16.5
    assert tile is not None
    table.opened[plot] = Built(tile, kind.architect, seat)
    own.plans.remove(plan)
    table.current[kind.architect], table.next[kind.architect] = table.next[kind.architect], None
    yield from next_building(table, kind.architect)

    for cube in CUBES:  # L16.6
        for _ in range(table.plot[plot][cube]):
            table.take_cube(seat, cube)
    table.plot[plot].clear()
    own.wigs += kind.wigs
    row: dict[str, Any] = table.box.plots[plot]
    yield from reward(table, seat, row["reward"], row["n"], row["type"])
    side = table.box.buildings[tile][kind.architect]
    for cell, (owner, good) in table.stores.items():  # L16.7
        if serves(table, plot, cell, good):
            table.seats[owner].wigs += side[good]
    track = table.box.data["track"]["market"]
    for good in GOODS:  # L16.8
        if side[good] >= track["public_building_min_wigs"]:
            table.market[good] = min(table.market[good] + track["public_building_step"], track["max"])


def hire(table: Table, seat: int, number: int) -> Run:
    """L16.3, L16.4: own Officials first."""
    rivals = 0
    for _ in range(number):
        seats = [seat] if officials_placed(table, seat) else [other for other in table.box.seats if other != seat]
        options = [f"hire:{other}.{noble}{place}" for other in seats for noble, place in placed(table, other)]
        answer = yield from choose(seat, "D28", options)
        owner, _, where = answer.removeprefix("hire:").partition(".")
        remove_official(table, int(owner), where)
        table.seats[int(owner)].staff += 1
        rivals += int(owner) != seat
    if rivals:
        table.noted["rival hired"] += 1
        yield from pay(table, seat, fees(table, seat, rivals))


def next_building(table: Table, architect: str) -> Run:
    """The next tile of a stack is seen, if there is one."""
    if table.tiles_left[architect]:
        answer = yield from chance("building", {f"building:{tile}": 1 for tile in table.tiles_unseen})
        tile = answer.removeprefix("building:")
        table.tiles_left[architect] -= 1
        table.tiles_unseen.remove(tile)
        table.next[architect] = tile
