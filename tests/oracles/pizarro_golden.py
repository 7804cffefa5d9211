"""Golden games of Pizarro & Co.: whole games as text, written by the oracle in the form that `caravela.replay` reads.

`python -m tests.oracles.pizarro_golden` writes those that are missing from `tests/golden/`. A file that exists
stays: it is the record of how its game went. Delete one to have it played anew.
"""

from collections import Counter
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any

from tests.oracles.pizarro import CHANCE, OVER, Pizarro
from tests.oracles.pizarro_configs import FULL
from tests.oracles.pizarro_play import DEALERS, PLAYERS, next_name, note_end, note_step

FOLDER = Path(__file__).parents[1] / "golden"
DEFAULTS = {"players": 4}


@dataclass(frozen=True)
class Golden:
    """How a golden game came about: the first game of this style in which all of `shows` happened."""

    about: str
    options: dict[str, Any]
    player: str = "haggler"
    dealer: str = "fair"
    shows: tuple[str, ...] = field(default=())


GAMES: dict[str, Golden] = {
    f"{options['board'].lower()}_{options['players']}": Golden(
        f"An ordinary game of {options['players']} on board {options['board']}.", options
    )
    for options in FULL
} | {
    "drawn_auctioneer": Golden("The auctioneer is drawn (R2, P14).", {"players": 3, "auctioneer": -1}),
    "vetoes": Golden(
        "Vetoes in a row and in later phases; cards come back from the bottom (P4.3, P4.4, R4).",
        {"players": 4},
        "monopolist",
        shows=("veto in a later phase", "second veto on the same card", "card from the known bottom"),
    ),
    "no_sale": Golden("Nobody ever buys: the auctioneer scores first (P5.7, P10.1).", {"players": 6}, "hermit"),
    "overpayments": Golden(
        "Payments that are too much, some of them with a choice (P6.2).",
        {"players": 3, "board": "BB"},
        "spender",
        shows=("choice of overpayments", "choice of exact payments", "choice within a payment"),
    ),
    "hidden_stacks": Golden(
        "Two Magellan stacks with hidden cards to choose from (P7.3, P8.3).",
        {"players": 3},
        "monopolist",
        shows=("choice of hidden stacks",),
    ),
    "open_stacks": Golden(
        "Two Magellan stacks with open cards to choose from (P7.3, P8.3).",
        {"players": 3, "board": "BA"},
        "monopolist",
        shows=("choice of open stacks",),
    ),
    "vasco_parts": Golden(
        "Left and right, and a choice of which ship leaves its part (P7.3, P8.5).",
        {"players": 3, "board": "AB"},
        "monopolist",
        shows=("choice of parts to leave", "left", "right"),
    ),
    "short_stack": Golden(
        "Too few cards to deal; the discard is turned for Vasco da Gama (P9.8, P9.9, T12).",
        {"players": 6, "board": "AB"},
        "miser",
        shows=("deal cut short", "discard turned in mid-phase"),
    ),
    "no_card_left": Golden(
        "Vasco da Gama finds neither stack nor discard (P9.8, R8).",
        {"players": 6, "explorers": "vasco_da_gama+marco_polo", "values": 2, "money": 6},
        "monopolist",
        shows=("draw lost",),
    ),
    "open_hand": Golden("Cards drawn into an open hand (P8.6).", {"players": 4}, "changers", shows=("draw shown",)),
    "exchanges": Golden(
        "Exchanges of three cards and of none (P9.6).",
        {"players": 4},
        "changers",
        shows=("exchange of three", "empty exchange"),
    ),
    "luck_lost": Golden(
        "A sum above 20 (P10.4, T4).", {"players": 3, "board": "BA"}, "explorer_fan", shows=("too much",)
    ),
    "luck_kept": Golden(
        "A sum of exactly 20 (P10.4, T5).", {"players": 3, "board": "BA"}, "explorer_fan", shows=("stop at the limit",)
    ),
    "shared_win": Golden("A shared win (P10.6, R10).", {"players": 4}, shows=("tie for the first place",)),
    "reduced": Golden(
        "A game small enough for exact work.",
        {"players": 3, "explorers": "magellan+vasco_da_gama", "copies": 2, "values": 4, "money": 5, "ships": 3},
    ),
}


def data() -> dict[str, Any]:
    """The shipped data file."""
    return loads((files("caravela.engines") / "pizarro" / "data.toml").read_text())


def path_of(name: str) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"pizarro_{name}.txt"


def spec_of(options: dict[str, Any]) -> str:
    """The game as `caravela.load_game` reads it: only options that differ from the default, sorted."""
    shown = [f"{key}={options[key]}" for key in sorted(options) if DEFAULTS.get(key) != options[key]]
    return f"pizarro({','.join(shown)})" if shown else "pizarro"


def write(golden: Golden, names: list[str]) -> str:
    """The text of a game: a step a line, with what followed of itself as a comment, then the result."""
    game = Pizarro(data(), **golden.options)
    lines = ["caravela-record 1", f"game: {spec_of(golden.options)}", "", f"# {golden.about}", ""]
    for name in names:
        mover = "*" if game.player() == CHANCE else str(game.player())
        seat = max(0, game.player())
        known = len(game.told[seat])
        game.apply(name)
        remarks = [line for line in game.told[seat][known:] if not line.endswith(name) and "turned up" not in line]
        lines.append(f"{mover} {name}" + "".join(f"  # {remark}" for remark in remarks))
    lines += ["", *(f"# {_fleet(game, seat)}" for seat in game.seats)]
    lines += [f"returns: {' '.join(repr(float(share)) for share in game.returns())}"]
    lines += [f"scores: {' '.join(repr(float(points)) for points in game.scores())}"]
    lines += [f"ranks: {' '.join(map(str, game.ranks()))}"]
    return "\n".join(lines) + "\n"


def _fleet(game: Pizarro, seat: int) -> str:
    """Where the ships of a seat stand at the end, what lies under them, and what is left in the hand."""
    ships = [
        f"{ship.explorer} {'I' * ship.space}"
        + (f" {ship.part}" if ship.part else "")
        + (f" with {'+'.join(map(str, ship.tucked))}" if ship.stack else "")
        for ship in game.ships
        if ship.owner == seat
    ]
    hand = " ".join(map(str, sorted(game.hands[seat].elements())))
    return f"{seat}: {', '.join(ships) or 'no ship'}; hand {hand or '-'}"


def names_in(text: str) -> list[str]:
    """The steps of a golden text."""
    return [line.split()[1] for line in text.splitlines() if line[:1] in ("*", *"0123456789")]


def played(golden: Golden) -> list[str]:
    """The names of the first game that shows what it should."""
    for seed in range(400):
        random, seen, names, game = Random(seed), Counter[str](), list[str](), Pizarro(data(), **golden.options)
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
