"""Removes a tournament's rows for good a month after it was deleted; a tombstone stays."""

from dataclasses import dataclass

from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import timezone

from adjudication.archive.services.tables import TABLES, rows_by
from adjudication.lifecycle.queries import deletable
from adjudication.lifecycle.services import KEPT
from adjudication.models import (
    Contradiction,
    Fingerprint,
    GameRecordFile,
    Likeness,
    Readjudication,
    ReadjudicationPart,
    Rejudgement,
    ReportDraft,
    ServerNumber,
    ServerRecord,
)
from api.models import Token
from notices.models import Delivery, Mail, StaffMail, Webhook
from tournament.audit.selectors.trail import head_of
from tournament.common.locks import locked_tournament
from tournament.models import (
    AccessLink,
    ComparedEvents,
    Deletion,
    FormatComparison,
    Player,
    RoundCertainty,
    RoundOutlook,
    Status,
)

OTHERS: tuple[tuple[type[models.Model], str], ...] = (
    (Token, "link__tournament"),
    (Delivery, "webhook__tournament"),
    (Webhook, "tournament"),
    (Mail, "tournament"),
    (StaffMail, "tournament"),
    (Fingerprint, "tournament"),
    (ServerNumber, "tournament"),
    (Likeness, "game__round__tournament"),
    (Contradiction, "game__round__tournament"),
    (ReportDraft, "game__round__tournament"),
    (ServerRecord, "tournament"),
    (Rejudgement, "submission__game__round__tournament statement__case__tournament"),
    (ReadjudicationPart, "readjudication__tournament"),
    (Readjudication, "tournament"),
    (RoundOutlook, "tournament"),
    (RoundCertainty, "tournament"),
    (ComparedEvents, "comparison__tournament"),
    (FormatComparison, "tournament"),
)
"""The tables that no archive contains, each before those that it refers to."""


@dataclass(frozen=True, slots=True)
class RemovedTournament:
    """A removed tournament: how many rows it had, and the end of its audit trail."""

    name: str
    slug: str
    rows: int
    events: int
    digest: str


def removable_tournaments() -> QuerySet[Deletion]:
    """Return the tournaments deleted longer than ``KEPT`` ago, the oldest first."""
    due = Deletion.objects.filter(removed_at=None, deleted_at__lt=timezone.now() - KEPT)
    return due.order_by("deleted_at")


@transaction.atomic
def remove_tournament(tournament_id: int) -> RemovedTournament | None:
    """Remove every row of a tournament deleted long enough ago; None if it has been brought back.

    The next ``tidy`` removes its files from the object store. Raises NotFound.
    """
    order = [*OTHERS, *reversed(TABLES)]
    with deletable(dict.fromkeys(model for model, _path in order)):
        row = locked_tournament(tournament_id)
        deletion = removable_tournaments().select_for_update().filter(tournament=row).first()
        if row.status != Status.DELETED or deletion is None:
            return None
        head = head_of(tournament_id)
        if head is not None:
            deletion.events, deletion.digest = head.sequence, head.digest
        deletion.tournament, deletion.archive, deletion.removed_at = None, b"", timezone.now()
        deletion.save()
        rows = _remove_rows(order, tournament_id)
    return RemovedTournament(deletion.name, deletion.slug, rows, deletion.events, deletion.digest)


def _remove_rows(order: list[tuple[type[models.Model], str]], tournament_id: int) -> int:
    """Delete the rows of all tables, and count them."""
    record_path = dict(TABLES)[GameRecordFile]
    records = list(rows_by(GameRecordFile, record_path, tournament_id).values_list("pk", flat=True))
    rows = 0
    for model, path in order:
        if model is GameRecordFile:
            # By now nothing in this tournament refers to them, but another tournament may.
            left = GameRecordFile.objects.filter(pk__in=records, submissions=None, statements=None)
            rows += left.delete()[0]
            continue
        if model is Player:
            rows += AccessLink.objects.filter(tournament=tournament_id).delete()[0]
        rows += rows_by(model, path, tournament_id).delete()[0]
    return rows
