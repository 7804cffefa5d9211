"""What surrounds the trees of `ismcts.py`: several decisions of one seat, threads, the move and the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caravela.cext.core import Game, Rng, View
from tests.oracles.detmath import det_exp, det_log
from tests.oracles.ismcts import Options, Tree, best
from tests.oracles.particles import Particles, running

if TYPE_CHECKING:
    from collections.abc import Sequence

MOVE_STREAM = 2**32


@dataclass
class Result:
    """Root statistics in the order of the legal actions; None where the kernel reports None."""

    action: int
    visits: list[int]
    availability: list[int]
    values: list[float | None]
    seat_values: list[tuple[float, ...] | None]
    priors: list[float | None]
    root_values: tuple[float, ...]
    policy: list[tuple[int, float]]
    nodes: int
    reused: bool


class Search:
    """Searches for one seat; keeps its trees and its last view for reuse and belief."""

    def __init__(self, game: Game, **options: Any) -> None:
        self.game, self.o = game, Options(**options)
        self.old: View | None = None
        self.trees: list[Tree] = []

    def run(self, view: View, iterations: int, seed: int = 0) -> Result:
        """The result for a seat with more than one legal action."""
        old, self.old = self.old, view
        step = self.own_step(old, view) if old else None
        if old and step is not None:
            for tree in self.trees:
                tree.descend(old, step)
        else:
            self.trees = [Tree(self.game, self.o) for _ in range(self.o.threads)]
        for t, tree in enumerate(self.trees):
            rng = Rng(seed, t)
            particles = None
            if self.o.belief and old and len(old.log()) < len(view.log()):
                particles = Particles(old, view, self.o.belief, self.o.prior, rng)
            tree.run(view, particles, rng, iterations // self.o.threads + (t < iterations % self.o.threads))
        return self.result(view.legal_actions(), seed, step is not None)

    def own_step(self, old: View, view: View) -> int | None:
        """The seat's own action if it led from one view to the other and nothing else was learned."""
        if not self.o.reuse or self.o.recall or self.o.root_private:
            return None
        for action in old.legal_actions():
            world = old.determinize(Rng(0)).child(action)
            if world.current_player() == view.player and world.log(view.player) == view.log():
                return action
        return None

    def result(self, legal: list[int], seed: int, reused: bool) -> Result:
        """Root statistics of all trees added up, and the move."""
        roots = [root for tree in self.trees for root in tree.roots]
        edges = [[root.edges[action] for root in roots if action in root.edges] for action in legal]
        visits = [sum(edge.visits for edge in each) for each in edges]
        totals = [add(edge.total for edge in each) for each in edges]
        values = [total / n if n else None for total, n in zip(totals, visits, strict=True)]
        policy = self.policy(legal, visits, values, [add(edge.strategy for edge in each) for each in edges])
        action = policy[0][0]
        if len(policy) > 1:
            action = policy[running([chance for _action, chance in policy], Rng(seed, MOVE_STREAM).uniform())][0]
        return Result(
            action=action,
            visits=visits,
            availability=[sum(edge.availability for edge in each) for each in edges],
            values=values,
            seat_values=[self.mean(action) for action in legal],
            priors=[each[0].prior if each else None for each in edges],
            root_values=self.mean(None) or (0.5,) * self.game.num_players(),
            policy=policy,
            nodes=sum(len(tree.nodes) for tree in self.trees),
            reused=reused,
        )

    def mean(self, action: int | None) -> tuple[float, ...] | None:
        """Mean value of every seat over this run: of a root action, or (None) of all iterations."""
        sums = [tree.totals[action] for tree in self.trees if action in tree.totals]
        count = sum(n for _sums, n in sums)
        if not count:
            return None
        return tuple(add(values[q] for values, _n in sums) / count for q in range(self.game.num_players()))

    def policy(
        self, legal: list[int], visits: list[int], values: Sequence[float | None], strategy: list[float]
    ) -> list[tuple[int, float]]:
        """Section "The move": (action, probability) without the impossible ones."""
        if self.o.final == "regret" and add(strategy) > 0.0:
            weights = strategy
        elif self.o.final == "sample":
            top = det_log(max(visits))
            weights = [det_exp((det_log(n) - top) / self.o.temperature) if n else 0.0 for n in visits]
        else:
            scores = [-1.0 if value is None else value for value in values] if self.o.final == "value" else visits
            weights = [0.0] * len(legal)
            weights[best(scores)] = 1.0
        total = add(weights)
        return [(action, weight / total) for action, weight in zip(legal, weights, strict=True) if weight > 0.0]


def add(numbers: Any) -> float:
    """A sum from left to right (the built-in one compensates rounding from Python 3.12 on)."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def search(game: Game, view: View, iterations: int, seed: int = 0, **options: Any) -> Result:
    """One search from scratch."""
    return Search(game, **options).run(view, iterations, seed)
