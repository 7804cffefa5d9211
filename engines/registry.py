"""Finds games, checks their options and opens them.

A game ships as a package `caravela.engines.<name>` with an `ENGINE`; others register an `EngineSpec` by the entry-point
group `caravela.games`, under the game's name. Games with a prefix, such as `openspiel:leduc_poker`, come from a source.
"""

import json
import operator
import pkgutil
import re
import tomllib
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from caravela.cext import Game, GameText, State
from caravela.cext.names import listing, name_table, shorten
from caravela.engines.sources import source_spec

ENTRY_POINTS = "caravela.games"
SPEC = re.compile(r"\s*([A-Za-z_]\w*:\w+|[A-Za-z_]\w*)\s*(?:\((.*)\))?\s*", re.DOTALL)
SETTING = re.compile(r'\s*([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,"()]+)\s*(,|$)')
PLAIN_TEXT = re.compile(r'[^\s,"()]+')
TRUTHS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True)
class Option:
    """One option of a game: its type (bool, int, float or str), default and what values are good."""

    name: str
    type: type
    default: Any
    help: str
    low: int | None = None
    high: int | None = None
    choices: tuple[Any, ...] | None = None

    def check(self, value: Any) -> Any:
        """The value in the option's type. ValueError says which values are good."""
        made = self._convert(value)
        low = made is not None and self.low is not None and made < self.low
        high = made is not None and self.high is not None and made > self.high
        if made is None or low or high or (self.choices is not None and made not in self.choices):
            raise ValueError(f"option {self.name} is {shorten(value)}; it must be {self.values()}")
        return made

    def parse(self, text: str) -> Any:
        """The value that a text such as "3" or "true" stands for. ValueError says which values are good."""
        value: Any = text
        if self.type is bool:
            value = TRUTHS.get(text.lower(), text)
        elif self.type in (int, float):
            try:
                value = self.type(text)
            except ValueError:
                value = text
        return self.check(value)

    def format(self, value: Any) -> str:
        """The text that `parse` takes back."""
        if self.type is bool:
            return "true" if value else "false"
        text = str(value) if self.type is str else repr(value)
        return text if PLAIN_TEXT.fullmatch(text) else json.dumps(text)

    def values(self) -> str:
        """The good values, for people."""
        if self.choices is not None:
            return f"one of {listing([str(choice) for choice in self.choices])}"
        if self.type is bool:
            return "true or false"
        kind = {int: "a whole number", float: "a number", str: "text"}[self.type]
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low} to {self.high}"
        if self.low is not None:
            return f"{kind} of at least {self.low}"
        return kind if self.high is None else f"{kind} of at most {self.high}"

    def _convert(self, value: Any) -> Any:
        """The value in the option's type, or None."""
        if self.type is bool:
            return value if isinstance(value, bool) else None
        if self.type is str:
            return value if isinstance(value, str) else None
        if isinstance(value, bool):
            return None
        try:
            return operator.index(value) if self.type is int else float(operator.pos(value))
        except (TypeError, OverflowError):
            return None


@dataclass(frozen=True)
class EngineSpec:
    """What a game's package offers to the registry."""

    name: str
    title: str
    engine: object  # PyCapsule "caravela.engine"
    data_path: Path | None  # None: the game has no data
    options: tuple[Option, ...]
    text: GameText
    variants: tuple[dict[str, Any], ...]  # every full-size combination of options
    reduced: tuple[dict[str, Any], ...]  # small configurations for exact work
    # The history of the same game with all seats moved on by so many, where the rules are symmetric; None where the
    # options set a seat apart.
    rotate_history: Callable[[Game, list[int], int], list[int] | None] | None = None
    # A history that shows the seat the same codes as this one and ends in this world, sampled from its view; None for
    # a world in which others have yet to make secret choices that the true game has asked for.
    explain_world: Callable[[Game, list[int], int, State], list[int] | None] | None = None
    # The law's weight of another seat's action, as this seat takes it: where rules merge physical cards into one
    # action, or hidden choices are alike as whole sequences. Without it: alike among the actions that look the same.
    choice_weight: Callable[[State, int, int], float] | None = None

    def option(self, name: str) -> Option:
        """The option of that name. ValueError lists those there are."""
        for option in self.options:
            if option.name == name:
                return option
        known = listing([option.name for option in self.options])
        raise ValueError(f"{self.name} has no option {shorten(name)}; its options: {known}")

    def data(self) -> dict[str, Any]:
        """The game's own data tables; the caller may change what it gets."""
        return {} if self.data_path is None else deepcopy(_read_data(self.data_path))


