"""Corrections of published rounds: what was entered wrongly, or was played differently.

Every function takes a ``note`` (the reason) and returns the event it wrote. All raise NotFound;
UserError (``reason_missing``) without a note; Conflict for a round in preparation, a closed
tournament, or a game whose result both players confirmed or a referee ruled; and UserError
(``unchanged``) if there is nothing to change. What depends on the old values, such as a later round
paired from them, stays as it is (:func:`preview_change` reports it).
"""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.disputes import refuse_held_case, settle_with_result
from adjudication.corrections.selectors.correcting import Effects, standings_effects
from adjudication.corrections.selectors.history import Event, event_of
from adjudication.models import Case, Submission
from adjudication.submissions.services.beside import keep_beside
from adjudication.triage.services.reports import set_aside
from tournament.audit.services.changes import RoundChange
from tournament.audit.services.recording import checked_note
from tournament.common.locks import open_tournament, played_game, played_round
from tournament.common.versions import StaleVersion
from tournament.errors import Conflict, NotFound, UserError
from tournament.games.models.result import OTHER_SIDE
from tournament.models import (
    AuditEvent,
    Game,
    GameState,
    Reason,
    Round,
    RoundState,
    Seat,
    Tournament,
    Verb,
    Winner,
)
from tournament.players.services.players import set_participation
from tournament.results.selectors import may_reopen
from tournament.results.services.recording_errors import withdraw_waiting
from tournament.results.services.results import (
    NO_RESULT,
    mismatch_as_user_error,
    move_game,
    refuse_if_drawn,
    refuse_if_ruled,
    refuse_impossible,
    result_of,
)
from tournament.rounds.selectors.rated import departing_newly
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services.boards import (
    RoundPlayers,
    force_terms,
    place_bye,
    reseat,
    seat,
    seat_at_board,
)


@transaction.atomic
def correct_result(
    *,
    game_id: int,
    winner: str,
    reason: str = "",
    margin_half: int | None = None,
    note: str,
    sure: bool = True,
) -> AuditEvent:
    """Enter the result of a game, whatever is known of it so far.

    A report that waits for the opponent is set aside with the note, and its record stays beside the
    result; a dispute is decided (by ruling, unless there is a ``reason``). A result that both
    players confirmed changes only if the tournament's reopening policy allows it, and stays
    confirmed; a proposal for it that waits for the players is taken back. Raises Conflict while a
    referee works on the game's case; otherwise the result settles the case. Unless ``sure``, raises
    UserError (``result_cannot_be``) for a result that no count gives.
    """
    note = checked_note(note)
    game = played_game(game_id)
    if game.state == GameState.DISPUTED and not reason and not margin_half:
        reason = Reason.RULING
    result = result_of(winner=winner, reason=reason, margin_half=margin_half)
    refuse_if_ruled(game)
    refuse_if_drawn(game, winner, str(result["reason"]))
    if not sure and winner != Winner.NONE:  # that is how the staff annuls a game under any rules
        refuse_impossible(game, winner, str(result["reason"]), margin_half)
    change = RoundChange(game.round)
    if game.state == GameState.CONFIRMED:
        if not may_reopen(game.round):
            raise _confirmed()
        if result == {name: getattr(game, name) for name in result}:
            raise _unchanged()
        withdraw_waiting(game, note)
        with mismatch_as_user_error():
            mended = Game.objects.mend(game, **result)
    else:
        refuse_held_case(game)
        waiting = set_aside(game, note)
        with mismatch_as_user_error():
            mended = Game.objects.move(
                game, GameState.ENTERED, **result, reported_at=game.reported_at or timezone.now()
            )
        if mended and waiting is not None:
            keep_record_of(waiting, game)
    if not mended:
        raise StaleVersion
    settle_with_result(game, note)
    return _recorded(change, Verb.RESULT_CORRECTED, note)


@transaction.atomic
def withdraw_result(*, game_id: int, note: str) -> AuditEvent:
    """Take back a result, entered or reported, or a dispute: the game is open again.

    A closed round is then running again. A waiting report is set aside with the note, and its
    record stays with the game. This settles the game's case; raises Conflict while a referee works
    on that.
    """
    note = checked_note(note)
    game = _changeable(game_id)
    change = RoundChange(game.round)
    if game.state != GameState.OPEN:
        refuse_held_case(game)
        waiting = set_aside(game, note)
        move_game(game, GameState.OPEN, **NO_RESULT, reported_at=None)
        if waiting is not None:
            keep_record_of(waiting, game)
        settle_with_result(game, note)
    reopen_round(game.round_id)
    return _recorded(change, Verb.RESULT_CORRECTED, note)


@transaction.atomic
def correct_colours(*, game_id: int, note: str) -> AuditEvent:
    """Swap the colours of a game that was played the other way round.

    The winner is still the winner. A waiting report is about the colours as they were: it is set
    aside, and its result stands as entered. While the game is open, handicap and komi follow from
    the colours unless they were forced; a game with a result was played on its terms. Raises
    Conflict for a dispute, since its claims are about colours.
    """
    game = _changeable(game_id)
    return correct_players(
        game_id=game_id, black_id=game.white_id, white_id=game.black_id, note=note
    )


