"""Belief particles (section "Belief" of docs/search.md) in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caravela.cext.core import CHANCE_PLAYER, Rng, State, View

Prior = Callable[[State, int, Sequence[int]], Sequence[float]]


def running(weights: Sequence[float], u: float) -> int:
    """The first index whose running sum exceeds u, the last one if rounding leaves none."""
    total = 0.0
    for index, weight in enumerate(weights):
        total += weight
        if total > u:
            return index
    return len(weights) - 1


class Particles:
    """Worlds drawn at the seat's previous decision and played forward, weighed by what the others did."""

    def __init__(self, old: View, view: View, count: int, prior: Prior | None, rng: Rng) -> None:
        self.worlds: list[State] = []
        self.weights: list[float] = []
        for _ in range(count):
            world, weight = self.forward(old.determinize(rng), view, prior, rng)
            self.worlds.append(world)
            self.weights.append(weight)

    def __bool__(self) -> bool:
        return sum(self.weights) > 0.0

    def draw(self, rng: Rng) -> State:
        """A copy of one particle, in proportion to weight."""
        total = 0.0
        for weight in self.weights:
            total += weight
        return self.worlds[running(self.weights, rng.uniform() * total)].clone()

    @staticmethod
    def forward(world: State, view: View, prior: Prior | None, rng: Rng) -> tuple[State, float]:
        """The world at the present decision, and the likelihood of what the seat observed on the way."""
        seat, goal, weight = view.player, view.log(), 1.0
        while not world.is_terminal():
            p = world.current_player()
            if p == seat and world.log(seat) == goal:
                break
            if p == CHANCE_PLAYER:
                steps, chances = zip(*world.chance_outcomes(), strict=True)
            else:
                steps = tuple(world.legal_actions())
                policy = prior(world, p, steps) if prior else [1.0 / len(steps)] * len(steps)
                chances = tuple([1.0] * len(steps) if p == seat else policy)
            agree: dict[int, float] = {}
            for action, chance in zip(steps, chances, strict=True):
                log = world.child(action).log(seat)
                if log == goal[: len(log)] and chance > 0.0:
                    agree[action] = chance
            total = 0.0
            for chance in agree.values():
                total += chance
            weight *= total
            if weight <= 0.0:
                break
            left = rng.uniform() * total
            for step, chance in agree.items():
                left -= chance
                action = step
                if left < 0.0:
                    break
            world.apply_action(action)
        same = not world.is_terminal() and world.view(seat).to_bytes() == view.to_bytes()
        return world, weight if same else 0.0
