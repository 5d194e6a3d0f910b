"""Appeals: the owner appoints the committee; its members read, put motions and vote."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.appeals import (
    AppealText,
    AppealView,
    Candidate,
    MotionLine,
    appeals_of,
    candidates,
    latest_appeal,
)
from adjudication.cases.selectors.cases import with_evidence
from adjudication.cases.selectors.ruled_position import RuledPosition
from adjudication.cases.selectors.rulings import RulingView, rulings_of
from adjudication.cases.views import words as case_words
from adjudication.cases.views.access import Desk, at_committee, at_desk
from adjudication.cases.views.articles import ArticleText, cited_articles
from adjudication.policy.decisions import Decision
from adjudication.referee.views.case import heading_of
from adjudication.referee.views.counted_board import CountedBoard, counted_board, notes_on_count
from adjudication.referee.views.evidence import (
    asked_in,
    claims_in,
    found_in,
    has_board,
    records_in,
    repeated_in,
    ruled_before,
    ruled_in,
    said_in,
    several_in,
    spoken_in,
    with_repeated,
)
from adjudication.referee.views.one_sided import one_sided
from adjudication.referee.views.resumed import ResumedBoard, resumed_boards
from adjudication.rulings.forms import (
    CloseVoteForm,
    CommitteeActForm,
    CommitteeForm,
    RulingForm,
    VoteForm,
)
from adjudication.rulings.services.appeals import (
    appoint_committee,
    close_vote,
    put_motion,
    refuse_as_ruled,
    vote,
)
from adjudication.rulings.views.doubts import doubts_about
from adjudication.rulings.views.ruling import Purpose, answer_form, form_page
from adjudication.triage.selectors import inquiries_of
from notices.reach import committee_reached
from tournament.common.forms import posted
from tournament.common.language_switch import accepts_language_switch
from tournament.errors import UserError
from tournament.models import Role
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import (
    cached_for_back_button,
    frame,
    personal,
    require,
    rights_in,
    visitor_of,
)


@dataclass(frozen=True, slots=True)
class MotionText:
    """A motion in words, with those who vote for it; ``mine`` says whether the reader does.

    ``notes`` are what to look at in its count, ``doubts`` what anybody who decides so has to
    confirm first; none of either once the appeal is settled.
    """

    line: MotionLine
    title: str
    lines: tuple[str, ...]
    reasons: str
    articles: tuple[ArticleText, ...]
    voters: str
    mine: bool
    decision: Decision | None = None
    resumed: tuple[ResumedBoard, ...] = ()
    counted: CountedBoard | None = None
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the appeal of a case with the motions before its committee, whose members vote here."""
    desk = at_committee(request, slug, number)
    view = _latest(desk)
    voting, closing = VoteForm(written=view.reasons), CloseVoteForm()
    if request.method == "POST":
        require(desk.sits)
        pressed = CommitteeActForm(posted(request))
        pressed.full_clean()
        if pressed.cleaned_data["close"]:
            closing = CloseVoteForm(posted(request))
            done = closing.is_valid() and _closed(request, view, closing)
        else:
            voting = VoteForm(posted(request), written=view.reasons)
            done = voting.is_valid() and _voted(request, view, voting)
        if done:
            return redirect("adjudication:appeal", slug, number)
    desk = replace(desk, page=with_evidence(desk.page))
    records = records_in(desk.page) if view.waits else {}
    ruled = ruled_before(desk.page) if view.waits else None
    rulings = rulings_of(desk.page.line.id)
    against = _against(view, rulings)
    me = view.member(desk.person_id) if desk.sits else None
    owns = rights_in(visitor_of(request), desk.terms.id).owns
    asked = [one.person_id for one in view.members if one.motion_id is None and view.waits]
    context = {
        **heading_of(desk),
        **_appealed(desk, view, against),
        "me": me,
        "members": tuple(
            replace(member, name=case_words.staff_name(member.name, member.role))
            for member in view.members
        ),
        **(_evidence(desk, records, request, ruled) if view.waits else {}),
        "confirmable": desk.page.confirmable,
        "result": ruled_in(desk.page, rulings[:1]) if not view.waits and rulings else (),
        "motions": tuple(_motion(desk, view, motion, against) for motion in view.motions),
        "least": desk.policy.committee,
        "owns": owns,
        "reached": committee_reached(desk.terms.id, asked) if owns and asked else (),
        "voting": voting,
        "closing": closing,
        "unheard": sum(member.motion_id is None for member in view.members),
    }
    status = voting.status if voting.is_bound else closing.status
    return render(request, "referee/appeal.html", {**frame(request), **context}, status=status)


def _evidence(
    desk: Desk, records: Mapping[int, bytes], request: HttpRequest, ruled: RuledPosition | None
) -> dict[str, Any]:
    """Return what the players reported, answered, wrote and said on the board, and the records."""
    page = desk.page
    game_id = page.line.game_id
    found = found_in(page, records, request.GET, ruled)
    again = repeated_in(page, found, records)
    return {
        "found": with_repeated(found, again),
        "said": said_in(page, records, request.GET, ruled, again),
        "claims": claims_in(page),
        "asked": asked_in(page, inquiries_of(game_id) if game_id else (), desk.policy),
        "stones_said": spoken_in(page),
        "several": several_in(page, records),
        "countable": has_board(page),
    }


def _voted(request: HttpRequest, view: AppealView, form: VoteForm) -> bool:
    """Vote as the form says, with a message about the effect; return whether it was done."""
    told = form.cleaned_data
    try:
        decided = vote(appeal_id=view.id, motion_id=told["motion"], reasons=told["reasons"])
    except UserError as error:
        form.refuse(error)
        return False
    text = _("Your vote is counted. You can change it until everybody has voted.")
    if decided:
        text = _("Everybody has voted: the ruling is final.")
    messages.success(request, text)
    return True


