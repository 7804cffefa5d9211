"""The report of hand-made results, and what is written of it."""

import csv
import io
import json
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from caravela.arena import GameResult, SeatResult
from caravela.arena.anchors import anchors_for, parse_anchors
from caravela.arena.exports import to_csv, to_json
from caravela.arena.markdown import to_markdown
from caravela.arena.page import to_html
from caravela.arena.report import Report, make_report
from caravela.bots.heuristics import Settings
from caravela.record import Fault

FAULT = Fault(3, 0, "raised", "ValueError: <script>alert(1)</script> | no & never")
ODD = "odd:weights=<b>&"


def seat(bot: str, place: int, score: float, seconds: float = 2.0, faults: tuple[Fault, ...] = ()) -> SeatResult:
    return SeatResult(bot, float(place == 1), place, score, 0.0, 10, seconds, 500, 1.0, faults)


def results() -> list[GameResult]:
    """40 deals for two, 10 for three; `good` mostly first, seat 0 often; a few faults."""
    games = []
    for deal in range(40):
        for turn in range(2):
            order = [("good", ODD), (ODD, "good")][turn]
            first = 0 if order[0] == "good" or deal % 3 == 0 else 1
            faults = (FAULT,) if deal == 0 else ()
            seats = tuple(
                seat(bot, 1 + (i != first), 9.0 - 4 * (i != first), faults=faults) for i, bot in enumerate(order)
            )
            games.append(GameResult(deal, seats, 7, "veracruz"))
    for deal in range(40, 50):
        for turn in range(3):
            bots = ["good", ODD, "third"][turn:] + ["good", ODD, "third"][:turn]
            seats = tuple(seat(bot, 1 + i, 5.0 - i, seconds=0.5) for i, bot in enumerate(bots))
            games.append(GameResult(deal, seats, 8, "veracruz(players=3)"))
    lost = tuple(seat(bot, 2, 0.0) for bot in ("good", ODD))
    return [*games, GameResult(50, tuple(replace(s, win=0.0) for s in lost), 9, "veracruz")]


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report(results(), title="A & B", settings={"seed": "1", "bots": f"good {ODD}"}, samples=50)


