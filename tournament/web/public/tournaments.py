"""Pages for everybody: the tournaments, and one tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from adjudication.selectors.verdicts import verdict_badges
from tournament.selectors.public import tournament_cards, tournament_page
from tournament.web import words
from tournament.web.access import frame, not_found
from tournament.web.rows import round_lines


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the list of tournaments."""
    return render(request, "public/home.html", {**frame(request), "cards": tournament_cards()})


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament's rounds, results and players."""
    page = tournament_page(slug)
    if page is None:
        return not_found(request)
    rounds = round_lines(page.rounds, verdict_badges(page.terms.id), page.terms.board_size)
    language = get_language() or "en"
    context = {
        "page": page,
        "rounds": rounds,
        "rules_title": words.rules_title(page.terms.rules, language),
        "rules_summary": words.rules_summary(page.terms.rules, language),
        "komi": words.half_points(page.terms.komi_half),
    }
    return render(request, "public/tournament.html", {**frame(request), **context})
