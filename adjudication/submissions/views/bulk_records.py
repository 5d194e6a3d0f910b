"""Many game records at once, brought by who runs the tournament."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import LARGEST_ZIP, RecordFile, files_in_zip
from adjudication.submissions.forms import BringForm
from adjudication.submissions.selectors.bulk_records import imported_records
from adjudication.submissions.services.bulk_records import (
    KEPT,
    FileOutcome,
    Outcome,
    import_records,
)
from adjudication.verdicts.selectors.verdicts import CHECKING
from adjudication.verdicts.views import verdict_badge
from tournament.audit.selectors.freshness import freshness_of
from tournament.common.body_sizes import answers_unread, takes_up_to
from tournament.common.forms import posted
from tournament.common.responses import etag_of, if_news
from tournament.errors import UserError
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms

FORM_BYTES = 64 * 1024
TOLD = 100
"""How many of the files that were not kept for one reason are named afterwards."""
LEFT = "records left out"
"""Where a session keeps them until the page is opened the next time."""


@personal
def _unread(request: HttpRequest, _problem: Exception, slug: str) -> HttpResponse:
    """Answer a form with too many files to be read."""
    form = BringForm({})
    text = _("Send at most 200 files at once, or put the records into a zip.")
    form.refuse(UserError("too_many_files", field="files", text=text))
    return _page(request, require_director(request, slug), form)


@takes_up_to(
    LARGEST_ZIP + FORM_BYTES,
    admits=require_director,
    most_files=settings.DATA_UPLOAD_MAX_NUMBER_FILES,
)
@answers_unread(_unread)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for records and keep each with its game; say what became of them."""
    terms = require_director(request, slug)
    form = BringForm(posted(request), request.FILES or None)
    if form.is_valid():
        try:
            outcomes = import_records(
                tournament_id=terms.id,
                files=files_of(form.cleaned_data["files"]),
                enter_results=form.cleaned_data["enter"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            _tell(request, terms, outcomes)
            return redirect("adjudication:bring", terms.slug)
    return _page(request, terms, form)


@personal
@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the list of what was brought, or 304 while it has not changed."""
    terms = require_director(request, slug)
    return if_news(
        request,
        etag_of(freshness_of(terms.id)),
        lambda: render(request, "submissions/bring_live.html", {**frame(request), **_kept(terms)}),
    )


def files_of(uploads: list[UploadedFile]) -> list[RecordFile]:
    """Return the records in what was sent. Raises UserError (field ``files``)."""
    found: list[RecordFile] = []
    for upload in uploads:
        name = upload.name or ""
        if name.lower().endswith(".zip"):
            found += files_in_zip(upload.read(LARGEST_ZIP + 1))
        else:
            found.append(RecordFile(name, upload.read(MAX_RECORD_BYTES + 1)))
    if not found:
        raise UserError("no_files", field="files", text=_("There is no record in this archive."))
    return found


def _tell(request: HttpRequest, terms: TournamentTerms, outcomes: tuple[FileOutcome, ...]) -> None:
    """Keep what is to be told on the page that follows."""
    kept = sum(outcome.outcome in KEPT for outcome in outcomes)
    if kept:
        text = ngettext("%(count)d record is kept.", "%(count)d records are kept.", kept)
        entered = sum(outcome.outcome is Outcome.ENTERED for outcome in outcomes)
        told = text % {"count": kept}
        there = sum(outcome.outcome is Outcome.DUPLICATE for outcome in outcomes)
        if there:
            more = ngettext(
                "%(count)d of them was there already.",
                "%(count)d of them were there already.",
                there,
            )
            told = f"{told} {more % {'count': there}}"
        if entered:
            more = ngettext(
                "%(count)d result was entered.", "%(count)d results were entered.", entered
            )
            told = f"{told} {more % {'count': entered}}"
        messages.success(request, told)
    left = [outcome for outcome in outcomes if outcome.outcome not in KEPT]
    request.session[LEFT] = {
        "tournament": terms.id,
        "count": len(left),
        "reasons": _reasons(left),
    }


def _reasons(left: list[FileOutcome]) -> list[tuple[str, int, list[str]]]:
    """Return why files were not kept, the most frequent first, each with how many and which."""
    names: dict[str, list[str]] = {}
    for outcome in left:
        names.setdefault(outcome.text, []).append(outcome.name)
    told = [(text, len(files), files[:TOLD]) for text, files in names.items()]
    return sorted(told, key=lambda reason: -reason[1])


def _page(request: HttpRequest, terms: TournamentTerms, form: BringForm) -> HttpResponse:
    left = request.session.get(LEFT) or {}
    context: dict[str, Any] = {"form": form, **_kept(terms)}
    if not form.errors and left.get("tournament") == terms.id:
        context |= {"left": left.get("reasons", ()), "left_count": left["count"]}
    return render(
        request, "submissions/bring.html", {**frame(request), **context}, status=form.status
    )


def _kept(terms: TournamentTerms) -> dict[str, Any]:
    """Return what was brought so far, and how many of it are being checked."""
    tag = etag_of(freshness_of(terms.id))
    records = imported_records(terms.id)
    return {
        "terms": terms,
        "records": [(record, verdict_badge(record.badge)) for record in records],
        "checking": sum(record.badge == CHECKING for record in records),
        "live_tag": tag,
    }
