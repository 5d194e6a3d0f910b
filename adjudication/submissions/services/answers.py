"""Answers other than confirming: contesting a report, or accepting it after all."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.cases import (
    ACCEPTED,
    LOST_ON_TIME,
    Ground,
    live_case_of,
    said_to_be_late,
    was_taken_back,
)
from adjudication.cases.services.disputes import refuse_held_case
from adjudication.models import Case, GameRecordFile, Submission, SubmissionState
from adjudication.policy.causes import Cause
from adjudication.records.models import file_bytes
from adjudication.records.services import (
    check_record,
    keep_record,
    uploads_record_first,
)
from adjudication.rules.comparing import DifferingMoves, compare, turned_to_match
from adjudication.rules.marks import NamedStones, whole_chains
from adjudication.rules.points import parse_point, point_name
from adjudication.rules.record import RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.sgf import read_record
from adjudication.submissions.services.reports import (
    follow_up_report,
    locked_game,
    report_to_answer,
    reported_too_often,
    reports_on,
    settle_report,
)
from adjudication.triage.selectors import inquiries_of, stands_by
from adjudication.triage.services.dead_stones import (
    clean_named,
    count_of,
    counted_result,
    moves_differ,
    names_other_stones,
)
from adjudication.triage.services.reports import (
    apply_result,
    create_report,
    last_report_of,
    set_aside,
)
from adjudication.triage.services.resumption import refuse_dead_stones
from adjudication.triage.services.triage import after_confirmation
from adjudication.verdicts.models import ACCEPTING, after_answers
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.services.claims import Result, claim_of_submission, loss_on_time
from adjudication.verdicts.services.refusals import (
    check_unlocked,
    check_version,
    check_waiting,
    refuse_before_new_verdict,
    report_changed_error,
)
from adjudication.verdicts.services.repetitions import refuse_void_agreement
from tournament.audit.services.changes import GameChange
from tournament.common.cleaning import check_length
from tournament.errors import Conflict, UserError
from tournament.fields.models import max_length_of
from tournament.games.services import acting_player, require_player
from tournament.models import Game, GameState, Reason, Reporting, Verb
from tournament.results.services.results import NO_RESULT, move_game, refuse_impossible
from tournament.spoken import stored_note

LONGEST_NOTE = max_length_of(Submission, "answer_note")
LATE: Final = "late-"
"""Key prefix of the report in which a player agrees that they lost on time; a case's id follows."""
NO_LONGER_SAID: Final = _(
    "Your opponent does not say any more that you lost on time: look at the game."
)


@uploads_record_first
@transaction.atomic
def contest_submission(
    *,
    submission_id: int,
    player_id: int,
    version: int,
    note: str = "",
    about_dead_stones: bool = False,
    dead_stones: Iterable[str] | None = None,
    seki_stones: Iterable[str] | None = None,
    record_bytes: bytes | None = None,
    filename: str = "",
) -> None:
    """Contest the opponent's report: the game becomes disputed, and gets a case.

    ``about_dead_stones`` says that the players disagree only on which stones are dead: the
    questions that their rules have for this then come first. ``dead_stones`` are those that the
    player marks instead, with ``seki_stones`` where territory is counted, in the report's record or
    in ``record_bytes``; they are stored as the player's own report of the resulting count. In a
    record with other moves they may be those of the report: then it is about the records. With a
    record they have to be named all the same, as they become what the player says. ``version`` is
    that of the game as the player saw it with the report. Contesting twice is no error; the first
    time counts.

    Raises UserError for a note that is too long, for a record or stones that a report cannot be
    contested with (:func:`compare_to_report`), for a record without dead stones
    (``dead_stones_missing``) and for dead stones that are those of the report
    (``same_dead_stones``), NotFound if the report is not one to this player, and Conflict if it was
    replaced, withdrawn or confirmed meanwhile, or the game changed (``report_changed``).
    """
    note = "".join(c for c in note if c.isprintable() or c == "\n").strip()
    check_length(note, LONGEST_NOTE, field="note", code="note_too_long")
    if record_bytes is not None:
        check_record(record_bytes)
    submission, game = report_to_answer(submission_id, player_id)
    if submission.state == SubmissionState.CONTESTED:
        return
    check_waiting(submission)
    check_unlocked(game)
    check_version(game, version)
    named = _named_against(game, submission, dead_stones, seki_stones, record_bytes)
    if record_bytes is not None and named.dead is None:
        raise _no_dead_stones()
    about = about_dead_stones
    if named.dead is not None:
        about = _check_marks(game, submission, player_id, named, record_bytes)
    change, claimed = GameChange(game, known=True), claim_of_submission(submission)
    said = claimed
    if named.dead is not None:
        record = _record(submission, record_bytes, filename)
        said = _keep_marks(game, submission, player_id, named, record)
    settle_report(
        submission,
        SubmissionState.CONTESTED,
        answered_by_id=player_id,
        moment=after_answers(game),
        note=note,
    )
    move_game(game, GameState.DISPUTED, **NO_RESULT)
    by = acting_player(player_id)
    change.record(Verb.RESULT_CONTESTED, by=by, claim=None if said == claimed else said.columns())
    submission.refresh_from_db()
    follow_up_report(game, Verb.RESULT_CONTESTED, submission, by=by, about_dead_stones=about)


