"""Two games of known value: does the search react to what it cannot see, or look behind the doors?"""

import math
from functools import cache

import pytest

from caravela.cext.core import Rng
from caravela.cext.search import Search
from caravela.engines.registry import load_game


@cache
def pennies(algorithm, seat, seed, **options):
    game = load_game("pennies")
    search = Search(game, algorithm=algorithm, **options)
    return search.run(game.new_initial_state().view(seat), iterations=150_000, seed=seed)


def worth(result):
    """Values of both moves on the scale of the returns, -1 to 1."""
    return [2 * action.value - 1 for action in result.actions]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("algorithm", ["mo", "infoset"])
def test_hidden_pennies_are_worth_nothing_to_either_seat(algorithm, seat, seed):
    assert worth(pennies(algorithm, seat, seed)) == pytest.approx([0, 0], abs=0.05)
    assert worth(pennies(algorithm, seat, seed, root_private=True)) == pytest.approx([0, 0], abs=0.05)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("algorithm", ["mo", "infoset"])
def test_the_average_strategy_is_one_half(algorithm, seat):
    result = pennies(algorithm, seat, 4, final="regret")
    assert dict(result.policy) == pytest.approx({0: 0.5, 1: 0.5}, abs=0.03)
    chosen = {
        Search(load_game("pennies"), final="regret")
        .run(load_game("pennies").new_initial_state().view(seat), iterations=500, seed=seed)
        .action
        for seed in range(20)
    }
    assert chosen == {0, 1}


@pytest.mark.parametrize("algorithm", ["mo", "infoset"])
def test_what_is_played_to_explore_is_no_part_of_the_strategy(algorithm):
    # Best play bids the 4 for the first and highest card, always.
    game = load_game("goofspiel", num_cards=4, points_order="descending")
    search = Search(game, algorithm=algorithm, final="regret", margin=0.0)
    result = search.run(game.new_initial_state().view(0), iterations=40_000, seed=1)
    assert dict(result.policy)[3] > 0.97
    assert result.actions[3].visits < 0.95 * 40_000  # of every ten choices one explores


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("algorithm", ["so", "pimc"])
def test_so_and_pimc_let_the_opponent_react_to_the_hidden_choice(algorithm, seat):
    # Documented in docs/search.md: the second chooser gets the whole stake.
    assert all(value < -0.8 for value in worth(pennies(algorithm, seat, 5)))


def test_ucb_alone_falls_into_step_where_choices_are_hidden():
    # The reason for hidden="regret": two UCB1 players settle on a cycle that one of them wins.
    found = [worth(pennies("mo", 0, seed, hidden="same"))[0] for seed in range(8)]
    assert max(abs(value) for value in found) > 0.15


@pytest.mark.parametrize("algorithm", ["mo", "infoset"])
def test_pennies_over_two_rounds_are_worth_nothing(algorithm):
    game = load_game("pennies", rounds=2)
    result = Search(game, algorithm=algorithm, margin=0.0).run(
        game.new_initial_state().view(0), iterations=400_000, seed=1
    )
    assert worth(result) == pytest.approx([0, 0], abs=0.1)
    assert result.values == pytest.approx((0.5, 0.5), abs=0.02)


def play_monty_hall(choose, games, doors=3, seed=0):
    """How many games the guest wins; `choose(view, truth)` must not use the truth if it is honest."""
    game = load_game("monty_hall", doors=doors)
    won = 0
    for number in range(games):
        rng = Rng(seed, number)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
            else:
                state.apply_action(choose(state.view(0), state))
        won += state.returns()[0] > 0
    return won


def most(games, chance):
    """No honest player wins more: four standard deviations above the value of the game."""
    return games * chance + 4 * math.sqrt(games * chance * (1 - chance))


GAMES = 1200


@pytest.mark.parametrize("doors", [3, 4])
@pytest.mark.parametrize(
    "options",
    [{"algorithm": "so"}, {"algorithm": "mo"}, {"algorithm": "infoset"}, {"algorithm": "pimc"}, {"belief": 50}],
    ids=str,
)
def test_no_search_wins_monty_hall_more_often_than_an_honest_player_can(options, doors):
    search = Search(load_game("monty_hall", doors=doors), **options)
    seeds = iter(range(2 * GAMES))
    won = play_monty_hall(lambda view, _truth: search.run(view, iterations=300, seed=next(seeds)).action, GAMES, doors)
    chance = (doors - 1) / (doors * (doors - 2))
    assert won <= most(GAMES, chance)
    if doors == 3 and options.get("algorithm") != "pimc":
        assert won >= GAMES - most(GAMES, 1 - chance)  # it has found out that switching pays


def test_who_sees_the_truth_would_be_caught():
    def look(_view, truth):
        return max(truth.legal_actions(), key=lambda door: truth.child(door).returns()[0])

    assert play_monty_hall(look, 300) > most(300, 2 / 3)


@pytest.mark.parametrize("algorithm", ["so", "mo", "infoset"])
def test_switching_is_worth_two_thirds(algorithm):
    game = load_game("monty_hall")
    state = game.new_initial_state()
    for step in (2, 0, 1):
        state.apply_action(step)
    result = Search(game, algorithm=algorithm, margin=0.0).run(state.view(0), iterations=30_000, seed=3)
    stay, switch = result.actions
    assert result.action == switch.action == 2
    assert switch.value == pytest.approx(2 / 3, abs=0.02)
    assert stay.value == pytest.approx(1 / 3, abs=0.2)
    assert result.values == pytest.approx((2 / 3, 1 / 3), abs=0.02)
    assert (result.fallback_worlds, result.worlds) == (0, 30_000)
