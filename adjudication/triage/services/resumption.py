"""Play that was resumed over dead stones, under rules that let none be removed afterwards.

It becomes a fact of the game once it is established: by both players, by a referee, or by records
from both players that show play after the stop they had disagreed about. One player's word is only
a claim: it would let their own dead stones live. Once it is established, every count leaves all
stones on the board, whoever reports.
"""

from collections.abc import Sequence
from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.base import held_case, policy_of
from adjudication.models import GameRecordFile, Inquiry, InquiryKind, Submission
from adjudication.policy.questions import AnswersOutcome, after_resumption
from adjudication.records.models import file_bytes
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.resuming import continues, plays_after, stopped_record
from adjudication.rules.sgf import read_record
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.recording import record
from tournament.errors import Conflict, UserError
from tournament.models import Game, GameState, Player, Tournament, Verb


class EstablishedBy(StrEnum):
    """How it was established that no stone is removed any more."""

    PLAYERS = "players"
    REFEREE = "referee"
    RECORD = "record"


def stones_may_stay(tournament: Tournament) -> bool:
    """Return whether a tournament's rules let no stone be removed after such a resumption."""
    ruleset = tournament.ruleset
    return after_resumption(ruleset, policy_of(tournament)) is AnswersOutcome.ALL_STAND


def establish_stones_stay(game: Game, how: EstablishedBy, *, by: Actor | None = None) -> None:
    """Record that no stone of a locked game is removed any more. Repeating it changes nothing."""
    if game.stones_stay_since is None:
        _set(game, stay=True, how=how, by=by)


def forget_stones_stay(game: Game, *, by: Actor | None = None) -> None:
    """Undo :func:`establish_stones_stay`: a locked game is replayed, or was never resumed."""
    if game.stones_stay_since is not None:
        _set(game, stay=False, how=EstablishedBy.REFEREE, by=by)


def _set(game: Game, *, stay: bool, how: EstablishedBy, by: Actor | None) -> None:
    game.stones_stay_since = timezone.now() if stay else None
    Game.objects.filter(pk=game.pk).update(stones_stay_since=game.stones_stay_since)
    numbers = Player.everybody.filter(pk__in=(game.black_id, game.white_id))
    record(
        Verb.STONES_STAY if stay else Verb.STONES_MAY_GO,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted(numbers.values_list("number", flat=True)),
        after={"how": how.value},
        by=by,
    )


def refuse_dead_stones(game: Game, dead: Sequence[str] | None) -> None:
    """Raise UserError (``dead_stones``) for named dead stones once none is removed any more."""
    if dead and game.stones_stay_since is not None:
        raise UserError(
            "dead_stones",
            field="dead_stones",
            text=_(
                "Play was resumed because you did not agree on dead stones: no more stones are "
                "removed. Send the result counted with all stones on the board."
            ),
        )


@transaction.atomic
def say_stones_stay(*, case_id: int, stay: bool) -> None:
    """Establish as the case's referee whether play was resumed over dead stones.

    Repeating it changes nothing. Raises UserError for a case without a game or under rules without
    such a resumption, and Conflict if the case is not the referee's own or the result is final.
    """
    case = held_case(case_id)
    game = case.game
    if game is None or not (game.stones_stay_since or stones_may_stay(case.tournament)):
        raise UserError(
            "stones_stay",
            field="stay",
            text=_("Under the rules of this game the players agree on dead stones again."),
        )
    if game.state == GameState.CONFIRMED or game.final:
        raise Conflict("game_final", text=_("The result is final and is not counted again."))
    if stay:
        establish_stones_stay(game, EstablishedBy.REFEREE)
    else:
        forget_stones_stay(game)


def establish_by_records(game: Game, *, by: Actor | None = None) -> None:
    """Establish the resumption for a locked game if both players' records show it.

    Both stand by records with the same moves, and these go on with play after a stop that was in
    dispute: two passes that nobody disputed are no such resumption.
    """
    if game.stones_stay_since is not None or not stones_may_stay(game.round.tournament):
        return
    sent = Submission.objects.filter(game=game, record__isnull=False, imported_at=None).standing()
    latest = {
        report.player_id: report.record for report in sent.select_related("record").order_by("pk")
    }
    if len(latest) < 2:
        return
    first, second = (_read(found) for found in latest.values())
    if first is None or second is None or not _same_game(first, second):
        return
    for stop in _disputed_stops(game):
        if continues(first, stop) and plays_after(first, stop):
            establish_stones_stay(game, EstablishedBy.RECORD, by=by)
            return


def _same_game(first: GameRecord, second: GameRecord) -> bool:
    return (first.size, first.start, first.colours, first.points) == (
        second.size,
        second.start,
        second.colours,
        second.points,
    )


def _disputed_stops(game: Game) -> list[GameRecord]:
    """Return the records, up to the stop, about whose dead stones the players were asked."""
    asked = Inquiry.objects.filter(game=game, kind=InquiryKind.DEAD_STONES)
    about = [data.get("submission") for data in asked.values_list("data", flat=True)]
    reports = Submission.objects.filter(game=game, pk__in=[report for report in about if report])
    found = [_read(report.record) for report in reports.select_related("record").order_by("pk")]
    return [stopped_record(record) for record in found if record is not None]


def _read(found: GameRecordFile | None) -> GameRecord | None:
    if found is None:
        return None
    try:
        return read_record(file_bytes(found))
    except RecordError:
        return None
