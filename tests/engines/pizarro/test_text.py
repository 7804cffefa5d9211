"""Names, sentences, drawings, and the course of the game in words."""

import re
from collections.abc import Iterator

import pytest

from caravela.cext import Rng
from caravela.cext.core import State, View
from caravela.cext.text import Noticed
from caravela.engines import load_game
from caravela.engines.pizarro import ENGINE, text
from caravela.engines.pizarro.names import names_of
from caravela.engines.pizarro.points import points_of
from caravela.engines.pizarro.table import STEPS, peek, read_table

WIDEST = 120
"""No line of a drawing is wider."""


def random_states(seed: int, **options: object) -> Iterator[State]:
    """A random game, state by state; always the same object."""
    state = load_game("pizarro", **options).new_initial_state()
    rng = Rng(seed)
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            actions = state.legal_actions()
            # Low bids, so that money lasts and everything happens.
            state.apply_action(actions[rng.bounded(min(len(actions), 3))])
        yield state


def told(stage, seat: int) -> list[str]:
    """The whole game of a stage as a seat noticed it."""
    state = stage.game.new_initial_state()
    steps = []
    for action in stage.state.history():
        before = state.view(seat)
        state.apply_action(action)
        after = state.view(seat)
        codes = after.log()[len(before.log()) :]
        if codes:
            steps.append(Noticed(before, tuple(codes), after))
    return text.describe_steps(steps)


@pytest.mark.parametrize("options", [*ENGINE.variants, *ENGINE.reduced], ids=str)
def test_names_round_trip(options):
    game = load_game("pizarro", **options)
    names = names_of(game)
    assert len(names.actions) == game.num_distinct_actions()
    assert len(names.outcomes) == game.max_chance_outcomes()
    for action, name in enumerate(names.actions):
        assert game.action_to_string(action) == name
        assert game.string_to_action(name) == action
    for outcome, name in enumerate(names.outcomes):
        assert game.string_to_chance(name) == outcome
    assert len(set(names.codes)) == len(names.codes)
    assert not any(" " in name for name in names.codes)
    for code in (-1, len(names.codes)):
        with pytest.raises(ValueError, match=f"code {code} is outside"):
            text.code_to_string(game, code)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pass", "Pass"),
        ("bid:12", "Bid 12"),
        ("pay:8", "Pay with the 8"),
        ("tuck:3", "Tuck the 3 under the stack"),
        ("put:9", "Put the 9 on the discard pile"),
        ("done", "Put no more cards away"),
        ("veto", "Use a veto: the card will be auctioned later"),
        ("decline", "Let the card be auctioned"),
        ("stack:2", "Move the ship of stack 2"),
        ("from:left", "Move the ship that stands on the left part"),
        ("right", "Put the ship on the right part: points at the end"),
        ("draw", "Draw a card"),
        ("stop", "Stop drawing"),
    ],
)
def test_sentences(name, sentence):
    game = load_game("pizarro")
    assert text.describe_action(game, game.string_to_action(name)) == sentence


@pytest.fixture
def midway(table):
    """Board AA: a veto waits, a stack with a hidden card, a card in the box, one at the bottom, an auction goes on."""
    stage = table(players=3).sell("columbus", 1, 1, 1).sell("vasco_da_gama", 2, 9, 9).play("money:2")
    stage.sell("magellan", 0, 8, 8).play("tuck:1").skip("cook")
    return stage.play("card:pizarro", "veto", "card:cook", "bid:5")


