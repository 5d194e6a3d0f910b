"""Agreeing when a game is played: one player proposes, the other agrees.

A player proposes a moment for their own open game; the opponent agrees, refuses or proposes
another. An agreed moment is an appointment. Only if it is after the game's play-by moment does it
postpone the game, which must then be played, and reported, within a day of it. Every function locks
the game first, as results do, so that two answers, or an answer and a result, come one after the
other.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_text
from tournament.common.locks import held_game, refuse_if_closed
from tournament.errors import Conflict, NotFound, UserError
from tournament.games.services import acting_player, require_player
from tournament.models import (
    AuditEvent,
    Game,
    GameState,
    Reschedule,
    RescheduleState,
    RoundState,
    Verb,
)
from tournament.scheduling.selectors import dates_of, latest_date

MOST_PROPOSALS = 30
"""How often dates may be proposed for one game: each asks the opponent again."""
TO_REPORT = timedelta(days=1)
"""How long after an appointment that postpones a game it may be reported."""


@transaction.atomic
def propose_date(*, game_id: int, player_id: int, plays_at: datetime, note: str = "") -> Reschedule:
    """Propose when to play one's own game.

    It replaces one's own pending proposal; proposing the same again changes nothing. Raises
    NotFound for a game that is not the player's, UserError for a date that is not allowed or a note
    that is too long, and Conflict for a game that is not open or not played by a date, once its
    time is over, if the opponent's proposal is pending, and for a closed tournament.
    """
    game = _open_game(game_id, player_id)
    note = clean_text(Reschedule, "note", note)
    waiting = game.reschedules.filter(state=RescheduleState.PROPOSED).first()
    if waiting is not None:
        if waiting.proposer_id != player_id:
            raise Conflict(
                "reschedule_waiting",
                text=_("Your opponent has proposed a date meanwhile: answer that first."),
            )
        if (waiting.plays_at, waiting.note) == (plays_at, note):
            return waiting
    _check_date(game, plays_at)
    if waiting is not None:
        _settle(waiting, RescheduleState.WITHDRAWN)
    return _proposed(Verb.RESCHEDULE_PROPOSED, game, player_id, plays_at, note)


@transaction.atomic
def counter_date(
    *, reschedule_id: int, player_id: int, plays_at: datetime, note: str = ""
) -> Reschedule:
    """Answer the opponent's proposal with another date.

    Raises the errors of :func:`propose_date`, and Conflict for a proposal that is no longer
    pending.
    """
    asked = _to_answer(reschedule_id, player_id)
    game = asked.game
    _check_waiting(asked)
    note = clean_text(Reschedule, "note", note)
    if plays_at == asked.plays_at:
        raise UserError(
            "same_date", field="date", text=_("Your opponent proposes this date: agree to it.")
        )
    _check_date(game, plays_at)
    _settle(asked, RescheduleState.COUNTERED)
    return _proposed(Verb.RESCHEDULE_COUNTERED, game, player_id, plays_at, note, answers=asked)


@transaction.atomic
def agree_date(*, reschedule_id: int, player_id: int) -> None:
    """Agree to the opponent's date, which becomes the game's. Idempotent.

    Raises NotFound for a proposal that is not addressed to this player, and Conflict for one that
    is no longer pending, for a date that has passed or is beyond what the tournament allows, for a
    game that is no longer open, and for a closed tournament.
    """
    asked = _to_answer(reschedule_id, player_id)
    if asked.state == RescheduleState.AGREED:
        return
    game = asked.game
    _check_waiting(asked)
    try:
        _check_date(game, asked.plays_at)
    except Conflict:
        raise
    except UserError as error:
        # It was allowed when it was proposed: the player who answers cannot correct it.
        raise Conflict(error.code, text=error.text) from error
    before = dates_of(game)
    changes: dict[str, datetime] = {"plays_at": asked.plays_at}
    moved = None
    assert before.play_by is not None
    if asked.plays_at > before.play_by:
        moved = changes["play_by"] = asked.plays_at + TO_REPORT
    _settle(asked, RescheduleState.AGREED, moved_play_by=moved)
    Game.objects.filter(pk=game.pk).update(**changes)
    told = own_dates(game)
    for name, value in changes.items():
        setattr(game, name, value)
    record_dates(Verb.RESCHEDULE_AGREED, game, player_id, before=told, after=own_dates(game))


@transaction.atomic
def refuse_date(*, reschedule_id: int, player_id: int) -> None:
    """Refuse the opponent's date: everything stays as it was. Idempotent.

    Raises the errors of :func:`agree_date`.
    """
    asked = _to_answer(reschedule_id, player_id)
    if asked.state == RescheduleState.REFUSED:
        return
    _check_waiting(asked)
    _settle(asked, RescheduleState.REFUSED)
    _record_step(Verb.RESCHEDULE_REFUSED, asked, player_id)


@transaction.atomic
def withdraw_date(*, reschedule_id: int, player_id: int) -> None:
    """Withdraw one's own pending proposal. Idempotent. Raises the errors of :func:`agree_date`."""
    asked = _held(reschedule_id)
    require_player(asked.game, player_id)
    if asked.proposer_id != player_id:
        raise NotFound("not_yours", text=_("This is not your proposal."))
    if asked.state == RescheduleState.WITHDRAWN:
        return
    _check_waiting(asked)
    _settle(asked, RescheduleState.WITHDRAWN)
    _record_step(Verb.RESCHEDULE_WITHDRAWN, asked, player_id)


