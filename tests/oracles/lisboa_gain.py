"""Lisboa: choosing, paying, and what rewards and penalties give and take (L4, L6, L7.3, L13)."""

from collections.abc import Callable, Iterable
from typing import Any

from tests.oracles.lisboa_table import CUBES, GOODS, NOBLES, Ask, Run, Table

Make = Callable[[Table], Run]
Test = Callable[[Table], bool]


# ---------------------------------------------------------------------- choosing


def choose(seat: int, what: str, options: Iterable[str], *, always: bool = False) -> Run:
    """L20.1: a decision with one option is taken without asking."""
    answers = tuple(options)
    assert answers, what
    if len(answers) == 1 and not always:
        return answers[0]
    return (yield Ask(seat, what, answers))


def reaches(make: Make, table: Table, given: list[str], goal: Test) -> bool:
    """Whether the run, after these answers, can be finished in some way so that the goal is met."""
    trial = table.copy()
    run = make(trial)
    try:
        ask = next(run)
        for answer in given:
            ask = run.send(answer)
    except StopIteration:
        return goal(trial)
    return any(reaches(make, table, [*given, answer], goal) for answer in ask.answers)


def guided(make: Make, table: Table, goal: Test) -> Run:
    """L20.5: the run with only those answers after which the goal can still be met."""
    before, given = table.copy(), list[str]()
    run = make(table)
    try:
        ask = next(run)
        while True:
            good = [answer for answer in ask.answers if reaches(make, before, [*given, answer], goal)]
            if len(good) < len(ask.answers):
                table.noted[f"{ask.what} with choices that would spoil the play"] += 1
            given.append((yield from choose(ask.seat, ask.what, good)))
            ask = run.send(given[-1])
    except StopIteration:
        return


# ---------------------------------------------------------------------- paying


def amounts(table: Table, seat: int, due: int) -> range:
    """L6.4: how many réis of a payment may come from Influence."""
    own = table.seats[seat]
    return range(max(0, due - own.reis), min(due, table.from_influence(own.influence)) + 1)


def hand_over(table: Table, seat: int, due: int, k: int) -> None:
    """Pays; what the cash does not cover is waived (L7.3; elsewhere it always does)."""
    table.spend_influence(seat, k)
    own = table.seats[seat]
    own.reis -= min(own.reis, due - k)


def pay(table: Table, seat: int, due: int, fits: Test | None = None) -> Run:
    """L6.4: a payment, discounts off already, with only such k after which the table fits."""
    ways = []
    for k in amounts(table, seat, due):
        if fits is not None:
            trial = table.copy()
            hand_over(trial, seat, due, k)
            if not fits(trial):
                continue
        ways.append(f"spend:{k}")
    answer = yield from choose(seat, "D23", ways)
    hand_over(table, seat, due, int(answer.removeprefix("spend:")))


def discounted(table: Table, seat: int, price: int) -> int:
    """L6.4: after the discounts of Treasury cards."""
    return max(0, price - table.benefit(seat, "discount"))


# ---------------------------------------------------------------------- rewards and penalties


def reward(table: Table, seat: int, kind: str, n: int, type_: str = "") -> Run:
    """`vocabulary` of the data."""
    own = table.seats[seat]
    table.noted[f"reward {kind}"] += 1
    if kind == "good":
        for _ in range(n):
            yield from gain_good(table, seat, type_)
    elif kind == "reis":
        own.reis += n
    elif kind == "wigs":
        own.wigs += n
    elif kind == "gain_influence":
        for _ in range(n):
            table.gain_influence(seat)
    elif kind == "influence":
        table.raise_influence(seat, n)
    elif kind == "recruit":
        yield from recruit(table, seat, n)
    elif kind == "pile_rubble":
        for _ in range(n):
            yield from take_from_pile(table, seat)
    elif kind == "royal_favor":
        for _ in range(n):
            yield from take_favor(table, seat)
    else:
        assert kind == "none", kind


def gain_good(table: Table, seat: int, type_: str) -> Run:
    """D4: any good is one that can be taken; without such a one it is lost."""
    if type_ == "any":
        possible = [f"take:{good}" for good in GOODS if table.has_room(seat, good)]
        if not possible:
            return
        answer = yield from choose(seat, "D4", possible)
        type_ = answer.removeprefix("take:")
    table.take_good(seat, type_)


def recruit(table: Table, seat: int, most: int) -> Run:
    """L9.2."""
    own = table.seats[seat]
    for number in range(min(most, own.board)):
        offices = [f"recruit:{noble}" for noble in NOBLES]
        answer = yield from choose(seat, "D8", [*(["done"] if number else []), *offices])
        if answer == "done":
            return
        noble = answer.removeprefix("recruit:")
        inside = sum(other.office[noble] for other in table.seats) + dummies(table)
        if inside < table.box.nobles[noble]["office_spaces"]:
            own.office[noble] += 1
        else:
            own.plaza[noble] += 1
            table.noted["Official to a plaza"] += 1
        own.board -= 1


