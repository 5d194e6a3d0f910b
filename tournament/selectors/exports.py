"""A tournament as a file of another program."""

from dataclasses import replace

from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.formats.written import Written
from tournament.models import Round, RoundState, Tournament
from tournament.selectors.events import event_of
from tournament.state.event import Event


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


def published_event(slug: str) -> tuple[Event, int] | None:
    """Return a tournament without its rounds in preparation, and the last round it has.

    None where there is no such tournament.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return None
    event = event_of(tournament)
    shown = set(
        Round.objects.filter(tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .values_list("number", flat=True)
    )
    state = replace(
        event.state,
        games=tuple(game for game in event.state.games if game.round in shown),
        byes=tuple(bye for bye in event.state.byes if bye.round in shown),
    )
    return replace(event, state=state), max(shown, default=0)
