"""Hidden matching pennies: the smallest game with a simultaneous secret choice."""

from pathlib import Path

from caravela.engines.pennies import text
from caravela.engines.pennies.rules import ENGINE as CAPSULE
from caravela.engines.registry import EngineSpec, Option

ENGINE = EngineSpec(
    name="pennies",
    title="Hidden matching pennies",
    engine=CAPSULE,
    data_path=Path(__file__).with_name("data.toml"),
    options=(Option("rounds", int, 1, "how many times the coins are compared", low=1, high=1000),),
    text=text,
    variants=({"rounds": 1}, {"rounds": 5}),
    reduced=({"rounds": 1}, {"rounds": 2}),
)
