"""Setting when rounds and games are played, in one transaction each."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.disputes import settle_missing
from adjudication.models import Case
from tournament.audit.services.recording import checked_note, record
from tournament.common.locks import held_game, open_tournament, played_game
from tournament.errors import Conflict, UserError
from tournament.models import (
    AuditEvent,
    Game,
    GameState,
    PlannedRound,
    Round,
    RoundState,
    Tournament,
    Verb,
)
from tournament.scheduling.selectors import dates_of
from tournament.scheduling.services.planned_dates import NAMES, RoundDates, dates_in
from tournament.scheduling.services.rescheduling import own_dates, record_dates, refuse_if_done

MOST_ROUNDS = 99


@transaction.atomic
def set_dates(*, tournament_id: int, wanted: Mapping[int, RoundDates]) -> int:
    """Set the dates of some rounds, made or not, by their numbers; return how many changed.

    Errors name the field, such as ``opens_at_3`` for round 3. Raises NotFound; UserError for a
    moment that is in the past or out of order; and Conflict for a closed tournament or a change to
    what has already happened (the opening of a published round, anything about a finished one).
    Cases that are only about a missing report end if there is time again.
    """
    tournament = open_tournament(tournament_id)
    rounds = {
        round_.number: round_ for round_ in tournament.rounds.select_for_update().order_by("number")
    }
    old = _dates_of(tournament)
    changed = {
        number: dates
        for number, dates in sorted(wanted.items())
        if dates != old.get(number, RoundDates())
    }
    for number, dates in changed.items():
        was = old.get(number, RoundDates())
        _check(number, was, dates, rounds.get(number))
    _check_order({**old, **changed}, changed)
    _plan(
        tournament, {number: planned for number, planned in changed.items() if number not in rounds}
    )
    for number, dates in changed.items():
        was = old.get(number, RoundDates())
        if number in rounds:
            _write(rounds[number], dates, was)
        before, after = _difference(was, dates)
        record(
            Verb.ROUND_DATES,
            tournament_id=tournament.pk,
            round_number=number,
            before=before,
            after=after,
        )
    return len(changed)


def put_dates_back(event: AuditEvent, reason: str) -> AuditEvent:
    """Give a round of a locked tournament back the dates that it had according to an event.

    Raises UserError and Conflict as :func:`set_dates` does, for example for a date that has passed,
    and KeyError, TypeError or ValueError for data that no event of ours holds.
    """
    tournament, number = event.tournament, event.round_number or 0
    row: Round | PlannedRound | None = tournament.rounds.filter(number=number).first()
    made = row if isinstance(row, Round) else None
    row = row or tournament.planned.filter(number=number).first()
    was = dates_in(row) if row is not None else RoundDates()
    dates = dates_after_event(event.before or {}, was)
    _check(number, was, dates, made)
    _check_order({**_dates_of(tournament), number: dates}, {number: dates})
    if made is None:
        _plan(tournament, {number: dates})
    else:
        _write(made, dates, was)
    return record(
        Verb.ROUND_DATES,
        tournament_id=tournament.pk,
        round_number=number,
        before=event.after,
        after=event.before,
        reason=reason,
        undoes=event,
    )


def _dates_of(tournament: Tournament) -> dict[int, RoundDates]:
    """Return the dates of the rounds that exist or are planned, by their numbers."""
    rows: list[Round | PlannedRound] = [*tournament.planned.all(), *tournament.rounds.all()]
    return {row.number: dates_in(row) for row in rows}


def _check(number: int, was: RoundDates, dates: RoundDates, round_: Round | None) -> None:
    if not 1 <= number <= MOST_ROUNDS:
        raise UserError("round", text=_("Rounds are numbered from 1 to 99."))
    if round_ is not None and round_.state == RoundState.FINISHED:
        raise Conflict("round_finished", text=_("Round %(number)d is over.") % {"number": number})
    now = timezone.now()
    for name in NAMES:
        moment = getattr(dates, name)
        field = f"{name}_{number}"
        if moment == getattr(was, name):
            continue
        if name == "opens_at" and round_ is not None and round_.state != RoundState.DRAFT:
            raise Conflict(
                "round_published",
                field=field,
                text=_("Round %(number)d is open already.") % {"number": number},
            )
        if moment is not None:
            check_ahead(field, moment, now)
    if dates.opens_at and dates.play_by and dates.play_by <= dates.opens_at:
        raise _out_of_order(f"play_by_{number}", _("Games are played after the round opens."))
    if dates.opens_at and dates.closes_at and dates.closes_at <= dates.opens_at:
        raise _out_of_order(f"closes_at_{number}", _("A round closes after it opens."))
    if dates.play_by and dates.closes_at and dates.closes_at < dates.play_by:
        raise _out_of_order(
            f"closes_at_{number}", _("A round closes once the time to play is over.")
        )


def _check_order(dates: Mapping[int, RoundDates], changed: Mapping[int, RoundDates]) -> None:
    """Refuse a round that opens before one with a lower number."""
    last: tuple[int, datetime] | None = None
    for number, round_dates in sorted(dates.items()):
        if round_dates.opens_at is None:
            continue
        if (
            last is not None
            and round_dates.opens_at <= last[1]
            and {number, last[0]} & set(changed)
        ):
            raise _out_of_order(
                f"opens_at_{number}",
                _("Round %(number)d opens after round %(before)d.")
                % {"number": number, "before": last[0]},
            )
        last = (number, round_dates.opens_at)


def _out_of_order(field: str, text: Any) -> UserError:
    return UserError("order", field=field, text=text)


def _plan(tournament: Tournament, dates: Mapping[int, RoundDates]) -> None:
    """Plan rounds that do not exist yet, replacing earlier plans for them."""
    tournament.planned.filter(number__in=dates).delete()
    PlannedRound.objects.bulk_create(
        PlannedRound(
            tournament=tournament,
            number=number,
            opens_at=planned.opens_at,
            play_by=planned.play_by,
            closes_at=planned.closes_at,
        )
        for number, planned in dates.items()
        if planned
    )


def _write(round_: Round, dates: RoundDates, was: RoundDates) -> None:
    """Give a round other dates; what happened at the old ones no longer counts."""
    columns: dict[str, Any] = {name: getattr(dates, name) for name in NAMES}
    if dates.opens_at != was.opens_at:
        columns["opening_refused"] = None
    if dates.closes_at != was.closes_at:
        columns["shut_at"] = None
    Round.objects.filter(pk=round_.pk).update(**columns)
    if (dates.play_by, dates.closes_at) != (was.play_by, was.closes_at):
        _end_missing(round_, dates.play_by or round_.report_until or dates.closes_at)


def _end_missing(round_: Round, ends: datetime | None) -> None:
    """End the cases of a locked round's games that are only about a missing report.

    The same happens if a single game gets a later date; a game with a date of its own keeps it.
    """
    if ends is None or ends <= timezone.now():
        return
    dated = round_.games.filter(state=GameState.OPEN, play_by=None)
    cases = Case.objects.live().filter(game__in=dated).order_by()
    for game_id in sorted(cases.values_list("game_id", flat=True)):
        settle_missing(held_game(game_id), _("The round has another date."))


def _difference(was: RoundDates, now: RoundDates) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the dates that differ, in the trail's format."""
    told: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for name in NAMES:
        if getattr(was, name) != getattr(now, name):
            for side, dates in zip(told, (was, now), strict=True):
                moment = getattr(dates, name)
                side[name] = moment and moment.isoformat()
    return told


