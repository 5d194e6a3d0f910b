"""Appeals: the owner appoints the committee, its members read, put motions and vote."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.appeals import (
    AppealView,
    Candidate,
    MotionLine,
    appeals_of,
    candidates,
    latest_appeal,
)
from adjudication.cases.selectors.rulings import RulingView, rulings_of
from adjudication.cases.views import case_words
from adjudication.cases.views.articles import ArticleText, told
from adjudication.cases.views.doors import Desk, at_committee, at_desk
from adjudication.policy.decisions import Decision
from adjudication.referee.views.case import heading_of
from adjudication.referee.views.evidence import names_in, ruled_in
from adjudication.rulings.services.appeals.committee import appoint
from adjudication.rulings.services.appeals.voting import put_motion, vote
from adjudication.rulings.views.ruling import Purpose, answered, form_page
from adjudication.rulings.views.ruling_form import RulingForm
from tournament.common.typed import number as positive
from tournament.errors import UserError
from tournament.models import Role
from tournament.staff.access import frame, kept_for_back, personal, require, rights_in, visitor_of
from tournament.staff.guards import owned
from tournament.staff.once import once

MOST_NAMED = 50


@dataclass(frozen=True, slots=True)
class MotionText:
    """A motion in words, with who votes for it; ``mine`` is whether whoever looks does."""

    line: MotionLine
    title: str
    lines: tuple[str, ...]
    reasons: str
    articles: tuple[ArticleText, ...]
    voters: str
    mine: bool


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the appeal of a case with the motions before its committee; a member votes here."""
    desk = at_committee(request, slug, number)
    view = _latest(desk)
    if request.method == "POST":
        require(desk.sits)
        try:
            decided = vote(
                appeal_id=view.id, motion_id=positive(request.POST.get("motion", "")) or 0
            )
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(
                request,
                _("Your vote decides it: the ruling is final.")
                if decided
                else _("Your vote is counted. You can change it until one motion has a majority."),
            )
        return redirect("adjudication:appeal", slug, number)
    rulings = rulings_of(desk.page.line.id)
    against = next((one for one in rulings if one.id == view.ruling_id), None)
    me = view.member(desk.person_id) if desk.sits else None
    context = {
        **heading_of(desk),
        "view": view,
        "me": me,
        "ruled": ruled_in(desk.page, (against,)) if against else (),
        "result": ruled_in(desk.page, rulings[:1]) if not view.waits and rulings else (),
        "motions": tuple(_motion(desk, view, one, against) for one in view.motions),
        "least": desk.policy.committee,
        "owns": rights_in(visitor_of(request), desk.terms.id).owns,
    }
    return render(request, "referee/appeal.html", {**frame(request), **context})


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def motion(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask a member of the committee for another decision, and put it before the committee."""
    desk = at_committee(request, slug, number)
    require(desk.sits)
    appeal_id = latest_appeal(desk.page.line.id)
    if appeal_id is None:
        raise Http404
    back = reverse("adjudication:appeal", args=[slug, number])

    def do(form: RulingForm, decision: Decision) -> object:
        return put_motion(appeal_id=appeal_id, decision=decision)

    purpose = Purpose(
        title=_("Another decision"),
        address=reverse("adjudication:motion", args=[slug, number]),
        confirm=_("Put it before the committee"),
        done=_("It is before the committee. Vote for it, too."),
        back=back,
        do=do,
        versioned=False,
    )
    if request.method != "POST":
        rulings = rulings_of(desk.page.line.id)
        start = RulingForm.of(rulings[0].decision, desk.numbers, version=desk.page.line.version)
        start.values["reasons"] = ""
        return form_page(request, desk, purpose, start)
    return answered(request, desk, purpose)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once
def committee(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask the owner who decides an appeal; who is involved is told why he cannot."""
    owned(request, slug)
    desk = at_desk(request, slug, number)
    view = _latest(desk)
    error, chosen = "", set(request.POST.getlist("who")[:MOST_NAMED])
    if request.method == "POST":
        try:
            appoint(appeal_id=view.id, **_named(chosen))
        except UserError as problem:
            error = str(problem.text)
        else:
            messages.success(request, _("The committee is appointed. Tell its members."))
            return redirect("adjudication:appeal", slug, number)
    people = candidates(view, desk.terms.id)
    context = {
        **heading_of(desk),
        "view": view,
        "least": desk.policy.committee,
        "error": error,
        "errors": {"who": error} if error else {},
        "staff": _rows(people, chosen, posted=request.method == "POST", players=False),
        "players": _rows(people, chosen, posted=request.method == "POST", players=True),
        "from_post": request.method == "POST",
    }
    status = 400 if error else 200
    return render(request, "referee/committee.html", {**frame(request), **context}, status=status)


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """Somebody who could be on the committee, as a row with a box; ``value`` says who it is."""

    value: str
    name: str
    role: str
    why_not: str
    checked: bool


def _rows(
    people: tuple[Candidate, ...], chosen: set[str], *, posted: bool, players: bool
) -> tuple[CandidateRow, ...]:
    rows = []
    for one in people:
        if (one.player_id is not None) != players:
            continue
        kind, key = (
            ("player", one.player_id)
            if one.player_id is not None
            else ("link", one.link_id)
            if one.link_id is not None
            else ("person", one.person_id)
        )
        value = f"{kind}-{key}"
        rows.append(
            CandidateRow(
                value=value,
                name=one.name or _("no name"),
                role="" if players else _role(one.role),
                why_not=str(one.why_not),
                checked=value in chosen if posted else one.member,
            )
        )
    return tuple(rows)


def _role(role: str) -> str:
    return str(Role(role).label) if role in Role.values else _("Operator")


def _named(chosen: set[str]) -> dict[str, list[int]]:
    """Return the ids that ticked boxes mean, by the names :func:`appoint` calls them."""
    named: dict[str, list[int]] = {"person_ids": [], "link_ids": [], "player_ids": []}
    for value in sorted(chosen):
        kind, _dash, key = value.partition("-")
        found = positive(key)
        if f"{kind}_ids" in named and found:
            named[f"{kind}_ids"].append(found)
    return named


def _latest(desk: Desk) -> AppealView:
    found = appeals_of(desk.page.line.id)
    if not found:
        raise Http404
    return found[0]


def _motion(
    desk: Desk, view: AppealView, line: MotionLine, against: RulingView | None
) -> MotionText:
    decision = line.decision
    title = _("Uphold the ruling as it is")
    if decision is not None:
        title = _("Another decision, put by %(name)s") % {"name": line.by or _("a member")}
    elif against is not None:
        decision = against.decision
    voters = [one.name or one.role for one in view.members if one.motion_id == line.id]
    mine = desk.sits and any(
        one.motion_id == line.id and one.person_id == desk.person_id for one in view.members
    )
    page = desk.page
    return MotionText(
        line=line,
        title=title,
        lines=case_words.decision_lines(decision, page.game, names_in(page)) if decision else (),
        reasons=decision.reasons if line.decision is not None and decision else "",
        articles=told(decision.articles) if line.decision is not None and decision else (),
        voters=", ".join(voters),
        mine=mine,
    )
