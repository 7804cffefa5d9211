"""What a person may type: names, numbers of lines, numbers of actions."""

import re

import pytest

import caravela as cv
from caravela.cext.core import View
from caravela.cli.menu import Menu


def view(game: str, *steps: str) -> View:
    """What the seat to move sees after these steps, by name."""
    state = cv.load_game(game).new_initial_state()
    for step in steps:
        state.apply_action(state.string_to_action(step))
    return state.view(state.current_player())


AUCTION = view("pizarro(players=3)", "card:cook", "bid:4")
PAYMENT = view("pizarro(players=3)", "card:cook", "bid:5", "pass", "pass")


def chosen(at: View, answer: str, *, again: bool = False) -> str:
    return at.action_to_string(Menu(at).choose(answer, again, ["hint"]))


def test_a_run_of_numbers_is_one_line() -> None:
    assert Menu(AUCTION).lines() == [
        "  1  Pass  [pass]",
        "     Bid 5 ... Bid 45  [bid:5 ... bid:45]",
    ]


def test_other_actions_have_a_line_each() -> None:
    assert Menu(PAYMENT).lines() == [
        "  1  Pay with the 3  [pay:3]",
        "  2  Pay with the 4  [pay:4]",
        "  3  Pay with the 5  [pay:5]",
    ]


def test_a_menu_of_nothing_but_numbers_is_listed() -> None:
    lines = Menu(view("monty_hall(doors=5)", "at:2")).lines()
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("answer", ["bid:12", "bid 12", "bid  12", "12"])
def test_bids_go_by_name_and_by_number(answer: str) -> None:
    assert chosen(AUCTION, answer) == "bid:12"


def test_the_number_of_a_line_counts() -> None:
    assert chosen(AUCTION, "1") == chosen(AUCTION, "pass") == "pass"


def test_a_number_that_may_mean_two_actions_is_asked_for_twice() -> None:
    with pytest.raises(ValueError, match=r"^3 may be line 3 \(Pay with the 5\): type it again .* Or type pay:3$"):
        chosen(PAYMENT, "3")
    assert chosen(PAYMENT, "3", again=True) == "pay:5"
    assert chosen(PAYMENT, "5") == "pay:5"
    with pytest.raises(
        ValueError, match=r"^1 may be line 1 \(Pay with the 3\): type it again for that. Or type pay:3$"
    ):
        chosen(PAYMENT, "1")
    assert chosen(PAYMENT, "1", again=True) == "pay:3"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("99", "99 is not possible now; possible: pass, bid:5 ... bid:45"),
        ("0", "0 is not possible now; possible: pass, bid:5 ... bid:45"),
        ("bid 4", "bid:4 is not possible now; possible: pass, bid:5 ... bid:45"),
        ("veto", "veto is not possible now; possible: pass, bid:5 ... bid:45"),
        ("pas", "'pas' is neither an action nor a command; did you mean pass?"),
        ("hnt", "'hnt' is neither an action nor a command; did you mean hint?"),
        ("??", "'??' is neither an action nor a command; possible: pass, bid:5 ... bid:45"),
    ],
)
def test_bad_answers_are_named(answer: str, reason: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(reason)):
        chosen(AUCTION, answer)
