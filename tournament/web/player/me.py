"""A player's own page: the game to play, and those played."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from adjudication.selectors.submissions import SubmissionView, submissions_of
from adjudication.services.claims import Result
from adjudication.web.sentences import own_sentence
from tournament.selectors.games import GameRow
from tournament.selectors.player import player_page
from tournament.web import words
from tournament.web.access import frame, personal, require, visitor_of
from tournament.web.rows import GameLine, game_line


@personal
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Show the player's current game with what there is to do, and the past games."""
    identity = visitor_of(request).player
    require(identity is not None)
    assert identity is not None
    assert identity.player_id is not None
    page = player_page(tournament_id=identity.tournament_id, player_id=identity.player_id)
    games = [*([page.current] if page.current else []), *page.past]
    reports = submissions_of([game.id for game in games])
    language = get_language() or "en"

    context = {
        "identity": identity,
        "page": page,
        "past": [_line(game, reports, page.terms.board_size) for game in page.past],
        "rules_title": words.rules_title(page.terms.rules, language),
        "rules_summary": words.rules_summary(page.terms.rules, language),
    }
    if page.current:
        game = page.current
        colour = game.colour_of(identity.player_id)
        waiting = next((one for one in reports.get(game.id, ()) if one.waits), None)
        context |= {
            "line": _line(game, reports, page.terms.board_size),
            "colour": words.colour(colour),
            "opponent": game.white if colour == "black" else game.black,
            "waiting": waiting,
            "mine": waiting is not None and waiting.player_id == identity.player_id,
            "sentence": waiting
            and own_sentence(
                game, colour, Result(waiting.winner, waiting.reason, waiting.margin_half)
            ),
        }
    return render(request, "player/me.html", {**frame(request), **context})


def _line(
    game: GameRow, reports: Mapping[int, tuple[SubmissionView, ...]], board_size: int
) -> GameLine:
    standing = [report for report in reports.get(game.id, ()) if report.counts]
    badge = next((report.badge for report in reversed(standing) if report.badge), "")
    return game_line(game, badge, board_size)
