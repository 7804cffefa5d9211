"""The games that both libraries have, side by side: the same ids, so one list of actions drives both."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import caravela as cv
from caravela.cext.core import Game, Rng, State
from caravela.cext.search import Search

YARDSTICKS = ("kuhn_poker", "leduc_poker", "goofspiel", "liars_dice", "oh_hell")
C = 0.7
"""Exploration constant on utilities mapped to [0, 1]."""


@dataclass(frozen=True)
class Twin:
    """One game in both libraries."""

    ours: Game
    theirs: Any

    @property
    def uct_c(self) -> float:
        """C on OpenSpiel's scale, which is that of the utilities themselves."""
        return C * float(self.ours.max_utility() - self.ours.min_utility())


@cache
def twin(spec: str) -> Twin:
    """The twin of a spec such as "leduc_poker"; simultaneous games turn-based in OpenSpiel, as they are here."""
    theirs = pyspiel.load_game(spec)
    if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        theirs = pyspiel.convert_to_turn_based(theirs)
    return Twin(cv.load_game(spec), theirs)


@cache
def pair_of(spec: str) -> Twin:
    """The twin, or for a game of ours alone itself and what OpenSpiel sees of it through the adapter."""
    if spec.partition("(")[0] in {game.short_name for game in pyspiel.registered_games()}:
        return twin(spec)
    from caravela.openspiel import register

    register()
    return Twin(cv.load_game(spec), pyspiel.load_game(f"caravela_{spec}"))


def opening(pair: Twin, seed: int) -> tuple[State, Any]:
    """The first decision after the deal of that seed, in both libraries."""
    ours, theirs = pair.ours.new_initial_state(), pair.theirs.new_initial_state()
    while ours.is_chance_node():
        step(ours, theirs, ours.sample_chance(Rng(seed, ours.chance_key())))
    return ours, theirs


def step(ours: State, theirs: Any, action: int) -> None:
    """One step in both libraries; only in ours if it is a chance event that OpenSpiel does not have (showing bids)."""
    here_alone = ours.is_chance_node() and not (
        theirs.is_chance_node() and action in [outcome for outcome, _ in theirs.chance_outcomes()]
    )
    ours.apply_action(action)
    if not here_alone:
        theirs.apply_action(action)


def our_search(game: Game, *, final: str = "sample", c: float = C) -> Search:
    """Our counterpart of OpenSpiel's bot: the same keys, UCB on the utilities, uniform rollouts, a tree a move."""
    return Search(game, algorithm="infoset", selection="ucb", c=c, margin=0.0, reuse=False, final=final)


def their_bot(pair: Twin, seed: int, iterations: int, *, final: str = "sample", seconds: float = -1.0) -> Any:
    """OpenSpiel's C++ ISMCTS. It searches until the iterations are done or, if given, the seconds are over."""
    policies = pyspiel.ISMCTSFinalPolicyType
    policy = {"sample": policies.NORMALIZED_VISIT_COUNT, "max": policies.MAX_VISIT_COUNT}[final]
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.ISMCTSBot(seed, evaluator, pair.uct_c, iterations, -1, policy, False, False, seconds)


def python_bot(pair: Twin, seed: int, iterations: int, *, final: str = "sample") -> Any:
    """OpenSpiel's ISMCTS in Python."""
    policies = ismcts.ISMCTSFinalPolicyType
    policy = {"sample": policies.NORMALIZED_VISITED_COUNT, "max": policies.MAX_VISIT_COUNT}[final]
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    return ismcts.ISMCTSBot(
        pair.theirs, evaluator, pair.uct_c, iterations, random_state=random, final_policy_type=policy
    )
