"""What people read: names, sentences, the table, the course of a game."""

import pytest

from caravela.cext import Rng
from caravela.cext.text import Noticed
from caravela.engines import load_game
from caravela.engines.lisboa.points import points_of
from caravela.engines.lisboa.table import peek, read_table
from caravela.engines.lisboa.text import (
    action_to_string,
    chance_to_string,
    code_to_string,
    describe_action,
    describe_steps,
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_names_are_unique_and_describe_something(players):
    game = load_game("lisboa", players=players)
    actions = [action_to_string(game, action) for action in range(game.num_distinct_actions())]
    outcomes = [chance_to_string(game, outcome) for outcome in range(game.max_chance_outcomes())]
    codes = [code_to_string(game, code) for code in range(len(actions) + len(outcomes) + 2 * players)]
    for names in (actions, outcomes, codes):
        assert len(set(names)) == len(names)
        assert not any(set(name) & set(" \t\n") for name in names)
    sentences = [describe_action(game, action) for action in range(len(actions))]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence[0].isupper() for sentence in sentences)
    with pytest.raises(ValueError, match="is outside 0"):
        code_to_string(game, len(codes))


def test_some_sentences():
    game = load_game("lisboa")
    said = {
        "play:P06": "Play P06 Maia, Influence 4, penalty 1 good of choice",
        "play:P63": "Play P63 Treasury, event build a store, 1 off every payment",
        "state:build_ship": "State action: build a ship",
        "ship:1.2": "Load it on ship 2 of seat 1",
        "house:7": "Take house 7: 4 réis",
        "spend:1": "Make 1 real of the payment from Influence",
        "plot:N2": "Build on plot N2, serving the cloth street: 2 gold",
        "hire:1.king.plaza": "Hire an Official of seat 1 from the King's plaza",
        "decree:D46": "Take decree D46: 2 wigs for each of your ships, at most 6",
        "decree:D35": "Take decree D35: 5 wigs for 2 or more: Officials with Maia",
        "open:G4": "Carry out the green plan G4: 3 Officials, 5 wigs",
        "produce:gold+cloth+tools": "Produce gold, cloth and tools",
        "surrender:trade_wild": "Give the tile up for its wigs: in Trade with Nobles any good is accepted by any Noble "
        "(3 wigs)",
    }
    assert {name: describe_action(game, game.string_to_action(name)) for name in said} == said


def test_the_table_of_a_beginning(table):
    stage = table(hands=[["P01", "P02", "P04", "P10", "P63"]], wishes={"building": ["B01", "B02", "B07", "B08"]})
    text = stage.state.observation_string(0)
    assert text.startswith("Period 1, turn 1. You are seat 0. You are to play a card.\n")
    for line in (
        "Treasury 3; a visit costs 3 Influence, and 1 for each Official of others in the office",
        "Market: gold 4, cloth 4, books 5, tools 3",
        "Supply: 15 gold, 15 cloth, 15 books, 15 tools. Shipyard: 1 blue, 1 red",
        "  City tiles on display and below: gold 1+6, cloth 1+4, books 1+4, tools 1+4, small tools 1+4",
        "  blue: B01 (gold 4, cloth 1), then B02 (cloth 4, books 1), then 6 more",
        "    office: 1 of you, 1 of seat 1, 1 of nobody; favors left: 2",
        "  hand: P63 Treasury, event build a store, 1 off every payment",
        "  hand: 5 blue unknown",
        "Seat 1: 5 wigs, 10 réis, Influence 5",
    ):
        assert line in text.split("\n")
    other = stage.state.observation_string(1)
    assert "P63" not in other
    assert "You are seat 1. Seat 0 is to play a card." in other


def noticed(state, player, steps):
    """Plays the steps and keeps what a seat noticed."""
    found = []
    for action in steps:
        before, seen = state.view(player), len(state.log(player))
        state.apply_action(action)
        found.append(Noticed(before, tuple(state.log(player)[seen:]), state.view(player)))
    return found


def told(stage, player, *names):
    """The story of some actions, chance between them included."""
    found = []
    for name in names:
        while stage.state.is_chance_node():
            found += noticed(stage.state, player, [stage.state.chance_outcomes()[0][0]])
        found += noticed(stage.state, player, [stage.game.string_to_action(name)])
    return describe_steps(found)


def test_the_story_of_a_trade(table):
    stage = table(hands=[["P04"]])
    names = ("play:P04", "trade", "state:build_ship", "give:gold", "done")
    (story,) = told(stage, 1, *names)
    assert story == (
        "Seat 0 plays P04 Maia. Seat 0 puts it into the Portfolio to trade with Nobles (+1 gold). Seat 0 trades to "
        "build a ship. Seat 0 pays with gold (-1 gold). This leads to: +5 Influence, +1 blue ship; Treasury 4."
    )


def test_the_story_for_the_one_who_acts(table):
    stage = table(hands=[["P07"]]).favors(1).set(0, influence=10)
    (story,) = told(stage, 0, "play:P07", "visit", "none", "decree:D01", "draw:maia")
    assert story == (
        "You play P07 Marquis. You visit the Marquis (-5 Influence). You perform no State action. You take decree D01: "
        "2 wigs for each of your gold stores, at most 8. You take P17 Maia from the display."
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_can_be_read(players):
    """Every seat's table and story at every step; lines keep their width; no secret of others is told."""
    game = load_game("lisboa", players=players)
    state, rng, steps = game.new_initial_state(), Rng(players), []
    number = 0
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.sample_chance(rng)
        else:
            actions = state.legal_actions()
            action = actions[rng.bounded(len(actions))]
        if number % 7 == 0:
            for seat in range(players):
                text = state.observation_string(seat)
                assert max(map(len, text.split("\n"))) <= 150
                hidden = {
                    card
                    for q, other in enumerate(read_table(state).seats)
                    if q != seat
                    for card, known in other.hand
                    if not known
                }
                assert not any(f"hand: {card} " in text for card in hidden)
        steps += noticed(state, 0, [action])
        number += 1
    story = describe_steps(steps)
    assert len(story) > 20
    assert all(part.endswith(".") for part in story)
    here = read_table(state)
    assert f"You have {points_of(game, here, 0).total} wig" in story[-1]
    assert peek(state)[0] == here.task.step == "over"
