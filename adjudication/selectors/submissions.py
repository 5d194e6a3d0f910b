"""Reports as plain values, each with its record and verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from adjudication.models import GameRecordFile, Submission, SubmissionState
from adjudication.selectors.jobs import given_up
from adjudication.selectors.verdicts import CHECKING, FAILED, VerdictView, verdict_view


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """A stored game record without its bytes."""

    id: int
    sha256: str
    filename: str
    size: int


@dataclass(frozen=True, slots=True)
class SubmissionView:
    """One report. The margin is in half-points; ``dead_stones`` None means that nobody said."""

    id: int
    game_id: int
    player_id: int
    player_name: str
    winner: str
    reason: str
    margin_half: int | None
    dead_stones: tuple[str, ...] | None
    state: str
    answered_by_id: int | None
    answered_by_name: str
    answer_note: str
    created_at: datetime
    answered_at: datetime | None
    record: RecordFacts | None
    verdict: VerdictView | None
    given_up: bool

    @property
    def counts(self) -> bool:
        """Whether the report was neither replaced nor withdrawn."""
        return self.state not in (SubmissionState.SUPERSEDED, SubmissionState.WITHDRAWN)

    @property
    def waits(self) -> bool:
        """Whether the opponent has still to answer."""
        return self.state == SubmissionState.PENDING

    @property
    def checking(self) -> bool:
        """Whether the record still waits for its verdict."""
        return self.record is not None and self.verdict is None and not self.given_up

    @property
    def badge(self) -> str:
        """Return the verdict, what stands in its place, or an empty text without a record."""
        if self.record is None:
            return ""
        if self.verdict is not None:
            return self.verdict.verdict
        return FAILED if self.given_up else CHECKING


def submissions_of(game_ids: Iterable[int]) -> dict[int, tuple[SubmissionView, ...]]:
    """Return the reports on some games, oldest first, by game. Two queries for any number."""
    rows = list(
        Submission.objects.filter(game__in=list(game_ids))
        .select_related("player", "record", "verdict", "answered_by")
        .defer("record__data")
        .order_by("pk")
    )
    open_ids = [row.pk for row in rows if row.record_id and not hasattr(row, "verdict")]
    abandoned = given_up(open_ids)
    found: dict[int, list[SubmissionView]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(_view(row, row.pk in abandoned))
    return {game_id: tuple(views) for game_id, views in found.items()}


def record_bytes(submission_id: int) -> bytes | None:
    """Return the bytes of a report's record, or None where it has none."""
    data = (
        Submission.objects.filter(pk=submission_id, record__isnull=False)
        .values_list("record__data", flat=True)
        .first()
    )
    return None if data is None else bytes(data)


def _view(row: Submission, abandoned: bool) -> SubmissionView:
    record = row.record
    verdict = getattr(row, "verdict", None)
    return SubmissionView(
        id=row.pk,
        game_id=row.game_id,
        player_id=row.player_id,
        player_name=row.player.name,
        winner=row.claim_winner,
        reason=row.claim_reason,
        margin_half=row.claim_margin_half,
        dead_stones=None if row.dead_stones is None else tuple(row.dead_stones),
        state=row.state,
        answered_by_id=row.answered_by_id,
        answered_by_name=row.answered_by.name if row.answered_by else "",
        answer_note=row.answer_note,
        created_at=row.created_at,
        answered_at=row.answered_at,
        record=RecordFacts(record.pk, record.sha256, record.filename, record.size)
        if record
        else None,
        verdict=verdict_view(verdict) if verdict else None,
        given_up=abandoned,
    )


def _facts(record: GameRecordFile) -> RecordFacts:
    return RecordFacts(record.pk, record.sha256, record.filename, record.size)
