"""The exact value of a small zero-sum game of two seats, by linear programming over sequences.

Koller, Megiddo & von Stengel (1994). A sequence is what a seat did up to some point; a realization plan gives each
the probability that the seat's own choices leave it open. Seat 0 maximizes its value against the best reply of seat 1,
which linear duality turns into one value for each information set of seat 1.
"""

from collections import defaultdict

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from caravela.cext.core import Game


class Tree:
    """Sequences (0 is the empty one), information sets, and what each pair of sequences is worth to seat 0."""

    def __init__(self, game: Game) -> None:
        self.sequences = [{(): 0}, {(): 0}]
        self.parents: list[dict[str, int]] = [{}, {}]  # information set -> the sequence that leads to it
        self.children: list[dict[str, list[int]]] = [{}, {}]  # information set -> one sequence for each action
        self.worth: dict[tuple[int, int], float] = defaultdict(float)
        stack = [(game.new_initial_state(), 1.0, (0, 0))]
        while stack:
            state, chance, at = stack.pop()
            if state.is_terminal():
                self.worth[at] += chance * state.returns()[0]
            elif state.is_chance_node():
                stack.extend((state.child(outcome), chance * p, at) for outcome, p in state.chance_outcomes())
            else:
                seat = state.current_player()
                for action, sequence in zip(state.legal_actions(), self._moves(state, seat, at[seat]), strict=True):
                    there = (sequence, at[1]) if seat == 0 else (at[0], sequence)
                    stack.append((state.child(action), chance, there))

    def _moves(self, state, seat: int, parent: int) -> list[int]:
        known = state.information_state_string(seat)
        if self.parents[seat].setdefault(known, parent) != parent:
            raise ValueError(f"seat {seat} forgets what it did: {known!r}")
        if known not in self.children[seat]:
            numbers = self.sequences[seat]
            names = [(known, action) for action in state.legal_actions()]
            self.children[seat][known] = [numbers.setdefault(name, len(numbers)) for name in names]
        return self.children[seat][known]


def zero_sum_value(game: Game) -> float:
    """What seat 0 wins on average if both play as well as can be. ValueError if a seat has no perfect recall."""
    tree = Tree(game)
    plans, replies = (len(numbers) for numbers in tree.sequences)
    sets = {known: plans + 1 + i for i, known in enumerate(tree.parents[1])}
    root = plans  # columns: seat 0's plan, the value of seat 1's root, the values of its information sets

    # Seat 1 picks the least: a set's value is at most what each sequence of it brings, later sets included.
    at_most = defaultdict(float)
    at_most[0, root] = 1.0
    for known, column in sets.items():
        for sequence in tree.children[1][known]:
            at_most[sequence, column] += 1.0
        at_most[tree.parents[1][known], column] -= 1.0
    for (mine, other), worth in tree.worth.items():
        at_most[other, mine] -= worth

    # Seat 0's plan: the empty sequence is certain, and each set's actions share what leads to it.
    plan = defaultdict(float)
    plan[0, 0] = 1.0
    for row, (known, sequences) in enumerate(tree.children[0].items(), start=1):
        plan[row, tree.parents[0][known]] -= 1.0
        for sequence in sequences:
            plan[row, sequence] += 1.0

    columns = plans + 1 + len(sets)
    solved = linprog(
        c=-np.eye(1, columns, root)[0],
        A_ub=matrix(at_most, replies, columns),
        b_ub=np.zeros(replies),
        A_eq=matrix(plan, 1 + len(tree.parents[0]), columns),
        b_eq=np.eye(1, 1 + len(tree.parents[0]))[0],
        bounds=[(0, None)] * plans + [(None, None)] * (1 + len(sets)),
    )
    if not solved.success:
        raise ValueError(solved.message)
    return -float(solved.fun)


def matrix(cells: dict[tuple[int, int], float], rows: int, columns: int) -> coo_array:
    places = np.array(list(cells))
    return coo_array((list(cells.values()), (places[:, 0], places[:, 1])), shape=(rows, columns))
