"""What is kept of a game: its steps, its players, its result; as data, JSON or a readable script."""

import contextlib
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from caravela import script
from caravela.cext.core import Game, State
from caravela.cext.names import shorten
from caravela.engines.registry import load_game

__all__ = ["Fault", "Record"]


@dataclass(frozen=True)
class Fault:
    """Something a player did wrong; the game went on without it."""

    step: int
    """How many steps had been made: the index in the record's actions of the decision it was about, if about one."""
    seat: int
    kind: str
    """"raised" (choose), "illegal" (an answer that is no legal action), "overtime", or the hook that raised: "begin",
    "observe", "end"."""
    detail: str
    """One line for people: the exception, the answer, or the time taken."""


@dataclass(frozen=True)
class Record:
    """One game, finished or not. Plain data: picklable, comparable.

    Two records are equal if the same players played the same steps; times and search effort do not count.
    ValueError for one that contradicts itself: lengths that differ, half a result, seeds that are none.
    """

    game: str
    """The game's spec, such as "veracruz(players=3)"."""
    rules_version: int
    digest: str
    """Of the game's options, data and rules version."""
    seed: int | None
    """The deal's seed; None if the game was not dealt from one."""
    bots: tuple[str, ...]
    """The spec of each seat's player."""
    actions: tuple[int, ...]
    """Every action and chance outcome in order: the state's history."""
    players: tuple[int, ...]
    """Who made each step: a seat, or -1 for chance."""
    bots_seed: int | None = None
    """The seed of what the players drew, if another than the deal's."""
    returns: tuple[float, ...] = ()
    """Utilities by seat; empty if the game is not finished, as are scores and ranks."""
    scores: tuple[float, ...] = ()
    """The game's own points by seat."""
    ranks: tuple[int, ...] = ()
    """Places by seat, 1 is best, ties share."""
    faults: tuple[Fault, ...] = ()
    seconds: tuple[float, ...] = field(default=(), compare=False)
    """Time of each step's player, 0.0 for chance; empty if not measured."""
    iterations: tuple[int, ...] = field(default=(), compare=False)
    """Search iterations behind each step, 0 without a search; empty if not measured."""
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Line of each step in the script the record was read from; else empty."""

    def __post_init__(self) -> None:
        _check_steps(self)
        _check_result(self)

    @classmethod
    def from_state(
        cls,
        state: State,
        *,
        players: Sequence[int] | None = None,
        seed: int | None = None,
        bots_seed: int | None = None,
        bots: Sequence[str] = (),
        faults: Sequence[Fault] = (),
        seconds: Sequence[float] = (),
        iterations: Sequence[int] = (),
    ) -> Self:
        """The game up to `state`, with its result if it is over. ValueError on a sampled world.

        `players`: who made each step; found by replaying the history if it is not given.
        """
        history = state.history()
        game = state.game
        over = state.is_terminal()
        return cls(
            game=game.spec,
            rules_version=game.rules_version,
            digest=game.digest,
            seed=seed,
            bots_seed=bots_seed,
            bots=tuple(bots),
            actions=tuple(history),
            players=tuple(_players(game, history) if players is None else players),
            returns=tuple(state.returns()) if over else (),
            scores=tuple(state.scores()) if over else (),
            ranks=tuple(state.ranks()) if over else (),
            faults=tuple(faults),
            seconds=tuple(seconds),
            iterations=tuple(iterations),
        )

    def where(self, step: int) -> str:
        """How error texts point at a step: its line in the script it was read from, else its number from 1."""
        return f"line {self.lines[step]}" if step < len(self.lines) else f"step {step + 1}"

    def to_text(self, game: Game | None = None) -> str:
        """The game as a script: stable, readable, one step a line by name, without times.

        `game` names the steps; by default it is loaded by its spec, and must be given if it was opened with other data.
        ValueError if the record is of another game.
        """
        return script.write(self, self.opened(game))

    @classmethod
    def from_text(cls, text: str, game: Game | None = None) -> Self:
        """Reads a script, or JSON (a text that begins with "{").

        Only form and names are checked; `caravela.replay` checks the play. Header lines other than `game` may be
        missing: rules and digest are then as `game` has them, the rest is unknown. `game` as in `to_text`.
        ValueError names the line; TypeError for anything but text.
        """
        given: object = text
        if not isinstance(given, str):
            hint = "; read the file first" if isinstance(given, Path) else ""
            raise TypeError(f"a Record or the text of one is needed, not {shorten(given)}{hint}")
        if _PATH.fullmatch(text.strip()):
            raise ValueError(f"{shorten(text)}: this looks like a path; read the file first")
        if text.lstrip().startswith("{"):
            return cls.from_json(text)
        parsed = script.parse(text)
        game = _of_record(parsed.game, game)
        return cls(
            game=parsed.game,
            rules_version=game.rules_version if parsed.rules is None else parsed.rules,
            digest=parsed.digest or game.digest,
            seed=parsed.seed,
            bots_seed=parsed.bots_seed,
            bots=tuple(parsed.bots),
            actions=tuple(step.resolve(game) for step in parsed.steps),
            players=tuple(step.player for step in parsed.steps),
            returns=parsed.returns,
            scores=parsed.scores,
            ranks=parsed.ranks,
            faults=tuple(Fault(*fault) for fault in parsed.faults),
            lines=tuple(step.line for step in parsed.steps),
        )

    def to_json(self, *, indent: int | None = None) -> str:
        """Everything, times included, as one JSON object."""
        table = asdict(self)
        del table["lines"]
        return json.dumps({"caravela_record": script.FORMAT, **table}, indent=indent)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Inverse of `to_json`. ValueError says what is missing, unknown or of the wrong type."""
        try:
            table = json.loads(text)
        except RecursionError:
            raise ValueError("not a record: too many brackets within each other") from None
        if not isinstance(table, dict) or table.pop("caravela_record", None) != script.FORMAT:
            raise ValueError(f'not a record: a JSON object with "caravela_record": {script.FORMAT} is expected')
        known = {one.name for one in fields(cls)} - {"lines"}
        if set(table) != known:
            missing, unknown = sorted(known - set(table)), sorted(set(table) - known)
            raise ValueError(f"not a record: missing fields {missing}, unknown fields {shorten(unknown)}")
        return cls(**{name: _checked(name, value) for name, value in table.items()})

    def opened(self, game: Game | None = None, *, strict: bool = True) -> Game:
        """`game`, or the one loaded by the record's spec.

        ValueError if the record is of another game or, if `strict`, of other rules or data.
        """
        opened = _of_record(self.game, game)
        if strict and opened.rules_version != self.rules_version:
            raise ValueError(
                f"the record is of {self.game:.80} under rules version {shorten(self.rules_version)}; "
                f"this is rules version {opened.rules_version}. A replay that is not strict verifies it move by move"
            )
        if strict and opened.digest != self.digest:
            raise ValueError(
                f"the record is of {self.game:.80} with options and data {self.digest:.80}; "
                f"{opened.spec} has {opened.digest}. "
                "Give the game it was played with; a replay that is not strict verifies it move by move"
            )
        if self.bots and len(self.bots) != opened.num_players():
            raise ValueError(f"the record names {len(self.bots)} bots; {opened.spec} has {opened.num_players()} seats")
        return opened


