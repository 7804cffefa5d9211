"""The bots that search: options in layers, budgets, seeds, games that do not leak into one another."""

import pickle
import threading
import time
from typing import Any

import pytest

from caravela import play, replay_states
from caravela.bots import LEVELS, FlatMonteCarloBot, ISMCTSBot, make
from caravela.bots.search_bot import Budget, SearchBot
from caravela.bots.search_options import GLOBAL_DEFAULTS, SEARCH, layered
from caravela.cext.core import Game, View
from caravela.cext.search import Search
from caravela.engines.registry import load_game
from tests.bots.conftest import deal


def table(bot: SearchBot, view: View) -> list[tuple[int, int]]:
    """Visits by action of a search."""
    return [(stats.action, stats.visits) for stats in bot.search(view).actions]


def test_a_search_of_the_bot_is_the_search_of_the_kernel(view: View) -> None:
    bot = ISMCTSBot(
        iterations=300,
        algorithm="mo",
        selection="ucb",
        c=1.1,
        chance="closed",
        rollout="uniform",
        utility="win",
        margin=0.2,
    )
    found = bot.search(view)
    search = Search(view.game, algorithm="mo", c=1.1, margin=0.2)
    expected = search.run(view, iterations=300, seed=bot.decision_seed(view))
    assert found.actions == expected.actions
    assert found.action == expected.action == ISMCTSBot(**bot.options).choose(view)
    assert found.iterations == bot.last_iterations == 300


def test_flat_monte_carlo_is_a_search_with_one_node(view: View) -> None:
    result = FlatMonteCarloBot(iterations=2000).search(view)
    assert result.iterations == 2000
    assert result.nodes == 1
    visits = [stats.visits for stats in result.actions]
    assert min(visits) > 0.5 * max(visits)  # spread evenly, unlike in a tree
    best = max(result.actions, key=lambda stats: stats.value or 0.0)
    assert result.action == best.action


@pytest.mark.parametrize("algorithm", ["so", "mo", "infoset", "pimc"])
def test_every_algorithm_plays_legal_moves(algorithm: str, view: View) -> None:
    assert ISMCTSBot(iterations=50, algorithm=algorithm).choose(view) in view.legal_actions()


def test_every_option_reaches_the_search(view: View) -> None:
    game = view.game
    options: dict[str, Any] = {
        "algorithm": "infoset",
        "selection": "puct",
        "hidden": "same",
        "c": 0.9,
        "fpu": 0.4,
        "gamma": 0.2,
        "chance": "open",
        "rollout": "mast",
        "epsilon": 0.3,
        "cutoff": -1,
        "cutoff_turns": 0,
        "utility": "rank",
        "margin": 0.5,
        "widen_c": 2.0,
        "widen_a": 0.25,
        "worlds": 4,
        "recall": True,
        "root_private": True,
        "belief": 3,
        "max_nodes": 100,
        "threads": 2,
        "memory": 2**24,
        "reuse": False,
        "final": "sample",
        "temperature": 0.5,
        "turn_share": 0.25,
        "heuristic": False,
    }
    assert set(options) | {"weights"} == {option.name for option in SEARCH}
    found = ISMCTSBot(iterations=5, **options).search_options(game)
    assert found == options | {"iterations": 5}
    searched = {name: value for name, value in options.items() if name not in ("turn_share", "heuristic")}
    assert Search(game, **searched).options == searched


def test_choices_repeat_in_every_process(view: View) -> None:
    first = ISMCTSBot(iterations=200, seed=3)
    assert table(first, view) == table(pickle.loads(pickle.dumps(first)), view)
    assert table(ISMCTSBot(iterations=200, seed=3), view) != table(ISMCTSBot(iterations=200, seed=4), view)


def test_pickles_and_specs_hold_no_game(view: View) -> None:
    bot = ISMCTSBot(iterations=50)
    fresh = pickle.dumps(bot)
    bot.begin(view.game, view.player, 7)
    bot.search(view)
    assert pickle.dumps(bot) == fresh


def test_begin_makes_the_bot_new(view: View) -> None:
    used, unused = ISMCTSBot(iterations=100), ISMCTSBot(iterations=100)
    used.begin(view.game, view.player, 1)
    used.search(view)
    used.end([1.0, -1.0])
    assert used.last_iterations == 0
    for bot in (used, unused):
        bot.begin(view.game, view.player, 2)
    assert table(used, view) == table(unused, view)


