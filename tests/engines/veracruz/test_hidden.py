"""Who knows what: codes, views and sampled worlds (V11)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

import pytest
from scipy.stats import chisquare

from caravela.cext import Game, Rng, View
from caravela.cext.search import Search
from caravela.engines import load_game
from caravela.engines.veracruz.names import names_of
from caravela.engines.veracruz.table import LAYOUT, read_table
from tests.engines.veracruz.totals import with_totals

EXCLUDED_AT = LAYOUT.size - 4 * 4 - 16  # offset of the exclusion masks in the state
REFUSED = 1e-5  # seeds are fixed: a right sampler fails none of these tests, a wrong one nearly all


def codes_of(state, seat):
    return [state.game.text.code_to_string(state.game, code) for code in state.log(seat)]


def exclude(view: View, kinds: dict[int, list[str]]) -> View:
    """The same view after passes that showed these kinds not to be hidden."""
    names = names_of(view.game)
    block = bytearray(view.to_bytes())
    for seat, excluded in kinds.items():
        mask = sum(1 << names.kinds.index(kind) for kind in excluded)
        block[EXCLUDED_AT + 4 * seat : EXCLUDED_AT + 4 * seat + 4] = mask.to_bytes(4, "little")
    return view.game.state_from_bytes(bytes(block), view.player)


def hands_of(world, player: int) -> tuple[tuple[tuple[str, int], ...], ...]:
    """What the other seats hide, hashable."""
    return tuple(tuple(sorted(seat.hidden.items())) for q, seat in enumerate(read_table(world).seats) if q != player)


def deals(pool: Counter[str], needs: list[tuple[int, frozenset[str]]]) -> Iterator[tuple[tuple, int]]:
    """Every deal of (size, excluded kinds) hands with the number of ways to make it of physical cards."""
    if not needs:
        yield (), 1
        return
    (size, excluded), *rest = needs
    for cards in combinations_with_replacement(sorted(pool), size):
        hand = Counter(cards)
        if hand <= pool and not excluded & set(hand):
            ways = prod(comb(pool[kind], n) for kind, n in hand.items())
            for others, more in deals(pool - hand, rest):
                yield (tuple(sorted(hand.items())), *others), ways * more


def check_law(view: View, samples: int) -> None:
    """Chi-square of the sampled hands against the exact law; rare deals are counted together."""
    table = read_table(view)
    others = [(seat.hidden_count, frozenset(seat.excluded)) for q, seat in enumerate(table.seats) if q != view.player]
    law = dict(deals(Counter(table.pool), others))
    total = sum(law.values())
    rng = Rng(7)
    seen = Counter(hands_of(view.determinize(rng), view.player) for _ in range(samples))
    assert set(seen) <= set(law)
    common = [deal for deal, ways in law.items() if ways * samples / total >= 8]
    expected = [law[deal] * samples / total for deal in common]
    found = [seen[deal] for deal in common]
    if sum(expected) < samples - 1e-6:
        expected.append(samples - sum(expected))
        found.append(samples - sum(found))
    if len(found) > 1:
        assert chisquare(found, expected).pvalue > REFUSED


def test_codes_hide_deals_and_bets(stage):
    """V11.2: others see that a card was dealt or a bet placed, not which."""
    hold = {0: ["gold1"] * 3 + ["gold2"]}
    at = stage("bet:sunken>juncal", "corn1>juncal.right", hold=hold, invest=["silver", "corn"])
    own, other = codes_of(at.state, 0), codes_of(at.state, 1)
    assert own[:6] == ["invest:silver", "invest:?@1", "box:gold1", "box:gold1", "box:gold1", "box:gold2"]
    assert other[:6] == ["invest:?@0", "invest:corn", *["box:?@0"] * 4]
    assert own[6:10] == ["box:?@1"] * 4
    assert other[6] == "box:corn1"
    assert own[10:13] == other[10:13]
    assert (own[13], other[13]) == ("bet:sunken>juncal", "bet:?>juncal")
    assert own[14:] == other[14:]
    assert own[14:16] == ["corn1>juncal.right", "draw:1"]


def test_the_end_shows_everything(stage):
    """V7.3: the last toss is followed by all investments, bets in order and hidden cards; then views are complete."""
    at = stage(
        "bet:sunken>juncal",
        "bet:reach_port>juncal",
        "stone1>juncal.left",
        invest=["silver", "corn"],
        hold={0: ["gold1", "gold2", "gold3"], 1: ["corn1"] * 3 + ["corn2"]},
        tosses=["sun", "storm"],
        galleons=1,
        weight_cap=1,
    )
    for seat in range(2):
        assert codes_of(at.state, seat)[-12:] == [
            "toss:storm",
            "shown:invest:silver@0",
            "shown:invest:corn@1",
            "shown:bet:sunken>juncal",
            "shown:bet:reach_port>juncal",
            "shown:box:gold1@0",
            "shown:box:gold2@0",
            "shown:box:gold3@0",
            *["shown:box:corn1@1"] * 3,
            "shown:box:corn2@1",
        ]
        assert at.state.view(seat).to_bytes() == at.state.to_bytes()


def test_view_keeps_what_is_known_and_nothing_else(stage):
    """V11: own cards, drawn cards and bets in order stay; the others' secrets are blank and counted as unseen."""
    at = stage("gold1>juncal.left", "bet:sunken>juncal", "bet:sunken>juncal", hold={0: ["gold2", "gold2", "gold3"]})
    truth, view = at.table(), read_table(at.state.view(0))
    assert view.seats[0] == truth.seats[0]
    other = view.seats[1]
    assert (other.hidden, other.hidden_count, other.investment) == ({}, 4, None)
    assert (other.bet_cards, other.bets_left) == ({"reach_port": 0, "sunken": 0}, 1)
    assert view.galleons[0].bets == [(1, None), (0, "sunken")]
    assert Counter(view.pool) == Counter(truth.pool) + Counter(truth.seats[1].hidden)
    assert view.decks == truth.decks
    assert truth.seats[0].known  # drawn face up: public
    assert read_table(at.state.view(1)).seats[0].known == truth.seats[0].known


