"""Bots as text: what `make` builds, and the text it gives back."""

import pickle
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from caravela import bots
from caravela.bots import spec as spec_module
from tests.bots.mocks import CALLS, Configured, Crasher, Last, Raises


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "random:seed=5",
        "heuristic",
        "heuristic:samples=3,temperature=0.5,weights=careful",
        "heuristic:weights=bet:0.5/load:2",
        "flatmc:iterations=100",
        "flatmc:margin=0.2,seconds=0.5,utility=rank",
        "ismcts",
        "ismcts:algorithm=mo,seconds=0.1",
        "ismcts:algorithm=infoset,belief=8,c=1.5,heuristic=false,iterations=50,recall=true,seed=18446744073709551615",
        "easy",
        "medium:seed=3",
        "hard:seconds=0.2",
        "expert",
    ],
)
def test_specs_round_trip(text: str) -> None:
    bot = bots.make(text)
    assert isinstance(bot, bots.Bot)
    assert bot.spec == text
    assert str(bot) == text
    assert bots.spec_of(bot) == text
    assert pickle.loads(pickle.dumps(bot)).spec == text
    assert eval(repr(bot), dict(vars(bots))).spec == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" ismcts : seconds = 1.0 , algorithm = so ", "ismcts:algorithm=so,seconds=1"),
        ("random:seed=0", "random"),
        ("heuristic:samples=8", "heuristic"),
        ("ismcts:c=none", "ismcts"),
        ("ismcts:level=easy,seed=1", "easy:seed=1"),
    ],
)
def test_specs_have_one_form(text: str, canonical: str) -> None:
    assert bots.spec_of(bots.make(text)) == canonical


def test_keywords_go_before_the_text() -> None:
    assert bots.spec_of(bots.make("ismcts:seconds=0.1", seconds=0.2, seed=3)) == "ismcts:seconds=0.2,seed=3"


def test_the_text_builds_what_the_constructor_builds() -> None:
    assert (
        bots.spec_of(bots.make("ismcts:algorithm=mo,seconds=0.1")) == bots.ISMCTSBot(seconds=0.1, algorithm="mo").spec
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "rnadom",
            r"unknown bot 'rnadom' \(did you mean 'random'\?\); known bots: random, heuristic, flatmc, ismcts, ",
        ),
        ("", "unknown bot ''"),
        ("ismcts:", "ends in ':'"),
        (":", "bot ':' names no bot; known bots: random"),
        (":Bot", "bot ':Bot' names no bot"),
        ("ismcts:mo", "'mo' is not OPTION=VALUE"),
        ("ismcts:c=", "'c=' is not OPTION=VALUE"),
        ("ismcts:c=1,c=2", "gives c twice"),
        ("ismcts:depth=3", r"ISMCTSBot has no option 'depth'; it has: algorithm, "),
        ("ismcts:algoritm=mo", r"did you mean 'algorithm'\?"),
        ("ismcts:algorithm=xx", "algorithm='xx': it must be one of so, mo, infoset, pimc"),
        ("ismcts:iterations=0", "iterations=0: it must be an integer at least 1"),
        ("ismcts:level=hopeless", "easy, medium, hard, expert"),
        ("ismcts:final=sample,temperature=0", "temperature above 0"),
        ("easy:level=hard", "easy is a level itself"),
        ("random:seed=-1", "seed=-1"),
        ("no.such.module:Bot", r"cannot import no.such.module:Bot .*known bots: random"),
        ("tests.bots.mocks:Nobody", "cannot import"),
        ("tests.bots.mocks:NOT_CALLABLE", r"is not a class with a method choose\(view\)"),
        ("tests.bots.mocks:BadStart", "^bot 'tests.bots.mocks:BadStart': no start$"),
        ("tests.bots.mocks:Configured:width=3", r"'width'; it takes \(depth: int = 1"),
    ],
)
def test_bad_specs_say_what_is_good(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bots.make(text)


@pytest.mark.parametrize(
    "text",
    [
        "tests.bots.mocks:not_a_player:command=touch me",
        "tests.bots.mocks:NoPlayer:command=touch me",
        "tests.bots.mocks:NoPlayer",
    ],
)
def test_only_classes_of_players_are_called(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a class with a method choose\(view\)"):
        bots.make(text)
    assert CALLS == []


def test_a_module_may_raise_anything_when_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fragile_bots.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"cannot import fragile_bots:Bot \(division by zero\)"):
        bots.make("fragile_bots:Bot")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("random", False),
        ("random:seed=5", False),
        ("easy", False),
        ("outsider:depth=2", False),
        ("person", False),
        ("os:system:command=true", True),
        ("os : system", True),
        ("tests.bots.mocks:First", True),
    ],
)
def test_specs_that_are_code(text: str, code: bool) -> None:
    assert spec_module.names_code(text) is code


def test_only_texts_are_specs() -> None:
    with pytest.raises(ValueError, match="5 is not the text of a bot"):
        bots.make(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="RandomBot has no option 'depth'"):
        bots.make("random", depth=3)


def test_classes_from_elsewhere() -> None:
    bot = bots.make("tests.bots.mocks:Configured:depth=3,label=a,fast=true")
    assert isinstance(bot, Configured)
    assert (bot.depth, bot.label, bot.fast) == (3, "a", True)
    assert isinstance(bots.make("tests.bots.mocks:Crasher"), Crasher)


def test_subclasses_of_bot_from_elsewhere_round_trip() -> None:
    text = "tests.bots.test_spec:Declared:samples=4"
    bot = bots.make(text)
    assert bots.spec_of(bot) == text
    with pytest.raises(ValueError, match="Declared has no option 'x'; it has: samples, seed"):
        bots.make("tests.bots.test_spec:Declared:x=4")


def test_entry_points_add_names(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints(
        [
            EntryPoint("outsider", "tests.bots.mocks:Configured", "caravela.bots"),
            EntryPoint("random", "tests.bots.mocks:Crasher", "caravela.bots"),
            EntryPoint("broken", "no.such.module:Bot", "caravela.bots"),
        ]
    )
    monkeypatch.setattr(spec_module, "entry_points", points.select)
    bot = bots.make("outsider:depth=2")
    assert isinstance(bot, Configured)
    assert bot.depth == 2
    assert isinstance(bots.make("random"), bots.RandomBot)  # nobody replaces what is here
    table = bots.registered_bots()
    assert table["outsider"] == "From tests.bots.mocks:Configured."
    assert list(table)[:4] == ["random", "heuristic", "flatmc", "ismcts"]
    with pytest.raises(ValueError, match=r"cannot import no.such.module:Bot"):
        bots.make("broken")


def test_players_without_a_spec_are_named_by_their_class() -> None:
    assert bots.spec_of(Last()) == "last"
    assert bots.spec_of(Crasher()) == "tests.bots.mocks:Crasher"
    assert bots.spec_of(Raises(RuntimeError)) == "tests.bots.mocks:Raises"


class Declared(bots.Bot):
    """A bot from elsewhere that declares its options."""

    OPTIONS = (*bots.Bot.OPTIONS, bots.BotOption("samples", "integer", 1, "how many", 1))

    def choose(self, view: object) -> int:
        return 0
