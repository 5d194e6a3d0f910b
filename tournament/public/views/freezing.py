"""The director's page for freezing the standings, publishing the final ones, and thawing them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.public.forms import FreezingForm
from tournament.public.selectors.frozen import freezing_page
from tournament.public.services import freeze_standings, thaw_standings
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, not_found, personal


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def freezing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is frozen and what has changed since; freeze, freeze again, or thaw."""
    terms = require_director(request, slug)
    page = freezing_page(slug)
    if page is None:
        return not_found(request)
    form = FreezingForm(page, posted(request))
    if form.is_valid():
        try:
            if form.cleaned_data["thaw"]:
                thaw_standings(tournament_id=terms.id)
                messages.success(request, _("The standings follow the results again."))
            else:
                after, final = form.cleaned_data["after"], form.cleaned_data["final"]
                freeze_standings(tournament_id=terms.id, after=after, final=final)
                messages.success(
                    request,
                    _("The final standings are published.")
                    if final
                    else _("The standings are frozen."),
                )
        except UserError as error:
            form.refuse(error)
        else:
            return redirect("tournament:freezing", slug)
    context = {**frame(request), "terms": terms, "page": page, "form": form}
    return render(request, "public/freezing.html", context, status=form.status)
