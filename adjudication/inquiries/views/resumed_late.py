"""Moves after a stop that are sent when the other player has already reported what came of play.

They are not lost: the page shows them beside what was reported, and the player decides.
"""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.inquiries.services.resuming import Resumption, resumption_that_was
from adjudication.inquiries.views.resume_state import State
from adjudication.models import Submission
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.views.games import whole_number
from adjudication.submissions.views.marking import marking_of
from adjudication.submissions.views.report_form import Report, ReportInput, again
from adjudication.submissions.views.report_pages import review_page
from adjudication.verdicts.selectors.games import GamePage
from tournament.games import words
from tournament.models import Game, Reason, Winner

_WINS = {"black": Winner.WHITE, "white": Winner.BLACK}
"""Who wins where a colour resigned."""


def late_resumption(request: HttpRequest, page: GamePage, game: Game) -> Resumption | None:
    """Return how play went on by the form that somebody fills in, though it is reported since."""
    if page.staff_only or page.closed:
        return None
    return resumption_that_was(
        game,
        inquiry_id=whole_number(request.POST.get("inquiry", "")),
        submission_id=whole_number(request.POST.get("base", "")),
    )


def sent_already(request: HttpRequest, page: GamePage, player_id: int) -> bool:
    """Whether this very form was sent before and has arrived."""
    key = request.POST.get("key", "")[:64]
    sent = Submission.objects.filter(game=page.game.id, player=player_id, idempotency_key=key)
    return bool(key) and sent.exists()


def reported_meanwhile(page: GamePage, player_id: int) -> str:
    """Return that the opponent was quicker, or that the game is to be reported as usual."""
    waiting = page.waiting
    if waiting is None:
        return _("Meanwhile the game is open again: you report it as usual, with your moves.")
    if waiting.player_id == player_id:
        return _("You have already sent how play went on. What you send now takes its place.")
    return _(
        "Meanwhile %(name)s has sent how play went on: %(result)s. Your moves are still here. Send "
        "them, and you see both beside each other."
    ) % {
        "name": waiting.player_name,
        "result": words.short_result(waiting.winner, waiting.reason, waiting.margin_half),
    }


def not_sent(request: HttpRequest, page: GamePage, player_id: int) -> HttpResponse:
    """Lead back to a game on which nothing can be sent any more, with the moves that were made."""
    moves = request.POST.get("moves", "")[:4000]
    if sent_already(request, page, player_id):
        messages.success(request, _("Your report had arrived."))
    elif moves:
        text = _("Play does not go on any more, so your moves were not sent: %(moves)s")
        messages.warning(request, text % {"moves": moves})
    else:
        messages.warning(request, _("Play does not go on any more: look at the game."))
    return redirect("adjudication:game", page.game.id)


def beside(
    request: HttpRequest, state: State, player_id: int, data: bytes, resigned: str
) -> HttpResponse | None:
    """Show what a player sends beside what was reported; None, with an error, if it is no result.

    ``data`` is the whole game, ``resigned`` the colour of who gave up.
    """
    page, size = state.page, state.page.terms.board_size
    values = ReportInput(winner=_WINS.get(resigned, ""), reason=Reason.RESIGNATION)
    if not resigned:
        dead = "none" if state.resumption.none_dead else state.dead or state.upload_dead
        values = ReportInput(reason=Reason.SCORE, dead=dead)
        counted = marking_of(again(values, data, size=size), page.game, page.terms)
        if counted is None:
            text = _("Play stops when both players pass: enter both passes, or who resigned.")
            state.errors["moves"] = text
            return None
        if counted.result is None:
            state.errors["dead"] = _("Mark the dead stones on the board, or write “none”.")
            return None
        values.winner, values.reason = counted.result.winner, counted.result.reason
        half = counted.result.margin_half
        values.margin = "" if half is None else words.half_points(half)
        if page.game.stones_stay:
            values.dead = ""
    read: Report = again(values, data, size=size)
    read.values.key = uuid4().hex
    read.values.carried = Drafts(page.game.id, player_id).keep(data)
    return review_page(request, page, read, meanwhile=reported_meanwhile(page, player_id))
