"""Who knows what (L1.7, R33), and what sampled worlds are made of."""

from collections import Counter

from caravela.cext.core import Rng
from caravela.engines.lisboa.law import choice_weight, explain_world
from caravela.engines.lisboa.table import read_table
from tests.engines.lisboa.test_options import rows


def test_hands_are_hidden_and_cards_from_the_display_are_known(table):
    stage = table(hands=[["P01"], ["P02"]])
    top = stage.table().top["maia"]
    stage.turn("play:P01", "gold", "draw:maia")
    seen = read_table(stage.state.view(1)).seats[0].hand
    assert seen == [("blue", False)] * 4 + [(top, True)]
    assert len(read_table(stage.state.view(0)).seats[0].hand) == 5
    assert stage.log(1).count("card:?@0") == 5
    assert stage.log(0).count("card:?@0") == 0
    assert "play:P01" in stage.log(1)


def test_d1_shows_only_what_is_kept(table):
    stage = table(start=False, tiles=[["sell_plus", "trade_wild"]]).run_until("keep")
    assert stage.table().offered == ["sell_plus", "trade_wild"]
    view = read_table(stage.state.view(1))
    assert view.offered == []
    assert sum(view.bag.values()) == 37
    stage.play("keep:sell_plus")
    assert "keep:sell_plus" in stage.log(1)
    assert stage.log(1).count("clergy:?@0") == 2
    assert stage.log(0).count("clergy:sell_plus") == 1


def worlds(stage, player, count):
    rng, view = Rng(1), stage.state.view(player)
    for _ in range(count):
        world = view.determinize(rng)
        assert not world.fallback
        assert world.view(player).to_bytes() == view.to_bytes()
        yield world


def test_hidden_cards_are_any_of_their_deck(table):
    stage = table(hands=[["P01"], ["P02"]])
    mine = {card for card, _ in stage.seat(1).hand}
    seen = Counter(card for world in worlds(stage, 1, 400) for card, _ in read_table(world).seats[0].hand)
    assert set(seen) == {card for card, row in stage.names.cards.items() if row["deck"] == "blue"} - mine
    assert all(60 < count < 190 for count in seen.values())  # 2000 cards of 16 kinds


def test_backs_tell_blue_from_purple(table):
    stage = table(stack=1, hands=[["P01", "P02"], ["P03"]])
    while stage.table().period == 1:
        stage.play(stage.legal()[0], "gold") if stage.table().task.step == "play" else stage.play(stage.legal()[0])
        while stage.table().task.step == "drop":
            stage.play("done")
    hand = read_table(stage.state.view(0)).seats[1].hand
    assert [card for card, _ in hand if card in ("blue", "purple")].count("blue") == 4
    for world in worlds(stage, 0, 30):
        decks = [stage.names.cards[card]["deck"] for card, known in read_table(world).seats[1].hand if not known]
        assert decks.count("blue") == 4


def test_worlds_are_explained_by_histories(table):
    stage = table(hands=[["P01"], ["P02"]], players=3)
    for _ in range(4):
        stage.pass_turn()
    history = stage.state.history()
    for world in worlds(stage, 1, 20):
        told = explain_world(stage.game, history, 1, world)
        state = stage.game.new_initial_state()
        for action in told:
            state.apply_action(action)
        assert state.to_bytes() == world.to_bytes()
        assert state.log(1) == stage.state.log(1)


def test_two_hidden_copies_weigh_double(table):
    data = rows("noble_cards", 0, count=2)
    data["noble_cards"]["list"] = [row for row in data["noble_cards"]["list"] if row["id"] != "P02"]
    stage = table(hands=[["P01", "P01", "P03"]], data=data)
    weights = {name: choice_weight(stage.state, stage.game.string_to_action(name), 1) for name in stage.legal()}
    assert weights["play:P01"] == 2.0
    assert set(weights.values()) == {1.0, 2.0}
