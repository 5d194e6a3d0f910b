"""Entering the result of a game and taking it back, for the staff.

A result that is entered ends the game's case; while a referee works on that, none can be.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.live_cases import refuse_held_case, settle_with_result
from tournament.audit.services.changes import GameChange
from tournament.common.locks import held_game, refuse_closed
from tournament.errors import Conflict
from tournament.models import Game, GameState, Reason, Reporting, RoundState, Verb, Winner
from tournament.results.services.doubts import ask_about
from tournament.results.services.results import (
    NO_RESULT,
    game_changed,
    move_game,
    refuse_ruled,
    result_of,
    told_mismatch,
)
from tournament.rounds.selectors.running import seen_as

_ABSENT = (Winner.BLACK, Winner.WHITE, Winner.BOTH)
"""The outcomes that say who did not come."""


@transaction.atomic
def enter_result(
    *,
    game_id: int,
    winner: str,
    reason: str = "",
    margin_half: int | None = None,
    seen: str | None = None,
    sure: bool = True,
) -> None:
    """Enter a result for a game that no player has reported, or another in its place.

    Without a ``reason`` it is the usual one of the outcome. ``seen`` is the game as whoever enters
    it saw it (:func:`~tournament.rounds.selectors.running.seen_as`; None: not to check). Raises
    NotFound, UserError for a result that makes no sense, and Conflict when the round is not
    published, when the players have reported already, when the round or the tournament is closed or
    when somebody else changed the game; where only players report, for anything but who did not
    come. Who is not ``sure`` is asked once more (UserError ``result_cannot_be``) about what no
    count gives.
    """
    game = _locked(game_id, seen)
    result = result_of(winner=winner, reason=reason, margin_half=margin_half)
    if not sure and winner != Winner.NONE:  # the staff annuls a game by that under any rules
        ask_about(game, winner, str(result["reason"]), margin_half)
    absence = reason == Reason.ABSENCE and winner in _ABSENT
    if game.round.tournament.reporting == Reporting.PLAYERS and not absence:
        raise Conflict(
            "players_report",
            text=_(
                "In this tournament the players report their results: here you note only who did "
                "not come. If the result shown is wrong, correct it."
            ),
        )
    if game.round.state == RoundState.FINISHED:
        raise _round_finished()
    change = GameChange(game)
    with told_mismatch():
        move_game(
            game,
            GameState.ENTERED,
            **result,
            reported_at=game.reported_at or timezone.now(),
        )
    change.record(Verb.RESULT_ENTERED)
    settle_with_result(game, _("The staff entered the result."))


@transaction.atomic
def clear_result(*, game_id: int, seen: str | None = None) -> None:
    """Take back a result that the director entered. Without one nothing changes.

    Raises NotFound and Conflict as :func:`enter_result` does, and Conflict in a closed round.
    """
    game = _locked(game_id, seen)
    if game.state == GameState.OPEN:
        return
    if game.round.state == RoundState.FINISHED:
        raise _round_finished()
    change = GameChange(game)
    move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    change.record(Verb.RESULT_CLEARED)


def _locked(game_id: int, seen: str | None) -> Game:
    game = held_game(game_id)
    refuse_closed(game.round.tournament)
    if seen is not None and seen != seen_as(game.version, game.black_id, game.white_id):
        raise game_changed()
    if game.round.state == RoundState.DRAFT:
        raise Conflict("round_draft", text=_("The round is not published yet."))
    refuse_ruled(game)
    if game.state not in (GameState.OPEN, GameState.ENTERED):
        raise Conflict(
            "game_reported",
            text=_("The players have reported this game themselves: look at their report first."),
        )
    refuse_held_case(game)
    return game


def _round_finished() -> Conflict:
    return Conflict(
        "round_finished", text=_("The round is closed: correct the result, and say why.")
    )
