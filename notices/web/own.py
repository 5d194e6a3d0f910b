"""A player's own choice of mails, on his pages."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from notices.models import PLAYER_KINDS
from notices.selectors.mails import own_choice
from notices.services.switches import set_player_mail
from notices.web.choices import kind_options, kinds_off, language_options
from tournament.errors import UserError
from tournament.web.access import frame, personal, require, visitor_of


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """Show and set which mails the player gets, and in which language."""
    identity = visitor_of(request).player
    require(identity is not None)
    assert identity is not None
    assert identity.player_id is not None
    if request.method == "POST":
        off = kinds_off(PLAYER_KINDS, request.POST.getlist("kinds"))
        language = request.POST.get("language", "")
        try:
            set_player_mail(player_id=identity.player_id, off=off, language=language)
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, _("Saved."))
        return redirect("notices:own")
    choice = own_choice(identity.player_id)
    context = {
        "identity": identity,
        "choice": choice,
        "kinds": kind_options(PLAYER_KINDS, choice.off),
        "languages": language_options(choice.language),
        "sends": settings.SHINPAN_EMAIL,
    }
    return render(request, "notices/own.html", {**frame(request), **context})
