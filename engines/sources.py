"""Sources: whole families of games behind one prefix, such as `openspiel:leduc_poker`.

A source is an object registered by the entry-point group `caravela.sources` under its prefix. It makes the EngineSpec
of a game when it is asked for; nothing of it is imported before.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Protocol, cast

from caravela.cext.names import listing, shorten

if TYPE_CHECKING:
    from caravela.engines.registry import EngineSpec

ENTRY_POINTS = "caravela.sources"


class Source(Protocol):
    """What a package offers under a prefix."""

    def spec(self, name: str) -> EngineSpec:
        """The game `name`, given without the prefix; the spec's own name has it. ValueError lists close matches."""

    def names(self) -> list[str]:
        """The games there are, without the prefix, sorted."""


def registered_sources() -> list[str]:
    """The prefixes of all sources, sorted."""
    return sorted({entry.name for entry in entry_points(group=ENTRY_POINTS)})


def source_names(prefix: str) -> list[str]:
    """The games of a source as `load_game` takes them. ValueError lists the sources there are."""
    entry = _entry(prefix)
    try:
        return [f"{prefix}:{name}" for name in _source(entry).names()]
    except ImportError as error:
        raise _not_installed(entry, error) from error


def source_spec(name: str) -> EngineSpec:
    """The game of a name such as "openspiel:leduc_poker". ValueError lists the sources, or names what is missing."""
    prefix, _, rest = name.partition(":")
    entry = _entry(prefix)
    try:
        return _source(entry).spec(rest)
    except ImportError as error:
        raise _not_installed(entry, error) from error


def _entry(prefix: str) -> EntryPoint:
    found = list(entry_points(group=ENTRY_POINTS, name=prefix))
    if not found:
        raise ValueError(f"unknown source of games {shorten(prefix)}; there are {listing(registered_sources())}")
    if len(found) > 1:
        raise ValueError(f"source {prefix} is registered by {listing([entry.value for entry in found])}")
    return found[0]


@cache
def _source(entry: EntryPoint) -> Source:
    source = entry.load()
    if not callable(getattr(source, "spec", None)) or not callable(getattr(source, "names", None)):
        raise ValueError(f"{entry.value} offers {shorten(source)} as source {entry.name}; it has no spec and names")
    return cast("Source", source)


def _not_installed(entry: EntryPoint, error: ImportError) -> ValueError:
    """The error about a source whose imports fail; it names the extra of that name, if there is one."""
    message = f"the games of {entry.name} cannot be loaded: {error}"
    if entry.dist is not None and entry.name in (entry.dist.metadata.get_all("Provides-Extra") or []):
        advice = f"pip install '{entry.dist.name}[{entry.name}]'"
        if advice not in message:  # some packages say so themselves
            message += f"; {advice}"
    return ValueError(message)
