"""What the conformance suite cannot guess about Leduc poker."""

from __future__ import annotations

from caravela.cext.core import Game, State
from caravela.engines.leduc_poker.text import table_of


def explain_world(_game: Game, history: list[int], _player: int, world: State) -> list[int]:
    """The history with the hidden cards that the world deals; the open card and what seats did stay."""
    dealt = [card for card in table_of(world).cards if card is not None]
    return dealt + history[len(dealt) :]
