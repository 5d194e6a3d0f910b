"""Correcting a game: what it is now, what is to be mended, what comes of it, and doing it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.corrections.selectors.correcting import GameNow, game_now
from adjudication.corrections.selectors.history import game_history
from adjudication.corrections.services.trying import Change, changed_since, do_if_still
from adjudication.corrections.views.history import done_line, event_lines
from adjudication.corrections.views.mending import (
    FIELDS,
    NAMES,
    READERS,
    kinds_of,
    read_result,
    reason_choices,
    values_of,
    winner_choices,
)
from adjudication.corrections.views.preview import preview
from adjudication.submissions.views.preview import cannot_be
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import plain_sentence, state_badge
from tournament.common.typed import Typed
from tournament.errors import UserError
from tournament.games import words
from tournament.models import GameState, Reason, Winner
from tournament.staff.access import frame, kept_for_back, visitor_of
from tournament.staff.guards import directed
from tournament.staff.once import once, refused


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@once
def correct_game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show a game with its history; ask what to mend, show what comes of it, and mend it."""
    terms = directed(request, slug)
    now = _now(terms.id, game_id)
    if now.round.state == "draft":
        messages.info(request, _("This round is not published yet: change it here."))
        return refused(redirect("tournament:draft", slug, now.round.number))
    kinds = dict(kinds_of(now))
    kind = request.POST.get("mend", request.GET.get("mend", ""))
    if request.method != "POST":
        return game_form(request, now, kind if kind in kinds else "", Typed(values_of(now)))
    typed = Typed.read(request.POST, NAMES)
    if kind not in kinds or request.POST.get("step") == "edit":
        return game_form(request, now, kind if kind in kinds else "", typed)
    change = READERS[kind](typed, now)
    try:
        if request.POST.get("seen") != now.seen:
            raise changed_since()
        if typed.errors:
            return game_form(request, now, kind, typed)
        if request.POST.get("step") != "confirm":
            return _preview(request, now, kind, typed, change)
        event = do_if_still(
            change,
            tournament_id=terms.id,
            round_id=now.round.id,
            seen=now.seen,
            now=lambda: _now(terms.id, game_id).seen,
        )
    except UserError as error:
        typed.refuse(error, FIELDS, "form")
        return game_form(request, _now(terms.id, game_id), kind, typed)
    if kind == "remove":
        address = redirect("tournament:correct_round", slug, now.round.number)
    else:
        address = redirect("tournament:correct_game", slug, game_id)
    address["Location"] += f"?done={event.pk}"
    return address


def _now(tournament_id: int, game_id: int) -> GameNow:
    now = game_now(tournament_id, game_id)
    if now is None:
        raise Http404
    return now


def _facts(now: GameNow) -> dict[str, Any]:
    """Return what every page of a correction says of the game."""
    game = now.game
    return {
        "terms": now.terms,
        "now": now,
        "game": game,
        "round": now.round,
        "seen": now.seen,
        "terms_line": words.terms_sentence(
            size=now.terms.board_size, handicap=game.handicap, komi_half=game.komi_half
        ),
        "rules_title": words.rules_title(now.terms.rules),
        "state": state_badge(game.state),
        "result": words.game_result(game),
        "sentence": plain_sentence(game, Result(game.winner, game.reason, game.margin_half))
        if game.winner
        else "",
    }


def game_form(request: HttpRequest, now: GameNow, kind: str, typed: Typed) -> HttpResponse:
    """Answer with the page of a game and the form of what is to be mended, as it was typed."""
    names = {one.number: one.player.name for one in now.round.players}
    events = game_history(now.terms.id, now.round.number, now.pair)
    query = f"round={now.round.number}&board={now.game.board_number}"
    context = {
        **_facts(now),
        "kinds": kinds_of(now),
        "kind": kind,
        "typed": typed,
        "winners": winner_choices(now),
        "reasons": reason_choices(),
        "may_open": now.game.state not in (GameState.OPEN, GameState.CONFIRMED),
        "proposed": _proposed(now),
        "lines": event_lines(events, names, games={}, terms=now.terms, visitor=visitor_of(request)),
        "done": done_line(request, now.terms, names),
        "directs": True,
        "query": query,
        "from_post": request.method == "POST",
    }
    status = 400 if typed.errors else 200
    return render(request, "corrections/game.html", {**frame(request), **context}, status=status)


def _preview(
    request: HttpRequest, now: GameNow, kind: str, typed: Typed, change: Change
) -> HttpResponse:
    context = {
        **_facts(now),
        "kind": kind,
        "typed": typed,
        "doubt": _doubt(typed, now) if kind == "result" else "",
        "found": preview(now.terms.id, now.round.number, change),
        "from_post": True,
    }
    return render(request, "corrections/preview.html", {**frame(request), **context})


def _doubt(typed: Typed, now: GameNow) -> str:
    """Return why no count gives the result that was typed; the preview asks about it."""
    values: dict[str, Any] = {"winner": "", "reason": "", "margin_half": None}
    if typed.values["winner"] in Winner.values:
        values |= read_result(typed)
    reason = values["reason"] or (Reason.SCORE if values["winner"] == Winner.DRAW else "")
    return cannot_be(values["winner"], reason, values["margin_half"], now.game, now.terms)


def _proposed(now: GameNow) -> str:
    """Return the result that waits for the players' consent in a sentence, or an empty text."""
    one = now.waiting
    if one is None:
        return ""
    return plain_sentence(now.game, Result(one.winner, one.reason, one.margin_half))
