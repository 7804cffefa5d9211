"""Golden games: whole games as text. One that no longer replays means that the rules have changed.

A file stays as it is for ever, unless a rule was wrong: then it goes together with a higher `rules_version`.
"""

from pathlib import Path

import pytest

import caravela as cv

FOLDER = Path(__file__).parent / "golden"
SHIPPED = sorted(path.parent.name for path in (Path(__file__).parents[1] / "engines").glob("*/rules.pyx"))


def records() -> dict[str, cv.Record]:
    return {path.stem: cv.Record.from_text(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.txt"))}


@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.txt"))])
def test_golden_game_replays(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    record = cv.Record.from_text(text)
    assert name.startswith(record.game.partition("(")[0] + "_")
    assert record.returns, "a golden game states its result"
    assert record.scores
    assert record.ranks
    state = cv.replay(text)
    assert state.is_terminal()
    assert cv.replay(record.to_text()) == state


@pytest.mark.parametrize("game", SHIPPED)
def test_every_mode_has_a_golden_game(game: str) -> None:
    covered = {cv.load_game(record.game).spec for record in records().values()}
    modes = {cv.load_game(game, **options).spec for options in cv.engine_spec(game).variants}
    assert modes
    assert modes <= covered
