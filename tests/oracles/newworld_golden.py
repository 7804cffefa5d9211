"""Golden games of The New World: whole games as text, written by the oracle in the form that `caravela.replay` reads.

`python -m tests.oracles.newworld_golden` writes those that are missing from `tests/golden/`. A file that exists
stays: it is the record of how its game went. Delete one to have it played anew.
"""

from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any

from tests.oracles.newworld import CHANCE, OVER, NewWorld
from tests.oracles.newworld_play import DEALERS, PLAYERS, next_name, note_end, note_step

FOLDER = Path(__file__).parents[1] / "golden"
DEFAULTS = {"players": 3}


@dataclass(frozen=True)
class Golden:
    """How a golden game came about: the first game of this style in which all of `shows` happened."""

    about: str
    options: dict[str, Any]
    player: str = "dealmaker"
    dealer: str = "fair"
    shows: tuple[str, ...] = field(default=())


GAMES: dict[str, Golden] = {
    "chain": Golden(
        "A chain of five Fates, and reactions that a second Fate saves (N7.4).",
        {"players": 5, "first": 0},
        "reactor",
        "fateful",
        ("chain of 5", "a third seat meets a reaction"),
    ),
    "embargo": Golden(
        "Embargoes for oneself and for others, one of them cancelled (N7.5).",
        {"players": 4, "first": 3},
        "courtier",
        "fateful",
        ("embargo for oneself", "embargo for a third party", "fate against embargo"),
    ),
    "renewed_pile": Golden(
        "A pile that is renewed while a reaction draws (N4.2, R26).",
        {"players": 5},
        "reactor",
        shows=("reshuffle for a reaction",),
    ),
    "loyalty": Golden(
        "Loyalty spares a part of the targets, and all (N7.5).",
        {"players": 4},
        "reactor",
        "fateful",
        ("loyalty spares a part", "loyalty spares all", "fate against loyalty"),
    ),
    "revolt": Golden(
        "Revolts, one of them cancelled (N7.7, R18).",
        {"players": 6},
        "reactor",
        "fateful",
        ("revolt draws", "fate against revolt", "some are not poor enough for revolt"),
    ),
    "marauders": Golden(
        "Iron Grips and Marauders, with Fates against them (N11.2, N11.3).",
        {"players": 2, "first": 1},
        "governor",
        "monopolies",
        ("fate against marauders", "marauders against iron_grip", "iron_grip declined"),
    ),
    "plague": Golden(
        "A plague that is bought off after polls that fell short, and one that finds no colony any more (N10).",
        {"players": 3},
        "physician",
        shows=("plague bought off", "poll lapses", "plague runs out of colonies"),
    ),
    "isolation": Golden(
        "Several Isolations, Explorer, what cannot be abandoned (N8, R6).",
        {"players": 4},
        "hermit",
        shows=("two isolations", "explorer among several", "abandoned beside isolated ones"),
    ),
    "marriage": Golden(
        "Tied leaders, a single target, oneself (N9.1, R21).",
        {"players": 3},
        shows=("marriage of a choice of leaders", "marriage of one colony"),
    ),
    "hands": Golden("Hands above their limits (N4.3).", {"players": 2}, "saver", shows=("discard above one",)),
    "shared_win": Golden("A shared win (N12.3, R17).", {"players": 4}, shows=("tie for the first place",)),
    "reduced": Golden(
        "A game small enough for exact work.",
        {"players": 2, "turns": 4, "regions": 2, "titles": "embargo+fate+revolt+war", "copies": 2, "hand": 2},
    ),
}


def data() -> dict[str, Any]:
    """The shipped data file."""
    return loads((files("caravela.engines") / "newworld" / "data.toml").read_text())


def path_of(name: str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"newworld_{name}.txt"


def spec_of(options: dict[str, Any]) -> str:
    """The game as `caravela.load_game` reads it: only options that differ from the default, sorted."""
    shown = [f"{key}={options[key]}" for key in sorted(options) if DEFAULTS.get(key) != options[key]]
    return f"newworld({','.join(shown)})" if shown else "newworld"


def write(golden: Golden, names: list[str]) -> str:
    """The text of a game: a step a line, a blank line before each turn, the map and the points after it."""
    game = NewWorld(data(), **golden.options)
    lines = ["caravela-record 1", f"game: {spec_of(golden.options)}", "", f"# {golden.about}", ""]
    for name in names:
        now = (game.turn, game.active)
        mover = "*" if game.player() == CHANCE else str(game.player())
        drawn = game.asked() == "draw"
        game.apply(name)
        lines.append(f"{mover} {name}" + (f"  # for {_last_drawer(game)}" if drawn else ""))
        if now != (game.turn, game.active):
            lines += ["", f"# {_table(game)}"]
    lines += ["", f"returns: {' '.join(repr(float(share)) for share in game.returns())}"]
    lines += [f"scores: {' '.join(repr(float(points)) for points in game.scores())}"]
    lines += [f"ranks: {' '.join(map(str, game.ranks()))}"]
    return "\n".join(lines) + "\n"


def _last_drawer(game: NewWorld) -> int:
    return next(move.seat for move in reversed(game.moves) if move.what == "draw")


def _table(game: NewWorld) -> str:
    """Points, support and colonies of all seats; Struggling ones in brackets."""
    seats = []
    for seat in game.seats:
        own = [(game.sites[site], game.map[site].successful) for site in game.colonies(seat)]
        colonies = " ".join(name if successful else f"({name})" for name, successful in own)
        seats.append(f"{seat}: {game.points[seat]} VP, support {game.support[seat]}, {colonies or 'no colony'}")
    return "; ".join(seats)


def names_in(text: str) -> list[str]:
    """The steps of a golden text."""
    return [line.split()[1] for line in text.splitlines() if line[:1] in ("*", *"0123456789")]


def played(golden: Golden) -> list[str]:
    """The names of the first game that shows what it should."""
    for seed in range(2000):
        random, seen, names, game = Random(seed), Counter[str](), list[str](), NewWorld(data(), **golden.options)
        while game.player() != OVER:
            names.append(next_name(game, random, PLAYERS[golden.player], DEALERS[golden.dealer]))
            note_step(game, names[-1], seen)
            game.apply(names[-1])
        note_end(game, seen)
        if all(seen[what] for what in golden.shows):
            return names
    raise LookupError(f"no game shows {golden.shows}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        if not path_of(name).exists():
            path_of(name).write_text(write(golden, played(golden)))
            print(path_of(name).name)
