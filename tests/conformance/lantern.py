"""Lantern: a card game for two, as small as a game can be that still has every trouble a large one has.

Eight cards of three kinds (3, 3, 2). Each seat gets two, hidden; a drawn seat starts. In turn, two actions each: play a
card, then draw one face up; or make a vow, once, in secret, on how the lantern falls. At the end it falls (face 1
with probability 3/4), vows are shown, hands are not. A card of kind k is worth k + 1, a kept vow 3; more points win.
"""

from types import SimpleNamespace
from typing import Any, ClassVar

from caravela.cext.core import Game, State
from tests.conformance.ctable import CHANCE, TERMINAL, ZERO_SUM, CRng, PythonEngine, engine_capsule
from tests.conformance.ctable import State as Block

COPIES = (3, 3, 2)
DEAL, START, ACT, DRAW, FALL, OVER = range(6)

# Where things are in the 32 bytes; the last two are padding.
PHASE, MOVER, DONE, DECK, HIDDEN, KNOWN, TABLE, VOW, FACE, DRAWS, HELD = 0, 1, 2, 3, 6, 12, 18, 24, 26, 27, 28
UNKNOWN_VOW = 3

# Actions: play a kind, vow a face. Outcomes: a kind, a starting seat, a face.
VOW_0 = 3
START_0 = 3
FACE_0 = 5
# Codes.
DEALT, DEALT_TO, PLAYED, VOWED, VOWED_BY, DRAWN, STARTS, FELL, SHOWN = 0, 3, 5, 11, 13, 15, 18, 20, 22
CODES = 25


def hand(s: Block | bytes, at: int, seat: int) -> list[int]:
    """Counts by kind of a seat's hidden (at HIDDEN), known or played cards."""
    return [s[at + 3 * seat + kind] for kind in range(3)]


