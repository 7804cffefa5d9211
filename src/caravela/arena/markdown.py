"""A report as Markdown: its tables, and how numbers are told with their intervals."""

from collections.abc import Container, Iterable, Sequence
from textwrap import fill

from caravela.arena.ratings import Rating
from caravela.arena.report import Report
from caravela.arena.standings import Share, Standing


def to_markdown(report: Report, *, level: int = 1) -> str:
    """Tables for people. `level` is that of the first heading."""
    head, sub = "#" * level, "#" * (level + 1)
    parts = [f"{head} {report.title}", wrapped(summary(report)), standings_table(report)]
    parts += [wrapped(anchor_note(report))] if report.anchors else []
    parts += [f"{sub} Head to head", HEAD_TO_HEAD, pairs_table(report)]
    if report.superiority:
        parts += [f"{sub} Likelihood of superiority", SUPERIORITY, superiority_table(report)]
    parts += [f"{sub} Seats", seats_table(report)]
    parts += [f"{sub} Thinking time", times_table(report)]
    parts += [f"{sub} Faults", faults_table(report) if report.faults else "None."]
    if report.online is not None:
        rows = [(f"`{o.bot}`", f"{o.mu:.2f}", f"{o.sigma:.2f}", f"{o.ordinal:.2f}") for o in report.online]
        parts += [f"{sub} Online rating", markdown_table(("bot", "mu", "sigma", "mu - 3 sigma"), rows)]
    parts += [
        f"{sub} Settings",
        markdown_table(("setting", "value"), [(k, f"`{v}`") for k, v in report.settings.items()]),
    ]
    return "\n\n".join(parts) + "\n"


HEAD_TO_HEAD = (
    "Per cent of pairings in which the row's bot came in before the column's; ties, and games that nobody won, count\n"
    "half. **Bold**: shown by these games; margins under 5 points need 1,000 games."
)
SUPERIORITY = "Per cent of the bootstrap's draws in which the row's bot is rated above the column's."


def wrapped(text: str) -> str:
    """The text in lines of at most 119 letters."""
    return fill(text, 119, break_long_words=False, break_on_hyphens=False)


def summary(report: Report) -> str:
    """How many games, and how many nobody won."""
    lost = ", ".join(f"{none:,} of {games:,} with {size} players" for size, (none, games) in report.undecided.items())
    return f"{report.games:,} games. Games that nobody won, left out of ratings, wins and places: {lost}."


def anchor_note(report: Report) -> str:
    """Which ratings were held; empty if none was."""
    if not report.anchors:
        return ""
    held = ", ".join(f"`{a.bot}` = {a.rating:.0f}" for a in report.anchors)
    if len(report.anchors) == 1:
        return f"Scale: {held} by definition."
    free = ", ".join(f"`{a.bot}` {a.free:.0f}" for a in report.anchors)
    return f"Scale: held at {held}. These games alone would rate them: {free}."


def standings_table(report: Report) -> str:
    """Ratings, wins by number of players, points."""
    sizes = list(report.undecided)
    columns = ("bot", "rating (95 %)", "games", *(f"wins, {n} players" for n in sizes), "points", "place", "faults")
    rows = [
        (
            f"`{s.bot}`",
            interval(s.rating),
            f"{s.games:,}",
            *(wins(s, size) for size in sizes),
            f"{s.score:.2f}",
            f"{s.place:.2f}",
            str(s.faults),
        )
        for s in report.standings
    ]
    return markdown_table(columns, rows)


def pairs_table(report: Report) -> str:
    """Shares of pairings, a row and a column for each bot."""
    bots = [s.bot for s in report.standings]
    pairs = {(p.bot, p.rival): p for p in report.pairs}

    def cell(bot: str, rival: str) -> str:
        pair = pairs.get((bot, rival))
        return "" if pair is None else f"**{100 * pair.share:.1f}**" if pair.claim else f"{100 * pair.share:.1f}"

    return markdown_table(("", *(f"`{b}`" for b in bots)), [(f"`{a}`", *(cell(a, b) for b in bots)) for a in bots])


def superiority_table(report: Report) -> str:
    """Shares of draws, a row and a column for each bot."""
    bots = list(report.superiority)
    rows = [(f"`{a}`", *("" if a == b else f"{100 * report.superiority[a][b]:.1f}" for b in bots)) for a in bots]
    return markdown_table(("", *(f"`{b}`" for b in bots)), rows)


def seats_table(report: Report) -> str:
    """What seats are worth."""
    rows = [
        (str(e.players), str(e.seat), interval(e.rating, signed=True), share(e.wins), f"{e.score:.2f}")
        for e in report.seats
    ]
    return markdown_table(("players", "seat", "effect in rating points (95 %)", "wins (95 %)", "points"), rows)


def times_table(report: Report) -> str:
    """Moves and milliseconds."""
    rows = [
        (
            f"`{t.bot}`",
            f"{t.moves:,}",
            *(f"{1000 * seconds:.3f}" for seconds in (t.per_move, t.quantiles[2], t.quantiles[4])),
            f"{t.iterations_per_second:,.0f}",
        )
        for t in report.times
    ]
    return markdown_table(("bot", "moves", "ms a move", "median game", "95 % of games", "iterations/s"), rows)


def faults_table(report: Report) -> str:
    """Each kind of fault of each bot."""
    rows = [(f"`{f.bot}`", f.kind, f"{f.count:,}", f.example.replace("|", "\\|")) for f in report.faults]
    return markdown_table(("bot", "kind", "count", "the first"), rows, text=(0, 1, 3))


def interval(rating: Rating | None, *, signed: bool = False) -> str:
    """`1623 (1601 to 1644)`."""
    if rating is None:
        return "-"
    form = "+.0f" if signed else ".0f"
    if rating.low == rating.high:
        return f"{rating.value:{form}} (held)"
    return f"{rating.value:{form}} ({rating.low:{form}} to {rating.high:{form}})"


def share(found: Share | None) -> str:
    """`48.1 % (45.0 to 51.2)`."""
    return f"{100 * found.share:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})" if found else "-"


def wins(standing: Standing, size: int) -> str:
    """A bot's share of wins at one table size."""
    return share(standing.shares.get(size))


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, text: Container[int] = (0,)) -> str:
    """A table of Markdown. The columns numbered in `text` are flush left, the others flush right."""
    lines = [headings, ["---" if i in text else "---:" for i in range(len(headings))], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
