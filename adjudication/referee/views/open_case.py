"""“Something happened”: the staff opens a case for what no record shows."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.deskmates import policy_in
from adjudication.cases.services.staff import open_by_staff
from adjudication.referee.forms import OpenCaseForm, WhereForm
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_referee
from tournament.staff.visitors import frame, kept_for_back
from tournament.tournaments.selectors.public import players_of, rounds_of


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def open_case(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what happened, where and to whom, and open a case; to the referees and the owner."""
    terms = require_referee(request, slug)
    where = WhereForm(request.GET)
    form = OpenCaseForm(
        posted(request),
        initial={field.name: field.value() for field in where},
        rounds=rounds_of(terms.id, drafts=False),
        players=players_of(terms.id),
        grace=policy_in(terms.id).grace_minutes,
    )
    if form.is_valid():
        values = form.cleaned_data
        try:
            case = open_by_staff(
                tournament_id=terms.id,
                cause=values["cause"],
                game_id=values["board"],
                round_number=values["round"],
                player_ids=values["players"],
                minutes=values["minutes"],
                note=values["note"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Case %(number)d is open.") % {"number": case.number})
            return redirect("adjudication:case", slug, case.number)
    context = {"terms": terms, "form": form, "from_post": request.method == "POST"}
    return render(
        request, "referee/open_case.html", {**frame(request), **context}, status=form.status
    )
