"""The result of a game that has a case: disputed, restored, or settled with the case.

A case is about the result if one of its grounds is. Before a referee has taken such a case, a
result settles it; after that, the result waits for the referee.
"""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.rulings import overtaken_by_result
from adjudication.cases.services.base import move_case, next_number, record_case_event
from adjudication.models import (
    Case,
    CaseState,
    Inquiry,
    InquiryKind,
    InquiryState,
    Submission,
    SubmissionState,
)
from adjudication.policy.causes import BESIDE_RESULT, Cause
from adjudication.verdicts.services.claims import claim_of_submission
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import NOBODY, Actor
from tournament.audit.services.recording import LONGEST_REASON
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.common.versions import StaleVersion
from tournament.errors import Conflict
from tournament.models import Game, GameState, Verb
from tournament.results.services.results import NO_RESULT, move_game
from tournament.spoken import stored_note


def refuse_held_case(game: Game) -> None:
    """Raise Conflict if the result of a locked game is a referee's to decide."""
    case = one_or_none(_live_case_of(game.pk))
    if case is not None and case.held:
        raise held_by_referee_error()


def held_by_referee_error() -> Conflict:
    """Return the message for a result that is a referee's to decide."""
    text = _("A referee is working on the case about this game: its result is decided there.")
    return Conflict("case_taken", text=text)


@prepared
def _live_case_of(game_id: int) -> "QuerySet[Case]":
    return Case.objects.live().filter(game=game_id)[:1]


def held_cases(game_ids: Sequence[int]) -> frozenset[int]:
    """Return the locked games whose result is a referee's to decide."""
    # If there are several, the newest is the one that waits for its ruling, if any does.
    newest = {case.game_id: case for case in reversed(_live_cases_of(game_ids))}
    return frozenset(key for key, case in newest.items() if key is not None and case.held)


@prepared
def _live_cases_of(game_ids: Sequence[int]) -> "QuerySet[Case]":
    return Case.objects.live().filter(game__in=game_ids)


def games_to_settle(game_ids: Sequence[int]) -> frozenset[int]:
    """Return the locked games for which :func:`settle_with_result` has anything to do."""
    in_cases = {case.game_id for case in _live_cases_of(game_ids) if case.game_id is not None}
    return frozenset({*in_cases, *_games_with_questions(game_ids)})


@prepared
def _games_with_questions(game_ids: Sequence[int]) -> "QuerySet[Inquiry, int]":
    rows = Inquiry.objects.filter(game__in=game_ids, state=InquiryState.WAITING)
    return rows.values_list("game_id", flat=True)


def settle_with_result(game: Game, note: "str | Promise", *, by: Actor | None = None) -> None:
    """End the case of a locked game that now has its result, and the questions to its players.

    A case that is (also) about something else, such as conduct, goes on for a referee. A ruling
    that let the game go on becomes final once both players have confirmed what they played to.
    """
    withdraw_questions(game)
    case, *others = Case.objects.live().select_for_update().filter(game=game) or (None,)
    if case is None:
        return
    if game.state == GameState.CONFIRMED:
        for one in (case, *others):
            _end_overtaken(one)
    if case.state in (CaseState.FINAL, CaseState.RULED, CaseState.APPEALED):
        return
    if _goes_on(case, game):
        if case.state == CaseState.ASKED:
            Case.objects.move(case, CaseState.OPEN)
    else:
        settle_without_ruling(case, note, by=by)


def _end_overtaken(case: Case) -> None:
    """Make a locked case's ruling final, as its game's confirmed result overtook it."""
    if case.state == CaseState.RULED and overtaken_by_result().filter(case=case).exists():
        move_case(case, CaseState.FINAL, settled_at=timezone.now())
        record_case_event(Verb.RULING_FINAL, case, by=NOBODY)


def settle_missing(game: Game, note: "str | Promise", *, by: Actor | None = None) -> None:
    """End the case that a locked game has only because nobody had reported its result."""
    if not Case.objects.filter(game=game).exists():  # nearly every game: no lock is taken for it
        return
    case = Case.objects.live().select_for_update().filter(game=game).first()
    if case is not None and _only_missing(case):
        settle_without_ruling(case, note, by=by)


def withdraw_questions(game: Game, **which: object) -> None:
    """Withdraw the questions to a locked game's players; ``which`` narrows them down."""
    waiting = Inquiry.objects.filter(game=game, **which)
    waiting.become(InquiryState.WITHDRAWN, settled_at=timezone.now())