def test_drawing(midway):
    assert midway.state.observation_string(2).splitlines() == [
        "Phase I on board AA. You are seat 2.",
        "Cook is up for auction, highest bid 5, by seat 0. Seat 1 is to bid.",
        "Still in the auction: all.",
        "13 explorer cards to come: 2 Columbus, 2 Pizarro, 2 Magellan, 3 Marco Polo, 2 Vasco da Gama, 1 Cook.",
        "At the bottom, in this order: Pizarro.",
        "",
        "Half 1, side A space I                    space II                   space III",
        "Columbus       crown 1, bag 1, veto       crown 5, bag 1             crown 10, bag 1",
        "                 > seat 1",
        "Pizarro        crown 2, bag 1             crown 6, bag 1             crown 12, bag 1",
        "Magellan       tuck from hand             tuck from hand             tuck from hand",
        "                 > seat 0",
        "  stack 1 (of seat 0): 1 Magellan card on a hidden card",
        "",
        "Half 2, side A space I                    space II                   space III",
        "Marco Polo     bag 2, exchange            crown 1, bag 2, exchange   crown 2, bag 2",
        "Vasco da Gama  draw 1 card                crown 1, draw 2 cards      crown 2, draw 3 cards",
        "                 > you",
        "Cook           crown 5, hand open         crown 10, hand open        crown 20, hand open",
        "",
        "Seat 0        7 cards   unknown (5 money or more, by its bids); 5 ships to place; auctioneer; opens",
        "Seat 1        8 cards   2 3 4 5 6 7 8 9 (44 money); 5 ships to place",
        "Seat 2 (you)  9 cards   1 2 2 3 4 5 6 7 8 (38 money; unseen by others: 2); 5 ships to place",
        "",
        "Money stack: 35 cards",
        "Discard pile: 3 cards, 1 x 1, 1 x 8, 1 x 9",
        "Not seen by you, in stack and hands: 5 x 1, 4 x 2, 5 x 3, 5 x 4, 5 x 5, 5 x 6, 5 x 7, 4 x 8, 5 x 9",
        "In the box, phase I: 1 Cook",
    ]


def test_drawing_shows_a_seat_its_own_secrets(midway):
    lines = midway.state.observation_string(0).splitlines()
    assert lines[1] == "Cook is up for auction, highest bid 5, by you. Seat 1 is to bid."
    assert "  stack 1 (yours): 1 Magellan card on 1 face down; so far 3 points" in lines
    assert (
        "Seat 0 (you)  7 cards   2 3 4 5 6 7 9 (36 money; unseen by others: all); 5 ships to place; auctioneer; opens"
    ) in lines


def test_drawing_shows_a_veto_that_waits(table):
    stage = table(players=3).sell("columbus", 1, 1, 1).play("card:cook")
    lines = stage.state.observation_string(1).splitlines()
    assert lines[1] == "Cook is turned up. You may use a veto."
    assert "Seat 1 (you)  8 cards   2 3 4 5 6 7 8 9 (44 money); a veto; 5 ships to place; opens" in lines


def test_drawing_of_side_b(table):
    stage = table(players=3, board="BB", auctioneer=1).sell("magellan", 1, 7, 5, 2).play("tuck:5")
    stage.sell("vasco_da_gama", 0, 9, 9).play("right").sell("vasco_da_gama", 2, 3, 3)
    lines = stage.state.observation_string(2).splitlines()
    assert lines[1] == "You won Vasco da Gama for 3. You are to choose a part of space I."
    assert "Magellan       tuck from payment          tuck from payment          tuck from payment" in lines
    assert "  stack 1 (of seat 1): 1 Magellan card on 5; so far 2 points" in lines
    at = lines.index("Vasco da Gama  left: draw 1 card          left: draw 2 cards         left: draw 3 cards")
    assert lines[at + 1 : at + 4] == [
        "               right: crown 2             right: crown 4             right: crown 8",
        "                 > seat 0",
        "Cook           crown 5, lose a card       crown 10, lose a card      crown 20, lose a card",
    ]


def test_drawing_of_a_payment(table):
    """T10: no cards of the hand add up to the bid."""
    stage = table(players=3, values=2, money=9, explorers="pizarro").sell("pizarro", 0, 1, 1).play("card:pizarro")
    stage.play("bid:1", "pass*2")
    assert stage.state.observation_string(0).splitlines()[1:3] == [
        "You won Pizarro for 1. You are to pay, the highest card first.",
        "No cards of yours add up to it, so you overpay.",
    ]
    assert "overpay" not in stage.state.observation_string(1)
    other = table(players=3).play("card:pizarro", "bid:24", "pass*2", "pay:9")
    assert other.state.observation_string(0).splitlines()[1] == (
        "You won Pizarro for 24. You are to pay, the highest card first. Laid down: 9; still due: 15."
    )


