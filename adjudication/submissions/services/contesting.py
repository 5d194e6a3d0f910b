"""Contesting the opponent's report, with the dead stones as the player marks them."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.models import GameRecordFile, Submission, SubmissionState
from adjudication.records.models import bytes_of
from adjudication.records.services import (
    check_record,
    clean_dead_stones,
    keep_record,
    record_put_first,
)
from adjudication.submissions.services.reports import (
    MOST_REPORTS,
    follow,
    report_to_answer,
    settle_report,
)
from adjudication.triage.services.counting import counted
from adjudication.triage.services.dead_stones import names_other_stones
from adjudication.triage.services.reports_again import put
from adjudication.triage.services.resumption import refuse_dead_stones
from adjudication.verdicts.models.submission import after_answers
from adjudication.verdicts.services.claims import claimed_in
from adjudication.verdicts.services.refusals import check_unlocked, check_version, check_waiting
from tournament.audit.services.changes import GameChange
from tournament.errors import Conflict, UserError
from tournament.games.services.playing import acting_player
from tournament.models import Game, GameState, Verb
from tournament.results.services.results import NO_RESULT, move_game

LONGEST_NOTE = 1000


@record_put_first
@transaction.atomic
def contest_submission(
    *,
    submission_id: int,
    player_id: int,
    version: int,
    note: str = "",
    about_dead_stones: bool = False,
    dead_stones: Iterable[str] | None = None,
    record_bytes: bytes | None = None,
    filename: str = "",
) -> None:
    """Contest the opponent's report: the game is disputed, and a case.

    ``about_dead_stones`` says that the players only disagree on which stones are dead: then they
    are asked what their rules ask first. ``dead_stones`` are those that the player marks instead,
    in the record of the report or in ``record_bytes``; they are kept as the player's own report of
    what is counted with them. ``version`` is the game's as the player saw it with the report. Twice
    is no error; what came first stays. Raises UserError for a note that is too long and for dead
    stones that are those of the report (``same_dead_stones``), NotFound when the report is not one
    to this player, and Conflict when it was replaced, withdrawn or confirmed meanwhile or the game
    changed (``report_changed``).
    """
    note = "".join(c for c in note if c.isprintable() or c == "\n").strip()
    if len(note) > LONGEST_NOTE:
        raise UserError(
            "note_too_long", field="note", text=_("The note has at most 1,000 characters.")
        )
    if record_bytes is not None:
        check_record(record_bytes)
    submission, game = report_to_answer(submission_id, player_id)
    if submission.state == SubmissionState.CONTESTED:
        return
    check_waiting(submission)
    check_unlocked(game)
    check_version(game, version)
    dead = clean_dead_stones(dead_stones, size=game.round.tournament.board_size)
    if dead is not None:
        _check_marks(game, submission, player_id, dead, record_bytes)
    change = GameChange(game, known=True)
    if dead is not None:
        _keep_marks(game, submission, player_id, dead, _record(submission, record_bytes, filename))
    settle_report(
        submission,
        SubmissionState.CONTESTED,
        answered_by_id=player_id,
        moment=after_answers(game),
        note=note,
    )
    move_game(game, GameState.DISPUTED, **NO_RESULT)
    by = acting_player(player_id)
    change.record(Verb.RESULT_CONTESTED, by=by)
    submission.refresh_from_db()
    about = about_dead_stones or dead is not None
    follow(game, Verb.RESULT_CONTESTED, submission, by=by, about_dead_stones=about)


def _check_marks(
    game: Game, theirs: Submission, player_id: int, dead: list[str], data: bytes | None
) -> None:
    """Raise UserError or Conflict for dead stones that a player cannot contest a report with."""
    refuse_dead_stones(game, dead)
    if not names_other_stones(game, theirs, dead, data or _bytes_of(theirs)):
        raise UserError(
            "same_dead_stones",
            field="dead_stones",
            text=_("These are the dead stones of the report: mark what is different."),
        )
    if game.submissions.filter(player_id=player_id).count() >= MOST_REPORTS:
        raise Conflict(
            "too_many_reports",
            text=_("You have reported this game too often: tell the referee the result."),
        )


def _keep_marks(
    game: Game,
    theirs: Submission,
    player_id: int,
    dead: list[str],
    record: GameRecordFile | None,
) -> None:
    """Keep a player's marks as a report of their own that the other one's contradicts."""
    result = counted(game, record, dead) or claimed_in(theirs)
    put(
        game,
        result,
        player_id=player_id,
        record=record,
        dead=dead,
        state=SubmissionState.CONTESTED,
    )


def _record(theirs: Submission, data: bytes | None, filename: str) -> GameRecordFile | None:
    """Return the record that the marks are made in: the report's own, or another one."""
    if data is None or data == _bytes_of(theirs):
        return theirs.record
    return keep_record(
        data=data, filename=filename, player_id=theirs.game.opponent_of(theirs.player_id)
    )


def _bytes_of(report: Submission) -> bytes | None:
    return None if report.record is None else bytes_of(report.record)
