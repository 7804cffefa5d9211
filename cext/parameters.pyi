"""Flat parameters as the C arrays that an engine's `open` reads."""

from caravela.cext.flatten import Parameter

class Parameters:
    """Owns the C form of a list of `flatten.Parameter`."""

    def __init__(self, items: list[Parameter]) -> None: ...
    @property
    def capsule(self) -> object:
        """PyCapsule "caravela.params", valid while this object lives."""
