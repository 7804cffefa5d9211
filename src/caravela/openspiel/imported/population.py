"""Some worlds that agree with what a seat saw, where there are too many to list.

A particle filter (Gordon, Salmond & Smith 1993) with moves that change the particles' past (Gilks & Berzuini 2001):
each observation is explained by random moves; what cannot explain it is given up for copies of what can, and the copies
are changed until they differ. Where no particle explains it, pasts are changed until one does.
"""

from __future__ import annotations

from collections.abc import Sequence

from caravela.cext.core import Rng
from caravela.openspiel.imported.drafts import Mender
from caravela.openspiel.imported.evidence import Chunk, Evidence
from caravela.openspiel.imported.particles import Budget, ExhaustedError, Particle, Shaker

DEAD_ENDS = 16
"""How often a particle may run into a dead end before it is given up."""

PATIENCE = 1_000
"""So many changes that make a draft no better, and another one is begun."""

CHANGES = 3
"""Tries to change a copy into something else."""

SHARE_OF_COPIES = 20
"""One part in so many of the effort goes into changing copies."""


class UnexplainedError(Exception):
    """No particle explains the observation."""


def advance(
    evidence: Evidence,
    particles: Sequence[Particle],
    known: Sequence[Chunk],
    chunk: Chunk,
    size: int,
    effort: int,
    seed: int,
) -> tuple[list[Particle], bool]:
    """`size` particles in which the chunk has just been seen, from particles in which all before it was.

    Also whether the chunk is free. Depends on its arguments alone. UnexplainedError if `effort` steps are not enough.
    """
    rng = Rng(seed, evidence.player)
    budget = Budget(effort)
    shaker = Shaker(evidence, known, rng, budget)
    try:
        made = [after for after in (shaker.explain(particle, chunk, DEAD_ENDS) for particle in particles) if after]
        if not made:
            made = [_mended(Mender(evidence, known, chunk, rng, budget), particles)]
    except ExhaustedError:
        raise UnexplainedError from None
    chunk = chunk._replace(free=shaker.is_free(made[0], chunk))
    changer = Shaker(evidence, (*known, chunk), rng, Budget(effort // SHARE_OF_COPIES))
    return _filled(changer, made, size), chunk.free


def free_chunks(evidence: Evidence, particle: Particle, known: Sequence[Chunk], rng: Rng) -> list[bool]:
    """Of each chunk that a particle explains, whether it is free."""
    shaker = Shaker(evidence, known, rng, Budget(0))
    made: list[bool] = []
    past = particle.past
    for chunk in reversed(known):
        while not past[1].noticed:
            past = past[0]
        made.append(shaker.is_free(Particle(particle.position, past), chunk))
        past = past[0]
    made.reverse()
    return made


def _mended(mender: Mender, particles: Sequence[Particle]) -> Particle:
    """A particle that explains the chunk, from a draft. ExhaustedError if none is found."""
    while True:
        mender.budget.spend()
        draft = mender.draft(particles[mender.rng.bounded(len(particles))])
        idle = 0
        while draft is not None and idle < PATIENCE:
            if draft.cost == 0.0:
                return mender.particle(draft)
            changed = mender.changed(draft)
            idle = 0 if changed is not None and changed.cost < draft.cost else idle + 1
            draft = changed or draft


def _filled(shaker: Shaker, particles: list[Particle], size: int) -> list[Particle]:
    """These particles and changed copies of them, `size` in all."""
    made = particles[:size]
    try:
        while len(made) < size:
            copy = made[len(made) % len(particles)]
            for _ in range(CHANGES):
                copy = shaker.changed(copy) or copy
            made.append(copy)
    except ExhaustedError:
        pass
    made += [made[i % len(particles)] for i in range(size - len(made))]
    return made
