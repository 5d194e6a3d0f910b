"""What a decision does to its game: a result, another game, or back to what it was."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.models import (
    Case,
    Effect,
    Inquiry,
    InquiryState,
    Ruling,
    Submission,
    SubmissionState,
)
from adjudication.policy.decisions import Decision
from adjudication.services.claims import claimed_in
from tournament.models import AuditEvent, Game, GameState, Round, RoundState
from tournament.selectors.snapshots import boards_in
from tournament.services.proposals import withdraw_waiting
from tournament.services.results import game_changed, move_game, told_mismatch

NO_RESULT: dict[str, object] = {"winner": "", "reason": "", "margin_half": None}
_LOCKED = (GameState.DISPUTED, GameState.RULED)


def apply(decision: Decision, game: Game, case: Case, earlier: Ruling | None) -> None:
    """Do to a locked game what a decision says; ``earlier`` is the ruling that it supersedes.

    A report that waits is set aside with a note, and what the players were asked is withdrawn:
    the referee has answered it. Raises Conflict where somebody changed the game since it was read.
    """
    withdraw_questions(game)
    if decision.effect == Effect.NOTHING:
        _back(game, earlier)
        return
    _set_aside(game, _("The referee has ruled in case %(case)s.") % {"case": case.number})
    if decision.effect == Effect.RESULT:
        _result(decision, game)
        return
    if game.state != GameState.OPEN:
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    _play_on(game)


def withdraw_questions(game: Game) -> None:
    """Take back what a game's players were asked and have not both answered."""
    Inquiry.objects.filter(game=game).become(InquiryState.WITHDRAWN, settled_at=timezone.now())


def _result(decision: Decision, game: Game) -> None:
    result: dict[str, object] = {
        "winner": decision.winner,
        "reason": decision.reason,
        "margin_half": decision.margin_half,
    }
    with told_mismatch():
        if game.state == GameState.CONFIRMED:
            if result != {name: getattr(game, name) for name in result}:
                _mend(game, result)
            return
        move_game(game, GameState.RULED, **result, reported_at=game.reported_at or timezone.now())


def _mend(game: Game, result: Mapping[str, Any]) -> None:
    withdraw_waiting(game)
    if not Game.objects.mend(game, **result):
        raise game_changed()


def _set_aside(game: Game, note: str) -> None:
    Submission.objects.filter(game=game).become(SubmissionState.SUPERSEDED, answer_note=note)


def _play_on(game: Game) -> None:
    """A closed round with an open game is being played again."""
    Round.objects.filter(pk=game.round_id, state=RoundState.FINISHED).update(
        state=RoundState.PUBLISHED
    )


def _back(game: Game, earlier: Ruling | None) -> None:
    """Give a game back what it was before the case locked it or a ruling changed it.

    A report that still waits for the opponent waits again, and what the staff had entered stands
    again. Otherwise nothing stands: the players report anew.
    """
    if game.final:
        return
    gave_result = earlier is not None and earlier.effect == Effect.RESULT
    if game.state == GameState.CONFIRMED:
        if gave_result:
            _mend_back(game)
        return
    if game.state == GameState.RULED and not gave_result:
        # By the ruling of another case.
        return
    reopened = earlier is not None and earlier.effect in (Effect.REPLAY, Effect.RESUME)
    if game.state not in _LOCKED and not (reopened and game.state == GameState.OPEN):
        return
    waiting = game.submissions.filter(state=SubmissionState.PENDING).first()
    before, since = _before_the_lock(game), game.reported_at
    if game.state != GameState.OPEN:
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
        game.refresh_from_db(fields=["state", "version"])
    if waiting is not None:
        claim = claimed_in(waiting)
        move_game(
            game,
            GameState.REPORTED,
            winner=claim.winner,
            reason=claim.reason,
            margin_half=claim.margin_half,
            reported_at=waiting.created_at,
        )
    elif before.get("state") == GameState.ENTERED:
        move_game(
            game,
            GameState.ENTERED,
            winner=before["winner"],
            reason=before["reason"],
            margin_half=before.get("margin_half"),
            reported_at=_moment(before) or since or timezone.now(),
        )
    else:
        _play_on(game)


def _mend_back(game: Game) -> None:
    for before, after in _told(game):
        states = {before.get("state"), after.get("state")}
        was = {name: before.get(name) for name in NO_RESULT}
        if states == {GameState.CONFIRMED} and was != {name: after.get(name) for name in NO_RESULT}:
            _mend(game, was)
            return


def _before_the_lock(game: Game) -> Mapping[str, Any]:
    """Return the game as the trail tells it before it was locked or ruled the last time."""
    for before, after in _told(game):
        if after.get("state") in _LOCKED and before.get("state") not in _LOCKED:
            return before
    return {}


def _told(game: Game) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return what the events of a game tell that it was and became, newest first."""
    pair = {game.black.number, game.white.number}
    events = AuditEvent.objects.filter(
        tournament=game.round.tournament_id, round_number=game.round.number
    ).order_by("-pk")
    return [
        (was, now)
        for before, after in events.values_list("before", "after")
        for was in boards_in(before)
        for now in boards_in(after)
        if {was["black"], was["white"]} == pair == {now["black"], now["white"]}
    ]


def _moment(before: Mapping[str, Any]) -> datetime | None:
    told = before.get("reported_at")
    return datetime.fromisoformat(told) if told else None
