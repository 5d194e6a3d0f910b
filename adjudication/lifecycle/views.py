"""Pages of a tournament's life cycle: who sees it, its duplicate, its archive, its end."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.lifecycle.duplicating import duplicate_tournament
from adjudication.lifecycle.forms import UNDELETE, DeleteForm, DuplicateForm, MoveForm
from adjudication.lifecycle.services import (
    KEPT,
    change_status,
    delete_tournament,
    undelete_tournament,
)
from tournament.common.forms import posted
from tournament.common.responses import download
from tournament.errors import UserError
from tournament.models import Deletion, Status
from tournament.settings.views.new import act_as_creator, redirect_to_operator, secret_of
from tournament.staff.form_keys import idempotent_with_secret, keep_for_page
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, keep_session, personal
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class StatusButton:
    """A button: the status that it gives the tournament, its label and its meaning."""

    to: str
    word: str
    means: str


@dataclass(frozen=True, slots=True)
class StatusCard:
    """Who sees the tournament now, and which steps are possible."""

    word: str
    tone: str
    means: str
    steps: tuple[StatusButton, ...]


def status_card(terms: TournamentTerms) -> StatusCard:
    """Return what the page says about a tournament that is not deleted."""
    publish = StatusButton(
        Status.PUBLIC, _("Publish"), _("Everybody sees it, and it is in the lists.")
    )
    own = _("Only you, your staff and your players see it; it is in no list.")
    hide = StatusButton(Status.DRAFT, _("Hide"), own)
    archive = StatusButton(
        Status.ARCHIVED, _("Archive"), _("It stays readable among the past ones and cannot change.")
    )
    back = StatusButton(
        Status.PUBLIC, _("Take it out of the archive"), _("Then it can be opened again to correct.")
    )
    if terms.status == Status.DRAFT:
        return StatusCard(pgettext("tournament", "hidden"), "warn", own, (publish,))
    if terms.status == Status.ARCHIVED:
        means = _("Everybody can read it among the past tournaments; nothing of it changes.")
        return StatusCard(pgettext("tournament", "archived"), "", means, (back,))
    steps = (hide, archive) if terms.closed else (hide,)
    return StatusCard(pgettext("tournament", "public"), "good", publish.means, steps)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def lifecycle(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who sees the tournament, and take the chosen step."""
    terms = require_owner(request, slug)
    form = MoveForm(posted(request))
    if form.is_valid():
        to = form.cleaned_data["to"]
        try:
            if to == UNDELETE:
                undelete_tournament(tournament_id=terms.id)
            else:
                change_status(tournament_id=terms.id, to=Status(to))
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, _told(to))
        back = form.cleaned_data["back"]
        if url_has_allowed_host_and_scheme(back, allowed_hosts=None):
            return redirect(back)
        return redirect("tournament:lifecycle", slug)
    if terms.status == Status.DELETED:
        return _deleted_page(request, terms)
    context = {"terms": terms, "standing": status_card(terms)}
    return render(request, "lifecycle/life.html", {**frame(request), **context}, status=form.status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def duplicate(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a name and a day, duplicate the tournament, and redirect to the new owner's link."""
    terms = require_owner(request, slug)
    elsewhere = redirect_to_operator(request)
    if elsewhere is not None:
        return elsewhere
    keep_session(request)
    form = DuplicateForm(posted(request), initial={"name": terms.name})
    if form.is_valid():
        act_as_creator(request)
        try:
            created = duplicate_tournament(
                tournament_id=terms.id, wanted=form.wanted, secret=secret_of(request)
            )
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(request, name=created.name, hidden=form.wanted.hidden)
            return redirect("tournament:created")
    context = {"terms": terms, "form": form}
    return render(
        request, "lifecycle/duplicate.html", {**frame(request), **context}, status=form.status
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the name, then hide the tournament from everybody and keep it for a month."""
    terms = require_owner(request, slug)
    if terms.status == Status.DELETED:
        return redirect("tournament:lifecycle", slug)
    form = DeleteForm(posted(request))
    if form.is_valid():
        try:
            delete_tournament(tournament_id=terms.id, name=form.cleaned_data["name"])
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The tournament is deleted. Nobody else sees it any more."))
            return redirect("tournament:lifecycle", slug)
    context = {"terms": terms, "form": form, "days": KEPT.days}
    return render(
        request, "lifecycle/delete.html", {**frame(request), **context}, status=form.status
    )


@personal
@require_safe
def kept_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the archive of a deleted tournament."""
    terms = require_owner(request, slug)
    kept = Deletion.objects.filter(tournament=terms.id).first()
    if kept is None:
        raise Http404
    return download(bytes(kept.archive), f"{terms.slug}-archive.zip", "application/zip")


def _deleted_page(request: HttpRequest, terms: TournamentTerms) -> HttpResponse:
    deletion = Deletion.objects.defer("archive").get(tournament=terms.id)
    context = {"terms": terms, "deletion": deletion, "until": deletion.deleted_at + KEPT}
    return render(request, "lifecycle/deleted.html", {**frame(request), **context})


def _told(to: str) -> str:
    return {
        Status.PUBLIC: _("Everybody sees the tournament now."),
        Status.DRAFT: _("The tournament is hidden now."),
        Status.ARCHIVED: _("The tournament is archived."),
        UNDELETE: _("The tournament is back as it was."),
    }[to]
