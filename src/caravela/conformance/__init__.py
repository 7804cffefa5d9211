"""Checks any game against the invariants that every bot and search relies on: `caravela.check(game)`."""

from caravela.conformance.result import CheckResult
from caravela.conformance.suite import check, run_checks

__all__ = ["CheckResult", "check", "run_checks"]
