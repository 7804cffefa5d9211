"""How people write Lisboa's cards, tiles and rewards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caravela.engines.lisboa.names import GOODS, NOBLES, RUBBLE
from caravela.engines.prose import counted, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from caravela.engines.lisboa.names import Names, Plan, Row

NOBLE_NAMES = {"maia": "Maia", "marquis": "the Marquis", "king": "the King"}
LETTERS = {"earthquake": "E", "fire": "F", "tsunami": "T"}
DOINGS = {
    "recruit": "recruit Officials",
    "acquire_plan": "acquire a plan",
    "build_ship": "build a ship",
    "produce": "produce goods",
    "meet_cardinal": "meet the Cardinal",
    "royal_favor": "get a Royal Favor",
    "build_store": "build a store",
    "take_decree": "take a decree",
    "open_public_building": "open a public building",
}
BENEFITS = {
    "discount": "{} off every payment",
    "sale_each": "+{} for each good sold",
    "sale_gold": "+{} for each gold sold",
    "sale_cloth": "+{} for each cloth sold",
    "sale_books": "+{} for each books sold",
    "sale_tools": "+{} for each tools sold",
}
METRICS = {
    "stores": "stores",
    "store_types": "types of stores",
    "buildings_opened": "public buildings opened",
    "officials_in_buildings": "Officials in public buildings",
    "officials_placed": "Officials off the board",
    "rubble_sets": "rubble sets",
    "ships": "ships",
    "hull_total": "hull in all",
    "ships_at_sea": "ships at sea",
    "noble_cards": "Noble cards",
    "treasury_cards": "Treasury cards",
    "portfolio_cards": "cards and ships in the Portfolio",
    "influence": "Influence",
    "reis": "réis",
    "goods": "goods",
    "clergy": "clergy tiles",
    "favors": "favors",
    "favor_types": "kinds of favors",
}
PREFIXES = (
    ("stores_row_", "stores in row {}"),
    ("stores_", "{} stores"),
    ("buildings_", "{} buildings opened"),
    ("officials_office_", "Officials with {}"),
    ("rubble_", "{} cubes"),
    ("portfolio_", "cards of {}"),
    ("goods_", "{} in the warehouse"),
)


def reis(n: int) -> str:
    """`1 real`, `2 réis`."""
    return "1 real" if n == 1 else f"{n} réis"


def noble(name: str) -> str:
    """`maia` as Maia."""
    return NOBLE_NAMES[name]


def place(where: str) -> str:
    """`maia.plaza` as Maia's plaza."""
    name, _, plaza = where.partition(".")
    return f"{NOBLE_NAMES[name]}'s {plaza or 'office'}"


def gain(kind: str, n: int, good: str) -> str:
    """What a reward gives, or a penalty takes: `1 gold`, `3 réis`, `recruit 2`."""
    texts = {
        "none": "nothing",
        "good": counted(n, "good") + " of choice" if good == "any" else f"{n} {good}",
        "reis": reis(n),
        "wigs": counted(n, "wig"),
        "gain_influence": "Gain Influence" if n == 1 else f"Gain Influence {n} times",
        "influence": f"{n} Influence",
        "recruit": f"recruit {n}",
        "pile_rubble": f"{counted(n, 'cube')} of the pile",
        "royal_favor": counted(n, "Royal Favor"),
        "official": counted(n, "own Official"),
    }
    return texts[kind]


def card(names: Names, name: str) -> str:
    """`P05 Maia, Influence 2, reward recruit 1`; `P63 Treasury, event build a store, 1 off every payment`."""
    row = names.cards[name]
    if "event" in row:
        return f"{name} Treasury, event {DOINGS[row['event']]}, {benefit(names, name)}"
    what = gain(row["kind"], row["n"], row["type"])
    return f"{name} {_sort(row)}, Influence {row['influence']}, {row['effect']} {what}"


def benefit(names: Names, name: str) -> str:
    """L4.3: `1 off every payment`."""
    row = names.cards[name]
    return BENEFITS[row["benefit"]].format(row["n"])


def short_card(names: Names, name: str) -> str:
    """`P05 Maia`."""
    return f"{name} {_sort(names.cards[name])}"


def _sort(row: Row) -> str:
    return "Treasury" if "event" in row else NOBLE_NAMES[row["noble"]].removeprefix("the ")


def counts(them: Mapping[str, int]) -> str:
    """`2 gold, 1 books`, without zeros."""
    return ", ".join(f"{n} {what}" for what, n in them.items() if n) or "none"


def cubes(them: Mapping[str, int]) -> str:
    """`EEF`: earthquake, fire, tsunami by their letters."""
    return "".join(LETTERS[kind] * them.get(kind, 0) for kind in RUBBLE) or "-"


def clergy(names: Names, effect: str) -> str:
    """`visiting Maia costs 2 Influence less (3 wigs)`."""
    row = names.clergy[effect]
    return f"{row['text']} ({counted(row['wigs'], 'wig')})"


def plan(kind: Plan) -> str:
    """`green plan G1: 2 Officials, 3 wigs`."""
    return f"{kind.architect} plan {kind.id}: {counted(kind.officials, 'Official')}, {counted(kind.wigs, 'wig')}"


def building(names: Names, name: str, colour: str) -> str:
    """`B01 (gold 4, cloth 1)`."""
    pays = names.buildings[name][colour]
    return f"{name} ({', '.join(f'{good} {pays[good]}' for good in GOODS if pays[good])})"


def metric(name: str) -> str:
    """What a decree counts."""
    if name in METRICS:
        return METRICS[name]
    for prefix, text in PREFIXES:
        if name.startswith(prefix):
            what = name.removeprefix(prefix)
            return text.format(NOBLE_NAMES.get(what, what))
    return name


def decree(names: Names, name: str) -> str:
    """`D02: 5 wigs for 2 gold stores`, `D01: 2 wigs for each of: gold stores, at most 8`."""
    row = names.decrees[name]
    wigs = counted(row["wigs"], "wig")
    if row["kind"] == "per":
        return f"{name}: {wigs} for each of your {metric(row['metric'])}, at most {row['max']}"
    return f"{name}: {wigs} for {row['need']} or more: {metric(row['metric'])}"


def favors(them: Mapping[str, int]) -> str:
    """`Maia, the King x2`."""
    names = [f"{NOBLE_NAMES[name]}{f' x{them[name]}' if them[name] > 1 else ''}" for name in NOBLES if them[name]]
    return listed(names) if names else "none"
