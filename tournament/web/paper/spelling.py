"""Names in a PDF that has no letters for some of them: nobody goes missing without a word."""

from collections.abc import Iterable

from tournament.selectors.games import PlayerName
from tournament.web.paper import fonts


def spelled(text: str, number: int) -> str:
    """Return a player's name as a PDF prints it: with his number where letters are boxes."""
    if not number or fonts.printable(text):
        return text
    return f"#{number} {text}"


def not_printable(players: Iterable[PlayerName]) -> tuple[PlayerName, ...]:
    """Return the players whose name or club has letters that no font prints."""
    return tuple(
        player
        for player in players
        if not (fonts.printable(player.name) and fonts.printable(player.club))
    )


def with_reader_fonts(players: Iterable[PlayerName]) -> tuple[PlayerName, ...]:
    """Return the players whose letters the machine that opens the PDF needs a font for."""
    return tuple(
        player for player in players if fonts.needs_reader_fonts(f"{player.name} {player.club}")
    )
