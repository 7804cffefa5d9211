"""Lisboa: State actions, and the five uses of a card (L5.3, L7 to L9, L12, L17)."""

from tests.oracles.lisboa_building import (
    build_store,
    free_stores,
    open_public_building,
    possible_plans,
    take_decree,
)
from tests.oracles.lisboa_church import meet_cardinal, tiles_on_track
from tests.oracles.lisboa_gain import (
    amounts,
    card_effect,
    choose,
    discounted,
    dummies,
    guided,
    hand_over,
    make_room,
    pay,
    reaches,
    recruit,
    take_favor,
)
from tests.oracles.lisboa_table import GOODS, Run, Ship, Table

# ---------------------------------------------------------------------- the nine actions


def performable(table: Table, seat: int, action: str) -> bool:
    """L9.8."""
    own = table.seats[seat]
    if action == "recruit":
        return own.board > 0
    if action == "acquire_plan":
        return any(table.plans.values())
    if action == "build_ship":
        return bool(table.shipyard)
    if action == "produce":
        return table.stores_of(seat).total() > 0
    if action == "meet_cardinal":
        return tiles_on_track(table) > 0
    if action == "royal_favor":
        return table.portraits.total() > 0
    if action == "build_store":
        return bool(free_stores(table, seat))
    if action == "take_decree":
        return bool(table.display)
    assert action == "open_public_building", action
    return bool(possible_plans(table, seat))


def perform(table: Table, seat: int, action: str) -> Run:
    """One of the nine; it must be performable."""
    table.noted[f"does {action}"] += 1
    if action == "recruit":
        yield from recruit_officials(table, seat)
    elif action == "acquire_plan":
        yield from acquire_plan(table, seat)
    elif action == "build_ship":
        yield from build_ship(table, seat)
    elif action == "produce":
        yield from produce(table, seat)
    elif action == "meet_cardinal":
        yield from meet_cardinal(table, seat)
    elif action == "royal_favor":
        yield from take_favor(table, seat)
    elif action == "build_store":
        yield from build_store(table, seat)
    elif action == "take_decree":
        yield from take_decree(table, seat)
    else:
        yield from open_public_building(table, seat)


def recruit_officials(table: Table, seat: int) -> Run:
    """L9.2."""
    most, more = table.box.limits["recruit_max"], table.power(seat, "recruit_plus")
    before = table.seats[seat].board
    yield from recruit(table, seat, most + more)
    table.noted["power recruit_plus"] += before - table.seats[seat].board > most


def acquire_plan(table: Table, seat: int) -> Run:
    """L9.3."""
    own = table.seats[seat]
    architects = [architect for architect in ("green", "blue") if table.plans[architect]]
    answer = yield from choose(seat, "D9", [f"plan:{architect}" for architect in architects])
    own.plans.append(table.plans[answer.removeprefix("plan:")].pop(0))
    if len(own.plans) > table.box.limits["plans_max"]:
        answer = yield from choose(seat, "D10", [f"toss:{plan}" for plan in table.kinds_of_plans(seat)])
        own.plans.remove(answer.removeprefix("toss:"))


def build_ship(table: Table, seat: int) -> Run:
    """L9.4."""
    colour = table.shipyard.pop(0)
    yield from make_room(table, seat, top=True)
    table.seats[seat].ships.append(Ship(colour, table.box.ships[colour]["hull"]))
    table.move_treasury(table.box.data["track"]["treasury"]["ship_step"])
    table.noted["power influence_plus"] += table.has(seat, "influence_plus")
    table.gain_influence(seat)


def produce(table: Table, seat: int) -> Run:
    """L9.5."""
    stores, track = table.stores_of(seat), table.box.data["track"]["market"]
    types = [good for good in GOODS if stores[good]]
    subsets = [[good for i, good in enumerate(types) if subset >> i & 1] for subset in range(1, 2 ** len(types))]
    answer = yield from choose(seat, "D12", [f"produce:{'+'.join(subset)}" for subset in subsets])
    for good in answer.removeprefix("produce:").split("+"):
        taken = sum(table.take_good(seat, good) for _ in range(stores[good]))
        if taken and table.has(seat, "produce_steady"):
            table.noted["power produce_steady"] += 1
        elif taken:
            table.market[good] = max(table.market[good] + track["produce_step"], track["min"])
    for _ in range(table.power(seat, "produce_gold")):
        table.noted["power produce_gold"] += table.take_good(seat, "gold")


# ---------------------------------------------------------------------- selling and trading


def can_sell(table: Table, seat: int) -> bool:
    """L8.1."""
    docked = any(ship.docked for other in table.seats for ship in other.ships)
    return docked and table.seats[seat].goods.total() > 0


