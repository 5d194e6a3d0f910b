"""Pages of files: exports, a list of players, a whole tournament."""

from dataclasses import replace
from typing import Any
from zipfile import is_zipfile

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from language.messages import message_from
from tournament.audit.selectors.trail import head_of
from tournament.common.addresses import absolute_url
from tournament.common.body_sizes import handles_unread_form
from tournament.common.forms import posted
from tournament.common.rate_limit import too_many
from tournament.common.responses import download
from tournament.errors import UserError
from tournament.exchange.forms import FileToVerifyForm, ImportForm, TournamentFileForm
from tournament.exchange.gaps import faults_of, gaps_of, open_games, reported_games
from tournament.exchange.preview import ImportPreview, preview_of, too_long
from tournament.exchange.selectors import RESULT_LISTS as LISTS
from tournament.exchange.selectors import entrants_of, export, target_list, unsettled_games
from tournament.exchange.selectors import exports as written_all
from tournament.exchange.services import import_with_owner
from tournament.exchange.verification import (
    PLACES_SECONDS,
    RecordReport,
    VerificationReport,
    clock,
    report_of,
)
from tournament.formats.charset import decode_text
from tournament.formats.errors import FormatError
from tournament.formats.importing import event_to_import
from tournament.formats.players_csv import write_players_csv
from tournament.formats.recognise import Format, recognise_file
from tournament.formats.writers import WRITERS
from tournament.players.selectors.players import players_grid
from tournament.players.services.players import PossibleDuplicate, enter_players
from tournament.rounds.selectors.drafts import next_round_number
from tournament.settings.views.new import (
    act_as_creator,
    enter_as_owner,
    redirect_to_operator,
    secret_of,
)
from tournament.spoken import file_error, shorten_list, translated
from tournament.staff.form_keys import (
    FIELD,
    idempotent,
    idempotent_with_secret,
    keep_for_page,
    secret_gone_response,
    secret_to_show,
)
from tournament.staff.permissions import require_director
from tournament.staff.visitors import (
    cached_for_back_button,
    frame,
    keep_session,
    personal,
    rights_in,
    visitor_of,
)
from tournament.state.event import Event
from tournament.tournaments.selectors.public import TournamentTerms


def titles() -> dict[Format, tuple[str, str]]:
    """Return each format's name and purpose."""
    return {
        Format.H9: (_("EGF result file (H9)"), _("For the European rating list.")),
        Format.TOU: (_("FFG result file (tou)"), _("For the French rating list.")),
        Format.AGA: (_("AGA report"), _("For the American rating list.")),
        Format.OPENGOTHA: ("OpenGotha XML", _("To continue the tournament in another program.")),
        Format.MACMAHON: ("MacMahon XML", _("To continue the tournament in MacMahon 3.9.")),
        Format.CSV: (_("Players as CSV"), _("For spreadsheets.")),
        Format.JSON: (
            "JSON",
            _(
                "Players, rounds, and the settings of pairing and standings, for scripts and for "
                "this program. Everything is in the archive alone."
            ),
        ),
    }


_CONTINUED = frozenset({Format.OPENGOTHA, Format.MACMAHON})
"""The formats with which another program can continue a tournament."""


@personal
@require_safe
def exports(request: HttpRequest, slug: str) -> HttpResponse:
    """List the formats by purpose, each with what it cannot carry of this tournament."""
    terms = require_director(request, slug)
    written = written_all(terms.id)
    owns = rights_in(visitor_of(request), terms.id).owns
    entrants = entrants_of(terms.id)
    gaps = gaps_of(terms, entrants, owns=owns)
    unsettled = unsettled_games(terms.id, entrants)
    games, claimed = open_games(unsettled), reported_games(unsettled)
    files = {
        kind: {
            "kind": kind.value,
            "title": title,
            "purpose": purpose,
            "gaps": gaps.get(kind, ()),
            "faults": [
                *(games if kind in LISTS else ()),
                *faults_of(terms, kind, written[kind].data, entrants, owns=owns),
            ],
            "lost": [
                *([claimed] if claimed and kind in _CONTINUED else ()),
                *(translated(sentence) for sentence in written[kind].lost),
            ],
        }
        for kind, (title, purpose) in titles().items()
    }
    own = target_list(terms)
    lists = [files[own], *(files[one] for one in files if one in LISTS and one is not own)]
    context = {
        "terms": terms,
        "own": own.value,
        "groups": (
            ("lists", _("For the rating lists"), lists),
            (
                "programs",
                _("For other programs"),
                [files[one] for one in files if one not in LISTS],
            ),
        ),
        "head": head_of(terms.id),
    }
    return render(request, "exchange/exports.html", {**frame(request), **context})


