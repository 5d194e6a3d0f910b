"""A player's page of the case of his game: how far it is, what was said, what was ruled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from adjudication.models import Appeal, AppealState, CaseState
from adjudication.policy.articles import ARTICLES
from adjudication.selectors.appeals import appealable_until
from adjudication.selectors.cases import QueueLine, case_of_game
from adjudication.selectors.games import GamePage
from adjudication.selectors.rulings import RulingView, rulings_of
from adjudication.selectors.statements import statements_of
from adjudication.services.appeals.appealing import appeal as make_appeal
from adjudication.services.appeals.appealing import withdraw_appeal as take_back
from adjudication.services.cases.pictures import MOST_BYTES, MOST_PICTURES
from adjudication.services.cases.statements import write_statement
from adjudication.web import case_words
from adjudication.web.asked.telling import state_line
from adjudication.web.games import played_game, shown_game
from tournament.errors import Conflict, IdempotencyConflict, UserError
from tournament.spoken import spoken
from tournament.web.access import (
    frame,
    kept_for_back,
    may_see_evidence,
    plays,
    require,
    visitor_of,
)
from tournament.web.body_sizes import takes_up_to

RULED = (CaseState.RULED, CaseState.APPEALED, CaseState.FINAL)
"""The states of a case that has a ruling."""


@dataclass(frozen=True, slots=True)
class ArticleLine:
    """An article that a ruling rests on, in our own words."""

    number: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling as its players read it."""

    kind: str
    lines: tuple[str, ...]
    reasons: str
    articles: tuple[ArticleLine, ...]
    by: str
    view: RulingView


# Reading the form is left to the view, where one that is too large can be answered with the form.
@takes_up_to(MOST_PICTURES * MOST_BYTES + 1024 * 1024)
@csrf_exempt
@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the case of a game to its players and the referees; a player writes a statement."""
    page = _seen(request, game_id)
    try:
        request.POST  # noqa: B018 - reads the form
    except (RequestDataTooBig, TooManyFilesSent):
        text = _("This is too large: send at most 3 pictures and one record.")
        return _page(request, page, _case(game_id), {"pictures": text})
    return _case_page(request, page)


@csrf_protect
def _case_page(request: HttpRequest, page: GamePage) -> HttpResponse:
    game_id = page.game.id
    line = _case(game_id)
    if request.method != "POST":
        return _page(request, page, line, {})
    visitor = visitor_of(request)
    require(plays(visitor, page.game))
    uploads = request.FILES.getlist("pictures")[: MOST_PICTURES + 1]
    record = request.FILES.get("record")
    try:
        if len(uploads) > MOST_PICTURES:
            raise UserError("pictures", field="pictures", text=_("Send at most 3 pictures."))
        if request.POST.get("case") != str(line.id):
            raise Conflict("case_changed", text=_("The case changed meanwhile: look at it again."))
        write_statement(
            case_id=line.id,
            player_id=visitor.player_id,
            text=request.POST.get("text", ""),
            record_bytes=None if record is None else record.read(),
            filename="" if record is None else (record.name or ""),
            pictures=[upload.read() for upload in uploads],
            idempotency_key=request.POST.get("key", ""),
        )
    except IdempotencyConflict:
        # Going back and writing on is another statement: the page that is shown has a new key.
        text = _("You have sent this form before. Send it again to add what you wrote now.")
        return _page(request, page, line, {"text": text}, new_key=True)
    except UserError as problem:
        return _page(request, page, line, {problem.field or "text": str(problem.text)})
    messages.success(request, _("Written. Your opponent and the referee can read it."))
    return redirect("adjudication:player_case", game_id)


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, game_id: int) -> HttpResponse:
    """Appeal against the ruling of one's case."""
    if request.method != "POST":
        return redirect("adjudication:player_case", game_id)
    page, player_id = played_game(request, game_id)
    line = _case(game_id)
    try:
        if request.POST.get("case") != str(line.id):
            raise Conflict("case_changed", text=_("The case changed meanwhile: look at it again."))
        make_appeal(case_id=line.id, player_id=player_id, text=request.POST.get("appeal", ""))
    except UserError as problem:
        return _page(request, page, _case(game_id), {"appeal": str(problem.text)})
    messages.success(request, _("Your appeal is before the committee."))
    return redirect("adjudication:player_case", game_id)


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw_appeal(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take one's own appeal back: the ruling stands."""
    if request.method != "POST":
        return redirect("adjudication:player_case", game_id)
    _played, player_id = played_game(request, game_id)
    try:
        take_back(case_id=_case(game_id).id, player_id=player_id)
    except UserError as problem:
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Your appeal is taken back: the ruling stands."))
    return redirect("adjudication:player_case", game_id)


def _seen(request: HttpRequest, game_id: int) -> GamePage:
    page = shown_game(game_id)
    require(may_see_evidence(visitor_of(request), page.game, page.terms.id))
    return page


def _case(game_id: int) -> QueueLine:
    line = case_of_game(game_id)
    if line is None:
        raise Http404
    return line


def _page(
    request: HttpRequest,
    page: GamePage,
    line: QueueLine,
    errors: dict[str, str],
    *,
    new_key: bool = False,
) -> HttpResponse:
    visitor = visitor_of(request)
    colour = page.game.colour_of(visitor.player_id)
    names = {one.number: one.name for one in line.parties}
    waiting = (
        Appeal.objects.filter(case=line.id, state=AppealState.WAITING)
        .select_related("player")
        .first()
        if line.state == CaseState.APPEALED
        else None
    )
    open_ = not line.over and not page.closed
    posted = request.POST if errors else {}
    decided = rulings_of(line.id) if line.state in RULED else ()
    context: dict[str, Any] = {
        "page": page,
        "game": page.game,
        "line": line,
        "colour": colour,
        "about": [case_words.cause_title(cause) for cause in line.causes],
        "badge": case_words.case_badge(line.state),
        "told": _told(line),
        "notes": [one.note for one in line.grounds if one.note],
        "statements": statements_of([line.id]).get(line.id, ()),
        "writes": bool(colour) and open_,
        "rulings": [_ruling(one, page, names) for one in decided],
        "appeals": bool(colour) and _may_appeal(line, visitor.player_id),
        "waiting": waiting,
        "mine": waiting is not None and waiting.player_id == visitor.player_id,
        "errors": errors,
        "values": posted,
        "key": (not new_key and posted.get("key")) or uuid4().hex,
    }
    status = 400 if errors else 200
    return render(request, "asked/case.html", {**frame(request), **context}, status=status)


def _told(line: QueueLine) -> str:
    return state_line(line.state, line)


def _may_appeal(line: QueueLine, player_id: int | None) -> bool:
    if line.state != CaseState.RULED or player_id is None:
        return False
    return appealable_until(line.id, player_id, timezone.now()) is not None


def _ruling(view: RulingView, page: GamePage, names: dict[int, str]) -> RulingLine:
    cited = [ARTICLES[key] for key in view.articles if key in ARTICLES]
    return RulingLine(
        kind=case_words.ruling_kind(view.kind),
        lines=case_words.decision_lines(view.decision, page.game, names),
        reasons=view.reasons,
        articles=tuple(
            ArticleLine(one.number, spoken(one.title), spoken(one.words)) for one in cited
        ),
        by=view.by,
        view=view,
    )
