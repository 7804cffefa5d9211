"""The oracle against the rulebook: the vectors S19.1 to S19.8 and an example for each paragraph of the auction."""

import tomllib
from collections import Counter
from fractions import Fraction
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.sevilla import CHANCE, OVER, Run, Sevilla, stack
from tests.oracles.sevilla_configs import FULL, REDUCED, WAYS, merged
from tests.oracles.sevilla_play import DEALERS, PLAYERS, RARE, next_name, note_end, note_step, play

DATA: dict[str, Any] = tomllib.loads((files("caravela.engines") / "sevilla" / "data.toml").read_text())


# ---------------------------------------------------------------------- positions


def do(game: Sevilla, *names: str) -> Sevilla:
    for name in names:
        game.apply(name)
    return game


def begun(helm: int = 0, buildings: tuple[str, ...] = (), **options: Any) -> Sevilla:
    """A game after setup: nothing is revealed yet."""
    game = Sevilla(DATA, **{"players": 3, "palace": bool(buildings), **options})
    return do(game, f"helm>{helm}", *(f"building:{name}" for name in buildings))


def lay(game: Sevilla, *cards: str) -> Sevilla:
    """Reveals these cards lot by lot, then any others, as far as possible not of one colour in a lot."""
    for card in cards:
        do(game, f"card:{card}")
    while game.asked() == "card":
        colours = {game.titles[card]["colour"] for card in game.lots[-1].cards if len(game.lots[-1].cards) == 1}
        names = list(game.outcomes())
        unlike = [name for name in names if game.titles[name.removeprefix("card:")]["colour"] not in colours]
        do(game, max(unlike or names, key=lambda name: (game.outcomes()[name], name)))
    return game


def bid(game: Sevilla, *rows: list[int], false: dict[int, list[int]] | None = None) -> Sevilla:
    """All bid: a row of amounts for each seat, filled up with 0; false coins by seat likewise."""
    for seat in game.clockwise(game.helm or 0):
        row, coins = rows[seat], (false or {}).get(seat, [])
        for number in range(game.lots_a_round):
            assert (game.player(), game.asked()) == (seat, "E1")
            do(game, f"bid{row[number] if number < len(row) else 0}")
            if game.visible_tokens:
                do(game, f"false{coins[number] if number < len(coins) else 0}")
    return do(game, "show")


def lot_of(*bids: int, helm: int = 0, cards: tuple[str, ...] = (), **options: Any) -> Sevilla:
    """The one lot of a round on which all have just bid; it has the ship."""
    game = lay(begun(helm, players=len(bids), lots=1, **options), *cards)
    return bid(game, *([r] for r in bids))


def two_lots(*rows: list[int], cards: tuple[str, str], helm: int = 0, **options: Any) -> Sevilla:
    """Two lots, these cards on the first, on which all have just bid."""
    return bid(lay(begun(helm, players=len(rows), lots=2, **options), *cards), *rows)


def idle(game: Sevilla) -> Sevilla:
    """Plays a round in which nobody bids, sells or boards anything."""
    number = game.round
    while game.player() != OVER and game.round == number:
        names = game.legal() or list(game.outcomes())
        plain = ("bid0", "false0", "decline", "done")
        do(game, next((name for name in plain if name in names), names[0]))
    return game


def goes_on(game: Sevilla, run: Run) -> Sevilla:
    """The game, now at the first question of a part of it; what comes after that part is never played."""
    game._run = run
    game._ask = next(run, None)
    return game


# ---------------------------------------------------------------------- S1, S2: components and setup


def test_the_cards_of_the_box() -> None:
    """S1.1, S14.1."""
    game, more = Sevilla(DATA), Sevilla(DATA, rebels=True)
    assert game.deck.total() == 88
    assert more.deck.total() == 94
    families = Counter(card["family"] for card in more.titles.values() for _ in range(card["count"]))
    assert families == {"goods": 20, "carpentry": 20, "officer": 20, "crew": 20, "boy": 8, "rebel": 6}


@pytest.mark.parametrize(
    ("players", "lots", "coins", "small"), [(2, 4, 6, 6), (3, 4, 6, 6), (4, 5, 7, 8), (5, 6, 8, 10)]
)
def test_setup(players: int, lots: int, coins: int, small: int) -> None:
    """S2.2 to S2.6, S12.1."""
    game = lay(begun(players=players))
    assert len(game.lots) == lots
    assert game.purses == [coins] * players
    assert Sevilla(DATA, players=players).small_ships == small
    assert game.ready == [["nobility", "church", "crown"]] * players
    assert game.false_coins_each == 5
    capacities = [game.ship_cards[ship]["capacity"] for ship in Sevilla(DATA, players=players).ship_deck]
    assert len(capacities) == 8
    assert capacities == sorted(capacities)
    assert set(capacities) == {2, 3, 4, 5}


