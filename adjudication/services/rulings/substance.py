"""Nobody is ruled against over a complaint whose substance they have not read."""

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from adjudication.models import Case, Effect
from adjudication.policy.decisions import Decision
from adjudication.services.rulings.trail import board_before
from tournament.errors import UserError
from tournament.models import Game, GameState, Winner

_STANDS = (GameState.ENTERED, GameState.CONFIRMED, GameState.RULED)
"""The states of a game in which it has a result; what is only reported is a claim."""


def require_substance(decision: Decision, case: Case, game: Game | None) -> None:
    """Refuse to rule against the accused of a complaint before they could answer it.

    What the complaint says is kept from them (:mod:`adjudication.selectors.complaints`), so the
    staff writes its substance in the case first. Against them is every penalty, and a result that
    is worse for them than what stands. Raises UserError (``substance_missing``).
    """
    hidden = [ground for ground, kept in zip(case.grounds, case.complaints, strict=True) if kept]
    if not hidden or not _against(decision, case, game):
        return
    since = parse_datetime(hidden[-1]["at"]) or case.opened_at
    written = case.statements.filter(player=None, created_at__gte=since)
    if not written.exclude(text="").exists():
        raise UserError(
            "substance_missing",
            field="reasons",
            text=_(
                "A player complained, and the others have not read of what. Before a ruling"
                " against somebody write it down in the case in your own words, so that it can be"
                " answered."
            ),
        )


def _against(decision: Decision, case: Case, game: Game | None) -> bool:
    """Whether a decision penalises anybody, or makes the game worse for somebody accused."""
    if decision.penalties:
        return True
    if game is None:
        return False
    was, becomes = _standing(game), _becoming(decision, case, game)
    accused = {game.black_id: Winner.BLACK, game.white_id: Winner.WHITE}
    # Who complained is known of the first ground; where others joined it, either may be accused.
    known = case.complaints[0] and sum(case.complaints) == 1
    by = case.opened_by.player_id if known and case.opened_by is not None else None
    return any(
        _worth(becomes, colour) < _worth(was, colour)
        for player_id, colour in accused.items()
        if player_id != by
    )


def _standing(game: Game) -> str:
    """Return the outcome that a game has now; empty without one."""
    return game.winner if game.state in _STANDS else ""


def _becoming(decision: Decision, case: Case, game: Game) -> str:
    """Return the outcome that a game has after a decision; empty without one."""
    if decision.effect == Effect.RESULT:
        return decision.winner
    if decision.effect != Effect.NOTHING:
        return ""
    earlier = case.rulings.order_by("-number").first()
    if earlier is None or earlier.effect == Effect.NOTHING:
        return _standing(game)
    before = board_before(game, case)
    return str(before.get("winner", "")) if before.get("state") in _STANDS else ""


def _worth(outcome: str, colour: Winner) -> int:
    """Return how good an outcome is for a player: a win 2, a loss 0, and anything between 1."""
    if outcome in (colour, Winner.BOTH_WIN):
        return 2
    return 0 if outcome in (Winner.BLACK, Winner.WHITE, Winner.BOTH) else 1
