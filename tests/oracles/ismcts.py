"""Information-set tree search in plain Python, written from docs/search.md alone.

Slow and obvious: dictionaries for the hash table, tuples for the hashed node keys. With the same seed it must
give the visit counts, availabilities and values of `caravela.cext.search`, bit for bit. It has no clock and
no memory budget in bytes (only `max_nodes`).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from caravela.cext.core import CHANCE_PLAYER, Game, Rng, State, View
from tests.oracles.detmath import det_exp, det_log, det_tanh
from tests.oracles.particles import Particles, Prior, running

Evaluate = Callable[[State], Sequence[float]]


@dataclass
class Options:
    """The search options of docs/search.md; a heuristic is two functions on complete worlds."""

    algorithm: str = "mo"
    selection: str = "ucb"
    hidden: str = "regret"
    c: float = 0.7
    fpu: float = 0.5
    gamma: float = 0.1
    chance: str = "closed"
    rollout: str = "uniform"
    epsilon: float = 0.1
    cutoff: int = -1
    cutoff_turns: int = 0
    utility: str = "win"
    margin: float = 0.1
    widen_c: float = 0.0
    widen_a: float = 0.5
    worlds: int = 16
    recall: bool = False
    root_private: bool = False
    belief: int = 0
    max_nodes: int = 0
    threads: int = 1
    reuse: bool = True
    final: str = "max"
    temperature: float = 1.0
    prior: Prior | None = None
    evaluate: Evaluate | None = None


@dataclass
class Edge:
    """Statistics of one action of a node's mover."""

    prior: float | None
    visits: int = 0
    total: float = 0.0
    availability: int = 0
    regret: float = 0.0
    strategy: float = 0.0


class Node:
    """`selections` is N of the specification; `hidden` is found out when the node gets its first edges."""

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.selections = 0
        self.hidden = False


