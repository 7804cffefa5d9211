"""Sevilla 1503 behind the C interface."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
