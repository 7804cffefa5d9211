"""The oracle against the rulebook: its examples, and one example for nearly every paragraph of the rules."""

import tomllib
from collections import Counter
from fractions import Fraction
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.lisboa import CHANCE, OVER, Lisboa
from tests.oracles.lisboa_actions import (
    build_ship,
    can_enter,
    can_sell,
    can_sponsor,
    can_visit,
    follow,
    perform,
    performable,
    play_into_portfolio,
    produce,
    recruit_officials,
    sell,
    sponsor,
    trade,
    uses,
    visit,
    visit_price,
)
from tests.oracles.lisboa_building import (
    build_store,
    free_stores,
    open_public_building,
    payable,
    possible_plans,
    store_price,
    take_decree,
)
from tests.oracles.lisboa_church import meet_cardinal
from tests.oracles.lisboa_configs import FULL, REDUCED, merged
from tests.oracles.lisboa_decrees import METRICS, decree_wigs
from tests.oracles.lisboa_gain import card_effect, make_room, pay, penalty, reward
from tests.oracles.lisboa_play import DEALERS, PLAYERS, first_outcome, next_name, play
from tests.oracles.lisboa_scoring import final_parts, majority
from tests.oracles.lisboa_table import CUBES, GOODS, NOBLES, Ask, Built, Held, Run, Seat, Ship, Table

DATA: dict[str, Any] = tomllib.loads((files("caravela.engines") / "lisboa" / "data.toml").read_text())


# ---------------------------------------------------------------------- positions


def begun(players: int = 2, changes: dict[str, Any] | None = None, **options: Any) -> Lisboa:
    """A game at its first turn, most things drawn in data order; nobody has a clergy tile or a favor."""
    game, random = Lisboa(merged(DATA, changes or {}), players=players, **options), Random(0)
    while game.turn == 0:
        game.apply(first_outcome(game, random) if game.player() == CHANCE else game.legal()[0])
    for seat in game.table.seats:
        seat.clergy.clear()
        game.table.portraits.update(seat.favors)
        seat.favors.clear()
    return game


def table(players: int = 2, changes: dict[str, Any] | None = None) -> Table:
    """Its table."""
    return begun(players, changes).table


def drive(run: Run, *answers: str) -> list[tuple[str, ...]]:
    """Answers all questions of a run; returns what was offered."""
    offered: list[tuple[str, ...]] = []
    todo = list(answers)
    try:
        ask: Ask = next(run)
        while todo:
            offered.append(ask.answers)
            assert todo[0] in ask.answers, ask
            ask = run.send(todo.pop(0))
    except StopIteration:
        assert not todo
        return offered
    raise AssertionError(f"asks {ask}")


def offered(run: Run) -> tuple[str, ...]:
    """The first question of a run."""
    return next(run).answers


def ship(colour: str, *cargo: str) -> Ship:
    """A ship with these goods on its dock."""
    rows = {row["colour"]: row for row in DATA["ships"]["list"]}
    return Ship(colour, rows[colour]["hull"], Counter(cargo))


def bare(table: Table, seat: int) -> Seat:
    """A seat with nothing in its warehouse."""
    own = table.seats[seat]
    table.supply.update(own.goods)
    own.goods.clear()
    return own


# ---------------------------------------------------------------------- L3: set-up


@pytest.mark.parametrize(("players", "rows", "cubes", "decrees"), [(2, 4, 56, 68), (3, 5, 63, 70), (4, 5, 63, 70)])
def test_setup(players: int, rows: int, cubes: int, decrees: int) -> None:
    game = begun(players)
    table = game.table
    lines = (*table.row.values(), *table.column.values(), *table.plot.values(), table.pile)
    assert sum(line.total() for line in lines) == cubes
    assert len(table.row) == rows
    assert len(table.plot) == 4 + 2 * rows
    assert len(table.display) == 8
    assert len(table.decree_deck) == decrees - 8
    assert [seat.influence for seat in table.seats] == [4, 5, 6, 7][:players]
    assert all((seat.wigs, seat.reis, seat.board, seat.office["marquis"]) == (5, 10, 7, 1) for seat in table.seats)
    assert all(seat.goods == dict.fromkeys(GOODS, 1) for seat in table.seats)
    assert [len(seat.hand) for seat in table.seats] == [5] * players
    assert table.portraits == dict.fromkeys(NOBLES, players)  # those dealt were put back
    assert table.shipyard == ["blue"] * (players - 1) + ["red"] * (players - 1)
    assert [table.tops[kind] is not None for kind in table.stacks] == [True] * 4
    assert table.plans["green"] == ["G1", "G1", "G1", "G4", "G4", "G4", "G7", "G7"]
    assert table.tiles_left == {"blue": 6, "green": 6}
    assert table.value() == 3
    assert table.box.ring[table.cardinal] == "influence"


def test_order_of_the_setup() -> None:
    """L3.15."""
    game, asked, random = Lisboa(DATA, players=3), list[str](), Random(1)
    while game.turn == 0:
        if not asked or asked[-1] != game.asked():
            asked.append(game.asked())
        game.apply(next_name(game, random, PLAYERS["uniform"], DEALERS["fair"]))
    boards = [step for seat in range(3) for step in ("plan", f"clergy@{seat}", "D1")]
    hands = [f"card@{seat}" for seat in range(3)]
    assert asked == ["favor", *boards, "cube", "building", "scoring", "clergy", "decree", *hands, "card"]