def dates_after_event(told: Mapping[str, Any], now: RoundDates) -> RoundDates:
    """Return dates updated with those that :func:`set_dates` wrote to the trail.

    Raises KeyError, TypeError and ValueError for data that it never writes.
    """
    if not told or set(told) - set(NAMES):
        raise ValueError(told)
    found = {name: value and datetime.fromisoformat(value) for name, value in told.items()}
    return replace(now, **found)


FARTHEST = timedelta(days=1000)
"""How far ahead the staff may set a date."""


@transaction.atomic
def set_game_date(
    *, game_id: int, play_by: datetime | None, plays_at: datetime | None, note: str
) -> AuditEvent:
    """Set, for the staff, an open game's deadline and when its players meet.

    None for ``play_by`` means the round's deadline; for ``plays_at``, no appointment. A player's
    proposal lapses, and a case that is only about the missing result ends. Raises NotFound;
    UserError without a reason and for a moment that is in the past or too far away; UserError
    (``unchanged``) if nothing would change; and Conflict for a game that is not open, a round that
    is not being played and a closed tournament.
    """
    note = checked_note(note)
    game = played_game(game_id)
    refuse_if_done(game)
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
    _end_missing_of_game(game, ends)
    return record_dates(
        Verb.GAME_DATE_SET, game, None, before=told, after=own_dates(game), reason=note
    )


def put_game_date_back(event: AuditEvent, reason: str) -> AuditEvent | None:
    """Give a game of a locked tournament back the dates that it had according to an event.

    Raises Conflict for a game that is no longer open, and KeyError, TypeError or ValueError for
    data that no event of ours holds.
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
    refuse_if_done(game)
    before: Mapping[str, Any] = event.before or {}
    told = {name: before[name] for name in ("play_by", "plays_at")}
    dates = {name: value and datetime.fromisoformat(value) for name, value in told.items()}
    game.reschedules.lapse()
    Game.objects.filter(pk=game.pk).update(**dates)
    _end_missing_of_game(game, dates["play_by"] or game.round.play_by)
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


def _end_missing_of_game(game: Game, ends: datetime | None) -> None:
    """End a locked game's case if it is only about the missing report: there is time again."""
    if ends is not None and ends > timezone.now():
        settle_missing(game, _("The game has another date."))


def check_ahead(field: str, moment: datetime, now: datetime) -> None:
    """Raise UserError for a moment in the past, or further away than any league lasts."""
    if moment <= now:
        raise UserError("past", field=field, text=_("That time has passed: choose a later one."))
    if moment > now + FARTHEST:
        raise UserError("too_far", field=field, text=_("That is too far in the future."))
