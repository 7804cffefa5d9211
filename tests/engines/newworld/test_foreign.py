"""Foreign bytes: every reachable block passes the checks, altered ones are refused or harmless."""

import random

import pytest

from caravela.cext.core import Rng, State
from caravela.engines import load_game
from caravela.engines.newworld.table import LAYOUT

RULINGS = {
    "plague_continuation": "one_lap",
    "plague_pledges": "paid",
    "struggle_hits_struggling": True,
    "remove_gives_vp": True,
    "revolt_in_plague": True,
    "marauders_scope": "all",
}


def random_step(state: State, rng: Rng) -> None:
    moves = state.legal_actions()
    state.apply_action(state.sample_chance(rng) if state.is_chance_node() else moves[rng.bounded(len(moves))])


def play_on(state: State, rng: Rng) -> None:
    """To the end at random; every state on the way passes the checks."""
    while not state.is_terminal():
        state.game.state_from_bytes(state.to_bytes())
        random_step(state, rng)


@pytest.mark.parametrize("data", [None, {"rulings": RULINGS}], ids=["rules", "rulings"])
def test_reachable_states_and_views_pass(data):
    for players in (2, 4):
        game = load_game("newworld", data=data, players=players, copies=2)
        for seed in range(4):
            rng = Rng(seed)
            state = game.new_initial_state()
            while not state.is_terminal():
                assert game.state_from_bytes(state.to_bytes()) == state
                for seat in range(players):
                    block = state.view(seat).to_bytes()
                    assert game.state_from_bytes(block, seat).to_bytes() == block
                random_step(state, rng)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "copies": 1}], ids=str)
def test_altered_blocks_are_refused_or_playable(options):
    """One to three altered bytes. What passes is a whole game: it plays to the end, and worlds fit an accepted view."""
    game = load_game("newworld", data={"rulings": RULINGS} if options["players"] == 4 else None, **options)
    choice = random.Random(3)
    refused = accepted = 0
    for seed in range(30):
        state, rng = game.new_initial_state(), Rng(seed)
        for _ in range(choice.randrange(150)):
            if not state.is_terminal():
                random_step(state, rng)
        for player in (None, *range(game.num_players())):
            block = state.to_bytes() if player is None else state.view(player).to_bytes()
            for _ in range(40):
                altered = bytearray(block)
                for _ in range(choice.choice((1, 1, 2, 3))):
                    at = choice.choice((choice.randrange(len(altered)), choice.randrange(864, len(altered))))
                    was = altered[at]
                    altered[at] = choice.choice(
                        (was ^ 1 << choice.randrange(8), choice.randrange(256), 0, (was + 1) % 256)
                    )
                try:
                    made = game.state_from_bytes(bytes(altered), player)
                except ValueError:
                    refused += 1
                    continue
                accepted += bytes(altered) != block
                if player is not None:
                    view, made = made, made.determinize(rng)
                    assert made.view(player).to_bytes() == view.to_bytes()
                    view.observation_string()
                made.observation_tensor(0)
                made.observation_string(0)
                play_on(made, rng)
    assert refused > 2 * accepted
    assert accepted > 0


@pytest.mark.parametrize("byte", [0x00, 0x01, 0x7F, 0x80, 0xFF])
def test_blocks_of_one_byte_are_refused(byte):
    game = load_game("newworld")
    for player in (None, 0, 1):
        with pytest.raises(ValueError, match="refused"):
            game.state_from_bytes(bytes([byte]) * LAYOUT.size, player)


def test_random_blocks_are_refused():
    game = load_game("newworld", players=4)
    choice = random.Random(1)
    for _ in range(300):
        with pytest.raises(ValueError, match="refused"):
            game.state_from_bytes(choice.randbytes(LAYOUT.size))


def test_blocks_of_another_length_are_refused():
    game = load_game("newworld")
    block = game.new_initial_state().to_bytes()
    assert len(block) == game.state_size == LAYOUT.size
    for wrong in (b"", block[:-1], block + b"\0"):
        with pytest.raises(ValueError, match=f"{LAYOUT.size} bytes"):
            game.state_from_bytes(wrong)


def test_a_truth_is_no_view_and_a_view_no_truth(opening):
    state = opening(players=3, first=0).play("card:fate", "card:war").state
    game = state.game
    with pytest.raises(ValueError, match="refused"):
        game.state_from_bytes(state.to_bytes(), 0)
    with pytest.raises(ValueError, match="refused"):
        game.state_from_bytes(state.view(0).to_bytes())
    with pytest.raises(ValueError, match="refused"):
        game.state_from_bytes(state.view(0).to_bytes(), 1)
