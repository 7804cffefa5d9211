"""Players in Python files that are no part of any installed package."""

import importlib.util
import sys
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

from caravela.bots.player import Player

__all__ = ["load_file"]


def load_file(path: str, name: str = "") -> type[Player]:
    """The class of that name in a Python file; without a name the only one with a method `choose`.

    The file is run once in a process. ValueError if it cannot be, or for another number of such classes.
    """
    module = _module(Path(path))
    players = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "choose", None))
    }
    if name:
        if name not in players:
            raise ValueError(f"bot '{path}:{name}' is not a class with a method choose(view); {_listed(path, players)}")
        return players[name]
    if len(players) != 1:
        raise ValueError(f"bot {path!r}: name one class, {path}:Class; {_listed(path, players)}")
    (only,) = players.values()
    return only


def _module(path: Path) -> ModuleType:
    where = path.resolve()
    # A name of its own, so that two files of one name do not meet; the same one in every process.
    name = f"caravela_bot_{blake2b(str(where).encode(), digest_size=6).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    if not where.is_file():
        raise ValueError(f"bot {str(path)!r}: there is no such file")
    spec = importlib.util.spec_from_file_location(name, where)
    if spec is None or spec.loader is None:
        raise ValueError(f"bot {str(path)!r}: this is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            raise
        raise ValueError(f"bot {str(path)!r}: running it fails with {type(error).__name__}: {error}") from error
    return module


def _listed(path: str, players: dict[str, type[Player]]) -> str:
    return f"{path} has {', '.join(players) or 'none'}"
