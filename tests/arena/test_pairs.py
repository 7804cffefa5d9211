"""Head to head: seat against seat, deals drawn whole, small margins claimed from many games only."""

import pytest

from caravela.arena import GameResult, head_to_head, pair_score
from caravela.arena.pairs import claim
from tests.arena.made import game, seat


def test_every_seat_meets_every_seat_of_the_rival() -> None:
    played = game(0, ("a", 1), ("b", 2), ("a", 3), ("c", 3))
    assert pair_score([played], "a", "b") == 0.5
    assert pair_score([played], "a", "c") == 0.75
    assert pair_score([played], "c", "a") == 0.25
    assert pair_score([played, game(0, ("a", 1), ("b", 2))], "a", "b") == 0.75
    assert pair_score([GameResult(0, (seat("a", 3), seat("b", 3), seat("c", 3)))], "a", "b") == 0.5
    with pytest.raises(ValueError, match="a and d sat in no game together"):
        pair_score([played], "a", "d")


def test_both_directions_and_games_apart() -> None:
    played = [game(i, ("a", 1), ("b", 2)) for i in range(30)] + [game(30 + i, ("b", 1), ("a", 2)) for i in range(10)]
    played += [game(50 - 1, ("b", 1), ("c", 1))]
    table = {(pair.bot, pair.rival): pair for pair in head_to_head(played)}
    assert set(table) == {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}
    assert table["a", "b"].share == 0.75
    assert table["a", "b"].games == 40
    assert (table["b", "a"].share, table["b", "a"].low) == (0.25, 1 - table["a", "b"].high)
    assert 0.55 < table["a", "b"].low < 0.7
    assert (table["a", "b"].claim, table["b", "a"].claim, table["b", "c"].claim) == ("better", "worse", "")
    assert head_to_head(played[::-1]) == head_to_head(played)


@pytest.mark.parametrize(
    ("share", "low", "high", "games", "said"),
    [
        (0.56, 0.51, 0.61, 400, "better"),
        (0.54, 0.51, 0.57, 999, ""),
        (0.54, 0.51, 0.57, 1000, "better"),
        (0.46, 0.43, 0.49, 999, ""),
        (0.44, 0.40, 0.48, 999, "worse"),
        (0.54, 0.49, 0.59, 5000, ""),
    ],
)
def test_margins_under_5_points_need_1000_games(share: float, low: float, high: float, games: int, said: str) -> None:
    assert claim(share, low, high, games=games, deals=200) == said
    assert claim(share, low, high, games=games, deals=29) == ""
