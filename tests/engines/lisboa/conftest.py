"""Games by names: `table(hands=[["P05"], []])` deals what is named, the first thing there is elsewhere."""

import struct
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from caravela.cext.core import Rng, State
from caravela.engines import load_game
from caravela.engines.lisboa.names import GOODS, NOBLES, RUBBLE, names_of
from caravela.engines.lisboa.table import HEAD, SEAT, SEAT_FORMAT, SEATS, STATE, Seat, Table, peek, read_table
from caravela.engines.lisboa.text import code_to_string

START = HEAD.size + SEATS * SEAT_FORMAT.size
SPARE = ("P09", "P10", "P15", "P63", "P64", "P65", "P66", "P67")
"""Cards that are dealt last, so that they can be put into Portfolios."""
Wishes = Mapping[str, Sequence[str]]


def offsets(lines: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Where the fields of a struct lie, and the format of each."""
    found, at = {}, 0
    for line in lines:
        format_, _, name = line.partition(" ")
        found[name] = at, format_
        at += struct.calcsize(f"={format_}")
    return found


SEAT_AT, STATE_AT = offsets(SEAT), offsets(STATE)


class Stage:
    """A game and its state. Chance brings what is wished for, by kind of draw, else the first outcome."""

    def __init__(
        self,
        *steps: str,
        hands: Sequence[Sequence[str]] = (),
        tiles: Sequence[Sequence[str]] = (),
        data: Mapping[str, Any] | None = None,
        wishes: Wishes | None = None,
        start: bool = True,
        **options: Any,
    ) -> None:
        self.game = load_game("lisboa", data=data, **options)
        self.names = names_of(self.game)
        self.state: State = self.game.new_initial_state()
        self.hands = [list(hand) for hand in hands]
        self.tiles = [list(pair) for pair in tiles]
        self.wishes = defaultdict(list, {kind: list(names) for kind, names in (wishes or {}).items()})
        if start:
            self.run_until("play")
        if steps:
            self.play(*steps)

    def draw(self) -> None:
        """One outcome: a wish, or the first."""
        outcomes = [self.game.chance_to_string(outcome) for outcome, _ in self.state.chance_outcomes()]
        kind = outcomes[0].partition(":")[0]
        step, seat = peek(self.state)
        wished = self.wishes[kind]
        if step == "draw_hand" and seat < len(self.hands):
            wished = self.hands[seat]
        elif step == "draw_offer" and seat < len(self.tiles):
            wished = self.tiles[seat]
        kept = [card for hand in self.hands for card in hand] if kind == "card" else []
        kept += SPARE if step == "draw_hand" else ()
        kept += [tile for pair in self.tiles for tile in pair] if kind == "clergy" else []
        free = [name for name in outcomes if name.partition(":")[2] not in kept] or outcomes[::-1]
        name = next((f"{kind}:{wish}" for wish in wished if f"{kind}:{wish}" in outcomes), None)
        if name:
            wished.remove(name.partition(":")[2])
        self.state.apply_action(self.game.string_to_chance(name or free[0]))

    def run_until(self, step: str) -> "Stage":
        """Lets chance and first choices go on to the next decision of that step."""
        while peek(self.state)[0] != step:
            if self.state.is_chance_node():
                self.draw()
            else:
                self.state.apply_action(self.state.legal_actions()[0])
        return self

    def settle(self) -> "Stage":
        """Chance goes on to a decision."""
        while self.state.is_chance_node():
            self.draw()
        return self

    def play(self, *steps: str) -> "Stage":
        """Actions by name; chance has its turns between them."""
        for step in steps:
            assert step in self.settle().legal(), f"{step} is not among {self.legal()}"
            self.state.apply_action(self.state.string_to_action(step))
        return self.settle()

    def turn(self, *steps: str) -> "Stage":
        """The steps, then whatever ends the turn."""
        now = self.settle().table().turns
        self.play(*steps)
        while not self.state.is_terminal() and self.table().turns == now:
            self.play(self.legal()[0])
        return self

    def pass_turn(self) -> "Stage":
        """A card for gold, whatever it is."""
        return self.turn(self.legal()[0], "gold")

    def legal(self) -> list[str]:
        """Names of the legal actions, or of what chance can bring."""
        if self.state.is_chance_node():
            return [self.game.chance_to_string(outcome) for outcome, _ in self.state.chance_outcomes()]
        return [self.game.action_to_string(action) for action in self.state.legal_actions()]

    def table(self) -> Table:
        """The true state."""
        return read_table(self.state)

    def seat(self, q: int) -> Seat:
        """A player."""
        return self.table().seats[q]

    def log(self, q: int) -> list[str]:
        """What a seat has seen, by name."""
        return [code_to_string(self.game, code) for code in self.state.log(q)]

    # Arranging: fields are changed in the bytes, which must pass the engine's checks.

    def _edit(self, change: Callable[[bytearray], None]) -> "Stage":
        block = bytearray(self.state.to_bytes())
        change(block)
        self.state = self.game.state_from_bytes(bytes(block))
        return self

    def _write(self, block: bytearray, at: int, field: tuple[int, str], values: Sequence[int]) -> None:
        struct.pack_into(f"={field[1]}", block, at + field[0], *values)

    def _read(self, block: bytearray, at: int, field: tuple[int, str]) -> list[int]:
        return list(struct.unpack_from(f"={field[1]}", block, at + field[0]))

    def set(self, q: int, **numbers: int) -> "Stage":
        """Réis, wigs, Influence."""

        def change(block: bytearray) -> None:
            for name, value in numbers.items():
                self._write(block, HEAD.size + q * SEAT_FORMAT.size, SEAT_AT[name], [value])

        return self._edit(change)

    def treasury(self, value: int) -> "Stage":
        """The Treasury marker on a value."""
        space = self.names.treasury.index(value)
        return self._edit(lambda block: self._write(block, START, STATE_AT["treasury"], [space]))

    def goods(self, q: int, **goods: int) -> "Stage":
        """The warehouse holds these; the rest is in the supply."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            supply, old = self._read(block, START, STATE_AT["supply"]), self._read(block, at, SEAT_AT["goods"])
            new = [goods.get(good, 0) for good in GOODS]
            self._write(block, at, SEAT_AT["goods"], new)
            self._write(block, START, STATE_AT["supply"], [s + o - n for s, o, n in zip(supply, old, new, strict=True)])

        return self._edit(change)

    def officials(self, q: int, **places: int) -> "Stage":
        """Officials by Noble, or `maia_plaza`; `staff` in buildings; the others on the board."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            self._write(block, at, SEAT_AT["office"], [places.get(noble, 0) for noble in NOBLES])
            self._write(block, at, SEAT_AT["plaza"], [places.get(f"{noble}_plaza", 0) for noble in NOBLES])
            self._write(block, at, SEAT_AT["staff"], [places.get("staff", 0)])
            all_of_them = self.game.data["components"]["officials_per_player"]
            self._write(block, at, SEAT_AT["board"], [all_of_them - sum(places.values())])

        return self._edit(change)

    def ship(self, q: int, *ships: tuple[str, str]) -> "Stage":
        """Ships as (colour, goods on the dock joined by blanks), in order."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            colours = [row["colour"] for row in self.names.ships]
            yard, supply = self._read(block, START, STATE_AT["shipyard"]), self._read(block, START, STATE_AT["supply"])
            row, cargo = [0, 0, 0], [0] * 12
            for i, (colour, load) in enumerate(ships):
                row[i] = colours.index(colour) + 1
                yard[row[i] - 1] -= 1
                for good in load.split():
                    cargo[4 * i + GOODS.index(good)] += 1
                    supply[GOODS.index(good)] -= 1
            self._write(block, at, SEAT_AT["ship"], row)
            self._write(block, at, SEAT_AT["cargo"], cargo)
            self._write(block, START, STATE_AT["shipyard"], yard)
            self._write(block, START, STATE_AT["supply"], supply)

        return self._edit(change)

    def rubble(self, q: int, cubes: str) -> "Stage":
        """Cubes by their letters, from the board's pile, bag and plots; sets and markers follow."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            counts = [cubes.count(kind[0].upper()) for kind in RUBBLE]
            for kind, count in enumerate(counts):
                left = count
                for name, rows in (("rubble_bag", 1), ("pile", 1), ("plot", 16), ("column", 5)):
                    there = self._read(block, START, STATE_AT[name])
                    for row in range(rows):
                        while left and there[3 * row + kind]:
                            there[3 * row + kind] -= 1
                            left -= 1
                    self._write(block, START, STATE_AT[name], there)
                assert not left
            self._write(block, at, SEAT_AT["rubble"], counts)
            self._write(block, at, SEAT_AT["sets"], [min(counts)])
            self._write(block, at, SEAT_AT["markers"], [min(counts)])

        return self._edit(change)

    def store(self, q: int, *stores: str) -> "Stage":
        """Stores of a seat, such as `A1.gold`, each with the last house left."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            cells, own = self._read(block, START, STATE_AT["cell"]), self._read(block, at, SEAT_AT["stores"])
            city, (houses,) = self._read(block, START, STATE_AT["city_stack"]), self._read(block, at, SEAT_AT["houses"])
            for store in stores:
                cell, good = store.split(".")
                small = int(cell[1]) == self.game.data["map"]["small_column"]
                kinds = [(row["good"], row["small"]) for row in self.names.city]
                cells[self.names.cells.index(cell)] = 1 + 4 * q + GOODS.index(good)
                own[GOODS.index(good)] += 1
                city[kinds.index((good, small))] -= 1
                houses &= ~(1 << houses.bit_length() - 1)
            self._write(block, START, STATE_AT["cell"], cells)
            self._write(block, at, SEAT_AT["stores"], own)
            self._write(block, START, STATE_AT["city_stack"], city)
            self._write(block, at, SEAT_AT["houses"], [houses])

        return self._edit(change)

    def clergy(self, q: int, *tiles: str) -> "Stage":
        """Clergy tiles of a seat, from the bag; those it had go back."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            kinds, bag = list(self.names.clergy), self._read(block, START, STATE_AT["bag"])
            for old in self._read(block, at, SEAT_AT["clergy"]):
                if old:
                    bag[old - 1] += 1
            new = sorted(kinds.index(tile) + 1 for tile in tiles)
            track = self._read(block, START, STATE_AT["track"])
            for tile in new:
                if not bag[tile - 1]:  # exchanged for another one on the track
                    other = next(kind for kind, count in enumerate(bag) if count and kind + 1 not in new)
                    track[track.index(tile)] = other + 1
                    bag[other] -= 1
                    bag[tile - 1] += 1
                bag[tile - 1] -= 1
            self._write(block, START, STATE_AT["track"], track)
            self._write(block, at, SEAT_AT["clergy"], [*new, *[0] * (8 - len(new))])
            self._write(block, START, STATE_AT["bag"], bag)

        return self._edit(change)

    def church(self, cardinal: int, tiles: Mapping[int, str | None]) -> "Stage":
        """The Cardinal on a space of the ring, and the tiles on the others."""

        def change(block: bytearray) -> None:
            kinds, bag = list(self.names.clergy), self._read(block, START, STATE_AT["bag"])
            for old in self._read(block, START, STATE_AT["track"]):
                if old:
                    bag[old - 1] += 1
            track = [0] * 8
            for space, tile in tiles.items():
                track[space] = kinds.index(str(tile)) + 1
                bag[track[space] - 1] -= 1
            self._write(block, START, STATE_AT["track"], track)
            self._write(block, START, STATE_AT["bag"], bag)
            self._write(block, START, STATE_AT["cardinal"], [cardinal])

        return self._edit(change)

    def cards(self, q: int, *cards: str) -> "Stage":
        """Cards in the Portfolio of a seat, from those nobody has seen."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            kinds, unseen = list(self.names.cards), self._read(block, START, STATE_AT["unseen"])
            rows: dict[str, list[int]] = {"nobles": [], "treasury": []}
            for card in cards:
                assert unseen[kinds.index(card)], f"{card} has been seen"
                unseen[kinds.index(card)] -= 1
                rows["treasury" if "event" in self.names.cards[card] else "nobles"].append(kinds.index(card) + 1)
            for name, row in rows.items():
                self._write(block, at, SEAT_AT[name], [*sorted(row), *[0] * (3 - len(row))])
            self._write(block, START, STATE_AT["unseen"], unseen)

        return self._edit(change)

    def favors(self, q: int, **favors: int) -> "Stage":
        """Royal Favors of a seat; the rest of its own is on the portraits."""

        def change(block: bytearray) -> None:
            at = HEAD.size + q * SEAT_FORMAT.size
            portrait, old = self._read(block, START, STATE_AT["portrait"]), self._read(block, at, SEAT_AT["favors"])
            new = [favors.get(noble, 0) for noble in NOBLES]
            self._write(block, at, SEAT_AT["favors"], new)
            self._write(
                block, START, STATE_AT["portrait"], [p + o - n for p, o, n in zip(portrait, old, new, strict=True)]
            )

        return self._edit(change)


def finish(stage: Stage, seed: int = 0) -> Stage:
    """Plays on at random to the end."""
    rng = Rng(seed)
    while not stage.state.is_terminal():
        if stage.state.is_chance_node():
            stage.state.apply_action(stage.state.sample_chance(rng))
        else:
            actions = stage.state.legal_actions()
            stage.state.apply_action(actions[rng.bounded(len(actions))])
    return stage


@pytest.fixture
def table() -> Callable[..., Stage]:
    """table("play:P05", hands=[["P05"]], players=3) plays the set-up, then the steps."""
    return Stage
