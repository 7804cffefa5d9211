"""Lisboa: what decrees count and pay (L18.6)."""

from collections.abc import Callable

from tests.oracles.lisboa_table import CUBES, GOODS, NOBLES, Table


def stores(table: Table, seat: int, good: str = "", row: str = "") -> int:
    """Own stores, of a good or in a row if one is given."""
    return sum(
        owner == seat and good in ("", kind) and row in ("", cell[0]) for cell, (owner, kind) in table.stores.items()
    )


def buildings(table: Table, seat: int, side: str = "", colour: str = "") -> int:
    """Public buildings opened, on a side or of an architect if one is given."""
    return sum(
        built.opener == seat and side in ("", table.box.plots[plot]["side"]) and colour in ("", built.colour)
        for plot, built in table.opened.items()
    )


def of_noble(table: Table, seat: int, noble: str) -> int:
    """Cards of a Noble in the Portfolio."""
    return sum(table.box.cards[card]["noble"] == noble for card in table.seats[seat].nobles)


def _metrics() -> dict[str, Callable[[Table, int], int]]:
    """Each metric as a function of table and seat."""
    found: dict[str, Callable[[Table, int], int]] = {
        "stores": stores,
        "store_types": lambda t, p: sum(stores(t, p, good) > 0 for good in GOODS),
        "buildings_opened": buildings,
        "officials_in_buildings": lambda t, p: t.seats[p].staff,
        "officials_placed": lambda t, p: t.box.data["components"]["officials_per_player"] - t.seats[p].board,
        "rubble_sets": lambda t, p: t.seats[p].sets,
        "ships": lambda t, p: len(t.seats[p].ships),
        "hull_total": lambda t, p: sum(ship.hull for ship in t.seats[p].ships),
        "ships_at_sea": lambda t, p: sum(not ship.docked for ship in t.seats[p].ships),
        "noble_cards": lambda t, p: len(t.seats[p].nobles),
        "treasury_cards": lambda t, p: len(t.seats[p].treasury),
        "portfolio_cards": lambda t, p: len(t.seats[p].nobles) + len(t.seats[p].treasury) + len(t.seats[p].ships),
        "influence": lambda t, p: t.seats[p].influence,
        "reis": lambda t, p: t.seats[p].reis,
        "goods": lambda t, p: t.seats[p].goods.total(),
        "clergy": lambda t, p: len(t.seats[p].clergy),
        "favors": lambda t, p: t.seats[p].favors.total(),
        "favor_types": lambda t, p: len(+t.seats[p].favors),
    }
    for good in GOODS:
        found[f"stores_{good}"] = lambda t, p, good=good: stores(t, p, good)  # type: ignore[misc]
        found[f"goods_{good}"] = lambda t, p, good=good: t.seats[p].goods[good]  # type: ignore[misc]
    for row in "ABCDE":
        found[f"stores_row_{row}"] = lambda t, p, row=row: stores(t, p, row=row)  # type: ignore[misc]
    for side in ("west", "north", "east"):
        found[f"buildings_{side}"] = lambda t, p, side=side: buildings(t, p, side=side)  # type: ignore[misc]
    for colour in ("blue", "green"):
        found[f"buildings_{colour}"] = lambda t, p, colour=colour: buildings(t, p, colour=colour)  # type: ignore[misc]
    for noble in NOBLES:
        found[f"officials_office_{noble}"] = lambda t, p, noble=noble: (  # type: ignore[misc]
            t.seats[p].office[noble] + t.seats[p].plaza[noble]
        )
        found[f"portfolio_{noble}"] = lambda t, p, noble=noble: of_noble(t, p, noble)  # type: ignore[misc]
    for cube in CUBES:
        found[f"rubble_{cube}"] = lambda t, p, cube=cube: t.seats[p].rubble[cube]  # type: ignore[misc]
    return found


METRICS = _metrics()


def decree_wigs(table: Table, seat: int, decree: str) -> int:
    """What a decree pays."""
    row = table.box.decrees[decree]
    value = METRICS[row["metric"]](table, seat)
    if row["kind"] == "threshold":
        return int(row["wigs"]) if value >= row["need"] else 0
    assert row["kind"] == "per", row["kind"]
    return int(min(row["wigs"] * value, row["max"]))
