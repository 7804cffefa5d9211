"""Who knows what (P13), and what sampled worlds are made of."""

import pytest

from caravela import load_game, play
from caravela.cext.core import Rng
from caravela.engines.pizarro.table import read_table


def seen(stage, seat, player):
    """Another seat's hand as `player` sees it: known cards and the number of others."""
    found = read_table(stage.state.view(player)).seats[seat]
    return found.known, found.hidden_count, found.hidden


def test_p13_5_hands_are_known_until_a_card_is_drawn_unseen(table):
    stage = table(players=3).sell("pizarro", 0, 9, 9)
    assert seen(stage, 0, 1) == (dict.fromkeys(range(1, 9), 1), 0, {})
    stage.sell("vasco_da_gama", 0, 8, 8).play("money:5")
    assert seen(stage, 0, 1) == (dict.fromkeys(range(1, 8), 1), 1, {})
    assert seen(stage, 0, 0) == (dict.fromkeys(range(1, 8), 1), 1, {5: 1})


def test_a_known_copy_leaves_before_a_hidden_one(table):
    stage = table(players=3).sell("vasco_da_gama", 0, 9, 9).play("money:5").sell("pizarro", 0, 5, 5)
    assert seen(stage, 0, 1) == ({1: 1, 2: 1, 3: 1, 4: 1, 6: 1, 7: 1, 8: 1}, 1, {})
    stage.sell("pizarro", 0, 5, 5)
    assert seen(stage, 0, 1)[1] == 0  # the hidden card was the 5: nothing is hidden any more
    assert read_table(stage.state).events == []


def test_p8_3_a_tuck_hides_the_hand(table):
    stage = table(players=3).sell("magellan", 0, 9, 9).play("tuck:1")
    assert seen(stage, 0, 1) == ({}, 7, {})
    assert read_table(stage.state.view(1)).stacks[0].cards == [(None, False)]
    assert read_table(stage.state.view(0)).stacks[0].cards == [(1, False)]
    assert stage.log(1)[-1] == "tuck:?@0"


def worlds(stage, player, count=300):
    rng, view = Rng(1), stage.state.view(player)
    for _ in range(count):
        world = view.determinize(rng)
        assert not world.fallback
        yield read_table(world)


def test_a_tucked_card_was_in_the_hand(table):
    stage = table(players=3).sell("magellan", 0, 9, 9).play("tuck:1").sell("pizarro", 0, 8, 8)
    tucked = {world.stacks[0].cards[0][0] for world in worlds(stage, 1)}
    assert tucked == {1, 2, 3, 4, 5, 6, 7}


def test_a_bid_shows_what_a_hand_is_worth(table):
    """45 money less the 9 paid, and a bid of 40: the card drawn is a 4 or more."""
    stage = table(players=3).sell("vasco_da_gama", 0, 9, 9).play("money:7").play("card:pizarro", "bid:40")
    drawn = {next(iter(world.seats[0].hidden)) for world in worlds(stage, 1)}
    assert drawn == {4, 5, 6, 7, 8, 9}
    assert read_table(stage.state.view(1)).seats[0].worth == (40, 0)


def test_what_a_bid_showed_is_remembered(table):
    stage = table(players=3).sell("vasco_da_gama", 0, 9, 9).play("money:7")
    stage.play("card:pizarro", "bid:40", "bid:41", "pass*2")
    while stage.table().step == "pay":
        stage.play(stage.legal()[-1])
    stage.skip("cook")
    assert {next(iter(world.seats[0].hidden)) for world in worlds(stage, 2)} == {4, 5, 6, 7, 8, 9}


def test_overpaying_shows_that_nothing_fits(table):
    """Hand 4, 9 and a drawn card: who overpays 10 with 9 and 4 has drawn neither a 1 nor a 6."""
    data = {"money_cards": {"starting_set_per_player": [2, 4, 9], "crown": {"sum_of_set": 6}}}
    stage = table(players=3, data=data).sell("vasco_da_gama", 0, 2, 2).play("money:3")
    stage.sell("pizarro", 0, 10, 9, 4)
    assert [event.what for event in stage.table().events] == ["draw", "worth", "inexact", "out", "out"]
    drawn = {next(iter(world.seats[0].hidden)) for world in worlds(stage, 1)}
    assert drawn == {2, 3, 4, 5, 7, 8, 9}


def test_p8_7_chance_is_evidence(table):
    """Hand 1 to 8 and a drawn card: a 3 taken at random makes it twice as likely that the card drawn is a 3, too."""
    stage = table(players=3, board="AB").sell("vasco_da_gama", 0, 9, 9).play("left", "money:7")
    stage.sell("cook", 0, 8, 8).play("taken:3")
    drawn = [max(world.seats[0].hidden) for world in worlds(stage, 1, 4000)]
    threes, fours = drawn.count(3), drawn.count(4)  # four copies each in the stack of 36
    assert 1.6 < threes / fours < 2.5


def test_p13_6_forced_and_free_passes_look_alike(table):
    forced = table(players=3).play("card:pizarro", "bid:45", "pass")
    free = table(players=3).play("card:pizarro", "bid:44", "pass")
    assert forced.log(2)[-1] == free.log(2)[-1] == "pass"


def test_a_seat_does_not_see_what_others_may_choose(table):
    stage = table(players=3).play("card:pizarro", "bid:20", "pass*2")
    assert read_table(stage.state.view(0)).options == [6, 7, 8, 9]
    assert read_table(stage.state.view(1)).options == []
    assert read_table(stage.state.view(1).determinize(Rng(0))).options == [6, 7, 8, 9]


def test_views_keep_their_own_draws(table):
    stage = table(players=3).sell("vasco_da_gama", 0, 9, 9).play("money:5")
    values = [read_table(stage.state.view(seat)).events[0].value for seat in range(3)]
    assert values == [5, None, None]


@pytest.mark.parametrize("board", ["AA", "BB"])
def test_few_worlds_are_fallbacks(table, board):
    """In random games; games between heuristics, in which more is seen, are harder."""
    rng = Rng(4)
    fallback = total = 0
    for _ in range(8):
        state = table(players=4, board=board).state
        while not state.is_terminal():
            moves = state.legal_actions()
            move = state.sample_chance(rng) if state.is_chance_node() else moves[rng.bounded(len(moves))]
            state.apply_action(move)
            fallback += state.view(0).determinize(rng).fallback
            total += 1
    assert fallback / total < 0.002


@pytest.mark.parametrize(("players", "most"), [(4, 0.05), (6, 0.12)])
def test_few_worlds_of_games_between_heuristics_are_fallbacks(players, most):
    rng, drawn = Rng(7), []

    def look(state, _player, _action):
        if state.is_terminal() or state.current_player() < 0:
            return
        for seat in range(players):
            world = state.view(seat).determinize(rng)
            drawn.append(world.fallback)
            if world.fallback:  # of another law, but sound
                assert state.game.restore(world.snapshot()).view(seat) == state.view(seat)

    for seed in range(3):
        play(load_game("pizarro", players=players), ["heuristic:samples=2"] * players, seed, on_step=look)
    assert len(drawn) > 2000
    assert sum(drawn) / len(drawn) < most
