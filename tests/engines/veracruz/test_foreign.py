"""Foreign bytes: every reachable block passes the checks, altered ones are refused or harmless."""

import random

import pytest

from caravela.cext import Rng, State
from caravela.engines import load_game
from caravela.engines.veracruz import ENGINE
from caravela.engines.veracruz.table import LAYOUT

# Many passes, so that exclusions are among the bytes.
STUCK = {"players": 4, "galleons": 1, "bets": 0, "stones": False, "hand_size": 3, "deck_size": 2}
CONFIGS = [*ENGINE.variants[::2], *ENGINE.reduced]


def play_on(state: State, rng: Rng) -> None:
    """To the end at random; every state on the way passes the checks."""
    for _ in range(state.game.max_history_length() + 1):
        state.game.state_from_bytes(state.to_bytes())
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            actions = state.legal_actions()
            assert 1 <= len(actions) <= state.game.legal_max
            state.apply_action(actions[rng.bounded(len(actions))])
    assert state.is_terminal()


def some_state(game, seed, steps):
    rng = Rng(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[rng.bounded(len(actions))])
    return state


@pytest.mark.parametrize("options", CONFIGS, ids=str)
def test_reachable_states_and_views_pass(options):
    game = load_game("veracruz", **options)
    for seed in range(8):
        rng = Rng(seed)
        state = game.new_initial_state()
        while True:
            assert game.state_from_bytes(state.to_bytes()) == state
            for seat in range(game.num_players()):
                block = state.view(seat).to_bytes()
                assert game.state_from_bytes(block, seat).to_bytes() == block
            if state.is_terminal():
                break
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[rng.bounded(len(actions))])


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, STUCK], ids=str)
def test_altered_blocks_are_refused_or_playable(options):
    """One to three altered bytes. What passes is a whole game: it plays to the end, and worlds fit an accepted view."""
    game = load_game("veracruz", **options)
    choice = random.Random(3)
    refused = accepted = 0
    for seed in range(40):
        state = some_state(game, seed, choice.randrange(game.max_history_length() // 2))
        for player in (None, *range(game.num_players())):
            block = state.to_bytes() if player is None else state.view(player).to_bytes()
            for _ in range(40):
                altered = bytearray(block)
                for _ in range(choice.choice((1, 1, 2, 3))):
                    at = choice.randrange(len(altered))
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
                rng = Rng(seed)
                if player is not None:
                    view, made = made, made.determinize(rng)
                    assert made.view(player).to_bytes() == view.to_bytes()
                    view.observation_string()
                made.observation_tensor(0)
                made.observation_string(0)
                play_on(made, rng)
    assert refused > 50 * accepted
    assert accepted > 0


@pytest.mark.parametrize("byte", [0x00, 0x01, 0x7F, 0x80, 0xFF])
def test_blocks_of_one_byte_are_refused(byte):
    game = load_game("veracruz")
    for player in (None, 0, 1):
        with pytest.raises(ValueError, match="refused"):
            game.state_from_bytes(bytes([byte]) * LAYOUT.size, player)


def test_random_blocks_are_refused():
    game = load_game("veracruz", players=4)
    choice = random.Random(1)
    for _ in range(300):
        with pytest.raises(ValueError, match="refused"):
            game.state_from_bytes(choice.randbytes(LAYOUT.size))


def test_blocks_of_another_length_are_refused():
    game = load_game("veracruz")
    block = game.new_initial_state().to_bytes()
    assert len(block) == game.state_size == LAYOUT.size
    for wrong in (b"", block[:-1], block + b"\0"):
        with pytest.raises(ValueError, match="360 bytes"):
            game.state_from_bytes(wrong)


def test_a_truth_is_no_view_and_a_view_no_truth(stage):
    """The others' secrets must be there in the truth and blank in a view."""
    state = stage("gold1>juncal.left", "bet:sunken>juncal").state
    game = state.game
    with pytest.raises(ValueError, match="refused"):
        game.state_from_bytes(state.to_bytes(), 0)
    with pytest.raises(ValueError, match="refused"):
        game.state_from_bytes(state.view(0).to_bytes())
    with pytest.raises(ValueError, match="refused"):
        game.state_from_bytes(state.view(0).to_bytes(), 1)
