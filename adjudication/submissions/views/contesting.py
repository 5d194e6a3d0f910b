"""Contesting the opponent's report, with a note and with the dead stones marked otherwise."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.submissions.services.contesting import LONGEST_NOTE, contest_submission
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.views.answers import asked, changed, report_named
from adjudication.submissions.views.games import markable, played_game, shown_game, whole_number
from adjudication.submissions.views.marking import take_counted
from adjudication.submissions.views.report_form import Report, read_report
from adjudication.submissions.views.report_pages import review_page, sending_context
from adjudication.submissions.views.several_files import chooser
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView
from tournament.common.body_sizes import answers_unread
from tournament.errors import UserError
from tournament.models import Reason
from tournament.staff.access import frame, kept_for_back


def _unread(request: HttpRequest, _problem: Exception, game_id: int) -> HttpResponse:
    """Answer a form that is too large to be read."""
    messages.warning(request, _("Send at most 5 files of 512 kB each. Go back and choose again."))
    return redirect("adjudication:contest", game_id)


@answers_unread(_unread)
@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def contest(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for a note, then contest the opponent's report; the game is locked then.

    A form with ``marks`` brings the dead stones as the player has marked them in place of the
    report's, and carries them until they are sent.
    """
    page, player_id = played_game(request, game_id)
    sent = request.method == "POST" and request.POST.get("step") != "contest"
    named = request.POST.get("submission", "")
    report = report_named(page, named) if sent else page.waiting
    if report is None or report.player_id == player_id:
        return changed(request, game_id)
    marked = _marked(request, page, Drafts(game_id, player_id))
    if marked is not None and (marked.errors or marked.dead is None):
        return review_page(request, page, marked)
    error = ""
    if sent:
        note = request.POST.get("note", "").replace("\r\n", "\n")
        if len(note) > LONGEST_NOTE:
            error = _("This is too long: %(most)s characters are enough for the referee.") % {
                "most": LONGEST_NOTE
            }
        else:
            about = marked is not None or _says_stones(request, page, report)
            try:
                contest_submission(
                    submission_id=report.id,
                    player_id=player_id,
                    version=whole_number(named.partition("-")[2]),
                    note=note.strip(),
                    about_dead_stones=about,
                    dead_stones=None if marked is None else marked.dead,
                    record_bytes=None if marked is None else marked.data,
                    filename="" if marked is None else marked.values.filename,
                )
            except UserError as problem:
                # Another report took its place, or the game got other terms: show it as it is now,
                # the note and the marks go with it.
                messages.warning(request, str(problem.text))
                page = shown_game(game_id)
                report = page.waiting
                if report is None or report.player_id == player_id:
                    return redirect("adjudication:game", game_id)
            else:
                return _done(request, game_id, about=about)
    return _page(request, page, report, player_id, marked, error)


def _marked(request: HttpRequest, page: GamePage, drafts: Drafts) -> Report | None:
    """Return the form with the marks that the player made, where they made any."""
    if request.method != "POST" or not request.POST.get("marks"):
        return None
    return read_report(
        request.POST,
        request.FILES,
        size=page.terms.board_size,
        choose=chooser(page.game, page.terms),
        drafts=drafts,
    )


def _says_stones(request: HttpRequest, page: GamePage, report: SubmissionView) -> bool:
    """Whether the form says that it is about dead stones alone."""
    return _about_stones(page, report) and bool(request.POST.get("about_dead_stones"))


def _about_stones(page: GamePage, report: SubmissionView) -> bool:
    """Whether it can be about dead stones alone: the result was counted, and there is a record."""
    return (
        report.reason == Reason.SCORE
        and not page.game.stones_stay
        and any(one.record for one in page.standing)
    )


def _page(
    request: HttpRequest,
    page: GamePage,
    report: SubmissionView,
    player_id: int,
    marked: Report | None,
    error: str,
) -> HttpResponse:
    context: dict[str, Any] = {
        "page": page,
        "note": request.POST.get("note", ""),
        "error": error,
        "counted": _about_stones(page, report),
        "about": _says_stones(request, page, report),
        "markable": markable(page, report),
        "from_post": request.method == "POST",
        **asked(page, report, player_id),
    }
    if marked is not None:
        # What is sent is the result as counted; the form keeps what was typed.
        as_counted = replace(marked, values=replace(marked.values))
        take_counted(as_counted, page.game, page.terms)
        shown = sending_context(request, page, as_counted)
        context |= {"values": marked.values}
        context |= {name: shown[name] for name in ("marking", "comparison")}
    status = 400 if error else 200
    return render(request, "submissions/contest.html", {**frame(request), **context}, status=status)


def _done(request: HttpRequest, game_id: int, *, about: bool) -> HttpResponse:
    text = _("The game is locked. Please go and see the referee together.")
    if about:
        text = _("The game is locked. Both of you are asked about the dead stones now.")
    messages.success(request, text)
    return redirect("adjudication:game", game_id)
