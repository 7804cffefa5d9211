"""What bots know about single games: native heuristics and measured settings, found by folder.

A game may have here `<game>.pyx`, compiled to a module whose `HEURISTIC` is a PyCapsule
"caravela.heuristic", and `<game>.toml` with any of

    [ismcts]            the search options that play this game best, as measured
    [heuristic]         the temperature at which the heuristic bot plays it best
    [levels.easy]       what a level changes for this game
    [weights.careful]   a preset: some of the heuristic's weights by name
    [anchors]           ratings of frozen bots that fix the scale of tournaments, by spec

Games from elsewhere name a package in the entry-point group `caravela.heuristics`; it holds the same two things: an
attribute `HEURISTIC` and a file `<game>.toml`.
"""

import importlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from caravela.bots.options import Weights
from caravela.cext.policy import heuristic_info

__all__ = ["Heuristic", "Settings", "find", "games_with_heuristic", "settings"]

FOLDER = Path(__file__).parent
GROUP = "caravela.heuristics"
TABLES = ("ismcts", "heuristic", "levels", "weights", "anchors")


@dataclass(frozen=True)
class Settings:
    """The tables of `<game>.toml`; empty where the file or a table is missing."""

    ismcts: Mapping[str, Any] = field(default_factory=dict)
    heuristic: Mapping[str, Any] = field(default_factory=dict)
    levels: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    anchors: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Heuristic:
    """Native knowledge about one game, linear in its weights."""

    game: str
    capsule: object
    """PyCapsule "caravela.heuristic"."""
    names: tuple[str, ...]
    """What each weight is, in order."""
    defaults: tuple[float, ...]
    presets: Mapping[str, Mapping[str, float]]
    """Named changes to the defaults, from the game's .toml."""

    def vector(self, weights: Weights | None) -> list[float]:
        """All weights in order: the defaults (None), a preset, the defaults with some changed, or those given.

        ValueError for an unknown preset or name, or another number of weights, naming the good ones.
        """
        if weights is None:
            return list(self.defaults)
        if isinstance(weights, str):
            if weights not in self.presets:
                presets = ", ".join(sorted(self.presets)) or "none"
                raise ValueError(f"no weights {weights!r} for {self.game}; presets: {presets}")
            return self.vector(self.presets[weights])
        if isinstance(weights, Mapping):
            unknown = sorted(set(weights) - set(self.names))
            if unknown:
                raise ValueError(f"{self.game} has no weight {unknown[0]!r}; it has: {', '.join(self.names)}")
            changed = dict(zip(self.names, self.defaults, strict=True)) | dict(weights)
            return [float(changed[name]) for name in self.names]
        if len(weights) != len(self.names):
            raise ValueError(
                f"{len(weights)} weights given; {self.game} has {len(self.names)}: {', '.join(self.names)}"
            )
        return [float(weight) for weight in weights]


@cache
def find(game_name: str) -> Heuristic | None:
    """The heuristic of the game of that name, or None. ValueError if its capsule or .toml is broken."""
    module = _module(game_name)
    if module is None:
        return None
    info = heuristic_info(module.HEURISTIC)
    if info.game != game_name:
        raise ValueError(f"the heuristic of {game_name!r} says that it is for {info.game!r}")
    return Heuristic(game_name, module.HEURISTIC, info.names, info.weights, settings(game_name).weights)


@cache
def settings(game_name: str) -> Settings:
    """The measured settings of the game of that name. ValueError names the file and an unknown table."""
    path = _settings_path(game_name)
    if path is None:
        return Settings()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from None
    unknown = sorted(set(tables) - set(TABLES))
    if unknown:
        raise ValueError(f"{path.name}: unknown table [{unknown[0]}]; it may hold: {', '.join(TABLES)}")
    return Settings(**tables)


def games_with_heuristic() -> list[str]:
    """The games that have a heuristic, in alphabetical order."""
    own = {module.name for module in iter_modules([str(FOLDER)])}
    return sorted(own | {point.name for point in entry_points(group=GROUP)})


def _module(game_name: str) -> ModuleType | None:
    """The module that holds the game's HEURISTIC; this package's own comes before any from elsewhere."""
    if game_name not in games_with_heuristic():
        return None
    if any(module.name == game_name for module in iter_modules([str(FOLDER)])):
        return importlib.import_module(f"{__name__}.{game_name}")
    (point, *_) = entry_points(group=GROUP, name=game_name)
    return importlib.import_module(point.module)


def _settings_path(game_name: str) -> Path | None:
    own = FOLDER / f"{game_name}.toml"
    if own.is_file():
        return own
    module = _module(game_name)
    if module is None or module.__file__ is None:
        return None
    path = Path(module.__file__).with_name(f"{game_name}.toml")
    return path if path.is_file() else None
