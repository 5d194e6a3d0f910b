"""The director's first page: what is to be done next, all rounds, and what went wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from adjudication.selectors.badges import verdict_badges
from operations.selectors.tournament_jobs import failed_records
from tournament.selectors.clock import clock_by_number
from tournament.selectors.drafts import round_at_hand
from tournament.selectors.overview import stage_of
from tournament.selectors.public import rounds_of
from tournament.selectors.round_dates import dates_of_round
from tournament.selectors.running import running_rounds
from tournament.selectors.waiting import waiting_plans
from tournament.web.access import frame, personal
from tournament.web.guards import directed
from tournament.web.rounds.dates import dated_context
from tournament.web.rounds.next_step import next_step
from tournament.web.rows import round_lines


@personal
@require_safe
def director(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is to be done next, every round with its games, and what went wrong."""
    terms = directed(request, slug)
    found = rounds_of(terms.id, drafts=True)
    stage = stage_of(terms.id, found)
    context = {
        "terms": terms,
        "stage": stage,
        "next": next_step(stage, terms.slug),
        "rounds": round_lines(found, verdict_badges(terms.id), terms.board_size),
        # The games of other rounds are one press away.
        "unfolding": {stage.last, stage.running.number if stage.running else 0},
        "clock": clock_by_number(terms.id, stage.running.number) if stage.running else None,
        "failed": failed_records(terms.id),
        "held": stage.held,
        "waiting": () if stage.held or stage.closed else waiting_plans(terms.id, found),
        **(dated_context(dates_of_round(terms.id, stage.draft.number)) if stage.draft else {}),
    }
    return render(request, "rounds/director.html", {**frame(request), **context})


@personal
@require_safe
def current_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the round at work: the first one that is being played, or the one to prepare.

    After the last round it is that one: nothing leads into one more unasked.
    """
    terms = directed(request, slug)
    running = running_rounds(terms.id)
    number = running[0] if running else round_at_hand(terms.id)
    return redirect("tournament:draft", slug, number)
