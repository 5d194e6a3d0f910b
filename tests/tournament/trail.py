"""The audit trail as tests follow it: what was done last, there and back, and what is refused."""

from collections.abc import Callable

import pytest

from adjudication.corrections.selectors.history import HistoryFilter, event_of, history_page
from adjudication.corrections.selectors.undo import undo_checks
from adjudication.corrections.services.undo import undo
from tests.support.world import World
from tournament.audit.selectors.snapshots import rounds_now
from tournament.errors import Conflict
from tournament.models import AuditEvent
from tournament.rounds.selectors.state import state_of


def everything(world: World) -> object:
    rounds = list(world.tournament.rounds.order_by("number"))
    boards = rounds_now(rounds)
    told = [
        (one.state, list(boards[one.pk].boards.values()), boards[one.pk].byes) for one in rounds
    ]
    return state_of(world.tournament), told


def last() -> AuditEvent:
    event = AuditEvent.objects.first()
    assert event is not None
    return event


def there_and_back(world: World, change: Callable[[], object]) -> None:
    """Change, undo, undo the undoing, and undo that: everything is as it should be each time."""
    before = everything(world)
    change()
    after, event = everything(world), last()
    assert after != before
    for expected in (before, after, before):
        count = AuditEvent.objects.count()
        made = undo(event_id=event.pk)
        assert everything(world) == expected
        assert AuditEvent.objects.count() == count + 1
        assert made.undoes == event
        event = made


def refused(event: AuditEvent) -> str:
    page = history_page(event.tournament_id, HistoryFilter())
    told = undo_checks(event.tournament_id, page.events)[event.pk]
    with pytest.raises(Conflict) as caught:
        undo(event_id=event.pk)
    assert not told.may
    assert caught.value.code == told.code
    assert str(told.text)
    return told.code


def by_whom(event: AuditEvent) -> str:
    """Return under which name the trail shows who did it."""
    told = event_of(event.tournament_id, event.pk)
    return "" if told is None else told.name
