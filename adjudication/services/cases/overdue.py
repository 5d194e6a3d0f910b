"""Games of which nobody has told the result in time."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.policy import Step
from adjudication.services.cases.opening import open_case
from adjudication.services.cases.policies import policy_of
from tournament.models import Game, GameState, Round, RoundState
from tournament.services.acting import NOBODY
from tournament.services.locks import held_game

MOST_AT_ONCE = 50
"""How many cases one look opens; the next look opens the others."""


def open_overdue(now: datetime) -> int:
    """Open a case for every game without a report whose time is over; return how many.

    The time is over when the round's time to report is, and the tournament's grace with it. A game
    gets one for each such time, even where it was settled by hand since.
    """
    rounds = Round.objects.filter(
        state=RoundState.PUBLISHED, report_until__lt=now, tournament__closed_at=None
    ).select_related("tournament")
    opened = 0
    for round_ in rounds.order_by("pk"):
        policy = policy_of(round_.tournament)
        grace = timedelta(minutes=policy.report_grace_minutes)
        assert round_.report_until is not None
        if round_.report_until + grace >= now or policy.step(Cause.NOT_REPORTED) is Step.NOTE:
            continue
        for game_id in _unreported(round_)[: MOST_AT_ONCE - opened]:
            opened += _open(game_id)
    return opened


def _unreported(round_: Round) -> list[int]:
    """Return the games of a round that nobody has reported, and which have no case for it yet.

    What a referee has ruled to be played again since the time was over is not missing.
    """
    told = Case.objects.filter(
        Q(cause=Cause.NOT_REPORTED, opened_at__gte=round_.report_until)
        | Q(settled_at=None)
        | Q(rulings__made_at__gte=round_.report_until)
    )
    games = Game.objects.filter(round=round_, state=GameState.OPEN)
    missing = games.exclude(cases__in=told).order_by("board_number")
    return list(missing.values_list("pk", flat=True))


@transaction.atomic
def _open(game_id: int) -> bool:
    game = held_game(game_id)
    if game.state != GameState.OPEN or game.round.tournament.closed_at is not None:
        return False
    open_case(cause=Cause.NOT_REPORTED, game=game, by=NOBODY)
    return True
