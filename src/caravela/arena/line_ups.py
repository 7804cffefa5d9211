"""Which bots meet at a table: all choices where they are few, a balanced random choice where they are many."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, gcd
from random import Random

from caravela.arena.seeds import derive_seed

__all__ = ["LineUp", "balanced", "gauntlet", "line_ups"]

LineUp = tuple[str, ...]

_TRIES = 20
_SWAPS = 60


def line_ups(bots: Sequence[str], players: int, *, most: int = 0, seed: int = 0) -> list[LineUp]:
    """Every choice of `players` different bots; with fewer bots than seats, every filling that uses all of them.

    With more than `most` choices (0: any number) a `balanced` design of about so many, drawn from `seed`.
    Raises ValueError with fewer than two bots or seats, or if a bot is named twice.
    """
    _check(bots, players)
    if len(bots) < players:
        return _fillings(bots, players)
    if most and comb(len(bots), players) > most:
        return balanced(bots, players, most, seed)
    return list(combinations(bots, players))


def gauntlet(bots: Sequence[str], players: int, *, most: int = 0, seed: int = 0) -> list[LineUp]:
    """The first bot once at every table, against every choice of the others; otherwise as `line_ups`."""
    _check(bots, players)
    first, field = bots[0], bots[1:]
    seats = players - 1
    if len(field) < seats:
        rest = _fillings(field, seats)
    elif most and comb(len(field), seats) > most:
        rest = balanced(field, seats, most, seed)
    else:
        rest = list(combinations(field, seats))
    return [(first, *others) for others in rest]


def balanced(bots: Sequence[str], players: int, count: int, seed: int) -> list[LineUp]:
    """At least `count` tables of different bots, at which every bot sits equally often; pairs meet about equally often.

    The number is rounded up to the next at which that is possible. The same for the same bots in any order.
    """
    names = sorted(bots)
    step = len(names) // gcd(len(names), players)
    tables = -(-count // step) * step
    random = Random(derive_seed("line-ups", seed, players, *names))  # noqa: S311 - no secret
    sits: Counter[str] = Counter()
    meets: Counter[frozenset[str]] = Counter()
    chosen: dict[LineUp, None] = {}
    plan: list[LineUp] = []
    for _ in range(tables):
        for _ in range(_TRIES):
            table = _table(names, players, sits, meets, random)
            if table not in chosen:
                break
        chosen[table] = None
        plan.append(table)
        sits.update(table)
        meets.update(map(frozenset, combinations(table, 2)))
    _even_out(plan, meets, random)
    order = {bot: place for place, bot in enumerate(bots)}
    return [tuple(sorted(table, key=order.__getitem__)) for table in plan]


def _table(
    names: Sequence[str], players: int, sits: Counter[str], meets: Counter[frozenset[str]], random: Random
) -> LineUp:
    """A table of those who sat least, and among them of those who met least."""
    table: list[str] = []
    while len(table) < players:
        left = [name for name in names if name not in table]
        table.append(
            min(left, key=lambda name: (sits[name], sum(meets[frozenset((name, o))] for o in table), random.random()))
        )
    return tuple(sorted(table))


def _even_out(plan: list[LineUp], meets: Counter[frozenset[str]], random: Random) -> None:
    """Lets bots change places between tables where that brings together pairs that met less."""
    tables = [set(table) for table in plan]
    for _ in range(_SWAPS * len(plan)):
        one, other = random.choice(tables), random.choice(tables)
        here, there = sorted(one - other), sorted(other - one)
        if len(here) < 2:
            continue
        mine, theirs = random.choice(here), random.choice(there)
        stay, also = set(here) - {mine}, set(there) - {theirs}
        gained = [frozenset((theirs, bot)) for bot in stay] + [frozenset((mine, bot)) for bot in also]
        lost = [frozenset((mine, bot)) for bot in stay] + [frozenset((theirs, bot)) for bot in also]
        swapped = {*one, theirs} - {mine}, {*other, mine} - {theirs}
        better = sum(meets[pair] + 1 for pair in gained) < sum(meets[pair] for pair in lost)
        if better and not any(table in tables for table in swapped):
            meets.update(gained)
            meets.subtract(lost)
            one ^= {mine, theirs}
            other ^= {mine, theirs}
    plan[:] = [tuple(sorted(table)) for table in tables]


def _fillings(bots: Sequence[str], players: int) -> list[LineUp]:
    """Every way to fill the seats that uses all bots."""
    fillings = combinations_with_replacement(range(len(bots)), players)
    return [tuple(bots[i] for i in seats) for seats in fillings if len(set(seats)) == len(bots)]


def _check(bots: Sequence[str], players: int) -> None:
    if players < 2:
        raise ValueError(f"a tournament needs tables of two or more seats, not {players}")
    if len(bots) < 2:
        raise ValueError(f"a tournament needs two or more bots, not {len(bots)}")
    if len(set(bots)) < len(bots):
        raise ValueError(f"a bot is named twice: {', '.join(bots)}")
