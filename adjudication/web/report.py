"""Reporting a result: fill in, read in words what will be sent, send."""

from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from adjudication.selectors.games import GamePage
from adjudication.services import submit_result
from adjudication.services.claims import Result, claim_of
from adjudication.web.games import shown_game
from adjudication.web.preview import record_sentence, warnings
from adjudication.web.report_form import Report, ReportInput, read_report, unpack_text
from adjudication.web.sentences import own_sentence
from tournament.errors import Conflict, UserError
from tournament.models import GameState
from tournament.web import words
from tournament.web.access import frame, kept_for_back, plays, require, visitor_of

# The service's names of what it finds fault with, and the form's.
_FIELDS = {"claim": "winner", "margin": "margin", "record": "record", "dead_stones": "dead"}


# Reading the form is left to the view, where one that is too large can be answered with the form.
@csrf_exempt
@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, game_id: int) -> HttpResponse:
    """Lead a player from the form over the sentence to the report."""
    try:
        request.POST  # noqa: B018 - reads the form
    except RequestDataTooBig:
        return _too_large(request, game_id)
    return _steps(request, game_id)


def _too_large(request: HttpRequest, game_id: int) -> HttpResponse:
    """Answer a form that was not read to its end: only the pasted record can be that long."""
    page = shown_game(game_id)
    require(plays(visitor_of(request), page.game))
    text = _(
        "This is longer than a game record may be (512 kB). Go back: what you wrote is still there."
    )
    return _form(request, page, Report(ReportInput(), {"paste": text}))


SETTLED = frozenset({GameState.CONFIRMED, GameState.ENTERED, GameState.DISPUTED})
"""The states in which players cannot report any more."""


@csrf_protect
def _steps(request: HttpRequest, game_id: int) -> HttpResponse:
    page = shown_game(game_id)
    visitor = visitor_of(request)
    require(plays(visitor, page.game))
    assert visitor.player_id is not None
    step = request.POST.get("step", "review")
    # Sending is for the service to judge: a form sent twice is no error there.
    if step != "send" and page.game.state in SETTLED:
        messages.warning(request, _("The result of this game can no longer be reported."))
        return redirect("adjudication:game", game_id)
    if request.method != "POST":
        return _form(request, page, Report(ReportInput()))
    read = read_report(
        request.POST, request.FILES, size=page.terms.board_size, for_edit=step == "edit"
    )
    if step == "edit":
        if not read.values.filename:
            read.values.paste = unpack_text(read.values.carried)
            read.values.carried = "" if read.values.paste else read.values.carried
        return _form(request, page, read)
    if not read.valid:
        return _form(request, page, read)
    if step == "send" and read.values.key:
        return _send(request, page, read, visitor.player_id)
    read.values.key = uuid4().hex
    return _review(request, page, read)


def _waiting_id(page: GamePage) -> str:
    """Return the id of the report that waits for its answer, or an empty text."""
    return "" if page.waiting is None else str(page.waiting.id)


def _form(request: HttpRequest, page: GamePage, read: Report) -> HttpResponse:
    game = page.game
    player_id = visitor_of(request).player_id
    colour = game.colour_of(player_id)
    waiting = page.waiting
    context = {
        "page": page,
        "game": game,
        "values": read.values,
        "errors": read.errors,
        "colour": colour,
        "colour_word": words.colour(colour),
        "opponent": game.white if colour == "black" else game.black,
        "opponent_colour_word": words.colour(words.other(colour)),
        "opponent_waits": waiting is not None and waiting.player_id != player_id,
        "replaces": waiting is not None and waiting.player_id == player_id,
        "from_post": request.method == "POST",
    }
    status = 400 if read.errors else 200
    return render(request, "adjudication/report.html", {**frame(request), **context}, status=status)


def _review(
    request: HttpRequest, page: GamePage, read: Report, *, changed: bool = False
) -> HttpResponse:
    """Show in words what will be sent, and what sending it does to the game as it is now.

    ``changed`` tells that it was shown before, when sending would have done something else.
    """
    game = page.game
    player_id = visitor_of(request).player_id
    result = _result(read)
    waiting = page.waiting
    theirs = waiting if waiting and waiting.player_id != player_id else None
    same = theirs is not None and result == Result(theirs.winner, theirs.reason, theirs.margin_half)
    context = {
        "page": page,
        "game": game,
        "values": read.values,
        "expects": _waiting_id(page),
        "changed": changed,
        "from_post": True,
        "sentence": own_sentence(game, game.colour_of(player_id), result),
        "record": record_sentence(read),
        "dead": None if read.dead is None else ", ".join(read.dead),
        "warnings": list(warnings(read, game, page.terms)),
        "confirms": theirs is not None and same,
        "contests": theirs is not None and not same,
        "replaces": waiting is not None and theirs is None,
    }
    return render(request, "adjudication/review.html", {**frame(request), **context})


def _result(read: Report) -> Result:
    return Result(read.values.winner, read.values.reason, read.margin_half)


def _send(request: HttpRequest, page: GamePage, read: Report, player_id: int) -> HttpResponse:
    values = read.values
    try:
        submit_result(
            game_id=page.game.id,
            player_id=player_id,
            claim=claim_of(_result(read)),
            record_bytes=read.data,
            filename=values.filename,
            dead_stones=read.dead,
            idempotency_key=values.key,
            expects=request.POST.get("expects", ""),
        )
    except Conflict as problem:
        if problem.code == "report_changed":
            # Locking a game or making a result final unawares cannot be undone.
            return _review(request, shown_game(page.game.id), read, changed=True)
        messages.warning(request, str(problem.text))
    except UserError as problem:
        read.errors[_FIELDS.get(problem.field or "", "form")] = str(problem.text)
        return _form(request, page, read)
    else:
        messages.success(request, _sent(shown_game(page.game.id).game.state))
    return redirect("adjudication:game", page.game.id)


def _sent(state: str) -> str:
    """Return what became of the game by what was sent."""
    if state == GameState.CONFIRMED:
        return _("Sent. You both report the same: the result is final.")
    if state == GameState.DISPUTED:
        return _("Sent. The game is locked. Please go and see the referee together.")
    return _("Sent. Your opponent can confirm it now.")
