"""A case as a line: what it is about, where, who has it, what may be done with it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.cases.selectors.cases import QueueLine
from adjudication.cases.views import case_words
from adjudication.models import CaseState
from adjudication.verdicts.views import Badge
from tournament.common.causes import cause_title
from tournament.spoken import spoken


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case ready to show. ``about`` tells what was found or written down first.

    ``mine`` is whether whoever looks works on it, ``takeable`` whether he could take it.
    """

    line: QueueLine
    title: str
    who: str
    where: str
    age: str
    state: Badge
    severity: Badge | None
    """None once it is decided: then nothing about it is urgent."""
    about: str
    held: str
    lapsed: bool
    until: datetime | None
    statements: str
    mine: bool
    takeable: bool
    more: int
    """How many other things brought it up."""


def case_line(line: QueueLine, person_id: int | None, *, closed: bool = False) -> CaseLine:
    """Return a case as the person sees it who looks at it."""
    mine = line.taken_by is not None and line.taken_by.id == person_id
    free = line.state in (CaseState.OPEN, CaseState.ASKED) or line.lapsed
    return CaseLine(
        line=line,
        title=cause_title(line.cause),
        who=who_of(line),
        where=where_of(line),
        age=case_words.age(line.opened_at, line.settled_at or timezone.now()),
        state=case_words.case_badge(line.state),
        severity=case_words.severity_badge(line.severity)
        if line.state in CaseState.waiting()
        else None,
        about=_about(line),
        held=_held(line, mine=mine),
        lapsed=line.lapsed,
        until=line.lease_until or line.appeal_until,
        statements=ngettext("%(count)d statement", "%(count)d statements", line.statements)
        % {"count": line.statements}
        if line.statements
        else "",
        mine=mine,
        takeable=free and not mine and not line.over and not closed,
        more=len(line.causes) - 1,
    )


def who_of(line: QueueLine) -> str:
    """Return whom a case is about: of a game both, Black first."""
    if line.black is not None and line.white is not None:
        return f"{line.black.name} – {line.white.name}"
    return ", ".join(one.name for one in line.parties)


def where_of(line: QueueLine) -> str:
    """Return the round and the board of a case, or an empty text."""
    values = {"number": line.round_number, "board": line.table}
    if line.round_number is None:
        return ""
    if line.table is None:
        return _("Round %(number)s") % values
    return _("Round %(number)s, board %(board)s") % values


def _about(line: QueueLine) -> str:
    """Return in a sentence what was found or written down, or an empty text."""
    if line.finding is not None:
        return spoken(line.finding.message) if line.finding.message else ""
    return next((one.note for one in line.grounds if one.note), "")


def _held(line: QueueLine, *, mine: bool) -> str:
    """Return who has a case and until when, or how long it may be appealed."""
    if line.state == CaseState.RULED and line.appeal_until is not None:
        return _("May be appealed until %(time)s.") % {"time": moment(line.appeal_until)}
    if line.taken_by is None or line.lease_until is None:
        return ""
    values = {
        "name": line.taken_by.name or _("A referee without a name"),
        "time": moment(line.lease_until),
    }
    if mine and line.lapsed:
        return _("You have it; since %(time)s others may take it over.") % values
    if mine:
        return _("You have it until %(time)s.") % values
    if line.lapsed:
        return _("%(name)s had it until %(time)s: anybody may take it over.") % values
    return _("%(name)s has it until %(time)s.") % values


def moment(when: datetime) -> str:
    """Return a time of today as a time, another with its day."""
    local = timezone.localtime(when)
    today = local.date() == timezone.localdate()
    return date_format(local, "TIME_FORMAT" if today else "SHORT_DATETIME_FORMAT")
