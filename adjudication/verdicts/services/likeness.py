"""Records of one tournament that tell the same moves, or nearly: the same record for two games.

Whoever sends the record of another board, copies it with other names in its header, turns it or
writes it down anew has most of its moves. Such records are found by their fingerprints and compared
move by move; nobody is accused by it, but neither game has a record that agrees any more.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count

from adjudication.models import Fingerprint, GameRecordFile, Likeness, Submission, SubmissionState
from adjudication.records.models import bytes_of
from adjudication.rules.comparing import compare, fingerprint, turned_alike
from adjudication.rules.findings import Code
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sgf import read_record
from jobs.table import ClaimedJob, finish
from tournament.models import Game

_MOST_COMPARED = 5
"""Whoever sends the same opening for many boards makes nobody wait."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A report on another game whose record is the same; ``moves`` 0 for the very same file."""

    submission_id: int
    round_number: int
    board_number: int
    common: int = 0
    moves: int = 0


def twin_of(game: Game, record: GameRecordFile) -> Twin | None:
    """Return another game's report that a record of a game was sent for, and still stands for.

    What was replaced or withdrawn does not count: whoever sent another game's record by mistake,
    or on purpose, would throw suspicion on its players for ever. The game has its round.
    """
    elsewhere = (
        Submission.objects.filter(game__round__tournament=game.round.tournament_id)
        .exclude(game=game.pk)
        .exclude(state__in=SubmissionState.dropped())
    )
    place = ("pk", "game__round__number", "game__board_number")
    same = elsewhere.filter(record__sha256=record.sha256).order_by("pk").values_list(*place)
    found = same.first()
    if found is not None:
        return Twin(*found)
    read = _read(record)
    numbers = () if read is None else fingerprint(read)
    if read is None or not numbers:
        return None
    prints = Fingerprint.objects.filter(tournament=game.round.tournament_id, number__in=numbers)
    shared = prints.exclude(submission__game=game.pk).exclude(
        submission__state__in=SubmissionState.dropped()
    )
    likely = shared.values_list("submission").annotate(many=Count("pk")).order_by("-many", "pk")
    for submission_id in likely.values_list("submission", flat=True)[:_MOST_COMPARED]:
        other = elsewhere.select_related("record", "game__round").get(pk=submission_id)
        theirs = None if other.record is None else _read(other.record)
        if theirs is None or theirs.size != read.size:
            continue
        compared = compare(theirs, turned_alike(theirs, read))
        if compared.of_one_game:
            moves = max(compared.first_moves, compared.second_moves)
            where = (other.pk, other.game.round.number, other.game.board_number)
            return Twin(*where, compared.common, moves)
    return None


def keep_fingerprint(submission: Submission) -> None:
    """Keep by what the record of a report is found; the report has record, game and round.

    It is there before the record is compared with others: of two that are judged at the same time
    one at least finds the other.
    """
    record = None if submission.record is None else _read(submission.record)
    if record is None:
        return
    Fingerprint.objects.bulk_create(
        (
            Fingerprint(
                tournament_id=submission.game.round.tournament_id,
                submission=submission,
                number=number,
            )
            for number in fingerprint(record)
        ),
        ignore_conflicts=True,
    )


def keep_likeness(submission: Submission, twin: Twin | None) -> None:
    """Keep of which other game's report a report has the record, if of one."""
    if twin is not None:
        values = {"other_id": twin.submission_id, "common": twin.common, "moves": twin.moves}
        Likeness.objects.update_or_create(submission=submission, defaults=values)


def fingerprint_tournament(job: ClaimedJob) -> bool:
    """Make fingerprints and likenesses of all records of a restored tournament again.

    Verdicts say which records are alike. Gives False where the job is no longer this worker's.
    """
    for submission in _judged(job.payload["tournament_id"]):
        keep_fingerprint(submission)
        told = (finding["code"] for finding in submission.verdict.findings)
        if Code.DUPLICATE in told and submission.record is not None:
            keep_likeness(submission, twin_of(submission.game, submission.record))
    return finish(job, lambda: None)


def _judged(tournament_id: int) -> Iterator[Submission]:
    rows = Submission.objects.filter(
        game__round__tournament=tournament_id, record__isnull=False, verdict__isnull=False
    ).exclude(state__in=SubmissionState.dropped())
    return rows.select_related("record", "verdict", "game__round").order_by("pk").iterator(100)


def _read(record: GameRecordFile) -> GameRecord | None:
    try:
        return read_record(bytes_of(record))
    except RecordError:
        return None
