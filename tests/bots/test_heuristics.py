"""Finding what is known about a game: heuristics, presets, measured settings."""

from pathlib import Path

import pytest

from caravela.bots import LEVELS, heuristics
from caravela.bots.heuristics import Heuristic, find, games_with_heuristic, settings
from caravela.bots.search_options import BUDGET, SEARCH, layered
from caravela.engines.registry import registered_games

OWN = Path(heuristics.__file__).parent


def test_games_without_a_heuristic() -> None:
    assert find("pennies") is None
    assert settings("pennies") == heuristics.Settings()
    assert find("no_such_game") is None


def test_what_ships_is_for_games_that_ship() -> None:
    shipped = {path.stem for path in OWN.glob("*.toml")} | set(games_with_heuristic())
    assert shipped <= set(registered_games())


@pytest.mark.parametrize("name", registered_games())
def test_shipped_knowledge_is_consistent(name: str) -> None:
    measured = settings(name)
    assert set(layered([(name, measured.ismcts)])) <= {option.name for option in BUDGET + SEARCH}
    for level, changes in measured.levels.items():
        assert level in LEVELS
        assert layered([(level, changes)])
    found = find(name)
    assert (found is not None) == (name in games_with_heuristic())
    if found is not None:
        assert found.vector(None) == list(found.defaults)
        assert all(len(found.vector(preset)) == len(found.names) for preset in measured.weights)


@pytest.mark.usefixtures("plugin")
def test_knowledge_from_elsewhere() -> None:
    found = find("monty_hall")
    assert isinstance(found, Heuristic)
    assert found.names == ("insight", "first")
    assert found.vector(None) == [0.75, 0.0]
    assert found.vector("left") == [0.0, 3.0]
    assert found.vector({"first": 1}) == [0.75, 1.0]
    assert found.vector((0.5, 0.25)) == [0.5, 0.25]
    assert settings("monty_hall").ismcts == {"algorithm": "infoset", "iterations": 40}
    assert "monty_hall" in games_with_heuristic()


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ("brave", "no weights 'brave' for monty_hall; presets: blind, left"),
        ({"insihgt": 1.0}, "monty_hall has no weight 'insihgt'; it has: insight, first"),
        ((1.0,), "1 weights given; monty_hall has 2: insight, first"),
    ],
)
def test_bad_weights(weights: object, message: str) -> None:
    found = find("monty_hall")
    assert found is not None
    with pytest.raises(ValueError, match=message):
        found.vector(weights)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[ismcts]\nc = \n", "pennies.toml: "),
        ("[ismtcs]\nc = 1.0\n", r"unknown table \[ismtcs\]; it may hold: ismcts, "),
    ],
)
def test_broken_settings_name_the_file(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pennies.toml").write_text(text)
    monkeypatch.setattr(heuristics, "FOLDER", tmp_path)
    settings.cache_clear()
    with pytest.raises(ValueError, match=message):
        settings("pennies")
    settings.cache_clear()
