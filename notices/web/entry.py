"""The landing page of a pass that came with a mail: as that of a private link."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from notices.services.entry import open_pass
from tournament.web.access import personal
from tournament.web.player.entrance import landing


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def enter_by_pass(request: HttpRequest, token: str) -> HttpResponse:
    """Say who the pass makes of the visitor; a press on the button makes it so.

    A mail that tells of a report leads on to its game, and names the report: where it is another by
    then, the game's page says so.
    """
    game, shown = request.GET.get("game", ""), request.GET.get("shown", "")
    then = ""
    if game.isascii() and game.isdigit() and len(game) < 19:
        then = f"{reverse('adjudication:game', args=[int(game)])}?{urlencode({'shown': shown})}"
    return landing(request, lambda: open_pass(token), then=then)
