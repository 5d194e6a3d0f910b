"""Forms for dates: of all rounds, of a rhythm to fill them in, of one game."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.forms import ReasonField
from tournament.common.forms import Form, VersionedForm
from tournament.common.versions import contents_version
from tournament.fields.forms import MomentField, NumberField
from tournament.scheduling.selectors import DatedRound, Schedule
from tournament.scheduling.services.planned_dates import NAMES, RoundDates

MOST_DAYS = 366
LABELS = {"opens_at": _("Opens"), "play_by": _("Play by"), "closes_at": _("Closes")}


class DatesButtonForm(Form):
    """Which button of the page about the dates of rounds was pressed."""

    step = forms.ChoiceField(choices=[(step, step) for step in ("save", "fill", "resume")])


class RoundDatesForm(VersionedForm):
    """When the rounds open, are played and close, in fields such as ``opens_at_3``.

    A date left as it was shown is not written, even if it has changed since.
    """

    def __init__(self, *args: Any, schedule: Schedule, **options: Any) -> None:
        self.schedule = schedule
        dates = [(row.number, *(getattr(row, name) for name in LABELS)) for row in schedule.rounds]
        super().__init__(*args, version=contents_version(dates), **options)
        for row in schedule.rounds:
            for name, label in LABELS.items():
                usual = {"usual": None} if name == "opens_at" else {}
                field = MomentField(required=False, **usual)
                field.label = _("Round %(number)s, %(what)s") % {
                    "number": row.number,
                    "what": label,
                }
                self.fields[f"{name}_{row.number}"] = field
                self.initial[f"{name}_{row.number}"] = getattr(row, name)
        self.carry_initial()

    @property
    def wanted(self) -> dict[int, RoundDates]:
        """Return the dates of the rounds whose dates change, by round number."""
        changed, wanted = set(self.changed_data), {}
        for row in self.schedule.rounds:
            names = [name for name in NAMES if f"{name}_{row.number}" in changed]
            if names:
                dates = {name: getattr(row, name) for name in NAMES}
                dates |= {name: self.cleaned_data[f"{name}_{row.number}"] for name in names}
                wanted[row.number] = RoundDates(**dates)
        return wanted

    def rows(self) -> Iterator[tuple[DatedRound, list[dict[str, Any]]]]:
        """Yield the rounds, each with its dates: label, field, and the date if it is settled."""
        for row in self.schedule.rounds:
            yield (
                row,
                [
                    {
                        "label": label,
                        "field": self[f"{name}_{row.number}"],
                        "settled": row.over or (name == "opens_at" and not row.prepared),
                        "moment": getattr(row, name),
                    }
                    for name, label in LABELS.items()
                ],
            )


class RhythmForm(Form):
    """A rhythm for the unpublished rounds: a first opening, then one every few days."""

    first = MomentField(
        label=_("The next round opens"),
        usual=None,
        error_messages={"required": _("Say when the next round opens.")},
    )
    every = NumberField(
        label=_("Days from one round to the next"), min_value=1, max_value=MOST_DAYS
    )
    play = NumberField(
        label=_("Days to play (optional)"), min_value=0, max_value=MOST_DAYS, required=False
    )
    close = NumberField(
        label=_("Days from then until it closes (optional)"),
        min_value=0,
        max_value=MOST_DAYS,
        required=False,
    )

    def filled(self, schedule: Schedule) -> QueryDict:
        """Return the rounds' dates as sent, filled in by the rhythm."""
        data: Any = self.data
        if not self.is_valid():
            return data
        data, rhythm = data.copy(), self.cleaned_data
        for place, row in enumerate(row for row in schedule.rounds if row.prepared):
            opens = _later(rhythm["first"], place * rhythm["every"])
            ends = closes = None
            if rhythm["play"] is not None:
                ends = _later(opens, rhythm["play"], end=True)
            if rhythm["close"] is not None:
                closes = _later(ends or opens, rhythm["close"], end=True)
            for name, moment in zip(NAMES, (opens, ends, closes), strict=True):
                field = f"{name}_{row.number}"
                data[f"{field}_day"] = f"{moment:%Y-%m-%d}" if moment else ""
                data[f"{field}_time"] = f"{moment:%H:%M}" if moment else ""
        return data


def _later(moment: datetime, days: int, *, end: bool = False) -> datetime:
    """Return the same time of day so many calendar days later, or the end of that day."""
    local = timezone.localtime(moment) + timedelta(days=days)
    return local.replace(hour=23, minute=59) if end else local


class GameDatesForm(Form):
    """A game's deadline and when its players meet, as the staff sets them."""

    play_by = MomentField(
        label=_("Play by (empty: as its round)"), required=False, show_hidden_initial=True
    )
    plays_at = MomentField(
        label=_("The players meet (empty: not agreed)"),
        usual=None,
        required=False,
        show_hidden_initial=True,
    )
    note = ReasonField()

    def moments(self, now: Mapping[str, datetime | None]) -> dict[str, datetime | None]:
        """Return both moments: as typed if they were changed, otherwise as they are ``now``."""
        return {
            name: self.cleaned_data[name] if name in self.changed_data else moment
            for name, moment in now.items()
        }