def lapse_past(now: datetime) -> int:
    """End the unanswered proposals whose moment has passed; return how many."""
    return Reschedule.objects.filter(plays_at__lte=now).lapse()


def _open_game(game_id: int, player_id: int) -> Game:
    """Return a player's game that has no result yet and is played by a date, locked."""
    game = held_game(game_id, players=True)
    require_player(game, player_id)
    _check_game(game)
    return game


def _check_game(game: Game) -> None:
    refuse_if_closed(game.round.tournament)
    refuse_if_done(game)
    dates = dates_of(game)
    if dates.play_by is None:
        raise Conflict(
            "no_dates", text=_("This game is played with its round: it has no date of its own.")
        )
    if dates.over:
        raise Conflict(
            "play_by_over",
            text=_("The time to play this game is over: ask the director for another date."),
        )


def refuse_if_done(game: Game) -> None:
    """Raise Conflict for a game that has a result, or whose round is not being played."""
    if game.round.state != RoundState.PUBLISHED:
        raise Conflict("round_state", text=_("The round is not being played."))
    if game.state != GameState.OPEN:
        raise Conflict(
            "game_reported", text=_("The game has a result already: its date is settled.")
        )


def _check_date(game: Game, plays_at: datetime) -> None:
    """Refuse a date that has passed, is too late for the tournament, or is one delay too many."""
    if plays_at <= timezone.now():
        raise UserError("past", field="date", text=_("That time has passed: choose a later one."))
    latest, play_by = latest_date(game.round, game), dates_of(game).play_by
    assert latest is not None
    assert play_by is not None
    if plays_at > latest:
        raise UserError("too_late", field="date", text=_("That is too late: see the latest date."))
    times = game.round.tournament.reschedule_times
    if times is None or plays_at <= play_by:
        return
    if game.reschedules.filter(moved_play_by__isnull=False).count() >= times:
        raise UserError(
            "too_often",
            field="date",
            text=_(
                "This game was put off as often as the tournament allows: play it in time, or ask "
                "the director."
            ),
        )


def _proposed(
    verb: Verb,
    game: Game,
    player_id: int,
    plays_at: datetime,
    note: str,
    *,
    answers: Reschedule | None = None,
) -> Reschedule:
    if game.reschedules.count() >= MOST_PROPOSALS:
        raise Conflict(
            "too_many_proposals",
            text=_("Too many dates were proposed for this game: ask the director to set one."),
        )
    asked = Reschedule.objects.create(
        game=game, proposer_id=player_id, plays_at=plays_at, note=note, answers=answers
    )
    _record_step(verb, asked, player_id)
    return asked


def _held(reschedule_id: int) -> Reschedule:
    """Return a proposal with its game, which is locked first. Raises NotFound."""
    rows = Reschedule.objects.filter(pk=reschedule_id)
    game_id = rows.values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFound("no_reschedule", text=_("There is no such proposal."))
    game = held_game(game_id, players=True)
    refuse_if_closed(game.round.tournament)
    asked = Reschedule.objects.get(pk=reschedule_id)
    asked.game = game
    return asked


def _to_answer(reschedule_id: int, player_id: int) -> Reschedule:
    asked = _held(reschedule_id)
    require_player(asked.game, player_id)
    if asked.game.opponent_of(player_id) != asked.proposer_id:
        raise NotFound("not_to_you", text=_("You cannot answer this proposal."))
    return asked


def _check_waiting(asked: Reschedule) -> None:
    if asked.state != RescheduleState.PROPOSED:
        raise Conflict(
            "reschedule_settled",
            text=_("This proposal has already been answered. Reload the page."),
        )
    _check_game(asked.game)


def _settle(
    asked: Reschedule, state: RescheduleState, *, moved_play_by: datetime | None = None
) -> None:
    changed = Reschedule.objects.filter(pk=asked.pk).become(
        state, settled_at=timezone.now(), moved_play_by=moved_play_by
    )
    if not changed:
        raise Conflict(
            "reschedule_settled",
            text=_("This proposal has already been answered. Reload the page."),
        )


def _record_step(verb: Verb, asked: Reschedule, player_id: int) -> AuditEvent:
    """Record what was done about a proposal, with its date; the note is not for the trail."""
    told = {"date": asked.plays_at.isoformat()}
    return record_dates(verb, asked.game, player_id, before=None, after=told)


def own_dates(game: Game) -> dict[str, str | None]:
    """Return a game's own dates as the trail keeps them."""
    return {
        "play_by": game.play_by.isoformat() if game.play_by else None,
        "plays_at": game.plays_at.isoformat() if game.plays_at else None,
    }


def record_dates(
    verb: Verb,
    game: Game,
    player_id: int | None,
    *,
    before: dict[str, str | None] | None,
    after: dict[str, str | None] | dict[str, str],
    reason: str = "",
) -> AuditEvent:
    """Record what was done about a game's dates, by this player or by the request's actor."""
    return record(
        verb,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted((game.black.number, game.white.number)),
        before=before,
        after=after,
        reason=reason,
        by=None if player_id is None else acting_player(player_id),
    )
