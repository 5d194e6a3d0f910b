"""Asking whether groups are alive: the confirmations of a case, and the board for another one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.board.legend import Meaning, legend_of, sign_for
from adjudication.board.page import is_small, position_in_words, safe_svg
from adjudication.board.svg import Drawing, Sign
from adjudication.cases.selectors.cases import with_evidence
from adjudication.life_and_death.boards import (
    MarkedBoard,
    board_names,
    chain_names_text,
    final_boards,
)
from adjudication.life_and_death.forms import ConfirmationForm
from adjudication.life_and_death.outlook import (
    LifeOutlook,
    Suggestions,
    outlook_of,
    proposals_of,
)
from adjudication.life_and_death.question import LifeQuestion, Tap
from adjudication.life_and_death.selectors import confirmations_of
from adjudication.life_and_death.services.asking import ask_confirmation
from adjudication.life_and_death.views.lines import life_line, said_in_words
from adjudication.life_and_death.views.permissions import acting_at_desk, life_desk, may_ask
from adjudication.life_and_death.views.verdict import meaning_of
from adjudication.referee.views.case import heading_of
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import point_name
from adjudication.submissions.views.chains import chain_names
from adjudication.submissions.views.proposing import MOST, SECONDS
from tournament.common.forms import posted
from tournament.common.rate_limit import too_many
from tournament.errors import UserError
from tournament.staff.visitors import frame, personal

PROPOSED = "proposed"


@dataclass(frozen=True, slots=True)
class LifeLink:
    """A link that changes the question; ``here`` if the question is already so."""

    id: str
    text: str
    address: str
    here: bool = False


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def ask_about_life(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what was asked in a case and the board to ask on; POST asks or shows the board again."""
    entered = acting_at_desk if request.method == "POST" else life_desk
    desk = entered(request, slug, number)
    desk = replace(desk, page=with_evidence(desk.page))
    boards = final_boards(desk.page)
    said = {name: " ".join(request.GET.getlist(name)) for name in request.GET}
    form = ConfirmationForm(posted(request), initial=said, boards=boards)
    shown = form.shown
    if shown is not None and form.only_shown:
        return redirect(
            request.path + _address(shown, {"budget": form.text("budget")}, form.question)
        )
    if form.is_valid():
        values = form.cleaned_data
        try:
            asked = ask_confirmation(
                case_id=desk.page.line.id,
                source=values["submission"],
                move=values["move"],
                points=values["points"],
                agreed_dead=values["agreed_dead"],
                assume=values["assume"],
                alive=values["alive"],
                area=values["area"],
                budget=values["budget"],
                idempotency_key=values["key"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            return redirect("adjudication:confirmation", slug, number, asked.number)
    lines = confirmations_of(desk.page.line.id)
    context = {
        **heading_of(desk),
        "lines": tuple(map(life_line, lines)),
        "live": next((view for view in lines if view.live), None),
        "form": form,
        "may_ask": may_ask(desk),
        "from_post": request.method == "POST",
    }
    if shown is not None:
        context |= {
            **_board(request, shown, form),
            "boards": board_names(boards, desk.page),
            "marked": tuple(
                (
                    mark.who,
                    chain_names_text(mark.points, shown.position, shown.size)
                    if mark.points
                    else "",
                )
                for mark in shown.marked
            ),
            "move": form.text("move") or str(shown.move),
            "last": len(shown.replay),
        }
    return render(
        request, "life_and_death/life.html", {**frame(request), **context}, status=form.status
    )


def _board(request: HttpRequest, shown: MarkedBoard, form: ConfirmationForm) -> dict[str, Any]:
    """Return the board on which a question is put together, and what it would search."""
    question, size = form.question, shown.size
    kept = {"as": str(form.tap), "budget": request.GET.get("budget", "")}
    proposing = request.GET.get("walls") == PROPOSED
    if proposing:
        kept["walls"] = PROPOSED
    address = partial(_address, shown, kept)
    outlook = outlook_of(shown, question, address)
    proposals = (
        _proposals(request, shown, question, partial(_address, shown, kept))
        if (proposing and question.asked)
        else None
    )
    signs = _signs(question, outlook, proposals, shown)
    drawing = Drawing(
        size=size,
        position=shown.position,
        label=_("The position; what is in dispute has a triangle, what is dead is pale."),
        dead=question.dead,
        signs=signs,
        shaded=outlook.searched or question.inside(size),
        links={
            point: _address(shown, {**kept, "tap": point_name(point, size)}, question)
            for point, state in enumerate(shown.position)
            if state != EMPTY or form.tap is Tap.AREA
        },
    )
    return {
        "shown": shown,
        "question": question,
        "svg": safe_svg(drawing),
        "rows": position_in_words(shown.position, size),
        "small": is_small(size),
        "outlook": outlook,
        "legend": legend_of(
            *(Meaning.IN_QUESTION, Meaning.AGREED_DEAD, Meaning.PROVEN, Meaning.TAKEN),
            *([Meaning.PROPOSED] if proposals else []),
            *([Meaning.EDGE] if sign_for(Meaning.EDGE) in signs.values() else []),
        ),
        "proposals": proposals,
        "propose": _address(shown, {**kept, "walls": PROPOSED}, question),
        "taps": tuple(_taps(shown, kept, question)),
        "asked": tuple(_groups(shown, question, address)),
        "said": tuple(said_in_words(shown, line) for line in shown.said),
        "both_say": _both_say(shown, question, address),
        "differing": ", ".join(chain_names(shown.position, size, shown.said_differently)),
        "whole_board": address(replace(question, area=(), corner=None)),
        "corner": "" if question.corner is None else point_name(question.corner, size),
        "written": bool({"agreed_dead", "alive", "area", "assume", "points"} & set(form.errors)),
    }


def _address(shown: MarkedBoard, more: dict[str, str], question: LifeQuestion) -> str:
    """Return the address of this page with a question."""
    values = {
        "submission": shown.source.key,
        "move": str(shown.move),
        **question.words(shown.position, shown.size),
        **more,
    }
    return f"?{urlencode({name: text for name, text in values.items() if text})}#asked"


def _signs(
    question: LifeQuestion, outlook: LifeOutlook, proposals: Suggestions | None, shown: MarkedBoard
) -> dict[int, Sign]:
    signs: dict[int, Sign] = {}
    for one in () if proposals is None else proposals.each:
        if not one.taken:
            signs.update(dict.fromkeys(one.points, sign_for(Meaning.PROPOSED)))
    for wall in outlook.walls:
        signs.update(dict.fromkeys(wall.points, sign_for(meaning_of(wall.why))))
    signs.update(dict.fromkeys(question.alive, sign_for(Meaning.TAKEN)))
    signs.update(dict.fromkeys(question.asked, sign_for(Meaning.IN_QUESTION)))
    if question.corner is not None and shown.position[question.corner] == EMPTY:
        signs[question.corner] = sign_for(Meaning.EDGE)
    return signs


def _proposals(
    request: HttpRequest, shown: MarkedBoard, question: LifeQuestion, address: Any
) -> Suggestions | None:
    def may_look() -> bool:
        if not too_many("life.walls", request, most=MOST, seconds=SECONDS):
            return True
        messages.error(
            request,
            _(
                "Many proposals were asked for in a short time. Wait a minute, or choose the "
                "stones yourself."
            ),
        )
        return False

    return proposals_of(shown, question, address, may_look=may_look)


def _taps(shown: MarkedBoard, kept: dict[str, str], question: LifeQuestion) -> Iterable[LifeLink]:
    """Yield the links for what a tap on the board can do."""
    words = {
        Tap.ASKED: _("asks about a group"),
        Tap.DEAD: _("marks a group as dead"),
        Tap.ALIVE: _("takes a group to be alive"),
        Tap.AREA: _("draws the area: two corners"),
    }
    now = kept["as"]
    for tap, text in words.items():
        address = _address(shown, {**kept, "as": str(tap)}, question)
        yield LifeLink(f"tap-{tap}", text, address, here=tap == now)


def _both_say(shown: MarkedBoard, question: LifeQuestion, address: Any) -> str:
    """Return the address that takes over all that both players say; empty if that is nothing."""
    alive, dead = shown.both_living - question.asked, shown.both_dead - question.asked
    if not alive and not dead:
        return ""
    question = question.with_chain(alive, Tap.ALIVE, there=True)
    return str(address(question.with_chain(dead, Tap.DEAD, there=True)))


def _groups(shown: MarkedBoard, question: LifeQuestion, address: Any) -> Iterable[LifeLink]:
    """Yield the groups in question, and those that the players differ on."""
    for group in shown.groups():
        asked = group.chain.points <= question.asked
        if asked or group.said == "differ":
            other = question.with_chain(group.chain.points, Tap.ASKED, there=not asked)
            yield LifeLink(f"group-{group.name}", group.text, address(other), here=asked)
