"""The clock of a round: started, paused, set.

Every function locks the round first. A clock already in the requested state stays as it is, so a
second press is no error.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.recording import record
from tournament.common.locks import locked_round
from tournament.errors import Conflict, UserError
from tournament.models import Round, RoundState, Verb

LONGEST_MINUTES = 1440
CLOCK_COLUMNS = ("clock_seconds", "clock_started_at", "clock_paused_at", "report_until")


@transaction.atomic
def start_clock(*, round_id: int) -> None:
    """Start the clock of a published round, with the length set for it or the tournament's.

    Raises NotFound, UserError if no length is set anywhere, and Conflict for a round that is not
    being played.
    """
    round_ = _played(round_id)
    if round_.clock_started_at is not None:
        return
    if round_.clock_seconds is None:
        minutes = round_.tournament.round_minutes
        if not minutes:
            raise UserError(
                "minutes", field="minutes", text=_("Say how many minutes the clock is to run.")
            )
        round_.clock_seconds = 60 * minutes
    round_.clock_started_at = timezone.now()
    _keep(round_, "start")


@transaction.atomic
def pause_clock(*, round_id: int) -> None:
    """Pause the clock. Raises NotFound, and Conflict if it does not run."""
    round_ = _played(round_id)
    _check_started(round_)
    if round_.clock_paused_at is None:
        round_.clock_paused_at = timezone.now()
        _keep(round_, "pause")


@transaction.atomic
def resume_clock(*, round_id: int) -> None:
    """Resume a paused clock. Raises NotFound, and Conflict if it never started."""
    round_ = _played(round_id)
    _check_started(round_)
    if round_.clock_paused_at is not None and round_.clock_started_at is not None:
        round_.clock_started_at += timezone.now() - round_.clock_paused_at
        round_.clock_paused_at = None
        _keep(round_, "resume")


@transaction.atomic
def set_clock(*, round_id: int, minutes: int) -> None:
    """Set the time left on the clock; before the start, that is its whole length.

    Raises NotFound, UserError for less than a minute or more than a day, and Conflict for a round
    that is closed.
    """
    round_ = _open(round_id)
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise UserError("minutes", field="minutes", text=_("Write 1 to 1440 minutes."))
    round_.clock_seconds = _spent(round_) + 60 * minutes
    _keep(round_, "set")


@transaction.atomic
def add_minutes(*, round_id: int, minutes: int) -> None:
    """Add minutes to a clock, or take some away; it never goes below zero.

    A clock that has run out counts from now. Raises NotFound, UserError for more than a day, and
    Conflict for a clock that is not set and for a round that is closed.
    """
    round_ = _open(round_id)
    if round_.clock_seconds is None:
        raise Conflict("no_clock", text=_("The clock is not set yet: set its minutes first."))
    if not -LONGEST_MINUTES <= minutes <= LONGEST_MINUTES:
        raise UserError("minutes", field="minutes", text=_("Write 1 to 1440 minutes."))
    spent = _spent(round_)
    left = max(0, round_.clock_seconds - spent) + 60 * minutes
    round_.clock_seconds = spent + min(max(0, left), 60 * LONGEST_MINUTES)
    _keep(round_, "add")


@transaction.atomic
def reset_clock(*, round_id: int) -> None:
    """Reset the clock to the tournament's length, not running. Raises NotFound."""
    round_ = _open(round_id)
    minutes = round_.tournament.round_minutes
    round_.clock_started_at = round_.clock_paused_at = None
    round_.clock_seconds = 60 * minutes if minutes else None
    _keep(round_, "reset")


def _open(round_id: int) -> Round:
    round_ = locked_round(round_id)
    if round_.state == RoundState.FINISHED:
        raise Conflict("round_finished", text=_("The round is closed: its clock is over."))
    return round_


def _played(round_id: int) -> Round:
    round_ = _open(round_id)
    if round_.state != RoundState.PUBLISHED:
        raise Conflict("round_draft", text=_("The round is not published yet."))
    return round_


def _check_started(round_: Round) -> None:
    if round_.clock_started_at is None:
        raise Conflict("clock_stopped", text=_("The clock has not been started yet."))


def _spent(round_: Round) -> int:
    """Return how many seconds of the clock are used up."""
    if round_.clock_started_at is None:
        return 0
    until = round_.clock_paused_at or timezone.now()
    return int((until - round_.clock_started_at).total_seconds())


def _keep(round_: Round, step: str) -> None:
    """Save the clock, and until when players are asked to report."""
    round_.report_until = _report_until(round_)
    before = Round.objects.values(*CLOCK_COLUMNS).get(pk=round_.pk)
    after = {name: getattr(round_, name) for name in CLOCK_COLUMNS}
    if before == after:
        return
    round_.save(update_fields=CLOCK_COLUMNS)
    record(
        Verb.ROUND_CLOCK,
        tournament_id=round_.tournament_id,
        round_number=round_.number,
        before=clock_snapshot(before),
        after={"step": step, **clock_snapshot(after)},
    )


def _report_until(round_: Round) -> datetime | None:
    minutes = round_.tournament.report_minutes
    if not round_.clock_started_at or round_.clock_paused_at or minutes is None:
        return None
    seconds = (round_.clock_seconds or 0) + 60 * minutes
    return round_.clock_started_at + timedelta(seconds=seconds)


def clock_snapshot(columns: Mapping[str, object]) -> dict[str, object]:
    """Return the columns of a clock in a form that JSON can hold."""
    return {
        name.removeprefix("clock_"): value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in columns.items()
    }


def clock_from_snapshot(told: Mapping[str, Any]) -> dict[str, object]:
    """Return the columns from the output of :func:`clock_snapshot`.

    Raises KeyError, TypeError, ValueError for anything else.
    """
    moments = ("started_at", "paused_at", "report_until")
    found = {name: told[name] and datetime.fromisoformat(told[name]) for name in moments}
    return {
        "clock_seconds": told["seconds"],
        "clock_started_at": found["started_at"],
        "clock_paused_at": found["paused_at"],
        "report_until": found["report_until"],
    }
