"""A base class for the rows of large tables, whose attributes templates find faster."""

from typing import Any


class Row:
    """A value whose attributes a template finds at the first try.

    Templates try an index before an attribute, and the exception of a value without indices takes
    longer than everything else in the line.
    """

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        """Return an attribute. Raises AttributeError if there is none."""
        return getattr(self, name)
