"""The oracle against the rulebook: its test vectors T1 to T15 and the examples in its text."""

import tomllib
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.veracruz import CHANCE, OVER, Galleon, Piece, Veracruz
from tests.oracles.veracruz_play import (
    DEALERS,
    PLAYERS,
    RARE,
    fair,
    next_name,
    note_end,
    note_step,
    pass_seeker,
    play,
)

DATA: dict[str, Any] = tomllib.loads((files("caravela.engines") / "veracruz" / "data.toml").read_text())
KINDS = Veracruz(DATA).kinds


def ship(name: str, left: str = "", right: str = "", bets: str = "") -> Galleon:
    """A galleon loaded box by box, each load legal; bets like "0+ 1-" (seat, + reach port, - sunken)."""
    galleon = next(galleon for galleon in Veracruz(DATA).galleons if galleon.name == name)
    places = tuple((int(bet[0]), "reach_port" if bet[1] == "+" else "sunken") for bet in bets.split())
    piles = {
        side: tuple(Piece(KINDS[box]) for box in cargo.split()) for side, cargo in (("left", left), ("right", right))
    }
    return replace(galleon, left=piles["left"], right=piles["right"], bets=places)


def load(galleon: Galleon, box: str, side: str) -> Galleon:
    """A legal load."""
    after = galleon.loaded(KINDS[box], side)
    assert after is not None
    return after


def dealt(
    *hands: str,
    tops: str = "gold1 corn1",
    toss: str = "sun",
    investments: str = "gold silver corn cacao",
    **options: Any,
) -> Veracruz:
    """A game after setup with chosen hands, seat 0 to begin."""
    game = Veracruz(DATA, players=len(hands), start=0, **options)
    for seat in game.seats:
        game.apply(f"invest:{investments.split()[seat]}")
    for box in [*" ".join(hands).split(), *tops.split()]:
        game.apply(f"box:{box}")
    game.apply(f"toss:{toss}")
    return game


def ended(
    *galleons: Galleon, meteorology: int, investments: str = "gold silver corn cacao", players: int = 4
) -> Veracruz:
    """A finished game with these galleons; those left out have sunk with nothing aboard."""
    game = Veracruz(DATA, players=players)
    game.galleons = [next((given for given in galleons if given.name == own.name), own) for own in game.galleons]
    game.investments = investments.split()[:players]
    game.meteorology = meteorology
    game.agenda = []
    game.over = True
    return game


# ---------------------------------------------------------------------- V1, V2


def test_components_are_those_of_the_box() -> None:
    """V1.1 to V1.4 and V1.6."""
    game = Veracruz(DATA)
    assert len(game.all_boxes) == 43
    assert sum(box.good is not None for box in game.all_boxes) == 32
    assert sum(box.name.startswith("stone") for box in game.all_boxes) == 7
    assert sum(box.name == "empty" for box in game.all_boxes) == 4
    assert Counter(box.weight for box in game.all_boxes if box.good == "corn") == {1: 3, 2: 3, 3: 2}
    assert len(game.goods) == 4
    assert [(galleon.red_from, galleon.weight_limit) for galleon in game.galleons] == [(13, 15), (16, 18), (19, 21)]
    assert list(game.kinds) == [
        *(f"{good}{value}" for good in ("gold", "silver", "corn", "cacao") for value in (1, 2, 3)),
        *("stone1", "stone2", "stone3", "empty"),
    ]


