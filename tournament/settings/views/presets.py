"""Something to start a form from, with what it means."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset; ``current`` is the one that the tournament is set up as."""

    key: str
    label: str
    hint: str = ""
    current: bool = False
