"""Which mails a tournament sends, the addresses of its staff, and addresses that take none."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from notices.models import PLAYER_KINDS, STAFF_KINDS, MailKind
from notices.selectors.mails import (
    Rules,
    StaffLine,
    broken_addresses,
    mail_counts,
    rules_of,
    staff_line,
    staff_lines,
)
from notices.services.switches import set_mail_rules, set_staff_mail
from notices.web.choices import kind_options, kinds_off, language_options
from tournament.errors import UserError
from tournament.selectors.public import TournamentTerms
from tournament.web.access import frame, personal
from tournament.web.guards import owned


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def mails(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and set which mails the tournament sends."""
    terms = owned(request, slug)
    if request.method != "POST":
        rules = rules_of(terms.id)
        return _page(request, terms, rules, str(rules.remind_hours), {})
    hours = request.POST.get("remind_hours", "").strip()
    rules = Rules(
        enabled="enabled" in request.POST,
        off=tuple(kinds_off(MailKind, request.POST.getlist("kinds"))),
        language=request.POST.get("language", ""),
    )
    try:
        set_mail_rules(
            tournament_id=terms.id,
            enabled=rules.enabled,
            off=rules.off,
            language=rules.language,
            remind_hours=int(hours) if hours.isascii() and hours.isdigit() else -1,
        )
    except (UserError, ValueError) as error:
        field = getattr(error, "field", None) or "remind_hours"
        text = str(getattr(error, "text", _("Write a number of hours.")))
        return _page(request, terms, rules, hours, {field: text}, status=400)
    messages.success(request, _("Saved."))
    return redirect("notices:mails", slug)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Show and set the address of somebody of the staff, and what he gets."""
    terms = owned(request, slug)
    line = staff_line(terms.id, link_id)
    if line is None:
        raise Http404
    if request.method != "POST":
        return _staff_page(request, terms, line, line.email, line.off, line.language, {})
    email, language = request.POST.get("email", ""), request.POST.get("language", "")
    off = tuple(kinds_off(STAFF_KINDS, request.POST.getlist("kinds")))
    try:
        set_staff_mail(
            tournament_id=terms.id, link_id=line.link_id, email=email, off=off, language=language
        )
    except UserError as error:
        errors = {error.field or "email": str(error.text)}
        return _staff_page(request, terms, line, email, off, language, errors, status=400)
    messages.success(request, _("Saved."))
    return redirect("notices:mails", slug)


def _page(
    request: HttpRequest,
    terms: TournamentTerms,
    rules: Rules,
    hours: str,
    errors: dict[str, str],
    status: int = 200,
) -> HttpResponse:
    context = {
        "terms": terms,
        "rules": rules,
        "hours": hours,
        "player_kinds": kind_options(PLAYER_KINDS, rules.off),
        "staff_kinds": kind_options(STAFF_KINDS, rules.off),
        "languages": language_options(rules.language, usual=_("as the installation")),
        "staff": staff_lines(terms.id),
        "broken": broken_addresses(terms.id),
        "counts": mail_counts(terms.id),
        "sends": settings.SHINPAN_EMAIL,
        "errors": errors,
        "from_post": request.method == "POST",
    }
    return render(request, "notices/mails.html", {**frame(request), **context}, status=status)


def _staff_page(
    request: HttpRequest,
    terms: TournamentTerms,
    line: StaffLine,
    email: str,
    off: tuple[str, ...],
    language: str,
    errors: dict[str, str],
    status: int = 200,
) -> HttpResponse:
    context = {
        "terms": terms,
        "line": line,
        "email": email,
        "kinds": kind_options(STAFF_KINDS, off),
        "languages": language_options(language),
        "errors": errors,
        "from_post": request.method == "POST",
    }
    page = "notices/staff_mail.html"
    return render(request, page, {**frame(request), **context}, status=status)
