"""Both players agree that a game ends without result: what the tournament makes of it."""

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.cases.services.live_cases import settle_with_result
from adjudication.cases.services.locking import lock_game
from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services.referring import refer
from adjudication.models import Inquiry, SubmissionState
from adjudication.policy.causes import Cause
from adjudication.policy.policy import NoResult
from adjudication.policy.questions import Outcome
from adjudication.triage.services.reports_again import lay, open_again, put, set_aside, with_record
from adjudication.triage.services.resumption import forget
from adjudication.verdicts.services.claims import Result
from tournament.audit.services.acting import Actor
from tournament.audit.services.changes import GameChange
from tournament.models import Game, GameState, Reason, Verb, Winner
from tournament.results.services.results import move_game

_RESULTS = {
    NoResult.HALF: Result(Winner.NONE, Reason.VOID, None),
    NoResult.VOID: Result(Winner.VOID, Reason.UNKNOWN, None),
}


def end_without_result(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """End a locked game without result, or open it to be played again, and its case with it.

    A result that the staff entered stays until a referee decides.
    """
    if game.state == GameState.ENTERED:
        # What the staff wrote down is not the players' to replace: the referee is asked to.
        refer(game, Cause.CYCLE, inquiry=inquiry, by=by, outcome=Outcome.NO_RESULT)
        return
    note = _("Both players agree that the game ends without result.")
    became = policy_of(game.round.tournament).no_result
    if became is NoResult.REPLAY:
        note = _("Both players agree that there is no result: they play the game again.")
        open_again(game, note, by=by)
        forget(game, by=by)
    else:
        # A case beside the result leaves an open game as it is: what comes now is its result.
        lock_game(game, by=by)
        change, result, shown = GameChange(game), _RESULTS[became], with_record(game)
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
            # The record that shows the cycle stays with the result; that there is none is what both
            # say, and what becomes of it is the tournament's.
            agreed = put(
                game,
                _RESULTS[NoResult.HALF],
                player_id=shown.player_id,
                record=shown.record,
                dead=None,
                state=SubmissionState.CONFIRMED,
            )
            lay(game, GameState.CONFIRMED, result, agreed)
        change.record(Verb.RESULT_CONFIRMED, reason=note, by=by)
    settle_with_result(game, note, by=by)