def test_what_is_hidden() -> None:
    """L1.7."""
    game = Lisboa(DATA, players=2)
    for name in ("favor:king", "favor:maia", "plan:S1", "clergy:sell_plus", "clergy:visit_any", "keep:visit_any"):
        game.apply(name)
    assert game.told[0] == [
        "drawn:king",
        "drawn:maia",
        "plan:S1",
        "clergy:sell_plus",
        "clergy:visit_any",
        "keep:visit_any",
    ]
    assert game.told[1][3:] == ["clergy:?@0", "clergy:?@0", "keep:visit_any"]
    assert game.table.clergy_bag["sell_plus"] == 2


def test_weights() -> None:
    """Scoring tiles and plans alike are one kind."""
    game = Lisboa(DATA, players=2)
    game.apply("favor:king")
    assert game.outcomes() == {
        "favor:maia": Fraction(2, 5),
        "favor:marquis": Fraction(2, 5),
        "favor:king": Fraction(1, 5),
    }
    game.apply("favor:king")
    game.apply("plan:S3")
    game.apply("clergy:produce_steady")
    assert "clergy:produce_steady" not in game.outcomes()
    random = Random(0)
    while game.asked() != "scoring":
        game.apply(next_name(game, random, PLAYERS["uniform"], DEALERS["fair"]))
    assert game.outcomes() == {
        "scoring:1": Fraction(1, 4),
        "scoring:2": Fraction(1, 4),
        "scoring:3": Fraction(1, 2),
    }


# ---------------------------------------------------------------------- L4: player area


def test_a_rubble_set_gives_room() -> None:
    """L13.3, the example of page 9: four goods of each type, four cards with two sets."""
    t = table()
    for kind in (*CUBES, *CUBES):
        t.take_cube(0, kind)
    assert (t.warehouse(0), t.portfolio(0), t.seats[0].markers, t.seats[0].sets) == (4, 4, 2, 2)
    assert t.first_to_sets == 0
    for kind in CUBES * 4:
        t.take_cube(0, kind)
    assert t.seats[0].rubble == dict.fromkeys(CUBES, 5)
    assert t.portfolio(0) == 6


def test_room_for_a_card() -> None:
    """L4.2."""
    t = table()
    own = t.seats[0]
    own.nobles, own.ships = ["P01"], [ship("red", "gold")]
    supply = t.supply["gold"]
    assert offered(make_room(t.copy(), 0, top=True)) == ("drop:P01", "scrap:1")
    own.sets = 1
    drive(make_room(t, 0, top=False))  # no card must go
    own.sets, own.treasury = 2, ["P63"]
    own.ships.append(ship("red", "gold"))  # a full row: one of that row, of ships alike one
    assert offered(make_room(t.copy(), 0, top=True)) == ("drop:P01", "scrap:1")
    drive(make_room(t, 0, top=True), "scrap:1")
    assert (len(own.ships), t.supply["gold"]) == (1, supply + 1)


def test_overflow_of_the_warehouse() -> None:
    """L4.6, L11.4: the power ends at once."""
    t = table()
    own = t.seats[0]
    own.clergy, own.goods = ["warehouse_plus"], Counter(gold=3, books=2)
    t.cardinal = 7
    t.church["tile1"] = "sell_plus"
    run = meet_cardinal(t, 0)
    assert next(run).answers == ("move:1", "move:2")
    assert run.send("move:1").answers == ("done", "surrender:warehouse_plus")
    with pytest.raises(StopIteration):
        run.send("surrender:warehouse_plus")
    assert own.goods == Counter(gold=2, books=2)
    assert (own.wigs, own.clergy) == (5 + 4, ["sell_plus"])


# ---------------------------------------------------------------------- L6: Influence and money


def test_gain_influence() -> None:
    """L6.2, the example of page 11: 7 and 5 is 10 and one wig."""
    t = table()
    own = t.seats[0]
    own.influence, own.nobles, own.ships = 7, ["P01", "P02"], [ship("blue")]
    t.gain_influence(0)
    assert (own.influence, own.wigs) == (10, 6)
    t.gain_influence(0)
    assert (own.influence, own.wigs) == (10, 7)
    own.nobles, own.ships = [], []
    t.gain_influence(0)  # R29
    assert own.wigs == 7
    own.clergy, own.influence = ["influence_plus"], 3
    t.gain_influence(0)
    assert own.influence == 4


@pytest.mark.parametrize(("influence", "reis"), [(0, 0), (1, 1), (2, 1), (4, 2), (7, 4), (9, 5), (10, 6)])
def test_reis_from_influence(influence: int, reis: int) -> None:
    """L6.4."""
    t = table()
    t.seats[0].influence = influence
    assert t.from_influence(influence) == reis
    t.spend_influence(0, reis)
    assert t.seats[0].influence == 0


