"""A person at the terminal, played by text on standard input."""

from pathlib import Path

import pytest

import caravela as cv
from caravela.cli.session import PERSON, Session
from tests.cli.conftest import Run

START = ["play", "veracruz", "--option", "start=0", "--bot", "random", "--seed", "4"]


def prompts(out: str) -> list[str]:
    """What stands between one prompt and the next."""
    return out.split("> ")


def test_a_whole_game_by_first_actions(run: Run) -> None:
    code, out, err = run(*START, typed="1\n" * 150)
    assert (code, err) == (0, "")
    assert "seat 0 (you):" in out
    assert "seat 1 (random):" in out
    assert "Juncal" in out


def test_the_board_and_numbered_actions_are_shown(run: Run) -> None:
    _, out, _ = run(*START, typed="quit\n")
    assert "veracruz(start=0), seed 4. seat 0: you, seat 1: random." in out
    assert "Open decks" in out
    assert "\n  1  Load " in out


def test_end_of_input_quits(run: Run) -> None:
    for typed in ("", "1\n"):
        code, out, err = run(*START, typed=typed)
        assert (code, err) == (0, "")
        assert out.endswith("> \n")


def test_actions_go_by_number_and_by_name(run: Run) -> None:
    _, out, _ = run(*START, typed="1\nquit\n")
    name = prompts(out)[0].split("\n  1  ")[1].split("[")[1].split("]")[0]
    _, by_name, _ = run(*START, typed=f"{name}\nquit\n")
    assert by_name == out
    assert f"Seen: {name}" in out


@pytest.mark.parametrize("typed", ["0", "99", "-1", "gold9>juncal.left", "draw:1", "??", "1 2"])
def test_bad_answers_change_nothing(run: Run, typed: str) -> None:
    code, out, _ = run(*START, typed=f"{typed}\nboard\nquit\n")
    first, complaint, again, _ = prompts(out)
    assert code == 0
    assert complaint.count("\n") == 1
    assert first.endswith(again)


def test_undo_goes_back_to_the_same_cards(run: Run) -> None:
    _, out, _ = run(*START, typed="1\n1\nundo\n1\nundo\nundo\nundo\nquit\n")
    start, draw, turn, back, same_turn, *_, nothing, _ = prompts(out)
    assert start.endswith(prompts(out)[6])
    assert draw.endswith(back)
    assert same_turn == turn
    assert nothing == "There is nothing to undo.\n"


def test_hint_shows_the_most_visited_actions(run: Run) -> None:
    _, out, _ = run(*START, "--hint", "ismcts:iterations=200", typed="hint\nquit\n")
    heading, *rows = prompts(out)[1].splitlines()
    assert heading.split() == ["action", "visits", "value"]
    visits = [int(row.split()[1]) for row in rows]
    assert visits == sorted(visits, reverse=True)
    assert len(visits) == 3


def test_log_and_help(run: Run) -> None:
    _, out, _ = run(*START, typed="log\nhelp\nquit\n")
    assert prompts(out)[1].startswith("invest:")
    assert "save FILE" in prompts(out)[2]


def test_save_and_resume_go_on_with_the_same_game(run: Run) -> None:
    _, whole, _ = run(*START, typed="1\n2\n3\n1\nquit\n")
    code, out, _ = run(*START, typed="1\n2\nsave game.txt\nquit\n")
    assert code == 0
    assert "caravela play --resume game.txt" in out
    code, resumed, _ = run("play", "--resume", "game.txt", typed="3\n1\nundo\nundo\nundo\nquit\n")
    assert code == 0
    assert prompts(resumed)[1:3] == prompts(whole)[3:5]
    record = cv.Record.from_text(Path("game.txt").read_text())
    assert record.bots == (PERSON, "random")
    assert record.returns == ()
    assert cv.replay(record).current_player() == 0


def test_a_game_with_other_data_is_resumed_with_the_same_data(run: Run) -> None:
    Path("calm.toml").write_text("[meteorology]\nmin = 2\n")
    code, _, _ = run(*START, "--data", "calm.toml", typed="1\nsave game.txt\nquit\n")
    assert code == 0
    code, _, err = run("play", "--resume", "game.txt", typed="quit\n")
    assert code == 2
    assert "digest" in err or "data" in err
    code, _, _ = run("play", "veracruz(start=0)", "--data", "calm.toml", "--resume", "game.txt", typed="quit\n")
    assert code == 0


def test_saving_where_one_cannot(run: Run) -> None:
    code, out, _ = run(*START, typed="save\nsave nowhere/game.txt\nquit\n")
    assert code == 0
    assert "Name a file" in out
    assert "Not saved: nowhere/game.txt: No such file or directory" in out


def test_seats_players_and_several_bots(run: Run) -> None:
    code, out, _ = run(
        "play", "veracruz", "--players", "3", "--seat", "1", "--bot", "random", "--bot", "easy", typed="1\nquit\n"
    )
    assert code == 0
    assert "seat 0: random, seat 1: you, seat 2: easy." in out
    assert "Seat 1 (you)" in out


def test_without_a_seed_every_game_is_another(run: Run) -> None:
    headings = {run("play", "pennies", "--bot", "random")[1].splitlines()[0] for _ in range(3)}
    assert len(headings) > 1


def test_a_broken_bot_does_not_end_the_game(run: Run) -> None:
    code, out, _ = run("play", "pennies", "--bot", "tests.bots.mocks:Crasher", typed="1\n")
    assert code == 0
    assert "tests.bots.mocks:Crasher in seat 1 failed (no idea" in out
    assert "place" in out


def test_the_person_sees_only_the_own_view() -> None:
    """Two truths that look alike to the person print alike."""
    game = cv.load_game("veracruz", start=0)
    session = Session(game, [PERSON, "random"], 1)
    session.advance()
    other = Session(game, [PERSON, "random"], 1)
    world = session.view.determinize(cv.Rng(5))
    other.state = world
    assert session.state != world
    assert session.view.observation_string() == other.view.observation_string()
    assert session.log()[0].startswith("invest:")


def test_a_session_needs_one_person() -> None:
    game = cv.load_game("pennies")
    for players in (["random", "random"], [PERSON, PERSON]):
        with pytest.raises(ValueError, match="a game needs one person"):
            Session(game, players, 0)
    with pytest.raises(ValueError, match="has 2 seats, not 1"):
        Session(game, [PERSON], 0)
