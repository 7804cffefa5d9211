"""The settings of a tournament for people, and the command that plays it again."""

import shlex
from dataclasses import asdict
from typing import Any

from caravela.arena.settings import Settings

SHOWN = ("bots", "games", "players", "schedule", "games_each", "line_ups", "seed", "data")
"""What every report tells; other settings are told if they are not at their defaults."""


def title_of(settings: Settings) -> str:
    """`veracruz, 2 to 4 players`."""
    name = settings.games[0].partition("(")[0] if settings.games else "no game"
    sizes = sorted(settings.players)
    told = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else "".join(map(str, sizes))
    return f"{name}, {told} players"


def described(settings: Settings, *, played: int, planned: int) -> dict[str, str]:
    """Name and value of every setting, of the versions, and how much was played."""
    defaults = asdict(Settings((), (), ()))
    table = {"played": f"{played} of {planned} games"}
    for name, value in asdict(settings).items():
        if name != "versions" and (name in SHOWN or value != defaults[name]):
            table[name.replace("_", " ")] = _text(value)
    return table | {f"version of {name}": _text(version) for name, version in settings.versions.items()}


def _text(value: Any) -> str:
    if isinstance(value, tuple | list):
        return " ".join(shlex.quote(str(one)) for one in value)
    return "none" if value is None else str(value)
