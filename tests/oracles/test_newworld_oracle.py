"""The oracle against the rulebook: its test vectors N17.1 to N17.16, its paragraphs and its rulings."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.newworld import CHANCE, OVER, Colony, NewWorld
from tests.oracles.newworld_configs import FULL, REDUCED, SWITCHES, merged
from tests.oracles.newworld_play import (
    DEALERS,
    PLAYERS,
    RARE,
    SHOW_ALL,
    STYLES,
    next_name,
    note_end,
    note_step,
    twin_name,
)
from tests.oracles.newworld_worlds import world_of, worlds, worlds_by_playing

DATA: dict[str, Any] = tomllib.loads((files("caravela.engines") / "newworld" / "data.toml").read_text())

# Sites: north_america, central_america, caribbean (I), amazon, cape_horn (H); wood, gold, fruit, jewels, spices.
NW, NG, NF, CW, CJ, CS, IF, IJ, IW, AF, AG, AS, HG, HS, HJ = range(15)
NORTH, CENTRAL, ISLANDS, AMAZON, HORN = range(5)

Answer = str | int


def table(
    players: int = 3,
    *,
    up: Mapping[int, int] | None = None,
    down: Mapping[int, int] | None = None,
    points: Iterable[int] = (),
    hands: Mapping[int, str] | None = None,
    isolations: Mapping[int, int] | None = None,
    support: Iterable[int] = (),
    **switches: Any,
) -> NewWorld:
    """A game at the start of some turn: owners of colonies by site, Successful (`up`) or Struggling; titles in hand."""
    game = NewWorld(merged(DATA, {"rulings": switches}), players=players, first=0)
    game.map = {site: Colony(owner) for site, owner in (up or {}).items()}
    game.map |= {site: Colony(owner, successful=False) for site, owner in (down or {}).items()}
    game.points = [*points, *game.points][:players] if points else game.points
    game.support = list(support) or game.support
    game.isolations = dict(isolations or {})
    for seat, titles in (hands or {}).items():
        game.hands[seat] = cards(titles)
        game.pile -= game.hands[seat]
    game.pile["isolation"] -= len(game.isolations)
    game.turn = 2
    assert game.conserved()
    return game


def cards(titles: str) -> Counter[str]:
    return Counter(titles.split())


def goes_on(game: NewWorld, run: Any) -> NewWorld:
    """The game, now at the first question of a part of it; what comes after that part is never played."""
    game._run = run
    game._ask = next(run, None)
    return game


def turn(game: NewWorld, seat: int = 0) -> NewWorld:
    """The seat's turn, up to the first card."""
    goes_on(game, game._player_turn(seat))
    return do(game, "done") if game.asked() == "D2" else game


def do(game: NewWorld, *answers: Answer) -> NewWorld:
    """Gives these answers; numbers are sites. Who can but pass a window passes."""
    for answer in answers:
        game.apply(name_of(answer))
        while game.legal() == ["pass"]:
            game.apply("pass")
    return game


def name_of(answer: Answer) -> str:
    return f"site:{DATA['site'][answer]['id']}" if isinstance(answer, int) else answer


def declare(game: NewWorld, title: str, mode: str, *answers: Answer) -> NewWorld:
    """Plays a card in a mode and gives these answers."""
    if mode in ("build", "struggle", "repair"):
        return do(game, mode, f"card:{title}", *answers)
    return do(game, f"{'play' if mode == 'text' else mode}:{title}", *answers)


def use(game: NewWorld, title: str, *answers: Answer, mode: str = "text") -> NewWorld:
    """The same; then all pass."""
    declare(game, title, mode, *answers)
    while game.asked() == "D8":
        do(game, "pass")
    return game


def offered(game: NewWorld) -> dict[str, set[str]]:
    """The modes offered for each title."""
    modes: dict[str, set[str]] = {}
    for mode, title in game.uses(game.player()).values():
        for each in [title] if title else +game.hands[game.player()]:
            modes.setdefault(each, set()).add(mode)
    return modes


def choices(*answers: Answer) -> list[str]:
    return sorted(map(name_of, answers))


def reactions(*titles: str) -> list[str]:
    return choices("pass", *(f"card:{title}" for title in titles))


def pledges(most: int) -> list[str]:
    return choices(*(f"pledge:{points}" for points in range(most + 1)))


def sites(game: NewWorld) -> set[int]:
    """The sites that the mover may name."""
    return {site for site in range(15) if name_of(site) in game.legal()}


def up(game: NewWorld, seat: int) -> set[int]:
    return {site for site, colony in game.map.items() if colony == Colony(seat)}


def down(game: NewWorld, seat: int) -> set[int]:
    return {site for site, colony in game.map.items() if colony == Colony(seat, successful=False)}


def drawn(game: NewWorld, title: str) -> NewWorld:
    return do(game, f"card:{title}")


# ---------------------------------------------------------------------- N1, N2


def test_components() -> None:
    """N1.1, N2.2: 112 cards of 22 titles; 15 sites; three of each region and of each good, in three regions."""
    game = NewWorld(DATA)
    assert game.deck.total() == 112
    assert len(game.deck) == 22
    assert Counter(game.region_of) == dict.fromkeys(range(5), 3)
    assert Counter(game.good_of) == dict.fromkeys(range(5), 3)
    assert len(set(zip(game.region_of, game.good_of, strict=True))) == 15


def test_what_the_sample_says_of_the_map() -> None:
    """N17.2, N17.3, R34: facts that the arithmetic of the sample turn gives away."""
    game = NewWorld(DATA)
    assert all(game.are_adjacent(HS, site) and game.are_adjacent(site, HS) for site in (HJ, HG, AG))
    assert not any(game.are_adjacent(HS, site) for site in (AS, CJ, IJ))
    assert not any(game.are_adjacent(NG, site) for site in (CJ, IJ))
    reached = {AS}
    for _ in range(4):
        reached |= {site for site in (AG, HG, HS, HJ) if game._touches(site, reached)}
    assert reached == {AS, AG, HG, HS, HJ}
    assert game._touches(IW, (AF, AG, AS))
    assert {site for site in range(15) if game.goods[game.good_of[site]] == "wood"} == {NW, CW, IW}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_drawn_first_player_and_the_track(players: int) -> None:
    """N2.1, N2.3: clockwise from the first."""
    game = NewWorld(DATA, players=players)
    assert set(game.outcomes().values()) == {Fraction(1, players)}
    do(game, list(game.outcomes())[-1])
    assert game.first == players - 1
    assert [game.support[seat] for seat in game.order()] == [0, 1, 1, 2, 2, 3][:players]
    assert game.order() == [players - 1, *range(players - 1)]
    assert game.points == [0] * players


# ---------------------------------------------------------------------- N4


def deal(game: NewWorld, *hands: str) -> NewWorld:
    """Deals to the seats in turn order, round and round."""
    left = [titles.split() for titles in hands]
    while any(left):
        for titles in left:
            if titles:
                drawn(game, titles.pop(0))
    return game


def test_cards_are_dealt_round_and_round() -> None:
    """N4.1: as many as the track says; a player who has his number is passed over."""
    game = table(6)
    game.support = [2, 1, 1, 0, 0, 0]
    goes_on(game, game._deal())
    while game.player() == CHANCE:
        do(game, next(iter(game.outcomes())))
    dealt = [int(line.split()[0]) for line in game.told[0]]
    assert dealt == [*range(6)] * 4 + [0]


def test_the_outcomes_of_a_draw() -> None:
    """N14."""
    game = NewWorld(DATA, first=0)
    assert game.outcomes()["card:fate"] == Fraction(6, 112)
    drawn(game, "fate")
    assert game.outcomes()["card:fate"] == Fraction(5, 111)
    assert sum(game.outcomes().values()) == 1


def test_an_empty_pile_is_renewed_when_a_card_is_wanted() -> None:
    """N4.2, R26: not the cards on the map."""
    game = table(2, isolations={NORTH: 1}, hands={0: "fate war"}, support=[0, 0])
    game.discard, game.pile = game.pile, Counter()
    goes_on(game, game._deal())
    assert game.outcomes()["card:isolation"] == Fraction(4, 109)
    drawn(game, "war")
    assert game.discard.total() == 0
    assert game.pile.total() == 108


