"""How two players correct a slip in a confirmed result: say what it was, agree, or refuse."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from adjudication.corrections.forms import AnswerForm, SlipForm
from adjudication.corrections.selectors.correcting import PlayedGame, Proposal, played_game
from adjudication.submissions.views.preview import is_draw_possible, why_result_impossible
from adjudication.verdicts.views import own_sentence
from tournament.audit.services.current_actor import set_current_actor
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.games import words
from tournament.models import GameState, RecordingErrorState, Result, Role, Verb
from tournament.results.services import recording_errors
from tournament.results.services.results import CANNOT_BE
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.visitors import (
    actor_of,
    cached_for_back_button,
    frame,
    is_player_of,
    personal,
    require,
    visitor_of,
)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def recording_error(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what stands and what is proposed; ask for the real result, show it in words, send it."""
    played, player_id = _game_of_player(request, game_id)
    if played.game.state != GameState.CONFIRMED:
        messages.info(request, _("This result is not confirmed by both players yet."))
        return mark_refused(redirect("adjudication:game", game_id))
    asks = partial(
        SlipForm,
        played=played,
        player_id=player_id,
        draws=is_draw_possible(played.game, played.terms),
    )
    form = asks(posted(request))
    if played.waiting or form.goes_back:
        form = asks().typed(posted(request))
    if not form.is_valid():
        return _page(request, played, player_id, form)
    result = form.cleaned_data["result"]
    if form.cleaned_data["step"] != "send":
        return _page(request, played, player_id, form, proposed=result)
    try:
        recording_errors.propose(
            game_id=game_id, by_player_id=player_id, **form.arguments, sure=form.is_sure
        )
    except UserError as error:
        if error.code == CANNOT_BE:
            return _page(request, played, player_id, form, proposed=result)
        form.refuse(error)
        return _page(request, played_game(game_id) or played, player_id, form)
    messages.success(request, _("Sent. The result changes when your opponent agrees."))
    return redirect("tournament:recording_error", game_id)


@personal
@require_POST
@idempotent
def answer(request: HttpRequest, game_id: int) -> HttpResponse:
    """Agree to a proposal, refuse it, or take one's own back."""
    played, player_id = _game_of_player(request, game_id)
    form = AnswerForm(posted(request))
    try:
        if not form.is_valid():
            raise UserError("step", text=_("Please look at the proposal again."))
        key = form.cleaned_data["proposal"]
        if key not in {proposal.id for proposal in played.proposals}:
            raise UserError("no_proposal", text=_("Please look at the proposal again."))
        done = ANSWERS[form.cleaned_data["step"]](key, player_id)
    except UserError as error:
        messages.warning(request, str(error.text))
        return mark_refused(redirect("tournament:recording_error", game_id))
    messages.success(request, done)
    return redirect("tournament:recording_error", game_id)


def _agree(proposal_id: int, player_id: int) -> str:
    event = recording_errors.consent(error_id=proposal_id, player_id=player_id)
    if event.verb == Verb.RECORDING_ERROR:
        return _("Both of you agree: the result is changed.")
    return _("Noted. The result changes when your opponent agrees too.")


def _refuse(proposal_id: int, player_id: int) -> str:
    recording_errors.refuse(error_id=proposal_id, player_id=player_id)
    return _("Refused: the result stays as it was.")


def _withdraw(proposal_id: int, player_id: int) -> str:
    recording_errors.withdraw(error_id=proposal_id, by_player_id=player_id)
    return _("Your proposal is withdrawn: the result stays as it was.")


ANSWERS: dict[str, Callable[[int, int], str]] = {
    "agree": _agree,
    "refuse": _refuse,
    "withdraw": _withdraw,
}
"""The service for each answer, and the message that says what was done."""


def _game_of_player(request: HttpRequest, game_id: int) -> tuple[PlayedGame, int]:
    """Return the game to its players, with the one who is visiting."""
    played = played_game(game_id)
    if played is None:
        raise Http404
    visitor = visitor_of(request)
    require(is_player_of(visitor, played.game))
    assert visitor.player_id is not None
    set_current_actor(actor_of(visitor, played.terms.id, {Role.PLAYER}))
    return played, visitor.player_id


def _page(
    request: HttpRequest,
    played: PlayedGame,
    player_id: int,
    form: SlipForm,
    *,
    proposed: Result | None = None,
) -> HttpResponse:
    game = played.game
    colour = game.colour_of(player_id)
    waiting = played.waiting
    if waiting:
        proposed = waiting.result
    context = {
        "terms": played.terms,
        "game": game,
        "opponent": game.white if colour == "black" else game.black,
        "stands": own_sentence(game, colour, Result(game.winner, game.reason, game.margin_half)),
        "waiting": waiting,
        "agreed": waiting is not None and waiting.has_agreed(colour),
        "opponent_agreed": waiting is not None and waiting.has_agreed(words.other_colour(colour)),
        "proposed": own_sentence(game, colour, proposed) if proposed else "",
        "doubt": why_result_impossible(
            proposed.winner, proposed.reason, proposed.margin_half, game, played.terms
        )
        if proposed
        else "",
        "form": form,
        "settled": [
            (proposal, own_sentence(game, colour, proposal.result), _ended(proposal))
            for proposal in played.proposals
            if not proposal.waits
        ],
        "from_post": request.method == "POST",
    }
    return render(
        request,
        "corrections/recording_error.html",
        {**frame(request), **context},
        status=form.status,
    )


def _ended(proposal: Proposal) -> str:
    return {
        RecordingErrorState.AGREED: _("Both agreed: the result was changed."),
        RecordingErrorState.REFUSED: _("It was refused: the result stayed."),
        RecordingErrorState.WITHDRAWN: _("It was withdrawn: the result stayed."),
    }[RecordingErrorState(proposal.state)]
