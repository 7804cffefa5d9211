"""Who knows what (S5.3, S15), and what sampled worlds are made of."""

from collections import Counter
from itertools import product

import pytest

from caravela.cext.core import Rng
from caravela.conformance.statistics import goodness_of_fit
from caravela.engines.sevilla.table import read_table
from caravela.engines.sevilla.text import observation_string

LEAST = 1e-6


def worlds(stage, player, count):
    rng, view = Rng(1), stage.state.view(player)
    for _ in range(count):
        world = view.determinize(rng)
        assert not world.fallback
        yield read_table(world)


def vectors(lots, coins, false_coins):
    """All ways to bid on so many lots: ((coins, false coins), ...)."""
    for row in product(range(coins + 1), repeat=lots):
        if sum(row) <= coins:
            for false in product(range(false_coins + 1), repeat=lots):
                if sum(false) <= false_coins:
                    yield tuple(zip(row, false, strict=True))


def discs(vector):
    return [-(-coins // 3) + false for coins, false in vector]


def follows_law(stage, player, seat, law):
    """The bids of a seat on the lots to come, as `player` samples them, are uniform over `law`."""
    lots = range(stage.table().lot, len(stage.table().lots))
    samples = 40 * len(law)
    seen = Counter(
        tuple((world.seats[seat].coins[lot], world.seats[seat].false_coins[lot]) for lot in lots)
        for world in worlds(stage, player, samples)
    )
    return goodness_of_fit(seen, dict.fromkeys(law, 1.0)) > LEAST


def test_s5_1_nobody_sees_others_bid(table):
    stage = table(helm=0, lots=2)
    before = [stage.state.view(seat) for seat in range(3)]
    stage.play("bid4", "false1", "bid1", "false0")
    for seat in (1, 2):
        assert stage.state.view(seat).to_bytes() == before[seat].to_bytes()
        assert stage.state.view(seat).current_player() == seat
        assert stage.state.log(seat) == before[seat].log()
    own = stage.table(0)
    assert (own.seats[0].coins, own.seats[0].false_coins) == ([4, 1], [1, 0])
    assert (own.mover, own.step, own.lot, own.done) == (1, "amount", 1, [0])


def test_s5_1_the_last_to_bid_sees_no_more(table):
    stage = table(helm=0, lots=2).play(*["bid1", "false0"] * 5, "bid0")
    view = stage.table(2)
    assert [seat.coins for seat in view.seats] == [[0, 0], [0, 0], [1, 0]]
    assert view.done == []
    stage.play("false0")
    assert stage.state.is_chance_node()
    assert (stage.table(2).mover, stage.table(2).done) == (0, [2])


def test_s5_3_disc_counts_become_public(table):
    stage = table(helm=2).bids("1 0 5", "1+1 0+2 0+1 3", "0 6")
    assert [seat.discs for seat in stage.table(2).seats] == [[1, 0, 2, 0], [2, 2, 1, 1], [0, 2, 0, 0]]
    assert [seat.coins for seat in stage.table(2).seats] == [[1, 0, 0, 0], [1, 0, 0, 0], [0, 6, 0, 0]]


@pytest.mark.parametrize("bids", ["1 0+2 2+1 1+1", "1+1 3 0 1+1", "1 0+1 0+1 5", "1 0 0 0", "1+4 2 0 0+1", "1 1 2 2+1"])
def test_the_law_of_bids_under_discs(table, bids):
    """Uniform over the vectors that agree with coins uncovered, false coins uncovered, and the discs."""
    stage = table(helm=2).bids("1", bids, "0")
    assert stage.table().lot == 1
    given = [entry.partition("+") for entry in bids.split()]
    own = [(int(coins), int(false or 0)) for coins, _, false in given]
    law = [
        vector
        for vector in vectors(3, 6 - own[0][0], 5 - own[0][1])
        if discs(vector) == discs(own[1:])
    ]  # fmt: skip
    assert follows_law(stage, 2, 1, law)
    assert follows_law(stage, 0, 1, law)


def test_the_law_of_bids_without_discs(table):
    stage = table(helm=2, visible_tokens=False).bids("1", "1 2 1", "0")
    law = [tuple((coins, 0) for coins in row) for row in product(range(6), repeat=3) if sum(row) <= 5]
    assert follows_law(stage, 2, 1, law)


def test_s13_5_a_toll_that_was_paid_bounds_the_bids(table):
    game = {"palace": True, "buildings": "puerto arenal casa_comercio", "reveal": "oil wine", "visible_tokens": False}
    stage = table(helm=0, **game).bids("0 1", "0 1", "1 1 3").play("pay")
    assert stage.table().lot == 2
    law = [tuple((coins, 0) for coins in row) for row in product(range(5), repeat=2) if sum(row) <= 6 - 1 - 1 - 1]
    assert follows_law(stage, 1, 2, law)


def test_s12_2_discs_not_uncovered_are_exchangeable(table):
    stage = table("helm>0", players=2).deal(discs="1 2 0 1").bids("1", "1")
    assert stage.table().lot == 1
    seen = Counter(tuple(lot.disc for lot in world.lots[1:]) for world in worlds(stage, 0, 1200))
    assert (
        goodness_of_fit(seen, dict.fromkeys([(2, 0, 1), (2, 1, 0), (0, 2, 1), (0, 1, 2), (1, 2, 0), (1, 0, 2)], 1))
        > LEAST
    )
    assert [lot.disc for lot in stage.table(1).lots] == [1, None, None, None]


ARENAL = {"palace": True, "buildings": "puerto arenal casa_comercio", "cards": "oil+wine+friar+cook", "rounds": 2}


def test_s13_4_a_card_drawn_unseen(table):
    stage = table(helm=0, lots=2, reveal="oil friar wine", **ARENAL).bids("0", "1").play("swap1", "card:cook")
    assert "card:?" in stage.log(0)
    assert "card:cook" not in stage.log(0)
    assert "card:cook" in stage.log(1)
    assert (stage.table(0).deck["cook"], stage.table(1).deck["cook"], stage.table(0).drawn) == (2, 1, {})
    law = {card: float(copies) for card, copies in stage.table(0).deck.items()}
    seen = Counter(next(iter(world.drawn)) for world in worlds(stage, 0, 2000))
    assert goodness_of_fit(seen, law) > LEAST
    assert {next(iter(world.drawn)) for world in worlds(stage, 1, 50)} == {"cook"}


def test_s15_1_unseen_cards_are_shown_at_boarding(table):
    stage = table(helm=0, lots=2, reveal="oil friar wine", **ARENAL).bids("0", "1").play("swap1", "card:cook")
    stage.finish()
    assert stage.log(0)[-1] == "shown:cook"
    assert stage.table(0).seats[1].pile == {"friar": 1, "cook": 1}


def test_s15_2_piles_can_be_left_out_of_drawings(table):
    for public in (True, False):
        stage = table(helm=0, won_cards_public=public).bids("1")
        drawing = observation_string(stage.state, 1)
        assert ("won: Oil, Friar" in drawing) == public
        assert ("won cards hidden" in drawing) != public
        assert "won: Oil, Friar" in observation_string(stage.state, 0)
        assert stage.table(1).seats[0].pile == {"oil": 1, "friar": 1}  # R24: it was won in the open


def test_tensors_keep_what_drawings_keep(table):
    shut, other = (
        table(helm=0, won_cards_public=False, reveal=reveal).bids("1") for reveal in ("oil friar", "wine friar")
    )
    full = table(helm=0, reveal="oil friar").bids("1")
    assert len(full.state.view(1).observation_tensor()) == len(shut.state.view(1).observation_tensor())
    assert list(full.state.view(1).observation_tensor()) != list(shut.state.view(1).observation_tensor())
    assert list(shut.state.view(0).observation_tensor()) == list(full.state.view(0).observation_tensor())
    assert list(shut.state.view(1).observation_tensor()) != list(other.state.view(1).observation_tensor())
