"""The heuristic of 1500: The New World: what it may know, what it prefers, what it expects, and how well it plays."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

from caravela.arena import deals, run, standings
from caravela.bots.heuristics import find
from caravela.cext.core import State
from caravela.cext.policy import average_prior, evaluate_state
from caravela.cext.search import Search
from caravela.engines.newworld import rotate_history
from caravela.engines.newworld.names import names_of
from caravela.engines.newworld.table import LAYOUT, LOG, MODES, SEATS, STEPS, WIDTH, WINDOWS, peek, read_table
from caravela.engines.registry import engine_spec, load_game
from caravela.play import play
from caravela.replay import replay_states

FOUND = find("newworld")
assert FOUND is not None
HEURISTIC = FOUND
Options = dict[str, int | bool | str]
SPECS: list[Options] = [{"players": 2}, {"players": 3}, {"players": 6, "turns": 2}]
SPECS += [dict(reduced) for reduced in engine_spec("newworld").reduced]
AMAZON = "amazon_fruit amazon_gold amazon_spices"
HORN = "cape_horn_gold cape_horn_spices cape_horn_jewels"
CARDS = load_game("newworld").data["royal_support_track"]["cards"]


def games_of(options: Options, count: int = 2) -> Iterator[State]:
    """Every state of a few games between heuristics of several temperatures and random bots."""
    game = load_game("newworld", **options)
    for seed in range(count):
        line_up = [
            ("heuristic:samples=1", "random", "heuristic:samples=1,temperature=1")[(seat + seed) % 3]
            for seat in range(game.num_players())
        ]
        yield from replay_states(play(game, line_up, seed=seed), game)


@cache
def decisions() -> list[State]:
    """Decisions with a choice, with several numbers of players."""
    return [
        state.clone()
        for players in (2, 3, 4)
        for state in games_of({"players": players}, 4)
        if state.current_player() >= 0 and len(state.legal_actions()) > 1
    ]


def at(step: str) -> list[State]:
    """The decisions of one kind (never none)."""
    found = [state for state in decisions() if peek(state).step == step]
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


def position(
    hands: Sequence[str],
    colonies: Mapping[int, str],
    *,
    vp: Sequence[int] = (),
    turn: int = 2,
    actor: int = 0,
    step: str = "play",
    mode: str = "",
    title: str = "",
    staged: str = "",
    window: str = "",
    mover: int = 0,
) -> State:
    """A position of as many players as hands, seat 0 first; `site-` is a Struggling colony."""
    game = load_game("newworld", players=len(hands), first=0)
    names = names_of(game)
    held = [Counter(hand.split()) for hand in hands]
    cards = [[hand[title] for title in names.titles] for hand in held]
    supply = read_table(game.new_initial_state()).pile
    left = [supply[t] - sum(hand[t] for hand in held) - (t == title) for t in names.titles]
    owners = [0] * SEATS
    down = 0
    for seat, text in colonies.items():
        for site in text.split():
            bit = 1 << names.sites.index(site.rstrip("-"))
            owners[seat] |= bit
            down |= bit if site.endswith("-") else 0
    spare = [0] * (WIDTH - len(names.titles))
    none = [0] * (SEATS - len(hands))
    block = LAYOUT.pack(
        *(number for row in cards for number in (*row, *spare)),
        *[0] * (len(none) * WIDTH),
        *(*left, *spare),
        *[0] * (5 * WIDTH + SEATS * LOG),
        *owners,
        down,
        sum(1 << names.sites.index(site) for site in staged.split()),
        *(list(vp) + [0] * SEATS)[:SEATS],
        sum(supply.values()) - sum(left),
        *[0] * SEATS,
        *(hand.total() for hand in held),
        *none,
        *[3] * len(hands),
        *none,
        *[0] * (2 * SEATS),
        sum(left),
        STEPS.index(step),
        mover or actor,
        turn,
        0,
        actor,
        names.titles.index(title) + 1 if title else 0,
        MODES.index(mode),
        0,
        WINDOWS.index(window),
        *[0] * 3,
        actor if window else 0,
        *[0] * 10,
    )
    return game.state_from_bytes(block)


def follow(state: State, *names: str) -> State:
    """Plays actions by name; nobody reacts where somebody is asked in between."""
    for name in names:
        while peek(state).step == "react":
            state.apply_action(state.string_to_action("pass"))
        state.apply_action(state.string_to_action(name))
    return state


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_priors_are_probabilities_that_depend_on_the_view_alone(options: Options) -> None:
    choices = [state for state in games_of(options) if state.current_player() >= 0]
    assert choices
    for state in choices:
        prior = prior_of(state)
        assert min(prior.values()) > 0
        assert sum(prior.values()) == pytest.approx(1, abs=1e-12)
        # Another seed deals the others other hands (N13.1).
        assert prior_of(state, seed=1) == prior


@pytest.mark.parametrize("options", SPECS, ids=str)
def test_evaluations_are_shares_of_the_win(options: Options) -> None:
    ends = 0
    for state in games_of(options):
        values = evaluate_state(state, HEURISTIC.capsule)
        assert sum(values) == pytest.approx(0, abs=1e-12)
        assert state.game.min_utility() - 1e-12 <= min(values)
        assert max(values) <= state.game.max_utility() + 1e-12
        if state.is_terminal():
            ends += 1
            assert values == state.returns()
    assert ends == 2


def test_evaluations_follow_the_seats() -> None:
    game = load_game("newworld", players=3)
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


@pytest.mark.parametrize("name", HEURISTIC.names)
def test_every_weight_counts_somewhere(name: str) -> None:
    changed = list(HEURISTIC.defaults)
    changed[HEURISTIC.names.index(name)] += 0.5
    assert any(
        evaluate_state(state, HEURISTIC.capsule, changed) != evaluate_state(state, HEURISTIC.capsule)
        if name.startswith("evaluate")
        else prior_of(state, changed) != prior_of(state)
        for state in decisions()
    )


def test_without_sharpness_all_actions_are_alike() -> None:
    for state in decisions()[::20]:
        flat = prior_of(state, HEURISTIC.vector({"sharpness": 0}))
        assert list(flat.values()) == pytest.approx([1 / len(flat)] * len(flat))


def test_it_completes_a_monopoly() -> None:
    """N1.10, N11.4."""
    state = position(["explorer", "war"], {0: "amazon_fruit amazon_gold"}, turn=5)
    assert best_of(state) == "build"
    assert best_of(follow(state, "build", "card:explorer")) == "site:amazon_spices"


def test_it_breaks_a_rivals_monopoly() -> None:
    colonies = {0: "north_america_wood", 1: f"{AMAZON} central_america_jewels"}
    state = follow(position(["explorer", "war"], colonies), "struggle", "card:explorer")
    assert best_of(state).removeprefix("site:") in AMAZON.split()


def test_the_first_of_small_decisions_looks_ahead() -> None:
    """Mutual Support is worth its card where it makes a monopoly."""
    far = "north_america_wood north_america_gold north_america_fruit"
    state = position(["mutual_support", "war"], {1: far}, turn=5)
    assert best_of(state) == "play:mutual_support"
    follow(state, "play:mutual_support")
    while peek(state).step == "site" and best_of(state) != "done":
        follow(state, best_of(state))
    region_of = names_of(state.game).region_of
    staged = read_table(state).staged
    assert len(staged) == 4
    assert max(Counter(region_of[site] for site in staged).values()) == 3


def test_it_spends_the_card_that_is_worth_least() -> None:
    """A Fate is held back for others' turns."""
    state = follow(position(["fate war", "war"], {0: "amazon_gold"}), "build")
    prior = prior_of(state)
    assert prior["card:war"] > prior["card:fate"]


