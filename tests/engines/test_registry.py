import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import caravela
from caravela.engines import EngineSpec, Option, engine_spec, load_game, registered_games, registry

PENNIES = engine_spec("pennies")


def test_shipped_games_are_found_by_folder() -> None:
    folders = {path.parent.name for path in Path(registry.__file__).parent.glob("*/__init__.py")}
    assert folders <= set(registered_games())
    assert registered_games() == sorted(registered_games())
    assert {"pennies", "monty_hall", "veracruz"} <= folders
    assert caravela.load_game is load_game


@pytest.mark.parametrize("name", registered_games())
def test_every_configuration_opens_and_its_spec_loads_it_again(name: str) -> None:
    spec = engine_spec(name)
    assert spec.name == name
    assert spec.title
    assert load_game(name).spec == name
    assert all(option.help for option in spec.options)
    for options in (*spec.variants, *spec.reduced):
        game = load_game(name, **options)
        assert {key: game.options[key] for key in options} == options
        assert load_game(game.spec) == game
        assert load_game(game.spec).spec == game.spec


@pytest.mark.parametrize("name", registered_games())
def test_option_bounds_are_kept(name: str) -> None:
    for option in engine_spec(name).options:
        assert option.check(option.default) == option.default
        assert option.parse(option.format(option.default)) == option.default
        for bad in [*([option.low - 1] if option.low is not None else []), None, [], object()]:
            with pytest.raises(ValueError, match=f"option {option.name} is .*; it must be "):
                load_game(name, **{option.name: bad})


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'chess'; there are .*monty_hall, .*pennies"):
        load_game("chess")
    with pytest.raises(ValueError, match="pennies has no option 'turns'; its options: rounds"):
        load_game("pennies", turns=3)
    with pytest.raises(ValueError, match="pennies has no option 'turns'"):
        load_game("pennies(turns=3)")
    with pytest.raises(ValueError, match="unknown game 3"):
        engine_spec(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["pennies(rounds=5)", "pennies( rounds = 5 )", " pennies (rounds=5,)"])
