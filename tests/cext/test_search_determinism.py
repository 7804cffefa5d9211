"""The same seed gives the same answer: again, in another process, and whatever the truth behind the view is."""

import dataclasses
import os
import subprocess
import sys

import pytest

from caravela.cext.core import Rng
from caravela.cext.search import Search
from caravela.engines.registry import load_game

OPTIONS = [
    {},
    {"algorithm": "so", "rollout": "mast"},
    {"algorithm": "infoset", "final": "sample"},
    {"algorithm": "pimc", "worlds": 5},
    {"threads": 3, "final": "regret"},
]

PROGRAM = """
import dataclasses, sys
from caravela.cext.core import Rng
from caravela.cext.search import Search
from caravela.engines.registry import load_game
game = load_game(sys.argv[1])
state = game.new_initial_state()
rng = Rng(5)
while state.is_chance_node():
    state.apply_action(state.sample_chance(rng))
for options in eval(sys.argv[2]):
    result = Search(game, **options).run(state.view(state.current_player()), iterations=400, seed=9)
    print(dataclasses.replace(result, seconds=0.0))
"""


def timeless(result):
    return dataclasses.replace(result, seconds=0.0)


def first_decision(game, seed=5):
    state = game.new_initial_state()
    rng = Rng(seed)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(rng))
    return state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("spec", ["pennies(rounds=3)", "monty_hall", "veracruz(players=3)"])
def test_the_same_seed_gives_the_same_result_and_another_seed_another(spec, options):
    game = load_game(spec)
    state = first_decision(game)
    view = state.view(state.current_player())
    results = [timeless(Search(game, **options).run(view, iterations=400, seed=9)) for _ in range(2)]
    assert results[0] == results[1]
    one = Search(game, **options)
    one.run(view, iterations=123, seed=1)
    one.forget()
    assert timeless(one.run(view, iterations=400, seed=9)) == results[0]
    assert timeless(Search(game, **options).run(view, iterations=400, seed=10)).actions != results[0].actions


@pytest.mark.parametrize("spec", ["pennies(rounds=3)", "veracruz(players=3)"])
def test_the_same_result_in_other_processes(spec):
    game = load_game(spec)
    state = first_decision(game)
    view = state.view(state.current_player())
    here = [str(timeless(Search(game, **options).run(view, iterations=400, seed=9))) for options in OPTIONS]
    for hash_seed in ("1", "2"):
        command = [sys.executable, "-c", PROGRAM, spec, repr(OPTIONS)]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        there = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        assert there.stdout.splitlines() == here


def test_the_sum_of_threads_is_the_sum_of_their_iterations():
    game = load_game("veracruz", players=2)
    state = first_decision(game)
    view = state.view(state.current_player())
    for iterations in (1, 2, 10, 301):
        result = Search(game, threads=3).run(view, iterations=iterations)
        assert result.iterations == result.worlds == sum(a.visits for a in result.actions) == iterations


def twins(game, seat, seed):
    """Two true states of one game that seat cannot tell apart, at one of its decisions; None if there are none."""
    rng = Rng(seed)
    one, two = game.new_initial_state(), game.new_initial_state()
    found = None
    while not one.is_terminal():
        if one.is_chance_node():
            drawn = one.sample_chance(rng)
            log = one.child(drawn).log(seat)
            alike = [outcome for outcome, _chance in two.chance_outcomes() if two.child(outcome).log(seat) == log]
            if not alike:
                break
            steps = drawn, alike[rng.bounded(len(alike))]
        else:
            legal = one.legal_actions()
            if one.current_player() == seat and len(legal) > 1 and one.to_bytes() != two.to_bytes():
                found = one.clone(), two.clone()
            action = legal[rng.bounded(len(legal))]
            if action not in two.legal_actions():
                break
            steps = action, action
        one.apply_action(steps[0])
        two.apply_action(steps[1])
        if one.log(seat) != two.log(seat):
            break
    return found


@pytest.mark.parametrize(
    ("spec", "seat"), [("monty_hall(doors=4)", 0), ("veracruz(players=2)", 0), ("veracruz(players=4)", 2)]
)
def test_two_truths_with_one_view_give_one_result(spec, seat):
    game = load_game(spec)
    pairs = [pair for pair in (twins(game, seat, seed) for seed in range(20)) if pair]
    assert len(pairs) >= 3
    for one, two in pairs:
        assert one.to_bytes() != two.to_bytes()
        views = one.view(seat), two.view(seat)
        assert views[0] == views[1]
        for options in OPTIONS:
            results = [timeless(Search(game, **options).run(view, iterations=100, seed=3)) for view in views]
            assert results[0] == results[1]


def test_two_truths_of_pennies_give_one_result():
    game = load_game("pennies", rounds=3)
    states = [game.new_initial_state(), game.new_initial_state().child(0), game.new_initial_state().child(1)]
    results = [timeless(Search(game).run(state.view(1), iterations=300, seed=3)) for state in states]
    assert results[0] == results[1] == results[2]


def test_the_principal_line_starts_with_the_most_visited_move_and_can_be_played():
    game = load_game("monty_hall")
    state = first_decision(game)
    result = Search(game).run(state.view(0), iterations=5000)
    best = max(result.actions, key=lambda a: a.visits)
    assert result.principal_line[0] == (0, best.action)
    ((seat, action),) = result.principal_line[1:]  # the host's door is chance and no move
    assert seat == 0
    assert action != best.action  # he switches


def test_seat_values_are_shares_of_one_in_a_zero_sum_game():
    game = load_game("veracruz", players=2)
    state = first_decision(game)
    result = Search(game).run(state.view(state.current_player()), iterations=500)
    assert sum(result.values) == pytest.approx(1.0)
    for action in result.actions:
        if action.visits:
            assert action.value == pytest.approx(action.values[state.current_player()])
            assert sum(action.values) == pytest.approx(1.0)
    assert sum(chance for _action, chance in result.policy) == pytest.approx(1.0)
