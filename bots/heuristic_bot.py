"""A player that follows the native heuristic of its game, without any search."""

from typing import ClassVar

from caravela.bots.bot import SEED, Bot, legal_actions
from caravela.bots.heuristics import Heuristic, find, games_with_heuristic, settings
from caravela.bots.options import BotOption, Weights
from caravela.cext.core import Game, Rng, View
from caravela.cext.names import shorten
from caravela.cext.policy import average_prior

__all__ = ["HeuristicBot"]


TEMPERATURE = BotOption(
    "temperature", "real", None, "0 plays the best action, 1 follows the probabilities; none: as measured, or 0", 0
)


class HeuristicBot(Bot):
    """Plays what the game's heuristic recommends on average over worlds that its view allows.

    `samples` worlds are drawn at each decision. `temperature=0` plays the action of greatest mean probability,
    lowest id on ties; otherwise an action is drawn in proportion to probability ** (1 / temperature), so that 1 follows
    the heuristic's own probabilities. Without one it is what was measured for the game, or 0: where choices are secret
    and simultaneous, a bot that always plays the best one can be read. `weights`: a preset of the game, some weights by
    name, or all in order.
    """

    name = "heuristic"
    OPTIONS: ClassVar[tuple[BotOption, ...]] = (
        SEED,
        BotOption("samples", "integer", 8, "worlds drawn at each decision", 1, 1_000_000),
        TEMPERATURE,
        BotOption("weights", "weights", None, "a preset, or weights of the heuristic"),
    )

    def __init__(
        self, seed: int = 0, samples: int = 8, temperature: float | None = None, weights: Weights | None = None
    ) -> None:
        super().__init__(seed=seed, samples=samples, temperature=temperature, weights=weights)

    def check(self, game: Game) -> None:
        """ValueError if `game` has no heuristic, it lacks the chosen weights, or its settings are bad."""
        self.weights(game)
        self.temperature(game)

    def temperature(self, game: Game) -> float:
        """The bot's own temperature, or the one measured for `game`."""
        if self._options["temperature"] is not None:
            return float(self._options["temperature"])
        measured = dict(settings(game.name).heuristic)
        temperature = TEMPERATURE.check(measured.pop("temperature", 0.0))
        if measured or temperature is None:
            raise ValueError(f"[heuristic] of {game.name} holds {shorten(measured)}; it may hold: temperature")
        return float(temperature)

    def weights(self, game: Game) -> list[float]:
        """The weights of the heuristic in `game`, in its order."""
        return self._heuristic(game).vector(self._options["weights"])

    def samples(self, game: Game) -> int:
        """Worlds drawn at each decision."""
        return int(self._options["samples"])

    def policy(self, view: View) -> tuple[list[int], list[float]]:
        """The legal actions and the heuristic's mean probability of each. ValueError if the seat is not to act."""
        legal_actions(view)
        game = view.game
        capsule = self._heuristic(game).capsule
        return average_prior(view, capsule, self.samples(game), self.decision_seed(view), self.weights(game))

    def choose(self, view: View) -> int:
        """The action recommended by `policy` at this temperature. ValueError if the seat is not to act."""
        actions, probabilities = self.policy(view)
        best = max(probabilities)
        temperature = self.temperature(view.game)
        if temperature == 0 or best == 0:
            return actions[probabilities.index(best)]
        # Relative to the best, so that a low temperature underflows to the best action and not to nothing.
        shares = [(probability / best) ** (1 / temperature) for probability in probabilities]
        left = Rng(self.decision_seed(view), 1).uniform() * sum(shares)
        for action, share in zip(actions, shares, strict=True):
            left -= share
            if left < 0:
                return action
        return actions[probabilities.index(best)]

    @classmethod
    def _heuristic(cls, game: Game) -> Heuristic:
        heuristic = find(game.name)
        if heuristic is None:
            raise ValueError(
                f"{cls.__name__} cannot play {game.name}: it has no heuristic; "
                f"games that have one: {', '.join(games_with_heuristic()) or 'none'}"
            )
        return heuristic
