"""A report that was sent, as the form that it was sent with: to mark its board otherwise."""

from adjudication.submissions.services.drafts import SENT
from adjudication.submissions.views.marking import doubtful_marks
from adjudication.submissions.views.report_form import Report, ReportInput, again
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView, record_bytes
from adjudication.verdicts.selectors.verdicts import details_of
from tournament.games import words
from tournament.models import Reason


def reread(page: GamePage, sent: SubmissionView, *, marks: str = "") -> Report:
    """Return a report with its record as a form; ``marks`` goes into the form."""
    data = record_bytes(sent.id)
    assert data is not None, "a report with a record"
    assert sent.record is not None
    dead = details_of([sent.id])[sent.id].dead_stones
    values = ReportInput(
        winner=sent.winner,
        reason=sent.reason,
        margin="" if sent.margin_half is None else words.half_points(sent.margin_half),
        dead="" if dead is None else " ".join(dead) or "none",
        filename=sent.record.filename,
        carried=f"{SENT}{sent.id}",
        marks=marks,
    )
    return again(values, data, size=page.terms.board_size)


def stone_hints(page: GamePage, sent: SubmissionView) -> tuple[str, ...]:
    """Return what is odd about the dead stones of a report, as the page it was made on does."""
    if sent.record is None or sent.reason != Reason.SCORE:
        return ()
    return doubtful_marks(reread(page, sent), page.game, page.terms)
