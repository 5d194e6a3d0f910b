"""The director's page of the prizes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.public.forms import PrizesForm
from tournament.public.prize_words import prize_purpose
from tournament.public.selectors.prizes import prizes_page
from tournament.public.services import set_prizes
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the prizes, and replace them."""
    terms = require_director(request, slug)
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
    for_nobody = [(prize.name, prize_purpose(prize)) for prize in page.for_nobody]
    context = {**frame(request), "terms": terms, "form": form, "for_nobody": for_nobody}
    return render(request, "public/prizes.html", context, status=form.status)
