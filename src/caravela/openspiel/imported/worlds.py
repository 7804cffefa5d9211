"""Worlds for a view: listed, resampled by OpenSpiel, or searched for."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from caravela.cext.core import Rng
from caravela.cext.python_engine import hash64
from caravela.openspiel.imported import enumeration, population
from caravela.openspiel.imported.evidence import Chunk, Evidence, chunks
from caravela.openspiel.imported.particles import Move, Particle
from caravela.openspiel.imported.position import Log, Position
from caravela.openspiel.imported.secret_turns import SecretTurns
from caravela.openspiel.imported.view import MOVING, View

if TYPE_CHECKING:
    from caravela.openspiel.imported.hidden_game import HiddenGame

KEPT = 40_000
"""Worlds that are remembered, in all beliefs."""

RETRIES = 12
"""How often an observation that cannot be explained is tried once more, from ever earlier ones on."""

LESS = 3
"""The first tries get 2^-LESS of the effort, later ones more: to begin anew is often cheaper than to mend."""

RESAMPLED = 4
"""Particles for a game that OpenSpiel resamples: one would do, some more make it likelier that one is found."""

SOUND_RESAMPLERS = frozenset({"bargaining", "blackjack", "kuhn_poker", "leduc_poker", "universal_poker"})
"""Games whose `resample_from_infostate` follows the law, and quickly.

That of oh_hell does not: it deals only cards that are dealt in the state it starts from. Nor does that of
colored_trails: it leaves hidden offers as they are.
"""


class NoWorldError(ValueError):
    """No world was found that explains what a seat saw; the message says how to look further."""


@dataclass(frozen=True)
class Belief:
    """The worlds that a seat holds possible: all of them, with their weights and the sums of these, or just some.

    `free`: of some, which chunks are free (see `Chunk`).
    """

    particles: Sequence[Particle]
    weights: Sequence[float] = ()
    sums: Sequence[float] = ()
    free: tuple[bool, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether these are all there are."""
        return bool(self.sums)

    def weighted(self) -> enumeration.Weighted:
        """The worlds with their weights."""
        return [(particle.position, weight) for particle, weight in zip(self.particles, self.weights, strict=True)]

    def index(self, rng: Rng) -> int:
        """The number of a random world, by weight."""
        if not self.exact:
            return rng.bounded(len(self.particles))
        return min(bisect(self.sums, rng.random() * self.sums[-1]), len(self.sums) - 1)