def test_v11_3_known_copy_is_played_first(stage):
    """V11.3: with a drawn copy and a hidden one, the drawn one is played; the number of unknown cards stays."""
    at = stage("gold1>juncal.left", "corn1>juncal.right", hold={0: ["stone1", "gold2", "gold2", "stone1"]})
    seat = at.table().seats[0]
    assert (seat.hidden["stone1"], seat.known["stone1"], seat.hidden_count) == (1, 1, 3)
    at.act("stone1>juncal.left")
    seat = at.table().seats[0]
    assert (seat.hidden["stone1"], seat.hidden_count) == (1, 3)
    assert "stone1" not in seat.known


def test_v11_5_pass_excludes_kinds(stage):
    """V11.5: a pass shows that no hidden card could be loaded; it holds until the last hidden card is played."""
    at = stage(
        "gold3>juncal.left",
        "gold2>juncal.left",
        "pass",
        hold={0: ["gold1", "gold1", "gold1", "silver3"], 1: ["corn1", "stone1", "stone1"]},
        galleons=1,
        bets=0,
    )
    seat = read_table(at.state.view(1)).seats[0]
    # Juncal 5 to the left: only right-side goods, stones to the right and an empty box on the gold could be loaded.
    right = [f"{good}{value}" for good in ("corn", "cacao") for value in (1, 2, 3)]
    assert seat.excluded == [*right, "stone1", "stone2", "stone3", "empty"]
    assert seat.hidden_count == 3
    rng = Rng(3)
    for _ in range(200):
        hidden = read_table(at.state.view(1).determinize(rng)).seats[0].hidden
        assert not set(hidden) & set(seat.excluded)
    at.act("corn1>juncal.right")
    for _ in range(3):
        loads = [name for name in at.legal() if name.split(">")[0] in at.table().seats[0].hidden]
        assert at.state.current_player() == 0
        assert loads
        at.act(loads[0])
        if at.state.is_terminal() or at.table().seats[0].hidden_count == 0:
            break
        at.act(next(name for name in at.legal() if name.endswith(".right") or name == "pass"))
    assert at.table().seats[0].hidden_count == 0
    assert at.table().seats[0].excluded == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_fit_their_view_at_every_step(players):
    """redact(determinize(view)) is the view, byte for byte, in every phase and for every seat; investments differ."""
    game = load_game("veracruz", players=players)
    phases = set()
    for seed in range(6):
        rng = Rng(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            phases.add(read_table(state).phase)
            for seat in range(players):
                view = state.view(seat)
                world = view.determinize(rng)
                assert world.view(seat).to_bytes() == view.to_bytes()
                assert view.legal_actions() == world.legal_actions(seat)
                game.state_from_bytes(world.to_bytes())
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[rng.bounded(len(actions))])
    assert len(phases) == 11


