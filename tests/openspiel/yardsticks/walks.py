"""Walks through a game of ours and through its OpenSpiel twin, side by side.

At every position both must agree on who is to move, on legal actions, on chance outcomes with their probabilities and,
at the end, on returns. Over the whole walk they must agree on who cannot tell positions apart: what a seat knows in one
game names exactly one thing it knows in the other, and the other way round. Walked exhaustively, that proves the twins
to be one game.

    twin = Twin(load_game("kuhn_poker"), load_theirs("kuhn_poker"))
    same_numbers(twin)
    count = walk_everything(twin)          # or walk_at_random(twin, games=500, seed=1)
    assert count.information_sets == [6, 6]
"""

import random
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from caravela.cext.core import CHANCE_PLAYER, TERMINAL_PLAYER, Game, State

pyspiel = pytest.importorskip("pyspiel")

Theirs = Any  # pyspiel.State
Key = Callable[[Any, int], Hashable]
"""(state, seat) -> what the seat knows there."""

NUMBERS = (
    "num_players",
    "num_distinct_actions",
    "max_chance_outcomes",
    "max_game_length",
    "min_utility",
    "max_utility",
    "utility_sum",
)


def load_theirs(name: str, **parameters: Any) -> Any:
    """The OpenSpiel game; where it moves simultaneously, its turn-based form, in which seats choose one by one."""
    game = pyspiel.load_game(name, parameters)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


def never(ours: State, theirs: Theirs) -> bool:
    return False


def only_ours_is_chance(ours: State, theirs: Theirs) -> bool:
    """For games of ours that show secret choices by a chance event of one outcome, where OpenSpiel just shows them."""
    return ours.is_chance_node() and not theirs.is_chance_node()


def what_we_know(state: State, seat: int) -> Hashable:
    """Everything that a seat observed, in order; the conformance suite proves that its view follows from it."""
    return state.information_state_string(seat)


def what_they_know(state: Theirs, seat: int) -> Hashable:
    return state.information_state_string(seat)


def know_returns_too(state: State, seat: int) -> Hashable:
    """For games whose information states in OpenSpiel tell the payoffs at the end. Players are told them anyway."""
    return state.information_state_string(seat), tuple(state.returns())


@dataclass(frozen=True)
class Twin:
    """A game of ours and OpenSpiel's; the rest says where they differ in form.

    their_action, their_outcome: our number of an action or outcome -> theirs (default: the same).
    only_ours: positions of ours with one legal move that OpenSpiel does not have. It is made in ours alone.
    only_theirs: the same the other way round.
    ours_known, theirs_known: what a seat knows, as a hashable key.
    bystanders: whether to compare what seats know that are not to move, and what all know at the end. Turn-based forms
    of simultaneous games tell bystanders who has chosen already, so that only the seat to move can be compared there.
    """

    ours: Game
    theirs: Any
    their_action: Callable[[int], int] = int
    their_outcome: Callable[[int], int] = int
    only_ours: Callable[[State, Theirs], bool] = never
    only_theirs: Callable[[State, Theirs], bool] = never
    ours_known: Key = what_we_know
    theirs_known: Key = what_they_know
    bystanders: bool = True


@dataclass
class Count:
    """What a walk has seen. `information_sets`: of each seat to move."""

    decisions: int = 0
    chances: int = 0
    ends: int = 0
    information_sets: list[int] = field(default_factory=list)


