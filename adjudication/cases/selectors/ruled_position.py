"""The position from which a ruling let a game go on, and the later records that lack it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudication.cases.selectors.rulings import past_resumption_by_ruling
from adjudication.rules.comparing import Departure, first_departure
from adjudication.rules.points import point_name
from adjudication.rules.record import GameRecord
from adjudication.verdicts.selectors.at_hand import read_if_size, record_sent
from adjudication.verdicts.selectors.submissions import SubmissionView, record_bytes
from language.messages import Message
from language.messages import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class RuledPosition:
    """The position after a move of a record, from which a case's ruling let the game go on."""

    case: int
    move: int
    digest: str
    """The SHA-256 of the record."""
    record: GameRecord

    def departs(self, record: GameRecord) -> Message | None:
        """Return a sentence on where a record departs from the position; None if it does not.

        It says neither which of the two is right nor that anybody is to blame: the wrong file may
        have been sent, or a move entered on a neighbouring point.
        """
        found = first_departure(record, self.record, self.move)
        if found is None:
            return None
        values = {"case": self.case, "number": self.move}
        text = _(
            "This record does not have the position after move %(number)d from which the game went "
            "on by the ruling in case %(case)d: %(where)s."
        )
        return text % {**values, "where": _where(found, self.record.size)}


def ruled_position(game_id: int) -> RuledPosition | None:
    """Return the position from which a game's latest ruling let it go on, or None.

    None if no ruling let it go on, if it restarted from the beginning, and if nobody has the
    record. Two queries at most.
    """
    found = past_resumption_by_ruling(game_id)
    if found is None or not found.resume_move or not found.resume_record:
        return None
    record = record_sent(game_id, found.resume_record)
    if record is None or len(record.points) < found.resume_move:
        return None
    return RuledPosition(found.case, found.resume_move, found.resume_record, record)


def reported_after_ruling(reports: Iterable[SubmissionView]) -> bool:
    """Whether a game was reported again after a ruling that replaced its other reports.

    Only then is there a record that may lack the position from which the ruling let it go on.
    """
    reports = tuple(reports)
    later = any(one.counts and not one.ruled for one in reports)
    return later and any(one.ruled for one in reports)


def departure_sentence(report: SubmissionView) -> Message | None:
    """Return a sentence if a report's record lacks the position where a ruling resumed the game.

    None if the record has it, if no ruling let the game go on, and for a report sent before the
    ruling, which replaced it. Three queries at most.
    """
    if report.record is None or report.ruled or not report.counts:
        return None
    ruled = ruled_position(report.game_id)
    data = None if ruled is None else record_bytes(report.id)
    record = None if ruled is None or data is None else read_if_size(data, ruled.record.size)
    return None if ruled is None or record is None else ruled.departs(record)


def _where(found: Departure, size: int) -> Message:
    """Return where a record departs: its first move that differs, or its end."""
    if found.move is None or found.there is None:
        return _("stones set up by hand differ")
    if found.here is None:
        return _("it ends before move %(move)d") % {"move": found.move}
    values = {"move": found.move, "here": _point(found.here, size)}
    if found.here == found.there:
        return _("its move %(move)d is of the other colour") % values
    text = _("its move %(move)d is %(here)s, and %(there)s in the record of the ruling")
    return text % {**values, "there": _point(found.there, size)}


def _point(point: int, size: int) -> str | Message:
    return point_name(point, size) if point >= 0 else _("a pass")
