"""A game record added after the result: it is judged like any other, and changes nothing.

The contents of a report are written only once. So the record comes with another report of the
result that already stands, settled from the start as that one is. A player's own waiting report is
replaced by the same report with the record.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.models import Submission, SubmissionState
from adjudication.records.services import (
    check_record,
    keep_record,
    sha256,
    uploads_record_first,
)
from adjudication.rules.marks import NamedStones
from adjudication.submissions.services.reports import (
    locked_game,
    record_sent,
    report_sent_before,
    reported_too_often,
    reports_on,
    submit_result,
)
from adjudication.triage.services.dead_stones import clean_named
from adjudication.triage.services.reports import apply_result, create_report, set_aside
from adjudication.triage.services.resumption import refuse_dead_stones
from adjudication.verdicts.models import after_answers, judging_job
from adjudication.verdicts.selectors.submissions import submissions_of
from adjudication.verdicts.services.claims import (
    Result,
    claim_of,
    claim_of_submission,
    result_columns,
)
from adjudication.verdicts.services.refusals import check_key
from jobs.table import enqueue
from tournament.errors import Conflict, UserError
from tournament.games.services import acting_player, require_player
from tournament.models import Game, GameState, Verb


@uploads_record_first
@transaction.atomic
def add_record(
    *,
    game_id: int,
    player_id: int,
    record_bytes: bytes,
    idempotency_key: str,
    filename: str = "",
    dead_stones: Iterable[str] | None = None,
    seki_stones: Iterable[str] | None = None,
) -> int:
    """Add a record to a result that one of the game's players reported; return the report's id.

    Sending the same record as the same player again, or using the same key again, changes nothing
    and returns the existing id.

    If the record of a waiting report was set aside as wrong, either player can add another one.

    Raises UserError for input to correct, NotFound for a game that is not the player's, Conflict if
    the player has no result that the record could go with, if the opponent's report waits for their
    answer, or if they have reported the game too often, and IdempotencyConflict if the key was used
    for something else.
    """
    check_key(idempotency_key)
    check_record(record_bytes)
    game = locked_game(game_id)
    require_player(game, player_id)
    named = clean_named(game, dead_stones, seki_stones)
    lent = _lent_before(game, player_id, idempotency_key, record_bytes)
    if lent is not None:
        return lent
    reports = reports_on(game)
    sent = report_sent_before(
        reports,
        idempotency_key,
        player_id=player_id,
        result=None,
        data=record_bytes,
        named=named,
    )
    earlier = sent.pk if sent else _same(game, player_id, record_bytes, named)
    if earlier is not None:
        return earlier
    if game.state == GameState.REPORTED:
        return _replaced(game, player_id, record_bytes, filename, named, idempotency_key)
    result, state = _standing(game, player_id)
    refuse_dead_stones(game, named.dead)
    if reported_too_often(game, reports, player_id):
        raise Conflict(
            "too_many_reports",
            text=_("You have reported this game too often: give the record to the referee."),
        )
    moment = after_answers(game)
    submission = Submission.objects.create(
        created_at=moment,
        game=game,
        player_id=player_id,
        claim_winner=result.winner,
        claim_reason=result.reason,
        claim_margin_half=result.margin_half,
        record=keep_record(data=record_bytes, filename=filename, player_id=player_id),
        dead_stones=named.dead,
        seki_stones=named.seki,
        idempotency_key=idempotency_key,
        state=state,
        answered_by_id=game.opponent_of(player_id),
        answered_at=moment,
    )
    enqueue(**judging_job(submission.pk, game.round.tournament_id))
    record_sent(game, player_id, Verb.RECORD_ADDED, by=acting_player(player_id))
    return submission.pk


def _same(game: Game, player_id: int, data: bytes, named: NamedStones) -> int | None:
    """Return the id of the player's standing report that already has this record, or None."""
    found = game.submissions.filter(player_id=player_id, record__sha256=sha256(data)).standing()
    return next((report.pk for report in found if report.named_stones == named), None)


def _replaced(
    game: Game,
    player_id: int,
    data: bytes,
    filename: str,
    named: NamedStones,
    idempotency_key: str,
) -> int:
    """Send the player's own waiting report again, with the record."""
    waiting = game.submissions.filter(state=SubmissionState.PENDING).first()
    if waiting is not None and waiting.player_id != player_id and _record_missing(game, waiting):
        return _lent(game, waiting, player_id, data, filename, named, idempotency_key)
    if waiting is None or waiting.player_id != player_id:
        raise Conflict(
            "answer_first",
            text=_("Answer your opponent’s report first: the record can be added afterwards."),
        )
    return submit_result(
        game_id=game.pk,
        player_id=player_id,
        claim=claim_of(claim_of_submission(waiting)),
        record_bytes=data,
        filename=filename,
        dead_stones=named.dead,
        seki_stones=named.seki,
        idempotency_key=idempotency_key,
        expects=str(waiting.pk),
    )


def _record_missing(game: Game, waiting: Submission) -> bool:
    """Whether the waiting report has lost its record, set aside as wrong."""
    reports = submissions_of([game.pk])[game.pk]
    return any(report.id == waiting.pk and report.record_dropped for report in reports)


def _lent(
    game: Game,
    waiting: Submission,
    player_id: int,
    data: bytes,
    filename: str,
    named: NamedStones,
    idempotency_key: str,
) -> int:
    """Put the opponent's waiting report again, with a record in place of theirs.

    Their claim stays, and still waits for an answer; the record says who sent it.
    """
    refuse_dead_stones(game, named.dead)
    set_aside(game, _("The opponent added the game record."))
    claimed = claim_of_submission(waiting)
    again = create_report(
        game,
        claimed,
        player_id=waiting.player_id,
        record=keep_record(data=data, filename=filename, player_id=player_id),
        named=waiting.named_stones if named.dead is None else named,
        key=idempotency_key,
    )
    apply_result(game, GameState.REPORTED, claimed, again)
    record_sent(game, player_id, Verb.RECORD_ADDED, by=acting_player(player_id))
    return again.pk


def _lent_before(game: Game, player_id: int, key: str, data: bytes) -> int | None:
    """Return the opponent's report for which a player sent this record under this key, or None."""
    found = game.submissions.exclude(player_id=player_id).filter(
        idempotency_key=key, record__uploaded_by=player_id, record__sha256=sha256(data)
    )
    return found.values_list("pk", flat=True).first()


def _standing(game: Game, player_id: int) -> tuple[Result, SubmissionState]:
    """Return the result that a record goes with, and the state of the report that brings it."""
    if game.state == GameState.CONFIRMED:
        result = Result(game.winner, game.reason, game.margin_half)
        try:
            if result_columns(claim_of(result)) == result:
                return result, SubmissionState.CONFIRMED
        except UserError:
            pass  # a result that no player can report, such as one by ruling
    elif game.state == GameState.DISPUTED:
        mine = (
            game.submissions.filter(player_id=player_id, state=SubmissionState.CONTESTED)
            .standing()
            .order_by("pk")
            .last()
        )
        if mine is not None:
            return claim_of_submission(mine), SubmissionState.CONTESTED
    raise Conflict(
        "no_report_for_record",
        text=_("A game record goes with a result that you reported or confirmed."),
    )
