"""The native engine of Kuhn poker."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