@pytest.mark.parametrize(("players", "reserve", "tosses"), [(2, 27, 7), (3, 23, 6), (4, 19, 5)])
def test_setup_sizes_and_the_last_deck_of_three(players: int, reserve: int, tosses: int) -> None:
    """V2.4, V2.5 and V4.8."""
    game = Veracruz(DATA, players=players)
    while game.player() == CHANCE:
        game.apply(next(iter(game.outcomes())))
    assert game.reserve == reserve
    assert [deck.size for deck in game.decks] == [4, 4]
    assert [len(hand) for hand in game.unknown] == [4] * players
    assert game.meteorology in (2, 4)
    assert -(-reserve // 4) == tosses
    assert reserve % 4 == 3


def test_setup_asks_chance_in_order() -> None:
    """Investments, hands seat by seat, both tops, the toss, the starting player (V12)."""
    names = play(Veracruz(DATA, players=3), Random(1))
    setup = [name.split(":")[0] for name in names[: 3 + 12 + 2 + 1 + 1]]
    assert setup == ["invest"] * 3 + ["box"] * 14 + ["toss", "start"]


def test_chances_are_exact() -> None:
    game = Veracruz(DATA)
    assert game.outcomes() == {f"invest:{good}": Fraction(1, 4) for good in ("gold", "silver", "corn", "cacao")}
    game.apply("invest:corn")
    assert game.outcomes() == {f"invest:{good}": Fraction(1, 3) for good in ("gold", "silver", "cacao")}
    game.apply("invest:gold")
    assert game.outcomes()["box:gold3"] == Fraction(2, 43)
    game.apply("box:gold3")
    assert game.outcomes()["box:gold3"] == Fraction(1, 42)
    game.apply("box:gold3")
    assert "box:gold3" not in game.outcomes()
    assert sum(game.outcomes().values()) == 1


# ---------------------------------------------------------------------- V4: T2 to T5, and the rulebook's example


def test_t2_weight_limit() -> None:
    """Also the rulebook's example: the counter on 13, a box of 3 is refused."""
    juncal = ship("juncal", left="gold3 gold3", right="corn3 corn3 corn1")
    assert juncal.weight() == 13
    assert juncal.loaded(KINDS["gold3"], "left") is None
    assert load(juncal, "gold2", "left").weight() == 15


def test_t3_loads_and_voids() -> None:
    juncal = load(ship("juncal"), "gold3", "left")
    assert (juncal.weight(), juncal.balance()) == (3, -3)
    juncal = load(juncal, "cacao2", "right")
    assert (juncal.weight(), juncal.balance()) == (5, -1)
    juncal = load(juncal, "empty", "left")
    assert juncal.left[0] == Piece(KINDS["gold3"], void=True)
    assert (juncal.weight(), juncal.balance()) == (2, 2)
    assert juncal.loaded(KINDS["empty"], "left") is None
    juncal = load(juncal, "empty", "right")
    assert (juncal.weight(), juncal.balance()) == (0, 0)


def test_t4_a_void_may_push_the_imbalance_too_far() -> None:
    juncal = ship("juncal", left="gold3 gold3", right="corn3 corn3 corn3")
    assert (juncal.weight(), juncal.balance()) == (15, 3)
    assert juncal.loaded(KINDS["empty"], "left") is None
    juncal = load(juncal, "empty", "right")
    assert (juncal.weight(), juncal.balance()) == (12, 0)


def test_t5_sides() -> None:
    game = dealt("corn1 gold1 stone2 empty", "silver1 cacao1 stone1 empty")
    loads = {name for name in game.legal() if not name.startswith("bet:")}
    ships = ("juncal", "santa_teresa", "san_antonio")
    assert loads == {
        f"{place}"
        for ship_name in ships
        for place in (
            f"corn1>{ship_name}.right",
            f"gold1>{ship_name}.left",
            f"stone2>{ship_name}.left",
            f"stone2>{ship_name}.right",
        )
    }


def test_one_action_a_kind_of_box() -> None:
    """V10.1."""
    game = dealt("gold1 gold1 gold1 empty", "silver1 cacao1 stone1 empty", tops="gold2 corn1")
    assert len([name for name in game.legal() if name.startswith("gold1>")]) == 3


def test_a_void_side_takes_an_empty_box_again_after_a_load() -> None:
    """R5: voids are permanent, the side must be loaded first. R16: each side has its own last box."""
    juncal = load(load(load(ship("juncal"), "gold2", "left"), "corn1", "right"), "empty", "left")
    juncal = load(load(juncal, "stone2", "left"), "empty", "left")
    assert [piece.void for piece in juncal.left] == [True, False, True, False]
    assert (juncal.weight(), juncal.balance()) == (1, 1)


def test_t10_short_last_deck_then_none() -> None:
    """Also V10.2: with one deck left the draw is automatic, with none there is no draw (V4.6)."""
    game = dealt("gold1 gold2 stone1 corn1", "silver1 cacao1 stone1 corn2", tops="gold3 corn3", deck_size=1)
    game.reserve, game.unseen = 1, Counter({"cacao3": 1})
    game.all_boxes = game.all_boxes[:11]
    before = game.meteorology
    game.apply("gold1>juncal.left")
    assert game.legal() == ["draw:1", "draw:2"]
    game.apply("draw:2")
    assert game.outcomes() == {"box:cacao3": 1}
    game.apply("box:cacao3")
    assert game.outcomes() == {"toss:sun": Fraction(1, 2), "toss:storm": Fraction(1, 2)}
    game.apply("toss:storm")
    assert game.meteorology == before - 1
    game.apply("cacao1>juncal.right")
    game.apply("draw:1")
    assert game.player() == 0, "reserve 0: no deck, no toss"
    assert [deck.size for deck in game.decks] == [0, 1]
    game.apply("corn1>juncal.right")
    assert [box.name for box in game.drawn[0]] == ["corn3", "cacao3"], "the only deck is drawn from at once"
    assert game.player() == 1
    game.apply("silver1>juncal.left")
    assert game.player() == 0
    assert len(game.unknown[1] + game.drawn[1]) == 3


def test_t10_a_deck_of_three_from_a_reserve_of_three() -> None:
    game = dealt("gold1 gold2 stone1 corn1", "silver1 cacao1 stone1 corn2", tops="gold3 corn3")
    game.reserve = 3
    game.decks[0].size = 1
    game.apply("gold1>juncal.left")
    game.apply("draw:1")
    assert (game.decks[0].size, game.reserve) == (3, 0)
    game.apply(next(iter(game.outcomes())))
    assert set(game.outcomes()) == {"toss:sun", "toss:storm"}


def test_t11_the_third_red_galleon_ends_the_game() -> None:
    game = dealt("gold1 gold2 stone1 corn1", "silver1 cacao1 stone1 corn2")
    game.galleons = [
        ship("juncal", "gold3 gold3", "corn3 corn3 corn1"),
        ship("santa_teresa", "gold3 gold3 gold2", "corn3 corn3 corn2"),
        ship("san_antonio", "gold3 gold3 gold2", "corn3 corn3 corn3 corn1"),
    ]
    assert [galleon.in_red_zone() for galleon in game.galleons] == [True, True, False]
    before = game.meteorology
    game.apply("stone1>san_antonio.left")
    assert (game.player(), set(game.outcomes())) == (CHANCE, {"toss:sun", "toss:storm"})
    assert len(game.unknown[0] + game.drawn[0]) == 3
    game.apply("toss:storm")
    assert game.player() == OVER
    assert game.meteorology == before - 1


def test_a_red_galleon_may_be_loaded_and_left() -> None:
    """V4.2, R11 and V7.1."""
    juncal = ship("juncal", "gold3 gold3", "corn3 corn3 corn1")
    assert juncal.in_red_zone()
    assert load(juncal, "stone1", "left").weight() == 14
    assert not load(juncal, "empty", "right").in_red_zone()


# ---------------------------------------------------------------------- V5, V6


def test_bets_keep_order_and_end_the_turn() -> None:
    game = dealt("gold1 gold2 stone1 corn1", "silver1 cacao1 stone1 corn2")
    game.apply("bet:sunken>juncal")
    game.apply("bet:sunken>juncal")
    assert game.player() == 0
    assert not [name for name in game.legal() if name.startswith("bet:sunken")]
    game.apply("bet:reach_port>juncal")
    assert game.galleons[0].bets == ((0, "sunken"), (1, "sunken"), (0, "reach_port"))
    assert [len(hand) for hand in game.unknown] == [4, 4]


def test_t14_four_empty_boxes() -> None:
    game = dealt("empty empty empty empty", "silver1 cacao1 stone1 corn2")
    assert all(name.startswith("bet:") for name in game.legal())
    game.apply("bet:sunken>juncal")
    game.apply("bet:sunken>juncal")
    game.apply("bet:reach_port>juncal")
    game.apply("bet:reach_port>juncal")
    assert game.legal() == ["pass"]
    game.apply("pass")
    assert game.player() == 1
    assert game.excluded[0] == set(game.kinds) - {"empty"}, "everything but an empty box could have been loaded"
    worlds = game.worlds(1)
    assert {world.unknown for world in worlds} == {game.world().unknown}
    assert {world.investments[0] for world in worlds} == {"gold", "corn", "cacao"}
    assert {world.bets[0] for world in worlds} == {
        ((0, "sunken"), (1, "sunken"), (0, "reach_port"), (1, "reach_port")),
        ((0, "reach_port"), (1, "sunken"), (0, "sunken"), (1, "reach_port")),
    }
    assert set(worlds.values()) == {Fraction(1, 6)}


def test_passes_of_all_end_the_game() -> None:
    """V6.2: the last toss follows, and scoring is normal (R12)."""
    game = dealt("empty empty", "empty empty", hand_size=2, bets=0)
    game.apply("pass")
    game.apply("pass")
    assert set(game.outcomes()) == {"toss:sun", "toss:storm"}
    game.apply("toss:sun")
    assert game.player() == OVER
    assert game.arrived() == ["juncal", "santa_teresa", "san_antonio"]
    assert game.returns() == [0, 0]


def test_a_load_between_passes_starts_the_count_again() -> None:
    game = dealt("empty empty", "gold1 empty", "empty stone1", hand_size=2, bets=0)
    game.apply("pass")
    game.apply("gold1>juncal.left")
    game.apply("draw:1")
    assert game.player() == CHANCE
    assert game.passes == 0


# ---------------------------------------------------------------------- V7, V8: T1, T6 to T9, T12, T13


@pytest.mark.parametrize(("corn", "arrives"), [("corn3", False), ("corn2", True)])
def test_t1_sinking(corn: str, arrives: bool) -> None:
    """Also the rulebook's example: meteorology 3, imbalance 3 sinks, 2 arrives."""
    game = ended(ship("juncal", right=corn), meteorology=3)
    assert ("juncal" in game.arrived()) == arrives


def test_t6_ends_of_the_track() -> None:
    game = Veracruz(DATA)
    game.agenda = [("toss", 0)] * 8
    track = []
    for face in ("sun", "sun", "sun", "storm", "storm", "storm", "storm", "storm"):
        game.apply(f"toss:{face}")
        track.append(game.meteorology)
    assert track == [4, 5, 5, 4, 3, 2, 1, 1]


@pytest.mark.parametrize(("corn", "points"), [("", [3, -1, 2, 1]), ("corn3", [1, 3, -1, -1])])
def test_t7_t8_bets_in_order(corn: str, points: list[int]) -> None:
    game = ended(ship("juncal", right=corn, bets="0+ 1- 2+ 3+ 0- 1+"), meteorology=3)
    assert game.bet_points() == points


def test_t9_investments() -> None:
    juncal = load(ship("juncal", left="gold3 gold1", right="corn3"), "empty", "left")
    game = ended(
        juncal, ship("santa_teresa", left="gold3"), ship("san_antonio", left="gold2", right="cacao1"), meteorology=3
    )
    assert game.arrived() == ["juncal", "san_antonio"]
    assert game.investment_points() == [5, 0, 3, 1]


def test_t12_a_tie_goes_to_the_greater_investment() -> None:
    game = ended(
        ship("juncal", left="gold3 gold3 gold1", right="corn3 corn3 corn2"),
        ship("santa_teresa", bets="2+ 0+ 1+"),
        meteorology=3,
        investments="gold corn silver cacao",
    )
    assert game.investment_points() == [7, 8, 0, 0]
    assert game.scores() == [9, 9, 4, 0]
    assert game.ranks() == [2, 1, 3, 4]
    assert game.returns() == [Fraction(-1, 3), 1, Fraction(-1, 3), Fraction(-1, 3)]


def test_t12_a_full_tie_is_shared() -> None:
    game = ended(
        ship("juncal", left="gold3 gold3 gold2", right="corn3 corn3 corn2"),
        ship("santa_teresa", bets="2+ 3+ 0+"),
        ship("san_antonio", bets="2+ 3+ 1+"),
        meteorology=3,
        investments="gold corn silver cacao",
    )
    assert game.scores() == [9, 9, 8, 4]
    assert game.ranks() == [1, 1, 3, 4]
    assert game.returns() == [Fraction(1, 3), Fraction(1, 3), Fraction(-1, 3), Fraction(-1, 3)]


def test_t13_all_sunk() -> None:
    """V8.5 and R14."""
    game = ended(
        ship("juncal", right="corn3", bets="0- 1+"),
        ship("santa_teresa", left="gold3"),
        ship("san_antonio", right="cacao2 cacao1"),
        meteorology=3,
        players=2,
    )
    assert game.arrived() == []
    assert game.scores() == [4, -1]
    assert game.ranks() == [2, 2]
    assert game.winners() == []
    assert game.returns() == [0, 0]


# ---------------------------------------------------------------------- T15, V10.4, V11


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), st.sampled_from(sorted(PLAYERS)), st.sampled_from(sorted(DEALERS)), st.integers(0, 2**32 - 1))
def test_t15_cards_are_conserved_and_games_end(players: int, player: str, dealer: str, seed: int) -> None:
    game, random, actions = Veracruz(DATA, players=players), Random(seed), 0
    while game.player() != OVER:
        assert bool(game.legal()) == (game.player() >= 0)
        assert bool(game.outcomes()) == (game.player() == CHANCE)
        assert not game.outcomes() or sum(game.outcomes().values()) == 1
        name = next_name(game, random, PLAYERS[player], DEALERS[dealer])
        actions += name.startswith("bet:") or ">" in name
        game.apply(name)
        assert game.conserved()
    assert actions <= 51
    assert sum(game.returns()) == 0
    assert [(rank == 1) and bool(game.arrived()) for rank in game.ranks()] == [
        seat in game.winners() for seat in game.seats
    ]


