"""A slip in a confirmed result, as its two players mend it: say what it was, agree, or refuse."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from adjudication.corrections.selectors.correcting import PlayedGame, Proposal, played_game
from adjudication.corrections.views.mending import FIELDS, read_result
from adjudication.submissions.views.preview import cannot_be
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import own_sentence
from tournament.audit.services.acting import act_as
from tournament.common.typed import Typed, number
from tournament.errors import UserError
from tournament.games import words
from tournament.models import GameState, Reason, RecordingErrorState, Role, Winner
from tournament.results.services import recording_errors
from tournament.results.services.doubts import CANNOT_BE
from tournament.staff.access import (
    actor_of,
    frame,
    kept_for_back,
    personal,
    plays,
    require,
    visitor_of,
)
from tournament.staff.once import once, refused

NAMES = ("winner", "reason", "margin", "note")
_HOW = (Reason.SCORE, Reason.RESIGNATION, Reason.TIME)


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@once
def recording_error(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what stands and what is proposed; ask what it really was, show it in words, send it."""
    played, player_id = _door(request, game_id)
    if played.game.state != GameState.CONFIRMED:
        messages.info(request, _("This result is not confirmed by both players yet."))
        return refused(redirect("adjudication:game", game_id))
    if request.method != "POST" or played.waiting or request.POST.get("step") == "edit":
        return _page(request, played, player_id, Typed.read(request.POST, NAMES))
    typed = Typed.read(request.POST, NAMES)
    result = _read(typed)
    note = typed.note(asked=True)
    if typed.errors:
        return _page(request, played, player_id, typed)
    try:
        if request.POST.get("step") != "send":
            return _page(request, played, player_id, typed, proposed=Result(**result))
        recording_errors.propose(
            game_id=game_id,
            by_player_id=player_id,
            note=note,
            **result,
            sure=request.POST.get("sure", "") == _said(result),
        )
    except UserError as error:
        if error.code == CANNOT_BE:
            return _page(request, played, player_id, typed, proposed=Result(**result))
        typed.refuse(error, FIELDS, "form")
        fresh = played_game(game_id) or played
        return _page(request, fresh, player_id, typed)
    messages.success(request, _("Sent. The result changes when your opponent agrees."))
    return redirect("tournament:recording_error", game_id)


@personal
@require_POST
@once
def answer(request: HttpRequest, game_id: int) -> HttpResponse:
    """Agree to a proposal, refuse it, or take one's own back."""
    played, player_id = _door(request, game_id)
    key = number(request.POST.get("proposal", ""))
    proposal = next((one for one in played.proposals if one.id == key), None)
    step = request.POST.get("step", "")
    try:
        if proposal is None:
            raise UserError("no_proposal", text=_("Please look at the proposal again."))
        if step == "agree":
            recording_errors.consent(error_id=proposal.id, player_id=player_id)
            after = played_game(game_id)
            mended = after is not None and after.waiting is None
            done = (
                _("Both of you agree: the result is changed.")
                if mended
                else _("Noted. The result changes when your opponent agrees too.")
            )
        elif step == "refuse":
            recording_errors.refuse(error_id=proposal.id, player_id=player_id)
            done = _("Refused: the result stays as it was.")
        elif step == "withdraw":
            recording_errors.withdraw(error_id=proposal.id, by_player_id=player_id)
            done = _("Your proposal is withdrawn: the result stays as it was.")
        else:
            raise UserError("step", text=_("Please look at the proposal again."))
    except UserError as error:
        messages.warning(request, str(error.text))
        return refused(redirect("tournament:recording_error", game_id))
    messages.success(request, done)
    return redirect("tournament:recording_error", game_id)


def _door(request: HttpRequest, game_id: int) -> tuple[PlayedGame, int]:
    """Return the game to its players, and which of them is visiting."""
    played = played_game(game_id)
    if played is None:
        raise Http404
    visitor = visitor_of(request)
    require(plays(visitor, played.game))
    assert visitor.player_id is not None
    act_as(actor_of(visitor, played.terms.id, {Role.PLAYER}))
    return played, visitor.player_id


def _said(result: Mapping[str, Any]) -> str:
    """Return a result as a form names the one of which its reader has seen that it cannot be."""
    return f"{result['winner']} {result['reason']} {result['margin_half']}"


def _read(typed: Typed) -> dict[str, Any]:
    """Return the result that a player typed."""
    result = read_result(typed)
    if result["winner"] not in (Winner.BLACK, Winner.WHITE, Winner.DRAW):
        typed.errors.setdefault("winner", _("Say who won."))
    elif result["winner"] != Winner.DRAW and result["reason"] not in _HOW:
        typed.errors.setdefault("reason", _("Say how the game was won."))
    elif result["winner"] == Winner.DRAW:
        result["reason"] = Reason.SCORE
    return result


def _page(
    request: HttpRequest,
    played: PlayedGame,
    player_id: int,
    typed: Typed,
    *,
    proposed: Result | None = None,
) -> HttpResponse:
    game = played.game
    colour = game.colour_of(player_id)
    opponent = game.white if colour == "black" else game.black
    waiting = played.waiting
    if waiting:
        proposed = _result(waiting)
    context = {
        "terms": played.terms,
        "game": game,
        "opponent": opponent,
        "stands": own_sentence(game, colour, Result(game.winner, game.reason, game.margin_half)),
        "waiting": waiting,
        "agreed": waiting is not None and waiting.agreed(colour),
        "opponent_agreed": waiting is not None and waiting.agreed(words.other(colour)),
        "proposed": own_sentence(game, colour, proposed) if proposed else "",
        "sure": _said(proposed.columns()) if proposed else "",
        "doubt": cannot_be(
            proposed.winner, proposed.reason, proposed.margin_half, game, played.terms
        )
        if proposed
        else "",
        "typed": typed,
        "winners": (
            (colour, _("I won (%(colour)s)") % {"colour": words.colour(colour)}),
            (
                words.other(colour),
                _("%(name)s won (%(colour)s)")
                % {"name": opponent.name, "colour": words.colour(words.other(colour))},
            ),
            (Winner.DRAW, _("Draw (jigo)")),
        ),
        "reasons": (
            (Reason.SCORE, _("By points")),
            (Reason.RESIGNATION, _("By resignation")),
            (Reason.TIME, _("On time")),
        ),
        "settled": [
            (one, own_sentence(game, colour, _result(one)), _ended(one))
            for one in played.proposals
            if not one.waits
        ],
        "from_post": request.method == "POST",
    }
    status = 400 if typed.errors else 200
    return render(
        request, "corrections/recording_error.html", {**frame(request), **context}, status=status
    )


def _result(proposal: Proposal) -> Result:
    return Result(proposal.winner, proposal.reason, proposal.margin_half)


def _ended(proposal: Proposal) -> str:
    return {
        RecordingErrorState.AGREED: _("Both agreed: the result was changed."),
        RecordingErrorState.REFUSED: _("It was refused: the result stayed."),
        RecordingErrorState.WITHDRAWN: _("It was withdrawn: the result stayed."),
    }[RecordingErrorState(proposal.state)]
