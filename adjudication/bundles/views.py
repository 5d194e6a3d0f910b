"""The pages of bundles for rating officers: make, read, download, and note as sent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.bundles.contents import rating_basis
from adjudication.bundles.differences import Difference
from adjudication.bundles.forms import BundleForm, SentForm
from adjudication.bundles.letter import sent_sentence
from adjudication.bundles.selectors import (
    BundleRow,
    bundle_data,
    bundle_page,
    bundles_of,
    differences_from,
    last_sent,
)
from adjudication.bundles.services import make_bundle, note_sent
from tournament.common.addresses import absolute_url
from tournament.common.forms import posted
from tournament.common.responses import download
from tournament.errors import UserError
from tournament.exchange.gaps import gaps_of
from tournament.exchange.selectors import target_list
from tournament.exchange.views import titles
from tournament.formats.bundle import LineChange
from tournament.formats.destinations import destinations_of
from tournament.formats.recognise import Format
from tournament.models import Tournament
from tournament.public.selectors.frozen import moved_since_frozen
from tournament.spoken import active_language, translated
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal, rights_in, visitor_of

MOST_CHANGES = 60
"""How many differing lines are shown; the correction has them all."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def bundles(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bundles that were made and what differs from what was sent; make a new one."""
    terms = require_director(request, slug)
    tournament = Tournament.objects.get(pk=terms.id)
    sent = last_sent(terms.id)
    basis = rating_basis(terms.id) if sent else None
    differences = differences_from(basis, sent) if basis else ()
    rows = bundles_of(terms.id)
    usual = rows[0].kinds if rows else [target_list(terms).value]
    form = BundleForm(
        posted(request),
        differs=[item.kind for item in differences],
        initial={
            "kinds": list(dict.fromkeys(item.kind.value for item in differences)) or list(usual),
            "language": rows[0].language if rows else active_language(),
        },
    )
    if form.is_valid():
        values = form.cleaned_data
        try:
            made = make_bundle(
                tournament_id=terms.id,
                kinds=[Format(kind) for kind in values["kinds"]],
                language=values["language"],
                base=absolute_url(request, "/"),
                reason=values.get("reason", ""),
                basis=basis,
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Bundle %(number)d is made.") % {"number": made.number})
            return redirect("tournament:bundle", slug, made.number)
    known = titles()
    owns = rights_in(visitor_of(request), terms.id).owns
    found = gaps_of(terms, owns=owns) if not rows else {}
    context = {
        "terms": terms,
        "form": form,
        "rows": [(row, [known[Format(kind)][0] for kind in row.kinds]) for row in rows],
        "differences": [_shown(item, _correction(item, rows)) for item in differences],
        "closed": tournament.closed_at is not None,
        "late": _late(tournament, rows),
        "moved": moved_since_frozen(slug),
        "gaps": [(known[Format(kind)][0], found[Format(kind)]) for kind in usual if found],
    }
    return render(
        request, "bundles/bundles.html", {**frame(request), **context}, status=form.status
    )


LATE_DAYS = 3
"""After how many days past the last day files are late: that is what officers complain about."""


def _late(tournament: Tournament, rows: Sequence[BundleRow]) -> int:
    """Return how many days a tournament has been over with nothing sent."""
    last = tournament.ends_on or tournament.starts_on
    if last is None or any(row.sent_at for row in rows):
        return 0
    days = (timezone.localdate() - last).days
    return days if days > LATE_DAYS else 0


def _correction(item: Difference, rows: Sequence[BundleRow]) -> int | None:
    """Return the bundle with the list as it is now that has been made but not noted as sent."""
    for row in rows:
        files = {file.kind: file.sha256 for file in row.files}
        if not (row.draft or row.sent_at) and files.get(item.kind.value) == item.digest:
            return row.number
    return None


def _shown(item: Difference, correction: int | None) -> dict[str, object]:
    """Return a difference for the page: the sentence, and no more lines than anybody would read."""
    lines, left = _cut(item.lines or ())
    return {
        "kind": item.kind.value,
        "sentence": sent_sentence(item, titles()[item.kind][0]),
        "facts": item.facts,
        "erased": item.lines is None,
        "correction": correction,
        "lines": lines,
        "left": left,
        "ratings": item.ratings,
    }


def _cut(changes: tuple[LineChange, ...]) -> tuple[tuple[LineChange, ...], int]:
    shown: list[LineChange] = []
    room = MOST_CHANGES
    for change in changes:
        cut = replace(change, before=change.before[:room], after=change.after[:room])
        room -= len(cut.before) + len(cut.after)
        shown.append(cut)
        if room <= 0:
            break
    total = sum(len(change.before) + len(change.after) for change in changes)
    return tuple(shown), total - sum(len(item.before) + len(item.after) for item in shown)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def bundle(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a bundle with its letter and digests, and note to whom it was sent."""
    terms = require_director(request, slug)
    page = bundle_page(terms.id, number)
    if page is None:
        raise Http404
    earlier = [row for row in bundles_of(terms.id) if row.recipient]
    form = SentForm(posted(request), initial={"recipient": earlier[0].recipient if earlier else ""})
    if form.is_valid():
        try:
            note_sent(tournament_id=terms.id, number=number, **form.cleaned_data)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("It is noted that the bundle was sent."))
            return redirect("tournament:bundle", slug, number)
    context = {
        "terms": terms,
        "row": page.row,
        "letter": page.letter,
        "form": form,
        "destinations": _destinations(page.row, terms.country),
    }
    return render(request, "bundles/bundle.html", {**frame(request), **context}, status=form.status)


@dataclass(frozen=True, slots=True)
class DestinationLine:
    """An address to which files for some lists go, and the source that gives it."""

    lists: str
    address: str
    source: str


def _destinations(row: BundleRow, country: str) -> list[DestinationLine]:
    known = titles()
    found = destinations_of([Format(kind) for kind in row.kinds], country)
    return [
        DestinationLine(
            lists=" · ".join(known[kind][0] for kind in one.kinds),
            address=one.address,
            source=translated(one.source),
        )
        for one in found
    ]


@personal
@require_safe
def bundle_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send the zip of a bundle as it was made."""
    terms = require_director(request, slug)
    data = bundle_data(terms.id, number)
    if not data:
        raise Http404
    return download(data, f"{terms.slug}-bundle-{number}.zip", "application/zip")
