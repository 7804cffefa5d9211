"""What the conformance suite cannot guess about Kuhn poker."""

from __future__ import annotations

from caravela.cext.core import Game, State
from caravela.engines.kuhn_poker.text import cards_of


def explain_world(_game: Game, history: list[int], _player: int, world: State) -> list[int]:
    """The history with the cards that the world deals; what seats did stays."""
    dealt = [card for card in cards_of(world) if card is not None]
    return dealt + history[len(dealt) :]
