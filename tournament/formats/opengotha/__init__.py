"""The XML files of OpenGotha, and of the programs that write the same (specification, 3.1)."""

from tournament.formats.opengotha.reader import read_opengotha

__all__ = ["read_opengotha"]
