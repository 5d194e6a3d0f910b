"""The director's first page: all rounds and games, and what went wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from adjudication.selectors.jobs import failed_jobs
from adjudication.selectors.verdicts import verdict_badges
from tournament.models import GameState
from tournament.selectors.drafts import next_round_number
from tournament.selectors.public import rounds_of
from tournament.web.access import frame, personal
from tournament.web.guards import directed
from tournament.web.rows import round_lines


@personal
@require_safe
def director(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every round with its games and who has not reported, and what went wrong."""
    terms = directed(request, slug)
    rounds = round_lines(
        rounds_of(terms.id, drafts=True), verdict_badges(terms.id), terms.board_size
    )
    games = [line.game for one in rounds for line in one.lines if one.round.state != "draft"]
    context = {
        "terms": terms,
        "rounds": rounds,
        "counts": {state.value: sum(game.state == state for game in games) for state in GameState},
        "failed": failed_jobs(terms.id),
        "next_round": next_round_number(terms.id),
    }
    return render(request, "rounds/director.html", {**frame(request), **context})
