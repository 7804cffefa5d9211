"""Names, sentences and drawings."""

import re

import pytest

from caravela.cext import Rng
from caravela.cext.text import Noticed
from caravela.engines import load_game
from caravela.engines.veracruz import ENGINE, text
from caravela.engines.veracruz.names import names_of


@pytest.mark.parametrize("options", [*ENGINE.variants, *ENGINE.reduced], ids=str)
def test_names_round_trip(options):
    game = load_game("veracruz", **options)
    names = names_of(game)
    assert len(names.actions) == game.num_distinct_actions()
    assert len(names.outcomes) == game.max_chance_outcomes()
    for action, name in enumerate(names.actions):
        assert game.action_to_string(action) == name
        assert game.string_to_action(name) == action
    for outcome, name in enumerate(names.outcomes):
        assert game.chance_to_string(outcome) == name
        assert game.string_to_chance(name) == outcome
    assert len(set(names.codes)) == len(names.codes)
    assert not any(" " in name for name in names.codes)


def test_every_code_has_a_name():
    game = load_game("veracruz", players=4)
    for seed in range(10):
        rng = Rng(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[rng.bounded(len(actions))])
        for seat in range(4):
            names = [text.code_to_string(game, code) for code in state.log(seat)]
            assert names[:4].count(f"invest:?@{seat}") == 0
            assert sum(name.startswith("shown:invest:") for name in names) == 4
    for code in (-1, len(names_of(game).codes)):
        with pytest.raises(ValueError, match=f"code {code} is outside"):
            text.code_to_string(game, code)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gold3>juncal.left", "Load gold 3 on the left of Juncal"),
        ("stone2>santa_teresa.right", "Load stone 2 on the right of Santa Teresa"),
        ("empty>san_antonio.left", "Put an empty box on the last box on the left of San Antonio"),
        ("bet:reach_port>juncal", "Bet in secret that Juncal reaches port"),
        ("bet:sunken>santa_teresa", "Bet in secret that Santa Teresa sinks"),
        ("pass", "Pass"),
        ("draw:2", "Draw the top card of open deck 2"),
    ],
)
def test_sentences(name, sentence):
    game = load_game("veracruz")
    assert text.describe_action(game, game.string_to_action(name)) == sentence


def test_drawing(stage):
    at = stage(
        "gold3>juncal.left",
        "cacao2>juncal.right",
        "bet:sunken>juncal",
        "bet:reach_port>juncal",
        "stone1>santa_teresa.left",
        "empty>santa_teresa.left",
        hold={0: ["gold1", "gold1", "empty", "corn2"], 1: ["silver1", "silver1"]},
        invest=["gold", "corn"],
        tosses=["storm"],
        weight_cap=7,
    )
    assert at.state.observation_string(0).splitlines() == [
        "Veracruz 1631. You are seat 0. You are to load or bet.",
        "Meteorology 3 (1 to 5): that imbalance sinks a galleon.",
        "Juncal  weight 5/7  balance -1 (limit 5)  RED",
        "  left: gold 3, silver 0; last gold 3  |  right: corn 0, cacao 2; last cacao 2",
        "  bets: 1. seat 0 sunken, 2. seat 1 ?",
        "Santa Teresa  weight 0/7  balance +0 (limit 6)",
        "  left: gold 0, silver 0; last void  |  right: corn 0, cacao 0; last none",
        "  bets: none",
        "San Antonio  weight 0/7  balance +0 (limit 7)",
        "  left: gold 0, silver 0; last none  |  right: corn 0, cacao 0; last none",
        "  bets: none",
        "Open decks  1: gold 2 (4)  2: gold 1 (4)  reserve 23",
        "Seat 0 (you): corn 2, empty; unseen by others: 2 x gold 1; bets left: reach port; invested in gold",
        "Seat 1: 2 x gold 2; 2 unknown; bets left: 1",
    ]


def test_drawing_shows_what_a_pass_told(stage):
    at = stage(
        "gold3>juncal.left",
        "gold2>juncal.left",
        "pass",
        hold={0: ["gold1", "gold1", "gold1", "silver3"]},
        galleons=1,
        bets=0,
        stones=False,
        max_value=3,
    )
    assert at.state.observation_string(1).splitlines()[-2] == (
        "Seat 0: silver 3; 3 unknown (not corn 1, corn 2, corn 3, cacao 1, cacao 2, cacao 3, empty); bets left: 0"
    )


