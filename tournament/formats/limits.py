"""How large a file may be. Whatever is beyond is refused before any work is done on it."""

from language.localtext import LocalText
from tournament.formats.errors import FormatError

MAX_BYTES = 20 * 1024 * 1024
MAX_DEPTH = 32
"""Nested elements; the deepest that programs write is 5."""
MAX_ELEMENTS = 400_000
MAX_PLAYERS = 10_000
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
            LocalText(
                "The file is empty. Export the tournament again and send that file.",
                "Le fichier est vide. Exportez de nouveau le tournoi et envoyez ce fichier.",
            ),
        )
    if len(data) > MAX_BYTES:
        raise FormatError(
            "too_large",
            LocalText(
                f"The file has more than {MAX_BYTES // 1024 // 1024} MB. "
                "Send the tournament file alone.",
                f"Le fichier dépasse {MAX_BYTES // 1024 // 1024} Mo. "
                "Envoyez le seul fichier du tournoi.",
            ),
        )


def check_count(what: LocalText, count: int, most: int) -> None:
    """Raise FormatError when there are more than ``most`` of something; ``what`` is its plural."""
    if count > most:
        raise FormatError(
            "too_many",
            LocalText(
                f"The file has more than {most} {what.en}. Split the tournament.",
                f"Le fichier contient plus de {most} {what.fr}. Divisez le tournoi.",
            ),
        )
