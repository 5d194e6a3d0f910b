"""What is done with a case by a press of a button: taking, returning, asking, settling."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from adjudication.cases.selectors.deskmates import colleagues_of
from adjudication.cases.services.desk import (
    hand_over,
    keep_case,
    return_case,
    settle_case,
    take_case,
)
from adjudication.cases.services.statements import write_statement
from adjudication.cases.views.doors import Desk, at_desk
from adjudication.inquiries.services.agreements import decide_reading
from adjudication.inquiries.services.asking import ask_players
from adjudication.referee.views.case import case_shown
from adjudication.triage.services.resumption import say_stones_stay
from tournament.audit.services.acting import Actor, actor
from tournament.audit.services.persons import person_of
from tournament.errors import UserError
from tournament.staff.access import personal

TYPED = ("note", "text")
"""The fields that somebody writes into: what stands there is never lost."""


@personal
@require_POST
def case_do(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Do what the pressed button says; the page that follows tells what was done."""
    desk = at_desk(request, slug, number)
    what = request.POST.get("what", "")
    doing = _DOING.get(what)
    if doing is None:
        return redirect("adjudication:case", slug, number)
    do, told = doing
    leaves = what in ("return", "hand")
    try:
        do(request, desk)
    except UserError as error:
        typed = {name: request.POST.get(name, "") for name in TYPED}
        if any(typed.values()):
            field = error.field if error.field in TYPED else "form"
            return case_shown(request, desk, typed=typed, errors={field: str(error.text)})
        messages.error(request, str(error.text))
        leaves = False
    else:
        messages.success(request, str(told) % {"number": number})
    if leaves or request.POST.get("from") == "queue":
        return redirect("adjudication:referee", slug)
    return redirect("adjudication:case", slug, number)


def _take(request: HttpRequest, desk: Desk) -> None:
    take_case(case_id=desk.page.line.id)


def _keep(request: HttpRequest, desk: Desk) -> None:
    keep_case(case_id=desk.page.line.id)


def _return(request: HttpRequest, desk: Desk) -> None:
    return_case(case_id=desk.page.line.id)


def _hand(request: HttpRequest, desk: Desk) -> None:
    others = {str(one.link_id): one for one in colleagues_of(desk.terms.id, actor().link_id)}
    other = others.get(request.POST.get("to", ""))
    if other is None:
        raise UserError("person", field="person", text=_("Choose another referee."))
    # Somebody who has done nothing yet is made known to the record here.
    person = person_of(
        desk.terms.id, Actor(role=other.role, name=other.name, link_id=other.link_id)
    )
    assert person is not None, "it has a link"
    hand_over(case_id=desk.page.line.id, person_id=person.pk)


def _settle(request: HttpRequest, desk: Desk) -> None:
    settle_case(case_id=desk.page.line.id, note=request.POST.get("note", ""))


def _ask(request: HttpRequest, desk: Desk) -> None:
    ask_players(case_id=desk.page.line.id, kind=request.POST.get("kind", ""))


def _stones_stay(request: HttpRequest, desk: Desk) -> None:
    say_stones_stay(case_id=desk.page.line.id, stay=True)


def _stones_may_go(request: HttpRequest, desk: Desk) -> None:
    say_stones_stay(case_id=desk.page.line.id, stay=False)


def _read(request: HttpRequest, desk: Desk) -> None:
    decide_reading(case_id=desk.page.line.id, answer=request.POST.get("answer", ""))


def _say(request: HttpRequest, desk: Desk) -> None:
    write_statement(
        case_id=desk.page.line.id,
        text=request.POST.get("text", ""),
        idempotency_key=request.POST.get("key", ""),
    )


_DOING: dict[str, tuple[Callable[[HttpRequest, Desk], None], object]] = {
    "take": (_take, gettext_lazy("Case %(number)d is yours now.")),
    "keep": (_keep, gettext_lazy("Your time for case %(number)d starts again.")),
    "return": (_return, gettext_lazy("Case %(number)d is given back.")),
    "hand": (_hand, gettext_lazy("Case %(number)d is handed over.")),
    "settle": (_settle, gettext_lazy("Case %(number)d is settled without a ruling.")),
    "ask": (_ask, gettext_lazy("The players are asked on their own pages.")),
    "stones_stay": (_stones_stay, gettext_lazy("No more stones of this game are removed.")),
    "stones_may_go": (_stones_may_go, gettext_lazy("Dead stones are removed in this game again.")),
    "read": (_read, gettext_lazy("The record is read that way now: see what the replay says.")),
    "say": (_say, gettext_lazy("Added to case %(number)d.")),
}
"""By the button's word: what is done, and what is told then."""
