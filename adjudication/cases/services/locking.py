"""Taking the result of a game off the table, and putting it back."""

from django.utils import timezone

from adjudication.models import Submission, SubmissionState
from adjudication.verdicts.services.claims import claimed_in
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor
from tournament.models import Game, GameState, Verb
from tournament.results.services.results import NO_RESULT, move_game

LOCKABLE = (GameState.OPEN, GameState.REPORTED)
"""The states of a game whose result is taken off the table; what the staff wrote down stays."""
_READ = ("state", "version", "winner", "reason", "margin_half", "reported_at")


def lock_game(game: Game, *, by: Actor | None = None) -> None:
    """Take the result of a locked game off the table, where it is the players': it is disputed.

    A report that waits goes on waiting. What the staff entered stays, and so does what was
    confirmed or ruled.
    """
    if game.state not in LOCKABLE:
        return
    change = GameChange(game)
    moment = game.reported_at or timezone.now()
    move_game(game, GameState.DISPUTED, **NO_RESULT, reported_at=moment)
    game.refresh_from_db(fields=_READ)
    change.record(Verb.RESULT_LOCKED, by=by)


def unlock_game(game: Game, *, by: Actor | None = None) -> None:
    """Put back on the table what a case took off, where the case ends without a result.

    That is a report that still waits for its answer. Where players had reported different results
    there is nothing: the game is open, and they report it anew.
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
            **claimed_in(waiting).columns(),
        )
    game.refresh_from_db(fields=_READ)
    change.record(Verb.RESULT_UNLOCKED, by=by)
