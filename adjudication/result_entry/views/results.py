"""The director enters a result from a list, or takes one back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.result_entry.services.result_entry import clear_result, enter_result
from adjudication.result_entry.views.answers import Answer, result_words
from adjudication.result_entry.views.result_choices import CLEAR, RESULT_CODES
from adjudication.result_entry.views.running import show_running
from tournament.errors import UserError
from tournament.models import RoundState
from tournament.results.services.doubts import CANNOT_BE
from tournament.rounds.selectors.running import RunningGame, RunningPage, running_page
from tournament.staff.access import personal
from tournament.staff.guards import directed


@personal
@require_POST
def enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Enter a result of the round, or take it back, for the game as the sender saw it.

    What cannot be done is said on the page, with the choice as it was made.
    """
    terms = directed(request, slug)
    page = running_page(terms.id, number)
    games = {str(game.id): game for game in page.games} if page else {}
    key, _hyphen, seen = request.POST.get("game", "").partition("-")
    board = games.get(key)
    try:
        code = request.POST.get("result", "")
        done = _done(board, seen, code, sure=request.POST.get("sure", "") == f"{key} {code}")
    except UserError as error:
        text = str(error.text)
        page = running_page(terms.id, number)
        if page is not None and board is not None and error.code == "game_changed":
            text = _changed(page, board)
        if page is not None and page.state == RoundState.PUBLISHED:
            answers = [Answer(text, good=False)]
            sure = f"{key} {code}" if error.code == CANNOT_BE else ""
            return show_running(request, terms, number, answers=answers, sure=sure, status=400)
        messages.error(request, text)
    else:
        messages.success(request, done)
    return redirect("tournament:draft", slug, number)


def _done(board: RunningGame | None, seen: str, code: str, *, sure: bool) -> str:
    """Do what was chosen and say so, with what was there before. Raises UserError."""
    if board is None:
        raise UserError("no_game", text=_("Choose one board."))
    if code == CLEAR:
        clear_result(game_id=board.id, seen=seen)
    elif code in RESULT_CODES:
        winner, reason = RESULT_CODES[code]
        enter_result(game_id=board.id, winner=winner, reason=reason, seen=seen, sure=sure)
    else:
        raise UserError("winner", text=_("Choose one of the results."))
    text = _("The result of board %(board)d is noted.") % {"board": board.table}
    if not board.winner:
        return text
    # The service has seen that the board is still as the page showed it.
    before = _("Before: %(result)s.") % {"result": _result(board)}
    return f"{text} {before}"


def _changed(page: RunningPage, board: RunningGame) -> str:
    now = next((game for game in page.games if game.id == board.id), board)
    return _(
        "Board %(board)d has changed meanwhile, nothing was entered. It is now %(black)s (Black) "
        "against %(white)s (White): %(result)s. Look at it and choose again."
    ) % {"board": now.table, "black": now.black, "white": now.white, "result": _result(now)}


def _result(game: RunningGame) -> str:
    return result_words(game.winner, game.reason, game.margin_half)
