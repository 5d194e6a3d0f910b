"""A whole tournament from a file of another program: who brings it owns it."""

from zipfile import is_zipfile

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from language.messages import message_from
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.exchange.forms import TournamentFileForm
from tournament.exchange.services import take_over
from tournament.formats.errors import FormatError
from tournament.formats.recognise import Format, read_any, recognise
from tournament.settings.views.founding import (
    act_as_founder,
    entered_as_owner,
    secret_of,
    sent_to_operator,
)
from tournament.spoken import file_error, spoken
from tournament.staff.access import frame, keep_session, personal
from tournament.staff.once import keep_for_page, left, once_with_secret, shown_here
from tournament.state.event import Event

MOST_NOTES = 20
AN_ARCHIVE = "an_archive"
"""The code of a refusal that leads to where archives are restored."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def new_from_file(request: HttpRequest) -> HttpResponse:
    """Ask for the file, take the tournament over and lead to its owner's link."""
    elsewhere = sent_to_operator(request)
    if elsewhere is not None:
        return elsewhere
    keep_session(request)
    form = TournamentFileForm(posted(request), request.FILES or None)
    if form.is_valid():
        act_as_founder(request)
        try:
            event = _event(form.cleaned_data["file"])
            founded = take_over(
                event=event,
                rules="" if event.details.rules else form.cleaned_data["rules"],
                secret=secret_of(request),
            )
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(
                request,
                name=founded.name,
                players=len(event.state.players),
                games=len(event.state.games),
                notes=[note.as_json() for note in event.notes[:MOST_NOTES]],
            )
            return redirect("tournament:taken_over")
    context = {
        "form": form,
        "archive": form.has_error("file", AN_ARCHIVE),
        "from_post": request.method == "POST",
    }
    return render(
        request, "exchange/new_from_file.html", {**frame(request), **context}, status=form.status
    )


def _event(upload: UploadedFile) -> Event:
    """Return the tournament of a file. Raises UserError that names line and field."""
    if is_zipfile(upload):
        raise UserError(
            AN_ARCHIVE,
            field="file",
            text=_("This looks like an archive of Shinpan: it is restored, not taken over."),
        )
    upload.seek(0)
    data: bytes = upload.read()
    try:
        if recognise(data, upload.name or "") is Format.CSV:
            raise UserError(
                "players_only",
                field="file",
                text=_(
                    "This is a list of players and no tournament: create a tournament, then "
                    "enter the list there."
                ),
            )
        return read_any(data, upload.name or "")
    except FormatError as error:
        raise file_error(error) from error


@personal
@require_safe
def taken_over(request: HttpRequest) -> HttpResponse:
    """Let in who brought the tournament and show the owner's link, until this page is left."""
    shown = shown_here(request)
    owner = entered_as_owner(request, shown)
    if shown is None or owner is None:
        return left(request, "tournament:home")
    notes = [spoken(message_from(note)) for note in shown.kept["notes"]]
    context = {**frame(request), **owner, **shown.kept, "notes": notes}
    return render(request, "exchange/taken_over.html", context)