def test_cards_that_are_not_there_are_not_dealt() -> None:
    """N4.2, R5: everybody gets one before anybody gets two."""
    game = table(3, support=[0, 1, 1])
    game.hands[2], game.pile = game.pile - cards("war war fate fate"), cards("war war fate fate")
    goes_on(game, game._deal())
    do(game, *(f"card:{title}" for title in ["war", "war", "fate", "fate"]))
    assert game.player() == OVER
    assert [game.hands[0].total(), game.hands[1].total()] == [2, 1]


def test_n17_5_hand_limit() -> None:
    """N4.3: in seat order, one at a time."""
    game = table(2, hands={0: "war war", 1: "fate"}, support=[2, 0])
    goes_on(game, game._deal())
    deal(game, "war colonists war fate fate", "war fate fate colonists")
    assert game.player() == OVER  # of the deal
    goes_on(game, game._hand_limits())
    assert (game.player(), game.asked()) == (0, "D1")
    assert game.legal() == choices("card:colonists", "card:fate", "card:war")
    do(game, "card:war", "card:fate")
    assert game.hands[0].total() == 5
    assert (game.player(), len(game.legal())) == (1, 3)
    do(game, "card:colonists")
    assert game.player() == OVER
    assert game.discard == cards("war fate colonists")


# ---------------------------------------------------------------------- N5


def test_own_isolation_ends_at_the_start_of_the_turn() -> None:
    """N5.1, N8.1: only that of the player whose turn begins."""
    game = turn(table(up={NW: 0}, isolations={NORTH: 0, HORN: 1}, hands={0: "war"}))
    assert game.isolations == {HORN: 1}
    assert game.discard == Counter(isolation=1)


def test_n17_7_points_lost_at_the_start() -> None:
    """N5.2, R3."""
    five = dict.fromkeys((NW, NG, CW, AF, HG), 0)
    assert turn(table(down=five, points=[3, 9, 9], isolations={HORN: 1})).points == [0, 9, 9]
    assert turn(table(down=five, points=[7, 9, 9], isolations={HORN: 1})).points == [2, 9, 9]


def test_abandoning() -> None:
    """N5.3, R6: own colonies in free regions, in any state, until done; then never again."""
    game = table(up={NW: 0, AG: 0, AF: 1}, down={CJ: 0}, isolations={NORTH: 1}, hands={0: "fate"}, points=[5, 5, 5])
    goes_on(game, game._player_turn(0))
    assert game.asked() == "D2"
    assert sites(game) == {AG, CJ}
    do(game, CJ)
    assert (game.asked(), sites(game)) == ("D2", {AG})
    do(game, "done")
    assert game.asked() == "D3"
    assert game.points == [4, 5, 5]
    assert set(game.map) == {NW, AG, AF}


def test_the_step_of_cards_ends() -> None:
    """N5.4: by itself with an empty hand; cards not played are kept."""
    game = turn(table(hands={0: "war fate", 1: "war"}))
    use(game, "war", NW, mode="build")
    assert game.asked() == "D3"
    use(game, "fate", NG, mode="build")
    assert game.player() == OVER  # of the turn
    assert game.points == [2, 0, 0]
    game = do(turn(table(hands={0: "war fate"})), "end")
    assert game.hands[0] == cards("war fate")


def test_modes_on_an_empty_map() -> None:
    """N5.6: no colony to harm or to repair; red cards may be used for anything but their text."""
    game = turn(table(hands={0: "fate revolt war spread_out isolation explorer iron_grip"}, support=[0, 0, 0]))
    assert offered(game) == {
        "fate": {"build", "support"},
        "revolt": {"build"},
        "war": {"build"},
        "spread_out": {"text", "build", "support"},
        "isolation": {"text", "build", "support"},
        "explorer": {"build", "support"},
        "iron_grip": {"build", "support"},
    }


def test_modes_on_a_full_map() -> None:
    """N5.6: no empty site."""
    everything = {site: site % 3 for site in range(15)}
    game = turn(table(up=everything, hands={0: "fate mutual_support spread_out"}, support=[11, 0, 0]))
    assert offered(game) == {title: {"struggle"} for title in ("fate", "mutual_support", "spread_out")}


def test_modes_where_all_is_isolated() -> None:
    """N5.6, N8.1: what affects a site cannot be done."""
    hands = {0: " ".join(title for title in DATA_TITLES if title != "isolation")}
    everything = {site: site % 3 for site in range(14)}
    game = table(up=everything, hands=hands, isolations=dict.fromkeys(range(5), 1), points=[1, 0, 1], support=[0, 1, 0])
    game.map[0].successful = False
    turn(game)
    texts = {title for title, modes in offered(game).items() if "text" in modes}
    assert texts == {"explorer", "overconfident"}
    assert set().union(*offered(game).values()) == {"text", "support"}


DATA_TITLES = [row["id"] for row in DATA["card"]]


def test_build() -> None:
    """N5.5, R22: on any empty site that is not isolated."""
    game = turn(table(up={NW: 1}, isolations={HORN: 1}, hands={0: "war fate"}))
    declare(game, "war", "build")
    assert game.asked() == "D4"
    assert sites(game) == set(range(15)) - {NW, HG, HS, HJ}
    do(game, AG)
    assert up(game, 0) == {AG}
    assert game.discard == Counter(war=1)


def test_struggle_reduces() -> None:
    """N5.5, N5.8, R2: anyone's, also a Struggling one; 1 VP if it was another's."""
    game = table(up={NW: 1, HG: 2}, down={NG: 1, CJ: 0, AG: 2}, isolations={AMAZON: 1}, hands={0: "war war war fate"})
    turn(game)
    declare(game, "war", "struggle")
    assert sites(game) == {NW, HG, NG, CJ}
    use(do(game, NW), "war", NG, mode="struggle")
    assert down(game, 1) == {NW}
    assert game.points == [2, 0, 0]
    use(game, "war", CJ, mode="struggle")
    assert game.points == [2, 0, 0]
    assert set(game.map) == {NW, HG, AG}


def test_repair() -> None:
    """N5.5, R7: anyone's."""
    game = turn(table(up={NW: 1}, down={NG: 1, CJ: 0, AG: 0}, isolations={AMAZON: 1}, hands={0: "war war fate"}))
    declare(game, "war", "repair")
    assert sites(game) == {NG, CJ}
    use(do(game, NG), "war", CJ, mode="repair")
    assert (up(game, 1), up(game, 0)) == ({NW, NG}, {CJ})
    assert game.points == [0, 0, 0]


def test_n17_12_support() -> None:
    """N5.5, N5.6, R8: one token, as far as the track goes."""
    game = turn(table(hands={0: "fate war revolt war"}, support=[10, 1, 0]))
    use(game, "fate", mode="support")
    assert game.support == [11, 1, 0]
    declare(game, "war", "support")
    assert (game.asked(), game.legal()) == ("D5", ["player:1"])
    do(game, "player:1")
    assert game.support == [11, 0, 0]
    assert "support" not in offered(game)["revolt"] | offered(game)["war"]


def test_support_moves_by_the_value_of_the_card() -> None:
    """N5.5: the sample's Fate has 3."""
    game = turn(table(hands={0: "fate revolt war", 1: "war"}, support=[0, 9, 5]))
    use(game, "fate", mode="support")
    use(game, "revolt", "player:1", mode="support")
    assert game.support == [3, 6, 5]


# ---------------------------------------------------------------------- N6, N7


def test_choices_are_staged() -> None:
    """N6.2, N6.3: nothing happens before the window is closed."""
    game = turn(table(up={NW: 1, NG: 2}, hands={0: "colonists war", 1: "fate"}))
    declare(game, "colonists", "text", NW, NG, HG)
    assert (game.player(), game.asked()) == (1, "D8")
    assert up(game, 1) == {NW}
    assert game.points == [0, 0, 0]
    assert [play.title for play in game.stack] == ["colonists"]
    assert game.discard.total() == 0
    do(game, "pass")
    assert down(game, 1) == {NW}
    assert up(game, 0) == {HG}
    assert game.points == [2, 0, 0]


