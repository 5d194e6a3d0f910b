"""The bundles of a tournament, and how what was sent differs from its present state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from adjudication.bundles.contents import LETTER, Contents, RatingBasis, rating_basis
from adjudication.bundles.differences import Difference, difference_from_sent, kept_files
from adjudication.models import Bundle
from tournament.formats.recognise import Format
from tournament.models import Person


@dataclass(frozen=True, slots=True)
class BundleFile:
    """A result file of a bundle."""

    kind: str
    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class BundleRow:
    """A bundle as pages and the API show it; if ``erased``, only its digests are left.

    ``made_by`` and ``sent_by`` are names, empty if there are none.
    """

    number: int
    draft: bool
    language: str
    files: tuple[BundleFile, ...]
    sha256: str
    events: int
    seal: str
    corrects: int | None
    reason: str
    made_at: datetime
    made_by: str
    recipient: str
    sent_at: datetime | None
    sent_by: str
    erased: bool

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the rating lists that it is for."""
        return tuple(file.kind for file in self.files)


@dataclass(frozen=True, slots=True)
class BundlePage:
    """A bundle with its letter, which is empty if it was erased."""

    row: BundleRow
    letter: str


_COLUMNS = (
    *("pk", "number", "draft", "language", "files", "sha256", "head_sequence", "head_digest"),
    *("corrects__number", "reason", "made_at", "made_by", "recipient", "sent_at", "sent_by"),
)


def bundles_of(tournament_id: int) -> tuple[BundleRow, ...]:
    """Return the bundles that were made, the newest first. Three queries."""
    rows = list(
        Bundle.objects.filter(tournament=tournament_id).order_by("-number").values(*_COLUMNS)
    )
    kept = set()
    if rows:
        found = Bundle.objects.filter(tournament=tournament_id).exclude(data=b"")
        kept = set(found.values_list("pk", flat=True))
    names = _names(tournament_id, rows)
    return tuple(_row(row, names, erased=row["pk"] not in kept) for row in rows)


def bundle_page(tournament_id: int, number: int) -> BundlePage | None:
    """Return a bundle with its letter; None if there is none with this number."""
    bundle = Bundle.objects.filter(tournament=tournament_id, number=number).first()
    if bundle is None:
        return None
    values = {name: getattr(bundle, name) for name in _COLUMNS if "__" not in name}
    earlier = Bundle.objects.filter(corrected_by=bundle).values_list("number", flat=True)
    values["corrects__number"] = earlier.first()
    names = _names(tournament_id, [values])
    letter = kept_files(bundle).get(LETTER, b"").decode("utf-8", "replace")
    return BundlePage(_row(values, names, erased=not bundle.data), letter)


def bundle_data(tournament_id: int, number: int) -> bytes:
    """Return the zip of a bundle; empty if there is none or it was erased."""
    rows = Bundle.objects.filter(tournament=tournament_id, number=number)
    data = rows.values_list("data", flat=True).first()
    return bytes(data) if data else b""


def last_sent(tournament_id: int) -> dict[Format, Bundle]:
    """Return the final bundle that was last sent for each list. One query.

    Drafts do not count: they are only sent for review. The zips are read when something differs.
    """
    sent = Bundle.objects.filter(tournament=tournament_id, draft=False, sent_at__isnull=False)
    rows = sent.defer("data")
    found: dict[Format, Bundle] = {}
    for bundle in rows.order_by("sent_at", "number"):
        for item in bundle.files:
            found[Format(item["kind"])] = bundle
    return found


def differences_in(tournament_id: int) -> tuple[Difference, ...]:
    """Return what now differs in each list that was sent; one query if none was."""
    sent = last_sent(tournament_id)
    return differences_from(rating_basis(tournament_id), sent) if sent else ()


def differences_from(
    basis: RatingBasis, sent: Mapping[Format, Bundle], made: Contents | None = None
) -> tuple[Difference, ...]:
    """Return how each list differs from its bundle among these.

    ``made`` is the contents of a bundle made now, if there is one.
    """
    found = (difference_from_sent(bundle, basis, kind, made) for kind, bundle in sent.items())
    return tuple(item for item in found if item is not None)


def _names(tournament_id: int, rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    uids = {row[name] for row in rows for name in ("made_by", "sent_by")} - {""}
    if not uids:
        return {}
    people = Person.objects.filter(tournament=tournament_id, uid__in=uids)
    return dict(people.values_list("uid", "name"))


def _row(values: Mapping[str, Any], names: Mapping[str, str], *, erased: bool) -> BundleRow:
    return BundleRow(
        number=values["number"],
        draft=values["draft"],
        language=values["language"],
        files=tuple(BundleFile(**item) for item in values["files"]),
        sha256=values["sha256"],
        events=values["head_sequence"],
        seal=values["head_digest"],
        corrects=values["corrects__number"],
        reason=values["reason"],
        made_at=values["made_at"],
        made_by=names.get(values["made_by"], ""),
        recipient=values["recipient"],
        sent_at=values["sent_at"],
        sent_by=names.get(values["sent_by"], ""),
        erased=erased,
    )
