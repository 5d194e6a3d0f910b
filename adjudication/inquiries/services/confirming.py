"""Both players have agreed on a result: it is confirmed, or only to be confirmed by one of them."""

from typing import Any

from django.utils.translation import gettext as _

from adjudication.cases.services.live_cases import settle_with_result
from adjudication.inquiries.services.referring import refer
from adjudication.models import Inquiry, InquiryKind, Submission, SubmissionState
from adjudication.policy.causes import Cause
from adjudication.rules.marks import same_marks
from adjudication.rules.points import point_names
from adjudication.triage.services.counting import counted
from adjudication.triage.services.dead_stones import marks_in, marks_in_report
from adjudication.triage.services.reports_again import (
    last_of,
    lay,
    pending,
    put,
    set_aside,
    with_record,
)
from adjudication.verdicts.models.submission import after_answers
from adjudication.verdicts.services.claims import Result, claimed_in, result_of
from tournament.audit.services.acting import Actor
from tournament.audit.services.changes import GameChange
from tournament.models import Game, GameState, Verb

RESULT = "result"
"""The name under which an answer keeps another result, written as ``W+3.5``."""
ACCEPT = "accept"


def confirm(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Do what an agreement on the result of a locked game means."""
    if inquiry.kind == InquiryKind.DEAD_STONES:
        _with_the_marks_of_one(inquiry, game, by)
        return
    change = GameChange(game)
    agreed: Any = (inquiry.black_data or {}).get(RESULT)
    waiting = pending(game)
    if agreed:
        result = result_of(str(agreed))
        note = _("Both players give another result.")
        record = with_record(game)
        set_aside(game, note)
        submission = put(
            game,
            result,
            player_id=game.black_id,
            record=None if record is None else record.record,
            dead=None if record is None else record.dead_stones,
            state=SubmissionState.CONFIRMED,
        )
    elif waiting is not None and waiting.pk == inquiry.data.get("submission", waiting.pk):
        note = _("Both players confirmed the result anew.")
        result, submission = claimed_in(waiting), waiting
        _answer(waiting, game)
    else:  # what both looked at is no longer the report that waits
        refer(game, Cause.OBJECTION, inquiry=inquiry, by=by)
        return
    lay(game, GameState.CONFIRMED, result, submission)
    change.record(Verb.RESULT_CONFIRMED, reason=note, by=by)
    settle_with_result(game, note, by=by)


def _answer(waiting: Submission, game: Game) -> None:
    moment = after_answers(game)
    Submission.objects.filter(pk=waiting.pk).become(
        SubmissionState.CONFIRMED,
        answered_by=game.opponent_of(waiting.player_id),
        answered_at=moment,
    )
    waiting.refresh_from_db()


def accepted_marks(inquiry: Inquiry, game: Game) -> tuple[Submission, list[str]] | None:
    """Return the report of the player whose dead stones the other one accepts, and those stones.

    They are those that the question showed. None where it showed none, or where the player who
    marked them has sent others since: nobody has accepted those.
    """
    marker, colour = game.white_id, "white"
    if inquiry.black_answer != ACCEPT:
        marker, colour = game.black_id, "black"
    said, shown = last_of(game, marker), inquiry.data.get(colour)
    if said is None or shown is None:
        return None
    size = game.round.tournament.board_size
    marks = marks_in_report(said, size=size)
    if marks.dead is None or not same_marks(marks_in(shown, None, size=size), marks, size):
        return None
    return said, point_names(marks.dead, size)


def _with_the_marks_of_one(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Take the dead stones as that player marked them whose marks the other accepts.

    Where they count to what that player claims, that is agreed and final. Where they do not, the
    result as counted is put on the table in the name of who accepts, and the other one confirms it.
    """
    found = accepted_marks(inquiry, game)
    assert found is not None, "settled so only where there are such marks"
    said, stones = found
    marker = said.player_id
    accepts = game.white_id if marker == game.black_id else game.black_id
    note = _("One player accepts the other’s marks.")
    record = said if said.record is not None else with_record(game)
    claimed: Result = claimed_in(said)
    result = counted(game, None if record is None else record.record, stones) or claimed
    change = GameChange(game)
    set_aside(game, note)
    agreed = result == claimed
    submission = put(
        game,
        result,
        player_id=marker if agreed else accepts,
        record=None if record is None else record.record,
        dead=stones,
        state=SubmissionState.CONFIRMED if agreed else SubmissionState.PENDING,
    )
    lay(game, GameState.CONFIRMED if agreed else GameState.REPORTED, result, submission)
    verb = Verb.RESULT_CONFIRMED if agreed else Verb.RESULT_REPORTED
    change.record(verb, reason=note, by=by)
    settle_with_result(game, note, by=by)
