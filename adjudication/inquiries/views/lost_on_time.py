"""The page on which a player agrees to have lost on time, as their opponent says."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.cases import LiveCase, last_case_of, live_case_of, was_taken_back
from adjudication.cases.views.words import ruling_ends
from adjudication.inquiries.forms import LateForm
from adjudication.policy.causes import Cause
from adjudication.submissions.services.answers import NO_LONGER_SAID, agree_lost_on_time
from adjudication.submissions.views.evidence import shown_for_claims
from adjudication.submissions.views.games import other_results_shown, played_game
from adjudication.triage.views import GameCase, case_of
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.services.claims import loss_on_time
from adjudication.verdicts.views import own_sentence
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.models import GameState
from tournament.staff.visitors import cached_for_back_button, frame


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def lost_on_time(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask a player whether they lost on time, and confirm that result if they did.

    The question says what that makes of the game, and what the records show about the clock.
    """
    page, player_id = played_game(request, game_id)
    form = LateForm(posted(request))
    if not form.is_valid():
        return _ask(request, page, player_id)
    sent = form.cleaned_data
    try:
        agree_lost_on_time(
            game_id=game_id, player_id=player_id, case_id=sent["case"], version=sent["version"]
        )
    except UserError as problem:
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Confirmed. The result is final."))
    return redirect("adjudication:game", game_id)


def _ask(request: HttpRequest, page: GamePage, player_id: int) -> HttpResponse:
    """Ask the question, if the opponent says so."""
    game, live = page.game, live_case_of(page.game.id)
    colour = game.colour_of(player_id)
    told = case_of(game, page.standing_reports, colour, closed=page.closed)
    if live is None or told is None or not told.late:
        messages.warning(request, _why_not(page, live, told))
        return redirect("adjudication:game", game.id)
    result = loss_on_time(colour)
    opponent = game.white if colour == "black" else game.black
    context = {
        "page": page,
        "game": game,
        "case": live,
        "opponent": opponent,
        "sentence": own_sentence(game, colour, result),
        "shown": shown_for_claims(game, [(Cause.TIME, {"whose": colour})])[0],
        "otherwise": other_results_shown(page, result, player_id),
        "ruling_ends": ruling_ends(live),
    }
    return render(request, "inquiries/lost_on_time.html", {**frame(request), **context})


def _why_not(page: GamePage, live: LiveCase | None, told: GameCase | None) -> str:
    """Return why a player cannot agree, or no longer, to have lost on time."""
    if page.closed:
        return _("The tournament is closed.")
    if live is None and (last := last_case_of(page.game.id)) is not None and was_taken_back(last):
        return str(NO_LONGER_SAID)
    if live is None or page.game.state != GameState.DISPUTED:
        return _("The result is not disputed: look at the game.")
    if told is not None and told.held:
        return _(
            "A referee is working on the case and decides: if you lost on time, write that in it."
        )
    if told is not None and (told.questions or told.waits):
        return _("There is a question to both of you about this game: it is to be answered first.")
    return _(
        "What is said in the case no longer lets you end it yourselves: a referee decides. If you "
        "lost on time, write that in the case."
    )
