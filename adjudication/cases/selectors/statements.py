"""What was said in cases, as plain values; pictures and records without their bytes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, QuerySet

from adjudication.models import Case, Picture, Statement
from adjudication.records.models import bytes_from_columns
from adjudication.verdicts.selectors.submissions import RecordFacts
from adjudication.verdicts.selectors.verdicts import (
    ELSEWHERE,
    JUDGED,
    ReportDetail,
    VerdictView,
    annotations_from_elsewhere,
    counts_another,
    detail_view,
    statement_given_up,
    verdict_view,
)
from tournament.common.prepared import prepared


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture of a statement, with its stored width and height in pixels."""

    id: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class StatementView:
    """One statement. ``player_id`` is None for what the staff wrote; ``role`` is the person's."""

    id: int
    case_id: int
    person_id: int
    name: str
    role: str
    player_id: int | None
    text: str
    created_at: datetime
    record: RecordFacts | None
    pictures: tuple[PictureView, ...]
    judged: bool = False
    """Whether its record is judged, which it is if the case is about a game."""
    verdict: VerdictView | None = None
    detail: ReportDetail | None = None
    """What the replay of its record found; None without a verdict."""
    given_up: bool = False
    """Whether the replay of its record was given up."""

    @property
    def checking(self) -> bool:
        """Whether its record still waits for its verdict."""
        return self.judged and self.verdict is None and not self.given_up


_COLUMNS = (
    "pk",
    "case_id",
    "person_id",
    "person__name",
    "person__role",
    "person__player__name",
    "player_id",
    "text",
    "created_at",
    "record_id",
    "record__sha256",
    "record__filename",
    "record__size",
    "case__game_id",
    *(f"verdict__{name}" for name in JUDGED),
    "pictures__pk",
    "pictures__width",
    "pictures__height",
)


def statements_of(case_ids: Iterable[int]) -> dict[int, tuple[StatementView, ...]]:
    """Return what was said in some cases, oldest first, by case. One query for any number."""
    found: dict[int, list[StatementView]] = {}
    # A statement has one row per picture (there are few), or one row if it has none.
    for _, group in groupby(_said_in(list(case_ids)), key=itemgetter("pk")):
        rows = list(group)
        row = rows[0]
        record = None
        if row["record_id"] is not None:
            record = RecordFacts(
                row["record_id"],
                row["record__sha256"],
                row["record__filename"],
                row["record__size"],
                row["player_id"],
                row["created_at"],
            )
        judged = {name: row[f"verdict__{name}"] for name in JUDGED}
        judged |= {name: row[name] for name in (*ELSEWHERE, "not_counted")}
        view = StatementView(
            id=row["pk"],
            case_id=row["case_id"],
            person_id=row["person_id"],
            name=row["person__player__name"] or row["person__name"],
            role=row["person__role"],
            player_id=row["player_id"],
            text=row["text"],
            created_at=row["created_at"],
            record=record,
            judged=record is not None and row["case__game_id"] is not None,
            verdict=verdict_view(judged),
            detail=detail_view(judged),
            pictures=tuple(
                PictureView(row["pictures__pk"], row["pictures__width"], row["pictures__height"])
                for row in rows
                if row["pictures__pk"] is not None
            ),
            given_up=row["given_up"],
        )
        found.setdefault(row["case_id"], []).append(view)
    return {case: tuple(said) for case, said in found.items()}


@prepared
def _said_in(case_ids: Sequence[int]) -> "QuerySet[Statement, dict[str, Any]]":
    said = Statement.objects.filter(case__in=case_ids).order_by("pk", "pictures__pk")
    not_counted = ExpressionWrapper(counts_another("case__game"), output_field=BooleanField())
    return said.values(
        *_COLUMNS,
        given_up=statement_given_up(),
        **annotations_from_elsewhere("case__game"),
        not_counted=not_counted,
    )


def statements_about(game_id: int) -> tuple[StatementView, ...]:
    """Return what was said in all cases of a game, by case. Two queries."""
    cases = Case.objects.filter(game=game_id).order_by("pk").values_list("pk", flat=True)
    return tuple(one for said in statements_of(cases).values() for one in said)


def records_said(game_id: int, player_id: int | None) -> dict[int, RecordFacts]:
    """Return the records that came with statements about a game, by statement. One query.

    In a case in which somebody complains, a player reads only what
    :func:`~adjudication.cases.selectors.complaints.readable` allows; the staff (None) read all.
    """
    said = Statement.objects.filter(case__game=game_id, record__isnull=False).order_by("pk")
    columns = ("sha256", "filename", "size", "uploaded_by")
    rows = said.select_related("case", "record").only(
        "player", "created_at", "case__grounds", *(f"record__{name}" for name in columns)
    )
    return {
        one.pk: RecordFacts(
            one.record.pk,
            one.record.sha256,
            one.record.filename,
            one.record.size,
            one.record.uploaded_by_id,
            one.created_at,
        )
        for one in rows
        if one.record is not None
        and (player_id is None or one.player_id in (None, player_id) or not _complained(one.case))
    }


@dataclass(frozen=True, slots=True)
class Attachment:
    """Bytes that came with a statement, and its case: whoever may see the case may see them."""

    case_id: int
    tournament_id: int
    game_id: int | None
    data: bytes
    filename: str = ""
    author_id: int | None = None
    """The player who sent it; None for the staff."""
    confidential: bool = False
    """Whether the players' statements in the case are hidden from each other."""

    def for_player(self, player_id: int | None) -> bool:
        """Whether a player of the case may see it."""
        return not self.confidential or self.author_id in (None, player_id)


def picture(picture_id: int) -> Attachment | None:
    """Return a picture, a JPEG; None if there is none or it was erased."""
    row = (
        Picture.objects.filter(pk=picture_id)
        .values_list(
            "statement__case_id",
            "statement__case__tournament_id",
            "statement__case__game_id",
            "data",
            "storage_key",
            "sha256",
            "statement__player_id",
        )
        .first()
    )
    if row is None or not (row[3] or row[4]):
        return None
    return Attachment(
        *row[:3],
        bytes_from_columns(*row[3:6]),
        author_id=row[6],
        confidential=_confidential(row[0]),
    )


def statement_record(statement_id: int) -> Attachment | None:
    """Return the record that came with a statement; None if none did."""
    row = (
        Statement.objects.filter(pk=statement_id, record__isnull=False)
        .values_list(
            "case_id",
            "case__tournament_id",
            "case__game_id",
            "record__data",
            "record__storage_key",
            "record__sha256",
            "record__filename",
            "player_id",
        )
        .first()
    )
    if row is None:
        return None
    return Attachment(
        *row[:3],
        bytes_from_columns(*row[3:6]),
        row[6],
        author_id=row[7],
        confidential=_confidential(row[0]),
    )


def _confidential(case_id: int) -> bool:
    return _complained(Case.objects.only("grounds").get(pk=case_id))


def _complained(case: Case) -> bool:
    return any(number is not None for number in case.complainants)
