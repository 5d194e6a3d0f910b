"""Undoing with one click: one event reverses another, and no history is ever lost.

What can be undone, and under what conditions, is in :mod:`adjudication.corrections.selectors.undo`.
An undoing is an event like any other and can itself be undone.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import DataError, IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.disputes import reopen_case
from adjudication.corrections.selectors.history import Event, event_of
from adjudication.corrections.selectors.undo import (
    STAGES,
    TAKING_PART,
    pairs_in,
    undo_check,
    undo_facts,
)
from adjudication.corrections.services.corrections import keep_record_of
from adjudication.dates.services import FARTHEST, put_dates_back, put_game_date_back
from adjudication.models import Submission, SubmissionState
from adjudication.submissions.services.beside import drop_beside
from adjudication.triage.services.reports import set_aside
from adjudication.verdicts.models import judging_job
from jobs.models import Job
from tournament.audit.selectors.snapshots import (
    OWN_DATES,
    PLAYER_TOLD,
    Board,
    boards_in,
    byes_in,
    round_in,
    rounds_now,
)
from tournament.audit.services.changes import ParticipationChange, PlayerChange, RoundChange
from tournament.audit.services.recording import record
from tournament.common.locks import locked_round, open_tournament
from tournament.common.versions import save_version
from tournament.errors import Conflict, NotFound
from tournament.models import (
    Absence,
    AuditEvent,
    Game,
    GameState,
    Player,
    Reason,
    Round,
    RoundState,
    Seat,
    Verb,
)
from tournament.results.services.recording_errors import withdraw_waiting
from tournament.rounds.services.boards import NO_BOARD, forgotten_columns, seats_at
from tournament.rounds.services.rounds import finish_round, publish_round, withdraw_round

_CORRECTED = _("The staff corrected the result.")


def restore_boards(round_: Round, before: Any, after: Any) -> None:
    """Turn a locked round's present boards, described by ``after``, back into those of ``before``.

    A board keeps its game, and thus its reports, if the same two players (or else the same table)
    are on both sides. Raises Conflict for a report that cannot wait again.
    """
    wanted, gone = boards_in(before), boards_in(after)
    here = rounds_now([round_])[round_.pk].boards
    games = {key: board for key, board in here.items() if board in gone}
    keys = dict(Player.objects.filter(tournament=round_.tournament_id).values_list("number", "pk"))
    matched = _matched(wanted, games)
    # The players of a confirmed board never change: only its result and its number can.
    final = set(
        Game.objects.filter(pk__in=games, state=GameState.CONFIRMED).values_list("pk", flat=True)
    )
    Seat.objects.filter(game__in=games.keys() - final).delete()
    byes = [keys[number] for number in byes_in(after)]
    Seat.objects.filter(round=round_, game=None, player__in=byes).delete()
    Game.objects.filter(pk__in=games.keys() - matched.values()).delete()
    for place, key in enumerate(matched.values()):
        # Numbers are unique: boards are parked on numbers that no board can have.
        Game.objects.filter(pk=key).update(board_number=NO_BOARD - place)
    seats: list[Seat] = []
    for index, board in enumerate(wanted):
        stays = matched.get(index)
        black, white = keys[board["black"]], keys[board["white"]]
        if stays is None:
            game = Game.objects.create(
                round=round_,
                black_id=black,
                white_id=white,
                **_columns(board, None),
                **_dates(board, round_),
            )
        else:
            game = Game.objects.get(pk=stays)
            _put(game, board, black, white, _dates(board, round_))
        if game.pk not in final:
            seats += seats_at(game, black, white)
    Seat.objects.bulk_create(seats)
    Seat.objects.bulk_create(
        Seat(round=round_, player_id=keys[number]) for number in byes_in(before)
    )
    for game in Game.objects.filter(pk__in=matched.values(), state=GameState.DISPUTED):
        reopen_case(game)


def _matched(wanted: list[Board], games: dict[int, Board]) -> dict[int, int]:
    """Return the existing games that wanted boards keep, by the boards' places in the list."""
    matched: dict[int, int] = {}

    def match(same: Any) -> None:
        for index, board in enumerate(wanted):
            free = [
                key
                for key, there in games.items()
                if key not in matched.values() and same(board) == same(there)
            ]
            if index not in matched and free:
                matched[index] = free[0]

    match(lambda board: {board["black"], board["white"]})
    match(lambda board: board["table"])
    return matched


def _put(game: Game, board: Board, black: int, white: int, dates: Mapping[str, datetime]) -> None:
    columns = _columns(board, game)
    confirmed = game.state == GameState.CONFIRMED
    changed = any(
        getattr(game, name) != columns[name]
        for name in ("state", "winner", "reason", "margin_half")
    )
    if confirmed:
        # Only its result can have changed; the database demands a justification.
        result = {name: columns[name] for name in ("winner", "reason", "margin_half")}
        if changed:
            withdraw_waiting(game)
        Game.objects.mend(game, **result)
        Game.objects.filter(pk=game.pk).update(board_number=board["table"])
        return
    terms = ("handicap", "komi_half", "black_id", "white_id")
    wanted = {**columns, "black_id": black, "white_id": white}
    if changed or any(getattr(game, name) != wanted[name] for name in terms):
        columns["version"] = F("version") + 1
    if changed:
        state = GameState(game.state)
        if columns["state"] not in Game.TRANSITIONS[state] | {state}:
            raise Conflict(
                "changed_since",
                text=_("The game has changed since, so this can no longer be restored."),
            )
    if game.state == GameState.OPEN != columns["state"]:
        game.reschedules.lapse()
    answered = game.state == GameState.REPORTED != columns["state"]
    waiting = set_aside(game, _CORRECTED) if answered else None
    columns |= {**forgotten_columns(game, black, white), **dates}
    Game.objects.filter(pk=game.pk).update(black=black, white=white, **columns)
    if waiting is not None:
        keep_record_of(waiting, game)
        return
    if board.get("state") == GameState.REPORTED and game.state != GameState.REPORTED:
        _wait_again(game, board)