def withdraw_record_question(game: Game) -> None:
    """Withdraw questions about a record that is replaced or taken back."""
    kinds = (InquiryKind.WRONG_RECORD, InquiryKind.DAMAGED_RECORD)
    withdraw_questions(game, kind__in=kinds)


def settle_without_ruling(case: Case, note: "str | Promise", *, by: Actor | None = None) -> None:
    """Settle a locked case without a ruling. Raises Conflict if somebody was quicker."""
    note = stored_note(note)
    settled = Case.objects.move(
        case,
        CaseState.SETTLED,
        taken_by=None,
        lease_until=None,
        settled_at=timezone.now(),
        settled_note=note[:LONGEST_REASON],
    )
    if not settled:
        raise StaleVersion
    case.refresh_from_db(fields=["state", "version", "settled_at", "settled_note"])
    record_case_event(Verb.CASE_SETTLED, case, note=note, by=by)


def reopen_case(game: Game) -> None:
    """Open a case for a locked game that is disputed again, if its last case was settled."""
    cases = Case.objects.filter(game=game).order_by("-number")
    last = cases.first()
    if last is None or cases.live().exists():
        return
    case = Case.objects.create(
        tournament_id=last.tournament_id,
        number=next_number(last.tournament_id),
        game=game,
        round_id=last.round_id,
        cause=last.cause,
        severity=last.severity,
        grounds=last.grounds,
        proposal=last.proposal,
        submission_id=last.submission_id,
    )
    case.parties.set(last.parties.all())
    record_case_event(Verb.CASE_OPENED, case)


def _goes_on(case: Case, game: Game) -> bool:
    """Whether anything of a case is left to decide once there is a result.

    That both players confirmed it does not settle of which of two games its record is.
    """
    beside = BESIDE_RESULT - {Cause.NOT_REPORTED}
    if game.state == GameState.CONFIRMED:
        beside |= {Cause.DUPLICATE_RECORD}
    return any(
        Cause(ground["cause"]) in beside and not ground.get("set_aside") for ground in case.grounds
    )


def _only_missing(case: Case) -> bool:
    return all(ground["cause"] == Cause.NOT_REPORTED for ground in case.grounds)


LOCKABLE = (GameState.OPEN, GameState.REPORTED)
"""The states of a game whose result gets suspended; what the staff entered stays."""
_READ = ("state", "version", "winner", "reason", "margin_half", "reported_at")


def lock_game(game: Game, *, by: Actor | None = None) -> None:
    """Suspend a locked game's result, if it is still the players': it becomes disputed.

    A waiting report goes on waiting. What the staff entered stays, and so does what was confirmed
    or ruled.
    """
    if game.state not in LOCKABLE:
        return
    change = GameChange(game)
    moment = game.reported_at or timezone.now()
    move_game(game, GameState.DISPUTED, **NO_RESULT, reported_at=moment)
    game.refresh_from_db(fields=_READ)
    change.record(Verb.RESULT_LOCKED, by=by)


def withdraw_disowned(case: Case, game: Game) -> None:
    """Take back the report of a locked, disputed game if its own author objected to it.

    Nobody stands by that result any more: it must not wait for the opponent to confirm it.
    """
    if game.state != GameState.DISPUTED:
        return
    waiting = Submission.objects.filter(game=game, state=SubmissionState.PENDING)
    report = waiting.select_related("player").first()
    objectors = [one["by"] for one in case.grounds if one["cause"] == Cause.OBJECTION]
    if report is not None and report.player.number in objectors:
        waiting.become(SubmissionState.WITHDRAWN)


def unlock_game(game: Game, *, by: Actor | None = None) -> None:
    """Restore the result that a case suspended, if the case ends without a result.

    That is a report that still waits for its answer. If the players had reported different results
    there is none: the game is open, and they report again.
    """
    if game.state != GameState.DISPUTED:
        return
    change = GameChange(game)
    waiting = Submission.objects.filter(game=game, state=SubmissionState.PENDING).first()
    if waiting is None:
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    else:
        move_game(
            game,
            GameState.REPORTED,
            **claim_of_submission(waiting).columns(),
        )
    game.refresh_from_db(fields=_READ)
    change.record(Verb.RESULT_UNLOCKED, by=by)
