"""Entering how play went on after a stop: a board to tap on, a text field, or a new record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from adjudication.board.page import is_small
from adjudication.board.svg import Drawing, draw
from adjudication.inquiries.forms import PlayedOnForm, WholeRecordForm
from adjudication.inquiries.services.resuming import (
    NOT_RESUMED,
    go_on_without_record,
    report_resumed,
)
from adjudication.models import Submission
from adjudication.rules.colours import BLACK
from adjudication.rules.marks import NamedStones
from adjudication.rules.points import PASS, example_points, point_name
from adjudication.rules.record import GameRecord
from adjudication.rules.resuming import (
    ResumedGame,
    TooManyMovesError,
    play_on,
    read_moves,
    record_as_sgf,
)
from adjudication.rules.rulesets import Scoring
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.views.chains import NONE_DEAD
from adjudication.submissions.views.games import played_game
from adjudication.submissions.views.marking import Marking, marking_of, toggle
from adjudication.submissions.views.proposing import do_step
from adjudication.submissions.views.report_form import FilledReport, report_from_sent, result_fields
from adjudication.submissions.views.report_pages import review_page
from adjudication.triage.services.playing_on import Resumption, past_resumption, resumption_of
from adjudication.verdicts.selectors.games import GamePage
from tournament.common.body_sizes import handles_unread_form
from tournament.errors import UserError
from tournament.games import words
from tournament.models import Game, Reason, Winner
from tournament.spoken import translated
from tournament.staff.visitors import cached_for_back_button, frame


@dataclass(slots=True)
class ResumeState:
    """The form as it came, and what the rules make of its moves.

    ``meanwhile`` says that the other player has already reported the outcome of play.
    """

    page: GamePage
    game: Game
    resumption: Resumption
    moves: str = ""
    dead: str = ""
    seki: str = ""
    tap: str = ""
    proposal: str = ""
    key: str = ""
    upload: WholeRecordForm = field(default_factory=WholeRecordForm)
    errors: dict[str, str] = field(default_factory=dict)
    played: ResumedGame | None = None
    report: FilledReport | None = None
    marking: Marking | None = None
    refusal: str = ""
    meanwhile: str = ""

    @property
    def wrong(self) -> bool:
        """Whether there is something to correct."""
        return bool(self.errors or self.upload.errors)


@dataclass(frozen=True, slots=True)
class Marked:
    """The text fields beside a record: one stone of each dead chain, and of each chain in seki."""

    dead: str = ""
    seki: str = ""


# --- Moves that are sent after the other player has already reported the outcome ---


TAPPED = "moves.sgf"
"""The file name of a record made from the moves that a player entered."""
_WINS = {"black": Winner.WHITE, "white": Winner.BLACK}
"""The winner if a colour resigned."""


def late_resumption(form: PlayedOnForm, page: GamePage, game: Game) -> Resumption | None:
    """Return how play went on by a form being filled in, though the outcome was reported since."""
    if page.staff_only or page.closed:
        return None
    return past_resumption(
        game,
        inquiry_id=form.cleaned_data.get("inquiry") or -1,
        submission_id=form.cleaned_data.get("base") or -1,
    )


def sent_already(form: PlayedOnForm, page: GamePage, player_id: int) -> bool:
    """Whether this very form has already been sent and has arrived."""
    key = form.cleaned_data["key"]
    sent = Submission.objects.filter(game=page.game.id, player=player_id, idempotency_key=key)
    return bool(key) and sent.exists()


def reported_meanwhile(page: GamePage, player_id: int) -> str:
    """Return that the opponent was quicker, or that the game is to be reported as usual."""
    waiting = page.waiting
    if waiting is None:
        return _("Meanwhile the game is open again: you report it as usual, with your moves.")
    if waiting.player_id == player_id:
        return _("You have already sent how play went on. What you send now replaces it.")
    return _(
        "Meanwhile %(name)s has sent how play went on: %(result)s. Your moves are still here. Send "
        "them, and you see both beside each other."
    ) % {
        "name": waiting.player_name,
        "result": words.short_result(waiting.winner, waiting.reason, waiting.margin_half),
    }


def not_sent(
    request: HttpRequest, form: PlayedOnForm, page: GamePage, player_id: int
) -> HttpResponse:
    """Redirect to a game on which nothing can be sent any more, with the moves in a message."""
    moves = form.cleaned_data["moves"]
    if sent_already(form, page, player_id):
        messages.success(request, _("Your report had arrived."))
    elif moves:
        text = _("Play has already ended, so your moves were not sent: %(moves)s")
        messages.warning(request, text % {"moves": moves})
    else:
        messages.warning(request, _("Play has already ended: look at the game."))
    return redirect("adjudication:game", page.game.id)


def beside(
    request: HttpRequest,
    state: ResumeState,
    player_id: int,
    data: bytes,
    *,
    resigned: str,
    marked: Marked,
) -> HttpResponse | None:
    """Show what a player sends beside the report; None, with an error, if it gives no result.

    ``data`` is the whole game, ``resigned`` is the colour that resigned, ``marked`` is what was
    written beside a record.
    """
    page, size = state.page, state.page.terms.board_size
    read = report_from_sent(
        data, size=size, winner=_WINS.get(resigned, ""), reason=Reason.RESIGNATION
    )
    if not resigned:
        dead = "none" if state.resumption.none_dead else state.dead or marked.dead
        seki = state.seki or marked.seki
        read = report_from_sent(data, size=size, reason=Reason.SCORE, dead=dead, seki=seki)
        counted = marking_of(read, page.game, page.terms)
        if counted is None:
            text = _("Play stops when both players pass: enter both passes, or who resigned.")
            state.errors["moves"] = text
            return None
        if counted.result is None:
            state.errors["dead"] = _("Mark the dead stones on the board, or write “none”.")
            return None
        stay = page.game.stones_stay
        dead, seki = ("", "") if stay else (dead, seki)
        read = report_from_sent(
            data, size=size, dead=dead, seki=seki, **result_fields(counted.result)
        )
    read.key = uuid4().hex
    read.carried = Drafts(page.game.id, player_id).keep(data)
    return review_page(request, page, read, meanwhile=reported_meanwhile(page, player_id))


# --- Entering how play went on after a stop: a board to tap on, a text field, or a new record ---


_ON_BOARD = {"dead_stones": "dead", "seki_stones": "seki", "record": "moves"}
_IN_RECORD = {
    "dead_stones": "upload_dead",
    "seki_stones": "upload_seki",
    "record": "record",
    "moves": "record",
}
"""The form field beside which an error in a field of the service is shown."""


def _unread(request: HttpRequest, _problem: Exception, game_id: int) -> HttpResponse:
    """Answer a form that is too large to read."""
    messages.warning(request, _("Send one game record of at most 512 kB."))
    return redirect("adjudication:resume", game_id)


@handles_unread_form(_unread)
@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def resume(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let a player enter the moves after the stop, step by step, and send the outcome."""
    page, player_id = played_game(request, game_id)
    form = PlayedOnForm(request.POST)
    form.is_valid()
    step = form.cleaned_data["step"]
    game = Game.objects.select_related("round__tournament").get(pk=game_id)
    resumption = resumption_of(game)
    late = resumption is None
    if late and not sent_already(form, page, player_id):
        resumption = late_resumption(form, page, game)
    if resumption is None:
        return not_sent(request, form, page, player_id)
    state = _read(request, form, page, game, resumption)
    state.meanwhile = reported_meanwhile(page, player_id) if late else ""
    if request.method == "POST":
        if form.cleaned_data.get("inquiry") != resumption.inquiry.pk:
            state.errors["moves"] = _("Something changed meanwhile: look at it, and send it again.")
        elif step == "without":
            return _without(request, game_id, player_id)
        elif step in ("send", "upload", "black", "white"):
            done = _send(request, state, player_id, step)
            if done is not None:
                return done
    status = 400 if state.wrong or state.refusal else 200
    context = {**frame(request), **_context(state), "from_post": request.method == "POST"}
    return render(request, "inquiries/resume.html", context, status=status)


