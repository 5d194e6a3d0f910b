"""Private links of staff and players: listing, making, showing once, revoking."""

from operator import attrgetter
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from tournament.common.addresses import code_of, link_address
from tournament.common.forms import posted
from tournament.common.tables import Column, Table
from tournament.errors import UserError
from tournament.formats.folding import folded
from tournament.games.selectors import PlayerName
from tournament.models import Role
from tournament.staff.form_keys import (
    derived_secret,
    form_key,
    idempotent_with_secret,
    keep_for_page,
    secret_gone_response,
    secret_to_show,
)
from tournament.staff.forms import InviteForm
from tournament.staff.permissions import require_director, require_owner
from tournament.staff.selectors import (
    STRENGTH,
    LinkOwner,
    email_of,
    link_owner,
    player_links,
    player_of,
    staff_link,
    staff_links,
)
from tournament.staff.services import (
    SECRET_BYTES,
    issue_link,
    open_link,
    reissue_link,
    revoke_link,
    token_of,
)
from tournament.staff.visitors import frame, personal, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms


def mail_of(tournament: str, role: str, address: str, *, to: str = "") -> str:
    """Return the ``mailto:`` URL of a mail with a link for some role, to whom if known."""
    subject = _("%(tournament)s: your link as %(role)s") % {
        "tournament": tournament,
        "role": Role(role).label.lower(),
    }
    body = _(
        "This link gives you access to the tournament “%(tournament)s” on your phone or "
        "computer, without a password:\n\n%(address)s\n\n"
        "Keep it to yourself: anybody who has it can act in your name."
    ) % {"tournament": tournament, "address": address}
    return f"mailto:{quote(to, safe='@')}?subject={quote(subject)}&body={quote(body)}"


def new_link(
    request: HttpRequest, token: str, *, tournament: str, role: str, to: str = ""
) -> dict[str, Any]:
    """Return URL, QR code and mail of a link for some role, with the mail's recipient if known."""
    address = link_address(request, token)
    return {
        "address": address,
        "code": code_of(address),
        "mail": mail_of(tournament, role, address, to=to),
    }


STAFF = (
    Column(
        "name", gettext_lazy("For whom"), lambda link: folded(link.label or str(link.role_label))
    ),
    Column("role", gettext_lazy("Role"), lambda link: STRENGTH.index(Role(link.role))),
    Column("since", gettext_lazy("Since"), attrgetter("created_at"), descending=True),
    Column("last", gettext_lazy("Last change"), attrgetter("last"), descending=True),
)
"""The columns of the staff list."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """List the staff and invite somebody; a separate page shows the new link."""
    terms = require_owner(request, slug)
    form = InviteForm(posted(request))
    if form.is_valid():
        try:
            token = issue_link(
                tournament_id=terms.id,
                secret=derived_secret(form_key(request), SECRET_BYTES),
                **form.cleaned_data,
            )
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(request, name=form.cleaned_data["label"])
            return redirect("tournament:staff_issued", slug, open_link(token).link_id)
    table = Table("staff", STAFF, request.GET)
    context = {
        "terms": terms,
        "table": table,
        "staff": table.sorted(staff_links(terms.id)),
        "own": [known.link_id for known in visitor_of(request).identities],
        "form": form,
        "from_post": request.method == "POST",
    }
    return render(request, "staff/staff.html", {**frame(request), **context}, status=form.status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke_staff_link(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Ask, then revoke a link of the staff."""
    terms = require_owner(request, slug)
    link = staff_link(terms.id, link_id)
    if link is None:
        raise Http404
    own = link.id in [known.link_id for known in visitor_of(request).identities]
    if request.method == "POST":
        try:
            revoke_link(link_id=link.id)
        except UserError as error:
            messages.error(request, str(error.text))
            return redirect("tournament:staff", slug)
        name = link.label or link.role_label
        messages.success(request, _("The link of %(name)s no longer works.") % {"name": name})
        return redirect("tournament:home" if own else "tournament:staff", *([] if own else [slug]))
    context = {"terms": terms, "link": link, "own": own}
    return render(request, "staff/staff_revoke.html", {**frame(request), **context})


@personal
@require_safe
def staff_link_issued(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Show a new link of the staff until the visitor leaves this page."""
    terms = require_owner(request, slug)
    link, shown = staff_link(terms.id, link_id), secret_to_show(request)
    if link is None:
        raise Http404
    if shown is None:
        return secret_gone_response(request, "tournament:staff", slug)
    token = token_of(shown.derive(SECRET_BYTES)).text
    context = {
        "terms": terms,
        "role": link.role_label,
        "label": link.label,
        **new_link(request, token, tournament=terms.name, role=link.role),
    }
    return render(request, "staff/staff_issued.html", {**frame(request), **context})


@personal
@require_safe
def player_links_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players with the state of their links."""
    terms = require_director(request, slug)
    context = {"terms": terms, "players": player_links(terms.id)}
    return render(request, "staff/links.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def issue_player_link(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask, then revoke a player's links and make a new one, which a separate page shows."""
    terms = require_director(request, slug)
    player = player_of(tournament_id=terms.id, player_id=player_id)
    if player is None:
        raise Http404
    if request.method != "POST":
        context = {"terms": terms, "player": player}
        return render(request, "staff/link_reissue.html", {**frame(request), **context})
    secret = derived_secret(form_key(request), SECRET_BYTES)
    token = reissue_link(tournament_id=terms.id, player_id=player.id, secret=secret)
    keep_for_page(request, name=player.distinct_name)
    return redirect("tournament:link_issued", slug, open_link(token).link_id)


@personal
@require_safe
def player_link_issued(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Show a player's new link until the visitor leaves this page."""
    terms = require_director(request, slug)
    (_owner, player), shown = _link_of_player(terms, link_id), secret_to_show(request)
    if shown is None:
        return secret_gone_response(request, "tournament:links", slug)
    token = token_of(shown.derive(SECRET_BYTES)).text
    to = email_of(player.id)
    context = {
        "terms": terms,
        "player": player,
        **new_link(request, token, tournament=terms.name, role=Role.PLAYER, to=to),
    }
    return render(request, "staff/link_issued.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke_player_link(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Ask, then revoke a player's link."""
    terms = require_director(request, slug)
    owner, player = _link_of_player(terms, link_id)
    if request.method == "POST":
        revoke_link(link_id=owner.id)
        messages.success(
            request, _("The link of %(name)s no longer works.") % {"name": player.distinct_name}
        )
        return redirect("tournament:links", slug)
    context = {"terms": terms, "owner": owner, "player": player}
    return render(request, "staff/link_revoke.html", {**frame(request), **context})


def _link_of_player(terms: TournamentTerms, link_id: int) -> tuple[LinkOwner, PlayerName]:
    owner = link_owner(link_id)
    if owner is None or owner.tournament_id != terms.id or owner.player is None:
        raise Http404
    return owner, owner.player
