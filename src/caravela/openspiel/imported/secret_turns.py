"""Simultaneous moves, taken seat by seat."""

from __future__ import annotations

from typing import Any

import pyspiel

from caravela.cext.core import CHANCE_PLAYER

SIMULTANEOUS = -2
"""OpenSpiel's number for all players at once."""

Chain = tuple[Any, ...]


class SecretTurns:
    """A state of a game with simultaneous nodes in which exactly one player moves at a time.

    It can be asked what games here ask a pyspiel.State.

    At a simultaneous node the seats choose one after the other, in ascending order, and nobody sees anything of it.
    Then a chance event with a single outcome uncovers all choices. So what a seat knows does not depend on the order,
    and the search notices that the choices are hidden.

    `choices`: the open choices of a simultaneous node, by seat. `first`: a seat that chooses before the others at this
    node: in worlds that are sampled for a seat, the others are still to choose.
    """

    __slots__ = ("choices", "first", "inner", "past", "player")

    def __init__(self, inner: pyspiel.State, choices: tuple[int | None, ...], past: Chain = ()) -> None:
        self.inner = inner
        self.choices = choices
        self.first = -1
        self.past = past
        self.player = self._next_player()

    def current_player(self) -> int:
        """The seat to act, -1 for chance, -4 at the end."""
        return self.player

    def _next_player(self) -> int:
        player: int = self.inner.current_player()
        if player != SIMULTANEOUS:
            return player
        if self.is_choosing(self.first):
            return self.first
        return next((seat for seat in range(len(self.choices)) if self.is_choosing(seat)), CHANCE_PLAYER)

    def let_choose(self, seat: int) -> None:
        """Makes a seat that has yet to choose the next to do so."""
        if self.is_choosing(seat) and self.player != seat:
            self.first = self.player = seat

    def is_choosing(self, seat: int) -> bool:
        """Whether a seat has yet to choose at this simultaneous node."""
        return seat >= 0 and self.choices[seat] is None and bool(self.inner.legal_actions(seat))

    def is_simultaneous(self) -> bool:
        """Whether this is a simultaneous node: seats choose, or the choices are about to be uncovered."""
        return bool(self.inner.current_player() == SIMULTANEOUS)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Those of the seat to act, or of another one that chooses at this node, ascending; at chance the outcomes."""
        player = self.player if player is None else player
        if player >= 0:
            return list(self.inner.legal_actions(player))
        return [0] if self.is_simultaneous() else list(self.inner.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability."""
        return [(0, 1.0)] if self.is_simultaneous() else list(self.inner.chance_outcomes())

    def apply_action(self, action: int) -> None:
        """Makes a move, in place."""
        player = self.player
        if not self.is_simultaneous():
            self.inner.apply_action(action)
            self.past = (self.past, player, action)
            self.player = self._next_player()
        elif player >= 0:
            self.choose(player, action)
        else:
            self.inner.apply_actions([pyspiel.INVALID_ACTION if choice is None else choice for choice in self.choices])
            self.past = (_with_choices(self.past, self.choices), CHANCE_PLAYER, action)
            self.choices = (None,) * len(self.choices)
            self.player = self._next_player()

    def choose(self, seat: int, action: int) -> None:
        """Makes the choice of a seat, whoever is to choose next."""
        self.choices = (*self.choices[:seat], action, *self.choices[seat + 1 :])
        self.first = -1
        self.player = self._next_player()

    def clone(self) -> SecretTurns:
        """An independent copy."""
        made = SecretTurns.__new__(SecretTurns)
        made.inner = self.inner.clone()
        made.choices = self.choices
        made.first = self.first
        made.past = self.past
        made.player = self.player
        return made

    def seen_by(self, player: int) -> SecretTurns:
        """A copy without the others' open choices, in which the seat, if it has yet to choose, does so first."""
        own = self.choices[player]
        choices = tuple(own if seat == player else None for seat in range(len(self.choices)))
        made = SecretTurns(self.inner.clone(), choices, self.past)
        made.let_choose(player)
        return made

    def history(self) -> list[int]:
        """All moves so far, uncoverings included."""
        return [action for _, action in self.moves()]

    def moves(self) -> list[tuple[int, int]]:
        """All moves so far with those who made them; choices of one node by seat."""
        made = []
        past = _with_choices(self.past, self.choices)
        while past:
            past, player, action = past
            made.append((player, action))
        made.reverse()
        return made

    def returns(self) -> list[float]:
        """Utilities."""
        return list(self.inner.returns())

    def information_state_string(self, player: int) -> str:
        """What a seat has seen; of the open choices nothing."""
        return str(self.inner.information_state_string(player))

    def observation_string(self, player: int) -> str:
        """What a seat sees; of the open choices nothing."""
        return str(self.inner.observation_string(player))

    def __str__(self) -> str:
        return str(self.inner)


def _with_choices(past: Chain, choices: tuple[int | None, ...]) -> Chain:
    for seat, choice in enumerate(choices):
        if choice is not None:
            past = (past, seat, choice)
    return past
