"""Reports of a game that the players still deal with: set aside or restored, never lost."""

from uuid import uuid4

from django.utils.functional import Promise
from django.utils.text import Truncator

from adjudication.models import GameRecordFile, Submission, SubmissionState
from adjudication.rules.marks import NamedStones
from adjudication.verdicts.models import after_answers, judging_job
from adjudication.verdicts.services.claims import Result, claim_of_submission
from jobs.table import enqueue
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor
from tournament.fields.models import max_length_of
from tournament.models import Game, GameState, Verb
from tournament.results.services.results import NO_RESULT, move_game
from tournament.spoken import stored_note

LONGEST_NOTE = max_length_of(Submission, "answer_note")
_READ = ("state", "version", "winner", "reason", "margin_half", "reported_at", "confirmed_at")


def set_aside(game: Game, note: str | Promise) -> Submission | None:
    """Set aside the waiting report of a locked game, if any, with a reason, and return it.

    A note of the program's own is stored as its English text; readers see it in their language.
    """
    waiting = pending_report(game)
    if waiting is not None:
        Submission.objects.filter(pk=waiting.pk).become(
            SubmissionState.SUPERSEDED,
            answer_note=Truncator(stored_note(note)).chars(LONGEST_NOTE),
        )
    return waiting


def pending_report(game: Game) -> Submission | None:
    """Return the report of a game that is waiting for an answer."""
    waiting = Submission.objects.filter(game=game, state=SubmissionState.PENDING)
    return waiting.select_related("record").first()


def last_report_of(game: Game, player_id: int) -> Submission | None:
    """Return a player's last report on a game that still stands."""
    said = Submission.objects.filter(game=game, player_id=player_id).standing()
    return said.select_related("record").order_by("pk").last()


def report_with_record(game: Game) -> Submission | None:
    """Return the latest report of a game that has a record and still stands."""
    said = Submission.objects.filter(game=game, record__isnull=False).standing()
    return said.select_related("record").order_by("pk").last()


def reopen_game(game: Game, note: str | Promise, *, by: Actor) -> None:
    """Set aside everything reported of a locked game, so that it is open and reported again."""
    if game.state == GameState.OPEN:
        return
    change = GameChange(game)
    set_aside(game, note)
    move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    game.refresh_from_db(fields=_READ)
    change.record(Verb.RESULT_CLEARED, reason=stored_note(note), by=by)


def create_report(
    game: Game,
    result: Result,
    *,
    player_id: int,
    record: GameRecordFile | None,
    named: NamedStones,
    resumed: bool = False,
    state: SubmissionState = SubmissionState.PENDING,
    key: str = "",
) -> Submission:
    """Create a player's report of a result for a locked game, and return it.

    Its record is judged afresh. ``state`` is confirmed if the opponent has already agreed,
    contested if they have disagreed. The caller sees to the game itself.
    """
    moment = after_answers(game)
    answered: dict[str, object] = {}
    if state != SubmissionState.PENDING:
        answered = {
            "state": state,
            "answered_by_id": game.opponent_of(player_id),
            "answered_at": moment,
        }
    submission = Submission.objects.create(
        created_at=moment,
        game=game,
        player_id=player_id,
        claim_winner=result.winner,
        claim_reason=result.reason,
        claim_margin_half=result.margin_half,
        record=record,
        dead_stones=named.dead,
        seki_stones=named.seki,
        resumed=resumed,
        idempotency_key=key or uuid4().hex,
        **answered,
    )
    if record is not None:
        enqueue(**judging_job(submission.pk, game.round.tournament_id))
    return submission


def apply_result(game: Game, state: GameState, result: Result, submission: Submission) -> None:
    """Give a locked game the result of a report, as reported or confirmed."""
    times: dict[str, object] = {"reported_at": submission.created_at}
    if state == GameState.CONFIRMED:
        times["confirmed_at"] = submission.answered_at
    move_game(game, state, **result.columns(), **times)
    game.refresh_from_db(fields=_READ)


def recreate_report(
    game: Game,
    report: Submission,
    note: str | Promise,
    *,
    record: GameRecordFile | None,
    named: NamedStones,
    resumed: bool,
) -> Submission | None:
    """Put a report on a locked game again, with this record; return the report that now stands.

    The claim and the state stay: it waits for the opponent or is contested. A report is written
    only once, and so is the verdict on its record, so a new one takes its place. ``note`` says why,
    stored as by :func:`set_aside`. Returns None, and changes nothing, if the report is no longer
    pending or contested.
    """
    claimed = claim_of_submission(report)
    if report.state not in (SubmissionState.PENDING, SubmissionState.CONTESTED):
        return None
    waits = report.state == SubmissionState.PENDING
    if waits:
        set_aside(game, note)
    again = create_report(
        game,
        claimed,
        player_id=report.player_id,
        record=record,
        named=named,
        resumed=resumed,
        state=SubmissionState(report.state),
    )
    if waits and game.state == GameState.REPORTED:
        apply_result(game, GameState.REPORTED, claimed, again)
    replaced = game.submissions.filter(pk=report.pk)
    if not waits:
        before = game.submissions.standing().filter(player=report.player_id, pk__lt=again.pk)
        replaced = before.filter(state=SubmissionState.CONTESTED)
    replaced.update(replaced_at=again.created_at)
    return again
