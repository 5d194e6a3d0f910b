"""The page of groups that qualify into a knock-out: drawing, following, starting the knock-out."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.rounds.selectors.groups import groups_page
from tournament.rounds.services.groups import draw_groups, start_knock_out, take_back_knock_out
from tournament.settings.forms.groups import BACK, DRAW, START, GroupsForm
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, not_found, personal


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the groups, and draw them, or start the knock-out or take it back."""
    terms = require_director(request, slug)
    page = groups_page(terms.id)
    if page is None:
        return not_found(request)
    form = GroupsForm(page, posted(request))
    if form.is_valid():
        try:
            _do(form, terms.id)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournament:groups", slug)
    context = {**frame(request), "terms": terms, "page": page, "form": form}
    return render(request, "settings/draw_groups.html", context, status=form.status)


def _do(form: GroupsForm, tournament_id: int) -> None:
    seen = form.cleaned_data["version"]
    if form.do == DRAW:
        draw_groups(tournament_id=tournament_id, seen=seen)
    elif form.do == START:
        start_knock_out(tournament_id=tournament_id, decided=form.decided, seen=seen)
    elif form.do == BACK:
        take_back_knock_out(tournament_id=tournament_id, seen=seen)
