"""The owner's page for erasing a player: it says what goes and what stays, and asks first."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from adjudication.erasing.forms import EraseForm
from adjudication.erasing.services import erase_player
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.players.selectors.players import number_of, player_entry
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, personal


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask for a reason and a tick, then erase the player's name and words."""
    terms = require_owner(request, slug)
    entry = player_entry(terms.id, player_id)
    if entry is None:
        raise Http404
    form = EraseForm(posted(request))
    if form.is_valid():
        note = form.cleaned_data["note"]
        try:
            erased = erase_player(tournament_id=terms.id, player_id=player_id, note=note)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(
                request, _("The player is erased: #%(number)d.") % {"number": erased.number}
            )
            if erased.left:
                text = ngettext(
                    "%(count)d statement, appeal or ruling of somebody else still has the name in "
                    "it.",
                    "%(count)d statements, appeals or rulings of others still have the name in "
                    "them.",
                    erased.left,
                )
                messages.warning(request, text % {"count": erased.left})
            return redirect("tournament:players", slug)
    context = {"terms": terms, "entry": entry, "number": number_of(player_id), "form": form}
    return render(
        request, "erasing/player_erase.html", {**frame(request), **context}, status=form.status
    )