def registered_games() -> list[str]:
    """The names of all games that can be loaded, sorted; without those of sources, which may be very many."""
    return sorted({*_shipped(), *_plugins()})


def engine_spec(name: str) -> EngineSpec:
    """The game of that name. ValueError lists those there are."""
    if isinstance(name, str) and ":" in name:
        return _load_spec(name)
    if not isinstance(name, str) or name not in registered_games():
        raise ValueError(f"unknown game {shorten(name)}; there are {listing(registered_games(), 100)}")
    return _load_spec(name)


def load_game(name: str, *, data: str | Path | Mapping[str, Any] | None = None, **options: Any) -> Game:
    """Opens a game by name or spec: `load_game("veracruz", players=3)` or `load_game("veracruz(players=3)")`.

    `data`: the path of a TOML file or a mapping; its tables are merged into the game's own, its values and arrays
    replace them. They have the shape of the game's own; each table in an array is complete (but for its sources).
    ValueError lists the known ones if a game, option, value or data key is unknown.
    """
    spec, chosen = parse_spec(name)
    for option, value in options.items():
        checked = spec.option(option).check(value)
        if option in chosen:
            raise ValueError(f"option {option} is given twice: in {name!r} and as {shorten(value)}")
        chosen[option] = checked
    own = spec.data()
    merged = own if data is None else _merge(own, _given_data(data), spec.name)
    full = {option.name: chosen.get(option.name, option.default) for option in spec.options}
    game = Game(
        spec.engine,
        spec.name,
        full,
        merged,
        spec.text,
        format_spec(spec, full),
        own,
        loader=reload_game,
    )
    if data is not None:  # names come from the data: they must tell actions and outcomes apart
        name_table("action", game.num_distinct_actions(), game.action_to_string)
        name_table("outcome", game.max_chance_outcomes(), game.chance_to_string)
    return game


def as_game(game: Game | str) -> Game:
    """A game given as itself or by its spec. ValueError for an unknown one, TypeError for anything else."""
    if isinstance(game, str):
        return load_game(game)
    if not isinstance(game, Game):
        raise TypeError(f"a Game or a text such as 'veracruz(players=3)' is needed, not {shorten(game)}")
    return game


def reload_game(name: str, options: Mapping[str, Any], data: Mapping[str, Any] | None) -> Game:
    """What a pickled Game calls to open itself again."""
    return load_game(name, data=data, **options)


def parse_spec(text: str) -> tuple[EngineSpec, dict[str, Any]]:
    """The game and the options named in a text such as "veracruz(players=3,stones=false)"."""
    found = SPEC.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f"bad game {shorten(text)}; write a name or name(option=value,...)")
    spec = engine_spec(found[1])
    chosen: dict[str, Any] = {}
    rest = (found[2] or "").strip()
    while rest:
        setting = SETTING.match(rest)
        if setting is None:
            raise ValueError(f"bad options in {shorten(text)} at {shorten(rest)}; write option=value,...")
        name, value, _ = setting.groups()
        option = spec.option(name)
        if name in chosen:
            raise ValueError(f"option {name} is given twice in {shorten(text)}")
        chosen[name] = option.parse(json.loads(value) if value.startswith('"') else value)
        rest = rest[setting.end() :]
    return spec, chosen


def format_spec(spec: EngineSpec, options: Mapping[str, Any]) -> str:
    """The shortest text for `load_game`: only options that differ from their default, sorted."""
    settings = [
        f"{option.name}={option.format(options[option.name])}"
        for option in sorted(spec.options, key=lambda option: option.name)
        if options[option.name] != option.default
    ]
    return f"{spec.name}({','.join(settings)})" if settings else spec.name


