"""The kernel and the plain-Python search give the same numbers, bit for bit, from the same seed."""

import random

import pytest

from caravela.bots.heuristics import find
from caravela.cext.core import Rng
from caravela.cext.search import Search
from caravela.engines.registry import load_game
from tests.oracles import ismcts_search
from tests.oracles.heuristics import functions_of, scrambled

GAMES = [
    "pennies",
    "pennies(rounds=3)",
    "monty_hall",
    "monty_hall(doors=5)",
    "veracruz(players=2)",
    "veracruz(players=3)",
    "veracruz(players=4)",
    # Small enough for repeated nodes, forced steps and whole games inside the tree.
    "veracruz(players=2,galleons=2,hand_size=2,deck_size=2,goods=2,copies=1,max_value=2)",
]


def positions(game, count, seed):
    """Views at real decisions of random games, spread over their length."""
    rng = Rng(seed)
    views = []
    while len(views) < count:
        state = game.new_initial_state()
        found = []
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                found.append(state.view(state.current_player()))
            state.apply_action(legal[rng.bounded(len(legal))])
        views.append(found[rng.bounded(len(found))])
    return views


def assert_same(result, expected, iterations):
    """Every number of the result that docs/search.md defines, without any tolerance."""
    actions = result.actions
    assert [a.visits for a in actions] == expected.visits
    assert [a.availability for a in actions] == expected.availability
    assert [a.value for a in actions] == expected.values
    assert [a.prior for a in actions] == expected.priors
    assert [a.values for a in actions] == expected.seat_values
    assert result.values == expected.root_values
    assert result.policy == expected.policy
    assert result.action == expected.action
    assert result.nodes == expected.nodes
    assert result.reused == expected.reused
    assert result.iterations == iterations


def compare(game, view, iterations, seed, heuristic=None, **options):
    native = Search(game, heuristic=heuristic.capsule if heuristic else None, **options)
    knowledge = {"prior": heuristic.prior, "evaluate": heuristic.evaluate} if heuristic else {}
    expected = ismcts_search.search(game, view, iterations, seed, **options, **knowledge)
    assert_same(native.run(view, iterations=iterations, seed=seed), expected, iterations)


def iterations_for(game):
    return 300 if game.name == "veracruz" else 1000


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("algorithm", ["so", "mo", "infoset", "pimc"])
def test_every_algorithm_on_every_game(spec, algorithm):
    game = load_game(spec)
    for seed, view in enumerate(positions(game, 2, 11)):
        compare(game, view, iterations_for(game), seed, algorithm=algorithm)


SINGLE = [
    {"hidden": "same"},
    {"hidden": "same", "algorithm": "so", "selection": "puct"},
    {"final": "regret", "gamma": 0.3},
    {"algorithm": "infoset", "final": "regret"},
    {"selection": "uniform"},
    {"selection": "uniform", "hidden": "same"},
    {"selection": "puct", "c": 1.5, "fpu": 0.8},
    {"selection": "puct", "algorithm": "so"},
    {"c": 0.0},
    {"chance": "open"},
    {"chance": "open", "algorithm": "so"},
    {"chance": "open", "algorithm": "pimc", "worlds": 3},
    {"chance": "open", "algorithm": "infoset", "recall": True},
    {"algorithm": "infoset", "recall": True},
    {"root_private": True},
    {"algorithm": "pimc", "worlds": 1},
    {"algorithm": "pimc", "worlds": 40, "max_nodes": 50},
    {"rollout": "mast"},
    {"rollout": "mast", "epsilon": 0.0, "algorithm": "so"},
    {"utility": "rank"},
    {"utility": "score"},
    {"utility": "win", "margin": 0.0},
    {"utility": "rank", "margin": 0.5},
    {"widen_c": 1.0},
    {"widen_c": 0.4, "widen_a": 0.7, "algorithm": "infoset"},
    {"widen_c": 0.0001, "selection": "uniform"},
    {"max_nodes": 1, "selection": "uniform", "final": "value"},
    {"max_nodes": 7},
    {"threads": 2},
    {"threads": 3, "algorithm": "pimc", "worlds": 2},
    {"final": "sample", "temperature": 0.5},
    {"final": "sample"},
    {"final": "value"},
]

WITH_HEURISTIC = [
    {"selection": "puct"},
    {"selection": "puct", "widen_c": 1.3, "widen_a": 0.4, "algorithm": "so"},
    {"selection": "uniform", "widen_c": 0.9},
    {"rollout": "heuristic"},
    {"rollout": "heuristic", "epsilon": 0.0, "cutoff": 5},
    {"cutoff": 0},
    {"cutoff": 0, "algorithm": "infoset", "utility": "rank"},
    {"cutoff": 2, "utility": "score", "algorithm": "pimc"},
    {"cutoff": 3, "rollout": "mast"},
]


BY_TURNS = [
    {"cutoff_turns": 1},
    {"cutoff_turns": 2, "algorithm": "infoset"},
    {"cutoff_turns": 1, "rollout": "heuristic", "selection": "puct"},
    {"cutoff_turns": 3, "cutoff": 4, "algorithm": "so"},
    {"cutoff_turns": 2, "rollout": "mast", "algorithm": "pimc"},
]


def label(options):
    return ",".join(f"{k}={v}" for k, v in options.items())


@pytest.mark.parametrize("options", SINGLE, ids=label)
def test_one_option_at_a_time(options):
    for spec in ("pennies(rounds=3)", "monty_hall(doors=4)", "veracruz(players=3)", GAMES[-1]):
        game = load_game(spec)
        for view in positions(game, 1, len(spec)):
            compare(game, view, iterations_for(game), 5, **options)


