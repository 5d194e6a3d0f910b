"""Results noted one after the other, each of which can be taken back to what was before it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.result_entry.services.result_entry import clear_result, enter_result
from tournament.common.locks import held_game
from tournament.errors import Conflict
from tournament.models import Game, GameState, Reason

_NOT_PLAYED = (Reason.ABSENCE, Reason.RULING)


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted of a game: the version that made of it, and what it held before."""

    game_id: int
    version: int
    winner: str
    reason: str
    margin_half: int | None
    reported_at: datetime | None

    def to_json(self) -> list[Any]:
        """Return it as a session can keep it."""
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
    sure: bool = True,
) -> Noted | None:
    """Enter a result as :func:`enter_result` does; None, and no change, where it stands already.

    Without anything said of how, a win that stands with a margin or as a resignation is the same.
    """
    game = held_game(game_id)
    how = (reason, margin_half)
    same = how == (game.reason, game.margin_half) or (
        how == ("", None) and game.reason not in _NOT_PLAYED
    )
    if game.state == GameState.ENTERED and game.winner == winner and same:
        return None
    enter_result(game_id=game_id, winner=winner, reason=reason, margin_half=margin_half, sure=sure)
    return _noted(game)


@transaction.atomic
def note_clear(*, game_id: int) -> Noted | None:
    """Take a result back as :func:`clear_result` does; None where there is none."""
    game = held_game(game_id)
    if game.state == GameState.OPEN:
        return None
    clear_result(game_id=game_id)
    return _noted(game)


@transaction.atomic
def take_back(noted: Noted, earlier: Sequence[Noted] = ()) -> tuple[Noted, ...]:
    """Put back exactly what a game held before something was noted.

    Returns ``earlier``, what was noted before, to be taken back next: what the game holds now may
    be what one of them made of it.

    Raises NotFound, Conflict where the game has changed since, and as the two services do.
    """
    game = held_game(noted.game_id)
    if game.version != noted.version:
        raise Conflict(
            "changed_since",
            text=_("Somebody has changed this game since: look at it before you change it back."),
        )
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


def _noted(before: Game) -> Noted:
    """Return what was noted of a game that is still locked; ``before`` is how it was read."""
    return Noted(
        before.pk,
        before.version + 1,
        before.winner,
        before.reason,
        before.margin_half,
        before.reported_at,
    )
