"""What comes out of a game written in Python that raises or answers badly: the exception itself, or a clear error."""

import itertools
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from caravela.cext import Game, Rng, State, playouts
from caravela.cext.search import Search
from tests.python_twins import Fields, MontyHall, Pennies, twin

METHODS = [
    *("init", "copy", "current_player", "legal_actions", "chance_outcomes", "sample_chance", "chance_key", "apply"),
    *("observe", "redact", "determinize", "returns", "scores", "ranks", "key", "pack", "unpack", "validate", "turn"),
    "observation",
]


def short(value: object) -> str:
    """A test's name for a value, the same in every process: no addresses."""
    return re.sub(r" at 0x\w+", "", str(value))[:30]


class BoomError(Exception):
    """What a method raises."""


class Bad(MontyHall):
    """Its `method` answers with `answer`, or raises it, from its `after`-th call on, while `method` is set."""

    method = ""
    answer: Any = None
    after = 0

    def turn(self, s: Fields) -> int:
        return s.n[0]


def spoiled(name: str) -> Callable[..., Any]:
    def method(self: Bad, *arguments: Any) -> Any:
        if self.method == name:
            self.after -= 1
            if self.after < 0:
                if isinstance(self.answer, BaseException):
                    raise self.answer
                return self.answer(*arguments) if callable(self.answer) else self.answer
        return getattr(super(Bad, self), name)(*arguments) if name != "turn" else 0

    return method


for _name in METHODS:
    setattr(Bad, _name, spoiled(_name))


def opened() -> tuple[Game, Bad]:
    """A game and its rules, which may be spoiled."""
    made: list[Bad] = []

    def factory(options: dict[str, Any]) -> Bad:
        made.append(Bad(options))
        return made[0]

    return twin("monty_hall", factory), made[0]


def played(game: Game, *actions: int) -> State:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


# What calls each method, from states at chance, at a decision and at the end.
CALLS: dict[str, Callable[[Game, State, State, State], object]] = {
    "init": lambda game, chance, decision, end: game.new_initial_state(),
    "copy": lambda game, chance, decision, end: decision.clone(),
    "current_player": lambda game, chance, decision, end: decision.current_player(),
    "legal_actions": lambda game, chance, decision, end: decision.legal_actions(),
    "chance_outcomes": lambda game, chance, decision, end: chance.chance_outcomes(),
    "sample_chance": lambda game, chance, decision, end: chance.sample_chance(Rng(0)),
    "chance_key": lambda game, chance, decision, end: chance.chance_key(),
    "apply": lambda game, chance, decision, end: decision.apply_action(1),
    "observe": lambda game, chance, decision, end: decision.apply_action(1),
    "redact": lambda game, chance, decision, end: decision.view(0),
    "determinize": lambda game, chance, decision, end: decision.view(0).determinize(Rng(0)),
    "returns": lambda game, chance, decision, end: end.returns(),
    "scores": lambda game, chance, decision, end: end.scores(),
    "ranks": lambda game, chance, decision, end: end.ranks(),
    "key": lambda game, chance, decision, end: decision.state_hash(),
    "pack": lambda game, chance, decision, end: decision.to_bytes(),
    "unpack": lambda game, chance, decision, end: playouts(decision, 1),
    "validate": lambda game, chance, decision, end: game.state_from_bytes(bytes(20)),
    "turn": lambda game, chance, decision, end: decision.turn(),
    "observation": lambda game, chance, decision, end: decision.observation_tensor(0),
}


def test_every_method_is_called() -> None:
    assert list(CALLS) == METHODS


@pytest.mark.parametrize(
    "error", [BoomError("as it is"), KeyboardInterrupt(), SystemExit(3), MemoryError("m")], ids=repr
)
@pytest.mark.parametrize("method", METHODS)
def test_an_exception_comes_out_as_itself(method: str, error: BaseException) -> None:
    game, rules = opened()
    states = [played(game), played(game, 0), played(game, 0, 1, 2, 1)]
    before = [(state.history(), state.to_bytes(), state.log(0)) for state in states]
    rules.method, rules.answer = method, error
    with pytest.raises(type(error)) as caught:
        CALLS[method](game, *states)
    assert caught.value is error
    rules.method = ""
    assert [(state.history(), state.to_bytes(), state.log(0)) for state in states] == before
    CALLS[method](game, *states)


IN_PLAY = ["init", "copy", "current_player", "legal_actions", "sample_chance", "apply", "returns", "scores", "unpack"]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("error", [BoomError(), KeyboardInterrupt(), SystemExit()], ids=repr)
@pytest.mark.parametrize("method", IN_PLAY)
def test_playouts_pass_exceptions_on(method: str, error: BaseException, threads: int) -> None:
    game, rules = opened()
    wanted = playouts(game, 30, 1).returns.tolist()
    rules.method, rules.answer, rules.after = method, error, 0 if method in ("init", "unpack") else 20
    with pytest.raises(type(error)) as caught:
        playouts(game, 30, 1, threads)
    assert caught.value is error
    rules.method = ""
    assert playouts(game, 30, 1, threads).returns.tolist() == wanted


