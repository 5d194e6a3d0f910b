"""Many game records at once, brought by the staff for results that stand.

A record is stored with its game, and judged when nobody else is waiting (``Urgency.BULK``). It
changes no result and opens no case: nobody made a claim with it, so what its replay finds is only
recorded. A game without a result gets it from the record if the director asks for that and nothing
speaks against the record: it may break off, count to another result than it gives, name other
players, have the colours swapped, or have the moves of another board. A record that names the
players of another board goes with no game.

Each file is handled wholly or not at all, whatever becomes of the others, and sending the same
files again changes nothing. Files are written in batches, each in one transaction.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, partial
from itertools import combinations

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from adjudication.cases.services.disputes import held_by_referee_error, held_cases
from adjudication.models import GameRecordFile, Submission, SubmissionState
from adjudication.records.models import uploaded_first
from adjudication.records.services import (
    MOST_ENTRIES,
    Games,
    Place,
    RecordFile,
    check_record,
    keep_records,
    sha256,
)
from adjudication.result_entry.services import checked_columns, enter_all
from adjudication.rules.broken_off import break_off_text
from adjudication.rules.comparing import fingerprint
from adjudication.rules.contradictions import own_claim
from adjudication.rules.findings import Code
from adjudication.rules.other_results import other_result
from adjudication.rules.pairing_check import PairedGame, check_pairing
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sentences import duplicate_text, result_text
from adjudication.rules.sgf import read_record
from adjudication.submissions.services.beside import can_be_shown, record_beside
from adjudication.verdicts.models import after_answers, is_of_ended_dispute, judging_jobs
from adjudication.verdicts.selectors.pairings import PAIRED_COLUMNS, paired_game
from adjudication.verdicts.selectors.verdicts import header_doubts
from adjudication.verdicts.services.claims import Result, claim_of_submission, result_columns
from adjudication.verdicts.services.likeness import (
    SentRecord,
    Twin,
    belongs_here,
    keep_fingerprints,
    moves_shared,
    twins_of_each,
)
from jobs.table import enqueue_together
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _
from tournament.audit.services.recording import EventContents, record_all
from tournament.common.locks import held_games, hold_games, refuse_if_closed
from tournament.common.prepared import prepared
from tournament.errors import NotFound, UserError
from tournament.models import Game, GameState, RoundState, Tournament, Verb
from tournament.results.services.results import mismatch_error

MOST_FILES = MOST_ENTRIES
"""In one call, as in one archive; pages, requests and commands with more make several calls."""
AT_A_TIME = 100
"""How many files, each of a different game, share a transaction."""
MOST_IMPORTED = 5
"""Records that the staff may bring beside the result of one game; each costs a replay."""
_MOST_ALIKE = 20
"""At most this many files with moves in common are compared, even if all share one opening."""
_STANDING = (GameState.ENTERED, GameState.CONFIRMED, GameState.RULED)


class Outcome(StrEnum):
    """What became of a file."""

    ACCEPTED = "accepted"
    ENTERED = "entered"
    """Accepted, and its result is now the game's."""
    DUPLICATE = "duplicate"
    NO_GAME = "no_game"
    SEVERAL_GAMES = "several_games"
    NO_RESULT = "no_result"
    """The game has no result that the record could go with."""
    WAITS = "waits"
    """The result is reported or disputed: its players or a referee are dealing with it."""
    UNREADABLE = "unreadable"
    REFUSED = "refused"


KEPT = frozenset({Outcome.ACCEPTED, Outcome.ENTERED, Outcome.DUPLICATE})
"""The outcomes of files that are stored afterwards."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """Why a record's result is left to the director, who still has to enter it.

    ``said`` is the result that the record gives, or None. ``may_be`` says that it may be entered by
    a person who has read the doubt; it may not if the colours or the board are in doubt.
    """

    doubt: Message
    said: Result | None = None
    may_be: bool = False


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one file, told in ``text``, and where it is now."""

    name: str
    outcome: Outcome
    text: Message
    round_number: int | None = None
    board_number: int | None = None
    game_id: int | None = None
    submission_id: int | None = None
    by_hand: ByHand | None = None
    other: Result | None = None
    """What a stored record says, if it has another winner, or none, than the result that stands."""


