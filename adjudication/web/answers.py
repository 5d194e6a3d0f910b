"""The opponent's answer to a report: confirm it, or contest it with a note."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.selectors.games import GamePage
from adjudication.selectors.submissions import SubmissionView
from adjudication.selectors.verdicts import details_of
from adjudication.services import (
    confirm_submission,
    contest_submission,
    withdraw_submission,
)
from adjudication.services.claims import Result
from adjudication.web.evidence import dead_words
from adjudication.web.games import played_game, shown_game, whole_number
from adjudication.web.sentences import own_sentence
from tournament.errors import UserError
from tournament.models import Reason
from tournament.web import words
from tournament.web.access import frame, personal

LONGEST_NOTE = 1000


def _report(page: GamePage, text: str) -> SubmissionView | None:
    """Return the report that a form names, by its id or in full, if it is on this game."""
    return page.submission(whole_number(text.partition("-")[0]))


def _asked(page: GamePage, report: SubmissionView, player_id: int) -> dict[str, Any]:
    """Return what a page shows that asks about a report."""
    game, result = page.game, Result(report.winner, report.reason, report.margin_half)
    return {
        "game": game,
        "terms_line": words.terms_sentence(
            size=page.terms.board_size, handicap=game.handicap, komi_half=game.komi_half
        ),
        "report": report,
        "sentence": own_sentence(game, game.colour_of(player_id), result),
        "dead": dead_words(details_of([report.id])[report.id]),
    }


def _changed(request: HttpRequest, game_id: int) -> HttpResponse:
    messages.warning(
        request, _("Meanwhile something changed about this game. Please look at it again.")
    )
    return redirect("adjudication:game", game_id)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, game_id: int) -> HttpResponse:
    """Confirm the opponent's report, which the form names; the result is final then.

    A form that does not carry as ``seen`` the report that the page was opened with is asked about
    once more: the report came, or changed, while the page was refreshing itself.
    """
    if request.method != "POST":
        return redirect("adjudication:game", game_id)
    page, player_id = played_game(request, game_id)
    named = request.POST.get("submission", "")
    version = named.partition("-")[2]
    report = _report(page, named)
    if report is None:
        return _changed(request, game_id)
    if report.waits and report.player_id != player_id and request.POST.get("seen") != named:
        context = {"page": page, "from_post": True, **_asked(page, report, player_id)}
        return render(request, "adjudication/confirm.html", {**frame(request), **context})
    try:
        confirm_submission(
            submission_id=report.id, player_id=player_id, version=whole_number(version)
        )
    except UserError as problem:
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Confirmed. The result is final."))
    return redirect("adjudication:game", game_id)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take back one's own report while the opponent has not answered; it can be sent again."""
    if request.method != "POST":
        return redirect("adjudication:game", game_id)
    page, player_id = played_game(request, game_id)
    report = _report(page, request.POST.get("submission", ""))
    if report is None:
        return _changed(request, game_id)
    try:
        withdraw_submission(submission_id=report.id, player_id=player_id)
    except UserError as problem:
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Your report is taken back. You can report again."))
    return redirect("adjudication:game", game_id)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def contest(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for a note, then contest the opponent's report; the game is locked then."""
    page, player_id = played_game(request, game_id)
    note, named, error, status = "", "", "", 200
    report = page.waiting
    if request.method == "POST":
        note = request.POST.get("note", "")
        named = request.POST.get("submission", "")
        report = _report(page, named)
    if report is None or report.player_id == player_id:
        return _changed(request, game_id)
    counted = (
        report.reason == Reason.SCORE
        and not page.game.stones_stay
        and any(one.record for one in page.standing)
    )
    said = request.POST if request.method == "POST" else request.GET
    about_dead_stones = counted and "about_dead_stones" in said
    if request.method == "POST":
        if len(note.replace("\r\n", "\n")) > LONGEST_NOTE:
            error = _("This is too long: %(most)s characters are enough for the referee.") % {
                "most": LONGEST_NOTE
            }
        else:
            try:
                contest_submission(
                    submission_id=report.id,
                    player_id=player_id,
                    version=whole_number(named.partition("-")[2]),
                    note=note.replace("\r\n", "\n").strip(),
                    about_dead_stones=about_dead_stones,
                )
            except UserError as problem:
                messages.warning(request, str(problem.text))
                page = shown_game(game_id)
                report = page.waiting
                if report is None or report.player_id == player_id:
                    return redirect("adjudication:game", game_id)
                # Another report took its place, or the game got other terms: show it as it is now,
                # the note goes with it.
            else:
                text = _("The game is locked. Please go and see the referee together.")
                if about_dead_stones:
                    text = _("The game is locked. Both of you are asked about the dead stones now.")
                messages.success(request, text)
                return redirect("adjudication:game", game_id)
        status = 400 if error else 200
    context = {
        "page": page,
        "note": note,
        "error": error,
        "counted": counted,
        "about_dead_stones": about_dead_stones,
        "from_post": request.method == "POST",
        **_asked(page, report, player_id),
    }
    return render(
        request, "adjudication/contest.html", {**frame(request), **context}, status=status
    )
