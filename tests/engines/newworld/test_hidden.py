"""Who knows what (N13), and what sampled worlds are made of."""

from collections import Counter

import pytest

from caravela.cext.core import Rng
from caravela.engines import load_game
from caravela.engines.newworld.table import read_logs, read_table
from caravela.engines.newworld.text import code_to_string


def test_n13_1_hands_are_hidden(opening):
    stage = opening(players=3, first=0).play("card:fate", "card:war", "card:blight")
    assert [stage.log(seat)[:3] for seat in range(3)] == [
        ["drawn:fate", "drawn:?@1", "drawn:?@2"],
        ["drawn:?@0", "drawn:war", "drawn:?@2"],
        ["drawn:?@0", "drawn:?@1", "drawn:blight"],
    ]
    view = read_table(stage.state.view(1))
    assert [seat.hand for seat in view.seats] == [{}, {"war": 1}, {}]
    assert [seat.hand_count for seat in view.seats] == [1, 1, 1]
    assert sum(view.pile.values()) == view.pile_count + 2


def test_n13_3_forced_and_free_passes_look_alike(table):
    """Two worlds that differ in whether seats 1 and 2 could have reacted: seat 0 sees the same, step by step."""
    hands = [{0: "war fate", 1: "war", 2: "blight"}, {0: "war fate", 1: "fate", 2: "loyalty"}]
    views = []
    for mine in hands:
        stage = table(mine, {2: "am.gold"}).play("struggle", "card:war", "am.gold")
        seen = []
        while stage.table().step == "react":
            seen.append((stage.state.current_player(), stage.state.view(0).to_bytes(), stage.log(0)))
            stage.play("pass")
        views.append([*seen, stage.log(0), stage.log(1) == stage.log(2)])
    assert views[0] == views[1]
    assert views[0][-2] == ["struggle", "card:war", "site:amazon_gold", *["pass"] * 4]  # the second two: Revolt


def test_n13_3_iron_grip_is_asked_for_in_any_case(table):
    horn = {0: "ch.gold ch.spices ch.jewels"}
    stages = [table({0: title, 1: "war"}, horn).play("end") for title in ("iron_grip", "war")]
    assert [stage.table().step for stage in stages] == ["iron", "iron"]
    assert stages[0].state.view(1).to_bytes() == stages[1].state.view(1).to_bytes()
    assert [stage.play("pass").log(1) for stage in stages] == [["end", "pass"]] * 2


def test_the_choice_of_a_card_is_asked_for_in_any_case(table):
    """Who has one card only to pay with shows nothing by it."""
    stage = table({0: "war"}).play("build")
    assert stage.legal() == ["card:war"]


def test_views_of_others_do_not_tell_hands_apart(table):
    one = table({0: "war fate", 1: "fate"}).play("build", "card:war", "am.gold")
    other = table({0: "war blight", 1: "loyalty"}).play("build", "card:war", "am.gold")
    assert one.state.view(2).to_bytes() == other.state.view(2).to_bytes()
    assert one.log(2) == other.log(2)


def test_worlds_are_uniform_over_unseen_cards(table):
    stage = table({0: "war war", 1: "fate", 2: "blight blight"}, titles="war+fate+blight", copies=3)
    rng, counts = Rng(1), Counter()
    for _ in range(4000):
        world = stage.state.view(0).determinize(rng)
        assert not world.fallback
        counts[next(iter(read_table(world).seats[1].hand))] += 1
    assert counts["war"] / 4000 == pytest.approx(1 / 7, abs=0.03)
    assert counts["fate"] / 4000 == pytest.approx(3 / 7, abs=0.03)


def reshuffled(table):
    """Two players, six cards: seat 1 holds two cards when the others are shuffled, and is dealt two more."""
    options = {"titles": "war+fate+blight", "copies": 2, "hand": 2, "players": 2}
    stage = table({0: "war", 1: "fate blight"}, all_discarded=True, **options)
    stage.play("end", "end")
    assert [stage.table().step, stage.table().shuffles] == ["deal", 1]
    return stage


def test_after_a_reshuffle_hands_are_known_to_be_what_the_discard_pile_lacked(table):
    """With two players one knows the other's hand; what he draws then comes from the former discard pile."""
    stage = reshuffled(table)
    rng = Rng(3)
    worlds = [read_table(stage.state.view(0).determinize(rng)) for _ in range(50)]
    assert all(world.seats[1].hand == {"blight": 1, "fate": 1} for world in worlds)
    stage.play("card:war", "card:fate")  # to seat 0, to seat 1
    hands = {tuple(read_table(stage.state.view(0).determinize(rng)).seats[1].hand.items()) for _ in range(200)}
    assert hands == {(("blight", 2), ("fate", 1)), (("blight", 1), ("fate", 2))}
    assert [event.title for event in read_logs(stage.state.view(0))[1]] == [None, None, None]
    assert [event.title for event in read_logs(stage.state.view(1))[1]] == ["blight", "fate", "fate"]


def test_an_empty_hand_ends_the_log(table):
    stage = reshuffled(table)
    stage.play("card:war", "card:fate", "card:blight").settle()
    assert len(stage.table().piles) == 2
    while stage.table().step == "discard":
        stage.play(stage.legal()[0])
    assert [seat.hand_count for seat in stage.table().seats] == [2, 2]
    for seat in (0, 1):
        while stage.table().actor == seat and stage.table().seats[seat].hand_count:
            if stage.table().step == "abandon":
                stage.play("done")
            stage.play("build").play(stage.legal()[0]).play(stage.legal()[0]).quiet()
        while stage.table().actor == seat and stage.table().step != "deal":
            stage.play("pass" if "pass" in stage.legal() else "end")
    assert stage.table().piles == []
    assert read_logs(stage.state) == [[], []]
    assert not any(seat.fresh for seat in stage.table().seats)


@pytest.mark.parametrize("players", [4, 6])
def test_worlds_after_reshuffles_are_no_fallbacks(players):
    game = load_game("newworld", players=players, copies=4 if players > 4 else 3, turns=4)
    rng = Rng(players)
    logged = 0
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(state.sample_chance(rng) if state.is_chance_node() else moves[rng.bounded(len(moves))])
            if rng.bounded(8) == 0:
                seat = rng.bounded(players)
                world = state.view(seat).determinize(rng)
                assert not world.fallback
                assert world.view(seat).to_bytes() == state.view(seat).to_bytes()
                logged += len(read_table(state).piles) > 1
    assert logged > 20


def test_every_code_has_a_name(opening):
    game = opening(players=4).game
    rng = Rng(5)
    state = game.new_initial_state()
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(state.sample_chance(rng) if state.is_chance_node() else moves[rng.bounded(len(moves))])
    for seat in range(4):
        names = [code_to_string(game, code) for code in state.log(seat)]
        assert not any(name == f"drawn:?@{seat}" for name in names)
        assert sum(name.startswith("drawn:") for name in names) == sum(
            name.startswith("drawn:") for name in [code_to_string(game, code) for code in state.log(0)]
        )
    for code in (-1, 9999):
        with pytest.raises(ValueError, match=f"code {code} is outside"):
            code_to_string(game, code)
