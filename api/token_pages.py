"""Tokens for programs: the owner of a tournament issues them by role, a player for himself."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from api.models import Scope
from api.selectors.tokens import TokenView, player_tokens, staff_tokens
from api.services.tokens import (
    DEFAULT_DAYS,
    SCOPES_OF,
    SECRET_BYTES,
    issue_player_token,
    issue_staff_token,
    revoke_token,
    text_of,
)
from tournament.common.setup_fields import Choice
from tournament.errors import UserError
from tournament.models import Role
from tournament.staff.access import frame, personal, require, visitor_of
from tournament.staff.guards import owned
from tournament.staff.once import (
    derived,
    form_key,
    keep_for_page,
    left,
    once_with_secret,
    shown_here,
)
from tournament.staff.selectors.identity import Identity
from tournament.staff.views.staff import roles
from tournament.tournaments.selectors.public import TournamentTerms

DAYS = (30, 90, DEFAULT_DAYS, 2 * DEFAULT_DAYS)
BLANK: dict[str, Any] = {"days": str(DEFAULT_DAYS), "scopes": [Scope.READ.value]}
OWN_BLANK: dict[str, Any] = {"days": str(DEFAULT_DAYS), "label": ""}
NAMES = {scope.value: scope.label for scope in Scope}


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tokens of the staff and issue one; a page of its own shows it."""
    terms = owned(request, slug)
    if request.method != "POST":
        return _page(request, terms, BLANK, {})
    typed = _typed(request)
    role = typed["role"]
    errors = {}
    if role not in SCOPES_OF or role == Role.PLAYER:
        errors["role"] = _("Choose the role that the program has.")
    else:
        may = {scope.value for scope in SCOPES_OF[role]}
        wanted = [scope for scope in typed["scopes"] if scope in may]
        try:
            issue_staff_token(
                tournament_id=terms.id,
                role=role,
                label=typed["label"],
                scopes=wanted,
                days=_days(typed["days"]),
                secret=_secret(request),
            )
            keep_for_page(request, name=typed["label"])
            return redirect("tournament:token_issued", slug)
        except UserError as error:
            errors[error.field or "label"] = str(error.text)
    return _page(request, terms, typed, errors, status=400)


@personal
@require_safe
def issued(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a new token above the list, until this page is left."""
    terms = owned(request, slug)
    shown = shown_here(request)
    if shown is None:
        return left(request, "tournament:tokens", slug)
    return _page(request, terms, BLANK, {}, issued=text_of(shown.derived(SECRET_BYTES)))


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    """Ask, then revoke a token of the staff."""
    terms = owned(request, slug)
    token = _one(staff_tokens(terms.id), token_id)
    if request.method == "POST":
        _revoke(request, token)
        return redirect("tournament:tokens", slug)
    context = {"terms": terms, "token": token}
    return render(request, "staff/token_revoke.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def own_tokens(request: HttpRequest) -> HttpResponse:
    """List a player's own tokens and make one; a page of its own shows it."""
    identity = _player(request)
    if request.method != "POST":
        return _own_page(request, identity, OWN_BLANK, {})
    typed = _typed(request)
    try:
        issue_player_token(
            link_id=identity.link_id,
            label=typed["label"],
            days=_days(typed["days"]),
            secret=_secret(request),
        )
    except UserError as error:
        errors = {error.field or "label": str(error.text)}
        return _own_page(request, identity, typed, errors, status=400)
    keep_for_page(request, name=typed["label"])
    return redirect("tournament:own_token_issued")


@personal
@require_safe
def own_issued(request: HttpRequest) -> HttpResponse:
    """Show a player's new token above the list, until this page is left."""
    identity = _player(request)
    shown = shown_here(request)
    if shown is None:
        return left(request, "tournament:own_tokens")
    text = text_of(shown.derived(SECRET_BYTES))
    return _own_page(request, identity, OWN_BLANK, {}, issued=text)


def _own_page(
    request: HttpRequest,
    identity: Identity,
    typed: Mapping[str, Any],
    errors: Mapping[str, str],
    *,
    status: int = 200,
    issued: str = "",
) -> HttpResponse:
    context = {
        "identity": identity,
        "tokens": player_tokens(identity.player_id or 0),
        "typed": typed,
        "errors": errors,
        "days": _day_choices(),
        "issued": issued,
        "from_post": request.method == "POST",
    }
    return render(
        request, "public/player/tokens.html", {**frame(request), **context}, status=status
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke_own(request: HttpRequest, token_id: int) -> HttpResponse:
    """Ask, then revoke one of a player's own tokens."""
    identity = _player(request)
    token = _one(player_tokens(identity.player_id or 0), token_id)
    if request.method == "POST":
        _revoke(request, token)
        return redirect("tournament:own_tokens")
    context = {"identity": identity, "token": token}
    return render(request, "public/player/token_revoke.html", {**frame(request), **context})


def _secret(request: HttpRequest) -> bytes:
    """Return the secret of the token that a form makes, the same for the same form."""
    return derived(form_key(request), SECRET_BYTES)


def _player(request: HttpRequest) -> Identity:
    identity = visitor_of(request).player
    require(identity is not None)
    assert identity is not None
    return identity


def _one(found: tuple[TokenView, ...], token_id: int) -> TokenView:
    token = next((one for one in found if one.id == token_id), None)
    if token is None:
        raise Http404
    return token


def _revoke(request: HttpRequest, token: TokenView) -> None:
    revoke_token(token_id=token.id)
    text = _("The token “%(name)s” (%(hint)s…) no longer works.")
    messages.success(request, text % {"name": token.label, "hint": token.hint})


def _typed(request: HttpRequest) -> dict[str, Any]:
    told: dict[str, Any] = {
        name: request.POST.get(name, "").strip() for name in ("role", "label", "days")
    }
    told["scopes"] = request.POST.getlist("scope")
    return told


def _days(text: str) -> int:
    """Return how long a token works; 0, which is refused, for what was not offered."""
    return int(text) if text in {str(days) for days in DAYS} else 0


def _day_choices() -> list[Choice]:
    return [
        Choice(str(days), ngettext("%(count)d day", "%(count)d days", days) % {"count": days}, "")
        for days in DAYS
    ]


def _page(
    request: HttpRequest,
    terms: TournamentTerms,
    typed: Mapping[str, Any],
    errors: Mapping[str, str],
    *,
    status: int = 200,
    issued: str = "",
) -> HttpResponse:
    context = {
        "terms": terms,
        "tokens": [
            (token, Role(token.role).label, [NAMES[scope] for scope in token.scopes])
            for token in staff_tokens(terms.id)
        ],
        "roles": roles(),
        "scopes": [Choice(scope.value, str(scope.label), "") for scope in SCOPES_OF[Role.DIRECTOR]],
        "days": _day_choices(),
        "typed": typed,
        "errors": errors,
        "issued": issued,
        "from_post": request.method == "POST",
    }
    return render(request, "staff/tokens.html", {**frame(request), **context}, status=status)
