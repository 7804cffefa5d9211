"""Names, sentences and drawings."""

import pytest

from caravela.cext.core import Rng
from caravela.engines import load_game
from caravela.engines.newworld import ENGINE, text
from caravela.engines.newworld.names import names_of


@pytest.mark.parametrize("options", [*ENGINE.variants, *ENGINE.reduced], ids=str)
def test_names_round_trip(options):
    game = load_game("newworld", **options)
    names = names_of(game)
    assert len(names.actions) == game.num_distinct_actions() < 120
    assert len(names.outcomes) == game.max_chance_outcomes()
    for action, name in enumerate(names.actions):
        assert game.string_to_action(name) == action
        assert text.describe_action(game, action)
    for outcome, name in enumerate(names.outcomes):
        assert game.string_to_chance(name) == outcome
    assert len(set(names.codes)) == len(names.codes)
    assert not any(" " in name for name in names.codes)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("end", "End the card step: count points"),
        ("site:amazon_gold", "Choose gold in Amazon"),
        ("play:hoarding_supplies", "Play Hoarding Supplies by its text"),
        ("support:revolt", "Use Revolt for Royal Support -3"),
        ("card:fate", "Fate leaves your hand"),
        ("pledge:3", "Pledge 3 VP"),
        ("region:cape_horn", "Choose Cape Horn"),
        ("player:1", "Choose seat 1"),
    ],
)
def test_sentences(name, sentence):
    game = load_game("newworld")
    assert text.describe_action(game, game.string_to_action(name)) == sentence


def test_the_table_as_a_seat_sees_it(table):
    stage = table(
        {0: "disease war", 1: "loyalty fate", 2: "war"},
        {0: "am.gold", 1: "ch.gold na.wood-"},
        vp=[3, 12, 0],
        isolated={2: "cb"},
        discard="fate fate uprising",
    ).play("play:disease", "ch.gold")
    assert stage.state.observation_string(1) == (
        "1500: The New World, game turn 2 of 6 (1550). You are seat 1. Seat 0 must choose a site.\n"
        "In play: Seat 0 uses Disease (text): gold in Cape Horn\n"
        "North America      wood 1-    gold .    fruit .\n"
        "Central America    wood .   jewels .   spices .\n"
        "Caribbean         fruit .   jewels .     wood .   isolated by seat 2\n"
        "Amazon            fruit .     gold 0   spices .\n"
        "Cape Horn          gold 1   spices .   jewels .\n"
        "Seat 0, first player: 3 VP; 1 colony; Royal Support 0 (4 cards); hand: 1 card\n"
        "Seat 1 (you): 12 VP; 2 colonies (1 Struggling); Royal Support 1 (4 cards); hand: Fate, Loyalty\n"
        "Seat 2: 0 VP; no colonies; Royal Support 1 (4 cards); hand: 1 card\n"
        "Draw pile 103 cards; discard pile: 2 Fate, Uprising"
    )
    stage.play("done", "card:loyalty")
    line = "In play: Seat 0 uses Disease (text): gold in Cape Horn; seat 1 plays Loyalty"
    assert line in stage.state.observation_string(2)


def test_every_step_can_be_drawn():
    met = set()
    for seed in range(5):
        game = load_game("newworld", players=2 + seed % 5)
        rng = Rng(seed)
        state = game.new_initial_state()
        while True:
            met.add(state.observation_string(0).partition("You are seat 0. ")[2].partition("\n")[0])
            if state.is_terminal():
                break
            moves = state.legal_actions()
            state.apply_action(state.sample_chance(rng) if state.is_chance_node() else moves[rng.bounded(len(moves))])
    assert any("may pledge" in line for line in met)
