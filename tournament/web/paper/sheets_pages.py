"""What to print for which round, each as a page for the browser and as a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.selectors.paper import badge_players, round_numbers
from tournament.web.access import frame, personal
from tournament.web.addresses import code_of
from tournament.web.downloads import download
from tournament.web.guards import directed
from tournament.web.paper.kinds import Kind, kind_of, kind_texts, sheet_of, slips_of
from tournament.web.paper.pages import Paper
from tournament.web.paper.slips_pdf import slips_pdf
from tournament.web.paper.spelling import not_printable, with_reader_fonts
from tournament.web.paper.table_pdf import table_pdf

MOST_NAMES = 12
"""So many names that cannot be printed are listed; the others are counted."""


@personal
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be printed for a round, and which names a PDF has no letters for."""
    terms = directed(request, slug)
    rounds = round_numbers(terms.id)
    asked = request.GET.get("round", "")
    chosen = int(asked) if asked.isascii() and asked.isdigit() else 0
    number = chosen if chosen in rounds else (rounds[-1] if rounds else 0)
    players = tuple(one.player for one in badge_players(terms.id))
    boxed = not_printable(players)
    context = {
        "terms": terms,
        "rounds": rounds,
        "number": number,
        "kinds": kind_texts(),
        "paper": paper_of(request),
        "papers": list(Paper),
        "boxed": boxed,
        "listed": boxed[:MOST_NAMES],
        "borrowed": len(with_reader_fonts(players)),
        "players": len(players),
    }
    return render(request, "paper/overview.html", {**frame(request), **context})


@personal
@require_safe
def sheet(request: HttpRequest, slug: str, kind: str, number: int) -> HttpResponse:
    """Show a sheet as a page that the browser prints."""
    terms = directed(request, slug)
    chosen = kind_of(kind)
    context: dict[str, object] = {"terms": terms, "kind": chosen.value, "number": number}
    if chosen is Kind.SLIPS:
        slips = slips_of(request, terms, number)
        context["slips"] = [(one, code_of(one.address) if one.address else None) for one in slips]
        context["title"] = _slips_title(number)
        return render(request, "paper/slips.html", {**frame(request), **context})
    table = sheet_of(terms, chosen, number)
    context["sheet"] = table
    context["lines"] = [tuple(zip(table.columns, row, strict=True)) for row in table.rows]
    return render(request, "paper/sheet.html", {**frame(request), **context})


@personal
@require_safe
def sheet_file(request: HttpRequest, slug: str, kind: str, number: int) -> HttpResponse:
    """Send a sheet as a PDF."""
    terms = directed(request, slug)
    chosen, paper = kind_of(kind), paper_of(request)
    if chosen is Kind.SLIPS:
        title = f"{terms.name} – {_slips_title(number)}"
        data = slips_pdf(slips_of(request, terms, number), paper, title)
    else:
        data = table_pdf(sheet_of(terms, chosen, number), paper)
    return pdf_answer(data, f"{terms.slug}-{number}-{chosen.value}.pdf")


def paper_of(request: HttpRequest) -> Paper:
    """Return the paper that was asked for, A4 where none was."""
    asked = request.POST.get("paper") or request.GET.get("paper", "")
    return next((one for one in Paper if one.value == asked), Paper.A4)


def pdf_answer(data: bytes, filename: str) -> HttpResponse:
    """Return a PDF to keep."""
    return download(data, filename, "application/pdf")


def _slips_title(number: int) -> str:
    return _("Result slips of round %(number)d") % {"number": number}
