"""Tokens for programs: the owner of a tournament issues them by role, a player for themselves."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from api.forms import OwnTokenForm, TokenForm
from api.models import Scope
from api.selectors.tokens import TokenView, player_tokens, staff_tokens
from api.services.tokens import (
    SECRET_BYTES,
    issue_player_token,
    issue_staff_token,
    revoke_token,
    text_of,
)
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.models import Role
from tournament.staff.form_keys import (
    derived_secret,
    form_key,
    idempotent_with_secret,
    keep_for_page,
    secret_gone_response,
    secret_to_show,
)
from tournament.staff.permissions import require_owner
from tournament.staff.selectors import Identity
from tournament.staff.visitors import frame, personal, require, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tokens of the staff and issue one; a page of its own shows it."""
    terms = require_owner(request, slug)
    form = TokenForm(posted(request))
    if form.is_valid():
        try:
            issue_staff_token(tournament_id=terms.id, secret=_secret(request), **form.cleaned_data)
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(request, name=form.cleaned_data["label"])
            return redirect("tournament:token_issued", slug)
    return _page(request, terms, form)


@personal
@require_safe
def issued(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a new token above the list, until this page is left."""
    terms = require_owner(request, slug)
    shown = secret_to_show(request)
    if shown is None:
        return secret_gone_response(request, "tournament:tokens", slug)
    return _page(request, terms, TokenForm(), issued=text_of(shown.derive(SECRET_BYTES)))


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    """Ask, then revoke a token of the staff."""
    terms = require_owner(request, slug)
    token = _token(staff_tokens(terms.id), token_id)
    if request.method == "POST":
        _revoke(request, token)
        return redirect("tournament:tokens", slug)
    context = {"terms": terms, "token": token}
    return render(request, "staff/token_revoke.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def own_tokens(request: HttpRequest) -> HttpResponse:
    """List a player's own tokens and make one; a page of its own shows it."""
    identity = _player(request)
    form = OwnTokenForm(posted(request))
    if form.is_valid():
        try:
            issue_player_token(
                link_id=identity.link_id, secret=_secret(request), **form.cleaned_data
            )
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(request, name=form.cleaned_data["label"])
            return redirect("tournament:own_token_issued")
    return _own_page(request, identity, form)


@personal
@require_safe
def own_issued(request: HttpRequest) -> HttpResponse:
    """Show a player's new token above the list, until this page is left."""
    identity = _player(request)
    shown = secret_to_show(request)
    if shown is None:
        return secret_gone_response(request, "tournament:own_tokens")
    text = text_of(shown.derive(SECRET_BYTES))
    return _own_page(request, identity, OwnTokenForm(), issued=text)


def _own_page(
    request: HttpRequest, identity: Identity, form: OwnTokenForm, *, issued: str = ""
) -> HttpResponse:
    context = {
        "identity": identity,
        "tokens": player_tokens(identity.player_id or 0),
        "form": form,
        "issued": issued,
        "from_post": request.method == "POST",
    }
    return render(
        request, "public/player/tokens.html", {**frame(request), **context}, status=form.status
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke_own(request: HttpRequest, token_id: int) -> HttpResponse:
    """Ask, then revoke one of a player's own tokens."""
    identity = _player(request)
    token = _token(player_tokens(identity.player_id or 0), token_id)
    if request.method == "POST":
        _revoke(request, token)
        return redirect("tournament:own_tokens")
    context = {"identity": identity, "token": token}
    return render(request, "public/player/token_revoke.html", {**frame(request), **context})


def _secret(request: HttpRequest) -> bytes:
    """Return the secret of the token that a form makes; the same form gives the same secret."""
    return derived_secret(form_key(request), SECRET_BYTES)


def _player(request: HttpRequest) -> Identity:
    identity = visitor_of(request).player
    require(identity is not None)
    assert identity is not None
    return identity


def _token(found: tuple[TokenView, ...], token_id: int) -> TokenView:
    token = next((token for token in found if token.id == token_id), None)
    if token is None:
        raise Http404
    return token


def _revoke(request: HttpRequest, token: TokenView) -> None:
    revoke_token(token_id=token.id)
    text = _("The token “%(name)s” (%(hint)s…) no longer works.")
    messages.success(request, text % {"name": token.label, "hint": token.hint})


def _page(
    request: HttpRequest, terms: TournamentTerms, form: TokenForm, *, issued: str = ""
) -> HttpResponse:
    context = {
        "terms": terms,
        "tokens": [
            (token, Role(token.role).label, [Scope(scope).label for scope in token.scopes])
            for token in staff_tokens(terms.id)
        ],
        "form": form,
        "issued": issued,
        "from_post": request.method == "POST",
    }
    return render(request, "staff/tokens.html", {**frame(request), **context}, status=form.status)
