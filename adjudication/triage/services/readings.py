"""How the records of a game are read: what has been settled about that, and settling it."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from django.db.models import QuerySet

from adjudication.cases.services.disputes import settle_without_ruling, unlock_game
from adjudication.models import (
    Case,
    CaseState,
    Inquiry,
    InquiryState,
    RecordReading,
    Submission,
)
from adjudication.policy.causes import OF_RECORD
from adjudication.policy.damage import AS_WRITTEN, Reading
from adjudication.records.models import file_bytes
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sgf import read_record
from adjudication.triage.services.reports import recreate_report
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.recording import record as write_down
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.models import Game, Person, Player, Verb

LINE = "line"
"""The key under which a question about a damaged place stores the digest of the moves."""


def line_of(report: Submission) -> str | None:
    """Return the digest of the moves of a report's record; None if it has no readable record."""
    record = None if report.record is None else _read(file_bytes(report.record))
    return None if record is None else line_digest(record)


def line_digest(record: GameRecord) -> str:
    """Return the SHA-256 of a record's moves, which is the same for copies with other headers."""
    moves = " ".join(f"{c}:{p}" for c, p in zip(record.colours, record.points, strict=True))
    start = "".join(map(str, record.start))
    return sha256(f"{record.size} {start} {moves}".encode()).hexdigest()


def readings_of(records: Sequence[tuple[int, GameRecord | None]]) -> list[Reading]:
    """Return how each record of a game is read at present; as written if nothing was settled.

    Each record comes with its game's key; None stands for one that cannot be read.
    """
    settled = set(_games_with_readings(list(dict.fromkeys(game_id for game_id, _ in records))))
    return [
        AS_WRITTEN
        if record is None or game_id not in settled  # nearly always
        else reading_of_record(game_id, record)
        for game_id, record in records
    ]


@prepared
def _games_with_readings(game_ids: Sequence[int]) -> "QuerySet[RecordReading, int]":
    return RecordReading.objects.filter(game__in=game_ids).values_list("game_id", flat=True)


def reading_of_record(game_id: int, record: GameRecord) -> Reading:
    """Return how a record of a game is read at present; as written if nothing was settled."""
    last = one_or_none(_readings(game_id, line_digest(record)))
    if last is None:
        return AS_WRITTEN
    # It may come from an archive: whatever cannot hold for these moves is left out.
    said = Reading(tuple(last.unwritten_passes), tuple(last.played_so), last.of_this_game)
    return said.limited_to(record.colours)


@prepared
def _readings(game_id: int, line_sha256: str) -> "QuerySet[RecordReading]":
    rows = RecordReading.objects.filter(game=game_id, line_sha256=line_sha256)
    return rows.order_by("-pk")[:1]


def settle_reading(
    game: Game,
    report: Submission,
    said: Reading,
    note: str,
    *,
    inquiry: Inquiry | None = None,
    case: Case | None = None,
    made_by: Person | None = None,
    by: Actor | None = None,
) -> bool:
    """Settle how the record of a report on a locked game is read, and have it judged that way.

    ``said`` is added to what was settled before; it comes from both players' answers to
    ``inquiry``, or from the referee ``made_by`` in ``case``. ``note`` tells the players why a
    report of theirs waits again. Returns False, and changes nothing, if the record is already read
    that way, or if there is none that can be read.
    """
    digest = keep_reading(game, report, said, inquiry=inquiry, case=case, made_by=made_by, by=by)
    if digest is None:
        return False
    judge_copies_again(game, digest, note)
    return True


def judge_copies_again(game: Game, digest: str | None, note: str) -> None:
    """Have each standing report of a locked game whose record has these moves judged again.

    ``note`` tells the players why. A digest of None means that there is no record to read.
    """
    for other in _copies(game, digest) if digest else ():
        recreate_report(
            game,
            other,
            note,
            record=other.record,
            named=other.named_stones,
            resumed=other.resumed,
        )


def keep_reading(
    game: Game,
    report: Submission,
    said: Reading,
    *,
    inquiry: Inquiry | None = None,
    case: Case | None = None,
    made_by: Person | None = None,
    by: Actor | None = None,
) -> str | None:
    """Store how the record of a report on a locked game is read, without judging it again.

    Takes the arguments of :func:`settle_reading`. Returns the digest of the record's moves, or None
    if nothing changes.
    """
    record = None if report.record is None else _read(file_bytes(report.record))
    if record is None:
        return None
    digest, before = line_digest(record), reading_of_record(game.pk, record)
    after = before.joined_with(said)
    if after == before:
        return None
    RecordReading.objects.create(
        game=game,
        line_sha256=digest,
        **after.as_json(),
        inquiry=inquiry,
        case=case,
        made_by=made_by,
    )
    numbers = Player.everybody.filter(pk__in=(game.black_id, game.white_id))
    write_down(
        Verb.RECORD_READ,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted(numbers.values_list("number", flat=True)),
        before=before.as_json(),
        after=after.as_json() | ({} if case is None else {"case": case.number}),
        by=by,
    )
    return digest


def settle_matter_of_record(game: Game, note: str, *, by: Actor | None = None) -> None:
    """End the case of a locked game if it is only about its record.

    The reported result is restored. A case that is also about something else, and was waiting for
    the players' answer, goes back to the referees.
    """
    case = Case.objects.undecided().select_for_update().filter(game=game).first()
    if case is None:
        return
    if all(ground["cause"] in OF_RECORD for ground in case.grounds):
        settle_without_ruling(case, note, by=by)
        unlock_game(game, by=by)
    elif (
        case.state == CaseState.ASKED
        and not case.inquiries.filter(state=InquiryState.WAITING).exists()
    ):
        Case.objects.move(case, CaseState.OPEN)


def _read(data: bytes) -> GameRecord | None:
    try:
        return read_record(data)
    except RecordError:
        return None


def _copies(game: Game, digest: str) -> Iterator[Submission]:
    """Yield each player's last standing report of a game, if its record has these moves."""
    said = Submission.objects.filter(game=game, record__isnull=False).standing()
    last = {report.player_id: report for report in said.select_related("record").order_by("pk")}
    for report in last.values():
        if line_of(report) == digest:
            yield report
