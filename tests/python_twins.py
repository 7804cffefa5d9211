"""Two shipped games once more, as PythonGames: same actions, codes, draws and bytes as their native engines."""

import struct
from collections.abc import Callable
from typing import Any

from caravela.cext import CHANCE_PLAYER, TERMINAL_PLAYER, Game, PythonGame, Rng, hash64, python_engine
from caravela.engines.registry import engine_spec, load_game

PLACING, PICKING, OPENING, CHOOSING, OVER = range(5)
GUEST, HOUSE = 0, 1


class Fields:
    """Five integers, packed as the native engines lay them out."""

    __slots__ = ("n",)

    def __init__(self, *n: int) -> None:
        self.n = list(n)


class Packed(PythonGame[Fields]):
    """What both games share: five fields, two seats."""

    made: type[Fields] = Fields
    players = 2
    zero_sum = True
    codes_max = 2
    score_scale = 1.0

    def init(self) -> Fields:
        return self.made(0, 0, 0, 0, 0)

    def copy(self, s: Fields) -> Fields:
        return self.made(*s.n)

    def key(self, s: Fields, p: int) -> int:
        return hash64(self.pack(s if p < 0 else self.redact(self.made(*s.n), p)))

    def pack(self, s: Fields) -> bytes:
        return struct.pack("=5i", *s.n)

    def unpack(self, data: bytes) -> Fields:
        if len(data) != 20:
            raise ValueError(f"{len(data)} bytes instead of 20")
        return self.made(*struct.unpack("=5i", data))


