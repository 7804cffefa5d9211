"""Pizarro & Co. behind the C interface."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