def sell(table: Table, seat: int) -> Run:
    """L8."""
    own, sold, loaded_rival = table.seats[seat], False, False
    while can_sell(table, seat):
        goods = [f"sell:{good}" for good in GOODS if own.goods[good]]
        answer = yield from choose(seat, "D5 good", [*(["done"] if sold else []), *goods])
        if answer == "done":
            return
        good = answer.removeprefix("sell:")
        ships = [
            f"ship:{other}.{number}"
            for other in table.box.seats
            for number, ship in table.numbered(other)
            if ship.docked
        ]
        answer = yield from choose(seat, "D5 ship", ships)
        owner, number = map(int, answer.removeprefix("ship:").split("."))
        load(table, seat, owner, table.fleet(owner)[number - 1], good)
        if owner != seat and not loaded_rival:  # L8.5
            loaded_rival = True
            own.wigs += table.power(seat, "foreign_ship")
            table.noted["power foreign_ship"] += table.has(seat, "foreign_ship")
        sold = True


def load(table: Table, seat: int, owner: int, ship: Ship, good: str) -> None:
    """L8.2 to L8.4."""
    own = table.seats[seat]
    own.goods[good] -= 1
    ship.cargo[good] += 1
    own.reis += table.market[good] + table.box.ships[ship.colour]["price_modifier"]
    own.reis += table.benefit(seat, "sale_each") + table.benefit(seat, f"sale_{good}")
    own.reis += table.power(seat, "sell_plus")
    for kind in ("sale_each", f"sale_{good}"):
        table.noted[f"benefit {kind}"] += table.benefit(seat, kind) > 0
    table.noted["power sell_plus"] += table.has(seat, "sell_plus")
    if not ship.docked:
        table.seats[owner].wigs += table.box.data["sailing"]["wigs_per_crate"] * ship.hull
        table.seats[owner].wigs += table.power(owner, "sail_plus")
        table.noted["power sail_plus"] += table.has(owner, "sail_plus")
        table.noted["a ship sails"] += 1


def accepted(table: Table, seat: int, action: str) -> list[str]:
    """L9.1: own goods that the space of this State action takes."""
    noble = table.box.nobles[table.box.noble_of[action]]
    usual = (noble["good"], noble["wild"])
    return [
        good for good in GOODS if table.seats[seat].goods[good] and (good in usual or table.has(seat, "trade_wild"))
    ]


def open_spaces(table: Table, seat: int) -> list[str]:
    """D6."""
    return [
        action
        for action in table.box.noble_of
        if action not in table.spaces and performable(table, seat, action) and accepted(table, seat, action)
    ]


def can_trade(table: Table, seat: int) -> bool:
    """L7.1."""
    return bool(open_spaces(table, seat))


def trade(table: Table, seat: int) -> Run:
    """L9.1: first the goods are placed, then the State actions performed in the same order."""
    chosen: list[str] = []
    while len(chosen) < table.box.limits["trade_goods_max"]:
        spaces = [f"state:{action}" for action in open_spaces(table, seat)]
        if not spaces:
            break
        answer = yield from choose(seat, "D6 space", [*(["done"] if chosen else []), *spaces])
        if answer == "done":
            break
        action = answer.removeprefix("state:")
        goods = accepted(table, seat, action)
        answer = yield from choose(seat, "D6 good", [f"give:{good}" for good in goods])
        good = answer.removeprefix("give:")
        table.seats[seat].goods[good] -= 1
        table.spaces[action] = good
        noble = table.box.nobles[table.box.noble_of[action]]
        table.noted["power trade_wild"] += good not in (noble["good"], noble["wild"])
        chosen.append(action)
    if len(chosen) > 1:
        table.noted["asked D7"] += 1  # the order of placing is that of performing
    for action in chosen:
        if performable(table, seat, action):
            yield from perform(table, seat, action)
        else:
            table.noted["a traded State action lapses"] += 1


# ---------------------------------------------------------------------- into the Portfolio

BEGINS = {"sell": can_sell, "trade": can_trade}


def enters(table: Table, seat: int, card: str) -> Run:
    """L7.2, L7.4: all that comes before the sale or the trade."""
    own = table.seats[seat]
    if table.box.is_noble(card):
        yield from card_effect(table, seat, card)
        yield from make_room(table, seat, top=True)
        own.nobles.append(card)
        table.card = None
    else:
        own.reis += table.value()
        table.move_treasury(table.box.data["track"]["treasury"]["treasury_card_step"])
        yield from make_room(table, seat, top=False)
        own.treasury.append(card)
        table.card = None


def can_enter(table: Table, seat: int, card: str, use: str) -> bool:
    """L7.1."""
    return reaches(lambda trial: enters(trial, seat, card), table, [], lambda trial: BEGINS[use](trial, seat))


def play_into_portfolio(table: Table, seat: int, card: str, use: str) -> Run:
    """L7."""
    begins = BEGINS[use]
    yield from guided(lambda trial: enters(trial, seat, card), table, lambda trial: begins(trial, seat))
    yield from sell(table, seat) if use == "sell" else trade(table, seat)


# ---------------------------------------------------------------------- visits


def visit_price(table: Table, seat: int, noble: str) -> int:
    """L12.2."""
    others = sum(table.seats[other].office[noble] for other in table.box.seats if other != seat) + dummies(table)
    discount = table.power(seat, "visit_any") + table.power(seat, f"visit_{noble}")
    return max(0, table.box.influence_costs[table.treasury] + others - discount)


