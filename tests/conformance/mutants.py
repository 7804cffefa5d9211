"""Lantern with one thing broken at a time. Each class says in its name what is wrong."""

from tests.conformance.ctable import TERMINAL, CRng
from tests.conformance.ctable import State as Block
from tests.conformance.lantern import (
    ACT,
    DEAL,
    DEALT,
    DECK,
    DONE,
    DRAW,
    FACE_0,
    FALL,
    FELL,
    HIDDEN,
    KNOWN,
    MOVER,
    OVER,
    PHASE,
    VOW,
    VOW_0,
    Lantern,
    hand,
)

PADDING = 30


# Views and worlds


class RedactLeavesAHiddenCard(Lantern):
    def redact(self, s: Block, p: int) -> None:
        at = HIDDEN + 3 * (1 - p) + 2
        held = s[at]
        super().redact(s, p)
        s[at] = held


class RedactForgetsTheVow(Lantern):
    """The vow itself stays readable in the view."""

    def redact(self, s: Block, p: int) -> None:
        vow = s[VOW + 1 - p]
        super().redact(s, p)
        s[VOW + 1 - p] = vow


class DealingOrderInPadding(Lantern):
    """The first card dealt is remembered where nobody looks: not canonical, and not redacted."""

    def apply(self, s: Block, a: int) -> None:
        if s[PHASE] == DEAL and s[MOVER] == 0:
            s[PADDING] = 1 + a
        super().apply(s, a)


class DeterminizeRedrawsKnownCards(Lantern):
    def determinize(self, view: Block, out: Block, p: int, rng: CRng) -> int:
        super().determinize(view, out, p, rng)
        for kind in range(3):
            at = KNOWN + 3 * (1 - p) + kind
            while out[at] and out[PHASE] == ACT:
                other = self.draw([out[DECK + k] + (k == kind) for k in range(3)], rng)
                out[at] -= 1
                out[DECK + kind] += 1
                out[DECK + other] -= 1
                out[KNOWN + 3 * (1 - p) + other] += 1
                if other >= kind:
                    break
        return 0


class DeterminizeLosesACard(Lantern):
    """The last card of the deck vanishes from every world."""

    def determinize(self, view: Block, out: Block, p: int, rng: CRng) -> int:
        super().determinize(view, out, p, rng)
        if out[PHASE] == FALL and out[DECK]:
            out[DECK] -= 1
        return 0


class DeterminizePrefersLowCards(Lantern):
    """Kinds instead of cards are equally likely: the support is right, the weights are not."""

    def determinize(self, view: Block, out: Block, p: int, rng: CRng) -> int:
        super().determinize(view, out, p, rng)
        other = 1 - p
        for kind in range(3):
            out[DECK + kind] += out[HIDDEN + 3 * other + kind]
            out[HIDDEN + 3 * other + kind] = 0
        for _ in range(view[28 + other]):
            there = [k for k in range(3) if out[DECK + k]]
            kind = there[rng.below(len(there))]
            out[DECK + kind] -= 1
            out[HIDDEN + 3 * other + kind] += 1
        return 0


class DeterminizeVowsAlwaysTheSame(Lantern):
    def determinize(self, view: Block, out: Block, p: int, rng: CRng) -> int:
        super().determinize(view, out, p, rng)
        if out[PHASE] != OVER and out[VOW + 1 - p]:
            out[VOW + 1 - p] = 1
        return 0


class DeterminizeForgetsWhatAPlayProves(Lantern):
    """Who holds a card of kind 2 must play it. So other plays prove that there is none; worlds do not know."""

    def legal_actions(self, s: Block) -> list[int]:
        legal = super().legal_actions(s)
        return [2] if 2 in legal else legal


class DeterminizeRemembersTheTruth(Lantern):
    """The engine keeps the last dealt hands to itself, and samples them."""

    def __init__(self) -> None:
        self.hands = [[0, 0, 0], [0, 0, 0]]

    def redact(self, s: Block, p: int) -> None:
        held = hand(s, HIDDEN, 1 - p)
        if any(held):
            self.hands[1 - p] = held
        super().redact(s, p)

    def determinize(self, view: Block, out: Block, p: int, rng: CRng) -> int:
        super().determinize(view, out, p, rng)
        held, now = self.hands[1 - p], hand(out, HIDDEN, 1 - p)
        if sum(held) == sum(now) and all(out[DECK + k] + now[k] >= held[k] for k in range(3)):
            for k in range(3):
                out[DECK + k] = out[DECK + k] + now[k] - held[k]
                out[HIDDEN + 3 * (1 - p) + k] = held[k]
        return 0


class LegalActionsDependOnTheOthersHand(Lantern):
    def legal_actions(self, s: Block) -> list[int]:
        legal = super().legal_actions(s)
        return legal[:-1] if len(legal) > 1 and s[HIDDEN + 3 * (1 - s[MOVER])] else legal


class ObserveMissesAVow(Lantern):
    def observe(self, before: Block, a: int, after: Block, p: int) -> list[int]:
        silent = before[PHASE] == ACT and a >= VOW_0 and before[MOVER] != p
        return [] if silent else super().observe(before, a, after, p)


class ObserveShowsDealtCards(Lantern):
    """Codes know more than the view: worlds sampled from it contradict them."""

    def observe(self, before: Block, a: int, after: Block, p: int) -> list[int]:
        return [DEALT + a] if before[PHASE] == DEAL else super().observe(before, a, after, p)


class ObserveHidesTheFace(Lantern):
    """Two different ends look alike in codes, not in the view."""

    def observe(self, before: Block, a: int, after: Block, p: int) -> list[int]:
        codes = super().observe(before, a, after, p)
        return [FELL, *codes[1:]] if before[PHASE] == FALL else codes


