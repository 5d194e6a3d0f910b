"""Playing through a proof: the line move by move, and the proof's answer to any other move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.reading import read_claim
from adjudication.confirmation.problem import KoPass, Winner
from adjudication.confirmation.words import KO, LIFE, reading_text
from adjudication.selectors.confirmations import AnswerView, ConfirmationView, certificate_of
from adjudication.web.desk.articles import told
from adjudication.web.desk.case import heading_of
from adjudication.web.desk.doors import Desk
from adjudication.web.life.doors import life_desk, one_of
from adjudication.web.life.lines import points_of, position_of, title_of
from adjudication.web.life.proofs import Played, main_line, played
from adjudication.web.life.steps import page_of
from adjudication.web.life.verdict import answer_line
from tournament.spoken import spoken
from tournament.web.access import frame, personal

LONGEST = 4000
"""Characters of ``moves`` that are read: more than the longest line that is played through."""


@personal
@require_safe
def play(request: HttpRequest, slug: str, number: int, confirmation: int, key: str) -> HttpResponse:
    """Show a line of a proof; ``moves`` are the loser's, without it they are those of the line.

    ``at`` says after how many moves of both the board is shown. What cannot be played is said,
    with the board before it and status 400.
    """
    desk = life_desk(request, slug, number)
    view = one_of(desk, confirmation)
    answer = _answer(view, key)
    text = certificate_of(desk.page.line.id, view.number, key)
    if text is None:
        raise Http404
    context = _heading(desk, view, answer)
    try:
        shown = _shown(text, answer, request.GET)
    except CheckError:
        # A proof of another version of this program: nothing else is checked here and then.
        context["unreadable"] = True
        return render(request, "life/play.html", {**frame(request), **context})
    points = points_of(answer.target, view.size)
    context["page"] = page_of(shown, position_of(view), view.size, points, Winner(answer.winner))
    context["error"] = shown.error
    status = 400 if shown.error else 200
    return render(request, "life/play.html", {**frame(request), **context}, status=status)


@personal
@require_safe
def proof(
    request: HttpRequest, slug: str, number: int, confirmation: int, key: str
) -> HttpResponse:
    """Give the proof of an answer as a file that other programs can check."""
    desk = life_desk(request, slug, number)
    text = certificate_of(desk.page.line.id, confirmation, key)
    if text is None:
        raise Http404
    response = HttpResponse(text, content_type="application/json")
    name = f"{slug}-case-{number}-{confirmation}-{key[:8]}.json"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def _answer(view: ConfirmationView, key: str) -> AnswerView:
    found = next((one for one in view.found if one.key == key), None)
    if found is None or not found.has_certificate:
        raise Http404
    return found


def _heading(desk: Desk, view: ConfirmationView, answer: AnswerView) -> dict[str, Any]:
    return {
        **heading_of(desk),
        "view": view,
        "title": title_of(view),
        "asked": answer_line(answer, position_of(view), view.size),
        "reading": spoken(reading_text(KoPass(answer.ko_pass))),
        "articles": told((LIFE, KO)),
    }


def _shown(text: str, answer: AnswerView, query: Mapping[str, str]) -> Played:
    """Return the line that the address asks for."""
    claim = read_claim(text)
    main = main_line(claim, answer)
    asked = query.get("moves")
    at = query.get("at", "")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 6 else None
    if asked is None:
        return played(claim, main, main.choices, number or 0)
    if len(asked) > LONGEST:
        long = _("This is longer than any line that can be played through.")
        return played(claim, main, (), None, error=long)
    return played(claim, main, _choices(asked), number)


def _choices(text: str) -> tuple[str, ...]:
    """Return the loser's moves as certificates write them."""
    found = []
    for one in text.split(","):
        words = one.split()
        if words:
            names = [word.lower() if "pass" in word.lower() else word.upper() for word in words]
            found.append(" ".join(names))
    return tuple(found)
