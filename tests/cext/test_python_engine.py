"""Games written in Python: opening them, and that they are the games that native engines play."""

import threading
import time
from typing import Any, ClassVar

import pytest

import caravela
from caravela.bots.heuristics import find
from caravela.cext import Game, PythonGame, Rng, State, hash64, playouts, python_engine
from caravela.cext.search import Search
from caravela.engines.registry import engine_spec, load_game
from tests.python_twins import RULES, Fields, MontyHall, Pennies, twin

SPECS = ["monty_hall", "monty_hall(doors=5)", "pennies", "pennies(rounds=4)"]


def everything(state: State) -> list[object]:
    """What a state and its views say."""
    game = state.game
    seats = range(game.num_players())
    views = [state.view(seat) for seat in seats]
    worlds = [view.determinize(Rng(9, seat)) for seat, view in enumerate(views)]
    tensors = [view.observation_tensor().tolist() for view in views if game.has_observation_tensor]
    chance = (state.chance_outcomes(), state.chance_key()) if state.is_chance_node() else None
    end = (state.returns(), state.scores(), state.ranks()) if state.is_terminal() else None
    return [
        state.to_bytes(),
        state.current_player(),
        state.legal_actions(),
        state.turn(),
        state.history(),
        [state.log(seat) for seat in seats],
        [(view.to_bytes(), view.legal_actions(), view.current_player(), view.turn(), str(view)) for view in views],
        [(world.to_bytes(), world.fallback) for world in worlds],
        tensors,
        chance,
        end,
    ]


@pytest.mark.parametrize("spec", SPECS)
def test_a_twin_says_what_its_native_game_says(spec: str) -> None:
    pair = twin(spec), load_game(spec)
    assert pair[0].digest == pair[1].digest
    for seed in range(25):
        states = [game.new_initial_state() for game in pair]
        rng, other = Rng(seed), Rng(seed)
        while True:
            told = [everything(state) for state in states]
            assert told[0] == told[1]
            if states[0].is_terminal():
                break
            if states[0].is_chance_node():
                action = states[0].sample_chance(rng)
                assert states[1].sample_chance(other) == action
            else:
                legal = states[0].legal_actions()
                action = legal[rng.bounded(len(legal))]
                other.bounded(len(legal))
            for state in states:
                state.apply_action(action)
        assert rng.next() == other.next(), "a method draws from the caller's own generator"


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("spec", SPECS)
def test_playouts_are_those_of_the_native_game(spec: str, threads: int) -> None:
    one, two = playouts(twin(spec), 60, 9, threads), playouts(load_game(spec), 60, 9)
    assert one.returns.tolist() == two.returns.tolist()
    assert one.scores.tolist() == two.scores.tolist()
    assert one.lengths.tolist() == two.lengths.tolist()


OPTIONS: list[dict[str, Any]] = [
    {"algorithm": "so"},
    {"algorithm": "mo"},
    {"algorithm": "infoset"},
    {"algorithm": "pimc", "worlds": 5},
    {"algorithm": "mo", "hidden": "same", "root_private": True, "utility": "rank"},
    {"algorithm": "infoset", "recall": True, "chance": "open", "utility": "score"},
    {"algorithm": "mo", "rollout": "mast", "belief": 20, "threads": 2},
    {"algorithm": "pimc", "worlds": 3, "threads": 3},
]


def searched(game: Game, options: dict[str, Any], iterations: int) -> list[object]:
    """Results of one search at every decision of a game."""
    search, rng, state, results = Search(game, **options), Rng(5), game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        result = search.run(state.view(state.current_player()), iterations=iterations, seed=3)
        results.append((result.actions, result.values, result.policy, result.principal_line))
        results.append((result.nodes, result.worlds, result.reused))
        state.apply_action(state.legal_actions()[-1])
    return results


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("spec", SPECS)
def test_the_search_visits_what_it_visits_in_the_native_game(spec: str, options: dict[str, Any]) -> None:
    assert searched(twin(spec), options, 200) == searched(load_game(spec), options, 200)


@pytest.mark.parametrize("spec", SPECS)
def test_a_twin_keeps_the_invariants(spec: str) -> None:
    results = caravela.check(twin(spec), games=6)
    assert [result.passed for result in results] == [True] * 11 + [None], "\n".join(map(str, results))


class Blind(MontyHall):
    """With an `observation_size`, but nothing to fill it."""

    observation = PythonGame.observation


def test_observation_is_there_if_its_size_is() -> None:
    with pytest.raises(ValueError, match=r"monty_hall: observation_size is \d+, but it has no method observation"):
        twin("monty_hall", Blind)


