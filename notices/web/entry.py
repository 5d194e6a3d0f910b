"""The landing page of a pass that came with a mail: as that of a private link."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from notices.services.entry import open_pass
from tournament.web.access import personal
from tournament.web.player.entrance import landing


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def enter_by_pass(request: HttpRequest, token: str) -> HttpResponse:
    """Say who the pass makes of the visitor; a press on the button makes it so."""
    return landing(request, lambda: open_pass(token))
