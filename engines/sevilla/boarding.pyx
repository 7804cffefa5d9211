"""Scores a table of Sevilla 1503: the best boarding of a won pile (S10, S11), for people and for tests."""

import operator
import tomllib
from functools import cache
from pathlib import Path

from caravela.cext.flatten import flatten
from caravela.cext.names import look_up, shorten
from caravela.cext.parameters import Parameters

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.string cimport memset

from abi cimport CARAVELA_ERR_SIZE, caravela_params
from clock cimport monotonic_seconds
from sevilla_boarding cimport (
    SV_KINDS,
    sv_boarding_rules,
    sv_boarding_value,
    sv_boarding_weight,
    sv_may_board,
    sv_rebels_owed,
)
from sevilla_boarding_best cimport sv_best_boarding
from sevilla_boarding_open cimport sv_open_boarding

MOST = 10_000
DATA = Path(__file__).with_name("data.toml")


cdef class Boarding:
    """Scores boarded cards by one set of data tables: the game's own, or edited ones of the same shape.

    Cards are given as a mapping from title to count, for the titles of the data: `oil` and `Oil` are the same.
    ValueError for data that boarding cannot take, and in every method for an unknown title or a bad number.
    """

    cdef sv_boarding_rules rules
    cdef readonly tuple titles
    cdef dict kinds

    def __init__(self, data=None):
        tables = tomllib.loads(DATA.read_text(encoding="utf-8")) if data is None else data
        parameters = Parameters(flatten({}, tables))
        cdef const caravela_params *params = <const caravela_params *>PyCapsule_GetPointer(
            parameters.capsule, "caravela.params")
        cdef char err[CARAVELA_ERR_SIZE]
        if not sv_open_boarding(&self.rules, params, err):
            raise ValueError(err.decode("utf-8", "replace"))
        rows = [*tables["auction_card"], *tables.get("rebel_card", [])]
        self.titles = tuple(row["id"] for row in rows)
        self.kinds = {row["title"]: kind for kind, row in enumerate(rows)}
        self.kinds |= {row["id"]: kind for kind, row in enumerate(rows)}

    def best(self, cards, capacity, ships, purse, helm=False):
        """The most points that boarded `cards` can have, and the cards that do it."""
        cdef unsigned char pile[SV_KINDS]
        cdef unsigned char chosen[SV_KINDS]
        cdef int room = number("capacity", capacity), fleet = number("ships", ships), coins = number("purse", purse)
        cdef bint leads = bool(helm)
        cdef int points
        self.read(cards, pile)
        with nogil:
            points = sv_best_boarding(&self.rules, pile, room, fleet, coins, leads, chosen)
        return points, self.write(chosen)

    def value(self, cards, ships, purse, helm=False):
        """S11: the points of these cards on board, without those for coins."""
        cdef unsigned char chosen[SV_KINDS]
        self.read(cards, chosen)
        return sv_boarding_value(&self.rules, chosen, number("ships", ships), number("purse", purse), bool(helm))

    def weight(self, cards):
        """S10.2, S10.3: the quarters that these cards take."""
        cdef unsigned char chosen[SV_KINDS]
        self.read(cards, chosen)
        return sv_boarding_weight(&self.rules, chosen)

    def owed(self, cards, chosen, capacity):
        """S10.4: the rebels of the pile `cards` that must still join `chosen`."""
        cdef unsigned char pile[SV_KINDS]
        cdef unsigned char taken[SV_KINDS]
        self.read(cards, pile)
        self.read(chosen, taken)
        return sv_rebels_owed(&self.rules, pile, taken, number("capacity", capacity))

    def may_board(self, cards, chosen, title, capacity):
        """S10.8: whether a card of that title may leave the pile `cards` to join `chosen`."""
        cdef unsigned char pile[SV_KINDS]
        cdef unsigned char taken[SV_KINDS]
        self.read(cards, pile)
        self.read(chosen, taken)
        return sv_may_board(&self.rules, pile, taken, look_up("card", title, self.kinds),
                            number("capacity", capacity))

    def seconds(self, cards, capacity, ships, purse, helm=False, repeats=1):
        """How long so many calls of `best` take without Python around them."""
        cdef unsigned char pile[SV_KINDS]
        cdef int room = number("capacity", capacity), fleet = number("ships", ships), coins = number("purse", purse)
        cdef int times = number("repeats", repeats), i, points = 0
        cdef bint leads = bool(helm)
        cdef double begun
        self.read(cards, pile)
        with nogil:
            begun = monotonic_seconds()
            for i in range(times):
                points += sv_best_boarding(&self.rules, pile, room, fleet, coins, leads, NULL)
            begun = monotonic_seconds() - begun
        return begun if points >= 0 else 0.0

    cdef read(self, cards, unsigned char *counts):
        cdef int kind
        memset(counts, 0, SV_KINDS)
        for title, count in cards.items():
            kind = look_up("card", title, self.kinds)
            copies = operator.index(count)
            if not 0 <= copies + counts[kind] <= self.rules.count[kind]:
                raise ValueError(f"{shorten(count)} cards {title}; there are 0 to {self.rules.count[kind]}")
            counts[kind] += copies

    cdef write(self, const unsigned char *counts):
        return {title: counts[kind] for kind, title in enumerate(self.titles) if counts[kind]}


cdef int number(str name, value) except -1:
    """A whole number from 0 to MOST."""
    found = operator.index(value)
    if not 0 <= found <= MOST:
        raise ValueError(f"{name} is {shorten(value)}; it must be between 0 and {MOST}")
    return found


def best_boarding(cards, capacity, ships, purse, helm=False):
    """The most points that boarded cards can have by the game's own data (S10, S11), and the cards that do it.

    `cards` maps titles to counts: ids such as "ships_boy" or printed titles such as "Ship's Boy". `capacity` is in
    quarters of a space, with what a building adds; `ships` counts ship cards, small ones too; `purse` is in coins and
    `helm` says who has the Helm at the end. The points do not include those for coins. Several choices may be best;
    one of them is returned. ValueError for an unknown title, more copies than there are, or a number below 0.
    """
    return own_boarding().best(cards, capacity, ships, purse, helm)


@cache
def own_boarding():
    """Boarding by the game's own data."""
    return Boarding()