def test_impossible_names_are_refused_and_change_nothing() -> None:
    game = dealt("gold1 gold2 stone1 corn1", "silver1 cacao1 stone1 corn2")
    before = vars(game.clone())
    for name in ("pass", "draw:1", "gold1>juncal.right", "gold3>juncal.left", "box:gold1", "bet:sunken>victoria"):
        with pytest.raises(ValueError, match="not possible"):
            game.apply(name)
    assert vars(game) == before


def test_a_drawn_copy_counts_as_the_one_played() -> None:
    """V11.3."""
    game = dealt("gold1 gold2 stone1 corn1", "silver1 cacao1 stone2 corn2", tops="stone1 stone1")
    game.apply("gold2>juncal.left")
    game.apply("draw:1")
    game.apply("box:gold3")
    game.apply("silver1>juncal.left")
    game.apply("draw:1")
    game.apply("box:gold3")
    assert game.public_view(1)["drawn"] == [["stone1"], ["gold3"]]
    assert game.public_view(1)["unknown"] == [3, ["cacao1", "corn2", "stone2"]]
    game.apply("stone1>juncal.left")
    assert game.public_view(1)["unknown"][0] == 3
    assert game.public_view(1)["drawn"][0] == []
    assert sorted(box.name for box in game.unknown[0]) == ["corn1", "gold1", "stone1"]


