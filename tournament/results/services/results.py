"""The result of a game as its columns: what goes together, and the one way to change it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from adjudication.rules import claims as core
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.possible import tie_text, why_impossible
from adjudication.rules.rulesets import RuleSet
from language.messages import Message
from tournament.common.versions import StaleVersion
from tournament.errors import Conflict, Text, UserError
from tournament.games.models.result import MARGIN_HALVES, WON, WRITE_MARGIN
from tournament.games.queries import give_results
from tournament.models import Game, GameState, Reason, Reschedule, Winner
from tournament.spoken import translated

NO_RESULT: dict[str, object] = {"winner": "", "reason": "", "margin_half": None}
"""The columns of a game without a result."""
_COLOURS: Final = {Winner.BLACK.value: BLACK, Winner.WHITE.value: WHITE}
_BY_REASON = {Winner.DRAW: Reason.SCORE, Winner.BOTH: Reason.BOTH_LOSE, Winner.NONE: Reason.VOID}


def result_of(*, winner: str, reason: str, margin_half: int | None) -> dict[str, object]:
    """Return the three columns of a result; without a ``reason``, the usual one of the outcome.

    Raises UserError for what is not a result at all.
    """
    if winner not in Winner.values:
        raise UserError("winner", field="winner", text=_("Choose one of the results."))
    by_points = Reason.UNKNOWN if margin_half is None else Reason.SCORE
    reason = reason or _BY_REASON.get(Winner(winner), by_points)
    if reason not in Reason.values:
        raise mismatch_error()
    _refuse_margin(margin_half, won_by_points=winner in WON and reason == Reason.SCORE)
    return {"winner": winner, "reason": reason, "margin_half": margin_half}


def _refuse_margin(margin_half: int | None, *, won_by_points: bool) -> None:
    """Raise UserError if a margin is missing, out of place or impossible."""
    least, most = MARGIN_HALVES
    text: Text
    if margin_half is None:
        if not won_by_points:
            return
        text = _("A win by points has a margin: say how many points.")
    elif not won_by_points:
        text = _("Only a win by points has a margin: leave it out.")
    elif not least <= margin_half <= most:
        text = WRITE_MARGIN
    else:
        return
    raise UserError("result", field="margin", text=text)


@contextmanager
def mismatch_as_user_error() -> Iterator[None]:
    """Raise a UserError where the database rejects a result whose columns do not go together."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise mismatch_error() from error


def mismatch_error() -> UserError:
    """Return the error for a result whose columns do not go together."""
    return UserError(
        "result", field="winner", text=_("This result and this reason do not go together.")
    )


def refuse_if_ruled(game: Game) -> None:
    """Raise Conflict for a game that a referee has ruled on: rulings are changed in other ways."""
    if game.state != GameState.RULED:
        return
    text = _("The referee has ruled: only a revised ruling or an appeal can change this game.")
    if game.final:
        text = _(
            "The referee has ruled, and the ruling is final: nothing can change this game any more."
        )
    raise Conflict("game_ruled", text=text)


def move_game(game: Game, state: GameState, **changes: object) -> None:
    """Change a game's state, in the database and on ``game`` itself. Raises StaleVersion."""
    if not Game.objects.move(game, state, **changes):
        raise StaleVersion
    game.state, game.version = state, game.version + 1
    for name, value in changes.items():
        setattr(game, name, value)


def enter_in_games(
    results: Sequence[tuple[Game, Mapping[str, Any]]], *, reported_at: datetime
) -> None:
    """Give open games the results that the staff enter, as :func:`move_game` does for each.

    The games are locked. Raises StaleVersion if one of them changed since it was read, and
    IntegrityError for a result whose columns do not go together: the caller must then roll
    everything back.
    """
    if not results:
        return
    if any(game.state != GameState.OPEN for game, _result in results):
        raise ValueError("Only open games get their results together.")
    rows = [
        (game.pk, game.version, result["winner"], result["reason"], result["margin_half"])
        for game, result in results
    ]
    if give_results(rows, state=GameState.ENTERED, reported_at=reported_at) != len(rows):
        raise StaleVersion
    Reschedule.objects.filter(game__in=[game.pk for game, _result in results]).lapse()
    for game, result in results:
        game.state, game.version = GameState.ENTERED, game.version + 1
        game.reported_at = reported_at
        for name, value in result.items():
            setattr(game, name, value)


CANNOT_BE: Final = "result_cannot_be"
"""The error code of the question whether the result is meant."""
_COUNTED: Final = {
    Winner.BLACK: core.ClaimWinner.BLACK,
    Winner.WHITE: core.ClaimWinner.WHITE,
    Winner.DRAW: core.ClaimWinner.DRAW,
    Winner.NONE: core.ClaimWinner.NONE,
}


def reason_to_doubt(
    winner: str,
    reason: str,
    margin_half: int | None,
    *,
    ruleset: RuleSet,
    board_size: int,
    komi_half: int,
    handicap: int,
) -> Message | None:
    """Return why a result is impossible, or None if it is possible or was not counted.

    "No result" is also impossible under rules that do not provide for it.
    """
    counted = {str(key): value for key, value in _COUNTED.items()}.get(winner)
    if counted is None or reason != (Reason.VOID if winner == Winner.NONE else Reason.SCORE):
        return None
    return why_impossible(
        counted,
        None if margin_half is None else margin_half / 2,
        ruleset=ruleset,
        size=board_size,
        komi=komi_half / 2,
        handicap=handicap,
    )


def refuse_if_drawn(game: Game, winner: str, reason: str) -> None:
    """Raise UserError for equal scores whose outcome contradicts the tournament's rules.

    ``jigo_is_won`` is a counted draw where one side wins equal scores, ``tie_is_not_won`` a win on
    equal scores by the side that does not win them, or at a komi that rules them out. The game is
    loaded with its round and tournament. There only a referee's ruling can make a draw.
    """
    ruleset = game.round.tournament.ruleset
    why = tie_text(ruleset)
    if reason == Reason.TIE:
        refuse_impossible_tie(ruleset, winner, game.komi_half)
    if winner == Winner.DRAW and reason == Reason.SCORE and why is not None:
        raise UserError("jigo_is_won", field="winner", text=translated(why))


def refuse_impossible_tie(ruleset: RuleSet, winner: str, komi_half: int) -> None:
    """Raise UserError (``tie_is_not_won``) for an impossible win on equal scores."""
    why = tie_text(ruleset)
    text: Text
    if why is None:
        text = _("In this tournament nobody wins equal scores: they are a draw (jigo).")
    elif _COLOURS.get(winner) != ruleset.tie_winner.value:
        text = translated(why)
    elif komi_half % 2:
        text = _("With this komi the scores cannot be equal.")
    else:
        return
    raise UserError("tie_is_not_won", field="reason", text=text)


def refuse_impossible(game: Game, winner: str, reason: str, margin_half: int | None) -> None:
    """Raise UserError (``result_cannot_be``), with the reason, for an impossible result.

    The game is loaded with its round and tournament.
    """
    tournament = game.round.tournament
    why = reason_to_doubt(
        winner,
        reason,
        margin_half,
        ruleset=tournament.ruleset,
        board_size=tournament.board_size,
        komi_half=game.komi_half,
        handicap=game.handicap,
    )
    if why is not None:
        raise UserError(
            CANNOT_BE,
            field="winner" if margin_half is None else "margin",
            text=_("%(why)s Was it so all the same?") % {"why": translated(why)},
        )
