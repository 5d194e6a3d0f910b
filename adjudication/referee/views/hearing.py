"""How far a complaint is answered, for whoever rules on it: a ruling may still have to wait."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from adjudication.cases.selectors.cases import QueueLine
from adjudication.cases.selectors.complaints import confidential
from adjudication.cases.selectors.hearing import hearing_of, is_accused
from adjudication.cases.selectors.statements import statements_of


@dataclass(frozen=True, slots=True)
class HearingBox:
    """What is told above the case and its ruling. ``state`` is unwritten, waiting or heard."""

    state: str
    lines: tuple[str, ...]


def hearing_box(line: QueueLine) -> HearingBox | None:
    """Return how far the complaints of a case are answered; None where there are none."""
    if not confidential(line) or line.over:
        return None
    hearing = hearing_of(line, statements_of([line.id]).get(line.id, ()))
    assert hearing is not None, "somebody complains"
    if hearing.reply_until is None:
        return HearingBox(
            "unwritten",
            (
                _(
                    "A player complained, and the others do not know about what. Before a ruling "
                    "against somebody, write it in the case in your own words, so that they can "
                    "reply."
                ),
            ),
        )
    now = timezone.now()
    until = {"time": date_format(timezone.localtime(hearing.reply_until), "TIME_FORMAT")}
    accused = [one for one in line.parties if is_accused(line, one.number)]
    waits = [one for one in accused if hearing.waits_for(one.id, now)]
    return HearingBox(
        "waiting" if waits else "heard",
        tuple(
            (
                _("%(name)s has replied.")
                if one.id in hearing.replied
                else _("%(name)s has not replied yet and can until %(time)s.")
                if one in waits
                else _("%(name)s did not reply before %(time)s, when the time for it was over.")
            )
            % {"name": one.name, **until}
            for one in accused
        ),
    )