@dataclass(frozen=True, slots=True)
class ComparedRecords:
    """A player's record beside that of a report: how they differ, and what each counts to.

    ``named`` are the stones with which the player's is counted, ``differences`` those of
    :func:`~adjudication.rules.comparing.compare`, with the report's record first. A count is None
    if there is none.
    """

    named: NamedStones
    differences: tuple[DifferingMoves, ...]
    theirs: Result | None
    yours: Result | None


@transaction.atomic
def compare_to_report(
    *,
    submission_id: int,
    player_id: int,
    record_bytes: bytes,
    dead_stones: Iterable[str] | None = None,
    seki_stones: Iterable[str] | None = None,
) -> ComparedRecords:
    """Compare a record with that of the opponent's report, before contesting it; nothing is sent.

    The report's dead stones are proposed if none are named, as far as they are on the board of this
    record. Raises what :func:`contest_submission` would: UserError for a record that cannot be read
    or is of another board size, for a report that is no count (field ``record``), for stones that
    are not on the board at its end or are not named although the report names none
    (``dead_stones``), and for the report's own dead stones in a record with the same moves
    (``same_dead_stones``).
    """
    check_record(record_bytes)
    theirs, game = report_to_answer(submission_id, player_id)
    check_waiting(theirs)
    check_unlocked(game)
    named = _named_against(game, theirs, dead_stones, seki_stones, record_bytes)
    if named.dead is None:
        named = _standing(theirs.named_stones, record_bytes, game.round.tournament.board_size)
    _check_marks(game, theirs, player_id, named, record_bytes)
    size = game.round.tournament.board_size
    data = _bytes_of(theirs)
    differences: tuple[DifferingMoves, ...] = ()
    before = None if data is None else read_if_size(data, size)
    if before is not None:
        differences = compare(before, turned_to_match(before, read_record(record_bytes))).stretches
    return ComparedRecords(
        named,
        differences,
        counted_result(game, theirs.record, theirs.named_stones),
        count_of(game, record_bytes, named.as_points(size)),
    )


def _named_against(
    game: Game,
    theirs: Submission,
    dead: Iterable[str] | None,
    seki: Iterable[str] | None,
    data: bytes | None,
) -> NamedStones:
    """Return the stones that a player names against a report, in its record or their own."""
    named = clean_named(game, dead, seki)
    if data is None:
        return named
    if theirs.claim_reason != Reason.SCORE:
        raise UserError(
            "not_counted",
            field="record",
            text=_("This result was not counted. Report the result as you saw it, with a record."),
        )
    try:
        record = read_record(data)
    except RecordError as problem:
        raise UserError("record", field="record", text=problem.text) from problem
    size = game.round.tournament.board_size
    if record.size != size:
        raise UserError(
            "record",
            field="record",
            text=_("This is a record of another board size than your game’s."),
        )
    position = replay_record(record).position
    for field, names in (("dead_stones", named.dead), ("seki_stones", named.seki)):
        missing = whole_chains(position, size, [parse_point(one, size) for one in names or ()])[1]
        if missing:
            raise UserError(
                field,
                field=field,
                text=_("There is no stone on %(point)s at the end.")
                % {"point": point_name(missing[0], size)},
            )
    return named


def _no_dead_stones() -> UserError:
    return UserError(
        "dead_stones_missing",
        field="dead_stones",
        text=_("Name the dead stones as well: an empty list says that none are dead."),
    )


def _standing(named: NamedStones, data: bytes, size: int) -> NamedStones:
    """Return the chains at a record's end in which stones are named.

    Raises UserError if none were named.
    """
    if named.dead is None:
        raise _no_dead_stones()
    position = replay_record(read_record(data)).position

    def chains(names: list[str] | None) -> list[str] | None:
        if names is None:
            return None
        stones = whole_chains(position, size, [parse_point(name, size) for name in names])[0]
        return [point_name(point, size) for point in sorted(stones)]

    return NamedStones(chains(named.dead), chains(named.seki))


