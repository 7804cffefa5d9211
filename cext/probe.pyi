"""Calls a game's function table directly, in guarded buffers, and says when a call breaks the C contract."""

class ContractError(ValueError):
    """A function of the table broke the C contract; the text names the function and what it did."""

class Probe:
    """A game's table called in buffers whose outputs start filled with the byte `fill`.

    States are `bytes` of `state_size`. Every method raises ContractError if the call writes outside its buffers,
    changes a `const` input or returns a count outside the declared bounds, and ValueError for a state of
    the wrong length or a game whose states are not plain memory.
    """

    def __init__(self, capsule: object, fill: int = 0) -> None:
        """`capsule`: PyCapsule "caravela.game", such as `Game.capsule`."""
    @property
    def players(self) -> int: ...
    @property
    def state_size(self) -> int: ...
    @property
    def zero_sum(self) -> bool: ...
    def init(self) -> bytes:
        """The state before the first chance event."""
    def current_player(self, state: bytes) -> int:
        """The seat to act, CHANCE or TERMINAL."""
    def legal_actions(self, state: bytes) -> list[int]:
        """The legal action ids, as written."""
    def chance_outcomes(self, state: bytes) -> list[tuple[int, float]]:
        """(outcome, probability) pairs, as written."""
    def sample_chance(self, state: bytes, seed: int, stream: int = 0) -> int:
        """One outcome drawn with Rng(seed, stream)."""
    def chance_key(self, state: bytes) -> int:
        """Deck or coin in the high half, the ordinal of the draw in the low half."""
    def apply(self, state: bytes, action: int) -> bytes:
        """The state after `action`, which is not checked: an illegal one is the caller's fault."""
    def observe(self, before: bytes, action: int, after: bytes, player: int) -> list[int]:
        """The codes seat `player` gets of the step."""
    def redact(self, state: bytes, player: int) -> bytes:
        """The bytes that seat `player` knows."""
    def determinize(self, view: bytes, player: int, seed: int, stream: int = 0) -> tuple[bytes, bool]:
        """(a world drawn with Rng(seed, stream), True if it is a fallback world)."""
    def returns(self, state: bytes) -> list[float]:
        """Utilities of a terminal state."""
    def scores(self, state: bytes) -> list[float]:
        """The game's own points of a terminal state."""
    def ranks(self, state: bytes) -> list[int]:
        """Places of a terminal state."""
    def validate(self, state: bytes, player: int = -1) -> int:
        """0 if the engine accepts these bytes as a true state (-1) or as a seat's view; else the failed check."""
    def turn(self, state: bytes) -> int | None:
        """Ordinal of the turn; None where the engine does not tell it."""
    def observation(self, state: bytes, player: int) -> list[float] | None:
        """Seat `player`'s view as floats; None where the engine has none."""
