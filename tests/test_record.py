"""Records: data, JSON and scripts, and playing them again."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import caravela as cv
from tests.bots.mocks import BadHooks, Crasher, First

PENNIES = """\
caravela-record 1
game: pennies
rules: 1
digest: {digest}
seed: 4
bot 0: tests.bots.mocks:First
bot 1: tests.bots.mocks:Crasher

0 heads
1 heads
* show

returns: 1.0 -1.0
scores: 1.0 0.0
ranks: 1 2
fault: after 1 seat 1 raised "RuntimeError: no idea at 2 actions"
"""


@pytest.fixture(scope="module")
def pennies() -> cv.Game:
    return cv.load_game("pennies")


@pytest.fixture(scope="module")
def record() -> cv.Record:
    game = cv.load_game("veracruz", players=3)
    return cv.play(game, ["random", Crasher(), BadHooks("end")], seed=9)


@pytest.fixture(scope="module")
def text(pennies: cv.Game) -> str:
    return PENNIES.format(digest=pennies.digest)


def test_the_text_is_stable(pennies: cv.Game, text: str) -> None:
    assert cv.play(pennies, [First(), Crasher()], seed=4).to_text() == text


def test_text_round_trips(record: cv.Record) -> None:
    again = cv.Record.from_text(record.to_text())
    assert again == record
    assert again.to_text() == record.to_text()
    assert again.faults
    assert again.seconds == ()


def test_json_round_trips_with_times(record: cv.Record) -> None:
    for again in (cv.Record.from_json(record.to_json()), cv.Record.from_text(record.to_json(indent=1))):
        assert again == record
        assert again.seconds == record.seconds
        assert again.iterations == record.iterations
    assert json.loads(record.to_json())["game"] == "veracruz(players=3)"


def test_replay_gives_the_end(record: cv.Record) -> None:
    ends = [cv.replay(record), cv.replay(record.to_text()), cv.replay(record.to_json())]
    assert all(end.is_terminal() and end == ends[0] for end in ends)
    assert tuple(ends[0].returns()) == record.returns


def test_replay_states_gives_every_state(record: cv.Record) -> None:
    states = list(cv.replay_states(record))
    assert len(states) == len(record.actions) + 1
    assert [state.history() for state in states] == [list(record.actions[:n]) for n in range(len(states))]
    assert states[-1] == cv.replay(record)


def test_scripts_may_be_written_by_hand(pennies: cv.Game) -> None:
    script = """caravela-record 1
        # The shortest game there is.
        game: pennies
        0 tails   # seat 0 turns its coin
        1   heads
    """
    state = cv.replay(script)
    assert state.is_chance_node()
    record = cv.Record.from_text(script)
    assert record.lines == (4, 5)
    assert (record.digest, record.rules_version) == (pennies.digest, 1)
    assert (record.seed, record.bots, record.returns) == (None, (), ())
    assert cv.Record.from_text(record.to_text()) == record


def test_records_of_unfinished_games(pennies: cv.Game) -> None:
    state = pennies.new_initial_state()
    state.apply_action(1)
    record = cv.Record.from_state(state, bots=["person", "easy"])
    assert record.players == (0,)
    assert record.returns == record.scores == record.ranks == ()
    assert cv.replay(record.to_text()) == state


def edited(line: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert line in text
        return text.replace(line, new)

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "line 1: a record begins with 'caravela-record 1', not ''"),
        (edited("caravela-record 1", "caravela-record 2"), "line 1: a record begins with 'caravela-record 1'"),
        (edited("game: pennies\n", ""), "names no game"),
        (edited("game: pennies\n", "game: penies\n"), "unknown game 'penies'"),
        (edited("seed: 4", "seed: four"), "line 5: seed cannot be 'four'"),
        (edited("seed: 4", "rules: 1"), "line 5: rules is given twice"),
        (edited("seed: 4", "sead: 4"), "line 5: 'sead: 4' is neither a step .* nor one of these: game, rules"),
        (edited("seed: 4", "seed 0: 4"), "line 5: 'seed 0: 4' is neither"),
        (edited("bot 0:", "bot 1:"), "line 6: bot 0 comes next, not bot 1"),
        (edited("0 heads", "0 edge"), "line 9: .*'?edge'?"),
        (edited("* show", "* hide"), "line 11: .*'?hide'?"),
        (edited("0 heads", "0 heads tails"), "line 9: '0 heads tails' is neither a step"),
        (edited("0 heads", "1 heads"), "line 9: seat 1 is said to act, but the game waits for seat 0"),
        (edited("* show", "0 heads"), "line 11: seat 0 is said to act, but the game waits for chance"),
        (edited("1 heads", "* show"), "line 10: chance is said to act, but the game waits for seat 1"),
        (edited("* show", "* show\n0 heads"), "line 12: the game is over before this step"),
        (edited("1 heads\n* show\n", ""), "after its 1 steps the game waits for seat 1"),
        (
            edited("returns: 1.0 -1.0", "returns: -1.0 1.0"),
            "returns: the record says -1.0 1.0, its steps lead to 1.0 -1.0",
        ),
        (edited("scores: 1.0 0.0", "scores: 2.0 0.0"), "scores: the record says 2.0 0.0"),
        (edited("ranks: 1 2", "ranks: 1 1"), "ranks: the record says 1 1, its steps lead to 1 2"),
        (edited("returns: 1.0 -1.0", "returns: 1.0 x"), "line 13: returns cannot be '1.0 x'"),
        (
            edited("fault: after 1 seat 1 raised", "fault: after x seat 1 raised"),
            "line 16: .* is not: after STEPS seat",
        ),
        (edited("rules: 1", "rules: 2"), "under rules version 2; this is rules version 1.*not strict"),
        (edited("digest: ", "digest: 00"), "with options and data 00.*not strict"),
    ],
)
def test_bad_scripts_name_the_line(change: Callable[[str], str], message: str, text: str) -> None:
    with pytest.raises(ValueError, match=message):
        cv.replay(change(text))


def test_illegal_steps_name_the_line() -> None:
    record = cv.play(cv.load_game("veracruz"), ["random", "random"], seed=1)
    lines = record.to_text().splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith(("0 ", "1 ")))
    lines[number] = f"{lines[number][0]} pass"
    with pytest.raises(ValueError, match=rf"^line {number + 1}: .*pass"):
        cv.replay("\n".join(lines))
    step = next(step for step, player in enumerate(record.players) if player >= 0)
    wrong = replace(record, actions=(*record.actions[:step], 10**6, *record.actions[step + 1 :]))
    with pytest.raises(ValueError, match=rf"^step {step + 1}: "):
        cv.replay(wrong)


def test_impossible_deals_are_refused() -> None:
    game = cv.load_game("veracruz")
    record = cv.play(game, ["random", "random"], seed=1)
    twice = replace(record, actions=(record.actions[0], record.actions[0], *record.actions[2:]))
    with pytest.raises(ValueError, match=r"^step 2: "):  # there is one investment card of each good
        cv.replay(twice)


def test_other_rules_pass_if_every_step_does(text: str, pennies: cv.Game) -> None:
    old = text.replace("rules: 1", "rules: 7").replace(pennies.digest, "0" * 16)
    assert cv.replay(old, strict=False).is_terminal()
    assert len(list(cv.replay_states(old, strict=False))) == 4
    with pytest.raises(ValueError, match="line 10: seat 0 is said to act"):
        cv.replay(old.replace("1 heads", "0 heads"), strict=False)
    with pytest.raises(ValueError, match="returns: the record says"):
        cv.replay(old.replace("returns: 1.0 -1.0", "returns: 0.0 0.0"), strict=False)


def test_a_script_of_another_game_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"^the record is of pennies.*, not of veracruz$"):
        cv.Record.from_text(text, cv.load_game("veracruz"))


def test_other_data_needs_its_game() -> None:
    own = cv.load_game("veracruz")
    edited_data = {"meteorology": {"start": own.data["meteorology"]["start"] + 1}}
    game = cv.load_game("veracruz", data=edited_data)
    record = cv.play(game, ["random", "random"], seed=1)
    with pytest.raises(ValueError, match="Give the game it was played with"):
        record.to_text()
    with pytest.raises(ValueError, match="Give the game it was played with"):
        cv.replay(record)
    text = record.to_text(game)
    assert cv.Record.from_text(text, game) == record
    assert tuple(cv.replay(text, game).returns()) == record.returns
    with pytest.raises(ValueError, match="the record is of veracruz, not of pennies"):
        cv.replay(record, cv.load_game("pennies"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"caravela_record": 9}, '"caravela_record": 1 is expected'),
        ({"extra": 1}, r"missing fields \[\], unknown fields \['extra'\]"),
        ({"game": None}, r"missing fields \['game'\]"),
        ({"seed": "7"}, "seed is '7'"),
        ({"seed": True}, "seed is True"),
        ({"actions": [1, "2"]}, r"actions is \[1, '2'\]"),
        ({"actions": 5}, "actions is 5"),
        ({"returns": ["a"]}, "returns is"),
        ({"faults": [{"step": 1}]}, "a fault has step, seat, kind, detail"),
        ({"faults": [{"step": "1", "seat": 0, "kind": "x", "detail": ""}]}, "fault "),
    ],
)
def test_bad_json(change: dict[str, Any], message: str, record: cv.Record) -> None:
    table = json.loads(record.to_json()) | change
    table = {key: value for key, value in table.items() if value is not None or key.endswith("seed")}
    with pytest.raises(ValueError, match=message):
        cv.Record.from_json(json.dumps(table))


def test_what_is_no_json() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        cv.Record.from_text("{")
    with pytest.raises(ValueError, match="a JSON object"):
        cv.Record.from_json("[1]")
    with pytest.raises(ValueError, match="too many brackets within each other"):
        cv.Record.from_json('{"a":' * 10**5)


def test_what_is_no_record() -> None:
    for wrong in (None, 5, [1]):
        with pytest.raises(TypeError, match="a Record or the text of one is needed, not "):
            cv.replay(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="read the file first"):
        cv.replay(Path("game.txt"))  # type: ignore[arg-type]
    for text in ("game.txt", "games/first", r"C:\games\first.json"):
        with pytest.raises(ValueError, match="this looks like a path; read the file first"):
            cv.replay(text)


def test_errors_echo_little(text: str, record: cv.Record) -> None:
    long = "x" * 100_000
    texts = [long, text.replace("seed: 4", f"seed: {long}"), text.replace("seed: 4", long)]
    texts += [text.replace("after 1 seat", f"after {long} seat"), text.replace("digest: ", f"digest: {long}")]
    texts += [json.dumps(json.loads(record.to_json()) | change) for change in ({"seed": long}, {long: 1})]
    texts += [json.dumps(json.loads(record.to_json()) | change) for change in ({"faults": [long]}, {"game": long})]
    for wrong in texts:
        with pytest.raises(ValueError, match=r".") as caught:
            cv.replay(wrong)
        assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda record: {"seed": -1}, "seed is -1; it must be at least 0 and below"),
        (lambda record: {"bots_seed": 2**64}, "bots_seed is 18446744073709551616"),
        (lambda record: {"seconds": record.seconds[1:]}, "seconds for"),
        (lambda record: {"seconds": (math.inf, *record.seconds[1:])}, "seconds has inf"),
        (lambda record: {"seconds": (-1.0, *record.seconds[1:])}, "seconds has -1.0"),
        (lambda record: {"iterations": (1, 2)}, "the record has 2 iterations for"),
        (lambda record: {"iterations": (-1, *record.iterations[1:])}, "iterations has -1"),
        (lambda record: {"ranks": ()}, "3 returns, 3 scores, 0 ranks; a result has one of each for every seat"),
        (lambda record: {"scores": record.scores[1:]}, "2 scores"),
        (lambda record: {"scores": (math.nan, *record.scores[1:])}, "scores are .*nan.*; they must be finite"),
        (lambda record: {"bots": record.bots[1:]}, "the record names 2 bots; .* has 3 seats"),
    ],
)
def test_records_that_contradict_themselves(
    change: Callable[[cv.Record], dict[str, Any]], message: str, record: cv.Record
) -> None:
    table = json.loads(record.to_json()) | change(record)
    with pytest.raises(ValueError, match=message):
        cv.replay(json.dumps(table))
    with pytest.raises(ValueError, match=message):
        cv.replay(replace(record, **change(record)))


def test_numbers_beyond_all_reals_are_refused(record: cv.Record) -> None:
    table = json.loads(record.to_json()) | {"seconds": [10**400]}
    with pytest.raises(ValueError, match="seconds is"):
        cv.Record.from_json(json.dumps(table))


def test_uneven_records_are_refused(record: cv.Record) -> None:
    with pytest.raises(ValueError, match="players for"):
        cv.replay(replace(record, players=record.players[1:]))
