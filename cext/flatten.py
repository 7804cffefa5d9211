"""Turns options and data tables into the flat, sorted parameters that an engine's `open` receives."""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

INTEGER = 0  # CARAVELA_INTEGER
REAL = 1  # CARAVELA_REAL
TEXT = 2  # CARAVELA_TEXT

MAX_DEPTH = 16


class Parameter(NamedTuple):
    """One option or one value or array of a data table; a scalar has one value."""

    key: str
    kind: int
    values: tuple[int, ...] | tuple[float, ...] | tuple[str, ...]


def flatten(options: Mapping[str, Any], data: Mapping[str, Any]) -> list[Parameter]:
    """Options as `options.<name>`, tables as dotted paths, ascending by the bytes of the key.

    Booleans become 0 and 1; an array with integers and reals is real; arrays of tables get their index as a path
    component. ValueError for anything else (dates, mixed arrays, numbers beyond 64 bits or not finite).
    """
    if "options" in data:
        raise ValueError("a data table cannot be called 'options': the name is taken by the game's options")
    found = [*_walk("options", options, 0)]
    for key, value in data.items():
        found.extend(_walk(_component(key, ""), value, 0))
    return sorted(found, key=lambda item: item.key.encode())


def digest(name: str, rules_version: int, parameters: Sequence[Parameter]) -> int:
    """64 bits that identify a game: its name, rules version, options and data."""
    state = hashlib.blake2b(digest_size=8)
    for item in [(name, rules_version), *parameters]:
        state.update(repr(tuple(item)).encode())
        state.update(b"\n")
    return int.from_bytes(state.digest(), "little")


def _component(key: object, path: str) -> str:
    if not isinstance(key, str) or not key or "." in key or "\0" in key:
        raise ValueError(f"bad key {key!r} in {path or 'the data'}: keys are non-empty text without dots")
    return key


def _walk(path: str, value: Any, depth: int) -> Iterator[Parameter]:
    if depth > MAX_DEPTH:
        raise ValueError(f"{path} is nested more than {MAX_DEPTH} deep")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _walk(f"{path}.{_component(key, path)}", inner, depth + 1)
    elif isinstance(value, list | tuple) and any(isinstance(inner, Mapping) for inner in value):
        for index, inner in enumerate(value):
            if not isinstance(inner, Mapping):
                raise ValueError(f"{path} mixes tables and values")
            yield from _walk(f"{path}.{index}", inner, depth + 1)
    else:
        yield _leaf(path, value if isinstance(value, list | tuple) else (value,))


def _leaf(path: str, values: Sequence[Any]) -> Parameter:
    if all(isinstance(value, str) for value in values) and values:
        if any("\0" in value for value in values):
            raise ValueError(f"{path} holds text with a NUL character")
        return Parameter(path, TEXT, tuple(values))
    if all(isinstance(value, int) for value in values):
        for value in values:
            if not -(2**63) <= value < 2**63:
                raise ValueError(f"{path} is {value}: integers have 64 bits")
        return Parameter(path, INTEGER, tuple(int(value) for value in values))
    if all(isinstance(value, int | float) for value in values):
        reals = tuple(float(value) for value in values)
        if not all(math.isfinite(value) for value in reals):
            raise ValueError(f"{path} is {list(reals)}: numbers must be finite")
        return Parameter(path, REAL, reals)
    kinds = sorted({type(value).__name__ for value in values})
    raise ValueError(f"{path} holds {', '.join(kinds)}: values are all whole numbers, all numbers or all text")
