"""Exact enumeration: every state that agrees with what one seat has observed, with its weight under the law.

The law: chance weighs by its probabilities. A choice of another seat that shows the observer something has the
weight 1, whatever it was: what others do freely is no evidence. Where several legal choices show him the same, they are
alike, each 1 / their number. An engine whose rules merge physical cards into one action gives its own weights
(`choice_weight`): one of two equal cards in a hidden hand can be played in two ways, although it is one action.

Steps that the observer does not notice leave several stages open at once; weights compare states of one stage,
that is, after the same number of steps.
"""

from collections import defaultdict
from collections.abc import Iterator

from caravela.cext.core import Game, State
from caravela.conformance.subject import ChoiceWeight


class TooLargeError(Exception):
    """More games agree with the observations than may be enumerated."""


class Posterior:
    """States that have shown seat `player` exactly `log`: `stages[steps][bytes] = (state, weight)`.

    Raises TooLargeError when more than `limit` moves have to be looked at for one observation.
    """

    def __init__(self, game: Game, player: int, limit: int, choice_weight: ChoiceWeight | None = None) -> None:
        self.player = player
        self.limit = limit
        self.log: list[int] = []
        self.stages: dict[int, dict[bytes, tuple[State, float]]] = {}
        self._choice_weight = choice_weight
        self._after: dict[tuple[int, ...], Posterior] = {}
        root = game.new_initial_state()
        self._sweep({0: {(0, root.to_bytes()): (root, 1.0)}}, [], -1)

    def advance(self, log: list[int]) -> None:
        """Takes in the observations that `log` has beyond the present ones."""
        if log == self.log:
            return
        if log[: len(self.log)] != self.log:
            raise ValueError(f"the log {log} does not continue {self.log}")
        done = len(self.log)
        sources = {
            steps: {(done, block): entry for block, entry in stage.items()} for steps, stage in self.stages.items()
        }
        self._sweep(sources, list(log), done)
        self._after = {}

    def after(self, log: list[int]) -> "Posterior":
        """What this becomes with `log`; it stays as it is. Made once, for many worlds are compared with it."""
        made = self._after.get(tuple(log))
        if made is None:
            made = object.__new__(Posterior)
            made.__dict__.update(self.__dict__)
            made._after = {}
            made.advance(log)
            self._after[tuple(log)] = made
        return made

    def __len__(self) -> int:
        return sum(len(stage) for stage in self.stages.values())

    def stage_of(self, block: bytes) -> int | None:
        """After how many steps (the fewest) a state with these bytes is possible; None if it is not."""
        return next((steps for steps in sorted(self.stages) if block in self.stages[steps]), None)

    def states(self) -> Iterator[State]:
        """All states, stage by stage."""
        for steps in sorted(self.stages):
            for state, _ in self.stages[steps].values():
                yield state

    def _sweep(self, work: dict[int, dict[tuple[int, bytes], tuple[State, float]]], log: list[int], done: int) -> None:
        """Goes from states that have shown the first `done` codes to all that have shown the whole log.

        Steps of the sources that show nothing are not taken: where they lead is among the sources.
        """
        stages: dict[int, dict[bytes, tuple[State, float]]] = defaultdict(dict)
        looked_at = 0
        while work:
            steps = min(work)
            for (shown, block), (state, weight) in work.pop(steps).items():
                if shown == len(log):
                    stages[steps][block] = state, weight
                moves = self.moves(state)
                looked_at += len(moves)
                if looked_at > self.limit:
                    raise TooLargeError(f"more than {self.limit} moves may explain what seat {self.player} observed")
                for child, factor in moves:
                    seen = child.log(self.player)
                    if len(seen) == done or seen != log[: len(seen)]:
                        continue
                    entries = work.setdefault(steps + 1, {})
                    key = len(seen), child.to_bytes()
                    old = entries.get(key)
                    entries[key] = child, weight * factor + (old[1] if old else 0.0)
        self.log = log
        self.stages = dict(stages)

    def moves(self, state: State) -> list[tuple[State, float]]:
        """Every state one step on, with the law's weight of the step."""
        if state.is_terminal():
            return []
        if state.is_chance_node():
            return [(state.child(outcome), p) for outcome, p in state.chance_outcomes()]
        children = [(action, state.child(action)) for action in state.legal_actions()]
        if state.current_player() == self.player:
            return [(child, 1.0) for _, child in children]
        if self._choice_weight is not None:
            return [(child, self._choice_weight(state, action, self.player)) for action, child in children]
        alike: dict[tuple[int, ...], int] = defaultdict(int)
        for _, child in children:
            alike[tuple(child.log(self.player))] += 1
        return [(child, 1.0 / alike[tuple(child.log(self.player))]) for _, child in children]
