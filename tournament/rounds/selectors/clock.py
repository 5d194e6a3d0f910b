"""The round clock as every page shows it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.models import Round


@dataclass(frozen=True, slots=True)
class ClockView:
    """How the clock of a round stands at ``now``.

    ``remaining_seconds`` is never below 0. ``ends_at`` is None unless the clock ``running``: a
    paused one, and one that was only set, end at no known time. ``report_until`` is until when
    players are asked to report. With ``play_by`` there is no clock: the games are played by then,
    and ``closes_at`` is when the round closes.
    """

    now: datetime
    remaining_seconds: int
    running: bool
    paused: bool
    ends_at: datetime | None
    report_until: datetime | None
    play_by: datetime | None = None
    closes_at: datetime | None = None

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.running and self.remaining_seconds == 0

    @property
    def digits(self) -> str:
        """Return what is left as ``1:05:09`` or ``5:09``."""
        minutes, seconds = divmod(self.remaining_seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    @property
    def now_ms(self) -> int:
        """Return the server's time of this view in milliseconds, for the browser."""
        return _milliseconds(self.now)

    @property
    def ends_ms(self) -> int | None:
        """Return when the clock ends in milliseconds, for the browser."""
        return None if self.ends_at is None else _milliseconds(self.ends_at)


def clock_of(round_: Round) -> ClockView | None:
    """Return the clock of a round as it stands now, or its date; None where it has neither.

    It takes no query.
    """
    now = timezone.now()
    if round_.play_by is not None:
        return ClockView(
            now=now,
            remaining_seconds=0,
            running=False,
            paused=False,
            ends_at=None,
            report_until=None,
            play_by=round_.play_by,
            closes_at=round_.closes_at,
        )
    if round_.clock_seconds is None:
        return None
    started, paused = round_.clock_started_at, round_.clock_paused_at
    length = timedelta(seconds=round_.clock_seconds)
    spent = (paused or now) - started if started else timedelta()
    left = max(0, -(-(length - spent) // timedelta(seconds=1)))
    running = started is not None and paused is None
    return ClockView(
        now=now,
        remaining_seconds=left,
        running=running,
        paused=paused is not None,
        ends_at=started + length if running and started else None,
        report_until=round_.report_until,
    )


def clock_by_number(tournament_id: int, number: int) -> ClockView | None:
    """Return the clock of a round by its number, with one query."""
    found = Round.objects.filter(tournament=tournament_id, number=number).first()
    return clock_of(found) if found else None


def _milliseconds(when: datetime) -> int:
    return int(when.timestamp() * 1000)
