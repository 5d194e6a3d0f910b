"""Undoing with one click: an event that makes another good, never history lost.

What can be undone, and while what, is in :mod:`adjudication.corrections.selectors.audit`. An
undoing is an event like any other and can itself be undone.
"""

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from adjudication.corrections.selectors.audit import judged, pairs_in
from adjudication.corrections.selectors.history import Event, event_of
from adjudication.corrections.selectors.undo_facts import STAGES, TAKING_PART, facts_of
from adjudication.corrections.services.restoring import restore_boards
from adjudication.dates.services.game_dates import put_game_date_back
from adjudication.dates.services.round_dates import put_dates_back
from tournament.audit.selectors.snapshots import PLAYER_TOLD, round_in
from tournament.audit.services.changes import ParticipationChange, PlayerChange, RoundChange
from tournament.audit.services.recording import record
from tournament.common.locks import locked_round, open_tournament
from tournament.common.versions import save_version
from tournament.errors import Conflict, NotFound
from tournament.models import Absence, AuditEvent, Player, Round, RoundState, Verb
from tournament.rounds.services.rounds import finish_round, publish_round, withdraw_round


@transaction.atomic
def undo(*, event_id: int, reason: str = "") -> AuditEvent:
    """Make an event good and return the event that does.

    Raises NotFound, and Conflict, with the code and text of
    :func:`~adjudication.corrections.selectors.audit.undoable`, where something depends on it.
    """
    event = AuditEvent.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound("no_event", text=_("There is no such entry in the history."))
    open_tournament(event.tournament_id)
    round_id = (
        Round.objects.filter(tournament=event.tournament_id, number=event.round_number or 0)
        .values_list("pk", flat=True)
        .first()
    )
    round_ = None if round_id is None else locked_round(round_id)
    told = event_of(event.tournament_id, event.pk)
    assert told is not None
    answer = judged(told, facts_of(event.tournament_id, [told]))
    if not answer.may:
        raise Conflict(answer.code, text=answer.text)
    try:
        with transaction.atomic():
            made = _made_good(event, told, round_, reason)
    except (DataError, IntegrityError, AttributeError, KeyError, TypeError, ValueError) as error:
        # An archive from elsewhere may tell of players or numbers that cannot be.
        raise _unreadable() from error
    if made is None:
        raise _unreadable()
    return made


def _made_good(
    event: AuditEvent, told: Event, round_: Round | None, reason: str
) -> AuditEvent | None:
    if event.verb in TAKING_PART:
        return _taking_part(event, reason)
    if event.verb == Verb.PLAYER_CHANGED:
        return _player(event, told, reason)
    if event.verb == Verb.ROUND_DATES:
        return put_dates_back(event, reason)
    if event.verb == Verb.GAME_DATE_SET:
        return put_game_date_back(event, reason)
    assert round_ is not None
    if event.verb in STAGES:
        _stage(round_, event, reason)
        return AuditEvent.objects.filter(undoes=event).first()
    change = RoundChange(round_)
    restore_boards(round_, event.before, event.after)
    if stage := round_in(event.before):
        Round.objects.filter(pk=round_.pk).update(state=stage)
    return change.record(event.verb, undoes=event, reason=reason)


def _unreadable() -> Conflict:
    return Conflict(
        "not_undoable", text=_("This step cannot be undone automatically: change it by hand.")
    )


def _stage(round_: Round, event: AuditEvent, reason: str) -> None:
    before, after = (dict(one or {})["round"] for one in (event.before, event.after))
    if (before, after) == (RoundState.PUBLISHED, RoundState.FINISHED):
        # The one step back from a closed round: its games may be corrected and played again.
        # What was closed by schedule is closed by hand the next time.
        dates = {"closes_at": None, "shut_at": None} if round_.shut_at else {}
        Round.objects.filter(pk=round_.pk).update(state=RoundState.PUBLISHED, **dates)
        record(
            event.verb,
            tournament_id=event.tournament_id,
            round_number=round_.number,
            before=event.after,
            after=event.before,
            reason=reason,
            undoes=event,
        )
        return
    steps = {
        RoundState.DRAFT: withdraw_round,
        RoundState.PUBLISHED: publish_round,
        RoundState.FINISHED: finish_round,
    }
    steps[RoundState(before)](round_id=round_.pk, undoes=event)


def _taking_part(event: AuditEvent, reason: str) -> AuditEvent | None:
    change = ParticipationChange(event.tournament_id, player__number__in=event.players)
    rows = Player.objects.filter(tournament=event.tournament_id, number__in=event.players)
    keys = dict(rows.values_list("number", "pk"))
    away = pairs_in(event.after, "absent")
    for number, pk in keys.items():
        rounds = [round_number for player, round_number in away if player == number]
        Absence.objects.filter(player=pk, round_number__in=rounds).delete()
    Absence.objects.bulk_create(
        (
            Absence(player_id=keys[number], round_number=round_number)
            for number, round_number in sorted(pairs_in(event.before, "absent"))
        ),
        ignore_conflicts=True,
    )
    return change.record(event.verb, undoes=event, reason=reason)


def _player(event: AuditEvent, told: Event, reason: str) -> AuditEvent | None:
    number = told.players[0]
    player = Player.objects.select_for_update(no_key=True).get(
        tournament=event.tournament_id, number=number
    )
    change = PlayerChange(player)
    before = told.before["players"][0]
    columns = {name: before[name] for name in PLAYER_TOLD if name in before}
    for name, value in columns.items():
        setattr(player, name, value)
    save_version(player, *columns)
    return change.record(undoes=event, reason=reason)
