"""A match that stops when a sequential test knows enough: the same wherever it is played."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import caravela as cv
from caravela.arena import GameResult, SequentialTest
from caravela.arena.contest import compared, contest

BOTS = ("flatmc:iterations=20", "random", "random")


@pytest.fixture(scope="module")
def game() -> cv.Game:
    return cv.load_game("kuhn_poker", players=3)


def timeless(results: list[GameResult]) -> list[GameResult]:
    return [replace(r, seats=tuple(replace(s, seconds=0.0, search_seconds=0.0) for s in r.seats)) for r in results]


def test_it_stops_at_the_verdict(game: cv.Game) -> None:
    test = SequentialTest(0.0, 0.1)
    told: list[int] = []
    results = contest(game, BOTS, test, progress=lambda deal: told.append(len(deal)))
    assert test.verdict == "better"
    assert test.deals == len(told) == len(results) / 3
    assert test.games == len(results) == sum(told)
    assert [r.deal for r in results] == [number for number in range(test.deals) for _ in range(3)]
    assert test.deals < test.limit


def test_it_does_not_depend_on_where_it_is_played(game: cv.Game) -> None:
    def played(**where: object) -> tuple[list[GameResult], float]:
        test = SequentialTest(0.0, 0.1)
        return timeless(contest(game, BOTS, test, seed=3, **where)), test.margin  # type: ignore[arg-type]

    here = played()
    assert played(jobs=2) == here
    with ThreadPoolExecutor(3) as pool:
        assert played(executor=pool) == here


def test_the_limit_ends_it(game: cv.Game) -> None:
    test = SequentialTest(0.0, 0.0, limit=4)
    assert len(contest(game, ("random", "random:seed=1", "random"), test)) == 12
    assert test.verdict == "undecided"


def test_seats_are_balanced_and_neighbours_drawn() -> None:
    game = cv.load_game("kuhn_poker", players=4)
    bots = ("random", "random:seed=1", "random:seed=2", "random:seed=3")
    results = contest(game, bots, SequentialTest(0.0, 0.0, limit=60))
    for seat in range(4):
        assert set(Counter(r.seats[seat].bot for r in results).values()) == {60}
    orders = Counter(tuple(s.bot for s in r.seats) for r in results if r.seats[0].bot == "random")
    assert len(orders) == 6
    assert min(orders.values()) >= 3


def test_who_is_compared() -> None:
    assert compared(("a", "a", "b", "c")) == ("a", "b")
    with pytest.raises(ValueError, match="two different bots, not a, a"):
        compared(("a", "a"))


def test_bots_are_checked_before_anything_is_played(game: cv.Game) -> None:
    with pytest.raises(ValueError, match="unknown bot 'nobody'"):
        contest(game, ("nobody", "random", "random"), SequentialTest(), progress=lambda deal: pytest.fail("played"))


def test_bots_that_end_their_process_lose() -> None:
    game, test = cv.load_game("veracruz"), SequentialTest(0.0, 0.2, limit=1)
    results = contest(game, ("random", "tests.arena.mocks:Exits"), test, hang_limit=20.0)
    assert (len(results), test.margin) == (2, 0.5)
    assert {fault.kind for r in results for s in r.seats for fault in s.faults} == {"ended"}