class Lantern(PythonEngine):
    name = "lantern"
    size = 32
    table: ClassVar[dict[str, float]] = {
        "align": 1,
        "layout": 0x4C01,
        "players": 2,
        "action_count": 5,
        "legal_max": 5,
        "chance_max": 7,
        "decisions_max": 4,
        "steps_max": 14,
        "codes_max": 2,
        "min_utility": -1.0,
        "max_utility": 1.0,
        "score_scale": 3.0,
        "flags": ZERO_SUM,
    }

    def init(self, s: Block) -> None:
        s[:] = [0] * self.size
        s[DECK : DECK + 3] = COPIES

    def current_player(self, s: Block) -> int:
        return s[MOVER] if s[PHASE] == ACT else TERMINAL if s[PHASE] == OVER else CHANCE

    def legal_actions(self, s: Block) -> list[int]:
        if s[PHASE] != ACT:
            return []
        seat = s[MOVER]
        plays = [k for k in range(3) if s[HIDDEN + 3 * seat + k] + s[KNOWN + 3 * seat + k]]
        return plays + ([VOW_0, VOW_0 + 1] if s[VOW + seat] == 0 else [])

    def chance_outcomes(self, s: Block) -> list[tuple[int, float]]:
        if s[PHASE] == START:
            return [(START_0, 0.5), (START_0 + 1, 0.5)]
        if s[PHASE] == FALL:
            return [(FACE_0, 0.25), (FACE_0 + 1, 0.75)]
        deck = s[DECK : DECK + 3]
        return [(k, deck[k] / sum(deck)) for k in range(3) if deck[k]]

    def sample_chance(self, s: Block, rng: CRng) -> int:
        if s[PHASE] == START:
            return START_0 + rng.below(2)
        if s[PHASE] == FALL:
            return FACE_0 + (rng.below(4) > 0)
        return self.draw(list(s[DECK : DECK + 3]), rng)

    @staticmethod
    def draw(deck: list[int], rng: CRng) -> int:
        left = rng.below(sum(deck))
        kind = 0
        while left >= deck[kind]:
            left -= deck[kind]
            kind += 1
        return kind

    def chance_key(self, s: Block) -> int:
        ordinal = {DEAL: s[HELD] + s[HELD + 1], DRAW: s[DRAWS]}.get(s[PHASE], 0)
        return s[PHASE] << 32 | ordinal

    def apply(self, s: Block, a: int) -> None:
        phase, seat = s[PHASE], s[MOVER]
        if phase == DEAL:
            s[DECK + a] -= 1
            s[HIDDEN + 3 * seat + a] += 1
            s[HELD + seat] += 1
            if s[HELD + seat] == 2:
                s[MOVER] = 1 - seat
                s[PHASE] = START if seat else DEAL
        elif phase == START:
            s[MOVER], s[PHASE] = a - START_0, ACT
        elif phase == ACT and a < VOW_0:
            # A known copy counts as the one played.
            from_known = s[KNOWN + 3 * seat + a] > 0
            s[(KNOWN if from_known else HIDDEN) + 3 * seat + a] -= 1
            s[HELD + seat] -= not from_known
            s[TABLE + 3 * seat + a] += 1
            s[PHASE] = DRAW
        elif phase == ACT:
            s[VOW + seat] = 1 + a - VOW_0
            self.next_turn(s)
        elif phase == DRAW:
            s[DECK + a] -= 1
            s[KNOWN + 3 * seat + a] += 1
            s[DRAWS] += 1
            self.next_turn(s)
        else:
            s[FACE], s[PHASE] = 1 + a - FACE_0, OVER

    def next_turn(self, s: Block) -> None:
        s[DONE] += 1
        s[MOVER] = 1 - s[MOVER]
        s[PHASE] = ACT
        if s[DONE] == 4:
            s[MOVER], s[PHASE] = 0, FALL

    def observe(self, before: Block, a: int, after: Block, p: int) -> list[int]:
        phase, seat = before[PHASE], before[MOVER]
        if phase == DEAL:
            return [DEALT + a if seat == p else DEALT_TO + seat]
        if phase == START:
            return [STARTS + a - START_0]
        if phase == DRAW:
            return [DRAWN + a]
        if phase == FALL:
            return [FELL + a - FACE_0, SHOWN + before[VOW + 1 - p]]
        if a < VOW_0:
            return [PLAYED + 3 * seat + a]
        return [VOWED + a - VOW_0 if seat == p else VOWED_BY + seat]

    def redact(self, s: Block, p: int) -> None:
        other = 1 - p
        for kind in range(3):
            s[DECK + kind] += s[HIDDEN + 3 * other + kind]
            s[HIDDEN + 3 * other + kind] = 0
        if s[VOW + other] and s[PHASE] != OVER:
            s[VOW + other] = UNKNOWN_VOW

    def determinize(self, view: Block, out: Block, p: int, rng: CRng) -> int:
        out[:] = view[:]
        other = 1 - p
        for _ in range(out[HELD + other]):
            kind = self.draw(list(out[DECK : DECK + 3]), rng)
            out[DECK + kind] -= 1
            out[HIDDEN + 3 * other + kind] += 1
        if out[VOW + other] == UNKNOWN_VOW:
            out[VOW + other] = 1 + rng.below(2)
        return 0

    def scores(self, s: Block) -> list[float]:
        return [
            float(sum((k + 1) * n for k, n in enumerate(hand(s, TABLE, p))) + 3 * (s[VOW + p] == s[FACE]))
            for p in range(2)
        ]

    def returns(self, s: Block) -> list[float]:
        mine, other = self.scores(s)
        won = float((mine > other) - (mine < other))
        return [won, -won]

    def ranks(self, s: Block) -> list[int]:
        mine, other = self.scores(s)
        return [1 + (other > mine), 1 + (mine > other)]

    def validate(self, s: Block, p: int) -> int:
        phase, mover = s[PHASE], s[MOVER]
        if phase > OVER or mover > 1 or s[DONE] > 4 or s[DRAWS] > s[DONE] + 1 or s[30] or s[31]:
            return 1
        if (phase in (START, FALL, OVER) and mover) or (phase in (FALL, OVER)) != (s[DONE] == 4):
            return 2
        if (phase == OVER and s[FACE] not in (1, 2)) or (phase != OVER and s[FACE]):
            return 3
        for kind in range(3):
            there = s[DECK + kind] + sum(hand(s, at, q)[kind] for at in (HIDDEN, KNOWN, TABLE) for q in range(2))
            if there != COPIES[kind]:
                return 4
        for q in range(2):
            hidden = p >= 0 and q != p
            if sum(hand(s, HIDDEN, q)) != (0 if hidden else s[HELD + q]) or s[HELD + q] > 2:
                return 5
            unknown = hidden and phase != OVER
            if s[VOW + q] not in ((0, UNKNOWN_VOW) if unknown else (0, 1, 2)):
                return 6
            held = s[HELD + q] + sum(hand(s, KNOWN, q))
            if phase > DEAL and held != (1 if phase == DRAW and q == mover else 2):
                return 7
        vows = sum(s[VOW + q] != 0 for q in range(2))
        played = sum(sum(hand(s, TABLE, q)) for q in range(2))
        if phase > DEAL and (vows + played != s[DONE] + (phase == DRAW) or s[DRAWS] != played - (phase == DRAW)):
            return 8
        if phase == DEAL and (vows or played or s[DRAWS] or s[DONE] or s[HELD + 1 - mover] != (2 if mover else 0)):
            return 9
        if phase == DEAL and s[HELD + mover] > 1:
            return 10
        return 0