def test_a_payment() -> None:
    """L6.4: at least what the cash lacks, at most the due."""
    t = table()
    own = t.seats[0]
    own.reis, own.influence = 3, 7
    assert offered(pay(t.copy(), 0, 5)) == ("spend:2", "spend:3", "spend:4")
    drive(pay(t, 0, 5), "spend:3")
    assert (own.reis, own.influence) == (1, 2)


# ---------------------------------------------------------------------- L7: into the Portfolio


def test_a_reward_may_be_what_is_traded() -> None:
    """The first example of page 10: Maia with Influence 3 and a gold, which is traded."""
    t = table()
    own = bare(t, 0)
    assert not can_sell(t, 0)
    assert can_enter(t, 0, "P04", "trade")
    assert not can_enter(t, 0, "P04", "sell")  # no ship
    asked = drive(play_into_portfolio(t, 0, "P04", "trade"), "state:royal_favor", "favor:king")
    assert "state:produce" not in asked[0]
    assert t.portfolio_influence(0) == 3
    assert own.favors["king"] == 1


def test_penalty_of_an_official() -> None:
    """The second example of page 10; without an Official the card is played all the same."""
    t = table()
    own = t.seats[0]
    own.plaza["king"] = 1
    asked = drive(card_effect(t, 0, "P11"), "recall:king.plaza")
    assert asked == [("recall:marquis", "recall:king.plaza")]
    assert own.board == 8
    drive(card_effect(t, 0, "P11"))
    drive(card_effect(t, 0, "P11"))
    assert own.board == 9 - own.office.total() - own.plaza.total()  # one was put on the plaza from nowhere


def test_treasury_card() -> None:
    """L7.4, the example of page 10: 3 réis, the marker goes down."""
    t = table()
    own = t.seats[0]
    drive(play_into_portfolio(t, 0, "P63", "trade"), "state:recruit", "give:tools", "done", "recruit:maia", "done")
    assert (own.reis, t.value(), own.treasury) == (13, 2, ["P63"])
    assert t.benefit(0, "discount") == 1
    drive(pay(t, 0, max(0, 1 - t.benefit(0, "discount"))))
    assert own.reis == 13


def test_penalty_in_reis() -> None:
    """L7.3, R28: Influence is only an option, what is missing is waived."""
    t = table()
    own = t.seats[0]
    own.reis, own.influence, own.treasury = 1, 10, ["P63"]
    asked = drive(penalty(t, 0, "reis", 4, ""), "spend:1")
    assert asked == [("spend:0", "spend:1", "spend:2", "spend:3")]
    assert (own.reis, own.influence) == (0, 9)


def test_penalties_as_far_as_possible() -> None:
    """L7.3."""
    t = table()
    own = bare(t, 0)
    drive(penalty(t, 0, "good", 1, "any"))
    drive(penalty(t, 0, "wigs", 9, ""))
    drive(penalty(t, 0, "influence", 9, ""))
    assert (own.wigs, own.influence) == (0, 0)


def test_choices_that_would_spoil_the_play() -> None:
    """L7.1, L20.5: the only docked ship stays; the only good that can be traded stays."""
    t = table()
    own = t.seats[0]
    own.ships, own.nobles = [ship("red")], ["P01"]
    assert can_enter(t, 0, "P07", "sell")
    drive(play_into_portfolio(t, 0, "P07", "sell"), "sell:gold", "sell:books")  # P01 had to go
    assert own.nobles == ["P07"]
    t = table()
    own = bare(t, 0)
    own.goods = Counter(tools=1, books=1)
    t.plans, own.board, t.shipyard = {"green": [], "blue": []}, 1, []
    asked = drive(play_into_portfolio(t, 0, "P06", "trade"), "recruit:king")
    assert asked == [("recruit:maia", "recruit:marquis", "recruit:king")]  # books had to go
    assert (own.goods["books"], t.spaces) == (0, {"recruit": "tools"})


def test_recruiting_that_would_spoil_the_trade() -> None:
    """L7.1: the last Official stays on the board if only recruiting can be traded; stopping is all that is left."""
    t = table()
    own = bare(t, 0)
    own.goods = Counter(tools=1)
    t.plans, own.board = {"green": [], "blue": []}, 2
    asked = drive(play_into_portfolio(t, 0, "P50", "trade"), "recruit:king", "recruit:maia")
    assert len(asked) == 2
    assert (own.office["king"], own.office["maia"], own.board) == (1, 1, 0)
    own.board, own.goods, own.nobles = 1, Counter(tools=1), []
    t.spaces.clear()
    assert not can_enter(t, 0, "P50", "trade")


def test_a_use_needs_its_first_step() -> None:
    """L5.3, L7.1."""
    t = table()
    bare(t, 0)
    assert uses(t, 0, "P06") == ["visit", "gold"]
    assert uses(t, 0, "P01") == ["visit", "gold"]
    assert uses(t, 0, "P03") == ["trade", "visit", "gold"]  # tools or gold
    t.seats[1].ships = [ship("red")]
    assert uses(t, 0, "P03") == ["sell", "trade", "visit", "gold"]
    t.seats[0].influence, t.seats[0].wigs = 0, 0
    assert uses(t, 0, "P01") == ["gold"]