@transaction.atomic
def correct_terms(
    *,
    game_id: int,
    handicap: int | None = None,
    komi_half: int | None = None,
    board_number: int | None = None,
    note: str,
) -> AuditEvent:
    """Correct handicap, komi or number of a board as :func:`~boards.set_terms` does in a draft.

    The result stays.
    """
    note = checked_note(note)
    game = _changeable(game_id)
    change = RoundChange(game.round)
    force_terms(game, handicap=handicap, komi_half=komi_half, board_number=board_number)
    return _recorded(change, Verb.PAIRING_CORRECTED, note)


@transaction.atomic
def correct_players(*, game_id: int, black_id: int, white_id: int, note: str) -> AuditEvent:
    """Say who really sat at a board.

    A player who stays at the board keeps their result: a winner stays the winner, whatever their
    colour. If both are new, the colour that won is still the winner. Terms are as in
    :func:`correct_colours`. Raises NotFound for a player of another tournament; UserError for a
    player paired with themselves; and Conflict for a player who has another game or the bye or does
    not take part in the round, for a dispute, and if somebody who leaves the board, or their
    opponent, has reported the game.
    """
    note = checked_note(note)
    game = _changeable(game_id)
    if black_id == white_id:
        raise UserError("same_player", field="white", text=_("A game needs two players."))
    if game.state == GameState.DISPUTED:
        raise _disputed()
    table = RoundPlayers(game.round)
    here = {game.black_id, game.white_id}
    for field, player in (("black", black_id), ("white", white_id)):
        table.require(player, field)
        if player not in here:
            table.require_present(player, field)
            _refuse_seated(game.round, player, field)
    if {black_id, white_id} != here:
        refuse_reports(game)
    if (black_id, white_id) == (game.black_id, game.white_id):
        raise _unchanged()
    change = RoundChange(game.round)
    winner = game.winner
    flipped = game.black_id == white_id or game.white_id == black_id
    waiting = set_aside(game, note)
    _sit(game, black_id, white_id, table)
    if game.state != GameState.OPEN:
        winner = OTHER_SIDE.get(winner, winner) if flipped else winner
        move_game(game, GameState.ENTERED, winner=winner)
        if waiting is not None:
            keep_record_of(waiting, game)
    return _recorded(change, Verb.PAIRING_CORRECTED, note)


@transaction.atomic
def swap_in_round(*, round_id: int, first_id: int, second_id: int, note: str) -> AuditEvent:
    """Swap the places of two players: at two boards, with the bye, or with no place at all.

    Colours and results stay with the places: that is what was played there. Two players of the same
    board swap colours. Raises what :func:`correct_players` does, and Conflict if neither has a
    place.
    """
    note = checked_note(note)
    round_ = played_round(round_id)
    if first_id == second_id:
        raise UserError("same_player", field="second", text=_("Choose two different players."))
    table, change = RoundPlayers(round_), RoundChange(round_)
    for field, player in (("first", first_id), ("second", second_id)):
        table.require(player, field)
        table.require_present(player, field)
    seats = {one.player_id: one for one in round_.seats.filter(player__in=(first_id, second_id))}
    if not seats:
        raise Conflict("not_paired", text=_("Neither player has a place in this round yet."))
    games = [_changeable(game_id) for game_id in {one.game_id for one in seats.values()} if game_id]
    if len(seats) == 2 and len(games) == 1 and all(one.game_id for one in seats.values()):
        return correct_colours(game_id=games[0].pk, note=note)
    exchanged = {first_id: second_id, second_id: first_id}
    for game in games:
        refuse_reports(game)
        if game.state == GameState.DISPUTED:
            raise _disputed()
    byes = [player for player, one in seats.items() if one.game_id is None]
    Seat.objects.filter(pk__in=[one.pk for one in seats.values()]).delete()
    for game in games:
        black, white = (exchanged.get(one, one) for one in (game.black_id, game.white_id))
        _sit(game, black, white, table)
    for player in byes:
        Seat.objects.create(round=round_, player_id=exchanged[player])
    return _recorded(change, Verb.PAIRING_CORRECTED, note)


@transaction.atomic
def remove_game(*, game_id: int, note: str) -> AuditEvent:
    """Remove a pairing that was never played. Raises Conflict if it has reports."""
    note = checked_note(note)
    game = _changeable(game_id)
    refuse_reports(game)
    change = RoundChange(game.round)
    Seat.objects.filter(game=game).delete()
    game.delete()
    return _recorded(change, Verb.PAIRING_CORRECTED, note)


