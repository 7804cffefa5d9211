"""Our State in the shape of an OpenSpiel state.

The methods OpenSpiel's C++ calls back (`current_player`, `_apply_action`, ...) and those that only Python calls
(`apply_action`, `clone`, ...) all go straight to the compiled state, so that algorithms in Python never cross into C++.

C++ keeps a record of its own of what was played. It grows only when C++ itself applies an action, so for states that
Python moved or copied it lags behind; nothing in Python can see that. `complete_record` brings it up to date. The
functions of `pyspiel` that read the record of a state they are given do so by themselves (see `guard`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import pyspiel

from caravela.cext import CHANCE_PLAYER, Rng, State, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from caravela.openspiel.exported.game import ExportedGame

__all__ = ["ExportedState", "complete_record", "sampled_seed", "wrap"]


def wrap(game: ExportedGame, state: State, sampler: int | None = None) -> ExportedState:
    """An OpenSpiel state around `state`, which is taken over, not copied."""
    made = ExportedState(game)
    made._state = state
    if sampler is not None:
        made._sampler = sampler
    return made


def sampled_seed(sampler: Callable[[], float]) -> int:
    """64 bits from a source of numbers in [0, 1)."""
    high, low = (int(float(sampler()) * 2**32) for _ in range(2))
    return high << 32 | low


class ExportedState(pyspiel.State):
    """A true state, or a world sampled by `resample_from_infostate`. Illegal actions are a ValueError.

    OpenSpiel hands this object, the truth, to every bot and observer. What a seat may know is in `view(player)`,
    in the information state and in the observation; nothing else of the state is reachable from those.
    """

    # C++ clones a state by a new one and a deep copy of what is in its __dict__: one compiled state, and on sampled
    # worlds the number of a seat. There is no constructor, for it would run at every clone.
    _state: State
    _sampler: int | None = None

    # Playing

    def current_player(self) -> int:
        """The seat to act, or pyspiel.PlayerId.CHANCE or TERMINAL."""
        return self._state.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state.is_terminal()

    def is_chance_node(self) -> bool:
        """Whether a chance event is next."""
        return self._state.is_chance_node()

    def is_player_node(self) -> bool:
        """Whether a seat is to act."""
        return self._state.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        """Never: secret simultaneous choices are taken seat by seat."""
        return False

    def is_mean_field_node(self) -> bool:
        """Never."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Ascending; at chance nodes the outcomes. [] for a player who is not to act."""
        state = self._state
        mover = state.current_player()
        if player is not None and player != mover:
            return []
        return [outcome for outcome, _ in state.chance_outcomes()] if mover == CHANCE_PLAYER else state.legal_actions()

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.legal_actions(player)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """One 0 or 1 for every action; for chance, for every outcome."""
        if player is None:
            player = self._state.current_player()
        game = self._state.game
        mask = [0] * (game.max_chance_outcomes() if player == CHANCE_PLAYER else game.num_distinct_actions())
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability, ascending."""
        return self._state.chance_outcomes()

    def apply_action(self, action: int) -> None:
        """Plays a legal action or a possible outcome. ValueError names the legal ones."""
        self._state.apply_action(action)

    def _apply_action(self, action: int) -> None:
        self._state.apply_action(action)

    def apply_action_with_legality_check(self, action: int) -> None:
        """The same: it is always checked."""
        self._state.apply_action(action)

    def child(self, action: int) -> Self:
        """The state after an action; this one stays as it is."""
        made = self.clone()
        made._state.apply_action(action)
        return made

    def returns(self) -> list[float]:
        """Utilities; all 0.0 before the end."""
        return self._state.returns()

    def rewards(self) -> list[float]:
        """Utilities at the end, else all 0.0."""
        return self._state.returns()

    def player_return(self, player: int) -> float:
        """One seat's utility."""
        return self._state.returns()[player] if self._seated(player) else super().player_return(player)

    def player_reward(self, player: int) -> float:
        """One seat's utility at the end, else 0.0."""
        return self.player_return(player)

    # Names

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The name of an action or, for chance, of an outcome; without a player: of the one to act."""
        if action is None:
            player, action = self._state.current_player(), player
        return self._action_to_string(player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self._state.game
        return game.chance_to_string(action) if player == CHANCE_PLAYER else game.action_to_string(action)

    def string_to_action(self, player: int | str, name: str | None = None) -> int:
        """The legal action (or outcome) of that name. ValueError if there is none; the player does not matter."""
        text = str(player if name is None else name)
        action = self._state.string_to_action(text)
        if action not in self.legal_actions():
            raise ValueError(f"{text!r} is not legal in {self._state!r}")
        return action

    def __str__(self) -> str:
        """What was played, by name; of a sampled world, whose past is made up, a hash."""
        if self._sampler is not None:
            return repr(self._state)
        return " ".join(self._played())

    def to_string(self) -> str:
        """The same as str."""
        return str(self)

    def __repr__(self) -> str:
        return str(self)

    # Copies

    def clone(self) -> Self:
        """An independent copy."""
        made = type(self)(self.get_game())
        made._state = self._state.clone()
        if self._sampler is not None:
            made._sampler = self._sampler
        return made

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return wrap, (self.get_game(), self._state, self._sampler)

    def serialize(self) -> str:
        """The actions and outcomes, one a line, as native games do; of a sampled world OpenSpiel's form for games
        written in Python, which contains a pickle.
        """
        if self._sampler is not None:
            return str(super().serialize())
        return "".join(f"{action}\n" for action in self.history())

    # What was played

    def history(self) -> list[int]:
        """Every action and outcome. ValueError on a sampled world, whose past is made up."""
        return self._state.history()

    def history_str(self) -> str:
        """The history, separated by commas."""
        return ", ".join(map(str, self.history()))

    def full_history(self) -> list[pyspiel.PlayerAction]:
        """The history with who played what."""
        self.history()  # raises on a sampled world
        complete_record(self)
        return list(super().full_history())

    def move_number(self) -> int:
        """How many actions and outcomes were played."""
        return len(self.history())

    def is_initial_state(self) -> bool:
        """Whether nothing was played."""
        return not self.history()

    def is_initial_non_chance_state(self) -> bool:
        """Whether the first seat is to act, after nothing but chance."""
        self.history()  # raises on a sampled world
        complete_record(self)
        return bool(super().is_initial_non_chance_state())

    # What a seat knows

    def is_sampled(self) -> bool:
        """Whether this is a world that `resample_from_infostate` made, whose past is not known."""
        return self._sampler is not None

    def view(self, player: int) -> View:
        """What a seat knows, as our players take it. ValueError if there is no such seat."""
        return self._state.view(player)

    def log(self, player: int) -> list[int]:
        """The codes a seat observed from the start. SpielError where they are not known: of the other seats of a
        sampled world.
        """
        if self._sampler is not None and self._sampler != player:
            raise pyspiel.SpielError(
                f"in a world sampled for seat {self._sampler} it is not known what seat {player} observed before"
            )
        return self._state.log(player)

    def information_state_string(self, player: int | None = None) -> str:
        """The seat and the names of the codes it observed, its own actions included. Without a player: of the one to
        act. In a sampled world the other seats have no past: there it is a hash of what they know, then their codes
        since.
        """
        if player is None:
            player = self._state.current_player()
        if not self._seated(player):
            return str(super().information_state_string(player))
        return self.information_state_text(player)

    def information_state_text(self, player: int) -> str:
        """`information_state_string` of a seat that is known to exist."""
        names = self.get_game().code_names
        head = f"seat:{player}"
        if self._sampler is not None and self._sampler != player:
            head += f" view:{self._state.view(player).view_hash():016x}"
        return " ".join([head, *[names[code] for code in self._state.log(player)]])

    def observation_string(self, player: int | None = None) -> str:
        """The table as a seat sees it. Without a player: the one to act."""
        if player is None:
            player = self._state.current_player()
        if not self._seated(player):
            return str(super().observation_string(player))
        return self.observation_text(player)

    def observation_text(self, player: int) -> str:
        """`observation_string` of a seat that is known to exist."""
        return self._state.observation_string(player)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The log of a seat as numbers (see `tensors`). Without a player: of the one to act."""
        if player is None:
            player = self._state.current_player()
        if not self._seated(player):
            return list(super().information_state_tensor(player))
        numbers: list[float] = self.get_game().tensor(self, player, recall=True)
        return numbers

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The view of a seat as numbers (see `tensors`). Without a player: of the one to act."""
        if player is None:
            player = self._state.current_player()
        if not self._seated(player):
            return list(super().observation_tensor(player))
        numbers: list[float] = self.get_game().tensor(self, player, recall=False)
        return numbers

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Self:
        """A world in which `player` knows the same: made from its view and two numbers of `sampler` alone."""
        made = type(self)(self.get_game())
        made._state = self._state.view(player).determinize(Rng(sampled_seed(sampler)))
        made._sampler = player
        return made

    def _seated(self, player: int) -> bool:
        return 0 <= player < self._state.game.num_players()

    def _played(self) -> list[str]:
        """The names of what was played, each with its seat; outcomes with `c`."""
        state = self._state.game.new_initial_state()
        names = []
        for action in self._state.history():
            mover = state.current_player()
            names.append(f"{'c' if mover == CHANCE_PLAYER else mover}:{state.action_to_string(mover, action)}")
            state.apply_action(action)
        return names


def complete_record(state: ExportedState) -> None:
    """Tells C++ what Python played on `state`. Nothing happens on sampled worlds, whose past nobody knows."""
    if state._sampler is not None:
        return
    played = state._state.history()
    known = pyspiel.State.history(state)
    if len(known) == len(played):
        return
    present = state._state
    state._state = present.game.new_initial_state()
    try:
        for action in known:
            state._state.apply_action(action)
        for action in played[len(known) :]:
            pyspiel.State.apply_action(state, action)  # applies it to the replayed state, too
    finally:
        state._state = present
