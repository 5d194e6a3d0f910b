"""Rounds that open and close by themselves at the times set for them.

The sweeper calls these again and again, and several sweepers may. Each round is read anew under its
lock and in a transaction of its own, so that everything is done once; what was done stays done if
the clock goes back. The actor is the program. A tournament that was restored waits until its staff
resume it (:func:`~tournament.scheduling.services.planned_dates.resume_schedule`).
"""

import logging
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import cast

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from language.messages import Message, Param
from tournament.audit.services.current_actor import NOBODY, acting_as
from tournament.audit.services.recording import record
from tournament.brackets.reached import BRACKETS
from tournament.common.locks import locked_round, locked_tournament
from tournament.errors import Conflict, UserError
from tournament.games.selectors import SETTLED
from tournament.models import Game, PlannedRound, Round, RoundState, Tournament, Verb
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import players_owed_a_place, rest_of
from tournament.rounds.selectors.ending import last_round_of
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import (
    finish_round,
    is_paired,
    publish_round,
    round_to_prepare,
)
from tournament.state.parameters import Method
from tournament.state.wishes import FixedBoard

log = logging.getLogger(__name__)
BY_RESULTS = frozenset({Method.WEIGHTS.value, *(method.value for method in BRACKETS)})
"""The pairing methods that need the results of earlier rounds."""


def keep_schedule(now: datetime) -> None:
    """Open the rounds whose time has come, and close those whose time is over."""
    with acting_as(NOBODY):
        for tournament_id, number in _due_to_open(now):
            try:
                _open(tournament_id, number, now)
            except Exception:
                # One broken tournament must not keep the others from their rounds.
                log.exception("opening round %s of tournament %s", number, tournament_id)
        for round_id in _due_to_close(now):
            try:
                _close(round_id, now)
            except Exception:
                log.exception("closing round %s", round_id)


def _due_to_open(now: datetime) -> list[tuple[int, int]]:
    """Return the tournaments and numbers of the rounds that are due to be published."""
    due = Q(
        opens_at__lte=now, tournament__closed_at=None, tournament__schedule_held_at__isnull=True
    )
    made = Round.objects.filter(due, state=RoundState.DRAFT, opening_refused__isnull=True)
    earlier = Round.objects.filter(
        tournament=OuterRef("tournament"), state=RoundState.DRAFT, number__lt=OuterRef("number")
    )
    planned = PlannedRound.objects.filter(due).exclude(Exists(earlier))
    found: Iterable[tuple[int, int]] = (
        *made.order_by("pk").values_list("tournament_id", "number"),
        *planned.order_by("pk").values_list("tournament_id", "number"),
    )
    return sorted(found)


@transaction.atomic
def _open(tournament_id: int, number: int, now: datetime) -> None:
    """Publish a round, or record why it cannot be; nothing if somebody has done it meanwhile."""
    tournament = locked_tournament(tournament_id)
    opens_at = _moment(tournament, number)
    if tournament.closed_at is not None or tournament.schedule_held_at is not None:
        return
    if opens_at is None or opens_at > now:
        return
    last = tournament.rounds.order_by("-number").first()
    if number > (last.number if last else 0) + 1:
        return
    try:
        with transaction.atomic():
            _publish(tournament, number, opens_at)
    except UserError as error:
        _refuse(tournament, number, error)
    except (OperationalError, InterfaceError):
        raise  # a passing failure: the next sweep tries again
    except Exception:
        # Retried every few seconds, it would fail every few seconds, and nobody would know.
        log.exception("opening round %s of tournament %s", number, tournament_id)
        text = _("Something went wrong in the program itself.")
        _refuse(tournament, number, UserError("fault", text=text))


