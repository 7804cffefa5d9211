"""Kuhn poker: one card each, one bet; the smallest game of bluffing."""

from pathlib import Path

from caravela.engines.kuhn_poker import text
from caravela.engines.kuhn_poker.law import explain_world
from caravela.engines.kuhn_poker.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

ENGINE = EngineSpec(
    name="kuhn_poker",
    title="Kuhn poker",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(Option("players", int, 2, "how many play; the deck has a card more", low=2, high=8),),
    text=text,
    variants=({"players": 2}, {"players": 3}, {"players": 8}),
    reduced=({"players": 2}, {"players": 3}),
    explain_world=explain_world,
)
