"""Many players at once: pasted or from a file, looked at first, then entered."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.common.body_sizes import answers_unread
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.exchange.forms import ImportForm
from tournament.exchange.preview import TOO_LONG, Preview, preview_of
from tournament.formats.charset import decoded
from tournament.formats.errors import FormatError
from tournament.formats.players_csv import write_players_csv
from tournament.formats.recognise import Format, read_any, recognise
from tournament.players.selectors.players import players_grid
from tournament.players.services.players import KnownAlready, enter_players
from tournament.rounds.selectors.drafts import next_round_number
from tournament.spoken import file_error
from tournament.staff.access import frame, kept_for_back
from tournament.staff.guards import directed
from tournament.staff.once import once
from tournament.tournaments.selectors.public import TournamentTerms


@kept_for_back
def _unread(request: HttpRequest, _problem: Exception, slug: str) -> HttpResponse:
    """Answer a table that is too large to be read; the browser keeps it for going back."""
    terms = directed(request, slug)
    form = _form(terms, {})
    text = _("Go back: what you wrote is still there.")
    form.refuse(UserError("too_long", field="text", text=f"{TOO_LONG} {text}"))
    return _page(request, terms, form)


@answers_unread(_unread)
@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@once
def import_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at a list of players, and enter the good rows of it in one go."""
    terms = directed(request, slug)
    form = _form(terms, posted(request), request.FILES or None)
    notes: tuple[str, ...] = ()
    preview: Preview | None = None
    if form.is_valid():
        values = form.cleaned_data
        text, upload, late = values["text"], values["file"], {"from_round": values["from_round"]}
        told = {**late, "columns": values["columns"], "anyway": values["anyway"]}
        try:
            if upload is not None:
                text, notes = text_of(upload)
                form.show_text(text)
            preview = preview_of(terms.id, text, **(told if upload is None else late))
            if values["enter"] and upload is None:
                _enter(request, terms, preview)
                return redirect("tournament:players", terms.slug)
        except KnownAlready as error:
            form.refuse(error)
            preview = preview_of(terms.id, text, **told)
        except UserError as error:
            form.refuse(error)
    return _page(request, terms, form, notes=notes, preview=preview)


def _form(terms: TournamentTerms, data: Any, files: Any = None) -> ImportForm:
    return ImportForm(
        data,
        files,
        rounds=players_grid(terms.id).choices,
        next_round=next_round_number(terms.id),
    )


def _page(
    request: HttpRequest, terms: TournamentTerms, form: ImportForm, **more: Any
) -> HttpResponse:
    context = {**frame(request), **more, "terms": terms, "form": form}
    return render(request, "exchange/import_players.html", context, status=form.status)


def text_of(upload: UploadedFile) -> tuple[str, tuple[str, ...]]:
    """Return an uploaded file of players as text, and what is to be said about it.

    Of a tournament's file the players are taken, written as such a list. Raises UserError.
    """
    data: bytes = upload.read()
    name = upload.name or ""
    try:
        if recognise(data, name) is Format.CSV:
            text, charset = decoded(data)
            notes: tuple[str, ...] = ()
            if not charset.startswith("utf"):
                notes = (_("The file is not in UTF-8: look whether the accents are right."),)
        else:
            text, notes = _players_of_tournament(data, name)
    except FormatError as error:
        raise file_error(error) from error
    return text, notes


def _players_of_tournament(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    event = read_any(data, name)
    notes: tuple[str, ...] = ()
    if event.state.games:
        players = tuple(
            replace(player, absent=frozenset(), smms_correction=0) for player in event.state.players
        )
        state = replace(event.state, players=players, games=(), byes=())
        event = replace(event, state=state)
        notes = (
            _(
                "The file holds a tournament that was played: its players are taken, and nothing "
                "of its rounds."
            ),
        )
    return decoded(write_players_csv(event).data)[0], notes


def _enter(request: HttpRequest, terms: TournamentTerms, preview: Preview) -> None:
    """Enter the rows that are good and chosen. Raises UserError."""
    newcomers = [row.newcomer for row in preview.chosen]
    if not newcomers:
        raise UserError(
            "nobody",
            field="text",
            text=_("There is nobody to enter: every row is bad or looks like somebody entered."),
        )
    knowingly = {place for place, row in enumerate(preview.chosen) if row.anyway}
    added = enter_players(tournament_id=terms.id, newcomers=newcomers, knowingly=knowingly)
    text = ngettext("%(count)d player is entered.", "%(count)d players are entered.", len(added))
    messages.success(request, text % {"count": len(added)})
    left = len(preview.bad) + len(preview.rows) - len(added)
    if left:
        text = ngettext("%(count)d row was left out.", "%(count)d rows were left out.", left)
        messages.warning(request, text % {"count": left})
