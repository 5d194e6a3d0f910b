"""What every writer returns: the file, and what the format could not hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from language.messages import Message


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file, and a sentence on each thing that the format could not hold."""

    data: bytes
    lost: tuple[Message, ...] = ()


MOST_NAMES = 5


def first_few(names: Sequence[str]) -> str:
    """Return the first few of some names, and how many more there are."""
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" … +{more}" if more > 0 else "")
