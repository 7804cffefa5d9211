"""Players: random, heuristic, flat Monte Carlo, information-set tree search, and levels of play."""

from caravela.bots.bot import Bot
from caravela.bots.flat_monte_carlo import FlatMonteCarloBot
from caravela.bots.heuristic_bot import HeuristicBot
from caravela.bots.ismcts_bot import ISMCTSBot
from caravela.bots.levels import LEVELS
from caravela.bots.options import BotOption
from caravela.bots.player import Player
from caravela.bots.random_bot import RandomBot
from caravela.bots.spec import make, registered_bots, spec_of

__all__ = [
    "LEVELS",
    "Bot",
    "BotOption",
    "FlatMonteCarloBot",
    "HeuristicBot",
    "ISMCTSBot",
    "Player",
    "RandomBot",
    "make",
    "registered_bots",
    "spec_of",
]
