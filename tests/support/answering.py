"""Answering a report as somebody does who reads it now: by its id and the version of its game."""

from typing import Any

from adjudication.models import Submission
from adjudication.submissions.services.answers import accept_claim, contest_submission
from adjudication.submissions.services.reports import confirm_submission
from adjudication.verdicts.selectors.submissions import report_name


def version_of(submission_id: int) -> int:
    """Return the version of a report's game as it is now; 0 where there is no such report."""
    rows = Submission.objects.filter(pk=submission_id)
    return rows.values_list("game__version", flat=True).first() or 0


def named(submission_id: int) -> str:
    """Return what a form names a report by."""
    return report_name(submission_id, version_of(submission_id))


def confirming(submission_id: int) -> dict[str, str]:
    """Return the form that confirms a report, of a page that was opened with it."""
    name = named(submission_id)
    return {"submission": name, "seen": name}


def confirm_as_read(*, submission_id: int, player_id: int) -> None:
    """Confirm a report as it is now."""
    version = version_of(submission_id)
    confirm_submission(submission_id=submission_id, player_id=player_id, version=version)


def contest_as_read(
    *, submission_id: int, player_id: int, note: str = "", about_dead_stones: bool = False
) -> None:
    """Contest a report as it is now."""
    contest_submission(
        submission_id=submission_id,
        player_id=player_id,
        version=version_of(submission_id),
        note=note,
        about_dead_stones=about_dead_stones,
    )


def as_read(game_id: int) -> dict[str, Any]:
    """Return what a report names of the one that waits, to be able to confirm it."""
    waiting = Submission.objects.filter(game=game_id, state="pending").first()
    if waiting is None:
        return {"expects": ""}
    return {"expects": str(waiting.pk), "version": waiting.game.version}


def accept_as_read(*, game_id: int, player_id: int) -> None:
    """Accept what the opponent reported last, as it is now."""
    theirs = Submission.objects.exclude(player=player_id).filter(game=game_id).standing()
    last = theirs.order_by("pk").last()
    expects = 0 if last is None else last.pk
    accept_claim(game_id=game_id, player_id=player_id, expects=expects, version=version_of(expects))
