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
    defaults = asdict(_DEFAULTS)
    table = {"played": f"{played} of {planned} games", "to repeat it": command(settings)}
    for name, value in asdict(settings).items():
        if name != "versions" and (name in SHOWN or value != defaults[name]):
            table[name.replace("_", " ")] = _text(value)
    return table | {f"version of {name}": _text(version) for name, version in settings.versions.items()}


def command(settings: Settings) -> str:
    """What to type to play the same games. `--data FILE` stands for changes to the data of the game."""
    words = ["caravela", "tournament", _without_players(settings.games[0])]
    words += ["--players", ",".join(map(str, settings.players))]
    words += [word for bot in settings.bots for word in ("--bot", bot)]
    words += ["--games", str(settings.games_each), "--line-ups", str(settings.line_ups), "--seed", str(settings.seed)]
    for name in ("schedule", "until_ci", "time_limit", "penalty", "hang_limit", "memory_limit"):
        if getattr(settings, name) != getattr(_DEFAULTS, name):
            words += [f"--{name.replace('_', '-')}", _number(getattr(settings, name))]
    words += ["--isolate"] if settings.isolate else []
    words += ["--data", "FILE"] if settings.data else []
    return shlex.join(words)


_DEFAULTS = Settings((), (), ())


def _without_players(spec: str) -> str:
    """The spec of a game for all table sizes."""
    name, _, options = spec.partition("(")
    kept = [option for option in options.rstrip(")").split(",") if option and not option.startswith("players=")]
    return f"{name}({','.join(kept)})" if kept else name


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _text(value: Any) -> str:
    if isinstance(value, tuple | list):
        return " ".join(shlex.quote(str(one)) for one in value)
    return "none" if value is None else str(value)
