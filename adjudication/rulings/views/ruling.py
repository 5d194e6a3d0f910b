"""Ruling: the form, its preview, and making the ruling; also revising one, and putting a motion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.cases import CasePage, QueueLine, case_page, with_evidence
from adjudication.cases.selectors.rulings import rulings_of, warnings_in
from adjudication.cases.services.base import held_by_message, refuse_if_over
from adjudication.cases.views import words as case_words
from adjudication.cases.views.access import Desk, at_desk
from adjudication.cases.views.articles import article_keys_at_stake, articles_for, cited_articles
from adjudication.corrections.selectors.history import case_history, count_case_events
from adjudication.corrections.views.correct import MOST_MOVES, move_line, paired_line
from adjudication.corrections.views.sentences import event_sentence
from adjudication.models import CaseState, Effect
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.decisions import Decision
from adjudication.policy.forms.clock import (
    ClockFinding,
    ClockOutcome,
    decision_about_clock,
    reasons_about_clock,
)
from adjudication.policy.forms.illegal_move import (
    IllegalMoveFinding,
    IllegalMoveOutcome,
    decision_about_illegal_move,
    finding_of_move,
    reasons_about_illegal_move,
)
from adjudication.policy.policy import EventPolicy
from adjudication.policy.proposals import decision_for
from adjudication.policy.questions import AnswersOutcome
from adjudication.policy.reported import ReportedResults
from adjudication.policy.stakes import keys_at_stake
from adjudication.referee.views.case import heading_of, hearing_box
from adjudication.referee.views.counted_board import counted_board, notes_on_count
from adjudication.referee.views.evidence import in_short
from adjudication.referee.views.one_sided import OneSided, one_sided
from adjudication.referee.views.proposed import case_reasons, colours_about, outcome_told
from adjudication.referee.views.reported import proposal_in, reported_in
from adjudication.referee.views.resumed import Resumable, ResumedBoard, resumable
from adjudication.rulings.forms import RulingForm, StartForm, form_values, signed_reasons
from adjudication.rulings.services.ruling import (
    RulingPreview,
    as_written_down,
    preview_ruling,
    revise,
    rule,
)
from adjudication.rulings.views.doubts import Doubt, doubts_about
from language.messages import Message
from tournament.audit.services.current_actor import current_actor
from tournament.common.language_switch import accepts_language_switch, is_switching
from tournament.common.versions import StaleVersion
from tournament.errors import UserError
from tournament.models import GameState, Reason, Winner
from tournament.spoken import moment_text, translated
from tournament.staff.form_keys import idempotent_or
from tournament.staff.visitors import cached_for_back_button, frame


@dataclass(frozen=True, slots=True)
class Purpose:
    """What the form of a ruling is filled in for. ``noted`` asks why it is decided again."""

    title: str
    address: str
    confirm: str
    sure: str
    """The label of the button that confirms a decision after doubts were raised."""
    done: str
    back: str
    do: Callable[[RulingForm], object]
    noted: bool = False
    versioned: bool = True
    first: bool = False
    """Whether the case has no ruling yet: a form sent again afterwards is refused at once."""
    against: Mapping[str, Any] = field(default_factory=dict)
    """What the page of an appeal says about it, for the head of a motion's page."""
    refuse: Callable[[Decision], None] | None = None
    """Raises UserError for a decision, as written down, that has no place here."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A case as a ruling's page reads it, once: with its evidence, and what follows from that.

    ``sided`` says that an accusation rests only on the accuser's record. ``resumable`` has the
    records that the game can go on from. ``reported`` is the subject of a case about reports.
    """

    desk: Desk
    sided: OneSided | None
    resumable: Resumable
    reported: ReportedResults

    @property
    def page(self) -> CasePage:
        """Return the case with its evidence."""
        return self.desk.page

    @property
    def proposal(self) -> Decision | None:
        """Return the proposal: by the rules and the policy, or as the record counts."""
        return proposal_in(self.page, self.reported)


