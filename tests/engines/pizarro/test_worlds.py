"""Sampled worlds of the whole money against the law, written out for the hand of one seat."""

from collections import Counter
from itertools import product

import pytest
from scipy.stats import chisquare

from caravela.cext.core import Rng
from caravela.engines.pizarro.table import read_table

VALUES = range(1, 7)
SAMPLES = 8000


def tellings(known, hidden, story, tucked=()):
    """All that can have become of a hand, with the law's weights: (weight, tucked cards, hand).

    story: ("draw", v), ("out", v), ("tuck",), and ("least", n) for a bid. A known copy goes first; without one each
    hidden copy is as likely.
    """
    if not story:
        yield 1, tucked, tuple(sorted((known + hidden).elements()))
        return
    (what, *number), rest = story[0], story[1:]
    if what == "draw":
        yield from tellings(known, hidden + Counter(number), rest, tucked)
    elif what == "least":
        if sum((known + hidden).elements()) >= number[0]:
            yield from tellings(known, hidden, rest, tucked)
    else:
        for value in number or VALUES:
            ways = 1 if known[value] else hidden[value]
            if ways:
                left = known - Counter([value]) if known[value] else known
                other = hidden if known[value] else hidden - Counter([value])
                if what == "tuck":  # nobody knows which cards are left
                    left, other = Counter(), left + other
                for weight, *end in tellings(left, other, rest, (*tucked, value) if what == "tuck" else tucked):
                    yield weight * ways, *end


def law(start, story, stack):
    """The probability of each (tucked cards, hand). The draws of the story have no value yet."""
    found = Counter()
    for drawn in product(VALUES, repeat=sum(what == "draw" for what, *_ in story)):
        left, weight, told, cards = Counter(stack), 1, [], list(drawn)
        for what, *number in story:
            if what == "draw":
                number = [cards.pop(0)]
                weight *= left[number[0]]
                left -= Counter(number)
            told.append((what, *number))
        if weight:
            for ways, *end in tellings(Counter(start), Counter(), told):
                found[tuple(end)] += weight * ways
    total = sum(found.values())
    return {end: weight / total for end, weight in found.items()}


def play(table, story):
    """Seat 1 buys everything; seat 0 looks on. The last card laid at each sale is the price."""
    stage = table(players=3, explorers="magellan+vasco_da_gama", values=6)
    for what, *number in story:
        if what == "least":
            continue
        if what == "out":
            price = number[0]
        elif what == "draw":
            stage.sell("vasco_da_gama", 1, price, price).play(f"money:{number[0]}")
        else:
            stage.sell("magellan", 1, price, price).play(f"tuck:{number[0]}")
    return stage


STORIES = {
    "cards out of slots or not": [
        *[("out", 6), ("draw", 4), ("out", 5), ("tuck", 3), ("least", 4), ("out", 4), ("draw", 2)],
        *[("out", 2), ("tuck", 1), ("out", 4), ("draw", 6)],
    ],
    "more cards than slots": [
        *[("out", 6), ("draw", 3), ("out", 5), ("tuck", 2), ("out", 3), ("draw", 1), ("out", 4), ("tuck", 3)],
        *[("out", 1), ("draw", 1)],
    ],
    "slots are tucked": [
        *[("out", 2), ("draw", 2), ("out", 1), ("tuck", 2), ("out", 3), ("tuck", 4), ("out", 5), ("tuck", 6)],
    ],
    "a bid": [("out", 6), ("draw", 6), ("out", 5), ("tuck", 1), ("out", 6), ("draw", 4), ("least", 13)],
}


def end_of(world):
    """What was tucked, and the hand of seat 1."""
    there = read_table(world)
    hand = Counter(there.seats[1].known) + Counter(there.seats[1].hidden)
    return tuple(value for stack in there.stacks for value, _ in stack.cards), tuple(sorted(hand.elements()))


@pytest.mark.parametrize("name", STORIES)
def test_worlds_follow_the_law(table, name):
    story = STORIES[name]
    stage = play(table, story)
    if story[-1][0] == "least":
        stage.play("card:vasco_da_gama", f"bid:{story[-1][1]}")
    hidden = [(what, *(number if what in ("out", "least") else ())) for what, *number in story]
    expected = law(VALUES, hidden, dict.fromkeys(VALUES, 4))
    view, rng, found = stage.state.view(0), Rng(8), Counter()
    for _ in range(SAMPLES):
        world = view.determinize(rng)
        assert not world.fallback
        found[world] += 1
    seen = Counter()
    for world, times in found.items():
        seen[end_of(world)] += times
    assert seen.keys() <= expected.keys()
    common = [end for end, share in expected.items() if share * SAMPLES >= 8]
    assert len(common) > 5
    bins = [(seen[end], expected[end] * SAMPLES) for end in common]
    if len(common) < len(expected):  # all others together
        bins.append((SAMPLES - sum(n for n, _ in bins), SAMPLES - sum(n for _, n in bins)))
    assert chisquare(*zip(*bins, strict=True)).pvalue > 1e-3
