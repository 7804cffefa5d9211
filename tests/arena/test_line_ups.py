"""Who meets whom: all choices, a gauntlet, and balanced designs where choices are many."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from caravela.arena.line_ups import balanced, gauntlet, line_ups
from caravela.arena.schedule import deals, plan_of
from caravela.arena.settings import Settings

MANY = tuple("abcdefghijkl")


@pytest.mark.parametrize(("bots", "players", "count"), [(12, 4, 20), (7, 3, 10), (9, 2, 12), (10, 6, 5), (5, 4, 3)])
def test_a_design_is_balanced(bots: int, players: int, count: int) -> None:
    names = MANY[:bots]
    tables = balanced(names, players, count, seed=1)
    assert count <= len(tables) < count + bots
    assert all(len(set(table)) == players for table in tables)
    sits = Counter(bot for table in tables for bot in table)
    assert set(sits.values()) == {len(tables) * players // bots}
    meets = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    spread = [meets[frozenset(pair)] for pair in combinations(names, 2)]
    assert max(spread) - min(spread) <= 2
    if len(tables) <= comb(bots, players):
        assert len({frozenset(table) for table in tables}) == len(tables)


def test_a_design_depends_on_its_seed_and_not_on_the_order_of_bots() -> None:
    tables = balanced(MANY, 4, 20, seed=1)
    assert balanced(MANY, 4, 20, seed=1) == tables
    assert balanced(MANY, 4, 20, seed=2) != tables
    assert [frozenset(table) for table in balanced(MANY[::-1], 4, 20, seed=1)] == list(map(frozenset, tables))


def test_few_line_ups_are_played_all() -> None:
    assert line_ups("abcde", 3, most=10) == list(combinations("abcde", 3))
    assert len(line_ups(MANY, 4, most=0)) == comb(12, 4)
    assert len(line_ups(MANY, 4, most=100)) == 102  # in which twelve can sit equally often


def test_a_gauntlet_is_one_against_all() -> None:
    assert gauntlet("abc", 2) == [("a", "b"), ("a", "c")]
    assert gauntlet("abcd", 3) == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d")]
    assert gauntlet("ab", 4) == [("a", "b", "b", "b")]
    assert gauntlet("abc", 4) == [("a", "b", "b", "c"), ("a", "b", "c", "c")]
    drawn = gauntlet(MANY, 4, most=15)
    assert {table[0] for table in drawn} == {"a"}
    assert len(set(Counter(bot for table in drawn for bot in table[1:]).values())) == 1


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet", "head-to-head"])
@pytest.mark.parametrize("line_up_limit", [0, 5])
def test_every_schedule_balances_seats_exactly(schedule: str, line_up_limit: int) -> None:
    bots = ("a", "b") if schedule == "head-to-head" else tuple("abcdef")
    settings = Settings(
        bots, games=("x",) * 3, players=(2, 3, 4), schedule=schedule, games_each=12, line_ups=line_up_limit
    )
    plan = plan_of(settings)
    seats: Counter[tuple[str, int, int]] = Counter()
    for deal in plan:
        for seating in deal.seatings():
            seats.update((bot, seat, len(seating.bots)) for seat, bot in enumerate(seating.bots))
    for bot in bots:
        for size in settings.players:
            assert len({seats[bot, seat, size] for seat in range(size)}) == 1
    seeds = [deal.seatings()[0].deal_seed for deal in plan]
    assert len(set(seeds)) == len(seeds)


def test_parts_of_a_plan_are_balanced_too() -> None:
    plan = plan_of(Settings(tuple("abcd"), games=("x", "y"), players=(2, 3), games_each=12))
    rounds = [deal.number for deal in plan]
    assert rounds == sorted(rounds)
    assert {deal.line_up for deal in plan if deal.number == 0} == {*combinations("abcd", 2), *combinations("abcd", 3)}


def test_large_tables_have_many_circular_orders() -> None:
    plan = deals(tuple("abcdefgh"), 160, 3)
    assert len({deal.line_up for deal in plan}) == 20
    assert all(deal.line_up[0] == "a" and set(deal.line_up) == set("abcdefgh") for deal in plan)
    assert deals(tuple("abcdefgh"), 80, 3) == plan[:10]


@pytest.mark.parametrize(
    ("schedule", "bots", "message"),
    [
        ("swiss", ("a", "b"), "one of round-robin, gauntlet, head-to-head, match, not 'swiss'"),
        ("head-to-head", ("a", "b", "c"), "between two bots, not 3"),
        ("match", ("a", "b", "c"), "a bot for each seat: 2, not 3"),
    ],
)
def test_impossible_schedules_are_refused(schedule: str, bots: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan_of(Settings(bots, games=("x",), players=(2,), schedule=schedule))
