"""Results that cannot be with the komi, handicap and rules of a game: asked about, not refused."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from adjudication.rules import claims as core
from adjudication.rules.possible import why_impossible
from adjudication.rules.presets import get_ruleset
from language.messages import Message
from tournament.errors import UserError
from tournament.models import Game, Reason, Winner
from tournament.spoken import lazily_spoken

CANNOT_BE: Final = "result_cannot_be"
"""The code of the question."""
_COUNTED: Final = {
    Winner.BLACK: core.Winner.BLACK,
    Winner.WHITE: core.Winner.WHITE,
    Winner.DRAW: core.Winner.DRAW,
    Winner.NONE: core.Winner.NONE,
}


def doubt_about(
    winner: str,
    reason: str,
    margin_half: int | None,
    *,
    rules: str,
    board_size: int,
    komi_half: int,
    handicap: int,
) -> Message | None:
    """Return why a result cannot be, or None where it can or was not counted.

    No result is one that rules without it do not know, too.
    """
    counted = {str(key): value for key, value in _COUNTED.items()}.get(winner)
    if counted is None or reason != (Reason.VOID if winner == Winner.NONE else Reason.SCORE):
        return None
    return why_impossible(
        counted,
        None if margin_half is None else margin_half / 2,
        ruleset=get_ruleset(rules),
        size=board_size,
        komi=komi_half / 2,
        handicap=handicap,
    )


def ask_about(game: Game, winner: str, reason: str, margin_half: int | None) -> None:
    """Raise UserError (``result_cannot_be``) for a result that cannot be, with the reason.

    The game comes with its round and tournament.
    """
    tournament = game.round.tournament
    why = doubt_about(
        winner,
        reason,
        margin_half,
        rules=tournament.rules,
        board_size=tournament.board_size,
        komi_half=game.komi_half,
        handicap=game.handicap,
    )
    if why is not None:
        raise UserError(
            CANNOT_BE,
            field="winner" if margin_half is None else "margin",
            text=_("%(why)s Was it so all the same?") % {"why": lazily_spoken(why)},
        )
