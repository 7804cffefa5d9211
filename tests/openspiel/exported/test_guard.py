"""Calls that would end the process: with our games they work or say what to use; native games notice nothing."""

import gc

import pytest

pyspiel = pytest.importorskip("pyspiel")

from caravela.openspiel import cached_tree, register  # noqa: E402
from caravela.openspiel.exported import guard  # noqa: E402
from tests.openspiel.exported.tools import SMALL, decision, exported, run_python  # noqa: E402

register()

MONTY = "caravela_monty_hall()"
TRANSFORMED = [
    MONTY,
    f"cached_tree(game={MONTY})",
    f"misere(game={MONTY})",
    f"add_noise(epsilon=0.1,game={MONTY},seed=1)",
    f"coop_to_1p(game={MONTY})",
    "python_kuhn_poker",
]


def search(game):
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 0), 2.0, 30, 100, False, 1, False)


def information_set_search():
    return pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 0), 2.0, 30)


def opened(name):
    from open_spiel.python import games  # noqa: F401 - registers python_kuhn_poker

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return game, state


@pytest.mark.parametrize("name", TRANSFORMED)
def test_mcts_of_cpp_plays_games_written_in_python(name):
    game, state = opened(name)
    assert guard.is_written_in_python(game)
    assert search(game).step(state) in state.legal_actions()


@pytest.mark.parametrize("name", TRANSFORMED)
@pytest.mark.parametrize("method", ["step", "get_policy", "step_with_policy", "step_verbose"])
def test_ismcts_of_cpp_says_what_to_use_instead(name, method):
    _, state = opened(name)
    with pytest.raises(pyspiel.SpielError, match="a game written in Python: use our own search"):
        getattr(information_set_search(), method)(state)


def test_ismcts_of_cpp_in_a_match():
    game = exported("monty_hall")
    for position in (game.new_initial_state(), decision(game)):
        with pytest.raises(pyspiel.SpielError, match="cannot play caravela_monty_hall"):
            pyspiel.evaluate_bots(position, [information_set_search(), information_set_search()], 1)
    state = game.new_initial_state()
    returns = pyspiel.evaluate_bots(state=state, bots=[search(game), search(game)], seed=1)
    assert returns == state.returns()


def test_returns_from_seeds():
    state = decision(exported("monty_hall"))
    play = pyspiel.expected_returns_of_deterministic_policies_from_seeds
    uniform = pyspiel.UniformPolicy()
    for arguments in ((state, [1, 2]), (state, [1, 2], [uniform, uniform])):
        with pytest.raises(pyspiel.SpielError, match=r"use pyspiel\.expected_returns"):
            play(*arguments)
    with pytest.raises(pyspiel.SpielError, match=r"use pyspiel\.expected_returns"):
        play(state=state, policy_seeds=[1, 2])


def test_best_responses_keep_what_they_point_at():
    name = str(exported(SMALL[-1]))
    solver = pyspiel.CFRSolver(pyspiel.load_game(name))
    solver.evaluate_and_update_policy()
    made = pyspiel.TabularBestResponse(pyspiel.load_game(name), 0, solver.average_policy())
    value = pyspiel.load_game(name).new_initial_state()
    held = solver.average_policy()
    assert len(guard._kept) == 1
    gc.collect()
    expected = pyspiel.TabularBestResponse(pyspiel.load_game(name), 0, held).value_from_state(value)
    assert made.value_from_state(value) == expected
    made.set_policy(pyspiel.UniformPolicy())
    gc.collect()
    uniform = pyspiel.TabularBestResponse(pyspiel.load_game(name), 0, pyspiel.UniformPolicy())
    assert made.value_from_state(value) == uniform.value_from_state(value)
    made.set_policy(
        held.policy_table() if hasattr(held, "policy_table") else solver.tabular_average_policy().policy_table()
    )
    assert made.value_from_state(value) == expected
    process = pyspiel.TabularBestResponseMDP(pyspiel.load_game(name), pyspiel.UniformPolicy())
    gc.collect()
    assert process.nash_conv().nash_conv >= -1e-9
    del made, uniform, process
    gc.collect()
    assert len(guard._kept) == 0


