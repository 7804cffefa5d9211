"""Ways to play and deal Sevilla 1503 by names, far from uniform, and a count of the rare things that happen.

A player or dealer is a function of an oracle game and a `random.Random` that returns one possible name.
Dealers choose chance outcomes: any outcome may really happen, so a nasty one reaches what fair shuffles hardly show.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

from tests.oracles.sevilla import CHANCE, OVER, Lot, Sevilla

Chooser = Callable[[Sevilla, Random], str]


# ---------------------------------------------------------------------- players


def uniform(game: Sevilla, random: Random) -> str:
    """Any legal action; nearly all the money lies on the first lots."""
    return random.choice(game.legal())


def spreader(game: Sevilla, random: Random) -> str:
    """A little on every lot, so that most are contested."""
    return _bidding(game, random, least=1, most=2)


def copycat(game: Sevilla, random: Random) -> str:
    """All bid the same: every lot is tied."""
    return _bidding(game, random, least=1, most=1, bluff=0.2)


def gambler(game: Sevilla, random: Random) -> str:
    """Much on few lots; nothing is left for tolls."""
    return _bidding(game, random, least=3, most=6) if random.random() < 0.4 else _bidding(game, random, least=0, most=0)


def hermit(game: Sevilla, random: Random) -> str:
    """Hardly ever bids: lots are deserted, purses grow."""
    return _bidding(game, random, least=0, most=int(random.random() < 0.1), bluff=0.7)


def monopolist(game: Sevilla, random: Random) -> str:
    """One seat buys much for little money, the others little: a great pile and fleet."""
    if game.player() == 0:
        return _bidding(game, random, least=int(random.random() < 0.6), most=1, rebids=0.9)
    return _bidding(game, random, least=0, most=int(random.random() < 0.15), rebids=0.1)


def rival(game: Sevilla, random: Random) -> str:
    """Sets patrons as long as one beats, the highest first."""
    if game.asked() == "E4":
        return max(game.legal(), key=lambda name: -1 if name == "pass" else game.value(game.player(), name))
    return _bidding(game, random, least=0, most=2)


def schemer(game: Sevilla, random: Random) -> str:
    """Takes every chance to swap, to sell, to give away and to hand over; boards until nothing fits.

    The owner of El Arenal bids more than others.
    """
    plain = ("decline", "keep", "pay", "done")
    if game.asked() in ("E5", "E6", "E7", "E8", "E9"):
        return random.choice([name for name in game.legal() if name not in plain] or game.legal())
    keen = game.owner("arenal") == game.player()
    return _bidding(game, random, least=int(keen), most=1 + 2 * keen)


def passive(game: Sevilla, random: Random) -> str:
    """Bids like others and then does nothing it need not do."""
    plain = ("pass", "decline", "keep", "pay", "done")
    if game.asked() in ("E1", "E2"):
        return _bidding(game, random, least=0, most=3)
    return random.choice([name for name in game.legal() if name in plain] or game.legal())


def _bidding(game: Sevilla, random: Random, *, least: int, most: int, bluff: float = 0.4, rebids: float = 0.5) -> str:
    """Bids between these bounds as far as the money goes; anything in other decisions."""
    legal = game.legal()
    if game.asked() == "E1":
        return f"bid{min(random.randint(least, most), len(legal) - 1)}"
    if game.asked() == "E2":
        return f"false{min(int(random.random() < bluff) * random.randint(1, 3), len(legal) - 1)}"
    if game.asked() == "E4" and random.random() >= rebids:
        return "pass"
    return random.choice(legal)


# ---------------------------------------------------------------------- dealers


def fair(game: Sevilla, random: Random) -> str:
    """As the rules say."""
    outcomes = game.outcomes()
    return random.choices(list(outcomes), [float(share) for share in outcomes.values()])[0]


def any_outcome(game: Sevilla, random: Random) -> str:
    """Rare outcomes as often as others."""
    return random.choice(list(game.outcomes()))


def first_outcome(game: Sevilla, random: Random) -> str:
    """The first possible one, mostly: goods in a row, many small ships, low discs on the first lots."""
    return next(iter(game.outcomes())) if random.random() < 0.9 else fair(game, random)


def last_outcome(game: Sevilla, random: Random) -> str:
    """The last possible one, mostly: rebels, boys and crew early."""
    return list(game.outcomes())[-1] if random.random() < 0.9 else fair(game, random)


PLAYERS: dict[str, Chooser] = {
    chooser.__name__: chooser
    for chooser in (uniform, spreader, copycat, gambler, hermit, monopolist, rival, schemer, passive)
}
DEALERS: dict[str, Chooser] = {
    chooser.__name__: chooser for chooser in (fair, any_outcome, first_outcome, last_outcome)
}


def next_name(game: Sevilla, random: Random, player: Chooser, dealer: Chooser) -> str:
    """The next name of a game that is not over."""
    return (dealer if game.player() == CHANCE else player)(game, random)


def play(game: Sevilla, random: Random, player: Chooser = uniform, dealer: Chooser = fair) -> list[str]:
    """Plays a game to its end; returns all names."""
    names = []
    while game.player() != OVER:
        names.append(next_name(game, random, player, dealer))
        game.apply(names[-1])
    return names


# ---------------------------------------------------------------------- what is rare

EVERYWHERE = (
    "games",
    "small ship",
    "no small ship left",
    "no money left to bid",
    "no false coin left",
    "nobody bids",
    "false coins only",
    "lone contender wins",
    "lone contender with the Helm",
    "first",
    "last",
    "contest without the Helm holder",
    "rebid",
    "pass",
    "leader raises himself",
    "rebid over a rebid",
    "no patron beats",
    "patron spent earlier in the round",
    "no ready patron",
    "patron comes back",
    "wins without a rebid",
    "wins by a rebid against more coins",
    "tie without a rebid",
    "Helm moves",
    "Helm stays with the holder who wins",
    "Helm stays, ship deserted",
    "bid returned and more bids to come",
    "everything fits",
    "something is left behind",
    "tie broken by the purse",
    "shared win",
    "shared place below the first",
)
FALSE_PLAYER = (
    "lone contender below the disc wins by a rebid",
    "lone contender at the disc passes",
    "lone contender above a disc",
    "tie with the disc",
    "two contenders below the disc",
    "false coin of the false player",
)
PALACE = (
    "Alcazar's Crown",
    "Alcazar's Crown, where three would not do",
    "toll paid",
    "ship handed over",
    "ship handed over by force",
    "owner of El Puerto wins a small ship",
    "two tolls in a round",
    "swap",
    "swap on the last lot",
    "swap after declining",
    "swap of one of two like cards",
    "used up: not asked",
    "no deck: not asked",
    "sale",
    "no sale",
    "no pile: not asked",
    "known card comes up",
    "known card drawn by El Arenal",
    "Atarazanas make room",
)
REBELS = (
    "rebel kept",
    "rebel given",
    "two rebels in a lot",
    "one of two rebels given",
    "two rebels given",
    "two rebels, small ship",
    "more padlocks than room",
    "Mutineer with the Helm",
    "Rogue aboard",
)
PALACE_REBELS = ("no card kept: not asked", "rebel under the deck", "rebel sold", "rebel swapped in")
MANUAL = (
    "padlock owed",
    "only done",
    "no pile to board",
    "goods without weight",
    "stopped with room left",
    "padlock without room",
)
RARE = (*EVERYWHERE, *FALSE_PLAYER, *PALACE, *REBELS, *PALACE_REBELS, *MANUAL)


def note_step(game: Sevilla, name: str, seen: Counter[str]) -> None:
    """Counts what is rare about the step `name`, which is about to be played in `game`."""
    what = game.asked()
    if what in NOTES:
        NOTES[what](game, name, seen)


def _note_card(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seen["known card comes up"] += game.deck.total() == 0


def _note_amount(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seen["no money left to bid"] += game.legal() == ["bid0"]


def _note_false(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seen["no false coin left"] += game.legal() == ["false0"]


def _note_order(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seen[name] += 1


def _note_rebid(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seat = game.player()
    seen["pass"] += name == "pass"
    lone, disc = len(game.totals) == 1, game.lots[game.lot].disc or 0
    seen["lone contender at the disc passes"] += name == "pass" and lone and game.high == disc == game.totals[seat]
    if name == "pass":
        return
    seen["rebid"] += 1
    seen["leader raises himself"] += game.totals[seat] == game.high
    seen["rebid over a rebid"] += bool(game.lots[game.lot].rebids)
    seen["lone contender below the disc wins by a rebid"] += lone and game.totals[seat] < disc
    if name == "crown" and game.has(seat, "alcazar"):
        seen["Alcazar's Crown"] += 1
        seen["Alcazar's Crown, where three would not do"] += game.totals[seat] + 3 == game.high


def _note_toll(game: Sevilla, name: str, seen: Counter[str]) -> None:
    forced = game.legal() == ["hand_over"]
    seen["toll paid"] += name == "pay"
    seen["ship handed over"] += name == "hand_over" and not forced
    seen["ship handed over by force"] += forced
    seen["two tolls in a round"] += name == "pay" and any(toll.seat == game.player() for toll in game.tolls)


def _note_deal(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seen["rebel kept" if name == "keep" else "rebel given"] += 1
    lot = game.lots[game.lot]
    for first in lot.deals:
        seen["two rebels in a lot"] += 1
        seen["two rebels, small ship"] += lot.small
        seen["one of two rebels given"] += (first == "keep") != (name == "keep")
        seen["two rebels given"] += first != "keep" and name != "keep"


def _note_arenal(game: Sevilla, name: str, seen: Counter[str]) -> None:
    since = game.told[0][max(i for i, line in enumerate(game.told[0]) if line.startswith("lot 1:")) :]
    seen["swap after declining"] += name != "decline" and any("decline" in line for line in since)
    lot = game.lots[game.lot]
    seen["swap"] += name != "decline"
    seen["swap on the last lot"] += name != "decline" and bool(lot.ship)
    seen["swap of one of two like cards"] += name != "decline" and len(lot.cards) > len(set(lot.cards))
    if name != "decline":
        card = lot.cards[int(name.removeprefix("swap")) - 1]
        seen["rebel under the deck"] += game.titles[card]["family"] == "rebel"


def _note_swapped_in(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seen["rebel swapped in"] += game.titles[name.split(":")[1]]["family"] == "rebel"
    seen["known card drawn by El Arenal"] += game.deck.total() == 0


def _note_sale(game: Sevilla, name: str, seen: Counter[str]) -> None:
    seen["no sale" if name == "decline" else "sale"] += 1
    seen["rebel sold"] += name != "decline" and game.titles[name.split(":")[1]]["family"] == "rebel"


def _note_boarding(game: Sevilla, name: str, seen: Counter[str]) -> None:
    end, aboard = game.end_of(game.player()), game.boarding_now
    seen["padlock owed"] += "done" not in game.legal()
    seen["only done"] += game.legal() == ["done"] and bool(end.pile - aboard)
    seen["no pile to board"] += not end.pile
    seen["stopped with room left"] += name == "done" and len(game.legal()) > 1
    seen["padlock without room"] += name == "done" and end.padlocks(aboard) < end.padlocks(end.pile)
    if name != "done":
        title = name.split(":")[1]
        exempt = end.weight(aboard) == end.weight(aboard + Counter([title]))
        seen["goods without weight"] += exempt and game.titles[title]["family"] == "goods"


NOTES: dict[str, Callable[[Sevilla, str, Counter[str]], None]] = {
    "card": _note_card,
    "E1": _note_amount,
    "E2": _note_false,
    "E3": _note_order,
    "E4": _note_rebid,
    "E5": _note_toll,
    "E6": _note_deal,
    "E7": _note_arenal,
    "arenal": _note_swapped_in,
    "E8": _note_sale,
    "E9": _note_boarding,
}


def note_end(game: Sevilla, seen: Counter[str]) -> None:
    """Counts what was rare in a game that is over, and what happened in it without a step of its own."""
    seen["games"] += 1
    for helm, lots in game.past_rounds:
        for number, lot in enumerate(lots):
            _note_lot(game, helm, lot, seen)
            later = any(r for other in lots[number + 1 :] for r in other.bids)
            seen["bid returned and more bids to come"] += later and sum(r > 0 for r in lot.bids) > 1
        winner = lots[-1].winner
        seen["Helm moves"] += winner not in (None, helm)
        seen["Helm stays with the holder who wins"] += winner == helm
        seen["Helm stays, ship deserted"] += winner is None
    for reason in game.not_asked:
        seen[f"{reason}: not asked"] += 1
    puerto = game.owner("puerto")
    won = [lot for _, lots in game.past_rounds for lot in lots if lot.small and lot.winner is not None]
    seen["owner of El Puerto wins a small ship"] += any(lot.winner == puerto for lot in won)
    for seat in game.seats:
        end = game.end_of(seat)
        fits = end.is_legal(end.pile)
        seen["everything fits" if fits else "something is left behind"] += 1
        bare = sum(game.ship_cards[ship]["capacity_quarters"] for ship in game.fleets[seat])
        seen["Atarazanas make room"] += fits and end.weight(end.pile) > bare
        seen["more padlocks than room"] += end.padlocks(end.pile) > end.capacity // 4
        seen["Mutineer with the Helm"] += bool(end.pile["mutineer"]) and end.helm
        seen["Rogue aboard"] += bool(end.pile["rogue"]) and fits
    scores, ranks = game.scores(), game.ranks()
    best = [seat for seat in game.seats if scores[seat] == max(scores)]
    seen["tie broken by the purse"] += len(best) > ranks.count(1)
    seen["shared win"] += ranks.count(1) > 1
    seen["shared place below the first"] += any(ranks.count(rank) > 1 for rank in ranks if rank > 1)


def _note_lot(game: Sevilla, helm: int, lot: Lot, seen: Counter[str]) -> None:
    contenders, disc, high = [seat for seat, r in enumerate(lot.bids) if r], lot.disc or 0, max(lot.bids)
    alike = len({game.titles[card]["colour"] for card in lot.cards}) == 1
    seen["small ship"] += lot.small
    seen["no small ship left"] += alike and len(lot.cards) == 2 and not lot.small
    seen["nobody bids"] += not contenders and not any(lot.false)
    seen["false coins only"] += not contenders and any(lot.false)
    seen["false coin of the false player"] += lot.disc == 0
    if len(contenders) == 1:
        seen["lone contender wins"] += high > disc
        seen["lone contender above a disc"] += high > disc > 0
        seen["lone contender with the Helm"] += contenders == [helm]
    if len(contenders) > 1:
        seen["contest without the Helm holder"] += helm not in contenders
        values = [game.value(seat, name) for seat in contenders for name in lot.ready[seat]]
        seen["no patron beats"] += max(values, default=0) + min(lot.bids[seat] for seat in contenders) <= high
        seen["patron spent earlier in the round"] += any(len(lot.ready[seat]) < 3 for seat in contenders)
        seen["no ready patron"] += any(not lot.ready[seat] for seat in contenders)
        seen["patron comes back"] += any(seat != lot.winner for seat in lot.rebids)
        seen["wins without a rebid"] += lot.winner is not None and not lot.rebids
        seen["wins by a rebid against more coins"] += lot.winner is not None and lot.bids[lot.winner] < high
        seen["tie without a rebid"] += lot.winner is None and high > disc
        seen["two contenders below the disc"] += high < disc
    seen["tie with the disc"] += lot.winner is None and high == disc > 0
