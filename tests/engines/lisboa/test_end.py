"""Periods, the end of the game and scoring (L18)."""

import pytest

from caravela.engines.lisboa.points import points_of, share
from caravela.engines.lisboa.table import read_table
from tests.engines.lisboa.conftest import finish


def empty_stacks(stage, period):
    """Turns until the period is over; every draw is from the first stack that has cards."""
    turns = 0
    while not stage.state.is_terminal() and stage.table().period == period and stage.table().task.step != "drop":
        stage.pass_turn()
        turns += 1
    return turns


def test_l18_1_three_empty_stacks_end_the_first_period(table):
    stage = table(stack=1)
    assert empty_stacks(stage, 1) == 3
    assert stage.table().period == 2


def test_l18_2_step_by_step(table):
    stage = table(stack=1, players=3, hands=[["P01", "P02", "P10", "P15", "P16"]]).rubble(0, "EFT")
    wigs = [seat.wigs for seat in stage.table().seats]
    stage.turn("play:P16", "gold").pass_turn()
    stage.play(stage.legal()[0], "gold", stage_draw(stage))
    assert stage.table().period == 2
    assert [seat.wigs for seat in stage.table().seats] == [wigs[0] + 3, *wigs[1:]]  # (1) 3 for the set
    assert stage.table().shipyard == {"blue": 0, "red": 0, "purple": 2, "brown": 2}  # (2)
    assert stage.state.current_player() == 2  # (3) begins with the active player
    stage.play("done")
    assert stage.state.current_player() == 0
    reis = stage.seat(0).reis
    stage.play("drop:P01", "drop:P02", "drop:P10", "done")
    assert stage.legal() == ["play:P01", "play:P02"]  # one of Maia's pays
    stage.play("play:P01")
    assert stage.seat(0).reis == reis + 3
    assert stage.seat(0).wigs == wigs[0] + 3 + 2  # P10 is the only one of the Marquis
    stage.play("done")
    hands = [len(seat.hand) for seat in stage.table().seats]
    assert hands == [5, 5, 5]  # (4)
    assert set(stage.table().top.values()) <= {f"P{n}" for n in range(48, 83)}  # (5)
    assert stage.table().turn == 0


def stage_draw(stage):
    """The first stack that can be drawn from, once the use is known."""
    return next(f"draw:{name}" for name in ("maia", "marquis", "king", "treasury") if name in stage.table().top)


def test_l18_2_penalties_pay_nothing(table):
    stage = table(stack=1, hands=[["P06", "P16", "P11", "P01", "P02"]])
    stage.turn("play:P01", "gold").pass_turn()
    stage.play("play:P02", "gold", stage_draw(stage))
    before = stage.seat(0)
    stage.play("drop:P06", "drop:P11", "drop:P16", "done")
    after = stage.seat(0)
    assert (after.reis, after.goods, after.wigs) == (before.reis, before.goods, before.wigs)
    assert stage.state.current_player() == 1


def test_l18_1_two_sets_end_the_first_period_and_name_the_first(table):
    stage = table(hands=[["P01"], ["P02"]], wishes={"cube": ["tsunami"] * 3}).rubble(1, "EEFFT").favors(0)
    stage.favors(1, maia=1).set(0, influence=10, reis=30).set(1, influence=10, reis=30, wigs=9)
    stage.play("play:P01", "visit", "state:acquire_plan", "plan:green", "none", "noble", "store:A1.gold", "house:2")
    if stage.legal()[0].startswith("spend:"):
        stage.play("spend:0")
    if stage.legal()[0].startswith("clear:"):
        stage.play("clear:row.tsunami")
    assert stage.seat(1).sets == 2
    stage.play(stage.legal()[0])
    assert stage.table().period == 2
    assert stage.state.current_player() == 1  # the follower triggered it, and discards first (R27)


def test_l18_4_the_round_is_finished_and_one_more_is_played(table):
    stage = table(stack=1, players=3)
    empty_stacks(stage, 1)
    stage.run_until("play")
    turns = []
    while not stage.state.is_terminal():
        turns.append((stage.table().turn, stage.table().last))
        stage.pass_turn()
    # Three turns empty three stacks: the first period ended with seat 2, so the second begins with seat 0.
    assert turns == [(0, 0), (1, 0), (2, 0), (0, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("having", "places", "wigs"),
    [
        ([3, 2, 1, 0], [9, 6, 3], [9, 6, 3, 0]),
        ([2, 2, 1, 0], [9, 6, 3], [7, 7, 3, 0]),
        ([1, 1, 1, 1], [15, 10, 5], [7, 7, 7, 7]),
        ([0, 0, 4], [6, 3, 1], [0, 0, 6]),
        ([5, 1, 1], [15, 10, 5], [15, 7, 7]),
        ([1, 1], [15, 5], [10, 10]),
    ],
)
def test_r18_ties_share_places(having, places, wigs):
    assert [share(having, seat, places) for seat in range(len(having))] == wigs


@pytest.mark.parametrize("players", [2, 3, 4])
def test_l18_5_scores_are_what_the_items_add_up_to(table, players):
    for seed in range(6):
        stage = finish(table(players=players, start=False), seed)
        here = stage.table()
        assert stage.state.scores() == [points_of(stage.game, here, q).total for q in range(players)]


def test_l18_7_ties_are_broken(table):
    """Among random games, winners are those with most wigs, then by the tie-breaks."""
    keys = ("influence", "reis")
    for seed in range(20):
        state = finish(table(players=4, start=False), seed).state
        here, scores, ranks = read_table(state), state.scores(), state.ranks()
        rows = [
            (
                scores[q],
                *(getattr(here.seats[q], key) for key in keys),
                sum(here.seats[q].stores.values()),
                here.seats[q].sets,
            )
            for q in range(4)
        ]
        assert ranks == [1 + sum(other > row for other in rows) for row in rows]
