"""Games by name in OpenSpiel's registry: types, parameters, edited data, games from elsewhere."""

import pickle

import pytest

from caravela.cext import Game, python_engine
from caravela.engines import registry
from caravela.engines.registry import engine_spec, load_game, registered_games

pyspiel = pytest.importorskip("pyspiel")

from caravela.openspiel import as_pyspiel_game, register  # noqa: E402
from caravela.openspiel.exported import registration  # noqa: E402
from tests.openspiel.exported.tools import run_python, several_sizes  # noqa: E402
from tests.python_twins import MontyHall  # noqa: E402

KINDS = pyspiel.GameType


@pytest.fixture(autouse=True)
def _registered() -> None:
    register()


def test_every_game_is_registered_and_again_without_harm():
    names = [f"caravela_{name}" for name in registered_games()]
    assert register() == names == register()
    assert set(names) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", registered_games())
def test_options_are_parameters(name):
    spec = engine_spec(name)
    game = pyspiel.load_game(f"caravela_{name}")
    assert game.get_parameters() == {option.name: option.default for option in spec.options} | {"data": ""}
    assert {key: type(value) for key, value in game.get_parameters().items()} == {
        option.name: option.type for option in spec.options
    } | {"data": str}
    kind = game.get_type()
    assert kind.parameter_specification == game.get_parameters()
    assert (kind.short_name, kind.long_name) == (f"caravela_{name}", spec.title)
    assert pickle.loads(pickle.dumps(kind)) == kind


@pytest.mark.parametrize("name", several_sizes())
def test_text_and_pickles_load_the_same_game(name):
    ours = load_game(name)
    game = as_pyspiel_game(ours)
    for again in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert again.caravela_game.digest == ours.digest
    assert pyspiel.load_game(game.get_type().short_name, game.get_parameters()).caravela_game.digest == ours.digest


@pytest.mark.parametrize("name", several_sizes())
def test_numbers_are_those_of_the_game(name):
    ours = load_game(name)
    game = as_pyspiel_game(ours)
    for number in (
        "num_players",
        "num_distinct_actions",
        "max_chance_outcomes",
        "min_utility",
        "max_utility",
        "utility_sum",
        "max_game_length",
        "max_history_length",
    ):
        assert getattr(game, number)() == getattr(ours, number)()
    kind = game.get_type()
    assert kind.min_num_players <= game.num_players() <= kind.max_num_players
    assert kind.dynamics == KINDS.Dynamics.SEQUENTIAL
    assert kind.reward_model == KINDS.RewardModel.TERMINAL
    assert kind.information == KINDS.Information.IMPERFECT_INFORMATION
    zero_sum = ours.utility_sum() == 0
    assert kind.utility == (KINDS.Utility.ZERO_SUM if zero_sum else KINDS.Utility.GENERAL_SUM)
    chance = ours.max_chance_outcomes() > 0
    assert kind.chance_mode == (KINDS.ChanceMode.EXPLICIT_STOCHASTIC if chance else KINDS.ChanceMode.DETERMINISTIC)


def test_players_come_from_the_options():
    kind = pyspiel.load_game("caravela_veracruz").get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 4)
    assert pyspiel.load_game("caravela_veracruz(players=3)").num_players() == 3
    kind = pyspiel.load_game("caravela_pennies").get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 2)


def test_bad_parameters_are_explained():
    with pytest.raises(ValueError, match="players is 9; it must be a whole number from 2 to 4"):
        pyspiel.load_game("caravela_veracruz(players=9)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'cards'"):
        pyspiel.load_game("caravela_pennies(cards=9)")
    with pytest.raises(pyspiel.SpielError, match="Wrong type for parameter rounds"):
        pyspiel.load_game("caravela_pennies(rounds=many)")
    with pytest.raises(ValueError, match="takes a Game of"):
        as_pyspiel_game("pennies")


