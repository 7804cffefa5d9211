"""Ways to play and deal The New World by names, far from uniform, and a count of the rare things that happen.

A player or dealer is a function of an oracle game and a `random.Random` that returns one possible name.
Dealers choose chance outcomes: any outcome may really happen, so a nasty one reaches what fair shuffles hardly show.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

from tests.oracles.newworld import CHANCE, HARM, OVER, NewWorld, Play

Chooser = Callable[[NewWorld, Random], str]

REACTIONS = ("fate", "embargo", "loyalty", "revolt", "marauders")
HARMFUL = (
    "advantageous_marriage",
    "disease",
    "blight",
    "colonists",
    "hoarding_supplies",
    "regional_disaster",
    "rescue_voyage",
    "raiders",
    "uprising",
    "war",
)
TITLES = (
    *HARMFUL,
    "explorer",
    "isolation",
    "mutual_support",
    "overconfident",
    "plague_ship",
    "spread_out",
)
ALL_TITLES = (*TITLES, "iron_grip", *REACTIONS)


# ---------------------------------------------------------------------- players


def uniform(game: NewWorld, random: Random) -> str:
    """Any legal action."""
    return random.choice(game.legal())


def reactor(game: NewWorld, random: Random) -> str:
    """Reacts whenever it may, keeps reaction cards for that, and plays action cards for their text."""
    return _leaning(game, random, {"text": 6, "build": 1}, react=1, keep=REACTIONS)


def dealmaker(game: NewWorld, random: Random) -> str:
    """Plays every card, for its text if possible, and reacts half of the time."""
    return _leaning(game, random, {"text": 9, "build": 1}, react=0.5)


def builder(game: NewWorld, random: Random) -> str:
    """Fills the map, keeps monopolies and what serves them; hardly harms anybody."""
    keep = ("iron_grip", "fate", "marauders")
    return _leaning(game, random, {"build": 6, "repair": 3, "text": 1}, react=0.6, keep=keep)


def governor(game: NewWorld, random: Random) -> str:
    """Builds monopolies, and keeps its Fates for the tally."""
    if game.asked() == "D8" and game.stack and game.stack[0].title not in ("iron_grip", "marauders"):
        return "pass"
    keep = ("iron_grip", "fate", "marauders")
    return _leaning(game, random, {"text": 1, "build": 4, "repair": 2}, react=0.9, keep=keep)


def raider(game: NewWorld, random: Random) -> str:
    """Harms whom it can."""
    return _leaning(game, random, {"struggle": 4, "text": 4, "build": 2}, react=0.3, keep=("revolt", "loyalty"))


def courtier(game: NewWorld, random: Random) -> str:
    """Moves Royal Support: large hands, which run through the pile, and many an Embargo."""
    return _leaning(game, random, {"support": 6, "text": 1, "build": 1}, react=0.8, keep=("embargo", "fate"))


def saver(game: NewWorld, random: Random) -> str:
    """Plays a card now and then: hands beyond their limits."""
    if game.asked() == "D3" and random.random() < 0.5:
        return "end"
    return _leaning(game, random, {"build": 2, "support": 1, "text": 1}, react=0.2)


def physician(game: NewWorld, random: Random) -> str:
    """Lives with Struggling colonies: War, Rescue Voyage, Hoarding Supplies, repairs; pays dearly to stop a plague."""
    if game.asked() == "D11" and random.random() < 0.7:
        return max(game.legal())
    liked = ("war", "rescue_voyage", "hoarding_supplies", "disease", "blight", "plague_ship", "loyalty")
    return _leaning(game, random, {"text": 9, "build": 2, "struggle": 2, "repair": 2}, react=0.7, keep=liked)


def hermit(game: NewWorld, random: Random) -> str:
    """Abandons everything and isolates; keeps the Plague Ship for the last colony, and pledges nothing."""
    if game.asked() == "D2":
        return game.legal()[-1]
    if game.asked() == "D11":
        return min(game.legal())
    if game.asked() == "D3" and "play:plague_ship" in game.legal():
        left = [colony for site, colony in game.map.items() if game.is_free(site)]
        if len(left) == 1:
            return "struggle" if left[0].successful else "play:plague_ship"
    return _leaning(game, random, {"text": 3, "build": 1}, react=0.9, keep=("explorer", "isolation", "plague_ship"))


def _leaning(
    game: NewWorld, random: Random, modes: dict[str, float], *, react: float, keep: tuple[str, ...] = ()
) -> str:
    """Chooses a use by the weight of its mode; reacts with this probability; kept titles go for their text alone."""
    legal, what = game.legal(), game.asked()
    if what in ("D8", "D9"):
        yes = [name for name in legal if name != "pass"]
        return random.choice(yes) if yes and random.random() < react else "pass"
    if what == "D3":
        spare = any(name not in keep for name in +game.hands[game.player()])
        uses = game.uses(game.player())
        weights = [
            modes.get(mode, 0.02) if mode == "text" or (spare if title is None else title not in keep) else 0.0
            for mode, title in uses.values()
        ]
        if sum(weights) and random.random() < 0.95:
            return random.choices(list(uses), weights)[0]
        return "end"
    if what == "D3 card":
        return random.choice([name for name in legal if name.removeprefix("card:") not in keep] or legal)
    if what == "D7" and "done" in legal and random.random() < 0.8:
        return random.choice([name for name in legal if name != "done"] or legal)
    if what == "D2" and random.random() < 0.9:
        return "done"
    return random.choice(legal)


# ---------------------------------------------------------------------- dealers


def fair(game: NewWorld, random: Random) -> str:
    """As the rules say."""
    outcomes = game.outcomes()
    return random.choices(list(outcomes), [float(share) for share in outcomes.values()])[0]


def any_outcome(game: NewWorld, random: Random) -> str:
    """Rare outcomes as often as others."""
    return random.choice(list(game.outcomes()))


def fateful(game: NewWorld, random: Random) -> str:
    """Fates before other reactions before actions, mostly."""
    outcomes = game.outcomes()
    if random.random() < 0.6:
        liked = [name for title in ("fate", "fate", "fate", *REACTIONS) if (name := f"card:{title}") in outcomes]
        if liked:
            return random.choice(liked)
    return fair(game, random)


def alike(game: NewWorld, random: Random) -> str:
    """The first possible outcome, mostly: like cards in a row."""
    return next(iter(game.outcomes())) if random.random() < 0.8 else fair(game, random)


def monopolies(game: NewWorld, random: Random) -> str:
    """What builds, and what is played in a tally."""
    outcomes = game.outcomes()
    titles = ("spread_out", "mutual_support", "colonists", "iron_grip", "marauders", "fate")
    liked = [name for title in titles if (name := f"card:{title}") in outcomes]
    return random.choice(liked) if liked and random.random() < 0.6 else fair(game, random)


PLAYERS: dict[str, Chooser] = {
    chooser.__name__: chooser
    for chooser in (uniform, reactor, dealmaker, builder, governor, raider, courtier, saver, physician, hermit)
}
DEALERS: dict[str, Chooser] = {chooser.__name__: chooser for chooser in (fair, any_outcome, fateful, alike, monopolies)}
STYLES = [(player, dealer) for dealer in sorted(DEALERS) for player in sorted(PLAYERS)]


def next_name(game: NewWorld, random: Random, player: Chooser, dealer: Chooser) -> str:
    """The next name of a game that is not over."""
    return (dealer if game.player() == CHANCE else player)(game, random)


def play(game: NewWorld, random: Random, player: Chooser = uniform, dealer: Chooser = fair) -> list[str]:
    """Plays a game to its end; returns all names."""
    names = []
    while game.player() != OVER:
        names.append(next_name(game, random, player, dealer))
        game.apply(names[-1])
    return names


# ---------------------------------------------------------------------- twins


def twin_name(twin: NewWorld, p: int, lines: list[str], random: Random) -> str | None:
    """An answer after which seat p may be told the first of these lines; None if there is none.

    What others draw is chosen at random, so that the twin is another game that shows p the same; mostly among what
    will be seen to leave their hands soon, or the twin would not last long.
    """
    possible = twin.legal() or list(twin.outcomes())
    seat, _, what = lines[0].partition(" ")
    if what == "draws ?":
        have, wanted = Counter(twin.hands[int(seat)]), []
        for line in lines:
            title = line.partition(":")[2]
            if line.startswith((f"{seat} card:", f"{seat} play:", f"{seat} support:")):
                have[title] -= 1
                if have[title] < 0 and f"card:{title}" in possible:
                    wanted.append(f"card:{title}")
        return random.choice(wanted[:2] if wanted and random.random() < 0.9 else possible)
    name = f"card:{what[6:]}" if what.startswith("draws ") else what
    return name if name in possible else None


# ---------------------------------------------------------------------- what is rare

# Everything that whole games must have shown before they count as a test of the rules.
RARE: list[str] = [
    *(f"{title} text" for title in TITLES),
    *(f"{title} {mode}" for title in ALL_TITLES for mode in ("build", "struggle", "repair", "support")),
    *(f"fate against {title}" for title in ALL_TITLES if title != "plague_ship"),
    *(f"fate against {mode}" for mode in ("build", "struggle", "repair", "support", "text")),
    *(f"loyalty against {title}" for title in HARMFUL),
    *(f"revolt against {title}" for title in HARMFUL),
    *(f"chain of {length}" for length in (1, 2, 3, 4, 5)),
    *(f"{title} saved by a second fate" for title in (*REACTIONS[1:], "iron_grip")),
    "pass",
    "forced pass",
    "pass, then another reacts",
    "the actor meets a reaction",
    "a third seat meets a reaction",
    "loyalty against struggle",
    "revolt against struggle",
    "embargo for oneself",
    "embargo for a third party",
    "embargo draws",
    "loyalty spares a part",
    "loyalty spares all",
    "revolt draws",
    "some are not poor enough for revolt",
    "marauders against iron_grip",
    "marauders against a plain tally",
    "iron_grip declined",
    "iron_grip not held",
    "iron_grip after another was cancelled",
    "reshuffle in a deal",
    "reshuffle for a reaction",
    "reshuffle with isolations on the map",
    "reshuffle with cards on the stack",
    "discard",
    "discard above one",
    "abandoned",
    "abandoned a Struggling colony",
    "abandoned beside isolated ones",
    "abandoned the last",
    "done without abandoning",
    "end with cards",
    "two isolations",
    "colonists reduce and build",
    "colonists reduce one's own",
    "marriage of a choice of leaders",
    "marriage of one colony",
    "marriage with oneself",
    "disease of six",
    "disease of one's own",
    "mutual_support of four",
    "mutual_support ends for want of room",
    "rescue_voyage of four",
    "raiders take one's own",
    "raiders stop at one",
    "spread_out short of a region",
    "war on several",
    "war short of targets",
    "overconfident oneself",
    "overconfident to zero",
    "blight of four",
    "hoarding_supplies repairs and removes",
    "regional_disaster hits its player",
    "explorer among several",
    "plague bought off",
    "plague runs out of colonies",
    "plague of a single reduction",
    "plague reaches its player again",
    "poll lapses",
    "poll passes over who has nothing",
    "pledge of nothing",
    "pledge of five",
    "pledge by the player of the plague",
    "support stops at the end of the track",
    "support stops at the floor",
    "repair of another's",
    "struggle of one's own",
    "removal of a Struggling colony",
    "points lost at the start",
    "isolated monopoly",
    "regional and export monopoly",
    "tie for the first place",
    "shared place below the first",
    "last loss",
    "games",
]


# Seeds whose games, with the style and the number of players that go with each, show all of it together.
SHOW_ALL = (5, 7, 33, 46, 61, 97, 105, 120, 130, 161, 167, 172, 175, 176, 265, 285, 380, 445, 473, 476, 485)


def note_step(game: NewWorld, name: str, seen: Counter[str]) -> None:
    """Counts what is rare about the step `name`, which is about to be played in `game`."""
    if game.asked() in NOTES:
        NOTES[game.asked()](game, name, seen)


def _note_draw(game: NewWorld, name: str, seen: Counter[str]) -> None:
    if game.stack:
        seen[f"{game.stack[-1].title} draws"] += 1
    if game.moves and game.moves[-1].what == "shuffle":
        seen["reshuffle for a reaction" if game.stack else "reshuffle in a deal"] += 1
        seen["reshuffle with isolations on the map"] += bool(game.isolations)
        seen["reshuffle with cards on the stack"] += len(game.stack) == 2


def _note_discard(game: NewWorld, name: str, seen: Counter[str]) -> None:
    seen["discard"] += 1
    seen["discard above one"] += game.hands[game.player()].total() > game.limit(game.player()) + 1


def _note_abandon(game: NewWorld, name: str, seen: Counter[str]) -> None:
    own = game.colonies(game.player())
    seen["points lost at the start"] += any(not game.map[site].successful for site in own)
    if name == "done":
        seen["done without abandoning"] += 1
        return
    seen["abandoned"] += 1
    seen["abandoned a Struggling colony"] += not game.map[_site(game, name)].successful
    seen["abandoned beside isolated ones"] += not all(map(game.is_free, own))
    seen["abandoned the last"] += len(own) == 1


def _note_use(game: NewWorld, name: str, seen: Counter[str]) -> None:
    seat, (verb, _, title) = game.player(), name.partition(":")
    if verb == "end":
        seen["end with cards"] += 1
    if verb == "support":
        seen[f"{title} support"] += 1
        room = len(game.track) - 1 - game.support[seat]
        seen["support stops at the end of the track"] += game.cards[title]["royal_support"] > room
    if verb == "play":
        seen[f"{title} text"] += 1
    if name == "play:hoarding_supplies":
        owners = {colony.owner == seat for site, colony in game.map.items() if not colony.successful}
        seen["hoarding_supplies repairs and removes"] += len(owners) == 2 and not game.isolations


def _note_card(game: NewWorld, name: str, seen: Counter[str]) -> None:
    seen[f"{name.removeprefix('card:')} {game.answers[-1]}"] += 1


def _note_site(game: NewWorld, name: str, seen: Counter[str]) -> None:
    play, site = game.stack[-1], _site(game, name)
    if play.mode == "repair":
        seen["repair of another's"] += game.map[site].owner != play.seat
    elif play.mode == "struggle":
        seen["struggle of one's own"] += game.map[site].owner == play.seat
        seen["removal of a Struggling colony"] += not game.map[site].successful


def _note_player(game: NewWorld, name: str, seen: Counter[str]) -> None:
    play, other = game.stack[-1], int(name.removeprefix("player:"))
    if play.mode == "support":
        room = game.support[other] - game.floor
        seen["support stops at the floor"] += -game.cards[play.title]["royal_support"] > room
    elif play.title == "overconfident":
        seen["overconfident oneself"] += other == play.seat
        seen["overconfident to zero"] += game.points[other] < len(game.colonies(other))
    else:
        seen["marriage of a choice of leaders"] += 1


def _note_region(game: NewWorld, name: str, seen: Counter[str]) -> None:
    play, region = game.stack[-1], game.regions.index(name.removeprefix("region:"))
    own = {game.region_of[site] for site in game.colonies(play.seat)}
    seen["two isolations"] += play.title == "isolation" and bool(game.isolations)
    seen["explorer among several"] += play.title == "explorer" and len(game.legal()) > 1
    seen["regional_disaster hits its player"] += play.title == "regional_disaster" and region in own


def _note_picks(game: NewWorld, play: Play, seen: Counter[str]) -> None:
    """About the staged steps of a text when the first seat is asked about it."""
    builds = sum(step.verb == "build" for step in play.steps)
    owners = [game.map[step.target].owner for step in play.steps if step.verb in HARM]
    match play.title:
        case "colonists":
            seen["colonists reduce and build"] += bool(owners and builds)
            seen["colonists reduce one's own"] += play.seat in owners
        case "advantageous_marriage":
            seen["marriage of one colony"] += len(owners) == 1
            seen["marriage with oneself"] += play.seat in owners
        case "disease":
            seen["disease of six"] += len(owners) == 6
            seen["disease of one's own"] += play.seat in owners
        case "blight":
            seen["blight of four"] += len(owners) >= 4
        case "mutual_support":
            seen["mutual_support of four"] += builds == 4
            seen["mutual_support ends for want of room"] += builds < 4 and game.answers[-1] != "done"
        case "rescue_voyage":
            seen["rescue_voyage of four"] += len(owners) >= 4
        case "raiders":
            seen["raiders take one's own"] += play.seat in owners
            seen["raiders stop at one"] += len(owners) == 1
        case "spread_out":
            seen["spread_out short of a region"] += builds < len(game.regions)
        case "war":
            own = sum(not game.map[site].successful for site in game.colonies(play.seat))
            seen["war on several"] += len(set(owners)) > 1
            seen["war short of targets"] += any(0 < owners.count(seat) < own for seat in owners)


def _note_reaction(game: NewWorld, name: str, seen: Counter[str]) -> None:
    seat, top = game.player(), game.stack[-1] if game.stack else None
    before = game.answers[-1]
    if top and len(game.stack) == 1 and top.mode == "text" and before != "pass":
        _note_picks(game, top, seen)
    if name == "pass":
        seen["pass" if len(game.legal()) > 1 else "forced pass"] += 1
        return
    title = name.removeprefix("card:")
    chain = sum(play.mode == "reaction" for play in game.stack)
    seen["pass, then another reacts"] += before == "pass"
    seen[f"chain of {chain + 1}"] += 1
    if top is None:
        seen["marauders against iron_grip" if game.iron_grip else "marauders against a plain tally"] += 1
        return
    if chain:
        seen["the actor meets a reaction" if seat == game.active else "a third seat meets a reaction"] += 1
    if top.title == "fate" and top.mode == "reaction":
        seen[f"{game.stack[-2].title} saved by a second fate"] += 1
    seen[f"{title} against {top.title}"] += top.mode in ("text", "tally", "reaction")
    seen[f"{title} against {top.mode}"] += 1
    if title == "embargo":
        seen["embargo for oneself" if top.steps[0].target == seat else "embargo for a third party"] += 1
    elif title == "loyalty":
        harmed = [game.map[step.target].owner for step in top.steps if step.verb in HARM]
        seen["loyalty spares all" if len(top.steps) == harmed.count(seat) else "loyalty spares a part"] += 1
    elif title == "revolt":
        poor = sum(points < game.points[top.seat] for points in game.points)
        seen["some are not poor enough for revolt"] += poor < game.players - 1


def _note_iron_grip(game: NewWorld, name: str, seen: Counter[str]) -> None:
    if len(game.legal()) == 1:
        seen["iron_grip not held"] += 1
    elif name == "pass":
        seen["iron_grip declined"] += 1
    else:
        seen["iron_grip after another was cancelled"] += game.answers[-1] != "end"
    seat = game.player()
    own = [site for site in game.colonies(seat) if game.map[site].successful]
    whole = [region for region in game.isolations if sum(game.region_of[site] == region for site in own) == 3]
    seen["isolated monopoly"] += bool(whole)
    regions, goods = (Counter(of[site] for site in own) for of in (game.region_of, game.good_of))
    seen["regional and export monopoly"] += 3 in regions.values() and 3 in goods.values()


def _note_plague(game: NewWorld, name: str, seen: Counter[str]) -> None:
    start = max(step for step, answer in enumerate(game.answers) if answer == "play:plague_ship")
    since = game.answers[start + 1 :]
    reductions = sum(answer.startswith("site:") for answer in since)
    seen["poll lapses"] += bool(since) and since[-1].startswith("pledge:")
    seen["plague reaches its player again"] += reductions > 0 and game.player() == game.active
    if name == "stop":
        seen["plague stopped"] += 1
        return
    colony = game.map[_site(game, name)]
    last = sum(map(game.is_free, game.map)) == 1 and not colony.successful
    seen["plague runs out of colonies"] += last
    seen["plague of a single reduction"] += last and not reductions


def _note_pledge(game: NewWorld, name: str, seen: Counter[str]) -> None:
    points = int(name.removeprefix("pledge:"))
    seen["pledge of nothing"] += not points
    seen["pledge of five"] += points == 5
    seen["pledge by the player of the plague"] += points > 0 and game.player() == game.active
    seen["plague bought off"] += sum(game.pledges) + points == 5
    seen["poll passes over who has nothing"] += min(game.points) == 0


NOTES: dict[str, Callable[[NewWorld, str, Counter[str]], None]] = {
    "draw": _note_draw,
    "D1": _note_discard,
    "D2": _note_abandon,
    "D3": _note_use,
    "D3 card": _note_card,
    "D4": _note_site,
    "D5": _note_player,
    "D6": _note_region,
    "D8": _note_reaction,
    "D9": _note_iron_grip,
    "D10": _note_plague,
    "D11": _note_pledge,
}


def note_end(game: NewWorld, seen: Counter[str]) -> None:
    """Counts what was rare in a game that is over."""
    ranks = game.ranks()
    seen["games"] += 1
    seen["tie for the first place"] += ranks.count(1) > 1
    seen["shared place below the first"] += any(ranks.count(rank) > 1 for rank in ranks if rank > 1)
    seen["last loss"] += any(not colony.successful for colony in game.map.values())


def _site(game: NewWorld, name: str) -> int:
    return game.sites.index(name.removeprefix("site:"))
