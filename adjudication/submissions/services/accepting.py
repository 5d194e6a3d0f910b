"""Players who settle their case themselves: one accepts what the other reported after all."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.live_cases import refuse_held_case, settle_with_result
from adjudication.models import Case, Submission, SubmissionState
from adjudication.policy.causes import Cause
from adjudication.submissions.services.reports import locked_game
from adjudication.verdicts.models.submission import after_answers
from adjudication.verdicts.services.refusals import (
    check_version,
    refuse_judged_again,
    report_changed,
)
from adjudication.verdicts.services.repetitions import refuse_in_vain
from tournament.audit.services.changes import GameChange
from tournament.errors import Conflict
from tournament.games.services.playing import acting_player, require_player
from tournament.models import Game, GameState, Verb
from tournament.results.services.doubts import ask_about
from tournament.results.services.results import move_game

KEY = "accepted-{}"
"""The key of the report that accepts another one."""


@transaction.atomic
def accept_claim(
    *, game_id: int, player_id: int, expects: int, version: int, sure: bool = True
) -> None:
    """Accept the opponent's report of a disputed game: it is confirmed, and its case settled.

    ``expects`` is the report that the player looked at and ``version`` the game's then. Twice is no
    error. Raises UserError (``result_cannot_be``) for a result that no count gives from who is not
    ``sure``, NotFound for a game that is not the player's, and Conflict where another report stands
    than was expected, or none of the opponent, or the game changed; where a referee has the case
    already; and where it is about an illegal move, or a record speaks against it: that is not the
    players' to settle.
    """
    game = locked_game(game_id)
    require_player(game, player_id)
    theirs = game.submissions.exclude(player_id=player_id).standing().order_by("pk").last()
    if theirs is not None and game.state == GameState.CONFIRMED and _accepted(theirs, player_id):
        return
    if game.state != GameState.DISPUTED:
        raise Conflict("not_disputed", text=_("The result is not disputed: look at the game."))
    _refuse(game)
    if theirs is None:
        raise Conflict(
            "nothing_to_accept", text=_("Your opponent has reported nothing that you could accept.")
        )
    if theirs.pk != expects:
        raise report_changed()
    check_version(game, version)
    refuse_judged_again(game)
    refuse_in_vain(game, theirs)
    if not sure:
        ask_about(game, theirs.claim_winner, theirs.claim_reason, theirs.claim_margin_half)
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
            idempotency_key=KEY.format(theirs.pk),
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
    settle_with_result(game, _("One player accepted what the other reported."), by=by)


def _accepted(theirs: Submission, player_id: int) -> bool:
    if theirs.state == SubmissionState.CONFIRMED:
        return theirs.answered_by_id == player_id
    return Submission.objects.filter(
        game=theirs.game_id, idempotency_key=KEY.format(theirs.pk)
    ).exists()


def _refuse(game: Game) -> None:
    refuse_held_case(game)
    case = Case.objects.live().filter(game=game).first()
    causes = [] if case is None else [ground["cause"] for ground in case.grounds]
    if Cause.ILLEGAL_MOVE in causes:
        raise Conflict(
            "finding_decides",
            text=_("It is about an illegal move: a referee decides this game."),
        )
