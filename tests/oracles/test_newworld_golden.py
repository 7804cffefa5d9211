"""Golden games: the oracle still plays them as they are written, and the native engine agrees with every line."""

import pytest

from caravela import Record, load_game, replay
from tests.oracles.newworld import OVER, NewWorld
from tests.oracles.newworld_golden import FOLDER, GAMES, names_in, path_of, spec_of, write

DATA = load_game("newworld").data


def test_every_golden_game_is_there() -> None:
    assert {path_of(name) for name in GAMES} <= set(FOLDER.glob("newworld_*.txt"))


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("newworld_*.txt")))
def test_the_oracle_comes_to_the_same_end(name: str) -> None:
    """Also in games that were not written by it."""
    text = (FOLDER / f"{name}.txt").read_text()
    record = Record.from_text(text)
    game = NewWorld(DATA, **load_game(record.game).options)
    for step in names_in(text):
        game.apply(step)
    assert game.player() == OVER
    assert game.scores() == list(record.scores or ())
    assert game.ranks() == list(record.ranks or ())


@pytest.mark.parametrize("name", GAMES)
def test_the_oracle_plays_it_as_written(name: str) -> None:
    text = path_of(name).read_text()
    assert write(GAMES[name], names_in(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_plays_it_as_written(name: str) -> None:
    """Step by step, then the result."""
    state = replay(path_of(name).read_text())
    assert state.is_terminal()
    assert state.game.spec == spec_of(GAMES[name].options)
    assert state.game.digest == load_game("newworld", **GAMES[name].options).digest


def test_a_wrong_line_is_noticed() -> None:
    text = path_of("chain").read_text()
    site = next(line for line in text.splitlines() if " site:" in line)
    with pytest.raises(ValueError, match="line"):
        replay(text.replace(site, site.replace("site:", "region:"), 1))