# ---------------------------------------------------------------------- L8, L9: sales and trades


def test_selling() -> None:
    """L8, the example of page 11: 10 réis for two gold, 14 for two books, two wigs for the red ship."""
    t = table()
    own, purple = t.seats[0], t.seats[1]
    own.goods, own.reis, own.ships = Counter(gold=2, books=2, tools=1), 0, [ship("red")]
    purple.ships = [ship("purple")]
    drive(
        sell(t, 0),
        *("sell:gold", "ship:0.1", "sell:gold", "ship:0.1"),
        *("sell:books", "sell:books", "done"),
    )
    assert (own.reis, own.wigs, purple.wigs) == (24, 7, 5)
    assert not own.ships[0].docked
    assert purple.ships[0].docked


def test_powers_of_sales() -> None:
    """L8.2, L8.4, L8.5."""
    t = table()
    own, other = bare(t, 0), t.seats[1]
    own.goods, own.reis, own.treasury = Counter(cloth=2), 0, ["P65", "P72"]
    own.clergy, other.clergy, other.ships = ["foreign_ship", "sell_plus"], ["sail_plus"], [ship("red")]
    drive(sell(t, 0), "sell:cloth")
    assert own.reis == 2 * (4 + 1 + 1 + 2 + 1)
    assert (own.wigs, other.wigs) == (5 + 2, 5 + 2 + 2)


def test_ships_are_numbered() -> None:
    """Colour, then cargo; of those alike the first."""
    t = table(3)
    own = bare(t, 0)
    own.goods = Counter(gold=1)
    own.ships = [ship("brown"), ship("red", "cloth"), ship("red")]
    t.seats[2].ships = [ship("blue", "gold"), ship("red"), ship("red")]
    run = sell(t, 0)
    assert next(run).answers == ("ship:0.1", "ship:0.2", "ship:0.3", "ship:2.2")
    with pytest.raises(StopIteration):
        run.send("ship:0.2")
    assert sorted(len(+vessel.cargo) for vessel in own.ships) == [0, 0, 2]


def test_trading() -> None:
    """L9.1: each good on a space of its own; performed in the order of placing."""
    t = table()
    own = t.seats[0]
    asked = drive(
        trade(t, 0),
        *("state:royal_favor", "give:gold", "state:recruit"),
        *("favor:maia", "recruit:king", "done"),
    )
    assert asked[0] == tuple(
        f"state:{action}" for action in ("recruit", "acquire_plan", "build_ship", "meet_cardinal", "royal_favor")
    )
    assert asked[1] == ("give:gold", "give:cloth")
    assert "state:royal_favor" not in asked[2]
    assert t.spaces == {"royal_favor": "gold", "recruit": "tools"}
    assert (own.favors["maia"], own.office["king"]) == (1, 1)


def test_trade_wild() -> None:
    """L11.5."""
    t = table()
    own = bare(t, 0)
    own.goods, own.clergy = Counter(cloth=1), ["trade_wild"]
    drive(trade(t, 0), "state:build_ship")
    assert (own.ships[0].colour, t.value(), own.influence) == ("blue", 4, 4 + 2)


def test_recruiting() -> None:
    """L9.2: a full office sends Officials to the plaza; stopping is allowed after the first."""
    t = table()
    own = t.seats[0]
    t.seats[1].office["king"] = 4  # with a dummy
    asked = drive(recruit_officials(t, 0), "recruit:king", "recruit:king")
    assert ["done" in options for options in asked] == [False, True]
    assert (own.office["king"], own.plaza["king"], own.board) == (1, 1, 5)
    own.clergy, own.board = ["recruit_plus"], 2
    drive(recruit_officials(t, 0), "recruit:maia", "recruit:maia")
    assert own.board == 0
    assert not performable(t, 0, "recruit")


def test_plans() -> None:
    """L9.3."""
    t = table()
    own = t.seats[0]
    own.plans = ["S1", "B1"]
    asked = drive(perform(t, 0, "acquire_plan"), "plan:green", "toss:S1")
    assert asked[1] == ("toss:G1", "toss:B1", "toss:S1")
    assert own.plans == ["B1", "G1"]


def test_building_a_ship() -> None:
    """L9.4, R30: room first; the ship counts, what made room does not."""
    t = table()
    own = t.seats[0]
    own.nobles, own.influence = ["P11", "P01"], 0
    drive(build_ship(t, 0), "drop:P11")
    assert (own.influence, own.ships[0].colour, t.value(), t.shipyard) == (1 + 2, "blue", 4, ["red"])


def test_producing() -> None:
    """L9.5."""
    t = table()
    own = bare(t, 0)
    t.stores = {"A1": (0, "gold"), "A2": (0, "gold"), "A3": (0, "cloth"), "A4": (1, "books")}
    own.goods["cloth"] = 2
    own.clergy = ["produce_gold"]
    asked = drive(produce(t, 0), "produce:gold+cloth")
    assert asked == [("produce:gold", "produce:cloth", "produce:gold+cloth")]
    assert own.goods == Counter(gold=2, cloth=2)  # no room for more
    assert t.market == {"gold": 3, "cloth": 4, "books": 5, "tools": 3}
    own.clergy, own.goods = ["produce_steady"], Counter()
    drive(produce(t, 0), "produce:cloth")
    assert t.market["cloth"] == 4


