"""Ways to play and deal Pizarro & Co. by names, far from uniform, and a count of the rare things that happen.

A player or dealer is a function of an oracle game and a `random.Random` that returns one possible name.
Dealers choose chance outcomes: any outcome may really happen, so a nasty one reaches what fair shuffles hardly show.
"""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random

from tests.oracles.pizarro import CHANCE, OVER, Pizarro, legal_payments

Chooser = Callable[[Pizarro, Random], str]


# ---------------------------------------------------------------------- players


def uniform(game: Pizarro, random: Random) -> str:
    """Any legal action."""
    return random.choice(game.legal())


def haggler(game: Pizarro, random: Random) -> str:
    """Raises by little or passes: hands last through all phases."""
    return _bidding(game, random, share=0.5, most=3)


def miser(game: Pizarro, random: Random) -> str:
    """Hardly ever bids, and never more than 2: many cards find no buyer."""
    return _bidding(game, random, share=0.1, most=2)


def spender(game: Pizarro, random: Random) -> str:
    """Bids high: hands are soon empty, and payments long."""
    return _bidding(game, random, share=0.7, most=60)


def hermit(game: Pizarro, random: Random) -> str:
    """Never bids."""
    return _bidding(game, random, share=0, most=1)


def late(game: Pizarro, random: Random) -> str:
    """Buys nothing before two thirds of phase I, so that money stays in the hands."""
    waits = game.phase == 1 and len(game.box) + sum(map(len, game.won)) < 12
    return _bidding(game, random, share=0 if waits else 0.6, most=8)


def monopolist(game: Pizarro, random: Random) -> str:
    """One seat buys whatever it can, the others little: one owner of several ships, stacks and vetoes; tucks low."""
    if game.asked() == "D6":
        return game.legal()[0]
    first = game.player() == game.auctioneer
    return _bidding(game, random, share=0.95 if first else 0.15, most=1)


def changers(game: Pizarro, random: Random) -> str:
    """Buys explorers whose actions change hands."""
    liked = game.turned_up in ("magellan", "vasco_da_gama", "cook", "marco_polo")
    return _bidding(game, random, share=0.7 if liked else 0.05, most=4)


def explorer_fan(game: Pizarro, random: Random) -> str:
    """Each seat buys one explorer only, tucks low cards, puts many away, and does not stop below the limit of luck."""
    if game.asked() == "D6":
        return game.legal()[0]
    if game.asked() == "D7":
        return game.legal()[-1]
    if game.asked() == "D8" and sum(game.laid_out.elements()) < game.data["action"]["press_luck"]["limit"]:
        return "draw"
    liked = game.explorers[-1 - (game.player() + game.players) % len(game.explorers)]
    return _bidding(game, random, share=0.9 if game.turned_up == liked else 0, most=1)


def vetoer(game: Pizarro, random: Random) -> str:
    """Buys Columbus and uses every veto at once."""
    if game.asked() == "D1":
        return "veto"
    return _bidding(game, random, share=0.9 if game.turned_up == "columbus" else 0.3, most=3)


def _bidding(game: Pizarro, random: Random, *, share: float, most: int) -> str:
    """Bids with this probability, at most `most` above the least bid; anything in other decisions."""
    legal = game.legal()
    if game.asked() != "D2":
        return random.choice(legal)
    bids = sorted((name for name in legal if name != "pass"), key=lambda name: int(name.split(":")[1]))
    return random.choice(bids[:most]) if bids and random.random() < share else "pass"


# ---------------------------------------------------------------------- dealers


def fair(game: Pizarro, random: Random) -> str:
    """As the rules say."""
    outcomes = game.outcomes()
    return random.choices(list(outcomes), [float(share) for share in outcomes.values()])[0]


def any_outcome(game: Pizarro, random: Random) -> str:
    """Rare outcomes as often as others, and luck that just reaches the limit."""
    missing = game.data["action"]["press_luck"]["limit"] - sum(game.laid_out.elements())
    if game.asked() == "laid out" and f"money:{missing}" in game.outcomes():
        return f"money:{missing}"
    return random.choice(list(game.outcomes()))


def first_outcome(game: Pizarro, random: Random) -> str:
    """The first possible one, mostly: like cards in a row, and low money."""
    return next(iter(game.outcomes())) if random.random() < 0.9 else fair(game, random)


def last_outcome(game: Pizarro, random: Random) -> str:
    """The last possible one, mostly."""
    return list(game.outcomes())[-1] if random.random() < 0.9 else fair(game, random)


