"""The settings of tournaments for people: what it takes to play them again."""

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from caravela.arena.settings import Settings

SHOWN = ("bots", "games", "players", "schedule", "games_each", "line_ups", "seed", "data")
"""What every report tells; other settings are told if they are not at their defaults."""


def title_of(tournaments: Sequence[Settings]) -> str:
    """`veracruz, 2 to 4 players`. ValueError if the tournaments are of different games."""
    names = list(dict.fromkeys(spec.partition("(")[0] for settings in tournaments for spec in settings.games))
    if len(names) != 1:
        raise ValueError(f"these are tournaments of different games: {', '.join(names)}")
    sizes = sorted({size for settings in tournaments for size in settings.players})
    told = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
    return f"{names[0]}, {told} players"


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
