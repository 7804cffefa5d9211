"""Players for tests of the command line."""

import os
from pathlib import Path

from caravela.bots import ISMCTSBot
from caravela.cext.core import View
from caravela.cext.result import SearchResult


class Endless:
    """Leaves a file named after its process, and searches for minutes."""

    def choose(self, view: View) -> int:
        Path(f"started-{os.getpid()}").touch()
        return ISMCTSBot(iterations=10**9).choose(view)


class Speechless:
    """Searches, but finds nothing."""

    def choose(self, view: View) -> int:
        return view.legal_actions()[0]

    def search(self, view: View) -> SearchResult:
        raise ValueError("nothing to say")
