"""Reports of a game that is with its players: set aside, restored, never lost."""

from uuid import uuid4

from django.utils.functional import Promise
from django.utils.text import Truncator

from adjudication.models import GameRecordFile, Submission, SubmissionState
from adjudication.rules.marks import NamedStones
from adjudication.verdicts.models import after_answers, judging
from adjudication.verdicts.services.claims import Result, claimed_in
from jobs.table import enqueue
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor
from tournament.fields.models import longest
from tournament.models import Game, GameState, Verb
from tournament.results.services.results import NO_RESULT, move_game
from tournament.spoken import kept_note

LONGEST_NOTE = longest(Submission, "answer_note")
_READ = ("state", "version", "winner", "reason", "margin_half", "reported_at", "confirmed_at")


def set_aside(game: Game, note: str | Promise) -> Submission | None:
    """Set the report of a locked game that waits aside, and say why; return it.

    A note of the program is kept by its English text: its readers have it in their language.
    """
    waiting = pending(game)
    if waiting is not None:
        Submission.objects.filter(pk=waiting.pk).become(
            SubmissionState.SUPERSEDED,
            answer_note=Truncator(kept_note(note)).chars(LONGEST_NOTE),
        )
    return waiting


def pending(game: Game) -> Submission | None:
    """Return the report of a game that waits for its answer."""
    waiting = Submission.objects.filter(game=game, state=SubmissionState.PENDING)
    return waiting.select_related("record").first()


def last_of(game: Game, player_id: int) -> Submission | None:
    """Return what a player said last of a game and still stands by."""
    said = Submission.objects.filter(game=game, player_id=player_id).standing()
    return said.select_related("record").order_by("pk").last()


def with_record(game: Game) -> Submission | None:
    """Return the latest report of a game that has a record and still stands."""
    said = Submission.objects.filter(game=game, record__isnull=False).standing()
    return said.select_related("record").order_by("pk").last()


def open_again(game: Game, note: str | Promise, *, by: Actor) -> None:
    """Set aside whatever was reported of a locked game: it is open, and reported again."""
    if game.state == GameState.OPEN:
        return
    change = GameChange(game)
    set_aside(game, note)
    move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    game.refresh_from_db(fields=_READ)
    change.record(Verb.RESULT_CLEARED, reason=kept_note(note), by=by)


def put(
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
    """Let a result of a locked game wait as a player's report; return the report.

    Its record is judged afresh. ``state`` is confirmed where the opponent has agreed already, and
    contested where they have not. What becomes of the game is the caller's.
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
        enqueue(**judging(submission.pk, game.round.tournament_id))
    return submission


def lay(game: Game, state: GameState, result: Result, submission: Submission) -> None:
    """Give a locked game the result of a report, reported or confirmed."""
    times: dict[str, object] = {"reported_at": submission.created_at}
    if state == GameState.CONFIRMED:
        times["confirmed_at"] = submission.answered_at
    move_game(game, state, **result.columns(), **times)
    game.refresh_from_db(fields=_READ)


def put_again(
    game: Game,
    report: Submission,
    note: str | Promise,
    *,
    record: GameRecordFile | None,
    named: NamedStones,
    resumed: bool,
) -> Submission | None:
    """Let a report on a locked game stand once more, with this record; return what stands now.

    What is claimed stays, and so does its state: it waits for the opponent or is contested. A
    report is written once, and so is the verdict on its record: this is another one in its place.
    ``note`` tells why, as :func:`set_aside` keeps it. None, and nothing changes, where the report
    is settled otherwise.
    """
    claimed = claimed_in(report)
    if report.state not in (SubmissionState.PENDING, SubmissionState.CONTESTED):
        return None
    waits = report.state == SubmissionState.PENDING
    if waits:
        set_aside(game, note)
    again = put(
        game,
        claimed,
        player_id=report.player_id,
        record=record,
        named=named,
        resumed=resumed,
        state=SubmissionState(report.state),
    )
    if waits and game.state == GameState.REPORTED:
        lay(game, GameState.REPORTED, claimed, again)
    replaced = game.submissions.filter(pk=report.pk)
    if not waits:
        before = game.submissions.standing().filter(player=report.player_id, pk__lt=again.pk)
        replaced = before.filter(state=SubmissionState.CONTESTED)
    replaced.update(replaced_at=again.created_at)
    return again
