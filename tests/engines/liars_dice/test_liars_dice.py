"""Liar's Dice, rule by rule (RULES.md), and against a plain model for any number of players."""

import random
import struct

import pytest

from caravela.cext.core import CHANCE_PLAYER, Rng
from caravela.engines.liars_dice import text
from caravela.engines.registry import load_game


def rolled(game, *faces):
    state = game.new_initial_state()
    for face in faces:
        state.apply_action(face - 1)
    return state


def said(state, *names):
    for name in names:
        state.apply_action(state.game.string_to_action(name))
    return state


def test_dice_are_rolled_seat_by_seat():  # L1
    game = load_game("liars_dice", players=3, numdice=2)
    state = game.new_initial_state()
    for face in (5, 2, 1, 1, 6, 3):
        assert state.current_player() == CHANCE_PLAYER
        assert state.chance_outcomes() == [(side, 1 / 6) for side in range(6)]
        state.apply_action(face - 1)
    assert state.current_player() == 0
    assert "dice of seat 0: 2 5" in state.observation_string(0)
    assert "dice of seat 1: hidden" in state.observation_string(0)
    assert "dice of seat 2: 3 6" in state.observation_string(2)


def test_a_seat_looks_when_all_are_rolled_and_sees_no_order():  # L2
    game = load_game("liars_dice", numdice=2)
    assert [text.code_to_string(game, code) for code in rolled(game, 5, 2, 1).log(0)] == ["rolled"] * 3
    first, second = rolled(game, 5, 2, 1, 4), rolled(game, 2, 5, 3, 3)
    assert [text.code_to_string(game, code) for code in first.log(0)] == ["rolled"] * 4 + ["seat0:2", "seat0:5"]
    assert first.log(0) == second.log(0)
    assert first.view(0) == second.view(0)
    assert first.view(1) != second.view(1)


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        ("reset-face", ["1-1", "1-2", "1-3", "2-1", "2-2", "2-3", "liar"]),
        ("reset-quantity", ["1-1", "2-1", "1-2", "2-2", "1-3", "2-3", "liar"]),
    ],
)
def test_bids_go_up(rule, names):  # L3
    game = load_game("liars_dice", dice_sides=3, bidding_rule=rule)
    assert [game.action_to_string(action) for action in range(7)] == names
    state = rolled(game, 1, 1)
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5]  # nothing to doubt yet
    state.apply_action(3)
    assert state.legal_actions() == [4, 5, 6]
    state.apply_action(5)
    assert state.legal_actions() == [6]


@pytest.mark.parametrize(
    ("bids", "returns"),
    [
        (["2-3", "liar"], [1.0, -1.0]),  # a three and a wild six
        (["3-3", "liar"], [-1.0, 1.0]),
        (["1-1", "1-6", "liar"], [-1.0, 1.0]),  # the six
        (["1-1", "2-6", "liar"], [1.0, -1.0]),  # L5: a six is not counted twice
        (["1-1", "liar"], [1.0, -1.0]),
    ],
)
def test_the_showdown(bids, returns):  # L4, L5, L6
    state = said(rolled(load_game("liars_dice", numdice=2), 3, 5, 6, 4), *bids)
    assert state.is_terminal()
    assert state.returns() == state.scores() == returns
    assert state.ranks() == ([1, 2] if returns[0] > 0 else [2, 1])


def test_others_neither_win_nor_lose():  # L6, L7
    state = said(rolled(load_game("liars_dice", players=4), 1, 1, 2, 2), "1-1", "1-5", "2-5", "liar")
    assert state.returns() == [0.0, 0.0, -1.0, 1.0]
    assert state.ranks() == [2, 2, 4, 1]
    state = said(rolled(load_game("liars_dice", players=4), 1, 1, 2, 2), "1-1", "1-2", "2-2", "3-2", "liar")
    assert state.returns() == [1.0, 0.0, 0.0, -1.0]


def test_everything_is_shown_at_the_end():  # L4
    game = load_game("liars_dice", players=3)
    state = said(rolled(game, 4, 1, 6), "1-4", "liar")
    assert [text.code_to_string(game, code) for code in state.log(1)][-4:] == ["1-4", "liar", "seat0:4", "seat2:6"]
    assert "dice of seat 2: 6" in state.observation_string(0)
    assert "called by seat 1" in state.observation_string(0)
    assert state.view(0).determinize(Rng(1)).to_bytes() == state.to_bytes()


def test_the_stake_comes_from_the_data():
    game = load_game("liars_dice", data={"payoff": {"stake": 3}})
    assert said(rolled(game, 1, 2), "1-3", "liar").returns() == [-3.0, 3.0]
    assert game.max_utility() == 3.0
    with pytest.raises(ValueError, match=r"payoff\.stake"):
        load_game("liars_dice", data={"payoff": {"stake": 0}})