def test_edited_data_travels_in_the_text():
    ours = load_game("veracruz", players=3, data={"setup": {"hand_size": 3}})
    assert ours.digest != load_game("veracruz", players=3).digest
    game = as_pyspiel_game(ours)
    assert str(game).startswith("caravela_veracruz(data=")
    assert pyspiel.load_game(str(game)).caravela_game.data == ours.data
    assert pickle.loads(pickle.dumps(game)).caravela_game.digest == ours.digest
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    again, position = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.caravela_game.digest == ours.digest
    assert position.history() == state.history()


@pytest.mark.parametrize("text", ["abc", "eJwDAAAAAAE", "eJyrBQAA_gD9", "x" * 50, "eJyLjgUAARUAuQ"])
def test_data_that_nobody_encoded_is_refused(text):
    with pytest.raises(ValueError, match="is not what as_pyspiel_game"):
        pyspiel.load_game("caravela_veracruz", {"data": text})


def test_edited_data_is_checked_when_loaded():
    word = registration.parameters_of(engine_spec("veracruz"), load_game("veracruz", data={"setup": {"hand_size": 3}}))[
        "data"
    ]
    with pytest.raises(ValueError, match="unknown key 'setup' in the data of pennies"):
        pyspiel.load_game("caravela_pennies", {"data": word})


def test_a_game_without_registry_entry_lives_in_this_process():
    known = load_game("monty_hall", doors=4)
    engine = python_engine("curtains", MontyHall)
    ours = Game(engine, "curtains", known.options, known.data, engine_spec("monty_hall").text, "curtains(doors=4)")
    game = as_pyspiel_game(ours)
    assert str(game) == f"caravela_curtains(digest=x{ours.digest})"
    assert pyspiel.load_game(str(game)).caravela_game is ours
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    with pytest.raises(ValueError, match="no game curtains with digest 'x0' was given to as_pyspiel_game here"):
        pyspiel.load_game("caravela_curtains(digest=x0)")


def test_a_broken_game_from_elsewhere_does_not_take_the_others_away(monkeypatch):
    def one_is_broken(name):
        if name == "monty_hall":
            raise ValueError("it fell apart")
        return registry.engine_spec(name)

    monkeypatch.setattr(registration, "engine_spec", one_is_broken)
    with pytest.warns(UserWarning, match="does not get the game monty_hall: it fell apart"):
        names = register()
    assert "caravela_pennies" in names
    assert "caravela_monty_hall" not in names


def test_text_that_openspiel_would_lose_is_refused(monkeypatch):
    spec = engine_spec("pennies")
    option = registry.Option("note", str, "", "a remark")
    wordy = registry.EngineSpec(
        spec.name, spec.title, spec.engine, spec.data_path, (*spec.options, option), spec.text, (), ()
    )
    game = load_game("pennies")
    monkeypatch.setitem(game.options, "note", "one,two")
    with pytest.raises(ValueError, match="cannot carry note='one,two'"):
        registration.parameters_of(wordy, game)
    monkeypatch.setitem(game.options, "note", "fine")
    assert registration.parameters_of(wordy, game) == {"note": "fine"}


def test_without_openspiel_the_error_says_what_to_install():
    done = run_python("import sys; sys.modules['pyspiel'] = None; import caravela; import caravela.openspiel")
    assert done.returncode == 1
    assert done.stderr.strip().endswith(
        "ImportError: caravela.openspiel needs OpenSpiel: pip install 'caravela[openspiel]'"
    )


def test_a_process_with_our_games_ends_well():
    # OpenSpiel lets go of its registry when the interpreter is gone already.
    done = run_python(
        "import pyspiel, caravela.openspiel as cs; cs.register(); g = pyspiel.load_game('caravela_pennies');"
        "s = g.new_initial_state(); c = cs.cached_tree(g); t = c.new_initial_state().child(0); print(t, flush=True)"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0:heads\n", "")
