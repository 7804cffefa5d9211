"""How people say things: explorers, cards, seats, numbers of things."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from caravela.engines.pizarro.table import Hand


def title(name: str) -> str:
    """`vasco_da_gama` as Vasco da Gama."""
    return " ".join(word if word == "da" else word.capitalize() for word in name.split("_"))


def cards(hand: Hand) -> str:
    """`1 2 2 9`."""
    return " ".join(str(value) for value, count in sorted(hand.items()) for _ in range(count))


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def who(seat: int, player: int) -> str:
    """The subject of a sentence that `player` reads: `you`, `seat 2`."""
    return "you" if seat == player else f"seat {seat}"


def does(seat: int, player: int, verb: str) -> str:
    """`you pass`, `seat 2 passes`."""
    if seat == player:
        return f"you {verb}"
    if verb == "have":
        return f"seat {seat} has"
    return f"seat {seat} {verb}{'es' if verb.endswith(('s', 'o')) else 's'}"


def listed(things: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = things
    return f"{', '.join(most)} and {last}" if most else last


def sentence(text: str) -> str:
    """With a capital first letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."
