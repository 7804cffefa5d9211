"""What a seat scores at the end of its turn (N11), and what its card paid for harm (N5.8), worked out from tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from caravela.engines.newworld.names import Names
    from caravela.engines.newworld.table import Seat, Table

HARMFUL = ("disease", "blight", "war", "colonists")
"""Texts that make colonies Struggle or reduce them."""


@dataclass(frozen=True)
class Score:
    """A tally: the VP, and what brought them."""

    vp: int
    colonies: int
    monopolies: int


def monopolies(names: Names, data: dict[str, Any], seat: Seat) -> int:
    """N1.10: regions and goods of which all sites are this seat's Successful colonies."""
    held = {site for site, up in seat.colonies.items() if up}
    regions = [{site for site in names.sites if names.region_of[site] == region} for region in names.regions]
    goods: dict[str, set[str]] = {}
    for site in data["site"]:
        goods.setdefault(site["good"], set()).add(site["id"])
    return sum(sites <= held for sites in (*regions, *goods.values()))


def score(names: Names, data: dict[str, Any], seat: Seat, *, iron: bool, marauded: bool) -> Score:
    """N11.4."""
    constants = data["constants"]
    colonies = sum(seat.colonies.values())
    sets = 0 if marauded else monopolies(names, data, seat)
    if marauded and data["rulings"]["marauders_scope"] == "all":
        colonies = 0
    each = constants["vp_per_monopoly_iron_grip" if iron else "vp_per_monopoly"]
    return Score(colonies * constants["vp_per_successful"] + sets * each, colonies, sets)


def harm_paid(data: dict[str, Any], table: Table, owners: Iterable[int]) -> int:
    """VP for harm done to colonies of these seats, by the card in play of `table`."""
    pays = table.mode == "struggle" or (table.mode == "text" and table.title in HARMFUL)
    if not (pays or data["rulings"]["remove_gives_vp"]):
        return 0
    return int(data["constants"]["vp_per_reduced_enemy"]) * sum(owner != table.actor for owner in owners)