class MontyHall(Packed):
    """Fields: phase, prize, pick, opened, choice."""

    decisions_max = 2
    steps_max = 4

    def __init__(self, options: dict[str, Any]) -> None:
        self.doors: int = options["options.doors"]
        self.stake: float = options["payoff.stake"]
        self.action_count = self.legal_max = self.chance_max = self.doors
        self.min_utility, self.max_utility = -self.stake, self.stake
        self.observation_size = 4 * self.doors

    def current_player(self, s: Fields) -> int:
        return (CHANCE_PLAYER, GUEST, CHANCE_PLAYER, GUEST, TERMINAL_PLAYER)[s.n[0]]

    def legal_actions(self, s: Fields) -> list[int]:
        return [door for door in range(self.doors) if door + 1 != s.n[3]]

    def possible(self, s: Fields) -> list[int]:
        if s.n[0] == PLACING:
            return list(range(self.doors))
        return [door for door in range(self.doors) if door + 1 not in (s.n[1], s.n[2])]

    def chance_outcomes(self, s: Fields) -> list[tuple[int, float]]:
        doors = self.possible(s)
        return [(door, 1.0 / len(doors)) for door in doors]

    def sample_chance(self, s: Fields, rng: Rng) -> int:
        if s.n[0] == OPENING and s.n[1] == s.n[2]:  # in the native engine's order
            return (s.n[2] + rng.bounded(self.doors - 1)) % self.doors
        doors = self.possible(s)
        return doors[rng.bounded(len(doors))]

    def chance_key(self, s: Fields) -> int:
        return (s.n[0] == OPENING) << 32

    def apply(self, s: Fields, a: int) -> None:
        s.n[1 + s.n[0]] = a + 1
        s.n[0] += 1

    def observe(self, before: Fields, a: int, after: Fields, p: int) -> list[int]:
        phase = before.n[0]
        kind = {PLACING: 3, PICKING: 0, OPENING: 1, CHOOSING: 2}[phase]
        codes = [1 + kind * self.doors + a]
        if p == GUEST and phase == PLACING:
            codes = [0]
        if p == GUEST and phase == CHOOSING:
            codes.append(3 * self.doors + before.n[1])
        return codes

    def redact(self, s: Fields, p: int) -> Fields:
        if p == GUEST and s.n[0] != OVER:
            s.n[1] = 0
        return s

    def determinize(self, view: Fields, p: int, rng: Rng) -> tuple[Fields, bool]:
        s = self.copy(view)
        if p == HOUSE or s.n[0] in (PLACING, OVER):
            return s, False
        if s.n[0] != CHOOSING:
            s.n[1] = 1 + rng.bounded(self.doors)
            return s, False
        draw = rng.bounded(self.doors * (self.doors - 2)) - (self.doors - 2)
        others = [door for door in range(1, self.doors + 1) if door not in (s.n[2], s.n[3])]
        s.n[1] = s.n[2] if draw < 0 else others[draw // (self.doors - 1)]
        return s, False

    def scores(self, s: Fields) -> list[float]:
        won = float(s.n[4] == s.n[1])
        return [won, 1.0 - won]

    def returns(self, s: Fields) -> list[float]:
        return [self.stake * (2 * won - 1) for won in self.scores(s)]

    def validate(self, s: Fields, p: int) -> int:
        phase, *doors = s.n
        if not PLACING <= phase <= OVER or any(not 0 <= door <= self.doors for door in doors):
            return 1
        known = [phase > i and not (i == 0 and p == GUEST and phase != OVER) for i in range(4)]
        if [door != 0 for door in doors] != known:
            return 2
        prize, pick, opened, choice = doors
        return 3 if opened and (opened in (prize, pick) or choice == opened) else 0

    def observation(self, s: Fields, p: int) -> list[float]:
        shown = [s.n[2], s.n[3], s.n[4], s.n[1] if p == HOUSE or s.n[0] == OVER else 0]
        return [float(at == door + 1) for at in shown for door in range(self.doors)]


class Pennies(Packed):
    """Fields: rounds finished, won by seat 0, mover, picks of both."""

    action_count = legal_max = 2
    chance_max = 1
    codes_max = 1

    def __init__(self, options: dict[str, Any]) -> None:
        self.rounds: int = options["options.rounds"]
        self.stake: float = options["payoff.stake"]
        self.min_utility, self.max_utility = -self.stake, self.stake
        self.decisions_max, self.steps_max = 2 * self.rounds, 3 * self.rounds
        self.score_scale = float(self.rounds)

    def current_player(self, s: Fields) -> int:
        if s.n[0] == self.rounds:
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if s.n[3] and s.n[4] else s.n[2]

    def legal_actions(self, s: Fields) -> list[int]:
        return [0, 1]

    def chance_outcomes(self, s: Fields) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def sample_chance(self, s: Fields, rng: Rng) -> int:
        return 0

    def chance_key(self, s: Fields) -> int:
        return s.n[0]

    def apply(self, s: Fields, a: int) -> None:
        if s.n[3] and s.n[4]:
            s.n[1] += s.n[3] == s.n[4]
            s.n[0] += 1
            s.n[3] = s.n[4] = 0
            return
        s.n[3 + s.n[2]] = a + 1
        s.n[2] = 0 if s.n[3] and s.n[4] else 1 - s.n[2]

    def observe(self, before: Fields, a: int, after: Fields, p: int) -> list[int]:
        if before.n[3] and before.n[4]:
            return [2 + 2 * (before.n[3] - 1) + before.n[4] - 1]
        return [a] if before.n[2] == p else []

    def redact(self, s: Fields, p: int) -> Fields:
        if s.n[0] != self.rounds:
            s.n[4 - p] = 0
            s.n[2] = p if s.n[3 + p] == 0 else 1 - p
        return s

    def determinize(self, view: Fields, p: int, rng: Rng) -> tuple[Fields, bool]:
        return self.copy(view), False

    def scores(self, s: Fields) -> list[float]:
        return [float(s.n[1]), float(s.n[0] - s.n[1])]

    def returns(self, s: Fields) -> list[float]:
        mine = self.stake * (2 * s.n[1] - self.rounds) / self.rounds
        return [mine, -mine]

    def validate(self, s: Fields, p: int) -> int:
        done, won, mover, *picks = s.n
        if not 0 <= won <= done <= self.rounds or not set(picks) <= {0, 1, 2} or mover not in (0, 1):
            return 1
        if done == self.rounds or all(picks):
            if mover or (done == self.rounds and any(picks)):
                return 2
        elif picks[mover]:
            return 3
        return 4 if p >= 0 and self.redact(self.copy(s), p).n != s.n else 0

    def turn(self, s: Fields) -> int:
        return s.n[0]


RULES: dict[str, type[MontyHall] | type[Pennies]] = {"monty_hall": MontyHall, "pennies": Pennies}


def twin(spec: str, rules: Callable[[dict[str, Any]], PythonGame[Any]] | None = None) -> Game:
    """The Python twin of a native game, with its options, data and names, or other rules. It cannot be pickled."""
    native = load_game(spec)
    return Game(
        python_engine(native.name, rules or RULES[native.name], native.rules_version),
        native.name,
        native.options,
        native.data,
        engine_spec(native.name).text,
        native.spec,
    )
