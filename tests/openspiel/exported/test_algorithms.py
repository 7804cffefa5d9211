"""OpenSpiel's algorithms on our games: searches on all of them, exact ones on sizes that can be listed."""

import sys
import types

import numpy as np
import pytest

from caravela.engines.registry import engine_spec, format_spec, load_game, registered_games

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    best_response,
    cfr,
    evaluate_bots,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.bots import uniform_random  # noqa: E402
from open_spiel.python.egt import utils  # noqa: E402

from caravela.openspiel import cached_tree  # noqa: E402
from tests.openspiel.exported.tools import decision, exported, several_sizes  # noqa: E402


def listed(name, most=2000):
    """Whether a game has at most so many positions."""
    states = [load_game(name).new_initial_state()]
    for count, state in enumerate(states):
        if count > most:
            return False
        if state.is_chance_node():
            states.extend(state.child(outcome) for outcome, _ in state.chance_outcomes())
        else:
            states.extend(state.child(action) for action in state.legal_actions())
    return True


def exact_sizes():
    """The reduced sizes that can be listed."""
    names = set()
    for name in registered_games():
        spec = engine_spec(name)
        for chosen in (*spec.reduced, {}):
            options = {option.name: chosen.get(option.name, option.default) for option in spec.options}
            if listed(text := format_spec(spec, options)):
                names.add(text)
    return sorted(names)


EXACT = exact_sizes()
EVERY = several_sizes()
DUELS = [name for name in EXACT if load_game(name).num_players() == 2 and load_game(name).utility_sum() == 0]


def test_games_can_be_solved():
    assert {"pennies", "monty_hall", "kuhn_poker"} <= set(DUELS)
    assert any(name.startswith("veracruz") for name in DUELS)


def searches(game):
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    yield mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=random)
    for options in ({}, {"max_world_samples": 5}, {"use_observation_string": True}):
        yield ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=random, **options)


@pytest.mark.parametrize("name", EVERY)
def test_searches_in_python(name):
    game = exported(name)
    for number in range(2):
        state = decision(game, seed=number, number=number)
        before = str(state)
        for bot in searches(game):
            assert bot.step(state) in state.legal_actions()
        assert str(state) == before


def test_ismcts_in_python_does_not_see_the_prize():
    # A search that saw it would stay at door 1 where the prize is there.
    game = exported("monty_hall")
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 1.0, 400, random_state=random)
    state = game.new_initial_state()
    for action in (0, 0, 1):
        state.apply_action(action)
    assert bot.step(state) == 2


@pytest.mark.parametrize("name", EVERY)
def test_search_in_cpp_with_the_interpreter_held(name):
    game = exported(name)
    state = decision(game)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, 100, False, 1, False)
    assert bot.step(state) in state.legal_actions()
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


@pytest.mark.parametrize("name", EVERY)
def test_matches(name):
    game = exported(name)
    seats = range(game.num_players())
    random = np.random.RandomState(3)
    state = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, 7) for seat in seats]
    returns = pyspiel.evaluate_bots(state, bots, 5)
    assert state.is_terminal()
    assert returns == state.returns()
    assert state.history() == pyspiel.State.history(state)
    state = decision(game)  # Python moved it here
    bots = [Follower(uniform_random.UniformRandomBot(seat, random)) for seat in seats]
    assert evaluate_bots.evaluate_bots(state, bots, random) == state.returns()
    assert all(bot.began == ["restart_at"] for bot in bots)
    state = decision(game)
    began = ["restart_at"] if state.history() else ["restart"]
    bots = [Follower(uniform_random.UniformRandomBot(seat, random)) for seat in seats]
    assert pyspiel.evaluate_bots(state, bots, 5) == state.returns()
    assert all(bot.began == began for bot in bots)


class Follower(pyspiel.Bot):
    """Notes how it was told that a game begins."""

    def __init__(self, bot):
        super().__init__()
        self.bot = bot
        self.began = []

    def step(self, state):
        return self.bot.step(state)

    def inform_action(self, state, player, action):
        assert action in state.legal_actions()

    def restart(self):
        self.began.append("restart")

    def restart_at(self, state):
        self.began.append("restart_at")


@pytest.mark.parametrize("name", EXACT)
def test_solvers_run(name):
    game = exported(name)
    python = cfr.CFRSolver(game)
    python.evaluate_and_update_policy()
    native = pyspiel.CFRSolver(game)
    native.evaluate_and_update_policy()
    theirs = native.tabular_average_policy().policy_table()
    assert set(theirs) == set(python.average_policy().state_lookup)
    for sampling in (
        external_sampling_mccfr.ExternalSamplingSolver(game),
        outcome_sampling_mccfr.OutcomeSamplingSolver(game),
    ):
        sampling.iteration()
        assert sampling.average_policy().action_probabilities(decision(game))
    for sampling in (pyspiel.ExternalSamplingMCCFRSolver(game, 1), pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1)):
        sampling.run_iteration()
        assert sampling.average_policy().action_probabilities(decision(game))


@pytest.mark.parametrize("name", DUELS)
def test_best_responses_of_python_and_cpp_agree(name):
    game = exported(name)
    uniform = policies.UniformRandomPolicy(game)
    table = policies.python_policy_to_pyspiel_policy(policies.TabularPolicy(game))
    expected = exploitability.nash_conv(game, uniform)
    assert pyspiel.nash_conv(game, table) == pytest.approx(expected)
    assert pyspiel.exploitability(game, table) == pytest.approx(exploitability.exploitability(game, uniform))
    root = game.new_initial_state()
    value = 0.0
    for seat in (0, 1):
        mine = best_response.BestResponsePolicy(game, seat, uniform).value(root)
        theirs = pyspiel.TabularBestResponse(game, seat, pyspiel.UniformPolicy()).value_from_state(root)
        assert theirs == pytest.approx(mine)
        value += mine
    assert value == pytest.approx(expected)


@pytest.mark.parametrize("name", DUELS)
def test_cfr_converges(name):
    tree = cached_tree(load_game(name))
    solver = pyspiel.CFRSolver(tree)
    aim = 0.01 * (tree.max_utility() - tree.min_utility())
    reached = aim
    for _ in range(10):
        for _ in range(200):
            solver.evaluate_and_update_policy()
        reached = pyspiel.nash_conv(tree, solver.average_policy())
        if reached < aim:
            break
    assert reached < aim


def test_cached_trees_take_both_kinds_of_games():
    ours = load_game("pennies", rounds=2)
    assert (
        str(cached_tree(ours))
        == str(cached_tree(exported(ours.spec)))
        == "cached_tree(game=caravela_pennies(rounds=2))"
    )


def test_alpha_rank(monkeypatch):
    # Its drawings need more packages than are installed; its numbers do not.
    drawings = types.ModuleType("alpharank_visualizer")
    monkeypatch.setitem(sys.modules, "open_spiel.python.egt.alpharank_visualizer", drawings)
    monkeypatch.delitem(sys.modules, "open_spiel.python.egt.alpharank", raising=False)
    from open_spiel.python.egt import alpharank

    table = utils.game_payoffs_array(pyspiel.extensive_to_matrix_game(exported("pennies")))
    assert table.tolist() == [[[1, -1], [-1, 1]], [[-1, 1], [1, -1]]]
    *_, masses, _, _ = alpharank.compute(list(table), m=20, alpha=1.0)
    assert masses == pytest.approx([0.25] * 4)
