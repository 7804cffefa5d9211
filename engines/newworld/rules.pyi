"""1500: The New World behind the C interface."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