class Plain(MontyHall):
    """With the defaults of what need not be written."""

    sample_chance = PythonGame.sample_chance
    key = PythonGame.key
    scores = PythonGame.scores
    ranks = PythonGame.ranks
    score_scale = None
    observation_size = 0

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.observation_size = 0

    def returns(self, s: Fields) -> list[float]:
        return [self.stake * (2 * won - 1) for won in super().scores(s)]


def test_defaults() -> None:
    game = twin("monty_hall", Plain)
    results = caravela.check(game, games=12)
    assert [result.passed for result in results] == [True] * 11 + [None], "\n".join(map(str, results))
    assert game.score_scale == 2.0
    assert not game.has_observation_tensor
    native = load_game("monty_hall").new_initial_state()
    state = game.new_initial_state()
    for action in (0, 1, 2, 1):
        state.apply_action(action)
        native.apply_action(action)
        assert state.turn() == native.turn(), "decisions are counted"
        assert state.state_hash() == twin_state_hash(game, state)
    assert state.scores() == state.returns() == [-1.0, 1.0]
    assert state.ranks() == [2, 1]
    draws = {game.new_initial_state().sample_chance(Rng(seed)) for seed in range(50)}
    assert draws == {0, 1, 2}


def twin_state_hash(game: Game, state: State) -> int:
    """By the key that the other twin writes itself."""
    other = twin(game.spec).new_initial_state()
    for action in state.history():
        other.apply_action(action)
    return other.state_hash()


def test_sampling_never_gives_what_cannot_be() -> None:
    class Rounded(Plain):
        """Probabilities that add up to a little less than one, and a last outcome that is impossible."""

        def chance_outcomes(self, s: Fields) -> list[tuple[int, float]]:
            return [(0, 0.0), (1, 1.0 - 1e-9), (2, 0.0)]

    class Last:
        def random(self) -> float:
            return 1.0 - 2.0**-53

    rules = Rounded({"options.doors": 3, "payoff.stake": 1.0})
    assert rules.sample_chance(rules.init(), Last()) == 1  # type: ignore[arg-type]
    state = twin("monty_hall", Rounded).new_initial_state()
    assert {state.sample_chance(Rng(seed)) for seed in range(50)} == {1}


def test_the_factory_gets_flat_parameters() -> None:
    given: list[dict[str, Any]] = []

    def factory(options: dict[str, Any]) -> Pennies:
        given.append(options)
        return Pennies({"options.rounds": 1, "payoff.stake": 1.0})

    text = engine_spec("pennies").text
    data = {"deck": {"copies": [3, 3, 2], "share": 0.5, "names": ["a", "ü"], "none": []}, "box": [{"size": 7}]}
    options = {"players": 2, "open": True, "label": "x y"}
    Game(python_engine("pennies", factory), "pennies", options, data, text, "pennies")
    assert given == [
        {
            "options.players": 2,
            "options.open": 1,
            "options.label": "x y",
            "deck.copies": (3, 3, 2),
            "deck.share": 0.5,
            "deck.names": ("a", "ü"),
            "deck.none": (),
            "box.0.size": 7,
        }
    ]


def test_games_of_one_engine_live_side_by_side() -> None:
    engine = python_engine("pennies", Pennies, 7)
    text = engine_spec("pennies").text
    games = [
        Game(engine, "pennies", {"rounds": rounds}, {"payoff": {"stake": 1.0}}, text, f"pennies(rounds={rounds})")
        for rounds in (1, 3)
    ]
    assert [game.max_game_length() for game in games] == [2, 6]
    assert [game.rules_version for game in games] == [7, 7]
    assert games[0].digest != games[1].digest
    assert games[0].digest != twin("pennies").digest, "the rules version is part of it"
    assert games[0].layout == games[1].layout != twin("pennies").layout


class Incomplete(MontyHall):
    apply = PythonGame.apply  # type: ignore[assignment]


def raising(error: BaseException) -> Any:
    def factory(options: dict[str, Any]) -> PythonGame[Any]:
        raise error

    return factory