# Chance


class StatedProbabilityIsWrong(Lantern):
    def chance_outcomes(self, s: Block) -> list[tuple[int, float]]:
        return [(FACE_0, 0.35), (FACE_0 + 1, 0.65)] if s[PHASE] == FALL else super().chance_outcomes(s)


class ProbabilitiesDoNotAddUp(Lantern):
    def chance_outcomes(self, s: Block) -> list[tuple[int, float]]:
        return [(outcome, p * 0.999) for outcome, p in super().chance_outcomes(s)]


class SamplesImpossibleCards(Lantern):
    """Draws from all cards instead of those left."""

    def sample_chance(self, s: Block, rng: CRng) -> int:
        return self.draw([3, 3, 2], rng) if s[PHASE] == DRAW else super().sample_chance(s, rng)


class SamplesSlightlyOff(Lantern):
    """One draw in five is of the first kind left: too little to see at single nodes."""

    def sample_chance(self, s: Block, rng: CRng) -> int:
        if s[PHASE] == DRAW and rng.below(5) == 0:
            return self.chance_outcomes(s)[0][0]
        return super().sample_chance(s, rng)


class ListsImpossibleOutcomes(Lantern):
    def chance_outcomes(self, s: Block) -> list[tuple[int, float]]:
        return [*super().chance_outcomes(s), (6, 0.0)] if s[PHASE] == DRAW else super().chance_outcomes(s)


class ChanceKeyComesTwice(Lantern):
    def chance_key(self, s: Block) -> int:
        return s[PHASE] << 32


# Replay, bounds, payoffs


class ApplyIsNotDeterministic(Lantern):
    def __init__(self) -> None:
        self.calls = 0

    def apply(self, s: Block, a: int) -> None:
        self.calls += 1
        super().apply(s, a)
        if s[PHASE] == OVER and self.calls % 3 == 0:
            s[26] = 3 - s[26]


class DrawnCardStaysInTheDeck(Lantern):
    def apply(self, s: Block, a: int) -> None:
        s[DECK + a] += s[PHASE] == DRAW
        super().apply(s, a)


class PlayedCardVanishes(Lantern):
    def apply(self, s: Block, a: int) -> None:
        playing, seat = s[PHASE] == ACT and a < VOW_0, s[MOVER]
        super().apply(s, a)
        if playing:
            s[18 + 3 * seat + a] -= 1


class NeverEnds(Lantern):
    """A vow does not count as an action and can be made again."""

    def apply(self, s: Block, a: int) -> None:
        vowing, seat = s[PHASE] == ACT and a >= VOW_0, s[MOVER]
        super().apply(s, a)
        if vowing:
            s[DONE] -= s[PHASE] == ACT
            s[VOW + seat] = 0

    def legal_actions(self, s: Block) -> list[int]:
        return [VOW_0] if s[PHASE] == ACT else []


class LegalActionsAreNotAscending(Lantern):
    def legal_actions(self, s: Block) -> list[int]:
        return super().legal_actions(s)[::-1]


class NoLegalAction(Lantern):
    def legal_actions(self, s: Block) -> list[int]:
        return [] if s[DONE] == 2 else super().legal_actions(s)


class TooManyDecisions(Lantern):
    table = Lantern.table | {"decisions_max": 3}


class NotZeroSum(Lantern):
    def returns(self, s: Block) -> list[float]:
        return [1.0 if mine == 1 else 0.0 for mine in self.ranks(s)]


class ReturnsOutOfRange(Lantern):
    def returns(self, s: Block) -> list[float]:
        return [2.0 * value for value in super().returns(s)]


class SecondAmongTwoIsThird(Lantern):
    def ranks(self, s: Block) -> list[int]:
        return [3 if place == 2 else place for place in super().ranks(s)]


class FirstSeatIsFavoured(Lantern):
    def scores(self, s: Block) -> list[float]:
        mine, other = super().scores(s)
        return [mine + 0.5, other]


# Memory


class InitLeavesPadding(Lantern):
    def init(self, s: Block) -> None:
        s[:PADDING] = [0] * PADDING
        s[DECK : DECK + 3] = [3, 3, 2]


class DeterminizeLeavesPadding(Lantern):
    def determinize(self, view: Block, out: Block, p: int, rng: CRng) -> int:
        kept = out[PADDING]
        super().determinize(view, out, p, rng)
        out[PADDING] = kept
        return 0


class WritesPastLegalMax(Lantern):
    """One entry more than it counts."""

    def c_legal_actions(self, g, s, out):  # type: ignore[no-untyped-def]
        count = super().c_legal_actions(g, s, out)
        out[5] = 0
        return count


class CountsPastLegalMax(Lantern):
    table = Lantern.table | {"legal_max": 2}


class WritesPastTheState(Lantern):
    def c_apply(self, g, s, a):  # type: ignore[no-untyped-def]
        (type(self.block(s))).from_address(s + 1)[31] = 1
        return super().c_apply(g, s, a)


class WritesBeforeTheCodes(Lantern):
    def c_observe(self, g, before, a, after, p, codes):  # type: ignore[no-untyped-def]
        codes[-1] = 7
        return super().c_observe(g, before, a, after, p, codes)


class TooManyCodes(Lantern):
    table = Lantern.table | {"codes_max": 1}


class ReadingChangesTheState(Lantern):
    def current_player(self, s: Block) -> int:
        player = super().current_player(s)
        if player == TERMINAL:
            s[DONE] = 0
        return player


class RedactTwiceIsNotOnce(Lantern):
    def redact(self, s: Block, p: int) -> None:
        super().redact(s, p)
        s[PADDING] = 1 - s[PADDING]
