"""What a decision does to its game: a result, another game, or back to what it was."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.cases.services.holding import move
from adjudication.cases.services.live_cases import withdraw_questions
from adjudication.models import (
    Case,
    CaseState,
    Effect,
    Ruling,
    Submission,
    SubmissionState,
)
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.board_before import board_before
from adjudication.rulings.services.checking import confirmed_stands
from adjudication.triage.services.resumption import Established, establish, forget, stones_may_stay
from adjudication.verdicts.services.claims import claimed_in
from tournament.common.versions import StaleVersion
from tournament.models import Game, GameState, Round, RoundState
from tournament.results.selectors import may_reopen
from tournament.results.services.recording_errors import withdraw_waiting
from tournament.results.services.results import NO_RESULT, move_game, told_mismatch


def apply(decision: Decision, game: Game, case: Case, earlier: Ruling | None) -> None:
    """Do to a locked game what a decision says; ``earlier`` is the ruling that it supersedes.

    A report that waits is set aside with a note, and what the players were asked is withdrawn:
    the referee has answered it. Where another case about the game waits, nothing to decide here
    leaves the game and its questions to that. Raises Conflict where somebody changed the game
    since it was read.
    """
    other = Case.objects.undecided().filter(game=game).exclude(pk=case.pk).first()
    if decision.effect == Effect.NOTHING:
        if other is None:
            withdraw_questions(game)
            _back(game, case, earlier)
        return
    withdraw_questions(game)
    if other is not None and other.state == CaseState.ASKED:
        move(other, CaseState.OPEN)
    _set_aside(game, _("The referee has ruled in case %(case)s.") % {"case": case.number})
    if decision.effect == Effect.RESULT:
        _result(decision, game)
        return
    if game.state != GameState.OPEN:
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    if decision.effect == Effect.REPLAY:
        forget(game)
    elif _over_stones(case) and stones_may_stay(game.round.tournament):
        establish(game, Established.REFEREE)
    _play_on(game)


def _over_stones(case: Case) -> bool:
    """Whether a case is about which stones are dead."""
    return any(ground["cause"] == Cause.DEAD_STONES for ground in case.grounds)


def _result(decision: Decision, game: Game) -> None:
    result: dict[str, object] = {
        "winner": decision.winner,
        "reason": decision.reason,
        "margin_half": decision.margin_half,
    }
    with told_mismatch():
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


def _set_aside(game: Game, note: str) -> None:
    Submission.objects.filter(game=game).become(SubmissionState.SUPERSEDED, answer_note=note)


def _play_on(game: Game) -> None:
    """A closed round with an open game is being played again."""
    Round.objects.filter(pk=game.round_id, state=RoundState.FINISHED).update(
        state=RoundState.PUBLISHED
    )


def _back(game: Game, case: Case, earlier: Ruling | None) -> None:
    """Give a game back what it was before the case locked it or its ruling changed it.

    A report that still waits for the opponent waits again, and what the staff had entered, another
    case had ruled or both had confirmed stands again. Otherwise nothing stands: the players report
    again. What changed the game since stays.
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
            raise confirmed_stands()
        _mend(game, result)
        return
    waiting = game.submissions.filter(state=SubmissionState.PENDING).first()
    moment = _moment(before) or game.reported_at or timezone.now()
    if game.state != GameState.OPEN:
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
        game.refresh_from_db(fields=["state", "version"])
    if waiting is not None:
        claimed = claimed_in(waiting).columns()
        move_game(game, GameState.REPORTED, **claimed, reported_at=waiting.created_at)
    elif before.get("state") in (GameState.ENTERED, GameState.RULED):
        move_game(game, GameState(before["state"]), **result, reported_at=moment)
    else:
        _play_on(game)


def _moment(before: Mapping[str, Any]) -> datetime | None:
    told = before.get("reported_at")
    return datetime.fromisoformat(told) if told else None