@dataclass(frozen=True)
class _Matched:
    """A readable file, and the game it is of.

    ``repeats`` says which other file of the call has its moves for another game, if one does.
    """

    file: RecordFile
    read: GameRecord
    place: Place
    repeats: Message | None = None

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers by which records of the same moves are found."""
        return fingerprint(self.read)

    def sent(self, game: Game, kept: GameRecordFile | None = None) -> SentRecord:
        """Return it as a record of its game, for comparison with others."""
        sent = SentRecord(game, self.file.data, kept)
        sent.read, sent.numbers = self.read, self.numbers
        return sent

    def became(
        self,
        outcome: Outcome,
        text: Message,
        submission_id: int | None = None,
        by_hand: ByHand | None = None,
        other: Result | None = None,
    ) -> FileOutcome:
        """Return what became of the file."""
        return FileOutcome(
            self.file.name,
            outcome,
            text,
            round_number=self.place.round_number,
            board_number=self.place.board_number,
            game_id=self.place.game_id,
            submission_id=submission_id,
            by_hand=by_hand,
            other=other,
        )


class _OtherError(Exception):
    """Why a file is not stored; ``submission_id`` is a report that already has it."""

    def __init__(
        self,
        outcome: Outcome,
        text: Message,
        submission_id: int | None = None,
        by_hand: ByHand | None = None,
    ) -> None:
        super().__init__(text.id)
        self.outcome = outcome
        self.text = text
        self.submission_id = submission_id
        self.by_hand = by_hand


@dataclass(frozen=True, slots=True)
class _Entering:
    """Whether to enter results from records; ``sure``: even if there is a doubt, which was read."""

    wanted: bool
    sure: bool


def import_records(
    *,
    tournament_id: int,
    files: Sequence[RecordFile],
    enter_results: bool = False,
    sure: bool = False,
) -> tuple[FileOutcome, ...]:
    """Store records for games of a tournament and queue them; one outcome per file, in order.

    A file goes to the round and board it was sent for, otherwise to those in its name, otherwise to
    the one game of its two players. ``enter_results`` enters the record's result (its ``RE``) for a
    game without one, as the staff would; ``sure`` says that the person asking has read whatever
    speaks against a record. The current actor is recorded in the history.

    Raises UserError for more than MOST_FILES, NotFound, and Conflict for a closed tournament.
    """
    if len(files) > MOST_FILES:
        raise UserError(
            "too_many_files",
            field="files",
            text=_("Send at most %(most)d records at a time.") % {"most": MOST_FILES},
        )
    games = Games(_opened(tournament_id))
    looked = [_looked(games, file) for file in files]
    matched = {at: found for at, found in enumerate(looked) if isinstance(found, _Matched)}
    outcomes = {at: found for at, found in enumerate(looked) if isinstance(found, FileOutcome)}
    if enter_results:
        matched = _with_repeated(matched)
    entering = _Entering(enter_results, sure)
    within = connection.in_atomic_block
    with _held_together(list(matched.values())) if within else nullcontext():
        for batch in _batches(matched):
            outcomes.update(_done(batch, entering))
    return tuple(outcomes[at] for at in range(len(files)))


def _batches(matched: Mapping[int, _Matched]) -> Iterator[dict[int, _Matched]]:
    """Yield batches of files by their places, in order, with at most one of a game in each."""
    batch: dict[int, _Matched] = {}
    games: set[int] = set()
    for at, match in matched.items():
        if len(batch) == AT_A_TIME or match.place.game_id in games:
            yield batch
            batch, games = {}, set()
        batch[at] = match
        games.add(match.place.game_id)
    if batch:
        yield batch


@contextmanager
def _held_together(matched: Sequence[_Matched]) -> Iterator[None]:
    """Do in advance what nobody may wait for, and lock all games: the caller has one transaction.

    This is so for an API call. With its first event it holds the audit trail, and whoever holds one
    of the other games may be waiting for that.
    """
    with uploaded_first(match.file.data for match in matched):
        hold_games([match.place.game_id for match in matched])
        yield


def _opened(tournament_id: int) -> Tournament:
    """Return a tournament that is not closed. Raises NotFound and Conflict."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    refuse_if_closed(tournament)
    return tournament


