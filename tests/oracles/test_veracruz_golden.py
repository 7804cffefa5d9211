"""Golden games: the oracle still plays them as they are written, and the native engine agrees with every line."""

import pytest

from caravela import load_game, replay
from tests.oracles.veracruz import OVER, Veracruz
from tests.oracles.veracruz_golden import FOLDER, GAMES, data, names_in, path_of, spec_of, write
from tests.oracles.veracruz_native import native_facts, oracle_facts


def test_every_golden_game_is_there() -> None:
    assert {path_of(name) for name in GAMES} == set(FOLDER.glob("veracruz_*.txt"))


@pytest.mark.parametrize("name", GAMES)
def test_the_oracle_plays_it_as_written(name: str) -> None:
    text = path_of(name).read_text()
    assert write(GAMES[name], names_in(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_plays_it_as_written(name: str) -> None:
    """Step by step, then the result; the table at the end is compared as well."""
    text = path_of(name).read_text()
    state = replay(text)
    assert state.is_terminal()
    assert state.game.spec == spec_of(GAMES[name].options)
    assert state.game.digest == load_game("veracruz", **GAMES[name].options).digest
    oracle = Veracruz(data(), **GAMES[name].options)
    for step in names_in(text):
        oracle.apply(step)
    assert oracle.player() == OVER
    for seat in oracle.seats:
        assert native_facts(state.view(seat)) == oracle_facts(oracle, seat)


def test_a_wrong_line_is_noticed() -> None:
    text = path_of("two_players").read_text()
    load = next(line for line in text.splitlines() if ".left" in line)
    with pytest.raises(ValueError, match="line"):
        replay(text.replace(load, load.replace(".left", ".right"), 1))
