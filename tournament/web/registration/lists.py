"""The rating lists on this installation: a federation's new list takes the place of the old."""

import logging
from itertools import islice

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.formats.limits import MAX_BYTES
from tournament.selectors.public import TournamentTerms
from tournament.selectors.rating_lists import list_cards
from tournament.services.acting import actor
from tournament.services.rating_lists import Imported, import_rating_list
from tournament.spoken import spoken
from tournament.web.access import frame, personal
from tournament.web.body_sizes import takes_up_to
from tournament.web.guards import keeping_lists

logger = logging.getLogger(__name__)
FORM_BYTES = 64 * 1024
"""What the form needs beside the file."""
BAD_SHOWN = 5


@takes_up_to(MAX_BYTES + FORM_BYTES)
@csrf_exempt
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def rating_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which lists there are, and take a new one over.

    The lists are of the whole installation, so not every owner may. A body of this size is read
    only once it is clear who sends it: the check against forged forms, which reads it, comes after.
    """
    terms = keeping_lists(request, slug)
    answer: HttpResponse = _taken(request, terms)
    return answer


@csrf_protect
def _taken(request: HttpRequest, terms: TournamentTerms) -> HttpResponse:
    error = ""
    if request.method == "POST":
        upload = request.FILES.get("file")
        try:
            done = import_rating_list(data=_data(upload))
        except UserError as refused:
            error = str(refused.text)
        else:
            who = actor()
            logger.info(
                "Rating list replaced: %s, %d entries, through tournament %s, by %s %s",
                done.source,
                done.entries,
                terms.slug,
                who.role,
                who.name or who.link_id or "",
            )
            _tell(request, done)
            return redirect("tournament:rating_lists", terms.slug)
    context = {"terms": terms, "lists": list_cards(), "error": error}
    return render(
        request,
        "registration/rating_lists.html",
        {**frame(request), **context, "most": MAX_BYTES // 1024 // 1024},
        status=400 if error else 200,
    )


def _data(upload: UploadedFile | None) -> bytes:
    if upload is None:
        raise UserError("no_file", field="file", text=_("Choose a file."))
    data: bytes = upload.read()
    return data


def _tell(request: HttpRequest, done: Imported) -> None:
    text = ngettext(
        "%(source)s: the list with %(count)d player is here.",
        "%(source)s: the list with %(count)d players is here.",
        done.entries,
    )
    messages.success(request, text % {"source": done.source.upper(), "count": done.entries})
    if done.bad_count:
        text = ngettext(
            "%(count)d line was no player and is left out:",
            "%(count)d lines were no players and are left out:",
            done.bad_count,
        )
        shown = "; ".join(
            _("line %(line)d: %(why)s") % {"line": one.line, "why": spoken(one.why)}
            for one in islice(done.bad, BAD_SHOWN)
        )
        messages.warning(request, f"{text % {'count': done.bad_count}} {shown}")
