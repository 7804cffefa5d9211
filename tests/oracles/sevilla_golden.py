"""Golden games of Sevilla 1503 that show rare rules: whole games as text, in the form that `caravela.replay` reads.

`python -m tests.oracles.sevilla_golden` writes those that are missing from `tests/golden/`. A file that exists
stays: it is the record of how its game went. Delete one to have it played anew.
"""

from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any

from tests.oracles.sevilla import CHANCE, OVER, Sevilla
from tests.oracles.sevilla_play import DEALERS, PLAYERS, next_name, note_end, note_step

FOLDER = Path(__file__).parents[1] / "golden"
DEFAULTS = {"players": 3, "palace": False, "rebels": False}


@dataclass(frozen=True)
class Golden:
    """How a golden game came about: the first game of this style in which all of `shows` happened."""

    about: str
    options: dict[str, Any]
    player: str = "rival"
    dealer: str = "fair"
    shows: tuple[str, ...] = field(default=())


GAMES: dict[str, Golden] = {
    "no_bids": Golden("Hardly anybody bids: lots are deserted, purses grow (S6.9).", {"players": 5}, "hermit"),
    "ties": Golden(
        "Ties, also with the disc, deserted and decided by patrons (S6.5, S6.7, S12.3).",
        {"players": 2},
        "copycat",
        shows=("tie with the disc", "tie without a rebid", "lone contender below the disc wins by a rebid"),
    ),
    "tolls": Golden(
        "Tolls paid, ships handed over by choice and by force (S13.5).",
        {"players": 4, "palace": True},
        "gambler",
        "first_outcome",
        shows=("toll paid", "ship handed over", "ship handed over by force"),
    ),
    "swaps": Golden(
        "El Arenal: cards under the deck come up again, then the deck is empty (S13.4, R9).",
        {"players": 5, "palace": True},
        "schemer",
        shows=("known card comes up", "no deck: not asked", "used up: not asked"),
    ),
    "known_swap": Golden(
        "El Arenal draws a card that all know.",
        {"players": 5, "rounds": 3, "lots": 1, "palace": True, "cards": "oil+wine", "copies": 2},
        "schemer",
        shows=("known card drawn by El Arenal",),
    ),
    "deals": Golden(
        "Rebels kept, given away, sold, and more than there is room for (S14.4, R8, R23).",
        {"players": 3, "palace": True, "rebels": True},
        "schemer",
        "last_outcome",
        shows=("two rebels in a lot", "rebel given", "rebel sold", "more padlocks than room"),
    ),
    "great_piles": Golden("One player buys nearly everything.", {"players": 2}, "monopolist"),
    "purse_breaks_tie": Golden("The purse breaks a tie (S9.2).", {"players": 5}, shows=("tie broken by the purse",)),
    "shared_win": Golden("A shared win (S9.2).", {"players": 4}, "hermit", shows=("shared win",)),
}


def data() -> dict[str, Any]:
    """The shipped data file."""
    return loads((files("caravela.engines") / "sevilla" / "data.toml").read_text())


def path_of(name: str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"sevilla_{name}.txt"


def spec_of(options: dict[str, Any]) -> str:
    """The game as `caravela.load_game` reads it: only options that differ from the default, sorted."""
    shown = [
        f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in sorted(options.items())
        if DEFAULTS.get(key) != value
    ]
    return f"sevilla({','.join(shown)})" if shown else "sevilla"


def write(golden: Golden, names: list[str]) -> str:
    """The text of a game: a step a line, with what followed of itself as a comment, then the result."""
    game = Sevilla(data(), **golden.options)
    lines = ["caravela-record 1", f"game: {spec_of(golden.options)}", "", f"# {golden.about}", ""]
    for name in names:
        mover = "*" if game.player() == CHANCE else str(game.player())
        seat = max(0, game.player())
        known = len(game.told[seat])
        game.apply(name)
        remarks = [line for line in game.told[seat][known:] if not line.endswith(name) and "disc is placed" not in line]
        lines.append(f"{mover} {name}" + "".join(f"  # {remark}" for remark in remarks))
    lines += ["", *(f"# {_end_of(game, seat)}" for seat in game.seats)]
    return "\n".join([*lines, *results(game)]) + "\n"


def results(game: Sevilla) -> list[str]:
    """The last lines of a record."""
    return [
        f"returns: {' '.join(repr(float(share)) for share in game.returns())}",
        f"scores: {' '.join(repr(float(points)) for points in game.scores())}",
        f"ranks: {' '.join(map(str, game.ranks()))}",
    ]


def _end_of(game: Sevilla, seat: int) -> str:
    """What a seat has at the end."""
    end = game.end_of(seat)
    pile = " ".join(f"{title}*{count}" if count > 1 else title for title, count in sorted(end.pile.items()))
    helm = ", the Helm" if end.helm else ""
    return (
        f"{seat}: {end.purse} coins{helm}, {end.ships} ships for {end.weight(end.pile)}/{end.capacity}: {pile or '-'}"
    )


def names_in(text: str) -> list[str]:
    """The steps of a golden text."""
    return [line.split()[1] for line in text.splitlines() if line[:1] in ("*", *"0123456789")]


def played(golden: Golden) -> list[str]:
    """The names of the first game that shows what it should."""
    for seed in range(400):
        random, seen, names, game = Random(seed), Counter[str](), list[str](), Sevilla(data(), **golden.options)
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
