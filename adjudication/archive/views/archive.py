"""Downloading a whole tournament as one file, and restoring a tournament from such a file."""

import tempfile
from collections.abc import Callable
from typing import IO, cast

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.archive.forms import RestoreForm
from adjudication.archive.services.archive import filled_in_message, restore_archive, write_archive
from tournament.audit.selectors.trail import write_trail
from tournament.audit.services.current_actor import set_current_actor
from tournament.common.body_sizes import accepts_body_up_to
from tournament.common.forms import posted
from tournament.common.responses import download
from tournament.errors import UserError
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, operator_of, personal, require, visitor_of

LARGEST_UPLOAD = 256 * 1024 * 1024
IN_MEMORY = 4 * 1024 * 1024
MOST_PROVING = 30_000_000
"""The work allowed for checking an archive's proofs while somebody waits: half a minute."""


@personal
@require_safe
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the archive; if there can be none, say so on the page of the other files."""
    terms = require_owner(request, slug)
    try:
        return _sent(
            lambda stream: write_archive(tournament_id=terms.id, stream=stream),
            f"{terms.slug}-archive.zip",
            "application/zip",
        )
    except UserError as error:
        messages.error(request, str(error.text))
        return redirect("tournament:exports", terms.slug)


@personal
@require_safe
def trail(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the tournament's audit trail as JSON lines, without names."""
    terms = require_owner(request, slug)
    return _sent(
        lambda stream: write_trail(terms.id, stream),
        f"{terms.slug}-record.jsonl",
        "application/x-ndjson",
    )


def _sent(write: Callable[[IO[bytes]], object], name: str, media_type: str) -> HttpResponse:
    """Send what is written; if it is large, through a temporary file that is deleted once sent."""
    # The response that sends a large one closes it.
    stream = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    try:
        write(cast(IO[bytes], stream))
        size = stream.tell()
        stream.seek(0)
        if size <= IN_MEMORY:
            with stream:
                return download(stream.read(), name, media_type)
    except BaseException:
        stream.close()
        raise
    # Django's streaming responses have another base; code that marks a response treats both alike.
    answer = cast(HttpResponse, FileResponse(stream, content_type=media_type))
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _operated(request: HttpRequest) -> None:
    """Admit only the operator of the installation."""
    require(visitor_of(request).superuser)


@accepts_body_up_to(LARGEST_UPLOAD, admits=_operated)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def restore(request: HttpRequest) -> HttpResponse:
    """Ask the operator of the installation for an archive and restore its tournament."""
    _operated(request)
    form = RestoreForm(posted(request), request.FILES or None)
    if form.is_valid():
        set_current_actor(operator_of(visitor_of(request)))
        filled: set[str] = set()
        try:
            restored = restore_archive(
                stream=form.cleaned_data["file"],
                slug=form.cleaned_data["slug"],
                most_proving=MOST_PROVING,
                filled=filled,
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(
                request,
                _(
                    "%(name)s is restored. Archives contain no links: issue new ones. No "
                    "e-mails are sent until you switch them on in the settings, and rounds "
                    "with dates wait until you let them go on."
                )
                % {"name": restored.name},
            )
            if filled:
                messages.warning(request, filled_in_message(filled))
            return redirect("tournament:director", restored.slug)
    context = {"form": form, "from_post": request.method == "POST"}
    return render(
        request, "archive/restore.html", {**frame(request), **context}, status=form.status
    )