def test_the_first_helm_is_drawn() -> None:
    """S2.5, S16.1."""
    game = Sevilla(DATA, players=5)
    assert game.player() == CHANCE
    assert game.outcomes() == {f"helm>{seat}": Fraction(1, 5) for seat in range(5)}
    assert do(game, "helm>3").helm == 3


def test_buildings_are_dealt_by_seat() -> None:
    """S13.1."""
    game = do(Sevilla(DATA, players=2, palace=True), "helm>1")
    assert set(game.outcomes().values()) == {Fraction(1, 5)}
    do(game, "building:puerto")
    assert set(game.outcomes().values()) == {Fraction(1, 4)}
    assert "building:puerto" not in game.outcomes()
    do(game, "building:alcazar")
    assert game.buildings == ["puerto", "alcazar"]
    assert game.asked() == "card"


def test_eight_rounds() -> None:
    """S3, S9.1: the ship deck runs out exactly with the last."""
    game = begun(players=5)
    for left in range(7, -1, -1):
        assert len(lay(game).ship_deck) == left
        assert game.deck_size() == 11 * left
        idle(game)
    assert game.over
    assert game.gone.total() == 88
    assert game.gone_ships.total() == 8


# ---------------------------------------------------------------------- S4: reveal


def test_lots_have_two_cards_and_the_last_one_and_a_ship() -> None:
    """S4.1."""
    game = lay(begun())
    assert [len(lot.cards) for lot in game.lots] == [2, 2, 2, 1]
    assert [lot.ship for lot in game.lots] == ["", "", "", "ship_2a"]


def test_like_colours_add_a_small_ship() -> None:
    """S4.2, S14.2: the last lot has a single card."""
    game = lay(begun(rebels=True), "oil", "wine", "rogue", "stowaway", "diver", "treasurer", "ships_boy")
    assert [lot.small for lot in game.lots] == [True, True, False, False]
    assert game.small_ships == 4


def test_no_small_ship_is_left() -> None:
    """R3: lots in rising order."""
    game = lay(begun(small_ships=1), "oil", "carpentry_a", "cook", "diver", "treasurer", "admiral")
    assert [lot.small for lot in game.lots] == [False, True, False, False]


def test_cards_come_from_the_deck() -> None:
    """S16.1."""
    game = begun(players=3)
    assert game.outcomes()["card:oil"] == Fraction(5, 88)
    assert game.outcomes()["card:ships_boy"] == Fraction(8, 88)
    do(game, "card:oil")
    assert game.outcomes()["card:oil"] == Fraction(4, 87)


def test_too_few_cards_are_refused() -> None:
    """S4.3."""
    with pytest.raises(ValueError, match="5 auction cards are too few; 7 are revealed"):
        Sevilla(DATA, players=3, rounds=1, cards="oil")


# ---------------------------------------------------------------------- S5: secret bids


def test_money_and_false_coins_go_round_the_lots() -> None:
    """S5.2: what lies on earlier lots is gone; money need not be used up."""
    game = lay(begun())
    assert game.legal() == sorted(f"bid{r}" for r in range(7))
    do(game, "bid4")
    assert game.legal() == [f"false{f}" for f in range(6)]
    do(game, "false3")
    assert game.legal() == ["bid0", "bid1", "bid2"]
    do(game, "bid2", "false2")
    assert game.legal() == ["bid0"], "asked all the same (S17.2)"
    do(game, "bid0")
    assert game.legal() == ["false0"]
    do(game, "false0", "bid0", "false0")
    assert game.player() == 1
    assert game.legal() == sorted(f"bid{r}" for r in range(7))


def test_bids_are_asked_from_the_helm_on() -> None:
    """S5.2."""
    game = lay(begun(helm=2))
    order = []
    for _ in range(3):
        order.append(game.player())
        do(game, *("bid0", "false0") * 4)
    assert order == [2, 0, 1]


def test_nobody_sees_the_bids_of_others() -> None:
    """S5.1, S5.4."""
    game = lay(begun())
    before = [list(told) for told in game.told]
    facts = game.facts(1)
    do(game, "bid3", "false1", "bid1", "false0", "bid0", "false2", "bid2", "false0")
    assert game.told[0][len(before[0]) :] == [
        "bid3", "false1", "bid1", "false0", "bid0", "false2", "bid2", "false0",
    ]  # fmt: skip
    assert game.told[1:] == before[1:]
    assert {**game.facts(1), "legal": None} == {**facts, "legal": None}


@pytest.mark.parametrize(("r", "f", "discs"), [(0, 0, 0), (0, 5, 5), (1, 0, 1), (3, 0, 1), (4, 0, 2), (7, 2, 5)])
def test_stacks(r: int, f: int, discs: int) -> None:
    """S5.3, R4."""
    assert stack(r, f) == discs


