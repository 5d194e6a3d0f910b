"""Reading rows of wall lists: what the EGF's and the FFG's lists have in common."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError
from tournament.formats.fields import Notes
from tournament.formats.wall_games import WallGames
from tournament.state.people import Player
from tournament.state.ranks import RankError, nearest_rank


def underscores_to_spaces(text: str) -> str:
    """Return a name with spaces for the ``_`` of result lists."""
    return " ".join(text.replace("_", " ").split())


def rank_of(grade: str, line: int) -> int:
    """Return the rank of a grade as lists write it. Raises FormatError with the line."""
    try:
        return nearest_rank(grade if grade[-1:].isalpha() else f"{grade}k")
    except RankError:
        raise FormatError(
            "bad_grade",
            _("%(grade)r is not a grade. Write 30k to 1k, 1d to 9d or 1p to 9p.")
            % {"grade": grade},
            line=line,
            field="grade",
        ) from None


def row_numbers(places: Sequence[int | None]) -> list[int]:
    """Return the number by which cells refer to each row: its place, if all places are unique.

    Lists that leave shared places empty or repeat them number the rows.
    """
    if None not in places and len(set(places)) == len(places) and 0 not in places:
        return [place for place in places if place is not None]
    return list(range(1, len(places) + 1))


def with_absences(players: Iterable[Player], found: WallGames) -> tuple[Player, ...]:
    """Return the players with the absences that their rows state."""
    return tuple(
        replace(player, absent=frozenset(found.absent.get(player.id, ()))) for player in players
    )


def limited_notes(*parts: Iterable[Message]) -> tuple[Message, ...]:
    """Return notes, each once; beyond the limit only their number."""
    notes = Notes()
    for part in parts:
        for sentence in part:
            notes.add(sentence)
    return notes.messages()


def no_players() -> FormatError:
    """Return the error for a list without rows."""
    return FormatError(
        "no_players",
        _("The list has no players. Export the results again."),
    )
