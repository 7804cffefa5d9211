"""Positions by names: `table(hands={0: "war"}, colonies={0: "am.gold ch.spices-"})` is a position: seat 0 may play.

Sites and regions may be written short: `am.gold`, `am`; a site with a minus has a Struggling colony.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from caravela.cext.core import Rng, State
from caravela.engines import load_game
from caravela.engines.newworld.names import names_of
from caravela.engines.newworld.table import LAYOUT, LOG, SEATS, STEPS, WIDTH, Table, read_table
from caravela.engines.newworld.text import code_to_string

REGIONS = {
    "na": "north_america",
    "ca": "central_america",
    "cb": "caribbean",
    "am": "amazon",
    "ch": "cape_horn",
}


def full(name: str) -> str:
    """`am.gold` as amazon_gold, `am` as amazon."""
    region, dot, good = name.partition(".")
    return REGIONS.get(region, region) + ("_" + good if dot else "")


class Stage:
    """A game and its state."""

    def __init__(self, *, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        self.game = load_game("newworld", data=data, **options)
        self.names = names_of(self.game)
        self.state: State = self.game.new_initial_state()

    def play(self, *steps: str) -> "Stage":
        """Actions and outcomes by name; "pass*3" stands for three passes, "am.gold" for the site's action."""
        for step in steps:
            name, _, times = step.partition("*")
            verb, colon, what = name.partition(":")
            if colon:
                name = f"{verb}:{full(what)}"
            elif "." in name:
                name = f"site:{full(name)}"
            for _ in range(int(times or 1)):
                self.state.apply_action(self.state.string_to_action(name))
        return self

    def quiet(self) -> "Stage":
        """Nobody reacts."""
        while self.table().step == "react":
            self.play("pass")
        return self

    def use(self, *steps: str) -> "Stage":
        """A card with all its choices, to which nobody reacts."""
        return self.play(*steps).quiet()

    def deal(self, hands: Mapping[int, str] | None = None) -> "Stage":
        """Deals these cards first, then any that are left; discards the last ones."""
        wanted = {seat: titles.split() for seat, titles in (hands or {}).items()}
        reserved = Counter(title for titles in wanted.values() for title in titles)
        while self.table().step == "deal":
            table = self.table()
            titles = wanted.get(table.mover, [])
            title = titles.pop(0) if titles else next(t for t, n in table.pile.items() if n > reserved[t])
            reserved[title] -= 1
            self.play(f"card:{title}")
        return self

    def settle(self, seed: int = 0) -> "Stage":
        """Lets chance have its turns."""
        rng = Rng(seed)
        while self.state.is_chance_node():
            self.state.apply_action(self.state.sample_chance(rng))
        return self

    def legal(self) -> list[str]:
        """Names of the legal actions, or of what chance can bring."""
        if self.state.is_chance_node():
            return [self.game.chance_to_string(outcome) for outcome, _ in self.state.chance_outcomes()]
        return [self.game.action_to_string(action) for action in self.state.legal_actions()]

    def sites(self) -> list[str]:
        """The sites that may be chosen, written short."""
        short = {region: name for name, region in REGIONS.items()}
        found = [name.removeprefix("site:") for name in self.legal() if name.startswith("site:")]
        return [f"{short[self.names.region_of[site]]}.{self.names.good_of[site]}" for site in found]

    def table(self) -> Table:
        """The true state."""
        return read_table(self.state)

    def vp(self) -> list[int]:
        return [seat.vp for seat in self.table().seats]

    def colonies(self, seat: int) -> set[str]:
        """Colonies of a seat, written short; a minus marks Struggling ones."""
        short = {region: name for name, region in REGIONS.items()}
        return {
            f"{short[self.names.region_of[site]]}.{self.names.good_of[site]}{'' if up else '-'}"
            for site, up in self.table().seats[seat].colonies.items()
        }

    def hand(self, seat: int) -> dict[str, int]:
        return self.table().seats[seat].hand

    def log(self, seat: int) -> list[str]:
        """What a seat has seen, by name."""
        return [code_to_string(self.game, code) for code in self.state.log(seat)]


def position(
    hands: Mapping[int, str],
    colonies: Mapping[int, str] | None = None,
    *,
    vp: Sequence[int] = (),
    support: Sequence[int] | None = None,
    isolated: Mapping[int, str] | None = None,
    discard: str = "",
    actor: int = 0,
    turn: int = 1,
    step: str = "play",
    all_discarded: bool = False,
    **options: Any,
) -> Stage:
    """A position in the card step (or another step) of `actor`; seat 0 was drawn as first player.

    all_discarded: cards that nobody holds lie in the discard pile instead of the draw pile.
    """
    stage = Stage(**{"first": 0, **options})
    names, count = stage.names, stage.names.players
    titles, sites = names.titles, names.sites
    held = {seat: text.split() for seat, text in hands.items()}
    laid, cards = [0] * len(titles), [0] * (SEATS * WIDTH)
    for title in discard.split():
        laid[titles.index(title)] += 1
    for seat, mine in held.items():
        for title in mine:
            cards[seat * WIDTH + titles.index(title)] += 1
    owners = [0] * SEATS
    down = 0
    for seat, text in (colonies or {}).items():
        for site in text.split():
            bit = 1 << sites.index(full(site.rstrip("-")))
            owners[seat] |= bit
            down |= bit if site.endswith("-") else 0
    barred = [0] * SEATS
    for seat, text in (isolated or {}).items():
        for region in text.split():
            barred[seat] |= 1 << names.regions.index(full(region))
    start = stage.table() if options.get("first") == -1 else Stage(**{"first": 0, **options}).table()
    left = [start.pile.get(title, 0) for title in titles]
    for i, title in enumerate(titles):
        left[i] -= laid[i] + sum(cards[seat * WIDTH + i] for seat in range(SEATS))
        if title == "isolation":
            left[i] -= sum(mask.bit_count() for mask in barred)
    if all_discarded:
        laid, left = [a + b for a, b in zip(laid, left, strict=True)], [0] * len(titles)
    spare = [0] * (WIDTH - len(titles))
    where = [seat.support for seat in start.seats] if support is None else list(support)
    fill = [0] * (SEATS - count)
    block = LAYOUT.pack(
        *cards,
        *(*left, *spare),
        *(*laid, *spare),
        *[0] * (4 * WIDTH + SEATS * LOG),
        *owners,
        down,
        0,
        *(list(vp) + [0] * SEATS)[:SEATS],
        start.pile_count - sum(left),
        *[0] * SEATS,
        *(len(held.get(seat, [])) for seat in range(SEATS)),
        *(*where, *fill),
        *barred,
        *[0] * SEATS,
        sum(left),
        STEPS.index(step),
        actor,
        turn,
        0,
        actor,
        *[0] * 18,
    )
    stage.state = stage.game.state_from_bytes(block)
    return stage


@pytest.fixture
def table() -> Callable[..., Stage]:
    """table({0: "war"}, {0: "am.gold"}, ...) is a position."""
    return position


@pytest.fixture
def opening() -> Callable[..., Stage]:
    """opening(players=3, first=0) is a new game."""
    return Stage
