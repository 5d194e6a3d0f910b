"""Ruling: the form, what comes of it, and doing it; also a ruling taken up again, and a motion."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.cases import case_page
from adjudication.cases.selectors.rulings import rulings_of, warnings_in
from adjudication.cases.views import case_words
from adjudication.cases.views.articles import articles_for, at_stake, told
from adjudication.cases.views.doors import Desk, at_desk
from adjudication.corrections.views.correct import MOST_MOVES, move_line, paired_line
from adjudication.models import CaseState
from adjudication.policy.decisions import Decision
from adjudication.referee.views.case import guided_kind, heading_of
from adjudication.referee.views.evidence import in_short, names_in
from adjudication.referee.views.hearing import hearing_box
from adjudication.rulings.services.foresee import Foreseen, foresee_ruling
from adjudication.rulings.services.ruling import revise, rule
from adjudication.rulings.views.ruling_form import (
    RulingForm,
    effect_choices,
    reason_choices,
    winner_choices,
)
from adjudication.rulings.views.starting import starting_form
from tournament.audit.services.acting import actor
from tournament.errors import UserError
from tournament.staff.access import frame, kept_for_back


@dataclass(frozen=True, slots=True)
class Purpose:
    """What the form of a ruling is filled in for. ``noted`` asks why it is decided anew."""

    title: str
    address: str
    confirm: str
    done: str
    back: str
    do: Callable[[RulingForm, Decision], object]
    noted: bool = False
    versioned: bool = True


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def rule_case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask for a ruling, show what comes of it, and rule: by whoever works on the case."""
    desk = at_desk(request, slug, number)
    case_id = desk.page.line.id

    def do(form: RulingForm, decision: Decision) -> object:
        return rule(case_id=case_id, decision=decision, version=form.version())

    back = reverse("adjudication:case", args=[slug, number])
    purpose = Purpose(
        title=_("Ruling"),
        address=reverse("adjudication:rule", args=[slug, number]),
        confirm=_("Yes, this is the ruling"),
        done=_("The ruling is made. Tell both players."),
        back=back,
        do=do,
    )
    if request.method != "POST":
        if not desk.may:
            messages.warning(request, _("Take the case first; then you can settle it."))
            return redirect(back)
        start = starting_form(desk.page, desk.policy, request.GET.get("outcome", ""))
        return form_page(request, desk, purpose, start)
    return answered(request, desk, purpose)


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def revise_case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a ruling up again that is not final yet, starting from what it says."""
    desk = at_desk(request, slug, number)
    case_id = desk.page.line.id

    def do(form: RulingForm, decision: Decision) -> object:
        return revise(
            case_id=case_id,
            decision=decision,
            version=form.version(),
            note=form.values["note"],
        )

    back = reverse("adjudication:case", args=[slug, number])
    purpose = Purpose(
        title=_("Take the ruling up again"),
        address=reverse("adjudication:revise", args=[slug, number]),
        confirm=_("Yes, make this ruling instead"),
        done=_("The new ruling replaces the old one. Tell both players."),
        back=back,
        do=do,
        noted=True,
    )
    if request.method != "POST":
        rulings = rulings_of(case_id)
        if not rulings or desk.page.line.state != CaseState.RULED:
            messages.warning(request, _("There is no ruling here that could still change."))
            return redirect(back)
        version = desk.page.line.version
        start = RulingForm.of(rulings[0].decision, desk.numbers, version=version)
        return form_page(request, desk, purpose, start)
    return answered(request, desk, purpose)


def answered(request: HttpRequest, desk: Desk, purpose: Purpose) -> HttpResponse:
    """Answer the form as it was sent: with its errors, with what comes of it, or by doing it."""
    form = RulingForm.sent(request.POST, desk.numbers)
    known = [one.key for one in articles_for(desk.terms.rules, ())]
    if request.POST.get("step") == "edit":
        return form_page(request, desk, purpose, form)
    decision = form.decision(desk.numbers, game=desk.page.game is not None, known=known)
    if purpose.noted:
        form.note(asked=True)
    if form.errors:
        return form_page(request, desk, purpose, form)
    try:
        if purpose.versioned and form.version() != desk.page.line.version:
            raise _changed()
        if request.POST.get("step") != "confirm":
            foreseen = foresee_ruling(case_id=desk.page.line.id, decision=decision)
            return _preview(request, desk, purpose, form, foreseen)
        purpose.do(form, decision)
    except UserError as error:
        form.refuse_all(error)
        now = case_page(desk.terms.id, desk.page.line.number, actor())
        assert now is not None, "no case is ever deleted"
        form.values["version"] = str(now.line.version)
        return form_page(request, replace(desk, page=now), purpose, form)
    messages.success(request, purpose.done)
    return redirect(purpose.back)


def _changed() -> UserError:
    return UserError(
        "case_changed",
        text=_(
            "This case has changed in the meantime: check it and decide again. What you typed is "
            "still there."
        ),
    )


def form_page(request: HttpRequest, desk: Desk, purpose: Purpose, form: RulingForm) -> HttpResponse:
    """Answer with the form of a ruling, as it was typed."""
    page, game = desk.page, desk.page.game
    stakes = at_stake(desk.terms.rules, page.line)
    guided = guided_kind(page)
    context = {
        **heading_of(desk),
        **in_short(page, desk.policy),
        "purpose": purpose,
        "hearing": hearing_box(page.line),
        "form": form,
        "errors": form.errors,
        "effects": effect_choices(),
        "winners": winner_choices(game.black.name, game.white.name) if game else (),
        "reasons": reason_choices(),
        "articles": articles_for(desk.terms.rules, {*stakes, *form.articles}),
        "each": _each(desk, form),
        "proposed": case_words.decision_lines(page.line.proposal, game, names_in(page))
        if page.line.proposal
        else (),
        "guided": guided if game else None,
        "from_post": request.method == "POST",
    }
    status = 400 if form.errors else 200
    return render(request, "referee/ruling.html", {**frame(request), **context}, status=status)


@dataclass(frozen=True, slots=True)
class Punished:
    """One player in the form of a ruling: what may be given to him, and what he has already."""

    number: int
    name: str
    warnings: str
    warn: bool
    points: str
    time: str
    back: str
    why: str
    errors: dict[str, str]
    open: bool


def _each(desk: Desk, form: RulingForm) -> tuple[Punished, ...]:
    given = warnings_in(desk.terms.id)
    # Without a game there is none to lose: nothing but a warning can be proposed.
    limit = desk.policy.warnings_to_loss if desk.page.game is not None else 0

    def one(number: int, name: str, player_id: int) -> Punished:
        values = {
            field: form.values.get(f"{field}-{number}", "")
            for field in ("warn", "points", "time", "back", "why")
        }
        errors = {
            field: form.errors[f"{field}-{number}"]
            for field in values
            if f"{field}-{number}" in form.errors
        }
        return Punished(
            number=number,
            name=name,
            warnings=_warned(given.get(player_id, 0), limit),
            warn=bool(values["warn"]),
            points=values["points"],
            time=values["time"],
            back=values["back"],
            why=values["why"],
            errors=errors,
            open=bool(errors) or any(values.values()),
        )

    return tuple(one(player.number, player.name, player.id) for player in desk.page.line.parties)


def _warned(count: int, limit: int) -> str:
    """Return how many warnings a player has, and what the tournament says of the next one.

    With ``limit`` of them the loss of the game is proposed; 0: never.
    """
    text = (
        ngettext("%(count)d warning so far.", "%(count)d warnings so far.", count)
        if count
        else _("No warning so far.")
    ) % {"count": count}
    if limit and count + 1 >= limit:
        return f"{text} " + _("With the next one the tournament proposes that the game is lost.")
    return text


def _preview(
    request: HttpRequest, desk: Desk, purpose: Purpose, form: RulingForm, foreseen: Foreseen
) -> HttpResponse:
    page, effects = desk.page, foreseen.effects
    fields = [(name, value) for name, value in form.values.items() if value]
    context: dict[str, Any] = {
        **heading_of(desk),
        "purpose": purpose,
        "hearing": hearing_box(page.line),
        "lines": case_words.decision_lines(foreseen.decision, page.game, names_in(page)),
        "decision": foreseen.decision,
        "cited": told(foreseen.decision.articles),
        "reopens": foreseen.reopens,
        "moves": tuple(move_line(one) for one in effects.moved[:MOST_MOVES]) if effects else (),
        "more": max(0, len(effects.moved) - MOST_MOVES) if effects else 0,
        "paired": tuple(paired_line(one) for one in effects.paired if one.tables)
        if effects
        else (),
        "has_standings": effects is not None,
        "note": form.values["note"],
        "fields": [*fields, *(("articles", key) for key in form.articles)],
        "appeal_minutes": desk.policy.appeal_minutes,
        "from_post": True,
    }
    return render(request, "referee/preview.html", {**frame(request), **context})
