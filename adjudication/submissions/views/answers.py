"""The opponent's answer to a report, and withdrawing one's own."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.cases import live_case_of
from adjudication.cases.views.words import ruling_ends
from adjudication.models import CaseState, InquiryKind
from adjudication.submissions.forms import AnswerForm, ContestForm, ReportForm
from adjudication.submissions.services.answers import contest_submission
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.services.reports import confirm_submission, withdraw_submission
from adjudication.submissions.views.evidence import dead_words, seki_words
from adjudication.submissions.views.games import (
    is_markable,
    other_results_shown,
    other_terms,
    played_game,
    report_to_recount,
    shown_game,
)
from adjudication.submissions.views.marking import marks_sent, reread, take_counted
from adjudication.submissions.views.preview import chooser
from adjudication.submissions.views.report_form import FilledReport, read_report
from adjudication.submissions.views.report_pages import (
    asked_about_stones,
    review_page,
    sending_context,
)
from adjudication.triage.selectors import inquiries_of
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.selectors.verdicts import details_of
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import own_sentence
from tournament.common.body_sizes import handles_unread_form
from tournament.common.language_switch import accepts_language_switch, is_switching
from tournament.errors import UserError
from tournament.games import words
from tournament.models import Reason
from tournament.results.services.results import CANNOT_BE
from tournament.staff.visitors import cached_for_back_button, frame, personal


def answer_context(page: GamePage, report: SubmissionView, player_id: int) -> dict[str, Any]:
    """Return the context of a page that asks about a report."""
    game, result = page.game, Result(report.winner, report.reason, report.margin_half)
    detail = details_of([report.id])[report.id]
    return {
        "game": game,
        "terms_line": words.terms_sentence(
            size=page.terms.board_size, handicap=game.handicap, komi_half=game.komi_half
        ),
        "report": report,
        "sentence": own_sentence(game, game.colour_of(player_id), result),
        "dead": dead_words(detail),
        "seki": seki_words(detail),
        "marked": marks_sent(page, report),
        "other_terms": other_terms(page, report),
        "otherwise": other_results_shown(page, result, player_id),
        "recounted": report_to_recount(page, player_id),
    }


def ask_again(
    request: HttpRequest, page: GamePage, report: SubmissionView, player_id: int, **why: Any
) -> HttpResponse:
    """Ask once more about a report before it ends the game.

    ``why`` is ``doubt``, a text saying that its result cannot be, or ``accepting`` if the player
    had not agreed with it; it is empty if the report arrived while the page was open.
    """
    context = {
        "page": page,
        "from_post": True,
        "ruling_ends": ruling_ends(live_case_of(page.game.id)),
        **why,
        **answer_context(page, report, player_id),
    }
    return render(request, "submissions/confirm.html", {**frame(request), **context})


def redirect_changed_report(request: HttpRequest, game_id: int) -> HttpResponse:
    """Redirect to a game on which the report that a form names is no longer the one to answer."""
    messages.warning(request, _("This game has changed in the meantime. Please look at it again."))
    return redirect_unread_report(request, game_id)


def redirect_unread_report(request: HttpRequest, game_id: int) -> HttpResponse:
    """Redirect to a game whose present report, if there is one, the player has not read yet.

    The game's page asks once more before it confirms a report that replaced the one in the form: an
    impatient finger stays where the button was.
    """
    address, shown = reverse("adjudication:game", args=[game_id]), request.POST.get("submission")
    return redirect(f"{address}?{urlencode({'shown': shown})}" if shown else address)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, game_id: int) -> HttpResponse:
    """Confirm the opponent's report, which the form names; the result is final then.

    If the form's ``seen`` is not the report that its page was opened with, the player is asked once
    more: the report came, or changed, while the page was refreshing itself.
    """
    if request.method != "POST":
        return redirect("adjudication:game", game_id)
    page, player_id = played_game(request, game_id)
    form = AnswerForm(request.POST)
    report = form.report(page)
    if report is None:
        return redirect_changed_report(request, game_id)
    if report.waits and report.player_id != player_id and not form.repeats("seen"):
        return ask_again(request, page, report, player_id)
    try:
        confirm_submission(
            submission_id=report.id,
            player_id=player_id,
            version=form.version,
            sure=form.repeats("sure"),
        )
    except UserError as problem:
        if problem.code == CANNOT_BE:
            return ask_again(request, page, report, player_id, doubt=str(problem.text))
        messages.warning(request, str(problem.text))
        return redirect_unread_report(request, game_id)
    else:
        messages.success(request, _("Confirmed. The result is final."))
    return redirect("adjudication:game", game_id)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, game_id: int) -> HttpResponse:
    """Withdraw one's own report while the opponent has not answered; it can be sent again."""
    page, player_id = played_game(request, game_id)
    if request.method != "POST":
        return _ask_withdrawal(request, page, player_id)
    report = AnswerForm(request.POST).report(page)
    if report is None:
        return redirect_changed_report(request, game_id)
    try:
        withdraw_submission(submission_id=report.id, player_id=player_id)
    except UserError as problem:
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Your report is taken back. You can report again."))
    return redirect("adjudication:game", game_id)