def test_another_game_without_begin_is_noticed(veracruz: Game) -> None:
    views = [(state := deal(veracruz, seed)).view(state.current_player()) for seed in (1, 2, 3)]
    bot = ISMCTSBot(iterations=60)
    for view in views:
        assert table(bot, view) == table(ISMCTSBot(iterations=60), view)
    pennies = load_game("pennies").new_initial_state().view(0)
    assert bot.choose(pennies) in pennies.legal_actions()


def test_a_kept_tree_goes_on_within_a_turn(veracruz: Game) -> None:
    # A load is followed by the same seat's choice of a deck, with nothing learned in between.
    state = deal(veracruz)
    bot = ISMCTSBot(iterations=500, algorithm="mo", reuse=True)
    seat = state.current_player()
    bot.search(state.view(seat))
    state.apply_action(next(a for a in state.legal_actions() if not state.action_to_string(seat, a).startswith("bet")))
    assert state.current_player() == seat
    assert bot.search(state.view(seat)).reused


@pytest.mark.alone
def test_one_legal_action_is_played_without_a_search(veracruz: Game) -> None:
    games = (play(veracruz, ["random", "random"], seed) for seed in range(100))
    state = next(state for game in games for state in replay_states(game) if len(state.legal_actions()) == 1)
    view = state.view(state.current_player())
    bot = ISMCTSBot(seconds=30)
    begun = time.perf_counter()
    assert bot.choose(view) == state.legal_actions()[0]
    assert time.perf_counter() - begun < 1
    assert bot.last_iterations == 0


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ([{}, {"c": 1.0}, {"c": 2.0}], {"c": 1.0}),
        ([{"c": None}, {"c": 2.0}], {"c": 2.0}),
        ([{"seconds": 1.0}, {"iterations": 5, "c": 1.0}], {"seconds": 1.0, "c": 1.0}),
        ([{"seconds": 1.0, "iterations": 5}, {"seconds_per_turn": 3.0}], {"seconds": 1.0, "iterations": 5}),
        ([{}, {"iterations": 5}], {"iterations": 5}),
        ([{"cutoff": -1}, {"cutoff_turns": 2, "c": 1.0}], {"cutoff": -1, "c": 1.0}),
        ([{"cutoff_turns": 1}, {"cutoff": 5}, {"cutoff_turns": 2}], {"cutoff_turns": 1}),
        ([{"temperature": 0.5}, {"final": "max"}], {"temperature": 0.5, "final": "sample"}),
        ([{"temperature": 0}, {"final": "sample", "temperature": 0.5}], {"final": "max"}),
        ([{"final": "max"}, {"temperature": 0.5}], {"final": "max"}),
        ([{"final": "sample"}, {"temperature": 0.5}], {"final": "sample", "temperature": 0.5}),
        ([{}, {"temperature": 0.5}], {"temperature": 0.5, "final": "sample"}),
        ([{"algorithm": "so"}, {"algorithm": "mo", "chance": "open"}], {"algorithm": "so"}),
        ([{"algorithm": "mo"}, {"algorithm": "mo", "chance": "open"}], {"algorithm": "mo", "chance": "open"}),
        ([{"algorithm": "mo"}, {"chance": "open"}], {"algorithm": "mo", "chance": "open"}),
    ],
)
def test_layers(layers: list[dict[str, Any]], expected: dict[str, Any]) -> None:
    assert layered([(str(number), layer) for number, layer in enumerate(layers)]) == expected


def test_layers_name_the_culprit() -> None:
    with pytest.raises(ValueError, match=r"\[ismcts\] of chess has no option 'cc'"):
        layered([("mine", {}), ("[ismcts] of chess", {"cc": 1})])


def test_defaults_without_measurements() -> None:
    assert ISMCTSBot().search_options(load_game("pennies")) == GLOBAL_DEFAULTS


@pytest.mark.usefixtures("plugin")
def test_defaults_are_the_games_own() -> None:
    game = load_game("monty_hall")
    assert ISMCTSBot().search_options(game) == {"algorithm": "infoset", "iterations": 40}
    assert ISMCTSBot(seconds=0.5, algorithm="so").search_options(game) == {"algorithm": "so", "seconds": 0.5}


@pytest.mark.usefixtures("plugin")
def test_levels_lie_between_the_bots_options_and_the_games() -> None:
    game = load_game("monty_hall")
    easy = ISMCTSBot(level="easy")
    assert easy.search_options(game) == {
        "algorithm": "infoset",
        "iterations": 7,
        "temperature": 0.25,
        "final": "sample",
    }
    assert make("easy:iterations=9").search_options(game)["iterations"] == 9  # type: ignore[attr-defined]
    assert ISMCTSBot(level="hard").search_options(game) == {"algorithm": "infoset", "iterations": 3000, "final": "max"}


