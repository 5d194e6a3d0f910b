"""The seal of a tournament's record, for everybody to note down, and checking a noted one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.audit.selectors.trail import has_seal, seal_of
from tournament.public.forms import SealForm
from tournament.public.selectors.published import event_head
from tournament.staff.visitors import frame, not_found


@require_safe
def seal(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current seal, and say whether one that was noted down still holds."""
    head = event_head(slug)
    if head is None:
        return not_found(request)
    form = SealForm(request.GET if "noted" in request.GET else None)
    noted = form.cleaned_data["noted"] if form.is_valid() else None
    context = {
        "head": head,
        "terms": head.terms,
        "seal": seal_of(head.terms.id),
        "form": form,
        "noted": noted,
        "holds": noted is not None and has_seal(head.terms.id, noted),
    }
    status = 400 if form.errors else 200
    return render(request, "public/seal.html", {**frame(request), **context}, status=status)
