"""Who plays whom, in which seats, with which cards: a plan fixed by a seed and by nothing else.

A *line-up* is the bots of one table in seating order. A *deal* is one shuffle for one line-up; it is played once in
every rotation of the seats, so every bot sits everywhere equally often and meets the same cards in every
seat. Seeds come from names, not from running numbers: adding a bot, a table size or more deals changes no other game.
The seed of a deal and that of its bots are separate hashes: neither leads to the other, only a guess of the
tournament's own seed leads to both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, combinations_with_replacement, permutations


def derive_seed(*parts: object) -> int:
    """A seed of 63 bits that depends on the text of every part, in order."""
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


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
    """One deal of a line-up: the unit of work of a tournament and of its statistics."""

    line_up: tuple[str, ...]
    number: int
    """Counts the deals of one line-up from 0."""
    seed: int
    """The seed of the tournament."""

    def seatings(self) -> list[Seating]:
        """The games of this deal, one for each rotation of the seats."""
        name = (self.seed, self.number, *sorted(self.line_up))
        return [
            Seating(
                bots=self.line_up[turn:] + self.line_up[:turn],
                deal_seed=derive_seed("deal", *name),
                seed=derive_seed("game", turn, *name),
            )
            for turn in range(len(self.line_up))
        ]


def line_ups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every choice of `players` different bots; with fewer bots than seats, every filling that uses all of them.

    Raises ValueError with fewer than two bots or seats, or if a bot is named twice.
    """
    if players < 2:
        raise ValueError(f"a tournament needs tables of two or more seats, not {players}")
    if len(bots) < 2:
        raise ValueError(f"a tournament needs two or more bots, not {len(bots)}")
    if len(set(bots)) < len(bots):
        raise ValueError(f"a bot is named twice: {', '.join(bots)}")
    if len(bots) >= players:
        return list(combinations(bots, players))
    fillings = combinations_with_replacement(range(len(bots)), players)
    return [tuple(bots[i] for i in seats) for seats in fillings if len(set(seats)) == len(bots)]


def neighbourhoods(line_up: Sequence[str]) -> list[tuple[str, ...]]:
    """The different circular orders of a line-up: with three or more seats it matters whom one plays after."""
    first, rest = line_up[0], line_up[1:]
    return list(dict.fromkeys((first, *order) for order in permutations(rest)))


def deals(line_up: Sequence[str], games: int, seed: int) -> list[Deal]:
    """Enough deals for at least `games` games of this line-up; successive deals go through its circular orders.

    Raises ValueError if `games` is below 1.
    """
    if games < 1:
        raise ValueError(f"the number of games must be at least 1, not {games}")
    orders = neighbourhoods(line_up)
    count = -(-games // len(line_up))
    return [Deal(orders[number % len(orders)], number, seed) for number in range(count)]
