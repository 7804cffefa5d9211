"""Monty Hall: the smallest game in which a player who saw the truth would win more."""

from pathlib import Path

from caravela.engines.monty_hall import text
from caravela.engines.monty_hall.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

ENGINE = EngineSpec(
    name="monty_hall",
    title="Monty Hall",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(Option("doors", int, 3, "how many doors there are", low=3, high=20),),
    text=text,
    variants=({"doors": 3}, {"doors": 5}),
    reduced=({"doors": 3}, {"doors": 4}),
)
