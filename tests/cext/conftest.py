"""A small engine in C, compiled against the public header for the tests of the kernel."""

import ctypes
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from caravela.cext import Game, get_include

OPTIONS = {
    "cards": 6,
    "rounds": 4,
    "actions": 3,
    "foreign": False,
    "trap": 0,
    "codes": 1,
    "align": 4,
    "tensor": False,
    "fault": 0,
}
TRAPS = {"apply": 1, "observe": 2, "many_codes": 3, "negative_code": 4, "endless": 5, "copy": 6}


def action_to_string(game: Game, action: int) -> str:
    return f"say:{action}"


def chance_to_string(game: Game, outcome: int) -> str:
    return f"card:{outcome}"


def code_to_string(game: Game, code: int) -> str:
    if not 0 <= code < game.options["cards"] + game.options["actions"]:
        raise ValueError(f"no code {code}")
    cards = game.options["cards"]
    return f"card:{code}" if code < cards else f"say:{code - cards}"


def describe_action(game: Game, action: int) -> str:
    return f"Say {action}"


def observation_string(state: Any, player: int) -> str:
    return f"seat {player} sees {state.to_bytes().hex()}"


def text_module() -> SimpleNamespace:
    """A text module of its own for every caller."""
    functions = (action_to_string, chance_to_string, code_to_string, describe_action, observation_string)
    return SimpleNamespace(**{function.__name__: function for function in functions})


class Toy:
    """The compiled library: makes games and tells what it counts."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.PyDLL(str(path))
        self._new_capsule = ctypes.pythonapi.PyCapsule_New
        self._new_capsule.restype = ctypes.py_object
        self._new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

    def engine(self, name: str = "toy_engine", kind: bytes = b"caravela.engine") -> object:
        """A capsule of one of the library's engines."""
        # PyCapsule keeps the address of its name: it must live as long.
        self._kinds = {**getattr(self, "_kinds", {}), kind: kind}
        return self._new_capsule(ctypes.addressof(ctypes.c_char.in_dll(self._library, name)), self._kinds[kind], None)

    def game(self, **options: Any) -> Game:
        """A game with some options changed."""
        chosen = OPTIONS | options
        changed = ",".join(f"{key}={value}" for key, value in sorted(options.items()))
        return Game(
            self.engine(),
            "toy",
            chosen,
            {"numbers": [1, 2.5], "table": [{"word": "a"}, {"word": "b"}]},
            text_module(),
            f"toy({changed})" if changed else "toy",
        )

    @property
    def opened(self) -> int:
        """Games opened and not closed."""
        return int(self._library.toy_opened())

    @property
    def boxes(self) -> int:
        """Foreign states alive."""
        return int(self._library.toy_boxes())

    @property
    def misaligned(self) -> int:
        """Calls that got a state at a wrong address."""
        return int(self._library.toy_misaligned())


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """The toy engine, built with the compiler that Python was built with."""
    target = tmp_path_factory.mktemp("toy") / "toy.so"
    flags = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
    command = [
        *shlex.split(sysconfig.get_config_var("CC") or "cc"),
        *("-std=c99", "-O1", "-shared", "-fPIC", *flags),
        *(f"-I{get_include()}", f"-I{sysconfig.get_paths()['include']}"),
        *(str(Path(__file__).with_name("toy.c")), "-o", str(target)),
    ]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return Toy(target)


@pytest.fixture(params=[False, True], ids=["native", "foreign"])
def toy_game(toy: Toy, request: pytest.FixtureRequest) -> Game:
    """The toy with plain states and with states on Python's heap."""
    return toy.game(foreign=request.param)


@pytest.fixture
def played() -> Callable[..., Any]:
    """Plays the toy's deals and then the given actions."""

    def play(game: Game, cards: tuple[int, int], *actions: int) -> Any:
        state = game.new_initial_state()
        for action in (*cards, *actions):
            state.apply_action(action)
        return state

    return play
