"""The course of a game in sentences."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from caravela.cext.core import Game, Rng, State
from caravela.cext.text import Noticed
from caravela.cli.story import noticed, tell
from caravela.conformance.walks import random_move
from caravela.engines import load_game
from caravela.engines.newworld.table import read_table
from caravela.engines.newworld.words import title

Table = Callable[..., Any]


def told(stage: Any, *steps: str, seat: int = 0) -> list[str]:
    """What a seat is told of these steps, one call for all."""
    seen = []
    for step in steps:
        before = stage.state.view(seat)
        stage.play(step)
        seen.append(noticed(before, stage.state.view(seat)))
    return tell([step for step in seen if step])


def test_a_card_and_what_comes_of_it(table: Table) -> None:
    stage = table({0: "disease war", 1: "fate"}, {1: "am.gold ch.spices", 2: "am.spices"})
    steps = "play:disease", "am.gold", "am.spices", "done", "pass"
    assert told(stage, *steps) == [
        "You play Disease on Amazon gold (seat 1) and Amazon spices (seat 2). They now Struggle. You gain 2 VP for it."
    ]


def test_the_same_for_another_seat(table: Table) -> None:
    stage = table({0: "war", 1: "fate"}, {1: "am.gold"}, vp=(0, 0, 0))
    assert told(stage, "struggle", "card:war", "am.gold", "pass", seat=1) == [
        "Seat 0 uses War to reduce Amazon gold (yours). It now Struggles. Seat 0 gains 1 VP for it."
    ]
    assert told(stage, "pass", seat=1) == [
        "Seat 0 scores no VP and has 1.",
        "Your turn begins.",
    ]


def test_a_chain_of_reactions(table: Table) -> None:
    stage = table({0: "regional_disaster fate war", 1: "fate", 2: "war"}, {1: "am.gold"})
    assert told(stage, "play:regional_disaster", "region:am", "card:fate", "pass", "card:fate", "pass") == [
        (
            "You play Regional Disaster on Amazon. Seat 1 answers with Fate. You answer with Fate. Fate is cancelled. "
            "Amazon gold (seat 1) leaves the map."
        )
    ]


def test_loyalty_and_embargo_and_revolt(table: Table) -> None:
    stage = table({0: "blight war", 1: "loyalty"}, {0: "am.gold", 1: "am.spices"})
    assert told(stage, "play:blight", "card:loyalty", "pass") == [
        "You play Blight. Seat 1 answers with Loyalty. Seat 1's colonies are spared."
    ]
    stage = table({0: "war fate", 2: "embargo"}, support=[1, 3, 1])
    assert told(stage, "support:war", "player:1", "card:embargo", "pass", "card:blight") == [
        (
            "You use War for Royal Support -2 against seat 1. Seat 2 answers with Embargo. The Royal Support is lost. "
            "Seat 2 draws 1 card."
        )
    ]
    stage = table({0: "war fate", 1: "revolt"}, {1: "am.gold"}, vp=(1, 0, 0))
    steps = "struggle", "card:war", "am.gold", "pass", "card:revolt", "pass", "card:blight", "card:fate"
    assert told(stage, *steps, seat=1) == [
        (
            "Seat 0 uses War to reduce Amazon gold (yours). It now Struggles. Seat 0 gains 1 VP for it. You answer "
            "with Revolt. You draw Blight, Fate."
        )
    ]


def test_royal_support_and_isolation(table: Table) -> None:
    stage = table({0: "fate isolation war"}, support=[0, 1, 1])
    assert told(stage, "support:fate", "play:isolation", "region:am") == [
        "You use Fate for Royal Support +3. Your token moves from 0 to 3: 5 cards a game turn.",
        "You play Isolation on Amazon. Amazon is isolated until your next turn.",
    ]
    stage = table({0: "explorer overconfident war"}, {1: "am.gold am.spices"}, vp=(0, 1, 0), isolated={1: "am"})
    assert told(stage, "play:explorer", "region:am", "play:overconfident", "player:1") == [
        "You play Explorer on Amazon. The Isolation of Amazon ends.",
        "You play Overconfident against seat 1. Seat 1 loses 1 VP.",
    ]


def test_the_tally(table: Table) -> None:
    stage = table({0: "iron_grip war", 1: "marauders"}, {0: "am.gold am.spices am.fruit"})
    assert told(stage, "end", "card:iron_grip", "pass", "pass") == [
        "You play Iron Grip: monopolies are worth more.",
        "You score 7 VP for 3 Successful colonies and 1 monopoly and have 7.",
        "Seat 1's turn begins.",
    ]
    stage = table({0: "war", 1: "marauders"}, {0: "am.gold am.spices am.fruit"})
    assert told(stage, "end", "pass", "card:marauders", "pass") == [
        "Seat 1 plays Marauders. You score nothing for monopolies.",
        "You score 3 VP for 3 Successful colonies and have 3.",
        "Seat 1's turn begins.",
        "Seat 1 scores no VP and has 0.",
        "Seat 2's turn begins.",
        "Seat 2 scores no VP and has 0.",
    ]


def test_plague(table: Table) -> None:
    stage = table({0: "plague_ship war"}, {0: "am.gold", 1: "am.spices- am.fruit"}, vp=(4, 0, 3))
    assert told(stage, "play:plague_ship", "am.spices", "pledge:2", "pledge:3") == [
        (
            "You play Plague Ship. You take Amazon spices (seat 1) off the map. Seat 2 pledges 2 VP, you pledge 3 VP. "
            "5 VP are paid. The plague is over."
        )
    ]


def test_the_opening_and_the_deal(opening: Table) -> None:
    stage = opening(players=2, hand=1)
    assert told(stage, "first:1", "card:war", "card:fate") == [
        "Seat 1 is the first player.",
        "Game turn 1 (1500) begins. Seat 1 gets 1 card, you get Fate.",
        "Seat 1's turn begins.",
    ]


def walk(game: Game, seed: int) -> list[State]:
    rng = Rng(seed)
    states = [game.new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(random_move(states[-1], rng)))
    return states


def steps_of(states: Sequence[State], seat: int) -> list[Noticed]:
    views = [state.view(seat) for state in states]
    return [step for before, after in pairwise(views) if (step := noticed(before, after))]


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_are_told_from_anywhere(players: int) -> None:
    game = load_game("newworld", players=players, turns=3)
    for seed in range(4):
        states = walk(game, seed)
        steps = steps_of(states, seed % players)
        whole = " ".join(tell(steps))
        assert whole.count("turn begins") == 3 * players
        assert "The game is over." in whole
        for cut in range(0, len(steps), 7):
            tell(steps[cut : cut + 7])


def test_points_told_are_points_won() -> None:
    """Between two tallies of a seat its VP change by what is told: gains, tallies."""
    game = load_game("newworld", players=3, titles="disease+fate+blight+war+colonists+iron_grip+marauders", turns=4)
    for seed in range(8):
        states = walk(game, seed)
        for before, after in pairwise(states):
            if after.is_terminal() or before.turn() == after.turn():
                continue
            seat = read_table(before).actor
            if read_table(before).step in ("deal", "discard", "first"):
                continue
            change = read_table(after).seats[seat].vp - read_table(before).seats[seat].vp
            text = " ".join(tell(steps_of([before, after], seat)))
            gained = sum(int(part.split()[0]) for part in text.split("You gain ")[1:])
            scored = text.split("You score ")[-1].split()[0].replace("no", "0")
            assert change == gained + int(scored), text


def test_cards_of_others_are_not_told() -> None:
    game = load_game("newworld", players=3, turns=1)
    for seed in range(5):
        states = walk(game, seed)
        deal = [state for state in states if read_table(state).turn == 0 and not read_table(state).mode][:14]
        text = " ".join(tell(steps_of(deal, 0)))
        own = set(read_table(deal[-1]).seats[0].hand)
        for name in game.data["card"]:
            assert name["id"] in own or title(name["id"]) not in text