def test_levels_are_presets_of_one_bot(view: View) -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    efforts = []
    for level in LEVELS:
        bot = make(level)
        assert isinstance(bot, ISMCTSBot)
        efforts.append(bot.search_options(load_game("pennies"))["iterations"])
    assert efforts == sorted(efforts)
    assert make("easy").choose(view) in view.legal_actions()


@pytest.mark.usefixtures("plugin")
def test_the_heuristic_reaches_the_search(last_word: View) -> None:
    seen = ISMCTSBot(iterations=200, selection="puct", rollout="heuristic").search(last_word)
    assert [stats.prior is not None for stats in seen.actions] == [True, True]
    left = ISMCTSBot(iterations=20, selection="puct", weights="left").search(last_word)
    assert left.actions[0].prior == pytest.approx(3.5 / 4)
    assert FlatMonteCarloBot(iterations=20, rollout="heuristic").choose(last_word) in (0, 2)
    with pytest.raises(ValueError, match="presets: blind, left"):
        ISMCTSBot(weights="brave").check(last_word.game)
    with pytest.raises(ValueError, match="monty_hall is searched without a heuristic"):
        ISMCTSBot(weights="left", heuristic=False).check(last_word.game)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rollout": "heuristic"}, "need a heuristic"),
        ({"weights": "left"}, "pennies is searched without a heuristic"),
        ({"algorithm": "infoset", "chance": "open"}, "needs recall=True"),
    ],
)
def test_what_cannot_be_played_is_said_before_the_game(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ISMCTSBot(**options).check(load_game("pennies"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seconds": 0}, "seconds=0: it must be a number above 0"),
        ({"seconds": 1e300}, "seconds=1e.300: it must be a number above 0 and at most 1000000000"),
        ({"seconds_per_turn": 2e9}, "seconds_per_turn=2000000000.0: it must be a number above 0 and at most"),
        ({"seconds": -1}, "seconds=-1"),
        ({"iterations": 1.5}, "iterations=1.5: it must be an integer"),
        ({"algorithm": "mcts"}, "one of so, mo, infoset, pimc"),
        ({"threads": 0}, "threads=0"),
        ({"recall": 1}, "true or false"),
        ({"level": "silly"}, "easy, medium, hard, expert"),
        ({"final": "sample", "temperature": 0}, "temperature above 0"),
    ],
)
def test_bad_options_are_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ISMCTSBot(**options)


@pytest.mark.alone
def test_seconds_are_a_deadline(view: View) -> None:
    bot = ISMCTSBot(seconds=0.05)
    begun = time.perf_counter()
    result = bot.search(view)
    assert 0.04 < time.perf_counter() - begun < 0.5
    assert result.iterations > 0


def test_a_turn_shares_out_its_seconds() -> None:
    budget = Budget(seconds_per_turn=8.0)
    shares = []
    for turn in (1, 1, 1, 2):
        seconds = budget.seconds_for(turn)
        assert seconds is not None
        shares.append(seconds)
        budget.spend(seconds)
    assert shares == [4.0, 2.0, 1.0, 4.0]
    budget.spend(100.0)
    assert budget.seconds_for(2) == Budget.LEAST
    assert Budget(seconds=1.0, seconds_per_turn=8.0).seconds_for(1) == 1.0
    assert Budget(seconds_per_turn=8.0, turn_share=0.25).seconds_for(1) == 2.0
    assert Budget(seconds=1.0).seconds_for(1) == 1.0
    assert Budget(iterations=5).seconds_for(1) is None


@pytest.mark.alone
def test_seconds_per_turn_in_a_search(view: View) -> None:
    bot = ISMCTSBot(seconds_per_turn=0.4, algorithm="mo")
    first = bot.search(view).seconds
    assert 0.19 < first < 0.4
    assert bot.search(view).seconds < first  # half of the half that was left
    all_at_once = ISMCTSBot(seconds_per_turn=0.2, turn_share=1.0, algorithm="mo")
    assert all_at_once.search(view).seconds > 0.19
    assert all_at_once.search(view).seconds < 0.1


@pytest.mark.alone
def test_stop_ends_a_search_from_another_thread(view: View) -> None:
    bot = ISMCTSBot(seconds=30)
    bot.stop()  # nothing is running: nothing happens
    timer = threading.Timer(0.05, bot.stop)
    timer.start()
    begun = time.perf_counter()
    result = bot.search(view)
    timer.join()
    assert time.perf_counter() - begun < 5
    assert result.action in view.legal_actions()