def test_it_does_not_harm_itself() -> None:
    seen = 0
    for state in at("site"):
        table = read_table(state)
        if table.mode != "struggle":
            continue
        own = {f"site:{site}" for site, up in table.seats[table.mover].colonies.items() if up}
        rivals = set(prior_of(state)) - {f"site:{site}" for site in table.seats[table.mover].colonies}
        if own and rivals:
            seen += 1
            assert best_of(state) in rivals
    assert seen


def test_it_keeps_its_colonies() -> None:
    """N5.3: none that stands is taken off."""
    for state in at("abandon"):
        table = read_table(state)
        best = best_of(state)
        assert best == "done" or not table.seats[table.mover].colonies[best.removeprefix("site:")]


def test_it_ends_only_when_nothing_is_left_to_win() -> None:
    """In the last turn kept cards are worth nothing."""
    state = position(["explorer", "war"], {0: "amazon_fruit", 1: "north_america_wood"}, turn=5)
    assert best_of(state) != "end"


def test_royal_support_is_worth_more_the_more_deals_come() -> None:
    """N1.11: hands grow by it."""
    shares = []
    for turn in (0, 3, 5):
        state = position(["advantageous_marriage", "war"], {0: "amazon_gold"}, turn=turn)
        shares.append(prior_of(state)["support:advantageous_marriage"])
    assert shares[0] > shares[1] > shares[2]
    assert best_of(position(["fate", "war"], {}, turn=0)) == "support:fate"