class Worlds:
    """Finds worlds for views. What it finds depends on the view and the generator alone, not on what it did before.

    `drawn`: how many worlds were found in which way, for statistics.
    """

    def __init__(self, game: HiddenGame, exact: int, size: int, effort: int) -> None:
        self.game = game
        self.exact = exact
        self.resamples = game.kind.short_name in SOUND_RESAMPLERS
        self.size = min(size, RESAMPLED) if self.resamples else size
        self.effort = effort
        self.drawn = {"listed": 0, "resampled": 0, "searched": 0}
        self._kept: OrderedDict[tuple[int, tuple[int, ...], bool], Belief] = OrderedDict()

    def draw(self, view: View, rng: Rng) -> tuple[Position, bool]:
        """A random world, and whether the exact law was given up. NoWorldError if none is found."""
        belief = self.belief(view)
        if self.resamples and not belief.exact:
            world = self._resampled(belief.particles[0], view, rng)
            if world is not None:
                self.drawn["resampled"] += 1
                return world, False
        self.drawn["listed" if belief.exact else "searched"] += 1
        return self._world(belief.particles[belief.index(rng)], view), not belief.exact

    def _world(self, particle: Particle, view: View) -> Position:
        state = particle.position.state
        if isinstance(state, SecretTurns) and view.sight.status == MOVING:
            return Position(state.seen_by(view.player))
        return Position(state.clone(), particle.position.sights)

    def _resampled(self, particle: Particle, view: View, rng: Rng) -> Position | None:
        """A world by OpenSpiel's own sampler; None if it does not look like the view."""
        made = Position(particle.position.state.resample_from_infostate(view.player, rng.random))
        if self.game.sight(made, view.player).codes != view.sight.codes:
            return None
        made.logs = [None] * self.game.players
        made.logs[view.player] = self._log(view)
        return made

    def _log(self, view: View) -> Log:
        log: Log = ()
        for chunk in chunks(view.codes, view.texts, self.game.action_count):
            log = (log, (chunk.codes, chunk.text))
        return log

    def belief(self, view: View) -> Belief:
        """The worlds that are possible for the seat: all, where they can be listed, else some."""
        steps = chunks(view.codes, view.texts, self.game.action_count)
        waiting = view.sight.status != MOVING and not view.is_over()
        known = self._recall(view.player, view.codes, waiting)
        if known is not None:
            return known
        belief = self._after(view, steps, len(steps))
        if waiting and belief.exact:
            belief = self._with_silent_steps(Evidence(self.game, view.player), belief)
        self._keep(view.player, view.codes, waiting, belief)
        return belief

    def _after(self, view: View, steps: Sequence[Chunk], count: int) -> Belief:
        """The belief after the first so many steps; goes on from the last one that is remembered."""
        for number in range(count, 0, -1):
            belief = self._recall(view.player, view.codes[: steps[number - 1].end], False)
            if belief is not None:
                break
        else:
            root = self.game.init()
            root.logs = None
            number, belief = 0, _listed([(root, 1.0)])
        for done in range(number, count):
            belief = self._explained(view, steps, done, belief)
            self._keep(view.player, view.codes[: steps[done].end], False, belief)
        return belief

    def _explained(self, view: View, steps: Sequence[Chunk], number: int, belief: Belief) -> Belief:
        """The belief after one more step. Where it cannot be explained, the last few are explained anew, then more."""
        evidence = Evidence(self.game, view.player)
        for retry in range(RETRIES + 1):
            first = number
            if retry:
                first = max(0, number - 2 ** ((retry + 1) // 2))
                belief = self._after(view, steps, first)
            try:
                for current in range(first, number + 1):
                    belief = self._advanced(evidence, belief, steps[:current], steps[current], view.codes, retry)
            except population.UnexplainedError:
                continue
            return belief
        raise NoWorldError(
            f"{self.game.name}: no world was found that explains what seat {view.player} saw: after {number} "
            f"observations the next one took more than {self.effort} steps, {RETRIES + 1} times; raise the game's "
            "option effort, or worlds"
        )

    def _advanced(
        self,
        evidence: Evidence,
        belief: Belief,
        known: Sequence[Chunk],
        chunk: Chunk,
        codes: tuple[int, ...],
        retry: int,
    ) -> Belief:
        if belief.exact:
            try:
                listed = enumeration.advance(evidence, belief.weighted(), chunk, self.exact)
            except enumeration.TooManyError:
                pass
            else:
                if not listed:
                    raise NoWorldError(f"{self.game.name}: no game shows seat {evidence.player} what this view holds")
                return _listed(listed)
        seed = hash64(array("i", (*codes[: chunk.end], retry)).tobytes())
        if belief.exact:
            belief = self._drawn(evidence, belief, known, seed)
        known = [earlier._replace(free=free) for earlier, free in zip(known, belief.free, strict=True)]
        effort = max(1, self.effort >> max(0, LESS - retry // 3))
        found, free = population.advance(evidence, belief.particles, known, chunk, self.size, effort, seed)
        return Belief(found, free=(*belief.free, free))

    def _drawn(self, evidence: Evidence, belief: Belief, known: Sequence[Chunk], seed: int) -> Belief:
        """Particles from all worlds there are, by weight."""
        rng = Rng(seed, evidence.player + self.game.players)
        positions = [belief.particles[belief.index(rng)].position for _ in range(self.size)]
        particles = [self._with_past(position, evidence.player) for position in positions]
        return Belief(particles, free=tuple(population.free_chunks(evidence, particles[0], known, rng)))

    def _with_past(self, s: Position, player: int) -> Particle:
        at = self.game.init()
        past: tuple[Any, ...] = ()
        for mover, action in self.game.moves(s):
            before = self.game.sight(at, player).codes
            self.game.move(at, mover, action)
            noticed = mover == player or self.game.sight(at, player).codes != before
            past = (past, Move(mover, action, noticed))
        return Particle(Position(s.state), past)

    def _with_silent_steps(self, evidence: Evidence, belief: Belief) -> Belief:
        try:
            return _listed(enumeration.with_silent_steps(evidence, belief.weighted(), self.exact))
        except enumeration.TooManyError:
            return Belief(belief.particles)

    def _recall(self, player: int, codes: tuple[int, ...], waiting: bool) -> Belief | None:
        key = player, codes, waiting
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
        return known

    def _keep(self, player: int, codes: tuple[int, ...], waiting: bool, belief: Belief) -> None:
        self._kept[player, codes, waiting] = belief
        while len(self._kept) > 1 and sum(len(belief.particles) for belief in self._kept.values()) > KEPT:
            self._kept.popitem(last=False)


def _listed(worlds: enumeration.Weighted) -> Belief:
    total = sum(weight for _, weight in worlds)
    weights = [weight / total for _, weight in worlds]
    return Belief([Particle(position, ()) for position, _ in worlds], weights, list(accumulate(weights)))
