"""Our players in OpenSpiel's hands: they play as at home, and see only their seat's view."""

import random

import numpy as np
import pytest

import caravela as cv
from caravela.bots import Bot, RandomBot

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import evaluate_bots  # noqa: E402

from caravela.openspiel import as_pyspiel_bot, as_pyspiel_game, cached_tree, from_openspiel  # noqa: E402
from tests.openspiel.exported.tools import decision, exported, step  # noqa: E402


class Watcher:
    """Plays the first action and writes down everything it is told."""

    def __init__(self):
        self.told = []
        self.views = []

    def check(self, game):
        self.told.append(("check", game.spec))

    def begin(self, game, seat, seed):
        self.told.append(("begin", game.spec, seat, seed))

    def observe(self, codes):
        self.told.append(("observe", list(codes)))

    def choose(self, view):
        self.views.append(view)
        return view.legal_actions()[0]


def began(player):
    return [what for what in player.told if what[0] == "begin"]


def native(name, seed=0):
    """A native state at its first decision."""
    state = pyspiel.load_game(name).new_initial_state()
    rng = random.Random(seed)
    while state.is_chance_node():
        step(state, rng)
    return state


@pytest.mark.parametrize("spec", ["random", "heuristic", "flatmc:iterations=30", "ismcts:iterations=60"])
def test_players_choose_as_at_home(spec):
    game = exported("veracruz")
    for number in range(4):
        state = decision(game, seed=number, number=5)
        seat = state.current_player()
        away = as_pyspiel_bot(spec, seat, seed=number)
        at_home = cv.bots.make(spec)
        at_home.begin(game.caravela_game, seat, cv.bots.seeding.derive(number, 0))
        assert away.step(state) == at_home.choose(state.view(seat))


@pytest.mark.parametrize(
    "name",
    ["kuhn_poker", "leduc_poker", "tic_tac_toe", "liars_dice", "cached_tree(game=leduc_poker())"],
)
def test_they_play_native_games(name):
    game = pyspiel.load_game(name)
    for seed in range(3):
        state = game.new_initial_state()
        bots = [as_pyspiel_bot("ismcts:iterations=20", 0), as_pyspiel_bot(RandomBot(seed))]
        assert pyspiel.evaluate_bots(state, bots, seed) == state.returns()
        assert state.is_terminal()


def test_a_native_game_is_the_imported_one():
    state = native("leduc_poker", seed=3)
    watcher = Watcher()
    bot = as_pyspiel_bot(watcher, seat=0)
    action = bot.step(state)
    ours = from_openspiel("leduc_poker")
    assert watcher.views == [ours.deserialize_state("\n".join(map(str, state.history()))).view(0)]
    assert action == state.legal_actions()[0]


def test_simultaneous_games_need_a_seat():
    state = pyspiel.load_game("goofspiel(imp_info=True,num_cards=4,points_order=descending)").new_initial_state()
    bots = [as_pyspiel_bot("ismcts:iterations=20", seat) for seat in (0, 1)]
    while not state.is_terminal():
        state.apply_actions([bot.step(state) for bot in bots])
    assert sum(state.returns()) == 0
    assert pyspiel.evaluate_bots(state.get_game().new_initial_state(), bots, 1)
    with pytest.raises(ValueError, match="no single seat is to act"):
        as_pyspiel_bot("random").step(state.get_game().new_initial_state())


def test_the_past_of_simultaneous_games_is_ours():
    state = pyspiel.load_game("goofspiel(imp_info=True,num_cards=4,points_order=random)").new_initial_state()
    rng = random.Random(2)
    watcher = Watcher()
    bot = as_pyspiel_bot(watcher, seat=1)
    while not state.is_terminal():
        if state.is_chance_node():
            step(state, rng)
            continue
        assert bot.step(state) in state.legal_actions(1)
        ours = watcher.views[-1]
        assert ours.legal_actions() == state.legal_actions(1)
        mine = [move.action for move in state.full_history() if move.player == 1]
        assert [code for code in ours.log() if code < 4] == mine
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in (0, 1)])
    assert len(began(watcher)) == 1


def test_cached_trees_are_what_they_hold():
    game = cv.load_game("monty_hall", doors=4)
    state = cached_tree(game).new_initial_state().child(1)
    as_pyspiel_bot(watcher := Watcher(), 0).step(state)
    assert watcher.views == [game.deserialize_state("1").view(0)]


def test_who_follows_the_game_is_told_each_step():
    game = exported("monty_hall")
    state = game.new_initial_state()
    watcher = Watcher()
    bot = as_pyspiel_bot(watcher, seat=0, seed=4)
    house = as_pyspiel_bot("random", seat=1)
    pyspiel.evaluate_bots(state, [bot, house], 3)
    ours = game.caravela_game
    heard = [what[1] for what in watcher.told if what[0] == "observe"]
    steps = []
    at = ours.new_initial_state()
    for action in state.history():
        before = len(at.log(0))
        at.apply_action(action)
        steps.append(at.log(0)[before:])
    assert heard == steps[:3]  # the last step comes after its last decision
    assert watcher.told[:2] == [("check", "monty_hall"), ("begin", "monty_hall", 0, cv.bots.seeding.derive(4, 0))]


