"""The records that players withdrew or replaced, which the referee of a case still sees."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from adjudication.board.page import NUMBERS, BoardPage, Marks, board_page, requested_move
from adjudication.cases.selectors.cases import CasePage
from adjudication.models import SubmissionState
from adjudication.referee.views.evidence import game_page
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.submissions.views.evidence import (
    Evidence,
    ReadRecord,
    evidence_of,
    move_parameter,
)
from adjudication.verdicts.selectors.submissions import SubmissionView, records_by_id
from adjudication.verdicts.selectors.verdicts import details_of

MOST_SHOWN = 10
"""Each is a board on the page of the case; nobody sends that many who is not asked about it."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A record that no longer stands, with what it showed, and what became of its report.

    ``board`` is that of the record as it is, if it was taken back before it was checked.
    """

    evidence: Evidence
    board: BoardPage | None
    fate: str


def taken_back_in(page: CasePage, moves: Mapping[str, str]) -> tuple[TakenBack, ...]:
    """Return the records of a case that stand no longer, the latest first. Two queries if any do.

    ``moves`` are the query parameters, which name the moves to show.
    """
    reports = page.taken_back[:MOST_SHOWN]
    if not reports or page.game is None:
        return ()
    details = details_of([report.id for report in reports])
    records = records_by_id({one.record.id for one in reports if one.record is not None})
    shown = []
    for report in map(_as_if_it_stood, reports):
        data = records.get(report.record.id) if report.record is not None else None
        evidence = evidence_of(
            game_page(page), report, details[report.id], data, colour="", moves=moves, tries=True
        )
        board = evidence.board or _board(report, data, moves)
        shown.append(TakenBack(evidence, board, _fate(report)))
    return tuple(shown)


def _as_if_it_stood(report: SubmissionView) -> SubmissionView:
    """Return a report whose verdict says that it proves nothing, if it does not.

    An agreeing verdict is replaced by that only while its report stands.
    """
    verdict = report.verdict
    if verdict is None or verdict.verdict != Outcome.CONFIRMED or verdict.instead:
        return report
    return replace(report, verdict=replace(verdict, instead=verdict.beneath))


def _board(
    report: SubmissionView, data: bytes | None, moves: Mapping[str, str]
) -> BoardPage | None:
    """Return the board of a record without a verdict; None if it cannot be read."""
    read = None if data is None else ReadRecord.of(data)
    if read is None:
        return None
    parameter = move_parameter(report)
    return board_page(
        read.replay,
        move=requested_move(moves, parameter, "move"),
        marks=Marks(),
        name=f"board-{report.id}",
        parameter=parameter,
        numbers=NUMBERS in moves,
    )


def _fate(report: SubmissionView) -> str:
    """Return why the record of a report does not stand."""
    if report.state == SubmissionState.WITHDRAWN:
        return _("withdrawn by %(name)s") % {"name": report.player_name}
    if report.state == SubmissionState.SUPERSEDED:
        return _("replaced by a later report of %(name)s") % {"name": report.player_name}
    if report.replaced_at is not None:
        return _("another record was taken in its place")
    return _("of a dispute that was taken back")
