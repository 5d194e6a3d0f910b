"""A whole tournament from a file of another program: who brings it owns it."""

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.rules.presets import PRESETS
from tournament.errors import UserError
from tournament.formats.errors import FormatError
from tournament.formats.recognise import Format, read_any, recognise
from tournament.services.founding import Founded
from tournament.services.taking_over import take_over
from tournament.spoken import file_error
from tournament.state.event import Event
from tournament.web.access import frame, personal
from tournament.web.setup.founding import act_as_founder, entered_as_owner, sent_to_operator
from tournament.web.words import rules_title

MOST_NOTES = 20


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def new_from_file(request: HttpRequest) -> HttpResponse:
    """Ask for the file, take the tournament over and show its owner's link, this once."""
    elsewhere = sent_to_operator(request)
    if elsewhere is not None:
        return elsewhere
    rules, error = "", ""
    if request.method == "POST":
        rules = request.POST.get("rules", "")
        act_as_founder(request)
        try:
            event = _event(request.FILES.get("file"))
            founded = take_over(event=event, rules="" if event.details.rules else rules)
            return _created(request, founded, event)
        except UserError as refused:
            error = str(refused.text)
    context = {
        "error": error,
        "rules": rules,
        "presets": [(key, rules_title(key)) for key in sorted(PRESETS)],
        "from_post": request.method == "POST",
    }
    status = 400 if error else 200
    return render(
        request, "registration/new_from_file.html", {**frame(request), **context}, status=status
    )


def _event(upload: UploadedFile | None) -> Event:
    """Return the tournament of a file. Raises UserError that names line and field."""
    if upload is None:
        raise UserError("no_file", field="file", text=_("Choose a file."))
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


def _created(request: HttpRequest, founded: Founded, event: Event) -> HttpResponse:
    context = {
        **entered_as_owner(request, founded),
        "players": len(event.state.players),
        "games": len(event.state.games),
        "notes": event.notes[:MOST_NOTES],
        "language_next": reverse("tournament:director", args=[founded.slug]),
    }
    return render(request, "registration/taken_over.html", {**frame(request), **context})
