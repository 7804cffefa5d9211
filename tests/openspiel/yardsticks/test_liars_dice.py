"""Liar's Dice is OpenSpiel's Liar's Dice."""

from itertools import product

import pytest

pyspiel = pytest.importorskip("pyspiel")

import caravela as cv  # noqa: E402
from caravela.cext.core import CHANCE_PLAYER  # noqa: E402
from tests.openspiel.yardsticks.walks import (  # noqa: E402
    Twin,
    load_theirs,
    same_numbers,
    walk_at_random,
    walk_everything,
)

RULES = ("reset-face", "reset-quantity")


def twin(**options: object) -> Twin:
    # At the end ours shows all dice, theirs not even the result.
    return Twin(cv.load_game("liars_dice", **options), load_theirs("liars_dice", **options), bystanders=False)


def test_parameters_and_defaults_are_theirs():
    theirs = pyspiel.load_game("liars_dice")
    ours = {option.name: option.default for option in cv.engine_spec("liars_dice").options}
    assert ours == theirs.get_parameters() == theirs.get_type().parameter_specification


@pytest.mark.parametrize("bidding_rule", RULES)
@pytest.mark.parametrize("dice_sides", [1, 2, 3, 4])
def test_every_position_of_one_die_is_the_same(dice_sides, bidding_rule):
    game = twin(dice_sides=dice_sides, bidding_rule=bidding_rule)
    same_numbers(game)
    bids = 2 * dice_sides
    count = walk_everything(game)
    assert count.ends == dice_sides**2 * (2**bids - 1)
    assert count.information_sets == [dice_sides * 2 ** (bids - 1)] * 2


@pytest.mark.parametrize("bidding_rule", RULES)
def test_every_position_of_two_small_dice_is_the_same(bidding_rule):
    walk_everything(twin(numdice=2, dice_sides=2, bidding_rule=bidding_rule))


@pytest.mark.parametrize("bidding_rule", RULES)
@pytest.mark.parametrize(("numdice", "dice_sides"), [(1, 6), (2, 6), (3, 5), (5, 6), (15, 16)])
def test_random_games_are_the_same(numdice, dice_sides, bidding_rule):
    game = twin(numdice=numdice, dice_sides=dice_sides, bidding_rule=bidding_rule)
    same_numbers(game)
    walk_at_random(game, games=25, seed=numdice)


@pytest.mark.parametrize(("bidding_rule", "numdice"), list(product(RULES, (1, 2))))
def test_bids_have_their_names(bidding_rule, numdice):
    game = twin(numdice=numdice, bidding_rule=bidding_rule)
    theirs = game.theirs.new_initial_state()
    assert theirs.current_player() == CHANCE_PLAYER
    while theirs.is_chance_node():
        assert theirs.action_to_string(CHANCE_PLAYER, 4) == "Roll 5"
        theirs.apply_action(4)
    for action in range(game.ours.num_distinct_actions()):
        assert game.ours.action_to_string(action) == theirs.action_to_string(0, action).lower()
