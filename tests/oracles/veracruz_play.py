"""Ways to play and deal Veracruz by names, far from uniform, and a count of the rare things that happen.

A player or dealer is a function of an oracle game and a `random.Random` that returns one possible name.
Dealers choose chance outcomes: any outcome may really happen, so a nasty one reaches what fair shuffles hardly show.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

from tests.oracles.veracruz import CHANCE, OVER, Veracruz

Chooser = Callable[[Veracruz, Random], str]


# ---------------------------------------------------------------------- players


def uniform(game: Veracruz, random: Random) -> str:
    """Any legal action."""
    return random.choice(game.legal())


def bets_first(game: Veracruz, random: Random) -> str:
    """Bets while it can, then anything."""
    return random.choice([name for name in game.legal() if name.startswith("bet:")] or game.legal())


def bets_last(game: Veracruz, random: Random) -> str:
    """Bets only when there is no load."""
    return random.choice([name for name in game.legal() if not name.startswith("bet:")] or game.legal())


def same_galleon(game: Veracruz, random: Random) -> str:
    """Bets on the last galleon only, early."""
    last = f">{game.galleons[-1].name}"
    return random.choice([name for name in game.legal() if name.startswith("bet:") and last in name] or game.legal())


def wrecker(game: Veracruz, random: Random) -> str:
    """Bets first, then loads whatever leaves the greatest imbalance and the least weight."""
    return _extreme(game, random, lambda balance, weight: 20 * abs(balance) - weight)


def pass_seeker(game: Veracruz, random: Random) -> str:
    """Bets first, then pushes every balance to the left, and takes decks at random."""
    return _extreme(game, random, lambda balance, weight: -20 * balance - weight)


def balancer(game: Veracruz, random: Random) -> str:
    """Bets first, then loads for balance: most galleons arrive."""
    return _extreme(game, random, lambda balance, weight: weight - 20 * abs(balance))


def voider(game: Veracruz, random: Random) -> str:
    """Plays an empty box whenever one may be played."""
    return random.choice([name for name in game.legal() if name.startswith("empty")] or game.legal())


def _extreme(game: Veracruz, random: Random, worth: Callable[[int, int], int]) -> str:
    """The load with the greatest summed worth (balance, weight) of all galleons; bets come first."""
    legal = game.legal()
    bets = [name for name in legal if name.startswith("bet:")]
    loads = [name for name in legal if "." in name]
    if bets or not loads:
        return random.choice(bets or legal)

    def total(name: str) -> int:
        card, place = name.split(">")
        ship, side = place.split(".")
        after = [
            galleon.loaded(game.kinds[card], side) if galleon.name == ship else galleon for galleon in game.galleons
        ]
        return sum(worth(galleon.balance(), galleon.weight()) for galleon in after if galleon is not None)

    best = max(total(name) for name in loads)
    return random.choice([name for name in loads if total(name) == best])


# ---------------------------------------------------------------------- dealers


def fair(game: Veracruz, random: Random) -> str:
    """As the rules say."""
    outcomes = game.outcomes()
    return random.choices(list(outcomes), [float(share) for share in outcomes.values()])[0]


def left_first(game: Veracruz, random: Random) -> str:
    """Deals goods of the left side as long as there are any."""
    return _prefer(game, random, lambda name: game.kinds[name].sides == ("left",))


def empties_first(game: Veracruz, random: Random) -> str:
    """Deals the empty boxes first."""
    return _prefer(game, random, lambda name: name == "empty")


def heavy_first(game: Veracruz, random: Random) -> str:
    """Deals the heaviest boxes first."""
    heaviest = max(game.kinds[name].weight for name, count in game.unseen.items() if count) if +game.unseen else 0
    return _prefer(game, random, lambda name: game.kinds[name].weight == heaviest)


def _prefer(game: Veracruz, random: Random, wanted: Callable[[str], bool]) -> str:
    boxes = [name for name in game.outcomes() if name.startswith("box:") and wanted(name.removeprefix("box:"))]
    return random.choice(sorted(boxes)) if boxes else fair(game, random)


PLAYERS: dict[str, Chooser] = {
    chooser.__name__: chooser
    for chooser in (uniform, bets_first, bets_last, same_galleon, wrecker, pass_seeker, balancer, voider)
}
DEALERS: dict[str, Chooser] = {chooser.__name__: chooser for chooser in (fair, left_first, empties_first, heavy_first)}


def next_name(game: Veracruz, random: Random, player: Chooser, dealer: Chooser) -> str:
    """The next name of a game that is not over."""
    return (dealer if game.player() == CHANCE else player)(game, random)


def play(game: Veracruz, random: Random, player: Chooser = uniform, dealer: Chooser = fair) -> list[str]:
    """Plays a game to its end; returns all names."""
    names = []
    while game.player() != OVER:
        names.append(next_name(game, random, player, dealer))
        game.apply(names[-1])
    return names


# ---------------------------------------------------------------------- coverage

# What `note_step` and `note_end` count.
RARE = (
    "toss lost at the end of the track",
    "toss for a new deck",
    "short last deck",
    "choice of decks",
    "choice of like decks",
    "pass",
    "pass with cards nobody knows",
    "end by passes",
    "forced bet",
    "bet on a red galleon",
    "second own bet on a galleon",
    "void",
    "load of a red galleon",
    "out of the red zone",
    "known copy played before an unknown one",
    "draw from the only deck",
    "no deck to draw from",
    "games",
    "all sunk",
    "all arrived",
    "tie broken by investment",
    "shared win",
    "win shared by all",
    "shared place below the first",
    "negative total",
    "fourth correct bet",
)


def note_step(game: Veracruz, name: str, seen: Counter[str]) -> None:
    """Counts what is rare about the step `name`, which is about to be played in `game`."""
    if game.player() == CHANCE:
        if name.startswith("toss:"):
            track = game.data["meteorology"]
            moved = game.meteorology + track["step"] * track[name.removeprefix("toss:")]
            seen["toss lost at the end of the track"] += not track["min"] <= moved <= track["max"]
            seen["toss for a new deck"] += not game.last_toss and any(game.drawn)
        if name.startswith("box:") and game.agenda[0][0] == "lay" and any(game.drawn):
            seen["short last deck"] += game.decks[game.agenda[0][1]].size < game.deck_size
        return
    seat = game.player()
    seen["choice of decks"] += game.to_draw
    seen["choice of like decks"] += game.to_draw and len({deck.top for deck in game.decks}) == 1
    if name == "pass":
        seen["pass"] += 1
        seen["pass with cards nobody knows"] += bool(game.unknown[seat])
        seen["end by passes"] += game.passes == game.players - 1
    elif name.startswith("bet:"):
        seen["forced bet"] += all(other.startswith("bet:") for other in game.legal())
        ship = next(galleon for galleon in game.galleons if galleon.name == name.split(">")[1])
        seen["bet on a red galleon"] += ship.in_red_zone()
        seen["second own bet on a galleon"] += any(owner == seat for owner, _ in ship.bets)
    elif "." in name:
        seen["void"] += name.startswith("empty")
        card, place = name.split(">")
        ship_name, side = place.split(".")
        box = game.kinds[card]
        ship = next(galleon for galleon in game.galleons if galleon.name == ship_name)
        after = ship.loaded(box, side)
        seen["load of a red galleon"] += ship.in_red_zone()
        seen["out of the red zone"] += ship.in_red_zone() and after is not None and not after.in_red_zone()
        seen["known copy played before an unknown one"] += box in game.drawn[seat] and box in game.unknown[seat]
        open_decks = sum(deck.size > 0 for deck in game.decks)
        seen["draw from the only deck"] += open_decks == 1
        seen["no deck to draw from"] += open_decks == 0


def note_end(game: Veracruz, seen: Counter[str]) -> None:
    """Counts what is rare about a game that is over."""
    scores, investments = game.scores(), game.investment_points()
    best = [seat for seat in game.seats if scores[seat] == max(scores)]
    seen["games"] += 1
    seen["all sunk"] += not game.arrived()
    seen["all arrived"] += len(game.arrived()) == len(game.galleons)
    if game.arrived():
        seen["tie broken by investment"] += len(best) > 1 and len({investments[seat] for seat in best}) > 1
        seen["shared win"] += 1 < len(game.winners()) < game.players
        seen["win shared by all"] += len(game.winners()) == game.players
        seen["shared place below the first"] += len({*game.ranks()} - {1}) < sum(rank > 1 for rank in game.ranks())
    seen["negative total"] += min(scores) < 0
    for galleon in game.galleons:
        truth = "reach_port" if galleon.name in game.arrived() else "sunken"
        seen["fourth correct bet"] += sum(kind == truth for _, kind in galleon.bets) > 3
