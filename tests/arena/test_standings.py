"""Standings and speeds of hand-made results."""

import pytest

from caravela.arena import GameResult, SeatResult, speeds, standings, undecided
from caravela.arena.intervals import share_interval


def seat(bot: str, win: float, place: int, score: float = 0.0, **more: float) -> SeatResult:
    values = {"moves": 10, "seconds": 2.0, "iterations": 0, "search_seconds": 0.0} | more
    return SeatResult(bot, win, place, score, returns=win, faults=(), **values)  # type: ignore[arg-type]


def game(deal: int, *seats: SeatResult) -> GameResult:
    return GameResult(deal, seats)


RESULTS = [
    game(0, seat("a", 1, 1, 8), seat("b", 0, 2, 2)),
    game(0, seat("b", 0.5, 1, 6), seat("a", 0.5, 1, 6)),
    game(1, seat("a", 0, 1, 1), seat("b", 0, 1, 3)),
    game(1, seat("b", 0, 2, 0), seat("a", 1, 1, 5)),
    game(2, seat("a", 0, 2, 4), seat("b", 1, 1, 9), seat("b", 0, 2, 4)),
]


def test_shares_leave_games_without_a_winner_out() -> None:
    a, b = standings(RESULTS)
    assert (a.bot, b.bot) == ("a", "b")
    assert (a.games, b.games) == (5, 6)
    assert (a.shares[2].games, a.shares[2].wins, a.shares[2].share) == (3, 2.5, 2.5 / 3)
    assert (a.shares[2].low, a.shares[2].high) == share_interval(2.5, 3)
    assert (b.shares[3].games, b.shares[3].wins) == (2, 1)
    assert undecided(RESULTS) == {2: (1, 4), 3: (0, 1)}


def test_means_of_scores_and_shared_places() -> None:
    a, b = standings(RESULTS)
    assert a.score == pytest.approx((8 + 6 + 1 + 5 + 4) / 5)
    assert a.score_low < a.score < a.score_high
    assert a.place == pytest.approx((1 + 1.5 + 1 + 2.5) / 4)
    assert b.place == pytest.approx((2 + 1.5 + 2 + 1 + 2.5) / 5)


def test_ratings_order_the_table() -> None:
    better, worse = standings(RESULTS)
    assert better.rating is not None
    assert worse.rating is not None
    assert better.rating.value > 1500 > worse.rating.value
    assert better.rating.value + worse.rating.value == pytest.approx(3000)
    assert better.rating.low <= better.rating.value <= better.rating.high


def test_no_rating_without_rivals_or_winners() -> None:
    assert standings([game(0, seat("a", 1, 1), seat("a", 0, 2))])[0].rating is None
    assert [s.rating for s in standings([game(0, seat("a", 0, 1, 1), seat("b", 0, 1, 2))])] == [None, None]
    assert standings([game(0, seat("a", 0, 1, 1), seat("b", 0, 1, 2))])[0].shares == {}


def test_speeds_count_searched_time_only_for_iterations() -> None:
    results = [
        game(0, seat("a", 1, 1, iterations=3000, search_seconds=1.5), seat("b", 0, 2)),
        game(1, seat("b", 0, 2, seconds=0.0), seat("a", 1, 1, iterations=1000, search_seconds=0.5)),
    ]
    a, b = speeds(results)
    assert (a.moves, a.seconds, a.moves_per_second, a.iterations_per_second) == (20, 4.0, 5.0, 2000.0)
    assert (b.moves, b.seconds, b.moves_per_second, b.iterations_per_second) == (20, 2.0, 10.0, 0.0)


def test_times_change_no_standing() -> None:
    slow = [GameResult(r.deal, tuple(SeatResult(**{**vars(s), "seconds": 99.0}) for s in r.seats)) for r in RESULTS]
    assert standings(slow) == standings(RESULTS)
