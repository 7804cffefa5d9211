"""OpenSpiel's own tests of games, run on ours."""

import unittest

import pytest

from caravela.cext.core import CHANCE_PLAYER
from caravela.engines.registry import load_game, registered_games

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from tests.conformance.configurations import games_for  # noqa: E402
from tests.openspiel.exported.tools import SMALL, exported, several_sizes  # noqa: E402


@pytest.mark.parametrize("name", several_sizes())
def test_random_simulation_of_cpp(name):
    game = exported(name)
    games = games_for(load_game(name), 2)
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    played = []
    pyspiel.random_sim_test(
        game,
        num_sims=games,
        serialize=True,
        verbose=False,
        state_checker_fn=lambda state: played.append(state.current_player()),
        observer=game.make_observer(kind, {}),
    )
    assert played.count(pyspiel.PlayerId.TERMINAL) == games
    assert 0 in played


@pytest.mark.parametrize("name", several_sizes())
def test_random_simulation_of_python(name, capfd, monkeypatch):
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", 10_000)  # else it gives up long games
    games_sim_test.GamesSimTest().sim_game(exported(name))
    assert "terminated with" in capfd.readouterr().out


def run(case, name, capfd):
    """Every test of a class of OpenSpiel's, on one of our games."""
    made = type("Case", (case,), {"game": exported(name), "game_name": name})
    result = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(made))
    capfd.readouterr()
    assert result.testsRun > 4
    assert not [*result.failures, *result.errors]


@pytest.mark.parametrize("name", registered_games())
def test_rules_of_the_api_on_some_states(name, capfd):
    run(api_test.EnforceAPIOnPartialTreeBase, name, capfd)


@pytest.mark.parametrize("name", SMALL)
def test_rules_of_the_api_on_all_states(name, capfd, monkeypatch):
    counts, sets = positions(name)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, counts)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, sets)
    run(api_test.EnforceAPIOnFullTreeBase, name, capfd)


def positions(name):
    """How many chance, player and terminal positions our own game has, and how many information sets."""
    chance = played = over = 0
    sets = set()
    open_states = [load_game(name).new_initial_state()]
    while open_states:
        state = open_states.pop()
        mover = state.current_player()
        if state.is_terminal():
            over += 1
            continue
        if mover == CHANCE_PLAYER:
            chance += 1
            actions = [outcome for outcome, _ in state.chance_outcomes()]
        else:
            played += 1
            sets.add((mover, *state.log(mover)))
            actions = state.legal_actions()
        open_states.extend(state.child(action) for action in actions)
    return (chance, played, over), len(sets)
