"""How large a file may be; whatever is larger is refused before any work is done on it."""

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError

MAX_BYTES = 20 * 1024 * 1024
MAX_DEPTH = 32
"""Nested elements; the deepest that programs write is 5."""
MAX_ELEMENTS = 400_000
MAX_PLAYERS = 5_000
"""So many players a tournament has at most."""
MAX_GAMES = 200_000
MAX_ROUNDS = 100
MAX_TEXT = 500
"""Characters of a name or any other text of a file that we keep in a field of our own."""
MAX_NOTES = 200
"""Sentences about departures; from there on only their number is told."""


def check_size(data: bytes) -> None:
    """Raise FormatError for a file that is empty or larger than we read."""
    if not data.strip(b"\xef\xbb\xbf \t\r\n\0"):
        raise FormatError(
            "empty",
            _("The file is empty. Save it again and send that file."),
        )
    if len(data) > MAX_BYTES:
        raise FormatError(
            "too_large",
            _("The file is larger than %(most)d MB. Send only the tournament file.")
            % {"most": MAX_BYTES // 1024 // 1024},
        )


def check_count(what: Message, count: int, most: int) -> None:
    """Raise FormatError when there are more than ``most`` of something; ``what`` is its plural."""
    if count > most:
        raise FormatError(
            "too_many",
            _("The file has more than %(most)d %(what)s. Split the tournament.")
            % {"most": most, "what": what},
        )