@cache
def _shipped() -> tuple[str, ...]:
    package = import_module("caravela.engines")
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


@cache
def _plugins() -> tuple[str, ...]:
    return tuple(sorted({entry.name for entry in entry_points(group=ENTRY_POINTS)}))


@cache
def _load_spec(name: str) -> EngineSpec:
    if ":" in name:
        source = name.partition(":")[0]
        spec: object = source_spec(name)
    elif name in _shipped():
        source = f"caravela.engines.{name}"
        spec = getattr(import_module(source), "ENGINE", None)
    else:
        (entry, *others) = entry_points(group=ENTRY_POINTS, name=name)
        if others:
            raise ValueError(f"game {name} is registered by {listing([each.value for each in (entry, *others)])}")
        source = entry.value
        spec = entry.load()
    if not isinstance(spec, EngineSpec):
        raise ValueError(f"{source} offers {shorten(spec)} as game {name}, not an EngineSpec")
    if spec.name != name:
        raise ValueError(f"{source} is registered as {name} but calls itself {spec.name}")
    return spec


@cache
def _read_data(path: Path) -> dict[str, Any]:
    return _parse_toml(path)


def _parse_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read the data file {str(path)!r}: {error.strerror}") from error
    except ValueError as error:
        raise ValueError(f"bad data file {str(path)!r}: {error}") from error
    except RecursionError:
        raise ValueError(f"bad data file {str(path)!r}: nested too deeply") from None


def _given_data(data: str | Path | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(data, Mapping):
        return data
    if isinstance(data, str | Path):
        return _parse_toml(Path(data))
    raise ValueError(f"data is the path of a TOML file or a mapping, not {shorten(data)}")


def _merge(own: Mapping[str, Any], given: Mapping[str, Any], path: str) -> dict[str, Any]:
    """`own` with the values of `given`; tables deeply, arrays as a whole. ValueError names what does not fit."""
    merged = dict(own)
    for key, value in given.items():
        merged[key] = _fitted(_known(own, key, path), value, f"{path}.{key}")
    return merged


def _fitted(own: Any, value: Any, path: str) -> Any:
    """`value` in the shape of `own`, merged into it if both are tables. ValueError otherwise."""
    if isinstance(own, list) and isinstance(value, list | tuple):
        if not own:
            return list(value)
        real = [item for item in own if isinstance(item, float)]  # an array with a real takes reals
        return [_element((real or own)[0], item, f"{path}.{index}") for index, item in enumerate(value)]
    if isinstance(own, Mapping) and isinstance(value, Mapping):
        return _merge(own, value, path)
    kind = type(value)
    if isinstance(own, list | Mapping) or not (kind is type(own) or (kind is int and type(own) is float)):
        raise ValueError(f"{path} is {shorten(value)}; it must be {_shape(own)}")
    return value


def _element(own: Any, value: Any, path: str) -> Any:
    """An element of an array in the shape of `own`. A table must be complete; only its sources may be missing."""
    if not isinstance(own, Mapping) or not isinstance(value, Mapping):
        return _fitted(own, value, path)
    made = {key: _element(_known(own, key, path), inner, f"{path}.{key}") for key, inner in value.items()}
    for key in own:
        if key not in made and key != "source" and not key.endswith("_source"):
            raise ValueError(f"missing key {key!r} in the data of {path}; needed: {listing(list(own), 100)}")
    return made


def _known(own: Mapping[str, Any], key: Any, path: str) -> Any:
    """The value of a key in a game's own table. ValueError lists those there are."""
    if key not in own:
        raise ValueError(f"unknown key {shorten(key)} in the data of {path}; known: {listing(list(own), 100)}")
    return own[key]


def _shape(own: Any) -> str:
    """What a value of the data is, for people."""
    if isinstance(own, Mapping):
        return "a table"
    names = {list: "a list", bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    return names.get(type(own), f"a {type(own).__name__}")
