"""The names of boxes, galleons and faces of one opened game, and the order of its action, outcome and code ids.

Mirrors `veracruz_open.pxd` in Python: the engine knows numbers only, names come from options and data.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravela.cext.core import Game

SIDES = ("left", "right")


@dataclass(frozen=True)
class Names:
    """Name lists; ids count through them."""

    goods: tuple[str, ...]
    kinds: tuple[str, ...]  # of boxes: gold1, gold2, ... stone1, ... empty
    galleons: tuple[str, ...]
    bets: tuple[str, ...]
    faces: tuple[str, ...]
    decks: int
    players: int

    @cached_property
    def actions(self) -> list[str]:
        """Loads by galleon, side and kind, then bets, pass, draws."""
        loads = [f"{kind}>{galleon}.{side}" for galleon in self.galleons for side in SIDES for kind in self.kinds]
        bets = [f"bet:{kind}>{galleon}" for galleon in self.galleons for kind in self.bets]
        return [*loads, *bets, "pass", *(f"draw:{deck + 1}" for deck in range(self.decks))]

    @cached_property
    def outcomes(self) -> list[str]:
        """Boxes, investments, faces of the doubloon, starting seats."""
        return [
            *(f"box:{kind}" for kind in self.kinds),
            *(f"invest:{good}" for good in self.goods),
            *(f"toss:{face}" for face in self.faces),
            *(f"start:{seat}" for seat in range(self.players)),
        ]

    @cached_property
    def codes(self) -> list[str]:
        """What a seat sees: actions and outcomes, secret steps of others, what the end shows."""
        seats = range(self.players)
        return [
            *self.actions,
            *self.outcomes,
            *(f"invest:?@{seat}" for seat in seats),
            *(f"box:?@{seat}" for seat in seats),
            *(f"bet:?>{galleon}" for galleon in self.galleons),
            *(f"shown:invest:{good}@{seat}" for seat in seats for good in self.goods),
            *(f"shown:bet:{kind}>{galleon}" for galleon in self.galleons for kind in self.bets),
            *(f"shown:box:{kind}@{seat}" for seat in seats for kind in self.kinds),
        ]


_known: dict[str, Names] = {}


def names_of(game: Game) -> Names:
    """The names of an opened game (made once for each digest of options and data)."""
    names = _known.get(game.digest)
    if names is None:
        names = _known[game.digest] = _make(game.options, game.data)
    return names


def _make(options: dict[str, Any], data: dict[str, Any]) -> Names:
    goods = _goods(options, data)
    galleons = [galleon["name"] for galleon in data["galleon"]]
    return Names(
        goods=tuple(goods),
        kinds=tuple(_kinds(goods, options, data)),
        galleons=tuple(galleons[: options["galleons"] or len(galleons)]),
        bets=tuple(data["betting"]["kinds"]),
        faces=tuple(data["doubloon"]["faces"]),
        decks=data["setup"]["face_up_decks"],
        players=options["players"],
    )


def _goods(options: dict[str, Any], data: dict[str, Any]) -> list[str]:
    """The first so many, left and right goods in turn, in data order."""
    order: list[str] = data["goods"]["order"]
    pairs = zip_longest(data["goods"]["left"], data["goods"]["right"])
    taken = [good for pair in pairs for good in pair if good is not None][: options["goods"] or len(order)]
    return [good for good in order if good in taken]


def _kinds(goods: list[str], options: dict[str, Any], data: dict[str, Any]) -> list[str]:
    """Every kind of box of which the game has copies."""
    heaviest = options["max_value"] or max(*data["goods_boxes"]["values"], *data["stone_boxes"]["weights"])
    values = zip(data["goods_boxes"]["values"], data["goods_boxes"]["copies_per_good"], strict=True)
    usable = [value for value, copies in values if copies and value <= heaviest]
    kinds = [f"{good}{value}" for good in goods for value in usable]
    if options["stones"]:
        kinds += [f"stone{weight}" for weight in sorted(Counter(data["stone_boxes"]["weights"])) if weight <= heaviest]
    if options["empties"] and data["empty_boxes"]["total"]:
        kinds.append("empty")
    return kinds