@pytest.mark.parametrize("mode", ["text", "build", "struggle", "repair", "support"])
def test_fate_cancels_any_card_in_any_mode(mode: str) -> None:
    """N7.3, N7.5, R29: no effect at all; both cards are discarded."""
    game = table(up={NW: 1}, down={NG: 1}, hands={0: "colonists war", 2: "fate"}, points=[1, 9, 9])
    turn(game)
    answers = {"text": [CJ, CS, IF], "support": []}.get(mode, [NG] if mode != "build" else [CJ])
    declare(game, "colonists", mode, *answers)
    assert (game.player(), game.legal()) == (2, reactions("fate"))
    do(game, "card:fate")
    assert (up(game, 0), up(game, 1), down(game, 1)) == (set(), {NW}, {NG})
    assert game.points == [1, 9, 9]
    assert game.support[0] == 0
    assert game.discard == cards("colonists fate")
    assert (game.player(), game.asked()) == (0, "D3")


def test_reactions_are_asked_clockwise_from_the_actor() -> None:
    """N7.2, R31: those who hold nothing that fits are not asked."""
    game = table(5, hands={2: "war war", 3: "fate", 4: "war embargo", 0: "fate embargo", 1: "fate"})
    turn(game, 2)
    declare(game, "war", "build", NW)
    for seat in (3, 0, 1):
        assert (game.player(), game.legal()) == (seat, reactions("fate"))
        do(game, "pass")
    assert up(game, 2) == {NW}


def test_the_first_reaction_closes_the_window() -> None:
    """N7.1, N7.2."""
    game = table(4, hands={2: "war war", 3: "fate", 0: "fate", 1: "fate"})
    turn(game, 2)
    declare(game, "war", "build", NW, "card:fate")
    assert game.player() == 0  # is asked about the Fate of seat 3
    assert do(game, "pass").player() == 1
    assert (do(game, "pass").player(), game.asked()) == (2, "D3")
    assert not game.map


def test_reactions_to_reactions_are_asked_from_the_reactor() -> None:
    """N7.4: clockwise from its player's left, including the actor, not the reactor himself."""
    game = table(4, hands={2: "war war fate", 3: "fate", 0: "fate fate", 1: "embargo"})
    turn(game, 2)
    declare(game, "war", "build", NW, "pass", "card:fate")
    assert (game.player(), game.legal()) == (2, reactions("fate"))
    assert do(game, "pass").player() == 3
    assert (do(game, "pass").player(), game.asked()) == (2, "D3")


def test_all_with_cards_are_asked() -> None:
    """N7.2, N13.3: also who can only pass, so that nobody sees the difference; but who holds no card cannot react."""
    game = table(4, hands={0: "war war", 1: "war", 3: "fate"})
    turn(game)
    for answer in ("build", "card:war", "site:north_america_wood"):
        game.apply(answer)
    assert (game.player(), game.legal()) == (1, ["pass"])
    game.apply("pass")
    assert (game.player(), game.legal()) == (3, reactions("fate"))


def test_embargo() -> None:
    """N7.3, N7.5: against a negative use of support, also for a third party; draws a card."""
    for reactor, target in ((1, 1), (1, 2), (2, 1)):
        game = turn(table(hands={0: "war war", reactor: "embargo"}, support=[5, 5, 5]))
        declare(game, "war", "support", f"player:{target}")
        assert (game.player(), game.legal()) == (reactor, reactions("embargo"))
        do(game, "card:embargo")
        assert game.player() == CHANCE
        drawn(game, "colonists")
        assert game.support == [5, 5, 5]
        assert +game.hands[reactor] == Counter(colonists=1)
        assert game.discard == cards("war embargo")
        assert game.player() == 0


def test_embargo_does_not_fit_elsewhere() -> None:
    """N7.3."""
    for title, mode, answers in (("fate", "support", []), ("war", "build", [CJ]), ("war", "struggle", [NW])):
        game = turn(table(up={NW: 1}, hands={0: f"{title} war", 1: "embargo", 2: "embargo"}, support=[5, 5, 5]))
        declare(game, title, mode, *answers)
        assert (game.player(), game.asked()) == (0, "D3")


def test_n17_9_loyalty() -> None:
    """N7.3, N7.5, N7.1: only the reactor's colonies are spared; no Revolt afterwards."""
    game = table(up={HG: 1, HS: 1, HJ: 2}, hands={0: "disease war", 1: "loyalty", 2: "revolt"}, points=[5, 1, 1])
    declare(turn(game), "disease", "text", HG, HS, HJ)
    assert (game.player(), game.legal()) == (1, reactions("loyalty"))
    do(game, "card:loyalty")
    assert (up(game, 1), down(game, 2)) == ({HG, HS}, {HJ})
    assert game.points == [6, 1, 1]
    assert (game.player(), game.asked()) == (0, "D3")
    assert game.discard == cards("disease loyalty")


@pytest.mark.parametrize("owner", [1, 2])
def test_loyalty_fits_against_every_harm(owner: int) -> None:
    """N7.3: Struggle, reduce, remove, replace; not against what hits only others."""
    cases: list[tuple[str, str, list[Answer]]] = [
        ("fate", "struggle", [NW]),
        ("disease", "text", [NW, "done"]),
        ("blight", "text", []),
        ("colonists", "text", [NW, HG, HS]),
        ("regional_disaster", "text", ["region:north_america"]),
        ("raiders", "text", ["region:north_america", NW]),
        ("advantageous_marriage", "text", [NW, CJ]),
        ("hoarding_supplies", "text", []),
        ("rescue_voyage", "text", [IW]),
        ("uprising", "text", [NW, CJ, IW, AF, HG]),
        ("war", "text", [NW]),
    ]
    for title, mode, answers in cases:
        up = {NW: owner, CJ: owner, CW: owner, NG: 0} | ({AF: 0, HG: 0} if title == "uprising" else {})
        game = table(up=up, down={IW: owner, AS: 0}, hands={0: f"{title} fate", 1: "loyalty"}, points=[1, 0, 0])
        declare(turn(game), title, mode, *answers)
        assert (game.player(), game.asked()) == ((1, "D8") if owner == 1 else (0, "D3")), title


def test_loyalty_does_not_fit_elsewhere() -> None:
    """N7.3: what builds, repairs, takes points or moves support harms no colony."""
    cases: list[tuple[str, str, list[Answer]]] = [
        ("fate", "build", [CW]),
        ("fate", "repair", [AG]),
        ("war", "support", ["player:1"]),
        ("overconfident", "text", ["player:1"]),
        ("isolation", "text", ["region:amazon"]),
        ("mutual_support", "text", [HG, "done"]),
    ]
    for title, mode, answers in cases:
        game = table(
            up={NW: 1}, down={AG: 1}, hands={0: f"{title} fate", 1: "loyalty"}, support=[2, 2, 2], points=[1, 3, 1]
        )
        declare(turn(game), title, mode, *answers)
        assert (game.player(), game.asked()) == (0, "D3"), title


@pytest.mark.parametrize("length", range(1, 7))
def test_chains_of_fates(length: int) -> None:
    """N7.4: the original is cancelled if their number is odd."""
    game = turn(table(2, hands={0: "war war fate fate fate", 1: "fate fate fate"}))
    declare(game, "war", "build", NW)
    for link in range(length):
        assert game.player() == (link + 1) % 2
        do(game, "card:fate")
    if game.asked() == "D8":
        do(game, "pass")
    assert up(game, 0) == (set() if length % 2 else {NW})
    assert game.discard == Counter(war=1, fate=length)
    assert (game.player(), game.asked()) == (0, "D3")


def test_n17_8_a_cancelled_fate_has_used_the_slot() -> None:
    """N7.1, R11: no Revolt against the same card."""
    each = {NW: 1, CJ: 1, IF: 1, AG: 1, HG: 1}
    game = table(up=each, hands={0: "uprising fate war", 1: "fate", 2: "fate revolt"}, points=[9, 1, 1])
    turn(game)
    declare(game, "uprising", "text", NW, CJ, IF, AG, HG, "card:fate")
    assert (game.player(), game.asked()) == (2, "D8")  # about the Fate of seat 1
    do(game, "pass", "card:fate")
    assert (game.player(), game.asked()) == (2, "D8")  # about that of seat 0
    do(game, "pass")
    assert (game.player(), game.asked()) == (0, "D3")
    assert not game.map
    assert game.hands[2] == cards("fate revolt")


