"""Something is wrong with a game: what it can be, and what each possibility leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.services.base import policy_of
from adjudication.inquiries.forms import ChosenMatterForm, MatterForm
from adjudication.inquiries.services.raising import (
    ASKED,
    FINAL,
    OWN_TIME,
    RECORD_SHOWS_NONE,
    object_to_result,
    raise_matter,
)
from adjudication.policy.asking import repetition_forbidden
from adjudication.policy.causes import BEHAVIOUR, Cause
from adjudication.policy.policy import FirstStep
from adjudication.rules.points import point_name
from adjudication.submissions.forms import AnswerForm
from adjudication.submissions.services.answers import accept_claim
from adjudication.submissions.views.answers import ask_again, redirect_changed_report
from adjudication.submissions.views.games import played_game
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.shown import CHECKED
from adjudication.verdicts.services.claims import Result, loss_on_time
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.models import GameState, Reason, Tournament
from tournament.results.services.results import CANNOT_BE
from tournament.staff.form_keys import idempotent
from tournament.staff.visitors import cached_for_back_button, frame

OBJECTION = "objection"


@dataclass(slots=True)
class Matter:
    """One thing that can be wrong; ``place`` is what else to ask: move, point, minutes or clock.

    For a clock the form also asks whose it is. ``form`` is what was sent about it. ``doubt`` asks
    whether it is meant although a record shows otherwise or no referee is needed; ``instead`` is
    then where it can be settled, and the text of the link.
    """

    word: str
    title: str
    leads_to: str
    place: str = ""
    needs_note: bool = False
    form: MatterForm | None = None
    doubt: str = ""
    instead: tuple[str, str] | None = None

    @property
    def confidential(self) -> bool:
        """Whether the opponent does not get to read the wording."""
        return self.word in BEHAVIOUR

    @property
    def checked(self) -> bool:
        """Whether a record can show something about it, and so may be sent with it."""
        return self.word in CHECKED and self.word != OBJECTION

    def read(
        self,
        page: GamePage,
        sent: QueryDict | None = None,
        files: MultiValueDict[str, UploadedFile] | None = None,
    ) -> MatterForm:
        """Return its form, with what was sent."""
        return MatterForm(
            sent,
            files,
            word=self.word,
            place=self.place,
            needs_note=self.needs_note,
            confidential=self.confidential,
            checked=self.checked,
            size=page.terms.board_size,
            game=page.game,
        )


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def trouble(request: HttpRequest, game_id: int) -> HttpResponse:
    """List what can be wrong with a game, and take up what one of its players chose."""
    page, player_id = played_game(request, game_id)
    matters = {matter.word: matter for matter in _matters(page, player_id)}
    chosen = ChosenMatterForm(posted(request), words=list(matters))
    word = chosen.cleaned_data["matter"] if chosen.is_valid() else ""
    if word:
        form = matters[word].form = matters[word].read(page, posted(request), request.FILES)
        if form.is_valid():
            try:
                _take_up(request, page, player_id, word, form.cleaned_data)
            except UserError as problem:
                if problem.code in (RECORD_SHOWS_NONE, OWN_TIME):
                    matters[word].doubt = str(problem.text)
                    if problem.code == OWN_TIME:
                        matters[word].instead = _own_loss(page, player_id)
                else:
                    form.refuse(problem)
            else:
                return redirect("adjudication:game", game_id)
    wrong = request.method == "POST"
    context = {
        "page": page,
        "game": page.game,
        "matters": [(matter, matter.form or matter.read(page)) for matter in matters.values()],
        "chosen": word,
        # Asking whether something is meant is not an error yet.
        "doubted": any(matter.doubt for matter in matters.values()),
        "wrong": wrong,
        "contestable": page.waiting is not None
        and page.waiting.player_id != player_id
        and page.game.state == GameState.REPORTED,
    }
    status = 400 if wrong else 200
    return render(request, "inquiries/trouble.html", {**frame(request), **context}, status=status)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, game_id: int) -> HttpResponse:
    """Accept, after all, the opponent's report on a disputed game, as the page showed it.

    A page of its own asks first, because it ends the game against the player who presses it.
    """
    if request.method != "POST":
        return redirect("adjudication:game", game_id)
    page, player_id = played_game(request, game_id)
    theirs = [report for report in page.standing_reports if report.player_id != player_id]
    form = AnswerForm(request.POST)
    report = form.report(page)
    if report is None or (
        page.game.state == GameState.DISPUTED
        and (not theirs or theirs[-1].name != form.cleaned_data["submission"])
    ):
        return redirect_changed_report(request, game_id)
    if page.game.state == GameState.DISPUTED and not form.repeats("seen"):
        return ask_again(request, page, report, player_id, accepting=True)
    try:
        accept_claim(
            game_id=game_id,
            player_id=player_id,
            expects=report.id,
            version=form.version,
            sure=form.repeats("sure"),
        )
    except UserError as problem:
        if problem.code == CANNOT_BE:
            return ask_again(request, page, report, player_id, doubt=str(problem.text))
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Confirmed. The result is final."))
    return redirect("adjudication:game", game_id)


def _take_up(
    request: HttpRequest, page: GamePage, player_id: int, word: str, told: Mapping[str, Any]
) -> None:
    """Act on what a player said about a game, and tell them what happens. Raises UserError."""
    note = told["note"]
    if word == OBJECTION:
        asked = object_to_result(game_id=page.game.id, player_id=player_id, note=note)
        text = _("You both state the result again.")
        if _has_record(page):
            text = _("You both state the result again. The record is replayed.")
        if asked is None:
            text = _("The referee will look at it.")
        messages.success(request, text)
        return
    data = {
        name: told[name]
        for name in ("move", "minutes", "clock", "whose")
        if told.get(name) not in (None, "")
    }
    if "point" in told:
        data["point"] = point_name(told["point"], page.terms.board_size)
    upload = told.get("record")
    case = raise_matter(
        game_id=page.game.id,
        player_id=player_id,
        cause=Cause(word),
        note=note,
        data=data,
        sure=told["sure"],
        record_bytes=None if upload is None else upload.read(),
        filename="" if upload is None else upload.name or "",
    )
    text = _("The referee will look at it. You can write down what happened.")
    if case.state == "asked":
        text = _("There is a question for you and your opponent: answer it first.")
    messages.success(request, text)


def _own_loss(page: GamePage, player_id: int) -> tuple[str, str]:
    """Return the address where a player reports having lost on time, and the text of the link."""
    waiting, lost = page.waiting, loss_on_time(page.game.colour_of(player_id))
    if waiting is not None and Result(waiting.winner, waiting.reason, waiting.margin_half) == lost:
        return reverse("adjudication:game", args=[page.game.id]), _("See the report")
    report = reverse("adjudication:report", args=[page.game.id])
    return f"{report}?{urlencode({'lost': Reason.TIME})}", _("Report that I lost on time")


def _has_record(page: GamePage) -> bool:
    """Return whether the waiting result came with a record, which an objection replays."""
    return page.waiting is not None and page.waiting.record is not None


def _matters(page: GamePage, player_id: int) -> Iterator[Matter]:
    """Yield what can be said about a game as it is now."""
    if page.closed:
        return
    state = page.game.state
    policy = policy_of(Tournament.objects.get(pk=page.terms.id))
    asks = {
        cause: policy.step(cause) is FirstStep.ASK and state != GameState.ENTERED for cause in ASKED
    }
    referee = _("A referee looks at it.")
    both = _("Both of you are asked; if you do not agree, a referee decides.")

    def leads(cause: Cause) -> str:
        return both if asks.get(cause) else referee

    if state in (GameState.REPORTED, GameState.ENTERED):
        entered = state == GameState.ENTERED
        yield Matter(
            OBJECTION,
            _("I object to the result"),
            referee
            if entered
            else _("The record is replayed, and both of you confirm again or give another result.")
            if _has_record(page)
            else _("Both of you confirm the result again or give another one."),
        )
    if state not in FINAL:
        yield Matter(
            Cause.ILLEGAL_MOVE,
            _("A move was illegal"),
            leads(Cause.ILLEGAL_MOVE),
            place="move",
            needs_note=True,
        )
        if repetition_forbidden(page.terms.ruleset):
            title = _("A move brought an earlier position back, which the rules forbid")
            yield Matter(Cause.CYCLE, title, leads(Cause.ILLEGAL_MOVE), place="move")
        else:
            came_back = _("The same position came back")
            yield Matter(Cause.CYCLE, came_back, leads(Cause.CYCLE), place="move")
        yield Matter(
            Cause.EFFECTIVE_MOVE,
            _("A move was found after we stopped"),
            leads(Cause.EFFECTIVE_MOVE),
        )
        yield Matter(
            Cause.DISPLACED_STONE,
            _("A stone was moved by accident"),
            leads(Cause.DISPLACED_STONE),
            place="point",
        )
        if all(report.player_id == player_id for report in page.standing_reports):
            absent = _("My opponent did not come")
            yield Matter(Cause.ABSENCE, absent, referee, place="minutes")
        clock = _("Something about the time or the clock")
        settles = _(
            "A referee looks at it. If you say that your opponent ran out of time and they agree "
            "that they lost on time, you have won, and that is final."
        )
        leads_to = referee if page.staff_only or state == GameState.ENTERED else settles
        yield Matter(Cause.TIME, clock, leads_to, place="clock")
        yield Matter(
            Cause.COUNT_LOST, _("Stones were disturbed before the count was done"), referee
        )
    yield Matter(Cause.CONDUCT, _("Somebody's behaviour"), referee, needs_note=True)
    yield Matter(Cause.OTHER, _("Something else"), referee, needs_note=True)
