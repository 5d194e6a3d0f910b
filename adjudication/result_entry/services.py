"""Entering results for the staff, taking back what was entered, and closing a round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from adjudication.cases.selectors.referees import case_number_of
from adjudication.cases.services.disputes import (
    games_to_settle,
    refuse_held_case,
    settle_with_result,
)
from adjudication.result_entry.selectors import boards_in_doubt
from tournament.audit.services.changes import GameChange
from tournament.audit.services.recording import record_all
from tournament.common.locks import held_game, locked_round, refuse_if_closed
from tournament.common.versions import check_version
from tournament.errors import Conflict, UserError
from tournament.models import Game, GameState, Reason, Reporting, Round, RoundState, Verb, Winner
from tournament.results.services.results import (
    NO_RESULT,
    enter_in_games,
    mismatch_as_user_error,
    move_game,
    refuse_if_drawn,
    refuse_if_ruled,
    refuse_impossible,
    result_of,
)
from tournament.rounds.services.rounds import finish_round

_ABSENT = (Winner.BLACK, Winner.WHITE, Winner.BOTH)
"""The outcomes that say who did not show up."""


@transaction.atomic
def enter_result(
    *,
    game_id: int,
    winner: str,
    reason: str = "",
    margin_half: int | None = None,
    seen: int | None = None,
    sure: bool = True,
) -> None:
    """Enter a result for a game that no player has reported, or replace one entered before.

    ``reason`` defaults to the usual one for the outcome. ``seen`` is the version of the game that
    was shown. Raises NotFound, UserError for a result that makes no sense, and StaleVersion. Raises
    Conflict if the round is not published, if the players have already reported, if the round or
    the tournament is closed, and, where only players report, for anything but a no-show. Unless
    ``sure``, raises UserError (``result_cannot_be``) for a result that no count gives.
    """
    game = _locked(game_id, seen)
    result = _checked(game, winner, reason, margin_half, sure=sure)
    change = GameChange(game)
    with mismatch_as_user_error():
        move_game(
            game,
            GameState.ENTERED,
            **result,
            reported_at=game.reported_at or timezone.now(),
        )
    change.record(Verb.RESULT_ENTERED)
    settle_with_result(game, _("The staff entered the result."))


def checked_columns(
    game: Game, *, winner: str, reason: str, margin_half: int | None
) -> dict[str, object]:
    """Return the columns of a result that :func:`enter_all` may enter for an open, locked game.

    The game comes with its round and tournament. Raises what :func:`enter_result` does, except for
    a case that a referee has taken.
    """
    _refuse_entry(game)
    return _checked(game, winner, reason, margin_half, sure=True)


def enter_all(results: Sequence[tuple[Game, Mapping[str, Any]]], *, tournament_id: int) -> None:
    """Enter checked results for open games of a tournament, locked and read with their players.

    Does what :func:`enter_result` does for each, with one event per game, all or none, in the
    caller's transaction. Raises StaleVersion, and IntegrityError for columns that do not go
    together.
    """
    changes = [GameChange(game, known=True) for game, _result in results]
    enter_in_games(results, reported_at=timezone.now())
    told = [change.contents(Verb.RESULT_ENTERED) for change in changes]
    record_all([event for event in told if event is not None], tournament_id=tournament_id)
    asked = games_to_settle([game.pk for game, _result in results])
    for game, _result in results:
        if game.pk in asked:
            settle_with_result(game, _("The staff entered the result."))


def _checked(
    game: Game, winner: str, reason: str, margin_half: int | None, *, sure: bool
) -> dict[str, object]:
    result = result_of(winner=winner, reason=reason, margin_half=margin_half)
    refuse_if_drawn(game, winner, str(result["reason"]))
    if not sure and winner != Winner.NONE:  # that is how the staff annuls a game under any rules
        refuse_impossible(game, winner, str(result["reason"]), margin_half)
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
    return result


@transaction.atomic
def clear_result(*, game_id: int, seen: int | None = None) -> None:
    """Take back a result that the director entered. If there is none, nothing changes.

    Raises NotFound and Conflict as :func:`enter_result` does, and Conflict if the round is closed.
    """
    game = _locked(game_id, seen)
    if game.state == GameState.OPEN:
        return
    if game.round.state == RoundState.FINISHED:
        raise _round_finished()
    change = GameChange(game)
    move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
    change.record(Verb.RESULT_CLEARED)


def _locked(game_id: int, seen: int | None) -> Game:
    game = held_game(game_id)
    refuse_if_closed(game.round.tournament)
    check_version(game, seen)
    _refuse_entry(game)
    refuse_held_case(game)
    return game


REPORTED = "game_reported"
"""The error code for a result that the players have reported themselves."""


class Disputed(Conflict):
    """The error that the players dispute a result; ``case`` is the number of the case about it."""

    def __init__(self, case: int | None) -> None:
        text = _("The players disagree about this game: its result is decided in case %(case)d.")
        if case is None:
            text = _("The players disagree about this game: its result is still being decided.")
        super().__init__("game_disputed", text=text % {"case": case})
        self.case = case


def _refuse_entry(game: Game) -> None:
    """Raise Conflict if the result of a locked game is not the staff's to enter."""
    if game.round.state == RoundState.DRAFT:
        raise Conflict("round_draft", text=_("The round is not published yet."))
    refuse_if_ruled(game)
    if game.state == GameState.DISPUTED:
        raise Disputed(case_number_of(game.round.tournament_id, game.pk))
    if game.state not in (GameState.OPEN, GameState.ENTERED):
        raise Conflict(
            REPORTED,
            text=_("The players have reported this game themselves: look at their report first."),
        )


