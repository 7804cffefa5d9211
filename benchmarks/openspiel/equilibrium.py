"""How far from equilibrium the policy is that a search plays at every information set (NashConv)."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cache
from statistics import mean
from typing import Any

import pyspiel
from rows import Row
from twins import our_search, pair_of, step, their_bot

from caravela.arena.intervals import mean_interval
from caravela.cext.core import State

Policy = dict[str, list[tuple[int, float]]]
BUDGETS = (100, 1_000, 10_000)
SEARCHED = {"kuhn_poker": 10, "leduc_poker": 1}
"""Games, and how many times as many seeds they get: a mean over the 12 information sets of Kuhn poker is noisy."""
MATCHED = {"goofspiel(num_cards=4)": 3, "pennies": 20}
"""Games for regret matching, with the number of seeds."""
MATCHED_ITERATIONS = 100_000
MATCHED_SHARE = 0.1


@cache
def information_sets(spec: str) -> dict[str, tuple[State, Any]]:
    """One pair of states for every information set with a choice, by OpenSpiel's information state string."""
    pair = pair_of(spec)
    found: dict[str, tuple[State, Any]] = {}
    open_states = [(pair.ours.new_initial_state(), pair.theirs.new_initial_state())]
    while open_states:
        ours, theirs = open_states.pop()
        if ours.is_terminal():
            continue
        if ours.is_chance_node():
            actions = [outcome for outcome, _ in ours.chance_outcomes()]
        else:
            actions = ours.legal_actions()
            found.setdefault(theirs.information_state_string(), (ours, theirs))
        for action in actions:
            following = ours.clone(), theirs.clone()
            step(*following, action)
            open_states.append(following)
    return found


def our_policy(spec: str, iterations: int, seed: int, final: str) -> Policy:
    """What our search plays at every information set."""
    search = our_search(pair_of(spec).ours, final=final)
    return {
        key: search.run(state.view(state.current_player()), iterations=iterations, seed=seed * 100_003 + number).policy
        for number, (key, (state, _)) in enumerate(information_sets(spec).items())
    }


def their_policy(spec: str, iterations: int, seed: int) -> Policy:
    """What OpenSpiel's C++ ISMCTS plays at every information set."""
    pair = pair_of(spec)
    return {
        key: their_bot(pair, seed * 100_003 + number, iterations).get_policy(state)
        for number, (key, (_, state)) in enumerate(information_sets(spec).items())
    }


def nash_conv(spec: str, policy: Policy) -> float:
    """The sum over the seats of what a best response gains, by OpenSpiel. Actions never visited have probability 0."""
    theirs = pair_of(spec).theirs
    whole = {}
    for key, (_, state) in information_sets(spec).items():
        given = dict(policy[key])
        whole[key] = [(action, given.get(action, 0.0)) for action in state.legal_actions()]
    return float(pyspiel.nash_conv(theirs, whole))


def distance(task: tuple[str, str, int, int]) -> float:
    """NashConv of one side's policy at one budget from one seed."""
    side, spec, iterations, seed = task
    if side == "theirs":
        return nash_conv(spec, their_policy(spec, iterations, seed))
    return nash_conv(spec, our_policy(spec, iterations, seed, "regret" if side == "regret" else "sample"))


def against_openspiel(executor: Executor, seeds: int) -> Iterator[Row]:
    """Both searches with the same final policy (visit counts); the figure is ours minus theirs."""
    for spec, times in SEARCHED.items():
        for iterations in BUDGETS:
            ours, theirs = (
                list(executor.map(distance, [(side, spec, iterations, seed) for seed in range(seeds * times)]))
                for side in ("ours", "theirs")
            )
            differences = [[a - b] for a, b in zip(ours, theirs, strict=True)]
            low, high = mean_interval(differences)
            yield Row(
                "equilibrium",
                f"{spec}, {iterations} iterations",
                "NashConv",
                mean(ours),
                mean(theirs),
                mean(ours) - mean(theirs),
                low,
                high,
                "not above 0 beyond the interval",
                low <= 0.0,
            )


def by_regret_matching(executor: Executor) -> Iterator[Row]:
    """NashConv of regret matching as a share of the utility range, the worst of the seeds."""
    for spec, seeds in MATCHED.items():
        game = pair_of(spec).ours
        span = game.max_utility() - game.min_utility()
        tasks = [("regret", spec, MATCHED_ITERATIONS, seed) for seed in range(seeds)]
        worst = max(executor.map(distance, tasks)) / span
        yield Row(
            "equilibrium",
            f"{spec}, {MATCHED_ITERATIONS} iterations, regret matching",
            "NashConv / utility range",
            worst,
            None,
            worst,
            aim=f"below {MATCHED_SHARE}",
            reached=worst < MATCHED_SHARE,
        )