@personal
@require_safe
def export_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Send the tournament as a file of one format."""
    terms = require_director(request, slug)
    chosen = {known.value: known for known in WRITERS}.get(kind)
    if chosen is None:
        raise Http404
    writer = WRITERS[chosen]
    written = export(terms.id, chosen, absolute_url(request, "/"))
    return download(written.data, f"{terms.slug}.{writer.extension}", writer.media_type)


@cached_for_back_button
def _unread(request: HttpRequest, _problem: Exception, slug: str) -> HttpResponse:
    """Answer a table that is too large to read; the browser keeps it for going back."""
    terms = require_director(request, slug)
    form = _import_form(terms, {})
    form.refuse(too_long(_("Go back: what you wrote is still there.")))
    return _import_page(request, terms, form)


@handles_unread_form(_unread)
@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def import_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview a list of players, and enter its good rows all at once."""
    terms = require_director(request, slug)
    form = _import_form(terms, posted(request), request.FILES or None)
    left = request.session.get(LEFT, {})
    if form.is_bound and left:
        del request.session[LEFT]
    elif left.get("tournament") == terms.id:
        form = _import_form(terms, QueryDict(left["sent"]))
    if not form.is_bound:
        form.fields["text"].widget.attrs["autofocus"] = True
    notes: tuple[str, ...] = ()
    preview: ImportPreview | None = None
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
                return _after_entering(request, terms, form, preview.left_text(text))
        except PossibleDuplicate as error:
            form.refuse(error)
            preview = preview_of(terms.id, text, **told)
        except UserError as error:
            form.refuse(error)
    return _import_page(request, terms, form, notes=notes, preview=preview)


LEFT = "players_left"
"""The session's key for the rows that were left out, kept until the next list is previewed, and
what was said of its columns."""


def _after_entering(
    request: HttpRequest, terms: TournamentTerms, form: ImportForm, left: str
) -> HttpResponse:
    """Redirect to the players, or back to the rows that were left out, each with the reason."""
    if not left:
        return redirect("tournament:players", terms.slug)
    data: Any = form.data
    sent = data.copy()
    sent["text"] = left
    for name in ("enter", "anyway", "csrfmiddlewaretoken", FIELD):
        sent.pop(name, None)
    request.session[LEFT] = {"tournament": terms.id, "sent": sent.urlencode()}
    return redirect("tournament:import_players", terms.slug)


def _import_form(terms: TournamentTerms, data: Any, files: Any = None) -> ImportForm:
    return ImportForm(
        data,
        files,
        rounds=players_grid(terms.id).choices,
        next_round=next_round_number(terms.id),
    )


def _import_page(
    request: HttpRequest, terms: TournamentTerms, form: ImportForm, **more: Any
) -> HttpResponse:
    context = {**frame(request), **more, "terms": terms, "form": form}
    return render(request, "exchange/import_players.html", context, status=form.status)


def text_of(upload: UploadedFile) -> tuple[str, tuple[str, ...]]:
    """Return an uploaded file of players as text, with remarks about it.

    From a tournament's file the players are taken, written as such a list. Raises UserError.
    """
    data: bytes = upload.read()
    name = upload.name or ""
    try:
        found = recognise_file(data, name)
        if found.format is Format.CSV:
            text, charset = decode_text(data)
            notes: tuple[str, ...] = ()
            if not charset.startswith("utf"):
                notes = (_("The file is not in UTF-8. Check the accents."),)
        else:
            text, notes = _players_of_tournament(found.event())
    except FormatError as error:
        raise file_error(error) from error
    return text, notes


def _players_of_tournament(event: Event) -> tuple[str, tuple[str, ...]]:
    notes: tuple[str, ...] = ()
    if event.state.games:
        players = tuple(
            replace(player, absent=frozenset(), smms_correction=0) for player in event.state.players
        )
        state = replace(event.state, players=players, games=(), byes=())
        event = replace(event, state=state)
        notes = (
            _(
                "The file contains a tournament that was played: only its players are imported, "
                "not its rounds."
            ),
        )
    return decode_text(write_players_csv(event).data)[0], notes


