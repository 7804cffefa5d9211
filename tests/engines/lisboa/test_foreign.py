"""Foreign bytes: every reachable block passes the checks, altered ones are refused or harmless."""

import random

import pytest

from caravela.cext import Rng, State
from caravela.engines import load_game
from caravela.engines.lisboa import ENGINE

SMALL = ENGINE.reduced[0]


def on(state: State, rng: Rng) -> None:
    """One random step."""
    if state.is_chance_node():
        state.apply_action(state.sample_chance(rng))
    else:
        actions = state.legal_actions()
        assert 1 <= len(actions) <= state.game.legal_max
        state.apply_action(actions[rng.bounded(len(actions))])


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, SMALL], ids=str)
def test_reachable_states_and_views_pass(options):
    game = load_game("lisboa", **options)
    for seed in range(3):
        rng = Rng(seed)
        state = game.new_initial_state()
        while True:
            assert game.state_from_bytes(state.to_bytes()) == state
            for seat in range(game.num_players()):
                block = state.view(seat).to_bytes()
                assert game.state_from_bytes(block, seat).to_bytes() == block
            if state.is_terminal():
                break
            on(state, rng)


@pytest.mark.parametrize("options", [{"players": 3}, SMALL], ids=str)
def test_altered_blocks_are_refused_or_playable(options):
    """One to three altered bytes. What passes plays to the end, and worlds fit an accepted view."""
    game = load_game("lisboa", **options)
    choice = random.Random(3)
    refused = accepted = 0
    for seed in range(25):
        rng = Rng(seed)
        state = game.new_initial_state()
        for _ in range(choice.randrange(60, 300)):
            if not state.is_terminal():
                on(state, rng)
        for player in (None, 0):
            block = state.to_bytes() if player is None else state.view(player).to_bytes()
            for _ in range(40):
                altered = bytearray(block)
                for _ in range(choice.choice((1, 1, 2, 3))):
                    at = choice.randrange(len(altered))
                    altered[at] = choice.choice((altered[at] ^ 1 << choice.randrange(8), choice.randrange(256), 0, 1))
                if altered == block:
                    continue
                try:
                    taken = game.state_from_bytes(bytes(altered), player)
                except ValueError:
                    refused += 1
                    continue
                accepted += 1
                world = taken if player is None else taken.determinize(rng)
                if player is not None:
                    assert world.view(player).to_bytes() == altered
                for _ in range(game.max_history_length() + 1):
                    game.state_from_bytes(world.to_bytes())
                    if world.is_terminal():
                        break
                    on(world, rng)
                assert world.is_terminal()
                assert abs(sum(world.returns())) < 1e-9
    assert refused > 3 * accepted > 0
