"""Importing the rating list of a federation."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from django.db import models, transaction
from django.utils import timezone

from tournament.formats import rating_lists as formats
from tournament.formats.countries import known_code
from tournament.formats.errors import FormatError
from tournament.formats.folding import folded
from tournament.models import ListedPlayer, RatingList
from tournament.spoken import file_error

BATCH = 2000


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The outcome of an import: how many entries, and the first of the unreadable lines."""

    source: str
    entries: int
    bad_count: int
    bad_lines: tuple[formats.BadLine, ...]


def import_rating_list(
    *,
    data: bytes,
    source: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ImportOutcome:
    """Replace a federation's list with this one, in one transaction.

    Without a ``source`` the list is recognised. A few lines that cannot be read are left out and
    reported. Raises UserError, and keeps the earlier list, for a file that is no such list, has no
    entries, or has more than a few bad lines.
    """
    try:
        listed = formats.read_rating_list(
            data, None if source is None else formats.Source(source), progress
        )
    except FormatError as error:
        raise file_error(error) from error
    with transaction.atomic():
        rating_list, _created = RatingList.objects.select_for_update().get_or_create(
            source=listed.source
        )
        rating_list.players.all().delete()
        rows = (_row(entry, rating_list) for entry in listed)
        while batch := list(islice(rows, BATCH)):
            ListedPlayer.objects.bulk_create(batch)
        refusal = listed.refusal()
        if refusal is not None:
            raise file_error(refusal) from refusal
        rating_list.entries = listed.read
        rating_list.imported_at = timezone.now()
        rating_list.sha256 = hashlib.sha256(data).hexdigest()
        rating_list.save()
    return ImportOutcome(listed.source, listed.read, listed.bad_count, tuple(listed.bad_lines))


def _row(entry: formats.RatingListEntry, rating_list: RatingList) -> ListedPlayer:
    def cut(field: str, text: str) -> str:
        column = ListedPlayer._meta.get_field(field)
        assert isinstance(column, models.CharField)
        return text[: column.max_length]

    return ListedPlayer(
        rating_list=rating_list,
        surname=cut("surname", entry.surname),
        first_name=cut("first_name", entry.first_name),
        folded=cut("folded", folded(f"{entry.surname} {entry.first_name}")),
        country=cut("country", known_code(entry.country)),
        club=cut("club", entry.club),
        grade=cut("grade", entry.grade),
        rating=entry.rating,
        number=cut("number", entry.egf_pin or entry.ffg_licence or entry.aga_id),
        licence_status=cut("licence_status", entry.ffg_licence_status),
    )