def test_fate_against_embargo_and_loyalty() -> None:
    """N7.4, N7.6: a cancelled reaction does nothing."""
    game = turn(table(hands={0: "war fate war", 1: "embargo"}, support=[5, 5, 5]))
    declare(game, "war", "support", "player:2", "card:embargo")
    assert game.player() == 0
    do(game, "card:fate")
    assert game.support == [5, 5, 3]
    assert +game.hands[1] == Counter()
    assert game.discard == cards("war embargo fate")
    game = table(up={NW: 1}, hands={0: "war war", 1: "loyalty revolt", 2: "fate"}, points=[5, 0, 0])
    declare(turn(game), "war", "struggle", NW, "card:loyalty", "card:fate")
    assert down(game, 1) == {NW}
    assert game.points == [6, 0, 0]
    assert game.player() == 0  # the slot is used: no Revolt


def test_fate_against_fate_saves_embargo() -> None:
    """N7.4: each link has a slot of its own."""
    game = turn(table(hands={0: "war fate war", 1: "embargo", 2: "fate"}, support=[5, 5, 5]))
    declare(game, "war", "support", "player:1", "card:embargo")
    do(game, "pass", "card:fate", "card:fate")
    assert game.player() == CHANCE
    drawn(game, "war")
    assert game.support == [5, 5, 5]
    assert game.discard == cards("war embargo fate fate")


def test_cards_being_resolved_are_not_shuffled() -> None:
    """N4.2, R26: Fates that have been met are out of the way; Embargo and the card it answers are not."""
    game = turn(table(hands={0: "war fate war", 1: "embargo", 2: "fate"}, support=[5, 5, 5]))
    game.hands[0], game.pile = game.hands[0] + game.pile, Counter()
    declare(game, "war", "support", "player:1", "card:embargo", "pass", "card:fate", "card:fate", "pass")
    assert game.outcomes() == {"card:fate": 1}
    assert [play.title for play in game.stack] == ["war", "embargo"]
    drawn(game, "fate")
    assert game.discard == cards("war embargo")


def test_n17_16_revolt() -> None:
    """N7.7, N5.8, R18: who has fewer VP after the card; draws two cards."""
    game = table(up={NW: 1}, hands={0: "disease war", 1: "revolt", 2: "revolt"}, points=[4, 4, 5])
    declare(turn(game), "disease", "text", NW)
    if game.asked() == "D7":
        do(game, "done")
    assert game.points == [5, 4, 5]
    assert down(game, 1) == {NW}
    assert (game.player(), game.legal()) == (1, reactions("revolt"))
    do(game, "card:revolt")
    drawn(drawn(game, "fate"), "war")
    assert +game.hands[1] == cards("fate war")
    assert (game.player(), game.asked()) == (0, "D3")
    assert game.discard == cards("disease revolt")


def test_revolt_after_harm_to_oneself_and_others() -> None:
    """N6.5, R25: no owner is named; a replacement removes, a Struggle is the first step of a reduction."""
    horn = {HG: 0, HS: 1, HJ: 1}
    cases: list[tuple[str, str, list[Answer], bool]] = [
        ("fate", "struggle", [HG], True),
        ("fate", "build", [NW], False),
        ("fate", "repair", [AG], False),
        ("fate", "support", [], False),
        ("raiders", "text", ["region:cape_horn", HS, "done"], True),
        ("regional_disaster", "text", ["region:cape_horn"], True),
        ("hoarding_supplies", "text", [], False),
        ("blight", "text", [], True),
        ("isolation", "text", ["region:cape_horn"], False),
        ("overconfident", "text", ["player:1"], False),
        ("colonists", "text", [NW, NG, NF], False),
        ("colonists", "text", [NW, NG, HG], True),
    ]
    for title, mode, answers, harms in cases:
        game = table(up=horn, down={AG: 0}, hands={0: f"{title} war", 1: "revolt", 2: "revolt"}, points=[9, 3, 2])
        declare(turn(game), title, mode, *answers)
        asked = []
        while game.asked() == "D8":
            asked.append(game.player())
            do(game, "pass")
        assert asked == ([1, 2] if harms else []), (title, mode, answers)


def test_revolt_needs_fewer_points() -> None:
    """N7.7: strictly."""
    game = table(up={NW: 0}, hands={0: "war war", 1: "revolt", 2: "revolt"}, points=[4, 4, 5])
    declare(turn(game), "war", "struggle", NW)
    assert (game.player(), game.asked()) == (0, "D3")


def test_fate_against_revolt() -> None:
    """N7.4, N7.7: the actor, too, may play it."""
    game = table(up={NW: 1}, hands={0: "war fate war", 1: "revolt", 2: "revolt"}, points=[4, 4, 4])
    declare(turn(game), "war", "struggle", NW, "card:revolt", "card:fate")
    assert (game.player(), game.asked()) == (0, "D3")
    assert +game.hands[1] == Counter()
    assert down(game, 1) == {NW}


def test_nobody_reacts_to_himself() -> None:
    """N7.10."""
    game = table(
        up={NW: 0}, hands={0: "war fate loyalty embargo revolt marauders"}, support=[5, 5, 5], points=[1, 2, 2]
    )
    use(turn(game), "war", NW, mode="struggle")
    assert not any(name.startswith("0 pass") for name in game.told[0])
    assert game.asked() == "D3"


# ---------------------------------------------------------------------- N8


def test_n17_11_isolation() -> None:
    """N8.1, N8.2, R6, R13."""
    game = table(
        up={NW: 1, NG: 1, NF: 2, CW: 0, CJ: 1, IF: 1, AF: 1, HG: 1},
        hands={0: "isolation war", 1: "blight uprising war war"},
    )
    declare(turn(game), "isolation", "text", "region:north_america", "end")
    assert game.isolations == {NORTH: 0}
    assert game.discard.total() == 0
    goes_on(game, game._player_turn(1))
    assert sites(game) == {CJ, IF, AF, HG}
    do(game, "done")
    assert "text" not in offered(game)["uprising"]
    use(game, "blight")
    assert (up(game, 2), down(game, 0)) == ({NF}, {CW})
    declare(game, "war", "build")
    assert sites(game) & {NW, NG, NF} == set()
    do(game, CS, "end")
    assert game.points[1] == 1 + 7
    goes_on(game, game._player_turn(0))
    assert game.isolations == {}
    assert game.discard["isolation"] == 1


def test_isolation_and_explorer() -> None:
    """N9.6, N9.10, R14: one Isolation a region; Explorer opens what others isolated."""
    game = turn(table(hands={0: "isolation explorer war"}, isolations={NORTH: 1, HORN: 2}))
    declare(game, "isolation", "text")
    assert game.legal() == choices("region:central_america", "region:caribbean", "region:amazon")
    do(game, "region:amazon")
    assert game.isolations == {NORTH: 1, HORN: 2, AMAZON: 0}
    declare(game, "explorer", "text")
    assert game.legal() == choices("region:north_america", "region:cape_horn")
    do(game, "region:cape_horn")
    assert game.isolations == {NORTH: 1, AMAZON: 0}
    assert game.discard == cards("explorer isolation")


def test_no_explorer_against_oneself() -> None:
    """N9.6."""
    game = turn(table(hands={0: "explorer isolation war"}))
    use(game, "isolation", "region:amazon")
    assert "text" not in offered(game)["explorer"]


def test_fate_against_isolation() -> None:
    """N8.3, R30: only when it is played; then it is discarded."""
    game = turn(table(hands={0: "isolation war", 1: "fate"}))
    declare(game, "isolation", "text", "region:amazon", "card:fate")
    assert game.isolations == {}
    assert game.discard == cards("isolation fate")


# ---------------------------------------------------------------------- N9


def test_marriage() -> None:
    """N9.1: two colonies of the leader in any state; no VP, Successful afterwards."""
    game = table(
        up={NW: 1, NG: 1, HG: 1, AG: 0}, down={CJ: 1}, isolations={HORN: 2}, hands={0: "advantageous_marriage war"}
    )
    declare(turn(game), "advantageous_marriage", "text")
    assert game.asked() == "D7"  # the only leader needs no choice
    do(game, NW, CJ)
    assert up(game, 0) == {NW, CJ, AG}
    assert (up(game, 1), game.points) == ({NG, HG}, [0, 0, 0])


