"""Veracruz 1631 behind the C interface."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
