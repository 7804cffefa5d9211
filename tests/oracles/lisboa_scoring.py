"""Lisboa: final scoring, ranks (L18.5, L18.7)."""

from collections.abc import Mapping, Sequence

from tests.oracles.lisboa_decrees import decree_wigs
from tests.oracles.lisboa_table import GOODS, Table


def majority(counts: Mapping[int, int], wigs: Sequence[int]) -> dict[int, int]:
    """L18.5: wigs by seat; tied seats share the places they occupy, rounded down; without any there is nothing."""
    places = [seat for seat in sorted(counts, key=lambda seat: -counts[seat]) if counts[seat]]
    found = {}
    for seat in places:
        tied = [place for place, other in enumerate(places) if counts[other] == counts[seat]]
        found[seat] = sum(wigs[place] for place in tied if place < len(wigs)) // len(tied)
    return found


def final_parts(table: Table, seat: int) -> dict[str, int]:
    """L18.5, part by part."""
    own, final = table.seats[seat], table.box.data["scoring"]["final"]
    two = table.box.players == 2
    streets = 0
    for street in GOODS:
        facing = {other: table.stores_of(other)[street] for other in table.box.seats}
        wigs = table.box.scoring[table.streets[street]]
        streets += majority(facing, wigs[:2] if two else wigs).get(seat, 0)
    staff = {other: table.seats[other].staff for other in table.box.seats}
    return {
        "sets": final["wigs_per_rubble_set"] * own.sets,
        "ships": sum(ship.hull for ship in own.ships),
        "streets": streets,
        "officials": majority(
            staff, final["officials_majority_two_players"] if two else final["officials_majority"]
        ).get(seat, 0),
        "reis": own.reis // final["reis_per_wig"],
        "favors": final["wigs_per_royal_favor"] * own.favors.total(),
        "decrees": sum(decree_wigs(table, seat, decree) for decree in own.decrees),
    }


def total(table: Table, seat: int) -> int:
    """Wigs at the end."""
    return table.seats[seat].wigs + sum(final_parts(table, seat).values())


def standing(table: Table, seat: int) -> tuple[int, ...]:
    """L18.7: what places are decided by."""
    own = table.seats[seat]
    values = {
        "influence": own.influence,
        "reis": own.reis,
        "stores": table.stores_of(seat).total(),
        "rubble_sets": own.sets,
    }
    return (total(table, seat), *(values[name] for name in table.box.data["scoring"]["ties"]["order"]))