def test_marriage_of_a_leader_with_one_free_colony() -> None:
    """N9.1, R21; isolated colonies make a leader."""
    game = table(up={HG: 1, HS: 1, AG: 1, NW: 2, NG: 2}, isolations={HORN: 2}, hands={0: "advantageous_marriage war"})
    declare(turn(game), "advantageous_marriage", "text")
    assert sites(game) == {AG}
    do(game, AG)
    assert up(game, 0) == {AG}
    assert game.asked() == "D3"


def test_tied_leaders() -> None:
    """N9.1: a choice if several tie and qualify."""
    game = table(
        4, up={NW: 1, CW: 1, HG: 2, HS: 2, AG: 3, AF: 3}, isolations={HORN: 3}, hands={0: "advantageous_marriage war"}
    )
    declare(turn(game), "advantageous_marriage", "text")
    assert (game.asked(), game.legal()) == ("D5", choices("player:1", "player:3"))
    do(game, "player:3", AF, AG)
    assert up(game, 0) == {AF, AG}


def test_marriage_with_oneself() -> None:
    """N9.1, R21, R24: only one's own Struggling colonies."""
    game = table(up={NW: 0, CW: 0, AG: 1}, down={HG: 0}, hands={0: "advantageous_marriage war"})
    declare(turn(game), "advantageous_marriage", "text")
    assert sites(game) == {HG}
    do(game, HG)
    assert up(game, 0) == {NW, CW, HG}
    game = turn(table(up={NW: 0, CW: 0, AG: 1}, hands={0: "advantageous_marriage war"}))
    assert "text" not in offered(game)["advantageous_marriage"]


def test_disease() -> None:
    """N9.2, R33: a connected set, of anyone; 1 VP for each that is another's."""
    game = table(up={NW: 1, NG: 0, NF: 2, CW: 2, HG: 1, IF: 1}, down={CJ: 1}, hands={0: "disease war"})
    declare(turn(game), "disease", "text")
    assert sites(game) == {NW, NG, NF, CW, HG, IF}
    assert "done" not in game.legal()
    do(game, NW)
    assert sites(game) == {NG, NF}
    assert "done" in game.legal()
    do(game, NG)
    assert sites(game) == {NF, CW}
    do(game, NF)
    assert sites(game) == {CW, IF}
    do(game, "done")
    assert game.points == [2, 0, 0]
    assert (down(game, 0), down(game, 1), down(game, 2)) == ({NG}, {NW, CJ}, {NF})


def test_disease_ends_at_six() -> None:
    """N9.2."""
    game = turn(table(up=dict.fromkeys((NW, NG, NF, CW, CJ, IF, IJ), 1), hands={0: "disease war"}))
    use(game, "disease", NW, NG, NF, CW, CJ, IF)
    assert game.asked() == "D3"
    assert game.points[0] == 6


def test_blight() -> None:
    """N9.3, R13: beside any of one's colonies, Struggling or isolated ones too."""
    game = table(
        up={NW: 1, NG: 2, AG: 1, HJ: 0, HG: 1, AS: 0, AF: 1},
        down={NF: 0, HS: 1},
        isolations={HORN: 2},
        hands={0: "blight war"},
    )
    use(turn(game), "blight")
    assert (down(game, 1), down(game, 2)) == ({NW, AG, AF, HS}, {NG})
    assert game.points[0] == 4


def test_blight_needs_a_target() -> None:
    """N9.3."""
    game = turn(table(up={NW: 0, NG: 0, CJ: 1}, down={NF: 1}, hands={0: "blight war"}))
    assert "text" not in offered(game)["blight"]


def test_colonists() -> None:
    """N9.5, R27: each of three sites is built on or reduced."""
    game = table(up={NW: 1, CJ: 0}, down={NG: 2, HG: 0}, isolations={AMAZON: 1}, hands={0: "colonists war"})
    declare(turn(game), "colonists", "text")
    assert sites(game) <= set(range(15)) - {AF, AG, AS}
    do(game, NG, CW, CJ)
    assert (down(game, 0), up(game, 0)) == ({CJ, HG}, {CW})
    assert NG not in game.map
    assert game.points == [1, 0, 0]


def test_n17_13_colonists_may_have_to_reduce_ones_own() -> None:
    """N9.5."""
    mine = dict.fromkeys((NW, NG, NF, CW, CJ, CS), 0)
    game = turn(table(up=mine, isolations={ISLANDS: 1, AMAZON: 1, HORN: 2}, hands={0: "colonists war"}))
    declare(game, "colonists", "text")
    for site in (NW, CW, CS):
        assert "done" not in game.legal()
        assert sites(game) <= set(mine)
        do(game, site)
    assert (down(game, 0), game.points) == ({NW, CW, CS}, [0, 0, 0])


def test_hoarding() -> None:
    """N9.8: own ones are repaired, others' removed; no VP."""
    game = table(
        up={CJ: 1}, down={NW: 0, NG: 1, NF: 2, HG: 0, HS: 1}, isolations={HORN: 1}, hands={0: "hoarding_supplies war"}
    )
    use(turn(game), "hoarding_supplies")
    assert (up(game, 0), down(game, 0), down(game, 1), down(game, 2)) == ({NW}, {HG}, {HS}, set())
    assert game.points == [0, 0, 0]


def test_mutual_support() -> None:
    """N9.12, R15: up to four, linked by those of this card alone."""
    game = turn(table(up={CW: 0, NF: 1}, hands={0: "mutual_support war"}, isolations={AMAZON: 1}))
    declare(game, "mutual_support", "text")
    assert sites(game) == {NW, NG, CJ, CS, IF, IJ, IW, HG, HS, HJ}
    do(game, CS)
    assert sites(game) == {CJ, HG}
    do(game, HG)
    assert sites(game) == {CJ, HS}
    do(game, CJ)
    assert sites(game) == {IF, HS}
    do(game, IF)
    assert up(game, 0) == {CW, CS, HG, CJ, IF}
    assert game.asked() == "D3"


def test_mutual_support_may_end_early() -> None:
    """N9.12: by choice after the first, by itself when nothing fits."""
    game = turn(table(hands={0: "mutual_support mutual_support war"}, up={IF: 1, IW: 1}))
    use(game, "mutual_support", NW, "done")
    assert up(game, 0) == {NW}
    declare(game, "mutual_support", "text", IJ)
    if game.asked() == "D7":
        assert game.legal() == ["done"]
        do(game, "done")
    assert up(game, 0) == {NW, IJ}


def test_overconfident() -> None:
    """N9.13, R28: anyone with colonies and points; isolated and Struggling ones count; not below 0."""
    game = table(
        4,
        up={NW: 1, HG: 1, CJ: 2},
        down={NG: 1, AG: 0},
        isolations={HORN: 2},
        points=[3, 9, 0, 5],
        hands={0: "overconfident overconfident overconfident"},
    )
    declare(turn(game), "overconfident", "text")
    assert game.legal() == choices("player:0", "player:1")
    do(game, "player:1")
    assert game.points == [2, 6, 0, 5]
    use(game, "overconfident", "player:0")
    assert game.points == [1, 6, 0, 5]
    game.points[1] = 2
    use(game, "overconfident", "player:1")
    assert game.points[1] == 0


def test_regional_disaster() -> None:
    """N9.15: everything in it goes; no VP."""
    game = table(up={NW: 1, NG: 0, HG: 1}, down={NF: 2}, isolations={HORN: 1}, hands={0: "regional_disaster war"})
    declare(turn(game), "regional_disaster", "text")
    assert game.legal() == ["region:north_america"]
    do(game, "region:north_america")
    assert set(game.map) == {HG}
    assert game.points == [0, 0, 0]


def test_rescue_voyage() -> None:
    """N9.16: others' Struggling colonies."""
    game = table(
        up={CJ: 1}, down={NW: 1, NG: 2, NF: 0, HG: 1, AG: 1}, isolations={HORN: 1}, hands={0: "rescue_voyage war"}
    )
    declare(turn(game), "rescue_voyage", "text")
    assert sites(game) == {NW, NG, AG}
    do(game, NG, AG)
    assert (up(game, 0), down(game, 1), game.points) == ({NG, AG}, {NW, HG}, [0, 0, 0])


