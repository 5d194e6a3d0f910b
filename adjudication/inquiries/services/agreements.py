"""Carrying out what both players agree on: a result, no result, a record corrected or set aside."""

from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from adjudication.cases.services.base import acting_person, held_case, policy_of
from adjudication.cases.services.disputes import (
    lock_game,
    settle_with_result,
    unlock_game,
    withdraw_questions,
)
from adjudication.inquiries.services.asking import refer_to_referee
from adjudication.models import (
    Case,
    CaseState,
    Inquiry,
    InquiryKind,
    InquiryState,
    RemovedAs,
    Submission,
    SubmissionState,
)
from adjudication.policy.causes import Cause
from adjudication.policy.damage import reading_of
from adjudication.policy.forms.damage import HANDICAP, WRONG
from adjudication.policy.forms.results import (
    NOT_THIS_GAME,
    OTHER_TERMS,
    OURS,
    colours_swapped,
    differing_terms,
)
from adjudication.policy.policy import NoResult
from adjudication.policy.questions import AnswersOutcome
from adjudication.records.models import file_bytes
from adjudication.rules.findings import Code
from adjudication.rules.marks import NamedStones, same_marks
from adjudication.rules.pairing_check import check_pairing
from adjudication.rules.points import point_names
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sgf import read_record
from adjudication.submissions.services.removing import drop_what_it_showed, remove_record
from adjudication.triage.services.dead_stones import (
    counted_result,
    marks_in_report,
    named_in_question,
)
from adjudication.triage.services.questions import SETTLED
from adjudication.triage.services.readings import (
    judge_copies_again,
    keep_reading,
    line_of,
    settle_matter_of_record,
    settle_reading,
)
from adjudication.triage.services.reports import (
    apply_result,
    create_report,
    last_report_of,
    pending_report,
    recreate_report,
    reopen_game,
    report_with_record,
    set_aside,
)
from adjudication.triage.services.resumption import forget_stones_stay
from adjudication.triage.services.triage import after_confirmation
from adjudication.verdicts.models import after_answers
from adjudication.verdicts.selectors.games import damaged_record_of, decided_answers
from adjudication.verdicts.selectors.pairings import paired_game
from adjudication.verdicts.services.claims import Result, claim_of_submission, result_columns
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor
from tournament.common.locks import played_game
from tournament.errors import Conflict, UserError
from tournament.games.models.result import OTHER_SIDE
from tournament.models import Game, GameState, Reason, Verb, Winner
from tournament.results.services.results import move_game
from tournament.rounds.services.boards import force_terms, seat
from tournament.spoken import stored_note

RESULT = "result"
"""The key under which an answer stores another result, written as ``W+3.5``."""
ACCEPT = "accept"


