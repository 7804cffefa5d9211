"""Games with hidden information."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from threading import RLock
from typing import Any

import pyspiel

from caravela.cext.core import TERMINAL_PLAYER, Rng
from caravela.cext.python_engine import hash64
from caravela.openspiel.imported.evidence import chunks
from caravela.openspiel.imported.game import ImportedGame, hash_moves, pack, unpack, whole
from caravela.openspiel.imported.names import Names
from caravela.openspiel.imported.position import Log, Position
from caravela.openspiel.imported.secret_turns import SecretTurns
from caravela.openspiel.imported.view import MOVING, OVER, WAITING, Sight, View
from caravela.openspiel.imported.vocabulary import vocabulary
from caravela.openspiel.imported.worlds import Worlds

SIGHT_CODES = 1 << 30
"""Codes from here on stand for what a seat sees; smaller ones are its own actions."""

MET = 20_000
"""Sights that are remembered: the search meets the same ones again and again, and their codes take time to make."""


class HiddenGame(ImportedGame[Any]):
    """A game of OpenSpiel with hidden information.

    What a seat sees is its information state string or, where there is none, its observation string; whether it is to
    move; and what it may do then. Codes: the number of its own action, if it made one, then two that stand for what it
    sees. A step of others after which it sees the same has none.

    exact, worlds, effort: see `parameters.SEARCH_OPTIONS`.
    """

    def __init__(self, name: str, game: pyspiel.Game, exact: int, worlds: int, effort: int) -> None:
        super().__init__(name, game)
        self.codes_max = 3
        self.kind = game.get_type()
        self.remembers = self.kind.provides_information_state_string
        if self.kind.provides_information_state_tensor:
            self.observation_size = game.information_state_tensor_size()
        elif self.kind.provides_observation_tensor:
            self.observation_size = game.observation_tensor_size()
        self.worlds = Worlds(self, exact, worlds, effort)
        self.lock = RLock()
        self._met: dict[tuple[str, int, tuple[int, ...]], Sight] = {}
        self._vocabularies: dict[bool, dict[str, list[int]]] = {}

    def init(self) -> Position:
        """The state before the first move; nobody has seen anything."""
        made: Position = super().init()
        made.logs = [()] * self.players
        return made

    def copy(self, s: Any) -> Any:
        """A clone, or the same view once more."""
        if type(s) is Position:
            return Position(s.state.clone(), s.sights, s.logs)
        return View(s.player, s.codes, s.texts, s.sight)

    # What a seat sees

    def sight(self, s: Any, p: int) -> Sight:
        """What seat p sees of a state; of another seat's view nothing."""
        if type(s) is View:
            return s.sight
        sights = s.sights
        if sights is None:
            sights = s.sights = [None] * self.players
        seen: Sight | None = sights[p]
        if seen is None:
            seen = sights[p] = self._look(s.state, p)
        return seen

    def _look(self, state: Any, p: int) -> Sight:
        text = state.information_state_string(p) if self.remembers else state.observation_string(p)
        player = state.current_player()
        status = WAITING
        legal: tuple[int, ...] = ()
        if player == p or (self.simultaneous and state.is_simultaneous() and state.is_choosing(p)):
            status = MOVING
            legal = tuple(state.legal_actions(p) if self.simultaneous else state.legal_actions())
        elif player == TERMINAL_PLAYER:
            status = OVER
        met = self._met.get((text, status, legal))
        if met is None:
            if len(self._met) >= MET:
                self._met.clear()
            met = self._met[text, status, legal] = sight_of(text, status, legal)
        return met

    def observe(self, before: Position, a: int, after: Position, p: int) -> Sequence[int]:
        """The seat's own action, and what it sees now if that has changed."""
        own = before.state.current_player() == p
        seen = self.sight(after, p)
        codes = shown(a if own else -1, self.sight(before, p), seen)
        if before.logs is not None and before.logs[p] is not None:
            if after.logs is None:
                after.logs = [None] * self.players
            after.logs[p] = (before.logs[p], (codes, seen.text)) if codes else before.logs[p]
        return codes

    def redact(self, s: Any, p: int) -> View:
        """A view. Of a state whose past was not kept it is found by replaying the game."""
        if type(s) is View:
            return s
        log = s.logs[p] if s.logs is not None else None
        steps = self._replayed(s, p) if log is None else unrolled(log)
        codes = tuple(code for step, _ in steps for code in step)
        return View(p, codes, tuple(text for _, text in steps), self.sight(s, p))

    def _replayed(self, s: Position, p: int) -> list[tuple[tuple[int, ...], str]]:
        """What the seat was shown on the way to this state: codes and text, step by step."""
        at = self.init()
        made = []
        seen = self.sight(at, p)
        for player, action in self.moves(s):
            self.move(at, player, action)
            before, seen = seen, self.sight(at, p)
            codes = shown(action if player == p else -1, before, seen)
            if codes:
                made.append((codes, seen.text))
        return made

    def key(self, s: Any, p: int) -> int:
        """What a seat sees; of a true state its moves."""
        if p < 0:
            return hash64(self.pack(s)) if self.simultaneous or type(s) is View else hash_moves(s.state.history())
        first, second = self.sight(s, p).codes
        return first << 32 | second

    def determinize(self, view: View, p: int, rng: Rng) -> tuple[Position, bool]:
        """A world that shows the seat the same codes."""
        with self.lock:
            return self.worlds.draw(view, rng)

    def vocabulary(self, chance: bool) -> dict[str, list[int]]:
        """The outcomes or actions whose names have a word, by word."""
        if not self._vocabularies:
            names = Names(self)
            self._vocabularies = {True: vocabulary(names.outcomes), False: vocabulary(names.actions)}
        return self._vocabularies[chance]

    def observation(self, s: Any, p: int) -> Sequence[float]:
        """OpenSpiel's tensor: of a view, that of a world that looks the same."""
        if type(s) is View:
            s, _ = self.determinize(s, p, Rng(0))
        state = s.state.inner if isinstance(s.state, SecretTurns) else s.state
        if self.kind.provides_information_state_tensor:
            return state.information_state_tensor(p)  # type: ignore[no-any-return]
        return state.observation_tensor(p)  # type: ignore[no-any-return]

    # Bytes

    def pack(self, s: Any) -> bytes:
        """The moves of a state; the codes of a view, and what is seen."""
        if type(s) is View:
            return pack(["view", s.player, s.codes, folded(s.texts), s.sight.text, s.sight.status, s.sight.legal])
        return self.pack_position(s)

    def unpack(self, data: bytes) -> Any:
        """A state or view. ValueError for bytes that `pack` does not make."""
        kind, *fields = unpack(data)
        made: Position | View
        if kind == "state":
            made = self.unpack_position(fields)
        elif kind == "view":
            player, codes, texts, text, status, legal = fields
            if not isinstance(text, str):
                raise ValueError("a view has a text")
            sight = sight_of(text, whole(status), tuple(map(whole, legal)))
            made = View(whole(player), tuple(map(whole, codes)), unfolded(texts), sight)
        else:
            raise ValueError(f"{kind!r} is no kind of state")
        if pack([kind, *fields]) != self.pack(made):
            raise ValueError("the fields are not written as they should be")
        return made

    def validate(self, s: Any, p: int) -> int:
        """0 for a state that legal moves led to, and for a view whose last codes stand for what it shows."""
        if (type(s) is View) != (p >= 0):
            return 1
        if p < 0:
            return 0
        if s.player != p:
            return 2
        status, legal = s.sight.status, s.sight.legal
        if status not in (WAITING, OVER, MOVING) or (status == MOVING) != bool(legal):
            return 3
        if list(legal) != sorted(set(legal)) or not all(0 <= action < self.action_count for action in legal):
            return 4
        try:
            noticed = chunks(s.codes, s.texts, self.action_count)
        except ValueError:
            return 5
        last = (noticed[-1].seen, noticed[-1].text) if noticed else self.sight(self.init(), p)[3::-3]
        return 0 if last == (s.sight.codes, s.sight.text) else 6