def _check_marks(
    game: Game, theirs: Submission, player_id: int, named: NamedStones, data: bytes | None
) -> bool:
    """Return whether the dead stones are others than those of a report.

    Raises UserError or Conflict for those that a player cannot contest it with.
    """
    refuse_dead_stones(game, named.dead)
    others = names_other_stones(game, theirs, named, data or _bytes_of(theirs))
    if not others and not moves_differ(game, theirs, data):
        raise UserError(
            "same_dead_stones",
            field="dead_stones",
            text=_("These are the dead stones of the report: mark what is different."),
        )
    if reported_too_often(game, reports_on(game), player_id):
        raise Conflict(
            "too_many_reports",
            text=_("You have reported this game too often: tell the referee the result."),
        )
    return others


def _keep_marks(
    game: Game,
    theirs: Submission,
    player_id: int,
    named: NamedStones,
    record: GameRecordFile | None,
) -> Result:
    """Store a player's marks as a report of their own that contradicts the opponent's.

    Return its result: what the marks count to, or else what is already reported.
    """
    result = counted_result(game, record, named) or claim_of_submission(theirs)
    create_report(
        game,
        result,
        player_id=player_id,
        record=record,
        named=named,
        state=SubmissionState.CONTESTED,
    )
    return result


def _record(theirs: Submission, data: bytes | None, filename: str) -> GameRecordFile | None:
    """Return the record that the marks are made in: the report's own, or another one."""
    if data is None or data == _bytes_of(theirs):
        return theirs.record
    return keep_record(
        data=data, filename=filename, player_id=theirs.game.opponent_of(theirs.player_id)
    )


def _bytes_of(report: Submission) -> bytes | None:
    return None if report.record is None else file_bytes(report.record)


# --- Players who settle their case themselves: one accepts the other's report after all ---


@transaction.atomic
def accept_claim(
    *, game_id: int, player_id: int, expects: int, version: int, sure: bool = True
) -> None:
    """Accept the opponent's report on a disputed game: it is confirmed, and its case settled.

    ``expects`` is the report that the player was shown, ``version`` the game's at that time.
    Accepting twice is no error. Raises UserError (``result_cannot_be``) for a result that no count
    gives if the player is not ``sure``, NotFound for a game that is not the player's, and Conflict
    if the opponent has no report or another one than expected stands, if the game changed, if the
    opponent no longer says so (``no_longer_said``), if a referee already has the case, and if it is
    about an illegal move or a record contradicts the report: that is not for the players to settle.
    """
    game = locked_game(game_id)
    require_player(game, player_id)
    theirs = game.submissions.exclude(player_id=player_id).standing().order_by("pk").last()
    confirmed = game.state == GameState.CONFIRMED
    if theirs and confirmed and theirs.pk == expects and _accepted(theirs, player_id):
        return
    if game.state != GameState.DISPUTED:
        raise Conflict("not_disputed", text=_("The result is not disputed: look at the game."))
    _refuse(game)
    if theirs is None:
        raise Conflict(
            "nothing_to_accept", text=_("Your opponent has reported nothing that you could accept.")
        )
    if theirs.pk != expects:
        raise report_changed_error()
    check_version(game, version)
    _refuse_objected(game, theirs)
    refuse_before_new_verdict(game)
    refuse_void_agreement(game, theirs)
    if not sure:
        refuse_impossible(game, theirs.claim_winner, theirs.claim_reason, theirs.claim_margin_half)
    change, moment = GameChange(game), after_answers(game)
    claim = {
        "claim_winner": theirs.claim_winner,
        "claim_reason": theirs.claim_reason,
        "claim_margin_half": theirs.claim_margin_half,
    }
    waiting = Submission.objects.filter(game=game)
    if theirs.state == SubmissionState.PENDING:
        waiting.become(SubmissionState.CONFIRMED, answered_by=player_id, answered_at=moment)
    else:
        waiting.become(SubmissionState.SUPERSEDED)
        Submission.objects.create(
            **claim,
            created_at=moment,
            game=game,
            player_id=player_id,
            idempotency_key=_key(theirs),
            state=SubmissionState.CONFIRMED,
            answered_by_id=theirs.player_id,
            answered_at=moment,
        )
    move_game(
        game,
        GameState.CONFIRMED,
        **{name.removeprefix("claim_"): value for name, value in claim.items()},
        confirmed_at=moment,
    )
    by = acting_player(player_id)
    change.record(Verb.RESULT_CONFIRMED, by=by)
    after_confirmation(game, ACCEPTED[game.colour_of(player_id)], by=by)


