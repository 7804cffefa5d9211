"""A state as Python values, and the names of cards. Mirrors `oh_hell_state.pxd`."""

import struct
from dataclasses import dataclass

from caravela.cext.core import Game, State, View

SUITS = "CDSH"
SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")
RANKS = "23456789TJQKA"


@dataclass(frozen=True)
class Table:
    """What lies on the table and in the hands. Sets of cards are bits; None is what has not happened yet."""

    pool: int  # cards undealt or not seen
    voids: list[int]  # by seat: the set of suits it has shown not to hold
    mover: int
    step: int  # cards dealt; from the bidding on, tricks finished
    tricks: int  # in the game; 0: not drawn yet
    dealer: int | None
    trump: int | None  # the card turned up
    leader: int
    winner: int
    trick: list[int | None]  # by seat: its card in the running trick
    bids: list[int | None]
    won: list[int]
    hands: list[int]


def read_table(state: State | View) -> Table:
    """Reads the bytes of a state or view."""
    seats = state.game.num_players()
    pool, voids, mover, step, tricks, dealer, trump, leader, winner, *rest = struct.unpack(
        f"=QIb6B21B{seats}Q", state.to_bytes()
    )
    return Table(
        pool,
        [voids >> 4 * seat & 15 for seat in range(seats)],
        mover,
        step,
        tricks,
        _told(dealer),
        _told(trump),
        leader,
        winner,
        [_told(card) for card in rest[:seats]],
        [_told(bid) for bid in rest[7 : 7 + seats]],
        rest[14 : 14 + seats],
        rest[21:],
    )


def cards_of(cards: int) -> list[int]:
    """The cards of a set, ascending."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def card_name(game: Game, card: int) -> str:
    """`HA`: the suit, then the rank."""
    suits = game.options["num_suits"]
    return SUITS[card % suits] + RANKS[card // suits]


def _told(number: int) -> int | None:
    return number - 1 if number else None