class Comparison:
    """Compares positions one by one, and remembers what seats knew."""

    def __init__(self, twin: Twin) -> None:
        self.twin = twin
        self.count = Count()
        seats = range(twin.ours.num_players())
        self._theirs_of: list[dict[Hashable, Hashable]] = [{} for _ in seats]
        self._ours_of: list[dict[Hashable, Hashable]] = [{} for _ in seats]
        self._moved: list[set[Hashable]] = [set() for _ in seats]

    def root(self) -> tuple[State, Theirs]:
        return self._settled(self.twin.ours.new_initial_state(), self.twin.theirs.new_initial_state())

    def child(self, ours: State, theirs: Theirs, action: int) -> tuple[State, Theirs]:
        """Both positions after our action or outcome, past moves that only one of the games has."""
        move = self._their_move(ours)
        return self._settled(ours.child(action), theirs.child(move(action)))

    def look(self, ours: State, theirs: Theirs) -> list[tuple[int, float]]:
        """Compares two positions. Returns our moves with their probabilities (0.0 at decisions); none at the end."""
        player = theirs.current_player()
        assert ours.current_player() == player, self._where(ours, theirs)
        if player == TERMINAL_PLAYER:
            self.count.ends += 1
            assert ours.returns() == pytest.approx(theirs.returns(), abs=1e-9), self._where(ours, theirs)
            if self.twin.bystanders:
                self._same_knowledge(ours, theirs, range(len(self._moved)))
            return []
        if player == CHANCE_PLAYER:
            return self._chance(ours, theirs)
        self.count.decisions += 1
        actions = ours.legal_actions()
        assert sorted(map(self.twin.their_action, actions)) == theirs.legal_actions(), self._where(ours, theirs)
        self._same_knowledge(ours, theirs, range(len(self._moved)) if self.twin.bystanders else [player])
        self._moved[player].add(self.twin.ours_known(ours, player))
        return [(action, 0.0) for action in actions]

    def result(self) -> Count:
        self.count.information_sets = [len(known) for known in self._moved]
        return self.count

    def _chance(self, ours: State, theirs: Theirs) -> list[tuple[int, float]]:
        self.count.chances += 1
        outcomes = ours.chance_outcomes()
        move = self.twin.their_outcome
        mapped = {move(outcome): p for outcome, p in outcomes}
        assert len(mapped) == len(outcomes), "two of our outcomes are one of theirs"
        assert mapped == pytest.approx(dict(theirs.chance_outcomes()), abs=1e-12), self._where(ours, theirs)
        return outcomes

    def _same_knowledge(self, ours: State, theirs: Theirs, seats: Iterable[int]) -> None:
        for seat in seats:
            mine, other = self.twin.ours_known(ours, seat), self.twin.theirs_known(theirs, seat)
            first = self._theirs_of[seat].setdefault(mine, other)
            assert first == other, f"theirs tells seat {seat} more: {mine!r} is both {first!r} and {other!r}"
            back = self._ours_of[seat].setdefault(other, mine)
            assert back == mine, f"ours tells seat {seat} more: {other!r} is both {back!r} and {mine!r}"

    def _their_move(self, ours: State) -> Callable[[int], int]:
        return self.twin.their_outcome if ours.is_chance_node() else self.twin.their_action

    def _settled(self, ours: State, theirs: Theirs) -> tuple[State, Theirs]:
        while self.twin.only_ours(ours, theirs):
            moves = [move for move, _ in ours.chance_outcomes()] if ours.is_chance_node() else ours.legal_actions()
            assert len(moves) == 1, f"a move of ours alone has alternatives: {self._where(ours, theirs)}"
            ours = ours.child(moves[0])
        while self.twin.only_theirs(ours, theirs):
            assert len(theirs.legal_actions()) == 1, f"a move of theirs alone has alternatives: {theirs.history()}"
            theirs = theirs.child(theirs.legal_actions()[0])
        return ours, theirs

    def _where(self, ours: State, theirs: Theirs) -> str:
        return f"after our {ours.history()} and their {theirs.history()}"


def same_numbers(twin: Twin, leave_out: Iterable[str] = ()) -> None:
    """Both games state the same sizes and bounds (NUMBERS), except those left out."""
    for name in NUMBERS:
        if name not in leave_out:
            ours, theirs = getattr(twin.ours, name)(), getattr(twin.theirs, name)()
            assert ours == theirs, f"{name} is {ours} in ours and {theirs} in theirs"


def walk_everything(twin: Twin, starts: Iterable[Iterable[int]] = ((),)) -> Count:
    """Compares all positions that can be reached; or, in a game too large for that, from the positions after `starts`.

    starts: lists of our moves. What seats know is compared across all of them.
    """
    comparison = Comparison(twin)
    stack = []
    for start in starts:
        ours, theirs = comparison.root()
        for move in start:
            ours, theirs = comparison.child(ours, theirs, move)
        stack.append((ours, theirs))
    while stack:
        ours, theirs = stack.pop()
        stack.extend(comparison.child(ours, theirs, move) for move, _ in comparison.look(ours, theirs))
    return comparison.result()


def walk_at_random(twin: Twin, games: int, seed: int) -> Count:
    """Compares the positions of random games; what seats know is compared across all of them."""
    comparison = Comparison(twin)
    rng = random.Random(seed)
    for _ in range(games):
        ours, theirs = comparison.root()
        while moves := comparison.look(ours, theirs):
            actions = [move for move, _ in moves]
            weights = [p for _, p in moves] if ours.is_chance_node() else None
            ours, theirs = comparison.child(ours, theirs, rng.choices(actions, weights)[0])
    return comparison.result()
