"""What a terminal shows while a tournament runs."""

import io

from rich.console import Console

from caravela.cli.progress import Watching
from tests.arena.made import game


def shown(*, terminal: bool) -> str:
    file = io.StringIO()
    watching = Watching(40, [], Console(file=file, force_terminal=terminal, width=100))
    watching._shown -= 10
    with watching._live:
        watching([game(0, ("alpha", 1), ("beta", 2)), game(0, ("beta", 2), ("alpha", 1))])
    return file.getvalue()


def test_bar_speed_and_who_leads() -> None:
    text = shown(terminal=True)
    assert "2/40" in text
    assert "games/s" in text
    assert "left" in text
    assert text.index("alpha") < text.index("beta")


def test_nothing_where_nobody_looks() -> None:
    assert not Watching(4, [], Console(file=io.StringIO(), force_terminal=False)).on
