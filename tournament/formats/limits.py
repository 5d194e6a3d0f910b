"""How large a file may be; a larger one is refused before any work is done on it."""

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError

MAX_BYTES = 20 * 1024 * 1024
MAX_DEPTH = 32
"""The most nested elements; programs write 5 at most."""
MAX_ELEMENTS = 400_000
MAX_PLAYERS = 5_000
"""The most players in a tournament."""
MAX_GAMES = 200_000
MAX_ROUNDS = 100
MAX_TEXT = 500
"""The most characters of a name or any other text in a file that we keep in one of our fields."""
MAX_NOTES = 200
"""The most notes; beyond that only their number is given."""


def check_size(data: bytes) -> None:
    """Raise FormatError for a file that is empty or too large."""
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
    """Raise FormatError if there are more than ``most`` of something; ``what`` is its plural."""
    if count > most:
        raise FormatError(
            "too_many",
            _("The file has more than %(most)d %(what)s. Split the tournament.")
            % {"most": most, "what": what},
        )
