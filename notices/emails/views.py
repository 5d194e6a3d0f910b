"""Pages of e-mails: settings of a tournament, of staff, of a player; links in e-mails."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notices.emails.forms import (
    AboutForm,
    MailRulesForm,
    PreferencesForm,
    StaffMailForm,
    SwitchForm,
)
from notices.emails.selectors import (
    broken_addresses,
    mail_counts,
    preferences_of,
    rules_of,
    staff_line,
    staff_lines,
    switched_off,
)
from notices.emails.services import (
    set_mail_rules,
    set_player_mail,
    set_staff_mail,
    switch_off,
)
from notices.emails.signed_links import open_pass, open_unsubscribe
from notices.models import PLAYER_KINDS, STAFF_KINDS, MailKind
from tournament.common.forms import posted
from tournament.common.locks import locked_while_saving
from tournament.common.versions import contents_version
from tournament.errors import LinkInvalid, NotFound, UserError
from tournament.staff.permissions import require_owner
from tournament.staff.views.entrance import sign_in_page, without_referrer
from tournament.staff.visitors import frame, personal, require, visitor_of
from tournament.tournaments.selectors.public import tournament_terms


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def mails(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and set which e-mails the tournament sends."""
    terms = require_owner(request, slug)
    with locked_while_saving(request, terms.id):
        rules = rules_of(terms.id)
        form = MailRulesForm(
            posted(request),
            off=rules.off,
            initial={
                "enabled": rules.enabled,
                "language": rules.language,
                "remind_hours": rules.remind_hours,
            },
            version=contents_version(
                rules.enabled, sorted(rules.off), rules.language, rules.remind_hours
            ),
        )
        if form.is_valid():
            try:
                set_mail_rules(tournament_id=terms.id, **form.values)
            except UserError as error:
                form.refuse(error)
            else:
                messages.success(request, _("Saved."))
                return redirect("notices:mails", slug)
    context = {
        "terms": terms,
        "form": form,
        "staff": staff_lines(terms.id),
        "broken": broken_addresses(terms.id),
        "counts": mail_counts(terms.id),
        "sends": settings.SHINPAN_EMAIL,
    }
    return _render(request, "notices/mails.html", context, status=form.status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def staff_mails(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Show and set the address of a member of staff, and which e-mails they get."""
    terms = require_owner(request, slug)
    line = staff_line(terms.id, link_id)
    if line is None:
        raise Http404
    form = StaffMailForm(
        posted(request),
        available=STAFF_KINDS,
        off=line.off,
        initial={"email": line.email, "language": line.language},
    )
    if form.is_valid():
        try:
            set_staff_mail(tournament_id=terms.id, link_id=line.link_id, **form.values)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("notices:mails", slug)
    context = {"terms": terms, "line": line, "form": form}
    return _render(request, "notices/staff_mail.html", context, status=form.status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def player_mails(request: HttpRequest) -> HttpResponse:
    """Show and set which e-mails the player gets, and in which language."""
    identity = visitor_of(request).player
    require(identity is not None)
    assert identity is not None
    assert identity.player_id is not None
    preferences = preferences_of(identity.player_id)
    form = PreferencesForm(
        posted(request),
        available=PLAYER_KINDS,
        off=preferences.off,
        initial={"language": preferences.language},
    )
    if form.is_valid():
        set_player_mail(player_id=identity.player_id, **form.values)
        messages.success(request, _("Saved."))
        return redirect("notices:own")
    context = {
        "terms": tournament_terms(identity.slug),
        "identity": identity,
        "preferences": preferences,
        "form": form,
        "sends": settings.SHINPAN_EMAIL,
    }
    return _render(request, "notices/own.html", context, status=form.status)


@csrf_exempt
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show which e-mails somebody gets, and switch kinds off; the signed token is enough.

    A GET changes nothing, because mail programs and scanners open links by themselves. Mail
    programs that know RFC 8058 send the POST of their own button here, without a cookie: it
    switches off the kind of that e-mail.
    """
    try:
        recipient = open_unsubscribe(token)
        available = PLAYER_KINDS if recipient.player_id is not None else STAFF_KINDS
        form = SwitchForm(posted(request), available=available, off=switched_off(recipient))
        if form.is_valid():
            chosen = form.values["off"] if form.cleaned_data["choose"] else None
            switch_off(recipient=recipient, kinds=chosen)
            form = SwitchForm(available=available, off=switched_off(recipient))
    except (LinkInvalid, NotFound):
        return without_referrer(_render(request, "notices/switch_invalid.html", {}, status=404))
    context = {
        "form": form,
        "kind": MailKind(recipient.kind),
        "sent": recipient.kind in form.initial["kinds"],
        "listed": recipient.kind in available,
        "saved": request.method == "POST" and form.status == 200,
        "from_post": request.method == "POST",
    }
    return without_referrer(_render(request, "notices/switch.html", context, status=form.status))


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def enter_by_pass(request: HttpRequest, token: str) -> HttpResponse:
    """Say whom the pass signs in; a press on the button does it.

    An e-mail about a case or a question leads on to it. One about a game leads there; if it is
    about a report it names that: if there is another one by then, the game's page says so.
    """
    return sign_in_page(request, lambda: open_pass(token), then=_about(request))


def _about(request: HttpRequest) -> str:
    """Return the address of what an e-mail is about, or "" for the player's own page."""
    form = AboutForm(request.GET)
    if not form.is_valid():
        return ""
    about = form.cleaned_data
    if about["case"]:
        return reverse("adjudication:own_case", args=[about["case"]])
    if about["appeal"] and about["tournament"]:
        return reverse("adjudication:appeal", args=[about["tournament"], about["appeal"]])
    if about["question"]:
        return reverse("adjudication:question", args=[about["question"]])
    if about["game"]:
        page = reverse("adjudication:game", args=[about["game"]])
        return f"{page}?{urlencode({'shown': about['shown']})}" if about["shown"] else page
    return ""


def _render(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, template, {**frame(request), **context}, status=status)