def test_stacks_are_seen_when_all_have_bid() -> None:
    """S5.3."""
    game = bid(lay(begun()), [4, 0, 1, 0], [0, 0, 0, 6], [3, 3], false={0: [0, 5], 2: [1, 1, 1, 1]})
    assert "stacks [[2, 5, 1, 0], [0, 0, 0, 2], [2, 2, 1, 1]]" in game.told[1]
    assert game.facts(1)["lots"][0][5] == [4, 0, 3]
    assert game.facts(1)["lots"][3][5] == [None, 6, None]


def test_without_visible_tokens() -> None:
    """S5.3: there are neither false coins nor stacks."""
    game = bid(lay(begun(visible_tokens=False)), [2], [1], [0])
    assert not any("stacks" in line for line in game.told[0])
    assert (game.player(), game.asked()) == (0, "E3")
    assert game.facts(1)["stacks"] is None


# ---------------------------------------------------------------------- S6: resolving lots


def test_only_this_lot_is_uncovered() -> None:
    """S6.1."""
    game = bid(lay(begun()), [1, 2], [1, 3], [1, 1])
    assert [lot.uncovered for lot in game.lots] == [True, False, False, False]
    assert game.told[0][-1] == "lot 1: bids [1, 1, 1], false coins [0, 0, 0], disc None"


def test_s19_1_rebids() -> None:
    game = lot_of(3, 3, 0)
    assert (game.player(), game.asked(), game.legal()) == (0, "E3", ["first", "last"])
    do(game, "last")
    assert (game.player(), game.asked()) == (1, "E4")
    assert game.legal() == ["church", "crown", "nobility", "pass"]
    do(game, "church")
    assert game.totals == {0: 3, 1: 5}
    assert (game.player(), game.legal()) == (0, ["crown", "pass"])
    do(game, "crown")
    assert game.past_rounds[0][1][0].winner == 0
    assert game.purses == [6 - 3 + 1 + 2, 6 + 6, 6 + 6]


def test_s19_2_a_tie_is_deserted() -> None:
    game = do(lot_of(2, 2, 0, cards=("oil",)), "first", "pass", "pass")
    assert game.purses == [12, 12, 12]
    assert (game.gone, game.gone_ships) == (Counter(["oil"]), Counter(["ship_2a"]))


def test_s19_3_only_a_sum_above_the_highest_bid() -> None:
    game = do(lot_of(4, 1, 1), "first")
    assert game.legal() == ["church", "crown", "nobility", "pass"]
    do(game, "pass")
    assert game.asked() == "card", "no patron beats: nobody else is asked"
    assert game.purses == [6 - 4 + 6, 12, 12]
    game = do(lot_of(4, 1, 1, palace=True, buildings=("atarazanas", "alcazar", "casa_comercio")), "first", "pass")
    assert (game.player(), game.legal()) == (1, ["crown", "pass"])
    do(game, "crown")
    assert game.past_rounds[0][1][0].winner == 1
    assert game.purses[1] == 6 - 1 + 1 + 2


def test_raising_oneself() -> None:
    """R5: the leader may; then later contenders need more."""
    game = do(lot_of(4, 2, 2), "first", "nobility")
    assert game.high == 0, "the round is over"
    assert game.past_rounds[0][1][0].rebids == {0: "nobility"}
    game = do(lot_of(4, 3, 2), "first", "nobility")
    assert (game.player(), game.legal()) == (1, ["crown", "pass"])


@pytest.mark.parametrize("helm", [0, 1, 2])
def test_s19_4_false_coins_are_no_bid(helm: int) -> None:
    game = bid(lay(begun(helm, lots=1)), [0], [1], [0], false={0: [2]})
    assert game.past_rounds[0][1][0].winner == 1
    assert game.purses == [12, 11, 12]
    assert game.helm == 1


def test_s19_5_order_without_the_helm() -> None:
    game = lot_of(0, 2, 2)
    assert (game.player(), game.asked()) == (1, "E4")
    do(game, "pass")
    assert game.player() == 2


def test_s6_4_order() -> None:
    """First: he, then clockwise. Last: the next contender to his left begins."""
    game = lot_of(1, 1, 1, 1, helm=2)
    assert game.player() == 2
    asked = []
    do(game, "first")
    for _ in range(4):
        asked.append(game.player())
        do(game, "pass")
    assert asked == [2, 3, 0, 1]
    game, asked = do(lot_of(1, 1, 0, 1, 1, helm=1), "last"), []
    for _ in range(4):
        asked.append(game.player())
        do(game, "pass")
    assert asked == [3, 4, 0, 1]


