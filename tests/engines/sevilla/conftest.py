"""Games by names: `table("helm>0", "card:oil", ...)` plays steps; `round`, `bids` and `card_game` save writing."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from caravela.cext.core import State
from caravela.engines import load_game
from caravela.engines.sevilla.table import Table, read_table
from caravela.engines.sevilla.text import code_to_string

MOTLEY = "oil friar wine soldier armament cook ships_boy diver carpentry_a scribe livestock"
"""Cards whose lots have no small ship."""


class Stage:
    """A game and its state, from the first deal on if a Helm is given."""

    def __init__(
        self,
        *steps: str,
        helm: int | None = None,
        buildings: str = "",
        reveal: str = MOTLEY,
        data: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.game = load_game("sevilla", data=data, **options)
        self.state: State = self.game.new_initial_state()
        if helm is not None:
            self.play(f"helm>{helm}", *(f"building:{building}" for building in buildings.split()))
            self.deal(reveal)
        self.play(*steps)

    def play(self, *steps: str) -> "Stage":
        """Actions and outcomes by name."""
        for step in steps:
            self.state.apply_action(self.state.string_to_action(step))
        return self

    def deal(self, cards: str = "", discs: str = "") -> "Stage":
        """Reveals a round: these cards and discs, then the first that there are."""
        given = {"card": cards.split(), "disc": discs.split()}
        while (step := self.table().step) in given:
            name = f"{step}:{given[step].pop(0)}" if given[step] and step == "card" else ""
            if step == "disc" and given[step]:
                name = f"disc{given[step].pop(0)}"
            self.play(name or self.legal()[0])
        return self

    def bids(self, *vectors: str) -> "Stage":
        """The bids of all seats: "3 0 1+2" are coins, with false coins after a +; other lots get nothing."""
        while self.table().step in ("amount", "false"):
            now = self.table()
            vector = vectors[now.mover].split() if now.mover < len(vectors) else []
            coins, _, false = (vector[now.lot - 1] if now.lot <= len(vector) else "0").partition("+")
            self.play(f"bid{coins}" if now.step == "amount" else f"false{false or 0}")
        return self.play("show")

    def finish(self) -> "Stage":
        """Plays on with nothing: no bids, passes, the first outcome."""
        while not self.state.is_terminal():
            names = self.legal()
            plain = [
                name for name in ("bid0", "false0", "pass", "decline", "keep", "hand_over", "done") if name in names
            ]
            self.play(plain[0] if plain else names[0])
        return self

    def legal(self) -> list[str]:
        """Names of the legal actions, or of what chance can bring."""
        if self.state.is_chance_node():
            return [self.game.chance_to_string(outcome) for outcome, _ in self.state.chance_outcomes()]
        return [self.game.action_to_string(action) for action in self.state.legal_actions()]

    def table(self, player: int | None = None) -> Table:
        """The true state, or what a seat sees."""
        return read_table(self.state if player is None else self.state.view(player))

    def purses(self) -> list[int]:
        return [seat.purse for seat in self.table().seats]

    def log(self, seat: int) -> list[str]:
        """What a seat has seen, by name."""
        return [code_to_string(self.game, code) for code in self.state.log(seat)]


@pytest.fixture
def table() -> Callable[..., Stage]:
    """table("bid3", ..., helm=0, players=3) deals the first round and plays the steps."""
    return Stage
