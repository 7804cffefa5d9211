"""The plan of a tournament: balanced seats, stable seeds."""

from collections import Counter
from itertools import combinations

import pytest

from caravela.arena.line_ups import line_ups
from caravela.arena.schedule import Deal, deals, neighbourhoods
from caravela.arena.seeds import derive_seed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_line_ups_are_all_choices_of_different_bots(players: int) -> None:
    assert line_ups("abcd", players) == list(combinations("abcd", players))


def test_spare_seats_are_filled_with_every_multiset() -> None:
    assert line_ups("ab", 4) == [tuple("aaab"), tuple("aabb"), tuple("abbb")]
    assert line_ups("abc", 4) == [tuple("aabc"), tuple("abbc"), tuple("abcc")]


@pytest.mark.parametrize(
    ("bots", "players", "message"),
    [("ab", 1, "two or more seats, not 1"), ("a", 2, "two or more bots, not 1"), ("aba", 2, "named twice: a, b, a")],
)
def test_impossible_tables_are_refused(bots: str, players: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        line_ups(bots, players)


def test_circular_orders() -> None:
    assert neighbourhoods("ab") == [("a", "b")]
    assert neighbourhoods("abc") == [("a", "b", "c"), ("a", "c", "b")]
    assert len(neighbourhoods("abcd")) == 6
    assert neighbourhoods("abb") == [("a", "b", "b")]


@pytest.mark.parametrize("line_up", ["ab", "abc", "abcd", "abb", "aabb"])
def test_seats_are_balanced_exactly(line_up: str) -> None:
    seatings = [seating for deal in deals(line_up, 24, 7) for seating in deal.seatings()]
    seats = Counter((bot, seat) for seating in seatings for seat, bot in enumerate(seating.bots))
    for bot in set(line_up):
        assert len({seats[bot, seat] for seat in range(len(line_up))}) == 1


def test_who_follows_whom_is_balanced_over_a_full_round_of_orders() -> None:
    follows: Counter[tuple[str, str]] = Counter()
    for deal in deals("abcd", 24, 0):
        follows.update(zip(deal.line_up, deal.line_up[1:] + deal.line_up[:1], strict=True))
    assert set(follows.values()) == {2}


def test_games_of_a_deal_share_their_cards_but_not_their_seeds() -> None:
    plan = deals("abc", 30, 1)
    assert len(plan) == 10
    for deal in plan:
        assert len({s.deal_seed for s in deal.seatings()}) == 1
    assert len({s.deal_seed for deal in plan for s in deal.seatings()}) == 10
    assert len({s.seed for deal in plan for s in deal.seatings()}) == 30


def test_games_round_up_to_whole_deals() -> None:
    assert len(deals("abc", 1, 0)) == 1
    assert len(deals("abc", 4, 0)) == 2
    with pytest.raises(ValueError, match="at least 1, not 0"):
        deals("abc", 0, 0)


def test_more_deals_change_no_earlier_game() -> None:
    assert deals("abcd", 80, 3)[:10] == deals("abcd", 40, 3)


def test_seeds_depend_on_every_part_and_never_change() -> None:
    assert derive_seed("deal", 1, 0, "a", "b") == 6067847432050540632
    assert len({derive_seed(*parts) for parts in [("a", 1), ("a", 2), ("b", 1), ("a1",), (1, "a")]}) == 5
    assert Deal(("a", "b"), 0, 1).seatings()[0].deal_seed != Deal(("a", "b"), 0, 2).seatings()[0].deal_seed
