"""Setting when a single game is played, for the staff.

More time ends a case that was only about the missing report.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.live_cases import settle_missing
from tournament.audit.services.recording import checked_note, record
from tournament.common.locks import played_game
from tournament.errors import UserError
from tournament.models import AuditEvent, Game, Verb
from tournament.scheduling.selectors import dates_of
from tournament.scheduling.services.rescheduling import own_dates, record_dates, refuse_done

FARTHEST = timedelta(days=1000)
"""How far ahead the staff may set a date."""


@transaction.atomic
def set_game_date(
    *, game_id: int, play_by: datetime | None, plays_at: datetime | None, note: str
) -> AuditEvent:
    """Set, for the staff, until when an open game is played and when its players meet.

    None for ``play_by`` is the moment of its round, for ``plays_at`` no appointment. What a player
    proposed lapses, and a case that is only about the missing result is over. Raises NotFound,
    UserError without a reason and for a moment that is over or too far away, UserError
    (``unchanged``) where nothing would change, and Conflict for a game that is not open or whose
    round is not played, and for a closed tournament.
    """
    note = checked_note(note)
    game = played_game(game_id)
    refuse_done(game)
    now = timezone.now()
    for field, moment, was in (
        ("play_by", play_by, game.play_by),
        ("plays_at", plays_at, game.plays_at),
    ):
        if moment is not None and moment != was:
            check_ahead(field, moment, now)
    if (play_by, plays_at) == (game.play_by, game.plays_at):
        raise UserError("unchanged", text=_("This would change nothing."))
    told = own_dates(game)
    game.play_by, game.plays_at = play_by, plays_at
    ends = dates_of(game).play_by
    if plays_at is not None and ends is not None and plays_at >= ends:
        raise UserError(
            "plays_at", field="plays_at", text=_("They meet before the time to play is over.")
        )
    Game.objects.filter(pk=game.pk).update(play_by=play_by, plays_at=plays_at)
    game.reschedules.lapse()
    _end_missing(game, ends)
    return record_dates(
        Verb.GAME_DATE_SET, game, None, before=told, after=own_dates(game), reason=note
    )


def put_game_date_back(event: AuditEvent, reason: str) -> AuditEvent | None:
    """Give a game the dates back that an event tells it had, in a locked tournament.

    Raises Conflict for a game that is not open any more, and KeyError, TypeError or ValueError for
    what no event tells.
    """
    found = Game.objects.filter(
        round__tournament=event.tournament_id,
        round__number=event.round_number or 0,
        black__number__in=event.players,
        white__number__in=event.players,
    )
    game_id = found.values_list("pk", flat=True).first()
    if game_id is None:
        return None
    game = played_game(game_id)
    refuse_done(game)
    before: Mapping[str, Any] = event.before or {}
    told = {name: before[name] for name in ("play_by", "plays_at")}
    dates = {name: value and datetime.fromisoformat(value) for name, value in told.items()}
    game.reschedules.lapse()
    Game.objects.filter(pk=game.pk).update(**dates)
    _end_missing(game, dates["play_by"] or game.round.play_by)
    return record(
        Verb.GAME_DATE_SET,
        tournament_id=event.tournament_id,
        round_number=event.round_number,
        table=game.board_number,
        players=event.players,
        before=event.after,
        after=told,
        reason=reason,
        undoes=event,
    )


def _end_missing(game: Game, ends: datetime | None) -> None:
    """End the case of a locked game that is only about the missing report: there is time again."""
    if ends is not None and ends > timezone.now():
        settle_missing(game, _("The game has another date."))


def check_ahead(field: str, moment: datetime, now: datetime) -> None:
    """Raise UserError for a moment that is over, or farther away than any league lasts."""
    if moment <= now:
        raise UserError("past", field=field, text=_("That time has passed: choose a later one."))
    if moment > now + FARTHEST:
        raise UserError("too_far", field=field, text=_("That is too far in the future."))
