"""The page of who enters results and does nothing else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from adjudication.result_entry.views.running import show_running
from tournament.rounds.selectors.running import running_rounds
from tournament.staff.access import frame, personal
from tournament.staff.guards import entered


@personal
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the running round with its result line; the latest where several are running."""
    terms = entered(request, slug)
    rounds = running_rounds(terms.id)
    wanted = request.GET.get("round", "")
    if not rounds:
        return render(request, "result_entry/desk_empty.html", {**frame(request), "terms": terms})
    if not wanted:
        return show_running(request, terms, rounds[-1], desk=True, choice=rounds)
    chosen = next((number for number in rounds if str(number) == wanted), None)
    if chosen is None:
        # Closed meanwhile, or taken back: what is played now is what matters.
        return redirect("tournament:desk", slug)
    return show_running(request, terms, chosen, desk=True, choice=rounds)