def test_drawing_in_every_phase():
    """Every view can be drawn; a view's drawing is the state's."""
    game = load_game("veracruz", players=3)
    doing = set()
    for seed in range(20):
        rng = Rng(seed)
        state = game.new_initial_state()
        while True:
            for seat in range(3):
                drawn = state.observation_string(seat)
                assert drawn == state.view(seat).observation_string()
                _, _, now = drawn.splitlines()[0].split(". ")
                doing.add(re.sub(r"^Seat \d ", "", now))
            if state.is_terminal():
                break
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[rng.bounded(len(actions))])
    assert doing == {
        "You get an investment.",
        "gets an investment.",
        "You are dealt boxes.",
        "is dealt boxes.",
        "The open decks are laid out.",
        "The doubloon is tossed.",
        "The starting player is drawn.",
        "You are to load or bet.",
        "is to load or bet.",
        "You are to draw.",
        "is to draw.",
        "The next box of a deck is turned up.",
        "A new deck is laid out.",
        "The game is over.",
    }


def told(at, seat):
    """The whole game of a stage as a seat noticed it."""
    state = at.game.new_initial_state()
    steps = []
    for action in at.state.history():
        before = state.view(seat)
        state.apply_action(action)
        after = state.view(seat)
        steps.append(Noticed(before, tuple(after.log()[len(before.log()) :]), after))
    return text.describe_steps(steps)


def test_story(stage):
    at = stage(
        "gold3>juncal.left",
        "cacao2>juncal.right",
        "bet:sunken>juncal",
        "bet:reach_port>juncal",
        "empty>juncal.right",
        hold={0: ["gold1", "gold1", "corn2"], 1: ["silver1", "silver1", "silver2"]},
        invest=["gold", "corn"],
        tosses=["storm"],
    )
    start, first, second, third, fourth, last = told(at, 0)
    assert re.fullmatch(
        r"You invest in gold\. You get (.+, ){2}.+ and .+\. .+ is turned up on deck 1, .+ on deck 2\. "
        r"The doubloon shows storm: the meteorology goes from 3 to 2\.",
        start,
    )
    assert re.fullmatch(
        r"You load gold 3 on the left of Juncal\. You draw .+ from deck 1\. .+ is turned up on deck 1\.", first
    )
    assert second.startswith("Seat 1 loads cacao 2 on the right of Juncal. Seat 1 draws ")
    assert third == "You bet in secret that Juncal sinks."
    assert fourth == "Seat 1 bets on Juncal in secret."
    assert last.startswith("You put an empty box on the cacao 2 on the right of Juncal. You draw ")
    assert told(at, 1)[4] == "You bet in secret that Juncal reaches port."


def test_story_of_the_end(stage):
    at = stage("gold2>juncal.left", galleons=1, weight_cap=4, invest=["gold", "corn"], tosses=["sun"])
    assert at.state.is_terminal()
    *_, load, end, shown = told(at, 1)
    assert load == "Seat 0 loads gold 2 on the left of Juncal, which is now in the red zone."
    assert end == (
        "The game is over: one last toss. The doubloon shows sun: the meteorology goes from 4 to 5. Juncal "
        "reaches port."
    )
    assert shown == "Seat 0 had invested in gold, you had invested in corn."


def test_story_of_whole_games():
    """Every step can be told, in any cut, and nothing is told in codes."""
    for players in (2, 4):
        game = load_game("veracruz", players=players)
        for seed in range(4):
            rng = Rng(seed)
            state = game.new_initial_state()
            steps = []
            while not state.is_terminal():
                before = state.view(1)
                if state.is_chance_node():
                    state.apply_action(state.sample_chance(rng))
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[rng.bounded(len(actions))])
                after = state.view(1)
                steps.append(Noticed(before, tuple(after.log()[len(before.log()) :]), after))
            whole = text.describe_steps(steps)
            parts = [paragraph for step in steps for paragraph in text.describe_steps([step])]
            assert len(parts) > len(whole) > 10
            for paragraph in (*whole, *parts):
                assert paragraph.endswith(".")
                assert paragraph[0].isupper()
                assert not re.search(r"[@?>:]\w|_", paragraph)
