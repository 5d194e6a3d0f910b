"""Which of several records of a game is right: a player takes the other's, or the referee says so.

It says what was played, and nothing of the result: every claim stays as it was made, and is held
against that record. What the record that was not right had brought up stays for the referee.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.services.base import held_case
from adjudication.models import GameRecordFile, Statement, Submission
from adjudication.records.models import bytes_of
from adjudication.rules.points import parse_any_point
from adjudication.rules.replay import replay_record
from adjudication.submissions.services.reports import locked_game, record_sent
from adjudication.triage.services.reports import put_again
from adjudication.verdicts.models import SubmissionQuerySet
from adjudication.verdicts.selectors.at_hand import record_on
from adjudication.verdicts.services.refusals import check_version
from tournament.audit.services.current_actor import Actor, current_actor
from tournament.errors import Conflict
from tournament.games.services import acting_player, require_player
from tournament.models import Game, GameState, Verb


@transaction.atomic
def take_record(*, game_id: int, player_id: int, submission_id: int, version: int) -> int:
    """Say as a player that the record of another report is right, and take it for one's own.

    Returns the id of the player's report that stands with it.

    What one claims stays, and is checked against that record; nothing is confirmed by it. The dead
    stones that one had marked stay where that record ends with stones there. Twice is no error.
    ``version`` is the game's as the player saw both records.

    Raises NotFound for a game that is not the player's, and Conflict where the game has changed,
    where its result is final, or where there are not two such records any more.
    """
    game = locked_game(game_id)
    require_player(game, player_id)
    _refuse_settled(game)
    right = _sent(game).filter(pk=submission_id).first()
    if right is None or (right.player_id == player_id and right.imported_at is None):
        raise _no_choice()
    mine = _standing(game).filter(player=player_id)
    others = _others(mine, right.record)
    if not others:
        same = mine.filter(record__sha256=getattr(right.record, "sha256", "")).last()
        if same is None:
            raise _no_choice()
        return same.pk
    check_version(game, version)
    note = _("The player says that another record of the game is right.")
    by = acting_player(player_id)
    (taken,) = _replace(game, right.record, others, note, resumed=right.resumed, by=by)
    return taken


@transaction.atomic
def decide_record(
    *, case_id: int, submission_id: int | None = None, statement_id: int | None = None
) -> None:
    """Say in one's own case which record of its game is right: of a report, or of a statement.

    It takes the place of every other record that the players sent with their results, which stay
    as they claimed them. What follows from it for the result is still to be ruled. Raises Conflict
    where the case is not one's own, the result is final, or there is no such record (any more).
    """
    case = held_case(case_id)
    game = case.game
    if game is None:
        raise _no_choice()
    _refuse_settled(game)
    said = Statement.objects.filter(case__game=game, record__isnull=False, pk=statement_id or 0)
    right: Submission | Statement | None = (
        _sent(game).filter(pk=submission_id or 0).first()
        if statement_id is None
        else said.select_related("record").first()
    )
    if right is None:
        raise _no_choice()
    note = _("The referee says in case %(case)s which record of the game is right.")
    _replace(
        game,
        right.record,
        _others(_standing(game), right.record),
        note % {"case": case.number},
        resumed=isinstance(right, Submission) and right.resumed,
        by=current_actor(),
    )


def _refuse_settled(game: Game) -> None:
    if game.state not in (GameState.REPORTED, GameState.DISPUTED):
        raise Conflict(
            "game_final",
            text=gettext_lazy("The result stands: which record is right changes nothing now."),
        )


def _no_choice() -> Conflict:
    return Conflict(
        "no_such_record",
        text=gettext_lazy("There is no such record of this game any more: look at it again."),
    )


def _sent(game: Game) -> SubmissionQuerySet:
    """Return the reports that brought a record, those of the staff as well."""
    return game.submissions.shown().filter(record__isnull=False).select_related("record")


def _standing(game: Game) -> SubmissionQuerySet:
    """Return what the players said and stand by, of those with a record."""
    return _sent(game).standing().order_by("pk")


def _others(reports: SubmissionQuerySet, right: GameRecordFile | None) -> list[Submission]:
    """Return the last report of each player whose record is another one than the right one."""
    last = {report.player_id: report for report in reports}
    return [
        report
        for report in last.values()
        if report.record and right and report.record.sha256 != right.sha256
    ]


def _replace(
    game: Game,
    right: GameRecordFile | None,
    others: Iterable[Submission],
    note: str,
    *,
    resumed: bool,
    by: Actor,
) -> list[int]:
    """Put the right record in the place of those of other reports; return the reports' new ids."""
    taken = []
    for report in others:
        again = put_again(
            game,
            report,
            note,
            record=right,
            dead=_still_there(report, right),
            resumed=resumed,
        )
        taken.append((again or report).pk)
        record_sent(game, report.player_id, Verb.RECORD_CHOSEN, reason=note, by=by)
    return taken


def _still_there(report: Submission, right: GameRecordFile | None) -> list[str] | None:
    """Return the dead stones of a report if there are stones on all of them in another record."""
    size = report.game.round.tournament.board_size
    record = None if right is None else record_on(bytes_of(right), size)
    if record is None or report.dead_stones is None:
        return None
    replay = replay_record(record)
    position = replay.position_after(len(replay))
    points = [parse_any_point(name, size) for name in report.dead_stones]
    return report.dead_stones if all(position[point] for point in points) else None
