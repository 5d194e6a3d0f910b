"""Doing a change to look at what comes of it, and doing it only where nothing else has changed."""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.corrections.selectors.effects import Effects, effect_between
from adjudication.corrections.selectors.history import Event, event_of
from tournament.common.locks import open_tournament
from tournament.errors import Conflict, NotFound
from tournament.models import AuditEvent, Round, Tournament
from tournament.rounds.selectors.state import state_of

Change = Callable[[], AuditEvent]


def foresee(change: Change, *, tournament_id: int, round_number: int) -> tuple[Event, Effects]:
    """Do a change of a round, look at what it writes and does to the standings, take it all back.

    Raises NotFound, and what the change raises.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    old = state_of(tournament)
    with transaction.atomic():
        event, new = event_of(tournament_id, change().pk), state_of(tournament)
        transaction.set_rollback(True)
    assert event is not None, "it was just written"
    # Standings take their time: nobody waits for them, the tables are free again.
    return event, effect_between(tournament, old, new, round_number=round_number)


@transaction.atomic
def do_if_still(
    change: Change, *, tournament_id: int, round_id: int, seen: str, now: Callable[[], str]
) -> AuditEvent:
    """Do a change of a round where ``now`` gives what was ``seen``; nobody else changes it then.

    Raises Conflict (``changed_since``) where it gives something else, and what the change raises.
    """
    open_tournament(tournament_id)
    Round.objects.select_for_update().filter(pk=round_id).first()
    if now() != seen:
        raise changed_since()
    return change()


def changed_since() -> Conflict:
    """Return the error that something changed since a page was made."""
    return Conflict(
        "changed_since",
        text=_(
            "Somebody else has changed something here. This is the current state: check it and "
            "decide again. What you typed is still there."
        ),
    )
