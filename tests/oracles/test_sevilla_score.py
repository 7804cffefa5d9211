"""The oracle's boarding and scoring against the rulebook: the vectors S19.9 to S19.21, each card, and brute force."""

import tomllib
from collections import Counter
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.sevilla_score import EXEMPTS, Boarding, Pile

DATA: dict[str, Any] = tomllib.loads((files("caravela.engines") / "sevilla" / "data.toml").read_text())
CARDS = {card["id"]: card for card in (*DATA["auction_card"], *DATA["rebel_card"])}
DECK = [title for title, card in CARDS.items() for _ in range(card["count"])]
SHORT = {"a": "carpentry_a", "b": "carpentry_b", "c": "carpentry_c", "d": "carpentry_d", "boy": "ships_boy"}


def pile(text: str) -> Pile:
    """Cards by title, with their number where there are more: "oil*3 friar"."""
    cards: Pile = Counter()
    for word in text.split():
        title, _, number = word.partition("*")
        cards[SHORT.get(title, title)] += int(number or 1)
    return cards


def end(text: str, ships: tuple[int, ...] = (), *, purse: int = 0, helm: bool = False, more: int = 0) -> Boarding:
    """A player at the end, with ships of these capacities in spaces; `more` quarters each."""
    capacity = sum(4 * spaces + more for spaces in ships)
    return Boarding(DATA, pile(text), capacity=capacity, ships=len(ships), purse=purse, helm=helm)


def worth(text: str, purse: int = 0, *, ships: int = 0, helm: bool = False) -> int:
    """Points of a pile if all is aboard."""
    return end(text, (99,) * ships, purse=purse, helm=helm).points(pile(text))


VECTORS: list[tuple[str, str, tuple[int, ...], dict[str, Any], int, int]] = [
    ("S19.9", "storekeeper oil*3 administrator soldier", (2, 1), {"purse": 7}, 9, 1),
    ("S19.10", "a b c diver carpenter oil wine", (3,), {}, 12, 0),
    (
        "S19.11",
        "captain_general lieutenant admiral treasurer friar chaplain wine*2 surgeon boy*2 boatswain",
        (5, 2),
        {"purse": 11},
        26,
        2,
    ),
    (
        "S19.12",
        "scribe boy cook oil wine armament livestock chief_pilot master",
        (2, 1, 1),
        {"purse": 4},
        11,
        1,
    ),
    (
        "S19.13",
        "rogue lieutenant captain_general boatswain stowaway mutineer",
        (3, 2),
        {"purse": 9, "helm": True},
        10,
        2,
    ),
    ("S19.14", "stowaway*2 mutineer rogue oil", (2,), {"purse": 3, "helm": True}, 5, 0),
    ("S19.15", "scribe rogue oil captain_general", (4,), {}, 7, 0),
    ("S19.16", "governor*2 soldier*2 armament*3", (1, 1), {"more": 4}, 21, 0),
    ("S19.17", "a*2 b*2 c*2 diver*2 carpenter*2", (4,), {}, 16, 0),
    ("S19.17 with a ship of 5", "a*2 b*2 c*2 diver*2 carpenter*2", (5,), {}, 20, 0),
    ("S19.18", "chief_pilot*2 oil*2", (3, 1, 1), {"purse": 40}, 8, 10),
    ("S19.19", "surgeon boy*3 boatswain", (2,), {}, 9, 0),
    ("S19.20", "oil wine", (), {"purse": 5}, 0, 1),
]


@pytest.mark.parametrize(("about", "cards", "ships", "rest", "points", "coins"), VECTORS, ids=[v[0] for v in VECTORS])
def test_vectors(about: str, cards: str, ships: tuple[int, ...], rest: dict[str, Any], points: int, coins: int) -> None:
    player = end(cards, ships, **rest)
    assert player.best() == points
    assert player.best_by_trying_all() == points
    assert player.coin_points() == coins


def test_weights_in_the_vectors() -> None:
    assert end("").weight(pile("storekeeper oil*3 administrator")) == 8
    assert end("").weight(pile("a b c diver carpenter")) == 11
    cards = "captain_general admiral treasurer friar chaplain wine*2 surgeon boy*2 boatswain"
    assert end("").weight(pile(cards)) == 28
    assert end("").weight(pile("governor*2 soldier*2 armament*3")) == 16
    assert end("").weight(pile("rogue stowaway mutineer")) == 12


