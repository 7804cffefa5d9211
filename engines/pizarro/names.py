"""The names of explorers, money cards and seats of one opened game, and the order of its action, outcome and code ids.

Mirrors `pizarro_open.pxd` in Python: the engine knows numbers only, names come from options and data.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravela.cext.core import Game

PHASES = 3
ROMAN = ("I", "II", "III")


@dataclass(frozen=True)
class Space:
    """One part of a space of the board: its numbers and its action, as in the data."""

    crown: int
    bag: int
    action: str


@dataclass(frozen=True)
class Names:
    """Name lists; ids count through them."""

    explorers: tuple[str, ...]
    values: tuple[int, ...]
    players: int
    stacks: int  # Magellan stacks
    bid_max: int
    board: str
    draws: tuple[int, ...]  # money cards by phase that a space with that action brings
    luck_limit: int  # the most that drawing at scoring may come to
    spaces: dict[tuple[str, int, str], Space]  # by explorer, phase from 1, option

    @cached_property
    def actions(self) -> list[str]:
        """Answers, ships, cards, bids."""
        return [
            *("pass", "veto", "decline", "done", "left", "right", "from:left", "from:right", "draw", "stop"),
            *(f"stack:{stack + 1}" for stack in range(self.stacks)),
            *(f"{verb}:{value}" for verb in ("pay", "tuck", "put") for value in self.values),
            *(f"bid:{bid + 1}" for bid in range(self.bid_max)),
        ]

    @cached_property
    def outcomes(self) -> list[str]:
        """Money cards drawn, money cards taken by a neighbour, explorers, auctioneers."""
        return [
            *(f"money:{value}" for value in self.values),
            *(f"taken:{value}" for value in self.values),
            *(f"card:{explorer}" for explorer in self.explorers),
            *(f"auctioneer:{seat}" for seat in range(self.players)),
        ]

    @cached_property
    def codes(self) -> list[str]:
        """What a seat sees: actions and outcomes, secret steps of others, payments, what is laid open."""
        seats = range(self.players)
        return [
            *self.actions,
            *self.outcomes,
            *(f"money:?@{seat}" for seat in seats),
            *(f"tuck:?@{seat}" for seat in seats),
            *(f"paid:{value}" for value in self.values),
            *(f"shown:{value}@{seat}" for seat in seats for value in self.values),
            *(
                f"shown:{value}@stack:{stack + 1}.{ROMAN[place]}"
                for stack in range(self.stacks)
                for place in range(PHASES)
                for value in self.values
            ),
        ]

    @cached_property
    def tucker(self) -> str | None:
        """The explorer with stacks."""
        return next((e for (e, _, _), space in self.spaces.items() if space.action.startswith("tuck_")), None)

    @cached_property
    def parts(self) -> str | None:
        """The explorer whose spaces have a left and a right part."""
        return next((explorer for explorer, _, option in self.spaces if option == "right"), None)

    def space(self, explorer: str, phase: int, part: str = "left") -> Space:
        """A space, phases from 1; `part` matters only where there are two."""
        return self.spaces[explorer, phase, part if explorer == self.parts else ""]


_known: dict[str, Names] = {}


def names_of(game: Game) -> Names:
    """The names of an opened game (made once for each digest of options and data)."""
    names = _known.get(game.digest)
    if names is None:
        names = _known[game.digest] = _make(game)
    return names


def _make(game: Game) -> Names:
    options, data = game.options, game.data
    everyone = data["explorers"]["order"]
    chosen = everyone if options["explorers"] == "all" else options["explorers"].split("+")
    explorers = tuple(explorer for explorer in everyone if explorer in chosen)
    board = data["board"]["default"]["combination"] if options["board"] == "default" else options["board"]
    values = data["money_cards"]["values"]
    values = values[: options["values"] or len(values)]
    copies = data["explorer_cards"]["copies_per_phase"][0]
    stacks = min(copies, options["copies"] or copies)
    answers = 10 + stacks + 3 * len(values)
    return Names(
        explorers=explorers,
        values=tuple(values),
        players=options["players"],
        stacks=stacks,
        bid_max=game.num_distinct_actions() - answers,
        board=board,
        draws=tuple(data["action"]["draw"]["cards_by_phase"]),
        luck_limit=data["action"]["press_luck"]["limit"],
        spaces=_spaces(explorers, board, data),
    )


def _spaces(explorers: tuple[str, ...], board: str, data: dict[str, Any]) -> dict[tuple[str, int, str], Space]:
    """The rows of the sides in play. Of a space with one part the option is ""."""
    found = {}
    for row in data["space"]:
        side = board[row["explorer"] in data["board"]["half_2"]]
        if row["explorer"] in explorers and row["side"] == side:
            space = Space(row["crown"], row["bag"], row["action"])
            found[row["explorer"], row["phase"], row["option"]] = space
    return found