def _read(desk: Desk) -> _Read:
    page = with_evidence(desk.page)
    return _Read(replace(desk, page=page), one_sided(page), resumable(page), reported_in(page))


def _told_of_ruling(page: CasePage) -> str:
    """Return when a case was ruled, by whom and how; empty without a ruling."""
    ruling = next((one for one in rulings_of(page.line.id) if one.stands), None)
    if ruling is None:
        return ""
    lines = case_words.decision_lines(ruling.decision, page.game, page.line.names)
    who = case_words.ruling_by(ruling.kind, ruling.by)
    told = {"when": moment_text(ruling.made_at), "who": who, "what": " ".join(lines)}
    if who:
        return _("This case was ruled on by %(who)s (%(when)s). %(what)s") % told
    return _("This case was ruled on (%(when)s). %(what)s") % told


def _replaces(page: CasePage) -> str:
    """Return which ruling a new one replaces; empty if none stands."""
    if page.line.state != CaseState.RULED:
        return ""
    changed = _("What you change here takes the place of that ruling once you confirm it.")
    return f"{_told_of_ruling(page)} {changed}"


def _missing(line: QueueLine) -> str:
    """Return what a person who is not working on a case has to do before they can rule."""
    if line.taken_by is not None and line.lease_until is not None and not line.lapsed:
        return str(held_by_message(line.taken_by.name, line.lease_until))
    return _("Take the case first; then you can settle it.")


