"""Boarding by S10 and S11: the vectors of the rules, single paragraphs, boarding by hand."""

import random

import pytest

from caravela.engines.sevilla.boarding import Boarding, best_boarding

PIECES = ("carpentry_a", "carpentry_b", "carpentry_c", "carpentry_d")
EXEMPTING = {"storekeeper": "oil", "friar": "wine", "soldier": "armament", "butcher": "livestock"}


def pile(text: str) -> dict[str, int]:
    """Cards written as "oil*3 soldier"."""
    cards = {}
    for word in text.split():
        title, _, count = word.partition("*")
        cards[title] = int(count or 1)
    return cards


@pytest.fixture(scope="module")
def boarding() -> Boarding:
    return Boarding()


VECTORS = {
    "S19.9": ("storekeeper oil*3 administrator soldier", (2, 1), 7, False, 9),
    "S19.10": ("carpentry_a carpentry_b carpentry_c diver carpenter oil wine", (3,), 0, False, 12),
    "S19.11": (
        "captain_general lieutenant admiral treasurer friar chaplain wine*2 surgeon ships_boy*2 boatswain",
        (5, 2),
        11,
        False,
        26,
    ),
    "S19.12": ("scribe ships_boy cook oil wine armament livestock chief_pilot master", (2, 1, 1), 4, False, 11),
    "S19.13": ("rogue lieutenant captain_general boatswain stowaway mutineer", (3, 2), 9, True, 10),
    "S19.14": ("stowaway*2 mutineer rogue oil", (2,), 3, True, 5),
    "S19.15": ("scribe rogue oil captain_general", (4,), 0, False, 7),
    "S19.16, with Atarazanas": ("governor*2 soldier*2 armament*3", (2, 2), 0, False, 21),
    "S19.17": ("carpentry_a*2 carpentry_b*2 carpentry_c*2 diver*2 carpenter*2", (4,), 0, False, 16),
    "S19.17, a ship of 5": ("carpentry_a*2 carpentry_b*2 carpentry_c*2 diver*2 carpenter*2", (5,), 0, False, 20),
    "S19.18": ("chief_pilot*2 oil*2", (3, 1, 1), 40, False, 8),
    "S19.19": ("surgeon ships_boy*3 boatswain", (2,), 0, False, 9),
    "S19.20": ("oil wine", (), 5, False, 0),
}


@pytest.mark.parametrize("name", VECTORS)
def test_vectors_of_the_rules(name: str, boarding: Boarding) -> None:
    cards, spaces, purse, helm, points = VECTORS[name]
    capacity = 4 * sum(spaces)
    found, board = best_boarding(pile(cards), capacity, len(spaces), purse, helm)
    assert found == points
    assert boarding.value(board, len(spaces), purse, helm) == points
    assert boarding.weight(board) <= capacity


def test_s19_9_leaves_the_soldier_behind() -> None:
    """A ship of 2 is enough: weight 8."""
    cards = pile("storekeeper oil*3 administrator soldier")
    assert best_boarding(cards, 8, 2, 7) == (9, pile("oil*3 administrator storekeeper"))


def test_s19_11_leaves_the_lieutenant_behind(boarding: Boarding) -> None:
    cards = pile("captain_general lieutenant admiral treasurer friar chaplain wine*2 surgeon ships_boy*2 boatswain")
    points, board = best_boarding(cards, 28, 2, 11)
    assert (points, boarding.weight(board)) == (26, 28)
    assert board == {title: count for title, count in cards.items() if title != "lieutenant"}


@pytest.mark.parametrize(
    ("pieces", "divers", "sets"),
    [((2, 1, 1, 0), 1, 1), ((2, 2, 2, 0), 2, 2), ((2, 2, 1, 1), 2, 2), ((3, 0, 0, 0), 2, 0), ((5, 5, 5, 5), 0, 5)],
)
def test_s19_21_sets(pieces: tuple[int, ...], divers: int, sets: int, boarding: Boarding) -> None:
    cards = dict(zip(PIECES, pieces, strict=True)) | {"diver": divers}
    assert boarding.value(cards, 1, 0) == 8 * sets
    assert best_boarding(cards, 200, 1, 0)[0] == 8 * sets


