"""Printed sheets and badges of a tournament, each as a page for the browser and as a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.common.addresses import QrCode, code_of, link_address
from tournament.common.forms import posted
from tournament.common.responses import download
from tournament.errors import UserError
from tournament.printing.fonts import not_printable, with_reader_fonts
from tournament.printing.forms import MISSING, PLAIN, RENEW, BadgesForm, SheetForm
from tournament.printing.pdf import Paper, badges_pdf, slips_pdf, table_pdf
from tournament.printing.selectors import BadgePlayer, badge_players, has_prizes, round_numbers
from tournament.printing.sheets import (
    AFTER,
    NameBadge,
    SheetKind,
    kind_of,
    kind_texts,
    sheet_of,
    slips_of,
)
from tournament.public.selectors.published import published_tournament
from tournament.staff.form_keys import derived_secret, form_key
from tournament.staff.permissions import require_director
from tournament.staff.services import SECRET_BYTES, issue_links
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms

MOST_NAMES = 12
"""How many names that cannot be printed are listed; the others are counted."""


@personal
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be printed for a round, and which names a PDF cannot print in full."""
    terms = require_director(request, slug)
    rounds = round_numbers(terms.id)
    asked = SheetForm(request.GET)
    number = asked.number if asked.number in rounds else (rounds[-1] if rounds else 0)
    found = published_tournament(terms.slug)
    ranked = min(number, found.latest_with_results if found else 0)
    players = tuple(badge.player for badge in badge_players(terms.id))
    boxed = not_printable(players)
    context = {
        "terms": terms,
        "rounds": rounds,
        "number": number,
        # Standings as the public sees them: not those after a round that has no result yet.
        "kinds": [
            (text, ranked if text.kind in AFTER else number)
            for text in kind_texts()
            if text.kind is not SheetKind.PRIZES or has_prizes(terms.id)
        ],
        "paper": asked.size,
        "papers": list(Paper),
        "boxed": boxed,
        "named": boxed[:MOST_NAMES],
        "borrowed": len(with_reader_fonts(players)),
        "players": len(players),
    }
    return render(request, "printing/overview.html", {**frame(request), **context})


@personal
@require_safe
def sheet(request: HttpRequest, slug: str, kind: str, number: int) -> HttpResponse:
    """Show a sheet as a page that the browser prints."""
    terms = require_director(request, slug)
    chosen = kind_of(kind)
    context: dict[str, object] = {"terms": terms, "kind": chosen.value, "number": number}
    if chosen is SheetKind.SLIPS:
        slips = slips_of(request, terms, number)
        context["slips"] = [(slip, _code(slip.address)) for slip in slips]
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
    terms = require_director(request, slug)
    chosen, paper = kind_of(kind), SheetForm(request.GET).size
    if chosen is SheetKind.SLIPS:
        title = f"{terms.name} – {_slips_title(number)}"
        data = slips_pdf(slips_of(request, terms, number), paper, title)
    else:
        data = table_pdf(sheet_of(terms, chosen, number), paper)
    return pdf_answer(data, f"{terms.slug}-{number}-{chosen.value}.pdf")


def _code(address: str) -> QrCode | None:
    """Return the QR code of a URL, or None without one."""
    return code_of(address) if address else None


def pdf_answer(data: bytes, filename: str) -> HttpResponse:
    """Return a PDF as a download."""
    return download(data, filename, "application/pdf")


def _slips_title(number: int) -> str:
    return _("Result slips of round %(number)d") % {"number": number}


# --- Badges, with codes for players' private links if the director wants them ---


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def badges(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask which badges with which links, then return them; just showing the form makes no links."""
    terms = require_director(request, slug)
    found = badge_players(terms.id)
    form = BadgesForm(posted(request))
    if form.is_valid():
        try:
            made = _badges(request, terms, found, form.cleaned_data["links"])
        except UserError as error:
            form.refuse(error)
        else:
            return _printed(request, terms, made, form)
    context = {
        "terms": terms,
        "players": len(found),
        "linked": sum(badge.has_link for badge in found),
        "unlinked": sum(not badge.has_link for badge in found),
        "form": form,
        "boxed": not_printable(badge.player for badge in found),
        "language_next": reverse("tournament:badges", args=[terms.slug]),
    }
    return render(
        request, "printing/badges_form.html", {**frame(request), **context}, status=form.status
    )


def _badges(
    request: HttpRequest, terms: TournamentTerms, found: tuple[BadgePlayer, ...], way: str
) -> list[NameBadge]:
    """Return the badges to print, making the links for them. Raises UserError."""
    if not found:
        raise UserError("nobody", field="links", text=_("There is nobody to print a badge for."))
    tokens = _links(request, terms, way)
    printed = [badge for badge in found if way != MISSING or badge.player.id in tokens]
    if not printed:
        raise UserError(
            "all_linked",
            field="links",
            text=_("Every player has a link already: no new badge is needed."),
        )
    return [
        NameBadge(
            heading=terms.name,
            player=wearer.player,
            country=badge.country,
            address=(
                link_address(request, tokens[badge.player.id]) if badge.player.id in tokens else ""
            ),
            partner=wearer.partner,
        )
        for badge in printed
        for wearer in badge.wearers
    ]


def _printed(
    request: HttpRequest, terms: TournamentTerms, made: list[NameBadge], form: BadgesForm
) -> HttpResponse:
    """Return the response with the badges, as a page or as a PDF."""
    if form.cleaned_data["page"]:
        context = {
            "terms": terms,
            "badges": [(badge, _code(badge.address)) for badge in made],
            "with_links": any(badge.address for badge in made),
            "from_post": True,
            "language_next": reverse("tournament:badges", args=[terms.slug]),
        }
        return render(request, "printing/badges.html", {**frame(request), **context})
    heading = _("Badges")
    data = badges_pdf(made, form.cleaned_data["paper"], f"{terms.name} – {heading}")
    return pdf_answer(data, f"{terms.slug}-badges.pdf")


def _links(request: HttpRequest, terms: TournamentTerms, way: str) -> dict[int, str]:
    """Return the links to print, by player: the same ones if the same form is sent again.

    After a download the form is still there, and the printable page has a button of its own: a
    second press must not invalidate what the first one printed.
    """
    if way == PLAIN:
        return {}
    key = f"{form_key(request)} {way}"
    return issue_links(
        tournament_id=terms.id,
        renew=way == RENEW,
        secret_of=lambda player_id: derived_secret(f"{key} {player_id}", SECRET_BYTES),
    )
