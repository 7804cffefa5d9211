"""A person at the terminal, played by text on standard input."""

from pathlib import Path

import pytest

import caravela as cv
from caravela.cli.session import PERSON, Session
from tests.bots.mocks import CALLS
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
    assert name == "gold1>juncal.left"
    assert "What happened:\n  You load gold 1 on the left of Juncal.\n" in out


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


def test_log_codes_and_help(run: Run) -> None:
    _, out, _ = run(*START, typed="1\n1\nlog\ncodes\nhelp\nquit\n")
    start, _, _, log, codes, help_text, _ = prompts(out)
    assert log.startswith("  You invest in ")
    assert "You load gold 1 on the left of Juncal." in log
    assert start.partition("What happened:\n")[2].startswith(log.partition(".")[0])
    assert codes.startswith("invest:")
    assert "gold1>juncal.left, draw:1" in codes
    assert "save FILE" in help_text


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
    told = prompts(resumed)[0].partition("What happened:\n")[2]
    assert told.startswith("  You draw "), "only what happened since the last move"


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
    assert "tests.bots.mocks:Crasher in seat 1 failed (RuntimeError: no idea" in out
    assert "place" in out


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        ("BadBegin", "failed in begin (ZeroDivisionError: in a hook); the game goes on."),
        ("BadObserve", "failed in observe (ZeroDivisionError: in a hook); the game goes on."),
        ("BadEnd", "failed in end (ZeroDivisionError: in a hook); the game goes on."),
        ("Floats", "answered 1.0; the first legal action is played."),
        ("Arrays", "answered array([0, 1, 0, 1]); the first legal action is played."),
    ],
)
def test_whatever_a_bot_does_the_game_goes_on(run: Run, bot: str, complaint: str) -> None:
    code, out, err = run("play", "pennies", "--bot", f"tests.bots.mocks:{bot}", typed="1\n")
    assert (code, err) == (0, "")
    assert out.count(f"tests.bots.mocks:{bot} in seat 1 {complaint}\n") == 1
    assert "place" in out


def test_a_bot_that_cannot_be_made(run: Run) -> None:
    code, _, err = run("play", "pennies", "--bot", "tests.bots.mocks:BadStart")
    assert (code, err) == (2, "Error: bot 'tests.bots.mocks:BadStart': no start\n")


def test_a_bad_hint_is_found_before_the_game(run: Run) -> None:
    for hint, reason in (("random", "random does not search"), ("ismcts:c=x", "c='x'")):
        code, out, err = run("play", "pennies", "--hint", hint)
        assert (code, out) == (2, "")
        assert reason in err


def test_a_hint_that_fails_does_not_end_the_game(run: Run) -> None:
    code, out, _ = run(*START, "--hint", "tests.cli.mocks:Speechless", typed="hint\nquit\n")
    assert code == 0
    assert prompts(out)[1] == "nothing to say\n"


def saved(bot: str) -> Path:
    """A game of pennies that names `bot`, as somebody might send it."""
    path = Path("sent.txt")
    path.write_text(f"caravela-record 1\ngame: pennies\nseed: 1\nbot 0: person\nbot 1: {bot}\n\n")
    return path


@pytest.mark.parametrize(
    "bot", ["os:system:command=touch PWNED", "tests.bots.mocks:First", "tests.bots.mocks:not_a_player"]
)
def test_code_in_a_file_is_not_run(run: Run, bot: str) -> None:
    code, out, err = run("play", "--resume", str(saved(bot)))
    assert (code, out) == (2, "")
    assert err == (f"Error: sent.txt: it names the bot {bot!r}, which is code; if you trust it, repeat it with --bot\n")
    assert not Path("PWNED").exists()
    assert CALLS == []


def test_code_in_a_file_runs_if_the_user_repeats_it(run: Run) -> None:
    file = str(saved("tests.bots.mocks:First"))
    code, out, _ = run("play", "--resume", file, "--bot", "tests.bots.mocks:First", typed="quit\n")
    assert code == 0
    assert "seat 1: tests.bots.mocks:First." in out
    file = str(saved("os:system:command=touch PWNED"))
    code, _, err = run("play", "--resume", file, "--bot", "os:system:command=touch PWNED")
    assert code == 2
    assert "is not a class with a method choose" in err
    assert not Path("PWNED").exists()


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (["--seat", "0"], "--seat"),
        (["--seed", "1"], "--seed"),
        (["--players", "2"], "--players"),
        (["-o", "rounds=2"], "--option"),
        (["--seat", "1", "--seed", "2"], "--seat, --seed"),
        (["--bot", "random"], "--bot random"),
        (["--bot", "tests.bots.mocks:First"], "--bot tests.bots.mocks:First"),
    ],
)
def test_what_a_saved_game_has_cannot_be_given(run: Run, given: list[str], named: str) -> None:
    code, out, err = run("play", "--resume", str(saved("random")), *given)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {named} cannot be given with --resume: a saved game has its own")


def test_a_saved_game_of_three_is_resumed_by_its_name(run: Run) -> None:
    run("play", "veracruz(players=3)", "--bot", "random", "--seed", "1", typed="save game.txt\nquit\n")
    code, out, _ = run("play", "veracruz", "--resume", "game.txt", typed="quit\n")
    assert code == 0
    assert out.startswith("veracruz(players=3), seed 1.")


def test_the_person_sees_only_the_own_view() -> None:
    """Two truths that look alike to the person print alike."""
    game = cv.load_game("veracruz", start=0)
    session = Session(game, [PERSON, "random"], 1)
    session.advance()
    world = session.view.determinize(cv.Rng(5))
    assert session.state != world
    assert session.view.observation_string() == world.view(session.seat).observation_string()
    assert session.codes()[0].startswith("invest:")


def test_a_session_needs_one_person() -> None:
    game = cv.load_game("pennies")
    for players in (["random", "random"], [PERSON, PERSON]):
        with pytest.raises(ValueError, match="a game needs one person"):
            Session(game, players, 0)
    with pytest.raises(ValueError, match="has 2 seats, not 1"):
        Session(game, [PERSON], 0)
