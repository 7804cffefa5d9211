"""Our players as bots of OpenSpiel's."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pyspiel

from caravela.bots.bot import Bot
from caravela.bots.player import Begins, Checks, Observes, Player
from caravela.bots.search_bot import SearchBot
from caravela.bots.seeding import derive
from caravela.bots.spec import make, spec_of
from caravela.openspiel.bots.table import Followed
from caravela.openspiel.exported.state import ExportedState
from caravela.runner import whole_number

if TYPE_CHECKING:
    from caravela.cext import View

__all__ = ["CaravelaBot", "as_pyspiel_bot"]

Policy = list[tuple[int, float]]


def as_pyspiel_bot(player: Player | str, seat: int | None = None, *, seed: int = 0) -> CaravelaBot:
    """A bot of OpenSpiel's that plays as `player` does, on our games there and on OpenSpiel's own.

    `player`: a player, or the text of one as in `caravela.bots.make`. `seat`: whose moves it chooses (None: those of
    whoever is to act; at simultaneous nodes a seat is needed). `seed`: the player's source of chance, another one in
    every game.

    OpenSpiel hands bots the true state; this one gives the player its seat's view of it and nothing else. ValueError
    for the text of no bot; later, when the first position tells the game, if the player cannot play it.
    """
    return CaravelaBot(make(player) if isinstance(player, str) else player, seat, seed)


class CaravelaBot(pyspiel.Bot):
    """A player behind OpenSpiel's interface for bots; see `as_pyspiel_bot`.

    `restart` and `restart_at` begin a new game for the player. A player that follows the game (`observe`) is told what
    its seat saw in each step. Its hook `end` is never called: OpenSpiel does not say how a game ended.
    """

    def __init__(self, player: Player, seat: int | None = None, seed: int = 0) -> None:
        super().__init__()
        if isinstance(player, type) or not callable(getattr(player, "choose", None)):
            raise ValueError(f"{player!r} is no player: it has no method choose(view)")
        if seat is None and isinstance(player, Observes):
            raise ValueError(f"{spec_of(player)} follows the game, so it needs a seat")
        self.player = player
        self._seat = seat
        self._seed = seed
        self._games = 0
        self._followed: Followed | None = None

    def step(self, state: pyspiel.State) -> int:
        """The player's move. ValueError if its seat is not to act, or if it answers anything but a legal action."""
        view = self._view(state)
        answer = self.player.choose(view)
        action = whole_number(answer)
        if action is None or action not in view.legal_actions():
            raise ValueError(f"{spec_of(self.player)} answered {answer!r}, which is no legal action of {view!r}")
        return action

    def provides_policy(self) -> bool:
        """Whether the player searches: its policy is the distribution from which it draws its move."""
        return isinstance(self.player, SearchBot)

    def get_policy(self, state: pyspiel.State) -> Policy:
        """(action, probability) for every legal action. SpielError if the player does not search."""
        return self.step_with_policy(state)[0]

    def step_with_policy(self, state: pyspiel.State) -> tuple[Policy, int]:
        """The policy, and the move drawn from it. SpielError if the player does not search."""
        if not isinstance(self.player, SearchBot):
            raise pyspiel.SpielError(f"{spec_of(self.player)} does not search: it has no policy to show")
        view = self._view(state)
        result = self.player.search(view)
        chances = dict(result.policy)
        return [(action, chances.get(action, 0.0)) for action in view.legal_actions()], result.action

    def restart(self) -> None:
        """A new game, of which no position is known yet."""
        self._followed = None

    def restart_at(self, state: pyspiel.State) -> None:
        """A new game that goes on from this position."""
        self._followed = None
        self._follow(state)

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Somebody else is about to play `action`; the next position will show what the seat saw of it."""
        self._follow(state)

    def inform_actions(self, state: pyspiel.State, actions: list[int]) -> None:
        """The same at a simultaneous node."""
        self._follow(state)

    def is_clonable(self) -> bool:
        """Whether the player is one of the package's bots, of which a copy plays alike."""
        return isinstance(self.player, Bot)

    def clone(self) -> CaravelaBot:
        """A bot that will play alike, in a game that it is told of afresh. SpielError if the player has no copies."""
        if not self.is_clonable():
            raise pyspiel.SpielError(f"{spec_of(self.player)} cannot be cloned")
        made = CaravelaBot(copy.copy(self.player), self._seat, self._seed)
        made._games = self._games if self._followed is None else self._games - 1
        return made

    def _view(self, state: pyspiel.State) -> View:
        """What the seat that is to act knows."""
        mover = state.current_player()
        seat = mover if self._seat is None else self._seat
        if seat < 0 or mover not in (seat, pyspiel.PlayerId.SIMULTANEOUS):
            raise ValueError(f"seat {seat} is not to act" if seat >= 0 else f"no single seat is to act in {state}")
        followed = self._follow(state)
        return state.view(seat) if isinstance(state, ExportedState) else followed.at(state).view(seat)

    def _follow(self, state: pyspiel.State) -> Followed:
        """Begins the player's game at the first position of one, and tells it what its seat has seen since."""
        followed = self._followed
        if followed is None or not followed.is_of(state):
            followed = self._begun(state)
        sampled = isinstance(state, ExportedState) and state.is_sampled()
        if isinstance(self.player, Observes) and not sampled:
            if not followed.leads_to(state):
                followed = self._begun(state)
            for codes in followed.codes_until(state, 0 if self._seat is None else self._seat):
                self.player.observe(codes)
        return followed

    def _begun(self, state: pyspiel.State) -> Followed:
        """A new game for the player."""
        followed = self._followed = Followed(state.get_game())
        if isinstance(self.player, Checks):
            self.player.check(followed.game)
        if isinstance(self.player, Begins):
            self.player.begin(followed.game, 0 if self._seat is None else self._seat, derive(self._seed, self._games))
        self._games += 1
        return followed