# ---------------------------------------------------------------------- L11: church


def test_the_cardinal_steps_over_empty_spaces() -> None:
    """L11.1 to L11.3."""
    t = table()
    t.church = dict.fromkeys(t.church, None) | {"tile3": "sell_plus", "tile5": "visit_any"}
    drive(meet_cardinal(t, 0), "move:2")
    assert t.box.ring[t.cardinal] == "tile5"
    assert t.seats[0].clergy == ["visit_any"]
    assert t.value() == 4  # the Treasury corner was crossed, the corner of the start was not
    drive(meet_cardinal(t, 0), "done")  # the only tile is nearly a whole ring away; one step is not asked
    assert t.seats[0].clergy == ["visit_any", "sell_plus"]
    assert not performable(t, 0, "meet_cardinal")


def test_limit_of_clergy_tiles() -> None:
    """L11.3: one goes back to the bag, the new one included, without wigs."""
    t = table()
    own = t.seats[0]
    own.clergy = ["sell_plus", "sell_plus", "visit_any", "hire_minus"]
    t.church["tile1"] = "trade_wild"
    before = t.clergy_bag["sell_plus"]
    asked = drive(meet_cardinal(t, 0), "move:1", "return:sell_plus")
    assert asked[1] == ("return:visit_any", "return:sell_plus", "return:hire_minus", "return:trade_wild")
    assert (own.wigs, t.clergy_bag["sell_plus"], len(own.clergy)) == (5, before + 1, 4)


def test_church_scoring() -> None:
    """L11.4: everybody from the mover on; Influence once, without the tiles given up."""
    t = table(3)
    t.cardinal = 7
    for seat, tiles in ((0, ["influence_plus"]), (1, []), (2, ["decree_plus", "visit_any"])):
        t.seats[seat].clergy, t.seats[seat].nobles, t.seats[seat].influence = tiles, ["P01"], 2
    drive(meet_cardinal(t, 2), "move:1", "surrender:decree_plus", "surrender:visit_any", "surrender:influence_plus")
    assert [seat.wigs for seat in t.seats] == [8, 5, 8]
    assert [seat.influence for seat in t.seats] == [3, 2, 3]
    assert [len(seat.clergy) for seat in t.seats] == [0, 0, 1]


# ---------------------------------------------------------------------- L12: visits


def test_price_of_a_visit() -> None:
    """L12.2."""
    t = table()
    assert visit_price(t, 0, "marquis") == 3 + 1 + 1  # the other's Official and a dummy
    t.seats[1].plaza["marquis"], t.seats[0].office["marquis"] = 3, 2
    assert visit_price(t, 0, "marquis") == 5
    t.seats[0].clergy = ["visit_marquis", "visit_any"]
    assert visit_price(t, 0, "marquis") == 2
    assert visit_price(t, 0, "king") == 3
    t.seats[0].clergy *= 2
    assert visit_price(t, 0, "marquis") == 0
    assert visit_price(table(3), 0, "marquis") == 3 + 2


def test_a_visit_paid_with_wigs() -> None:
    """L12.2."""
    t = table()
    own = t.seats[0]
    own.influence, own.wigs = 1, 3
    assert can_visit(t, 0, "maia")
    own.reis = 0
    asked = drive(visit(t, 0, "maia"), "state:recruit", "recruit:maia", "done")
    assert asked[0] == ("state:recruit", "state:acquire_plan")  # no store can be paid, so something must be done
    assert (own.influence, own.wigs) == (0, 0)
    assert not can_visit(t, 0, "maia")


def test_following() -> None:
    """L12.5: the favor goes back, the price is paid, one action is done; asked only if that is possible."""
    t = table(3)
    first, second = t.seats[1], t.seats[2]
    first.favors["king"] = second.favors["king"] = 1
    first.influence, second.influence, second.wigs = 3, 0, 2
    before = t.portraits["king"] = 2
    asked = drive(visit(t, 0, "king"), "state:royal_favor", "favor:king", "none", "state:royal_favor", "favor:king")
    assert asked[3] == ("none", "state:meet_cardinal", "state:royal_favor", "noble")
    assert (first.influence, first.favors["king"], t.portraits["king"]) == (0, 1, before - 1)
    assert second.favors["king"] == 1
    free = table(3, {"limits": {"follow_pays_influence": False}})
    free.seats[2].favors["king"], free.seats[2].influence, free.seats[2].wigs = 1, 0, 0
    assert "none" in offered(follow(free, 2, "king"))


# ---------------------------------------------------------------------- L14: stores


def test_price_of_a_store() -> None:
    """L14.4."""
    t = table()
    t.row["A"], t.column[1] = Counter(earthquake=1, fire=1), Counter(tsunami=2)
    assert store_price(t, 0, "A1") == 3 + 5 + 2
    t.seats[0].clergy = ["store_skip_row"]
    assert store_price(t, 0, "A1") == 3 + 2
    t.seats[0].clergy = ["store_skip_column", "store_discount"]
    t.seats[0].treasury = ["P63", "P64"]
    assert store_price(t, 0, "A1") == 3 + 5 - 3 - 2