@cached_for_back_button
@require_POST
def board(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the board after a tap, for the script in the page."""
    page, player_id = played_game(request, game_id)
    game = Game.objects.select_related("round__tournament").get(pk=game_id)
    form = PlayedOnForm(request.POST)
    form.is_valid()
    now = resumption_of(game)
    resumption = now or late_resumption(form, page, game)
    if resumption is None or resumption.base is None:
        return HttpResponse(status=404)
    state = _read(request, form, page, game, resumption)
    state.meanwhile = "" if now else reported_meanwhile(page, player_id)
    return render(request, "inquiries/resume_board.html", _context(state))


def _read(
    request: HttpRequest, form: PlayedOnForm, page: GamePage, game: Game, resumption: Resumption
) -> ResumeState:
    """Return the form after the tap or button that came with it."""
    typed = form.cleaned_data
    step, point = typed["step"], typed["point"]
    upload = (request.POST, request.FILES) if step == "upload" else ()
    state = ResumeState(
        page=page,
        game=game,
        resumption=resumption,
        moves=" ".join(typed["moves"].split()),
        dead=typed["dead"],
        seki=typed["seki"],
        tap=typed["tap"],
        proposal=typed["proposal"],
        key=typed["key"] or uuid4().hex,
        upload=WholeRecordForm(*upload),
    )
    if resumption.none_dead:
        del state.upload.fields["upload_dead"]
    if resumption.none_dead or page.terms.ruleset.scoring.value is not Scoring.TERRITORY:
        del state.upload.fields["upload_seki"]
    if resumption.base is None:
        return state
    if step == "undo":
        state.moves = " ".join(state.moves.split()[:-1])
        state.dead = state.seki = ""
    elif step == "pass":
        state.moves = f"{state.moves} pass".strip()
    _play(state)
    if point and state.played is not None and not state.errors:
        _tap(state, point)
    if state.report is not None and not resumption.none_dead:
        _propose(request, state, step)
    return state


def _propose(request: HttpRequest, state: ResumeState, step: str) -> None:
    """Propose dead stones, or undo that, if the form asks for it."""
    report, played = state.report, state.played
    assert report is not None
    assert played is not None
    do_step(request, report, state.page.game, state.page.terms, step)
    state.refusal = report.refusal
    if (state.dead, state.proposal) != (report.dead, report.proposal):
        state.dead, state.seki, state.proposal = report.dead, report.seki, report.proposal
        state.errors.pop("dead", None)
        _count(state, played.record)


def _tap(state: ResumeState, point: str) -> None:
    assert state.played is not None
    if not (state.played.stopped or state.resumption.counted_at_once):
        state.moves = f"{state.moves} {point}".strip()
        _play(state)
        return
    if state.report is not None and not state.resumption.none_dead:
        toggle(state.report, state.page.terms, point)
        state.dead, state.seki = state.report.dead, state.report.seki
        _count(state, state.played.record)


def _example(size: int) -> str:
    """Return example moves, as somebody may type them."""
    return " pass ".join(example_points(size))


def _play(state: ResumeState) -> None:
    """Play the form's moves as far as the rules allow them; report what they do not allow."""
    resumption, page = state.resumption, state.page
    base = resumption.base
    assert base is not None
    try:
        points = [] if resumption.counted_at_once else read_moves(state.moves, base.size)
    except TooManyMovesError:
        state.errors["moves"] = _("These are too many moves: send a record of the whole game.")
        points = []
    except ValueError as problem:
        state.errors["moves"] = _("“%(word)s” is not a move. Write moves such as %(example)s.") % {
            "word": problem,
            "example": _example(base.size),
        }
        points = []
    state.played = play_on(
        base,
        points,
        first=resumption.first,
        ruleset=page.terms.ruleset,
        handicap=page.game.handicap,
        komi=page.game.komi_half / 2,
    )
    if state.played.refused is not None:
        text = _("Play another move here. If this one was really played, tell the referee.")
        state.errors["moves"] = f"{translated(state.played.refused.text)} {text}"
    if "moves" not in state.errors or state.played.refused is not None:
        state.moves = " ".join(
            "pass" if point == PASS else point_name(point, base.size)
            for point in state.played.moves
        )
    if state.played.stopped or resumption.counted_at_once:
        _count(state, state.played.record)


def _count(state: ResumeState, record: GameRecord) -> None:
    """Count the board where play stopped again, with the stones marked dead."""
    dead = NONE_DEAD if state.resumption.none_dead else state.dead
    report = report_from_sent(
        record_as_sgf(record),
        size=record.size,
        reason=Reason.SCORE,
        dead=dead,
        seki=state.seki,
        tap=state.tap,
        proposal=state.proposal,
    )
    for name in ("dead", "seki"):
        if name in report.errors:
            state.errors[name] = report.errors[name]
    state.report = report
    state.marking = marking_of(report, state.page.game, state.page.terms)


def _send(
    request: HttpRequest, state: ResumeState, player_id: int, step: str
) -> HttpResponse | None:
    """Send the outcome; None, with an error in the form, if that is not possible."""
    marked = Marked()
    if step == "upload":
        form = state.upload
        if not form.is_valid() or state.errors:
            return None
        resigned = form.cleaned_data["resigned"]
        if not resigned:
            typed = form.cleaned_data
            marked = Marked(typed.get("upload_dead", ""), typed.get("upload_seki", ""))
        data, filename = form.cleaned_data["record"].read(), form.cleaned_data["record"].name or ""
        named = _named(state, data, marked)
        if form.errors:
            return None
    else:
        if state.errors or state.played is None:
            return None
        resigned = step if step in ("black", "white") else ""
        data, filename = record_as_sgf(state.played.record), TAPPED
        named = state.report.named if state.report is not None else NamedStones()
    if state.meanwhile:
        return beside(request, state, player_id, data, resigned=resigned, marked=marked)
    try:
        report_resumed(
            game_id=state.game.pk,
            player_id=player_id,
            record_bytes=data,
            filename=filename,
            dead_stones=named.dead,
            seki_stones=named.seki,
            resigned=resigned,
            idempotency_key=state.key,
        )
    except UserError as problem:
        if problem.code == NOT_RESUMED:  # the other player was a moment quicker
            return resume(request, state.game.pk)
        if step == "upload":
            name = _IN_RECORD.get(problem.field or "", problem.field)
            state.upload.refuse(UserError(problem.code, field=name, text=problem.text))
        else:
            state.errors[_ON_BOARD.get(problem.field or "", "moves")] = str(problem.text)
        return None
    messages.success(request, _("Sent. Your opponent still has to confirm it."))
    return redirect("adjudication:game", state.game.pk)


def _named(state: ResumeState, data: bytes, marked: Marked) -> NamedStones:
    """Return the stones written beside a record, as chains of it; errors go into the form."""
    size = state.page.terms.board_size
    report = report_from_sent(data, size=size, dead=marked.dead, seki=marked.seki)
    for name, where in (("record", "record"), ("dead", "upload_dead"), ("seki", "upload_seki")):
        if name in report.errors:
            state.upload.add_error(where, report.errors[name])
    return report.named


def _without(request: HttpRequest, game_id: int, player_id: int) -> HttpResponse:
    try:
        go_on_without_record(game_id=game_id, player_id=player_id)
    except UserError as problem:
        messages.warning(request, str(problem.text))
        return redirect("adjudication:game", game_id)
    return redirect("adjudication:report", game_id)


def _context(state: ResumeState) -> dict[str, Any]:
    played, resumption = state.played, state.resumption
    over = played is not None and (played.stopped or resumption.counted_at_once)
    report = state.report
    stones = None if report is None else report.dead_stones
    return {
        "page": state.page,
        "game": state.page.game,
        "inquiry": resumption.inquiry.pk,
        "base": resumption.submission_id or "",
        "meanwhile": state.meanwhile,
        "key": state.key,
        "moves": state.moves,
        "upload": state.upload,
        "wrong": state.wrong,
        "errors": state.errors,
        "board": None if played is None or over else _drawing(played),
        "small": played is not None and is_small(played.replay.size),
        "data": None if played is None or over else _data(played),
        "example": _example(state.page.terms.board_size),
        "to_move": "" if played is None or over else _to_move(played),
        "over": over,
        "at_once": resumption.counted_at_once,
        "none_dead": resumption.none_dead,
        "marking": state.marking if over else None,
        "refusal": state.refusal,
        "values": report,
        "dead": None if stones is None else ", ".join(stones),
        "adding": True,
        "first": words.colour("black" if resumption.first == BLACK else "white"),
    }


def _to_move(played: ResumedGame) -> str:
    if played.to_move == BLACK:
        return _("Black to move.")
    return _("White to move.")


def _drawing(played: ResumedGame) -> SafeString:
    last = played.moves[-1] if played.moves else PASS
    # Only numbers and one escaped label: see board/svg.py.
    return SafeString(
        draw(
            Drawing(
                size=played.replay.size,
                position=played.replay.position,
                label=_("The board where play goes on. %(turn)s") % {"turn": _to_move(played)},
                last=last if last >= 0 else None,
            )
        )
    )


def _data(played: ResumedGame) -> dict[str, Any]:
    """Return what the script for taps announces: every stone is a group of its own."""
    size = played.replay.size
    groups = [[colour, 0, [point]] for point, colour in enumerate(played.replay.position) if colour]
    return {
        "size": size,
        "names": [point_name(point, size) for point in range(size * size)],
        "groups": groups,
        "any": True,
        "words": {
            "colours": ["", _("black"), _("white")],
            "one": "",
            "many": "",
            "states": ["", ""],
            "empty": _("empty"),
        },
    }