def test_a_view_hides_and_the_end_reveals() -> None:
    game = dealt("gold1 gold2 stone1 corn1", "silver1 cacao1 stone1 corn2")
    game.apply("bet:sunken>juncal")
    view = game.public_view(1)
    assert view["galleons"]["juncal"]["bets"] == [(0, None)]
    assert view["investments"] == [None, "silver"]
    assert view["bets_left"] == [1, 2]
    assert game.public_view(0)["galleons"]["juncal"]["bets"] == [(0, "sunken")]
    while game.player() != OVER:
        game.apply((game.legal() or list(game.outcomes()))[0])
    assert game.public_view(1) == game.public_view(0)
    assert None not in game.public_view(1)["investments"]


def test_worlds_follow_the_law() -> None:
    """Counted by hand: cards in hidden slots are physical, bets and investments uniform."""
    game = Veracruz(DATA, players=2, start=0, goods=2, galleons=1, copies=2, max_value=1, hand_size=1, deck_size=1)
    # Cards: gold1 twice, corn1 twice, stone1 twice, empty twice.
    for name in ("invest:gold", "invest:corn", "box:gold1", "box:corn1", "box:stone1", "box:empty", "toss:sun"):
        game.apply(name)
    # Seat 1 holds corn1. Unseen by it: gold1 twice, corn1, stone1, empty once each: five cards for seat 0's one slot.
    game.apply("bet:sunken>juncal")
    law: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for world, share in game.worlds(1).items():
        assert world.investments == ("gold", "corn"), "there are but two goods"
        assert world.unknown[1] == ("corn1",)
        law[world.unknown[0][0], world.bets[0][0][1]] += share
    assert law == {
        (card, kind): Fraction(2 if card == "gold1" else 1, 10)
        for card in ("gold1", "corn1", "stone1", "empty")
        for kind in ("reach_port", "sunken")
    }


