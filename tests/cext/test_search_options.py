"""Bad options and views are refused with a text that names the good ones."""

import math
import pickle
import threading
import time

import pytest

from caravela.cext.core import Rng
from caravela.cext.search import Search
from caravela.engines.registry import load_game
from tests.oracles.heuristics import PythonHeuristic, scrambled
from tests.python_twins import Pennies, twin


@pytest.fixture
def game():
    return load_game("pennies", rounds=2)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("algorithm", ["so", "mo", "infoset", "pimc"]),
        ("selection", ["ucb", "puct", "uniform"]),
        ("hidden", ["regret", "same"]),
        ("chance", ["closed", "open"]),
        ("rollout", ["uniform", "heuristic", "mast"]),
        ("utility", ["win", "rank", "score"]),
        ("final", ["max", "value", "sample", "regret"]),
    ],
)
@pytest.mark.parametrize("value", ["nonsense", "", None, 3, ["mo"]])
def test_unknown_choices(game, name, known, value):
    with pytest.raises(ValueError, match=name) as caught:
        Search(game, **{name: value})
    assert repr(value) in str(caught.value)
    assert all(word in str(caught.value) for word in known)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("c", -0.1),
        ("c", math.nan),
        ("c", math.inf),
        ("c", "0.7"),
        ("fpu", -1),
        ("gamma", 0.0),
        ("gamma", 1.1),
        ("epsilon", -0.1),
        ("epsilon", 1.5),
        ("cutoff", -2),
        ("cutoff_turns", -1),
        ("cutoff_turns", 0.5),
        ("cutoff", 2.5),
        ("cutoff", math.inf),
        ("worlds", math.nan),
        ("margin", -0.1),
        ("margin", 2),
        ("widen_c", -1),
        ("widen_a", 1.5),
        ("worlds", 0),
        ("worlds", 1.5),
        ("belief", -1),
        ("max_nodes", -1),
        ("threads", 0),
        ("threads", 10_000),
        ("threads", True),
        ("memory", 1),
        ("memory", -5),
        ("temperature", 0.0),
        ("temperature", None),
    ],
)
def test_numbers_out_of_bounds(game, name, value):
    with pytest.raises(ValueError, match=name) as caught:
        Search(game, **{name: value})
    assert repr(value) in str(caught.value)
    assert "between" in str(caught.value) or "must be" in str(caught.value)


@pytest.mark.parametrize("name", ["recall", "reuse", "root_private"])
@pytest.mark.parametrize("value", [1, 0, "no", None])
def test_flags_are_true_or_false(game, name, value):
    with pytest.raises(ValueError, match=f"{name} must be True or False, not {value!r}"):
        Search(game, **{name: value})


def test_unknown_options_are_type_errors(game):
    with pytest.raises(TypeError, match="exploration"):
        Search(game, exploration=1.0)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"algorithm": "infoset", "chance": "open"}, "recall"),
        ({"algorithm": "pimc", "belief": 5}, "belief"),
        ({"rollout": "heuristic"}, "heuristic"),
        ({"cutoff": 3}, "heuristic"),
        ({"cutoff_turns": 1}, "heuristic"),
        ({"weights": [1.0]}, "weights"),
    ],
)
def test_combinations_that_make_no_sense(game, options, text):
    with pytest.raises(ValueError, match=text):
        Search(game, **options)


def test_cutting_off_by_turns_needs_a_game_that_counts_them():
    game = load_game("monty_hall")
    heuristic = scrambled(game)
    with pytest.raises(ValueError, match="cutoff_turns needs a game that counts turns; monty_hall does not"):
        Search(game, heuristic=heuristic.capsule, cutoff_turns=1)


def test_a_turn_that_cannot_be_counted_ends_the_search():
    class Uncounted(Pennies):
        def turn(self, s):
            raise RuntimeError("lost count")

    game = twin("pennies", Uncounted)
    heuristic = scrambled(game)
    search = Search(game, heuristic=heuristic.capsule, cutoff_turns=1)
    with pytest.raises(RuntimeError, match="lost count"):
        search.run(game.new_initial_state().view(0), iterations=10)


