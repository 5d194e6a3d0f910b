"""Correcting a game or a round: choosing what to mend, previewing the effects, and doing it.

A change to a result that both players confirmed is proposed to them instead, and may be taken back.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from adjudication.corrections.forms import (
    GAME_FORMS,
    ROUND_FORMS,
    AnswerForm,
    CorrectionForm,
    ProposalForm,
    SettleForm,
    StepForm,
)
from adjudication.corrections.selectors.correcting import (
    GameNow,
    PlaceChange,
    RoundNow,
    game_now,
    round_now,
)
from adjudication.corrections.selectors.history import game_history, names_of
from adjudication.corrections.services.corrections import (
    Change,
    change_if_unchanged,
    correct_result,
    preview_change,
)
from adjudication.corrections.views.history import event_lines, last_done_line
from adjudication.corrections.views.sentences import event_sentence
from adjudication.result_entry.views.line import round_address
from adjudication.submissions.views.preview import why_result_impossible
from adjudication.verdicts.views import plain_sentence, state_badge
from tournament.common.forms import Form, posted
from tournament.common.versions import StaleVersion
from tournament.errors import UserError
from tournament.games import words
from tournament.models import GameState, Reason, Result, Winner
from tournament.results.services import recording_errors
from tournament.spoken import stored_note
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.permissions import require_director
from tournament.staff.visitors import cached_for_back_button, frame, personal, visitor_of
from tournament.standings.effects import PairedFrom
from tournament.tournaments.selectors.public import TournamentTerms

MOST_MOVES = 12
_SETTLED_THERE = gettext_lazy("Settled on the page of the round.")


@dataclass(frozen=True, slots=True)
class Preview:
    """The sentence that will be in the history, who moves, and what was paired from old values.

    ``more`` is the number of players whose moves are not listed.
    """

    sentence: str
    moves: tuple[str, ...]
    more: int
    paired: tuple[str, ...]
    departing: tuple[str, ...] = ()
    """In the rated mode, how the round would differ from the engine's pairing."""


def preview(tournament_id: int, round_number: int, change: Change) -> Preview:
    """Try out a change and return its effects. Raises what the change raises."""
    names = names_of(tournament_id)
    event, effects, departing = preview_change(
        change, tournament_id=tournament_id, round_number=round_number
    )
    return Preview(
        sentence=event_sentence(event, names),
        moves=tuple(move_line(one) for one in effects.moved[:MOST_MOVES]),
        more=max(0, len(effects.moved) - MOST_MOVES),
        paired=tuple(paired_line(one) for one in effects.paired if one.tables),
        departing=tuple(departing),
    )


def move_line(one: PlaceChange) -> str:
    """Return a sentence on what happens to one player's place."""
    values = {"name": one.player.name, "was": one.place_before, "now": one.place_after}
    if one.place_before == one.place_after:
        return _("%(name)s: stays at place %(now)s, with another score") % values
    return _("%(name)s: from place %(was)s to %(now)s") % values


