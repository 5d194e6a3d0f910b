"""Switching mails off from a mail: the signed address is enough, for nothing else can be done here.

Looking at it changes nothing, for mail programs and scanners open addresses by themselves. Mail
programs that know RFC 8058 send the POST of their own button here, without a cookie.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notices.models import PLAYER_KINDS, STAFF_KINDS, PlayerMail, StaffMail
from notices.services.leaving import Recipient, open_switch
from notices.services.switches import switch_off
from notices.web.choices import Option, kind_options, kinds_off
from tournament.errors import LinkInvalid, NotFound
from tournament.web.access import frame, personal


@csrf_exempt
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def switch(request: HttpRequest, token: str) -> HttpResponse:
    """Show what he gets; a press sets it, and a mail program's button switches one kind off."""
    try:
        who = open_switch(token)
        if request.method == "POST":
            _act(request, who)
        options = _options(who)
    except (LinkInvalid, NotFound):
        return _private(render(request, "notices/switch_invalid.html", frame(request), status=404))
    context = {
        "kinds": options,
        "kind": next((one for one in options if one.value == who.kind), None),
        "saved": request.method == "POST",
        "from_post": request.method == "POST",
    }
    return _private(render(request, "notices/switch.html", {**frame(request), **context}))


def _act(request: HttpRequest, who: Recipient) -> None:
    kinds = PLAYER_KINDS if who.player_id is not None else STAFF_KINDS
    if "choose" in request.POST:
        switch_off(who=who, kinds=kinds_off(kinds, request.POST.getlist("kinds")))
    else:
        switch_off(who=who)


def _options(who: Recipient) -> tuple[Option, ...]:
    if who.player_id is not None:
        row = PlayerMail.objects.filter(player=who.player_id).first()
        return kind_options(PLAYER_KINDS, row.off if row else ())
    staff = StaffMail.objects.filter(pk=who.staff_id or 0).first()
    return kind_options(STAFF_KINDS, staff.off if staff else ())


def _private(response: HttpResponse) -> HttpResponse:
    response["Referrer-Policy"] = "strict-origin"
    return response