@transaction.atomic
def agree_lost_on_time(*, game_id: int, player_id: int, case_id: int, version: int) -> None:
    """Agree to have lost on time, as the opponent says in a case: confirm, and settle the case.

    ``case_id`` and ``version`` (the game's) are as the player saw them. What the opponent says
    there is their word for the result, as they read before sending it. Agreeing twice is no error.

    Raises NotFound for a game that is not the player's, and Conflict as :func:`accept_claim` does;
    also if the opponent does not (or no longer) say so, or has reported a result since
    (``no_longer_said``), which is then the one to accept; and if the staff enters the results
    (``staff_reports``).
    """
    game = locked_game(game_id)
    require_player(game, player_id)
    key = f"{LATE}{case_id}"
    if game.state == GameState.CONFIRMED and _agreed_already(game, player_id, key):
        return
    if game.state != GameState.DISPUTED:
        if any(was_taken_back(case) for case in game.cases.filter(pk=case_id)):
            raise Conflict("no_longer_said", text=NO_LONGER_SAID)
        raise Conflict("not_disputed", text=_("The result is not disputed: look at the game."))
    if game.round.tournament.reporting == Reporting.DIRECTOR:
        raise Conflict(
            "staff_reports",
            text=_("In this tournament the staff enters the results: tell them yours."),
        )
    _refuse(game)
    check_version(game, version)
    if not _said_to_be_late(game, player_id, case_id):
        raise Conflict("no_longer_said", text=NO_LONGER_SAID)
    refuse_before_new_verdict(game)
    change, colour = GameChange(game), game.colour_of(player_id)
    result, note = loss_on_time(colour), LOST_ON_TIME[colour]
    mine = last_report_of(game, player_id)  # its record stays with the game
    set_aside(game, note)
    agreed = create_report(
        game,
        result,
        player_id=player_id,
        record=None if mine is None else mine.record,
        named=NamedStones(),
        state=SubmissionState.CONFIRMED,
        key=key,
    )
    apply_result(game, GameState.CONFIRMED, result, agreed)
    by = acting_player(player_id)
    change.record(Verb.RESULT_CONFIRMED, reason=stored_note(note), by=by)
    after_confirmation(game, note, by=by)


def _agreed_already(game: Game, player_id: int, key: str) -> bool:
    agreed = Submission.objects.filter(game=game, player=player_id, idempotency_key=key)
    return agreed.filter(state=SubmissionState.CONFIRMED).exists()


def _said_to_be_late(game: Game, player_id: int, case_id: int) -> bool:
    """Whether the opponent says in the case of a locked game that a player lost on time."""
    live = live_case_of(game.pk)
    if live is None or live.id != case_id:
        return False
    theirs = last_report_of(game, game.opponent_of(player_id) or 0)
    return _says_so(game, player_id, live.grounds, theirs)


def _says_so(
    game: Game, player_id: int, grounds: tuple[Ground, ...], theirs: Submission | None
) -> bool:
    """Whether the opponent's last word, after any report, is that a player lost on time."""
    numbers = game.black.number, game.white.number
    late, by = numbers if player_id == game.black_id else numbers[::-1]
    reported_at = None if theirs is None else theirs.created_at
    return said_to_be_late(grounds, by=by, late=late, reported_at=reported_at)


def _refuse_objected(game: Game, theirs: Submission) -> None:
    """Raise Conflict if the player who made a report no longer says the same."""
    live = live_case_of(game.pk)
    asked = [one for one in inquiries_of(game.pk) if live and one.case_id == live.id]
    colour = game.colour_of(theirs.player_id)
    late = live and _says_so(game, game.opponent_of(theirs.player_id) or 0, live.grounds, theirs)
    if late or not stands_by(asked, colour, claim_of_submission(theirs)):
        raise Conflict(
            "no_longer_said",
            text=_(
                "Your opponent has objected to this result or given another one since: it cannot "
                "be accepted."
            ),
        )


def _accepted(theirs: Submission, player_id: int) -> bool:
    if theirs.state == SubmissionState.CONFIRMED:
        return theirs.answered_by_id == player_id
    return Submission.objects.filter(game=theirs.game_id, idempotency_key=_key(theirs)).exists()


def _key(theirs: Submission) -> str:
    """Return the key of the report that accepts another one."""
    return f"{ACCEPTING}{theirs.pk}"


def _refuse(game: Game) -> None:
    refuse_held_case(game)
    case = Case.objects.live().filter(game=game).first()
    causes = [] if case is None else [ground["cause"] for ground in case.grounds]
    if Cause.ILLEGAL_MOVE in causes:
        raise Conflict(
            "finding_decides",
            text=_("It is about an illegal move: a referee decides this game."),
        )
