"""Tournaments give the same results wherever they run, and nobody spoils them."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import caravela as cv
from caravela.arena import GameResult, deals, plan_tournament, run, standings, undecided

SEARCHERS = ("random", "flatmc:iterations=20", "ismcts:iterations=20")
CRASHER = "tests.bots.mocks:Crasher"
FIRST = "tests.bots.mocks:First"


def timeless(results: list[GameResult]) -> list[GameResult]:
    return [replace(r, seats=tuple(replace(s, seconds=0.0, search_seconds=0.0) for s in r.seats)) for r in results]


@pytest.fixture(scope="module")
def tables() -> list[cv.Game]:
    return [cv.load_game("veracruz", players=size) for size in (2, 3, 4)]


@pytest.fixture(scope="module")
def results(tables: list[cv.Game]) -> list[GameResult]:
    return run(tables, plan_tournament(SEARCHERS, (2, 3, 4), 4, seed=1))


def test_a_tournament_covers_all_tables_and_balances_seats(results: list[GameResult]) -> None:
    assert Counter(len(r.seats) for r in results) == {2: 12, 3: 6, 4: 12}
    for size in (2, 3, 4):
        for seat in range(size):
            bots = [r.seats[seat].bot for r in results if len(r.seats) == size]
            assert {bots.count(bot) for bot in SEARCHERS} == {len(bots) // 3}


def test_results_do_not_depend_on_where_they_are_played(tables: list[cv.Game], results: list[GameResult]) -> None:
    plan = plan_tournament(SEARCHERS, (2, 3, 4), 4, seed=1)
    assert timeless(run(tables, plan, jobs=2)) == timeless(results)
    with ThreadPoolExecutor(3) as pool:
        assert timeless(run(tables, plan, executor=pool)) == timeless(results)


def test_results_do_not_depend_on_the_order_of_the_plan(tables: list[cv.Game], results: list[GameResult]) -> None:
    plan = plan_tournament(SEARCHERS, (2, 3, 4), 4, seed=1)
    backwards = run(tables, plan[::-1])
    by_deal = {number: [r.seats for r in timeless(results) if r.deal == number] for number in range(len(plan))}
    for number in range(len(plan)):
        found = [r.seats for r in timeless(backwards) if r.deal == len(plan) - 1 - number]
        assert found == by_deal[number]


def test_another_seed_is_another_tournament(tables: list[cv.Game], results: list[GameResult]) -> None:
    assert timeless(run(tables, plan_tournament(SEARCHERS, (2, 3, 4), 4, seed=2))) != timeless(results)


def test_equal_bots_play_different_games_on_one_deal() -> None:
    game = cv.load_game("veracruz")
    first, second = run([game], deals(("random", "random"), 2, 0))
    assert [s.moves for s in first.seats] != [s.moves for s in second.seats]


def test_moves_and_iterations_are_counted(results: list[GameResult]) -> None:
    for result in results:
        for seat in result.seats:
            assert 0 < seat.moves < 120
            assert seat.seconds >= seat.search_seconds >= 0
            if seat.bot == "random":
                assert seat.iterations == seat.search_seconds == 0
            else:
                assert 0 < seat.iterations <= 20 * seat.moves
                assert seat.search_seconds > 0


def test_wins_add_up_to_one_or_nothing(results: list[GameResult]) -> None:
    for result in results:
        assert sum(s.win for s in result.seats) == pytest.approx(1 if result.decided else 0)
        assert result.decided == any(s.win for s in result.seats)


def test_faults_are_recorded_and_cost_others_nothing() -> None:
    game = cv.load_game("veracruz")
    for jobs in (1, 2):
        results = run([game], deals((CRASHER, FIRST), 4, 0), jobs=jobs, penalty="random")
        assert len(results) == 4
        for result in results:
            crasher, first = sorted(result.seats, key=lambda seat: seat.bot)
            assert len(crasher.faults) == crasher.moves
            assert {fault.kind for fault in crasher.faults} == {"raised"}
            assert first.faults == ()
        assert {s.bot: s.faults > 0 for s in standings(results)} == {CRASHER: True, FIRST: False}


def test_slow_moves_are_faults_under_a_time_limit() -> None:
    game = cv.load_game("pennies")
    results = run([game], deals(("ismcts:seconds=0.05", "random"), 2, 0), time_limit=0.01)
    assert {fault.kind for r in results for s in r.seats for fault in s.faults} == {"overtime"}


def test_progress_is_told_of_every_game(tables: list[cv.Game]) -> None:
    told: list[GameResult] = []
    results = run(tables, plan_tournament(("random", FIRST), (2, 3), 6), progress=told.extend)
    assert told == results


@pytest.mark.parametrize(
    ("bots", "players", "message"),
    [
        (("random", "nobody"), [2], "unknown bot 'nobody'"),
        (("random", "ismcts:iterations=0"), [2], "iterations"),
        (("random", "heuristic"), [5], "no game for 5 players; there are games for 2, 3, 4"),
    ],
)
def test_bad_plans_are_refused_before_anything_is_played(
    tables: list[cv.Game], bots: tuple[str, ...], players: list[int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        run(tables, plan_tournament(bots, players, 2), progress=lambda _: pytest.fail("a game was played"))


def test_nobody_wins_where_every_galleon_sank() -> None:
    """The places of the engine for V8.5 are read as games without a winner."""
    game = cv.load_game("veracruz", players=4)
    results = run([game], deals(("random", FIRST, "tests.bots.mocks:Last", "flatmc:iterations=5"), 60, 0))
    none, games = undecided(results)[4]
    assert games == 60
    assert 0 < none < games