def _of_record(spec: str, game: Game | None) -> Game:
    """`game`, or the one loaded by a record's spec. ValueError if `game` is another one."""
    if game is None:
        return load_game(spec)
    if game.name != spec.partition("(")[0]:
        raise ValueError(f"the record is of {spec:.80}, not of {game.spec}")
    return game


_PATH = re.compile(r"[^\n{]*([/\\\\]|\.\w{1,10}$)[^\n{]*")


def _check_steps(record: Record) -> None:
    """What is said of the steps, and the seeds. ValueError names the field."""
    for name in ("seed", "bots_seed"):
        seed = getattr(record, name)
        if seed is not None and not 0 <= seed < 2**64:
            raise ValueError(f"{name} is {shorten(seed)}; it must be at least 0 and below 2**64")
    steps = len(record.actions)
    if len(record.players) != steps:
        raise ValueError(f"the record names {len(record.players)} players for {steps} steps")
    for name, values in (("seconds", record.seconds), ("iterations", record.iterations)):
        if values and len(values) != steps:
            raise ValueError(f"the record has {len(values)} {name} for {steps} steps")
        for value in values:
            if not (math.isfinite(value) and value >= 0):
                raise ValueError(f"{name} has {shorten(value)}; it must be finite and not below 0")


def _check_result(record: Record) -> None:
    """The result: all of it for all seats, or nothing. ValueError says what is wrong."""
    lengths = {name: len(getattr(record, name)) for name in ("returns", "scores", "ranks")}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{count} {name}" for name, count in lengths.items())
        raise ValueError(f"the record has {counts}; a result has one of each for every seat")
    for name in ("returns", "scores"):
        if not all(math.isfinite(value) for value in getattr(record, name)):
            raise ValueError(f"{name} are {shorten(list(getattr(record, name)))}; they must be finite")


def _players(game: Game, history: Sequence[int]) -> Iterator[int]:
    """Who made each step of a history."""
    state = game.new_initial_state()
    for action in history:
        yield state.current_player()
        state.apply_action(action)


_SCALARS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "rules_version": (int,),
    "digest": (str,),
    "seed": (int, type(None)),
    "bots_seed": (int, type(None)),
}
_ITEMS: dict[str, type] = {
    "bots": str,
    "actions": int,
    "players": int,
    "returns": float,
    "scores": float,
    "ranks": int,
    "seconds": float,
    "iterations": int,
}


def _checked(name: str, value: Any) -> Any:
    """A field's value as read from JSON, in the record's own type. ValueError names the field."""
    if name in _SCALARS:
        if isinstance(value, _SCALARS[name]) and not isinstance(value, bool):
            return value
    elif isinstance(value, list):
        if name == "faults":
            return tuple(_fault(item) for item in value)
        kind = _ITEMS[name]
        accepted = (int, float) if kind is float else (kind,)
        if all(isinstance(item, accepted) and not isinstance(item, bool) for item in value):
            with contextlib.suppress(OverflowError):  # a whole number beyond all reals
                return tuple(kind(item) for item in value)
    raise ValueError(f"not a record: {name} is {shorten(value)}")


def _fault(item: Any) -> Fault:
    kinds = {"step": int, "seat": int, "kind": str, "detail": str}
    if not isinstance(item, dict) or set(item) != set(kinds):
        raise ValueError(f"not a record: a fault has {', '.join(kinds)}, not {shorten(item)}")
    if not all(isinstance(item[name], kind) for name, kind in kinds.items()):
        raise ValueError(f"not a record: fault {shorten(item)}")
    return Fault(**item)
