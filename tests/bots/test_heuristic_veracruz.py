"""The heuristic of Veracruz: what it may know, what it prefers, what it expects, and how well it plays."""

import pytest

from caravela.bots import HeuristicBot, RandomBot
from caravela.bots.heuristics import find
from caravela.cext.policy import average_prior
from caravela.engines.registry import load_game
from caravela.play import play
from caravela.replay import replay_states

FOUND = find("veracruz")
assert FOUND is not None
HEURISTIC = FOUND


@pytest.mark.parametrize("players", [2, 3, 4])
def test_priors_are_probabilities_of_the_legal_actions_and_need_only_the_view(players: int) -> None:
    record = play(load_game("veracruz", players=players), ["heuristic", *["random"] * (players - 1)], seed=players)
    decisions = [state for state in replay_states(record) if state.current_player() >= 0]
    assert len(decisions) > 20
    for state in decisions:
        view = state.view(state.current_player())
        actions, prior = average_prior(view, HEURISTIC.capsule, 1, 0)
        assert actions == state.legal_actions()
        assert min(prior) > 0
        assert sum(prior) == pytest.approx(1, abs=1e-12)
        # Another seed deals the others other hands, bets and investments.
        for seed in range(1, 5):
            assert average_prior(view, HEURISTIC.capsule, 1, seed)[1] == prior


@pytest.mark.parametrize(("players", "target"), [(2, 0.8), (3, 0.55), (4, 0.4)])
def test_it_beats_random_play(players: int, target: float) -> None:
    game = load_game("veracruz", players=players)
    won = decided = 0.0
    for seed in range(40):
        for seat in range(players):
            bots = [RandomBot(seed=1 + other) for other in range(players)]
            returns = play(game, [*bots[:seat], HeuristicBot(samples=1), *bots[seat + 1 :]], seed=seed).returns
            decided += any(returns)
            won += any(returns) * (returns[seat] * (players - 1) + 1) / players
    assert won / decided > target