@pytest.mark.parametrize(
    ("pieces", "divers", "sets"),
    [((2, 1, 1, 0), 1, 1), ((2, 2, 2, 0), 2, 2), ((2, 2, 1, 1), 2, 2), ((3, 0, 0, 0), 2, 0), ((0, 0, 0, 0), 2, 0)],
)
def test_s19_21_sets(pieces: tuple[int, ...], divers: int, sets: int) -> None:
    cards = Counter(dict(zip(("carpentry_a", "carpentry_b", "carpentry_c", "carpentry_d"), pieces, strict=True)))
    cards["diver"] = divers
    assert end("").sets(cards) == sets


def test_every_card_of_the_box_has_a_weight() -> None:
    """S1.1, S10.2, S14.2."""
    weights = {"goods": 2, "carpentry": 1, "officer": 4, "crew": 4, "boy": 4, "rebel": 4}
    for title, card in CARDS.items():
        assert end("").weight(Counter([title])) == weights[card["family"]]
    sizes = Counter(card["family"] for card in DATA["auction_card"] for _ in range(card["count"]))
    assert sizes == {"goods": 20, "carpentry": 20, "officer": 20, "crew": 20, "boy": 8}


@pytest.mark.parametrize("crew", EXEMPTS)
def test_exemptions(crew: str) -> None:
    """S10.3, R14: the crew card pays its own space; a second copy changes nothing."""
    free = EXEMPTS[crew]
    player, alone = end(""), Counter({free: 4})
    assert player.weight(alone) == 4 * CARDS[free]["weight_quarters"]
    assert player.weight(alone + Counter([crew])) == 4
    assert player.weight(alone + Counter([crew, crew])) == 8
    assert sum(player.weight(Counter([crew, title])) == 4 for title in CARDS) == 1


EACH: list[tuple[str, int]] = [
    # S11.1
    ("oil wine*2 armament livestock", 5),
    ("boy*3", 0),
    ("a b c d", 8),
    ("a*2 b*2 c*2 d", 8),
    # S11.3
    ("administrator*2 storekeeper*2", 12),
    ("chaplain friar*2", 6),
    ("rancher*2 butcher", 6),
    ("governor soldier*2", 6),
    ("lieutenant diver*2 cook", 3),
    ("lieutenant*2 friar boy", 2),
    ("captain_general", 1),
    ("captain_general*2 treasurer", 6),
    ("admiral treasurer boatswain rancher", 4),
    ("admiral*2 treasurer boatswain", 0),
    ("admiral*2 treasurer boatswain rancher", 8),
    ("boatswain*2 boy*3", 12),
    # S11.4
    ("storekeeper*2 oil*3", 3 + 6),
    ("friar wine oil", 2 + 1),
    ("soldier armament", 2),
    ("butcher livestock*2", 4),
    ("master diver cook scribe", 4),
    ("master diver cook", 0),
    ("master*2 diver*2 cook*2", 0),
    ("carpenter*2 a b c d", 8 + 8),
    ("carpenter a b c", 0),
    ("carpenter a b diver*2", 8 + 4),
    ("scribe boy treasurer oil", 4 + 1),
    ("scribe boy oil", 1),
    ("scribe treasurer oil", 1),
    ("scribe boy treasurer", 0),
    ("scribe*2 boy treasurer oil", 8 + 1),
    ("surgeon*2 boy*3", 6),
    ("cook*2 oil wine armament livestock", 8 + 4),
    ("cook oil wine armament", 3),
    ("diver*2", 0),
    # S14.3, S14.5: Rogues
    ("stowaway mutineer rogue", 0),
    ("lieutenant rogue*2", 2),
    ("captain_general rogue", 2),
    ("boatswain rogue", 2),
    ("surgeon rogue*2", 2),
    ("admiral treasurer boatswain rogue", 4 + 2),
    ("admiral treasurer rogue*2", 0),
    ("master diver cook rogue", 4),
    ("master diver rogue*2", 0),
    ("scribe rogue oil", 1),
    ("scribe rogue*2 oil", 4 + 1),
    ("scribe rogue boy oil", 4 + 1),
    ("scribe rogue treasurer oil", 4 + 1),
    ("scribe rogue*2", 0),
    # R22: the other rebels count as nothing
    ("lieutenant captain_general boatswain surgeon mutineer stowaway", 1 + 3),
    ("scribe mutineer stowaway oil", 1),
]


@pytest.mark.parametrize(("cards", "points"), EACH)
def test_points(cards: str, points: int) -> None:
    assert worth(cards) == points