def test_the_order_is_asked_even_if_nobody_can_rebid() -> None:
    """S6.4."""
    game = lot_of(6, 1, 0, patrons=1)
    do(game, "last")
    assert (game.player(), game.legal()) == (0, ["nobility", "pass"])
    game = two_lots([1, 3], [1, 1], [1, 0], cards=("oil", "cook"), patrons=1)
    do(game, "first", "nobility")
    assert (game.player(), game.asked()) == (0, "E3"), "of lot 2: 3 against 1"
    do(game, "last")
    assert game.past_rounds[0][1][1].winner == 0


def test_s19_6_below_the_false_players_disc() -> None:
    for answer, winner in (("nobility", 0), ("crown", 0), ("pass", None)):
        game = do(lay(begun(players=2, lots=1)), "disc2")
        bid(game, [2], [0])
        assert (game.player(), game.asked()) == (0, "E4")
        assert game.legal() == ["church", "crown", "nobility", "pass"]
        do(game, answer)
        assert game.past_rounds[0][1][0].winner == winner


def test_s19_7_a_false_disc() -> None:
    game = do(lay(begun(players=2, lots=1)), "disc0")
    bid(game, [1], [0])
    assert game.past_rounds[0][1][0].winner == 0


def test_s19_8_three_rebid() -> None:
    game = do(lot_of(5, 5, 4), "first", "nobility")
    assert (game.player(), game.legal()) == (1, ["church", "crown", "pass"])
    do(game, "church")
    assert game.past_rounds[0][1][0].winner == 1, "C is not asked: 4 + 3 is not above 7"
    assert game.purses == [12, 6 - 5 + 1 + 3, 12]


def test_a_single_top_bid_wins_without_a_rebid() -> None:
    """S6.3, S6.7, R16: but not before all have been asked."""
    game = lot_of(3, 1, 1)
    do(game, "last")
    assert (game.player(), game.legal()) == (1, ["crown", "pass"])
    do(game, "pass", "pass", "pass")
    assert game.past_rounds[0][1][0].winner == 0


def test_a_lone_contender_is_not_asked() -> None:
    """R16."""
    game = lot_of(0, 0, 1)
    assert game.past_rounds[0][1][0].winner == 2


def test_nobody_bids() -> None:
    """S6.9, R6: a small ship does not return either."""
    game = two_lots([0, 1], [0, 1], [0, 0], cards=("oil", "wine"))
    assert game.gone == Counter(["oil", "wine"])
    assert game.gone_ships == Counter(["ship_1"])
    assert game.small_ships == 5


def test_the_winner_pays_his_coins_only() -> None:
    """S6.8, S6.10: a patron of the winner is spent for the round, those of the others are not."""
    game = two_lots([2, 2], [1, 2], [0, 0], cards=("oil", "cook"))
    do(game, "first", "pass", "crown")
    assert game.purses == [6, 5, 6]
    assert game.won == [Counter(), Counter(["oil", "cook"]), Counter()]
    assert game.lots[1].ready == [
        ["nobility", "church", "crown"],
        ["nobility", "church"],
        ["nobility", "church", "crown"],
    ]
    do(game, "last")
    assert game.legal() == ["church", "nobility", "pass"]
    do(game, "church", "crown")
    assert game.past_rounds[0][1][1].winner == 0
    assert game.purses == [6 - 2 + 3, 5 + 1 + 2, 12], "B has his Church back (S7.1)"
    assert game.ready == [["nobility", "church", "crown"]] * 3


def test_coins_come_back_too_late_for_other_lots() -> None:
    """S6.10: bids cannot be changed (S5.4)."""
    game = two_lots([4, 2], [6], [0, 2], cards=("oil", "cook"))
    do(game, "first", "pass", "pass")
    assert game.purses == [6, 0, 6]
    assert (game.player(), game.asked(), game.totals) == (0, "E3", {0: 2, 2: 2})


def test_the_helm_goes_to_the_winner_of_the_last_ship() -> None:
    """S8.2, R7: a small ship moves nothing."""
    assert lot_of(0, 0, 1).helm == 2
    assert do(lot_of(0, 1, 1, helm=2), "first", "pass", "pass").helm == 2
    game = two_lots([1], [0], [0], cards=("oil", "wine"), helm=2)
    assert (game.fleets, game.helm) == ([["ship_1"], [], []], 2)


def test_the_helm_moves_after_round_eight_too() -> None:
    """S8.2, R21."""
    game = lot_of(0, 0, 1, rounds=1)
    assert game.over
    assert game.helm == 2
    assert game.end_of(2).helm


def test_the_last_collection() -> None:
    """S7.1."""
    game = lot_of(0, 0, 0, rounds=1)
    assert game.over
    assert game.purses == [12, 12, 12]
    assert game.scores() == [3, 3, 3]