def test_worlds_leave_out_what_a_pass_rules_out() -> None:
    """V11.5."""
    game = dealt(
        "gold1 silver1", "corn1 corn2", tops="cacao1 cacao2", hand_size=2, bets=0, galleons=1, copies=1, max_value=2
    )
    game.galleons = [ship("juncal", left="gold3 gold2")]
    # Unseen by seat 1: gold and silver 1 and 2, stone 1 and 2, empty: two of seven. Three investments are left.
    assert len(game.worlds(1)) == 21 * 3
    game.apply("pass")
    left = [world.unknown[0] for world in game.worlds(1)]
    assert len(left) == 6 * 3
    assert {name[:-1] for hand in left for name in hand} == {"gold", "silver"}
    assert set(game.worlds(1).values()) == {Fraction(1, 18)}


@pytest.mark.parametrize("players", [2, 3])
def test_the_truth_is_among_the_worlds_and_shares_add_up(players: int) -> None:
    sizes: dict[str, Any] = {"galleons": 1, "hand_size": 2, "deck_size": 1, "goods": 3, "copies": 1, "max_value": 2}
    for seed in range(5):
        game, random = Veracruz(DATA, players=players, **sizes), Random(seed)
        while game.player() != OVER:
            for seat in game.seats:
                worlds = game.worlds(seat)
                assert sum(worlds.values()) == 1
                assert game.world() in worlds
                assert all(share > 0 for share in worlds.values())
            game.apply(next_name(game, random, pass_seeker, fair))


def test_nasty_play_reaches_the_rare_rules() -> None:
    """What the comparison with the native engine rests on: everything rare really happens."""
    seen: Counter[str] = Counter()
    for seed in range(160):
        random = Random(seed)
        player = PLAYERS[sorted(PLAYERS)[seed % len(PLAYERS)]]
        dealer = DEALERS[sorted(DEALERS)[seed // len(PLAYERS) % len(DEALERS)]]
        game = Veracruz(DATA, players=2 + seed % 3)
        while game.player() != OVER:
            name = next_name(game, random, player, dealer)
            note_step(game, name, seen)
            game.apply(name)
        note_end(game, seen)
    assert {what for what in RARE if not seen[what]} == set()
