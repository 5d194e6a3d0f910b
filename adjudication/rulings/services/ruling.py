"""Ruling: a referee decides a case, revises or previews that, and what it does to the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.base import (
    FREE,
    acting_person,
    move_case,
    policy_of,
    require_holder,
)
from adjudication.cases.services.disputes import withdraw_questions
from adjudication.corrections.selectors.correcting import Effects, standings_effects
from adjudication.corrections.services.corrections import reopen_round
from adjudication.models import (
    Case,
    CaseState,
    Effect,
    GameRecordFile,
    Penalty,
    Ruling,
    RulingKind,
    Submission,
    SubmissionState,
)
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.checking import (
    board_before,
    check_decision,
    confirmed_result_error,
)
from adjudication.rulings.services.finality import close_if_due, locked_case_and_game, set_final
from adjudication.triage.services.reports import set_aside
from adjudication.triage.services.resumption import (
    EstablishedBy,
    establish_stones_stay,
    forget_stones_stay,
    stones_may_stay,
)
from adjudication.verdicts.services.claims import claim_of_submission
from language.messages import Message
from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.recording import LONGEST_REASON, checked_note, record
from tournament.common.versions import StaleVersion, check_version
from tournament.errors import Conflict, NotFound
from tournament.games.selectors import GameRow, game_rows
from tournament.models import Game, GameState, Person, Player, RoundState, Verb
from tournament.results.selectors import may_reopen
from tournament.results.services.recording_errors import withdraw_waiting
from tournament.results.services.results import NO_RESULT, mismatch_as_user_error, move_game
from tournament.rounds.selectors.state import state_of
from tournament.spoken import renders_as


@transaction.atomic
def rule(
    *, case_id: int, decision: Decision, version: int, proposed: Message | None = None
) -> Ruling:
    """Decide a case and apply the decision to its game.

    The current actor has the case; an expired lease does not matter as long as nobody else has
    taken it. ``version`` is that of the case as it was read. The ruling can be appealed for as long
    as the tournament allows, or is final at once if it allows no appeals. ``proposed`` are the
    proposed reasons: if they were left unchanged, everybody reads them in their own language.
    Raises NotFound, UserError for a decision that makes no sense, and Conflict if the case is not
    the actor's or has changed, or if a confirmed result stands in the way.
    """
    case, game = locked_case_and_game(case_id)
    person = acting_person(case.tournament_id)
    require_holder(case, person)
    check_version(case, version)
    return write_ruling(case, game, decision, person, RulingKind.FIRST, proposed=proposed)


def revise(
    *,
    case_id: int,
    decision: Decision,
    version: int,
    note: str,
    proposed: Message | None = None,
) -> Ruling:
    """Revise a ruling that is not final: a new one supersedes it, and both can be read.

    ``note`` says why; ``proposed`` are reasons as in :func:`rule`. The time for an appeal starts
    again. Raises as :func:`rule` does, and Conflict if the ruling is under appeal or final.
    """
    close_if_due(case_id)
    return _revised(case_id, decision, version, note, proposed)


@transaction.atomic
def _revised(
    case_id: int, decision: Decision, version: int, note: str, proposed: Message | None
) -> Ruling:
    note = checked_note(note)
    case, game = locked_case_and_game(case_id)
    person = acting_person(case.tournament_id)
    if case.state != CaseState.RULED:
        raise not_open_to_change(case)
    check_version(case, version)
    kind = RulingKind.REVISED
    return write_ruling(case, game, decision, person, kind, note=note, proposed=proposed)


def not_open_to_change(case: Case) -> Conflict:
    """Return the Conflict that a case's ruling can be neither revised nor appealed now."""
    texts = {
        CaseState.APPEALED: _("The ruling is before the appeals committee, which decides now."),
        CaseState.FINAL: _("The ruling is final: the time for an appeal is over."),
    }
    if case.appeal_until is not None and case.appeal_until > timezone.now():
        texts[CaseState.FINAL] = _(
            "The ruling is final: both players have confirmed the result of the game since."
        )
    text = texts.get(CaseState(case.state), _("There is no ruling in this case yet."))
    return Conflict(f"case_{case.state}", text=text)


_TIMED = (GameState.ENTERED, GameState.DISPUTED, GameState.RULED)
_VERBS = {
    RulingKind.FIRST: Verb.RULED,
    RulingKind.REVISED: Verb.RULING_REVISED,
    RulingKind.APPEAL: Verb.APPEAL_DECIDED,
}