def test_raiders() -> None:
    """N9.17, R24: where one has a Successful colony; others' and one's own Struggling ones."""
    game = table(
        up={NW: 0, NG: 1, CJ: 1, HG: 0, AG: 0, AF: 0, AS: 0},
        down={NF: 0, CW: 0, HS: 2},
        isolations={HORN: 1},
        hands={0: "raiders war"},
    )
    declare(turn(game), "raiders", "text")
    assert game.legal() == ["region:north_america"]
    do(game, "region:north_america")
    assert sites(game) == {NG, NF}
    assert "done" not in game.legal()
    do(game, NF)
    if game.asked() == "D7":
        do(game, "done")
    assert (up(game, 0), up(game, 1), game.points) == ({NW, NF, HG, AG, AF, AS}, {NG, CJ}, [0, 0, 0])


def test_raiders_take_two() -> None:
    """N9.17."""
    game = turn(table(up={NW: 0, NG: 1, NF: 2}, hands={0: "raiders war"}))
    use(game, "raiders", "region:north_america", NG, NF)
    assert up(game, 0) == {NW, NG, NF}


def test_spread_out() -> None:
    """N9.18: one in each region in order, where there is room."""
    game = table(up={CW: 1, CJ: 1, CS: 1, AF: 1}, isolations={HORN: 1}, hands={0: "spread_out war"})
    declare(turn(game), "spread_out", "text")
    for region, site in (({NW, NG, NF}, NG), ({IF, IJ, IW}, IJ), ({AG, AS}, AS)):
        assert sites(game) == region
        assert "done" not in game.legal()
        do(game, site)
    assert up(game, 0) == {NG, IJ, AS}


def test_uprising() -> None:
    """N9.19, R23: exactly one from each region, anyone's; never while a region is isolated or empty."""
    each = {NW: 1, NG: 0, CJ: 0, IF: 1, AG: 2, HG: 2}
    game = turn(table(up=each, down={CW: 2}, hands={0: "uprising war"}))
    declare(game, "uprising", "text")
    assert sites(game) == {NW, NG}
    do(game, NW, CW, IF, AG, HG)
    assert set(game.map) == {NG, CJ}
    assert game.points == [0, 0, 0]
    assert "text" not in offered(turn(table(up=each, hands={0: "uprising war"}, isolations={NORTH: 1})))["uprising"]
    del each[HG]
    assert "text" not in offered(turn(table(up=each, hands={0: "uprising war"})))["uprising"]


@pytest.mark.parametrize(("mine", "gained"), [(1, 2), (2, 3), (3, 3)])
def test_n17_6_war(mine: int, gained: int) -> None:
    """N9.20: as many of each opponent as one's own Struggling colonies, clockwise; isolated ones of one's own count."""
    own = dict.fromkeys((HG, HS, HJ)[:mine], 0)
    game = table(
        4,
        up={NW: 1, NG: 1, CJ: 2},
        down={**own, AF: 3},
        isolations={HORN: 3},
        hands={0: "war fate"},
        points=[3, 0, 0, 0],
    )
    declare(turn(game), "war", "text")
    while game.asked() == "D7":
        assert "done" not in game.legal()
        do(game, min(sites(game)))
    while game.asked() == "D8":
        do(game, "pass")
    assert game.points[0] == 3 - mine + gained
    assert len(down(game, 1)) == min(mine, 2)
    assert down(game, 2) == {CJ}
    assert down(game, 3) == {AF}


def test_war_needs_both() -> None:
    """N9.20."""
    assert "text" not in offered(turn(table(up={NW: 1, HG: 0}, hands={0: "war fate"})))["war"]
    assert "text" not in offered(turn(table(down={NW: 1, HG: 0}, hands={0: "war fate"})))["war"]
    assert "text" in offered(turn(table(up={NW: 1}, down={HG: 0}, hands={0: "war fate"})))["war"]


# ---------------------------------------------------------------------- switches of the data (R2, R10)


def test_struggle_may_hit_struggling_colonies() -> None:
    """R2: Disease, Blight and War then reduce."""
    game = table(up={NW: 1}, down={NG: 2, CJ: 0}, hands={0: "disease war fate"}, struggle_hits_struggling=True)
    use(turn(game), "disease", NW, NG)
    if game.asked() == "D7":
        do(game, "done")
    assert (down(game, 1), down(game, 2), game.points) == ({NW}, set(), [2, 0, 0])
    declare(game, "war", "text", NW)
    assert (down(game, 1), game.points) == (set(), [3, 0, 0])


def test_removal_may_pay() -> None:
    """R10: for every opposing colony removed or replaced."""
    game = table(
        up={NW: 1, NG: 0, NF: 2},
        down={CJ: 1, AG: 0},
        hands={0: "hoarding_supplies raiders regional_disaster war"},
        remove_gives_vp=True,
    )
    use(turn(game), "hoarding_supplies")
    assert game.points[0] == 1
    use(game, "raiders", "region:north_america", NW, "done")
    assert game.points[0] == 2
    use(game, "regional_disaster", "region:north_america")
    assert game.points[0] == 3


# ---------------------------------------------------------------------- N10


def test_n17_10_a_plague_is_bought_off() -> None:
    """N10: who cannot pay is not asked; all pledgers pay together; nobody gains, nobody reacts."""
    game = table(
        3, up={NW: 1, NG: 2, CJ: 0}, hands={0: "plague_ship war", 1: "fate loyalty", 2: "fate revolt"}, points=[4, 0, 3]
    )
    turn(game)
    declare(game, "plague_ship", "text")
    assert (game.player(), game.asked()) == (0, "D10")
    assert sites(game) == {NW, NG, CJ}
    do(game, NW)
    assert (game.player(), game.asked()) == (2, "D11")
    assert game.legal() == pledges(3)
    do(game, "pledge:2")
    assert (game.player(), game.legal()) == (0, pledges(3))
    do(game, "pledge:3")
    assert game.points == [1, 0, 1]
    assert (game.player(), game.asked()) == (0, "D3")
    assert game.discard == Counter(plague_ship=1)
    assert down(game, 1) == {NW}


def test_pledges_that_fall_short_lapse() -> None:
    """N10.2, N10.3: the next player must reduce; polls begin with who comes after him."""
    game = table(3, up={NW: 1, NG: 2, CJ: 0}, hands={0: "plague_ship war"}, points=[4, 2, 3])
    declare(turn(game), "plague_ship", "text", NW)
    do(game, *("pledge:1" for _ in range(3)))
    assert game.points == [4, 2, 3]
    assert (game.player(), game.asked()) == (1, "D10")
    do(game, NW)
    assert NW not in game.map
    assert (game.player(), game.legal()) == (2, pledges(3))
    do(game, "pledge:3", "pledge:1")
    assert game.legal() == pledges(1)  # one is missing
    do(game, "pledge:0")
    assert (game.player(), game.asked()) == (2, "D10")


def test_a_poll_ends_with_the_fifth_point() -> None:
    """N10.3: those after are not asked."""
    game = table(3, up={NW: 1, NG: 2}, hands={0: "plague_ship war"}, points=[9, 9, 9])
    declare(turn(game), "plague_ship", "text", NW, "pledge:5")
    assert game.points == [9, 4, 9]
    assert (game.player(), game.asked()) == (0, "D3")


def test_n17_15_a_plague_without_colonies() -> None:
    """N10.2: it ends without a poll."""
    game = table(3, up={HG: 1}, down={NW: 1}, isolations={HORN: 1}, hands={0: "plague_ship war"}, points=[9, 9, 9])
    declare(turn(game), "plague_ship", "text", NW)
    assert (game.player(), game.asked()) == (0, "D3")
    assert (set(game.map), game.points) == ({HG}, [9, 9, 9])


def test_a_plague_that_nobody_can_stop() -> None:
    """N10.5."""
    game = table(2, up=dict.fromkeys(range(15), 1), hands={0: "plague_ship war"})
    declare(turn(game), "plague_ship", "text")
    reductions = 0
    while game.asked() == "D10":
        assert game.player() == reductions % 2
        do(game, min(sites(game)))
        reductions += 1
    assert reductions == 30
    assert not game.map


