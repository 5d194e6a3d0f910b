"""The round clock: started, paused, set, and what it shows meanwhile."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from adjudication.corrections.services.undo import undo
from tests.factories import GameFactory
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Round, RoundState, Tournament
from tournament.rounds.selectors.running import ClockView, clock_of
from tournament.rounds.services import clock
from tournament.rounds.services.rounds import publish_round, withdraw_round

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 2, 12, tzinfo=timezone.get_fixed_timezone(0))


@pytest.fixture
def round_() -> Round:
    game = GameFactory()
    Tournament.objects.update(round_minutes=60, report_minutes=10)
    return game.round


@pytest.fixture
def at(monkeypatch):
    """Return what sets the time of day, in minutes after noon."""

    def set_to(minutes: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(minutes=minutes))

    set_to(0)
    return set_to


def seen(round_: Round) -> ClockView:
    found = clock_of(Round.objects.get(pk=round_.pk))
    assert found is not None
    return found


def test_a_clock_counts_down_from_the_tournaments_length(round_, at):
    assert clock_of(round_) is None
    clock.start_clock(round_id=round_.pk)
    at(25.5)
    view = seen(round_)
    assert (view.remaining_seconds, view.running, view.paused) == (34 * 60 + 30, True, False)
    assert view.digits == "34:30"
    assert view.ends_at == NOON + timedelta(minutes=60)
    assert view.report_until == NOON + timedelta(minutes=70)
    at(61)
    view = seen(round_)
    assert (view.remaining_seconds, view.over, view.digits) == (0, True, "0:00")


def test_a_started_clock_is_not_started_again(round_, at):
    clock.start_clock(round_id=round_.pk)
    at(5)
    clock.start_clock(round_id=round_.pk)
    assert seen(round_).remaining_seconds == 55 * 60
    assert AuditEvent.objects.filter(verb="round.clock").count() == 1


def test_a_pause_does_not_count(round_, at):
    clock.start_clock(round_id=round_.pk)
    at(10)
    clock.pause_clock(round_id=round_.pk)
    at(30)
    view = seen(round_)
    assert (view.remaining_seconds, view.running, view.paused) == (50 * 60, False, True)
    assert view.ends_at is None
    assert view.report_until is None
    clock.resume_clock(round_id=round_.pk)
    at(40)
    view = seen(round_)
    assert view.remaining_seconds == 40 * 60
    assert view.report_until == NOON + timedelta(minutes=90)


def test_minutes_are_set_and_given(round_, at):
    clock.set_clock(round_id=round_.pk, minutes=45)
    view = seen(round_)
    assert (view.remaining_seconds, view.running, view.paused) == (45 * 60, False, False)
    clock.start_clock(round_id=round_.pk)
    at(40)
    clock.add_minutes(round_id=round_.pk, minutes=10)
    assert seen(round_).remaining_seconds == 15 * 60
    clock.set_clock(round_id=round_.pk, minutes=3)
    assert seen(round_).remaining_seconds == 3 * 60
    clock.add_minutes(round_id=round_.pk, minutes=-5)
    assert seen(round_).over


def test_a_clock_that_has_run_out_gets_its_minutes_from_now(round_, at):
    clock.start_clock(round_id=round_.pk)
    at(75)
    clock.add_minutes(round_id=round_.pk, minutes=5)
    assert seen(round_).remaining_seconds == 5 * 60


def test_a_reset_clock_waits_at_the_tournaments_length(round_, at):
    clock.set_clock(round_id=round_.pk, minutes=5)
    clock.start_clock(round_id=round_.pk)
    clock.pause_clock(round_id=round_.pk)
    clock.reset_clock(round_id=round_.pk)
    view = seen(round_)
    assert (view.remaining_seconds, view.running, view.paused) == (3600, False, False)


def test_what_a_clock_cannot_do_is_told(round_, at):
    for too in (0, 1441):
        with pytest.raises(UserError):
            clock.set_clock(round_id=round_.pk, minutes=too)
    with pytest.raises(Conflict):
        clock.add_minutes(round_id=round_.pk, minutes=5)
    for step in (clock.pause_clock, clock.resume_clock):
        with pytest.raises(Conflict):
            step(round_id=round_.pk)
    Tournament.objects.update(round_minutes=None)
    with pytest.raises(UserError) as told:
        clock.start_clock(round_id=round_.pk)
    assert told.value.field == "minutes"
    Round.objects.update(state=RoundState.DRAFT)
    clock.set_clock(round_id=round_.pk, minutes=30)
    with pytest.raises(Conflict):
        clock.start_clock(round_id=round_.pk)
    Round.objects.update(state=RoundState.FINISHED)
    with pytest.raises(Conflict):
        clock.set_clock(round_id=round_.pk, minutes=30)


def test_every_change_is_written_down(round_, at):
    clock.start_clock(round_id=round_.pk)
    at(5)
    clock.pause_clock(round_id=round_.pk)
    started, paused = AuditEvent.objects.filter(verb="round.clock").order_by("pk")
    assert started.before["started_at"] is None
    assert started.after["step"] == "start"
    assert started.after["started_at"] == NOON.isoformat()
    assert paused.after["paused_at"] == (NOON + timedelta(minutes=5)).isoformat()
    assert paused.round_number == round_.number


def test_publishing_notes_when_and_taking_back_forgets_it_and_the_clock(round_, at):
    Round.objects.update(state=RoundState.DRAFT)
    publish_round(round_id=round_.pk)
    round_.refresh_from_db()
    assert round_.published_at == NOON
    clock.start_clock(round_id=round_.pk)
    withdraw_round(round_id=round_.pk)
    round_.refresh_from_db()
    assert (round_.published_at, round_.clock_started_at) == (None, None)
    assert round_.report_until is None
    assert round_.clock_seconds == 3600


def test_a_round_taken_back_tells_its_clock_and_has_it_again_when_that_is_undone(round_, at):
    clock.start_clock(round_id=round_.pk)
    at(10)
    clock.pause_clock(round_id=round_.pk)
    was = Round.objects.values(*clock.CLOCK_COLUMNS).get(pk=round_.pk)
    withdraw_round(round_id=round_.pk)
    event = AuditEvent.objects.get(verb="round.withdrawn")
    assert event.before["clock"]["paused_at"] == (NOON + timedelta(minutes=10)).isoformat()
    assert event.after == {"round": "draft"}
    at(12)
    again = undo(event_id=event.pk)
    assert Round.objects.values(*clock.CLOCK_COLUMNS).get(pk=round_.pk) == was
    assert again.after["clock"] == event.before["clock"]
    undo(event_id=again.pk)
    assert Round.objects.get(pk=round_.pk).clock_started_at is None


def test_a_round_without_a_running_clock_tells_none(round_, at):
    withdraw_round(round_id=round_.pk)
    publish_round(round_id=round_.pk)
    told = AuditEvent.objects.values_list("before", "after")
    assert list(told) == [
        ({"round": "draft"}, {"round": "published"}),
        ({"round": "published"}, {"round": "draft"}),
    ]