def test_one_copy_exempts_from_weight(boarding: Boarding) -> None:
    """S10.2, S10.3."""
    assert boarding.weight(pile("oil*3 carpentry_a*2 ships_boy admiral scribe")) == 6 + 2 + 4 + 4 + 4
    for crew, goods in EXEMPTING.items():
        assert boarding.weight({goods: 3}) == 6
        assert boarding.weight({goods: 3, crew: 1}) == 4
        assert boarding.weight({goods: 3, crew: 2}) == 8
    assert boarding.weight(pile("ships_boy*4 surgeon")) == 4
    assert boarding.weight(pile("rogue*2 surgeon")) == 12  # S14.5


def test_rebels_come_first(boarding: Boarding) -> None:
    """S10.4: min(m, floor(C / 4)) of them, even where other cards are worth more."""
    cards = pile("mutineer*2 stowaway oil*5")
    for capacity in range(30):
        board = best_boarding(cards, capacity, 1, 0)[1]
        rebels = sum(board.get(title, 0) for title in ("mutineer", "stowaway"))
        assert rebels == min(3, capacity // 4)
    assert best_boarding(cards, 12, 1, 0, helm=True)[1] == pile("mutineer*2 stowaway")
    assert best_boarding(cards, 8, 1, 0, helm=True) == (10, pile("mutineer*2"))


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("lieutenant scribe*2", 2),
        ("lieutenant*2 scribe rogue", 4),
        ("captain_general*2 treasurer", 6),
        ("captain_general rogue*2", 3),
        ("admiral treasurer chaplain rancher", 4),
        ("admiral*2 treasurer chaplain", 0),
        ("admiral treasurer chaplain rogue*2", 4),
        ("admiral treasurer rogue*2", 0),
        ("master*2 friar diver cook", 8),
        ("master friar diver rogue", 4),
        ("boatswain*2 ships_boy*2 rogue", 12),
        ("surgeon ships_boy rogue*2", 3),
        ("scribe treasurer ships_boy oil", 5),
        ("scribe oil rogue", 1),
        ("scribe oil rogue*2", 5),
        ("scribe treasurer ships_boy", 0),
        ("cook oil wine armament livestock", 8),
        ("cook oil*3 wine armament", 5),
        ("carpenter*2 carpentry_a carpentry_b carpentry_c diver", 16),
        ("rancher*2 butcher*2 livestock*2", 12 + 4 + 2),
        ("stowaway*2 mutineer", 0),
    ],
)
def test_effects(cards: str, points: int, boarding: Boarding) -> None:
    """S11, S14.5; a purse of 0, no Helm."""
    assert boarding.value(pile(cards), 2, 0) == points
    assert best_boarding(pile(cards), 400, 2, 0)[0] == points


def test_purse_ships_and_helm_count(boarding: Boarding) -> None:
    """S11.3, S11.5, S14.3."""
    assert [boarding.value({"treasurer": 2}, 1, purse) for purse in (9, 10, 11)] == [0, 8, 8]
    assert [boarding.value({"chief_pilot": 2}, ships, 0) for ships in (0, 1, 7)] == [0, 2, 14]
    assert [boarding.value({"mutineer": 2}, 1, 0, helm) for helm in (False, True)] == [0, 10]


def test_more_of_anything_is_never_worse() -> None:
    """S10.6: a further quarter, coin, ship or card, unless the card is a rebel."""
    rng, titles = random.Random(1), Boarding().titles
    base = titles[: titles.index("mutineer")]
    for _ in range(300):
        cards = dict.fromkeys(rng.choices(base, k=14), 1)
        more = cards | {rng.choice(base): 2 if rng.random() < 0.5 else 1}
        more = {title: max(count, cards.get(title, 0)) for title, count in more.items()}
        capacity, ships, purse = rng.randrange(40), rng.randrange(6), rng.randrange(12)
        points = best_boarding(cards, capacity, ships, purse)[0]
        assert best_boarding(cards, capacity + 1, ships, purse)[0] >= points
        assert best_boarding(cards, capacity, ships + 1, purse)[0] >= points
        assert best_boarding(cards, capacity, ships, purse + 5)[0] >= points
        assert best_boarding(more, capacity, ships, purse)[0] >= points
    assert best_boarding(cards, 10_000, ships, purse)[0] == Boarding().value(cards, ships, purse)