def test_n17_14_plague_ship_as_another_use() -> None:
    """N6.7."""
    cases: list[tuple[str, Answer, list[str]]] = [
        ("build", NW, ["fate"]),
        ("support", "player:1", ["embargo", "fate"]),
    ]
    for mode, answer, titles in cases:
        game = turn(table(hands={0: "plague_ship war", 1: "fate embargo"}, support=[0, 3, 0]))
        declare(game, "plague_ship", mode, answer)
        assert game.legal() == reactions(*titles)


def test_pledges_may_be_paid_at_once() -> None:
    """N10.6: the running sum is kept between polls."""
    game = table(3, up={NW: 1, NG: 2}, hands={0: "plague_ship war"}, points=[4, 2, 3], plague_pledges="paid")
    declare(turn(game), "plague_ship", "text", NW, "pledge:1", "pledge:1", "pledge:0")
    assert game.points == [4, 1, 2]
    do(game, NG)
    assert (game.player(), game.legal()) == (2, pledges(2))
    do(game, "pledge:1", "pledge:2")
    assert game.points == [2, 1, 1]
    assert (game.player(), game.asked()) == (0, "D3")


def test_revolt_after_a_plague() -> None:
    """R12: once, when it is over."""
    game = table(3, up={NW: 1}, hands={0: "plague_ship war", 1: "revolt"}, points=[9, 8, 9], revolt_in_plague=True)
    declare(turn(game), "plague_ship", "text", NW, "pledge:5")
    assert (game.player(), game.legal()) == (1, reactions("revolt"))
    do(game, "card:revolt")
    drawn(drawn(game, "war"), "fate")
    assert game.discard == cards("plague_ship revolt")


# ---------------------------------------------------------------------- N11


def test_n17_4_tally() -> None:
    """N1.10, N11.4, R34."""
    ten = (NW, CW, IW, AF, AG, AS, NG, CJ, IJ, HS)
    game = turn(table(up=dict.fromkeys(ten, 0), hands={0: "war"}))
    assert game.monopolies(0) == 2
    assert do(game, "end").points == [14, 0, 0]


def test_struggling_colonies_score_nothing() -> None:
    """N1.10: nor do they make monopolies; isolated ones do both (N8.2)."""
    game = turn(table(up={HG: 0, HS: 0, NW: 0}, down={HJ: 0}, hands={0: "war"}, points=[2, 0, 0]))
    assert do(game, "end").points == [1 + 3, 0, 0]
    game = turn(table(up={HG: 0, HS: 0, HJ: 0}, isolations={HORN: 1}, hands={0: "war"}))
    assert do(game, "end").points == [5, 0, 0]


def test_iron_grip() -> None:
    """N11.2: only with a monopoly; declined or played."""
    horn = dict.fromkeys((HG, HS, HJ), 0)
    game = do(turn(table(up=horn, hands={0: "iron_grip"})), "end")
    assert (game.player(), game.asked(), game.legal()) == (0, "D9", reactions("iron_grip"))
    assert do(game, "pass").points == [5, 0, 0]
    assert game.hands[0] == Counter(iron_grip=1)
    game = do(turn(table(up=horn, hands={0: "iron_grip iron_grip"})), "end", "card:iron_grip")
    assert game.player() == OVER  # one in force is enough
    assert (game.points, game.discard) == ([7, 0, 0], Counter(iron_grip=1))
    del horn[HG]
    assert do(turn(table(up=horn, hands={0: "iron_grip"})), "end").player() == OVER


def test_fate_against_iron_grip() -> None:
    """N11.2: another one may follow."""
    game = turn(
        table(up=dict.fromkeys((HG, HS, HJ), 0), hands={0: "iron_grip iron_grip", 1: "fate fate loyalty revolt"})
    )
    do(game, "end", "card:iron_grip")
    assert (game.player(), game.legal()) == (1, reactions("fate"))
    do(game, "card:fate")
    assert (game.player(), game.asked()) == (0, "D9")
    do(game, "card:iron_grip", "pass")
    assert game.points == [7, 0, 0]
    assert game.discard == Counter(iron_grip=2, fate=1)


def test_marauders() -> None:
    """N11.3, R16, R19: no points for monopolies, those for colonies remain; an Iron Grip before is lost."""
    game = turn(table(up=dict.fromkeys((HG, HS, HJ), 0), hands={0: "iron_grip", 1: "marauders", 2: "marauders"}))
    do(game, "end", "card:iron_grip")
    assert (game.player(), game.legal()) == (1, reactions("marauders"))
    do(game, "pass")
    assert game.player() == 2
    do(game, "card:marauders")
    assert game.points == [3, 0, 0]
    assert game.discard == cards("iron_grip marauders")


def test_fate_against_marauders() -> None:
    """N11.3: one's own will do; no second Marauders."""
    game = turn(table(up=dict.fromkeys((HG, HS, HJ), 0), hands={0: "fate", 1: "marauders", 2: "marauders"}))
    do(game, "end", "card:marauders")
    assert game.player() == 0
    do(game, "card:fate")
    assert game.player() == OVER
    assert game.points == [5, 0, 0]


def test_marauders_need_a_monopoly() -> None:
    """N11.3; with `marauders_scope = "all"` a colony is enough, and everything is lost."""
    game = turn(table(up={HG: 0}, hands={0: "fate", 1: "marauders"}))
    assert do(game, "end").player() == OVER
    game = do(turn(table(up={HG: 0}, hands={0: "war", 1: "marauders"}, marauders_scope="all")), "end")
    do(game, "card:marauders")
    assert game.points == [0, 0, 0]
    game = turn(table(down={HG: 0}, hands={0: "war", 1: "marauders"}, marauders_scope="all"))
    assert do(game, "end").player() == OVER


# ---------------------------------------------------------------------- N12, N17.1 to N17.3


@pytest.mark.parametrize(
    ("scores", "ranks", "returns"),
    [
        ([30, 20, 20], [1, 2, 2], [1, -1 / 2, -1 / 2]),
        ([20, 30, 30], [3, 1, 1], [-1 / 2, 1 / 4, 1 / 4]),
        ([7, 7, 7], [1, 1, 1], [0, 0, 0]),
    ],
)
def test_ties_are_shared(scores: list[int], ranks: list[int], returns: list[float]) -> None:
    """N12.3, R17."""
    game = table()
    assert game.returns() == [0, 0, 0]
    game.points, game.over = list(scores), True
    assert game.ranks() == ranks
    assert [float(share) for share in game.returns()] == pytest.approx(returns)


def test_the_end() -> None:
    """N3.1, N12.1, N12.2: six turns; a last loss, not below 0."""
    game = NewWorld(DATA, players=2, first=1)
    turns: list[tuple[int, int]] = []
    while game.player() != OVER:
        if game.asked() == "D3" and (game.turn, game.player()) not in turns:
            turns.append((game.turn, game.player()))
        if game.turn == 6 and game.player() == 0:
            game.map, game.points = {NW: Colony(0, False), NG: Colony(0, False), CJ: Colony(1, False)}, [1, 9]
        do(game, "end" if game.asked() == "D3" else (game.legal() or list(game.outcomes()))[0])
    assert turns == [(turn, seat) for turn in range(1, 7) for seat in (1, 0)]
    assert game.scores() == [0, 8]
    assert game.ranks() == [2, 1]


def test_n17_1_to_3_the_sample_turn() -> None:
    """The three turns of the rulebook."""
    game = NewWorld(DATA, players=3, first=0)
    deal(
        game,
        "spread_out colonists fate war",
        "advantageous_marriage blight rescue_voyage iron_grip",
        "disease hoarding_supplies mutual_support isolation",
    )
    use(game, "spread_out", NG, CJ, IJ, AG, HG)
    use(game, "colonists", *sorted([HJ, HS, AS]))
    use(game, "fate", mode="support")
    assert game.support == [3, 1, 1]
    do(game, "end")
    assert game.points == [14, 0, 0]
    assert game.player() == 1
    use(game, "advantageous_marriage", NG, HS)
    use(game, "blight")
    assert (down(game, 0), game.points) == ({HJ, HG, AG}, [14, 3, 0])
    use(game, "rescue_voyage", AG, HG, HJ)
    if game.asked() == "D7":
        do(game, "done")
    do(game, "pass") if game.asked() == "D8" else None
    do(game, "end") if game.asked() == "D3" else None
    do(game, "card:iron_grip")
    assert game.points == [14, 16, 0]
    assert game.player() == 2
    use(game, "disease", AS, AG, HG, HS, HJ)
    if game.asked() == "D7":
        do(game, "done")
    assert game.points == [14, 16, 5]
    use(game, "hoarding_supplies")
    assert set(game.map) == {CJ, IJ, NG}
    use(game, "mutual_support", AF, AG, AS, IW)
    use(game, "isolation", "region:amazon")
    assert game.points == [14, 16, 11]
    assert game.turn == 2
    assert game.isolations == {AMAZON: 2}


