"""Moments as people read and type them: in the tournament's time zone, which is told with them."""

from collections.abc import Mapping
from datetime import date, datetime, time

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.errors import UserError

READ = "D j F Y, H:i T"
"""How pages write a moment: ``Thu 3 December 2026, 20:00 CET``."""
END_OF_DAY = time(23, 59)


def moment_text(moment: datetime) -> str:
    """Return a moment in words, in the tournament's time zone."""
    return date_format(timezone.localtime(moment), READ)


def zone_name() -> str:
    """Return what the time zone is called in which dates are typed: ``Europe/Paris``."""
    return str(timezone.get_current_timezone_name())


def typed_parts(moment: datetime | None) -> tuple[str, str]:
    """Return the day and the time of a moment as the fields of a form hold them."""
    if moment is None:
        return "", ""
    local = timezone.localtime(moment)
    return local.date().isoformat(), f"{local:%H:%M}"


def read_moment(
    data: Mapping[str, str], name: str, *, usual: time | None = END_OF_DAY
) -> datetime | None:
    """Return the moment typed into ``<name>_day`` and ``<name>_time``; None where both are empty.

    Without a time it is ``usual``, by default the end of the day; with None a time is asked for.
    An hour that summer time skips is the one after it, and of one that comes twice it is the first.
    Raises UserError, with the field ``name``, for what is no moment.
    """
    day_text, time_text = (data.get(f"{name}_{part}", "").strip() for part in ("day", "time"))
    if not day_text and not time_text:
        return None
    try:
        day = date.fromisoformat(day_text)
    except ValueError:
        raise _wrong(name, _("Write the day as year-month-day: 2026-12-03.")) from None
    if not time_text and usual is None:
        raise _wrong(name, _("Write the time, too, such as 20:00."))
    try:
        at = time.fromisoformat(time_text).replace(second=0, microsecond=0) if time_text else usual
    except ValueError:
        raise _wrong(name, _("Write the time as hours and minutes: 20:00.")) from None
    assert at is not None
    if not 2000 <= day.year <= 2999 or at.tzinfo is not None:
        raise _wrong(name, _("Write the day as year-month-day: 2026-12-03."))
    zone = timezone.get_current_timezone()
    typed = datetime.combine(day, at, tzinfo=zone)
    # There and back again: an hour that does not exist becomes one that does.
    return datetime.fromtimestamp(typed.timestamp(), tz=zone)


def _wrong(name: str, text: str) -> UserError:
    return UserError("moment", field=name, text=text)
