"""The C interface filled from Python with ctypes: an engine whose every function can be broken on purpose."""

import ctypes
from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_int32, c_uint8, c_uint32, c_uint64, c_void_p
from typing import ClassVar

CHANCE = -1
TERMINAL = -4
ZERO_SUM = 2
MASK = 2**64 - 1

State = ctypes.Array[c_uint8]

P = c_void_p
SIGNATURES: dict[str, list[type]] = {
    "init": [P, P],
    "current_player": [P, P],
    "legal_actions": [P, P, POINTER(c_int32)],
    "chance_outcomes": [P, P, POINTER(c_int32), POINTER(c_double)],
    "sample_chance": [P, P, P],
    "chance_key": [P, P, POINTER(c_uint64)],
    "apply": [P, P, c_int],
    "observe": [P, P, c_int, P, c_int, POINTER(c_int32)],
    "redact": [P, P, c_int],
    "determinize": [P, P, P, c_int, P],
    "returns": [P, P, POINTER(c_double)],
    "scores": [P, P, POINTER(c_double)],
    "ranks": [P, P, POINTER(c_int32)],
    "validate": [P, P, c_int],
}
FUNCTIONS = {name: CFUNCTYPE(c_int, *arguments) for name, arguments in SIGNATURES.items()}
ABSENT = ("turn", "observation", "copy", "drop", "key", "pack", "unpack")


class GameTable(ctypes.Structure):
    """caravela_game."""

    _fields_ = [
        *((name, c_uint32) for name in ("abi", "size")),
        ("self", c_void_p),
        *((name, c_uint64) for name in ("digest", "layout")),
        *((name, c_int32) for name in ("state_size", "align", "players", "action_count", "legal_max", "chance_max")),
        *((name, c_int32) for name in ("decisions_max", "steps_max", "codes_max", "observation_size")),
        *((name, c_double) for name in ("min_utility", "max_utility", "score_scale")),
        ("flags", c_uint32),
        *FUNCTIONS.items(),
        *((name, c_void_p) for name in ABSENT),
    ]


OPEN = CFUNCTYPE(c_int, c_void_p, POINTER(GameTable), POINTER(c_uint8))
CLOSE = CFUNCTYPE(None, c_void_p)


class EngineRecord(ctypes.Structure):
    """caravela_engine."""

    _fields_ = [
        ("abi", c_uint32),
        ("size", c_uint32),
        ("name", c_char_p),
        ("rules_version", c_uint32),
        ("open", OPEN),
        ("close", CLOSE),
    ]


