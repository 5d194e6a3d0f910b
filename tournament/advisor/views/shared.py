"""A comparison as the committee reads it by its link: no role, nothing to press."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.advisor.models import ComparisonState
from tournament.advisor.selectors import shared_view
from tournament.advisor.services.sharing import share_key_of
from tournament.advisor.views.result import result_context
from tournament.errors import NotFound
from tournament.models import Status, Tournament
from tournament.staff.visitors import frame, personal


@personal
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a comparison to whoever has its link; a link that was withdrawn is no page."""
    try:
        view = shared_view(share_key_of(token))
    except NotFound as error:
        raise Http404 from error
    if view is None:
        raise Http404
    row = Tournament.objects.filter(pk=view.tournament_id).exclude(status=Status.DELETED).first()
    if row is None:
        raise Http404
    context = {
        **result_context(view),
        "name": row.name,
        "state": ComparisonState(view.state).label,
        "own": False,
    }
    return render(request, "advisor/shared.html", {**frame(request), **context})
