"""The rating lists on this installation: a federation's new list takes the place of the old."""

import logging
from itertools import islice

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.audit.services.acting import actor
from tournament.common.body_sizes import takes_up_to
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.formats.limits import MAX_BYTES
from tournament.players.forms import ListForm
from tournament.players.selectors.rating_lists import list_cards
from tournament.players.services.rating_lists import Imported, import_rating_list
from tournament.spoken import spoken
from tournament.staff.access import frame, personal
from tournament.staff.guards import keeping_lists

logger = logging.getLogger(__name__)
FORM_BYTES = 64 * 1024
"""What the form needs beside the file."""
BAD_SHOWN = 5


@takes_up_to(MAX_BYTES + FORM_BYTES, admits=keeping_lists)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def rating_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which lists there are, and take a new one over.

    The lists are of the whole installation, so not every owner may.
    """
    terms = keeping_lists(request, slug)
    form = ListForm(posted(request), request.FILES or None)
    if form.is_valid():
        try:
            done = import_rating_list(data=form.cleaned_data["file"].read())
        except UserError as error:
            form.refuse(error)
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
    context = {"terms": terms, "lists": list_cards(), "form": form}
    return render(
        request, "players/rating_lists.html", {**frame(request), **context}, status=form.status
    )


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
