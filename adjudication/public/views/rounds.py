"""The public page of a round: its games with their results, verdicts and penalties."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.rulings import PenaltyLine, penalties_of
from adjudication.public.selectors.round_page import RoundPage, round_page
from adjudication.public.views.round_lines import board_lines, name_lines, provisional_of
from adjudication.submissions.selectors.freshness import verdicts_stamp
from adjudication.verdicts.selectors.badges import verdict_badges
from tournament.games import words
from tournament.games.selectors.games import GameRow
from tournament.public.selectors.freshness import ROUND_NUMBER, stamp_of
from tournament.public.views.answers import fresh, tag_from
from tournament.staff.access import frame, not_found
from tournament.state.event import Clock, TimeSystem


@require_safe
def tournament(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show a tournament with its latest round, or another one."""
    tag = _round_tag(request, slug, number)
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
        "time": _time_sentence(page.facts.time) if page.facts.time else "",
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

    return fresh(request, lambda: _round_tag(request, slug, number), answer)


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


def _round_tag(request: HttpRequest, slug: str, number: int | None) -> str | None:
    """Return the ETag of a round's page, the latest one without a ``number``; None without it.

    It shows the verdicts of its records, too.
    """
    stamp = stamp_of(slug)
    if stamp is None:
        return None
    shown = next((row for row in reversed(stamp) if number in (None, row[ROUND_NUMBER])), stamp[-1])
    verdicts = verdicts_stamp(stamp[0][0], shown[1])
    return tag_from(request, (stamp, verdicts), ("round", number))


def _time_sentence(clock: Clock) -> str:
    """Return the time of a player in words: ``60 minutes, then 30 seconds a move (byo-yomi)``."""
    basic = ngettext("%(count)d minute", "%(count)d minutes", clock.basic_minutes) % {
        "count": clock.basic_minutes
    }
    extra = {
        TimeSystem.SUDDEN_DEATH: "",
        TimeSystem.BYO_YOMI: _("then byo-yomi: %(seconds)d seconds a move")
        % {"seconds": clock.byo_yomi_seconds},
        TimeSystem.CANADIAN: _("then %(moves)d moves in every %(seconds)d seconds")
        % {"moves": clock.canadian_moves, "seconds": clock.canadian_seconds},
        TimeSystem.FISCHER: _("plus %(seconds)d seconds for every move")
        % {"seconds": clock.fischer_seconds},
    }[clock.system]
    return f"{basic}, {extra}" if extra else basic
