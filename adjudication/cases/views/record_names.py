"""Names for the records of a game that has several: by who sent them, and with what."""

from django.utils.translation import gettext as _

from adjudication.models import Statement, Submission
from tournament.games import words
from tournament.games.selectors import GameRow


def record_name(game: GameRow, sent_by: int | None, *, replaced: bool = False) -> str:
    """Return what the record of a report is called, by the id of the player who sent the file."""
    colour = game.colour_of(sent_by)
    if not colour:
        return _("Record brought by the staff")
    player = game.black if colour == "black" else game.white
    values = {"name": player.name, "colour": words.colour(colour)}
    if replaced:
        return _("Replaced record of %(name)s (%(colour)s)") % values
    return _("Record of %(name)s (%(colour)s)") % values


def said_record_name(name: str) -> str:
    """Return what the record is called that came with a player's statement, or the staff's."""
    if not name:
        return _("Record brought by the staff")
    return _("Record with the statement of %(name)s") % {"name": name}


def record_names(game: GameRow) -> dict[str, str]:
    """Return the names of the records of a game by their SHA-256; none where it has only one.

    Whatever was ever sent has a name: a ruling or a player may have meant it. Two queries.
    """
    named: dict[str, str] = {}
    reports = Submission.objects.filter(game=game.id, record__isnull=False).order_by("pk")
    columns = ("record__sha256", "record__uploaded_by", "replaced_at")
    rows = list(reports.values_list(*columns))
    for digest, sent_by, replaced_at in sorted(rows, key=lambda row: row[2] is not None):
        named.setdefault(digest, record_name(game, sent_by, replaced=replaced_at is not None))
    said = Statement.objects.filter(case__game=game.id, record__isnull=False).order_by("pk")
    for digest, name in said.values_list("record__sha256", "player__name"):
        named.setdefault(digest, said_record_name(name or ""))
    return named if len(named) > 1 else {}