class Model:
    """The rules once more, as plain as can be."""

    def __init__(self, players, numdice, sides, rule, dice):
        self.players, self.total, self.sides, self.dice = players, players * numdice, sides, dice
        quantities, faces = range(1, self.total + 1), range(1, sides + 1)
        if rule == "reset-face":
            self.bids = [(quantity, face) for quantity in quantities for face in faces]
        else:
            self.bids = [(quantity, face) for face in faces for quantity in quantities]
        self.said = []

    def legal(self):
        last = self.said[-1] if self.said else -1
        return [*range(last + 1, len(self.bids)), *([len(self.bids)] if self.said else [])]

    def returns(self):
        """With "liar" said by the seat to move."""
        quantity, face = self.bids[self.said[-1]]
        caller = len(self.said) % self.players
        bidder = (len(self.said) - 1) % self.players
        right = sum(die in (face, self.sides) for die in self.dice) >= quantity
        out = [0.0] * self.players
        out[bidder], out[caller] = (1.0, -1.0) if right else (-1.0, 1.0)
        return out


@pytest.mark.parametrize("rule", ["reset-face", "reset-quantity"])
@pytest.mark.parametrize(("players", "numdice", "sides"), [(2, 1, 6), (3, 2, 6), (5, 5, 4), (8, 1, 2), (8, 15, 16)])
def test_random_games_follow_the_model(players, numdice, sides, rule):
    game = load_game("liars_dice", players=players, numdice=numdice, dice_sides=sides, bidding_rule=rule)
    rng = random.Random(players)
    for _ in range(30):
        dice = [rng.randint(1, sides) for _ in range(players * numdice)]
        state = rolled(game, *dice)
        model = Model(players, numdice, sides, rule, dice)
        while not state.is_terminal():
            assert state.current_player() == len(model.said) % players
            assert state.legal_actions() == model.legal()
            action = rng.choice(model.legal()[: 1 + rng.randrange(len(model.legal()))][-20:])
            if rng.random() < 0.1 and model.said:
                action = len(model.bids)
            if action == len(model.bids):
                expected = model.returns()
            else:
                model.said.append(action)
            state.apply_action(action)
        assert state.returns() == expected


def test_worlds_roll_the_dice_of_the_others():
    game = load_game("liars_dice", numdice=2, dice_sides=3)
    view = said(rolled(game, 1, 1, 2, 3), "1-2").view(1)
    rng = Rng(3)
    hands = [struct.unpack_from("=2Q", view.determinize(rng).to_bytes(), 8) for _ in range(3000)]
    assert all(hand[1] == (1 << 4) + (1 << 8) for hand in hands)
    pairs = sum(hand[0] in (2, 2 << 4, 2 << 8) for hand in hands)
    assert 900 < pairs < 1100  # a third


@pytest.mark.parametrize(
    "fields",
    [
        (8, 2, 1, 0, 1, 16),  # no such bid
        (2, 3, 1, 0, 1, 16),  # more dice than there are
        (2, 1, 1, 0, 1, 0),  # a bid while dice are rolled
        (2, 2, 2, 0, 1, 16),  # no such seat
        (0, 2, 0, 0, 1, 16),  # after one bid it is not seat 0 again
        (-1, 2, 1, 0, 1, 16),  # the second seat begins
        (-1, 2, 0, 1, 1, 16),  # "liar" without a bid
        (2, 2, 1, 2, 1, 16),
        (2, 2, 1, 0, 2, 16),  # two dice in a hand of one
        (2, 2, 1, 0, 1 << 20, 16),  # a face that there is not
        (2, 2, 1, 0, 0, 16),  # a hand without its die
    ],
)
def test_foreign_bytes_are_checked(fields):
    game = load_game("liars_dice", dice_sides=4)
    assert game.state_from_bytes(struct.pack("=hHBBxx2Q", 2, 2, 1, 0, 1, 16)).legal_actions() == [3, 4, 5, 6, 7, 8]
    with pytest.raises(ValueError, match="liars_dice"):
        game.state_from_bytes(struct.pack("=hHBBxx2Q", *fields))


def test_sound_bytes_come_back_and_views_hide_hands():
    game = load_game("liars_dice", dice_sides=4)
    state = said(rolled(game, 1, 2), "1-3")
    assert game.state_from_bytes(state.to_bytes()) == state
    assert game.state_from_bytes(state.view(0).to_bytes(), player=0).to_bytes() == state.view(0).to_bytes()
    with pytest.raises(ValueError, match="liars_dice"):
        game.state_from_bytes(state.to_bytes(), player=0)


def test_the_tensor():
    game = load_game("liars_dice", numdice=2, dice_sides=3)
    state = said(rolled(game, 3, 3, 1, 2), "1-2")
    bids = [0.0] * 12
    bids[1] = 1.0
    assert list(state.observation_tensor(0)) == [1, 0, 0, 0, 2, *bids]
    assert list(state.observation_tensor(1)) == [0, 1, 1, 1, 0, *bids]
    assert list(rolled(game, 3, 3, 1).observation_tensor(0)) == [1, 0] + [0] * 15