class CRng:
    """xoshiro256++ over the four words that the host passes in."""

    def __init__(self, address: int) -> None:
        self._words = (c_uint64 * 4).from_address(address)

    def next(self) -> int:
        s = self._words
        rotated = (s[0] + s[3]) & MASK
        result = (((rotated << 23) | (rotated >> 41)) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = ((s[3] << 45) | (s[3] >> 19)) & MASK
        return result

    def below(self, n: int) -> int:
        """Uniform in 0 .. n-1; the bias of 2**-60 for small n is far below what any test sees."""
        return self.next() * n >> 64


class PythonEngine:
    """Rules as methods over a byte array. Subclasses give the rules; mutants override single methods."""

    name: str
    table: ClassVar[dict[str, float]]
    size: int

    def init(self, s: State) -> None: ...
    def current_player(self, s: State) -> int: ...
    def legal_actions(self, s: State) -> list[int]: ...
    def chance_outcomes(self, s: State) -> list[tuple[int, float]]: ...
    def sample_chance(self, s: State, rng: CRng) -> int: ...
    def chance_key(self, s: State) -> int: ...
    def apply(self, s: State, a: int) -> None: ...
    def observe(self, before: State, a: int, after: State, p: int) -> list[int]: ...
    def redact(self, s: State, p: int) -> None: ...
    def determinize(self, view: State, out: State, p: int, rng: CRng) -> int: ...
    def returns(self, s: State) -> list[float]: ...
    def scores(self, s: State) -> list[float]: ...
    def ranks(self, s: State) -> list[int]: ...
    def validate(self, s: State, p: int) -> int: ...

    def block(self, address: int) -> State:
        return (c_uint8 * self.size).from_address(address)

    # What C calls: unpacks arguments, writes results.

    def c_init(self, g: int, s: int) -> int:
        self.init(self.block(s))
        return 0

    def c_current_player(self, g: int, s: int) -> int:
        return self.current_player(self.block(s))

    def c_legal_actions(self, g: int, s: int, out: "ctypes._Pointer[c_int32]") -> int:
        return write(out, self.legal_actions(self.block(s)))

    def c_chance_outcomes(self, g: int, s: int, out: "ctypes._Pointer[c_int32]", p: "ctypes._Pointer[c_double]") -> int:
        outcomes = self.chance_outcomes(self.block(s))
        write(p, [chance for _, chance in outcomes])
        return write(out, [outcome for outcome, _ in outcomes])

    def c_sample_chance(self, g: int, s: int, rng: int) -> int:
        return self.sample_chance(self.block(s), CRng(rng))

    def c_chance_key(self, g: int, s: int, key: "ctypes._Pointer[c_uint64]") -> int:
        key[0] = self.chance_key(self.block(s))
        return 0

    def c_apply(self, g: int, s: int, a: int) -> int:
        self.apply(self.block(s), a)
        return 0

    def c_observe(self, g: int, before: int, a: int, after: int, p: int, codes: "ctypes._Pointer[c_int32]") -> int:
        return write(codes, self.observe(self.block(before), a, self.block(after), p))

    def c_redact(self, g: int, s: int, p: int) -> int:
        self.redact(self.block(s), p)
        return 0

    def c_determinize(self, g: int, view: int, out: int, p: int, rng: int) -> int:
        return self.determinize(self.block(view), self.block(out), p, CRng(rng))

    def c_returns(self, g: int, s: int, out: "ctypes._Pointer[c_double]") -> int:
        write(out, self.returns(self.block(s)))
        return 0

    def c_scores(self, g: int, s: int, out: "ctypes._Pointer[c_double]") -> int:
        write(out, self.scores(self.block(s)))
        return 0

    def c_ranks(self, g: int, s: int, out: "ctypes._Pointer[c_int32]") -> int:
        write(out, self.ranks(self.block(s)))
        return 0

    def c_validate(self, g: int, s: int, p: int) -> int:
        return self.validate(self.block(s), p)

    def fill(self, table: GameTable) -> None:
        """What `open` does."""
        table.abi = 1
        table.size = ctypes.sizeof(GameTable)
        table.state_size = self.size
        for field, value in self.table.items():
            setattr(table, field, value)
        for name, function in FUNCTIONS.items():
            callback = function(getattr(self, f"c_{name}"))
            ALIVE.append(callback)
            setattr(table, name, callback)


ALIVE: list[object] = []
"""What C holds pointers to; tests end before it matters that it grows."""


def write(out: "ctypes._Pointer[c_int32] | ctypes._Pointer[c_double]", values: Sequence[float]) -> int:
    for i, value in enumerate(values):
        out[i] = value  # type: ignore[assignment]
    return len(values)


def engine_capsule(engine: PythonEngine) -> object:
    """PyCapsule "caravela.engine" for rules written in Python."""

    def open_game(params: int, out: "ctypes._Pointer[GameTable]", err: "ctypes._Pointer[c_uint8]") -> int:
        engine.fill(out.contents)
        return 0

    record = EngineRecord(
        1, ctypes.sizeof(EngineRecord), engine.name.encode(), 1, OPEN(open_game), CLOSE(lambda game: None)
    )
    ALIVE.append(record)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [c_void_p, c_char_p, c_void_p]
    return new(ctypes.addressof(record), CAPSULE_NAME, None)


CAPSULE_NAME = b"caravela.engine"
"""PyCapsule keeps the pointer, so the bytes must stay."""