PLAYERS: dict[str, Chooser] = {
    chooser.__name__: chooser
    for chooser in (uniform, haggler, miser, spender, hermit, late, monopolist, changers, explorer_fan, vetoer)
}
DEALERS: dict[str, Chooser] = {
    chooser.__name__: chooser for chooser in (fair, any_outcome, first_outcome, last_outcome)
}


def next_name(game: Pizarro, random: Random, player: Chooser, dealer: Chooser) -> str:
    """The next name of a game that is not over."""
    return (dealer if game.player() == CHANCE else player)(game, random)


def play(game: Pizarro, random: Random, player: Chooser = uniform, dealer: Chooser = fair) -> list[str]:
    """Plays a game to its end; returns all names."""
    names = []
    while game.player() != OVER:
        names.append(next_name(game, random, player, dealer))
        game.apply(names[-1])
    return names


# ---------------------------------------------------------------------- twins


def twin_name(twin: Pizarro, p: int, line: str, random: Random) -> str | None:
    """An answer after which seat p may be told this line next; None if there is none.

    What p does not see is chosen at random, so that the twin is another game that shows p the same.
    """
    legal = twin.legal() or list(twin.outcomes())
    seat, _, rest = line.partition(" ")
    match twin.asked():
        case "draw":
            name = random.choice(legal) if rest == "draws ?" else f"money:{rest.split()[-1]}"
        case "D6":
            name = random.choice(legal) if rest == "D6" else rest
        case "D3" if twin.player() != p:
            cards = re.findall(r"\d+", rest)
            done = twin.paid.total()
            name = f"pay:{cards[done]}" if done < len(cards) else ""
        case "D3":
            name = line
        case "explorer":
            name = f"card:{line.rsplit(maxsplit=1)[-1]}"
        case "lost":
            name = f"taken:{line.rsplit(maxsplit=1)[-1]}"
        case "laid out":
            name = f"money:{line.rsplit(maxsplit=1)[-1]}"
        case "auctioneer":
            name = line
        case _:
            name = rest if int(seat) == twin.player() else ""
    return name if name in legal else None


# ---------------------------------------------------------------------- what is rare

RARE = (
    "veto",
    "veto declined",
    "veto in a later phase",
    "veto of what its holder cannot buy",
    "veto of a card that came back",
    "second veto on the same card",
    "card from the known bottom",
    "holder not asked on the last card",
    "nobody may bid",
    "all pass",
    "lone participant",
    "opener may not bid",
    "forced pass",
    "forced pass before any bid",
    "last one left bids",
    "choice of exact payments",
    "choice within a payment",
    "overpayment",
    "choice of overpayments",
    "choice of hidden stacks",
    "choice of like hidden stacks",
    "choice of open stacks",
    "choice of parts to leave",
    "left",
    "right",
    "tuck of the only card",
    "discard turned in mid-phase",
    "draw lost",
    "draw shown",
    "hand shown without a card",
    "card lost to the neighbour",
    "last card lost to the neighbour",
    "deal cut short",
    "exchange of three",
    "empty exchange",
    "done is all that is left",
    "exchange bounded by the stack",
    "stop at once",
    "stop at the limit",
    "draw at the limit",
    "too much",
    "last card laid out",
    "games",
    "nobody ever won",
    "tie for the first place",
    "shared place below the first",
)


def note_step(game: Pizarro, name: str, seen: Counter[str]) -> None:
    """Counts what is rare about the step `name`, which is about to be played in `game`."""
    what = game.asked()
    if what in NOTES:
        NOTES[what](game, name, seen)


def _note_explorer(game: Pizarro, name: str, seen: Counter[str]) -> None:
    unknown, back = game.phase_stacks[game.phase].total(), len(game.put_back)
    seen["card from the known bottom"] += not unknown
    seen["holder not asked on the last card"] += unknown + back == 1 and any(game.vetoes)


def _note_veto(game: Pizarro, name: str, seen: Counter[str]) -> None:
    assert game.turned_up is not None
    seen["veto declined"] += name == "decline"
    if name == "veto":
        seen["veto"] += 1
        seen["veto in a later phase"] += game.phase > 1
        seen["veto of a card that came back"] += not game.phase_stacks[game.phase].total()
        seen["second veto on the same card"] += game.turned_up in game.put_back
        seen["veto of what its holder cannot buy"] += not game.takes_part(game.player(), game.turned_up)


def _note_bid(game: Pizarro, name: str, seen: Counter[str]) -> None:
    assert game.turned_up is not None
    seat, first = game.player(), game.high_bidder is None
    able = [other for other in game.seats if game.takes_part(other, game.turned_up)]
    opener = game.auctioneer if game.last_winner is None else game.last_winner
    seen["lone participant"] += able == [seat] and name == "bid:1"
    seen["opener may not bid"] += opener not in able
    seen["forced pass"] += game.legal() == ["pass"]
    seen["forced pass before any bid"] += game.legal() == ["pass"] and first
    seen["all pass"] += name == "pass" and len(game.bidders) == 1 and first
    seen["last one left bids"] += name != "pass" and len(game.bidders) == 1 and len(able) > 1


