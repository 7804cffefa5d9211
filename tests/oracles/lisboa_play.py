"""Ways to play and deal Lisboa by names, far from uniform, and a count of what happens.

A player or dealer is a function of an oracle game and a `random.Random` that returns one possible name.
Dealers choose chance outcomes: any outcome may really happen, so a nasty one reaches what fair shuffles hardly show.
"""

import re
from collections import Counter
from collections.abc import Callable
from random import Random

from tests.oracles.lisboa import CHANCE, OVER, Lisboa
from tests.oracles.lisboa_decrees import METRICS, decree_wigs
from tests.oracles.lisboa_scoring import final_parts, standing

Chooser = Callable[[Lisboa, Random], str]

# ---------------------------------------------------------------------- players

# How much an action is liked, by the beginning of its name; the longest one counts, 1 if there is none.
TASTES: dict[str, dict[str, float]] = {
    "uniform": {},
    "builder": {"gold": 0.05, "visit": 9, "event": 5, "noble": 8, "none": 0.2, "trade": 0.4, "spend:0": 3},
    "merchant": {
        "gold": 0.1,
        "sell": 6,
        "state:build_ship": 20,
        "state:produce": 20,
        "state:acquire_plan": 0.3,
        "scrap": 0.2,
        "noble": 9,
        "visit": 4,
        "done": 0.1,
        "trade": 4,
    },
    "cleric": {
        "gold": 0.1,
        "state:meet_cardinal": 30,
        "surrender": 0.1,
        "trade": 9,
        "visit": 4,
        "move:2": 4,
        "state:": 1,
        "none": 0.2,
        "sell:": 1,
        "sell": 0.2,
    },
    "trickster": {
        "gold": 0.2,
        "state:meet_cardinal": 9,
        "surrender": 3,
        "event": 9,
        "noble": 3,
        "scrap": 4,
        "none": 0.1,
    },
    "opener": {
        "gold": 0.05,
        "event": 9,
        "visit": 9,
        "noble": 30,
        "none": 0.05,
        "state:recruit": 6,
        "state:acquire_plan": 6,
        "recruit": 3,
        "sell": 0.1,
        "open:": 3,
        "done": 0.2,
    },
    "follower": {
        "none": 0.05,
        "state:royal_favor": 20,
        "visit": 20,
        "gold": 0.1,
        "event": 0.5,
        "noble": 2,
        "favor:": 2,
    },
    "hoarder": {"gold": 3, "sell": 0.2, "done": 3, "event": 0.3, "spend:0": 5, "drop:": 3},
    "collector": {"gold": 0.1, "noble": 4, "more": 9, "draw:treasury": 3, "event": 6, "surrender": 0.2, "clear:": 1},
}


def player(taste: dict[str, float]) -> Chooser:
    """Chooses by taste."""

    def choose(game: Lisboa, random: Random) -> str:
        names = game.legal()
        return random.choices(names, [liking(taste, name) for name in names])[0]

    return choose


def mason(game: Lisboa, random: Random) -> str:
    """Builds what he can and takes the cubes that he lacks, for sets."""
    if game.asked() in ("D24", "D29"):
        rubble = game.table.seats[game.player()].rubble
        return min(game.legal(), key=lambda name: rubble[re.split("[.:]", name)[-1]])
    if game.asked() == "D2 card":
        maia = [name for name in game.legal() if game.box.cards[name[5:]].get("noble", "maia") == "maia"]
        return random.choice(maia or game.legal())
    return MASON(game, random)


def courtier(game: Lisboa, random: Random) -> str:
    """Takes decrees that pay already."""
    if game.asked() == "D25":
        seat = game.player()
        return max(game.legal(), key=lambda name: (decree_wigs(game.table, seat, name[7:]), random.random()))
    if game.asked() == "D30" and "draw:marquis" in game.legal():
        return "draw:marquis"
    return COURTIER(game, random)


def mixture(game: Lisboa, random: Random) -> str:
    """One seat builds, one takes decrees and builds, one sells, one follows."""
    seat = game.player()
    if seat == 1 and game.asked() == "D25":
        return courtier(game, random)
    return (mason, mason, PLAYERS["merchant"], PLAYERS["follower"])[seat](game, random)


def liking(taste: dict[str, float], name: str) -> float:
    """By the longest beginning."""
    known = [beginning for beginning in taste if name.startswith(beginning)]
    return taste[max(known, key=len)] if known else 1


MASON = player(
    {"gold": 0.05, "visit": 20, "event": 20, "noble": 50, "none": 0.1, "sell": 3, "draw:maia": 4, "draw:treasury": 4}
    | {"state:build_ship": 5, "state:meet_cardinal": 0.2, "surrender": 3, "state:royal_favor": 9, "plot:": 1}
)
COURTIER = player({"gold": 0.05, "visit": 20, "event": 9, "noble": 20, "none": 0.1, "more": 9, "sell": 2, "scrap": 0.2})

# ---------------------------------------------------------------------- dealers


def fair(game: Lisboa, random: Random) -> str:
    """As the rules say."""
    outcomes = game.outcomes()
    return random.choices(list(outcomes), [float(share) for share in outcomes.values()])[0]


def any_outcome(game: Lisboa, random: Random) -> str:
    """Rare outcomes as often as others."""
    return random.choice(list(game.outcomes()))


def first_outcome(game: Lisboa, random: Random) -> str:
    """The first possible one, mostly: one Noble's cards, costly rubble, the same decrees."""
    return next(iter(game.outcomes())) if random.random() < 0.8 else fair(game, random)


def last_outcome(game: Lisboa, random: Random) -> str:
    """The last possible one, mostly: Treasury cards, cheap rubble."""
    return list(game.outcomes())[-1] if random.random() < 0.8 else fair(game, random)


