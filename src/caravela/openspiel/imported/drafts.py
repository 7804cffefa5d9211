"""Worlds that are nearly right, and how they are mended.

Where nothing that was guessed explains an observation, a draft is a game that ends in something like it. It is changed
at random, as in simulated annealing, by how much of what the seat saw it gets wrong, until it gets all of it right. Of
the last observation nearly right counts for something: its text may name three cards, of which two are there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from caravela.cext.core import Rng
from caravela.openspiel.imported.evidence import SILENCE, Chunk, Evidence
from caravela.openspiel.imported.particles import SILENT, Budget, Move, Particle, chained, played
from caravela.openspiel.imported.position import Position
from caravela.openspiel.imported.vocabulary import WORDS

WRONG = 4.0
"""What an earlier observation that is not as it was costs."""

HEAT = 3.0
"""How much worse one change in `CALM` may make a draft: this much, e^-1 of the time. The others may not."""

CALM = 100

ENDS = 6
"""Moves tried for the end of a draft; the one that looks best is taken."""


class Step(NamedTuple):
    """A move of a draft. `codes`: what it has to show the seat. `cost`: what showing something else costs.

    `hidden`: whether other moves would show the same.
    """

    player: int
    action: int
    codes: tuple[int, ...]
    hidden: bool
    cost: float


class Draft(NamedTuple):
    """A game whose last step is to show the seat the chunk."""

    steps: list[Step]
    cost: float
    missing: frozenset[str]
    """Words that the seat read after the chunk, and does not read at the end of the draft."""


class Mender:
    """Makes drafts and mends them, for one seat and one chunk."""

    def __init__(self, evidence: Evidence, known: Sequence[Chunk], chunk: Chunk, rng: Rng, budget: Budget) -> None:
        self.evidence = evidence
        self.game = evidence.game
        self.player = evidence.player
        self.known = known
        self.chunk = chunk
        self.rng = rng
        self.budget = budget
        self.words = Counter(WORDS.findall(chunk.text))
        self.letters = Counter(chunk.text)

    def draft(self, particle: Particle) -> Draft | None:
        """A draft that begins with a particle, which explains all before; None if it cannot end in such a step."""
        known = iter(self.known)
        steps = []
        for player, action, noticed in particle.moves():
            chunk = next(known) if noticed else SILENCE
            steps.append(Step(player, action, chunk.codes, chunk.free, 0.0))
        return self._ended(steps, particle.position)

    def _ended(self, steps: list[Step], at: Position) -> Draft | None:
        """The draft that begins with these steps, which lead to `at`, and goes on until the seat sees something.

        Of the last moves tried the one is taken after which the seat sees what is most like the chunk.
        """
        steps = list(steps)
        for _ in range(SILENT):
            moves = self.evidence.moves(at, self.chunk)
            if not moves:
                return None
            player = at.state.current_player()
            ends = []
            for _ in range(min(ENDS, len(moves))):
                action = moves.pop(self.rng.bounded(len(moves)))[0]
                self.budget.spend()
                after, codes = self.evidence.child(at, action)
                if codes:
                    ends.append((*self._distance(after, codes), action))
                elif not ends:
                    break
            if ends:
                wrong, missing, action = min(ends, key=lambda end: (end[0], end[2]))
                steps.append(Step(player, action, self.chunk.codes, True, wrong))
                return Draft(steps, sum(step.cost for step in steps), missing)
            steps.append(Step(player, action, (), True, 0.0))
            at = after
        return None

    def particle(self, draft: Draft) -> Particle:
        """What a draft without mistakes has become."""
        moves = [Move(step.player, step.action, bool(step.codes)) for step in draft.steps]
        return Particle(played(self.game, moves), chained(moves))

    def changed(self, draft: Draft) -> Draft | None:
        """The draft after a random change; None if it is too much worse, or no game."""
        steps = draft.steps
        first = self._picked(steps)
        if first < 0:
            return None
        at = self._at(steps, first)
        was = steps[first].action
        source = self.rng.bounded(4)
        ways = at.state.legal_actions()
        if source < 2:
            ways = self._named(draft, steps[first].player) or ways
        elif source < 3:
            ways = [step.action for step in steps if step.hidden]
        ways = [action for action in ways if action != was]
        if not ways:
            return None
        names = was, ways[self.rng.bounded(len(ways))]
        kind = self.rng.bounded(8)
        if kind < 5:  # whatever was hidden
            scope = [step.hidden for step in steps]
        elif kind < 6:  # what chance did
            scope = [step.player < 0 or i == first for i, step in enumerate(steps)]
        else:  # this one alone
            scope = [i == first for i in range(len(steps))]
        earliest = next(i for i, step in enumerate(steps) if scope[i] and step.action in names)
        if earliest < first:
            at = self._at(steps, earliest)
        slack = 0.0 if self.rng.bounded(CALM) else -HEAT * math.log(1.0 - self.rng.random())
        return self._replayed(at, draft, min(first, earliest), names, scope, draft.cost + slack)

    def _picked(self, steps: list[Step]) -> int:
        """A random hidden step; one in three times one of those since the seat saw anything. -1: there is none."""
        recent = len(steps) - 1
        while recent > 0 and not steps[recent - 1].codes:
            recent -= 1
        free = [i for i, step in enumerate(steps) if step.hidden and step.player != self.player]
        late = [i for i in free if i >= recent]
        if late and self.rng.bounded(3) == 0:
            return late[self.rng.bounded(len(late))]
        return free[self.rng.bounded(len(free))] if free else -1

    def _at(self, steps: list[Step], count: int) -> Position:
        return played(self.game, [Move(step.player, step.action, False) for step in steps[:count]])

    def _named(self, draft: Draft, player: int) -> list[int]:
        """The moves of chance or of seats whose names have a word that is missing."""
        vocabulary = self.game.vocabulary(player < 0)
        return [number for word in sorted(draft.missing) for number in vocabulary.get(word, ())]

    def _replayed(
        self, at: Position, draft: Draft, first: int, names: tuple[int, int], scope: list[bool], most: float
    ) -> Draft | None:
        """The draft with two numbers exchanged where `scope` says so, from the `first` step on, which is made in `at`.

        Choices that are hidden, or last, are made anew where they have become illegal, and made by another seat where
        it has become that one's turn. A last step that shows nothing any more is not the last. None if the draft costs
        more than `most`, or is no game.
        """
        steps = draft.steps[:first]
        cost = sum(step.cost for step in steps)
        missing = draft.missing
        last = len(draft.steps) - 1
        seen = self.game.sight(at, self.player).codes
        for index in range(first, last + 1):
            player, action, expected, hidden, _ = draft.steps[index]
            if scope[index] and player != self.player and action in names:
                action = names[1] if action == names[0] else names[0]
            self.budget.spend()
            mover = at.state.current_player()
            if mover != player:
                if self.player in (mover, player) or min(mover, player) < 0:
                    return None
                player = mover
            legal = at.state.legal_actions()
            if action not in legal:
                if player == self.player or not (legal and hidden):
                    return None
                action = legal[self.rng.bounded(len(legal))]
            at.state.apply_action(action)
            at.sights = None
            now = self.game.sight(at, self.player).codes
            codes = ((action,) if player == self.player else ()) + (() if now == seen else now)
            wrong = 0.0
            if index == last and not codes:
                draft_on = self._ended([*steps, Step(player, action, (), True, 0.0)], at)
                return draft_on if draft_on is not None and draft_on.cost <= most else None
            if index == last:
                wrong, missing = self._distance(at, codes)
            elif codes != expected:
                wrong = WRONG
            cost += wrong
            if cost > most:
                return None
            steps.append(Step(player, action, expected, hidden, wrong))
            seen = now
        return Draft(steps, cost, missing)

    def _distance(self, s: Position, codes: tuple[int, ...]) -> tuple[float, frozenset[str]]:
        """How far what the seat sees is from what it saw after the chunk: 0 if it is the same, else 1 and more.

        Also the words that are missing.
        """
        if codes == self.chunk.codes:
            return 0.0, frozenset()
        text = self.game.sight(s, self.player).text
        words = Counter(WORDS.findall(text))
        missing = self.words - words
        if len(text) == len(self.chunk.text):
            wrong = sum(x != y for x, y in zip(text, self.chunk.text, strict=True))
        else:
            letters = Counter(text)
            wrong = (words - self.words).total() + missing.total()
            wrong += (letters - self.letters).total() + (self.letters - letters).total()
        return 1.0 + wrong, frozenset(missing)
