"""Games by names: `table("card:cook", "bid:3", "pass", ...)` plays the steps as they are written."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from caravela.cext.core import Rng, State
from caravela.engines import load_game
from caravela.engines.pizarro.table import Table, read_table
from caravela.engines.pizarro.text import code_to_string


class Stage:
    """A game and its state."""

    def __init__(self, *steps: str, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        self.game = load_game("pizarro", data=data, **options)
        self.state: State = self.game.new_initial_state()
        self.play(*steps)

    def play(self, *steps: str) -> "Stage":
        """Actions and outcomes by name; "pass*3" stands for three passes."""
        for step in steps:
            name, _, times = step.partition("*")
            for _ in range(int(times or 1)):
                self.state.apply_action(self.state.string_to_action(name))
        return self

    def sell(self, card: str, winner: int, bid: int, *pays: int) -> "Stage":
        """Turns up a card; everybody passes but one seat, which bids and pays. Vetoes are declined."""
        self.play(f"card:{card}")
        while self.state.current_player() >= 0 and self.table().step == "veto":
            self.play("decline")
        while self.table().step == "bid":
            if self.state.current_player() == winner and self.table().leader is None:
                self.play(f"bid:{bid}")
            else:
                self.play("pass")
        for value in pays:
            if self.table().step == "pay":
                self.play(f"pay:{value}")
        return self

    def skip(self, card: str) -> "Stage":
        """Turns up a card that nobody wants."""
        self.play(f"card:{card}")
        while self.state.current_player() >= 0 and self.table().step in ("veto", "bid"):
            self.play("decline" if self.table().step == "veto" else "pass")
        return self

    def settle(self, seed: int = 0) -> "Stage":
        """Lets chance have its turns."""
        rng = Rng(seed)
        while self.state.is_chance_node():
            self.state.apply_action(self.state.sample_chance(rng))
        return self

    def deal(self, seed: int = 0) -> "Stage":
        """Deals the cards of a phase end."""
        rng = Rng(seed)
        while self.table().step == "deal":
            self.state.apply_action(self.state.sample_chance(rng))
        return self

    def legal(self) -> list[str]:
        """Names of the legal actions, or of what chance can bring."""
        if self.state.is_chance_node():
            return [self.game.chance_to_string(outcome) for outcome, _ in self.state.chance_outcomes()]
        return [self.game.action_to_string(action) for action in self.state.legal_actions()]

    def table(self) -> Table:
        """The true state."""
        return read_table(self.state)

    def hand(self, seat: int) -> list[int]:
        """The values in a hand, ascending."""
        found = self.table().seats[seat]
        return sorted([*_cards(found.known), *_cards(found.hidden)])

    def log(self, seat: int) -> list[str]:
        """What a seat has seen, by name."""
        return [code_to_string(self.game, code) for code in self.state.log(seat)]


def _cards(hand: dict[int, int]) -> list[int]:
    return [value for value, count in hand.items() for _ in range(count)]


@pytest.fixture
def table() -> Callable[..., Stage]:
    """table("card:cook", ..., players=3) plays the steps."""
    return Stage
