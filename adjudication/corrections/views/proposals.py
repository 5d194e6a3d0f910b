"""The director proposes another result for a game that both players confirmed, or takes it back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.corrections.selectors.correcting import game_now
from adjudication.corrections.views.game import game_form
from adjudication.corrections.views.mending import FIELDS, NAMES, read_result
from tournament.common.typed import Typed
from tournament.errors import UserError
from tournament.results.services import recording_errors
from tournament.staff.access import personal
from tournament.staff.guards import directed
from tournament.staff.once import once


@personal
@require_POST
@once
def propose(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Ask both players to agree to another result, or take the question back."""
    terms = directed(request, slug)
    now = game_now(terms.id, game_id)
    if now is None:
        raise Http404
    typed = Typed.read(request.POST, NAMES)
    try:
        if request.POST.get("step") == "withdraw":
            if now.waiting is None or request.POST.get("proposal") != str(now.waiting.id):
                raise UserError("no_proposal", text=_("Please look at the proposal again."))
            recording_errors.withdraw(error_id=now.waiting.id)
            messages.success(request, _("The proposal is withdrawn."))
        else:
            result, note = read_result(typed), typed.note(asked=True)
            if typed.errors:
                return game_form(request, now, "", typed)
            recording_errors.propose(game_id=game_id, note=note, **result)  # type: ignore[arg-type]
            messages.success(request, _("Both players are asked on their own pages."))
    except UserError as error:
        typed.refuse(error, FIELDS, "form")
        return game_form(request, game_now(terms.id, game_id) or now, "", typed)
    return redirect("tournament:correct_game", slug, game_id)