def test_drawing_at_scoring(table):
    stage = table(players=3, explorers="pizarro", copies=1, board="BA")
    stage.sell("pizarro", 0, 1, 1).deal().sell("pizarro", 0, 2, 2).deal().sell("pizarro", 0, 3, 3).deal()
    stage.play("draw", "money:9")
    lines = stage.state.observation_string(1).splitlines()
    assert lines[1] == "Scoring. Drawn: 9, together 9, of at most 20. Seat 0 is to draw on or to stop."
    assert re.fullmatch(
        r"Seat 0        (\d+) points: ships 0, money cards \1, drawn so far 9, not counted yet", lines[-1]
    )
    stage.play("stop")
    assert re.search(
        r"^Seat 0  .* points: ships 0, money cards \d+, drawn 9$", stage.state.observation_string(1), re.MULTILINE
    )


@pytest.mark.parametrize("board", ["AA", "BB"])
def test_drawing_in_every_step(board):
    """Every view can be drawn; a view's drawing is the state's; lines are short; every explorer card is somewhere."""
    steps = set()
    for seed in range(2):
        for number, state in enumerate(random_states(seed, players=3 + seed, board=board)):
            steps.add(peek(state).step)
            view = state.view(number % 3)
            drawn = view.observation_string()
            assert number % 10 or drawn == state.observation_string(view.player)
            assert max(map(len, drawn.splitlines())) <= WIDEST
            assert cards_on(view, drawn) == 36
    never = {"A": {"tuck_paid", "part", "taken", "luck", "luck_draw"}, "B": {"tuck_hand", "redraw", "put"}}[board[0]]
    assert steps >= set(STEPS) - never - {"auctioneer", "ship"}


def cards_on(view: View, drawn: str) -> int:
    """Explorer cards that a drawing accounts for: to come, on auction, in the box, won (their ships show how far)."""
    names, table = names_of(view.game), read_table(view)
    copies = view.game.data["explorer_cards"]["copies_per_phase"]
    boxed = re.findall(r"^In the box, phase I+: (.*)$", drawn, re.MULTILINE)
    there = sum(int(part.split()[0]) for line in boxed for part in line.split(", "))
    there += sum(phase * count for seat in table.seats for (_, phase, _), count in seat.ships.items())
    there += sum(table.deck.values()) + len(table.bottom) + sum(copies[table.phase :]) * len(names.explorers)
    if table.step in ("veto", "bid", "pay", "tuck_paid", "ship", "part"):
        there += 1
    return there + (table.phase - 1 if table.step == "part" else 0)


@pytest.mark.parametrize("options", ENGINE.variants[:8], ids=str)
def test_points_are_the_engine_s(options):
    for seed in range(2):
        *_, end = random_states(seed, **options)
        table = read_table(end)
        totals = [points_of(end.game, table, seat).total for seat in range(options["players"])]
        assert totals == end.scores()
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
        line = end.observation_string(winners[0]).splitlines()[1]
        assert line.startswith("You win with " if len(winners) == 1 else "You and seat ")


def test_story_of_auctions(midway):
    assert told(midway, 0) == [
        "Columbus is turned up. You pass, seat 1 bids 1, seat 2 passes. Seat 1 wins Columbus for 1, paying 1.",
        (
            "Vasco da Gama is turned up. Seat 1 uses no veto. Seat 1 passes, seat 2 bids 9, you pass. Seat 2 wins "
            "Vasco da Gama for 9, paying 9. Seat 2 draws 1 card."
        ),
        (
            "Magellan is turned up. Seat 1 uses no veto. Seat 2 passes, you bid 8, seat 1 passes. You win Magellan for "
            "8, paying 8. You tuck the 1 face down under Magellan."
        ),
        (
            "Cook is turned up. Seat 1 uses no veto. You pass, seat 1 passes, seat 2 passes. Nobody buys Cook: it goes "
            "into the box."
        ),
        "Pizarro is turned up. Seat 1 uses a veto: Pizarro goes to the bottom of the stack.",
        "Cook is turned up. You bid 5.",
    ]


def test_story_hides_what_a_seat_does_not_know(midway):
    story = told(midway, 2)
    assert "You draw 2." in story[1]
    assert "Seat 0 tucks a card face down under Magellan." in story[2]
    assert "Seat 2 draws 1 card." in told(midway, 1)[1]


