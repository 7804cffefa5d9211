"""What a check says, and how a check says it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class CheckResult:
    """The outcome of one check.

    `passed` is None where the check does not apply to this game (then `detail` says why): nothing was proved.
    """

    number: int
    name: str
    passed: bool | None
    detail: str

    @property
    def status(self) -> Literal["passed", "failed", "not applicable"]:
        """The outcome in words."""
        if self.passed is None:
            return "not applicable"
        return "passed" if self.passed else "failed"

    def __str__(self) -> str:
        return f"{self.number:>2}  {self.status:<14}  {self.name}: {self.detail}"


class Violation(Exception):  # noqa: N818 (a finding about a game, not an error of the suite)
    """The game breaks the invariant; the text says where and how."""


class NotApplicable(Exception):  # noqa: N818
    """The check cannot be made for this game; the text says why."""
