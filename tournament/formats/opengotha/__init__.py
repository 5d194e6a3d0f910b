"""The XML files of OpenGotha, and of programs that write the same format (specification, 3.1)."""

from tournament.formats.opengotha.reader import opengotha_event, read_opengotha
from tournament.formats.opengotha.writer import write_opengotha

__all__ = ["opengotha_event", "read_opengotha", "write_opengotha"]