def pay_visit(table: Table, seat: int, noble: str) -> None:
    """L12.2: Influence, then wigs."""
    own, price = table.seats[seat], visit_price(table, seat, noble)
    for effect in ("visit_any", f"visit_{noble}"):
        table.noted[f"power {effect}"] += table.has(seat, effect)
    influence = min(price, own.influence)
    own.influence -= influence
    own.wigs -= price - influence
    table.noted["visit paid with wigs"] += price > influence
    assert own.wigs >= 0


def can_pay_visit(table: Table, seat: int, noble: str) -> bool:
    """Influence and wigs together."""
    own = table.seats[seat]
    return own.influence + own.wigs >= visit_price(table, seat, noble)


def states_of(table: Table, seat: int, noble: str) -> list[str]:
    """The State actions of a Noble that can be performed."""
    return [action for action in table.box.nobles[noble]["state"] if performable(table, seat, action)]


def has_audience(table: Table, seat: int, noble: str) -> bool:
    """Whether the Noble action can be performed."""
    return performable(table, seat, table.box.nobles[noble]["noble_action"])


def can_visit(table: Table, seat: int, noble: str) -> bool:
    """L12.4."""
    if not can_pay_visit(table, seat, noble):
        return False
    trial = table.copy()
    pay_visit(trial, seat, noble)
    return has_audience(trial, seat, noble) or bool(states_of(trial, seat, noble))


def visit(table: Table, seat: int, noble: str) -> Run:
    """L12."""
    pay_visit(table, seat, noble)
    states = [f"state:{action}" for action in states_of(table, seat, noble)]
    answer = yield from choose(seat, "D18", [*(["none"] if has_audience(table, seat, noble) else []), *states])
    done = answer != "none"
    if done:
        yield from perform(table, seat, answer.removeprefix("state:"))
    options = [*(["noble"] if has_audience(table, seat, noble) else []), *(["none"] if done else [])]
    answer = yield from choose(seat, "D19", options)
    if answer == "noble":
        yield from perform(table, seat, table.box.nobles[noble]["noble_action"])
    for other in table.clockwise(seat)[1:]:
        yield from follow(table, other, noble)


def begin_to_follow(table: Table, seat: int, noble: str) -> None:
    """The favor back, the price paid."""
    table.seats[seat].favors[noble] -= 1
    table.portraits[noble] += 1
    if table.box.limits["follow_pays_influence"]:
        pay_visit(table, seat, noble)


def follow(table: Table, seat: int, noble: str) -> Run:
    """L12.5."""
    if not table.seats[seat].favors[noble]:
        return
    if table.box.limits["follow_pays_influence"] and not can_pay_visit(table, seat, noble):
        table.noted["a follower cannot pay"] += 1
        return
    trial = table.copy()
    begin_to_follow(trial, seat, noble)
    options = [f"state:{action}" for action in states_of(trial, seat, noble)]
    if has_audience(trial, seat, noble):
        options.append("noble")
    if not options:
        table.noted["a follower could do nothing"] += 1
        return
    answer = yield from choose(seat, "D20", ["none", *options])
    if answer != "none":
        begin_to_follow(table, seat, noble)
        table.noted[f"follows {noble}"] += 1
        action = table.box.nobles[noble]["noble_action"] if answer == "noble" else answer.removeprefix("state:")
        yield from perform(table, seat, action)


# ---------------------------------------------------------------------- events


def event_price(table: Table, seat: int) -> int:
    """L17.1, discounts included."""
    return discounted(table, seat, max(0, table.value() - table.power(seat, "event_discount")))


def can_sponsor(table: Table, seat: int, card: str) -> bool:
    """L17.1: some way of paying leaves the event performable."""
    due, event = event_price(table, seat), table.box.cards[card]["event"]
    for k in amounts(table, seat, due):
        trial = table.copy()
        hand_over(trial, seat, due, k)
        if performable(trial, seat, event):
            return True
    return False


def sponsor(table: Table, seat: int, card: str) -> Run:
    """L17.1."""
    event = table.box.cards[card]["event"]
    table.noted[f"event {event}"] += 1
    table.noted["power event_discount"] += table.has(seat, "event_discount")
    yield from pay(table, seat, event_price(table, seat), lambda trial: performable(trial, seat, event))
    yield from perform(table, seat, event)


# ---------------------------------------------------------------------- uses of a card


def uses(table: Table, seat: int, card: str) -> list[str]:
    """D2."""
    found = [use for use in BEGINS if can_enter(table, seat, card, use)]
    row = table.box.cards[card]
    if table.box.is_noble(card) and can_visit(table, seat, row["noble"]):
        found.append("visit")
    if not table.box.is_noble(card) and can_sponsor(table, seat, card):
        found.append("event")
    return [*found, "gold"]


def use_card(table: Table, seat: int, card: str, use: str) -> Run:
    """L5.3."""
    table.noted[f"use {use}"] += 1
    if use in BEGINS:
        yield from play_into_portfolio(table, seat, card, use)
        return
    table.card = None  # L5.6
    if use == "visit":
        yield from visit(table, seat, table.box.cards[card]["noble"])
    elif use == "event":
        yield from sponsor(table, seat, card)
    else:
        table.take_good(seat, "gold")