# ---------------------------------------------------------------------- S12: two players


@pytest.mark.parametrize(
    ("round_", "values"), [(1, [0, 1, 1, 2]), (3, [0, 1, 2, 2]), (7, [1, 1, 2, 3]), (8, [1, 2, 2, 3])]
)
def test_false_player_follows_the_ship(round_: int, values: list[int]) -> None:
    """S12.2, R17: ships 2, 2, 2, 3, ... in the deck of the data."""
    game = begun(players=2)
    capacities = [2, 2, 2, 3, 3, 3, 4, 5]
    for _ in range(capacities.index({1: 2, 3: 3, 7: 4, 8: 5}[round_])):
        idle(game)
    lay(game)
    assert game.false_player_discs() == values
    assert game.outcomes() == {f"disc{v}": Fraction(values.count(v), 4) for v in values}


def test_discs_are_placed_lot_by_lot_face_down() -> None:
    """S12.2."""
    game = do(lay(begun(players=2)), "disc1", "disc2")
    assert game.outcomes() == {"disc0": Fraction(1, 2), "disc1": Fraction(1, 2)}
    do(game, "disc0", "disc1")
    assert game.told[0] == game.told[1]
    assert game.told[0][-4:] == ["a disc is placed"] * 4
    assert game.facts(0)["lots"][0][7] is True
    bid(game, [2], [0, 1])
    assert game.facts(0)["lots"][0][7] == 1
    assert game.facts(0)["lots"][1][7] == 2, "uncovered with the lone bid below it"
    assert game.facts(0)["lots"][2][7] is True


def test_a_tie_with_the_disc_is_deserted() -> None:
    """S12.3."""
    game = do(lay(begun(players=2, lots=1)), "disc2")
    bid(game, [2], [1])
    do(game, "last")
    assert (game.player(), game.legal()) == (1, ["church", "crown", "pass"])
    do(game, "pass", "pass")
    assert game.past_rounds[0][1][0].winner is None


def test_beating_the_rival_is_not_enough() -> None:
    """S12.3, S12.4: both below the disc."""
    game = do(lay(begun(players=2, lots=1, rounds=8)), "disc2")
    bid(game, [1], [1])
    do(game, "first")
    assert game.legal() == ["church", "crown", "pass"]
    do(game, "church")
    assert (game.player(), game.legal()) == (1, ["crown", "pass"])
    do(game, "crown")
    assert game.past_rounds[0][1][0].winner == 1


def test_fewer_lots_than_discs() -> None:
    """Reduced sizes: the others are not laid."""
    game = lay(begun(players=2, lots=2))
    do(game, "disc2")
    assert game.outcomes() == {"disc0": Fraction(1, 3), "disc1": Fraction(2, 3)}


# ---------------------------------------------------------------------- S13: palace

HOMES = {
    "alcazar": ("alcazar", "atarazanas", "casa_comercio"),
    "puerto": ("puerto", "atarazanas", "alcazar"),
    "arenal": ("arenal", "atarazanas", "alcazar"),
    "casa_comercio": ("casa_comercio", "atarazanas", "alcazar"),
}


def test_alcazars_crown() -> None:
    """S13.2: worth 4 in a rebid, 3 at collection."""
    game = lot_of(1, 4, 1, buildings=HOMES["alcazar"])
    do(game, "first")
    assert game.legal() == ["crown", "pass"]
    do(game, "crown")
    assert game.totals == {0: 5, 1: 4, 2: 1}
    game = lot_of(0, 0, 0, buildings=HOMES["alcazar"])
    assert game.purses[0] == 12


def test_atarazanas() -> None:
    """S13.3: four quarters for each ship card, small ones too."""
    game = begun(buildings=HOMES["puerto"])
    game.fleets = [["ship_3a", "ship_1"], ["ship_3a", "ship_1"], []]
    assert [game.end_of(seat).capacity for seat in game.seats] == [16, 24, 0]
    assert [game.end_of(seat).ships for seat in game.seats] == [2, 2, 0]


def test_el_puerto_by_choice() -> None:
    """S13.5."""
    for answer, purses, fleets in (
        ("pay", [7, 4, 6], [[], ["ship_1"], []]),
        ("hand_over", [6, 5, 6], [["ship_1"], [], []]),
    ):
        game = two_lots([0, 1], [1, 1], [0, 1], cards=("oil", "wine"), buildings=HOMES["puerto"])
        assert (game.player(), game.asked(), game.legal()) == (1, "E5", ["hand_over", "pay"])
        do(game, answer)
        assert (game.purses, game.fleets) == (purses, fleets)