def _looked(games: Games, file: RecordFile) -> FileOutcome | _Matched:
    """Return the game that a file is of, or why it is of none."""
    try:
        check_record(file.data)
        read = read_record(file.data)
    except RecordError as error:
        return FileOutcome(file.name, Outcome.UNREADABLE, error.text)
    except UserError as error:
        return FileOutcome(file.name, Outcome.UNREADABLE, error.message)
    found = games.games_for(file, read)
    if len(found) != 1:
        outcome = Outcome.SEVERAL_GAMES if found else Outcome.NO_GAME
        return FileOutcome(file.name, outcome, outcome_words(outcome))
    match = _Matched(file, read, found[0])
    others = games.names_of_others(read, match.place)
    if others:
        text = _(
            "It was not kept: the file says round %(round)d, board %(board)d, and the record names "
            "%(names)s, who did not play there. Give it the round and board of its own game."
        ) % {
            "round": match.place.round_number,
            "board": match.place.board_number,
            "names": " – ".join(others),
        }
        return match.became(Outcome.REFUSED, text)
    return match


def _with_repeated(matched: Mapping[int, _Matched]) -> dict[int, _Matched]:
    """Return the files, with a note on those that have the moves of another file's game.

    The moves do not tell which of the two games they are of: neither gets its result from them,
    unless both files name the players of the same one of the two.
    """
    by_number: dict[object, list[int]] = defaultdict(list)
    for at, match in matched.items():
        for number in (match.file.data, *match.numbers):
            by_number[number].append(at)
    pairs = {
        pair for several in by_number.values() for pair in combinations(several[:_MOST_ALIKE], 2)
    }
    alike = []
    for first, second in sorted(pairs):
        one, other = matched[first], matched[second]
        if one.place.game_id != other.place.game_id and (told := _alike(one, other)) is not None:
            alike.append((first, second, told))
    paired = _paired({matched[at].place.game_id for *pair, _told in alike for at in pair})
    found = dict(matched)
    for first, second, (common, moves) in alike:
        for at, beside in ((first, second), (second, first)):
            match, other = matched[at], matched[beside]
            here, there = paired[match.place.game_id], paired[other.place.game_id]
            if not belongs_here(match.read, here, other.read, there):
                where = other.place.round_number, other.place.board_number
                found[at] = replace(match, repeats=duplicate_text(*where, common, moves))
    return found


@dataclass(frozen=True, slots=True)
class MovesElsewhere:
    """Where else the moves of a record are: in another file, and in records of other games.

    While it is among the records of another game, a game without a result does not get it from the
    record.
    """

    repeats: Message | None
    stored: tuple[Message, ...]

    @property
    def told(self) -> tuple[Message, ...]:
        """Return all of it in sentences, each once."""
        repeats = () if self.repeats is None else (self.repeats,)
        return tuple(dict.fromkeys((*self.stored, *repeats)))


def moves_elsewhere(files: Sequence[tuple[RecordFile, GameRecord, Place]]) -> list[MovesElsewhere]:
    """Return for each file of one tournament where else its moves are, before any is stored.

    A few queries, and a few more for each file whose moves are stored with another game.
    """
    if not files:
        return []
    matched = _with_repeated({at: _Matched(*file) for at, file in enumerate(files)})
    games = Game.objects.select_related("round").in_bulk(
        {match.place.game_id for match in matched.values()}
    )
    sent = [match.sent(games[match.place.game_id]) for match in matched.values()]
    return [
        MovesElsewhere(match.repeats, tuple(_twin_text(twin) for twin in twins if twin.doubts))
        for match, twins in zip(matched.values(), twins_of_each(sent), strict=True)
    ]


def _twin_text(twin: Twin) -> Message:
    return duplicate_text(twin.round_number, twin.board_number, twin.common, twin.moves)


def _alike(one: _Matched, other: _Matched) -> tuple[int, int] | None:
    """Return how many moves two files share, and of how many; (0, 0) if the files are identical."""
    return (0, 0) if one.file.data == other.file.data else moves_shared(one.read, other.read)


def _done(batch: Mapping[int, _Matched], entering: _Entering) -> dict[int, FileOutcome]:
    """Store files of different games in one transaction; return what became of each, by place.

    If the database or somebody else's change refuses one of them, each is stored on its own, so
    that the outcome names that one and no other is kept out.
    """
    try:
        with uploaded_first(match.file.data for match in batch.values()), transaction.atomic():
            return _keep(batch, entering)
    except (IntegrityError, UserError) as error:
        if len(batch) > 1:
            alone = [_done({at: match}, entering) for at, match in batch.items()]
            return {at: outcome for found in alone for at, outcome in found.items()}
        refused = error if isinstance(error, UserError) else mismatch_error()
        ((at, match),) = batch.items()
        return {at: match.became(Outcome.REFUSED, refused.message)}


