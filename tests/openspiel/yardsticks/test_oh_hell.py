"""Our Oh Hell is OpenSpiel's: the same game move for move, and our sampled worlds are legal games there."""

import random

import pytest

from caravela.cext.core import Rng
from caravela.engines.oh_hell.histories import explain_world
from caravela.engines.registry import engine_spec, load_game

pyspiel = pytest.importorskip("pyspiel")

from tests.openspiel.yardsticks.walks import (  # noqa: E402
    Twin,
    load_theirs,
    same_numbers,
    walk_at_random,
    walk_everything,
)

OPTIONS = [
    {},
    {"players": 4, "off_bid_penalty": True, "points_per_trick": 3},
    {"players": 5, "num_tricks_fixed": 10},
    {"players": 6, "num_suits": 3, "num_cards_per_suit": 9},
    {"players": 7, "points_per_trick": 0},
    {"players": 3, "num_suits": 1, "num_cards_per_suit": 13, "off_bid_penalty": True},
    {"players": 3, "num_suits": 2, "num_cards_per_suit": 5, "num_tricks_fixed": 3},
]


def twin(**options):
    return Twin(load_game("oh_hell", **options), load_theirs("oh_hell", **options))


def test_parameters_and_defaults_are_theirs():
    theirs = load_theirs("oh_hell")
    ours = {option.name: option.default for option in engine_spec("oh_hell").options}
    assert ours == theirs.get_parameters()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_agree(options):
    both = twin(**options)
    # Theirs counts steps of chance in the length of a game; ours counts decisions.
    same_numbers(both, leave_out=["max_game_length"])
    assert both.ours.max_game_length() == both.ours.num_players() * (
        both.ours.num_distinct_actions() - both.ours.max_chance_outcomes()
    )
    count = walk_at_random(both, games=25, seed=1)
    assert count.ends == 25
    assert count.decisions > 25 * 2 * both.ours.num_players() - 1


@pytest.mark.parametrize("options", OPTIONS[:3], ids=str)
def test_names_of_cards_are_theirs(options):
    both = twin(**options)
    comparison, rng = both.theirs.new_initial_state(), random.Random(2)
    ours = both.ours.new_initial_state()
    cards, checked = both.ours.max_chance_outcomes(), 0
    while not ours.is_terminal():
        for action in ours.legal_actions():
            name = both.ours.action_to_string(action)
            assert name == ("bid:" if action >= cards else "") + comparison.action_to_string(action)
            checked += 1
        moves = [move for move, _ in ours.chance_outcomes()] if ours.is_chance_node() else ours.legal_actions()
        move = rng.choice(moves)
        ours.apply_action(move)
        comparison.apply_action(move)
    assert checked


@pytest.mark.parametrize(
    ("options", "positions", "information_sets"),
    [
        ({"num_suits": 1, "num_cards_per_suit": 4}, (1584, 125, 360), [384] * 3),
        ({"num_suits": 2, "num_cards_per_suit": 2, "off_bid_penalty": True}, (1584, 125, 360), [384] * 3),
    ],
)
def test_small_games_agree_everywhere(options, positions, information_sets):
    count = walk_everything(twin(**options))
    assert (count.decisions, count.chances, count.ends) == positions
    assert count.information_sets == information_sets


def test_two_tricks_agree_below_many_deals_of_a_small_deck():
    """Seat 0 has few different hands here, so that it often cannot tell deals apart."""
    rng = random.Random(3)
    deals = []
    for _ in range(40):
        others = rng.sample(range(2, 7), 4)
        deals.append([2, 1, 0, others[0], others[1], 1, others[2], others[3], 7])
    both = twin(num_suits=2, num_cards_per_suit=4, num_tricks_fixed=2)
    count = walk_everything(both, deals)
    assert count.ends > 1000
    assert count.information_sets[0] < count.information_sets[1]


@pytest.mark.parametrize("options", OPTIONS[:3], ids=str)
def test_sampled_worlds_are_legal_games_there(options):
    """Replayed in OpenSpiel with its checks on, and showing the seat what it saw."""
    both = twin(**options)
    rng = Rng(4)
    worlds = 0
    for _ in range(6):
        state = both.ours.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
                continue
            seat = state.current_player()
            told = explain_world(both.ours, state.history(), seat, state.view(seat).determinize(rng))
            theirs = both.theirs.new_initial_state()
            for move in told:
                assert move in theirs.legal_actions()
                theirs.apply_action(move)
            truth = both.theirs.new_initial_state()
            for move in state.history():
                truth.apply_action(move)
            assert theirs.information_state_string(seat) == truth.information_state_string(seat)
            assert theirs.legal_actions() == truth.legal_actions()
            worlds += 1
            state.apply_action(state.legal_actions()[rng.bounded(len(state.legal_actions()))])
    assert worlds > 100


def hands_of(history):
    """What seats 0 and 1 were dealt in a game of three with two tricks."""
    return frozenset(history[2:8:3]), frozenset(history[3:8:3])


@pytest.mark.parametrize(
    ("moves", "worlds"),
    [
        ((), 30),  # six unseen cards, two for each of two hands ...
        (("C2",), 12),  # ... of which seat 0 has shown one ...
        (("C2", "D2"), 4),  # ... and seat 1 another one, that told that it has no clubs
    ],
)
def test_their_sampled_worlds_are_among_ours(moves, worlds):
    """Ours are all that the law allows. In 2.0.2 theirs are fewer: they never hold a card that was not dealt."""
    both = twin(num_tricks_fixed=2, num_suits=2, num_cards_per_suit=4)
    cards = ("C2", "D2", "C4", "D3", "D4", "D5", "C5")  # the three of clubs stays over
    history = [2, 2, *map(both.ours.string_to_action, (*cards, "bid:0", "bid:0", "bid:0", *moves))]
    ours, theirs = both.ours.new_initial_state(), both.theirs.new_initial_state()
    for move in history:
        ours.apply_action(move)
        theirs.apply_action(move)
    rng, sampler = Rng(5), random.Random(5)
    drawn = (ours.view(2).determinize(rng) for _ in range(600))
    our_worlds = {hands_of(explain_world(both.ours, history, 2, world)) for world in drawn}
    their_worlds = {hands_of(theirs.resample_from_infostate(2, sampler.random).history()) for _ in range(200)}
    assert len(our_worlds) == worlds
    assert their_worlds <= our_worlds
