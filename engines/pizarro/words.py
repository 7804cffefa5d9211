"""How people write explorers and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caravela.engines.pizarro.table import Hand


def title(name: str) -> str:
    """`vasco_da_gama` as Vasco da Gama."""
    return " ".join(word if word == "da" else word.capitalize() for word in name.split("_"))


def cards(hand: Hand) -> str:
    """`1 2 2 9`."""
    return " ".join(str(value) for value, count in sorted(hand.items()) for _ in range(count))


def by_value(hand: Hand) -> str:
    """`4 x 1, 2 x 9`."""
    return ", ".join(f"{count} x {value}" for value, count in sorted(hand.items()))
