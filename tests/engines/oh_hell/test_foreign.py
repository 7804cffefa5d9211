"""Foreign bytes of Oh Hell: each check refuses what no game can reach."""

import struct

import pytest

from caravela.cext.core import Rng
from caravela.engines.oh_hell.table import read_table
from caravela.engines.registry import load_game

FIELDS = ["pool", "voids", "mover", "step", "tricks", "dealer", "trump", "leader", "winner"]
FIELDS += [f"{name}{seat}" for name in ("trick", "bid", "won") for seat in range(7)] + ["hand0", "hand1", "hand2"]
LAYOUT = "=QIb6B21B3Q"

# Two suits of four, two tricks, dealer 2. Cards: C2 = 0, D2 = 1, C3 = 2, D3 = 3, C4 = 4, D4 = 5, C5 = 6, D5 = 7.
# Seat 0 gets 0 and 3, seat 1 gets 1 and 2, seat 2 gets 4 and 5; trump 6; 7 stays over.
DEALING = (2, 2, 0, 1, 4, 3)
DEALT = (2, 2, 0, 1, 4, 3, 2, 5, 6)
BIDDING = (*DEALT, 8)
PLAYING = (*DEALT, 8, 9, 10, 3, 1)
SECOND = (*PLAYING, 5)
OVER = (*SECOND, 4, 0, 2)


def game():
    return load_game("oh_hell", num_suits=2, num_cards_per_suit=4, num_tricks_fixed=2)


def after(steps):
    state = game().new_initial_state()
    for step in steps:
        state.apply_action(step)
    return state


def edited(data, **changes):
    values = dict(zip(FIELDS, struct.unpack(LAYOUT, data), strict=True))
    assert set(changes) <= set(values)
    return struct.pack(LAYOUT, *{**values, **changes}.values())


@pytest.mark.parametrize("steps", [(), (2,), (2, 2), DEALING, DEALT[:-1], DEALT, BIDDING, PLAYING, SECOND, OVER])
def test_true_states_and_views_are_accepted(steps):
    state = after(steps)
    assert game().state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    for seat in range(3):
        view = state.view(seat).to_bytes()
        assert game().state_from_bytes(view, player=seat).to_bytes() == view


@pytest.mark.parametrize(
    ("steps", "changes"),
    [
        ((), {"tricks": 1}),  # two are fixed
        ((), {"tricks": 3}),
        ((), {"dealer": 1}),  # before the number of tricks
        ((2, 2), {"dealer": 4}),
        ((2, 2), {"trump": 9}),
        ((), {"trump": 1, "pool": 0xFE}),  # before the dealer
        ((2, 2), {"leader": 3}),
        ((2, 2), {"winner": 3}),
        ((), {"bid3": 1}),  # no such seat
        (PLAYING, {"won6": 1}),
        (PLAYING, {"trick4": 8}),
        (PLAYING, {"trick2": 9}),  # no such card
        (BIDDING, {"bid0": 4}),  # more than there are tricks
        (PLAYING, {"won0": 3}),
        (PLAYING, {"voids": 0b0100}),  # no such suit
        (PLAYING, {"voids": 1 << 12}),  # no such seat
        (PLAYING, {"voids": 1 << 28}),
        (DEALING, {"mover": 0}),
        (DEALING, {"step": 3}),
        (DEALING, {"step": 7, "leader": 1}),
        ((2,), {"step": 3}),  # nobody has dealt
        (DEALING, {"leader": 2}),
        (DEALING, {"winner": 1}),
        (DEALING, {"voids": 1}),
        (DEALING, {"bid0": 1}),
        (DEALING, {"won0": 1}),
        (BIDDING, {"mover": 0}),
        (BIDDING, {"mover": -1}),
        (BIDDING, {"mover": 3}),
        (BIDDING, {"leader": 1}),
        (BIDDING, {"bid1": 1}),  # who is to bid has
        (BIDDING, {"step": 1}),
        (BIDDING, {"winner": 1}),
        (BIDDING, {"voids": 1}),
        (BIDDING, {"won1": 1}),
        (PLAYING, {"bid2": 2}),  # the bids add up to the tricks
        (PLAYING, {"bid1": 0}),
        (PLAYING, {"won0": 1}),
        (PLAYING, {"mover": -4}),
        (PLAYING, {"mover": 1}),
        (PLAYING, {"leader": 1}),
        (PLAYING, {"winner": 1}),  # the two of diamonds beats nothing
        (PLAYING, {"trick0": 0}),
        (PLAYING, {"voids": 0b10}),  # seat 0 is void in the suit it played
        (PLAYING, {"voids": 1 << 8}),  # nobody has shown a void yet
        (SECOND, {"leader": 0}),  # who won no trick
        (SECOND, {"winner": 1}),
        (SECOND, {"mover": -4, "step": 2, "won0": 1}),
        (OVER, {"leader": 1}),
        (OVER, {"winner": 1}),
        (OVER, {"mover": -1}),
        (OVER, {"mover": 0}),
        (BIDDING, {"pool": 0x81}),  # a card twice: undealt and in a hand
        (BIDDING, {"pool": 0x40}),  # undealt and trump
        (BIDDING, {"pool": 0}),
        (BIDDING, {"pool": 0x180}),  # no such card
        (BIDDING, {"hand0": 0b1011}),
        (BIDDING, {"hand0": 0b0001}),
        (PLAYING, {"hand0": 0b1001}),  # a card held and played
        (PLAYING, {"trick1": 8}),  # played and undealt
        (SECOND, {"voids": 1 << 8}),  # a void in what the hand holds
    ],
)
def test_impossible_states_are_refused(steps, changes):
    data = after(steps).to_bytes()
    with pytest.raises(ValueError, match="oh_hell"):
        game().state_from_bytes(edited(data, **changes))


def test_a_view_must_hide_what_the_seat_does_not_see():
    state = after(BIDDING)
    for seat in range(3):
        with pytest.raises(ValueError, match="oh_hell"):
            game().state_from_bytes(state.to_bytes(), player=seat)
        with pytest.raises(ValueError, match="oh_hell"):
            game().state_from_bytes(state.view(seat).to_bytes(), player=(seat + 1) % 3)
        with pytest.raises(ValueError, match="oh_hell"):
            game().state_from_bytes(state.view(seat).to_bytes())


def test_a_view_must_leave_a_deal_that_its_voids_allow():
    view = after(SECOND).view(0).to_bytes()
    free = game().state_from_bytes(edited(view, voids=1 << 4), player=0)  # seat 1 has no clubs
    assert {read_table(free.determinize(Rng(seed))).hands[1] for seed in range(9)} == {1 << 7}, "its one diamond"
    with pytest.raises(ValueError, match="oh_hell"):
        game().state_from_bytes(edited(view, voids=3 << 4), player=0)  # nor any diamonds
