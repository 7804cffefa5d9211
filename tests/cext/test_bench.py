"""The native timing loops call what they say, as often as they say."""

import gc

import pytest

import caravela as cv
from caravela.cext.bench import OPERATIONS, Operations
from tests.cext.conftest import TRAPS, Toy


@pytest.mark.parametrize("spec", ["veracruz(players=3)", "monty_hall", "pennies(rounds=3)"])
def test_every_operation_is_called_for_every_step_of_its_kind(spec: str) -> None:
    game = cv.load_game(spec)
    games = 5
    timer = Operations(game, games, seed=1)
    decisions, chances = timer.steps
    assert decisions >= games
    expected = {
        "clone": decisions + chances + games,
        "hash": decisions + chances + games,
        "apply": decisions + chances,
        "observe": (decisions + chances) * game.num_players(),
        "chance": chances,
        "legal_actions": decisions,
        "redact": decisions,
        "determinize": decisions,
    }
    assert set(expected) == set(OPERATIONS)
    for operation in OPERATIONS:
        nanoseconds, calls = timer.time(operation, 3)
        assert calls == 3 * expected[operation]
        assert nanoseconds > 0


def test_more_rounds_take_longer() -> None:
    timer = Operations(cv.load_game("veracruz"), 4)
    few, many = (min(timer.time("determinize", rounds)[0] for _ in range(3)) for rounds in (1, 50))
    assert many > 5 * few


def test_the_seed_decides_the_games() -> None:
    game = cv.load_game("veracruz")
    assert Operations(game, 8, seed=1).steps == Operations(game, 8, seed=1).steps
    assert len({Operations(game, 8, seed=seed).steps for seed in range(5)}) > 1


def test_bad_arguments_are_refused() -> None:
    game = cv.load_game("pennies")
    with pytest.raises(ValueError, match="number of games must be at least 1, not 0"):
        Operations(game, 0)
    timer = Operations(game, 1)
    with pytest.raises(ValueError, match="no operation is called 'sing'; there are: clone, legal_actions"):
        timer.time("sing")
    with pytest.raises(ValueError, match="rounds must be at least 1, not 0"):
        timer.time("clone", 0)
    with pytest.raises(AttributeError):
        Operations(None)  # type: ignore[arg-type]


def test_states_that_hold_references_are_dropped(toy: Toy) -> None:
    gc.collect()
    before = toy.boxes
    timer = Operations(toy.game(foreign=True), 3)
    for operation in OPERATIONS:
        assert timer.time(operation)[1] > 0
    del timer
    gc.collect()
    assert toy.boxes == before


def test_an_engine_that_fails_raises_its_own_error(toy: Toy) -> None:
    gc.collect()
    before = toy.boxes
    with pytest.raises(ArithmeticError, match="apply failed"):
        Operations(toy.game(foreign=True, trap=TRAPS["apply"]), 3)
    gc.collect()
    assert toy.boxes == before
