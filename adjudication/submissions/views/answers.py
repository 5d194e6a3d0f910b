"""The opponent's answer to a report that needs no more than a press, and taking one's own back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.submissions.services.reports import confirm_submission, withdraw_submission
from adjudication.submissions.views.counted_as import dead_words
from adjudication.submissions.views.games import played_game, whole_number
from adjudication.submissions.views.reread import stone_hints
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.selectors.verdicts import details_of
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views.sentences import own_sentence
from tournament.errors import UserError
from tournament.games import words
from tournament.results.services.doubts import CANNOT_BE
from tournament.staff.access import frame, personal


def report_named(page: GamePage, text: str) -> SubmissionView | None:
    """Return the report that a form names, by its id or in full, if it is on this game."""
    return page.submission(whole_number(text.partition("-")[0]))


def asked(page: GamePage, report: SubmissionView, player_id: int) -> dict[str, Any]:
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
        "hints": stone_hints(page, report),
    }


def ask_again(
    request: HttpRequest, page: GamePage, report: SubmissionView, player_id: int, doubt: str
) -> HttpResponse:
    """Ask once more about a report whose result cannot be; ``doubt`` says why."""
    context = {"page": page, "from_post": True, "doubt": doubt, **asked(page, report, player_id)}
    return render(request, "submissions/confirm.html", {**frame(request), **context})


def changed(request: HttpRequest, game_id: int) -> HttpResponse:
    """Lead back to a game on which the report that a form names is no longer the one to answer."""
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
    report = report_named(page, named)
    if report is None:
        return changed(request, game_id)
    if report.waits and report.player_id != player_id and request.POST.get("seen") != named:
        context = {"page": page, "from_post": True, **asked(page, report, player_id)}
        return render(request, "submissions/confirm.html", {**frame(request), **context})
    try:
        confirm_submission(
            submission_id=report.id,
            player_id=player_id,
            version=whole_number(version),
            sure=request.POST.get("sure") == named,
        )
    except UserError as problem:
        if problem.code == CANNOT_BE:
            return ask_again(request, page, report, player_id, str(problem.text))
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
    report = report_named(page, request.POST.get("submission", ""))
    if report is None:
        return changed(request, game_id)
    try:
        withdraw_submission(submission_id=report.id, player_id=player_id)
    except UserError as problem:
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Your report is taken back. You can report again."))
    return redirect("adjudication:game", game_id)
