"""What a tournament was started with: everything that its results depend on, as plain data."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """The settings of a tournament. Two runs with equal settings play the same games, but for bots limited by time."""

    bots: tuple[str, ...]
    games: tuple[str, ...]
    """The spec of the game of each table size, such as "veracruz(players=3)"."""
    players: tuple[int, ...]
    """The table sizes, in the same order."""
    schedule: str = "round-robin"
    """"round-robin", "gauntlet" (first bot against the others), "head-to-head" (two bots) or "match" (one line-up)."""
    games_each: int = 24
    """Games for each line-up, rounded up to whole deals."""
    line_ups: int = 0
    """The most line-ups of one table size; of more, a balanced random choice is played. 0: all."""
    seed: int = 0
    data: Mapping[str, Any] | None = None
    """Changes to the game's data, as `load_game` takes them."""
    time_limit: float | None = None
    """Seconds for a move; a later answer is a fault."""
    hang_limit: float | None = None
    """Seconds after which a bot that does not answer is ended with its process; None waits for ever."""
    memory_limit: int | None = None
    """Megabytes that the process of a game may hold beyond what it began with."""
    penalty: str = "forfeit"
    """What a fault costs: "forfeit" or "random"."""
    isolate: bool = False
    """Whether games are played in processes that can be ended."""
    keep: bool = True
    """Whether the actions of each game are kept."""
    until_ci: float | None = None
    """Play stops when every rating is known as exactly as this: the width of its interval in points."""
    versions: dict[str, str] = field(default_factory=dict)
    """By name: of caravela, the rules and the data of each game, and every bot."""

    def to_json(self) -> str:
        """All settings as one JSON object."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Inverse of `to_json`. ValueError for anything else."""
        table = json.loads(text)
        known = {one.name for one in fields(cls)}
        if not isinstance(table, dict) or set(table) != known:
            wrong = sorted(known ^ set(table)) if isinstance(table, dict) else text[:80]
            raise ValueError(f"these are no settings of a tournament: {wrong}")
        for name in ("bots", "games", "players"):
            table[name] = tuple(table[name])
        return cls(**table)

    def differences(self, other: Self) -> list[str]:
        """One line for each setting or version that is another in `other`: "seed: 1, now 2"."""
        mine, theirs = _flat(asdict(self)), _flat(asdict(other))
        return [
            f"{name}: {_text(mine.get(name))}, now {_text(theirs.get(name))}"
            for name in dict.fromkeys([*mine, *theirs])
            if mine.get(name) != theirs.get(name)
        ]


def _flat(table: dict[str, Any]) -> dict[str, Any]:
    """The versions beside the settings."""
    versions = table.pop("versions")
    return table | {f"version of {name}": version for name, version in versions.items()}


def _text(value: Any) -> str:
    if isinstance(value, tuple | list):
        return " ".join(map(str, value))
    return "none" if value is None else str(value)