@dataclass(slots=True)
class _Kept:
    """A file that is being stored with its game, and what the game has so far."""

    at: int
    match: _Matched
    game: Game
    sent: Sequence[Submission]
    digest: str
    enters: Mapping[str, object] | None
    """The result that the game gets first, if any."""
    earlier: int | None
    """The report that already has the record, if any."""
    submission_id: int = 0

    @property
    def outcome(self) -> Outcome:
        """What became of the file."""
        return Outcome.ACCEPTED if self.enters is None else Outcome.ENTERED


def _keep(batch: Mapping[int, _Matched], entering: _Entering) -> dict[int, FileOutcome]:
    """Store records of different games, which are locked from here on."""
    ids = [match.place.game_id for match in batch.values()]
    games = held_games(ids, players=True)
    sent: dict[int, list[Submission]] = defaultdict(list)
    for submission in _sent_for(ids):
        sent[submission.game_id].append(submission)
    held = held_cases(ids) if entering.wanted else frozenset()
    entered_from = [
        match
        for match in batch.values()
        if entering.wanted and games[match.place.game_id].state == GameState.OPEN
    ]
    paired = _paired([match.place.game_id for match in entered_from])
    twins = _twins([match.sent(games[match.place.game_id]) for match in entered_from])
    outcomes: dict[int, FileOutcome] = {}
    kept: list[_Kept] = []
    for at, match in batch.items():
        game = games[match.place.game_id]
        try:
            if game.pk in paired:
                tournament, others = game.round.tournament, twins[game.pk]
                doubts = partial(_doubts, match, paired[game.pk], tournament, others)
                _refuse_doubtful(match.read, doubts, entering)
            kept.append(_looked_at(at, match, game, sent[game.pk], held, paired.get(game.pk)))
        except _OtherError as other:
            outcomes[at] = match.became(
                other.outcome,
                other.text,
                other.submission_id,
                other.by_hand,
                _other(match.read, game) if other.outcome in KEPT else None,
            )
        except UserError as error:
            outcomes[at] = match.became(Outcome.REFUSED, error.message)
    if kept:
        tournament_id = kept[0].game.round.tournament_id
        entered = [(each.game, each.enters) for each in kept if each.enters is not None]
        enter_all(entered, tournament_id=tournament_id)
        _store([each for each in kept if each.earlier is None], tournament_id)
    return outcomes | {
        each.at: each.match.became(
            each.outcome,
            outcome_words(each.outcome),
            each.earlier or each.submission_id,
            other=_other(each.match.read, each.game) if each.enters is None else None,
        )
        for each in kept
    }


@prepared
def _sent_for(game_ids: Sequence[int]) -> "QuerySet[Submission]":
    columns = ("game", "record__sha256", "removed_at", "imported_at", "answered_at")
    states = ("state", "replaced_at")
    claims = ("claim_winner", "claim_reason", "claim_margin_half")
    rows = Submission.objects.filter(game__in=game_ids).select_related("record").order_by("pk")
    return rows.only(*columns, *states, *claims)


def _looked_at(
    at: int,
    match: _Matched,
    game: Game,
    sent: Sequence[Submission],
    held: Collection[int],
    paired: PairedGame | None,
) -> _Kept:
    """Return a file to be stored for a locked game. Raises _OtherError and UserError.

    ``paired`` is how the game was paired, if it gets its result from the record.
    """
    refuse_if_closed(game.round.tournament)
    digest = sha256(match.file.data)
    earlier = next(
        (report.pk for report in sent if _is_of(report, digest) and _has_place(report, game)), None
    )
    if earlier is not None and paired is None:
        raise _OtherError(Outcome.DUPLICATE, outcome_words(Outcome.DUPLICATE), earlier)
    if game.round.state == RoundState.DRAFT:
        raise _OtherError(Outcome.REFUSED, _("The round is not published yet."))
    if paired is None and _is_full(game, sent):
        text = _(
            "This game already has %(most)d records of its result: remove one that is wrong on the "
            "page of the game, then bring this one again."
        )
        raise _OtherError(Outcome.REFUSED, text % {"most": MOST_IMPORTED})
    result = Result(game.winner, game.reason, game.margin_half)
    columns: Mapping[str, object] | None = None
    if paired is not None:
        claim = own_claim(match.read)
        if claim is None:
            raise _unsaid(match.read, paired, game.round.tournament)
        result = result_columns(claim)
        columns = checked_columns(
            game, winner=result.winner, reason=result.reason, margin_half=result.margin_half
        )
        if game.pk in held:
            raise held_by_referee_error()
    elif game.state not in _STANDING:
        outcome = Outcome.NO_RESULT if game.state == GameState.OPEN else Outcome.WAITS
        raise _OtherError(outcome, outcome_words(outcome))
    if earlier is None:  # otherwise its result was undone and is entered again
        _refuse_unshown(result)
    return _Kept(at, match, game, sent, digest, columns, earlier)