def _to_ruling(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Redirect from a form whose ruling has been made to the page where the ruling is changed."""
    desk = at_desk(request, slug, number)
    line = desk.page.line
    if line.state != CaseState.RULED or desk.page.closed:
        told = _told_of_ruling(desk.page)
        messages.warning(request, f"{told} " + _("The ruling can no longer be changed here."))
        return redirect("adjudication:case", slug, number)
    return redirect("adjudication:revise", slug, number)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@accepts_language_switch
@idempotent_or(_to_ruling)
def rule_case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask for a ruling, preview it, and make it; for the referee working on the case."""
    desk = at_desk(request, slug, number)
    case_id = desk.page.line.id

    def do(form: RulingForm) -> object:
        return rule(
            case_id=case_id,
            decision=form.decision,
            version=form.cleaned_data["version"],
            proposed=form.proposed,
        )

    back = reverse("adjudication:case", args=[slug, number])
    purpose = Purpose(
        title=_("Ruling"),
        address=reverse("adjudication:rule", args=[slug, number]),
        confirm=_("Yes, this is the ruling"),
        sure=_("Rule all the same"),
        done=_("The ruling is made. Tell both players."),
        back=back,
        do=do,
        first=True,
    )
    if request.method != "POST":
        if not desk.may:
            messages.warning(request, _told_of_ruling(desk.page) or _missing(desk.page.line))
            return redirect(back)
        return form_page(request, desk, purpose)
    return answer_form(request, desk, purpose)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@accepts_language_switch
@idempotent_or(_to_ruling)
def revise_case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Revise a ruling that is not final yet, starting from what it says."""
    desk = at_desk(request, slug, number)
    case_id = desk.page.line.id

    def do(form: RulingForm) -> object:
        values = form.cleaned_data
        return revise(
            case_id=case_id,
            decision=form.decision,
            version=values["version"],
            note=values["note"],
            proposed=form.proposed,
        )

    back = reverse("adjudication:case", args=[slug, number])
    purpose = Purpose(
        title=_("Revise the ruling"),
        address=reverse("adjudication:revise", args=[slug, number]),
        confirm=_("Yes, make this ruling instead"),
        sure=_("Rule all the same"),
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
        values = form_values(rulings[0].decision)
        if rulings[0].made_of is not None:
            values["made_of"] = signed_reasons(rulings[0].made_of)
        read = _read(desk)
        form = _form(read, purpose, None, values)
        return _form_page(request, read, purpose, form)
    return answer_form(request, desk, purpose)


def answer_form(request: HttpRequest, desk: Desk, purpose: Purpose) -> HttpResponse:
    """Answer the form as it was sent: with its errors, a preview, or by doing what it says."""
    read = _read(desk)
    form = _form(read, purpose, request.POST)
    if form.pressed == "look" or (is_switching(request) and form.pressed == "edit"):
        return _form_page(request, read, purpose, _form(read, purpose, None).typed(request.POST))
    if is_switching(request):
        form.speak()
    if form.pressed == "edit" or not form.is_valid():
        return _form_page(request, read, purpose, form)
    try:
        if purpose.first:
            refuse_if_over(desk.page.line.state)
        if purpose.versioned and form.cleaned_data["version"] != desk.page.line.version:
            raise StaleVersion
        _name_the_loser(read, form)
        case_id = desk.page.line.id
        decision = as_written_down(case_id=case_id, decision=form.decision)
        if purpose.refuse is not None:
            purpose.refuse(decision)
        doubts = doubts_about(read.page, decision, read.sided)
        asked = [doubt.code for doubt in doubts]
        if form.pressed != "confirm" or asked != form.cleaned_data["asked"].split():
            form.ask(asked)
            foreseen = preview_ruling(case_id=case_id, decision=form.decision)
            return _preview(request, read, purpose, form, foreseen, doubts)
        purpose.do(form)
    except UserError as error:
        now = case_page(desk.terms.id, desk.page.line.number, current_actor())
        assert now is not None, "no case is ever deleted"
        if error.code == "case_ruled":
            revising = _("To change it, choose “Revise the ruling” on the page of the case.")
            error.text = f"{_told_of_ruling(now)} {revising}"
        if isinstance(error, StaleVersion):
            form.refuse(_changed(now, form.cleaned_data.get("since")))
        else:
            form.refuse(error)
        form.look_again(now.line.version, _done(now))
        return _form_page(request, _read(replace(desk, page=now)), purpose, form)
    messages.success(request, purpose.done)
    return redirect(purpose.back)


def _done(page: CasePage) -> int:
    return count_case_events(page.terms.id, page.line.number)


def _changed(page: CasePage, since: int | None) -> StaleVersion:
    """Return that a case was changed, and what happened in it after that many events.

    Not everything has an event: the verdict on a record that came with a statement has none.
    """
    error = StaleVersion()
    if since is None:
        return error
    events = case_history(page.terms.id, page.line.number)
    later = events[: max(0, len(events) - since)]
    told = [event_sentence(event, page.line.names) for event in later]
    if told:
        error.text = _("%(changed)s What was done: %(what)s") % {
            "changed": error.text,
            "what": " ".join(reversed(told[:_MOST_TOLD])),
        }
    return error


_MOST_TOLD = 5
"""How many of the last events in a case are told."""


_LOST_BY = tuple(
    matter for matter in ClockMatter if ClockFinding(ClockOutcome.LOSES, "black", matter).can_be
)
"""What can have happened with a clock if the steps end with a loss on time."""


def _name_the_loser(read: _Read, form: RulingForm) -> None:
    """Let proposed reasons name the same player as out of time as the decision does.

    The report may have named nobody, or the other player. So may the referee's step-by-step
    answers, if the winner was then changed in the form.
    """
    decision, line = form.decision, read.page.line
    told = any(ground.cause is Cause.TIME and ground.clock for ground in line.grounds)
    if not told or decision.reason != Reason.TIME or not form.as_proposed:
        return
    loses = {Winner.BLACK: "white", Winner.WHITE: "black"}.get(Winner(decision.winner))
    if loses is None:
        return
    by_steps = (
        matter
        for colour, matter in product(("black", "white"), _LOST_BY)
        if form.proposed == _by_steps(read, colour, matter)
    )
    matter, named = next(by_steps, None), colours_about(line)
    if matter is None and (loses in named or not named):
        form.reword(_reasons(read, loses=loses))
    else:
        form.reword(_by_steps(read, loses, matter or ClockMatter.FELL))


def _by_steps(read: _Read, loses: str, matter: ClockMatter) -> Message:
    """Return the reasons that the steps about a clock fill in for a loss on time."""
    return reasons_about_clock(
        ClockFinding(ClockOutcome.LOSES, loses, matter), read.page.terms.ruleset
    )


def _form(
    read: _Read, purpose: Purpose, data: QueryDict | None, initial: dict[str, Any] | None = None
) -> RulingForm:
    desk, line = read.desk, read.page.line
    # Proposals stored as JSON have articles in any order; the form uses that of the texts.
    stakes = {*article_keys_at_stake(desk.terms.rules, line), *(initial or {}).get("articles", ())}
    stakes |= set(data.getlist("articles")) if data else set()
    return RulingForm(
        data,
        game=desk.page.game,
        parties=line.parties,
        articles=articles_for(desk.terms.rules, stakes),
        noted=purpose.noted,
        records=read.resumable.names,
        nothing=_nothing(read.page),
        initial={
            **(initial or {}),
            "version": line.version,
            **({} if data else {"since": _done(desk.page)}),
        },
    )


def _nothing(page: CasePage) -> str:
    """Return what deciding nothing means for a game whose result a case has suspended.

    Empty if the usual words say it, or if another case of the game may still decide.
    """
    if page.game is None or page.game.state != GameState.DISPUTED or page.again:
        return ""
    if any(report.waits for report in page.submissions):
        return _("Nothing is decided: the report waits for the opponent again")
    return _("Nothing is decided: no result stands, and the players report again")


def form_page(request: HttpRequest, desk: Desk, purpose: Purpose) -> HttpResponse:
    """Return the form of a ruling as it is opened, filled in as its address asks.

    It contains no decision until somebody has answered the guided questions or has pressed the
    button that uses the proposal.
    """
    read = _read(desk)
    start = StartForm(request.GET)
    initial = _start_of(
        read,
        start.guided,
        established=start.established,
        proposed=start.taken,
        counted=start.counted,
    )
    form = _form(read, purpose, None, initial)
    if initial.get("reasons") and "articles" not in initial:
        form.fields["reasons"].help_text = _(
            "The beginning is a proposal: change it as you like. Write Black and White, not names: "
            "the reasons can be found by other referees."
        )
    return _form_page(request, read, purpose, form)


def _form_page(
    request: HttpRequest, read: _Read, purpose: Purpose, form: RulingForm
) -> HttpResponse:
    desk, page = read.desk, read.page
    game = page.game
    given = warnings_in(desk.terms.id)
    # Without a game there is none to lose: only a warning can be proposed.
    limit = desk.policy.warnings_to_loss if game is not None else 0
    start = StartForm(request.GET)
    move, resumed = _resumed(read, form)
    context = {
        **heading_of(desk),
        **in_short(page, desk.policy),
        "has_records": bool(read.resumable.records),
        "resumed": resumed,
        "resumed_after": move,
        "no_position": bool(move) and not resumed,
        **purpose.against,
        "purpose": purpose,
        "replaces": _replaces(page) if purpose.noted else "",
        "hearing": hearing_box(page.line),
        "form": form,
        "players": tuple(
            (fields, _warned(given.get(fields.player.id, 0), limit)) for fields in form.players
        ),
        "proposed": case_words.decision_lines(read.proposal, game, page.line.names)
        if read.proposal
        else (),
        "by_points": page.line.proposal is None,
        "one_sided": read.sided,
        "cycle_moves": _cycle_moves(read),
        "taken": start.taken,
        "counted_at": start.counted_at,
        "upholds": form.has_error(NON_FIELD_ERRORS, "as_ruled"),
        "from_post": request.method == "POST",
        "switch_form": "ruling",
        "switch_step": "edit",
    }
    return render(request, "referee/ruling.html", {**frame(request), **context}, status=form.status)


MOST_MOVES_NAMED = 24
"""The longest cycle whose moves are listed: a person who decides about it looks at each."""


def _cycle_moves(read: _Read) -> str:
    """Return the moves of the repetition that a case is about; empty if it is not about one."""
    finding = read.page.line.finding
    if finding is None or finding.move is None or not finding.code.startswith("cycle."):
        return ""
    earlier = finding.detail.get("earlier", finding.detail.get("first"))
    if not isinstance(earlier, int) or finding.move - earlier > MOST_MOVES_NAMED:
        return ""
    moves = read.resumable.moves(earlier + 1, finding.move)
    return _("The moves: %(moves)s.") % {"moves": ", ".join(moves)} if moves else ""


def _resumed(read: _Read, form: RulingForm) -> tuple[int | None, tuple[ResumedBoard, ...]]:
    """Return the move after which a form lets the game go on, and the positions there."""
    if "resume_move" not in form.fields:
        return None, ()
    try:
        move = form.fields["resume_move"].clean(form["resume_move"].value())
    except ValidationError:
        return None, ()
    chosen = str(form["resume_record"].value() or "") if "resume_record" in form.fields else ""
    return move, read.resumable.boards(move, chosen)


def _warned(count: int, limit: int) -> str:
    """Return how many warnings a player has, and what the tournament says about the next one.

    At ``limit`` warnings a loss of the game is proposed; 0: never.
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
    request: HttpRequest,
    read: _Read,
    purpose: Purpose,
    form: RulingForm,
    foreseen: RulingPreview,
    doubts: Sequence[Doubt],
) -> HttpResponse:
    desk, page, effects = read.desk, read.page, foreseen.effects
    counted = counted_board(foreseen.decision, page.game, desk.terms.ruleset)
    context: dict[str, Any] = {
        **heading_of(desk),
        "purpose": purpose,
        "hearing": hearing_box(page.line),
        "lines": case_words.decision_lines(foreseen.decision, page.game, page.line.names),
        "doubts": [doubt.text for doubt in doubts],
        "notes": notes_on_count(counted, page.game, desk.terms.ruleset),
        "boards": {
            "resumed": read.resumable.boards_of(foreseen.decision),
            "counted": counted,
            "decision": foreseen.decision,
        },
        "decision": foreseen.decision,
        "changed_reasons": form.proposed is not None and not form.as_proposed,
        "cited": cited_articles(foreseen.decision.articles),
        "reopens": foreseen.reopens,
        "back": _back_with_players(foreseen),
        "moves": tuple(move_line(move) for move in effects.moved[:MOST_MOVES]) if effects else (),
        "more": max(0, len(effects.moved) - MOST_MOVES) if effects else 0,
        "paired": tuple(
            paired_line(later_round) for later_round in effects.paired if later_round.tables
        )
        if effects
        else (),
        "has_standings": effects is not None,
        "note": form.cleaned_data.get("note", ""),
        "form": form,
        "appeal_minutes": desk.policy.appeal_minutes,
        "from_post": True,
        "switch_form": "preview",
        "switch_step": "preview",
    }
    return render(request, "referee/preview.html", {**frame(request), **context})