def test_rewards_come_before_the_payment() -> None:
    """L14.1, L14.3: only houses that make the store payable."""
    t = table()
    own = t.seats[0]
    own.reis, own.influence = 0, 0
    t.row["A"], t.column[1] = Counter(tsunami=2), Counter(tsunami=2)  # 7 réis, 5 of them from the cell
    assert [house for house in own.houses if payable(t, 0, "A1", house)] == [1, 7]
    t.row["A"]["fire"] = 1  # 9 réis
    assert [house for house in own.houses if payable(t, 0, "A1", house)] == [7]
    assert free_stores(t, 0) == [("A1", "gold")]
    assert offered(build_store(t, 0)) == ("clear:row.fire", "clear:row.tsunami", "clear:column.tsunami")
    assert (own.reis, own.houses) == (0, [1, 2, 3, 4, 5, 6, 8])


def test_a_store() -> None:
    """L14.5 to L14.7."""
    t = table()
    own = t.seats[0]
    own.reis = 20
    t.opened = {"WA": Built("B01", "blue", 1), "N2": Built("B02", "blue", 0), "EB": Built("B01", "blue", 0)}
    t.row["A"], t.column[2] = Counter(fire=1), Counter()
    drive(build_store(t, 0), "store:A2.cloth", "house:2", "take:gold", "spend:0")
    assert t.stores == {"A2": (0, "cloth")}
    assert own.wigs == 5 + 1 + 1 + 4  # the house, WA's cloth, N2's cloth
    assert (own.rubble["fire"], own.houses, t.city_up["pink"]) == (1, [1, 3, 4, 5, 6, 7, 8], 0)
    assert "A3.cloth" not in [f"{cell}.{good}" for cell, good in free_stores(t, 0)]


def test_small_tiles() -> None:
    """L10.2."""
    t = table()
    t.seats[0].reis = 30
    t.city_up["small_blue"] = 0
    cells = {cell for cell, good in free_stores(t, 0) if good == "tools"}
    assert cells == {"A4", "B4", "C4", "D4"}
    t.city_up.update({"small_blue": 1, "blue": -1})
    cells = {cell for cell, good in free_stores(t, 0) if good == "tools"}
    assert cells == {"A5", "B5", "C5", "D5"}


# ---------------------------------------------------------------------- L15, L16: decrees and public buildings


def test_decrees() -> None:
    """L15."""
    t = table()
    own = t.seats[0]
    t.display, own.markers, own.clergy = ["D01", "D02", "D03", "D04", "D05"], 2, ["decree_plus"]
    drive(take_decree(t, 0), "decree:D02", "decree:D01", "more", "decree:D05", "done")
    assert (own.decrees, own.markers, t.display) == (["D02", "D01", "D05"], 1, ["D03", "D04"])


def test_opening_a_public_building() -> None:
    """L16."""
    t = table()
    own, other = t.seats[0], t.seats[1]
    own.plans, own.plaza["king"], own.reis = ["G4", "S1"], 1, 1
    t.current["green"], t.next["green"] = "B02", "B04"
    other.office.clear()
    assert possible_plans(t, 0) == ["S1"]  # G4 needs three
    other.plaza["maia"] = 1
    own.influence = 0
    assert possible_plans(t, 0) == ["S1"]  # the fee is 2
    own.influence = 1
    t.plot["EB"] = Counter(earthquake=1, tsunami=1)
    t.stores = {"B1": (1, "gold"), "B4": (0, "tools"), "C4": (0, "tools")}
    building = "building:B16"
    assert building[9:] in t.tiles_unseen
    asked = drive(open_public_building(t, 0), "open:G4", "plot:EB", "hire:0.marquis", building)
    assert asked[2] == ("hire:0.marquis", "hire:0.king.plaza")
    assert (own.reis, own.influence, own.staff, other.staff) == (0, 0 + 3, 2, 1)  # EB pays 3 Influence
    assert (own.wigs, other.wigs) == (5 + 5 + 2, 5 + 2)
    assert t.market == {"gold": 5, "cloth": 4, "books": 5, "tools": 4}
    assert (own.rubble, own.plans) == (Counter(earthquake=1, tsunami=1), ["S1"])
    assert (t.current["green"], t.next["green"]) == ("B04", "B16")
    assert possible_plans(t, 0) == []  # no own Official is left


def test_hire_minus() -> None:
    """L16.3: at least one, and one's own."""
    t = table()
    own = t.seats[0]
    own.plans, own.clergy, own.office = ["G7"], ["hire_minus", "hire_minus"], Counter()
    own.plaza["king"] = 1
    own.reis, own.influence = 2, 0
    assert possible_plans(t, 0) == ["G7"]  # an own Official and one of the other's
    own.plaza.clear()
    assert possible_plans(t, 0) == []


# ---------------------------------------------------------------------- L17: events


