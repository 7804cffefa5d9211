"""The heuristic of Sevilla 1503: what it may know, what it prefers, what it expects, and how well it plays."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from caravela.arena import deals, run, standings
from caravela.bots import make
from caravela.bots.heuristics import find
from caravela.cext.core import State
from caravela.cext.policy import average_prior, evaluate_state
from caravela.cext.search import Search
from caravela.engines.registry import load_game
from caravela.engines.sevilla import best_boarding, rotate_history
from caravela.engines.sevilla.table import read_table
from caravela.play import play
from caravela.replay import replay_states

FOUND = find("sevilla")
assert FOUND is not None
HEURISTIC = FOUND
Options = dict[str, int | bool | str]
SPECS: list[Options] = [
    {"players": 3},
    {"players": 2, "palace": True, "rebels": True},
    {"players": 5, "palace": True, "rebels": True},
    {"players": 3, "boarding": "manual", "rebels": True, "rounds": 5},
    {"players": 4, "visible_tokens": False, "rounds": 4, "lots": 2},
    {"players": 3, "rounds": 2, "lots": 1, "patrons": 1, "cards": "oil+storekeeper+administrator+ships_boy"},
]
CARDS = ("oil", "wine", "oil", "armament", "wine", "livestock", "oil")


def games_of(options: Options, count: int = 2) -> Iterator[State]:
    """Every state of a few games between heuristics of several temperatures and random bots."""
    game = load_game("sevilla", **options)
    for seed in range(count):
        line_up = [
            ("heuristic:samples=1", "random", "heuristic:samples=1,temperature=0")[(seat + seed) % 3]
            for seat in range(game.num_players())
        ]
        yield from replay_states(play(game, line_up, seed=seed), game)


@cache
def decisions() -> list[State]:
    """Decisions with a choice, of games in several modes."""
    return [
        state.clone()
        for options in ({"players": 3, "palace": True, "rebels": True}, {"players": 2}, {"players": 4, "palace": True})
        for state in games_of(options, 4)
        if state.current_player() >= 0 and len(state.legal_actions()) > 1
    ]


def at(step: str) -> list[State]:
    """The decisions of one kind (never none)."""
    found = [state for state in decisions() if read_table(state).step == step]
    assert found, step
    return found


def prior_of(state: State, weights: Sequence[float] | None = None, seed: int = 0) -> dict[str, float]:
    """The prior of the seat to act, by names."""
    view = state.view(state.current_player())
    actions, prior = average_prior(view, HEURISTIC.capsule, 1, seed, weights)
    assert actions == state.legal_actions()
    return {view.action_to_string(action): value for action, value in zip(actions, prior, strict=True)}


def best_of(state: State, weights: Sequence[float] | None = None) -> str:
    prior = prior_of(state, weights)
    return max(prior, key=lambda name: prior[name])


def mean_bid(state: State) -> float:
    """The mean of the coins that the seat to act puts on the lot, at a temperature at which all scores count."""
    prior = prior_of(state, HEURISTIC.vector({"bid_sharpness": 0.1}))
    return sum(int(name[3:]) * chance for name, chance in prior.items())


def follow(state: State, *names: str) -> State:
    """Plays actions and outcomes by name; returns the state."""
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def deal(state: State, *cards: str) -> State:
    """Turns up the cards of a round, lot by lot."""
    return follow(state, *(f"card:{card}" for card in cards))


def start(*cards: str, **options: int | bool | str) -> State:
    """The first round with these cards, seat 0 at the Helm."""
    return deal(follow(load_game("sevilla", **options).new_initial_state(), "helm>0"), *cards)


def bid(state: State, *rows: Sequence[int]) -> State:
    """Bids of all seats from the Helm on, without false coins, a row a seat; then they lie open."""
    for row in rows:
        for coins in row:
            follow(state, f"bid{coins}", "false0")
    return follow(state, "show")


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_priors_are_probabilities_that_depend_on_the_view_alone(options: Options) -> None:
    choices = [state for state in games_of(options) if state.current_player() >= 0]
    assert choices
    for state in choices:
        prior = prior_of(state)
        assert min(prior.values()) > 0
        assert sum(prior.values()) == pytest.approx(1, abs=1e-12)
        # Another seed makes the others' secret bids and El Arenal's draws other ones (S15.1).
        assert prior_of(state, seed=1) == pytest.approx(prior, rel=1e-9)


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_evaluations_are_shares_of_the_win(options: Options) -> None:
    ends = 0
    for state in games_of(options):
        values = evaluate_state(state, HEURISTIC.capsule)
        assert sum(values) == pytest.approx(0, abs=1e-12)
        assert state.game.min_utility() - 1e-12 <= min(values)
        assert max(values) <= state.game.max_utility() + 1e-12
        assert values == evaluate_state(state, HEURISTIC.capsule)
        if state.is_terminal():
            ends += 1
            assert values == state.returns()
    assert ends == 2


def test_evaluations_follow_the_seats() -> None:
    game = load_game("sevilla", players=3, rebels=True)
    *_, end = replay_states(play(game, ["heuristic:samples=1"] * 3, seed=3), game)
    history = end.history()
    moved = rotate_history(game, history, 1)
    assert moved is not None
    one, other = game.new_initial_state(), game.new_initial_state()
    for action, twin in zip(history, moved, strict=True):
        one.apply_action(action)
        other.apply_action(twin)
        values = evaluate_state(one, HEURISTIC.capsule)
        assert evaluate_state(other, HEURISTIC.capsule) == pytest.approx([values[2], *values[:2]], abs=1e-9)


def test_every_weight_counts_somewhere() -> None:
    states = decisions()
    for index, name in enumerate(HEURISTIC.names):
        weights = list(HEURISTIC.defaults)
        weights[index] += 0.5
        assert any(
            evaluate_state(state, HEURISTIC.capsule, weights) != evaluate_state(state, HEURISTIC.capsule)
            if name.startswith("evaluate")
            else prior_of(state, weights) != prior_of(state)
            for state in states
        ), name


def test_without_sharpness_all_actions_are_alike() -> None:
    for state in decisions()[::20]:
        flat = prior_of(state, HEURISTIC.vector({"sharpness": 0}))
        assert list(flat.values()) == pytest.approx([1 / len(flat)] * len(flat))


def test_bids_are_drawn_and_cannot_be_read() -> None:
    """A secret bid that is known beforehand is beaten by one coin (S5.1)."""
    bids = [state for state in at("amount") if len(state.legal_actions()) > 3]
    open_ones = [state for state in bids if max(prior_of(state).values()) < 0.9]
    assert len(open_ones) > len(bids) / 3
    state = min(open_ones, key=lambda state: max(prior_of(state).values()))
    view = state.view(state.current_player())
    played = set()
    for seed in range(40):
        bot = make("heuristic:samples=1")
        bot.begin(state.game, view.player, seed)
        played.add(bot.choose(view))
    assert len(played) > 2


def test_it_bids_more_for_cards_that_go_together() -> None:
    """S11.3: the Administrator scores for Storekeepers."""
    means = {}
    for crew in ("storekeeper", "friar"):
        state = start("oil", crew, *CARDS[:5], small_ships=0)
        bid(state, [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])
        deal(state, "administrator", "armament", *CARDS[:5])
        means[crew] = mean_bid(state)
    assert means["storekeeper"] > means["friar"] + 0.1
    pairs = {}
    for other in ("storekeeper", "carpenter"):
        pairs[other] = mean_bid(start("administrator", other, *CARDS[:5]))
    assert pairs["storekeeper"] > pairs["carpenter"]


def test_it_bids_more_for_goods_that_weigh_nothing() -> None:
    """S10.3, S11.4."""
    means = {}
    for crew in ("storekeeper", "friar"):
        state = start(crew, "carpentry_a", *CARDS[3:6], *CARDS[3:5], small_ships=0)
        bid(state, [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])
        deal(state, "oil", "oil", *CARDS[:5])
        means[crew] = mean_bid(state)
    assert means["storekeeper"] > means["friar"]


def test_it_bids_more_for_the_last_piece_of_a_set() -> None:
    """S11.1, S11.2."""
    means = {}
    for last in ("carpentry_d", "carpentry_a"):
        state = start("carpentry_a", "carpentry_b", "carpentry_c", "wine", *CARDS[:3], small_ships=0)
        bid(state, [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])
        deal(state, last, "livestock", *CARDS[:5])
        means[last] = mean_bid(state)
    assert means["carpentry_d"] > means["carpentry_a"] + 0.1


def test_a_full_pile_wants_ships() -> None:
    """S10.1: room is worth more the more waits on the quay."""
    means = {}
    for won in (1, 0):
        cards = ("admiral", "treasurer", "master", "carpenter", "scribe", "cook", "chaplain")
        state = start(*cards, lots=4, small_ships=0)
        bid(state, [won, won, won, 0], [0, 0, 0, 0], [0, 0, 0, 0])
        deal(state, *CARDS)
        for _ in range(3):
            follow(state, "bid0", "false0")
        means[won] = mean_bid(state)
    assert means[1] > means[0]


def test_the_last_contender_sets_the_cheapest_patron_that_wins() -> None:
    """S6.5, S7.1: a patron that wins brings no income."""
    state = start("administrator", "storekeeper", *CARDS[:5])
    bid(state, [2, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0])
    follow(state, "last", "pass")
    prior = prior_of(state)
    assert prior["nobility"] > prior["church"] > prior["crown"]
    assert best_of(state) == "nobility"


def test_who_leads_alone_and_last_passes() -> None:
    state = start("administrator", "storekeeper", *CARDS[:5])
    bid(state, [4, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0])
    assert read_table(follow(state, "last")).mover == 1
    follow(state, "pass")
    assert best_of(state) == "pass"
    assert prior_of(state, HEURISTIC.vector({"sharpness": 20}))["pass"] > 0.9


def test_the_false_player_is_reckoned_with() -> None:
    """S12.3: alone at or below his disc one has to rebid."""
    state = follow(load_game("sevilla", players=2).new_initial_state(), "helm>0")
    deal(state, "administrator", "storekeeper", *CARDS[:5])
    follow(state, "disc2", "disc1", "disc1", "disc0")
    bid(state, [2, 0, 0, 0], [0, 0, 0, 0])
    assert best_of(state) == "nobility"
    low, high = (HEURISTIC.vector({"bid_high_disc": x}) for x in (0, 3))
    bids = [state for state in at("amount") if state.game.num_players() == 2]
    assert any(prior_of(state, low) != prior_of(state, high) for state in bids)


def test_a_rebel_is_passed_on() -> None:
    """S14.4: a Stowaway takes room and scores nothing; that it harms a rival makes it better still."""
    state = start("stowaway", "oil", *CARDS[1:6], rebels=True)
    bid(state, [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])
    assert read_table(state).step == "deal"
    weights = HEURISTIC.vector({"give": 0, "give_leader": 0})
    assert prior_of(state, weights)["keep"] < prior_of(state, weights)["give>1"]
    kind = HEURISTIC.vector({"give": 0, "give_leader": 0})
    cruel = HEURISTIC.vector({"give": 5, "give_leader": 0})
    assert prior_of(state, cruel)["keep"] < prior_of(state, kind)["keep"]


@pytest.mark.parametrize(
    ("step", "weight", "no", "yes"),
    [("toll", "toll", "hand_over", "pay"), ("arenal", "swap", "decline", "swap"), ("casa", "sell", "decline", "sell")],
)
def test_buildings_have_their_price(step: str, weight: str, no: str, yes: str) -> None:
    """S13.4 to S13.6: one weight each decides whether they are used."""
    for state in at(step):
        assert best_of(state, HEURISTIC.vector({weight: -100})) == no
        assert best_of(state, HEURISTIC.vector({weight: 100})).startswith(yes)


def test_it_sells_what_it_can_spare() -> None:
    """S13.6: in the last round the card sold leaves the best boarding nearly as it was."""
    seen = 0
    for state in at("casa"):
        table = read_table(state)
        if table.round < 8:
            continue
        seat = table.seats[table.mover]
        helm = table.mover == table.helm

        def points(pile: dict[str, int], seat=seat, helm=helm) -> int:  # type: ignore[no-untyped-def]
            return best_boarding(pile, seat.capacity, seat.ships, seat.purse, helm)[0]

        whole = points(seat.pile)
        losses = {}
        for card in seat.pile:
            rest = {other: count - (other == card) for other, count in seat.pile.items()}
            losses[f"sell:{card}"] = whole - points(rest)
        seen += 1
        sold = best_of(state, HEURISTIC.vector({"sell": 100}))
        assert losses[sold] <= min(losses.values()) + 3
    assert seen


def test_by_hand_it_boards_the_best() -> None:
    """S10.8: what it chooses card by card is worth what the engine computes."""
    game = load_game("sevilla", players=3, boarding="manual", rebels=True, palace=True)
    for seed in range(3):
        *_, end = replay_states(play(game, ["heuristic:samples=1"] * 3, seed=seed), game)
        table = read_table(end)
        for player, seat in enumerate(table.seats):
            capacity = seat.capacity + (4 * seat.ships if seat.building == "atarazanas" else 0)
            best = best_boarding(seat.pile, capacity, seat.ships, seat.purse, player == table.helm)[0]
            assert seat.points == best + seat.purse // 4


def test_more_points_are_better() -> None:
    """A complete set for four coins against nothing for none."""
    state = start("carpentry_a", "carpentry_b", "carpentry_c", "carpentry_d", *CARDS[:3])
    bid(state, [2, 2, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0])
    values = evaluate_state(state, HEURISTIC.capsule)
    assert values[0] > 0.1
    assert values[1] == pytest.approx(values[2])


def test_bids_on_the_table_count() -> None:
    """In a whole world the evaluation sees what the highest bidder will win."""
    state = start(*CARDS[:2], "administrator", "storekeeper", *CARDS[2:5])
    bid(state, [2, 3, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0])
    with_leads = evaluate_state(state, HEURISTIC.capsule, HEURISTIC.vector({"evaluate_lead": 1}))
    without = evaluate_state(state, HEURISTIC.capsule, HEURISTIC.vector({"evaluate_lead": 0}))
    assert with_leads[0] > without[0] + 0.05


def test_searches_use_it() -> None:
    state = decisions()[40]
    options = {"heuristic": HEURISTIC.capsule, "selection": "puct", "rollout": "heuristic", "cutoff": 8}
    results = [Search(state.game, **options).run(state.view(state.current_player()), iterations=300) for _ in range(2)]
    assert results[0].action == results[1].action
    assert [a.visits for a in results[0].actions] == [a.visits for a in results[1].actions]


@pytest.mark.parametrize(
    ("options", "target"),
    [({"players": 3}, 0.8), ({"players": 2, "palace": True}, 0.8), ({"players": 5, "rebels": True}, 0.7)],
    ids=str,
)
def test_it_beats_random_play(options: Options, target: float) -> None:
    assert share(options, 30) > target


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"palace": True, "rebels": True}], ids=str)
def test_the_interval_against_random_play_is_above_the_target(options: Options) -> None:
    game = load_game("sevilla", players=3, **options)
    results = run([game], deals(("heuristic:samples=1", "random", "random"), 600, seed=1), jobs=1)
    assert next(s for s in standings(results) if s.bot == "heuristic:samples=1").shares[3].low > 0.8


def share(options: Options, games: int) -> float:
    """Shares of the win of one heuristic among random bots."""
    game = load_game("sevilla", **options)
    players = game.num_players()
    won = 0.0
    for seed in range(games):
        line_up = ["random"] * players
        line_up[seed % players] = "heuristic:samples=1"
        won += (play(game, line_up, seed=seed).returns[seed % players] * (players - 1) + 1) / players
    return won / games
