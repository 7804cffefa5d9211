"""Who plays whom, in which seats, with which cards: a plan fixed by a seed and by nothing else.

A *line-up* is the bots of one table in seating order. A *deal* is one shuffle for one line-up; it is played once in
every rotation of the seats, so every bot sits everywhere equally often and meets the same cards in every
seat. Seeds come from names, not from running numbers: adding a bot, a table size or more deals changes no other game.
The seed of a deal and that of its bots are separate hashes: neither leads to the other, only a guess of the
tournament's own seed leads to both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import permutations
from random import Random

from caravela.arena.line_ups import LineUp, gauntlet, line_ups
from caravela.arena.seeds import derive_seed
from caravela.arena.settings import Settings

__all__ = [
    "SCHEDULES",
    "Deal",
    "Seating",
    "deals",
    "neighbourhoods",
    "plan_digest",
    "plan_games",
    "plan_of",
    "plan_tournament",
]

_ALL_ORDERS = 6
"""Seats up to which every circular order is played in turn; beyond that they are drawn."""


@dataclass(frozen=True)
class Seating:
    """One game to play: `bots[s]` is the text spec of the bot in seat s."""

    bots: tuple[str, ...]
    deal_seed: int
    """Fixes every chance outcome."""
    seed: int
    """Fixes what the bots draw; another one every game."""


@dataclass(frozen=True)
class Deal:
    """One deal of a line-up: the unit of the statistics of a tournament."""

    line_up: LineUp
    number: int
    """Counts the deals of one line-up from 0."""
    seed: int
    """The seed of the tournament."""

    def seatings(self) -> list[Seating]:
        """The games of this deal, one for each rotation of the seats."""
        name = (self.seed, self.number, *sorted(self.line_up))
        deal_seed = derive_seed("deal", *name)
        return [
            Seating(self.line_up[turn:] + self.line_up[:turn], deal_seed, derive_seed("game", turn, *name))
            for turn in range(len(self.line_up))
        ]


def neighbourhoods(line_up: Sequence[str]) -> list[LineUp]:
    """The different circular orders of a line-up: with three or more seats it matters whom one plays after."""
    first, rest = line_up[0], line_up[1:]
    return list(dict.fromkeys((first, *order) for order in permutations(rest)))


def deals(line_up: Sequence[str], games: int, seed: int) -> list[Deal]:
    """Enough deals for at least `games` games of this line-up; successive deals go through its circular orders.

    Raises ValueError if `games` is below 1.
    """
    if games < 1:
        raise ValueError(f"the number of games must be at least 1, not {games}")
    count = -(-games // len(line_up))
    if len(line_up) > _ALL_ORDERS:
        return [Deal(_drawn_order(line_up, number, seed), number, seed) for number in range(count)]
    orders = neighbourhoods(line_up)
    return [Deal(orders[number % len(orders)], number, seed) for number in range(count)]


def plan_games(tables: Sequence[LineUp], games: int, seed: int) -> list[Deal]:
    """At least `games` games of each line-up, in rounds: first one deal of each line-up, then the next of each.

    Any part of it from the beginning is nearly as balanced as the whole.
    """
    every = [deal for table in tables for deal in deals(table, games, seed)]
    return sorted(every, key=lambda deal: deal.number)


def plan_tournament(bots: Sequence[str], players: Sequence[int], games: int, seed: int = 0) -> list[Deal]:
    """All line-ups of `bots` at every table size in `players`, with at least `games` games for each line-up."""
    return plan_games([table for size in players for table in line_ups(bots, size)], games, seed)


def plan_digest(plan: Sequence[Deal]) -> str:
    """A text that changes with any game of the plan."""
    digest = blake2b(digest_size=16)
    for deal in plan:
        digest.update(repr((deal.line_up, deal.number, deal.seed)).encode())
    return digest.hexdigest()


def _round_robin(settings: Settings, size: int) -> list[LineUp]:
    return line_ups(settings.bots, size, most=settings.line_ups, seed=settings.seed)


def _gauntlet(settings: Settings, size: int) -> list[LineUp]:
    return gauntlet(settings.bots, size, most=settings.line_ups, seed=settings.seed)


def _head_to_head(settings: Settings, size: int) -> list[LineUp]:
    if len(settings.bots) != 2:
        raise ValueError(f"head-to-head is between two bots, not {len(settings.bots)}: {', '.join(settings.bots)}")
    return line_ups(settings.bots, size)


def _match(settings: Settings, size: int) -> list[LineUp]:
    if len(settings.bots) != size:
        raise ValueError(f"a match has a bot for each seat: {size}, not {len(settings.bots)}")
    return [settings.bots]


SCHEDULES: dict[str, Callable[[Settings, int], list[LineUp]]] = {
    "round-robin": _round_robin,
    "gauntlet": _gauntlet,
    "head-to-head": _head_to_head,
    "match": _match,
}
"""By name: the line-ups of a table size.

"round-robin": all against all. "gauntlet": the first bot against the others. "head-to-head": two bots, at larger tables
in every mixture. "match": one table.
"""


def plan_of(settings: Settings) -> list[Deal]:
    """The whole plan of a tournament. ValueError for an unknown schedule or bots that it cannot seat."""
    if settings.schedule not in SCHEDULES:
        raise ValueError(f"the schedule is one of {', '.join(SCHEDULES)}, not {settings.schedule!r}")
    choose = SCHEDULES[settings.schedule]
    tables = [table for size in settings.players for table in choose(settings, size)]
    return plan_games(tables, settings.games_each, settings.seed)


def _drawn_order(line_up: Sequence[str], number: int, seed: int) -> LineUp:
    """A circular order of a line-up that has too many to go through."""
    first, rest = line_up[0], list(line_up[1:])
    Random(derive_seed("order", seed, number, *sorted(line_up))).shuffle(rest)  # noqa: S311 - no secret
    return (first, *rest)