def test_an_event_must_stay_possible() -> None:
    """L17.1: the Treasury value is paid twice; only such k after which the store can be paid."""
    t = table()
    own = t.seats[0]
    own.reis, own.influence, own.houses = 3, 10, [2]
    t.row["A"] = t.column[1] = Counter()
    assert can_sponsor(t, 0, "P63")
    run = sponsor(t, 0, "P63")
    assert next(run).answers == ("spend:0", "spend:1", "spend:2", "spend:3")
    own.reis, own.influence = 0, 5  # three réis from Influence, and A1 itself pays 5
    assert can_sponsor(t, 0, "P63")
    own.influence = 4
    assert not can_sponsor(t, 0, "P63")
    own.clergy = ["event_discount"]
    assert can_sponsor(t, 0, "P63")


# ---------------------------------------------------------------------- L18: ends and scoring


def test_end_of_the_first_period() -> None:
    """L18.2."""
    game = begun(2)
    t = game.table
    for seat in t.seats:
        seat.hand = seat.hand[:0]
    t.seats[0].hand = [Held("P01", "blue"), Held("P07", "blue"), Held("P08", "blue"), Held("P11", "blue")]
    t.seats[0].sets = 2
    run = game._end_of_period(0)
    ask = next(run)
    assert ask.answers == ("done", "drop:P01", "drop:P07", "drop:P08", "drop:P11")
    for card in ("P11", "P08", "P07"):
        ask = run.send(f"drop:{card}")
    ask = run.send("done")
    assert ask.answers == ("play:P07", "play:P08")  # the penalty card pays nothing
    ask = run.send("play:P07")
    assert (t.seats[0].reis, t.seats[0].wigs, t.seats[1].wigs) == (13, 11, 5)
    assert ask.what == "card@0"
    assert t.shipyard == ["purple", "brown"]
    assert len(ask.answers) == 21


def test_length_of_the_game() -> None:
    """L18.4: the running round and one more."""
    for seed in range(6):
        game, random, triggered = Lisboa(DATA, players=3), Random(seed), 0
        while game.player() != OVER:
            game.apply(next_name(game, random, PLAYERS["uniform"], DEALERS["fair"]))
            if game.rounds_left is not None and not triggered:
                triggered = game.turn - 1  # the next turn has begun
        last = game.turn
        assert last % 3 == 0
        assert last == (triggered + 2) // 3 * 3 + 3


@pytest.mark.parametrize(
    ("counts", "wigs", "shares"),
    [
        ([3, 2, 1, 0], [9, 6, 3], {0: 9, 1: 6, 2: 3}),
        ([2, 2, 1, 0], [9, 6, 3], {0: 7, 1: 7, 2: 3}),
        ([1, 2, 1, 1], [9, 6, 3], {1: 9, 0: 3, 2: 3, 3: 3}),
        ([0, 0, 0, 0], [15, 10, 5], {}),
        ([4, 4], [15, 5], {0: 10, 1: 10}),
        ([1, 1, 1, 1], [3, 2, 1], {0: 1, 1: 1, 2: 1, 3: 1}),
    ],
)
def test_majorities(counts: list[int], wigs: list[int], shares: dict[int, int]) -> None:
    """L18.5, R18."""
    assert majority(dict(enumerate(counts)), wigs) == shares


def test_final_scoring() -> None:
    """L18.5."""
    t = table()
    own = t.seats[0]
    own.sets, own.ships, own.reis, own.favors = 2, [ship("brown"), ship("red")], 14, Counter(maia=1, king=2)
    own.staff, t.seats[1].staff = 1, 3
    t.streets = dict(zip(GOODS, ("1", "2", "3", "3"), strict=True))
    t.stores = {"A1": (0, "gold"), "A2": (1, "cloth"), "B2": (1, "cloth"), "C2": (0, "cloth")}
    own.decrees = ["D01", "D02", "D46"]
    assert final_parts(t, 0) == {
        "sets": 6,
        "ships": 6,
        "streets": 3 + 3,
        "officials": 5,
        "reis": 2,
        "favors": 6,
        "decrees": 2 + 4,
    }


def test_ties() -> None:
    """L18.7: Influence, réis, stores, sets, then a shared win."""
    game = begun(4)
    game.over = True
    for seat in game.table.seats:
        seat.wigs, seat.influence, seat.reis, seat.plans = 9, 3, 4, []
    assert game.ranks() == [1, 1, 1, 1]
    assert game.returns() == [0, 0, 0, 0]
    game.table.seats[2].reis = 3
    game.table.seats[1].influence = 2
    assert game.ranks() == [1, 4, 3, 1]
    assert game.returns() == [Fraction(1, 3), Fraction(-1, 3), Fraction(-1, 3), Fraction(1, 3)]


def test_every_metric_has_a_decree() -> None:
    """L18.6."""
    assert {row["metric"] for row in DATA["decrees"]["list"]} == METRICS.keys()


