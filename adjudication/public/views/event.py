"""The public page of an event: what the club says about it, and how games are played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from adjudication.public.selectors import poster_page
from adjudication.public.views.rounds import facts_context
from tournament.staff.visitors import frame, not_found


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show place, programme, description, organiser and sponsors of an event."""
    page = poster_page(slug)
    if page is None:
        return not_found(request)
    context = {"page": page, **facts_context(page)}
    return render(request, "public/event.html", {**frame(request), **context})