def test_it_answers_what_harms_it() -> None:
    """N7.3."""
    colonies = {0: "north_america_wood", 1: f"{AMAZON} {HORN}"}
    hit = f"{AMAZON} {HORN}"
    for reaction in ("loyalty", "fate"):
        state = position(
            ["war", f"{reaction} war"],
            colonies,
            step="react",
            mode="text",
            title="disease",
            staged=hit,
            window="declared",
            mover=1,
        )
        assert best_of(state) == f"card:{reaction}"


def test_it_does_not_waste_a_fate() -> None:
    """On the build of one colony."""
    state = position(
        ["war", "fate war"],
        {1: AMAZON},
        step="react",
        mode="build",
        title="disease",
        staged="north_america_wood",
        window="declared",
        mover=1,
    )
    assert best_of(state) == "pass"


def test_it_plays_iron_grip_and_marauders() -> None:
    """N11.2, N11.3."""
    for state in at("iron"):
        assert best_of(state) == "card:iron_grip"
    colonies = {0: f"{AMAZON} {HORN} central_america_spices"}
    state = position(["war", "marauders war"], colonies, step="react", window="tally", mover=1)
    assert best_of(state) == "card:marauders"


def test_overconfident_and_disaster_strike_rivals() -> None:
    colonies = {0: "north_america_wood north_america_gold", 1: f"{AMAZON} {HORN}", 2: "caribbean_wood"}
    state = position(["overconfident war", "war", "war"], colonies, vp=(9, 20, 3))
    assert best_of(follow(state, "play:overconfident")) == "player:1"
    state = position(["regional_disaster war", "war", "war"], colonies, vp=(9, 20, 3))
    assert best_of(follow(state, "play:regional_disaster")) in {"region:amazon", "region:cape_horn"}


def test_isolation_guards_what_is_worth_most() -> None:
    colonies = {0: f"{AMAZON} north_america_wood", 1: "caribbean_wood"}
    state = follow(position(["isolation war", "war"], colonies), "play:isolation")
    assert best_of(state) == "region:amazon"


def test_a_pledge_that_ends_a_plague_saves_colonies() -> None:
    """N10.3: many colonies against few are worth the price."""
    eager, stingy = (HEURISTIC.vector({"pledge": weight}) for weight in (5, 0))
    assert any(best_of(state, eager) != "pledge:0" for state in at("pledge"))
    for state in at("pledge"):
        assert best_of(state, stingy) in ("pledge:0", *(f"pledge:{k}" for k in range(1, 5)))
        assert best_of(state, stingy) != f"pledge:{5 - read_table(state).paid}"


