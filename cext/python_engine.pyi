"""Engines written in Python: a table of functions that call a PythonGame's methods."""

from collections.abc import Callable
from typing import Any

from caravela.cext.python_game import PythonGame

def hash64(data: bytes) -> int:
    """64 bits of some bytes, the same in every process and on every machine."""

def python_engine(name: str, factory: Callable[[dict[str, Any]], PythonGame[Any]], rules_version: int = 1) -> object:
    """A PyCapsule "caravela.engine" whose `open` calls `factory(options)` for the PythonGame.

    `options`: the flat parameters, such as {"options.players": 2, "deck.copies": (3, 3, 2)}; arrays are tuples, but
    one value alone is itself, and booleans are 0 and 1. A ValueError of the factory says which option is bad.
    """
