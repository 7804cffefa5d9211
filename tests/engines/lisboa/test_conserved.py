"""Nothing is lost or made: rubble, goods, cards, tiles, Officials are counted after every action of random games."""

import struct
from collections import Counter

import pytest

from caravela.cext.core import Rng, State
from caravela.engines import load_game
from caravela.engines.lisboa.names import GOODS, NOBLES, RUBBLE, Names, names_of
from caravela.engines.lisboa.table import Table, peek, read_table
from tests.engines.lisboa.conftest import START, STATE_AT


def field(state: State, name: str) -> list[int]:
    """A field of the state that `Table` leaves out."""
    at, format_ = STATE_AT[name]
    return list(struct.unpack_from(f"={format_}", state.to_bytes(), START + at))


def check_rubble(state: State, names: Names, table: Table) -> None:
    """L2.1: cubes lie in the bag, on the map, in the pile, on boards, or were thrown away (L4.4)."""
    bag, thrown = field(state, "rubble_bag"), field(state, "thrown")
    for k, kind in enumerate(RUBBLE):
        lines = [*table.row.values(), *table.column.values(), *table.plot.values(), table.pile]
        lying = sum(line.get(kind, 0) for line in lines)
        own = sum(seat.rubble[kind] for seat in table.seats)
        assert bag[k] + thrown[k] + lying + own == names.data["rubble_supply"][kind]


def check_goods(names: Names, table: Table) -> None:
    """L1.3: goods are in the supply, in warehouses, on docks or on State action spaces."""
    for good in GOODS:
        held = sum(seat.goods[good] + sum(ship.cargo.get(good, 0) for ship in seat.ships) for seat in table.seats)
        spaces = list(table.spaces.values()).count(good)
        assert table.supply[good] + held + spaces == names.data["goods"]["per_type"]


def check_players(names: Names, table: Table) -> None:
    """L4.7, L4.8, L3.9: houses, Officials, Royal Favors."""
    components = names.data["components"]
    for seat in table.seats:
        officials = seat.board + seat.staff + sum(seat.office.values()) + sum(seat.plaza.values())
        assert officials == components["officials_per_player"]
        assert len(seat.houses) + sum(seat.stores.values()) == components["houses_per_player"]
        assert seat.sets == min(seat.rubble.values())
    for noble in NOBLES:
        assert table.portrait[noble] + sum(seat.favors[noble] for seat in table.seats) == names.players


def check_city(state: State, names: Names, table: Table) -> None:
    """City tiles, public buildings, scoring tiles."""
    placed = Counter((store.good, cell[1] == "5") for cell, store in table.cells.items())
    for row, (up, left) in zip(names.city, table.city, strict=True):
        assert up + left + placed[row["good"], row["small"]] == row["count"]
    seen = [*(tile.id for tile in table.buildings.values()), *table.current.values(), *table.next.values()]
    assert len(seen) == len(set(seen))
    assert len(seen) + sum(table.beneath.values()) == names.data["components"]["public_buildings"]
    dealt = Counter(table.street.values())
    assert sum(dealt.values()) + sum(field(state, "scoring")) == names.data["components"]["scoring_tiles"]


def cards_in_play(table: Table) -> Counter[str]:
    """Cards that have not left the game, by id."""
    cards = Counter(table.unseen) + Counter([*table.top.values(), *table.discards])
    for seat in table.seats:
        cards.update([card for card, _ in seat.hand] + seat.nobles + seat.treasury)
    return cards + Counter([table.card] if table.card else [])


def tiles_in_play(table: Table) -> Counter[str]:
    """Clergy tiles that have not left the game, by effect."""
    tiles = Counter(table.bag) + Counter(tile for tile in table.track if tile) + Counter(table.offered)
    for seat in table.seats:
        tiles.update(seat.clergy)
    return tiles


def plans_in_play(table: Table, stacks: int) -> int:
    """Plans in stacks and with players."""
    return stacks - sum(table.plan_next.values()) + sum(len(seat.plans) for seat in table.seats)


def ships_in_play(table: Table) -> int:
    """Ships in the shipyard and in Portfolios, and one for which room is made."""
    built = [task.step for task in table.agenda].count("then_add_ship")
    return sum(table.shipyard.values()) + sum(len(seat.ships) for seat in table.seats) + built


def decrees_in_play(table: Table) -> int:
    """Decrees in the deck, on display, with players; none is in two places."""
    taken = [decree for seat in table.seats for decree in seat.decrees] + table.display
    assert len(taken) == len(set(taken))
    return table.decree_deck + len(taken)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_components_are_conserved_after_every_step(players: int) -> None:
    game = load_game("lisboa", players=players)
    names, rng, state = names_of(game), Rng(players), game.new_initial_state()
    plans = sum(not row["starting"] for row in names.data["plans"]["list"])
    before = read_table(state)
    decrees = decrees_in_play(before)
    assert tiles_in_play(before).total() == 37
    assert cards_in_play(before).total() == 82
    while not state.is_terminal():
        step = peek(state)[0]
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[rng.bounded(len(actions))])
        table = read_table(state)
        check_rubble(state, names, table)
        check_goods(names, table)
        check_players(names, table)
        check_city(state, names, table)
        assert decrees_in_play(table) == decrees
        # These may leave the game, but never come back; tiles leave only when they are given up (L11.4).
        assert tiles_in_play(table) <= tiles_in_play(before)
        assert step == "surrender" or tiles_in_play(table) == tiles_in_play(before)
        assert cards_in_play(table) <= cards_in_play(before)
        assert step == "draw_plan" or plans_in_play(table, plans) <= plans_in_play(before, plans)
        assert table.period > before.period or ships_in_play(table) <= ships_in_play(before)
        before = table