@transaction.atomic
def add_game(
    *,
    round_id: int,
    black_id: int,
    white_id: int,
    handicap: int | None = None,
    komi_half: int | None = None,
    board_number: int | None = None,
    note: str,
) -> AuditEvent:
    """Pair two players late, as :func:`~games.pair_game` does in a draft.

    A player marked as absent now counts as present and takes part in the round. A closed round is
    then running again.
    """
    note = checked_note(note)
    round_ = played_round(round_id)
    came = round_.tournament.players.filter(
        pk__in=(black_id, white_id), absences__round_number=round_.number
    )
    for player_id in came.order_by("pk").values_list("pk", flat=True):
        set_participation(player_id=player_id, round_number=round_.number, plays=True)
    change = RoundChange(round_)
    seat_at_board(
        round_,
        black_id=black_id,
        white_id=white_id,
        handicap=handicap,
        komi_half=komi_half,
        board_number=board_number,
    )
    reopen_round(round_.pk)
    return _recorded(change, Verb.PAIRING_CORRECTED, note)


@transaction.atomic
def set_bye(*, round_id: int, player_id: int | None, note: str) -> AuditEvent:
    """Give the bye as in a draft (:func:`~tournament.rounds.services.boards.give_bye`).

    Unlike there, a player may get a second one.
    """
    note = checked_note(note)
    round_ = played_round(round_id)
    change = RoundChange(round_)
    place_bye(round_, player_id, again=True)
    return _recorded(change, Verb.PAIRING_CORRECTED, note)


def refuse_reports(game: Game) -> None:
    """Raise Conflict if a player has reported the game: reports are kept with their game.

    The same goes for cases.
    """
    if Case.objects.filter(game=game).exists():
        raise Conflict(
            "game_has_case",
            text=_("There is a case about this game, so its players cannot change."),
        )
    if Submission.objects.filter(game=game).exists() or game.recording_errors.exists():
        raise Conflict(
            "game_has_reports",
            text=_(
                "A player has reported this game, so its players cannot change. Correct its "
                "result instead, for example to void."
            ),
        )


def _changeable(game_id: int) -> Game:
    game = played_game(game_id)
    refuse_if_ruled(game)
    if game.state == GameState.CONFIRMED:
        raise _confirmed()
    return game


def _sit(game: Game, black: int, white: int, table: RoundPlayers) -> None:
    """Seat two players; a game with a result keeps the terms it was played on."""
    if game.state == GameState.OPEN:
        reseat(game, black, white, table)
    else:
        seat(game, black, white, game.handicap, game.komi_half)


def _refuse_seated(round_: Round, player_id: int, field: str) -> None:
    if round_.seats.filter(player_id=player_id).exists():
        raise Conflict(
            "player_taken",
            field=field,
            text=_(
                "The player has another game or the bye in this round: exchange the two players."
            ),
        )


def keep_record_of(report: Submission, game: Game) -> None:
    """Keep the record of a report that was set aside with the game as it is now."""
    game.refresh_from_db()
    keep_beside(game, report)


def reopen_round(round_id: int) -> None:
    """Let a closed round go on, as one of its games is open again."""
    Round.objects.filter(pk=round_id, state=RoundState.FINISHED).update(state=RoundState.PUBLISHED)


def _recorded(change: RoundChange, verb: Verb, note: str) -> AuditEvent:
    event = change.record(verb, reason=note)
    if event is None:
        raise _unchanged()
    return event


def _confirmed() -> Conflict:
    return Conflict(
        "game_confirmed",
        text=_("Both players have confirmed the result: only both together can correct it."),
    )


def _disputed() -> Conflict:
    return Conflict(
        "game_disputed", text=_("The result is disputed: settle that first, then correct this.")
    )


def _unchanged() -> UserError:
    return UserError("unchanged", text=_("This would change nothing."))


Change = Callable[[], AuditEvent]


def preview_change(
    change: Change, *, tournament_id: int, round_number: int
) -> tuple[Event, Effects, list[str]]:
    """Make a change to a round, note what it writes and does to the standings, and roll it back.

    The last value returned holds sentences: how the round would differ from the engine's pairing,
    in the rated mode. Raises NotFound, and what the change raises.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    old = state_of(tournament)
    with transaction.atomic():
        event, new = event_of(tournament_id, change().pk), state_of(tournament)
        transaction.set_rollback(True)
    assert event is not None, "it was just written"
    # Standings take time: by now the locks are released, so that nobody waits for them.
    departing = departing_newly(tournament, old, new, round_number)
    return event, standings_effects(tournament, old, new, round_number=round_number), departing


@transaction.atomic
def change_if_unchanged(
    change: Change, *, tournament_id: int, round_id: int, seen: object, now: Callable[[], object]
) -> AuditEvent:
    """Make a change to a round, under its lock, if ``now`` still gives what was ``seen``.

    Raises StaleVersion if it does not, and what the change raises.
    """
    open_tournament(tournament_id)
    Round.objects.select_for_update().filter(pk=round_id).first()
    if now() != seen:
        raise StaleVersion
    return change()
