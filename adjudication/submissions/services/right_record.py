"""Which of several records of a game is right: a player accepts another, or the referee decides.

This says what was played, and nothing about the result: every claim stays as it was made, and is
checked against that record. What the wrong record had brought up stays for the referee, and so does
the record: it is shown with its sender, and can be chosen again.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.statements import records_said
from adjudication.cases.services.base import held_case
from adjudication.models import Case, CaseState, GameRecordFile, Statement, Submission
from adjudication.records.models import file_bytes
from adjudication.rules.chains import stones_alike
from adjudication.rules.marks import NamedStones
from adjudication.rules.points import parse_any_point
from adjudication.rules.replay import replay_record
from adjudication.submissions.services.reports import locked_game
from adjudication.triage.services.reports import recreate_report
from adjudication.verdicts.models import SubmissionQuerySet
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.selectors.chosen import chosen_by_player
from adjudication.verdicts.selectors.submissions import (
    SubmissionView,
    compared_reports,
    submissions_of,
)
from adjudication.verdicts.services.refusals import check_version
from tournament.audit.services.current_actor import Actor, current_actor
from tournament.audit.services.recording import record
from tournament.errors import Conflict
from tournament.games.services import acting_player, require_player
from tournament.models import Game, GameState, Verb
from tournament.spoken import stored_note


@transaction.atomic
def take_record(
    *,
    game_id: int,
    player_id: int,
    submission_id: int | None = None,
    statement_id: int | None = None,
    version: int,
) -> int:
    """Say as a player that another record is right, and put it in place of one's own report's.

    It is the record of another report, or one that came with a statement the player can read.
    Return the id of the player's report that stands with it.

    The player's claim stays, and is checked against that record; nothing is confirmed by it. The
    dead stones they had marked stay if all their groups stand alike where that record ends, and are
    shown as marked in another record: of any other board they would say something that nobody has
    said. A player takes back their own replaced record in the
    same way, with the stones that were marked in it. Doing it twice is no error. ``version`` is the
    game's as the player saw both records.

    Raises NotFound for a game that is not the player's, and Conflict if the game has changed, if
    its result is final, if a referee chose, or if there are no longer two such records.
    """
    game = locked_game(game_id)
    require_player(game, player_id)
    _refuse_settled(game)
    views = _views(game)
    right: Submission | Statement | None
    if statement_id is None:
        right = _takeable(game, views, submission_id or 0, player_id)
    else:
        readable = statement_id in records_said(game.pk, player_id)
        right = _said(game, statement_id) if readable else None
    if right is None:
        raise _no_choice()
    mine = _standing(game).filter(player=player_id)
    others = _others(mine, right.record)
    if not others:
        same = mine.filter(record__sha256=getattr(right.record, "sha256", "")).last()
        if same is None:
            raise _no_choice()
        return same.pk
    check_version(game, version)
    _refuse_decided(game, views, others)
    note = _("The player says that another record of the game is right.")
    by = acting_player(player_id)
    # A referee who is about to rule should see the case with that record first.
    Case.objects.filter(game=game, state=CaseState.TAKEN).raise_version()
    (taken,) = _replace(game, right, others, note, by=by)
    return taken


def stones_elsewhere(
    *, game_id: int, submission_id: int | None = None, statement_id: int | None = None
) -> dict[int, bool]:
    """Return the players whose dead stones were marked on another board than a record's.

    The value says whether the marks would stay with that record. This is read before
    :func:`take_record` or :func:`decide_record`, which take the same arguments for the record.
    """
    game = Game.objects.select_related("round__tournament").get(pk=game_id)
    right: Submission | Statement | None = (
        _choosable(game, _views(game), submission_id or 0)
        if statement_id is None
        else _said(game, statement_id)
    )
    if right is None or right.record is None:
        return {}
    size = game.round.tournament.board_size
    end = _end(right.record, size)
    found = {}
    for report in _last_of_each(_standing(game)):
        if report.named_stones.dead is None:
            continue
        stay = _still_meant(report, right.record) == report.named_stones
        if not stay or (report.record is not None and _end(report.record, size) != end):
            found[report.player_id] = stay
    return found


@transaction.atomic
def decide_record(
    *, case_id: int, submission_id: int | None = None, statement_id: int | None = None
) -> str:
    """Say in one's own case which record of its game is right: a report's, or a statement's.

    It replaces every other record that the players sent with their results, which stay as claimed;
    if none of them came with a record, it is added to each. What follows for the result is still to
    be ruled; until then another record, or the previous one, can be chosen in the same way. Returns
    the SHA-256 of the record. Raises Conflict if the case is not one's own, the result is final,
    nobody has reported one, or there is no such record (any more).
    """
    case = held_case(case_id)
    game = case.game
    if game is None:
        raise _no_choice()
    _refuse_settled(game)
    right: Submission | Statement | None = (
        _choosable(game, _views(game), submission_id or 0)
        if statement_id is None
        else _said(game, statement_id)
    )
    if right is None or right.record is None:
        raise _no_choice()
    note = _("The referee says which record of the game is right.")
    reports = _standing(game)
    others = _others(reports, right.record) if reports else _without_record(game)
    _replace(game, right, others, note, case=case, by=current_actor())
    return right.record.sha256


def _refuse_settled(game: Game) -> None:
    if game.state == GameState.OPEN:
        raise Conflict(
            "no_result",
            text=_("The game has no result at present: a record comes with the next report."),
        )
    if game.state not in (GameState.REPORTED, GameState.DISPUTED):
        raise Conflict(
            "game_final",
            text=_("The result stands: which record is right changes nothing now."),
        )


def _refuse_decided(
    game: Game, views: Iterable[SubmissionView], reports: Iterable[Submission]
) -> None:
    """Refuse a player's choice for a report whose record a referee chose."""
    terms, round_number = game.round.tournament_id, game.round.number
    for view in views:
        if not view.chosen or view.id not in {report.pk for report in reports}:
            continue
        number = game.black.number if view.player_id == game.black_id else game.white.number
        if not chosen_by_player(terms, round_number, number):
            raise Conflict(
                "record_decided",
                text=_(
                    "A referee has said which record is right: if it is not, write so in the case."
                ),
            )