def dummies(table: Table) -> int:
    """L3.2: dummy Officials in each office."""
    return int(table.box.setup["dummy_officials_per_office"])


def take_from_pile(table: Table, seat: int) -> Run:
    """L13.5."""
    left = [f"pile:{kind}" for kind in CUBES if table.pile[kind]]
    if left:
        answer = yield from choose(seat, "D29", left)
        kind = answer.removeprefix("pile:")
        table.pile[kind] -= 1
        table.take_cube(seat, kind)


def take_favor(table: Table, seat: int) -> Run:
    """L9.7."""
    left = [f"favor:{noble}" for noble in NOBLES if table.portraits[noble]]
    if left:
        answer = yield from choose(seat, "D16", left)
        noble = answer.removeprefix("favor:")
        table.portraits[noble] -= 1
        table.seats[seat].favors[noble] += 1


def penalty(table: Table, seat: int, kind: str, n: int, type_: str) -> Run:
    """L7.3: as far as possible."""
    own = table.seats[seat]
    table.noted[f"penalty {kind}"] += 1
    if kind == "good":
        for _ in range(n):
            goods = [good for good in (GOODS if type_ == "any" else (type_,)) if own.goods[good]]
            if goods:
                answer = yield from choose(seat, "D33", [f"give:{good}" for good in goods])
                table.return_good(seat, answer.removeprefix("give:"))
    elif kind == "official":
        for _ in range(n):
            offices = [f"recall:{noble}{place}" for noble, place in placed(table, seat)]
            if offices:
                answer = yield from choose(seat, "D33", offices)
                remove_official(table, seat, answer.removeprefix("recall:"))
                own.board += 1
    elif kind == "wigs":
        table.lose_wigs(seat, n)
    elif kind == "influence":
        own.influence = max(table.box.influence_track["min"], own.influence - n)
    elif kind == "reis":
        due = discounted(table, seat, n)
        most = min(due, table.from_influence(own.influence))
        answer = yield from choose(seat, "D23", [f"spend:{k}" for k in range(most + 1)])
        hand_over(table, seat, due, int(answer.removeprefix("spend:")))
    else:
        assert kind == "none", kind


def placed(table: Table, seat: int) -> list[tuple[str, str]]:
    """Where a seat has Officials: Noble, "" for the office or ".plaza"."""
    own = table.seats[seat]
    return [
        (noble, place) for noble in NOBLES for place, there in (("", own.office), (".plaza", own.plaza)) if there[noble]
    ]


def remove_official(table: Table, seat: int, where: str) -> None:
    """From an office or a plaza, written like `maia.plaza`."""
    noble, _, plaza = where.partition(".")
    own = table.seats[seat]
    (own.plaza if plaza else own.office)[noble] -= 1


# ---------------------------------------------------------------------- Portfolio


def make_room(table: Table, seat: int, *, top: bool) -> Run:
    """L4.2: one card goes if the row or the Portfolio is full."""
    own = table.seats[seat]
    ships = [f"scrap:{number}" for number, _ in table.numbered(seat)]
    nobles, treasury = (
        [f"drop:{card}" for card in table.box.cards if card in row] for row in (own.nobles, own.treasury)
    )
    in_row = len(own.nobles) + len(own.ships) if top else len(own.treasury)
    if in_row == table.box.limits["top_slots" if top else "bottom_slots"]:
        options = [*nobles, *ships] if top else treasury
    elif len(own.nobles) + len(own.ships) + len(own.treasury) >= table.portfolio(seat):
        options = [*nobles, *treasury, *ships]
    else:
        return
    answer = yield from choose(seat, "D3", options)
    verb, _, name = answer.partition(":")
    if verb == "scrap":
        ship = table.fleet(seat)[int(name) - 1]
        table.supply.update(ship.cargo)
        own.ships = [other for other in own.ships if other is not ship]
    else:
        (own.nobles if table.box.is_noble(name) else own.treasury).remove(name)
    table.noted[f"{verb} from the Portfolio"] += 1


def card_effect(table: Table, seat: int, card: str) -> Run:
    """L7.2 (1)."""
    row: dict[str, Any] = table.box.cards[card]
    if row["effect"] == "reward":
        yield from reward(table, seat, row["kind"], row["n"], row["type"])
    elif row["effect"] == "penalty":
        yield from penalty(table, seat, row["kind"], row["n"], row["type"])
