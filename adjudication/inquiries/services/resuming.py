"""Play that was resumed at a stop: what the players may do next, and the result it comes to."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.services.base import policy_of
from adjudication.cases.services.disputes import refuse_held_case, settle_with_result
from adjudication.models import Inquiry, InquiryKind, InquiryState, Submission
from adjudication.policy.questions import AnswersOutcome, after_resumption, moves_first
from adjudication.records.models import bytes_of
from adjudication.records.services import (
    check_record,
    clean_dead_stones,
    keep_record,
    record_put_first,
)
from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner
from adjudication.rules.colours import BLACK, COLOURS
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.resuming import (
    goes_on_from,
    moved_first,
    next_in_turn,
    stopped_record,
)
from adjudication.rules.sgf import read_record
from adjudication.rules.turns import ends_in_two_passes
from adjudication.submissions.services.reports import MOST_REPORTS, locked_game, sent_before
from adjudication.triage.selectors import OUTCOME
from adjudication.triage.services.dead_stones import counted
from adjudication.triage.services.reports import lay, open_again, put, set_aside, with_record
from adjudication.triage.services.resumption import Established, establish
from adjudication.verdicts.services.claims import Result, result_of
from adjudication.verdicts.services.refusals import check_key
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor
from tournament.errors import Conflict, UserError
from tournament.games.services import acting_player, require_player
from tournament.models import Game, GameState, Verb

NOT_RESUMED: Final = "not_resumed"
"""The code of a refusal where play does not go on any more."""


@dataclass(frozen=True, slots=True)
class Resumption:
    """How a locked game is with its players.

    ``base`` is the record up to the stop, None where there is none; ``first`` the colour that moves
    first. ``counted_at_once`` tells that nobody plays on: all stones that stand are counted.
    ``none_dead`` tells that no stone is taken off after it, ``over_stones`` that
    the players did not agree on dead stones.
    """

    inquiry: Inquiry
    base: GameRecord | None
    submission_id: int | None
    first: int
    counted_at_once: bool
    none_dead: bool
    over_stones: bool


def resumption_of(game: Game) -> Resumption | None:
    """Return how play of a game goes on, or None where it does not. The game has its round.

    It does where the players' latest answers say so, until they report what came of it or a referee
    takes the case.
    """
    if game.state != GameState.DISPUTED:
        return None
    answered = [InquiryState.AGREED, InquiryState.DIFFERENT]
    inquiry = (
        Inquiry.objects.select_related("case")
        .filter(game=game, state__in=answered)
        .order_by("pk")
        .last()
    )
    if inquiry is None or (inquiry.case is not None and inquiry.case.state != "asked"):
        return None
    outcome = inquiry.data.get(OUTCOME)
    if outcome not in (AnswersOutcome.RESUME, AnswersOutcome.ALL_STAND):
        return None
    return _resumption(inquiry, game, with_record(game))


def resumption_that_was(game: Game, *, inquiry_id: int, submission_id: int) -> Resumption | None:
    """Return how play of a game had gone on, by the question that led to it and its record.

    For a player who enters the moves when the other one has reported already what came of them.
    None where the result is settled or locked again, or play never went on so.
    """
    if game.state not in (GameState.OPEN, GameState.REPORTED):
        return None
    inquiry = Inquiry.objects.filter(game=game, pk=inquiry_id).first()
    if inquiry is None or inquiry.data.get(OUTCOME) not in (
        AnswersOutcome.RESUME,
        AnswersOutcome.ALL_STAND,
    ):
        return None
    reports = Submission.objects.filter(game=game, record__isnull=False, pk=submission_id)
    return _resumption(inquiry, game, reports.select_related("record").first())


def _resumption(inquiry: Inquiry, game: Game, report: Submission | None) -> Resumption:
    """Return how play goes on by a settled question, from the stop in the record of a report."""
    outcome = inquiry.data[OUTCOME]
    base = None if report is None else _base(report)
    tournament = game.round.tournament
    ruleset, policy = tournament.ruleset, policy_of(tournament)
    first = _first(inquiry, base, game)
    over_stones = inquiry.kind == InquiryKind.DEAD_STONES
    stands = over_stones and after_resumption(ruleset, policy) is AnswersOutcome.ALL_STAND
    return Resumption(
        inquiry=inquiry,
        base=base,
        submission_id=None if report is None else report.pk,
        first=first,
        counted_at_once=outcome == AnswersOutcome.ALL_STAND,
        none_dead=outcome == AnswersOutcome.ALL_STAND or stands,
        over_stones=over_stones,
    )


@record_put_first
@transaction.atomic
def report_resumed(
    *,
    game_id: int,
    player_id: int,
    record_bytes: bytes,
    idempotency_key: str,
    filename: str = "",
    dead_stones: Iterable[str] | None = None,
    resigned: str = "",
) -> int:
    """Report how a game went on after the stop; the opponent confirms it. Return the report's id.

    The record is the whole game with the moves after the stop, and is counted as the rule set says;
    ``resigned`` is the colour of a player who gave up instead. The same again under the same key
    changes nothing.

    Raises UserError for input to mend, NotFound for a game that is not the player's and Conflict
    where play does not go on or was reported already.
    """
    check_key(idempotency_key)
    check_record(record_bytes)
    game = locked_game(game_id)
    require_player(game, player_id)
    resumption = resumption_of(game)
    dead: list[str] | None = [] if resumption is not None and resumption.none_dead else None
    if dead is None and dead_stones is not None:
        dead = clean_dead_stones(dead_stones, size=game.round.tournament.board_size)
    if resigned:
        dead = None
    sent = game.submissions.filter(idempotency_key=idempotency_key).first()
    if sent is not None:
        sent_before(
            [sent],
            idempotency_key,
            player_id=player_id,
            result=None,
            data=record_bytes,
            dead=sent.dead_stones,
        )
        return sent.pk
    if resumption is None:
        raise _not_resumed()
    refuse_held_case(game)
    if game.submissions.filter(player_id=player_id).count() >= MOST_REPORTS:
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
        found = counted(game, kept, dead)
        if found is None:
            raise UserError(
                "dead_stones",
                field="dead_stones",
                text=_("Mark the dead stones on the board, or write “none”."),
            )
        result = found
    change = GameChange(game)
    note = _("The players played on, and one of them reported the result.")
    if resumption.counted_at_once:
        note = _("All stones that stand are counted, and one player reported the result.")
    # Where only a move was found after the stop, what was reported before still waits.
    set_aside(game, note)
    submission = put(
        game,
        result,
        player_id=player_id,
        record=kept,
        dead=dead,
        resumed=resumption.over_stones and not resumption.counted_at_once,
        key=idempotency_key,
    )
    lay(game, GameState.REPORTED, result, submission)
    change.record(Verb.RESULT_REPORTED, reason=note, by=by)
    settle_with_result(game, note, by=by)
    return submission.pk


@transaction.atomic
def go_on_without_record(*, game_id: int, player_id: int) -> None:
    """Open a game again whose players go on without a record: they report as usual.

    Twice is no error. Raises NotFound for a game that is not the player's, and Conflict where play
    does not go on.
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
    note = _("The players go on without a record and report the result as usual.")
    open_again(game, note, by=by)
    settle_with_result(game, note, by=by)