def test_points_that_look_beyond_the_cards() -> None:
    """Chief Pilot, Treasurer, Mutineer (S11.3, S14.3)."""
    assert worth("chief_pilot*2", ships=3) == 6
    assert worth("chief_pilot") == 0
    assert [worth("treasurer*2", purse) for purse in (9, 10, 11)] == [0, 8, 8]
    assert [worth("mutineer*2", helm=helm) for helm in (False, True)] == [0, 10]


def test_one_card_serves_several() -> None:
    """S11: the rulebook's example of the Friar."""
    assert worth("chaplain friar lieutenant") == 3 + 1


def test_surgeon_does_not_carry_rogues() -> None:
    """R10."""
    assert end("").weight(pile("surgeon rogue boy")) == 8


@pytest.mark.parametrize(("spaces", "owed"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_padlocks(spaces: int, owed: int) -> None:
    """S10.4, R8: as many as there is room for, and the player chooses which."""
    player = end("mutineer rogue stowaway oil", (spaces,), helm=True)
    assert player.padlocks_owed(pile("")) == owed
    assert player.is_legal(pile("")) == (owed == 0)
    assert player.best() == (0 if not spaces else 5 if spaces < 4 else 6)


def test_padlocks_leave_only_what_is_left() -> None:
    player = end("stowaway captain_general*2 lieutenant", (2,))
    assert player.best() == 1
    assert not player.is_legal(pile("captain_general*2"))
    assert player.is_legal(pile("stowaway captain_general"))


def test_half_a_space_is_no_room_for_a_padlock() -> None:
    """S10.4 with an odd capacity."""
    player = Boarding(DATA, pile("stowaway oil"), capacity=6, ships=1, purse=0, helm=False)
    assert player.best() == 1
    player = Boarding(DATA, pile("stowaway oil"), capacity=3, ships=1, purse=0, helm=False)
    assert player.padlocks_owed(pile("")) == 0
    assert player.best() == 1


def test_manual_boarding_step_by_step() -> None:
    """S10.8: what exempts opens room, and padlocks keep theirs."""
    player = end("storekeeper oil*2 stowaway", (2,))
    assert player.may_add(pile(""), "oil")
    assert not player.may_add(pile("oil*2"), "oil"), "there are no more"
    assert player.may_add(pile("oil*2"), "stowaway")
    assert player.may_add(pile("oil*2"), "storekeeper"), "then they weigh nothing"
    assert not end("friar oil*2 stowaway", (2,)).may_add(pile("oil*2"), "friar"), "the Stowaway keeps a space"
    assert player.padlocks_owed(pile("storekeeper oil*2")) == 1


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 11), st.integers(0, 40), st.integers(0, 20), st.booleans(), st.randoms(use_true_random=False))
def test_best_is_what_trying_all_finds(number: int, capacity: int, purse: int, helm: bool, random: Random) -> None:
    cards = Counter(random.sample(random.choice((DECK, DECK[-48:], DECK[20:], DECK[60:])), number))
    player = Boarding(DATA, cards, capacity=capacity, ships=capacity // 8, purse=purse, helm=helm)
    assert player.best() == player.best_by_trying_all()


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 30), st.randoms(use_true_random=False))
def test_more_cards_are_never_worth_less(number: int, random: Random) -> None:
    """S10.6."""
    aboard = Counter(random.sample(DECK, number))
    player = Boarding(DATA, Counter(DECK), capacity=999, ships=2, purse=11, helm=True)
    for title in CARDS:
        assert player.points(aboard + Counter([title])) >= player.points(aboard)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 8), st.integers(0, 24), st.randoms(use_true_random=False))
def test_every_legal_set_can_be_boarded_card_by_card(number: int, capacity: int, random: Random) -> None:
    """S10.8: the exempting crew first; and there is always something to do."""
    cards = Counter(random.sample(DECK[-48:], number))
    player = Boarding(DATA, cards, capacity=capacity, ships=1, purse=0, helm=False)
    aboard: Pile = Counter()
    while random.random() < 0.8 or player.padlocks_owed(aboard):
        more = [title for title in cards if player.may_add(aboard, title)]
        if not more:
            break
        aboard[random.choice(more)] += 1
    assert player.is_legal(aboard)
    again: Pile = Counter()
    for title in sorted(aboard.elements(), key=lambda title: title not in EXEMPTS):
        assert player.may_add(again, title)
        again[title] += 1
    assert player.padlocks_owed(again) == 0