def test_law_of_investments_and_bets(stage):
    """Investments: uniform over the deals left. Bets: every sequence of kinds the cards allow is as likely."""
    view = stage(
        "bet:sunken>juncal",
        "bet:reach_port>juncal",
        "bet:sunken>santa_teresa",
        "bet:reach_port>juncal",
        "bet:sunken>santa_teresa",
        "bet:reach_port>juncal",
        players=3,
    ).state.view(0)
    rng = Rng(11)
    invested: Counter[tuple] = Counter()
    placed: Counter[tuple] = Counter()
    for _ in range(6000):
        table = read_table(view.determinize(rng))
        invested[tuple(seat.investment for seat in table.seats)] += 1
        placed[tuple(bet for galleon in table.galleons for bet in galleon.bets)] += 1
    assert len(invested) == 6
    assert {goods[0] for goods in invested} == {"gold"}
    assert chisquare(list(invested.values())).pvalue > REFUSED
    # Seat 1 placed both cards, so the first decides; seat 2 as well.
    assert len(placed) == 4
    assert chisquare(list(placed.values())).pvalue > REFUSED


def test_law_of_bets_with_two_cards_a_kind(stage):
    """Three of four cards placed: port/port/sunken and so on, six sequences (never three alike)."""
    bets = [f"bet:{kind}>juncal" for kind in ("sunken", "sunken", "reach_port") for _ in range(2)]
    view = stage(*bets, bets=2).state.view(0)
    rng = Rng(12)
    placed = Counter(
        tuple(kind for seat, kind in read_table(view.determinize(rng)).galleons[0].bets if seat == 1)
        for _ in range(6000)
    )
    assert len(placed) == 6
    assert chisquare(list(placed.values())).pvalue > REFUSED


SMALL = {"players": 3, "goods": 3, "max_value": 2, "copies": 2, "hand_size": 1, "deck_size": 1, "bets": 0}


def test_law_of_hands_without_exclusions(stage):
    """Every unseen physical card is as likely in every hidden slot."""
    check_law(stage(**SMALL).state.view(1), 12000)


def test_law_of_hands_with_one_restricted_hand(stage):
    check_law(exclude(stage(**SMALL).state.view(1), {0: ["gold1", "corn2", "empty"]}), 12000)


def test_law_of_hands_with_two_restricted_hands(stage):
    view = stage(**{**SMALL, "hand_size": 2, "max_value": 1}).state.view(1)
    kinds = names_of(view.game).kinds
    check_law(exclude(view, {0: [kinds[0], kinds[3]], 2: [kinds[1], kinds[2]]}), 12000)


# Six cards a hand, few kinds: drawing hand after hand nearly always leaves too few cards for the last one.
TIGHT = {"players": 3, "goods": 3, "max_value": 1, "hand_size": 6, "deck_size": 1, "bets": 0, "stones": False}
MANY = with_totals({"goods_boxes": {"copies_per_good": [7, 1, 1]}})


def tight_view(stage) -> View:
    return stage(hold={0: ["corn1"] * 4 + ["silver1"] * 2}, data=MANY, **TIGHT).state.view(0)


def test_law_of_hands_from_the_exact_table(stage):
    """Seat 2 can only hold gold (six of seven), seat 1 draws from gold too: one draw in a hundred is accepted."""
    view = exclude(tight_view(stage), {1: ["empty"], 2: ["corn1", "empty"]})
    pool = Counter(read_table(view).pool)
    first = pool["gold1"] + pool["silver1"] + pool["corn1"]
    assert first >= 6
    check_law(view, 4000)
    view = exclude(tight_view(stage), {1: ["empty"], 2: ["corn1", "silver1", "empty"]})
    pool = Counter(read_table(view).pool)
    spare = pool["gold1"] - 6
    rest = pool["silver1"] + pool["corn1"]
    left = sum(comb(pool["gold1"], n) * comb(rest, 6 - n) * comb(pool["gold1"] - n, 6) for n in range(spare + 1))
    assert left / comb(pool["gold1"] + rest, 6) / comb(pool["gold1"], 6) < 0.02
    check_law(view, 4000)