def _paired(game_ids: Collection[int]) -> dict[int, PairedGame]:
    """Return how games were paired, by their keys. One query."""
    seats = [f"{seat}__{column}" for seat in ("black", "white") for column in PAIRED_COLUMNS]
    rows = Game.objects.select_related("black", "white", "round__tournament").only(
        *("handicap", "komi_half", "round__tournament__board_size", *seats)
    )
    return {game.pk: paired_game(game) for game in rows.filter(pk__in=game_ids)}


def _twins(sent: Sequence[SentRecord]) -> dict[int, tuple[Twin, ...]]:
    """Return, by game, the records of other games that put a game's record in doubt."""
    found = twins_of_each(sent) if sent else []
    return {
        record.game.pk: tuple(twin for twin in twins if twin.doubts)
        for record, twins in zip(sent, found, strict=True)
    }


def _refuse_doubtful(
    read: GameRecord, doubts: Callable[[_Entering], Iterator[Message]], entering: _Entering
) -> None:
    """Raise _OtherError if the result in a record may not be that of its game.

    ``doubts`` yields the doubts for the way the result is entered.
    """
    doubt = next(doubts(entering), None)
    if doubt is not None:
        text = _(
            "Its result was not entered: look at who won and enter that by hand, then bring the "
            "record again."
        )
        said = _said_or_nothing(read)
        may_be = said is not None and not any(doubts(_Entering(wanted=True, sure=True)))
        by_hand = ByHand(doubt, said, may_be)
        raise _OtherError(Outcome.REFUSED, join_messages([doubt, text]), by_hand=by_hand)


def _doubts(
    match: _Matched,
    paired: PairedGame,
    tournament: Tournament,
    twins: Sequence[Twin],
    entering: _Entering,
) -> Iterator[Message]:
    """Yield what speaks against entering the result of a record, in sentences.

    A result names the winner by colour: with swapped colours nobody may guess it, nor to which of
    two boards the same moves belong. Anything that a verdict would doubt or contradict a moment
    later is refused as well, unless the person entering it has read that.
    """
    read, claim, over_the_board = match.read, own_claim(match.read), not tournament.internet
    against = check_pairing(read, paired, tournament.ruleset)
    if entering.sure:
        against = [found for found in against if found.code is Code.COLOURS_SWAPPED]
    yield from header_doubts(against, over_the_board=over_the_board)
    if claim is not None and not entering.sure:
        broken = break_off_text(read, claim)
        if broken is not None:
            yield broken
        shown = other_result(
            read, claim, paired, ruleset=tournament.ruleset, over_the_board=over_the_board
        )
        if shown is not None and shown.counted:
            yield _(
                "When it is counted, the record shows %(shown)s; its result line says %(said)s."
            ) % {"shown": result_text(shown.claim), "said": result_text(claim)}
    if match.repeats is not None:
        yield match.repeats
    yield from map(_twin_text, twins)


def _has_place(report: Submission, game: Game) -> bool:
    """Whether the record of a report, or one chosen in its place, is shown with its game.

    If the report was withdrawn or set aside, it is not: the record may then be brought again.
    """
    if report.removed_at is not None:
        return False
    if report.replaced_at is not None:
        return True
    dropped = report.state in SubmissionState.dropped()
    return not dropped and not is_of_ended_dispute(
        report.state, report.answered_at, game.reported_at
    )


def _is_of(report: Submission, digest: str) -> bool:
    return report.record is not None and report.record.sha256 == digest


