"""Names of actions, outcomes and codes; the table and the course of the game, for people."""

import pytest

from caravela.cext import Rng
from caravela.cext.text import Noticed
from caravela.engines import load_game
from caravela.engines.sevilla import ENGINE, best_boarding
from caravela.engines.sevilla.names import names_of
from caravela.engines.sevilla.text import (
    code_to_string,
    describe_action,
    describe_steps,
    observation_string,
)


def course(state, player, play):
    """Plays on by `play(state)` to the end; returns what the seat notices."""
    noticed = []
    while not state.is_terminal():
        before, seen = state.view(player), len(state.log(player))
        state.apply_action(play(state))
        if len(state.log(player)) > seen:
            noticed.append(Noticed(before, tuple(state.log(player)[seen:]), state.view(player)))
    return noticed


def told(stage, player, *steps):
    """How a seat is told of these steps."""
    noticed = []
    for step in steps:
        before, seen = stage.state.view(player), len(stage.state.log(player))
        stage.play(step)
        if len(stage.state.log(player)) > seen:
            noticed.append(Noticed(before, tuple(stage.state.log(player)[seen:]), stage.state.view(player)))
    return describe_steps(noticed)


def test_names_are_unique():
    game = load_game("sevilla", players=5, palace=True, rebels=True)
    names = names_of(game)
    for kind in (names.actions, names.outcomes, names.codes):
        assert len(set(kind)) == len(kind)
        assert not any(" " in name for name in kind)
    assert len(names.actions) == game.num_distinct_actions()
    assert len(names.outcomes) == game.max_chance_outcomes()
    with pytest.raises(ValueError, match=f"code {len(names.codes)} is outside"):
        code_to_string(game, len(names.codes))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bid1", "Put 1 coin on the lot"),
        ("bid0", "Put 0 coins on the lot"),
        ("false2", "Add 2 false coins"),
        ("last", "Be the last to rebid"),
        ("crown", "Rebid with the Crown"),
        ("hand_over", "Hand the small ship over to the owner of El Puerto"),
        ("give>2", "Give the rebel to seat 2"),
        ("swap2", "Put the second card of the lot under the deck and draw one"),
        ("sell:ships_boy", "Sell Ship's Boy"),
        ("board:captain_general", "Board Captain General"),
    ],
)
def test_sentences(name, sentence):
    game = load_game("sevilla", rebels=True)
    assert describe_action(game, game.string_to_action(name)) == sentence


def test_the_table(table):
    reveal = "oil wine friar armament carpentry_a administrator lieutenant"
    stage = table(helm=1, palace=True, buildings="puerto arenal alcazar", reveal=reveal)
    stage.bids("2+1 1", "2 3+2", "0 4")
    assert observation_string(stage.state, 0).splitlines() == [
        "Round 1 of 8. You are seat 0. Seat 1 has the Helm.",
        "Lot 1 is uncovered: seat 1 may rebid first or last.",
        "Lot 1: Oil, Wine, a small ship",
        "Lot 2: Friar, Armament",
        "Lot 3: Carpentry piece A, Administrator",
        "Lot 4: Lieutenant, the ship of 2",
        "Seat 0 (you): 6 coins (3 free); Nobility, Church, Crown; no ship; El Puerto",
        "    board: lot 1: 2 and 1 false, lot 2: 1",
        "Seat 1: 6 coins; Nobility, Church, Crown; no ship; El Arenal",
        "    board: lot 1: 2, lot 2: 3 discs",
        "Seat 2: 6 coins; Nobility, Church, Crown; no ship; El Alcazar",
        "    board: lot 1: 0, lot 2: 2 discs",
        "Deck: 81 cards; small ships left: 5",
    ]


def test_the_course_of_a_lot(table):
    stage = table(helm=1, palace=True, buildings="puerto arenal alcazar", reveal="oil wine friar")
    bids = ["bid2", "false0", "bid3", "false2"] + ["bid0", "false0"] * 2  # seat 1
    bids += ["bid0", "false0", "bid4", "false0"] + ["bid0", "false0"] * 2  # seat 2
    bids += ["bid2", "false1", "bid1", "false0"] + ["bid0", "false0"] * 2  # seat 0
    assert told(stage, 0, *bids, "show") == [
        "You bid 2 and 1 false on lot 1, 1 on lot 2.",
        "Discs by lot: seat 1 1-3-0-0, seat 2 0-2-0-0.",
        "Lot 1 is uncovered: you 2, seat 1 2, seat 2 0.",
    ]
    assert told(stage, 2, "last", "pass", "church", "pay", "swap1", "card:cook") == [
        (
            "Seat 1 rebids last. Seat 0 passes, seat 1 raises to 4 with the Church. Seat 1 wins Oil, Wine and a small "
            "ship for 2 coins. Seat 1 pays seat 0 the toll of El Puerto. Seat 1 puts Oil under the deck. "
            "Seat 1 draws a card unseen."
        ),
        "Lot 2 is uncovered: you 4, seat 0 1, seat 1 3.",
    ]


def test_the_end_of_a_round(table):
    stage = table(helm=0, palace=True, buildings="puerto arenal casa_comercio", rounds=1, lots=1, reveal="friar")
    steps = ["bid0", "false0", "bid0", "false0", "bid1", "false0", "show", "sell:friar"]
    assert told(stage, 1, *steps) == [
        "You bid nothing.",
        "Discs by lot: seat 0 0, seat 2 1.",
        "Lot 1 is uncovered: you 0, seat 0 0, seat 2 1. Seat 2 wins Friar and the ship of 2 for 1 coin.",
        (
            "After the collection: you 12 coins, seat 0 12 coins, seat 2 11 coins. Seat 2 sells Friar. "
            "Seat 2 takes the Helm."
        ),
        "The game is over: you 3 points, seat 0 3 points, seat 2 3 points.",
    ]


@pytest.mark.parametrize("options", [*ENGINE.variants[3::4], ENGINE.reduced[4], {"visible_tokens": False}], ids=str)
def test_whole_games_are_told(options):
    game = load_game("sevilla", **options)
    for player in range(game.num_players()):
        rng = Rng(7, player)

        def play(state, rng=rng):
            legal = state.legal_actions()
            return legal[rng.bounded(len(legal))] if legal else state.sample_chance(rng)

        noticed = course(game.new_initial_state(), player, play)
        text = describe_steps(noticed)
        assert text[-1].startswith("The game is over")
        assert len([line for line in text if "is uncovered" in line]) == names_of(game).rounds * names_of(game).lots
        for start in range(0, len(noticed), 17):  # they may begin anywhere
            assert describe_steps(noticed[start : start + 5])


def test_best_boarding_is_offered():
    assert best_boarding({"Storekeeper": 1, "Oil": 3, "Administrator": 1, "Soldier": 1}, 12, 2, 7)[0] == 9
