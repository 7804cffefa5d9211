"""The course of a game in sentences: the game's own, and what is told of a game that has none."""

import pytest

import caravela as cv
from caravela.cext.text import Noticed, TellsSteps
from caravela.cli.story import noticed, paragraphs, tell


def steps(game: cv.Game, seat: int, *names: str) -> list[Noticed]:
    """What a seat notices of these steps, by name."""
    state = game.new_initial_state()
    seen = []
    for name in names:
        before = state.view(seat)
        state.apply_action(state.string_to_action(name))
        step = noticed(before, state.view(seat))
        if step is not None:
            seen.append(step)
    return seen


def test_a_step_is_what_a_seat_was_told() -> None:
    (own,) = steps(cv.load_game("pennies"), 0, "heads", "tails")[:1]
    assert own.before.current_player() == 0
    assert own.codes == (0,)
    other = steps(cv.load_game("pennies"), 1, "heads")
    assert other == [], "the other seat sees nothing of it"


def test_nothing_happened() -> None:
    assert tell([]) == []


@pytest.mark.parametrize("name", ["veracruz", "pizarro", "newworld"])
def test_board_games_tell_themselves(name: str) -> None:
    assert isinstance(cv.load_game(name).text, TellsSteps)


def test_a_game_without_sentences_is_told_by_names() -> None:
    game = cv.load_game("leduc_poker")
    assert not isinstance(game.text, TellsSteps)
    assert tell(steps(game, 1, "card:2a", "card:0a", "raise", "call", "card:1b")) == [
        "By chance: dealt:0, card:0a.",
        "Seat 0: Raise the stake.",
        "You: Call, or check if there is nothing to pay.",
        "By chance: open:1b.",
    ]


def test_equal_chance_events_are_counted() -> None:
    assert tell(steps(cv.load_game("liars_dice(numdice=2)"), 0, *["roll:3"] * 4, "1-3"))[0].startswith(
        "By chance: rolled (4 times), seat0:3 (2 times)."
    )


def test_paragraphs_are_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert paragraphs(["Seat 1 passes a long time.", "You pass."]) == ("  Seat 1 passes a\n    long time.\n  You pass.")