def test_its_parts(report: Report) -> None:
    assert report.games == 111
    assert report.undecided == {2: (1, 81), 3: (0, 30)}
    assert report.standings[0].bot == "good"
    assert [(e.players, e.seat) for e in report.seats] == [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
    first, second = (e.rating for e in report.seats[:2])
    assert first is not None
    assert second is not None
    assert first.value == pytest.approx(-second.value)
    assert first.value > 0
    pair = next(p for p in report.pairs if (p.bot, p.rival) == ("good", ODD))
    assert (pair.games, pair.claim) == (111, "better")
    assert report.superiority["good"][ODD] + report.superiority[ODD]["good"] == pytest.approx(1)
    assert {(s.bot, s.players): s.games for s in report.scores}["third", 3] == 30
    assert [(f.bot, f.kind, f.count) for f in report.faults] == [("good", "raised", 2), (ODD, "raised", 2)]
    good = report.times[0]
    assert (good.bot, good.moves, good.per_move) == ("good", 1110, pytest.approx((81 * 2 + 30 * 0.5) / 1110))
    assert good.quantiles[2] == pytest.approx(0.2)
    assert good.iterations_per_second == 500
    assert report.online is None


def test_times_change_nothing_else(report: Report) -> None:
    slow = [replace(r, seats=tuple(replace(s, seconds=99.0) for s in r.seats)) for r in results()]
    again = make_report(slow, title="A & B", settings=report.settings, samples=50)
    assert again != report
    assert replace(again, times=report.times) == report


def test_the_order_of_games_changes_nothing(report: Report) -> None:
    games = results()
    again = make_report([games[i] for i in np.random.default_rng(0).permutation(len(games))], samples=50)
    assert again.standings == report.standings
    assert again.seats == report.seats
    assert again.pairs == report.pairs
    assert again.superiority == report.superiority
    assert again.scores == report.scores


def test_no_game_no_report() -> None:
    with pytest.raises(ValueError, match="no game has been played"):
        make_report([])


def test_json_holds_all_of_it(report: Report) -> None:
    data = json.loads(to_json(report))
    assert data["standings"][0]["rating"]["value"] == report.standings[0].rating.value  # type: ignore[union-attr]
    assert len(data["pairs"]) == 6
    assert data["settings"] == {"seed": "1", "bots": f"good {ODD}"}


def test_csv_tables_are_rectangular(report: Report) -> None:
    tables = {name: list(csv.DictReader(io.StringIO(text))) for name, text in to_csv(report, results()).items()}
    assert {name: len(rows) for name, rows in tables.items()} == {
        "standings": 3,
        "seats": 5,
        "pairs": 6,
        "games": 81 * 2 + 30 * 3,
    }
    for rows in tables.values():
        assert all(None not in row and None not in row.values() for row in rows)
    assert tables["games"][0]["bot"] == "good"
    assert float(tables["pairs"][0]["share"]) == report.pairs[0].share


def test_markdown(report: Report) -> None:
    text = to_markdown(report)
    assert text.startswith("# A & B\n\n111 games. Games that nobody won, left out of ratings, wins and places: 1 of 81")
    assert re.search(r"^\| `good` \| 1\d{3} \(1\d{3} to 1\d{3}\) \| 111 \|", text, re.MULTILINE)
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(widths) == 1, block
    assert all(len(line) <= 120 for line in text.splitlines() if not line.startswith("|"))


class Page(HTMLParser):
    """Counts elements and collects text; fails where elements are not closed in order."""

    VOID = frozenset({"meta", "br", "use", "path", "image"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_stands_alone(report: Report) -> None:
    pytest.importorskip("matplotlib")
    html = to_html(report)
    page = Page(html)
    assert page.open == []
    tags = [tag for tag, _ in page.seen]
    assert tags.count("svg") == 5
    assert "script" not in tags
    for _, attributes in page.seen:
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith(("#", "data:")), attributes
    assert not re.search(r"@import|url\((?!#)", html)
    assert FAULT.detail in page.text
    assert ODD in page.text
    assert "NaN" not in html
    assert html == to_html(report)


def test_a_page_without_ratings(report: Report) -> None:
    pytest.importorskip("matplotlib")
    alone = make_report([GameResult(0, (seat("a", 1, 3.0), seat("a", 2, 1.0)))], samples=5)
    assert Page(to_html(alone)).open == []
    assert "Likelihood of superiority" not in to_html(alone)
    assert "| `a` | - | 2 |" in to_markdown(alone)


def test_the_overview_is_a_picture(report: Report) -> None:
    charts = pytest.importorskip("caravela.arena.charts")
    picture = charts.overview(report)
    assert picture.startswith(b"\x89PNG")
    assert 20_000 < len(picture) < 500_000


def test_without_matplotlib_the_extra_is_named(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "caravela.arena.charts", raising=False)
    monkeypatch.setattr(sys.modules["caravela.arena"], "charts", None, raising=False)
    monkeypatch.delattr(sys.modules["caravela.arena"], "charts")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ModuleNotFoundError, match=r"matplotlib: pip install 'caravela\[report\]'"):
        to_html(report)


def test_anchors_are_told(report: Report) -> None:
    held = make_report(results(), anchors={"good": 1400.0, ODD: 1300.0}, samples=20)
    assert [(a.bot, a.rating) for a in held.anchors] == [("good", 1400.0), (ODD, 1300.0)]
    assert sum(a.free for a in held.anchors) == pytest.approx(2700)
    assert "Scale: held at `good` = 1400" in to_markdown(held)
    one = make_report(results(), anchors={"good": 1400.0}, samples=20)
    assert "Scale: `good` = 1400 by definition." in to_markdown(one)


def test_anchors_of_a_game_count_from_two_on(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = Settings(anchors={"good": 1400, "third": 1200.5, "absent": 1.0})
    monkeypatch.setattr("caravela.arena.anchors.settings", lambda name: {"veracruz": measured}[name])
    assert anchors_for(results()) == {"good": 1400.0, "third": 1200.5}
    assert anchors_for(results()[:80]) == {}
    assert anchors_for([]) == {}


def test_anchors_as_text() -> None:
    assert parse_anchors(["random=1000", "flatmc:iterations=5=1200.5"]) == {
        "random": 1000.0,
        "flatmc:iterations=5": 1200.5,
    }
    for bad in ("random", "random=high", "=3", "random=nan"):
        with pytest.raises(ValueError, match="an anchor is BOT=RATING"):
            parse_anchors([bad])
    with pytest.raises(ValueError, match="given twice"):
        parse_anchors(["a=1", "a=2"])
