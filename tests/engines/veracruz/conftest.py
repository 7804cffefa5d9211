"""Scripted games: the deal is arranged so that every seat holds what its loads need."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, cycle
from typing import TYPE_CHECKING, Any

import pytest

from caravela.engines import load_game
from caravela.engines.veracruz.table import Table, read_table

if TYPE_CHECKING:
    from caravela.cext import State


class Stage:
    """A game played by a list of loads, bets and passes.

    Cards come from open deck 1. `hold`: what seats hold besides the cards they load. `tosses`: faces in order, then
    sun and storm in turn. Boxes that nobody needs are dealt wherever none is asked for.
    """

    def __init__(
        self,
        actions: Sequence[str],
        *,
        hold: Mapping[int, Sequence[str]] | None = None,
        invest: Sequence[str] = (),
        tosses: Iterable[str] = (),
        data: Mapping[str, Any] | None = None,
        start: int = 0,
        **options: Any,
    ) -> None:
        self.game = load_game("veracruz", data=data, start=start, **options)
        self.state: State = self.game.new_initial_state()
        self.seats = self.game.num_players()
        self.tosses = chain(tosses, cycle(("sun", "storm")))
        self.goods = [*invest, *(good for good in self.game.data["goods"]["order"] if good not in invest)]
        self._plan(actions, hold or {}, start)
        self.settle()
        for name in actions:
            self.act(name)

    def act(self, name: str) -> None:
        """The action of that name, the draw after it and what chance does then."""
        self.state.apply_action(self.state.string_to_action(name))
        if self.table().phase == "draw":
            self.state.apply_action(self.state.string_to_action("draw:1"))
        self.settle()

    def legal(self) -> list[str]:
        """Names of the legal actions of the seat to act."""
        return [self.game.action_to_string(action) for action in self.state.legal_actions()]

    def table(self) -> Table:
        """The true state."""
        return read_table(self.state)

    def settle(self) -> None:
        """Lets chance have its turns."""
        while self.state.is_chance_node():
            self.state.apply_action(self.state.string_to_action(self._outcome()))

    def _plan(self, actions: Sequence[str], hold: Mapping[int, Sequence[str]], start: int) -> None:
        """Who needs which cards: the first ones in hand, each later one on top of deck 1 when he draws."""
        size = self.game.options["hand_size"] or self.game.data["setup"]["hand_size"]
        needs: list[list[str]] = [[] for _ in range(self.seats)]
        drawers = []
        for i, name in enumerate(actions):
            if ">" in name and not name.startswith("bet:"):
                seat = (start + i) % self.seats
                needs[seat].append(name.split(">")[0])
                drawers.append(seat)
        for seat, kinds in hold.items():
            needs[seat] += kinds
        self.reserved = Counter(kind for kinds in needs for kind in kinds)
        self.hands = [deque(kinds[:size]) for kinds in needs]
        later = [deque(kinds[size:]) for kinds in needs]
        self.tops = deque(later[seat].popleft() if later[seat] else None for seat in drawers)
        assert not any(later), "more cards asked for than are drawn"

    def _outcome(self) -> str:
        table = self.table()
        if table.phase == "invest":
            return f"invest:{self.goods[table.mover]}"
        if table.phase.endswith("toss"):
            return f"toss:{next(self.tosses)}"
        if table.phase == "deal":
            source = self.hands[table.mover]
        else:
            source = deque() if table.phase == "tops" and table.decks[0].top else self.tops
        kind = source.popleft() if source else None
        if kind is None:
            kind = next(kind for kind, n in table.pool.items() if n > self.reserved[kind])
        else:
            self.reserved[kind] -= 1
        return f"box:{kind}"


@pytest.fixture
def stage() -> Callable[..., Stage]:
    """stage("gold3>juncal.left", ..., players=2) plays the script from a given start."""
    return lambda *actions, **settings: Stage(actions, **settings)