def test_heuristics_must_fit_the_game(game):
    good = scrambled(game)
    assert Search(game, heuristic=good.capsule, weights=[2.0]).run(game.new_initial_state().view(0), iterations=5)
    for weights in ([1.0, 2.0], [], [math.nan]):
        with pytest.raises(ValueError, match="weights"):
            Search(game, heuristic=good.capsule, weights=weights)
    other = scrambled(load_game("monty_hall"))
    with pytest.raises(ValueError, match="monty_hall"):
        Search(game, heuristic=other.capsule)
    for wrong in (game.capsule, 5, "heuristic"):
        with pytest.raises(ValueError, match=r"it must be a PyCapsule called caravela\.heuristic"):
            Search(game, heuristic=wrong)


def test_an_evaluation_that_is_not_a_number_does_no_harm(game):
    broken = PythonHeuristic(game, lambda _s, _p, actions: [math.nan] * len(actions), lambda _s: [math.nan] * 2)
    view = game.new_initial_state().view(0)
    for options in (
        {"cutoff": 0},
        {"cutoff": 0, "hidden": "same"},
        {"cutoff": 1, "selection": "puct", "hidden": "same"},
        {"rollout": "heuristic", "widen_c": 1.0, "final": "value"},
        {"cutoff": 0, "final": "regret"},
    ):
        result = Search(game, heuristic=broken.capsule, **options).run(view, iterations=200)
        assert result.action in (0, 1)
        assert sum(action.visits for action in result.actions) == 200


@pytest.mark.parametrize("budget", [{"iterations": -1}, {"iterations": 1.5}, {"seconds": -1.0}, {"seconds": math.nan}])
def test_bad_budgets(game, budget):
    name, value = next(iter(budget.items()))
    with pytest.raises(ValueError, match=name) as caught:
        Search(game).run(game.new_initial_state().view(0), **budget)
    assert repr(value) in str(caught.value)


def test_views_of_other_games_or_of_seats_that_are_not_to_move(game):
    search = Search(game)
    other = load_game("pennies", rounds=3)
    with pytest.raises(ValueError, match=r"rounds=3"):
        search.run(other.new_initial_state().view(0), iterations=1)
    state = game.new_initial_state()
    state.apply_action(0)
    with pytest.raises(ValueError, match="seat 0"):
        search.run(state.view(0), iterations=1)
    assert search.run(state.view(1), iterations=7).iterations == 7


def test_an_equal_game_loaded_twice_is_the_same_game(game):
    again = load_game("pennies", rounds=2)
    assert Search(game).run(again.new_initial_state().view(0), iterations=3).iterations == 3


def test_one_caller_at_a_time(game):
    search = Search(game)
    view = game.new_initial_state().view(0)
    runner = threading.Thread(target=search.run, args=(view,))
    runner.start()
    try:
        time.sleep(0.05)
        with pytest.raises(RuntimeError, match="running"):
            search.run(view, iterations=1)
    finally:
        search.stop()
        runner.join()
    assert search.run(view, iterations=1).iterations == 1


def test_a_search_is_not_picklable(game):
    with pytest.raises(TypeError, match="bot"):
        pickle.dumps(Search(game))


def forced_views(game, games):
    """Views of decisions with one legal action in random games."""
    for seed in range(games):
        rng = Rng(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
                continue
            legal = state.legal_actions()
            if len(legal) == 1:
                yield state.view(state.current_player())
            state.apply_action(legal[rng.bounded(len(legal))])


def test_a_single_legal_action_is_answered_at_once():
    game = load_game("veracruz", players=2, hand_size=1, deck_size=3)
    views = list(forced_views(game, 10))
    assert len(views) > 10
    for view in views:
        result = Search(game).run(view)  # without any budget
        assert [result.action] == view.legal_actions()
        assert (result.iterations, result.nodes, result.full_at) == (0, 0, -1)
        assert result.policy == [(result.action, 1.0)]