def confirm(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Carry out an agreement on the result of a locked game."""
    if inquiry.kind == InquiryKind.DEAD_STONES:
        _with_the_marks_of_one(inquiry, game, by)
        return
    change = GameChange(game)
    agreed: Any = (inquiry.black_data or {}).get(RESULT)
    waiting = report_objected_to(inquiry, game)
    if agreed:
        result = result_columns(str(agreed))
        note = gettext_lazy("Both players give another result.")
        record = report_with_record(game)
        set_aside(game, note)
        submission = create_report(
            game,
            result,
            player_id=game.black_id,
            record=None if record is None else record.record,
            named=NamedStones() if record is None else record.named_stones,
            state=SubmissionState.CONFIRMED,
        )
    elif waiting is not None:
        note = gettext_lazy("Both players confirmed the result again.")
        result, submission = claim_of_submission(waiting), waiting
        _confirm_waiting(waiting, game)
    else:  # the report that both looked at is no longer the one waiting
        refer_to_referee(game, Cause.OBJECTION, inquiry=inquiry, by=by)
        return
    apply_result(game, GameState.CONFIRMED, result, submission)
    change.record(Verb.RESULT_CONFIRMED, reason=stored_note(note), by=by)
    after_confirmation(game, note, by=by)


def report_objected_to(inquiry: Inquiry, game: Game) -> Submission | None:
    """Return the report that an objection is about; None if it is no longer the one waiting."""
    waiting = pending_report(game)
    if waiting is None or waiting.pk != inquiry.data.get("submission", waiting.pk):
        return None
    return waiting


def _confirm_waiting(waiting: Submission, game: Game) -> None:
    moment = after_answers(game)
    Submission.objects.filter(pk=waiting.pk).become(
        SubmissionState.CONFIRMED,
        answered_by=game.opponent_of(waiting.player_id),
        answered_at=moment,
    )
    waiting.refresh_from_db()


def marker_by(black_answer: str) -> str:
    """Return the colour of the player whose marks the other accepts, given Black's answer."""
    return "white" if black_answer == ACCEPT else "black"


def marks_shown(inquiry: Inquiry, game: Game, colour: str) -> tuple[Submission, NamedStones] | None:
    """Return a player's report and the stones they named, as a question shows these.

    None if the question shows none, or if they have sent others since.
    """
    marker = game.white_id if colour == "white" else game.black_id
    said, shown = last_report_of(game, marker), named_in_question(inquiry.data, colour)
    if said is None or shown.dead is None:
        return None
    size = game.round.tournament.board_size
    marks = marks_in_report(said, size=size)
    if marks.dead is None or not same_marks(shown.as_points(size), marks, size):
        return None
    seki = None if marks.seki is None else point_names(marks.seki, size)
    return said, NamedStones(point_names(marks.dead, size), seki)


@dataclass(frozen=True, slots=True)
class WithTheirMarks:
    """The consequences for a game if one player's marks are accepted by the other.

    ``report`` is theirs, ``record`` is what is counted, and ``agreed`` says whether that comes to
    their claim: then both have agreed on the result, and it is final.
    """

    report: Submission
    stones: NamedStones
    record: Submission | None
    result: Result
    agreed: bool


def with_their_marks(inquiry: Inquiry, game: Game, colour: str) -> WithTheirMarks | None:
    """Return the consequences of accepting the marks of the player of a colour, or None."""
    found = marks_shown(inquiry, game, colour)
    if found is None:
        return None
    said, stones = found
    record = said if said.record is not None else report_with_record(game)
    claimed = claim_of_submission(said)
    result = counted_result(game, None if record is None else record.record, stones) or claimed
    return WithTheirMarks(said, stones, record, result, agreed=result == claimed)


def _with_the_marks_of_one(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Use the marks of dead stones of the player whose marks the other accepts.

    If they count to what that player claims, the result is agreed and final. If not, the counted
    result waits in the name of the player who accepts, for the other to confirm.
    """
    marker = marker_by(inquiry.black_answer)
    taken = with_their_marks(inquiry, game, marker)
    assert taken is not None, "settled so only where there are such marks"
    accepts = game.black_id if marker == "white" else game.white_id
    note = gettext_lazy("One player accepts the other’s marks.")
    change = GameChange(game)
    set_aside(game, note)
    submission = create_report(
        game,
        taken.result,
        player_id=taken.report.player_id if taken.agreed else accepts,
        record=None if taken.record is None else taken.record.record,
        named=taken.stones,
        state=SubmissionState.CONFIRMED if taken.agreed else SubmissionState.PENDING,
    )
    state = GameState.CONFIRMED if taken.agreed else GameState.REPORTED
    apply_result(game, state, taken.result, submission)
    verb = Verb.RESULT_CONFIRMED if taken.agreed else Verb.RESULT_REPORTED
    change.record(verb, reason=stored_note(note), by=by)
    settle_with_result(game, note, by=by)


# --- Both players agree that a game ends without result: what the tournament makes of it ---


_RESULTS = {
    NoResult.HALF: Result(Winner.NONE, Reason.VOID, None),
    NoResult.VOID: Result(Winner.VOID, Reason.UNKNOWN, None),
}


def end_without_result(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """End a locked game without result, or open it to be played again, and settle its case.

    A result that the staff entered stays until a referee decides.
    """
    if game.state == GameState.ENTERED:
        # The players cannot replace what the staff entered, so the referee is asked.
        refer_to_referee(
            game, Cause.CYCLE, inquiry=inquiry, by=by, outcome=AnswersOutcome.NO_RESULT
        )
        return
    note = gettext_lazy("Both players agree that the game ends without result.")
    became = policy_of(game.round.tournament).no_result
    if became is NoResult.REPLAY:
        note = gettext_lazy("Both players agree that there is no result: they play the game again.")
        reopen_game(game, note, by=by)
        forget_stones_stay(game, by=by)
    else:
        # A case beside the result leaves an open game as it is, but now the game gets a result.
        lock_game(game, by=by)
        change, result, shown = GameChange(game), _RESULTS[became], report_with_record(game)
        set_aside(game, note)
        if shown is None:
            moment = timezone.now()
            move_game(
                game,
                GameState.CONFIRMED,
                **result.columns(),
                confirmed_at=moment,
                reported_at=game.reported_at or moment,
            )
        else:
            # The record that shows the cycle stays with the result. That there is none is the
            # players' claim; what becomes of the game is the tournament's decision.
            agreed = create_report(
                game,
                _RESULTS[NoResult.HALF],
                player_id=shown.player_id,
                record=shown.record,
                named=NamedStones(),
                state=SubmissionState.CONFIRMED,
            )
            apply_result(game, GameState.CONFIRMED, result, agreed)
        change.record(Verb.RESULT_CONFIRMED, reason=stored_note(note), by=by)
    settle_with_result(game, note, by=by)


# --- A record that does not fit its game or is damaged, if both players agree what to do ---


def correct_by_record(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Swap the colours of a locked game to those in its record, and have the record judged again.

    The winner stays the same player. The tournament and the round are locked with the game. If the
    record does not have the colours swapped, or has terms other than the game's, it goes to the
    referee.
    """
    report = _reported(inquiry, game)
    record = None if report is None else _read(report)
    differs = () if record is None else _differences(record, game)
    if report is None or not colours_swapped(differs) or differing_terms(differs):
        refer_to_referee(game, Cause.WRONG_RECORD, inquiry=inquiry, by=by)
        return
    change = GameChange(game)
    note = gettext_lazy("Both players agree: the game is corrected from its record.")
    seat(game, game.white_id, game.black_id, game.handicap, game.komi_half)
    game.refresh_from_db(fields=["black", "white"])
    keep_reading(game, report, reading_of(OURS, inquiry.data), inquiry=inquiry, by=by)
    claimed = claim_of_submission(report)
    winner = OTHER_SIDE.get(claimed.winner, claimed.winner)
    claimed = Result(winner, claimed.reason, claimed.margin_half)
    set_aside(game, note)
    again = create_report(
        game,
        claimed,
        player_id=report.player_id,
        record=report.record,
        named=report.named_stones,
        resumed=report.resumed,
    )
    apply_result(game, GameState.REPORTED, claimed, again)
    change.record(Verb.RECORD_MENDED, reason=stored_note(note), by=by)
    settle_with_result(game, note, by=by)


def drop_record(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Set aside the record of a locked game that both say is wrong or of another game.

    A waiting result stays without it; if there are two that differ, both are reported again. What
    the record showed is no longer a ground of a case that goes on.
    """
    note, why = (
        gettext_lazy("Both players say that the record is of another game."),
        RemovedAs.OTHER_GAME,
    )
    if inquiry.kind == InquiryKind.DAMAGED_RECORD:
        note, why = gettext_lazy("Both players say that the record is wrong."), RemovedAs.DAMAGED
    report = _reported(inquiry, game)
    waiting = pending_report(game)
    if report is not None:
        drop_what_it_showed(game, report, why)
    if report is not None and waiting is None:
        # Both had reported different results: they report again.
        reopen_game(game, note, by=by)
    elif report is None or waiting is None or waiting.record_id != report.record_id:
        unlock_game(game, by=by)  # the waiting report has another record by now, or none
    else:
        change = GameChange(game)
        again = recreate_report(
            game, waiting, note, record=None, named=NamedStones(), resumed=False
        )
        if again is not None and game.state == GameState.DISPUTED:
            apply_result(game, GameState.REPORTED, claim_of_submission(again), again)
        change.record(Verb.RESULT_REPORTED, reason=stored_note(note), by=by)
    settle_with_result(game, note, by=by)


def judge_again(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Have the record of a locked game judged again, read as both players say.

    If it was sent for two games, a referee still has to decide which one it is of.
    """
    report = _reported(inquiry, game)
    said = reading_of(inquiry.black_answer, inquiry.data)
    note = stored_note(
        gettext_lazy("Both players say what was played: the record is checked again.")
    )
    if inquiry.kind == InquiryKind.WRONG_RECORD:
        note = stored_note(
            gettext_lazy(
                "Both players say that it is the record of this game: it is checked again."
            )
        )
    if report is not None:
        settle_reading(game, report, said, note, inquiry=inquiry, by=by)
    settle_matter_of_record(game, note, by=by)
    if (inquiry.data.get("finding") or {}).get("code") == Code.DUPLICATE:
        # Other questions are still the players' to answer: the case waits for that.
        beside = Inquiry.objects.filter(game=game, state=InquiryState.WAITING)
        with_players = beside.exclude(pk=inquiry.pk).filter(case__state=CaseState.ASKED).exists()
        refer_to_referee(
            game,
            Cause.DUPLICATE_RECORD,
            inquiry=inquiry,
            by=by,
            locks=False,
            asked=with_players,
        )


def _reported(inquiry: Inquiry, game: Game) -> Submission | None:
    """Return the report whose record a question is about."""
    asked = inquiry.data.get("submission")
    found = Submission.objects.filter(game=game, pk=asked, record__isnull=False).first()
    return found or report_with_record(game)


def _read(report: Submission) -> GameRecord | None:
    if report.record is None:
        return None
    try:
        return read_record(file_bytes(report.record))
    except RecordError:
        return None


def _differences(record: GameRecord, game: Game) -> list[dict[str, Any]]:
    """Return the findings about how a record differs from the pairing."""
    against = check_pairing(record, paired_game(game), game.round.tournament.ruleset)
    return [{"code": finding.code, "detail": finding.detail} for finding in against]


# --- A referee says what was played where a record is damaged, or which game it is of ---


REMOVES: Final = {WRONG: RemovedAs.DAMAGED, NOT_THIS_GAME: RemovedAs.OTHER_GAME}
"""The answers that have a record removed, with the reason for each."""
OTHER_TERMS_COUNT: Final = frozenset({OTHER_TERMS, HANDICAP})
"""The answers by which a referee lets a game count on its record's terms."""


@transaction.atomic
def decide_reading(*, case_id: int, answer: str, note: str = "") -> None:
    """Say in one's own case what was played where the record of its game is damaged.

    If the record differs from the game, the question is whether it is the game's at all.

    ``answer`` is one of :func:`~adjudication.verdicts.selectors.games.decided_answers`, and means
    what it means if both players give it: the record is judged again on that basis, or it is
    removed with the reason ``note``
    (:func:`~adjudication.submissions.services.removing.remove_record`). With one in
    :data:`OTHER_TERMS_COUNT`, the game gets the handicap and komi of the record, which players
    cannot agree on themselves. What follows for the result is still to be ruled.

    Raises UserError (field ``answer``) for another word, and (``note``) for a removal without a
    reason, and Conflict if the case is not one's own, the result is final, or the record has no
    such place (any more).
    """
    if answer in OTHER_TERMS_COUNT:  # terms change under the round's lock, which is taken first
        of_case = Case.objects.filter(pk=case_id, game__isnull=False).values_list("game_id")
        for (game_id,) in of_case:
            played_game(game_id)
    case = held_case(case_id)
    game = case.game
    if game is not None and game.state in SETTLED:
        raise Conflict("game_final", text=gettext_lazy("The result is final and cannot change."))
    damaged = None if game is None else damaged_record_of(game.pk)
    if game is None or damaged is None:
        raise Conflict(
            "no_damage",
            text=gettext_lazy("The record no longer has such a place: look at the case again."),
        )
    tournament = game.round.tournament
    offered = decided_answers(damaged, tournament.ruleset, policy_of(tournament))
    if answer not in {option.word for option in offered}:
        raise UserError("answer", field="answer", text=gettext_lazy("Choose one of the answers."))
    if answer in REMOVES:
        remove_record(
            game_id=game.pk, submission_id=damaged.submission_id, note=note, why=REMOVES[answer]
        )
        return
    withdraw_questions(game, kind=InquiryKind(damaged.kind))
    report = Submission.objects.select_related("record").get(pk=damaged.submission_id)
    note = stored_note(
        gettext_lazy("The referee has said what was played: the record is checked again.")
    )
    reading = reading_of(answer, damaged.about)
    if answer in OTHER_TERMS_COUNT:
        _take_its_terms(game, report, note, handicap_alone=answer == HANDICAP)
        reading = reading_of(OURS, damaged.about)
    settled = settle_reading(
        game, report, reading, note, case=case, made_by=acting_person(case.tournament_id)
    )
    if answer in OTHER_TERMS_COUNT and not settled:
        judge_copies_again(game, line_of(report), note)


def _take_its_terms(game: Game, report: Submission, note: str, *, handicap_alone: bool) -> None:
    """Give a game, locked with its round, the handicap and komi of a record.

    ``handicap_alone`` leaves the komi: that moves are handicap stones says nothing about it. Raises
    Conflict if the record's terms do not differ.
    """
    record = _read(report)
    terms = differing_terms(() if record is None else _differences(record, game))
    if handicap_alone:
        terms.pop(Code.KOMI_DIFFERS, None)
    if not terms:
        raise Conflict(
            "no_other_terms",
            text=gettext_lazy("The record has the handicap and komi of the game: look at it."),
        )
    change = GameChange(game)
    handicap, komi_half = (terms.get(code) for code in (Code.HANDICAP_DIFFERS, Code.KOMI_DIFFERS))
    # The komi is the record's or stays: it does not follow from the handicap here.
    force_terms(
        game,
        handicap=handicap,
        komi_half=game.komi_half if komi_half is None else komi_half,
        board_number=None,
    )
    change.record(Verb.RECORD_MENDED, reason=note)