def write_ruling(
    case: Case,
    game: Game | None,
    decision: Decision,
    person: Person,
    kind: RulingKind,
    *,
    note: str = "",
    proposed: Message | None = None,
) -> Ruling:
    """Write down a decision of a locked case, apply it, and move the case on.

    A ruling on appeal is final. Raises UserError and Conflict as :func:`rule` does.
    """
    policy = policy_of(case.tournament)
    decision, parties = check_decision(decision, case, game, policy)
    earlier = case.rulings.order_by("-number").first()
    before: dict[str, Any] = {} if game is None else board_now(game.pk)
    if game is not None:
        if game.state in _TIMED and game.reported_at is not None:
            # Nothing else records it once the game is open again or has another result.
            before["reported_at"] = game.reported_at.isoformat()
        apply_decision(decision, game, case, earlier)
    ruling = _written(case, decision, person, kind, earlier, parties, proposed)
    now = ruling.made_at
    if kind == RulingKind.APPEAL or not policy.appeal_minutes:
        move_case(case, CaseState.FINAL, **FREE, appeal_until=None, settled_at=now)
        set_final(case)
    else:
        until = now + timedelta(minutes=policy.appeal_minutes)
        move_case(case, CaseState.RULED, **FREE, appeal_until=until)
    _tell(case, game, ruling, decision, before, note)
    return ruling


def _written(
    case: Case,
    decision: Decision,
    person: Person,
    kind: RulingKind,
    earlier: Ruling | None,
    parties: dict[int, Player],
    proposed: Message | None,
) -> Ruling:
    reasons = decision.reasons.strip()
    untouched = proposed is not None and renders_as(proposed, reasons)
    ruling = Ruling.objects.create(
        case=case,
        number=1 if earlier is None else earlier.number + 1,
        kind=kind,
        effect=decision.effect,
        winner=decision.winner,
        reason=decision.reason,
        margin_half=decision.margin_half,
        resume_move=decision.resume_move,
        resume_record=decision.resume_record,
        rules=case.tournament.rules,
        cause=case.cause,
        finding=decision.finding,
        articles=list(decision.articles),
        reasons=reasons,
        made_of=proposed.as_json() if proposed is not None and untouched else None,
        counted=None if decision.counted is None else decision.counted.as_json(),
        by=person,
        made_at=timezone.now(),
        supersedes=earlier,
    )
    Penalty.objects.bulk_create(
        Penalty(
            ruling=ruling,
            player=parties[penalty.player],
            kind=penalty.kind,
            points_half=penalty.points_half,
            seconds=penalty.seconds,
            note=penalty.note,
        )
        for penalty in decision.penalties
    )
    return ruling


def _tell(
    case: Case,
    game: Game | None,
    ruling: Ruling,
    decision: Decision,
    before: dict[str, Any],
    note: str,
) -> None:
    """Write the event: the board before and after, and what was decided beside the result."""
    after: dict[str, Any] = {} if game is None else board_now(game.pk)
    after |= {
        "case": case.number,
        "ruling": ruling.number,
        "effect": decision.effect,
        "articles": list(decision.articles),
        "penalties": [
            {
                name: value
                for name, value in {
                    "player": penalty.player,
                    "kind": penalty.kind,
                    "points_half": penalty.points_half,
                    "seconds": penalty.seconds,
                }.items()
                if value is not None
            }
            for penalty in decision.penalties
        ],
    }
    if decision.resume_move is not None:
        after["resume_move"] = decision.resume_move
        by = None if game is None else _sender(game, decision.resume_record)
        if by is not None:
            after["resume_by"] = by
    record(
        _VERBS[RulingKind(ruling.kind)],
        tournament_id=case.tournament_id,
        round_number=None if case.round is None else case.round.number,
        table=after.get("table"),
        players=sorted(case.parties.values_list("number", flat=True)),
        before=before or None,
        after=after,
        reason=note or ruling.reasons[:LONGEST_REASON],
    )


def _sender(game: Game, digest: str) -> int | None:
    """Return the number of the player who sent the record that a game goes on from, or None."""
    numbers = {game.black_id: game.black.number, game.white_id: game.white.number}
    sent = GameRecordFile.objects.filter(sha256=digest, uploaded_by__in=numbers).order_by("pk")
    return next((numbers[key] for key in sent.values_list("uploaded_by", flat=True)[:1]), None)


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """A decision as it would be written down, and its consequences.

    ``game`` is the game as it would be, and ``effects`` are the changes to the standings and to
    later rounds that are already paired; both are None for a case without a game. ``reopens`` says
    that a closed round would be played again.
    """

    decision: Decision
    game: GameRow | None
    effects: Effects | None
    reopens: bool = False


def as_written_down(*, case_id: int, decision: Decision) -> Decision:
    """Return a decision as it would be written down; nothing is changed.

    Raises as :func:`preview_ruling` does.
    """
    with transaction.atomic():
        case, game = locked_case_and_game(case_id)
        return check_decision(decision, case, game, policy_of(case.tournament))[0]


