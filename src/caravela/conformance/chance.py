"""Invariant 5: chance is what it says it is."""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass

from caravela.cext.core import State
from caravela.conformance.result import NotApplicable, Violation
from caravela.conformance.statistics import ALPHA, SMALLEST_CELL, goodness_of_fit, normal_tail
from caravela.conformance.subject import Subject
from caravela.conformance.walks import walks, where

DRAWS = 64
"""Samples at each chance node visited; equal nodes are pooled."""


@dataclass
class Tally:
    """How often an outcome came, over nodes with different probabilities of it."""

    seen: int = 0
    expected: float = 0.0
    variance: float = 0.0


def chance_is_as_stated(subject: Subject) -> str:
    """5: sampled outcomes follow the stated probabilities, these add up to one, and no chance key comes twice."""
    nodes = 0
    alike: dict[tuple[tuple[int, float], ...], Counter[int]] = defaultdict(Counter)
    tallies: dict[tuple[int, int], Tally] = defaultdict(Tally)
    for _, rng, steps in walks(subject.game, subject.games, subject.seed):
        keys: set[int] = set()
        for step in steps:
            if not step.before.is_chance_node():
                continue
            key = step.before.chance_key()
            if key in keys:
                raise Violation(f"the chance key {key:#x} comes twice in one game, {where(step.before)}")
            keys.add(key)
            outcomes = well_formed_outcomes(step.before)
            counts = Counter(step.before.sample_chance(rng) for _ in range(DRAWS))
            strange = sorted(set(counts) - {outcome for outcome, _ in outcomes})
            if strange:
                raise Violation(f"sampling gave {strange}, which chance does not list, {where(step.before)}")
            alike[tuple(outcomes)].update(counts)
            _count(tallies, key >> 32, outcomes, counts)
            nodes += 1
    if not nodes:
        raise NotApplicable("the game has no chance nodes")
    for law, seen in alike.items():
        if goodness_of_fit(seen, dict(law)) < ALPHA:
            raise Violation(f"over {seen.total()} samples {dict(seen)} came instead of {dict(law)}")
    _judge(tallies)
    return f"{nodes} chance nodes, {nodes * DRAWS} samples, {len(alike)} distributions"


def well_formed_outcomes(state: State) -> list[tuple[int, float]]:
    """The listed outcomes, once they have been found in order, possible and adding up to one."""
    outcomes = state.chance_outcomes()
    ids = [outcome for outcome, _ in outcomes]
    if not ids or ids != sorted(set(ids)):
        raise Violation(f"chance outcomes {ids} are not ascending and distinct, {where(state)}")
    if any(not 0.0 < p <= 1.0 for _, p in outcomes):
        raise Violation(f"chance lists probabilities outside (0, 1]: {outcomes}, {where(state)}")
    total = math.fsum(p for _, p in outcomes)
    if abs(total - 1.0) > 1e-9:
        raise Violation(f"chance probabilities add up to {total!r}, {where(state)}")
    return outcomes


def _count(
    tallies: dict[tuple[int, int], Tally], deck: int, outcomes: list[tuple[int, float]], counts: Counter[int]
) -> None:
    for outcome, p in outcomes:
        tally = tallies[deck, outcome]
        tally.seen += counts[outcome]
        tally.expected += DRAWS * p
        tally.variance += DRAWS * p * (1.0 - p)


def _judge(tallies: dict[tuple[int, int], Tally]) -> None:
    """Every deck's every outcome, added up over all nodes: finds a bias too small to be seen at single nodes."""
    for (deck, outcome), tally in tallies.items():
        if tally.variance < SMALLEST_CELL:
            continue
        if normal_tail((tally.seen - tally.expected) / math.sqrt(tally.variance)) < ALPHA:
            raise Violation(
                f"outcome {outcome} of deck {deck} came {tally.seen} times; {tally.expected:.1f} were to be expected"
            )
