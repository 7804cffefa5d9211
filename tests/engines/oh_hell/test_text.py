"""Names, drawings and the tensor of Oh Hell."""

import pytest

from caravela.engines.oh_hell import text
from caravela.engines.registry import load_game

HANDS = (["HA", "C2"], ["H3", "D4"], ["HT", "CA"])
BIDS = ("bid:1", "bid:0", "bid:0")


def table(*moves):
    game = load_game("oh_hell", num_tricks_fixed=2)
    state = game.new_initial_state()
    for outcome in (2, 2, *(game.string_to_action(hand[card]) for card in range(2) for hand in HANDS)):
        state.apply_action(outcome)
    for move in ("DQ", *moves):
        state.apply_action(game.string_to_action(move))
    return state


def test_every_code_has_a_name_of_its_own():
    game = load_game("oh_hell", players=4, num_suits=2)
    actions, cards = game.num_distinct_actions(), game.max_chance_outcomes()
    last = actions + (actions - cards - 1) + 4 + 2 * cards
    names = [text.code_to_string(game, code) for code in range(last + 1)]
    assert len(set(names)) == len(names)
    assert names[actions : actions + 2] == ["dealt", "tricks:1"]
    assert (names[-1], names[-1 - cards]) == ("trump:DA", "hand:DA")
    with pytest.raises(ValueError, match="no such code"):
        text.code_to_string(game, last + 1)


def test_names_and_sentences():
    game = load_game("oh_hell")
    assert [game.action_to_string(action) for action in (0, 51, 52, 69)] == ["C2", "HA", "bid:0", "bid:17"]
    assert [game.chance_to_string(outcome) for outcome in (0, 5)] == ["0=C2", "5=D3"]
    sentences = [text.describe_action(game, action) for action in (51, 0, 53, 54)]
    assert sentences == ["Play the ace of hearts", "Play the 2 of clubs", "Bid 1 trick", "Bid 2 tricks"]


def test_the_drawing_shows_what_the_seat_sees():
    assert table(*BIDS, "HA", "H3", "HT", "C2").view(1).observation_string() == (
        "tricks: 2, dealer: 2, trump: DQ\n"
        "tricks finished: 1\n"
        "seat 0: bid 1, won 1, plays C2\n"
        "seat 1 (you, to act): bid 0, won 0\n"
        "seat 2: bid 0, won 0\n"
        "hand of seat 1: D 4"
    )
    assert "hand of seat 0: C 2  H A" in table().view(0).observation_string()
    assert "seat 1 (to act): bid 0, won 1, no C" in table(*BIDS, "C2", "D4", "CA").view(0).observation_string()
    assert "hand of seat 1: none" in table(*BIDS, "C2", "D4", "CA", "H3", "HT", "HA").view(1).observation_string()
    game = load_game("oh_hell")
    assert game.new_initial_state().view(0).observation_string() == "tricks: -, dealer: -, trump: -\ncards dealt: 0"


def test_the_tensor_tells_the_view():
    state = table(*BIDS, "C2", "D4")
    tensor = state.view(1).observation_tensor().tolist()
    assert tensor == state.observation_tensor(1).tolist(), "a true state tells no more"
    tricks, trump, own, unseen = tensor[:2], tensor[2:54], tensor[54:106], tensor[106:158]
    assert tricks == [0.0, 1.0]
    cards = state.game.string_to_action
    assert [card for card in range(52) if trump[card]] == [cards("DQ")]
    assert [card for card in range(52) if own[card]] == [cards("H3")]
    assert [card for card in range(52) if not unseen[card]] == sorted(cards(name) for name in ("DQ", "H3", "D4", "C2"))
    seats = [tensor[158 + at * 63 : 158 + (at + 1) * 63] for at in range(3)]
    assert len(tensor) == 158 + 3 * 63
    # to act, leads, deals, tricks won; voids; bid; card in the trick: seat 1, then 2, then 0
    assert [seat[:11] for seat in seats] == [
        [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
    ]
    assert [[card for card in range(52) if seat[11 + card]] for seat in seats] == [[cards("D4")], [], [cards("C2")]]