def test_best_responses_find_positions_that_python_played():
    game = exported(SMALL[-1])
    response = pyspiel.TabularBestResponse(game, 0, pyspiel.UniformPolicy())
    state = game.new_initial_state()
    begun = response.value_from_state(state)
    values = []
    for _ in range(4):
        state = state.child(state.legal_actions()[0])
        values.append(response.value_from_state(state))
    assert set(values) - {begun}
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert response.value_from_state(state) == state.returns()[0]


def test_simulations_from_a_position():
    state = decision(exported("monty_hall"), number=1)
    pyspiel.random_sim_test_with_specific_initial_state(state.get_game(), 1, state)
    pyspiel.random_sim_test(state.get_game(), 1, True, False, specific_initial_state=state)


def test_information_state_trees_from_a_position():
    game = exported(SMALL[-1])
    state = decision(game)
    observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=True), {})
    tree = pyspiel.InfostateTree([state], [1.0], observer, 0)
    assert 0 < tree.num_leaves() < pyspiel.InfostateTree(game, 0).num_leaves()


def test_guarding_twice_is_guarding_once():
    before = pyspiel.MCTSBot.step
    guard.install()
    assert pyspiel.MCTSBot.step is before


def test_native_games_notice_nothing():
    game, state = opened("kuhn_poker")
    assert not guard.is_written_in_python(game)
    for wrapped in ("cached_tree(game=kuhn_poker())", "misere(game=kuhn_poker())"):
        assert not guard.is_written_in_python(pyspiel.load_game(wrapped))
    # The search in C++ is not the same twice, whatever its seed: its tables are walked in an order of their own.
    assert information_set_search().step(state) in state.legal_actions()
    assert search(game).step(state) == pyspiel.MCTSBot.step.__wrapped__(search(game), state)
    assert information_set_search().get_policy(state)
    assert len(pyspiel.evaluate_bots(game.new_initial_state(), [search(game), information_set_search()], 1)) == 2
    from_seeds = pyspiel.expected_returns_of_deterministic_policies_from_seeds
    assert from_seeds(state, [1, 2]) == from_seeds.__wrapped__(state, [1, 2])
    policy = pyspiel.UniformPolicy()
    response = pyspiel.TabularBestResponse(game, 0, policy)
    assert response not in guard._kept
    assert response.value_from_state(game.new_initial_state()) == pytest.approx(0.5)


def test_the_process_survives():
    done = run_python(
        "import pyspiel, caravela.openspiel as cs; cs.register()\n"
        "game = pyspiel.load_game('caravela_veracruz'); rng = pyspiel.UniformProbabilitySampler(0.0, 1.0)\n"
        "state = game.new_initial_state()\n"
        "while state.is_chance_node(): state.apply_action(pyspiel.sample_action(state.chance_outcomes(), rng())[0])\n"
        "rollouts = pyspiel.RandomRolloutEvaluator(1, 0)\n"
        "mcts = pyspiel.MCTSBot(game, rollouts, 2.0, 5, 10, False, 1, False)\n"
        "for bot in (mcts, pyspiel.ISMCTSBot(1, rollouts, 2.0, 5)):\n"
        "    try: print(bot.step(state) in state.legal_actions())\n"
        "    except pyspiel.SpielError as error: print(error)\n"
    )
    first, second = done.stdout.splitlines()
    assert (done.returncode, first) == (0, "True")
    assert second.startswith("the ISMCTSBot of OpenSpiel's C++ cannot play caravela_veracruz()")


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        "pyspiel.MCTSBot(game, rollouts, 2.0, 5, 10, False, 1, False).step(state)",
        "pyspiel.ISMCTSBot(1, rollouts, 2.0, 5).step(state)",
        "pyspiel.expected_returns_of_deterministic_policies_from_seeds(state, [1, 2])",
    ],
)
def test_the_guard_is_still_needed(call):
    # The same calls without it. When OpenSpiel mends them, the guard may go.
    done = run_python(
        "import pyspiel\nfrom open_spiel.python import games\n"
        "game = pyspiel.load_game('python_kuhn_poker'); state = game.new_initial_state().child(0).child(1)\n"
        f"rollouts = pyspiel.RandomRolloutEvaluator(1, 0)\n{call}\n"
    )
    assert done.returncode < 0


def test_trees_keep_the_guard():
    tree = cached_tree(exported("monty_hall"))
    state = tree.new_initial_state().child(0)
    assert search(tree).step(state) in state.legal_actions()
