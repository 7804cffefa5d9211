"""The pictures of a report, drawn with Matplotlib (extra `report`)."""

import io
from collections.abc import Callable, Sequence
from math import nan

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from caravela.arena.report import Report, Spread

Chart = Callable[[Axes, Report], None]

STYLE = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9,
    "svg.fonttype": "none",  # text stays text: smaller, and it can be searched
    "svg.hashsalt": "caravela",  # the same report gives the same bytes
}
COLOURS = ("#33608c", "#c4792b", "#5f8f4e", "#93538c", "#8a6d4b")
"""Of table sizes, smallest first."""
NAME = 26
"""Letters of a bot's name in a picture."""


def short(bot: str) -> str:
    """A bot's spec, cut in the middle if it is long."""
    half = (NAME - 1) // 2
    return bot if len(bot) <= NAME else f"{bot[:half]}…{bot[-half:]}"


def ratings(axes: Axes, report: Report) -> None:
    """Ratings with their intervals, best on top."""
    rated = [(s.bot, s.rating) for s in report.standings if s.rating]
    held = {anchor.bot for anchor in report.anchors}
    for row, (bot, rating) in enumerate(rated):
        axes.plot([rating.low, rating.high], [row, row], color=COLOURS[0], linewidth=2, solid_capstyle="butt")
        axes.plot([rating.value], [row], "D" if bot in held else "o", color=COLOURS[0], markersize=6)
        axes.annotate(f"{rating.value:.0f}", (rating.value, row), (0, 6), textcoords="offset points", ha="center")
    _rows(axes, [bot for bot, _ in rated])
    axes.margins(x=0.08)
    axes.grid(axis="x", alpha=0.3)
    axes.set_title("Rating with 95 % interval" + (" (diamonds: held fixed)" if held else ""))


def head_to_head(axes: Axes, report: Report) -> None:
    """The share of pairings in which the row's bot came in before the column's, in per cent."""
    bots = [s.bot for s in report.standings]
    share = {(pair.bot, pair.rival): 100 * pair.share for pair in report.pairs}
    grid = [[share.get((bot, rival), nan) for rival in bots] for bot in bots]
    axes.imshow(grid, cmap="RdYlBu", vmin=0, vmax=100, aspect="auto")
    for row, bot in enumerate(bots):
        for column, rival in enumerate(bots):
            if (bot, rival) in share:
                value = share[bot, rival]
                ink = "white" if abs(value - 50) > 38 else "black"
                axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=ink)
    _rows(axes, bots)
    axes.set_xticks(range(len(bots)), [short(bot) for bot in bots], rotation=40, ha="right", rotation_mode="anchor")
    axes.set_title("Row before column, % of pairings")


def seats(axes: Axes, report: Report) -> None:
    """What each seat is worth in rating points, by number of players."""
    rated = [(effect, effect.rating) for effect in report.seats if effect.rating]
    sizes = sorted({effect.players for effect, _ in rated})
    for effect, rating in rated:
        number = sizes.index(effect.players)
        position = effect.seat + (number - (len(sizes) - 1) / 2) * 0.8 / len(sizes)
        label = f"{effect.players} players" if effect.seat == 0 else None
        axes.bar(position, rating.value, 0.75 / len(sizes), color=_colour(number), label=label)
        axes.plot([position, position], [rating.low, rating.high], color="black", linewidth=1)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xticks(range(max(sizes, default=0)), [f"seat {seat}" for seat in range(max(sizes, default=0))])
    _legend(axes, len(sizes))
    axes.set_title("What a seat is worth, in rating points (95 %)")


def scores(axes: Axes, report: Report) -> None:
    """The spread of each bot's points, by number of players."""
    _boxes(axes, report.scores, [s.bot for s in report.standings])
    axes.set_title("Points: 5, 25, 50, 75, 95 % of games; mean as a dot")


def times(axes: Axes, report: Report) -> None:
    """Milliseconds for a move."""
    spreads = [
        Spread(t.bot, 0, t.moves, 1000 * t.per_move, tuple(max(1000 * q, 1e-4) for q in t.quantiles))
        for t in report.times
    ]
    _boxes(axes, spreads, [s.bot for s in report.standings])
    axes.set_xscale("log")
    axes.set_title("Milliseconds for a move: 5, 25, 50, 75, 95 % of games")


def draw(chart: Chart, report: Report) -> str:
    """One chart as an SVG element."""
    with rc_context(STYLE):
        rows = len(report.standings) * (len(report.undecided) if chart is scores else 1)
        height = 3.2 if chart is seats else (5.0 if chart is head_to_head else 1.2) + 0.32 * rows
        figure = Figure(figsize=(7.6, height), layout="constrained")
        chart(figure.add_subplot(), report)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    return text[text.index("<svg") :]


def overview(report: Report) -> bytes:
    """The main charts as one PNG."""
    with rc_context(STYLE):
        size = 3.4 + 0.3 * len(report.standings)
        figure = Figure(figsize=(13, 2 * size), layout="constrained")
        figure.suptitle(report.title)
        charts: Sequence[Chart] = (ratings, head_to_head, scores, seats)
        for axes, chart in zip(figure.subplots(2, 2).flat, charts, strict=True):
            chart(axes, report)
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=90, metadata={"Software": None})
    return file.getvalue()


def _rows(axes: Axes, bots: Sequence[str]) -> None:
    axes.set_yticks(range(len(bots)), [short(bot) for bot in bots])
    axes.set_ylim(len(bots) - 0.5, -0.7)


def _boxes(axes: Axes, spreads: Sequence[Spread], bots: Sequence[str]) -> None:
    sizes = sorted({spread.players for spread in spreads})
    for number, size in enumerate(sizes):
        group = [spread for spread in spreads if spread.players == size]
        boxes = [
            dict(zip(("whislo", "q1", "med", "q3", "whishi"), s.quantiles, strict=True))
            | {"mean": s.mean, "fliers": []}
            for s in group
        ]
        offset = (number - (len(sizes) - 1) / 2) * 0.8 / len(sizes)
        drawn = axes.bxp(
            boxes,
            positions=[bots.index(s.bot) + offset for s in group],
            widths=0.65 / len(sizes),
            orientation="horizontal",
            patch_artist=True,
            showmeans=True,
            manage_ticks=False,
            boxprops={"facecolor": _colour(number), "alpha": 0.75},
            medianprops={"color": "black"},
            meanprops={"marker": "o", "markerfacecolor": "white", "markeredgecolor": "black", "markersize": 3},
        )
        if size:
            drawn["boxes"][0].set_label(f"{size} players")
    _rows(axes, bots)
    axes.grid(axis="x", alpha=0.3)
    _legend(axes, len(sizes))


def _legend(axes: Axes, count: int) -> None:
    if count > 1:
        axes.legend(frameon=False, fontsize=8)


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]