def test_story_of_side_b(table):
    stage = table(players=3, board="BB").sell("magellan", 1, 7, 5, 2).play("tuck:5")
    stage.sell("vasco_da_gama", 0, 9, 9).play("left", "money:4").sell("cook", 2, 6, 6).play("taken:9")
    assert told(stage, 1) == [
        (
            "Magellan is turned up. Seat 0 passes, you bid 7, seat 2 passes. You win Magellan for 7, paying 5 + 2. The "
            "5 is tucked face up under stack 1."
        ),
        (
            "Vasco da Gama is turned up. You pass, seat 2 passes, seat 0 bids 9. Seat 0 wins Vasco da Gama for 9, "
            "paying 9. Seat 0 puts the ship on the left part of space I. Seat 0 draws 1 card."
        ),
        (
            "Cook is turned up. Seat 0 passes, you pass, seat 2 bids 6. Seat 2 wins Cook for 6, paying 6. Seat 0 draws "
            "the 9 from seat 2's hand: it goes to the discard pile."
        ),
    ]


def test_story_of_an_open_hand_and_of_overpaying(table):
    stage = table(players=3, values=3, money=7, explorers="cook+vasco_da_gama").sell("cook", 0, 3, 3)
    stage.sell("vasco_da_gama", 0, 2, 2).play("money:3").sell("cook", 0, 2, 3)
    story = told(stage, 1)
    assert story[0].endswith("Seat 0 wins Cook for 3, paying 3. Seat 0 lays the hand open: 1 2.")
    assert story[1].endswith("Seat 0 draws 3."), "the hand lies open"
    assert story[2].endswith("paying 3, 1 too much. Seat 0 lays the hand open: 1.")


def test_story_of_the_end_of_a_phase(table):
    stage = table(players=3, explorers="marco_polo", copies=1, board="AA").sell("marco_polo", 0, 9, 9)
    stage.play("money:1", "money:2", "money:3", "money:4", "money:5", "money:6", "money:7", "money:8")
    stage.play("put:8", "put:2", "done", "money:9", "money:9", "card:marco_polo", "pass")
    assert told(stage, 0)[1:] == [
        (
            "Phase I is over. You get 1 4 7 8, seat 1 gets 2 cards, seat 2 gets 2 cards. You put away the 8, the 2. "
            "You draw 9 9."
        ),
        "Phase II begins.",
        "Marco Polo is turned up. You pass. Nobody buys Marco Polo: it goes into the box.",
        "Phase II is over.",
    ]


def test_story_of_a_card_that_nobody_has_a_ship_for(table):
    stage = table(players=3, explorers="pizarro", copies=1).skip("pizarro").deal().play("card:pizarro")
    assert "Pizarro is turned up. Nobody has a ship for it: it goes into the box." in told(stage, 0)


def test_story_of_scoring(table):
    stage = table(players=3, explorers="pizarro", copies=1, board="BA")
    stage.sell("pizarro", 0, 1, 1).deal().sell("pizarro", 0, 2, 2).deal().sell("pizarro", 0, 3, 3).deal()
    stage.play("draw", "money:9", "draw", "money:8", "draw", "money:7")
    *_, first, second, third, last = told(stage, 1)
    assert first == "Seat 0 draws a card at scoring: 9, which makes 9."
    assert second == "Seat 0 draws a card at scoring: 8, which makes 17."
    assert third == "Seat 0 draws a card at scoring: 7, which makes 24, more than 20: nothing."
    assert re.fullmatch(r"You have \d+ points, seat 2 has \d+ points\.", last)


@pytest.mark.parametrize("board", ["AA", "BB"])
def test_story_of_whole_games(board):
    """Every step can be told, in any cut, and nothing is told in codes."""
    steps: list[Noticed] = []
    before = None
    for state in random_states(7, players=3, board=board, auctioneer=-1):
        after = state.view(1)
        if before is not None and (codes := after.log()[len(before.log()) :]):
            steps.append(Noticed(before, tuple(codes), after))
        before = after
    whole = text.describe_steps(steps)
    assert len(whole) > 36
    parts = [paragraph for at in range(0, len(steps), 3) for paragraph in text.describe_steps(steps[at : at + 3])]
    assert sum(map(len, parts)) > 0.9 * sum(map(len, whole))
    for paragraph in (*whole, *parts):
        assert paragraph.endswith(".")
        assert paragraph[0].isupper()
        assert not re.search(r"[@?]|\b(pay|paid|money|shown|tuck|card|put):", paragraph)