def mixed_rubble(game: Lisboa, random: Random) -> str:
    """Cubes of each kind in turn, so that sets come early, and decrees that hardly ever pay; all else fairly."""
    if game.asked() == "cube":
        return max(game.outcomes().items(), key=lambda pair: (pair[1], pair[0]))[0]
    hard = [name for name in game.outcomes() if name[7:] in game.box.decrees and is_hard(game, name[7:])]
    if game.asked() == "decree" and hard:
        return random.choice(hard)
    return fair(game, random)


def is_hard(game: Lisboa, decree: str) -> bool:
    """Whether a decree is hard to fulfil."""
    return str(game.box.decrees[decree]["metric"]) in HARD


HARD = (
    *("rubble_sets", "rubble_earthquake", "rubble_fire", "rubble_tsunami", "store_types", "stores", "hull_total"),
    *("ships_at_sea", "treasury_cards", "portfolio_cards", "goods", "goods_tools", "favor_types", "influence"),
)
PLAYERS: dict[str, Chooser] = {name: player(taste) for name, taste in TASTES.items()} | {
    "mason": mason,
    "courtier": courtier,
    "mixture": mixture,
}
DEALERS: dict[str, Chooser] = {
    chooser.__name__: chooser for chooser in (fair, any_outcome, first_outcome, last_outcome, mixed_rubble)
}


def next_name(game: Lisboa, random: Random, player: Chooser, dealer: Chooser) -> str:
    """The next name of a game that is not over."""
    return (dealer if game.player() == CHANCE else player)(game, random)


def play(game: Lisboa, random: Random, player: Chooser = PLAYERS["uniform"], dealer: Chooser = fair) -> list[str]:
    """Plays a game to its end; returns all names."""
    names = []
    while game.player() != OVER:
        names.append(next_name(game, random, player, dealer))
        game.apply(names[-1])
    return names


# ---------------------------------------------------------------------- what happened

DECISIONS = (
    *("D1", "D2 card", "D2 use", "D3", "D4", "D5 good", "D5 ship", "D6 space", "D6 good", "D7", "D8", "D9", "D10"),
    *("D12", "D13", "D14", "D15", "D16", "D18", "D19", "D20", "D21", "D22", "D23", "D24", "D25", "D26"),
    *("D27 plan", "D27 plot", "D28", "D29", "D30", "D31", "D32", "D33"),
)
POWERS = (
    *("visit_maia", "visit_marquis", "visit_king", "visit_any", "store_discount", "store_skip_row"),
    *("store_skip_column", "event_discount", "sell_plus", "foreign_ship", "sail_plus", "produce_gold"),
    *("produce_steady", "recruit_plus", "hire_minus", "decree_plus", "influence_plus", "warehouse_plus", "trade_wild"),
)
STATE_ACTIONS = ("recruit", "acquire_plan", "build_ship", "produce", "meet_cardinal", "royal_favor")
NOBLE_ACTIONS = ("build_store", "take_decree", "open_public_building")
EVERYTHING = (
    *(f"asked {decision}" for decision in DECISIONS),
    *(f"power {effect}" for effect in POWERS),
    *(f"does {action}" for action in (*STATE_ACTIONS, *NOBLE_ACTIONS)),
    *(f"event {action}" for action in (*STATE_ACTIONS, *NOBLE_ACTIONS)),
    *(f"decree {metric} taken" for metric in METRICS),
    *(f"decree {metric} pays" for metric in METRICS),
    *(f"benefit {kind}" for kind in ("sale_each", "sale_gold", "sale_cloth", "sale_books", "sale_tools")),
    *(f"reward {kind}" for kind in ("good", "reis", "wigs", "gain_influence", "influence")),
    *(f"reward {kind}" for kind in ("recruit", "pile_rubble", "royal_favor")),
    *(f"penalty {kind}" for kind in ("good", "official", "wigs", "reis")),
    *(f"follows {noble}" for noble in ("maia", "marquis", "king")),
    *(f"use {use}" for use in ("sell", "trade", "visit", "event", "gold")),
    *(f"scores {part}" for part in ("sets", "ships", "streets", "officials", "reis", "favors", "decrees")),
    *(f"{what} with choices that would spoil the play" for what in ("D3", "D4", "D33")),
    "Official to a plaza",
    "drop from the Portfolio",
    "scrap from the Portfolio",
    "Treasury corner",
    "church scoring",
    "rival hired",
    "a ship sails",
    "visit paid with wigs",
    "a follower cannot pay",
    "a follower could do nothing",
    "a follower ends the period",
    "no card in hand",
    "no cube left for a store",
    "period ends by sets",
    "period ends by decks",
    "game ends by sets",
    "game ends by decks",
    "tie broken",
)


def note_step(game: Lisboa, name: str, seen: Counter[str]) -> None:
    """Before a name is applied: which decision it answers."""
    if game.player() >= 0:
        seen[f"asked {game.asked()}"] += 1


def note_end(game: Lisboa, seen: Counter[str]) -> None:
    """After the end of a game."""
    seen["games"] += 1
    for what, count in game.table.noted.items():
        seen[what] += count
    for seat in game.seats:
        for decree in game.table.seats[seat].decrees:
            seen[f"decree {game.box.decrees[decree]['metric']} pays"] += decree_wigs(game.table, seat, decree) > 0
        for part, wigs in final_parts(game.table, seat).items():
            seen[f"scores {part}"] += wigs > 0
    best = max(game.scores())
    leaders = [standing(game.table, seat) for seat, wigs in enumerate(game.scores()) if wigs == best]
    seen["shared win"] += leaders.count(max(leaders)) > 1
    seen["tie broken"] += len(leaders) > leaders.count(max(leaders))
