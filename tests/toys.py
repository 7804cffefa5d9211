"""A source of games, as an installed package would offer it: the Python twins of shipped games under `toys:`."""

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from caravela.cext import python_engine
from caravela.engines.registry import EngineSpec, engine_spec
from tests.python_twins import RULES

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nProvides-Extra: toys\n"


class Toys:
    """Stakes are always 1: the games have no data."""

    def spec(self, name: str) -> EngineSpec:
        if name not in RULES:
            close = get_close_matches(name, RULES) or sorted(RULES)
            raise ValueError(f"toys has no game {name!r}; did you mean {', '.join(close)}?")
        rules = RULES[name]
        engine = python_engine(f"toys:{name}", lambda options: rules({"payoff.stake": 1.0, **options}))
        return replace(engine_spec(name), name=f"toys:{name}", engine=engine, data_path=None)

    def names(self) -> list[str]:
        return sorted(RULES)


SOURCE = Toys()


def install(site: Path, entry_points: str = "toys = tests.toys:SOURCE", name: str = "toys-for-tests") -> None:
    """Writes into a folder of the import path what the installation of a package with these sources leaves."""
    metadata = site / f"{name.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(METADATA.format(name=name))
    (metadata / "entry_points.txt").write_text(f"[caravela.sources]\n{entry_points}\n")
