"""Golden games: the oracle and the native engine agree with every line of them."""

import pytest

from caravela import load_game, replay
from tests.oracles.sevilla import CHANCE, Sevilla
from tests.oracles.sevilla_golden import FOLDER, GAMES, data, names_in, path_of, results, spec_of, write

FILES = sorted(path.stem.removeprefix("sevilla_") for path in FOLDER.glob("sevilla_*.txt"))


def test_every_golden_game_is_there() -> None:
    assert GAMES.keys() <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_the_oracle_plays_it_as_written(name: str) -> None:
    """Movers, steps and results; the comments too where they are its own."""
    text = path_of(name).read_text()
    game = Sevilla(data(), **replay(text).game.options)
    for line in text.splitlines():
        if line[:1] in ("*", *"01234"):
            mover, step = line.split()[:2]
            assert mover == ("*" if game.player() == CHANCE else str(game.player()))
            game.apply(step)
    assert [line for line in text.splitlines() if line.startswith(("returns:", "scores:", "ranks:"))] == results(game)
    if name in GAMES:
        assert write(GAMES[name], names_in(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_plays_it_as_written(name: str) -> None:
    """Step by step, then the result."""
    state = replay(path_of(name).read_text())
    assert state.is_terminal()
    assert state.game.spec == spec_of(GAMES[name].options)
    assert state.game.digest == load_game("sevilla", **GAMES[name].options).digest


def test_a_wrong_line_is_noticed() -> None:
    text = path_of("ties").read_text()
    first = next(line for line in text.splitlines() if line[:1] in "01" and " bid" in line)
    with pytest.raises(ValueError, match="line"):
        replay(text.replace(first, f"{first[0]} bid7", 1))