def _observation_string(state: Any, player: int) -> str:
    return state.to_bytes().hex()


TEXT: dict[str, Any] = dict(  # noqa: C408
    action_to_string=lambda game, a: f"play{a}" if a < VOW_0 else f"vow{a - VOW_0}",
    chance_to_string=lambda game, o: f"card{o}" if o < START_0 else f"start{o - 3}" if o < FACE_0 else f"face{o - 5}",
    code_to_string=lambda game, code: f"code{code}" if 0 <= code < CODES else _no_code(code),
    describe_action=lambda game, a: f"Action {a}",
    observation_string=_observation_string,
)


def _no_code(code: int) -> str:
    raise ValueError(f"no code {code}")


def open_lantern(engine: PythonEngine | None = None, text: dict[str, Any] | None = None) -> Game:
    """A game of lantern, or of a mutant of it, with other names if given."""
    names = SimpleNamespace(**(TEXT | (text or {})))
    return Game(engine_capsule(engine or Lantern()), "lantern", {}, {}, names, "lantern")


def rotate_history(game: Game, history: list[int], by: int) -> list[int]:
    if by % 2 == 0:
        return history
    dealt, rest = history[:4], history[4:]
    return [*dealt[2:], *dealt[:2], *(START_0 + 1 - (a - START_0) for a in rest[:1]), *rest[1:]]


def choice_weight(state: State, action: int, player: int) -> float:
    """The law, by physical cards: two equal hidden cards are two ways to play one."""
    s, seat = state.to_bytes(), state.current_player()
    if action >= VOW_0:
        return 0.5
    return 1.0 if hand(s, KNOWN, seat)[action] else float(hand(s, HIDDEN, seat)[action])


def explain_world(game: Game, history: list[int], player: int, world: State) -> list[int]:
    """Deals the other seat what it played from hiding and still holds, and lets it vow as the world says."""
    other = 1 - player
    s = world.to_bytes()
    told = list(history)
    state = game.new_initial_state()
    dealt = [k for k in range(3) for _ in range(hand(s, HIDDEN, other)[k])]
    for i, action in enumerate(history):
        if i > 4 and state.current_player() == other:
            if action >= VOW_0:
                told[i] = VOW_0 + s[VOW + other] - 1
            elif not hand(state.to_bytes(), KNOWN, other)[action]:
                dealt.append(action)
        state.apply_action(action)
    for i in range(2 * other, min(2 * other + 2, len(history))):
        told[i] = dealt[i - 2 * other]
    return told