def preview_ruling(*, case_id: int, decision: Decision) -> RulingPreview:
    """Apply a decision, look at its consequences, and undo it all.

    Raises NotFound, and UserError and Conflict as ruling does. It does not matter who would decide.
    """
    case = Case.objects.select_related("tournament").filter(pk=case_id).first()
    if case is None:
        raise NotFound("no_case", text=_("There is no such case."))
    old = None if case.game_id is None else state_of(case.tournament)
    with transaction.atomic():
        case, game = locked_case_and_game(case_id)
        decision, _parties = check_decision(decision, case, game, policy_of(case.tournament))
        if game is None:
            return RulingPreview(decision, None, None)
        closed = game.round.state == RoundState.FINISHED
        apply_decision(decision, game, case, case.rulings.order_by("-number").first())
        new = state_of(case.tournament)
        (row,) = game_rows(Game.objects.filter(pk=game.pk))
        game.round.refresh_from_db(fields=["state"])
        transaction.set_rollback(True)
    assert old is not None, "the case has a game"
    # Standings take time to compute: by now all locks are released, so nobody waits.
    return RulingPreview(
        decision,
        row,
        standings_effects(case.tournament, old, new, round_number=game.round.number),
        reopens=closed and game.round.state != RoundState.FINISHED,
    )


def apply_decision(decision: Decision, game: Game, case: Case, earlier: Ruling | None) -> None:
    """Apply a decision to a locked game; ``earlier`` is the ruling that it supersedes.

    A waiting report is set aside with a note, and questions to the players are withdrawn, since the
    referee has answered them. If another case about the game is waiting, deciding nothing here
    leaves the game and its questions to that case, except for a result that no ruling gives any
    more. Raises Conflict if somebody has changed the game since it was read.
    """
    other = Case.objects.undecided().filter(game=game).exclude(pk=case.pk).first()
    if decision.effect == Effect.NOTHING:
        if other is None:
            withdraw_questions(game)
        if other is None or (earlier is not None and earlier.effect == Effect.RESULT):
            _back(game, case, earlier, waits=other is not None and other.about_result)
        return
    withdraw_questions(game)
    if other is not None and other.state == CaseState.ASKED:
        move_case(other, CaseState.OPEN)
    _keep_evidence(game)
    set_aside(game, _("The referee has ruled."))
    if decision.effect == Effect.RESULT:
        _result(decision, game)
        return
    if game.state != GameState.OPEN:
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    if decision.effect == Effect.REPLAY:
        forget_stones_stay(game)
    elif _over_stones(case) and stones_may_stay(game.round.tournament):
        establish_stones_stay(game, EstablishedBy.REFEREE)
    reopen_round(game.round_id)


def _keep_evidence(game: Game) -> None:
    """Mark the reports on a game as ruled on: they may no longer count, but are still shown."""
    reports = Submission.objects.filter(game=game).standing()
    ids = list(reports.values_list("pk", flat=True))
    Submission.objects.filter(pk__in=ids, ruled_at=None).update(ruled_at=timezone.now())


def _over_stones(case: Case) -> bool:
    """Whether a case is about which stones are dead."""
    return any(ground["cause"] == Cause.DEAD_STONES for ground in case.grounds)


def _result(decision: Decision, game: Game) -> None:
    result: dict[str, object] = {
        "winner": decision.winner,
        "reason": decision.reason,
        "margin_half": decision.margin_half,
    }
    with mismatch_as_user_error():
        if game.state == GameState.CONFIRMED:
            _mend(game, result)
            return
        move_game(game, GameState.RULED, **result, reported_at=game.reported_at or timezone.now())


def _mend(game: Game, result: Mapping[str, Any]) -> None:
    if result == {name: getattr(game, name) for name in result}:
        return
    withdraw_waiting(game)
    if not Game.objects.mend(game, **result):
        raise StaleVersion


def _back(game: Game, case: Case, earlier: Ruling | None, *, waits: bool) -> None:
    """Restore a game to what it was before the case locked it or its ruling changed it.

    A report that still waits for the opponent waits again, and a result that the staff had entered,
    another case had ruled or both had confirmed stands again. Otherwise nothing stands: the players
    report again or, if another case ``waits``, that case decides. Later changes to the game stay.
    """
    ruled = earlier is not None and earlier.effect != Effect.NOTHING
    if game.final or not (ruled or game.state == GameState.DISPUTED):
        return
    before = board_before(game, case)
    if ruled and not before:
        return
    result = {name: before.get(name, missing) for name, missing in NO_RESULT.items()}
    if game.state == GameState.CONFIRMED:
        if not may_reopen(game.round):
            raise confirmed_result_error()
        _mend(game, result)
        return
    waiting = game.submissions.filter(state=SubmissionState.PENDING).first()
    moment = _moment(before) or game.reported_at or timezone.now()
    if game.state != GameState.OPEN:
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
        game.refresh_from_db(fields=["state", "version"])
    if waiting is not None and not waits:
        claimed = claim_of_submission(waiting).columns()
        move_game(game, GameState.REPORTED, **claimed, reported_at=waiting.created_at)
    elif before.get("state") in (GameState.ENTERED, GameState.RULED):
        move_game(game, GameState(before["state"]), **result, reported_at=moment)
    elif waits:
        move_game(game, GameState.DISPUTED, **NO_RESULT, reported_at=moment)
    else:
        reopen_round(game.round_id)


def _moment(before: Mapping[str, Any]) -> datetime | None:
    told = before.get("reported_at")
    return datetime.fromisoformat(told) if told else None
