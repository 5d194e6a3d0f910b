"""Badges, with the players' private links as codes where the director wants them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.selectors.paper import BadgePlayer, badge_players
from tournament.selectors.public import TournamentTerms
from tournament.services.badge_links import issue_links
from tournament.services.tokens import SECRET_BYTES
from tournament.web.access import frame, personal
from tournament.web.addresses import code_of, link_address
from tournament.web.guards import directed
from tournament.web.once import derived, form_key
from tournament.web.paper.pages import Paper
from tournament.web.paper.sheets import Badge
from tournament.web.paper.sheets_pages import paper_of, pdf_answer
from tournament.web.paper.slips_pdf import badges_pdf
from tournament.web.paper.spelling import not_printable

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
        return render(request, "paper/badges.html", {**frame(request), **context})
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
    return render(request, "paper/badges_form.html", {**frame(request), **context}, status=status)