def sight_of(text: str, status: int, legal: tuple[int, ...]) -> Sight:
    """What a seat sees, with its codes."""
    number = hash64(text.encode() + array("i", (*legal, status)).tobytes())
    return Sight(text, status, legal, (SIGHT_CODES | number & SIGHT_CODES - 1, SIGHT_CODES | number >> 34))


def shown(own: int, before: Sight, after: Sight) -> tuple[int, ...]:
    """A step's codes: after the seat's own action that and what it sees; else what it sees if that has changed."""
    if own >= 0:
        return (own, *after.codes)
    return () if before.codes == after.codes else after.codes


def unrolled(log: Log) -> list[tuple[tuple[int, ...], str]]:
    """All steps of a log, in order."""
    steps = []
    while log:
        log, step = log
        steps.append(step)
    steps.reverse()
    return steps


def folded(texts: tuple[str, ...]) -> list[tuple[int, str]]:
    """Texts without the beginning that each shares with the one before: its length and the rest."""
    made = []
    before = ""
    for text in texts:
        length = next((i for i, (x, y) in enumerate(zip(before, text, strict=False)) if x != y), None)
        length = min(len(before), len(text)) if length is None else length
        made.append((length, text[length:]))
        before = text
    return made


def unfolded(pairs: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """What `folded` folded."""
    made: list[str] = []
    for length, rest in pairs:
        made.append((made[-1] if made else "")[: whole(length)] + rest)
    return tuple(made)
