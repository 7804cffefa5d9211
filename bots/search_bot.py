"""What all bots that search have in common: one native search a game, budgets, seeds."""

import time
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caravela.bots.bot import Bot, legal_actions
from caravela.bots.heuristics import find
from caravela.cext.core import Game, View
from caravela.cext.search import Search

if TYPE_CHECKING:
    from caravela.cext.result import SearchResult

__all__ = ["Budget", "SearchBot"]


@dataclass
class Budget:
    """What a decision may cost; None is without limit. Shares out the seconds of a turn."""

    iterations: int | None = None
    seconds: float | None = None
    seconds_per_turn: float | None = None
    turn_share: float = 0.5
    turn: int = -1
    spent: float = 0.0

    LEAST = 0.001
    """Seconds that a decision gets even where its turn has used up its time."""

    def seconds_for(self, turn: int) -> float | None:
        """Seconds for the next decision of that turn: at most `seconds`, and a share of what the turn has left."""
        if self.seconds_per_turn is None:
            return self.seconds
        if turn != self.turn:
            self.turn, self.spent = turn, 0.0
        share = max((self.seconds_per_turn - self.spent) * self.turn_share, self.LEAST)
        return share if self.seconds is None else min(share, self.seconds)

    def spend(self, seconds: float) -> None:
        """Charges the present turn."""
        self.spent += seconds


class SearchBot(Bot):
    """Searches at every decision. Subclasses say with which options."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._search: Search | None = None
        self._budget = Budget()
        self._seat = -1
        self._log: list[int] = []
        self.last_iterations = 0
        """Iterations of the last search."""

    @abstractmethod
    def search_options(self, game: Game) -> Mapping[str, Any]:
        """Every option that is set for `game`, budgets included. ValueError if the game's settings are wrong."""

    def check(self, game: Game) -> None:
        """ValueError if the options contradict each other, or need a heuristic that `game` lacks."""
        self._prepare(game)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A fresh search for a new game."""
        super().begin(game, seat, seed)
        self._forget()

    def end(self, returns: Sequence[float]) -> None:
        """Frees the search."""
        super().end(returns)
        self._forget()

    def choose(self, view: View) -> int:
        """The move of a search. ValueError if the seat is not to act."""
        return self.search(view).action

    def search(self, view: View) -> "SearchResult":
        """Statistics of every action, values and principal line of a search. ValueError if the seat is not to act."""
        legal_actions(view)
        self._follow(view)
        search = self._prepare(view.game)
        begun = time.perf_counter()
        result = search.run(
            view,
            iterations=self._budget.iterations,
            seconds=self._budget.seconds_for(view.turn()),
            seed=self.decision_seed(view),
        )
        self._budget.spend(time.perf_counter() - begun)
        self.last_iterations = result.iterations
        return result

    def stop(self) -> None:
        """Ends a running search early; its result is what it has by then. For use from another thread."""
        search = self._search
        if search is not None:
            search.stop()

    def _prepare(self, game: Game) -> Search:
        """The search for this game, made when first needed."""
        if self._search is None or not _same(self._search.game, game):
            options = dict(self.search_options(game))
            self._budget = Budget(
                options.pop("iterations", None),
                options.pop("seconds", None),
                options.pop("seconds_per_turn", None),
                options.pop("turn_share", 0.5),
            )
            heuristic = find(game.name) if options.pop("heuristic", True) else None
            weights = options.pop("weights", None)
            if heuristic is not None:
                options |= {"heuristic": heuristic.capsule, "weights": heuristic.vector(weights)}
            elif weights is not None:
                raise ValueError(f"weights={weights!r}: {game.name} is searched without a heuristic")
            self._search = Search(game, **options)
        return self._search

    def _follow(self, view: View) -> None:
        """Starts afresh when a view does not go on from the last one, as in another game without `begin`."""
        log = view.log()
        if view.player != self._seat or log[: len(self._log)] != self._log:
            self._forget()
        self._seat, self._log = view.player, log

    def _forget(self) -> None:
        self._search = None
        self._budget = Budget()
        self._seat, self._log = -1, []
        self.last_iterations = 0


def _same(one: Game, other: Game) -> bool:
    """Whether two objects are one game with the same options and data, as after pickling."""
    return one is other or (one.name == other.name and one.digest == other.digest)
