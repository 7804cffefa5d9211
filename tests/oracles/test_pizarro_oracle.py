"""The oracle against the rulebook: its test vectors T1 to T15 and the examples in its text."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.pizarro import CHANCE, OVER, Pizarro, Run, Ship, legal_payments
from tests.oracles.pizarro_configs import FULL, REDUCED
from tests.oracles.pizarro_play import DEALERS, PLAYERS, RARE, fair, next_name, note_end, note_step, play

DATA: dict[str, Any] = tomllib.loads((files("caravela.engines") / "pizarro" / "data.toml").read_text())
BOARDS: list[str] = DATA["board"]["sides"]["combinations"]


def table(players: int = 3, board: str = "AA", phase: int = 1, ships: Iterable[Ship] = (), **options: Any) -> Pizarro:
    """A game before the first card of a phase, in which these ships have sailed and nothing else has happened."""
    game = Pizarro(DATA, players=players, board=board, **options)
    game.phase = phase
    for ship in ships:
        game.ships.append(ship)
        game.unplaced[ship.owner] -= 1
    if phase > 1:
        game.boxed_ships, game.unplaced = game.unplaced, [0] * players
    return game


def goes_on(game: Pizarro, run: Run) -> Pizarro:
    """The game, now at the first question of a part of it; what comes after that part is never played."""
    game._run = run
    game._ask = next(run, None)
    return game


def turned(game: Pizarro, explorer: str) -> Pizarro:
    """The game with this card turned up."""
    goes_on(game, game._explorer_card())
    game.apply(f"card:{explorer}")
    return game


def do(game: Pizarro, *names: str) -> Pizarro:
    for name in names:
        game.apply(name)
    return game


def hand(*values: int) -> Counter[int]:
    return Counter(values)


def sell(game: Pizarro, explorer: str, winner: int, bid: int, *paid: int) -> Pizarro:
    """Turns a card up and sells it; all the others pass."""
    turned(game, explorer)
    while game.asked() in ("D1", "D2"):
        if game.asked() == "D1":
            do(game, "decline")
        else:
            do(game, f"bid:{bid}" if game.player() == winner else "pass")
    return pay(game, *paid)


def pay(game: Pizarro, *paid: int) -> Pizarro:
    """Pays with these cards; one with no alternative may be laid by itself (P12.2)."""
    for value in sorted(paid, reverse=True):
        if game.asked() == "D3" and not game.paid[value]:
            do(game, f"pay:{value}")
    return game


def exchange(game: Pizarro, *away: int) -> Pizarro:
    """Puts these away, then says that it is done if it is asked."""
    owner, most = game.player(), min(3, game.stack.total())
    do(game, *(f"put:{value}" for value in sorted(away, reverse=True)))
    if len(away) < most and game.player() == owner:
        do(game, "done")
    return game


def stack_of(owner: int, space: int, *tucked: int, face_up: bool = False, number: int = 1) -> Ship:
    """A Magellan ship with its stack."""
    times = len(tucked)
    return Ship(owner, "magellan", space, "", number, times, list(tucked), [face_up] * times, [face_up] * times)


def deal(game: Pizarro, *values: int) -> Pizarro:
    """Deals cards of these values; any other chance step is an error."""
    return do(game, *(f"money:{value}" for value in values))


# ---------------------------------------------------------------------- P1, P2


def test_components_are_those_of_the_box() -> None:
    """P1.1 to P1.3."""
    game = Pizarro(DATA)
    assert [stack.total() for stack in game.phase_stacks.values()] == [18, 12, 6]
    assert [set(stack.values()) for stack in game.phase_stacks.values()] == [{3}, {2}, {1}]
    assert game.all_money.total() == 63
    assert set(game.all_money.values()) == {7}
    assert game.unplaced == [6, 6, 6, 6]


@pytest.mark.parametrize(("players", "cards"), [(3, 36), (4, 27), (5, 18), (6, 9)])
def test_the_stack_at_setup(players: int, cards: int) -> None:
    """P2.3."""
    assert Pizarro(DATA, players=players).stack.total() == cards


def test_the_default_board() -> None:
    """P2.1."""
    game, explicit = Pizarro(DATA), Pizarro(DATA, board="AA")
    assert game.rows == explicit.rows


@pytest.mark.parametrize("board", BOARDS)
def test_sides_are_chosen_by_half(board: str) -> None:
    """P11.1 and P11.2."""
    game = Pizarro(DATA, board=board)
    sides = {
        explorer: {row["side"] for (name, _, _), row in game.rows.items() if name == explorer}
        for explorer in game.explorers
    }
    assert [sides[explorer] for explorer in ("columbus", "pizarro", "magellan")] == [{board[0]}] * 3
    assert [sides[explorer] for explorer in ("marco_polo", "vasco_da_gama", "cook")] == [{board[1]}] * 3


def test_a_drawn_auctioneer() -> None:
    """R2, P14."""
    game = Pizarro(DATA, players=4, auctioneer=-1)
    assert list(game.outcomes()) == [f"auctioneer:{seat}" for seat in range(4)]
    do(game, "auctioneer:2", "card:cook")
    assert game.player() == 2


def test_t1_a_starting_set() -> None:
    game = Pizarro(DATA)
    assert list(game.crowns.values()) == [3, 3, 3, 2, 2, 2, 1, 1, 1]
    assert sum(game.hands[0].elements()) == 45
    assert game.points_before_luck(0) == 18


# ---------------------------------------------------------------------- P4: vetoes


def test_vetoes_are_asked_clockwise_from_the_opener() -> None:
    """P4.2, P4.3: each holder once; a refusal of all lets the auction begin."""
    game = table(players=4)
    game.vetoes = [2, 1, 0, 1]
    game.last_winner = 1
    turned(game, "cook")
    assert (game.player(), game.legal()) == (1, ["decline", "veto"])
    assert do(game, "decline").player() == 3
    assert do(game, "decline").player() == 0
    assert do(game, "decline").asked() == "D2"
    assert game.player() == 1
    assert game.vetoes == [2, 1, 0, 1]


def test_a_veto_is_spent_and_the_card_goes_under_the_stack() -> None:
    """P4.4: a fresh round of asking; the opener stays."""
    game = table()
    game.vetoes = [1, 0, 2]
    turned(game, "cook")
    do(game, "decline", "veto")
    assert game.vetoes == [1, 0, 1]
    assert game.put_back == ["cook"]
    assert game.player() == CHANCE
    assert game.outcomes()["card:cook"] == Fraction(2, 17)
    do(game, "card:pizarro")
    assert (game.player(), game.asked()) == (0, "D1")
    do(game, "veto", "card:pizarro", "veto", "card:magellan")
    assert game.put_back == ["cook", "pizarro", "pizarro"]
    assert (game.player(), game.asked()) == (0, "D2")


def test_cards_put_back_come_last_in_their_order() -> None:
    """P4.4, P13.1: there is only one outcome."""
    game = table()
    game.vetoes = [1, 1, 0]
    turned(game, "cook")
    do(game, "veto", "card:columbus", "veto", "card:cook", "pass", "pass", "pass")
    game.phase_stacks[1].clear()
    goes_on(game, game._explorer_card())
    assert game.outcomes() == {"card:cook": 1}
    do(game, "card:cook")
    assert (game.turned_up, game.put_back) == ("cook", ["columbus"])


def test_no_veto_on_the_last_card_of_a_phase() -> None:
    """P4.5."""
    game = table()
    game.vetoes = [1, 0, 0]
    game.phase_stacks[1] = Counter({"cook": 2})
    assert turned(game, "cook").asked() == "D1"
    do(game, "decline", "pass", "pass", "pass")
    assert turned(game, "cook").asked() == "D2"


def test_the_veto_of_a_columbus_card_works_from_the_next_card_on_in_any_phase() -> None:
    """P8.1."""
    game = sell(table(), "columbus", 1, 3, 3)
    assert game.vetoes == [0, 1, 0]
    turned(game, "cook")
    assert (game.player(), game.asked()) == (1, "D1")
    game = table(phase=3, ships=[Ship(1, "columbus", 2)])
    game.vetoes = [0, 1, 0]
    sell(game, "columbus", 1, 1, 1)
    assert game.vetoes == [0, 1, 0]


@pytest.mark.parametrize("phase", [2, 3])
def test_later_columbus_spaces_give_no_veto(phase: int) -> None:
    game = sell(table(phase=phase, ships=[Ship(0, "columbus", phase - 1)]), "columbus", 0, 2, 2)
    assert game.vetoes == [0, 0, 0]
    assert game.ships == [Ship(0, "columbus", phase)]


def test_a_holder_may_veto_what_he_cannot_buy() -> None:
    """P4.6."""
    game = table(phase=2)
    game.vetoes = [0, 0, 1]
    assert turned(game, "cook").player() == 2


# ---------------------------------------------------------------------- P5: auctions


def test_the_winner_of_the_last_sold_card_opens() -> None:
    """P4.2, R3: unsold cards change nothing."""
    game = sell(table(players=4), "cook", 2, 5, 5)
    turned(game, "pizarro")
    assert game.player() == 2
    do(game, "pass", "pass", "pass", "pass")
    assert game.box == [("pizarro", 1)]
    assert turned(game, "pizarro").player() == 2


def test_bids_rise_and_a_pass_is_final() -> None:
    """P5.4, P5.6."""
    game = turned(table(), "pizarro")
    assert game.legal() == sorted(["pass", *(f"bid:{bid}" for bid in range(1, 46))])
    do(game, "bid:10")
    assert game.legal() == sorted(["pass", *(f"bid:{bid}" for bid in range(11, 46))])
    do(game, "pass", "bid:11")
    assert game.player() == 0
    do(game, "bid:20")
    assert game.player() == 2
    do(game, "pass")
    assert (game.player(), game.asked()) == (0, "D3")


def test_the_last_player_left_may_pass_too() -> None:
    """P5.7."""
    game = do(turned(table(), "pizarro"), "pass", "pass")
    assert (game.player(), game.asked()) == (2, "D2")
    do(game, "pass")
    assert game.box == [("pizarro", 1)]
    assert game.discard.total() == 0


def test_a_lone_participant_buys_for_one() -> None:
    """P5.8, R3: the opener may not bid."""
    game = turned(table(phase=2, ships=[Ship(2, "pizarro", 1)]), "pizarro")
    assert game.player() == 2
    pay(do(game, "bid:1"), 1)
    assert game.won[2] == [("pizarro", 2)]


def test_without_participants_the_card_goes_to_the_box() -> None:
    """P5.7."""
    game = turned(table(phase=3, ships=[Ship(2, "pizarro", 1)]), "pizarro")
    assert game.player() == OVER  # of this card
    assert game.box == [("pizarro", 3)]


def test_a_ship_must_be_left_in_phase_one() -> None:
    """P5.1, R1."""
    game = table()
    game.unplaced = [0, 1, 1]
    assert turned(game, "cook").player() == 1


def test_t13_one_ship_wins_once() -> None:
    game = sell(table(phase=2, board="AB", ships=[Ship(0, "cook", 1), Ship(1, "cook", 1)]), "cook", 0, 4, 4)
    do(game, "taken:9")
    turned(game, "cook")
    assert game.player() == 1
    do(game, "pass")
    assert game.box == [("cook", 2)]


def test_who_cannot_raise_is_asked_all_the_same() -> None:
    """P5.5, P13.6: the forced pass looks like a free one."""
    poor, rich = table(), table()
    poor.hands[1] = hand(1)
    for game in (poor, rich):
        do(turned(game, "pizarro"), "bid:10")
    assert poor.legal() == ["pass"]
    assert len(rich.legal()) == 36
    do(poor, "pass")
    do(rich, "pass")
    assert poor.told[0] == rich.told[0]
    assert poor.player() == rich.player() == 2


def test_t11_one_card() -> None:
    """P5.2, P5.3."""
    for board, explorer, bids in [("AA", "magellan", 0), ("AB", "cook", 0), ("BA", "magellan", 7), ("AA", "cook", 7)]:
        game = table(board=board)
        game.hands[0] = hand(7)
        assert len(turned(game, explorer).legal()) == 1 + bids
    game = table(board="BA")
    game.hands[0] = hand(7)
    turned(game, "magellan")
    pay(do(game, "bid:3", "pass", "pass"), 7)
    assert game.ships == [stack_of(0, 1, 7, face_up=True)]
    assert game.discard.total() == 0


# ---------------------------------------------------------------------- P6: payment


def test_t9_exact_payment() -> None:
    assert set(legal_payments(hand(2, 5, 7), 7, 0)) == {(7,), (5, 2)}
    assert legal_payments(hand(4, 9, 1), 13, 0) == [(9, 4)]


def test_t10_overpayment() -> None:
    assert legal_payments(hand(3, 4, 9), 12, 1) == [(9, 3)]
    assert set(legal_payments(hand(3, 4, 9), 10, 1)) == {(9, 3), (9, 4)}
    game = table()
    game.hands[0] = hand(3, 4, 9)
    turned(game, "magellan")
    assert game.max_bid(0, 1) == 13
    assert "bid:13" in game.legal()
    assert "bid:14" not in game.legal()


def test_an_exact_set_that_breaks_keep_does_not_count() -> None:
    """P6.1: the whole hand would be exact."""
    assert legal_payments(hand(2, 2, 5), 7, 1) == [(5, 2)]
    assert legal_payments(hand(3, 4), 4, 1) == [(4,)]
    assert legal_payments(hand(1, 2, 4), 5, 1) == [(4, 1)]
    assert legal_payments(hand(2, 4), 3, 1) == [(4,)]


def test_the_examples_of_the_rulebook() -> None:
    """7 ducats: the 7, or 5 and 2, or other combinations. 13: the 9 and the 4."""
    full = Counter(DATA["money_cards"]["starting_set_per_player"])
    assert set(legal_payments(full, 7, 0)) == {(7,), (5, 2), (6, 1), (4, 3), (4, 2, 1)}
    assert (9, 4) in legal_payments(full, 13, 0)


def test_the_payment_goes_to_the_discard() -> None:
    """P6.3, P6.5."""
    game = sell(table(), "pizarro", 1, 13, 4, 9)
    assert game.discard == hand(4, 9)
    assert game.hands[1] == hand(1, 2, 3, 5, 6, 7, 8)
    assert game.won == [[], [("pizarro", 1)], []]
    assert game.ships == [Ship(1, "pizarro", 1)]
    assert game.unplaced == [6, 5, 6]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.integers(0, 1), st.data())
def test_a_legal_bid_can_be_paid(cards: list[int], keep: int, data: st.DataObject) -> None:
    """P6.4, and P6.2 said in another way: of all sets that reach the bid those without a lesser one inside."""
    most = sum(sorted(cards)[keep:])
    if not most:
        return
    bid = data.draw(st.integers(1, most))
    found = legal_payments(Counter(cards), bid, keep)
    assert found
    assert len(set(found)) == len(found)
    sums = {sum(paid) for paid in found}
    assert sums == {bid} or bid not in sums
    for paid in found:
        assert Counter(paid) <= Counter(cards)
        assert len(paid) <= len(cards) - keep
        assert sum(paid) - min(paid) < bid <= sum(paid)


# ---------------------------------------------------------------------- P7: ships


def test_ships_move_from_space_to_space() -> None:
    """P7.2."""
    game = table(phase=2, ships=[Ship(0, "marco_polo", 1), Ship(0, "marco_polo", 1)])
    sell(game, "marco_polo", 0, 1, 1)
    assert sorted(ship.space for ship in game.ships) == [1, 2]


def test_unlike_stacks_are_chosen_from() -> None:
    """P7.3: on side A always, even if they hold the same."""
    game = sell(table(phase=2, ships=[stack_of(0, 1, 4), stack_of(0, 1, 4, number=2)]), "magellan", 0, 9, 9)
    assert (game.asked(), game.legal()) == ("D4", ["stack:1", "stack:2"])
    do(game, "stack:2", "tuck:1")
    assert game.ships == [stack_of(0, 1, 4), stack_of(0, 2, 4, 1, number=2)]


@pytest.mark.parametrize(("other", "choice"), [(4, []), (5, ["stack:1", "stack:2"])])
def test_open_stacks_that_hold_the_same_are_alike(other: int, choice: list[str]) -> None:
    """P7.3, side B."""
    ships = [stack_of(0, 1, 4, face_up=True), stack_of(0, 1, other, face_up=True, number=2)]
    game = sell(table(board="BA", phase=2, ships=ships), "magellan", 0, 8, 6, 2)
    do(game, "tuck:6")
    assert game.legal() == choice
    do(game, *choice[:1])
    assert game.ships == [
        stack_of(0, 2, 4, 6, face_up=True),
        stack_of(0, 1, other, face_up=True, number=2),
    ]


def test_parts_of_vasco_da_gama_are_chosen_from() -> None:
    """P7.3, P8.5."""
    game = table(board="AB", phase=2, ships=[Ship(0, "vasco_da_gama", 1, part) for part in ("left", "right")])
    sell(game, "vasco_da_gama", 0, 3, 3)
    assert (game.asked(), game.legal()) == ("D4", ["from:left", "from:right"])
    do(game, "from:left")
    assert (game.asked(), game.legal()) == ("D5", ["left", "right"])
    do(game, "right")
    assert game.ships == [Ship(0, "vasco_da_gama", 2, "right"), Ship(0, "vasco_da_gama", 1, "right")]
    assert game.hands[0].total() == 8


def test_unplaced_ships_go_to_the_box() -> None:
    """P7.5."""
    game = table(ships=[Ship(0, "cook", 1)])
    goes_on(game, game._end_of_phase())
    deal(game, 1, 1, 1, 1, 2, 2)
    assert game.unplaced == [0, 0, 0]
    assert game.boxed_ships == [5, 6, 6]


# ---------------------------------------------------------------------- P8: actions


def test_a_card_is_tucked_from_the_hand_in_secret() -> None:
    """P8.3, side A; P13.2."""
    games = [sell(table(), "magellan", 0, 9, 9) for _ in range(2)]
    assert games[0].legal() == [f"tuck:{value}" for value in range(1, 9)]
    for game, value in zip(games, (1, 8), strict=True):
        do(game, f"tuck:{value}")
        assert game.ships == [stack_of(0, 1, value)]
        assert game.hands[0][value] == 0
    assert games[0].told[0] != games[1].told[0]
    assert games[0].told[1:] == games[1].told[1:]


def test_a_card_is_tucked_from_the_payment_in_the_open() -> None:
    """P8.3, side B: the rest goes to the discard."""
    game = sell(table(board="BA"), "magellan", 1, 8, 2, 6)
    assert (game.player(), game.asked(), game.legal()) == (1, "D6", ["tuck:2", "tuck:6"])
    do(game, "tuck:2")
    assert game.discard == hand(6)
    assert game.ships == [stack_of(1, 1, 2, face_up=True)]


def test_drawing_at_once() -> None:
    """P8.5, side A: 1, 2, 3 cards; P13.2: the others do not see which."""
    for phase in (1, 2, 3):
        games = []
        for value in (9, 1):
            ships = [Ship(0, "vasco_da_gama", phase - 1)] if phase > 1 else []
            game = sell(table(phase=phase, ships=ships), "vasco_da_gama", 0, 9, 9)
            games.append(game)
            deal(game, *[value] * phase)
            assert game.player() == OVER  # of this card
            assert game.hands[0].total() == 8 + phase
        assert games[0].told[0] != games[1].told[0]
        assert games[0].told[1:] == games[1].told[1:]


def test_left_draws_and_right_counts() -> None:
    """P8.5, side B; R17."""
    left = do(sell(table(board="AB"), "vasco_da_gama", 0, 9, 9), "left", "money:5")
    right = do(sell(table(board="AB"), "vasco_da_gama", 0, 9, 9), "right")
    assert left.hands[0] == hand(1, 2, 3, 4, 5, 5, 6, 7, 8)
    assert right.hands[0] == hand(1, 2, 3, 4, 5, 6, 7, 8)
    assert [left.row(left.ships[0])["crown"], right.row(right.ships[0])["crown"]] == [0, 2]


def test_a_draw_from_an_empty_stack_turns_the_discard() -> None:
    """P9.8, R8: then what is missing is lost."""
    game = table(players=6, phase=3, ships=[Ship(0, "vasco_da_gama", 2)])
    game.stack = hand(3)
    sell(game, "vasco_da_gama", 0, 9, 9)
    deal(game, 3)
    assert list(game.outcomes()) == ["money:9"]
    deal(game, 9)
    assert game.player() == OVER  # of this card: the third card is lost
    assert game.hands[0].total() == 10


def test_an_open_hand() -> None:
    """P8.6: all see it, and what is drawn later in the phase, until the phase ends."""
    game = sell(table(), "cook", 0, 44, *range(2, 10))
    assert game.exposed == [True, False, False]
    assert game.told[1][-1] == game.told[0][-1]
    games = [sell(table(), "cook", 0, 45, *range(1, 10)) for _ in range(2)]
    for value, game in zip((9, 1), games, strict=True):
        game.hands[0] = hand(4)
        deal(sell(game, "vasco_da_gama", 0, 4, 4), value)
        assert game.hands[0] == hand(value)
    assert games[0].told[1] != games[1].told[1]
    games[0].phase_stacks[1].clear()
    goes_on(games[0], games[0]._end_of_phase())
    assert games[0].exposed == [False] * 3
    known = len(games[0].told[1])
    deal(games[0], 1)
    assert games[0].told[1][known:] == ["0 draws ?"]


def test_all_see_what_an_open_hand_tucks() -> None:
    """P8.3: he alone knows the value unless his hand was exposed. The stack still counts as a hidden one (P7.3)."""
    games = [sell(table(), "cook", 0, 9, 9) for _ in range(2)]
    for game, value in zip(games, (3, 4), strict=True):
        sell(game, "magellan", 0, 1, 1)
        do(game, f"tuck:{value}")
    assert games[0].told[1] != games[1].told[1]
    assert games[0].facts(1)["ships"] != games[1].facts(1)["ships"]
    assert games[0].ships[1].face_up == [False]


def test_the_neighbour_takes_a_card() -> None:
    """P8.7, R12: any card of the hand, seen by all."""
    game = table(board="AB")
    game.hands[0] = hand(1, 1, 2, 9)
    sell(game, "cook", 0, 9, 9)
    assert game.player() == CHANCE
    assert game.outcomes() == {"taken:1": Fraction(2, 3), "taken:2": Fraction(1, 3)}
    do(game, "taken:2")
    assert game.hands[0] == hand(1, 1)
    assert game.discard == hand(2, 9)
    assert [told[-1] for told in game.told] == ["0 loses 2"] * 3
    assert game.told[1] == game.told[2]


# ---------------------------------------------------------------------- P9: the end of a phase


def test_t12_too_few_cards() -> None:
    game = Pizarro(DATA, players=6)
    while game.phase == 1 and game.asked() != "draw":
        do(game, "pass" if game.player() >= 0 else next(iter(game.outcomes())))
    while game.asked() == "draw":
        do(game, next(iter(game.outcomes())))
    assert [game.hands[seat].total() - 9 for seat in game.seats] == [2, 2, 2, 1, 1, 1]
    assert game.phase == 2


def test_base_cards_then_bags_one_at_a_time_clockwise_from_the_auctioneer() -> None:
    """P9.3, P9.4, P9.9."""
    ships = [Ship(0, "marco_polo", 1), Ship(0, "pizarro", 1), Ship(2, "columbus", 1), Ship(2, "cook", 1)]
    game = table(ships=ships, auctioneer=1)
    game.exposed = [True] * 3
    goes_on(game, game._end_of_phase())
    owners = []
    while game.asked() == "draw":
        before = [held.total() for held in game.hands]
        do(game, next(iter(game.outcomes())))
        owners += [seat for seat in game.seats if game.hands[seat].total() > before[seat]]
    assert owners == [1, 2, 0, 1, 2, 0, 2, 0, 0, 0]


def test_the_discard_is_shuffled_in_first() -> None:
    """P9.2, R9, in all phases; R6: no base cards after phase III, but bags."""
    game = table(phase=3, ships=[Ship(1, "marco_polo", 3)])
    game.stack, game.discard = hand(1), hand(2)
    goes_on(game, game._end_of_phase())
    assert list(game.outcomes()) == ["money:1", "money:2"]
    deal(game, 2, 1)
    assert game.player() == OVER  # of the phase
    assert game.hands[1].total() == 11


def test_t14_ships_left_behind_bring_nothing() -> None:
    game = table(phase=2, ships=[Ship(0, "marco_polo", 1)])
    goes_on(game, game._end_of_phase())
    deal(game, 1, 1, 1, 1, 2, 2)
    assert game.player() == OVER  # of the phase


def test_exchange() -> None:
    """P9.6, P13.4: what is put away is seen, what is drawn is not."""
    games = []
    for value in (8, 9):
        game = table(ships=[Ship(1, "marco_polo", 1), Ship(1, "marco_polo", 1)])
        game.hands[1] = hand(2, 3)
        goes_on(game, game._end_of_phase())
        deal(game, 1, 1, 1, 1, 4, 3, 2, 2, 2, 5)
        assert game.hands[1] == hand(1, 2, 2, 2, 2, 3, 4, 5)
        assert (game.player(), game.asked()) == (1, "D7")
        exchange(game, 2, 2, 3)
        assert game.discard == hand(2, 2, 3)
        deal(game, value, 5, 6)
        assert (game.player(), game.asked()) == (1, "D7")
        exchange(game)
        assert game.player() == OVER  # of the phase
        games.append(game)
    assert games[0].told[0] == games[1].told[0]
    assert games[0].told[1] != games[1].told[1]


def test_exchanges_are_bounded_by_the_stack() -> None:
    """P9.6, R7."""
    game = table(ships=[Ship(1, "marco_polo", 1), Ship(2, "marco_polo", 1)])
    game.stack = hand(*range(1, 10), 1, 2)
    goes_on(game, game._end_of_phase())
    while game.asked() == "draw":
        do(game, next(iter(game.outcomes())))
    assert game.stack.total() == 1
    assert game.player() == 1
    exchange(game, 1)
    do(game, next(iter(game.outcomes())))
    assert game.player() == OVER  # of the phase: nothing is left for the other owner


@pytest.mark.parametrize(("board", "phase"), [("AA", 3), ("AB", 1), ("AB", 2), ("AB", 3)])
def test_no_exchange_elsewhere(board: str, phase: int) -> None:
    """P8.4."""
    game = table(board=board, phase=phase, ships=[Ship(1, "marco_polo", phase)])
    goes_on(game, game._end_of_phase())
    while game.asked() == "draw":
        do(game, next(iter(game.outcomes())))
    assert game.player() == OVER  # of the phase


# ---------------------------------------------------------------------- P10: scoring

EXAMPLE = [
    stack_of(0, 3, 1, 1, 5, face_up=True),
    stack_of(0, 2, 2, 4, face_up=True),
    Ship(0, "marco_polo", 1),
    Ship(0, "vasco_da_gama", 2),
    Ship(0, "pizarro", 3),
]


def example(*others: Counter[int], before: list[Ship] | None = None) -> Pizarro:
    """T3: the owner of the example scores last, its rivals have only their hands and `before`."""
    game = table(board="BA", phase=3, ships=[*EXAMPLE, *(before or [])])
    game.hands = [hand(8), *others]
    game.stack -= hand(5, 6, 2)
    game.stack += hand(5, 6, 2)
    game.last_winner = 1
    return goes_on(game, game._scoring())


def test_t2_magellan_stacks() -> None:
    game = table()
    assert game.stack_points(stack_of(0, 3, 1, 1, 5)) == 24
    assert game.stack_points(stack_of(0, 2, 2, 4)) == 10
    assert game.stack_points(stack_of(0, 3, 2, 1, 5)) == 24
    assert game.stack_points(stack_of(0, 2, 1, 4)) == 10


def test_t3_the_example() -> None:
    assert example(hand(), hand()).points_before_luck(0) == 36


def test_t4_the_rest_of_the_example() -> None:
    """Blue has 52: stopping at 13 is second, an 8 more is too much."""
    blue = [Ship(1, "cook", 3), Ship(1, "cook", 2), Ship(1, "cook", 1), Ship(1, "columbus", 3), Ship(1, "columbus", 2)]
    for last, points in ((["stop"], 49), (["draw", "money:8"], 36)):
        game = example(hand(4), hand(), before=blue)
        assert game.totals == [None, 52, 0]
        assert (game.player(), game.asked()) == (0, "D8")
        do(game, "draw", "money:5", "draw", "money:6", "draw", "money:2", *last)
        assert game.totals == [points, 52, 0]
        game.over = True
        assert game.ranks() == [2, 1, 3]


def test_t5_the_limit() -> None:
    """P10.4, R15."""
    game = do(example(hand(), hand()), "draw", "money:9", "draw", "money:9", "draw", "money:2", "stop")
    assert game.totals[0] == 56
    assert do(example(hand(), hand()), "stop").totals[0] == 36


def test_luck_ends_with_the_stack() -> None:
    """P10.4: he must stop."""
    game = example(hand(), hand())
    game.stack = hand(3)
    do(game, "draw", "money:3")
    assert game.player() == OVER  # of the scoring
    assert game.totals[0] == 39


def test_t6_three_crowns_times_three() -> None:
    assert table().stack_points(stack_of(0, 3, 1, 2, 3)) == 27


@pytest.mark.parametrize("board", BOARDS)
def test_t7_columbus(board: str) -> None:
    game = table(board=board)
    rows = [game.row(Ship(0, "columbus", space)) for space in (1, 2, 3)]
    assert [row["crown"] for row in rows] == [1, 5, 10]
    assert [row["bag"] for row in rows] == [1, 1, 1]


@pytest.mark.parametrize("board", BOARDS)
def test_t8_cook(board: str) -> None:
    game = table(board=board, phase=3, ships=[Ship(0, "cook", space) for space in (1, 2, 3)])
    game.hands[0].clear()
    assert game.points_before_luck(0) == 35


def test_seats_score_clockwise_from_the_last_winner() -> None:
    """P10.1, P10.3: totals and cards become known one seat after another."""
    game = table(players=4, board="BA", phase=3, ships=[Ship(3, "pizarro", 3)])
    game.last_winner = 2
    goes_on(game, game._scoring())
    assert game.player() == 3
    assert game.totals == [None, None, 18, None]
    assert [line[0] for line in game.told[1] if "reveals" in line] == ["2", "3"]
    do(game, "stop")
    assert game.totals == [18, 18, 18, 18]
    assert [line[0] for line in game.told[1] if "reveals" in line] == ["2", "3", "0", "1"]


def test_the_auctioneer_scores_first_if_nobody_ever_won() -> None:
    """P10.1."""
    game = Pizarro(DATA, players=3, auctioneer=2)
    play(game, Random(1), PLAYERS["hermit"])
    assert [line[0] for line in game.told[1] if "reveals" in line] == ["2", "0", "1"]


@pytest.mark.parametrize(
    ("scores", "ranks", "returns"),
    [
        ([30, 20, 20], [1, 2, 2], [1, -1 / 2, -1 / 2]),
        ([20, 30, 30], [3, 1, 1], [-1 / 2, 1 / 4, 1 / 4]),
        ([7, 7, 7], [1, 1, 1], [0, 0, 0]),
    ],
)
def test_ties_are_shared(scores: list[int], ranks: list[int], returns: list[float]) -> None:
    """P10.6, R10."""
    game = table()
    assert game.returns() == [0, 0, 0]
    game.totals, game.over = list(scores), True
    assert game.ranks() == ranks
    assert [float(share) for share in game.returns()] == pytest.approx(returns)


# ---------------------------------------------------------------------- whole games


def played_and_checked(game: Pizarro, seed: int, player: str, dealer: str, seen: Counter[str]) -> None:
    """A random game; T15, P7.6 and P12.3 hold after every step."""
    random = Random(seed)
    cards = sum(stack.total() for stack in game.phase_stacks.values())
    while game.player() != OVER:
        assert game.conserved()
        legal, outcomes = game.legal(), game.outcomes()
        assert len(legal) == len(set(legal))
        assert sum(outcomes.values()) == (0 if legal else 1)
        at = Counter((ship.explorer, ship.space) for ship in game.ships)
        for explorer in game.explorers:
            assert sum(at[explorer, space] for space in (1, 2, 3)) <= 3
            assert at[explorer, 2] + at[explorer, 3] <= 2
            assert at[explorer, 3] <= 1
        name = next_name(game, random, PLAYERS[player], DEALERS[dealer])
        note_step(game, name, seen)
        game.apply(name)
    note_end(game, seen)
    assert game.conserved()
    assert sum(game.returns()) == 0
    assert sum(map(len, game.won)) + len(game.box) == cards


def test_random_games_meet_every_rare_rule() -> None:
    seen: Counter[str] = Counter()
    styles = [(player, dealer) for player in PLAYERS for dealer in DEALERS]
    for seed in range(len(styles)):
        game = Pizarro(DATA, auctioneer=seed % 4 - 1, **FULL[seed % len(FULL)])
        played_and_checked(game, seed, *styles[seed % len(styles)], seen)
    for options in REDUCED:
        for seed in range(26):
            played_and_checked(Pizarro(DATA, **options), seed, *styles[3 * seed % len(styles)], seen)
    assert {what for what in RARE if not seen[what]} == set()


@settings(max_examples=30, deadline=None)
@given(
    st.integers(3, 6),
    st.sampled_from(BOARDS),
    st.sampled_from(sorted(PLAYERS)),
    st.sampled_from(sorted(DEALERS)),
    st.integers(0, 2**32 - 1),
)
def test_any_game(players: int, board: str, player: str, dealer: str, seed: int) -> None:
    played_and_checked(Pizarro(DATA, players=players, board=board, auctioneer=-1), seed, player, dealer, Counter())


def test_a_clone_goes_its_own_way() -> None:
    game = Pizarro(DATA)
    for name in play(Pizarro(DATA), Random(3), PLAYERS["haggler"])[:60]:
        game.apply(name)
    copy = game.clone()
    assert (copy.told, copy.hands, copy.legal()) == (game.told, game.hands, game.legal())
    copy.apply(next(iter(copy.legal() or copy.outcomes())))
    assert len(copy.answers) == len(game.answers) + 1


def test_impossible_names_are_refused() -> None:
    game = Pizarro(DATA)
    with pytest.raises(ValueError, match="'bid:3' is not possible"):
        game.apply("bid:3")
    fair_name = fair(game, Random(0))
    game.apply(fair_name)
    with pytest.raises(ValueError, match="bid:46"):
        game.apply("bid:46")