def _ask_withdrawal(request: HttpRequest, page: GamePage, player_id: int) -> HttpResponse:
    """Ask whether to withdraw one's own report, if one is waiting."""
    report, game = page.waiting, page.game
    if report is None or report.player_id != player_id or page.closed:
        return redirect("adjudication:game", game.id)
    result = Result(report.winner, report.reason, report.margin_half)
    context = {
        "page": page,
        "game": game,
        "report": report,
        "sentence": own_sentence(game, game.colour_of(player_id), result),
    }
    return render(request, "submissions/withdraw.html", {**frame(request), **context})


# --- Contesting the opponent's report, with a note and with other dead stones marked ---


def _contest_unread(request: HttpRequest, _problem: Exception, game_id: int) -> HttpResponse:
    """Answer a form that is too large to read."""
    messages.warning(request, _("Send at most 5 files of 512 kB each. Go back and choose again."))
    return redirect("adjudication:contest", game_id)


@handles_unread_form(_contest_unread)
@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@accepts_language_switch
def contest(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for a note, then contest the opponent's report, which locks the game.

    A form that was filled in as a report brings the dead stones that the player has marked in place
    of the report's, in its record or their own, and carries them until they are sent.
    """
    page, player_id = played_game(request, game_id)
    carried = ReportForm(request.POST, request.FILES)
    carried.is_valid()
    sent = request.method == "POST" and carried.cleaned_data["step"] != "contest"
    form = ContestForm(request.POST if sent else None)
    if is_switching(request):
        form.typed(request.POST)
    report = form.report(page) if sent else page.waiting
    if report is None or report.player_id == player_id:
        return redirect_changed_report(request, game_id)
    marked = None
    if carried.cleaned_data["marks"] or carried.cleaned_data.get("winner"):
        marked = read_report(
            carried,
            size=page.terms.board_size,
            choose=chooser(page.game, page.terms),
            drafts=Drafts(game_id, player_id),
        )
        marked.marks = marked.marks or str(report.id)
        if marked.errors or marked.dead_stones is None:
            return review_page(request, page, marked)
    if form.is_valid():
        about = marked is not None or _says_stones(form, page, report)
        try:
            contest_submission(
                submission_id=report.id,
                player_id=player_id,
                version=form.version,
                note=form.cleaned_data["note"],
                about_dead_stones=about,
                dead_stones=None if marked is None else marked.dead_stones,
                seki_stones=None if marked is None else marked.seki_stones,
                record_bytes=None if marked is None else marked.data,
                filename="" if marked is None else marked.filename,
            )
        except UserError as problem:
            # Another report replaced it, or the game's terms changed: show it as it is now, with
            # the note and the marks.
            messages.warning(request, str(problem.text))
            page = shown_game(game_id)
            report = page.waiting
            if report is None or report.player_id == player_id:
                return redirect("adjudication:game", game_id)
        else:
            messages.success(request, locked_sentence(page))
            return redirect("adjudication:game", game_id)
    return _contest_page(request, page, report, player_id, marked, form)


def _says_stones(form: ContestForm, page: GamePage, report: SubmissionView) -> bool:
    """Whether the form says that it is only about dead stones."""
    return _about_stones(page, report) and bool(form["about_dead_stones"].data)


def _about_stones(page: GamePage, report: SubmissionView) -> bool:
    """Whether it can be only about dead stones: the result was counted, and there is a record."""
    return (
        report.reason == Reason.SCORE
        and not page.game.stones_stay
        and any(standing.record for standing in page.standing_reports)
    )


def _contest_page(
    request: HttpRequest,
    page: GamePage,
    report: SubmissionView,
    player_id: int,
    marked: FilledReport | None,
    form: ContestForm,
) -> HttpResponse:
    context: dict[str, Any] = {
        "page": page,
        "form": form,
        "counted": _about_stones(page, report),
        "about": _says_stones(form, page, report),
        "asks": asked_about_stones(page, report, None if marked is None else marked.data),
        "markable": is_markable(page, report),
        "from_post": request.method == "POST",
        "switch_form": "contesting",
        "switch_step": "contest",
        **answer_context(page, report, player_id),
    }
    if marked is not None:
        # The result is sent as counted; the form keeps what was typed.
        as_counted = replace(marked)
        take_counted(as_counted, page.game, page.terms)
        shown = sending_context(request, page, as_counted)
        context |= {"values": marked}
        context |= {name: shown[name] for name in ("marking", "comparison")}
        compared = shown["comparison"]
        context["other_record"] = bool(compared and compared.moves and not compared.other_stones)
        context["asks"] = bool(compared and compared.asks)
    elif is_markable(page, report):
        context["theirs"] = reread(page, report, marks=str(report.id))
    return render(
        request, "submissions/contest.html", {**frame(request), **context}, status=form.status
    )


def locked_sentence(page: GamePage) -> str:
    """Return what the players of a locked game do now; on the Internet nobody can walk over.

    If both are asked first, no referee has been called yet.
    """
    asked = inquiries_of(page.game.id)
    if any(one.waits and one.kind == InquiryKind.DEAD_STONES for one in asked):
        return _("The game is locked. Both of you are asked about the dead stones now.")
    case = live_case_of(page.game.id)
    if case is not None and case.state == CaseState.ASKED:
        return _("The game is locked. You and your opponent are asked first, on this page.")
    if page.terms.internet:
        return _("The game is locked. A referee decides; what is asked of you is on this page.")
    return _("The game is locked. Please go and see the referee together.")