def _round_finished() -> Conflict:
    return Conflict(
        "round_finished", text=_("The round is closed: correct the result, and say why.")
    )


_NOT_PLAYED = (Reason.ABSENCE, Reason.RULING)


@dataclass(frozen=True, slots=True)
class NotedResult:
    """A result noted for a game: the version this gave the game, and what it held before."""

    game_id: int
    version: int
    winner: str
    reason: str
    margin_half: int | None
    reported_at: datetime | None

    def to_json(self) -> list[Any]:
        """Return it in a form that a session can store."""
        when = self.reported_at and self.reported_at.isoformat()
        return [self.game_id, self.version, self.winner, self.reason, self.margin_half, when]

    @classmethod
    def from_json(cls, kept: list[Any]) -> Self:
        """Return what :meth:`to_json` was made from."""
        game_id, version, winner, reason, margin_half, when = kept
        reported_at = None if when is None else datetime.fromisoformat(when)
        return cls(game_id, version, winner, reason, margin_half, reported_at)


@transaction.atomic
def note_result(
    *,
    game_id: int,
    winner: str,
    reason: str = "",
    margin_half: int | None = None,
    seen: int | None = None,
    sure: bool = True,
) -> NotedResult | None:
    """Enter a result as :func:`enter_result` does; None, and no change, if it already stands.

    That is no conflict, whoever entered it. A win given without how it was won matches one that
    stands with a margin or as a resignation.
    """
    game = held_game(game_id)
    how = (reason, margin_half)
    same = how == (game.reason, game.margin_half) or (
        how == ("", None) and game.reason not in _NOT_PLAYED
    )
    if game.state == GameState.ENTERED and game.winner == winner and same:
        return None
    enter_result(
        game_id=game_id,
        winner=winner,
        reason=reason,
        margin_half=margin_half,
        seen=seen,
        sure=sure,
    )
    return _noted(game)


@transaction.atomic
def note_clear(*, game_id: int, seen: int | None = None) -> NotedResult | None:
    """Take a result back as :func:`clear_result` does; None if there is none."""
    game = held_game(game_id)
    if game.state == GameState.OPEN:
        return None
    clear_result(game_id=game_id, seen=seen)
    return _noted(game)


@transaction.atomic
def take_back(noted: NotedResult, earlier: Sequence[NotedResult] = ()) -> tuple[NotedResult, ...]:
    """Put back exactly what a game held before a result was noted.

    Returns ``earlier`` (what was noted before, to be taken back next), updated if the game now
    holds what one of them had made of it.

    Raises NotFound, StaleVersion if the game has changed since, and what the two services raise.
    """
    game = held_game(noted.game_id)
    check_version(game, noted.version)
    if noted.winner:
        enter_result(
            game_id=game.pk,
            winner=noted.winner,
            reason=noted.reason,
            margin_half=noted.margin_half,
        )
        Game.objects.filter(pk=game.pk).update(reported_at=noted.reported_at)
    else:
        clear_result(game_id=game.pk)
    made_before, now = (game.pk, noted.version - 1), noted.version + 1
    return tuple(
        replace(one, version=now) if (one.game_id, one.version) == made_before else one
        for one in earlier
    )


def _noted(before: Game) -> NotedResult:
    """Return what was noted for a game that is still locked; ``before`` is its state when read."""
    return NotedResult(
        before.pk,
        before.version + 1,
        before.winner,
        before.reason,
        before.margin_half,
        before.reported_at,
    )


IN_DOUBT = "records_in_doubt"
"""The error code for boards that speak against closing their round."""


@transaction.atomic
def close_round(*, round_id: int, leaves: Collection[int] = ()) -> Round:
    """Close a round whose games are all confirmed. Closing twice changes nothing.

    If a board's record is in doubt or speaks against its result, the round is closed only if the id
    of its game is in ``leaves``. Raises what
    :func:`~tournament.rounds.services.rounds.finish_round` does, and UserError
    (``records_in_doubt``) for boards that are not named.
    """
    before = locked_round(round_id)
    # Report first what keeps the round open regardless of ``leaves``.
    closed = finish_round(round_id=round_id)
    if before.state == RoundState.PUBLISHED:
        found = [board for board in boards_in_doubt(closed.pk) if board.game.id not in leaves]
        if found:
            raise UserError(
                IN_DOUBT,
                field="leaves",
                text=ngettext(
                    "The record of board %(boards)s is in doubt or speaks against the result: "
                    "look at it, or say that you leave the result as it is.",
                    "The records of boards %(boards)s are in doubt or speak against the results: "
                    "look at them, or say of each that you leave the result as it is.",
                    len(found),
                )
                % {"boards": ", ".join(str(board.game.board_number) for board in found)},
            )
    return closed
