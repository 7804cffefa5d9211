"""`--margin` of `caravela match`: the question as options, and its answer."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from caravela.arena.contest import compared
from caravela.arena.sequential import SequentialTest

Margin = Annotated[
    str | None,
    typer.Option(
        "--margin",
        metavar="[LOW,]HIGH",
        help="Play until it is known whether the first bot is better than the next: by more than LOW (0) or less than "
        "HIGH, in points of pairings won.",
    ),
]
Alpha = Annotated[float, typer.Option("--alpha", metavar="P", help="With --margin: how often a wrong `better`.")]
Beta = Annotated[float, typer.Option("--beta", metavar="P", help="With --margin: how often a wrong `not better`.")]


def make_test(margin: str, alpha: float, beta: float, games: int | None, bots: Sequence[str]) -> SequentialTest:
    """The test that the options describe. ValueError if they describe none."""
    compared(bots)
    try:
        low, high = [0.0, float(margin)] if "," not in margin else map(float, margin.split(","))
    except ValueError:
        raise ValueError(f"--margin takes points such as 5 or 2,6, not {margin!r}") from None
    if games is not None and games < 1:
        raise ValueError(f"the number of games must be at least 1, not {games}")
    limit = None if games is None else -(-games // len(bots))
    return SequentialTest(low / 100, high / 100, alpha=alpha, beta=beta, limit=limit)


def answer(test: SequentialTest, bots: Sequence[str]) -> dict[str, Any]:
    """The verdict and what it rests on, as data; margins in points."""
    bot, rival = compared(bots)
    return {
        "bot": bot,
        "rival": rival,
        "verdict": test.verdict,
        "margin": 100 * test.margin,
        "low": 100 * test.low,
        "high": 100 * test.high,
        "alpha": test.alpha,
        "beta": test.beta,
        "deals": test.deals,
        "limit": test.limit,
    }


def sentence(test: SequentialTest, bots: Sequence[str]) -> str:
    """The verdict in words."""
    bot, rival = compared(bots)
    seen = f"{test.deals} deals, margin {100 * test.margin:+.1f} points"
    if test.verdict == "better":
        return f"Better: {bot} beats {rival} by more than {100 * test.low:g} points (error {test.alpha:g}; {seen})."
    if test.verdict == "not better":
        return f"Not better: {bot} beats {rival} by less than {100 * test.high:g} points (error {test.beta:g}; {seen})."
    return f"Undecided: whether {bot} is better than {rival} is not known after the limit ({seen})."
