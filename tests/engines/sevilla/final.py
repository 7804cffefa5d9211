"""Puts a won pile on the table before boarding: the last lots are deserted, and patrons bring no coins."""

from collections.abc import Mapping

from caravela.cext.core import State
from caravela.engines import load_game
from caravela.engines.registry import engine_spec
from caravela.engines.sevilla.names import KINDS, LOTS, SEATS, names_of
from caravela.engines.sevilla.table import LAYOUT, STEPS

REVEALED = 56  # by three players in eight rounds (S4.3)
ON_LOTS = 7


def before_boarding(
    pile: Mapping[str, int], ships: int, spaces: int, purse: int, *, helm: bool = False, boarding: str = "auto",
    atarazanas: bool = False,
) -> State:  # fmt: skip
    """Three players; seat 0 has the pile, ship cards with so many spaces in all, and the purse. `show` is next."""
    data = engine_spec("sevilla").data()
    for patron in data["patron"]:
        patron["income"] = 0
    data["palace"]["alcazar"]["crown_income"] = 0
    tables = {"patron": data["patron"], "palace": data["palace"]}
    options = {"palace": atarazanas, "boarding": boarding, "coins": max(1, purse)}
    game = load_game("sevilla", players=3, rebels=True, data=tables, **options)
    names = names_of(game)
    counts = [row["count"] for row in (*data["auction_card"], *data["rebel_card"])]
    piles = [[0] * KINDS for _ in range(SEATS)]
    piles[0] = [pile.get(card, 0) for card in names.cards]
    rest = [kind for kind, count in enumerate(counts) for _ in range(count - piles[0][kind])]
    lots = [1 + kind for kind in rest[:ON_LOTS]]
    cards = [*lots, 0] + [0] * (2 * LOTS - ON_LOTS - 1)
    deck = [0] * KINDS
    for kind in rest[ON_LOTS : ON_LOTS + sum(counts) - REVEALED]:
        deck[kind] += 1
    holder = [2, 1, 3, 0, 0] if atarazanas else [0] * 5
    return game.state_from_bytes(
        LAYOUT.pack(
            *(count for row in piles for count in row),
            *[0] * KINDS,
            *[0] * (SEATS * KINDS),
            *deck,
            *[0] * (3 * SEATS * LOTS),
            *cards,
            *[0] * (LOTS + 8),
            *[purse, 0, 0, 0, 0],
            *[0] * (4 * SEATS),
            *[ships, 0, 0, 0, 0],
            *holder,
            *[0, 0, sum(deck), 0, 0, 7, 0, 0],
            *[STEPS.index("show"), 0, 0 if helm else 1, 0b111, 0, 0, 0],
            *[4 * spaces, 0, 0, 0, 0],
            *[0] * SEATS,
            100,
        )
    )
