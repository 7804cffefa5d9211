"""Pizarro & Co. (Magellan): 36 auctions for explorers, paid with cards from hand."""

from pathlib import Path

from caravela.cext.core import Game
from caravela.engines.pizarro import text
from caravela.engines.pizarro.law import choice_weight, explain_world
from caravela.engines.pizarro.names import names_of
from caravela.engines.pizarro.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option


def rotate_history(game: Game, history: list[int], by: int) -> list[int] | None:
    """The history of the same game with every seat moved on by `by`: only the auctioneer is another.

    None if the options name the auctioneer: then the seats differ.
    """
    seats = game.num_players()
    if game.options["auctioneer"] >= 0:
        return None
    first = len(names_of(game).outcomes) - seats
    return [first + (history[0] - first + by) % seats, *history[1:]]


BOARDS = ("AA", "AB", "BA", "BB")

ENGINE = EngineSpec(
    name="pizarro",
    title="Pizarro & Co.",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(
        Option("players", int, 4, "number of players; with the data of the box 3 to 6", low=2, high=6),
        Option("board", str, "default", "sides of the halves; default: as in the data", choices=("default", *BOARDS)),
        Option("auctioneer", int, 0, "the auctioneer's seat; -1: drawn", low=-1, high=5),
        Option("explorers", str, "all", "only these explorers, joined by +, or all"),
        Option("phases", int, 0, "only the first so many phases; 0: all", low=0, high=3),
        Option("copies", int, 0, "at most so many cards of an explorer in a phase; 0: as in the data", low=0, high=8),
        Option("values", int, 0, "only the lowest so many money values; 0: all", low=0, high=12),
        Option("money", int, 0, "at most so many copies of a money card; 0: as in the data", low=0, high=60),
        Option("ships", int, 0, "at most so many ships a player; 0: as in the data", low=0, high=60),
    ),
    text=text,
    variants=tuple({"players": players, "board": board} for players in (3, 4, 5, 6) for board in BOARDS),
    reduced=(
        # Small enough to list many histories: one phase, one explorer, three values.
        {"players": 3, "board": "AA", "explorers": "vasco_da_gama", "copies": 2, "values": 2, "money": 5, "phases": 1},
        {"players": 3, "board": "AA", "explorers": "magellan", "copies": 2, "values": 3, "money": 4, "phases": 1},
        {"players": 3, "board": "BB", "explorers": "vasco_da_gama", "copies": 1, "values": 3, "money": 4, "phases": 2},
        {"players": 3, "board": "AB", "explorers": "cook", "copies": 1, "values": 2, "money": 5, "phases": 2},
        {"players": 3, "board": "AA", "explorers": "cook+vasco_da_gama", "copies": 1, "values": 2, "money": 4},
        {"players": 4, "board": "BB", "explorers": "columbus+pizarro+magellan", "copies": 2, "values": 4},
    ),
    rotate_history=rotate_history,
    explain_world=explain_world,
    choice_weight=choice_weight,
)
