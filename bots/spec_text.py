"""The texts that name bots, taken apart: the name, and the options as texts or as values."""

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

__all__ = ["SpecText", "split"]

# A path may hold anything, colons too; it ends where ".py" does.
_FILE = re.compile(r"(.+?\.py)\s*(?::(.*))?", re.DOTALL)
_CALL = re.compile(r"([^(]*[\w.])\s*\((.*)\)", re.DOTALL)


@dataclass(frozen=True)
class SpecText:
    """A spec in parts."""

    head: str
    """The name of a bot, `module:Class`, or the path of a file, with `:Class` or without."""
    texts: dict[str, str] = field(default_factory=dict)
    """The options."""
    values: dict[str, Any] = field(default_factory=dict)
    """Those of them that were given as Python writes values, in parentheses."""

    @property
    def file(self) -> tuple[str, str] | None:
        """The path and the class, which may be missing; None for other names."""
        found = _FILE.fullmatch(self.head)
        return (found[1], found[2] or "") if found else None


def split(spec: str, own: Collection[str]) -> SpecText:
    """The parts of a spec; `own` are names that no module has. ValueError says what is malformed."""
    call = _CALL.fullmatch(spec.strip())
    if call is not None and not _FILE.fullmatch(call[2]):
        head, rest = _head(call[1], own)
        if rest:
            raise ValueError(f"bot {spec!r} gives options twice, after ':' and in parentheses")
        return _called(spec, head, call[2])
    head, rest = _head(spec, own)
    if rest == "" or (rest is None and not head and ":" in spec):
        raise ValueError(f"bot {spec!r} ends in ':'; write NAME:OPTION=VALUE,OPTION=VALUE")
    texts: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not option or not value:
            raise ValueError(f"bot {spec!r}: {part!r} is not OPTION=VALUE")
        if option in texts:
            raise ValueError(f"bot {spec!r} gives {option} twice")
        texts[option] = value
    return SpecText(head, texts)


def _head(text: str, own: Collection[str]) -> tuple[str, str | None]:
    """The name, and what follows the colon after it; None without a colon."""
    file = _FILE.fullmatch(text.strip())
    if file is not None:
        head, rest = file[1], file[2]
    else:
        head, colon, after = (piece.strip() for piece in text.partition(":"))
        rest = after if colon else None
    if rest is not None and (file is not None or head not in own) and "=" not in rest.partition(":")[0]:
        name, colon, after = (piece.strip() for piece in rest.partition(":"))
        return f"{head}:{name}", after if colon else None
    return head, rest


def _called(spec: str, head: str, arguments: str) -> SpecText:
    """The options of a text such as `module:Class(depth=3, name="x")`. A bare word stands for itself."""
    try:
        call = ast.parse(f"_({arguments}\n)", mode="eval").body
    except (SyntaxError, ValueError):
        call = None
    if not isinstance(call, ast.Call) or call.args or any(word.arg is None for word in call.keywords):
        raise ValueError(f"bot {spec!r}: {arguments!r} is not OPTION=VALUE, OPTION=VALUE")
    texts: dict[str, str] = {}
    values: dict[str, Any] = {}
    for word in call.keywords:
        name = str(word.arg)
        if name in texts:
            raise ValueError(f"bot {spec!r} gives {name} twice")
        texts[name] = ast.unparse(word.value)
        try:
            values[name] = ast.literal_eval(word.value)
        except ValueError:
            values[name] = texts[name]
        if isinstance(values[name], str):
            texts[name] = values[name]
    return SpecText(head, texts, values)
