"""Printed sheets and badges of a tournament, each as a page for the browser and as a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.common.addresses import code_of, link_address
from tournament.common.downloads import download
from tournament.errors import UserError
from tournament.printing.fonts import not_printable, with_reader_fonts
from tournament.printing.pdf import Paper, badges_pdf, slips_pdf, table_pdf
from tournament.printing.selectors import BadgePlayer, badge_players, round_numbers
from tournament.printing.sheets import Badge, Kind, kind_of, kind_texts, sheet_of, slips_of
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed
from tournament.staff.once import derived, form_key
from tournament.staff.services.badge_links import issue_links
from tournament.staff.services.tokens import SECRET_BYTES
from tournament.tournaments.selectors.public import TournamentTerms

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
    return render(request, "printing/overview.html", {**frame(request), **context})


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
        return render(request, "printing/slips.html", {**frame(request), **context})
    table = sheet_of(terms, chosen, number)
    context["sheet"] = table
    context["lines"] = [tuple(zip(table.columns, row, strict=True)) for row in table.rows]
    return render(request, "printing/sheet.html", {**frame(request), **context})


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


# --- Badges, with players' private links as codes if the director wants them ---


PLAIN, MISSING, KEEP, RENEW = "plain", "missing", "keep", "renew"
_WAYS = (PLAIN, MISSING, KEEP, RENEW)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def badges(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask which badges with which links, then give them; only asking makes no link."""
    terms = directed(request, slug)
    found = badge_players(terms.id)
    if request.method != "POST":
        return _form(request, terms, found)
    way = request.POST.get("links", "")
    if way not in _WAYS:
        return _form(request, terms, found, error=_("Choose which links to print."))
    if not found:
        return _form(request, terms, found, error=_("There is nobody to print a badge for."))
    try:
        tokens = _links(request, terms, way)
    except UserError as error:
        return _form(request, terms, found, error=str(error.text))
    printed = [one for one in found if way != MISSING or one.player.id in tokens]
    if not printed:
        return _form(
            request,
            terms,
            found,
            error=_("Every player has a link already: no new badge is needed."),
        )
    made = [
        Badge(
            heading=terms.name,
            player=one.player,
            country=one.country,
            address=link_address(request, tokens[one.player.id]) if one.player.id in tokens else "",
        )
        for one in printed
    ]
    if "page" in request.POST:
        context = {
            "terms": terms,
            "badges": [(one, code_of(one.address) if one.address else None) for one in made],
            "with_links": bool(tokens),
            "from_post": True,
            "language_next": reverse("tournament:badges", args=[slug]),
        }
        return render(request, "printing/badges.html", {**frame(request), **context})
    heading = _("Badges")
    title = f"{terms.name} – {heading}"
    return pdf_answer(badges_pdf(made, paper_of(request), title), f"{terms.slug}-badges.pdf")


def _links(request: HttpRequest, terms: TournamentTerms, way: str) -> dict[int, str]:
    """Return the links to print, by player: the same ones for the same form sent again.

    A file that is downloaded leaves the form where it is, and the page to print has a button of
    its own: a second press may not make worthless what the first one printed.
    """
    if way == PLAIN:
        return {}
    key = f"{form_key(request)} {way}"
    return issue_links(
        tournament_id=terms.id,
        renew=way == RENEW,
        secret_of=lambda player_id: derived(f"{key} {player_id}", SECRET_BYTES),
    )


def _form(
    request: HttpRequest,
    terms: TournamentTerms,
    found: tuple[BadgePlayer, ...],
    error: str = "",
) -> HttpResponse:
    context = {
        "terms": terms,
        "players": len(found),
        "linked": sum(one.has_link for one in found),
        "unlinked": sum(not one.has_link for one in found),
        "chosen": request.POST.get("links", ""),
        "paper": paper_of(request),
        "papers": list(Paper),
        "boxed": not_printable(one.player for one in found),
        "error": error,
        "language_next": reverse("tournament:badges", args=[terms.slug]),
    }
    status = 400 if error else 200
    return render(
        request, "printing/badges_form.html", {**frame(request), **context}, status=status
    )
