import datetime as dt
from typing import Any

import pytest

from caravela.cext.flatten import INTEGER, REAL, TEXT, digest, flatten


def test_keys_kinds_and_order() -> None:
    data = {
        "zone": {"width": 3, "names": ["a", "b"]},
        "ship": [{"limit": 15, "name": "juncal"}, {"limit": 18.5, "name": "santa"}],
        "mixed": [1, 2.5],
        "empty": [],
        "Upper": True,
    }
    assert flatten({"players": 3, "drawn": False}, data) == [
        ("Upper", INTEGER, (1,)),
        ("empty", INTEGER, ()),
        ("mixed", REAL, (1.0, 2.5)),
        ("options.drawn", INTEGER, (0,)),
        ("options.players", INTEGER, (3,)),
        ("ship.0.limit", INTEGER, (15,)),
        ("ship.0.name", TEXT, ("juncal",)),
        ("ship.1.limit", REAL, (18.5,)),
        ("ship.1.name", TEXT, ("santa",)),
        ("zone.names", TEXT, ("a", "b")),
        ("zone.width", INTEGER, (3,)),
    ]


def loop() -> dict[str, Any]:
    data: dict[str, Any] = {}
    data["inner"] = data
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"options": {"players": 2}}, "taken by the game's options"),
        ({"day": dt.date(2026, 1, 1)}, "day holds date"),
        ({"mixed": [1, "a"]}, "mixed holds int, str"),
        ({"mixed": [{"a": 1}, 2]}, "mixed mixes tables and values"),
        ({"nested": [[1], [2]]}, "nested holds list"),
        ({"big": 2**63}, "big is 9223372036854775808"),
        ({"nan": float("nan")}, "must be finite"),
        ({"a.b": 1}, "without dots"),
        ({"": 1}, "non-empty"),
        ({3: 1}, "bad key 3"),
        ({"t": {"nul\0": 1}}, "in t: keys"),
        ({"text": "a\0b"}, "NUL"),
        ({"none": None}, "none holds NoneType"),
        (loop(), "nested more than"),
    ],
)
def test_refuses(data: dict[Any, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        flatten({}, data)


def test_digest_depends_on_everything_but_the_order_given() -> None:
    def of(name: str, version: int, options: dict[str, Any], data: dict[str, Any]) -> int:
        return digest(name, version, flatten(options, data))

    base = of("toy", 1, {"a": 1}, {"x": [1, 2], "y": "z"})
    assert base == of("toy", 1, {"a": 1}, {"y": "z", "x": [1, 2]})
    assert base < 2**64
    others = [
        of("toy2", 1, {"a": 1}, {"x": [1, 2], "y": "z"}),
        of("toy", 2, {"a": 1}, {"x": [1, 2], "y": "z"}),
        of("toy", 1, {"a": 2}, {"x": [1, 2], "y": "z"}),
        of("toy", 1, {"a": 1}, {"x": [2, 1], "y": "z"}),
        of("toy", 1, {"a": 1}, {"x": [1.0, 2], "y": "z"}),
        of("toy", 1, {"a": 1}, {"x": [1, 2], "y": "w"}),
        of("toy", 1, {"a": 1}, {"x": [1, 2]}),
    ]
    assert len({base, *others}) == 8


def test_digest_is_the_same_on_every_machine() -> None:
    assert digest("toy", 1, flatten({"players": 2}, {"x": [0.1, 3]})) == 14414586001046939095