def test_el_puerto_by_force() -> None:
    """S13.5, R13: committed money and the coins just paid do not count."""
    game = two_lots([0, 1], [2, 4], [0, 1], cards=("oil", "wine"), buildings=HOMES["puerto"])
    assert game.purses[1] == 4
    assert game.legal() == ["hand_over"]
    do(game, "hand_over")
    assert game.fleets[0] == ["ship_1"]


def test_el_puerto_takes_nothing_from_itself_or_for_greater_ships() -> None:
    """S13.5, R13."""
    game = two_lots([1, 1], [0, 1], [0, 1], cards=("oil", "wine"), buildings=HOMES["puerto"])
    assert game.asked() == "E3", "of lot 2"
    assert game.fleets[0] == ["ship_1"]
    assert lot_of(0, 1, 0, buildings=HOMES["puerto"]).fleets == [[], ["ship_2a"], []]


def test_a_lost_bid_is_free_again_for_a_toll() -> None:
    """S1.5, S6.10."""
    rows = [3, 0, 0], [2, 4, 0], [0, 0, 1]
    game = bid(lay(begun(lots=3, buildings=HOMES["puerto"]), "cook", "oil", "wine", "oil"), *rows)
    do(game, "first", "pass", "pass")
    assert (game.player(), game.asked(), game.legal()) == (1, "E5", ["hand_over", "pay"])


def test_el_arenal() -> None:
    """S13.4: a card goes under the deck in the open, another comes unseen."""
    game = two_lots([1], [0], [0], cards=("oil", "cook"), buildings=HOMES["arenal"])
    assert (game.player(), game.asked(), game.legal()) == (0, "E7", ["decline", "swap1", "swap2"])
    deck = game.deck_size()
    do(game, "swap2")
    assert (game.player(), game.under) == (CHANCE, ["cook"])
    assert game.outcomes()["card:cook"] == Fraction(1, game.deck.total()), "the other one; this one is known"
    do(game, "card:friar")
    assert game.deck_size() == deck
    assert game.won[0] == Counter(["oil", "friar"])
    assert ["draws friar" in told for told in game.told] == [True, False, False]
    assert ["draws ?" in told for told in game.told] == [False, True, True]
    assert game.facts(1)["won"][0] == {"oil": 1}
    assert game.facts(0)["won"][0] == {"oil": 1, "friar": 1}


def test_el_arenal_once_a_round() -> None:
    """S13.4: declining does not use it up; the next round begins anew."""
    game = bid(lay(begun(lots=3, buildings=HOMES["arenal"])), [1, 1, 1], [0], [0])
    assert game.lot == 0
    do(game, "decline")
    assert (game.lot, game.asked()) == (1, "E7")
    do(game, "swap1", "card:oil")
    assert game.asked() == "card", "not asked on the last lot"
    bid(lay(game), [0, 0, 1], [0], [0])
    assert game.legal() == ["decline", "swap1"], "the next round begins anew"


def test_cards_under_the_deck_come_last_in_their_order() -> None:
    """S15.1, R9: one outcome, for all to foresee."""
    game = begun(players=2, lots=1, rounds=3, buildings=("arenal", "alcazar"), cards="oil+wine+cook", copies=1)
    do(lay(game, "oil"), "disc0")
    bid(game, [1], [0])
    do(game, "swap1", "card:wine", "card:cook", "disc0")
    assert game.won[0] == Counter(["wine"])
    bid(game, [1], [0])
    do(game, "swap1")
    assert game.outcomes() == {"card:oil": 1}
    do(game, "card:oil")
    assert game.drawn[0] == Counter(["wine"]), "all know the Oil"
    assert game.facts(1)["won"][0] == {"oil": 1}
    assert game.outcomes() == {"card:cook": 1}


def test_el_arenal_needs_a_deck() -> None:
    """S13.4, R9."""
    options: dict[str, Any] = {"players": 2, "lots": 1, "rounds": 1, "cards": "cook", "copies": 1}
    game = do(lay(begun(buildings=("arenal", "alcazar"), **options)), "disc0")
    assert bid(game, [1], [0]).over
    data = merged(DATA, {"rulings": {"arenal_needs_deck": False}})
    game = do(Sevilla(data, palace=True, **options), "helm>0", "building:arenal", "building:alcazar")
    do(lay(game), "disc0")
    bid(game, [1], [0])
    assert game.legal() == ["decline", "swap1"]
    assert do(game, "swap1", "card:cook").won[0] == Counter(["cook"])


def test_casa_del_comercio() -> None:
    """S13.6: after collection, in every round, one card of the pile."""
    game = two_lots([1], [0, 1], [0], cards=("oil", "wine"), buildings=HOMES["casa_comercio"])
    assert game.purses == [11, 11, 12]
    assert (game.player(), game.asked()) == (0, "E8")
    assert game.legal() == ["decline", "sell:oil", "sell:wine"]
    assert game.helm == 0, "before the Helm moves"
    do(game, "sell:wine")
    assert (game.purses[0], game.won[0], game.gone) == (13, Counter(["oil"]), Counter(["wine"]))
    assert game.helm == 1
    idle(game)
    assert "0 decline" in game.told[1]


