"""How people write cards, ships and purses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from caravela.engines.sevilla.names import Names
    from caravela.engines.sevilla.table import Cards, Lot

QUARTERS = 4


def card_title(names: Names, card: str) -> str:
    """`ships_boy` as Ship's Boy."""
    return names.titles[names.cards.index(card)]


def cards(names: Names, held: Cards) -> str:
    """`Oil x2, Friar`."""
    return ", ".join(
        f"{card_title(names, card)}{'' if copies == 1 else f' x{copies}'}" for card, copies in held.items()
    )


def spaces(quarters: int) -> str:
    """`7 spaces`, `1 space`, `2.25 spaces`."""
    whole, rest = divmod(quarters, QUARTERS)
    return f"{whole}{('', '.25', '.5', '.75')[rest]} space{'' if quarters == QUARTERS else 's'}"


def things(names: Names, lot: Lot, ship: int | None) -> list[str]:
    """What lies on a lot: cards, small ship, the ship of the round with its capacity."""
    found = [card_title(names, card) for card in lot.cards if card]
    if lot.small:
        found.append("a small ship")
    if ship is not None and found:
        found.append(f"the ship of {ship}")
    return found


def titles(names: Names, patrons: Iterable[str]) -> list[str]:
    """Patrons by title."""
    return [names.patron_titles[names.patrons.index(patron)] for patron in patrons]
