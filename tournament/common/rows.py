"""A base class for the rows of large tables, whose attributes templates find faster."""

from typing import Any


class Row:
    """A value that a template finds the attributes of at the first try.

    Templates try an index before an attribute, and what a value without any raises takes longer
    than all else of the line.
    """

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        """Return an attribute. Raises AttributeError, as an attribute does."""
        return getattr(self, name)
