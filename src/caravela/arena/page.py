"""A report as one HTML page that needs nothing else: pictures inside, no scripts, no network (extra `report`)."""

from importlib.resources import files

from caravela.arena import markdown
from caravela.arena.report import Report


def to_html(report: Report) -> str:
    """The page. ModuleNotFoundError without Jinja2 or Matplotlib, saying how to get them."""
    try:
        from jinja2 import Environment, StrictUndefined
        from markupsafe import Markup

        from caravela.arena import charts
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"HTML pages need {error.name}: pip install 'caravela[report]'") from None
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals.update(interval=markdown.interval, share=markdown.share, wins=markdown.wins)
    template = environment.from_string(files("caravela.arena").joinpath("page.jinja").read_text(encoding="utf-8"))
    shown = [charts.head_to_head, charts.scores, charts.times]
    if any(standing.rating for standing in report.standings):
        shown += [charts.ratings, charts.seats]
    pictures = {chart.__name__: Markup(charts.draw(chart, report)) for chart in shown}  # noqa: S704 - made here
    pairs = {(pair.bot, pair.rival): pair for pair in report.pairs}
    plain = markdown.anchor_note(report).replace("`", ""), markdown.HEAD_TO_HEAD.replace("**", "")
    page: str = template.render(
        report=report,
        pictures=pictures,
        pairs=pairs,
        summary=markdown.summary(report),
        anchor_note=plain[0],
        head_to_head_note=plain[1],
        superiority_note=markdown.SUPERIORITY,
        sizes=list(report.undecided),
        bots=[standing.bot for standing in report.standings],
    )
    return page