def _closed(request: HttpRequest, view: AppealView, form: CloseVoteForm) -> bool:
    """Close the vote as the form says; return whether it was done."""
    try:
        close_vote(appeal_id=view.id, note=form.cleaned_data["note"])
    except UserError as error:
        form.refuse(error)
        return False
    messages.success(request, _("The vote is closed: the ruling is final."))
    return True


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@accepts_language_switch
@idempotent
def motion(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask a committee member for another decision, and put it before the committee."""
    desk = at_committee(request, slug, number)
    require(desk.sits)
    view = latest_appeal(desk.page.line.id)
    if view is None:
        raise Http404
    appeal_id = view.id
    back = reverse("adjudication:appeal", args=[slug, number])

    def do(form: RulingForm) -> object:
        return put_motion(appeal_id=appeal_id, decision=form.decision, proposed=form.proposed)

    def refuse(decision: Decision) -> None:
        refuse_as_ruled(appeal_id=appeal_id, decision=decision)

    purpose = Purpose(
        title=_("Another decision"),
        address=reverse("adjudication:motion", args=[slug, number]),
        confirm=_("Put it before the committee"),
        sure=_("Put it before the committee all the same"),
        done=_("It is before the committee. Vote for it, too."),
        back=back,
        do=do,
        versioned=False,
        against=_appealed(desk, view, _against(view, rulings_of(desk.page.line.id))),
        refuse=refuse,
    )
    if request.method != "POST":
        return form_page(request, desk, purpose)
    return answer_form(request, desk, purpose)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def committee(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask the owner who decides an appeal; people who are involved are shown with the reason."""
    require_owner(request, slug)
    desk = at_desk(request, slug, number)
    view = _latest(desk)
    form = CommitteeForm(posted(request), people=_named(candidates(view, desk.terms.id)))
    if form.is_valid():
        try:
            note = form.cleaned_data.get("note", "")
            appoint_committee(appeal_id=view.id, note=note, **form.cleaned_data["who"])
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _appointed(view, desk.terms.id))
            return redirect("adjudication:appeal", slug, number)
    context = {
        **heading_of(desk),
        "view": view,
        "least": desk.policy.committee,
        "form": form,
        "from_post": request.method == "POST",
    }
    return render(
        request, "referee/committee.html", {**frame(request), **context}, status=form.status
    )


def _appointed(view: AppealView, tournament_id: int) -> str:
    """Return that the committee is appointed, and which members still have to be told."""
    members = next(one.members for one in appeals_of(view.case_id) if one.id == view.id)
    asked = [member for member in members if member.motion_id is None]
    reached = committee_reached(tournament_id, [member.person_id for member in asked])
    names = [
        case_words.staff_name(member.name, member.role)
        for member in asked
        if member.person_id not in reached
    ]
    if not names:
        return _("The committee is appointed. Its members are told by e-mail.")
    told = _("The committee is appointed. Tell these members, to whom no e-mail goes: %(names)s.")
    return told % {"names": ", ".join(names)}


def _named(people: tuple[Candidate, ...]) -> Iterator[Candidate]:
    """Yield people with their names for the page and their roles."""
    for person in people:
        role = Role(person.role).label if person.role in Role.values else _("Operator")
        yield replace(
            person,
            name=case_words.staff_name(person.name, person.role),
            role="" if person.player_id is not None or not person.name else str(role),
        )


def _latest(desk: Desk) -> AppealView:
    found = appeals_of(desk.page.line.id)
    if not found:
        raise Http404
    return found[0]


def _against(view: AppealView | AppealText, rulings: tuple[RulingView, ...]) -> RulingView | None:
    """Return the ruling that an appeal is against."""
    return next((ruling for ruling in rulings if ruling.id == view.ruling_id), None)


def _appealed(
    desk: Desk, view: AppealView | AppealText, against: RulingView | None
) -> dict[str, Any]:
    """Return what the committee reads first: the grounds of the appeal, beside the ruling."""
    return {"view": view, "ruled": ruled_in(desk.page, (against,)) if against else ()}


def _motion(
    desk: Desk, view: AppealView, line: MotionLine, against: RulingView | None
) -> MotionText:
    decision = line.decision
    title = _("Uphold the ruling as it is")
    if decision is not None:
        title = _("Another decision, put by %(name)s") % {"name": line.by or _("a member")}
    elif against is not None:
        decision = against.decision
    voters = [
        case_words.staff_name(member.name, member.role)
        for member in view.members
        if member.motion_id == line.id
    ]
    mine = desk.sits and any(
        member.motion_id == line.id and member.person_id == desk.person_id
        for member in view.members
    )
    page, own = desk.page, line.decision is not None
    open_to = decision if view.waits else None
    counted = None
    if decision is not None and (own or view.waits):
        counted = counted_board(decision, page.game, page.terms.ruleset)
    return MotionText(
        line=line,
        title=title,
        lines=case_words.decision_lines(decision, page.game, page.line.names) if decision else (),
        reasons=decision.reasons if own and decision else "",
        articles=cited_articles(decision.articles) if own and decision else (),
        voters=", ".join(voters),
        mine=mine,
        decision=decision,
        # The board of the ruling itself stands beside the grounds of the appeal.
        resumed=resumed_boards(decision, page.game) if own and decision else (),
        counted=counted if own else None,
        notes=notes_on_count(counted, page.game, page.terms.ruleset) if view.waits else (),
        doubts=tuple(doubt.text for doubt in doubts_about(page, open_to, one_sided(page)))
        if open_to
        else (),
    )