def test_more_is_better() -> None:
    """Points, colonies, cards to come."""
    low = evaluate_state(position(["war", "war"], {}), HEURISTIC.capsule)
    more = {
        "points": position(["war", "war"], {}, vp=(5,)),
        "colony": position(["war", "war"], {0: "amazon_gold"}),
        "card": position(["war war", "war"], {}),
    }
    for state in more.values():
        assert evaluate_state(state, HEURISTIC.capsule)[0] > low[0]


def test_cards_still_to_be_dealt_count_from_the_start() -> None:
    """N4.1, N4.3: hands are full after the deal, so what is expected does not change while it goes on."""
    weights = HEURISTIC.vector({"evaluate_map": 0})
    compared = 0
    for options in SPECS[:3]:
        last: list[float] = []
        for state in games_of(options):
            table = read_table(state)
            room = all(seat.hand_count <= CARDS[seat.support] for seat in table.seats)
            values = evaluate_state(state, HEURISTIC.capsule, weights) if table.step == "deal" and room else []
            if values and last:
                assert values == pytest.approx(last, abs=1e-12)
                compared += 1
            last = values
    assert compared > 100


def test_spaces_of_royal_support_count_while_there_are_deals() -> None:
    """N1.11: the space decides what is dealt later, so in the last game turn it is worth nothing."""
    more = HEURISTIC.vector({"evaluate_space": 3})
    for state in decisions():
        table = read_table(state)
        plain, changed = (evaluate_state(state, HEURISTIC.capsule, weights) for weights in (None, more))
        spaces = [seat.support for seat in table.seats]
        if table.turn == 5 or len(set(spaces)) == 1:
            assert changed == pytest.approx(plain, abs=1e-12)
        else:
            assert changed[spaces.index(max(spaces))] > plain[spaces.index(max(spaces))]


def test_what_is_staged_counts() -> None:
    state = position(["disease war", "war"], {0: "north_america_wood", 1: AMAZON})
    values = []
    for choice in ("play:disease", "site:amazon_gold", "site:amazon_fruit"):
        follow(state, choice)
        values.append(evaluate_state(state, HEURISTIC.capsule)[0])
    assert values[0] < values[1] < values[2]


def test_searches_use_it() -> None:
    state = decisions()[40]
    options = {"heuristic": HEURISTIC.capsule, "selection": "puct", "rollout": "heuristic", "cutoff": 8}
    results = [Search(state.game, **options).run(state.view(state.current_player()), iterations=300) for _ in range(2)]
    assert results[0].action == results[1].action
    assert [a.visits for a in results[0].actions] == [a.visits for a in results[1].actions]


@pytest.mark.parametrize(("players", "target"), [(2, 0.9), (3, 0.8), (6, 0.6)])
def test_it_beats_random_play(players: int, target: float) -> None:
    assert share(players, 30) > target


@pytest.mark.slow
@pytest.mark.parametrize(("players", "target"), [(2, 0.9), (3, 0.7)])
def test_the_interval_against_random_play_is_above_the_target(players: int, target: float) -> None:
    game = load_game("newworld", players=players)
    line_up = ("heuristic:samples=1", *["random"] * (players - 1))
    results = run([game], deals(line_up, 300, seed=1), jobs=1)
    assert next(s for s in standings(results) if s.bot == "heuristic:samples=1").shares[players].low > target


def share(players: int, games: int) -> float:
    """Shares of the win of one heuristic among random bots."""
    game = load_game("newworld", players=players)
    won = 0.0
    for seed in range(games):
        line_up = ["random"] * players
        line_up[seed % players] = "heuristic:samples=1"
        won += (play(game, line_up, seed=seed).returns[seed % players] * (players - 1) + 1) / players
    return won / games