def _note_payment(game: Pizarro, name: str, seen: Counter[str]) -> None:
    if game.paid.total():
        seen["choice within a payment"] += 1
        return
    assert game.turned_up is not None
    hand, keep = game.hands[game.player()], game.keep(game.turned_up)
    legal = legal_payments(hand, game.high_bid, keep)
    exact = sum(legal[0]) == game.high_bid
    seen["choice of exact payments"] += exact and len(legal) > 1
    seen["overpayment"] += not exact
    seen["choice of overpayments"] += not exact and len(legal) > 1


def _note_ship(game: Pizarro, name: str, seen: Counter[str]) -> None:
    numbers = [int(other.split(":")[1]) for other in game.legal() if other.startswith("stack:")]
    stacks = [ship for ship in game.ships if ship.stack in numbers]
    seen["choice of parts to leave"] += not stacks
    seen["choice of open stacks"] += any(all(ship.face_up) for ship in stacks)
    seen["choice of hidden stacks"] += any(not all(ship.face_up) for ship in stacks)
    seen["choice of like hidden stacks"] += len({tuple(ship.tucked) for ship in stacks}) < len(stacks)


def _note_part(game: Pizarro, name: str, seen: Counter[str]) -> None:
    seen[name] += 1


def _note_tuck(game: Pizarro, name: str, seen: Counter[str]) -> None:
    seen["tuck of the only card"] += len(game.legal()) == 1 and game.hands[game.player()].total() == 1


def _note_exchange(game: Pizarro, name: str, seen: Counter[str]) -> None:
    fresh = not game.answers[-1].startswith("put:")
    seen["empty exchange"] += fresh and name == "done"
    seen["done is all that is left"] += game.legal() == ["done"]
    seen["exchange bounded by the stack"] += fresh and game.stack.total() < min(3, game.hands[game.player()].total())
    before = [answer.startswith("put:") for answer in game.answers[-2:]]
    seen["exchange of three"] += name != "done" and before == [True, True]


def _note_luck(game: Pizarro, name: str, seen: Counter[str]) -> None:
    drawn, limit = sum(game.laid_out.elements()), game.data["action"]["press_luck"]["limit"]
    seen["stop at once"] += name == "stop" and not drawn
    seen["stop at the limit"] += name == "stop" and drawn == limit
    seen["draw at the limit"] += name == "draw" and drawn == limit


def _note_laid_out(game: Pizarro, name: str, seen: Counter[str]) -> None:
    drawn = sum(game.laid_out.elements()) + int(name.split(":")[1])
    too_much = drawn > game.data["action"]["press_luck"]["limit"]
    seen["too much"] += too_much
    seen["last card laid out"] += not too_much and game.stack.total() == 1


def _note_lost(game: Pizarro, name: str, seen: Counter[str]) -> None:
    seen["card lost to the neighbour"] += 1
    seen["last card lost to the neighbour"] += sum(game.hands[game.high_bidder or 0].values()) == 1


NOTES: dict[str, Callable[[Pizarro, str, Counter[str]], None]] = {
    "explorer": _note_explorer,
    "D1": _note_veto,
    "D2": _note_bid,
    "D3": _note_payment,
    "D4": _note_ship,
    "D5": _note_part,
    "D6": _note_tuck,
    "D7": _note_exchange,
    "D8": _note_luck,
    "laid out": _note_laid_out,
    "lost": _note_lost,
}


def note_end(game: Pizarro, seen: Counter[str]) -> None:
    """Counts what was rare in a game that is over, and what happened in it without a step."""
    seen["games"] += 1
    for before, line in pairwise(game.told[0]):
        seen["nobody may bid"] += line.startswith("nobody wins") and not before.endswith("pass")
        seen["hand shown without a card"] += "shows ()" in line
        seen["discard turned in mid-phase"] += line == "the discard becomes the stack"
        seen["draw lost"] += line == "no card is left to draw"
        seen["deal cut short"] += line == "no card is left to deal"
    for line in game.told[0]:
        seat, _, rest = line.partition(" ")
        seen["draw shown"] += seat not in ("0", "") and rest.startswith("draws") and "?" not in rest
    ranks = game.ranks()
    seen["nobody ever won"] += not any(game.won)
    seen["tie for the first place"] += ranks.count(1) > 1
    seen["shared place below the first"] += any(ranks.count(rank) > 1 for rank in ranks if rank > 1)
