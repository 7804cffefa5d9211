"""Game, State and View over the C interface. Names follow OpenSpiel."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from caravela.cext.text import GameText

CHANCE_PLAYER: int  # -1
TERMINAL_PLAYER: int  # -4

class Rng:
    """xoshiro256++ seeded by SplitMix64 from (seed, stream). Picklable. Not thread-safe."""

    capsule: object  # PyCapsule "caravela.rng" of the words, for native modules; keeps the generator alive
    def __init__(self, seed: int, stream: int = 0) -> None:
        """ValueError unless both are between 0 and 2**64 - 1."""
    def next(self) -> int:
        """64 random bits."""
    def bounded(self, n: int) -> int:
        """Uniform in 0 .. n-1 (ValueError if n < 1 or n >= 2**32)."""
    def uniform(self) -> float:
        """Uniform in [0, 1) with 53 bits."""
    def random(self) -> float:
        """`uniform` by the name that Python's own generators have."""

class Game:
    """An engine opened with options and data: immutable, shared by threads, picklable (by name, options, data)."""

    def __init__(
        self,
        engine: object,
        name: str,
        options: Mapping[str, Any],
        data: Mapping[str, Any],
        text: GameText,
        spec: str,
        defaults: Mapping[str, Any] | None = None,
        *,
        loader: Callable[[str, Mapping[str, Any], Mapping[str, Any] | None], Game] | None = None,
    ) -> None:
        """`engine`: PyCapsule "caravela.engine"; `options` and `data` are flattened into caravela_params.

        `defaults`: the engine's own data; a pickle keeps `data` only where it differs. `loader(name, options, data)`
        opens a pickled game again (data None: the engine's own); without it the game cannot be pickled.
        ValueError with the engine's own reason if it refuses the parameters or if its table breaks the contract.
        """
    name: str
    options: dict[str, Any]
    data: dict[str, Any]
    text: GameText
    spec: str  # "veracruz(players=3)": the text load_game accepts; only options that differ from the default, sorted
    rules_version: int
    digest: str  # 16 hex digits over canonical options, data and rules version
    capsule: object  # PyCapsule "caravela.game" of the caravela_game*, alive as long as it lives
    layout: str  # 16 hex digits that identify the meaning of state bytes
    state_size: int  # bytes
    legal_max: int
    codes_max: int
    score_scale: float
    has_observation_tensor: bool
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def max_chance_outcomes(self) -> int: ...
    def max_game_length(self) -> int:
        """Most player decisions in a game."""
    def max_history_length(self) -> int:
        """Most steps in a game, chance included."""
    def min_utility(self) -> float: ...
    def max_utility(self) -> float: ...
    def utility_sum(self) -> float | None:
        """0.0 for zero-sum games, else None."""
    def new_initial_state(self) -> State: ...
    def action_to_string(self, action: int) -> str:
        """IndexError-free: ValueError for an id outside 0 .. num_distinct_actions()-1."""
    def string_to_action(self, name: str) -> int:
        """Inverse of action_to_string; ValueError names close matches."""
    def chance_to_string(self, outcome: int) -> str: ...
    def string_to_chance(self, name: str) -> int: ...
    def state_from_bytes(self, data: bytes, player: int | None = None) -> State | View:
        """Validated foreign bytes: a State without history, or seat `player`'s View. ValueError if refused."""
    def deserialize_state(self, text: str) -> State:
        """The state whose `serialize` gave this text, replayed with all checks."""
    def restore(self, data: bytes) -> State | View:
        """The State or View that `snapshot` saved. ValueError for foreign, cut or altered bytes, or another game's."""

class State:
    """A true state (or a sampled world, `sampled` set). Illegal input raises ValueError and changes nothing."""

    game: Game
    sampled: bool
    fallback: bool  # a sampled world for which the engine gave up the exact law
    def current_player(self) -> int:
        """Seat to act, CHANCE_PLAYER or TERMINAL_PLAYER."""
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def legal_actions(self, player: int | None = None) -> list[int]:
        """Ascending; [] at chance and terminal states and for a seat that is not to act."""
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def sample_chance(self, rng: Rng) -> int:
        """Draws an outcome; does not apply it."""
    def chance_key(self) -> int: ...
    def apply_action(self, action: int) -> None:
        """Applies a legal action, or a possible outcome at a chance node. ValueError names the legal ones."""
    def child(self, action: int) -> State: ...
    def returns(self) -> list[float]:
        """Utilities; all 0.0 before the end."""
    def scores(self) -> list[float]:
        """The game's own points; ValueError before the end."""
    def ranks(self) -> list[int]:
        """Places, 1 is best, ties share; all last if nobody wins. ValueError before the end."""
    def turn(self) -> int:
        """Ordinal of the current turn where the engine tells it, else the number of decisions made."""
    def clone(self) -> State: ...
    def history(self) -> list[int]:
        """Every action and outcome so far. ValueError on a sampled world."""
    def log(self, player: int) -> list[int]:
        """Codes seat `player` observed. On a sampled world: the sampler's own log goes on, others start empty."""
    def view(self, player: int) -> View: ...
    def action_to_string(self, player: int, action: int) -> str:
        """OpenSpiel's signature; player CHANCE_PLAYER names an outcome."""
    def string_to_action(self, name: str) -> int:
        """A chance outcome's name at a chance node, else an action's."""
    def observation_string(self, player: int) -> str: ...
    def information_state_string(self, player: int) -> str:
        """The seat and the names of its codes in order: perfect recall."""
    def observation_tensor(self, player: int) -> npt.NDArray[np.float32]:
        """ValueError where the engine has none."""
    def serialize(self) -> str:
        """The history, one integer a line, as OpenSpiel does."""
    def to_bytes(self) -> bytes:
        """The raw state block."""
    def snapshot(self) -> bytes:
        """The state as bytes for `Game.restore`.

        They hold the actions from the start, to be replayed with all checks; where those are not known (a sampled
        world, a state made from bytes) the block and the logs, to be validated.
        """
    def state_hash(self) -> int:
        """64 bits that depend on the game and the state, not on how it was reached."""
    def __copy__(self) -> State: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...

class View:
    """What one seat knows: redacted bytes, the seat and its log of codes. Immutable, hashable, picklable.

    The truth is not in it, nor any reference to where it is.
    """

    game: Game
    player: int
    capsule: object  # PyCapsule "caravela.state" of the redacted block, for native modules; keeps the view alive
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]:
        """The seat's own legal actions; [] when it is not to act."""
    def log(self) -> list[int]: ...
    def turn(self) -> int:
        """Ordinal of the current turn where the engine tells it, else the number of codes observed."""
    def determinize(self, rng: Rng) -> State:
        """A sampled world consistent with this view."""
    def action_to_string(self, action: int) -> str: ...
    def string_to_action(self, name: str) -> int: ...
    def observation_string(self) -> str: ...
    def information_state_string(self) -> str: ...
    def observation_tensor(self) -> npt.NDArray[np.float32]: ...
    def to_bytes(self) -> bytes: ...
    def snapshot(self) -> bytes:
        """The view as bytes for `Game.restore`."""
    def view_hash(self) -> int:
        """64 bits that depend on the game, the seat, its view and its log."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...
