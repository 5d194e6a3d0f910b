"""Reporting a result, confirming a report, withdrawing one's own."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.disputes import (
    refuse_held_case,
    settle_missing,
    withdraw_record_question,
)
from adjudication.models import Case, GameRecordFile, Submission, SubmissionState
from adjudication.records.services import (
    check_record,
    keep_record,
    sha256,
    uploads_record_first,
)
from adjudication.rules.claims import Claim
from adjudication.rules.marks import NamedStones
from adjudication.submissions.services.beside import drop_beside
from adjudication.triage.services.dead_stones import clean_named, names_other_stones
from adjudication.triage.services.resumption import refuse_dead_stones
from adjudication.triage.services.triage import (
    after_confirmation,
    after_report,
    without_result,
)
from adjudication.verdicts.models import after_answers, is_of_ended_dispute, judging_job
from adjudication.verdicts.selectors.games import READING_SETTLED
from adjudication.verdicts.services.claims import Result, claim_of_submission, result_columns
from adjudication.verdicts.services.refusals import (
    check_confirms,
    check_kept,
    check_key,
    check_open,
    check_unlocked,
    check_version,
    check_waiting,
    refuse_before_new_verdict,
    report_changed_error,
    stones_differ_error,
)
from adjudication.verdicts.services.repetitions import is_void_agreement, refuse_void_agreement
from jobs.table import enqueue
from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.recording import record
from tournament.common.locks import held_game, refuse_if_closed
from tournament.common.prepared import prepared
from tournament.errors import Conflict, IdempotencyConflict, NotFound
from tournament.games.services import acting_player, require_player
from tournament.models import Game, GameState, Player, Reporting, Verb
from tournament.results.services.results import (
    NO_RESULT,
    move_game,
    refuse_if_drawn,
    refuse_impossible,
)

MOST_REPORTS = 20
"""How often a player may report one game; each report may bring half a megabyte to replay."""
MOST_EVER = 5 * MOST_REPORTS
"""How often they may do so in total, no matter how often the game is opened again."""


def reported_too_often(game: Game, reports: Iterable[Submission], player_id: int) -> bool:
    """Whether a player has reported a game as often as allowed since it was last reopened, or ever.

    ``reports`` are all reports on it. Those that the player replaced or withdrew themselves count.
    The count starts again after a report was undone in another way: it was set aside with a note
    (by a ruling, say, or for both to confirm again), its record was removed, its confirmed result
    no longer stands, or its dispute was withdrawn.
    """
    said = [report for report in reports if report.imported_at is None]
    last = max((report.pk for report in said if _undone(report, game)), default=0)
    mine = [report.pk for report in said if report.player_id == player_id]
    return len(mine) >= MOST_EVER or sum(pk > last for pk in mine) >= MOST_REPORTS


def _undone(report: Submission, game: Game) -> bool:
    unsettled = game.state in (GameState.OPEN, GameState.REPORTED, GameState.DISPUTED)
    return (
        report.removed_at is not None
        or (report.state == SubmissionState.SUPERSEDED and report.answer_note != "")
        or (report.state == SubmissionState.CONFIRMED and unsettled)
        or is_of_ended_dispute(report.state, report.answered_at, game.reported_at)
    )


@uploads_record_first
@transaction.atomic
def submit_result(
    *,
    game_id: int,
    player_id: int,
    claim: Claim | str,
    idempotency_key: str,
    record_bytes: bytes | None = None,
    filename: str = "",
    dead_stones: Iterable[str] | None = None,
    seki_stones: Iterable[str] | None = None,
    expects: str | None = None,
    version: int | None = None,
    seats: str | None = None,
    sure: bool = True,
) -> int:
    """Report a result for one of the game's two players and return the submission's id.

    The first report makes the game ``reported``. The same player's next one replaces it. The
    opponent's confirms the game if it claims exactly the same; otherwise the game becomes
    ``disputed`` and gets a case (:mod:`adjudication.triage.services.triage`). The same result with
    other dead stones does neither: it is refused. A record is queued for its replay in the same
    transaction. Sending the same again under the same key changes nothing and returns the same id.

    What a report does depends on the one that is waiting: ``expects`` is the id of the one the
    sender saw, empty for none, and ``version`` the game's at that time. None skips the check, but
    nothing is confirmed unless both are given. ``seats`` are the ids of Black and White, joined by
    a hyphen, as the sender was asked (None: not checked): colours and players may be corrected
    while a form is open, and the winner is claimed by colour.

    Raises UserError for input to correct (``result_cannot_be`` for a result that no count gives, if
    the sender is not ``sure``) and NotFound for a game that is not the player's. Raises Conflict if
    the game is confirmed, entered, disputed or not published; if another report is waiting than the
    sender expects (``report_changed``) or the players or colours differ (``seats_changed``); if it
    would confirm a report it does not name (``report_unnamed``), one with other dead stones
    (``dead_stones_differ``), one that is being judged again (``record_checked_again``) or one that
    a referee has in a case (``case_taken``); if what is sent again was replaced, withdrawn or set
    aside meanwhile; or if the player has reported the game too often. Raises IdempotencyConflict if
    the key was used for something else.
    """
    check_key(idempotency_key)
    result = result_columns(claim)
    if record_bytes is not None:
        check_record(record_bytes)
    game = locked_game(game_id)
    require_player(game, player_id)
    named = clean_named(game, dead_stones, seki_stones)

    reports = reports_on(game)
    earlier = report_sent_before(
        reports, idempotency_key, player_id=player_id, result=result, data=record_bytes, named=named
    )
    if earlier is not None:
        check_kept(earlier, game)
        return earlier.pk
    if game.round.tournament.reporting == Reporting.DIRECTOR:
        raise Conflict(
            "staff_reports",
            text=_("In this tournament the staff enters the results: tell them yours."),
        )
    check_open(game)
    if reported_too_often(game, reports, player_id):
        raise Conflict(
            "too_many_reports",
            text=_("You have reported this game too often: tell the referee the result."),
        )

    refuse_dead_stones(game, named.dead)
    refuse_if_drawn(game, result.winner, result.reason)
    if not sure:
        refuse_impossible(game, result.winner, result.reason, result.margin_half)
    change, verb = GameChange(game, known=True), Verb.RESULT_REPORTED
    waiting = next((report for report in reports if report.state == SubmissionState.PENDING), None)
    if seats is not None and seats != f"{game.black_id}-{game.white_id}":
        raise Conflict("seats_changed", text=_("The game changed meanwhile: report it again."))
    if expects is not None and expects != ("" if waiting is None else str(waiting.pk)):
        raise report_changed_error()
    if waiting is not None and waiting.player_id == player_id:
        settle_report(waiting, SubmissionState.SUPERSEDED)
        withdraw_record_question(game)
        waiting = None
    moment = after_answers(game, reports)
    submission = Submission(
        created_at=moment,
        game=game,
        player_id=player_id,
        claim_winner=result.winner,
        claim_reason=result.reason,
        claim_margin_half=result.margin_half,
        dead_stones=named.dead,
        seki_stones=named.seki,
        idempotency_key=idempotency_key,
    )
    if record_bytes is not None:
        submission.record = keep_record(data=record_bytes, filename=filename, player_id=player_id)
    if waiting is None:
        move_game(game, GameState.REPORTED, **result.columns(), reported_at=moment)
        submission.save(force_insert=True)
    else:
        agreed = result == claim_of_submission(waiting)
        if agreed:
            check_confirms(game, expects=expects, version=version)
            refuse_held_case(game)
            refuse_before_new_verdict(game)
            if names_other_stones(game, waiting, named, record_bytes):
                raise stones_differ_error()
            own = [] if record_bytes is None else [record_bytes]
            agreed = not is_void_agreement(game, result.winner, also=own)
        answer = SubmissionState.CONFIRMED if agreed else SubmissionState.CONTESTED
        settle_report(waiting, answer, answered_by_id=player_id, moment=moment)
        submission.state = answer
        submission.answered_by_id = waiting.player_id
        submission.answered_at = moment
        submission.save(force_insert=True)
        verb = Verb.RESULT_CONFIRMED if agreed else Verb.RESULT_CONTESTED
        if agreed:
            move_game(game, GameState.CONFIRMED, confirmed_at=moment)
        else:
            move_game(game, GameState.DISPUTED, **NO_RESULT)
    if submission.record_id is not None:
        drop_beside(submission, reports)
        enqueue(**judging_job(submission.pk, game.round.tournament_id))
    by = acting_player(player_id)
    other = result.columns() if verb == Verb.RESULT_CONTESTED else None
    if change.record(verb, by=by, claim=other) is None:
        # The same result again, in another report, with or without a record.
        again = verb if submission.record_id is None else Verb.RECORD_ADDED
        record_sent(game, player_id, again, by=by)
    follow_up_report(game, verb, submission, by=by)
    return submission.pk


def follow_up_report(
    game: Game,
    verb: Verb,
    submission: Submission,
    *,
    by: Actor,
    about_dead_stones: bool = False,
) -> None:
    """Open the case for a dispute, or close what a result ends."""
    if verb == Verb.RESULT_CONTESTED:
        after_report(game, submission, about_dead_stones=about_dead_stones)
    elif verb == Verb.RESULT_CONFIRMED:
        after_confirmation(game, _("Both players confirmed the result."), by=by)
    else:
        settle_missing(game, _("The result was reported."), by=by)
        without_result(game, submission)


@transaction.atomic
def confirm_submission(
    *, submission_id: int, player_id: int, version: int, sure: bool = True
) -> None:
    """Confirm the opponent's report: the game is confirmed and final. Confirming twice is no error.

    ``version`` is the game's as the player saw it with the report: its terms may be corrected while
    the report stays. Raises UserError (``result_cannot_be``) for a result that no count gives if
    the player is not ``sure``, NotFound if the report is not one to this player, and Conflict if it
    was replaced, withdrawn or contested meanwhile, the game changed (``report_changed``), a referee
    is working on a case about the result (``case_taken``), or a damaged record is still to be
    judged as both players read it (``record_checked_again``).
    """
    submission, game = report_to_answer(submission_id, player_id)
    if submission.state == SubmissionState.CONFIRMED:
        return
    check_waiting(submission)
    check_unlocked(game)
    check_version(game, version)
    if getattr(submission, "cased", True):
        refuse_held_case(game)
    refuse_before_new_verdict(game, damaged=getattr(submission, "damaged", True))
    refuse_void_agreement(game, submission)
    if not sure:
        refuse_impossible(game, game.winner, game.reason, game.margin_half)
    change, moment = GameChange(game, known=True), after_answers(game)
    settle_report(submission, SubmissionState.CONFIRMED, answered_by_id=player_id, moment=moment)
    move_game(game, GameState.CONFIRMED, confirmed_at=moment)
    by = acting_player(player_id)
    change.record(Verb.RESULT_CONFIRMED, by=by)
    follow_up_report(game, Verb.RESULT_CONFIRMED, submission, by=by)


@transaction.atomic
def withdraw_submission(*, submission_id: int, player_id: int) -> None:
    """Withdraw one's own report while it waits: the game is open again. Twice is no error.

    Raises NotFound if it is not this player's report, and Conflict if it was answered.
    """
    submission, game = _locked_submission(submission_id)
    if submission.player_id != player_id:
        raise NotFound("not_your_report", text=_("This is not your report."))
    if submission.state == SubmissionState.WITHDRAWN:
        return
    check_waiting(submission)
    check_unlocked(game)
    change = GameChange(game, known=True)
    settle_report(submission, SubmissionState.WITHDRAWN)
    withdraw_record_question(game)
    move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    change.record(Verb.REPORT_WITHDRAWN, by=acting_player(player_id))


def locked_game(game_id: int) -> Game:
    """Return a game with its round and tournament, locked until the end of the transaction.

    Raises NotFound, and Conflict if the tournament is closed.
    """
    game = held_game(game_id)
    refuse_if_closed(game.round.tournament)
    return game


def _locked_submission(submission_id: int) -> tuple[Submission, Game]:
    """Return a report and its game; the game is locked first.

    ``damaged`` is annotated if a reading of its record was settled, ``cased`` if the game has a
    case.
    """
    game_id = Submission.objects.filter(pk=submission_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFound("no_report", text=_("There is no such report."))
    game = locked_game(game_id)
    cased = Exists(Case.objects.filter(game=OuterRef("game")))
    reports = Submission.objects.annotate(damaged=READING_SETTLED, cased=cased)
    return reports.get(pk=submission_id), game


def report_to_answer(submission_id: int, player_id: int) -> tuple[Submission, Game]:
    """Return the report that a player answers, and its game; the game is locked first.

    Raises NotFound if it is not the opponent's.
    """
    submission, game = _locked_submission(submission_id)
    if game.opponent_of(player_id) != submission.player_id:
        raise NotFound("not_to_you", text=_("You cannot answer this report."))
    return submission, game


def settle_report(
    submission: Submission,
    state: SubmissionState,
    *,
    answered_by_id: int | None = None,
    moment: datetime | None = None,
    note: str = "",
) -> None:
    """Give a waiting report its final state; ``moment`` is when it was answered, if it was."""
    changed = Submission.objects.filter(pk=submission.pk).become(
        state,
        answered_by=answered_by_id,
        answered_at=moment,
        answer_note=note,
    )
    if not changed:
        raise report_changed_error()


def reports_on(game: Game) -> list[Submission]:
    """Return all reports on a locked game, oldest first."""
    return _reports(game.pk)


@prepared
def _reports(game_id: int) -> "QuerySet[Submission]":
    return Submission.objects.filter(game=game_id).order_by("pk")


def report_sent_before(
    reports: Iterable[Submission],
    key: str,
    *,
    player_id: int,
    result: Result | None,
    data: bytes | None,
    named: NamedStones,
) -> Submission | None:
    """Return the game's report that was sent under a key before, or None.

    Without a ``result``, the report may be of any. Raises IdempotencyConflict if it was another
    one.
    """
    earlier = next((report for report in reports if report.idempotency_key == key), None)
    if earlier is None:
        return None
    digest = None if data is None else sha256(data)
    if (
        earlier.player_id == player_id
        and result in (None, claim_of_submission(earlier))
        and _record_sent(earlier) == digest
        and earlier.named_stones == named
    ):
        return earlier
    raise IdempotencyConflict(
        "idempotency_conflict",
        text=_("This form was already sent with other content: reload the page."),
    )


def _record_sent(report: Submission) -> str | None:
    """Return the digest of the record that came with a report, or None."""
    if report.record_id is None:
        return None
    return GameRecordFile.objects.values_list("sha256", flat=True).get(pk=report.record_id)


# --- Recording what a player sent when the game does not change ---


def record_sent(game: Game, player_id: int, verb: Verb, *, by: Actor, reason: str = "") -> None:
    """Record what was done to a player's report that leaves its game unchanged."""
    told = board_now(game.pk) if verb == Verb.RESULT_REPORTED else None
    record(
        verb,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=list(Player.objects.filter(pk=player_id).values_list("number", flat=True)),
        before=told,
        after=told,
        reason=reason,
        by=by,
    )
