"""The director's page of the prizes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.public.forms import PrizesForm
from tournament.public.selectors.prizes import prizes_page
from tournament.public.services import set_prizes
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed
from tournament.staff.once import once


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the prizes, and put others in their place."""
    terms = directed(request, slug)
    page = prizes_page(terms.id)
    form = PrizesForm(page, posted(request))
    if not form.pressed and form.is_valid():
        try:
            chosen = form.cleaned_data["prizes"]
            set_prizes(tournament_id=terms.id, prizes=chosen, seen=page.version)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The prizes are set."))
            return redirect("tournament:prizes", slug)
    context = {**frame(request), "terms": terms, "form": form}
    return render(request, "public/prizes.html", context, status=form.status)