# ---------------------------------------------------------------------- N13


def test_who_is_told_what() -> None:
    """N13: what is drawn is told to its owner only, everything else to all."""
    game = table(up=dict.fromkeys((HG, HS, HJ), 0), hands={0: "iron_grip war", 1: "fate", 2: "war"})
    turn(game)
    declare(game, "war", "build", NW, "pass", "end", "pass")
    told = "0 build, 0 card:war, 0 site:north_america_wood, 1 pass, 2 pass, 0 end, 0 pass, 1 pass, 2 pass"
    assert [lines[-9:] for lines in game.told] == [told.split(", ")] * 3
    goes_on(game, game._draw(1))
    drawn(game, "war")
    assert [lines[-1] for lines in game.told] == ["1 draws ?", "1 draws war", "1 draws ?"]


def test_asking_tells_nothing() -> None:
    """N13.3: the same whether a hand holds what fits or not."""
    horn, seen = dict.fromkeys((HG, HS, HJ), 0), []
    for own, other in (("iron_grip war", "fate marauders"), ("colonists war", "colonists war")):
        game = table(up=horn, hands={0: f"{own} war", 1: other})
        turn(game)
        for answer in ("build", "card:war", NW, "pass", "end", "pass", "pass"):
            game.apply(name_of(answer))
        assert game.player() == OVER
        seen.append(game.told[2])
    assert seen[0] == seen[1]


def test_what_is_told_is_all_that_is_known() -> None:
    """N13: another game that tells a seat the same leaves it with the same table before its eyes."""
    steps = 0
    for seed in range(20):
        random, game = Random(seed), NewWorld(DATA, **FULL[seed % len(FULL)])
        p, facts = seed % game.players, []
        while game.player() != OVER:
            facts.append(game.facts(p))
            game.apply(next_name(game, random, PLAYERS[STYLES[seed][0]], DEALERS[STYLES[seed][1]]))
        twin = NewWorld(DATA, **game.options)
        for name in game.answers[: random.randrange(len(game.answers))]:
            twin.apply(name)
        while same := twin_name(twin, p, game.told[p][len(twin.told[p]) :], random):
            twin.apply(same)
            if len(twin.answers) == len(game.answers):
                break
            assert twin.facts(p) == facts[len(twin.answers)]
            steps += twin.hands != game.hands
    assert steps > 500


# ---------------------------------------------------------------------- whole games


def played_and_checked(game: NewWorld, seed: int, player: str, dealer: str, seen: Counter[str]) -> None:
    """A random game; N1.12, N16 and the number of cards hold after every step."""
    random = Random(seed)
    while game.player() != OVER:
        assert game.conserved()
        assert min(game.points) >= 0
        assert all(0 <= place < len(game.track) for place in game.support)
        legal, outcomes = game.legal(), game.outcomes()
        assert legal or outcomes
        assert len(legal) == len(set(legal))
        assert not outcomes or sum(outcomes.values()) == 1
        name = next_name(game, random, PLAYERS[player], DEALERS[dealer])
        note_step(game, name, seen)
        game.apply(name)
    note_end(game, seen)
    assert game.conserved()
    assert sum(game.returns()) == 0
    assert not game.stack


def test_random_games_meet_every_rare_rule() -> None:
    """Every title in every mode, every reaction to every kind of card, chains of Fates."""
    seen: Counter[str] = Counter()
    for seed in SHOW_ALL:
        played_and_checked(NewWorld(DATA, **FULL[seed % len(FULL)]), seed, *STYLES[seed % len(STYLES)], seen)
    assert {what for what in RARE if not seen[what]} == set()


@pytest.mark.parametrize("rulings", SWITCHES, ids=str)
def test_other_readings(rulings: dict[str, Any]) -> None:
    for seed in range(4):
        game = NewWorld(merged(DATA, {"rulings": rulings}), **FULL[seed % len(FULL)])
        played_and_checked(game, seed, *STYLES[7 * seed % len(STYLES)], Counter())


@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_reduced_sizes(options: dict[str, Any]) -> None:
    for seed in range(4):
        played_and_checked(NewWorld(DATA, **options), seed, *STYLES[11 * seed % len(STYLES)], Counter())


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 6), st.sampled_from(STYLES), st.integers(0, 2**32 - 1))
def test_any_game(players: int, style: tuple[str, str], seed: int) -> None:
    played_and_checked(NewWorld(DATA, players=players), seed, *style, Counter())


def test_a_clone_goes_its_own_way() -> None:
    game, random = NewWorld(DATA), Random(3)
    for _ in range(60):
        game.apply(next_name(game, random, PLAYERS["uniform"], DEALERS["fair"]))
    copy = game.clone()
    assert (copy.told, copy.hands, copy.legal()) == (game.told, game.hands, game.legal())
    copy.apply(next(iter(copy.legal() or copy.outcomes())))
    assert len(copy.answers) == len(game.answers) + 1


def test_impossible_names_are_refused() -> None:
    game = NewWorld(DATA, first=0)
    with pytest.raises(ValueError, match="'end' is not possible"):
        game.apply("end")


# ---------------------------------------------------------------------- the law of hidden cards

SMALL: list[dict[str, Any]] = [
    {"players": 2, "turns": 3, "regions": 2, "titles": "fate+war+colonists", "copies": 2, "hand": 1},
    {"players": 2, "turns": 3, "regions": 1, "titles": "embargo+fate+revolt", "copies": 2, "hand": 2},
    {"players": 3, "turns": 2, "regions": 2, "titles": "fate+disease+loyalty", "copies": 2, "hand": 1},
    {"players": 3, "turns": 4, "regions": 1, "titles": "isolation+embargo+revolt", "copies": 2, "hand": 1, "first": 1},
]


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_worlds_are_those_of_all_games(options: dict[str, Any]) -> None:
    """Following the cards finds the worlds and weights that playing all games finds."""
    most = 0
    for seed in range(3):
        random, game = Random(seed), NewWorld(DATA, **options)
        stop = random.randrange(8, 40)
        while game.player() != OVER and len(game.answers) < stop:
            game.apply(next_name(game, random, PLAYERS["dealmaker"], DEALERS["fair"]))
        for p in game.seats:
            law = worlds(game, p)
            assert sum(law.values()) == 1
            assert world_of(game) in law
            assert law == worlds_by_playing(game, p)
            most = max(most, len(law))
    assert most > 2


def test_cards_kept_through_a_shuffle_are_not_those_of_the_discard() -> None:
    """R26: what was in a hand then cannot be what was shuffled."""
    titles = "fate+war+colonists"
    game = NewWorld(DATA, players=2, first=0, titles=titles, copies=2, hand=1, regions=1)
    do(game, "card:war", "card:colonists")
    assert worlds(game, 0) == {
        (("war",), ("war",)): Fraction(1, 5),
        (("war",), ("fate",)): Fraction(2, 5),
        (("war",), ("colonists",)): Fraction(2, 5),
    }
    do(game, "end", "end", "card:fate", "card:war", "card:war", "card:war")
    do(game, "end", "end", "card:colonists", "card:fate", "card:fate", "card:fate")
    assert worlds(game, 0) == {(("colonists",), ("colonists",)): 1}
    do(game, "end", "end", "card:fate", "card:war")
    assert worlds(game, 0) == {
        (("colonists", "fate"), ("colonists", "war")): Fraction(2, 3),
        (("colonists", "fate"), ("colonists", "fate")): Fraction(1, 3),
    }
