"""The command line: `caravela` and `python -m caravela`."""

from caravela.cli.app import main

__all__ = ["main"]