def test_specs(text: str) -> None:
    game = load_game(text)
    assert game.spec == str(game) == "pennies(rounds=5)"
    assert game == load_game("pennies", rounds=5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "bad game ''"),
        ("pennies(", "bad game"),
        ("pennies)", "bad game"),
        ("pennies(rounds=5))", "bad options"),
        ("pennies(rounds)", "bad options .* at 'rounds'"),
        ("pennies(rounds=5 rounds=6)", "bad options"),
        ("pennies(rounds=5,rounds=6)", "rounds is given twice"),
        ("pennies(rounds=)", "bad options"),
        ("pennies(rounds=five)", "rounds is 'five'; it must be a whole number from 1 to 1000"),
        ("pennies(rounds=0)", "rounds is 0; it must be a whole number from 1 to 1000"),
        ('pennies(rounds="5)', "bad options"),
        ("../pennies", "bad game"),
    ],
)
def test_bad_specs(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_game(text)


def test_an_option_is_given_once() -> None:
    with pytest.raises(ValueError, match=r"rounds is given twice: in 'pennies\(rounds=2\)' and as 3"):
        load_game("pennies(rounds=2)", rounds=3)


OPTIONS = [
    Option("flag", bool, False, "x"),
    Option("count", int, 2, "x", low=2, high=4),
    Option("least", int, 2, "x", low=2),
    Option("most", int, 2, "x", high=4),
    Option("free", int, 2, "x"),
    Option("share", float, 0.5, "x", low=0, high=1),
    Option("mode", str, "plain", "x", choices=("plain", "with, comma", 'quo"te')),
    Option("label", str, "", "x"),
]


@pytest.mark.parametrize(
    ("number", "given", "made"),
    [(0, True, True), (1, 3, 3), (5, 1, 1.0), (5, 0.25, 0.25), (6, "with, comma", "with, comma"), (7, "", "")],
)
def test_option_values(number: int, given: Any, made: Any) -> None:
    option = OPTIONS[number]
    assert option.check(given) == made
    assert type(option.check(given)) is option.type


@pytest.mark.parametrize(
    ("number", "given", "message"),
    [
        (0, 1, "flag is 1; it must be true or false"),
        (0, "true", "true or false"),
        (1, 5, "a whole number from 2 to 4"),
        (1, 3.0, "a whole number from 2 to 4"),
        (1, True, "a whole number from 2 to 4"),
        (1, "3", "a whole number from 2 to 4"),
        (2, 1, "a whole number of at least 2"),
        (3, 5, "a whole number of at most 4"),
        (4, "x", "must be a whole number"),
        (5, 2, "a number from 0 to 1"),
        (5, "0.5", "a number from 0 to 1"),
        (6, "loud", "one of plain, with, comma, quo"),
        (7, 3, "must be text"),
    ],
)
def test_bad_option_values(number: int, given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        OPTIONS[number].check(given)


def test_specs_of_all_types() -> None:
    spec = replace(PENNIES, options=tuple(OPTIONS))
    values = {
        "flag": True,
        "count": 4,
        "least": 2,
        "most": 2,
        "free": -7,
        "share": 0.25,
        "mode": 'quo"te',
        "label": "a, b",
    }
    text = registry.format_spec(spec, values)
    assert text == r'pennies(count=4,flag=true,free=-7,label="a, b",mode="quo\"te",share=0.25)'
    chosen = {**{option.name: option.default for option in OPTIONS}, **parse_with(spec, text)}
    assert chosen == values


def parse_with(spec: EngineSpec, text: str) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "engine_spec", lambda name: spec)
        return registry.parse_spec(text)[1]


def test_data_is_merged(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text("[payoff]\nstake = 2.5\n")
    for data in (path, str(path), {"payoff": {"stake": 2.5}}):
        game = load_game("pennies", data=data)
        assert game.data["payoff"] == {**PENNIES.data()["payoff"], "stake": 2.5}
        assert game.digest != load_game("pennies").digest
        assert pickle.loads(pickle.dumps(game)) == game
    assert load_game("pennies", data={}) == load_game("pennies")
    assert load_game("pennies").data == PENNIES.data(), "the game's own data stay as they are"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"pay": 1}, "unknown key 'pay' in the data of pennies; known: payoff"),
        ({"payoff": {"stakes": 1}}, r"unknown key 'stakes' in the data of pennies.payoff; known: stake"),
        ({"payoff": 3}, r"pennies.payoff is 3; it must be a table"),
        ({"payoff": {"stake": {"a": 1}}}, r"pennies.payoff.stake is .*; it must be a number"),
        ({"payoff": {"stake": [1.0]}}, r"pennies.payoff.stake is \[1.0\]; it must be a number"),
        ({"payoff": {"stake": True}}, r"pennies.payoff.stake is True; it must be a number"),
        ({"payoff": {"source": 3}}, r"pennies.payoff.source is 3; it must be text"),
        ({3: 1}, "unknown key 3"),
        (7, "data is the path of a TOML file or a mapping, not 7"),
        ("/no/such/file.toml", "cannot read the data file '/no/such/file.toml': No such file"),
        ({"payoff": {"stake": float("nan")}}, "must be finite"),
    ],
)
def test_bad_data(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_game("pennies", data=data)


GALLEON = {"name": "alba", "weight_limit": 9, "balance_limit": 3}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"stone_boxes": {"weights": 7}}, r"veracruz.stone_boxes.weights is 7; it must be a list"),
        ({"stone_boxes": {"weights": [1, True]}}, r"veracruz.stone_boxes.weights.1 is True; it must be a whole number"),
        ({"stone_boxes": {"weights": [1, 2.0]}}, r"veracruz.stone_boxes.weights.1 is 2.0; it must be a whole number"),
        ({"stone_boxes": {"weights": {"a": 1}}}, r"veracruz.stone_boxes.weights is .*; it must be a list"),
        ({"stone_boxes": []}, r"veracruz.stone_boxes is \[\]; it must be a table"),
        ({"goods": {"order": [["gold"]]}}, r"veracruz.goods.order.0 is \['gold'\]; it must be text"),
        ({"doubloon": {"probability": ["0.5", 0.5]}}, r"veracruz.doubloon.probability.0 is '0.5'; it must be a number"),
        ({"galleon": GALLEON}, r"veracruz.galleon is .*; it must be a list"),
        ({"galleon": [7]}, r"veracruz.galleon.0 is 7; it must be a table"),
        ({"galleon": [GALLEON | {"name": ["gold"]}]}, r"veracruz.galleon.0.name is \['gold'\]; it must be text"),
        ({"galleon": [GALLEON | {"weight_limit": {}}]}, r"galleon.0.weight_limit is {}; it must be a whole number"),
        (
            {"galleon": [GALLEON, {"name": "a"}]},
            r"missing key 'weight_limit' in the data of veracruz.galleon.1; needed",
        ),
        (
            {"galleon": [GALLEON | {"colour": 1}]},
            r"unknown key 'colour' in the data of veracruz.galleon.0; known: name",
        ),
        ({"galleon": [GALLEON | {"source": 1}]}, r"veracruz.galleon.0.source is 1; it must be text"),
    ],
)
def test_data_have_the_shape_of_the_games_own(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_game("veracruz", data=data)


def test_games_by_spec_or_as_they_are() -> None:
    game = load_game("pennies", rounds=2)
    assert registry.as_game(game) is game
    assert registry.as_game("pennies(rounds=2)") == game
    with pytest.raises(TypeError, match=r"a Game or a text such as .* is needed, not 5"):
        registry.as_game(5)  # type: ignore[arg-type]


def test_deep_data_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(f"a = {'[' * 100_000}")
    with pytest.raises(ValueError, match="nested too deeply"):
        load_game("pennies", data=path)


@pytest.mark.parametrize("content", [b"stake = = 3", b"\xff\xfe"])
def test_bad_data_files(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(f"bad data file {str(path)!r}: ")):
        load_game("pennies", data=path)


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points as an installed third-party package would register them."""
    entries: list[EntryPoint] = []

    def entry_points(group: str, name: str | None = None) -> list[EntryPoint]:
        return [entry for entry in entries if entry.group == group and name in (None, entry.name)]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    for cached in (registry._plugins, registry._load_spec):
        cached.cache_clear()
    yield entries
    for cached in (registry._plugins, registry._load_spec):
        cached.cache_clear()


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, registry.ENTRY_POINTS)


def test_third_party_games(plugins: list[EntryPoint], monkeypatch: pytest.MonkeyPatch) -> None:
    plugins += [entry("coins", f"{__name__}:COINS"), entry("wrong", f"{__name__}:COINS"), entry("odd", "math:pi")]
    monkeypatch.setattr(EntryPoint, "load", lambda self: {"math:pi": 3.14}.get(self.value, COINS))
    assert {"coins", "odd", "pennies"} <= set(registered_games())
    assert engine_spec("coins") is COINS
    with pytest.raises(ValueError, match="is registered as wrong but calls itself coins"):
        engine_spec("wrong")
    with pytest.raises(ValueError, match=r"math:pi offers 3.14 as game odd, not an EngineSpec"):
        engine_spec("odd")


def test_third_party_games_cannot_clash(plugins: list[EntryPoint]) -> None:
    plugins += [entry("coins", "one:ENGINE"), entry("coins", "two:ENGINE"), entry("pennies", "evil:ENGINE")]
    with pytest.raises(ValueError, match="game coins is registered by one:ENGINE, two:ENGINE"):
        engine_spec("coins")
    assert engine_spec("pennies") == PENNIES, "a shipped game is never replaced"


COINS = replace(PENNIES, name="coins")
