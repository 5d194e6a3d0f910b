"""A comparison as the committee reads it through its link: no role, no buttons."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.advisor.models import ComparisonState
from tournament.advisor.selectors import ComparisonView, shared_progress, shared_view
from tournament.advisor.services.sharing import share_key_of
from tournament.advisor.views.result import not_simulated, result_context
from tournament.common.responses import etag_of, if_changed
from tournament.errors import NotFound
from tournament.models import Tournament
from tournament.staff.visitors import frame, personal


@personal
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a comparison to anybody with its link; a withdrawn link is a 404."""
    view = _view(_key(token))
    names = Tournament.objects.values_list("name", "method")
    name, method = names.get(pk=view.tournament_id)
    context = {
        **_context(view),
        "name": name,
        "not_simulated": not_simulated(method),
        "live": reverse("tournament:shared_comparison_live", args=[token]),
        "live_tag": etag_of(view.state, view.played),
    }
    return render(request, "advisor/shared.html", {**frame(request), **context})


@personal
@require_safe
def shared_live(request: HttpRequest, token: str) -> HttpResponse:
    """Show the part of the page that changes while formats are played."""
    key = _key(token)
    progress = shared_progress(key)
    if progress is None:
        raise Http404

    def answer() -> HttpResponse:
        return render(request, "advisor/live.html", {**frame(request), **_context(_view(key))})

    return if_changed(request, etag_of(*progress), answer)


def _key(token: str) -> str:
    try:
        return share_key_of(token)
    except NotFound as error:
        raise Http404 from error


def _view(share_key: str) -> ComparisonView:
    view = shared_view(share_key)
    if view is None:
        raise Http404
    return view


def _context(view: ComparisonView) -> dict[str, Any]:
    return {**result_context(view), "state": ComparisonState(view.state).label, "own": False}
