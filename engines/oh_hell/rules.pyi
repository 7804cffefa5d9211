"""The native engine of Oh Hell."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
