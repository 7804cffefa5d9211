"""OpenSkill's rating of a list of games."""

import sys

import pytest

from caravela.arena import GameResult
from caravela.arena.online import online_ratings
from tests.arena.made import game, seat

pytest.importorskip("openskill")


def test_agrees_with_openskill_itself() -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    a, b, c = (model.rating() for _ in range(3))
    [[a], [b]] = model.rate([[a], [b]], ranks=[1, 2])
    [[b], [c], [a]] = model.rate([[b], [c], [a]], ranks=[1, 2, 2])
    found = online_ratings([game(0, ("a", 1), ("b", 2)), game(1, ("b", 1), ("c", 2), ("a", 2))])
    assert {o.bot: o.mu for o in found} == pytest.approx({"a": a.mu, "b": b.mu, "c": c.mu})
    assert {o.bot: o.sigma for o in found} == pytest.approx({"a": a.sigma, "b": b.sigma, "c": c.sigma})
    assert [o.mu for o in found] == sorted((o.mu for o in found), reverse=True)


@pytest.mark.parametrize("places", [(1, 1, 1, 1), (1, 1, 3, 3)])
def test_ties_move_nobody_apart(places: tuple[int, ...]) -> None:
    fresh = {o.bot: o.mu for o in online_ratings([game(0, *zip("abcd", places, strict=True))])}
    assert fresh["a"] == pytest.approx(fresh["b"])
    assert fresh["c"] == pytest.approx(fresh["d"])
    if places == (1, 1, 1, 1):
        assert fresh == pytest.approx(dict.fromkeys("abcd", 25.0))


def test_games_without_a_winner_and_bots_with_two_seats() -> None:
    nobody = GameResult(0, (seat("a", 2), seat("b", 2)))
    assert [(o.mu, o.bot) for o in online_ratings([nobody])] == [(25.0, "a"), (25.0, "b")]
    found = {o.bot: o for o in online_ratings([game(0, ("a", 1), ("b", 2), ("b", 3))])}
    assert found["a"].mu > 25 > found["b"].mu
    assert found["b"].sigma < 25 / 3
    assert found["a"].ordinal == found["a"].mu - 3 * found["a"].sigma
    assert online_ratings([]) == []


def test_without_openskill_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ModuleNotFoundError, match=r"caravela\[arena\]"):
        online_ratings([game(0, ("a", 1), ("b", 2))])