def paired_line(one: PairedFrom) -> str:
    """Return a sentence on the boards of a later round that were paired from the old values."""
    boards = ", ".join(str(table) for table in one.tables)
    return ngettext(
        "Round %(number)s is already paired from what was known: board %(boards)s.",
        "Round %(number)s is already paired from what was known: boards %(boards)s.",
        len(one.tables),
    ) % {"number": one.round, "boards": boards}


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def correct_game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show a game with its history, ask what to mend, show the effects, and mend it."""
    terms = require_director(request, slug)
    now = _now(terms.id, game_id)
    if now.round.state == "draft":
        messages.info(request, _("This round is not published yet: change it here."))
        return mark_refused(redirect("tournament:draft", slug, now.round.number))
    pressed = StepForm(posted(request) or request.GET, kinds=dict(correction_kinds(now)))
    kind = pressed.kind
    if not kind:
        return _page(request, now, ProposalForm(now=now).typed(posted(request)))
    form = pressed.form_of(GAME_FORMS, posted(request), now)
    if form.is_valid():
        try:
            if not pressed.confirms:
                return _preview(request, now, kind, form)
            event = change_if_unchanged(
                form.change,
                tournament_id=terms.id,
                round_id=now.round.id,
                seen=now.version,
                now=lambda: _now(terms.id, game_id).version,
            )
        except UserError as error:
            form.refuse(error)
            now = _now(terms.id, game_id)
            form.show_version(now.version)
        else:
            if kind == "remove":
                address = redirect("tournament:correct_round", slug, now.round.number)
            else:
                address = redirect("tournament:correct_game", slug, game_id)
            address["Location"] += f"?done={event.pk}"
            return address
    return _page(request, now, form, kind)


@personal
@require_POST
@idempotent
def settle_report(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Settle one player's report, as asked on the page of the round, and go back there.

    Does nothing if the report has been answered or replaced since.
    """
    terms = require_director(request, slug)
    now = _now(terms.id, game_id)
    form = SettleForm(posted(request))
    form.full_clean()
    desk = form.cleaned_data.get("desk", False)
    there = redirect(round_address(terms, now.round.number, desk=desk))
    try:
        form.require_valid()
        if now.game.state != GameState.REPORTED:
            raise StaleVersion
        result = form.cleaned_data["result"]
        change_if_unchanged(
            partial(
                correct_result,
                game_id=game_id,
                **result.columns(),
                note=stored_note(_SETTLED_THERE),
            ),
            tournament_id=terms.id,
            round_id=now.round.id,
            seen=form.cleaned_data["version"],
            now=lambda: _now(terms.id, game_id).version,
        )
    except UserError as error:
        told = {"board": now.game.board_number, "why": error.text}
        messages.error(request, _("Board %(board)d: not settled. %(why)s") % told)
        return mark_refused(there)
    told = {"board": now.game.board_number, "sentence": plain_sentence(now.game, result)}
    text = _("Board %(board)d is settled: %(sentence)s The history can undo it.")
    messages.success(request, text % told)
    return there


