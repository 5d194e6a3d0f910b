"""Opening a case, and the buttons of one: take, return, ask, settle and so on."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from adjudication.cases.selectors.referees import colleagues_of, policy_in
from adjudication.cases.services.actions import (
    hand_over,
    keep_case,
    return_case,
    settle_case,
    take_case,
)
from adjudication.cases.services.opening import open_by_staff
from adjudication.cases.services.statements import write_statement
from adjudication.cases.views.access import Desk, at_desk
from adjudication.inquiries.services.agreements import REMOVES, decide_reading
from adjudication.inquiries.services.asking import ask_players
from adjudication.models import RemovedAs
from adjudication.referee.forms import (
    ActionForm,
    AskForm,
    HandOverForm,
    OpenCaseForm,
    ReadingForm,
    SayForm,
    SettleForm,
    WhereForm,
)
from adjudication.referee.views.case import case_shown
from adjudication.submissions.forms import RightRecordForm
from adjudication.submissions.services.right_record import decide_record, stones_elsewhere
from adjudication.triage.services.resumption import say_stones_stay
from adjudication.verdicts.selectors.games import damaged_record_of
from tournament.audit.services.current_actor import current_actor
from tournament.common.forms import Form, posted
from tournament.errors import UserError
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_referee
from tournament.staff.visitors import cached_for_back_button, frame, personal
from tournament.tournaments.selectors.public import players_of, rounds_of

LEAVES = ("return", "hand")
"""The buttons after which the case is somebody else's."""


@personal
@require_POST
def do_case_action(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Do what the pressed button says; the next page says what was done."""
    desk = at_desk(request, slug, number)
    action = ActionForm(posted(request))
    action.full_clean()
    what = action.cleaned_data.get("what", "")
    if what not in ACTIONS:
        return redirect("adjudication:case", slug, number)
    do, done = ACTIONS[what]
    form = _form(request, desk, what)
    if form.is_valid() and what == "read" and form.cleaned_data["answer"] in REMOVES:
        # The page for this asks first, and wants a reason.
        return _to_removal(desk, REMOVES[form.cleaned_data["answer"]])
    if form.is_valid():
        drops = what == "right" and _marked_elsewhere(desk, form)
        try:
            found = do(case_id=desk.page.line.id, **form.cleaned_data)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, str(done) % {"number": number})
            if drops:
                return _to_count(desk, found)
    if form.errors and isinstance(form, SettleForm | SayForm):
        return case_shown(request, desk, form)
    for errors in form.errors.values():
        messages.error(request, " ".join(map(str, errors)))
    if action.cleaned_data["from"] == "queue" or (what in LEAVES and not form.errors):
        return redirect("adjudication:referee", slug)
    return redirect("adjudication:case", slug, number)


def _to_removal(desk: Desk, why: RemovedAs) -> HttpResponse:
    """Redirect to the page that sets the record of a case aside."""
    game = desk.page.game
    damaged = None if game is None else damaged_record_of(game.id)
    if game is None or damaged is None:
        return redirect("adjudication:case", desk.terms.slug, desk.page.line.number)
    address = reverse("adjudication:remove_record", args=[game.id, damaged.submission_id])
    return redirect(f"{address}?{urlencode({'why': why})}")


def _marked_elsewhere(desk: Desk, form: Form) -> bool:
    """Whether a player marked dead stones on another board than that of the record chosen."""
    game = desk.page.game
    return game is not None and bool(
        stones_elsewhere(game_id=game.id, **form.cleaned_data["record"])
    )


def _to_count(desk: Desk, digest: str) -> HttpResponse:
    """Redirect to the board of a record, by its SHA-256, to mark the dead stones there."""
    board = reverse("adjudication:count_board", args=[desk.terms.slug, desk.page.line.number])
    return redirect(f"{board}?{urlencode({'report': digest})}#count")


def _form(request: HttpRequest, desk: Desk, what: str) -> Form:
    """Return the form that belongs to a button."""
    data = posted(request)
    if what == "hand":
        return HandOverForm(data, colleagues=colleagues_of(desk.terms.id, current_actor().link_id))
    forms = {
        "settle": SettleForm,
        "ask": AskForm,
        "read": ReadingForm,
        "right": RightRecordForm,
        "say": SayForm,
    }
    return forms.get(what, Form)(data)


def _hand(*, case_id: int, to: int) -> None:
    hand_over(case_id=case_id, link_id=to)


def _stones_stay(*, case_id: int) -> None:
    say_stones_stay(case_id=case_id, stay=True)


def _stones_may_go(*, case_id: int) -> None:
    say_stones_stay(case_id=case_id, stay=False)


def _right_record(*, case_id: int, record: Mapping[str, int], version: int | None) -> str:
    del version  # the players' reports stay as they are, whatever has come meanwhile
    return decide_record(case_id=case_id, **record)


def _say(*, case_id: int, text: str, key: str) -> None:
    write_statement(case_id=case_id, text=text, idempotency_key=key)


ACTIONS: dict[str, tuple[Callable[..., Any], Promise]] = {
    "take": (take_case, _("Case %(number)d is yours now.")),
    "keep": (keep_case, _("Your time for case %(number)d starts again.")),
    "return": (return_case, _("Case %(number)d is given back.")),
    "hand": (_hand, _("Case %(number)d is handed over.")),
    "settle": (settle_case, _("Case %(number)d is settled without a ruling.")),
    "ask": (ask_players, _("The players are asked on their own pages.")),
    "stones_stay": (_stones_stay, _("No more stones of this game are removed.")),
    "stones_may_go": (_stones_may_go, _("Dead stones are removed in this game again.")),
    "read": (decide_reading, _("The record is read that way now: see what the replay says.")),
    "right": (_right_record, _("That record stands with the players’ reports now.")),
    "say": (_say, _("Added to case %(number)d.")),
}
"""By the button's word: what is done, and the message afterwards."""


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def open_case(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what happened, where and to whom, and open a case; for the referees and the owner."""
    terms = require_referee(request, slug)
    where = WhereForm(request.GET)
    form = OpenCaseForm(
        posted(request),
        initial={field.name: field.value() for field in where},
        rounds=rounds_of(terms.id, drafts=False),
        players=players_of(terms.id),
        grace=policy_in(terms.id).grace_minutes,
    )
    if form.is_valid():
        values = form.cleaned_data
        try:
            case = open_by_staff(
                tournament_id=terms.id,
                cause=values["cause"],
                game_id=values["board"],
                round_number=values["round"],
                player_ids=values["players"],
                minutes=values["minutes"],
                clock=values["clock"],
                note=values["note"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Case %(number)d is open.") % {"number": case.number})
            return redirect("adjudication:case", slug, case.number)
    context = {"terms": terms, "form": form, "from_post": request.method == "POST"}
    return render(
        request, "referee/open_case.html", {**frame(request), **context}, status=form.status
    )
