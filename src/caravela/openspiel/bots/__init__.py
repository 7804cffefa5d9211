"""Players across: ours as bots of OpenSpiel's, and OpenSpiel's bots as players."""

from caravela.openspiel.bots.inward import PyspielPlayer, from_pyspiel_bot
from caravela.openspiel.bots.outward import as_pyspiel_bot
from caravela.openspiel.bots.ready import CppISMCTS, CppMCTS, PythonISMCTS, PythonMCTS, UniformRandom

__all__ = [
    "CppISMCTS",
    "CppMCTS",
    "PyspielPlayer",
    "PythonISMCTS",
    "PythonMCTS",
    "UniformRandom",
    "as_pyspiel_bot",
    "from_pyspiel_bot",
]
