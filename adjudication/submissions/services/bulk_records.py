"""Many game records at once, brought by the staff for results that stand.

A record is stored with its game and judged when nobody waits any more (``Urgency.BULK``). It
changes no result and opens no case: nobody claimed anything with it, so what its replay finds is
only kept. A game without a result gets it from the record where the director asks for that.
Every file is done wholly or not at all, whatever becomes of the others, and sending the same files
again changes nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from django.db import connection, transaction
from django.utils.translation import gettext as _

from adjudication.models import Submission, SubmissionState
from adjudication.records.models import put_first
from adjudication.records.services import (
    Games,
    Place,
    RecordFile,
    check_record,
    keep_record,
    sha256,
)
from adjudication.result_entry.services import enter_result
from adjudication.rules.contradictions import own_claim
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sgf import read_record
from adjudication.verdicts.models import after_answers, judging
from adjudication.verdicts.services.claims import Result, claim_of, result_of
from jobs.models import Urgency
from jobs.table import enqueue
from tournament.audit.services.recording import record
from tournament.common.locks import held_game, hold_games, refuse_closed
from tournament.errors import NotFound, UserError
from tournament.models import Game, GameState, RoundState, Tournament, Verb
from tournament.spoken import spoken

MOST_FILES = 2_000
"""Of one call: a page, a request or a command that has more makes several."""
MOST_IMPORTED = 5
"""Records beside the result of one game that the staff may bring: each costs a replay."""
_STANDING = (GameState.ENTERED, GameState.CONFIRMED, GameState.RULED)


class Outcome(StrEnum):
    """What became of a file."""

    ACCEPTED = "accepted"
    ENTERED = "entered"
    """Accepted, and its result is now that of the game."""
    DUPLICATE = "duplicate"
    NO_GAME = "no_game"
    SEVERAL_GAMES = "several_games"
    NO_RESULT = "no_result"
    """The game has no result that the record could go with."""
    WAITS = "waits"
    """The result is reported or disputed: its players or a referee are at it."""
    UNREADABLE = "unreadable"
    REFUSED = "refused"


KEPT = frozenset({Outcome.ACCEPTED, Outcome.ENTERED, Outcome.DUPLICATE})
"""The outcomes of files that are there afterwards."""


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one file, in words, and where it is now."""

    name: str
    outcome: Outcome
    text: str
    round_number: int | None = None
    board_number: int | None = None
    game_id: int | None = None
    submission_id: int | None = None


@dataclass(frozen=True, slots=True)
class _Matched:
    """A file that can be read, and the game it is of."""

    file: RecordFile
    read: GameRecord
    place: Place


class _OtherError(Exception):
    """Ends the transaction of a file that is not kept."""

    def __init__(self, outcome: Outcome, text: str) -> None:
        super().__init__(text)
        self.outcome = outcome
        self.text = text


def import_records(
    *, tournament_id: int, files: Sequence[RecordFile], enter_results: bool = False
) -> tuple[FileOutcome, ...]:
    """Keep records for games of a tournament and queue them; one outcome a file, in their order.

    A file goes to the round and board it was sent for, else to those its name gives, else to the
    one game of its two players. ``enter_results`` enters what the record says (its ``RE``) for a
    game without a result, as the staff would. Whoever acts is written into the history.

    Raises UserError for more than MOST_FILES, NotFound, and Conflict for a closed tournament.
    """
    if len(files) > MOST_FILES:
        raise UserError(
            "too_many_files",
            field="files",
            text=_("Send at most %(most)d records at a time.") % {"most": MOST_FILES},
        )
    games = Games(_opened(tournament_id))
    looked: Iterable[FileOutcome | _Matched] = (_looked(games, file) for file in files)
    if not connection.in_atomic_block:
        return tuple(_done(checked, enter_results) for checked in looked)
    looked = tuple(looked)
    with _held_together([checked for checked in looked if isinstance(checked, _Matched)]):
        return tuple(_done(checked, enter_results) for checked in looked)


@contextmanager
def _held_together(matched: Sequence[_Matched]) -> Iterator[None]:
    """Do first what nobody may wait for, and hold all games: the caller has one transaction.

    A call of the API has. With its first event it holds the trail, and who has one of the other
    games may wait for that.
    """
    with put_first(match.file.data for match in matched):
        hold_games([match.place.game_id for match in matched])
        yield


