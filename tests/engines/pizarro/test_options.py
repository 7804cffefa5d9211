"""Options and data: bad ones are refused with a reason, good ones change the game."""

import pytest

from caravela.engines import load_game
from caravela.engines.pizarro import ENGINE

SPACE = ENGINE.data()["space"]


def spaces(**changes):
    """The data with another value in every row of an explorer and side."""
    explorer, side = changes.pop("explorer"), changes.pop("side")
    rows = [{**row, **changes} if (row["explorer"], row["side"]) == (explorer, side) else row for row in SPACE]
    return {"space": rows}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 2}, "options.players is 2; it must be between 3 and 6"),
        ({"players": 7}, "option players is 7"),
        ({"board": "AC"}, "it must be one of"),
        ({"players": 3, "auctioneer": 3}, "options.auctioneer is 3; it must be between -1 and 2"),
        ({"explorers": "cook+drake"}, "options.explorers is 'cook\\+drake'"),
        ({"explorers": "cook+cook"}, "options.explorers is 'cook\\+cook'"),
        ({"explorers": "cook+"}, "ends with"),
        ({"explorers": ""}, "options.explorers is empty"),
        ({"players": 6, "money": 5}, "too few for 6 starting sets"),
        ({"phases": 4}, "option phases is 4"),
    ],
)
def test_bad_options_are_refused(options, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("pizarro", **options)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"money_cards": {"values": [1, 2, 3, 4, 5, 6, 7, 9, 8]}}, "values ascend"),
        ({"money_cards": {"total": 64}}, "by the rest of the data it must be 63"),
        ({"money_cards": {"crown": {"sum_of_set": 17}}}, "it must be 18"),
        ({"money_cards": {"starting_set_per_player": [10]}}, "which is no money card"),
        ({"explorer_cards": {"stack_sizes": [18, 12, 7]}}, "1 copies of 6 explorers are 6"),
        ({"board": {"half_1": ["columbus", "pizarro"]}}, "'magellan' must be on one half"),
        ({"space": SPACE[1:]}, "not complete for phase 1"),
        (spaces(explorer="cook", side="A", action="teleport"), "actions are none, veto"),
        (spaces(explorer="cook", side="A", action="veto"), "veto needs phase 1"),
        (spaces(explorer="cook", side="A", action="tuck_from_bid"), "only one explorer can tuck"),
        (spaces(explorer="cook", side="A", bag=10), "it must be between 0 and 9"),
        ({"action": {"press_luck": {"limit": 300}}}, "action.press_luck.limit is 300"),
        ({"action": {"tuck": {"side_A": {"face": "up"}}}}, "it must be 'down'"),
        ({"phase_end": {"base_cards": [2, 2]}}, "it must have 3 to 3"),
    ],
)
def test_bad_data_are_refused(data, reason):
    with pytest.raises(ValueError, match=reason):
        load_game("pizarro", data=data)


def test_numbers_come_from_the_data(table):
    data = {
        **spaces(explorer="pizarro", side="A", crown=7, bag=3),
        "auction": {"minimum_bid": 3, "minimum_raise": 2},
        "phase_end": {"base_cards": [1, 0, 0]},
    }
    stage = table("card:pizarro", data=data, players=3, explorers="pizarro", copies=1, phases=1)
    assert stage.legal()[:2] == ["pass", "bid:3"]
    stage.play("bid:9")
    assert stage.legal()[:2] == ["pass", "bid:11"]
    stage.play("pass*2", "pay:9")
    dealt = 0
    while not stage.state.is_terminal():
        stage.play(stage.legal()[0])
        dealt += 1
    assert dealt == 3 + 3
    hand = sum(3 if value < 4 else 2 if value < 7 else 1 for value in stage.hand(0))
    assert stage.state.scores()[0] == hand + 7


def test_the_default_board_comes_from_the_data():
    def tell(state):  # the first of many lines names the board
        return state.observation_string(0)

    data = {"board": {"default": {"combination": "BB"}}}
    edited, chosen = load_game("pizarro", data=data), load_game("pizarro", board="BB")
    assert edited.num_distinct_actions() == chosen.num_distinct_actions() < load_game("pizarro").num_distinct_actions()
    assert tell(edited.new_initial_state()) == tell(chosen.new_initial_state())
    assert tell(load_game("pizarro", data=data, board="AA").new_initial_state()) == tell(
        load_game("pizarro", board="AA").new_initial_state()
    )
    with pytest.raises(ValueError, match="the board is 'CC'"):
        load_game("pizarro", data={"board": {"default": {"combination": "CC"}}})


@pytest.mark.parametrize("options", ENGINE.variants[::5], ids=str)
def test_bids_have_names_up_to_the_best_hand(options):
    game = load_game("pizarro", **options)
    assert game.action_to_string(game.num_distinct_actions() - 1).startswith("bid:")
    assert len({game.action_to_string(action) for action in range(game.num_distinct_actions())}) == (
        game.num_distinct_actions()
    )
