"""OpenSpiel's bots as our players: sampled worlds go in, legal moves come out."""

import pickle

import pytest

import caravela as cv

pyspiel = pytest.importorskip("pyspiel")

from caravela.openspiel import as_pyspiel_bot, from_openspiel, from_pyspiel_bot  # noqa: E402
from caravela.openspiel.bots import CppISMCTS, PythonISMCTS  # noqa: E402
from tests.openspiel.exported.tools import decision, exported  # noqa: E402

READY = ["CppISMCTS", "CppMCTS", "PythonISMCTS", "PythonMCTS", "UniformRandom"]
OPTIONS = {
    "CppISMCTS": "max_simulations=20,uct_c=1.5,final_policy=max_value,max_world_samples=5,rollouts=2",
    "CppMCTS": "max_simulations=20,worlds=3,solve=false,selection=puct,max_memory_mb=5",
    "PythonISMCTS": "max_simulations=5,final_policy=normalized_visit_count,selection=puct",
    "PythonMCTS": "max_simulations=5,worlds=2,solve=false,selection=puct",
    "UniformRandom": "seed=3",
}
HIDDEN = ["openspiel:kuhn_poker", "openspiel:leduc_poker(players=3)"]
OURS = ["veracruz", "pennies(rounds=3)", "monty_hall", "kuhn_poker"]


def named(name, options=""):
    return f"caravela.openspiel.bots:{name}" + (f":{options}" if options else "")


@pytest.mark.parametrize("game", [*HIDDEN, "openspiel:tic_tac_toe", "openspiel:liars_dice", *OURS])
@pytest.mark.parametrize("name", READY)
def test_ready_made_players(name, game):
    game = cv.load_game(game)
    player = cv.bots.make(named(name, OPTIONS[name]))
    refused = (name == "CppISMCTS" and game.spec not in HIDDEN) or ("ISMCTS" in name and "tic_tac" in game.spec)
    if refused:
        with pytest.raises(ValueError, match=f"{name} cannot play"):
            cv.play(game, [player, *["random"] * (game.num_players() - 1)], seed=1)
        return
    record = cv.play(game, [player, *["random"] * (game.num_players() - 1)], seed=1)
    assert not record.faults
    assert record.bots[0] == player.spec


@pytest.mark.parametrize("name", READY)
def test_they_are_bots_like_ours(name):
    player = cv.bots.make(named(name, OPTIONS[name]))
    assert player.spec.startswith(f"caravela.openspiel.bots:{name}:")
    for again in (cv.bots.make(player.spec), pickle.loads(pickle.dumps(player))):
        assert again.spec == player.spec
        assert again.options == player.options
    with pytest.raises(ValueError, match=f"{name} has no option 'strength'"):
        cv.bots.make(named(name, "strength=3"))


@pytest.mark.parametrize("name", ["CppMCTS", "PythonISMCTS", "PythonMCTS", "UniformRandom"])
@pytest.mark.parametrize("game", ["openspiel:leduc_poker", "pennies(rounds=3)"])
def test_the_same_seed_is_the_same_game(name, game):
    options = OPTIONS[name].replace("seed=3", "")
    first, second = (
        cv.play(game, [cv.bots.make(named(name, options)) for _ in (0, 1)], seed=5).actions for _ in (0, 1)
    )
    assert first == second


def test_why_a_game_is_refused():
    for game, reason in (
        ("kuhn_poker", r"caravela_kuhn_poker\(\), which is written in Python; ismcts and .*PythonISMCTS can"),
        ("openspiel:liars_dice", "OpenSpiel has no resampler for it"),
        ("openspiel:hearts", "some of OpenSpiel's worlds end the process"),
        ("openspiel:tic_tac_toe", "it has no hidden information; caravela.openspiel.bots:CppMCTS can"),
        ("openspiel:goofspiel", "seats move at once"),
        ("openspiel:crazy_eights", "it lacks such strings; try use_observation_string=true"),
    ):
        with pytest.raises(ValueError, match=reason):
            CppISMCTS().check(cv.load_game(game))
    with pytest.raises(ValueError, match="it lacks such strings; try use_observation_string=false"):
        PythonISMCTS(use_observation_string=True).check(cv.load_game("openspiel:liars_dice"))
    PythonISMCTS(use_observation_string=True).check(cv.load_game("veracruz"))


def test_time_limits():
    game = cv.load_game("openspiel:leduc_poker")
    for name in ("CppISMCTS", "CppMCTS"):
        assert not cv.play(game, [named(name, "seconds=0.002"), "random"], seed=1).faults


