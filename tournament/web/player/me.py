"""A player's own page: what is now, what comes next, and what was."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from adjudication.selectors.submissions import SubmissionView, submissions_of
from adjudication.services.claims import Result
from adjudication.web.sentences import own_sentence
from tournament.selectors.correcting import consents_awaited
from tournament.selectors.games import GameRow
from tournament.selectors.identity import Identity
from tournament.selectors.player import PlayerPage, place_of, player_page
from tournament.web import words
from tournament.web.access import frame, personal, require, visitor_of
from tournament.web.rows import GameLine, game_line

Reports = Mapping[int, tuple[SubmissionView, ...]]


@personal
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Show the player's current game with what there is to do, and the past games."""
    identity, page, reports = _mine(request)
    context = {
        **_context(identity, page, reports),
        "live_tag": _tag(identity, page, reports),
        "awaited": consents_awaited(identity.player_id or 0),
    }
    return render(request, "player/me.html", {**frame(request), **context})


@personal
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer the changing part of the page, or 304 while nothing has changed."""
    identity, page, reports = _mine(request)
    tag = _tag(identity, page, reports)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = render(request, "player/me_live.html", _context(identity, page, reports))
    response["ETag"] = tag
    return response


def _mine(request: HttpRequest) -> tuple[Identity, PlayerPage, Reports]:
    identity = visitor_of(request).player
    require(identity is not None)
    assert identity is not None
    assert identity.player_id is not None
    page = player_page(tournament_id=identity.tournament_id, player_id=identity.player_id)
    games = [*([page.current] if page.current else []), *page.past]
    return identity, page, submissions_of([game.id for game in games])


def _tag(identity: Identity, page: PlayerPage, reports: Reports) -> str:
    """Return an ETag of all that the page shows, without rendering it.

    The clock goes on by itself in the browser: only when it was set, stopped or started counts.
    """
    clock = page.clock
    seen = [
        get_language(),
        identity.link_id,
        [getattr(page, name) for name in page.__slots__ if name != "clock"],
        clock and (clock.running, clock.paused, clock.ends_at),
        clock and not clock.running and clock.remaining_seconds,
        _minutes_left(page.report_until),
        [
            (report.id, report.state, report.badge)
            for reported in reports.values()
            for report in reported
        ],
    ]
    return f'"{sha256(repr(seen).encode()).hexdigest()[:32]}"'


def _minutes_left(until: datetime | None) -> int | None:
    """Return the minutes until a time, 0 when it is over, None where there is none."""
    if until is None:
        return None
    return max(0, int((until - timezone.now()).total_seconds() + 59) // 60)


def _context(identity: Identity, page: PlayerPage, reports: Reports) -> dict[str, Any]:
    language = get_language() or "en"
    assert identity.player_id is not None
    context: dict[str, Any] = {
        "identity": identity,
        "page": page,
        "clock": page.clock,
        "minutes_left": _minutes_left(page.report_until),
        "past": [_line(game, reports, page.terms.board_size) for game in page.past],
        "rules_title": words.rules_title(page.terms.rules, language),
        "rules_summary": words.rules_summary(page.terms.rules, language),
        "upcoming": (page.round_number or 0) + 1,
    }
    if page.finished:
        place = place_of(slug=page.terms.slug, player_id=identity.player_id)
        context |= {"place": place[0] if place else None, "of": place[1] if place else 0}
    if page.current:
        context |= _game(identity.player_id, page, page.current, reports)
    return context


def _game(player_id: int, page: PlayerPage, game: GameRow, reports: Reports) -> dict[str, Any]:
    colour = game.colour_of(player_id)
    waiting = next((one for one in reports.get(game.id, ()) if one.waits), None)
    return {
        "line": _line(game, reports, page.terms.board_size),
        "colour": words.colour(colour),
        "black": colour == "black",
        "opponent": game.white if colour == "black" else game.black,
        "waiting": waiting,
        "mine": waiting is not None and waiting.player_id == player_id,
        "sentence": _sentence(game, colour, waiting),
    }


def _sentence(game: GameRow, colour: str, waiting: SubmissionView | None) -> str:
    """Return the result that is reported, else the one that stands, in the player's words."""
    if waiting:
        result = Result(waiting.winner, waiting.reason, waiting.margin_half)
    elif game.winner:
        result = Result(game.winner, game.reason, game.margin_half)
    else:
        return ""
    return own_sentence(game, colour, result)


def _line(game: GameRow, reports: Reports, board_size: int) -> GameLine:
    standing = [report for report in reports.get(game.id, ()) if report.counts]
    badge = next((report.badge for report in reversed(standing) if report.badge), "")
    return game_line(game, badge, board_size)
