"""What every writer gives."""

from dataclasses import dataclass

from language.localtext import LocalText


@dataclass(frozen=True, slots=True)
class Written:
    """A file, and what the format could not carry: one sentence each, empty where nothing is lost."""

    data: bytes
    lost: tuple[LocalText, ...] = ()