def test_fallback_deals_are_consistent_and_counted(stage):
    """Three tight hands of fifteen cards outgrow the exact table: worlds still fit the view, searches count them."""
    data = with_totals(
        {"goods_boxes": {"copies_per_good": [24, 1, 1]}, "empty_boxes": {"total": 12}, "setup": {"hand_size": 15}}
    )
    view = stage(
        hold={0: ["gold1"] * 8 + ["corn1"] * 7}, data=data, players=4, max_value=1, stones=False, bets=0, deck_size=1
    ).state.view(0)
    view = exclude(view, {1: ["empty"], 2: ["gold1", "empty", "cacao1"], 3: ["gold1", "silver1", "empty"]})
    rng = Rng(5)
    for _ in range(20):
        world = view.determinize(rng)
        assert world.view(0).to_bytes() == view.to_bytes()
        for seat in read_table(world).seats:
            assert not set(seat.hidden) & set(seat.excluded)
    result = Search(view.game).run(view, iterations=30, seed=1)
    assert 0 < result.fallback_worlds <= 30


def test_impossible_exclusions_are_refused(stage):
    """A view whose exclusions leave no deal is no view."""
    view = tight_view(stage)
    with pytest.raises(ValueError, match="refused"):
        exclude(view, {1: ["gold1", "silver1"], 2: ["gold1", "silver1"]})
    with pytest.raises(ValueError, match="refused"):
        exclude(view, {2: ["gold1", "silver1", "corn1"]})


def test_swapping_hidden_cards_changes_no_view():
    """Two deals that differ in another seat's cards and in the reserve look alike."""
    game: Game = load_game("veracruz", start=0)
    views = []
    for cards in (["gold1", "gold2", "corn3", "empty"], ["silver1", "stone1", "cacao3", "cacao2"]):
        state = game.new_initial_state()
        names = ["invest:gold", f"invest:{'corn' if cards[0] == 'gold1' else 'silver'}"]
        names += [f"box:{kind}" for kind in ("gold3", "corn1", "corn1", "stone2", *cards, "stone3", "gold1")]
        for name in [*names, "toss:sun", "stone2>juncal.right", "draw:1", "box:corn2", "bet:sunken>juncal"]:
            state.apply_action(state.string_to_action(name))
        views.append(state.view(0))
    assert views[0] == views[1]
    assert views[0].log() == views[1].log()
    assert views[0].observation_string() == views[1].observation_string()


def test_tensor(stage):
    """The layout of the README, and nothing that the view does not hold."""
    at = stage("gold1>juncal.left", "bet:sunken>santa_teresa", hold={0: ["gold3"]}, invest=["silver", "gold"])
    game, names = at.game, names_of(at.game)
    kinds, goods, seats, bets = len(names.kinds), len(names.goods), 2, 4
    tensor = at.state.observation_tensor(0)
    block = 1 + goods + 3 * kinds + 4
    galleon = 3 + 2 * (kinds + 1) + goods + bets * (seats + 3)
    assert tensor.shape == (12 + seats * block + 2 * kinds + 2 * (kinds + 1) + 2 + 3 * galleon,)
    assert tensor[:12].tolist() == [1.0 if i == 5 else 0.0 for i in range(12)]
    own = tensor[12 : 12 + block]
    ended = stage("stone1>juncal.left", galleons=1, weight_cap=1).state.observation_tensor(1)
    assert (ended[11], ended[12], ended[12 + block]) == (1.0, 0.0, 0.0)
    assert own[0] == 1.0
    assert own[1 : 1 + goods].tolist() == [0.0, 1.0, 0.0, 0.0]
    assert own[1 + goods + names.kinds.index("gold3")] == 0.25
    other = tensor[12 + block : 12 + 2 * block]
    assert not other[: 1 + goods + kinds].any()
    assert other[1 + goods + 3 * kinds] == 1.0
    assert other[2 + goods + 3 * kinds :].tolist() == [0.5, 0.0, 0.0]
    ship = tensor[len(tensor) - 3 * galleon :]
    assert ship[0] == pytest.approx(1 / 15)
    assert ship[1] == pytest.approx(-1 / 5)
    second = ship[galleon:]
    assert second[3 + 2 * (kinds + 1) + goods :][: seats + 3].tolist() == [0.0, 1.0, 0.0, 0.0, 1.0]
    assert at.state.view(0).determinize(Rng(1)).observation_tensor(0).tolist() == tensor.tolist()
    assert game.has_observation_tensor
