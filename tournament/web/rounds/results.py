"""The director enters a result, or takes one back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.errors import UserError
from tournament.models import Reason, Winner
from tournament.selectors.running import running_page
from tournament.services.results import clear_result, enter_result
from tournament.web.access import personal
from tournament.web.guards import directed

CLEAR = "clear"
_CODES: dict[str, tuple[str, str]] = {
    "black": (Winner.BLACK, ""),
    "white": (Winner.WHITE, ""),
    "draw": (Winner.DRAW, ""),
    "black!": (Winner.BLACK, Reason.ABSENCE),
    "white!": (Winner.WHITE, Reason.ABSENCE),
    "both!": (Winner.BOTH, Reason.ABSENCE),
    "both": (Winner.BOTH, ""),
    "both_win": (Winner.BOTH_WIN, ""),
    "none": (Winner.NONE, ""),
    "void": (Winner.VOID, ""),
}
"""What a choice stands for: the winner and, where it is not the usual one, the reason."""


def result_choices() -> tuple[tuple[str, str], ...]:
    """Return the results to choose from, with their words."""
    return (
        ("black", _("Black wins")),
        ("white", _("White wins")),
        ("draw", _("Jigo")),
        ("black!", _("Black wins, White was absent")),
        ("white!", _("White wins, Black was absent")),
        ("both!", _("Both were absent")),
        ("both", _("Both lose")),
        ("both_win", _("Both win")),
        ("none", _("No result")),
        ("void", _("Void: the game does not count")),
        (CLEAR, _("Take the result back")),
    )


@personal
@require_POST
def enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Enter a result of the round, or take it back."""
    terms = directed(request, slug)
    page = running_page(terms.id, number)
    games = {str(game.id): game for game in page.games} if page else {}
    board = games.get(request.POST.get("game", ""))
    code = request.POST.get("result", "")
    try:
        if board is None:
            raise UserError("no_game", text=_("Choose one board."))
        if code == CLEAR:
            clear_result(game_id=board.id)
        elif code in _CODES:
            winner, reason = _CODES[code]
            enter_result(game_id=board.id, winner=winner, reason=reason)
        else:
            raise UserError("winner", text=_("Choose one of the results."))
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(
            request, _("The result of board %(board)d is noted.") % {"board": board.table}
        )
    return redirect("tournament:draft", slug, number)
