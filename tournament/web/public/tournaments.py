"""Pages for everybody: the tournaments, and the rounds of one."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from adjudication.selectors.badges import verdict_badges
from adjudication.selectors.rulings import PenaltyLine, penalties_of
from tournament.selectors.games import GameRow
from tournament.selectors.public import tournament_cards
from tournament.selectors.round_page import RoundPage, round_page
from tournament.web import words
from tournament.web.access import frame, not_found
from tournament.web.public.answers import fresh, round_tag
from tournament.web.public.home_cards import sorted_cards
from tournament.web.public.round_lines import board_lines, name_lines, provisional_of
from tournament.web.public.time_words import time_sentence


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments: those that run, those to come, those that are over."""
    context = sorted_cards(tournament_cards(), timezone.localdate(), request.GET.get("find", ""))
    return render(request, "public/home.html", {**frame(request), **context})


@require_safe
def tournament(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show a tournament with its latest round, or another one."""
    tag = round_tag(request, slug, number)
    page = round_page(slug, number)
    if page is None or tag is None:
        return not_found(request)
    context = {
        **round_context(request, page),
        "live_tag": tag,
        "live": live_address(slug, number),
        "by_name": _by_name(request),
        "rules_title": words.rules_title(page.terms.rules),
        "rules_summary": words.rules_summary(page.terms.rules),
        "komi": words.half_points(page.terms.komi_half),
        "time": time_sentence(page.facts.time) if page.facts.time else "",
    }
    return render(request, "public/tournament.html", {**frame(request), **context})


@require_safe
def tournament_live(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Answer the part of a round's page that changes, or 304 while it has not."""

    def answer() -> HttpResponse:
        page = round_page(slug, number)
        if page is None:
            return not_found(request)
        return render(request, "public/round_live.html", round_context(request, page))

    return fresh(request, lambda: round_tag(request, slug, number), answer)


def live_address(slug: str, number: int | None) -> str:
    """Return the address of the changing part of a round's page."""
    if number is None:
        return reverse("tournament:tournament_live", args=[slug])
    return reverse("tournament:published_round_live", args=[slug, number])


def round_context(request: HttpRequest, page: RoundPage) -> Mapping[str, Any]:
    """Return what the changing part of a round's page shows."""
    shown = page.round
    by_name = _by_name(request)
    games = shown.games if shown else ()
    return {
        "page": page,
        "clock": page.clock,
        "by_name": by_name,
        # Looked up once and not for every row.
        "game_word": _("game"),
        "bye_word": pgettext("of a round", "Bye"),
        "names": name_lines(games, page.byes) if by_name else (),
        "boards": ()
        if by_name
        else board_lines(
            games,
            verdict_badges(page.terms.id) if games else {},
            _penalties(games),
            provisional_of(games),
            closed=page.terms.closed,
        ),
    }


def _penalties(games: Iterable[GameRow]) -> Mapping[int, tuple[PenaltyLine, ...]]:
    """Return the penalties beside the results of a round, by game, asked for where one can be."""
    known = [game.id for game in games if game.winner]
    return penalties_of(known) if known else {}


def _by_name(request: HttpRequest) -> bool:
    return request.GET.get("by") == "name"
