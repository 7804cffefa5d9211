"""Maps between ids and names, and the lists of names that error messages show."""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

SHOWN = 12


def listing(names: Sequence[str], shown: int = SHOWN) -> str:
    """The names, comma-separated; a long list is cut and its length told."""
    if not names:
        return "none"
    if len(names) <= shown:
        return ", ".join(names)
    return f"{', '.join(names[:shown])}, ... ({len(names)} in all)"


def name_table(kind: str, count: int, name: Callable[[int], str]) -> dict[str, int]:
    """The ids 0 .. count-1 by name. ValueError if two share a name or a name has white space."""
    table: dict[str, int] = {}
    for number in range(count):
        text = name(number)
        if text.split() != [text]:
            raise ValueError(f"{kind} {number} is called {text!r}: names have no white space")
        if text in table:
            raise ValueError(f"{kind}s {table[text]} and {number} are both called {text!r}")
        table[text] = number
    return table


def look_up(kind: str, name: object, table: dict[str, int]) -> int:
    """The id of a name. ValueError shows close matches, else the first names there are."""
    if isinstance(name, str) and name in table:
        return table[name]
    close = get_close_matches(name, table, n=5) if isinstance(name, str) and len(name) < 200 else []
    known = f"did you mean {listing(close)}?" if close else f"there are {listing(list(table))}"
    raise ValueError(f"unknown {kind} {shorten(name)}; {known}")


def shorten(value: object, width: int = 80) -> str:
    """repr of a value, cut to a width."""
    text = repr(value)
    return text if len(text) <= width else text[: width - 3] + "..."


def numbered(ids: Iterable[int], name: Callable[[int], str], shown: int = SHOWN) -> str:
    """The names of the ids; only as many are named as are shown."""
    known = list(ids)
    names = [name(number) for number in known[:shown]]
    if not names:
        return "none"
    tail = f", ... ({len(known)} in all)" if len(known) > shown else ""
    return ", ".join(names) + tail
