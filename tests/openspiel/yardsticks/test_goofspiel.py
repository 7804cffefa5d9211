"""Goofspiel is OpenSpiel's Goofspiel."""

import random
from itertools import product

import pytest

pyspiel = pytest.importorskip("pyspiel")

import caravela as cv  # noqa: E402
from caravela.cext.core import State  # noqa: E402
from caravela.cext.search import Search  # noqa: E402
from tests.openspiel.yardsticks.walks import (  # noqa: E402
    Comparison,
    Theirs,
    Twin,
    load_theirs,
    same_numbers,
    walk_at_random,
    walk_everything,
    what_they_know,
)

MODES = list(product(("random", "descending", "ascending"), ("win_loss", "point_difference", "total_points")))


def showing(ours: State, theirs: Theirs) -> bool:
    """The chance event that shows the bids, which OpenSpiel does not have."""
    return ours.is_chance_node() and ours.chance_outcomes() == [(ours.game.options["num_cards"], 1.0)]


def heard(theirs: Theirs, seat: int) -> tuple[str, ...]:
    """All information states of a seat so far: without imp_info the last one shows which cards are left, but not when
    each was played. Whoever was there knows."""
    told = []
    state = theirs.get_game().new_initial_state()
    for action in theirs.history():
        told += [state.information_state_string(seat)] if state.current_player() == seat else []
        state.apply_action(action)
    return (*told, state.information_state_string(seat))


def twin(**options: object) -> Twin:
    return Twin(
        cv.load_game("goofspiel", **options),
        load_theirs("goofspiel", **options),
        only_ours=showing,
        theirs_known=what_they_know if options.get("imp_info") else heard,
        bystanders=False,  # the turn-based form tells them who has chosen
    )


def test_parameters_and_defaults_are_theirs():
    theirs = pyspiel.load_game("goofspiel")
    ours = {option.name: option.default for option in cv.engine_spec("goofspiel").options}
    assert ours == theirs.get_parameters() == theirs.get_type().parameter_specification


@pytest.mark.parametrize("returns_type", ["win_loss", "point_difference", "total_points"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sizes_and_bounds_are_theirs(players, returns_type):
    options = {"players": players, "num_cards": 8, "returns_type": returns_type, "points_order": "ascending"}
    ours, theirs = cv.load_game("goofspiel", **options), pyspiel.load_game("goofspiel", options)
    for name in ("num_players", "num_distinct_actions", "max_utility", "min_utility", "utility_sum"):
        assert getattr(ours, name)() == getattr(theirs, name)()
    same_numbers(twin(players=players, num_cards=4), leave_out=["max_chance_outcomes", "max_game_length"])


@pytest.mark.parametrize("imp_info", [False, True])
@pytest.mark.parametrize(("points_order", "returns_type"), MODES)
def test_every_position_of_four_cards_is_the_same(points_order, returns_type, imp_info):
    count = walk_everything(twin(num_cards=4, points_order=points_order, returns_type=returns_type, imp_info=imp_info))
    deals = [4, 12, 24] if points_order == "random" else [1, 1, 1]  # the fourth turn follows by itself
    bids = [1, 16, 144, 576]  # pairs of sequences of bids
    first, second, third = (deals[i] * bids[i] for i in range(3))
    assert count.ends == deals[2] * bids[3]
    assert count.decisions == 5 * first + 4 * second + 3 * third
    if not imp_info:
        assert count.information_sets == [first + second + third] * 2


@pytest.mark.parametrize("num_turns", [1, 2, 4])
@pytest.mark.parametrize("imp_info", [False, True])
def test_fewer_turns_are_the_same(num_turns, imp_info):
    walk_everything(twin(num_cards=4, num_turns=num_turns, points_order="descending", imp_info=imp_info))
    walk_everything(twin(num_cards=1, imp_info=imp_info))


@pytest.mark.parametrize("imp_info", [False, True])
def test_every_position_of_three_players_is_the_same(imp_info):
    walk_everything(twin(players=3, num_cards=3, points_order="ascending", imp_info=imp_info))


@pytest.mark.parametrize("imp_info", [False, True])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 3, "returns_type": "point_difference"},
        {"players": 4, "points_order": "ascending", "returns_type": "total_points"},
        {"players": 8, "points_order": "descending"},
        {"players": 2, "num_turns": 7, "egocentric": True},
    ],
)
def test_random_games_are_the_same(options, imp_info):
    walk_at_random(twin(**options, imp_info=imp_info), games=6, seed=1)


@pytest.mark.parametrize("egocentric", [False, True])
@pytest.mark.parametrize("imp_info", [False, True])
@pytest.mark.parametrize("players", [2, 4])
def test_joint_bids_and_tensors_are_those_of_the_simultaneous_game(players, imp_info, egocentric):
    options = {"players": players, "num_cards": 7, "imp_info": imp_info, "egocentric": egocentric}
    ours = cv.load_game("goofspiel", **options).new_initial_state()
    theirs = pyspiel.load_game("goofspiel", options).new_initial_state()
    rng = random.Random(players)
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            assert ours.chance_outcomes() == theirs.chance_outcomes()
            move = rng.choice(theirs.legal_actions())
            theirs.apply_action(move)
            ours.apply_action(move)
            continue
        bids = []
        for seat in range(players):
            assert ours.legal_actions() == theirs.legal_actions(seat)
            assert list(ours.observation_tensor(seat)) == theirs.observation_tensor(seat)
            bids.append(rng.choice(ours.legal_actions()))
            ours.apply_action(bids[-1])
        ours.apply_action(options["num_cards"])
        theirs.apply_actions(bids)
    assert ours.is_terminal()
    assert ours.returns() == theirs.returns()


def test_a_turn_less_than_cards_never_ends_in_their_game():
    options = {"num_cards": 3, "num_turns": 2, "points_order": "ascending"}
    theirs = pyspiel.load_game("goofspiel", options).new_initial_state()
    ours = cv.load_game("goofspiel", **options).new_initial_state()
    for bids in ((0, 1), (2, 0)):
        theirs.apply_actions(bids)
        for move in (*bids, 3):
            ours.apply_action(move)
    assert not theirs.is_terminal()
    assert theirs.legal_actions(0) == []
    assert ours.is_terminal()
    assert ours.scores() == [2.0, 1.0]


@pytest.mark.slow
def test_search_with_regret_matching_comes_near_to_an_equilibrium():
    """NashConv of what a fresh search plays in each information set: less than 0.05 of the range of utilities."""
    game = twin(num_cards=4, points_order="descending")
    search = Search(game.ours, final="regret", margin=0.0, reuse=False)
    walk = Comparison(game)
    stack, policy = [walk.root()], {}
    while stack:
        ours, theirs = stack.pop()
        moves = walk.look(ours, theirs)
        stack.extend(walk.child(ours, theirs, move) for move, _ in moves)
        seat = theirs.current_player()
        if seat < 0 or theirs.information_state_string(seat) in policy:
            continue
        result = search.run(ours.view(seat), iterations=20_000, seed=len(policy))
        chances = dict.fromkeys(ours.legal_actions(), 0.0) | dict(result.policy)
        policy[theirs.information_state_string(seat)] = list(chances.items())
    assert pyspiel.nash_conv(game.theirs, pyspiel.TabularPolicy(policy), True) < 0.05 * 2
