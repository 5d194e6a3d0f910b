"""Games whose result nobody has reported in time."""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict

from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce, Greatest

from adjudication.cases.services.base import policy_of
from adjudication.cases.services.opening import open_case
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.policy import FirstStep
from tournament.audit.services.current_actor import NOBODY
from tournament.common.locks import held_game
from tournament.models import Game, GameState, RoundState

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

log = logging.getLogger(__name__)
MOST_AT_ONCE = 50
"""How many cases one run opens; the next run opens the others."""


def open_overdue(now: datetime) -> int:
    """Open a case for every game without a report whose time is up; return how many.

    The time is up when the game's own time to play (or else its round's time to report) and the
    tournament's grace period have passed; there is no grace if the round has closed to players. A
    game gets one case for each such deadline, even if an earlier one was settled by hand.
    """
    opened = 0
    for game in _unreported(now).select_related("round__tournament"):
        policy = policy_of(game.round.tournament)
        shut = game.round.shut_at is not None
        grace = timedelta(minutes=0 if shut else policy.report_grace_minutes)
        if game.deadline + grace >= now or policy.step(Cause.NOT_REPORTED) is FirstStep.NOTE:
            continue
        try:
            opened += _open(game.pk, game.deadline)
        except Exception:
            # A game that fails or is locked must not keep any other from its case.
            log.exception("opening a case for game %s, which nobody reported", game.pk)
        if opened >= MOST_AT_ONCE:
            break
    return opened


class Deadline(TypedDict):
    """What a query returns in addition to a game."""

    deadline: datetime


def _unreported(now: datetime) -> "models.QuerySet[WithAnnotations[Game, Deadline]]":
    """Return the games whose ``deadline`` has passed and which have no case for that yet.

    A game that a referee has since ordered to be played again is not missing. A restored tournament
    whose dates do not count yet has none.
    """
    deadline = models.Case(
        models.When(
            round__shut_at__isnull=False,
            then=Greatest("round__closes_at", Coalesce("play_by", "round__closes_at")),
        ),
        default=Coalesce("play_by", "round__play_by", "round__report_until"),
        output_field=models.DateTimeField(),
    )
    told = Case.objects.filter(game=OuterRef("pk")).filter(
        Q(cause=Cause.NOT_REPORTED, opened_at__gte=OuterRef("deadline"))
        | Q(settled_at=None)
        | Q(rulings__made_at__gte=OuterRef("deadline"))
    )
    # Most rounds have no deadline in the past: leave them out before looking at their games.
    over = (
        Q(round__report_until__lt=now)
        | Q(round__play_by__lt=now)
        | Q(round__shut_at__isnull=False)
        | Q(play_by__lt=now)
    )
    games = Game.objects.filter(
        over,
        state=GameState.OPEN,
        round__state=RoundState.PUBLISHED,
        round__tournament__closed_at=None,
        round__tournament__schedule_held_at__isnull=True,
    )
    missing = games.annotate(deadline=deadline).filter(~Exists(told), deadline__lt=now)
    return missing.order_by(F("round_id"), "board_number")


@transaction.atomic
def _open(game_id: int, deadline: datetime) -> bool:
    game = held_game(game_id)
    if game.state != GameState.OPEN or game.round.tournament.closed_at is not None:
        return False
    # Read again under the lock: somebody may have opened a case or put the game off meanwhile.
    still = _unreported(deadline + timedelta(microseconds=1)).filter(pk=game_id)
    if not still.exists():
        return False
    open_case(cause=Cause.NOT_REPORTED, game=game, by=NOBODY)
    return True