def _enter(request: HttpRequest, terms: TournamentTerms, preview: ImportPreview) -> None:
    """Enter the good and chosen rows. Raises UserError."""
    newcomers = [row.newcomer for row in preview.chosen]
    if not newcomers:
        raise UserError(
            "nobody",
            field="text",
            text=_(
                "There is nobody to enter: every row has errors or looks like somebody already "
                "entered."
            ),
        )
    knowingly = {place for place, row in enumerate(preview.chosen) if row.anyway}
    added = enter_players(tournament_id=terms.id, newcomers=newcomers, knowingly=knowingly)
    text = ngettext("%(count)d player is entered.", "%(count)d players are entered.", len(added))
    if preview.of_pairs:
        text = ngettext("%(count)d pair is entered.", "%(count)d pairs are entered.", len(added))
    messages.success(request, text % {"count": len(added)})
    if count := preview.left_out:
        text = ngettext(
            "%(count)d row was left out: %(rows)s. It is in the list below: correct it and check "
            "again.",
            "%(count)d rows were left out: %(rows)s. They are in the list below: correct them and "
            "check again.",
            count,
        )
        rows = shorten_list(
            [_left_row(line, cells) for line, cells in preview.left_rows], MOST_LEFT
        )
        messages.warning(request, text % {"count": count, "rows": rows})


MOST_LEFT = 12
"""How many rows that were left out are named; the others are counted."""


MOST_OF_ROW = 60
"""How many characters of each are shown: the message travels in a cookie."""


def _left_row(line: int, cells: str) -> str:
    told = Truncator(cells).chars(MOST_OF_ROW)
    return _("line %(line)d (%(cells)s)") % {"line": line, "cells": told}


MOST_NOTES = 20
AN_ARCHIVE = "an_archive"
"""The code of a refusal that links to where archives are restored."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def new_from_file(request: HttpRequest) -> HttpResponse:
    """Ask for the file, take the tournament over and redirect to its owner's link."""
    elsewhere = redirect_to_operator(request)
    if elsewhere is not None:
        return elsewhere
    keep_session(request)
    form = TournamentFileForm(posted(request), request.FILES or None)
    if form.is_valid():
        act_as_creator(request)
        try:
            event = _event(form.cleaned_data["file"])
            founded = import_with_owner(
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
            text=_("This looks like an archive of Shinpan. Restore it instead of importing it."),
        )
    upload.seek(0)
    data: bytes = upload.read()
    try:
        found = recognise_file(data, upload.name or "")
        if found.format is Format.CSV:
            raise UserError(
                "players_only",
                field="file",
                text=_(
                    "This is a list of players, not a tournament. Create a tournament, then enter "
                    "the list there."
                ),
            )
        began = clock()
        return event_to_import(found, lambda: clock() - began <= PLACES_SECONDS)
    except FormatError as error:
        raise file_error(error) from error


@personal
@require_safe
def taken_over(request: HttpRequest) -> HttpResponse:
    """Sign in the visitor who brought the tournament and show the owner's link until they leave."""
    shown = secret_to_show(request)
    owner = enter_as_owner(request, shown)
    if shown is None or owner is None:
        return secret_gone_response(request, "tournament:home")
    notes = [translated(message_from(note)) for note in shown.stored["notes"]]
    context = {**frame(request), **owner, **shown.stored, "notes": notes}
    return render(request, "exchange/taken_over.html", context)


MOST_FILES, FILES_SECONDS = 12, 600
"""How many files may be verified from one place in how many seconds."""


@personal
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def verify_file(request: HttpRequest) -> HttpResponse:
    """Verify a file of anybody's tournament. Nothing is kept: no file, no name, no report."""
    form = FileToVerifyForm(posted(request), request.FILES or None)
    report: VerificationReport | RecordReport | None = None
    waits = False
    if form.is_valid():
        waits = too_many("verify", request, most=MOST_FILES, seconds=FILES_SECONDS)
        try:
            if waits:
                raise UserError(
                    "too_many_files",
                    field="file",
                    text=_("Many files came from here. Try again in %(minutes)d minutes.")
                    % {"minutes": FILES_SECONDS // 60},
                )
            report = report_of(form.cleaned_data["file"])
        except UserError as error:
            form.refuse(error)
    context = {
        "form": form,
        "report": report,
        "of_record": isinstance(report, RecordReport),
        "most": MOST_FILES,
        "minutes": FILES_SECONDS // 60,
        "from_post": request.method == "POST",
    }
    status = 429 if waits else form.status
    response = render(request, "exchange/verify.html", {**frame(request), **context}, status=status)
    if waits:
        response["Retry-After"] = str(FILES_SECONDS)
    return response
