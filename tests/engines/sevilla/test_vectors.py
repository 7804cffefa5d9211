"""S19.9 to S19.21 at the end of a game, boarded by the engine and card by card."""

from dataclasses import dataclass, field

import pytest

from caravela.engines.sevilla import best_boarding
from caravela.engines.sevilla.table import read_table
from tests.engines.sevilla.final import before_boarding


@dataclass
class Vector:
    name: str
    ships: str  # capacities
    pile: str
    purse: int
    points: int  # of cards and coins
    helm: bool = False
    atarazanas: bool = False
    cards: dict[str, int] = field(init=False)

    def __post_init__(self):
        self.cards = {}
        for word in self.pile.split():
            card, _, copies = word.partition("*")
            self.cards[card] = int(copies or 1)

    def state(self, boarding):
        ships = [int(capacity) for capacity in self.ships.split()]
        return before_boarding(
            self.cards,
            len(ships),
            sum(ships),
            self.purse,
            helm=self.helm,
            boarding=boarding,
            atarazanas=self.atarazanas,
        )


SET = "carpentry_a carpentry_b carpentry_c"
VECTORS = [
    Vector("S19.9", "2 1", "storekeeper oil*3 administrator soldier", 7, 10),
    Vector("S19.10", "3", f"{SET} diver carpenter oil wine", 0, 12),
    Vector(
        "S19.11",
        "5 2",
        "captain_general lieutenant admiral treasurer friar chaplain wine*2 surgeon ships_boy*2 boatswain",
        11,
        28,
    ),
    Vector("S19.12", "2 1 1", "scribe ships_boy cook oil wine armament livestock chief_pilot master", 4, 12),
    Vector("S19.13", "3 2", "rogue lieutenant captain_general boatswain stowaway mutineer", 9, 12, helm=True),
    Vector("S19.14", "2", "stowaway*2 mutineer rogue oil", 3, 5, helm=True),
    Vector("S19.15", "4", "scribe rogue oil captain_general", 0, 7),
    Vector("S19.16", "1 1", "governor*2 soldier*2 armament*3", 0, 21, atarazanas=True),
    Vector("S19.17", "4", "carpentry_a*2 carpentry_b*2 carpentry_c*2 diver*2 carpenter*2", 0, 16),
    Vector("S19.17 larger", "5", "carpentry_a*2 carpentry_b*2 carpentry_c*2 diver*2 carpenter*2", 0, 20),
    Vector("S19.18", "3 1 1", "chief_pilot*2 oil*2", 40, 18),
    Vector("S19.19", "2", "surgeon ships_boy*3 boatswain", 0, 9),
    Vector("S19.20", "", "oil wine", 5, 1),
    Vector("S19.21 one", "5", "carpentry_a*2 carpentry_b carpentry_c diver", 0, 8),
    Vector("S19.21 two", "5", "carpentry_a*2 carpentry_b*2 carpentry_c*2 diver*2", 0, 16),
    Vector("S19.21 mixed", "5", "carpentry_a*2 carpentry_b*2 carpentry_c carpentry_d diver*2", 0, 16),
    Vector("S19.21 none", "5", "carpentry_a*3 diver*2", 0, 0),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_automatic_boarding(vector):
    state = vector.state("auto")
    state.apply_action(state.string_to_action("show"))
    assert state.is_terminal()
    assert state.scores() == [vector.points, 0, 0]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_manual_boarding(vector):
    """The best cards can be boarded one by one, those that make others weightless first (S10.8)."""
    state = vector.state("manual")
    state.apply_action(state.string_to_action("show"))
    seat = read_table(state).seats[0]
    capacity = seat.capacity + (4 * seat.ships if vector.atarazanas else 0)
    _, chosen = best_boarding(vector.cards, capacity, seat.ships, vector.purse, vector.helm)
    crew = ("storekeeper", "friar", "soldier", "butcher", "surgeon")
    for card in sorted(chosen, key=lambda card: card not in crew):
        for _ in range(chosen[card]):
            state.apply_action(state.string_to_action(f"board:{card}"))
    for _ in range(3):
        state.apply_action(state.string_to_action("done"))
    assert state.is_terminal()
    assert state.scores() == [vector.points, 0, 0]


def legal(state):
    return [state.game.action_to_string(action) for action in state.legal_actions()]


def test_s10_8_rebels_must_board():
    state = next(vector for vector in VECTORS if vector.name == "S19.14").state("manual")
    state.apply_action(state.string_to_action("show"))
    assert legal(state) == ["board:mutineer", "board:rogue", "board:stowaway"]
    state.apply_action(state.string_to_action("board:rogue"))
    assert legal(state) == ["board:mutineer", "board:stowaway"]
    state.apply_action(state.string_to_action("board:stowaway"))
    assert legal(state) == ["done"]


def test_s10_8_room_is_kept_for_rebels():
    state = before_boarding({"rogue": 1, "oil": 3, "wine": 1}, 1, 2, 0, boarding="manual")
    state.apply_action(state.string_to_action("show"))
    state.apply_action(state.string_to_action("board:oil"))
    state.apply_action(state.string_to_action("board:wine"))
    assert legal(state) == ["board:rogue"]


def test_s10_3_weightless_cards_follow_their_crew():
    state = before_boarding({"storekeeper": 1, "oil": 3}, 1, 1, 0, boarding="manual")
    state.apply_action(state.string_to_action("show"))
    assert legal(state) == ["done", "board:oil", "board:storekeeper"]
    state.apply_action(state.string_to_action("board:storekeeper"))
    for _ in range(3):
        state.apply_action(state.string_to_action("board:oil"))
    assert legal(state) == ["done"]


def test_s10_8_seats_board_in_order():
    state = before_boarding({"oil": 1}, 1, 1, 0, boarding="manual")
    state.apply_action(state.string_to_action("show"))
    movers = []
    while not state.is_terminal():
        movers.append(state.current_player())
        state.apply_action(state.string_to_action("done"))
    assert movers == [0, 1, 2]
