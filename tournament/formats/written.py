"""What every writer gives."""

from dataclasses import dataclass

from language.localtext import LocalText


@dataclass(frozen=True, slots=True)
class Written:
    """A file, and one sentence each of what the format could not carry."""

    data: bytes
    lost: tuple[LocalText, ...] = ()