IN_SEARCH = ["copy", "current_player", "legal_actions", "sample_chance", "apply", "determinize", "returns", "scores"]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("error", [BoomError(), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize(
    ("algorithm", "method"),
    [
        *itertools.product(("mo", "infoset"), IN_SEARCH),
        *(("mo", "observe"), ("infoset", "key"), ("so", "observe"), ("pimc", "apply")),
    ],
)
def test_a_search_passes_exceptions_on(algorithm: str, method: str, error: BaseException, threads: int) -> None:
    game, rules = opened()
    view = played(game, 0).view(0)
    search = Search(game, algorithm=algorithm, threads=threads)
    wanted = Search(game, algorithm=algorithm, threads=threads).run(view, iterations=200).actions
    rules.method, rules.answer, rules.after = method, error, 30
    with pytest.raises(type(error)) as caught:
        search.run(view, iterations=400)
    assert caught.value is error
    rules.method = ""
    assert search.run(view, iterations=200).actions == wanted, "nothing is left of the failed search"


def endless(*_: object) -> Any:
    return itertools.count()


WHOLE = "it must be a whole number from"
BAD: list[tuple[str, Any, str]] = [
    ("init", None, "init returned None; it must be a state"),
    ("copy", None, "copy returned None; it must be a state"),
    ("copy", lambda s: s, "copy returned <.*>; it must be a new state, not the one it was given"),
    *(
        ("current_player", answer, f"current_player returned {re.escape(repr(answer))}; it must be a")
        for answer in (None, 2, -2, -5, True, "0", 0.0, 2**70, [0])
    ),
    ("legal_actions", None, "legal_actions returned None; it must be a sequence"),
    ("legal_actions", 1, "legal_actions returned 1; it must be a sequence"),
    ("legal_actions", "01", "legal_actions returned '01'; it must be a sequence"),
    ("legal_actions", b"\0", r"legal_actions returned b'.*'; it must be a sequence"),
    ("legal_actions", [], r"legal_actions returned \[\]; it must be at least one action"),
    ("legal_actions", [0, 3], r"returned \[0, 3\]; it must be whole numbers from 0 to 2, not 3"),
    ("legal_actions", [-1, 0], r"returned \[-1, 0\]; it must be whole numbers from 0 to 2, not -1"),
    ("legal_actions", [2**64], "it must be whole numbers from 0 to 2, not 18446744073709551616"),
    ("legal_actions", [1, 0], r"returned \[1, 0\]; it must be in ascending order, without repeats"),
    ("legal_actions", [1, 1], r"returned \[1, 1\]; it must be in ascending order, without repeats"),
    ("legal_actions", [0, 1, 2, 2], r"returned \[0, 1, 2, 2\]; it must be at most 3 numbers"),
    ("legal_actions", list(range(10**6)), r"\.\.\.; it must be at most 3 numbers"),
    ("legal_actions", endless, r"returned count\(4\); it must be at most 3 numbers"),
    ("legal_actions", ["0"], "it must be whole numbers from 0 to 2, not '0'"),
    ("legal_actions", [None], "it must be whole numbers from 0 to 2, not None"),
    ("legal_actions", [False], "it must be whole numbers from 0 to 2, not False"),
    ("legal_actions", [0.0], "it must be whole numbers from 0 to 2, not 0.0"),
    ("chance_outcomes", None, "chance_outcomes returned None; it must be a sequence"),
    ("chance_outcomes", [], r"returned \[\]; it must be outcomes whose probabilities sum to 1, not to 0"),
    ("chance_outcomes", [0, 1], r"returned \[0, 1\]; it must be pairs of an outcome and its probability"),
    ("chance_outcomes", [(0, 0.5, 0)], "it must be pairs of an outcome and its probability"),
    ("chance_outcomes", [(0, 0.5)], "it must be outcomes whose probabilities sum to 1, not to 0.5"),
    ("chance_outcomes", [(0, 0.5), (1, 0.6)], "it must be outcomes whose probabilities sum to 1, not to 1.1"),
    ("chance_outcomes", [(1, 0.5), (0, 0.5)], "it must be in ascending order"),
    ("chance_outcomes", [(0, 0.5), (0, 0.5)], "it must be in ascending order"),
    ("chance_outcomes", [(3, 1.0)], "it must be whole numbers from 0 to 2, not 3"),
    ("chance_outcomes", [(0, -0.5), (1, 1.5)], "it must be numbers from 0 to 1, not -0.5"),
    ("chance_outcomes", [(0, math.nan)], "it must be numbers from 0 to 1, not nan"),
    ("chance_outcomes", [(0, "1")], "it must be numbers, not '1'"),
    ("chance_outcomes", [(0, None)], "it must be numbers, not None"),
    ("chance_outcomes", [(i, 0.25) for i in range(4)], "it must be at most 3 outcomes"),
    ("chance_outcomes", lambda s: ((i, 0.0) for i in itertools.count()), "it must be at most 3 outcomes"),
    ("sample_chance", 3, f"sample_chance returned 3; {WHOLE} 0 to 2"),
    ("sample_chance", -1, f"sample_chance returned -1; {WHOLE} 0 to 2"),
    ("sample_chance", None, f"sample_chance returned None; {WHOLE} 0 to 2"),
    ("chance_key", None, "chance_key returned None; it must be a whole number"),
    ("chance_key", 1.5, "chance_key returned 1.5; it must be a whole number"),
    ("apply", lambda s, a: s, "apply returned <.*>; it must be None: the state is changed in place"),
    ("observe", None, "observe returned None; it must be a sequence"),
    ("observe", [-1], r"observe returned \[-1\]; it must be whole numbers from 0 to 2147483647, not -1"),
    ("observe", [2**31], "it must be whole numbers from 0 to 2147483647, not 2147483648"),
    ("observe", [1, 2, 3], r"observe returned \[1, 2, 3\]; it must be at most 2 numbers"),
    ("observe", [1] * 10**6, r"it must be at most 2 numbers"),
    ("observe", endless, "it must be at most 2 numbers"),
    ("redact", None, "redact returned None; it must be a state"),
    ("determinize", None, "determinize returned None; it must be a pair"),
    ("determinize", lambda view, p, rng: Fields(*view.n), "it must be a pair of a state and whether"),
    ("determinize", lambda view, p, rng: (Fields(*view.n), 0), "it must be a pair of a state and whether"),
    ("determinize", lambda view, p, rng: (None, False), "determinize returned None; it must be a state"),
    ("determinize", lambda view, p, rng: (view, False), "it must be a new state, not the one it was given"),
    ("returns", None, "returns returned None; it must be a sequence"),
    ("returns", [1.0], r"returns returned \[1.0\]; it must be 2 numbers"),
    ("returns", [1.0, -1.0, 0.0], "it must be 2 numbers"),
    ("returns", endless, "it must be 2 numbers"),
    ("returns", [1.5, -1.5], r"returned \[1.5, -1.5\]; it must be numbers from -1 to 1, not 1.5"),
    ("returns", [math.nan, 0.0], "it must be numbers from -1 to 1, not nan"),
    ("returns", ["1", "2"], "it must be numbers, not '1'"),
    ("returns", [True, False], "it must be numbers, not True"),
    ("scores", [math.inf, 0.0], r"scores returned \[inf, 0.0\]; it must be numbers"),
    ("scores", [0.0], "it must be 2 numbers"),
    ("ranks", [1], r"ranks returned \[1\]; it must be 2 places"),
    ("ranks", [1, 2, 2], "it must be 2 places"),
    ("ranks", [0, 1], "it must be whole numbers from 1 to 2, not 0"),
    ("ranks", [1, 3], "it must be whole numbers from 1 to 2, not 3"),
    ("ranks", None, "ranks returned None; it must be a sequence"),
    ("key", None, "key returned None; it must be a whole number"),
    ("key", "a", "key returned 'a'; it must be a whole number"),
    ("key", True, "key returned True; it must be a whole number"),
    ("pack", None, "pack returned None; it must be bytes"),
    ("pack", "text", "pack returned 'text'; it must be bytes"),
    ("pack", bytearray(3), r"pack returned bytearray\(.*\); it must be bytes"),
    ("unpack", None, "unpack returned None; it must be a state"),
    ("validate", -1, f"validate returned -1; {WHOLE} 0 to"),
    ("validate", None, f"validate returned None; {WHOLE} 0 to"),
    ("validate", True, f"validate returned True; {WHOLE} 0 to"),
    ("turn", -1, f"turn returned -1; {WHOLE} 0 to"),
    ("turn", None, f"turn returned None; {WHOLE} 0 to"),
    ("observation", None, "observation returned None; it must be 12 numbers"),
    ("observation", [0.0] * 11, "it must be 12 numbers"),
    ("observation", [0.0] * 10**5, "it must be 12 numbers"),
    ("observation", [[0.0] * 12], "it must be 12 numbers"),
    ("observation", ["a"] * 12, "it must be 12 numbers"),
]


@pytest.mark.parametrize(("method", "answer", "message"), BAD, ids=short)
def test_a_bad_answer_is_named(method: str, answer: Any, message: str) -> None:
    game, rules = opened()
    states = [played(game), played(game, 0), played(game, 0, 1, 2, 1)]
    rules.method, rules.answer = method, answer
    with pytest.raises(RuntimeError, match=message) as caught:
        CALLS[method](game, *states)
    assert str(caught.value).startswith(f"monty_hall: {method} returned ")
    assert len(str(caught.value)) < 250
    rules.method = ""
    CALLS[method](game, *states)


def test_no_method_is_trusted() -> None:
    assert {method for method, _, _ in BAD} == set(METHODS)


GOOD: list[tuple[str, Any, Any]] = [
    ("current_player", np.int64(0), 0),
    ("legal_actions", (0, 2), [0, 2]),
    ("legal_actions", np.array([0, 2]), [0, 2]),
    ("legal_actions", range(2), [0, 1]),
    ("legal_actions", lambda s: (i for i in (1, 2)), [1, 2]),
    ("chance_outcomes", [[0, 0.5], (np.int32(2), np.float32(0.5))], [(0, 0.5), (2, 0.5)]),
    ("sample_chance", np.int64(1), 1),
    ("chance_key", 2**64 - 1, 2**64 - 1),
    ("chance_key", -1, 2**64 - 1),
    ("key", 2**200 + 5, None),
    ("returns", np.array([1.0, -1.0]), [1.0, -1.0]),
    ("returns", [1, -1], [1.0, -1.0]),
    ("scores", (7, -2.5), [7.0, -2.5]),
    ("ranks", np.array([2, 1]), [2, 1]),
    ("turn", np.int64(3), 3),
]


@pytest.mark.parametrize(("method", "answer", "wanted"), GOOD, ids=short)
def test_what_looks_like_a_number_is_one(method: str, answer: Any, wanted: Any) -> None:
    game, rules = opened()
    states = [played(game), played(game, 0), played(game, 0, 1, 2, 1)]
    rules.method, rules.answer = method, answer
    got = CALLS[method](game, *states)
    if wanted is not None:
        assert got == wanted
        assert type(got) is type(wanted)


def test_observations_may_be_arrays() -> None:
    game, rules = opened()
    rules.method = "observation"
    for answer in (np.arange(12), np.arange(24.0)[::2] / 2, tuple(range(12)), np.arange(12, dtype=np.float32)):
        rules.answer = answer
        assert played(game, 0).observation_tensor(0).tolist() == list(range(12))


def test_bytes_refused_by_unpack_are_refused_as_ever() -> None:
    game, _ = opened()
    with pytest.raises(ValueError, match="bytes refused as a state of monty_hall: 3 bytes instead of 20"):
        game.state_from_bytes(b"abc")
    with pytest.raises(ValueError, match="bytes refused as a state of monty_hall: check 1 failed"):
        game.state_from_bytes(bytes([9] * 20))


def test_a_method_that_packs_differently_each_time() -> None:
    game, rules = opened()
    state = played(game, 0)
    sizes = itertools.count(1)
    rules.method, rules.answer = "pack", lambda s: bytes(next(sizes))
    with pytest.raises(RuntimeError, match="pack asked for 1 bytes, then for 2"):
        state.to_bytes()


def test_a_step_that_fails_changes_nothing() -> None:
    """`apply` has changed its state when it raises; the state before it is put back."""

    class Half(Pennies):
        broken = True

        def apply(self, s: Fields, a: int) -> None:
            super().apply(s, a)
            if self.broken:
                raise BoomError

    rules: list[Half] = []

    def factory(options: dict[str, Any]) -> Half:
        rules.append(Half(options))
        return rules[0]

    game = twin("pennies", factory)
    state = game.new_initial_state()
    block = state.to_bytes()
    for _ in range(3):
        with pytest.raises(BoomError):
            state.apply_action(1)
        assert (state.to_bytes(), state.history(), state.log(0)) == (block, [], [])
    rules[0].broken = False
    state.apply_action(1)
    assert state.history() == [1]


def test_a_generator_kept_by_a_method_stays_usable() -> None:
    """It is an object of its own; what is drawn from it later moves nobody else's generator."""
    kept: list[Rng] = []

    class Keeping(MontyHall):
        def sample_chance(self, s: Fields, rng: Rng) -> int:
            kept.append(rng)
            return super().sample_chance(s, rng)

    state = twin("monty_hall", Keeping).new_initial_state()
    rng, other = Rng(4), Rng(4)
    drawn = state.sample_chance(rng)
    assert drawn == twin("monty_hall").new_initial_state().sample_chance(other)
    assert kept[0] is not rng
    for _ in range(5):
        kept[0].next()
    assert rng.next() == other.next()


def test_messages_name_the_game() -> None:
    with pytest.raises(RuntimeError, match=re.escape("pennies: copy returned None; it must be a state")):
        twin("pennies", type("Copyless", (Pennies,), {"copy": lambda self, s: None})).new_initial_state().clone()
