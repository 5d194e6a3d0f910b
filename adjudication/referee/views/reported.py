"""What the players of a case reported, and what all of its records count to."""

from collections.abc import Iterator

from adjudication.cases.selectors.cases import CasePage
from adjudication.models import SubmissionState
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.policy.reported import BOTH, ReportedResults, decision_from_count
from adjudication.referee.views.evidence import records_in
from adjudication.rules.claims import Claim
from adjudication.submissions.views.evidence import ReadRecord, false_eyes_in
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.selectors.verdicts import ReportDetail
from adjudication.verdicts.services.claims import WINNERS, Result, claim_of


def reported_in(page: CasePage) -> ReportedResults:
    """Return what was reported in a case about reports. One query if one of them was counted.

    If the count contradicts the reports, only whose marks the count uses.
    """
    game = page.game
    if game is not None and page.line.cause is Cause.CONTRADICTED:
        counted_reports = [report for report, _claim in _counted(page)]
        return ReportedResults(
            marked_by="" if game.stones_stay else _marked_by(page, counted_reports)
        )
    if game is None or page.line.cause not in (Cause.CLAIMS_DIFFER, Cause.CONTESTED):
        return ReportedResults()
    reports = [one for one in page.submissions if one.counts and not one.imported]
    claims = {
        game.colour_of(one.player_id): claim_of(Result(one.winner, one.reason, one.margin_half))
        for one in reports
        if one.winner in WINNERS and one.state != SubmissionState.CONFIRMED
    }
    counted = list(_counted(page))
    results = {claim for _report, claim in counted} | set(_said_in_records(page))
    agree = bool(counted) and len(results) == 1 and None not in results
    if not agree or _in_question(page, [report for report, _claim in counted]):
        return ReportedResults(claims)
    marked_by = "" if game.stones_stay else _marked_by(page, [report for report, _claim in counted])
    return ReportedResults(claims, results.pop(), marked_by)


def proposal_in(page: CasePage, reported: ReportedResults) -> Decision | None:
    """Return what is proposed in a case, or None.

    That is what the rules and the tournament's policy give or, if the players differ only in points
    (``reported``, from :func:`reported_in`), the count of the records.
    """
    return page.line.proposal or decision_from_count(reported, page.terms.ruleset)


def _marked_by(page: CasePage, reports: list[SubmissionView]) -> str:
    """Return the colour of the only player who marked dead stones, or BOTH if both marked the same.

    Empty if nobody marked any, if both said that none is dead, or if their marks differ.
    """
    assert page.game is not None
    marks = {
        page.game.colour_of(report.player_id): frozenset(names)
        for report in reports
        if (names := page.details[report.id].dead_stones) is not None and not report.imported
    }
    if len(marks) == 1:
        return next(iter(marks))
    stones = set(marks.values())
    return BOTH if len(stones) == 1 and all(stones) else ""


def _counted(page: CasePage) -> Iterator[tuple[SubmissionView, Claim | None]]:
    """Yield the reports with a record and its count; None for a count that is in doubt."""
    for report in page.recorded_reports:
        detail = page.details.get(report.id)
        if not report.counts or detail is None or not detail.judged:
            continue
        yield report, _undoubted(detail)


def _said_in_records(page: CasePage) -> Iterator[Claim | None]:
    """Yield what the records that came with statements count to."""
    for statement in page.statements:
        if statement.record is not None:
            yield None if statement.detail is None else _undoubted(statement.detail)


def _undoubted(detail: ReportDetail) -> Claim | None:
    """Return a count; None if the record may be of another game, or its moves are in question."""
    return None if detail.doubts or detail.moves_in_question else detail.counted_claim


def _in_question(page: CasePage, reports: list[SubmissionView]) -> bool:
    """Whether the count of any of the reports includes false eyes."""
    if not reports or page.game is None:
        return False
    records = records_in(page)
    for report in reports:
        read = ReadRecord.of(records[report.record.id]) if report.record is not None else None
        if read is not None and false_eyes_in(
            page.game, page.terms.ruleset, page.details[report.id], read
        ):
            return True
    return False
