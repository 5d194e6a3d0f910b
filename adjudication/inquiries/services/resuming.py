"""Play that resumed after a stop: what the players may do next, and the result it comes to."""

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.services.disputes import refuse_held_case, settle_with_result
from adjudication.records.services import (
    check_record,
    keep_record,
    uploads_record_first,
)
from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner
from adjudication.rules.colours import BLACK, COLOURS
from adjudication.rules.marks import NamedStones
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.resuming import (
    continues,
    possible_first_movers,
)
from adjudication.rules.sgf import read_record
from adjudication.rules.turns import ends_in_two_passes
from adjudication.submissions.services.reports import (
    locked_game,
    report_sent_before,
    reported_too_often,
    reports_on,
)
from adjudication.triage.services.dead_stones import clean_named, counted_result
from adjudication.triage.services.playing_on import Resumption, resumption_of
from adjudication.triage.services.reports import apply_result, create_report, reopen_game, set_aside
from adjudication.triage.services.resumption import EstablishedBy, establish_stones_stay
from adjudication.verdicts.services.claims import Result, result_columns
from adjudication.verdicts.services.refusals import check_key
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor
from tournament.errors import Conflict, UserError
from tournament.games.services import acting_player, require_player
from tournament.models import Game, GameState, Verb
from tournament.spoken import stored_note

NOT_RESUMED: Final = "not_resumed"
"""The code of a refusal because play does not go on any more."""


@uploads_record_first
@transaction.atomic
def report_resumed(
    *,
    game_id: int,
    player_id: int,
    record_bytes: bytes,
    idempotency_key: str,
    filename: str = "",
    dead_stones: Iterable[str] | None = None,
    seki_stones: Iterable[str] | None = None,
    resigned: str = "",
) -> int:
    """Report how a game went on after a stop, for the opponent to confirm; return the report's id.

    The record is the whole game including the moves after the stop, and is counted by the rule set;
    ``resigned`` is the colour of a player who resigned instead. Sending the same again under the
    same key changes nothing.

    Raises UserError for input to correct, NotFound for a game that is not the player's, and
    Conflict if play does not go on or was already reported.
    """
    check_key(idempotency_key)
    check_record(record_bytes)
    game = locked_game(game_id)
    require_player(game, player_id)
    resumption = resumption_of(game)
    named = clean_named(game, dead_stones, seki_stones)
    if resumption is not None and resumption.none_dead:
        named = NamedStones([])
    if resigned:
        named = NamedStones()
    sent = game.submissions.filter(idempotency_key=idempotency_key).first()
    if sent is not None:
        report_sent_before(
            [sent],
            idempotency_key,
            player_id=player_id,
            result=None,
            data=record_bytes,
            named=sent.named_stones,
        )
        return sent.pk
    if resumption is None:
        raise _not_resumed()
    refuse_held_case(game)
    if reported_too_often(game, reports_on(game), player_id):
        raise Conflict(
            "too_many_reports",
            text=_("You have reported this game too often: give the record to the referee."),
        )
    record = _checked(record_bytes, resumption, game, given_up=bool(resigned))
    by = acting_player(player_id)
    _establish(game, resumption, by)
    kept = keep_record(data=record_bytes, filename=filename, player_id=player_id)
    result = _result(game, record, resigned)
    if result is None:
        found = counted_result(game, kept, named)
        if found is None:
            raise UserError(
                "dead_stones",
                field="dead_stones",
                text=_("Mark the dead stones on the board, or write “none”."),
            )
        result = found
    change = GameChange(game)
    note = gettext_lazy("The players played on, and one of them reported the result.")
    if resumption.counted_at_once:
        note = gettext_lazy(
            "All stones that stand are counted, and one player reported the result."
        )
    # If only a move was found after the stop, the earlier report is still waiting.
    set_aside(game, note)
    submission = create_report(
        game,
        result,
        player_id=player_id,
        record=kept,
        named=named,
        resumed=resumption.over_stones and not resumption.counted_at_once,
        key=idempotency_key,
    )
    apply_result(game, GameState.REPORTED, result, submission)
    change.record(Verb.RESULT_REPORTED, reason=stored_note(note), by=by)
    settle_with_result(game, note, by=by)
    return submission.pk


@transaction.atomic
def go_on_without_record(*, game_id: int, player_id: int) -> None:
    """Open a game again whose players go on without a record; they report it as usual.

    Doing it twice is no error. Raises NotFound for a game that is not the player's, and Conflict if
    play does not go on.
    """
    game = locked_game(game_id)
    require_player(game, player_id)
    if game.state == GameState.OPEN:
        return
    resumption = resumption_of(game)
    if resumption is None:
        raise _not_resumed()
    refuse_held_case(game)
    by = acting_player(player_id)
    _establish(game, resumption, by)
    note = gettext_lazy("The players go on without a record and report the result as usual.")
    reopen_game(game, note, by=by)
    settle_with_result(game, note, by=by)


def _establish(game: Game, resumption: Resumption, by: Actor) -> None:
    """Establish that no stone is removed any more, if play resumed over dead stones has now ended.

    Until then the records at hand end where play had stopped, so their count is not affected.
    """
    if resumption.none_dead and resumption.over_stones:
        establish_stones_stay(game, EstablishedBy.PLAYERS, by=by)


def _checked(data: bytes, resumption: Resumption, game: Game, *, given_up: bool) -> GameRecord:
    """Return the record, checked to go on from the stop with the right player to move.

    If somebody resigned nothing is counted, and it does not matter who moved first.
    """
    try:
        record = read_record(data)
    except RecordError as problem:
        raise UserError("record", field="record", text=problem.text) from problem
    base = resumption.base
    same_size = record.size == game.round.tournament.board_size
    if not same_size or (base is not None and not continues(record, base)):
        raise UserError(
            "record",
            field="record",
            text=_("This does not continue your game: its moves before the stop are different."),
        )
    first = frozenset[int]() if base is None or given_up else possible_first_movers(record, base)
    if first and resumption.first not in first:
        text = _("After the stop it is White who moves first: in this record it is Black.")
        if resumption.first == BLACK:
            text = _("After the stop it is Black who moves first: in this record it is White.")
        raise UserError("record", field="record", text=text)
    return record


def _result(game: Game, record: GameRecord, resigned: str) -> Result | None:
    if resigned in COLOURS:
        winner = ClaimWinner.WHITE if resigned == "black" else ClaimWinner.BLACK
        return result_columns(Claim(winner, ClaimReason.RESIGNATION))
    if not ends_in_two_passes(record.points):
        raise UserError(
            "moves",
            field="moves",
            text=_("Play stops when both players pass: enter both passes, or who resigned."),
        )
    return None


def _not_resumed() -> Conflict:
    return Conflict(NOT_RESUMED, text=gettext_lazy("Play has already ended: look at the game."))
