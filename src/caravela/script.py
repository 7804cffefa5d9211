"""The text form of a record: header lines, one step a line by name, result lines.

    caravela-record 1
    game: veracruz(players=2)
    rules: 1
    digest: 0123456789abcdef
    seed: 7
    bot 0: random
    bot 1: heuristic

    * invest:gold
    0 gold3>juncal.left

    returns: 1.0 -1.0
    scores: 9.0 4.0
    ranks: 1 2
    fault: after 12 seat 1 illegal "answered None"

`*` is chance, a number is a seat; `after 12` counts the steps made before a fault. Blank lines and lines that begin
with `#` mean nothing; so does the rest of a step's line after `#`. Only the first line and `game` must be there, so
that a script can be written by hand.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from caravela.cext.core import CHANCE_PLAYER, Game
from caravela.cext.names import shorten

if TYPE_CHECKING:
    from caravela.record import Record

__all__ = ["FORMAT", "Script", "Step", "parse", "write"]

FORMAT = 1
"""Goes up when older readers would misread a newer text."""

_STEP = re.compile(r"(\*|\d+)\s+(\S+)(?:\s+#.*)?")
_LINE = re.compile(r"([a-z_]+)(?: (\d+))?:\s*(.*)")
_FAULT = re.compile(r'after (\d+) seat (\d+) ([a-z]+) (".*")')


@dataclass(frozen=True)
class Step:
    """A step as written: its line, who made it (-1 is chance), its name."""

    line: int
    player: int
    name: str

    def resolve(self, game: Game) -> int:
        """The action or outcome of that name. ValueError names the line."""
        try:
            if self.player == CHANCE_PLAYER:
                return game.string_to_chance(self.name)
            return game.string_to_action(self.name)
        except ValueError as error:
            raise ValueError(f"line {self.line}: {error}") from None


@dataclass
class Script:
    """What a text says, before any game has been asked."""

    game: str = ""
    rules: int | None = None
    digest: str = ""
    seed: int | None = None
    bots_seed: int | None = None
    bots: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    returns: tuple[float, ...] = ()
    scores: tuple[float, ...] = ()
    ranks: tuple[int, ...] = ()
    faults: list[tuple[int, int, str, str]] = field(default_factory=list)


def write(record: "Record", game: Game) -> str:
    """The text of a record, its steps named by `game`. Ends with a line break."""
    lines = [
        f"caravela-record {FORMAT}",
        f"game: {record.game}",
        f"rules: {record.rules_version}",
        f"digest: {record.digest}",
    ]
    if record.seed is not None:
        lines.append(f"seed: {record.seed}")
    if record.bots_seed is not None:
        lines.append(f"bots_seed: {record.bots_seed}")
    lines += [f"bot {seat}: {bot}" for seat, bot in enumerate(record.bots)]
    lines.append("")
    for player, action in zip(record.players, record.actions, strict=True):
        if player == CHANCE_PLAYER:
            lines.append(f"* {game.chance_to_string(action)}")
        else:
            lines.append(f"{player} {game.action_to_string(action)}")
    if record.returns or record.faults:
        lines.append("")
    for name in ("returns", "scores", "ranks"):
        values = getattr(record, name)
        if values:
            lines.append(f"{name}: {' '.join(map(repr, values))}")
    for fault in record.faults:
        detail = json.dumps(fault.detail)
        lines.append(f"fault: after {fault.step} seat {fault.seat} {fault.kind} {detail}")
    return "\n".join(lines) + "\n"


def parse(text: str) -> Script:
    """Reads a text. ValueError names the line and says what was expected."""
    script = Script()
    seen: set[str] = set()
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    first = f"caravela-record {FORMAT}"
    if not lines or lines[0][1] != first:
        number, line = lines[0] if lines else (1, "")
        raise ValueError(f"line {number}: a record begins with {first!r}, not {shorten(line)}")
    for number, line in lines[1:]:
        step = _STEP.fullmatch(line)
        if step:
            player = CHANCE_PLAYER if step[1] == "*" else int(step[1])
            script.steps.append(Step(number, player, step[2]))
            continue
        try:
            _read_line(script, seen, line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if not script.game:
        raise ValueError("the record names no game: a line such as 'game: veracruz(players=2)' is missing")
    return script


def _floats(text: str) -> tuple[float, ...]:
    return tuple(float(word) for word in text.split())


def _integers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


_VALUES: dict[str, Callable[[str], Any]] = {
    "game": str,
    "rules": int,
    "digest": str,
    "seed": int,
    "bots_seed": int,
    "returns": _floats,
    "scores": _floats,
    "ranks": _integers,
}


def _read_line(script: Script, seen: set[str], line: str) -> None:
    """Reads one line that is no step. ValueError without the line's number."""
    match = _LINE.fullmatch(line)
    key, index, value = match.groups() if match else ("", None, "")
    if key == "bot" and index is not None:
        if int(index) != len(script.bots):
            raise ValueError(f"bot {len(script.bots)} comes next, not bot {index}")
        script.bots.append(value)
    elif key == "fault" and index is None:
        fault = _FAULT.fullmatch(value)
        if not fault:
            raise ValueError(f'{shorten(value)} is not: after STEPS seat NUMBER KIND "TEXT"')
        script.faults.append((int(fault[1]), int(fault[2]), fault[3], json.loads(fault[4])))
    elif key in _VALUES and index is None:
        if key in seen:
            raise ValueError(f"{key} is given twice")
        seen.add(key)
        try:
            setattr(script, key, _VALUES[key](value))
        except ValueError:
            raise ValueError(f"{key} cannot be {shorten(value)}") from None
    else:
        known = ", ".join([*_VALUES, "bot SEAT", "fault"])
        raise ValueError(f"{shorten(line)} is neither a step ('* OUTCOME' or 'SEAT ACTION') nor one of these: {known}")