def _establish(game: Game, resumption: Resumption, by: Actor) -> None:
    """Keep that no stone is removed any more, where play was resumed over dead stones and is over.

    Until then the records at hand end where play had stopped: their count is not touched.
    """
    if resumption.none_dead and resumption.over_stones:
        establish(game, Established.PLAYERS, by=by)


def _first(inquiry: Inquiry, base: GameRecord | None, game: Game) -> int:
    tournament = game.round.tournament
    asked_first = "black"
    if inquiry.black_at and inquiry.white_at and inquiry.white_at < inquiry.black_at:
        asked_first = "white"
    named = moves_first(
        tournament.ruleset,
        policy_of(tournament),
        inquiry.black_answer,
        inquiry.white_answer,
        asked_first=asked_first,
    )
    if named:
        return COLOURS[named]
    return BLACK if base is None else next_in_turn(base)


def _base(report: Submission) -> GameRecord | None:
    if report.record is None:
        return None
    try:
        return stopped_record(read_record(bytes_of(report.record)))
    except RecordError:
        return None


def _checked(data: bytes, resumption: Resumption, game: Game, *, given_up: bool) -> GameRecord:
    """Return the record, which goes on where play had stopped, with whose turn it was.

    Where somebody gave up nothing is counted, and it is no matter who moved first.
    """
    try:
        record = read_record(data)
    except RecordError as problem:
        raise UserError("record", field="record", text=problem.text) from problem
    base = resumption.base
    same_size = record.size == game.round.tournament.board_size
    if not same_size or (base is not None and not goes_on_from(record, base)):
        raise UserError(
            "record",
            field="record",
            text=_("This does not continue your game: its moves before the stop are different."),
        )
    first = frozenset[int]() if base is None or given_up else moved_first(record, base)
    if first and resumption.first not in first:
        text = _("After the stop it is White who moves first: in this record it is Black.")
        if resumption.first == BLACK:
            text = _("After the stop it is Black who moves first: in this record it is White.")
        raise UserError("record", field="record", text=text)
    return record


def _result(game: Game, record: GameRecord, resigned: str) -> Result | None:
    if resigned in COLOURS:
        winner = ClaimWinner.WHITE if resigned == "black" else ClaimWinner.BLACK
        return result_of(Claim(winner, ClaimReason.RESIGNATION))
    if not ends_in_two_passes(record.points):
        raise UserError(
            "moves",
            field="moves",
            text=_("Play stops when both players pass: enter both passes, or who resigned."),
        )
    return None


def _not_resumed() -> Conflict:
    return Conflict(NOT_RESUMED, text=gettext_lazy("Play no longer continues: look at the game."))