def _no_choice() -> Conflict:
    return Conflict(
        "no_such_record",
        text=_("There is no such record of this game any more: look at it again."),
    )


def _sent(game: Game) -> SubmissionQuerySet:
    """Return the reports that brought a record, including those of the staff."""
    return game.submissions.shown().filter(record__isnull=False).select_related("record")


def _views(game: Game) -> tuple[SubmissionView, ...]:
    return submissions_of([game.pk]).get(game.pk, ())


def _choosable(
    game: Game, views: Iterable[SubmissionView], submission_id: int
) -> Submission | None:
    """Return a report that brought a record, even if another one was chosen in its place."""
    replaced = [view.id for view in compared_reports(views) if view.replaced_at is not None]
    found = _sent(game).filter(pk=submission_id).first()
    if found is None and submission_id in replaced:
        found = game.submissions.select_related("record").get(pk=submission_id)
    return found


def _takeable(
    game: Game, views: Iterable[SubmissionView], submission_id: int, player_id: int
) -> Submission | None:
    """Return a report as :func:`_choosable` does, unless it is the player's own as it stands."""
    found = _choosable(game, views, submission_id)
    stands = found is not None and found.replaced_at is None and found.imported_at is None
    return None if found is not None and stands and found.player_id == player_id else found


def _said(game: Game, statement_id: int) -> Statement | None:
    """Return a statement about a game that brought a record, or None."""
    said = Statement.objects.filter(case__game=game, record__isnull=False, pk=statement_id)
    return said.select_related("record").first()


def _standing(game: Game) -> SubmissionQuerySet:
    """Return the standing reports that have a record."""
    return _sent(game).standing().order_by("pk")


def _others(reports: SubmissionQuerySet, right: GameRecordFile | None) -> list[Submission]:
    """Return each player's last report, if its record is not the right one."""
    return [
        report
        for report in _last_of_each(reports)
        if report.record and right and report.record.sha256 != right.sha256
    ]


def _without_record(game: Game) -> list[Submission]:
    """Return each player's last report; none of them has a record. Raises Conflict without any."""
    last = _last_of_each(game.submissions.shown().standing().order_by("pk"))
    if not last:
        raise Conflict(
            "no_report",
            text=_(
                "Nobody has reported a result that the record could stand with: say in the ruling "
                "which record you go by."
            ),
        )
    return last


def _last_of_each(reports: SubmissionQuerySet) -> list[Submission]:
    return list({report.player_id: report for report in reports}.values())


def _replace(
    game: Game,
    right: Submission | Statement,
    others: Iterable[Submission],
    note: Promise,
    *,
    case: Case | None = None,
    by: Actor,
) -> list[int]:
    """Put the right record in place of those of other reports; return the reports' new ids."""
    taken = []
    numbers = {game.black_id: game.black.number, game.white_id: game.white.number}
    report_of = right if isinstance(right, Submission) else None
    for report in others:
        again = recreate_report(
            game,
            report,
            note,
            record=right.record,
            named=_stones(report, right),
            resumed=report_of is not None and report_of.resumed,
        )
        taken.append((again or report).pk)
        sent_by = None if right.record is None else right.record.uploaded_by_id
        told = {"player": numbers[report.player_id], "sent_by": numbers.get(sent_by or 0)}
        record(
            Verb.RECORD_CHOSEN,
            tournament_id=game.round.tournament_id,
            round_number=game.round.number,
            table=game.board_number,
            players=sorted(numbers.values()),
            after=told if case is None else {"case": case.number, **told},
            reason=stored_note(note),
            by=by,
        )
    return taken


def _stones(report: Submission, right: Submission | Statement) -> NamedStones:
    """Return the stones that stay with a report; for its own earlier record, those in it."""
    if (
        isinstance(right, Submission)
        and right.replaced_at is not None
        and right.player_id == report.player_id
    ):
        return right.named_stones
    return _still_meant(report, right.record)


def _still_meant(report: Submission, right: GameRecordFile | None) -> NamedStones:
    """Return the stones that a report names, if they mean the same in another record.

    They do if it ends in the position they were marked in, or if the groups of all of them stand
    alike where it ends: that no stone is dead says nothing about another position. If they were
    named without any record, it must have stones on all of them.
    """
    size = report.game.round.tournament.board_size
    position = None if right is None else _end(right, size)
    said = report.named_stones
    if position is None or said.dead is None:
        return NamedStones()
    points = {parse_any_point(name, size) for name in (*said.dead, *(said.seki or ()))}
    if report.record is not None:
        marked = _end(report.record, size)
        same = marked == position
        if not same and marked is not None and points:
            same = points <= stones_alike(marked, position, size)
        return said if same else NamedStones()
    return said if all(position[point] for point in points) else NamedStones()


def _end(file: GameRecordFile, size: int) -> list[int] | None:
    """Return the position in which a record ends; None if it cannot be read."""
    record = read_if_size(file_bytes(file), size)
    return None if record is None else list(replay_record(record).position)
