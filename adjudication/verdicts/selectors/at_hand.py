"""A game's records at hand: from its reports, statements in its case, or just sent."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from django.db.models import Q, QuerySet, Subquery

from adjudication.models import Statement, Submission
from adjudication.records.models import GameRecordFile, file_bytes
from adjudication.records.services import sha256
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Report
from adjudication.verdicts.selectors.submissions import SubmissionView, submissions_of
from tournament.models import Game


@dataclass(frozen=True, slots=True)
class RecordAtHand:
    """One record of a game: its content, and what it came with.

    ``submission_id`` or ``statement_id`` say what it came with; one that is not kept yet has
    neither. ``player_id`` is who sent it, None for the staff.
    """

    record: GameRecord
    submission_id: int | None = None
    statement_id: int | None = None
    player_id: int | None = None
    digest: str = ""
    """The SHA-256 of its file, if it is kept."""

    def replayed(self, game: Game, ruleset: RuleSet) -> Report:
        """Return the report of its replay under the terms of its game, without the dead stones."""
        return adjudicate(
            self.record, ruleset=ruleset, komi=game.komi_half / 2, handicap=game.handicap
        )


_File = tuple[bytes, int | None, int | None, int | None]
"""The bytes of a record, and where they come from, as in :class:`RecordAtHand`."""


def read_if_size(data: bytes, size: int) -> GameRecord | None:
    """Return the record in a file; None if it cannot be read or has another board size."""
    try:
        record = read_record(data)
    except RecordError:
        return None
    return record if record.size == size else None


def records_at_hand(game: Game, also: Iterable[bytes] = ()) -> Iterator[RecordAtHand]:
    """Yield the records of a game that can be read and are of its board size, each file once.

    They are those of the reports that stand or that the staff brought, those of statements, and
    ``also``. The game comes with its tournament.
    """
    return _read(game, chain(_of_reports(game), _of_statements(game), _not_kept(also)))


def records_to_resume(
    game_id: int, size: int, reports: Iterable[SubmissionView] | None = None
) -> dict[str, GameRecord]:
    """Return the records from which a game can be played on, by the SHA-256 of their files.

    They are those of :func:`records_at_hand` on a board of this size, those of reports that a
    ruling decided instead of, which may be taken up again, and those replaced by a better record,
    which are kept. ``reports`` are all reports on the game, if a page has them. One query in that
    case, otherwise three.
    """
    if reports is None:
        reports = submissions_of([game_id]).get(game_id, ())
    shown = [report for report in reports if report.is_evidence]
    sent = [one.record for report in shown for one in (report, *report.replaced)]
    ids = dict.fromkeys(record.id for record in sent if record is not None)
    said = Statement.objects.filter(case__game=game_id, record__isnull=False).values("record")
    reported = Submission.objects.filter(record__in=list(ids)).values("record")
    files = GameRecordFile.objects.filter(pk__in=reported.union(said))  # an OR reads the table
    by_id = {file.pk: file for file in files}
    ids |= dict.fromkeys(sorted(by_id))
    found: dict[str, GameRecord] = {}
    for file in (by_id[key] for key in ids):
        record = None if file.sha256 in found else read_if_size(file_bytes(file), size)
        if record is not None:
            found[file.sha256] = record
    return found


def record_sent(game_id: int, digest: str) -> GameRecord | None:
    """Return a record that was ever sent for a game, by the SHA-256 of its file. One query.

    None if there is no such record of the game's board size.
    """
    found = file_sent(game_id, digest)
    return None if found is None else found[1]


def file_sent(game_id: int, digest: str) -> tuple[bytes, GameRecord] | None:
    """Return the file that :func:`record_sent` reads, with its record."""
    if not digest:
        return None
    files = GameRecordFile.objects.filter(sha256=digest)
    of_game = Q(submissions__game=game_id) | Q(statements__case__game=game_id)
    size = Game.objects.filter(pk=game_id).values("round__tournament__board_size")
    file = files.filter(of_game).annotate(board=Subquery(size)).order_by("pk").first()
    if file is None:
        return None
    data = file_bytes(file)
    record = read_if_size(data, file.board)
    return None if record is None else (data, record)


def records_of_statements(game: Game) -> Iterator[RecordAtHand]:
    """Yield only those of :func:`records_at_hand` that came with statements in a case."""
    reports = Submission.objects.filter(game=game, record__isnull=False).shown()
    return _read(game, _of_statements(game, but=reports.values("record__sha256")))


def _read(game: Game, files: Iterable[_File]) -> Iterator[RecordAtHand]:
    size = game.round.tournament.board_size
    seen: set[bytes] = set()
    for data, submission_id, statement_id, player_id in files:
        if data in seen:
            continue
        seen.add(data)
        record = read_if_size(data, size)
        if record is not None:
            kept = submission_id is not None or statement_id is not None
            digest = sha256(data) if kept else ""
            yield RecordAtHand(record, submission_id, statement_id, player_id, digest)


def records_of_game(
    game_id: int, *, reports: Iterable[int], statements: Iterable[int]
) -> tuple[RecordAtHand, ...]:
    """Return the records of some reports and statements of a game, by their ids, each file once.

    Those of the reports come first, in their order.
    """
    game = Game.objects.select_related("round__tournament").get(pk=game_id)
    wanted = list(reports)
    sent = Submission.objects.filter(game=game).select_related("record").in_bulk(wanted)
    said = Statement.objects.filter(case__game=game, record__isnull=False)
    files = chain(
        _sent(sent[key] for key in wanted if key in sent),
        _said(said.filter(pk__in=list(statements))),
    )
    return tuple(_read(game, files))


def _of_reports(game: Game) -> Iterator[_File]:
    sent = Submission.objects.filter(game=game, record__isnull=False).shown()
    return _sent(sent.select_related("record").order_by("pk"))


def _sent(reports: Iterable[Submission]) -> Iterator[_File]:
    for report in reports:
        if report.record is not None:
            yield file_bytes(report.record), report.pk, None, report.record.uploaded_by_id


def _of_statements(game: Game, but: Iterable[object] = ()) -> Iterator[_File]:
    said = Statement.objects.filter(case__game=game, record__isnull=False)
    return _said(said.exclude(record__sha256__in=but))


def _said(statements: "QuerySet[Statement]") -> Iterator[_File]:
    for statement in statements.select_related("record").order_by("pk"):
        if statement.record is not None:
            yield file_bytes(statement.record), None, statement.pk, statement.player_id


def _not_kept(also: Iterable[bytes]) -> Iterator[_File]:
    for data in also:
        yield data, None, None, None