def test_casa_del_comercio_without_a_card() -> None:
    game = lot_of(0, 1, 0, buildings=HOMES["casa_comercio"])
    assert game.asked() == "card"
    assert game.not_asked == ["no pile"]


def test_casa_in_the_last_round_counts() -> None:
    """S11.5, S13.6."""
    game = lot_of(1, 0, 0, cards=("cook",), rounds=1, buildings=HOMES["casa_comercio"])
    do(game, "sell:cook")
    assert game.over
    assert game.purses[0] == 6 - 1 + 6 + 2
    assert game.scores()[0] == 3


# ---------------------------------------------------------------------- S14: rebels


def test_a_rebel_may_be_given_away() -> None:
    """S14.4: to any other player, and it does not trigger again."""
    game = two_lots([1], [0], [0], cards=("rogue", "oil"), rebels=True)
    assert (game.player(), game.asked(), game.legal()) == (0, "E6", ["give>1", "give>2", "keep"])
    do(game, "give>2")
    assert game.won == [Counter(["oil"]), Counter(), Counter(["rogue"])]
    assert game.asked() == "card"


def test_two_rebels_are_decided_in_lot_order() -> None:
    """R11."""
    game = two_lots([1], [0], [0], cards=("mutineer", "rogue"), rebels=True)
    do(game, "keep", "give>1")
    assert game.won == [Counter(["mutineer"]), Counter(["rogue"]), Counter()]


def test_the_order_of_extras() -> None:
    """S6.8: toll, Deals, swap; only cards kept may be swapped."""
    homes = ("arenal", "puerto", "alcazar")
    game = two_lots([1], [0], [0], cards=("rogue", "stowaway"), rebels=True, buildings=homes)
    asked = []
    for answer in ("hand_over", "give>1", "keep"):
        asked.append(game.asked())
        do(game, answer)
    assert asked == ["E5", "E6", "E6"]
    assert (game.asked(), game.legal()) == ("E7", ["decline", "swap2"])
    do(game, "swap2", "card:rogue")
    assert game.won[0] == Counter(["rogue"])
    assert game.asked() == "card", "a drawn rebel triggers nothing (S14.4)"
    assert game.fleets == [[], ["ship_1"], []]


def test_no_card_is_kept_to_swap() -> None:
    game = two_lots([1], [0], [0], cards=("rogue", "stowaway"), rebels=True, buildings=HOMES["arenal"])
    do(game, "give>1", "give>1")
    assert game.not_asked == ["no card kept"]
    assert game.asked() == "card"


def test_in_two_player_games_there_is_one_to_give_to() -> None:
    """S12.5."""
    game = do(lay(begun(players=2, lots=1, rebels=True), "rogue"), "disc0")
    assert bid(game, [0], [1]).legal() == ["give>0", "keep"]


def test_all_rebels_of_the_data_are_dealt() -> None:
    """R18: in a game of five 6 cards of 94 do not appear."""
    game = begun(players=5, rebels=True)
    while not game.over:
        idle(game)
    assert game.deck_size() == 6


# ---------------------------------------------------------------------- S9, S10: the end


def boarding(*piles: str, fleet: tuple[str, ...] = ("ship_2a",), **options: Any) -> Sevilla:
    """The end of a game with these piles, boarded by hand."""
    game = begun(players=len(piles), boarding="manual", **options)
    game.won = [Counter(text.split()) for text in piles]
    game.fleets = [list(fleet) for _ in piles]
    return goes_on(game, game._boarding())


def test_players_board_in_seat_order_in_the_open() -> None:
    """S10.8."""
    game = boarding("oil cook", "wine wine", helm=1)
    assert (game.player(), game.asked(), game.legal()) == (0, "E9", ["board:cook", "board:oil", "done"])
    do(game, "board:oil")
    assert game.legal() == ["board:cook", "done"]
    do(game, "done")
    assert (game.player(), game.boarded[0]) == (1, Counter(["oil"]))
    assert game.told[1][-2:] == ["0 board:oil", "0 done"]
    do(game, "board:wine", "board:wine")
    assert game.legal() == ["done"]


def test_padlocks_first_or_later() -> None:
    """S10.8."""
    game = boarding("oil oil oil stowaway", "", rebels=True)
    assert game.legal() == ["board:oil", "board:stowaway"]
    do(game, "board:oil", "board:oil")
    assert game.legal() == ["board:stowaway"]
    assert do(game, "board:stowaway").legal() == ["done"]