def test_the_prize_is_not_seen():
    # Searches in true positions would always find it; in sampled worlds the guest switches, and wins 2 of 3.
    game = cv.load_game("monty_hall")
    for name, options in (("PythonISMCTS", "max_simulations=60"), ("CppMCTS", "worlds=25,max_simulations=60")):
        won = 0
        for seed in range(60):
            record = cv.play(game, [named(name, options), "random"], seed=seed)
            assert not record.faults
            won += record.returns[0] > 0
        assert 0.4 < won / 60 < 0.88


class Spy(pyspiel.Bot):
    """Plays the last legal action and keeps the positions it was shown."""

    def __init__(self):
        super().__init__()
        self.shown = []
        self.restarts = 0

    def step(self, state):
        self.shown.append(state.clone())
        return state.legal_actions()[-1]

    def restart(self):
        self.restarts += 1


def test_bots_are_shown_worlds_that_depend_on_the_view_alone():
    shown = []
    for prize in (0, 2):
        state = exported("monty_hall").new_initial_state()
        for action in (prize, 0, 1):
            state.apply_action(action)
        player = from_pyspiel_bot(spy := Spy(), worlds=40)
        player.begin(state.view(0).game, 0, 7)
        assert player.choose(state.view(0)) == 2
        shown.append([(str(world), world.is_sampled()) for world in spy.shown])
        assert {world.observation_string(0) for world in spy.shown} == {state.observation_string(0)}
    assert shown[0] == shown[1]
    assert len(shown[0]) == 40
    assert len(set(shown[0])) == 2  # the prize is behind this door or that


def test_on_imported_games_bots_get_positions_of_openspiel():
    game = from_openspiel("kuhn_poker")
    player = from_pyspiel_bot(spy := Spy(), worlds=10)
    record = cv.play(game, [player, cv.bots.RandomBot(3)], seed=2)
    assert not record.faults
    assert {type(world).__module__ for world in spy.shown} == {"pyspiel"}
    assert {world.get_game().get_type().short_name for world in spy.shown} == {"kuhn_poker"}
    mine = {world.history()[0] for world in spy.shown}
    theirs = {world.history()[1] for world in spy.shown}
    assert len(mine) == 1  # its own card
    assert len(theirs) == 2  # another one's, which it cannot know


def test_factories_make_a_bot_for_every_game():
    made = []

    def factory(game, seat, seed):
        made.append((str(game), seat))
        assert 0 <= seed < 2**31
        return pyspiel.make_uniform_random_bot(seat, seed)

    player = from_pyspiel_bot(factory)
    assert player.spec == "pyspiel.factory"
    for name in ("openspiel:kuhn_poker", "monty_hall"):
        assert not cv.play(name, ["random", player], seed=1).faults
    assert made[1::2] == [("kuhn_poker()", 1), ("caravela_monty_hall()", 1)]
    state = decision(exported("monty_hall"))
    assert from_pyspiel_bot(factory).choose(state.view(0)) in state.legal_actions()


def test_a_single_bot_is_restarted():
    player = from_pyspiel_bot(spy := Spy())
    for seed in range(3):
        assert not cv.play("pennies", [player, "random"], seed=seed).faults
    assert spy.restarts == 3


def test_our_player_there_and_back():
    there = as_pyspiel_bot("ismcts:iterations=50", seat=0)
    record = cv.play("monty_hall", [from_pyspiel_bot(there), "random"], seed=1)
    assert not record.faults


class Stubborn(pyspiel.Bot):
    def step(self, state):
        return -5

    def restart(self):
        pass


def test_what_goes_wrong_is_said():
    for wrong in (3, Spy):
        with pytest.raises(ValueError, match=r"is no pyspiel.Bot, and no function|made .* which is no"):
            from_pyspiel_bot(wrong)
    with pytest.raises(ValueError, match=r"made 3, which is no pyspiel\.Bot"):
        from_pyspiel_bot(lambda game, seat, seed: 3).check(cv.load_game("pennies"))
    with pytest.raises(ValueError, match="worlds=0"):
        from_pyspiel_bot(Spy(), worlds=0)
    record = cv.play("pennies", [from_pyspiel_bot(Stubborn()), "random"], seed=1)
    assert record.faults[0].kind == "raised"
    assert "answered -5, which is no legal action" in record.faults[0].detail
    view = exported("monty_hall").new_initial_state().view(0)
    for player in (from_pyspiel_bot(Spy()), PythonISMCTS()):
        with pytest.raises(ValueError, match="is not to act in this view"):
            player.choose(view)


def test_the_search_of_cpp_on_our_games_says_what_to_use():
    def factory(game, seat, seed):
        return pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, 10)

    record = cv.play("monty_hall", [from_pyspiel_bot(factory), "random"], seed=1)
    assert {fault.kind for fault in record.faults} == {"raised"}
    assert "a game written in Python: use our own search" in record.faults[0].detail