def _back_with_players(foreseen: RulingPreview) -> str:
    """Return that a game is with its players again though a ruling changes nothing; else empty."""
    if foreseen.game is None or foreseen.decision.effect != Effect.NOTHING:
        return ""
    if foreseen.game.state == GameState.REPORTED:
        return _("The report waits for the opponent again, who confirms or contests it.")
    if foreseen.game.state == GameState.OPEN:
        return _("No result stands: the players report again.")
    return ""


TO_COUNT = (AnswersOutcome.GAME_OVER, AnswersOutcome.CONFIRM, AnswersOutcome.ALL_STAND)
"""Outcomes that end in a count on the board, which the referee writes down."""
GOES_ON = (AnswersOutcome.RESUME, AnswersOutcome.GO_ON, AnswersOutcome.TAKE_BACK)
"""Outcomes that end in more play; the referee says from where."""


def _start_of(
    read: _Read,
    outcome: str = "",
    *,
    established: IllegalMoveFinding | ClockFinding | None = None,
    proposed: bool = False,
    counted: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return what the form of a case is opened with.

    ``outcome`` is what the guided questions came to, if they were asked, and ``established`` what
    the questions to the referee about an illegal move or a clock came to. ``proposed`` fills in the
    proposal; ``counted`` is a count on a board, as form fields. A decision comes with the articles
    that it rests on, or else with all that the case is about. Without a decision nothing is chosen,
    and the reasons only begin with what such cases are about.
    """
    page, policy = read.page, read.desk.policy
    if counted:
        finding = page.line.finding
        return {**counted, "finding": "" if finding is None else finding.code}
    if isinstance(established, ClockFinding):
        return _about_clock(read, established)
    if established is not None:
        return _established(read, established)
    decision = _guided(page, policy, outcome) if outcome in set(AnswersOutcome) else None
    if decision is None and proposed:
        decision = read.proposal
    if decision is not None:
        outcome = outcome_told(decision, outcome)
    values = {} if decision is None else form_values(decision)
    if (decision is not None or page.line.proposal is None) and not values.get("reasons"):
        values |= _proposed(_reasons(read, outcome))
    if decision is not None:
        stakes = article_keys_at_stake(page.terms.rules, page.line)
        values["articles"] = list(decision.articles or stakes)
    if not values.get("finding") and page.line.finding is not None:
        values["finding"] = page.line.finding.code
    return values


def _established(read: _Read, found: IllegalMoveFinding) -> dict[str, Any]:
    """Return the form's values for what the referee found about an illegal move."""
    page, policy = read.page, read.desk.policy
    ruleset, line = page.terms.ruleset, page.line
    finding = None if line.finding is None else line.finding.as_stored
    decision = decision_about_illegal_move(found, finding, ruleset)
    values = {} if decision is None else form_values(decision)
    if decision is not None and found.outcome is IllegalMoveOutcome.TOO_LATE:
        values["articles"] = list(decision.articles)
    else:
        own = () if decision is None else decision.articles
        values["articles"] = list(
            dict.fromkeys((*article_keys_at_stake(page.terms.rules, line), *own))
        )
    if (
        found.outcome is not IllegalMoveOutcome.TOO_LATE
        and finding_of_move(found, finding) is not None
    ):
        values |= _proposed(_reasons(read))
    else:
        values |= _proposed(reasons_about_illegal_move(found, ruleset, policy))
    return values


def _about_clock(read: _Read, found: ClockFinding) -> dict[str, Any]:
    """Return the form's values for what the referee found about a clock."""
    ruleset = read.page.terms.ruleset
    decision = decision_about_clock(found, ruleset)
    values = {} if decision is None else form_values(decision)
    own = () if decision is None else decision.articles
    values["articles"] = list(own or keys_at_stake(Cause.TIME, None, ruleset, found.matter))
    return values | _proposed(reasons_about_clock(found, ruleset))


def _proposed(message: Message) -> dict[str, str]:
    """Return the form's values for proposed reasons: as text for the referee, and as a message."""
    return {"reasons": translated(message), "made_of": signed_reasons(message)}


def _reasons(read: _Read, outcome: str = "", *, loses: str = "") -> Message:
    """Return the draft reasons for a case, from :func:`case_reasons`."""
    page, policy = read.page, read.desk.policy
    return case_reasons(page, policy, read.sided, read.reported, outcome, loses=loses)


def _guided(page: CasePage, policy: EventPolicy, word: str) -> Decision | None:
    outcome, finding = AnswersOutcome(word), page.line.finding
    decided = decision_for(
        outcome,
        page.line.cause,
        None if finding is None else finding.as_stored,
        page.terms.ruleset,
        policy,
    )
    if decided is not None:
        return decided
    if outcome in GOES_ON:
        return Decision(effect=Effect.RESUME)
    if outcome in TO_COUNT:
        return Decision(effect=Effect.RESULT, reason=Reason.SCORE)
    if outcome in (AnswersOutcome.MEND, AnswersOutcome.DROP_RECORD, AnswersOutcome.JUDGE_AGAIN):
        return Decision(effect=Effect.NOTHING)
    return None
