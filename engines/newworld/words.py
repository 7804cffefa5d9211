"""How people write cards and sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caravela.engines.newworld.names import Names
    from caravela.engines.newworld.table import Hand


def title(name: str) -> str:
    """`hoarding_supplies` as Hoarding Supplies."""
    return name.replace("_", " ").title()


def cards(hand: Hand) -> str:
    """`2 Fate, War`."""
    return ", ".join(f"{count} {title(name)}" if count > 1 else title(name) for name, count in hand.items())


def place(names: Names, site: str) -> str:
    """`amazon_gold` as Amazon gold."""
    return f"{title(names.region_of[site])} {names.good_of[site]}"
