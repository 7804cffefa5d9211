"""The native engine of Leduc poker."""

ENGINE: object
"""PyCapsule "caravela.engine"."""
