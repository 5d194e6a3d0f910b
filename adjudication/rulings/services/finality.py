"""When a ruling becomes final, and the lock under which a case is decided.

A ruling is final once the time for an appeal is over or the appeal is decided; if the game went on,
as soon as both players have confirmed its result (:mod:`adjudication.cases.services.disputes`).
"""

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.rulings import standing_rulings
from adjudication.cases.services.base import case_beside, move_case, record_case_event
from adjudication.models import Case, CaseState, Effect
from tournament.audit.services.current_actor import NOBODY
from tournament.common.locks import held_game, open_tournament, played_game
from tournament.common.queries import one_or_none
from tournament.errors import NotFound
from tournament.models import Game, GameState, Verb
from tournament.results.services.results import move_game


def locked_case_and_game(case_id: int, *, closed: bool = False) -> tuple[Case, Game | None]:
    """Return a case and its game, if any, locked in their order, after tournament and round.

    A ruling may reopen a closed round. Raises NotFound, and Conflict if the tournament is closed;
    with ``closed`` it may be, and the round is only kept from being withdrawn.
    """
    found = Case.objects.filter(pk=case_id).values_list("game_id", "tournament_id")
    game_id, tournament_id = one_or_none(found) or (None, None)
    game = None
    if game_id is not None:
        game = held_game(game_id) if closed else played_game(game_id)
    elif tournament_id is not None and not closed:
        open_tournament(tournament_id)
    case = case_beside(game, case_id)
    if case is None:
        raise NotFound("no_case", text=_("There is no such case."))
    return case, game


log = logging.getLogger(__name__)


def make_final(now: datetime | None = None) -> int:
    """Make every ruling final whose time for an appeal is over; return how many there were."""
    now = now or timezone.now()
    due = Case.objects.filter(state=CaseState.RULED, appeal_until__lte=now).order_by("pk")
    finished = 0
    for case_id in due.values_list("pk", flat=True):
        try:
            finished += _finished(case_id, now)
        except Exception:
            # A case that fails, or that somebody has locked, does not hold up the others.
            log.exception("making the ruling of case %s final", case_id)
    return finished


def close_if_due(case_id: int) -> None:
    """Make the ruling of a case final if its time is over, before anything else is done with it."""
    _finished(case_id, timezone.now())


@transaction.atomic
def _finished(case_id: int, now: datetime) -> bool:
    if not Case.objects.filter(pk=case_id, state=CaseState.RULED, appeal_until__lte=now).exists():
        return False
    case, _game = locked_case_and_game(case_id, closed=True)
    # Somebody may have appealed or revised it meanwhile.
    if case.state != CaseState.RULED or case.appeal_until is None or case.appeal_until > now:
        return False
    make_ruling_final(case, now)
    return True


def make_ruling_final(case: Case, now: datetime) -> None:
    """Make the ruling of a locked case final, and with it the result of its game."""
    move_case(case, CaseState.FINAL, settled_at=now)
    set_final(case)
    record_case_event(Verb.RULING_FINAL, case, by=NOBODY)


def set_final(case: Case) -> None:
    """Make the result of a locked case's game final if the ruling that gave it is final."""
    if case.game_id is None:
        return
    game = Game.objects.get(pk=case.game_id)
    if game.final or game.state != GameState.RULED:
        return
    results = standing_rulings().filter(case__game=game, effect=Effect.RESULT)
    by = results.order_by("-made_at", "-pk").select_related("case").first()
    if by is not None and by.case.state == CaseState.FINAL:
        move_game(game, GameState.RULED, final=True)
