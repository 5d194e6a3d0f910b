"""Files for other programs and rating lists, for the director."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.audit.selectors.chain import head_of
from tournament.common.downloads import download
from tournament.exchange.selectors import export
from tournament.exchange.selectors import exports as written_all
from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.spoken import spoken
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed


def titles() -> dict[Format, tuple[str, str]]:
    """Return what each format is called and what it is for."""
    return {
        Format.OPENGOTHA: ("OpenGotha XML", _("To go on with the tournament in another program.")),
        Format.H9: (_("EGF result file (H9)"), _("For the European rating list.")),
        Format.TOU: (_("FFG result file (tou)"), _("For the French rating list.")),
        Format.AGA: (_("AGA report"), _("For the American rating list.")),
        Format.CSV: (_("Players as CSV"), _("For spreadsheets.")),
        Format.JSON: ("JSON", _("Everything, for scripts and for this program.")),
    }


@personal
@require_safe
def exports(request: HttpRequest, slug: str) -> HttpResponse:
    """List the formats, each with what it cannot carry of this tournament."""
    terms = directed(request, slug)
    written = written_all(terms.id)
    files = [
        {
            "kind": kind.value,
            "title": title,
            "purpose": purpose,
            "lost": [spoken(sentence) for sentence in written[kind].lost],
        }
        for kind, (title, purpose) in titles().items()
    ]
    context = {"terms": terms, "files": files, "head": head_of(terms.id)}
    return render(request, "exchange/exports.html", {**frame(request), **context})


@personal
@require_safe
def export_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Send the tournament as a file of one format."""
    terms = directed(request, slug)
    chosen = {known.value: known for known in WRITERS}.get(kind)
    if chosen is None:
        raise Http404
    writer = WRITERS[chosen]
    written = export(terms.id, chosen)
    return download(written.data, f"{terms.slug}.{writer.extension}", writer.media_type)