def _columns(board: Board, game: Game | None) -> dict[str, Any]:
    state = board.get("state", GameState.OPEN)
    reported_at = None
    if state != GameState.OPEN:
        reported_at = (game.reported_at if game else None) or _reported_at(board, game)
    return {
        "board_number": board["table"],
        "handicap": board["handicap"],
        "komi_half": board["komi_half"],
        "colours_known": board.get("colours_known", True),
        "locked": board.get("locked", False),
        "state": state,
        "winner": board.get("winner", ""),
        "reason": board.get("reason", ""),
        "margin_half": board.get("margin_half"),
        "reported_at": reported_at,
    }


def _dates(board: Board, round_: Round) -> dict[str, datetime]:
    """Return the dates that a board had of its own, if they are still to come."""
    now = timezone.now()
    dates = {}
    for name in OWN_DATES:
        if name in board:
            dates[name] = datetime.fromisoformat(board[name])
            if timezone.is_naive(dates[name]):
                raise ValueError(board[name])
    dates = {name: one for name, one in dates.items() if now < one <= now + FARTHEST}
    # The round may have been given another date since.
    ends = dates.get("play_by", round_.play_by)
    if "plays_at" in dates and ends is not None and dates["plays_at"] >= ends:
        del dates["plays_at"]
    return dates


def _reported_at(board: Board, game: Game | None) -> datetime:
    """Return when the game got the result that is put back, as far as the event says."""
    if "reported_at" not in board:
        return _disputed_from(board, game)
    told = datetime.fromisoformat(board["reported_at"])
    if timezone.is_naive(told):
        raise ValueError(told)
    return min(told, timezone.now())


def _disputed_from(board: Board, game: Game | None) -> datetime:
    """Return when the game got the result that is put back; a dispute keeps its reports.

    A report older than its answer was waiting for it, and began the dispute.
    """
    now = timezone.now()
    if board["state"] != GameState.DISPUTED and board.get("reason") != Reason.RULING:
        return now
    first = (
        Submission.objects.filter(
            game=game, state=SubmissionState.CONTESTED, created_at__lt=F("answered_at")
        )
        .order_by("pk")
        .last()
    )
    return first.created_at if first else now


def _wait_again(game: Game, board: Board) -> None:
    """Let the report that was set aside wait for the opponent again, as a copy.

    The database does not let a settled report change, hence the copy; its record is judged again,
    and no longer stays with the game as one that nobody reported.
    """
    old = (
        Submission.objects.filter(
            game=game,
            state=SubmissionState.SUPERSEDED,
            claim_winner=board["winner"],
            claim_reason=board["reason"],
            claim_margin_half=board.get("margin_half"),
        )
        .order_by("-pk")
        .first()
    )
    if old is None:
        raise Conflict(
            "no_report",
            text=_("The player’s report is no longer there: ask for it to be sent again."),
        )
    again = Submission.objects.create(
        game=game,
        player_id=old.player_id,
        claim_winner=old.claim_winner,
        claim_reason=old.claim_reason,
        claim_margin_half=old.claim_margin_half,
        record_id=old.record_id,
        dead_stones=old.dead_stones,
        seki_stones=old.seki_stones,
        idempotency_key=uuid4().hex,
    )
    if again.record_id is not None:
        drop_beside(again, game.submissions.all())
        # The sweeper finds it, so no hint is sent from here.
        Job.objects.create(**judging_job(again.pk, game.round.tournament_id))


@transaction.atomic
def undo(*, event_id: int, reason: str = "") -> AuditEvent:
    """Undo an event and return the event that does so.

    Raises NotFound, and Conflict with the code and text of
    :func:`~adjudication.corrections.selectors.undo.undo_checks` if something depends on the event.
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
    answer = undo_check(told, undo_facts(event.tournament_id, [told]))
    if not answer.may:
        raise Conflict(answer.code, text=answer.text)
    try:
        with transaction.atomic():
            made = _made_good(event, told, round_, reason)
    except (DataError, IntegrityError, AttributeError, KeyError, TypeError, ValueError) as error:
        # An archive from elsewhere may mention impossible players or numbers.
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
        # The only step back from a closed round: its games may be corrected and played again. If it
        # was closed by schedule, it is closed by hand the next time.
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
    nothing = pairs_in(event.before, "uncounted")
    Absence.objects.bulk_create(
        (
            Absence(player_id=keys[number], round_number=at, counts=(number, at) not in nothing)
            for number, at in sorted(pairs_in(event.before, "absent"))
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