def _opened(tournament_id: int) -> Tournament:
    """Return a tournament that is not closed. Raises NotFound and Conflict."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    refuse_closed(tournament)
    return tournament


def _looked(games: Games, file: RecordFile) -> FileOutcome | _Matched:
    """Return which game a file is of, or why it is of none."""
    try:
        check_record(file.data)
        read = read_record(file.data)
    except RecordError as error:
        return FileOutcome(file.name, Outcome.UNREADABLE, spoken(error.text))
    except UserError as error:
        return FileOutcome(file.name, Outcome.UNREADABLE, str(error.text))
    found = games.of(file, read)
    if len(found) != 1:
        outcome = Outcome.SEVERAL_GAMES if found else Outcome.NO_GAME
        return FileOutcome(file.name, outcome, _words(outcome))
    return _Matched(file, read, found[0])


def _done(looked: FileOutcome | _Matched, enter_results: bool) -> FileOutcome:
    """Keep a file that is of a game."""
    if isinstance(looked, FileOutcome):
        return looked
    file, place = looked.file, looked.place
    where = {
        "round_number": place.round_number,
        "board_number": place.board_number,
        "game_id": place.game_id,
    }
    try:
        with put_first([file.data]), transaction.atomic():
            outcome, submission_id = _keep(place.game_id, file, looked.read, enter_results)
    except _OtherError as other:
        return FileOutcome(file.name, other.outcome, other.text, **where)
    except UserError as error:
        return FileOutcome(file.name, Outcome.REFUSED, str(error.text), **where)
    return FileOutcome(file.name, outcome, _words(outcome), submission_id=submission_id, **where)


def _keep(
    game_id: int, file: RecordFile, read: GameRecord, enter_results: bool
) -> tuple[Outcome, int]:
    """Keep one record for a game, which is held from here on."""
    game = held_game(game_id, players=True)
    refuse_closed(game.round.tournament)
    digest = sha256(file.data)
    sent = game.submissions.filter(record__sha256=digest, removed_at=None)
    earlier = sent.values_list("pk", flat=True).first()
    enters = game.state == GameState.OPEN and enter_results
    if earlier is not None and not enters:
        return Outcome.DUPLICATE, earlier
    if game.round.state == RoundState.DRAFT:
        raise _OtherError(Outcome.REFUSED, _("The round is not published yet."))
    if not enters and _is_full(game):
        text = _(
            "This game already has %(most)d records of its result: remove one that is wrong on the "
            "page of the game, then bring this one again."
        )
        raise _OtherError(Outcome.REFUSED, text % {"most": MOST_IMPORTED})
    outcome = Outcome.ACCEPTED
    if enters:
        result = _said(read)
        enter_result(game_id=game.pk, **result.columns())
        game.refresh_from_db(fields=["state", "version", "winner", "reason", "margin_half"])
        outcome = Outcome.ENTERED
        if earlier is not None:
            return outcome, earlier  # its result was undone, and is entered again
    submission = _submission(game, file, digest)
    enqueue(**judging(submission.pk, game.round.tournament_id, Urgency.BULK))
    record(
        Verb.RECORD_ADDED,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted((game.black.number, game.white.number)),
    )
    return outcome, submission.pk


def _is_full(game: Game) -> bool:
    """Whether the staff has brought as many records for the result of a game as it may.

    Those for a result that does not stand any more, because it was undone or corrected, do not
    count: they keep no place from the one that is right.
    """
    brought = game.submissions.exclude(imported_at=None).filter(
        removed_at=None,
        claim_winner=game.winner,
        claim_reason=game.reason,
        claim_margin_half=game.margin_half,
    )
    return brought.count() >= MOST_IMPORTED


def _key(game: Game, digest: str) -> str:
    """Return the key of a record; one that was removed may come again."""
    before = game.submissions.filter(record__sha256=digest).exclude(removed_at=None).count()
    return f"import:{digest[:56]}" if not before else f"import{before}:{digest[:50]}"


def _submission(game: Game, file: RecordFile, digest: str) -> Submission:
    """Write the record beside a result that stands; it is Black's only in name."""
    if game.state not in _STANDING:
        outcome = Outcome.NO_RESULT if game.state == GameState.OPEN else Outcome.WAITS
        raise _OtherError(outcome, _words(outcome))
    stands = Result(game.winner, game.reason, game.margin_half)
    try:
        plain = result_of(claim_of(stands)) == stands
    except (KeyError, ValueError, UserError):
        plain = False
    if not plain:
        raise _OtherError(
            Outcome.REFUSED, _("The result of this game is not one that a record could show.")
        )
    moment = after_answers(game)
    return Submission.objects.create(
        created_at=moment,
        imported_at=moment,
        game=game,
        player_id=game.black_id,
        claim_winner=stands.winner,
        claim_reason=stands.reason,
        claim_margin_half=stands.margin_half,
        record=keep_record(data=file.data, filename=file.name, player_id=None),
        idempotency_key=_key(game, digest),
        state=SubmissionState.CONFIRMED,
        answered_by_id=game.white_id,
        answered_at=moment,
    )


def _said(read: GameRecord) -> Result:
    """Return the result that a record says. Raises _OtherError where it says none."""
    claim = own_claim(read)
    if claim is None:
        raise _OtherError(Outcome.NO_RESULT, _("The record does not say who won."))
    return result_of(claim)


def _words(outcome: Outcome) -> str:
    return {
        Outcome.ACCEPTED: _("Stored with the game; it will be checked shortly."),
        Outcome.ENTERED: _("Stored with the game, which now has the result of the record."),
        Outcome.DUPLICATE: _("The game already has this record."),
        Outcome.NO_GAME: _("No game fits: give round and board, or the players’ names."),
        Outcome.SEVERAL_GAMES: _("Several games fit: give round and board."),
        Outcome.NO_RESULT: _("The game has no result yet."),
        Outcome.WAITS: _("The result of the game is still with its players or a referee."),
    }[outcome]


def counted(outcomes: Iterable[FileOutcome]) -> dict[Outcome, int]:
    """Return how many files had each outcome, of those that some had."""
    found = [outcome.outcome for outcome in outcomes]
    return {outcome: found.count(outcome) for outcome in Outcome if outcome in found}
