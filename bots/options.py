"""Options of bots: their types and bounds, and their text form in specs such as `ismcts:seconds=0.1`."""

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

__all__ = ["BotOption", "Weights", "check_options", "unknown_option", "weights_from_text", "weights_to_text"]

Weights = str | Mapping[str, float] | Sequence[float]
"""A preset's name, some weights by name (the others keep their defaults), or all of them in order."""


@dataclass(frozen=True)
class BotOption:
    """One keyword of a bot.

    `kind` is "integer", "real", "flag", "choice", "text" or "weights". `low` and `high` are inclusive, `above` is an
    exclusive lower bound. None is a legal value exactly if it is the default, and means "as measured
    for the game".
    """

    name: str
    kind: str
    default: Any
    help: str
    low: float | None = None
    high: float | None = None
    above: float | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """`value` in the option's own type (integers become floats where reals are asked for).

        ValueError quotes a bad value and says what is good.
        """
        if value is None and self.default is None:
            return None
        if self.kind == "flag":
            if isinstance(value, bool):
                return value
        elif self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
        elif self.kind == "text":
            if isinstance(value, str) and value and not set(value) & set(",= "):
                return value
        elif self.kind == "weights":
            return _checked_weights(self.name, value)
        else:
            number = self._number(value)
            if number is not None and self._in_bounds(number):
                return number
        raise ValueError(f"{self.name}={value!r}: it must be {self.expected()}")

    def parse(self, text: str) -> Any:
        """The value written as `text` in a spec; inverse of `format`. ValueError like `check`."""
        value: Any = text
        if text == "none" and self.default is None:
            value = None
        elif self.kind == "flag":
            value = {"true": True, "false": False}.get(text, text)
        elif self.kind == "weights":
            value = weights_from_text(text)
        elif self.kind in ("integer", "real"):
            try:
                value = int(text) if self.kind == "integer" else float(text)
            except ValueError:
                value = text
        return self.check(value)

    def format(self, value: Any) -> str:
        """The text of a checked value: shortest form that reads back as the same value."""
        if value is None:
            return "none"
        if self.kind == "flag":
            return "true" if value else "false"
        if self.kind == "weights":
            return weights_to_text(value)
        return _number_text(value) if self.kind == "real" else str(value)

    def expected(self) -> str:
        """What is good, in words."""
        if self.kind == "flag":
            words = "true or false"
        elif self.kind == "choice":
            words = "one of " + ", ".join(self.choices)
        elif self.kind == "text":
            words = "a word"
        else:
            words = "an integer" if self.kind == "integer" else "a number"
            bounds = [
                f"above {_number_text(self.above)}" if self.above is not None else "",
                f"at least {_number_text(self.low)}" if self.low is not None else "",
                f"at most {_number_text(self.high)}" if self.high is not None else "",
            ]
            words = " ".join([words, " and ".join(bound for bound in bounds if bound)]).strip()
        return words + " (or none)" if self.default is None else words

    def _number(self, value: Any) -> int | float | None:
        if isinstance(value, (bool, str)):
            return None
        try:
            number = operator.index(value) if self.kind == "integer" else float(value)
        except (TypeError, ValueError, OverflowError):
            return None
        return number if math.isfinite(number) else None

    def _in_bounds(self, number: float) -> bool:
        return (
            (self.low is None or number >= self.low)
            and (self.high is None or number <= self.high)
            and (self.above is None or number > self.above)
        )


def check_options(owner: str, options: Sequence[BotOption], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values: those given, checked, and defaults for the rest.

    ValueError for a name that `owner` does not have, listing those it has.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise unknown_option(owner, name, known)
    return {name: option.check(given.get(name, option.default)) for name, option in known.items()}


def unknown_option(owner: str, name: str, known: Mapping[str, object]) -> ValueError:
    """The error for an option that `owner` does not have."""
    close = get_close_matches(name, known, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return ValueError(f"{owner} has no option {name!r}{hint}; it has: {', '.join(sorted(known)) or 'none'}")


def weights_from_text(text: str) -> Weights:
    """`careful` (a preset), `load:1.5/bet:0.2` (some by name) or `1.5/0.2/3` (all in order). ValueError otherwise."""
    parts = text.split("/")
    try:
        if ":" in text:
            pairs = [part.split(":") for part in parts]
            return {name: float(number) for name, number in pairs}
        if len(parts) > 1 or _is_number(text):
            return tuple(float(part) for part in parts)
    except ValueError:
        raise ValueError(
            f"weights={text!r}: write a preset's name, NAME:NUMBER/NAME:NUMBER, or all numbers as 1.5/0.2/3"
        ) from None
    return text


def weights_to_text(weights: Weights) -> str:
    """Inverse of `weights_from_text`; named weights in alphabetical order."""
    if isinstance(weights, str):
        return weights
    if isinstance(weights, Mapping):
        return "/".join(f"{name}:{_number_text(value)}" for name, value in sorted(weights.items()))
    return "/".join(_number_text(value) for value in weights)


def _checked_weights(name: str, value: Any) -> Weights:
    """A copy of the weights with plain floats, so that a caller's later changes do not reach the bot."""
    try:
        if isinstance(value, str) and value and not set(value) & set(",=/: "):
            return value
        if isinstance(value, Mapping) and value:
            if all(isinstance(key, str) and key and not set(key) & set(",=/: ") for key in value):
                return {str(key): _finite(number) for key, number in value.items()}
        elif not isinstance(value, str) and len(value) > 0:
            return tuple(_finite(number) for number in value)
    except (TypeError, ValueError):
        pass
    raise ValueError(f"{name}={value!r}: it must be a preset's name, numbers by weight name, or all numbers in order")


def _finite(value: Any) -> float:
    number = float(value)
    if isinstance(value, (bool, str)) or not math.isfinite(number):
        raise ValueError(value)
    return number


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number_text(value: float) -> str:
    return repr(value).removesuffix(".0")