def _moment(tournament: Tournament, number: int) -> datetime | None:
    """Return when a round is to open; None if it is published or was refused."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is not None:
        waits = round_.state == RoundState.DRAFT and round_.opening_refused is None
        return round_.opens_at if waits else None
    if number > last_round_of(tournament):
        return None  # the round became an earlier one since the dates were set
    plan = tournament.planned.filter(number=number).first()
    return plan.opens_at if plan else None


def _publish(tournament: Tournament, number: int, opens_at: datetime) -> None:
    """Publish a round that is ready, paired if the tournament says so. Raises UserError."""
    late = tournament.rounds.filter(number__lt=number, published_at__gte=opens_at)
    if late.exists():
        raise Conflict(
            "round_before_late", text=_("The round before was published only after this moment.")
        )
    round_ = round_to_prepare(tournament, number)
    if _without_place(tournament, round_) or not is_paired(round_):
        if not tournament.auto_pair:
            raise Conflict("not_paired", text=_("Not everybody who takes part has a board yet."))
        missing = Game.objects.filter(
            round__tournament=tournament, round__number__lt=number
        ).exclude(state__in=SETTLED)
        if tournament.method in BY_RESULTS and missing.exists():
            raise Conflict(
                "results_missing",
                text=_("Pairing needs results of earlier rounds that are missing."),
            )
        draw_round(tournament_id=tournament.pk, round_number=number, keep_all=True)
    if _without_place(tournament, round_):
        raise Conflict("not_paired", text=_("Not everybody who takes part has a board yet."))
    publish_round(round_id=round_.pk)


def _without_place(tournament: Tournament, round_: Round) -> bool:
    """Whether somebody who should have a board or the bye in the round has neither.

    Some members of a team may not play, so there the boards tell nothing.
    """
    if tournament.by_teams:
        return False
    boards = round_.games.values_list("black__number", "white__number", "board_number")
    seats = round_.seats.filter(game=None).order_by("pk")
    byes = list(seats.values_list("player__number", flat=True))
    request = PairingRequest(
        state_of(tournament, before=round_.number),
        round_.number,
        bye=byes[0] if byes else None,
        fixed=tuple(FixedBoard(*board) for board in boards),
    )
    return not players_owed_a_place(request, rest_of(request)) <= set(byes)


def _refuse(tournament: Tournament, number: int, error: UserError) -> None:
    """Record why a round was not published, and announce it once."""
    message = _by_numbers(tournament, error.message)
    told = {"code": error.code, "message": message.as_json()}
    round_ = tournament.rounds.filter(number=number).first() or round_to_prepare(tournament, number)
    Round.objects.filter(pk=round_.pk).update(opening_refused=told)
    record(
        Verb.ROUND_NOT_OPENED,
        tournament_id=tournament.pk,
        round_number=number,
        after={"why": told},
    )


def _by_numbers(tournament: Tournament, message: Message) -> Message:
    """Return a reason with numbers in place of players: the record keeps no name for good."""
    numbers = dict(tournament.players.values_list("name", "number"))
    names = "|".join(map(re.escape, sorted(filter(None, numbers), key=len, reverse=True)))
    named = re.compile(rf"(?<!\w)(?:{names})(?!\w)" if names else r"(?!)")

    def numbered(value: Param) -> Param:
        if isinstance(value, Message):
            params = tuple((name, numbered(param)) for name, param in value.params)
            return replace(value, params=params)
        if isinstance(value, str):
            return named.sub(lambda found: f"#{numbers[found[0]]}", value)
        return value

    return cast(Message, numbered(message))


def _due_to_close(now: datetime) -> list[int]:
    """Return the rounds whose time to report is over, and those that can be finished since."""
    unsettled = Game.objects.filter(round=OuterRef("pk")).exclude(state__in=SETTLED)
    ended = Q(shut_at=None, closes_at__lte=now)
    complete = Q(shut_at__isnull=False) & ~Exists(unsettled)
    rounds = Round.objects.filter(
        ended | complete, state=RoundState.PUBLISHED, closes_at__isnull=False
    ).filter(tournament__closed_at=None, tournament__schedule_held_at__isnull=True)
    return list(rounds.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _close(round_id: int, now: datetime) -> None:
    """End the time to report of a round, and finish it once every result is in.

    Games without a report become cases (:mod:`adjudication.cases.services.overdue`).
    """
    round_ = locked_round(round_id)
    if round_.state != RoundState.PUBLISHED or round_.closes_at is None:
        return
    if round_.tournament.schedule_held_at is not None:
        return
    unsettled = round_.games.exclude(state__in=SETTLED).count()
    if round_.shut_at is None:
        if round_.closes_at > now:
            return
        Round.objects.filter(pk=round_.pk).update(shut_at=now)
        record(
            Verb.ROUND_SHUT,
            tournament_id=round_.tournament_id,
            round_number=round_.number,
            after={"missing": unsettled},
        )
    if not unsettled and is_paired(round_):
        finish_round(round_id=round_.pk)