def test_a_pile_of_all_cards_is_bounded(boarding: Boarding) -> None:
    """88 cards, and every capacity; far from what a game brings about."""
    everything = dict.fromkeys(PIECES, 5) | dict.fromkeys(EXEMPTING.values(), 5) | {"ships_boy": 8}
    everything |= dict.fromkeys(set(boarding.titles) - set(everything) - {"mutineer", "rogue", "stowaway"}, 2)
    assert sum(everything.values()) == 88
    points = [boarding.best(everything, capacity, 18, 50)[0] for capacity in range(0, 184, 4)]
    assert points == sorted(points)
    assert points[-1] == boarding.value(everything, 18, 50)
    assert boarding.seconds(everything, 80, 18, 50, repeats=3) < 3 * 0.5


def test_titles_as_printed() -> None:
    assert best_boarding({"Ship's Boy": 2, "surgeon": 1}, 4, 1, 0) == (2, {"surgeon": 1, "ships_boy": 2})
    assert best_boarding({"Oil": 1, "oil": 2}, 4, 1, 0) == (2, {"oil": 2})
    assert best_boarding({}, 4, 1, 0) == (0, {})


@pytest.mark.parametrize(
    ("cards", "numbers", "message"),
    [
        ({"olive": 1}, (8, 1, 0), "unknown card 'olive'; did you mean"),
        ({"oil": 6}, (8, 1, 0), "6 cards oil; there are 0 to 5"),
        ({"Oil": 3, "oil": 3}, (8, 1, 0), "3 cards oil; there are 0 to 5"),
        ({"oil": -1}, (8, 1, 0), "-1 cards oil; there are 0 to 5"),
        ({"oil": 1}, (-1, 1, 0), "capacity is -1; it must be between 0 and 10000"),
        ({"oil": 1}, (8, 10**12, 0), "ships is 1000000000000; it must be between 0 and 10000"),
        ({"oil": 1}, (8, 1, -4), "purse is -4; it must be between 0 and 10000"),
    ],
)
def test_errors_name_the_value(cards: dict[str, int], numbers: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        best_boarding(cards, *numbers)


def test_numbers_are_whole() -> None:
    with pytest.raises(TypeError):
        best_boarding({"oil": 1.5}, 8, 1, 0)  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        best_boarding({"oil": 1}, 8.5, 1, 0)  # type: ignore[arg-type]


def test_by_hand_rebels_keep_their_place(boarding: Boarding) -> None:
    """S10.8: with 8 quarters and one rebel owed only 4 are free; after it boarded, the other 4 are."""
    cards = pile("stowaway oil*3 admiral")
    assert boarding.owed(cards, {}, 8) == 1
    assert boarding.may_board(cards, {}, "oil", 8)
    assert boarding.may_board(cards, {"oil": 1}, "oil", 8)
    assert not boarding.may_board(cards, {"oil": 2}, "oil", 8)
    assert not boarding.may_board(cards, {"oil": 1}, "admiral", 8)
    assert boarding.may_board(cards, {"oil": 2}, "stowaway", 8)
    assert not boarding.may_board(cards, {"stowaway": 1, "oil": 2}, "stowaway", 8)
    assert boarding.owed(cards, {"stowaway": 1}, 8) == 0
    assert boarding.owed(cards, {}, 3) == 0
    assert not boarding.may_board(cards, {}, "stowaway", 3)


def test_by_hand_one_is_never_stuck_and_reaches_the_best(boarding: Boarding) -> None:
    """S10.8: there is always a card to add while rebels are owed; exempting crew first, every board is reached."""
    rng = random.Random(3)
    for _ in range(200):
        deck = [title for title in boarding.titles for _ in range(2)]
        cards: dict[str, int] = {}
        for title in rng.sample(deck, 14):
            cards[title] = cards.get(title, 0) + 1
        capacity = rng.randrange(45)
        chosen: dict[str, int] = {}
        while True:
            ways = [title for title in cards if boarding.may_board(cards, chosen, title, capacity)]
            if not ways:
                break
            title = rng.choice(ways)
            chosen[title] = chosen.get(title, 0) + 1
        assert boarding.owed(cards, chosen, capacity) == 0
        assert boarding.weight(chosen) <= capacity
        best = boarding.best(cards, capacity, 2, 12, True)[1]
        assert boarding.owed(cards, best, capacity) == 0
        chosen = {}
        for title in sorted(best, key=lambda title: title not in {*EXEMPTING, "surgeon"}):
            for _ in range(best[title]):
                assert boarding.may_board(cards, chosen, title, capacity)
                chosen[title] = chosen.get(title, 0) + 1