@pytest.mark.parametrize("options", WITH_HEURISTIC, ids=label)
def test_with_priors_and_evaluations(options):
    for spec in ("pennies(rounds=3)", "monty_hall(doors=4)", "veracruz(players=2)", GAMES[-1]):
        game = load_game(spec)
        for view in positions(game, 1, 3):
            compare(game, view, iterations_for(game), 6, heuristic=scrambled(game), **options)


@pytest.mark.parametrize("options", BY_TURNS, ids=label)
def test_evaluations_at_the_end_of_a_turn(options):
    for spec in ("pennies(rounds=3)", "veracruz(players=3)", GAMES[-1], "newworld(players=2)", "sevilla(players=3)"):
        game = load_game(spec)
        for view in positions(game, 1, 3):
            compare(game, view, 200, 7, heuristic=scrambled(game), **options)


class NativeHeuristic:
    """A heuristic of the package, for both searches."""

    def __init__(self, game):
        found = find(game.name)
        assert found is not None
        self.capsule = found.capsule
        self.prior, self.evaluate = functions_of(found.capsule, game)


@pytest.mark.parametrize("options", WITH_HEURISTIC, ids=label)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_the_heuristic_of_veracruz(players, options):
    game = load_game("veracruz", players=players)
    for view in positions(game, 1, 30 + players):
        compare(game, view, 120, 8, heuristic=NativeHeuristic(game), **options)


def test_a_key_that_recurs_in_one_descent_ends_it():
    # Seat 1 searches and does not take the shown coins into its key: seat 0's first choice of the second round has the
    # key of its choice in the first.
    game = load_game("pennies", rounds=3)
    view = game.new_initial_state().view(1)
    for selection in ("ucb", "puct", "uniform"):
        compare(game, view, 1000, 1, algorithm="so", chance="open", selection=selection)


CHOICES = {
    "algorithm": ["so", "mo", "infoset", "pimc"],
    "selection": ["ucb", "puct", "uniform"],
    "hidden": ["regret", "same"],
    "c": [0.3, 0.7, 1.4],
    "fpu": [0.0, 0.5, 1.0],
    "gamma": [0.05, 0.5],
    "chance": ["closed", "open"],
    "rollout": ["uniform", "heuristic", "mast"],
    "epsilon": [0.0, 0.2],
    "cutoff": [-1, 0, 3],
    "cutoff_turns": [0, 0, 1, 3],
    "utility": ["win", "rank", "score"],
    "margin": [0.0, 0.1, 1.0],
    "widen_c": [0.0, 0.7, 2.0],
    "widen_a": [0.3, 0.6],
    "worlds": [1, 5, 16],
    "recall": [False, True],
    "root_private": [False, True],
    "max_nodes": [0, 0, 20],
    "threads": [1, 1, 2],
    "final": ["max", "value", "sample", "regret"],
    "temperature": [0.3, 1.0],
}


@pytest.mark.parametrize("number", range(60))
def test_random_combinations_of_options(number):
    draw = random.Random(number)
    options = {name: draw.choice(values) for name, values in CHOICES.items()}
    if options["algorithm"] == "infoset" and not options["recall"]:
        options["chance"] = "closed"
    game = load_game(draw.choice(GAMES))
    if game.name == "monty_hall":  # counts no turns
        options["cutoff_turns"] = 0
    for view in positions(game, 1, number):
        compare(game, view, draw.choice([1, 60, 150]), number, heuristic=scrambled(game), **options)


def decisions_in_a_row(game, seat, seed):
    """The seat's views at every decision of one random game, forced ones left out."""
    rng = Rng(seed)
    state = game.new_initial_state()
    views = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        legal = state.legal_actions()
        if state.current_player() == seat and len(legal) > 1:
            views.append(state.view(seat))
        state.apply_action(legal[rng.bounded(len(legal))])
    return views


SEQUENCES = [
    {},
    {"algorithm": "so", "belief": 10},
    {"belief": 25},
    {"belief": 8, "algorithm": "infoset", "threads": 2},
    {"reuse": False, "belief": 10, "selection": "puct"},
    {"algorithm": "pimc", "worlds": 3},
    {"rollout": "mast", "algorithm": "infoset"},
    {"recall": True, "algorithm": "infoset"},
    {"root_private": True},
    {"final": "regret", "threads": 2},
]


@pytest.mark.parametrize("options", SEQUENCES, ids=label)
@pytest.mark.parametrize("spec", ["pennies(rounds=4)", "monty_hall(doors=5)", "veracruz(players=3)", GAMES[-1]])
def test_decision_after_decision_with_belief_and_reuse(spec, options):
    game = load_game(spec)
    heuristic = scrambled(game)
    native = Search(game, heuristic=heuristic.capsule, **options)
    plain = ismcts_search.Search(game, prior=heuristic.prior, evaluate=heuristic.evaluate, **options)
    for number, view in enumerate(decisions_in_a_row(game, 0, 4)[:6]):
        assert_same(native.run(view, iterations=80, seed=number), plain.run(view, 80, number), 80)


def test_some_sequences_reuse_a_tree_and_others_do_not():
    game = load_game("veracruz(players=2)")
    views = decisions_in_a_row(game, 0, 4)
    for options, expected in (({}, True), ({"reuse": False}, False), ({"recall": True, "algorithm": "infoset"}, False)):
        search = Search(game, **options)
        reused = [search.run(view, iterations=50).reused for view in views]
        assert any(reused) == expected
