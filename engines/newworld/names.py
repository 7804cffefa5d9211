"""The names of titles, sites and regions of one opened game, and the order of its action, outcome and code ids.

Mirrors `newworld_open.pxd` in Python: the engine knows numbers only, names come from options and data.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravela.cext.core import Game


@dataclass(frozen=True)
class Names:
    """Name lists; ids count through them."""

    titles: tuple[str, ...]
    regions: tuple[str, ...]
    sites: tuple[str, ...]
    region_of: dict[str, str]  # by site
    good_of: dict[str, str]
    values: dict[str, int]  # Royal Support by title
    cards: tuple[int, ...]  # of the Royal Support track
    players: int
    pledges: int  # the most that may be pledged

    @cached_property
    def first_player(self) -> int:
        """The id of the action `player:0`."""
        return self.actions.index("player:0")

    @cached_property
    def first_card(self) -> int:
        """The id of the first action by which a card leaves a hand; all later ones do so."""
        return self.actions.index(f"card:{self.titles[0]}")

    @cached_property
    def actions(self) -> list[str]:
        """Answers and modes, then pledges, players, regions, sites, cards that leave a hand, texts, Royal Support."""
        return [
            *("end", "done", "pass", "stop", "build", "struggle", "repair"),
            *(f"pledge:{amount}" for amount in range(self.pledges + 1)),
            *(f"player:{seat}" for seat in range(self.players)),
            *(f"region:{region}" for region in self.regions),
            *(f"site:{site}" for site in self.sites),
            *(f"{verb}:{title}" for verb in ("card", "play", "support") for title in self.titles),
        ]

    @cached_property
    def outcomes(self) -> list[str]:
        """Cards drawn, first players."""
        return [*(f"card:{title}" for title in self.titles), *(f"first:{seat}" for seat in range(self.players))]

    @cached_property
    def codes(self) -> list[str]:
        """What a seat sees: actions, the outcomes that it may see, cards that others draw."""
        return [
            *self.actions,
            *(f"drawn:{title}" for title in self.titles),
            *(f"first:{seat}" for seat in range(self.players)),
            *(f"drawn:?@{seat}" for seat in range(self.players)),
        ]


_known: dict[str, Names] = {}


def names_of(game: Game) -> Names:
    """The names of an opened game (made once for each digest of options and data)."""
    names = _known.get(game.digest)
    if names is None:
        names = _known[game.digest] = _make(game.options, game.data)
    return names


def _make(options: dict[str, Any], data: dict[str, Any]) -> Names:
    regions = data["regions"]["order"]
    regions = regions[: options["regions"] or len(regions)]
    sites = [site for site in data["site"] if site["region"] in regions]
    chosen = None if options["titles"] == "all" else options["titles"].split("+")
    cards = [card for card in data["card"] if card["count"] and (chosen is None or card["id"] in chosen)]
    return Names(
        titles=tuple(card["id"] for card in cards),
        regions=tuple(regions),
        sites=tuple(site["id"] for site in sites),
        region_of={site["id"]: site["region"] for site in sites},
        good_of={site["id"]: site["good"] for site in sites},
        values={card["id"]: card["royal_support"] for card in cards},
        cards=tuple(min(n, options["hand"] or n) for n in data["royal_support_track"]["cards"]),
        players=options["players"],
        pledges=data["constants"]["plague_ship_vp_to_stop"],
    )
