"""The suite on every registered engine: all variants and reduced configurations. A new game is picked up by itself."""

import pytest

import caravela
from caravela.conformance.subject import subject_of
from caravela.conformance.suite import CHECKS, run_check
from caravela.engines.registry import engine_spec, load_game, registered_games
from tests.conformance.configurations import ALL, CORE, covering, games_for, quick_first

QUICK = 8
NUMBERS = [number for number, _, _ in CHECKS]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("spec", quick_first(ALL))
def test_invariant(spec: str, number: int) -> None:
    game = load_game(spec)
    result = run_check(number, subject_of(game, games_for(game, QUICK), 1))
    assert result.passed is True, str(result)


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("spec", [spec for spec in ALL if spec in CORE])
def test_invariant_over_many_games(spec: str, number: int) -> None:
    game = load_game(spec)
    result = run_check(number, subject_of(game, games_for(game, 200), 2))
    assert result.passed is True, str(result)


@pytest.mark.parametrize("name", registered_games())
def test_game_offers_configurations(name: str) -> None:
    spec = engine_spec(name)
    assert spec.variants
    assert spec.reduced


def test_few_variants_show_every_value_of_every_option() -> None:
    every = [{"players": players, "board": board} for players in (3, 4, 5, 6) for board in ("AA", "AB", "BA", "BB")]
    assert covering(every) == [every[0], every[5], every[10], every[15]]
    uneven = [{"players": 2}, {"players": 3}, {"players": 3, "royal": True}]
    assert covering(uneven) == [uneven[2], uneven[0]]


def test_seats_of_veracruz_are_moved_on() -> None:
    """Rotation is optional; here it must not be left out, unless the starting seat is fixed."""
    moved = run_check(8, subject_of(load_game("veracruz", players=4), 4, 0))
    assert "12 games with seats moved on" in moved.detail
    fixed = run_check(8, subject_of(load_game("veracruz", players=4, start=0), 4, 0))
    assert "seats are not alike" in fixed.detail


def test_worlds_of_veracruz_are_explained_at_full_size() -> None:
    result = run_check(10, subject_of(load_game("veracruz", players=3), 10, 0))
    assert "explained and replayed" in result.detail


def test_no_fallback_worlds_at_veracruz() -> None:
    result = run_check(1, subject_of(load_game("veracruz", players=4), 50, 0))
    assert "0.00% of them fallback worlds" in result.detail


def test_check_returns_a_result_for_each_invariant() -> None:
    results = caravela.check(load_game("monty_hall"), games=5, seed=3)
    assert [result.number for result in results] == NUMBERS
    assert results == caravela.check(load_game("monty_hall"), games=5, seed=3)
    assert all(result.status == "passed" for result in results)
    assert str(results[0]).startswith(" 1  passed          sampling a world keeps the view: ")


@pytest.mark.parametrize("games", [0, -1])
def test_check_needs_a_game_to_play(games: int) -> None:
    with pytest.raises(ValueError, match=f"games is {games}; it must be at least 1"):
        caravela.check(load_game("pennies"), games=games)