@pytest.mark.parametrize(
    ("factory", "error", "message"),
    [
        (raising(ValueError("options.doors is odd")), ValueError, "^options.doors is odd$"),
        (raising(KeyboardInterrupt()), KeyboardInterrupt, "^$"),
        (raising(ZeroDivisionError("oops")), ZeroDivisionError, "^oops$"),
        (lambda options: None, ValueError, "the factory of monty_hall made None, not a PythonGame"),
        (lambda options: MontyHall, ValueError, "made <class .*MontyHall'>, not a PythonGame"),
        (Incomplete, TypeError, "abstract method '?apply"),
    ],
)
def test_a_factory_that_fails(factory: Any, error: type[BaseException], message: str) -> None:
    with pytest.raises(error, match=message):
        twin("monty_hall", factory)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("players", 9, "breaks its contract: players is 9; it must be between 1 and 8"),
        ("players", None, "monty_hall: players is None; it must be a whole number of at least 0"),
        ("players", 2.0, "monty_hall: players is 2.0; it must be a whole number"),
        ("players", True, "monty_hall: players is True; it must be a whole number"),
        ("action_count", -1, "monty_hall: action_count is -1; it must be a whole number"),
        ("legal_max", 0, "legal_max is 0; it must be between 1 and 3"),
        ("legal_max", 4, "legal_max is 4; it must be between 1 and 3"),
        ("chance_max", 2**31, "monty_hall: chance_max is 2147483648; it must be"),
        ("decisions_max", "2", "monty_hall: decisions_max is '2'; it must be"),
        ("steps_max", 1, "steps_max is 1; it must be between 2 and"),
        ("codes_max", 10**6, "codes_max is 1000000; it must be between 0 and 65536"),
        ("observation_size", None, "monty_hall: observation_size is None; it must be"),
        ("min_utility", None, "monty_hall: min_utility is None; it must be a number"),
        ("min_utility", float("nan"), "are no finite range"),
        ("max_utility", -5.0, "are no finite range"),
        ("max_utility", "1", "monty_hall: max_utility is '1'; it must be a number"),
        ("score_scale", 0.0, "score_scale is 0; it must be positive"),
        ("score_scale", "1", "monty_hall: score_scale is '1'; it must be a number"),
        ("zero_sum", 1, "monty_hall: zero_sum is 1; it must be True or False"),
    ],
)
def test_attributes_are_checked(field: str, value: object, message: str) -> None:
    def factory(options: dict[str, Any]) -> MontyHall:
        rules = MontyHall(options)
        setattr(rules, field, value)
        return rules

    with pytest.raises(ValueError, match=message):
        twin("monty_hall", factory)


def test_a_missing_attribute_is_named() -> None:
    class Nameless(MontyHall):
        def __init__(self, options: dict[str, Any]) -> None:
            super().__init__(options)
            del self.min_utility

    with pytest.raises(ValueError, match="min_utility is None; it must be a number"):
        twin("monty_hall", Nameless)


@pytest.mark.parametrize("version", [0, -1, 2**32, "1", 1.5])
def test_rules_versions_are_checked(version: Any) -> None:
    with pytest.raises(ValueError, match=r"rules_version is .*; it must be between 1 and"):
        python_engine("pennies", Pennies, version)


def test_a_factory_is_a_function() -> None:
    with pytest.raises(ValueError, match="the factory of pennies is 3; it must be a function"):
        python_engine("pennies", 3)  # type: ignore[arg-type]


def test_native_heuristics_do_not_take_its_states() -> None:
    heuristic = find("veracruz")
    assert heuristic is not None
    with pytest.raises(ValueError, match="another state layout"):
        Search(twin("pennies"), heuristic=heuristic.capsule)


def test_hash64_depends_on_every_byte() -> None:
    data = bytes(range(100))
    seen = {hash64(data[:n]) for n in range(101)} | {hash64(data[:i] + b"\xff" + data[i + 1 :]) for i in range(100)}
    assert len(seen) == 201
    assert all(0 <= number < 2**64 for number in seen)
    assert hash64(b"caravela") == hash64(b"caravela")


class Observing(MontyHall):
    """Tells how many methods ran, and in which threads."""

    threads: ClassVar[set[int]] = set()

    def current_player(self, s: Fields) -> int:
        self.threads.add(threading.get_ident())
        return super().current_player(s)


def test_a_search_runs_beside_other_threads_and_can_be_stopped() -> None:
    Observing.threads.clear()
    game = twin("monty_hall", Observing)
    state = game.new_initial_state()
    state.apply_action(0)
    search = Search(game, threads=2)
    done: list[Any] = []
    worker = threading.Thread(target=lambda: done.append(search.run(state.view(0), seconds=60.0)))
    worker.start()
    deadline = time.monotonic() + 20
    while len(Observing.threads) < 3 and time.monotonic() < deadline:  # this thread, and two trees
        time.sleep(0.001)
    assert len(Observing.threads) == 3
    assert playouts(twin("pennies"), 20).lengths.tolist() == [2] * 20, "other games go on meanwhile"
    search.stop()
    worker.join(20)
    assert done
    assert done[0].iterations > 0


def test_every_twin_is_tested() -> None:
    assert {load_game(spec).name for spec in SPECS} == set(RULES)