def test_goods_before_those_who_carry_them() -> None:
    """S10.8."""
    game = boarding("oil oil oil oil storekeeper cook", "")
    do(game, "board:oil", "board:oil", "board:storekeeper")
    assert game.legal() == ["board:cook", "board:oil", "done"]


def test_drawn_cards_are_shown_before_boarding() -> None:
    """S15.1."""
    game = begun(players=2, boarding="manual")
    game.won[0], game.drawn[0] = Counter(["oil", "wine"]), Counter(["wine"])
    goes_on(game, game._boarding())
    assert game.told[1][-1] == "0 shows ['wine']"
    assert game.facts(1)["won"][0] == {"oil": 1, "wine": 1}


def test_manual_points_are_those_of_the_boarded() -> None:
    """S10.5."""
    game = lot_of(1, 0, 0, cards=("oil",), rounds=1, boarding="manual")
    do(game, "done", "done", "done")
    assert game.over
    assert game.scores() == [11 // 4, 3, 3]
    game = lot_of(1, 0, 0, cards=("oil",), rounds=1)
    assert game.scores() == [1 + 11 // 4, 3, 3]


@pytest.mark.parametrize(
    ("purses", "ranks", "returns"),
    [
        ([8, 4, 4], [1, 2, 2], [1, -1 / 2, -1 / 2]),
        ([8, 9, 4], [2, 1, 3], [-1 / 2, 1, -1 / 2]),
        ([9, 9, 8], [1, 1, 3], [1 / 4, 1 / 4, -1 / 2]),
        ([5, 5, 5], [1, 1, 1], [0, 0, 0]),
    ],
)
def test_ties(purses: list[int], ranks: list[int], returns: list[float]) -> None:
    """S9.2: by total, then by purse, then shared."""
    game = begun()
    assert game.returns() == [0, 0, 0]
    game.purses, game.over = purses, True
    assert game.ranks() == ranks
    assert [float(share) for share in game.returns()] == pytest.approx(returns)


# ---------------------------------------------------------------------- whole games


def played_and_checked(game: Sevilla, seed: int, player: str, dealer: str, seen: Counter[str]) -> None:
    """A random game in which nothing gets lost."""
    random, decisions = Random(seed), 0
    while game.player() != OVER:
        assert game.conserved()
        legal, outcomes = game.legal(), game.outcomes()
        assert len(legal) == len(set(legal))
        assert sum(outcomes.values()) == (0 if legal else 1)
        decisions += bool(legal)
        name = next_name(game, random, PLAYERS[player], DEALERS[dealer])
        note_step(game, name, seen)
        game.apply(name)
    note_end(game, seen)
    assert game.conserved()
    assert sum(game.returns()) == 0
    assert not any(cards.total() for cards in game.drawn)
    assert len(game.past_rounds) == game.rounds
    bids = game.rounds * game.lots_a_round * game.players * (1 + game.visible_tokens)
    most = bids + game.rounds * game.lots_a_round * (game.players + 1 + 4) + game.rounds + game.all_cards.total() + 5
    assert bids <= decisions <= most  # S18.2


def test_random_games_meet_every_rare_rule() -> None:
    seen: Counter[str] = Counter()
    styles = [(player, dealer) for player in PLAYERS for dealer in DEALERS]
    for seed in range(48):
        player, dealer = styles[seed % len(styles)]
        played_and_checked(Sevilla(DATA, **FULL[seed % 16], **WAYS[seed // 3 % 8]), seed, player, dealer, seen)
        played_and_checked(Sevilla(DATA, **REDUCED[seed % len(REDUCED)]), seed, player, dealer, seen)
    assert {what for what in RARE if not seen[what]} == set()


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from([full | way for full in FULL for way in WAYS] + REDUCED),
    st.sampled_from(sorted(PLAYERS)),
    st.sampled_from(sorted(DEALERS)),
    st.integers(0, 2**32 - 1),
)
def test_any_game(options: dict[str, Any], player: str, dealer: str, seed: int) -> None:
    played_and_checked(Sevilla(DATA, **options), seed, player, dealer, Counter())


def test_a_clone_goes_its_own_way() -> None:
    game = Sevilla(DATA)
    for name in play(Sevilla(DATA), Random(3), PLAYERS["spreader"])[:90]:
        game.apply(name)
    copy = game.clone()
    assert (copy.told, copy.won, copy.legal()) == (game.told, game.won, game.legal())
    copy.apply(next(iter(copy.legal() or copy.outcomes())))
    assert len(copy.answers) == len(game.answers) + 1


def test_impossible_names_are_refused() -> None:
    game = begun()
    with pytest.raises(ValueError, match="'bid3' is not possible"):
        game.apply("bid3")
    lay(game)
    with pytest.raises(ValueError, match="bid7"):
        game.apply("bid7")