def test_on_native_games_too():
    state = native("kuhn_poker")
    watcher = Watcher()
    bot = as_pyspiel_bot(watcher, seat=1)
    bot.restart_at(state)
    bot.inform_action(state, 0, 1)
    state.apply_action(1)
    bot.step(state)
    heard = [code for what in watcher.told if what[0] == "observe" for code in what[1]]
    assert heard == watcher.views[0].log()


def test_each_restart_is_a_new_game_with_other_chance():
    game = exported("pennies")
    bot = as_pyspiel_bot(watcher := Watcher(), seat=0)
    for _ in range(3):
        bot.restart()
        bot.step(game.new_initial_state())
    bot.step(game.new_initial_state())  # the same game
    bot.step(exported("pennies(rounds=2)").new_initial_state())  # another one
    seeds = [what[3] for what in began(watcher)]
    assert len(seeds) == len(set(seeds)) == 4
    again = as_pyspiel_bot(other := Watcher(), seat=0)
    again.step(game.new_initial_state())
    assert began(other) == began(watcher)[:1]


def test_a_follower_that_sees_the_past_change_begins_again():
    game = exported("monty_hall")
    bot = as_pyspiel_bot(watcher := Watcher(), seat=0)
    for prize in (0, 1):
        state = game.new_initial_state()
        state.apply_action(prize)
        bot.step(state)
    assert len(began(watcher)) == 2


def test_searches_show_their_policy():
    state = decision(exported("veracruz"), number=3)
    bot = as_pyspiel_bot("ismcts:iterations=100,final=sample,reuse=false")
    assert bot.provides_policy()
    policy, action = bot.step_with_policy(state)
    assert [each for each, _ in policy] == state.legal_actions()
    assert sum(chance for _, chance in policy) == pytest.approx(1.0)
    assert dict(policy)[action] > 0
    assert bot.get_policy(state) == policy
    assert bot.step(state) == action
    other = as_pyspiel_bot("random")
    assert not other.provides_policy()
    for ask in (other.get_policy, other.step_with_policy):
        with pytest.raises(pyspiel.SpielError, match="random does not search"):
            ask(state)


def test_clones_play_alike():
    state = decision(exported("veracruz"), number=3)
    bot = as_pyspiel_bot("random", seed=9)
    played = bot.step(state)
    assert bot.is_clonable()
    assert bot.clone().step(state) == played
    assert as_pyspiel_bot("random", seed=9).clone().step(state) == played
    watched = as_pyspiel_bot(Watcher(), seat=0)
    assert not watched.is_clonable()
    with pytest.raises(pyspiel.SpielError, match="cannot be cloned"):
        watched.clone()


def test_worlds_can_be_played_on():
    state = decision(exported("veracruz"), number=4)
    world = state.resample_from_infostate(state.current_player(), random.Random(1).random)
    assert as_pyspiel_bot("ismcts:iterations=20").step(world) in world.legal_actions()
    watcher = Watcher()
    as_pyspiel_bot(watcher, seat=world.current_player()).step(world)
    assert not [what for what in watcher.told if what[0] == "observe"]


def test_only_the_view_reaches_the_player():
    # Two positions that only the house can tell apart.
    game = exported("monty_hall")
    views = []
    for prize in (0, 2):
        state = game.new_initial_state()
        for action in (prize, 0, 1):
            state.apply_action(action)
        bot = as_pyspiel_bot(watcher := Watcher(), seat=0)
        bot.step(state)
        views.append((watcher.views, watcher.told))
    assert views[0] == views[1]


class Wrong(Bot):
    def choose(self, view):
        return 99


def test_what_goes_wrong_is_said():
    state = decision(exported("monty_hall"))
    with pytest.raises(ValueError, match="answered 99, which is no legal action"):
        as_pyspiel_bot(Wrong()).step(state)
    with pytest.raises(ValueError, match="seat 1 is not to act"):
        as_pyspiel_bot("random", seat=1).step(state)
    with pytest.raises(ValueError, match="no single seat is to act"):
        as_pyspiel_bot("random").step(exported("monty_hall").new_initial_state())
    with pytest.raises(ValueError, match="unknown bot 'ismct'"):
        as_pyspiel_bot("ismct")
    with pytest.raises(ValueError, match=r"it has no method choose\(view\)"):
        as_pyspiel_bot(3)
    with pytest.raises(ValueError, match="follows the game, so it needs a seat"):
        as_pyspiel_bot(Watcher())
    with pytest.raises(ValueError, match="HeuristicBot cannot play monty_hall"):
        as_pyspiel_bot("heuristic").step(state)
    with pytest.raises(ValueError, match="HeuristicBot cannot play monty_hall"):
        pyspiel.evaluate_bots(state, [as_pyspiel_bot("heuristic"), as_pyspiel_bot("heuristic")], 1)


@pytest.mark.parametrize("language", ["C++", "Python"])
def test_matches(language):
    bots = [as_pyspiel_bot("ismcts:iterations=20", 0), as_pyspiel_bot("heuristic", 1)]
    state = as_pyspiel_game(cv.load_game("veracruz")).new_initial_state()
    if language == "C++":
        assert pyspiel.evaluate_bots(state, bots, 4) == state.returns()
    else:
        assert evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(4)) == state.returns()
    assert state.is_terminal()
