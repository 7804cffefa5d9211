"""Bots by name: `make("ismcts:algorithm=mo,seconds=0.1")`, and the names others may add.

A spec is `NAME`, `NAME:OPTION=VALUE,OPTION=VALUE` or `NAME(OPTION=VALUE, OPTION=VALUE)`. NAME is one of this package's
bots or levels, a name in the entry-point group `caravela.bots`, `module:Class` for any importable class with a method
`choose`, the path of a Python file, with `:Class` if it holds several, or `openspiel:Class` for one of OpenSpiel's own.
In parentheses values are written as in Python. A module or a file is code that runs when it is loaded: take it from
people you trust only (`names_code`).
"""

import contextlib
import importlib
import inspect
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Any

from caravela.bots.bot import Bot
from caravela.bots.flat_monte_carlo import FlatMonteCarloBot
from caravela.bots.frozen import FROZEN
from caravela.bots.heuristic_bot import HeuristicBot
from caravela.bots.ismcts_bot import ISMCTSBot
from caravela.bots.levels import LEVELS
from caravela.bots.options import unknown_option
from caravela.bots.player import Player
from caravela.bots.random_bot import RandomBot
from caravela.bots.source_file import load_file
from caravela.bots.spec_text import SpecText, split

__all__ = ["class_of", "is_own", "make", "names_code", "registered_bots", "spec_of"]

GROUP = "caravela.bots"
KINDS: tuple[type[Bot], ...] = (RandomBot, HeuristicBot, FlatMonteCarloBot, ISMCTSBot, *FROZEN)
BOTS: Mapping[str, type[Bot]] = {bot.name: bot for bot in KINDS}
MODULES = {"openspiel": "caravela.openspiel.bots"}
"""Short names of modules in `module:Class`."""


def registered_bots() -> dict[str, str]:
    """The names that `make` knows, each with one line about it. Names from elsewhere are not imported."""
    table = {name: inspect.getdoc(bot) or "" for name, bot in BOTS.items()}
    table |= {level: f"A level of play: {BOTS['ismcts'].name} with the preset {level!r}." for level in LEVELS}
    for point in entry_points(group=GROUP):
        table.setdefault(point.name, f"From {point.value}.")
    return {name: text.partition("\n")[0] for name, text in table.items()}


def make(spec: str, **options: Any) -> Player:
    """The bot that `spec` describes; `options` go before those in the text.

    ValueError for an unknown name, option or value, listing the known ones, for a class that is no player, and
    for one whose constructor raises.
    """
    text = _split(spec)
    head, texts = text.head, text.texts
    if head in BOTS:
        return _make_own(BOTS[head], texts, options)
    if head in LEVELS:
        if "level" in texts or "level" in options:
            raise ValueError(f"bot {spec!r}: {head} is a level itself; write ismcts:level=NAME for another")
        return _make_own(BOTS["ismcts"], {"level": head} | texts, options)
    return _build(text, _player_class(text), options)


def class_of(spec: str) -> type[Player]:
    """The class of the bot that a text names. ValueError as `make`."""
    text = _split(spec)
    if is_own(spec):
        return BOTS["ismcts" if text.head in LEVELS else text.head]
    return _player_class(text)


def is_own(spec: str) -> bool:
    """Whether the text names one of this package's bots or levels. ValueError for a malformed text."""
    head = _split(spec).head
    return head in BOTS or head in LEVELS


def names_code(spec: str) -> bool:
    """Whether `make` would load code that the text names, a module or a file. ValueError for a malformed text."""
    text = _split(spec)
    return ":" in text.head or text.file is not None


def spec_of(player: object) -> str:
    """The text that names a player in records: its `spec`, else its class as `module:Class`."""
    spec = None
    with contextlib.suppress(Exception):  # a property may do anything
        spec = getattr(player, "spec", None)
    if isinstance(spec, str) and spec and spec.isprintable():
        return spec
    return f"{type(player).__module__}:{type(player).__qualname__}"


def _split(spec: str) -> SpecText:
    """The name and the options of a spec."""
    if not isinstance(spec, str):
        raise ValueError(f"{spec!r} is not the text of a bot; known bots: {', '.join(registered_bots())}")
    if spec.strip().startswith(":"):
        raise ValueError(f"bot {spec!r} names no bot; known bots: {', '.join(registered_bots())}, or module:Class")
    return split(spec, {*BOTS, *LEVELS})


def _make_own(kind: type[Bot], texts: Mapping[str, str], options: Mapping[str, Any]) -> Bot:
    """A bot with declared options, which say how to read their text."""
    known = {option.name: option for option in kind.OPTIONS}
    values: dict[str, Any] = {}
    for name, text in texts.items():
        if name not in known:
            raise unknown_option(kind.__name__, name, known)
        values[name] = known[name].parse(text)
    for name in options:
        if name not in known:
            raise unknown_option(kind.__name__, name, known)
    return kind(**values | dict(options))


def _player_class(text: SpecText) -> type[Player]:
    """The class behind a name from elsewhere. Nothing but a class of players is ever called."""
    head = text.head
    if text.file is not None:
        return load_file(*text.file)
    module_name, colon, attribute = head.partition(":")
    module_name = MODULES.get(module_name, module_name)
    if not colon:
        points = list(entry_points(group=GROUP, name=head))
        if not points:
            names = list(registered_bots())
            close = get_close_matches(head, names, n=1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise ValueError(f"unknown bot {head!r}{hint}; known bots: {', '.join(names)}, or module:Class")
        module_name, _, attribute = points[0].value.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
        for name in attribute.split("."):
            found = getattr(found, name)
    except Exception as error:  # a module may raise anything when it is imported
        raise ValueError(
            f"bot {head!r}: cannot import {module_name}:{attribute} ({error}); "
            f"known bots: {', '.join(registered_bots())}, or module:Class"
        ) from error
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        raise ValueError(f"bot {head!r}: {module_name}:{attribute} is not a class with a method choose(view)")
    return found


def _build(text: SpecText, kind: type[Player], options: Mapping[str, Any]) -> Player:
    if issubclass(kind, Bot):
        return _make_own(kind, text.texts, options)
    values = {name: _literal(value) for name, value in text.texts.items()} | text.values | dict(options)
    try:
        inspect.signature(kind).bind(**values)
    except TypeError as error:
        raise ValueError(f"bot {text.head!r}: {error}; it takes {inspect.signature(kind)}") from None
    try:
        return kind(**values)
    except Exception as error:
        raise ValueError(f"bot {text.head!r}: {error}") from error


def _literal(text: str) -> Any:
    """Options of classes that declare none: none, true, false, integers and reals become values, the rest is text."""
    if text in ("none", "true", "false"):
        return {"none": None, "true": True, "false": False}[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
