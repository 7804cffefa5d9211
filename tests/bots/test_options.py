"""Options of bots: types, bounds, and their text form."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravela.bots.options import BotOption, check_options, weights_from_text, weights_to_text

INTEGER = BotOption("n", "integer", 3, "a number", 1, 10)
REAL = BotOption("x", "real", None, "a number", above=0)
FLAG = BotOption("f", "flag", False, "on or off")
CHOICE = BotOption("c", "choice", "left", "a side", choices=("left", "right"))
TEXT = BotOption("t", "text", "word", "a word")
WEIGHTS = BotOption("w", "weights", None, "weights")


@pytest.mark.parametrize(
    ("option", "value", "result"),
    [
        (INTEGER, 1, 1),
        (INTEGER, np.int32(10), 10),
        (REAL, 2, 2.0),
        (REAL, np.float64(0.5), 0.5),
        (REAL, None, None),
        (FLAG, True, True),
        (CHOICE, "right", "right"),
        (TEXT, "any", "any"),
        (WEIGHTS, "careful", "careful"),
        (WEIGHTS, [1, 2.5], (1.0, 2.5)),
        (WEIGHTS, {"load": 1}, {"load": 1.0}),
    ],
)
def test_good_values(option: BotOption, value: Any, result: Any) -> None:
    checked = option.check(value)
    assert checked == result
    assert type(checked) is type(result)


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        (INTEGER, 0, "an integer at least 1 and at most 10"),
        (INTEGER, 11, "an integer at least 1 and at most 10"),
        (INTEGER, 2.0, "an integer"),
        (INTEGER, True, "an integer"),
        (INTEGER, "4", "an integer"),
        (INTEGER, None, "an integer at least 1 and at most 10"),
        (REAL, 0, r"a number above 0 \(or none\)"),
        (REAL, math.nan, "a number above 0"),
        (REAL, math.inf, "a number above 0"),
        (REAL, 10**400, "a number above 0"),
        (REAL, "0.5", "a number above 0"),
        (FLAG, 1, "true or false"),
        (CHOICE, "up", "one of left, right"),
        (CHOICE, ["left"], "one of left, right"),
        (TEXT, "", "a word"),
        (TEXT, "a,b", "a word"),
        (WEIGHTS, "", "a preset's name"),
        (WEIGHTS, [], "a preset's name"),
        (WEIGHTS, {}, "a preset's name"),
        (WEIGHTS, [True], "a preset's name"),
        (WEIGHTS, ["1"], "a preset's name"),
        (WEIGHTS, [math.nan], "a preset's name"),
        (WEIGHTS, {"a b": 1}, "a preset's name"),
        (WEIGHTS, 3, "a preset's name"),
    ],
)
def test_bad_values_are_quoted_with_the_good_ones(option: BotOption, value: Any, expected: str) -> None:
    with pytest.raises(ValueError, match=rf"^{option.name}=.*{expected}"):
        option.check(value)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (INTEGER, "7", 7),
        (REAL, "1e-05", 1e-05),
        (REAL, "2", 2.0),
        (REAL, "none", None),
        (FLAG, "true", True),
        (FLAG, "false", False),
        (CHOICE, "left", "left"),
        (TEXT, "w", "w"),
        (WEIGHTS, "careful", "careful"),
        (WEIGHTS, "1.5/0/-2", (1.5, 0.0, -2.0)),
        (WEIGHTS, "3", (3.0,)),
        (WEIGHTS, "bet:0.5/load:2", {"bet": 0.5, "load": 2.0}),
    ],
)
def test_text_form_round_trips(option: BotOption, text: str, value: Any) -> None:
    assert option.parse(text) == value
    assert option.format(value) == text


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (INTEGER, "x"),
        (INTEGER, "1.5"),
        (INTEGER, "none"),
        (REAL, "nan"),
        (FLAG, "yes"),
        (WEIGHTS, "a:b"),
        (WEIGHTS, "1/x"),
    ],
)
def test_bad_texts(option: BotOption, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        option.parse(text)


@given(st.floats(min_value=1e-300, max_value=1e300))
def test_every_number_survives_its_text(value: float) -> None:
    assert REAL.parse(REAL.format(value)) == value


@given(st.dictionaries(st.from_regex(r"[a-z_.]{1,8}", fullmatch=True), st.floats(-1e9, 1e9), min_size=1))
def test_every_mapping_of_weights_survives_its_text(weights: dict[str, float]) -> None:
    assert weights_from_text(weights_to_text(weights)) == weights


def test_later_changes_do_not_reach_checked_weights() -> None:
    mine = {"load": 1.0}
    checked = WEIGHTS.check(mine)
    mine["load"] = 9.0
    assert checked == {"load": 1.0}


def test_check_options_fills_in_defaults() -> None:
    assert check_options("Some", (INTEGER, REAL), {"n": 5}) == {"n": 5, "x": None}


def test_unknown_options_list_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"Some has no option 'nn' \(did you mean 'n'\?\); it has: n, x"):
        check_options("Some", (INTEGER, REAL), {"nn": 5})
    with pytest.raises(ValueError, match=r"Some has no option 'n'; it has: none"):
        check_options("Some", (), {"n": 5})