@personal
@require_POST
@idempotent
def propose(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Ask both players to agree to another result, or take the question back."""
    terms = require_director(request, slug)
    now = _now(terms.id, game_id)
    pressed = AnswerForm(posted(request))
    if pressed.is_valid() and pressed.cleaned_data["step"] == "withdraw":
        try:
            if now.waiting is None or pressed.cleaned_data["proposal"] != now.waiting.id:
                raise UserError("no_proposal", text=_("Please look at the proposal again."))
            recording_errors.withdraw(error_id=now.waiting.id)
        except UserError as error:
            messages.warning(request, str(error.text))
            return mark_refused(redirect("tournament:correct_game", slug, game_id))
        messages.success(request, _("The proposal is withdrawn."))
        return redirect("tournament:correct_game", slug, game_id)
    form = ProposalForm(posted(request), now=now)
    if not form.is_valid():
        return _page(request, now, form)
    try:
        recording_errors.propose(game_id=game_id, **form.arguments)
    except UserError as error:
        form.refuse(error)
        return _page(request, _now(terms.id, game_id), form)
    messages.success(request, _("Both players are asked on their own pages."))
    return redirect("tournament:correct_game", slug, game_id)


def correction_kinds(now: GameNow) -> tuple[tuple[str, str], ...]:
    """Return what may be mended about a game as it is now, with labels."""
    if now.final or now.ruled:
        return ()
    if now.game.state == GameState.CONFIRMED:
        return (("result", _("The result")),)
    return (
        ("result", _("The result")),
        ("colours", _("The colours")),
        ("terms", _("Handicap, komi or board number")),
        ("players", _("Who played")),
        ("remove", _("It was not played at all")),
    )


def _now(tournament_id: int, game_id: int) -> GameNow:
    now = game_now(tournament_id, game_id)
    if now is None:
        raise Http404
    return now


def _facts(now: GameNow) -> dict[str, Any]:
    """Return what every page of a correction says about the game."""
    game = now.game
    return {
        "terms": now.terms,
        "now": now,
        "game": game,
        "round": now.round,
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


def _page(request: HttpRequest, now: GameNow, form: Form, kind: str = "") -> HttpResponse:
    """Respond with the page of a game and the correction form as it was filled in."""
    names = {seat.number: seat.player.name for seat in now.round.players}
    events = game_history(now.terms.id, now.round.number, now.pair)
    query = f"round={now.round.number}&board={now.game.board_number}"
    waiting = now.waiting
    context = {
        **_facts(now),
        "kinds": correction_kinds(now),
        "kind": kind,
        "form": form,
        "proposed": plain_sentence(now.game, waiting.result) if waiting else "",
        "lines": event_lines(events, names, games={}, terms=now.terms, visitor=visitor_of(request)),
        "done": last_done_line(request, now.terms, names),
        "directs": True,
        "query": query,
        "from_post": request.method == "POST",
    }
    return render(
        request, "corrections/game.html", {**frame(request), **context}, status=form.status
    )


def _preview(request: HttpRequest, now: GameNow, kind: str, form: CorrectionForm) -> HttpResponse:
    found = preview(now.terms.id, now.round.number, form.change)
    context = {
        **_facts(now),
        "kind": kind,
        "form": form,
        "doubt": _doubt(form.cleaned_data.get("result"), now),
        "found": found,
        "from_post": True,
    }
    return render(request, "corrections/preview.html", {**frame(request), **context})


def _doubt(result: Result | None, now: GameNow) -> str:
    """Return why no count gives the result entered; the preview asks about it."""
    if result is None:
        return ""
    reason = result.reason or (Reason.SCORE if result.winner == Winner.DRAW else "")
    return why_result_impossible(result.winner, reason, result.margin_half, now.game, now.terms)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def correct_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a round, ask whom to move, show the effects, and move them."""
    terms = require_director(request, slug)
    now = _round_of(terms.id, number)
    if now.state == "draft":
        messages.info(request, _("This round is not published yet: change it here."))
        return mark_refused(redirect("tournament:draft", slug, number))
    pressed = StepForm(posted(request) or request.GET, kinds=dict(_round_kinds(now)))
    kind = pressed.kind
    if not kind:
        return _round_page(request, terms, now)
    form = pressed.form_of(ROUND_FORMS, posted(request), now)
    if form.is_valid():
        try:
            if not pressed.confirms:
                context = {
                    "terms": terms,
                    "round": now,
                    "kind": kind,
                    "form": form,
                    "found": preview(terms.id, number, form.change),
                    "from_post": True,
                }
                form.show_version(form.version_of(now))
                return render(request, "corrections/preview.html", {**frame(request), **context})
            event = change_if_unchanged(
                form.change,
                tournament_id=terms.id,
                round_id=now.id,
                seen=form.version_of(now),
                now=lambda: form.version_of(_round_of(terms.id, number)),
            )
        except UserError as error:
            form.refuse(error)
            now = _round_of(terms.id, number)
            form.show_version(now.version)
        else:
            address = redirect("tournament:correct_round", slug, number)
            address["Location"] += f"?done={event.pk}"
            return address
    return _round_page(request, terms, now, form, kind)


def _round_kinds(now: RoundNow) -> tuple[tuple[str, str], ...]:
    kinds = [("swap", _("Exchange two players"))]
    if len(now.free) > 1:
        kinds.append(("add", _("Add a pairing")))
    if now.free or any(seat.bye for seat in now.players):
        kinds.append(("bye", _("Give or take the bye")))
    return tuple(kinds)


def _round_of(tournament_id: int, number: int) -> RoundNow:
    now = round_now(tournament_id, number)
    if now is None:
        raise Http404
    return now


def _round_page(
    request: HttpRequest,
    terms: TournamentTerms,
    now: RoundNow,
    form: CorrectionForm | None = None,
    kind: str = "",
) -> HttpResponse:
    context = {
        "terms": terms,
        "round": now,
        "lines": [(game, words.game_result(game), state_badge(game.state)) for game in now.games],
        "byes": [seat for seat in now.players if seat.bye],
        "kinds": _round_kinds(now),
        "kind": kind,
        "form": form,
        "done": last_done_line(request, terms, names_of(terms.id)),
        "directs": True,
        "query": f"round={now.number}",
        "from_post": request.method == "POST",
    }
    return render(
        request,
        "corrections/round.html",
        {**frame(request), **context},
        status=form.status if form else 200,
    )
