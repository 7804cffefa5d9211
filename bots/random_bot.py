"""A player that plays any legal action, each with the same probability."""

from caravela.bots.bot import Bot, legal_actions
from caravela.cext.core import Rng, View

__all__ = ["RandomBot"]


class RandomBot(Bot):
    """Plays uniformly at random: the floor that every other bot is measured against."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed=seed)

    def choose(self, view: View) -> int:
        """A uniformly random legal action. ValueError if the seat is not to act."""
        actions = legal_actions(view)
        return actions[Rng(self.decision_seed(view)).bounded(len(actions))]
