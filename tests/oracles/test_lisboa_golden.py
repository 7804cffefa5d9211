"""Golden games: the oracle and the native engine agree with every line of them."""

import pytest

from caravela import load_game, replay
from tests.oracles.lisboa_golden import FOLDER, GAMES, names_in, path_of, spec_of, write


def test_every_golden_game_is_there() -> None:
    assert {path.stem.removeprefix("lisboa_") for path in FOLDER.glob("lisboa_*.txt")} == GAMES.keys()


@pytest.mark.parametrize("name", GAMES)
def test_the_oracle_writes_it_as_it_is(name: str) -> None:
    """Movers, steps, comments, results."""
    text = path_of(name).read_text()
    assert write(GAMES[name], names_in(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_plays_it_as_written(name: str) -> None:
    """Step by step, then the result."""
    state = replay(path_of(name).read_text())
    assert state.is_terminal()
    assert state.game.spec == spec_of(GAMES[name].options)
    assert state.game.digest == load_game("lisboa", **GAMES[name].options).digest


def test_a_wrong_line_is_noticed() -> None:
    text = path_of("two_players").read_text()
    first = next(line for line in text.splitlines() if line[2:].startswith("draw:"))
    with pytest.raises(ValueError, match="line"):
        replay(text.replace(first, f"{first[0]} done", 1))
