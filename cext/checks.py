"""Checking option values: one-line errors that quote the bad value and list the good ones."""

from collections.abc import Mapping
from typing import TypeVar

__all__ = ["choice", "flag", "number"]

T = TypeVar("T")
N = TypeVar("N", int, float)


def choice(name: str, value: object, known: Mapping[str, T]) -> T:
    """What `known` maps `value` to. ValueError lists the known names."""
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"unknown {name} {value!r}; known: {', '.join(known)}")
    return known[value]


def flag(name: str, value: object) -> bool:
    """`value`, which must be True or False. ValueError for anything else, numbers too."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, not {value!r}")
    return value


def number(name: str, value: object, kind: type[N], low: float, high: float) -> N:
    """`value` as `kind`. ValueError if it is no number (booleans are none), not whole for int, or out of bounds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be {'an integer' if kind is int else 'a number'}, not {value!r}")
    if kind is int and isinstance(value, float) and not value.is_integer():
        raise ValueError(f"{name} must be an integer, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} is {value!r}; it must be between {low} and {high}")
    return kind(value)
