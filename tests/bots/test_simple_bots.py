"""The bots that do not search."""

import copy
import pickle
from collections import Counter

import pytest

from caravela.bots import Bot, HeuristicBot, Player, RandomBot, heuristic_bot, make
from caravela.bots.heuristics import Settings
from caravela.cext.core import Game, Rng, View
from caravela.engines.registry import load_game
from tests.bots.conftest import deal


def many(bot: Bot, view: View, games: int) -> Counter[int]:
    """What the bot plays at one view in many games."""
    chosen: Counter[int] = Counter()
    for seed in range(games):
        bot.begin(view.game, view.player, seed)
        chosen[bot.choose(view)] += 1
    return chosen


@pytest.mark.parametrize("text", ["random", "heuristic", "flatmc", "ismcts", "easy"])
def test_every_bot_is_a_player(text: str) -> None:
    assert isinstance(make(text), Player)


def test_random_is_uniform(view: View) -> None:
    legal = view.legal_actions()
    chosen = many(RandomBot(), view, 200 * len(legal))
    assert sorted(chosen) == legal
    # Chi-square with len(legal) - 1 degrees of freedom; mean k - 1, five standard deviations away.
    statistic = sum((chosen[action] - 200) ** 2 / 200 for action in legal)
    freedom = len(legal) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5


def test_choices_depend_on_seeds_and_view_alone(view: View) -> None:
    first = RandomBot(4)
    second = pickle.loads(pickle.dumps(first))
    assert [first.choose(view) for _ in range(3)] == [second.choose(view)] * 3
    assert len({RandomBot(seed).choose(view) for seed in range(30)}) > 1


def test_nothing_of_a_game_is_left_after_it(view: View) -> None:
    bot = RandomBot()
    fresh = [copy.copy(bot).choose(view)]
    bot.begin(view.game, view.player, 12345)
    bot.choose(view)
    bot.end([0.0, 0.0])
    assert [bot.choose(view)] == fresh
    assert bot.decision_seed(view) == RandomBot().decision_seed(view)


def test_a_copy_made_during_a_game_knows_nothing_of_it(view: View) -> None:
    bot = RandomBot(1)
    bot.begin(view.game, view.player, 99)
    assert pickle.loads(pickle.dumps(bot)).decision_seed(view) == RandomBot(1).decision_seed(view)


@pytest.mark.parametrize("text", ["random", "flatmc:iterations=10", "ismcts:iterations=10"])
def test_a_seat_that_is_not_to_act_gets_an_error(text: str, veracruz: Game) -> None:
    state = deal(veracruz)
    waiting = 1 - state.current_player()
    with pytest.raises(ValueError, match=f"seat {waiting} is not to act in this view"):
        make(text).choose(state.view(waiting))


@pytest.mark.parametrize("text", ["random", "heuristic", "flatmc:iterations=10", "ismcts:iterations=10"])
def test_bots_choose_from_views_of_games_in_progress(text: str, veracruz: Game) -> None:
    state = deal(veracruz)
    with pytest.raises(TypeError, match=r"choose takes a View: state.view\(player\)"):
        make(text).choose(state)  # type: ignore[arg-type]
    rng = Rng(0)
    while not state.is_terminal():
        state.apply_action(state.sample_chance(rng) if state.is_chance_node() else state.legal_actions()[0])
    with pytest.raises(ValueError, match="the game is over"):
        make(text).choose(state.view(0))


def test_seeds_are_checked() -> None:
    with pytest.raises(ValueError, match="seed=-1: it must be an integer at least 0"):
        RandomBot(-1)
    with pytest.raises(ValueError, match="seed='a'"):
        RandomBot("a")  # type: ignore[arg-type]


@pytest.mark.usefixtures("plugin")
def test_heuristic_bot_plays_the_best_mean(last_word: View) -> None:
    # Switching wins in two worlds of three.
    chosen = many(HeuristicBot(samples=200, weights={"insight": 1}), last_word, 20)
    assert chosen == {2: 20}
    # Without insight both doors are alike: lowest id.
    assert many(HeuristicBot(weights="blind"), last_word, 5) == {0: 5}
    assert many(HeuristicBot(weights=(0, -0.1)), last_word, 5) == {2: 5}


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(("temperature", "share"), [(1.0, 0.8), (0.5, 16 / 17), (1000.0, 0.5)])
def test_heuristic_bot_at_a_temperature(temperature: float, share: float, last_word: View) -> None:
    # `left` gives door 1 (0.5 + 3) / 4 = 7 / 8 of the probability; 1.5 would be 4 / 5.
    bot = HeuristicBot(samples=1, temperature=temperature, weights={"insight": 0, "first": 1.5})
    chosen = many(bot, last_word, 1000)
    assert chosen[0] / 1000 == pytest.approx(share, abs=0.06)
    assert set(chosen) <= {0, 2}


@pytest.mark.usefixtures("plugin")
def test_a_low_temperature_is_the_best_action(last_word: View) -> None:
    bot = HeuristicBot(samples=1, temperature=1e-6, weights={"insight": 0, "first": 1e-3})
    assert many(bot, last_word, 20) == {0: 20}


@pytest.mark.usefixtures("plugin")
def test_the_temperature_may_be_measured(last_word: View, monkeypatch: pytest.MonkeyPatch) -> None:
    """`[heuristic]` of a game counts where the bot has no temperature of its own."""
    bots = [HeuristicBot(samples=1, weights="left"), HeuristicBot(samples=1, temperature=0.0, weights="left")]
    assert [set(many(bot, last_word, 200)) for bot in bots] == [{0}, {0}]
    measured: dict[str, float] = {"temperature": 1}
    monkeypatch.setattr(heuristic_bot, "settings", lambda _: Settings(heuristic=measured))
    assert [set(many(bot, last_word, 200)) for bot in bots] == [{0, 2}, {0}]
    measured["samples"] = 3
    with pytest.raises(ValueError, match=r"\[heuristic\] of monty_hall holds {'samples': 3}; it may hold: temperature"):
        bots[0].check(last_word.game)


@pytest.mark.usefixtures("plugin")
def test_heuristic_policy(last_word: View) -> None:
    actions, probabilities = HeuristicBot(weights="left").policy(last_word)
    assert actions == [0, 2]
    assert probabilities == pytest.approx([3.5 / 4, 0.5 / 4])


def test_a_game_without_heuristic_is_refused() -> None:
    game = load_game("pennies")
    message = "HeuristicBot cannot play pennies: it has no heuristic; games that have one: "
    with pytest.raises(ValueError, match=message):
        HeuristicBot().check(game)
    with pytest.raises(ValueError, match=message):
        HeuristicBot().choose(game.new_initial_state().view(0))


@pytest.mark.usefixtures("plugin")
def test_unknown_presets_are_refused_before_the_game() -> None:
    with pytest.raises(ValueError, match="presets: blind, left"):
        HeuristicBot(weights="brave").check(load_game("monty_hall"))
