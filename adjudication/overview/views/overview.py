"""The director's first page: what is to be done next, all rounds, and what went wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from adjudication.overview.views.next_step import next_step
from adjudication.verdicts.selectors.submissions import verdict_badges
from adjudication.verdicts.views import round_lines
from operations.work.tournament_jobs import failed_records
from tournament.rounds.selectors.clock import clock_by_number
from tournament.rounds.selectors.drafts import round_at_hand
from tournament.rounds.selectors.overview import stage_of
from tournament.rounds.selectors.running import running_rounds
from tournament.scheduling.selectors import dates_of_round, waiting_plans
from tournament.scheduling.sentences import dated_context
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed
from tournament.tournaments.selectors.public import rounds_of


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
    return render(request, "overview/director.html", {**frame(request), **context})


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
