"""How people write galleons and boxes; the weight limits in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caravela.cext.core import Game


def title(name: str) -> str:
    """`santa_teresa` as Santa Teresa."""
    return name.replace("_", " ").title()


def spaced(kind: str) -> str:
    """`gold3` as gold 3."""
    word = kind.rstrip("0123456789")
    return f"{word} {kind[len(word) :]}" if word != kind else kind


def box(kind: str) -> str:
    """`gold3` as gold 3, `empty` as an empty box."""
    return "an empty box" if kind == "empty" else spaced(kind)


def most_weight(game: Game, galleon: int) -> int:
    """The weight limit of a galleon, counted from 0."""
    limit: int = game.data["galleon"][galleon]["weight_limit"]
    cap: int = game.options["weight_cap"]
    return min(limit, cap) if cap else limit
