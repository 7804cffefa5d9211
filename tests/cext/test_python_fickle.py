"""Games written in Python that contradict themselves, or do what a method must not: errors, and never a crash."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from caravela.cext import CHANCE_PLAYER, TERMINAL_PLAYER, Game, Rng, State, playouts, python_engine
from caravela.cext.search import Search
from caravela.engines.registry import engine_spec
from tests.python_twins import Fields, MontyHall, Pennies, twin

DOORS = 3
ALGORITHMS = [
    {"algorithm": "so"},
    {"algorithm": "mo", "root_private": True, "hidden": "same"},
    {"algorithm": "mo", "belief": 8, "rollout": "mast", "selection": "puct"},
    {"algorithm": "infoset", "max_nodes": 4, "utility": "rank"},
    {"algorithm": "infoset", "recall": True, "chance": "open", "utility": "score"},
    {"algorithm": "pimc", "worlds": 4, "widen_c": 1.0, "threads": 2},
]


class Fickle(MontyHall):
    """Each method, with probability `share`, answers with anything that could be an answer of its."""

    share = 0.0

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.random = random.Random(0)

    def anything(self) -> Fields:
        return Fields(*[self.random.randrange(4) for _ in range(5)])


def subset(rng: random.Random) -> list[int]:
    return sorted(rng.sample(range(DOORS), rng.randint(1, DOORS)))


ANYTHING: dict[str, Callable[[Fickle], Any]] = {
    "current_player": lambda rules: rules.random.choice((0, 1, CHANCE_PLAYER, TERMINAL_PLAYER)),
    "legal_actions": lambda rules: subset(rules.random),
    "chance_outcomes": lambda rules: [(at, 1 / len(some)) for some in [subset(rules.random)] for at in some],
    "sample_chance": lambda rules: rules.random.randrange(DOORS),
    "observe": lambda rules: [rules.random.getrandbits(31) for _ in range(rules.random.randint(0, 2))],
    "redact": lambda rules: rules.anything(),
    "determinize": lambda rules: (rules.anything(), rules.random.random() < 0.5),
    "key": lambda rules: rules.random.getrandbits(64),
    "returns": lambda rules: [rules.random.uniform(-1, 1), rules.random.uniform(-1, 1)],
    "scores": lambda rules: [rules.random.choice((-1e300, 0.0, 1e300)), 0.0],
    "ranks": lambda rules: [rules.random.randint(1, 2), rules.random.randint(1, 2)],
    "pack": lambda rules: rules.random.randbytes(rules.random.randrange(30)),
    "unpack": lambda rules: rules.anything(),
    "validate": lambda rules: 0,
}


def fickle(name: str) -> Callable[..., Any]:
    def method(self: Fickle, *arguments: Any) -> Any:
        if self.random.random() < self.share:
            return ANYTHING[name](self)
        try:
            return getattr(super(Fickle, self), name)(*arguments)
        except (ArithmeticError, LookupError, ValueError):  # its own rules cannot make sense of the state
            return ANYTHING[name](self)

    return method


for _name in ANYTHING:
    setattr(Fickle, _name, fickle(_name))


def opened(rules: type[Any], name: str = "monty_hall") -> tuple[Game, Any]:
    """A game, and its rules."""
    made: list[Any] = []

    def factory(options: dict[str, Any]) -> Any:
        made.append(rules(options))
        return made[0]

    return twin(name, factory), made[0]


def tried(what: Callable[[], object]) -> bool:
    """Whether it worked; the only alternatives are an error about the game or about bad input."""
    try:
        what()
    except (RuntimeError, ValueError, IndexError):
        return False
    return True


@pytest.mark.parametrize("options", ALGORITHMS, ids=str)
@pytest.mark.parametrize("share", [0.02, 0.3])
def test_a_search_outlives_a_game_that_contradicts_itself(options: dict[str, Any], share: float) -> None:
    game, rules = opened(Fickle)
    worked = 0
    for seed in range(30):
        rules.share = 0.0
        state = game.new_initial_state()
        state.apply_action(seed % DOORS)
        view = state.view(0)
        search = Search(game, **options)
        rules.share = share
        rules.random.seed(seed)
        worked += tried(lambda view=view, search=search: search.run(view, iterations=40))
        tried(lambda state=state: state.apply_action(0))
        tried(lambda state=state, search=search: search.run(state.view(0), iterations=40))
    assert worked > 0


def test_states_outlive_a_game_that_contradicts_itself() -> None:
    game, rules = opened(Fickle)
    worked = 0
    for seed in range(200):
        rules.share = 0.0
        state = game.new_initial_state()
        rules.share = 0.3
        rules.random.seed(seed)
        for ask in (
            lambda state=state: state.apply_action(0),
            lambda state=state: game.restore(state.snapshot()),
            lambda state=state: game.state_from_bytes(state.to_bytes()),
            lambda state=state: game.restore(state.view(0).snapshot()),
            lambda state=state, seed=seed: state.view(0).determinize(Rng(seed)).child(1),
            lambda state=state: (repr(state), state == state.clone(), state.returns()),
            lambda state=state: playouts(state, 5),
        ):
            worked += tried(ask)
    assert worked > 0


@pytest.mark.parametrize("options", [{"algorithm": "infoset"}, {"algorithm": "mo", "root_private": True}], ids=str)
def test_a_key_that_is_not_of_the_view_is_noticed(options: dict[str, Any]) -> None:
    """As with `hash(s)` of an object without a hash of its own."""

    class Forgetful(MontyHall):
        calls = 0

        def key(self, s: Fields, p: int) -> int:
            self.calls += 1
            return self.calls

    state = twin("monty_hall", Forgetful).new_initial_state()
    state.apply_action(0)
    with pytest.raises(RuntimeError, match="monty_hall gives one view two keys; a key depends on the view alone"):
        Search(state.game, **options).run(state.view(0), iterations=50)


def test_worlds_with_other_actions_than_the_view_are_noticed() -> None:
    class Shifting(MontyHall):
        def legal_actions(self, s: Fields) -> list[int]:
            return [0, 1] if s.n[0] == 1 and s.n[1] == 0 else [1, 2]

    state = twin("monty_hall", Shifting).new_initial_state()
    state.apply_action(0)
    with pytest.raises(RuntimeError, match=r"action 2 in a world sampled for seat 0; in its view .* \[0, 1\]"):
        Search(state.game).run(state.view(0), iterations=50)


class Wide(Pennies):
    """Seat 0 picks one of two, unseen; then seat 1 has 40,000 of 120,000 actions that depend on it and on luck."""

    action_count, legal_max = 120_000, 40_000
    width = 40_000

    def current_player(self, s: Fields) -> int:
        return (0, 1, TERMINAL_PLAYER)[s.n[0]]

    def legal_actions(self, s: Fields) -> Any:
        return range(2) if s.n[0] == 0 else range(s.n[1] * self.width, (s.n[1] + 1) * self.width)

    def apply(self, s: Fields, a: int) -> None:
        s.n[0] += 1
        if s.n[0] == 1:
            s.n[1] = 2 * a

    def observe(self, before: Fields, a: int, after: Fields, p: int) -> list[int]:
        return []

    def redact(self, s: Fields, p: int) -> Fields:
        return s

    def determinize(self, view: Fields, p: int, rng: Rng) -> tuple[Fields, bool]:
        return self.copy(view), False

    def returns(self, s: Fields) -> list[float]:
        return [0.0, 0.0]

    def scores(self, s: Fields) -> list[float]:
        return [0.0, 0.0]


@pytest.mark.parametrize("hidden", ["regret", "same"])
def test_a_node_with_more_actions_than_it_can_count(hidden: str) -> None:
    """Worlds may differ in what the others can do: one node then has the actions of all of them."""
    game = Game(
        python_engine("pennies", Wide),
        "pennies",
        {"rounds": 1},
        {"payoff": {"stake": 1.0}},
        engine_spec("pennies").text,
        "pennies",
    )
    found = Search(game, algorithm="so", hidden=hidden).run(game.new_initial_state().view(0), iterations=60)
    assert found.iterations == 60
    assert found.full_at >= 0


def test_what_a_method_must_not_do_with_the_search_is_refused() -> None:
    class Meddling(MontyHall):
        search: Search | None = None

        def observe(self, before: Fields, a: int, after: Fields, p: int) -> list[int]:
            if self.search is not None:
                self.search.forget()
            return super().observe(before, a, after, p)

    game, rules = opened(Meddling)
    state = game.new_initial_state()
    state.apply_action(0)
    rules.search = Search(game)
    with pytest.raises(RuntimeError, match="this Search is running"):
        rules.search.run(state.view(0), iterations=50)


class Calling(Pennies):
    """Calls `hook` once, at the next call of the method named `at`."""

    at = ""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.hook: Callable[[], object] = lambda: None

    def ring(self, name: str) -> None:
        if self.at == name:
            self.at = ""
            self.hook()

    def copy(self, s: Fields) -> Fields:
        self.ring("copy")
        return super().copy(s)

    def legal_actions(self, s: Fields) -> Any:
        self.ring("legal_actions")
        return super().legal_actions(s)


def long_game(rounds: int) -> tuple[State, Calling]:
    made: list[Calling] = []

    def factory(options: dict[str, Any]) -> Calling:
        made.append(Calling(options))
        return made[0]

    options, data = {"rounds": rounds}, {"payoff": {"stake": 1.0}}
    engine = python_engine("pennies", factory)
    return Game(engine, "pennies", options, data, engine_spec("pennies").text, "pennies").new_initial_state(), made[0]


def play(state: State, steps: int) -> None:
    for _ in range(steps):
        state.apply_action(0)


@pytest.mark.parametrize("same", [False, True])
def test_a_view_is_made_while_the_common_past_grows(same: bool) -> None:
    """As when another thread plays a clone on: the log that both share moves in memory, or is parted from."""
    state, rules = long_game(200)
    play(state, 6)
    rules.at, other = "copy", state if same else state.clone()
    rules.hook = lambda: play(other, 500)
    log = state.log(0)
    view = state.view(0)
    assert view.log() == log
    assert len(other.history()) == 506


def test_a_state_under_change_is_changed_by_nobody_else() -> None:
    """Also between the check of an action and the action."""
    state, rules = long_game(5)
    rules.at, rules.hook = "legal_actions", lambda: state.apply_action(1)
    with pytest.raises(RuntimeError, match="this state is being changed already; give each thread a clone"):
        state.apply_action(0)
    assert state.history() == []
    state.apply_action(0)
    assert state.history() == [0]
