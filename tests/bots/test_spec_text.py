"""Specs of other people's bots: values in parentheses, files, OpenSpiel's."""

from pathlib import Path

import pytest

from caravela import bots
from caravela.bots.spec import class_of, is_own, names_code
from tests.bots.mocks import Configured

CLASS = "tests.bots.mocks:Configured"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (CLASS + "()", (1, "none given", False)),
        (CLASS + "(depth=3)", (3, "none given", False)),
        (CLASS + " ( depth = -3, label = 'a, b (c)', fast = True )", (-3, "a, b (c)", True)),
        (CLASS + '(label="x:y=z")', (1, "x:y=z", False)),
        (CLASS + "(label=word)", (1, "word", False)),
        (CLASS + "(label=[1, {'a': None}])", (1, [1, {"a": None}], False)),
        (CLASS + ":depth=3,label=(a)", (3, "(a)", False)),
    ],
)
def test_values_in_parentheses(text: str, values: tuple[object, ...]) -> None:
    bot = bots.make(text)
    assert isinstance(bot, Configured)
    assert (bot.depth, bot.label, bot.fast) == values


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ismcts(iterations=50, c=1.5)", "ismcts:c=1.5,iterations=50"),
        ("random(seed=3)", "random:seed=3"),
        ("heuristic(weights='careful')", "heuristic:weights=careful"),
        ("heuristic(weights=careful)", "heuristic:weights=careful"),
    ],
)
def test_our_own_bots_take_them_too(text: str, canonical: str) -> None:
    assert bots.spec_of(bots.make(text)) == canonical


@pytest.mark.parametrize(
    "arguments", ["3", "depth=", "depth=1, depth=2", "**{}", "depth=1); (", "depth=__import__('os').system('true')"]
)
def test_what_is_no_list_of_options_is_refused(arguments: str) -> None:
    text = f"{CLASS}({arguments})"
    if "import" in arguments:
        assert bots.make(text).depth == "__import__('os').system('true')"  # type: ignore[attr-defined]  # a text, never run
        return
    with pytest.raises(ValueError, match=r"OPTION=VALUE|gives depth twice"):
        bots.make(text)
    with pytest.raises(ValueError, match="gives options twice"):
        bots.make(f"{CLASS}:depth=1(fast=True)")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my bots.v2.py"
    path.write_text(
        "import tests.bots.mocks\n"
        "from tests.bots.mocks import First  # is not of this file\n"
        "class Mine(First):\n"
        "    def __init__(self, depth=1):\n"
        "        self.depth = depth\n"
        "class Helper: pass\n"
    )
    return path


def test_bots_in_files(file: Path) -> None:
    for text in (f"{file}", f"{file}:Mine", f"{file}:Mine:depth=1", f"{file}:depth=1", f"{file}(depth=1)"):
        assert bots.make(text).depth == 1  # type: ignore[attr-defined]
    assert bots.make(f"{file}:Mine(depth=7)").depth == 7  # type: ignore[attr-defined]
    assert class_of(f"{file}") is class_of(f"{file}:Mine")
    assert names_code(f"{file}")
    assert not is_own(f"{file}")


def test_files_say_what_is_wrong_with_them(file: Path, tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text("class A:\n  def choose(self, view): ...\nclass B(A): ...\n")
    (tmp_path / "none.py").write_text("x = 1\n")
    (tmp_path / "broken.py").write_text("1 / 0\n")
    for text, message in {
        "two.py": r"name one class, .*two\.py:Class; .*two\.py has A, B",
        "none.py": r"none\.py has none",
        "broken.py": "running it fails with ZeroDivisionError: division by zero",
        "missing.py": "there is no such file",
        f"{file.name}:Helper": r"is not a class with a method choose\(view\); .* has Mine",
        f"{file.name}:Mine:width=2": r"'width'; it takes \(depth=1\)",
    }.items():
        with pytest.raises(ValueError, match=message):
            bots.make(f"{tmp_path}/{text}")


def test_what_is_ours() -> None:
    for text, own in {
        "random": True,
        "hard:seed=2": True,
        "flat@1000": True,
        "ismcts(iterations=2)": True,
        "openspiel:CppMCTS": False,
        CLASS: False,
        "outsider": False,
    }.items():
        assert is_own(text) is own


def test_openspiel_has_a_short_name() -> None:
    pytest.importorskip("pyspiel")
    bot = bots.make("openspiel:PythonISMCTS(max_simulations=7)")
    assert bots.spec_of(bot) == "caravela.openspiel.bots:PythonISMCTS:max_simulations=7"
