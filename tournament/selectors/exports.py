"""A tournament as a file of another program."""

from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.formats.written import Written
from tournament.models import Tournament
from tournament.selectors.events import event_of


def exports(tournament_id: int) -> dict[Format, Written]:
    """Return a tournament in every format that can be written, read from the tables once."""
    event = event_of(Tournament.objects.get(pk=tournament_id))
    return {kind: writer.write(event) for kind, writer in WRITERS.items()}


def export(tournament_id: int, kind: Format) -> Written:
    """Return a tournament in a format, with what that format cannot carry.

    Raises KeyError for a format that is only read.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    return WRITERS[kind].write(event_of(tournament))