def _is_full(game: Game, sent: Iterable[Submission]) -> bool:
    """Whether the staff has brought as many records for the result of a game as allowed.

    Those for a result that no longer stands, because it was undone or corrected, do not count: they
    do not keep out the right one.
    """
    stands = Result(game.winner, game.reason, game.margin_half)
    brought = sum(
        report.imported_at is not None
        and report.removed_at is None
        and claim_of_submission(report) == stands
        for report in sent
    )
    return brought >= MOST_IMPORTED


def _key(sent: Iterable[Submission], digest: str) -> str:
    """Return the key for a record; one that was removed may be brought again."""
    before = sum(report.removed_at is not None and _is_of(report, digest) for report in sent)
    return f"import:{digest[:56]}" if not before else f"import{before}:{digest[:50]}"


def _refuse_unshown(result: Result) -> None:
    """Raise _OtherError for a result that no record could show."""
    if not can_be_shown(result):
        raise _OtherError(
            Outcome.REFUSED, _("The result of this game is not one that a record could show.")
        )


def _store(kept: Sequence[_Kept], tournament_id: int) -> None:
    """Write records beside results that stand, each with its job and its event."""
    records = keep_records(
        [(each.match.file.data, each.match.file.name, each.digest) for each in kept]
    )
    submissions = [
        record_beside(
            each.game,
            Result(each.game.winner, each.game.reason, each.game.margin_half),
            record,
            _key(each.sent, each.digest),
            after_answers(each.game, each.sent),
        )
        for each, record in zip(kept, records, strict=True)
    ]
    for each, submission in zip(kept, Submission.objects.bulk_create(submissions), strict=True):
        each.submission_id = submission.pk
    # Records that arrive before these are judged are compared with them, too.
    keep_fingerprints(
        each.match.sent(each.game, record)
        for each, record in zip(kept, records, strict=True)
        if each.enters is not None
    )
    enqueue_together(**judging_jobs([each.submission_id for each in kept], tournament_id))
    told = [
        EventContents(
            Verb.RECORD_ADDED,
            round_number=each.game.round.number,
            table=each.game.board_number,
            players=sorted((each.game.black.number, each.game.white.number)),
        )
        for each in kept
    ]
    record_all(told, tournament_id=tournament_id)


def _unsaid(read: GameRecord, paired: PairedGame, tournament: Tournament) -> _OtherError:
    """Return that a record does not say who won, with what it counts to if that is certain.

    The count is told but not taken for anybody's claim: the director settles it.
    """
    text = _("The record does not say who won.")
    shown = other_result(
        read, None, paired, ruleset=tournament.ruleset, over_the_board=not tournament.internet
    )
    if shown is not None:
        counted = result_text(shown.claim)
        told = _("As it is marked, it counts to %(shown)s.") % {"shown": counted}
        text = join_messages([text, told])
    return _OtherError(Outcome.NO_RESULT, text, by_hand=ByHand(text))


def _other(read: GameRecord, game: Game) -> Result | None:
    """Return the result a record gives, if another winner stands; otherwise None."""
    said = _said_or_nothing(read)
    return said if said and game.state in _STANDING and said.winner != game.winner else None


def _said_or_nothing(read: GameRecord) -> Result | None:
    """Return the result that a record gives; None if it gives none that can be entered."""
    claim = own_claim(read)
    try:
        return None if claim is None else result_columns(claim)
    except UserError:
        return None


def outcome_words(outcome: Outcome) -> Message:
    """Return a sentence that says what became of a file that was not refused."""
    return {
        Outcome.ACCEPTED: _("Stored with the game; it will be checked shortly."),
        Outcome.ENTERED: _("Stored with the game, which now has the result of the record."),
        Outcome.DUPLICATE: _("The game already has this record."),
        Outcome.NO_GAME: _("No game fits: give round and board, or the players’ names."),
        Outcome.SEVERAL_GAMES: _("Several games fit: give round and board."),
        Outcome.NO_RESULT: _(
            "The game has no result yet. If its record is to give it, choose to enter the result "
            "of the record, and bring the file again."
        ),
        Outcome.WAITS: _("The result of the game is still with its players or a referee."),
    }[outcome]


def count_outcomes(outcomes: Iterable[FileOutcome]) -> dict[Outcome, int]:
    """Return how many files had each outcome, leaving out outcomes that none had."""
    found = [outcome.outcome for outcome in outcomes]
    return {outcome: found.count(outcome) for outcome in Outcome if outcome in found}
