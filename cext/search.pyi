"""Information-set Monte Carlo tree search over any game of the C interface. Specified in docs/search.md."""

from collections.abc import Sequence
from typing import Any

from .core import Game, View
from .result import SearchResult

ALGORITHMS: dict[str, int]
SELECTIONS: dict[str, int]
HIDDEN: dict[str, bool]
ROLLOUTS: dict[str, int]
UTILITIES: dict[str, int]
FINALS: dict[str, int]
CHANCES: dict[str, bool]
DEFAULT_MEMORY: int

class Search:
    """A configured search for one game. Reusable for many decisions, by one caller at a time.

    Options and their meaning are in docs/search.md; bad ones raise ValueError. `heuristic` is a PyCapsule
    "caravela.heuristic", `weights` its weight vector (default: the heuristic's own), `memory` is in bytes.
    """

    game: Game
    options: dict[str, Any]
    threads: int

    def __init__(
        self,
        game: Game,
        *,
        algorithm: str = "mo",
        selection: str = "ucb",
        hidden: str = "regret",
        c: float = 0.7,
        fpu: float = 0.5,
        gamma: float = 0.1,
        chance: str = "closed",
        rollout: str = "uniform",
        epsilon: float = 0.1,
        cutoff: int = -1,
        cutoff_turns: int = 0,
        utility: str = "win",
        margin: float = 0.1,
        widen_c: float = 0.0,
        widen_a: float = 0.5,
        worlds: int = 16,
        recall: bool = False,
        root_private: bool = False,
        belief: int = 0,
        max_nodes: int = 0,
        threads: int = 1,
        memory: int = ...,
        reuse: bool = True,
        final: str = "max",
        temperature: float = 1.0,
        heuristic: object | None = None,
        weights: Sequence[float] | None = None,
    ) -> None: ...
    def run(
        self, view: View, *, iterations: int | None = None, seconds: float | None = None, seed: int = 0
    ) -> SearchResult:
        """Searches from a View of the seat to move.

        Ends after `iterations`, after `seconds` (a deadline), or on stop(), whichever comes first.
        ValueError for a view of another game or of a seat that is not to move.
        """

    def stop(self) -> None:
        """Ends the running search soon; callable from any thread. Its result is what was found so far."""

    def forget(self) -> None:
        """Drops the kept tree and the memory of the previous decision."""