def test_metrics() -> None:
    """L18.6."""
    t = table()
    own = t.seats[0]
    t.stores = {"A1": (0, "gold"), "A2": (0, "gold"), "B2": (0, "cloth"), "B4": (1, "tools")}
    t.opened = {"WA": Built("B01", "blue", 0), "N1": Built("B02", "green", 0), "EA": Built("B03", "green", 1)}
    own.nobles, own.treasury, own.ships = ["P01", "P07"], ["P63"], [ship("red", "gold", "gold"), ship("brown")]
    own.plaza["marquis"], own.staff, own.board = 2, 1, 4
    own.favors = Counter(maia=2, king=1, marquis=0)
    own.rubble, own.clergy = Counter(fire=4), ["visit_any", "visit_any"]
    values = {metric: count(t, 0) for metric, count in METRICS.items()}
    assert {metric: value for metric, value in values.items() if value} == {
        "stores": 3,
        "stores_gold": 2,
        "stores_cloth": 1,
        "stores_row_A": 2,
        "stores_row_B": 1,
        "store_types": 2,
        "buildings_opened": 2,
        "buildings_west": 1,
        "buildings_north": 1,
        "buildings_blue": 1,
        "buildings_green": 1,
        "officials_office_marquis": 3,
        "officials_in_buildings": 1,
        "officials_placed": 4,
        "rubble_fire": 4,
        "ships": 2,
        "hull_total": 6,
        "ships_at_sea": 1,
        "noble_cards": 2,
        "treasury_cards": 1,
        "portfolio_cards": 5,
        "portfolio_maia": 1,
        "portfolio_marquis": 1,
        "influence": 4,
        "reis": 10,
        "goods": 4,
        "goods_gold": 1,
        "goods_cloth": 1,
        "goods_books": 1,
        "goods_tools": 1,
        "clergy": 2,
        "favors": 3,
        "favor_types": 2,
    }
    assert (decree_wigs(t, 0, "D23"), decree_wigs(t, 0, "D27"), decree_wigs(t, 0, "D04")) == (0, 6, 2)


# ---------------------------------------------------------------------- all the time


def test_rewards() -> None:
    """The vocabulary of the data."""
    t = table()
    own = bare(t, 0)
    for kind, n, type_, answers in (
        ("good", 2, "any", ("take:cloth", "take:cloth")),
        ("good", 1, "any", ("take:gold",)),
        ("reis", 4, "", ()),
        ("wigs", 3, "", ()),
        ("influence", 9, "", ()),
        ("recruit", 2, "", ("recruit:king", "done")),
        ("royal_favor", 1, "", ("favor:maia",)),
        ("none", 0, "", ()),
    ):
        drive(reward(t, 0, kind, n, type_), *answers)
    assert (own.goods["cloth"], own.goods["gold"], own.reis, own.wigs, own.influence) == (2, 1, 14, 9, 10)
    assert (own.office["king"], own.favors["maia"]) == (1, 1)
    t.pile = Counter(fire=2)
    drive(reward(t, 0, "pile_rubble", 3, ""))
    assert own.rubble["fire"] == 2
    t.supply.clear()
    drive(reward(t, 0, "good", 2, "any"))  # lost, L1.5


def conserved(game: Lisboa) -> bool:
    """Whether goods, cubes, favors and Officials are all somewhere."""
    t = game.table
    goods = Counter(t.supply)
    goods.update(t.spaces.values())
    for seat in t.seats:
        goods.update(seat.goods)
        for vessel in seat.ships:
            goods.update(vessel.cargo)
    favors = t.portraits + sum((seat.favors for seat in t.seats), Counter())
    officials = {seat.board + seat.office.total() + seat.plaza.total() + seat.staff for seat in t.seats}
    return (
        goods == Counter(dict.fromkeys(GOODS, 17))
        and favors == Counter(dict.fromkeys(NOBLES, game.box.players))
        and officials == {8}
        and min(min(seat.reis, seat.wigs, seat.influence) for seat in t.seats) >= 0
        and max(seat.influence for seat in t.seats) <= 10
        and all(max(seat.goods.values()) <= t.warehouse(n) for n, seat in enumerate(t.seats))
        and all(
            len(seat.nobles) + len(seat.ships) <= 3
            and len(seat.nobles) + len(seat.ships) + len(seat.treasury) <= t.portfolio(n)
            for n, seat in enumerate(t.seats)
        )
    )


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(FULL + REDUCED), st.sampled_from(sorted(PLAYERS)), st.integers(0, 2**32 - 1))
def test_everything_is_somewhere(options: dict[str, Any], style: str, seed: int) -> None:
    random, game = Random(seed), Lisboa(DATA, **options)
    while game.player() != OVER:
        game.apply(next_name(game, random, PLAYERS[style], DEALERS["fair"]))
        assert sum(game.outcomes().values()) in (0, 1)
        if game.turn and game.player() == CHANCE:
            assert conserved(game)
    assert sum(game.returns()) == 0


def test_a_copy_is_independent() -> None:
    game = Lisboa(DATA, players=3)
    names = play(game, Random(4))
    again = Lisboa(DATA, players=3)
    for name in names[:200]:
        again.apply(name)
    copy = again.clone()
    for name in names[200:]:
        copy.apply(name)
    assert copy.scores() == game.scores()
    assert copy.told == game.told
    assert len(again.answers) == 200
    with pytest.raises(ValueError, match="is not possible"):
        again.apply("nonsense")