class Tree:
    """One tree (for `pimc` one a world) with its random stream."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.o = game, options
        self.players = game.num_players()
        self.nodes: dict[object, Node] = {}
        self.mast: dict[tuple[int, int], tuple[float, int]] = {}
        # The root's running keys; for pimc the actions that led to it, and the worlds.
        self.base: list[tuple[int, ...]] = [()] * self.players
        self.trail: tuple[int, ...] = ()
        self.fixed: list[State] = []

    def run(self, view: View, particles: Particles | None, rng: Rng, iterations: int) -> None:
        """Adds iterations to the tree whose root is the view."""
        self.view, self.seat, self.rng, self.particles = view, view.player, rng, particles
        if self.o.algorithm == "pimc" and not self.fixed:
            self.fixed = [view.determinize(rng) for _ in range(self.o.worlds)]
        any_world = view.determinize(Rng(0))
        self.roots = []
        for number in range(len(self.fixed) or 1):
            key = self.key(any_world, any_world, self.base, (number, *self.trail))
            self.roots.append(self.nodes.setdefault(key, Node()))
        # Sums over this run: (values of all seats, visits) in all and by root action.
        self.totals: dict[int | None, tuple[list[float], int]] = {}
        for iteration in range(iterations):
            number = iteration % len(self.fixed) if self.fixed else 0
            self.iterate(self.world(number), number)

    def world(self, number: int) -> State:
        if self.fixed:
            return self.fixed[number].clone()
        return self.particles.draw(self.rng) if self.particles else self.view.determinize(self.rng)

    def key(self, root: State, world: State, keys: Sequence[tuple[int, ...]], trail: tuple[int, ...]) -> object:
        """What identifies the node of the present situation: the mover, and what the algorithm lets him tell apart."""
        p, o = world.current_player(), self.o
        if o.algorithm == "so":
            return p, keys[self.seat]
        if o.algorithm == "pimc":
            return p, trail
        if o.algorithm == "infoset" and not o.recall:
            return p, world.view(p).to_bytes()
        if o.algorithm == "infoset" or o.root_private:
            return p, keys[p], root.view(p).to_bytes()
        return p, keys[p]

    def iterate(self, world: State, number: int) -> None:
        """World, descent, rollout, backup."""
        root = world.clone()
        keys = list(self.base)
        trail = (number, *self.trail)
        met: set[object] = set()
        path: list[tuple[Node, int, int]] = []  # node, mover, action
        played: list[tuple[int, int]] = []  # mover, action: every real decision, for MAST
        self.regrets: list[tuple[int, Edge, float, list[Edge]]] = []
        while not world.is_terminal() and not self.past_turns(world):
            p = world.current_player()
            legal = world.legal_actions()
            if p == CHANCE_PLAYER:
                action = world.sample_chance(self.rng)
            elif len(legal) == 1:
                action = legal[0]
            else:
                key = self.key(root, world, keys, trail)
                if key in met:
                    break
                met.add(key)
                node = self.nodes.get(key)
                if node is None:
                    if not self.o.max_nodes or len(self.nodes) < self.o.max_nodes:
                        self.nodes[key] = Node()
                    break
                action = self.select(node, world, p, legal)
                path.append((node, p, action))
                played.append((p, action))
            seen = [len(world.log(q)) for q in range(self.players)]
            world.apply_action(action)
            if p != CHANCE_PLAYER or self.o.chance == "closed":
                keys = [keys[q] + tuple(world.log(q)[seen[q] :]) for q in range(self.players)]
                trail = (*trail, action)
        values = self.rollout(world, played)
        self.backup(path, played, values)

    def priors(self, world: State, p: int, legal: Sequence[int]) -> Sequence[float]:
        return self.o.prior(world, p, legal) if self.o.prior else [1.0 / len(legal)] * len(legal)

    def select(self, node: Node, world: State, p: int, legal: list[int]) -> int:
        """Section "Selection"."""
        o = self.o
        if not node.edges:
            node.hidden = shows_nothing(world, p, legal[0])
        if any(action not in node.edges for action in legal):
            in_use = o.selection == "puct" or o.widen_c > 0
            priors = map(to_float32, self.priors(world, p, legal)) if in_use else [None] * len(legal)
            for action, prior in zip(legal, priors, strict=True):
                node.edges.setdefault(action, Edge(prior))
        open_ = legal
        if o.widen_c > 0:
            power = det_exp(o.widen_a * det_log(node.selections + 1))
            count = max(1, math.ceil(o.widen_c * power))
            open_ = sorted(sorted(legal, key=lambda a: (-node.edges[a].prior, a))[:count])
        edges = [node.edges[a] for a in open_]
        node.selections += 1
        for edge in edges:
            edge.availability += 1
        if o.hidden == "regret" and node.hidden:
            return open_[self.match_regrets(p, edges)]
        if o.selection == "uniform":
            return open_[self.rng.bounded(len(open_))]
        if o.selection == "puct":
            return open_[best([self.puct(edge) for edge in edges])]
        fresh = [a for a, edge in zip(open_, edges, strict=True) if edge.visits == 0]
        if fresh:
            return fresh[self.rng.bounded(len(fresh))]
        return open_[best([self.ucb(edge) for edge in edges])]

    def ucb(self, edge: Edge) -> float:
        return edge.total / edge.visits + self.o.c * math.sqrt(det_log(edge.availability - 1) / edge.visits)

    def puct(self, edge: Edge) -> float:
        q = edge.total / edge.visits if edge.visits else self.o.fpu
        return q + self.o.c * edge.prior * math.sqrt(edge.availability) / (1 + edge.visits)

    def match_regrets(self, p: int, edges: list[Edge]) -> int:
        k, gamma = len(edges), self.o.gamma
        total = 0.0
        for edge in edges:
            total += max(edge.regret, 0.0)
        shares = [max(edge.regret, 0.0) / total if total > 0.0 else 1.0 / k for edge in edges]
        chances = [(1.0 - gamma) * share + gamma / k for share in shares]
        for edge, share in zip(edges, shares, strict=True):
            edge.strategy += share
        taken = running(chances, self.rng.uniform())
        self.regrets.append((p, edges[taken], chances[taken], edges))
        return taken

    def rollout(self, world: State, played: list[tuple[int, int]]) -> list[float]:
        decisions = 0
        while not world.is_terminal():
            if decisions == self.o.cutoff or self.past_turns(world):
                assert self.o.evaluate is not None
                return [self.scale(u) for u in self.o.evaluate(world)]
            p = world.current_player()
            legal = world.legal_actions()
            if p == CHANCE_PLAYER:
                world.apply_action(world.sample_chance(self.rng))
                continue
            action = legal[0]
            if len(legal) > 1:
                decisions += 1
                action = self.play(world, p, legal)
                played.append((p, action))
            world.apply_action(action)
        return self.final_values(world)

    def past_turns(self, world: State) -> bool:
        return 0 < self.o.cutoff_turns <= world.turn() - self.view.turn()

    def play(self, world: State, p: int, legal: list[int]) -> int:
        """One decision of a rollout."""
        rng, o = self.rng, self.o
        if o.rollout == "heuristic":
            if not (o.epsilon > 0 and rng.uniform() < o.epsilon):
                return legal[running(self.priors(world, p, legal), rng.uniform())]
        elif o.rollout == "mast":
            known = [self.mast.get((p, a)) for a in legal]
            if not rng.uniform() < o.epsilon and any(known):
                return legal[best([entry[0] / entry[1] if entry else 1.0 for entry in known])]
        return legal[rng.bounded(len(legal))]

    def scale(self, utility: float) -> float:
        low, high = self.game.min_utility(), self.game.max_utility()
        return (utility - low) / (high - low)

    def final_values(self, world: State) -> list[float]:
        n, scores = self.players, world.scores()
        by_score = []
        for q in range(n):
            rival = max(scores[r] for r in range(n) if r != q)
            by_score.append((1.0 + det_tanh((scores[q] - rival) / self.game.score_scale)) / 2.0)
        if self.o.utility == "score":
            return by_score
        if self.o.utility == "win":
            values = [self.scale(u) for u in world.returns()]
        else:
            ranks = world.ranks()
            shared = [sum(r < rank for r in ranks) + (ranks.count(rank) + 1) / 2 for rank in ranks]
            values = [(n - place) / (n - 1) for place in shared]
        m = self.o.margin
        return [(1.0 - m) * v + m * s for v, s in zip(values, by_score, strict=True)]

    def backup(self, path: list[tuple[Node, int, int]], played: list[tuple[int, int]], values: list[float]) -> None:
        for node, p, action in path:
            edge = node.edges[action]
            edge.visits += 1
            edge.total += values[p]
        for at in {None, path[0][2] if path else None}:
            sums, count = self.totals.get(at, ([0.0] * self.players, 0))
            self.totals[at] = [old + value for old, value in zip(sums, values, strict=True)], count + 1
        for p, taken, chance, edges in self.regrets:
            for edge in edges:
                edge.regret -= values[p]
            taken.regret += values[p] / chance
        for p, action in played:
            total, count = self.mast.get((p, action), (0.0, 0))
            self.mast[p, action] = total + values[p], count + 1

    def descend(self, old: View, action: int) -> None:
        """Reuse: the root moves along the seat's own action."""
        world = old.determinize(Rng(0))
        seen = [len(world.log(q)) for q in range(self.players)]
        world.apply_action(action)
        self.base = [self.base[q] + tuple(world.log(q)[seen[q] :]) for q in range(self.players)]
        self.trail = (*self.trail, action)
        for sample in self.fixed:
            sample.apply_action(action)


def best(values: Sequence[float]) -> int:
    """Index of the greatest value, the first one on ties."""
    return max(range(len(values)), key=lambda i: (values[i], -i))


def shows_nothing(world: State, p: int, action: int) -> bool:
    """Whether p's action shows no code to anybody else."""
    after = world.child(action)
    others = (q for q in range(world.game.num_players()) if q != p)
    return all(len(after.log(q)) == len(world.log(q)) for q in others)


def to_float32(x: float) -> float:
    """Priors are kept as 32-bit floats."""
    return float(struct.unpack("f", struct.pack("f", x))[0])
