"""What both players are asked, one step at a time, with what each answer leads to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.board.page import BoardPage
from adjudication.cases.selectors.record_names import names_among
from adjudication.cases.selectors.statements import records_said
from adjudication.cases.services.base import policy_of
from adjudication.cases.views import words as case_words
from adjudication.cases.views.articles import article_text
from adjudication.inquiries.forms import OtherResultForm, QuestionForm
from adjudication.inquiries.services.answering import ANSWERED_MEANWHILE, MAY_END, answer
from adjudication.inquiries.services.raising import ASKED
from adjudication.inquiries.views.dead_stones import (
    acceptance,
    both_marks,
    name_of,
    own_marks,
    whose_marks,
)
from adjudication.inquiries.views.second_look import SecondLook, ends_with, second_look
from adjudication.models import Inquiry, InquiryKind, InquiryState
from adjudication.policy.articles import ARTICLES
from adjudication.policy.causes import Cause
from adjudication.policy.forms.after_stop import ACCEPT
from adjudication.policy.forms.results import OTHER
from adjudication.policy.forms.shapes import UNSURE
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import (
    AnswersOutcome,
    FormQuestion,
    next_question,
    questions_of,
    subject_for,
)
from adjudication.rules.rulesets import RuleSet
from adjudication.submissions.views.evidence import (
    ReadRecord,
    ShownLine,
    board_of,
    shown_for_claims,
)
from adjudication.submissions.views.games import played_game
from adjudication.submissions.views.preview import is_draw_possible
from adjudication.triage.models import HELD
from adjudication.triage.selectors import InquiryView, inquiries_of, unanswered_by
from adjudication.triage.views import open_questions
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import record_bytes
from adjudication.verdicts.selectors.verdicts import FindingView, details_of, finding_view
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import Badge, plain_sentence
from tournament.errors import UserError
from tournament.games import words
from tournament.models import Game, Tournament
from tournament.results.services.results import CANNOT_BE
from tournament.spoken import translated
from tournament.staff.visitors import cached_for_back_button, frame

_OF_RECORDS = (InquiryKind.WRONG_RECORD, InquiryKind.DAMAGED_RECORD)
"""Questions whose answer a player may not know; saying so contradicts nobody."""


def _disagree(state: str, said: Collection[str]) -> bool:
    """Whether the answers contradict each other; a player who does not know contradicts nobody."""
    return state == InquiryState.DIFFERENT and UNSURE not in said


def outcome_sentence(kind: str, outcome: str, *, differ: bool) -> str:
    """Return what both answers led to, and what to do next.

    ``differ`` says that they contradict each other.
    """
    if outcome == HELD:
        return _("A referee is already working on it and sees what you both said.")
    if outcome == AnswersOutcome.GO_ON and kind == InquiryKind.DEAD_STONES:
        return _(
            "The dead stones are marked again: one of you reports, and the other confirms that or "
            "does not."
        )
    if outcome == AnswersOutcome.DROP_RECORD:
        return _(
            "You agree: the record is set aside. The result stays, and either of you can send "
            "another record."
        )
    if outcome == AnswersOutcome.CONFIRM and kind == InquiryKind.DEAD_STONES:
        return _("The marks are agreed: look at the result.")
    if outcome == AnswersOutcome.CASE and kind in _OF_RECORDS:
        return _(
            "A referee looks at the record now. What was reported stays as it is. You can send the "
            "right record with the case."
        )
    if outcome == AnswersOutcome.CASE and not differ:
        return _("A referee looks at it now. You can write down what happened.")
    texts = {
        AnswersOutcome.GO_ON: _("You agree: the game goes on. Report it when it is over."),
        AnswersOutcome.RESUME: _(
            "Play goes on from where it stopped. Enter the moves when it is over."
        ),
        AnswersOutcome.NO_RESULT: _("You agree: the game ends without result."),
        AnswersOutcome.BOTH_LOSE: _("Under the rules both would lose by this. A referee decides."),
        AnswersOutcome.GAME_OVER: _("You agree that the game is over: go on to the result."),
        AnswersOutcome.ALL_STAND: _("No stone is taken off: all that stand are counted."),
        AnswersOutcome.MEND: _(
            "You agree: the game is corrected from its record, which is checked again."
        ),
        AnswersOutcome.JUDGE_AGAIN: _(
            "You agree: the record is checked again with what you both say."
        ),
        AnswersOutcome.CONFIRM: _("You agree: the result is confirmed."),
        AnswersOutcome.TAKE_BACK: _("You agree: the move is taken back and the game goes on."),
        AnswersOutcome.FORFEIT: _("The rules decide what follows. A referee looks at it."),
        AnswersOutcome.CASE: _(
            "You do not agree: a referee decides. You can write down what happened."
        ),
    }
    return texts[AnswersOutcome(outcome)]


# --- What both players are asked, one step at a time, with what each answer leads to ---


REFERRED = (AnswersOutcome.CASE, AnswersOutcome.BOTH_LOSE, AnswersOutcome.FORFEIT)
"""Outcomes that the players have not settled themselves, so that nobody is congratulated."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to choose: its word, its text and what it leads to.

    ``about`` names the players whose marks it is about, and what they say is dead.
    """

    word: str
    text: str
    leads_to: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """An earlier question: the answers, as far as the visitor may know them, and the outcome.

    ``change`` is its id while the visitor can still change their answer, otherwise 0.
    """

    title: str
    badge: Badge
    black: str
    white: str
    outcome: str
    change: int


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask a player the next step, take their answer, and show what was answered before."""
    page, player_id = played_game(request, game_id)
    colour = page.game.colour_of(player_id)
    asked = inquiries_of(game_id)
    if request.method == "POST":
        return _answered(request, page, player_id, asked)
    form = QuestionForm(request.GET)
    form.is_valid()
    change = form.cleaned_data.get("change")
    waiting = [inquiry for inquiry in asked if inquiry.waits]
    chosen = (inquiry for inquiry in waiting if inquiry.id == change)
    current = next(chosen, None) or next(iter(unanswered_by(asked, colour)), None)
    before = "" if current is None else current.answer_of(colour)
    return _page(request, page, colour, asked, current, form.cleaned_data["path"], before)


def _answered(
    request: HttpRequest, page: GamePage, player_id: int, asked: Sequence[InquiryView]
) -> HttpResponse:
    colour = page.game.colour_of(player_id)
    form = QuestionForm(request.POST)
    form.is_valid()
    inquiry_id, word = form.cleaned_data.get("inquiry"), form.cleaned_data.get("answer", "")
    path, before = form.cleaned_data["path"], form.cleaned_data["before"]
    current = next((inquiry for inquiry in asked if inquiry.id == inquiry_id), None)
    if current is None or not current.waits:
        messages.warning(request, _("This question is no longer asked: look at the game."))
        return redirect("adjudication:game", page.game.id)
    try:
        following = _next(page, current, colour, [*path, word])
    except ValueError:
        error = _("Choose one of the answers.")
        return _page(request, page, colour, asked, current, path, before, error=error)
    if following is not None:
        return _page(request, page, colour, asked, current, [*path, word], before)
    look = _second_look(page, current, colour, word)
    if look is not None and look.result != form.cleaned_data["result"]:
        return _page(request, page, colour, asked, current, path, before, look=look)
    data: dict[str, Any] | None = None
    sure = True
    other: OtherResultForm | None = None
    if current.kind == InquiryKind.OBJECTION and word == OTHER:
        offered = partial(
            OtherResultForm,
            game=page.game,
            tie_winner=page.terms.ruleset.tie_winner.value,
            draws=is_draw_possible(page.game, page.terms),
        )
        other = offered(request.POST)
        if other["winner"].data is None:
            other = offered()
        if not other.is_valid():
            return _page(request, page, colour, asked, current, path, before, other=other)
        data = {"result": other.cleaned_data["claim"]}
        sure = other.cleaned_data["sure"] == other.cleaned_data["claim"]
    try:
        settled = answer(
            inquiry_id=current.id,
            player_id=player_id,
            answer=word,
            data=data,
            sure=sure,
            before=before,
        )
    except UserError as problem:
        if problem.code == CANNOT_BE and other is not None:
            other.ask(problem)
            return _page(request, page, colour, asked, current, path, before, other=other)
        messages.warning(request, str(problem.text))
        seen = problem.code != ANSWERED_MEANWHILE
        return redirect("adjudication:game" if seen else "adjudication:question", page.game.id)
    level, text = _came_of(settled)
    messages.add_message(request, level, text)
    return redirect("adjudication:game", page.game.id)


def _rows(page: GamePage, current: InquiryView) -> tuple[Inquiry, Game]:
    """Return a question and its game as model instances."""
    game = Game.objects.select_related("round__tournament").get(pk=page.game.id)
    return Inquiry.objects.get(pk=current.id), game


def _second_look(page: GamePage, current: InquiryView, colour: str, word: str) -> SecondLook | None:
    """Return what to ask about before an answer is given that may end the game at once."""
    if current.kind not in MAY_END or word == OTHER:
        return None
    if current.kind == InquiryKind.DEAD_STONES:
        if word != ACCEPT:
            return own_marks(page, current, *_rows(page, current), colour, word)
        return acceptance(page, current, *_rows(page, current), colour)
    return second_look(page, current, *_rows(page, current), colour, word)


def _came_of(answered: Inquiry) -> tuple[int, str]:
    """Return the message for a player who has answered, and its level."""
    if answered.settled_at is None:
        text = _("Answered. You can change it until your opponent has answered, too.")
        return messages.SUCCESS, text
    outcome = str(answered.data.get("outcome", ""))
    said = (answered.black_answer, answered.white_answer)
    text = outcome_sentence(answered.kind, outcome, differ=_disagree(answered.state, said))
    return messages.INFO if outcome in REFERRED else messages.SUCCESS, text


def _next(
    page: GamePage, current: InquiryView, colour: str, path: Sequence[str]
) -> FormQuestion | None:
    tournament = Tournament.objects.get(pk=page.terms.id)
    return next_question(
        current.kind,
        page.terms.ruleset,
        policy_of(tournament),
        list(path),
        subject_for(colour, current.data),
    )


def _page(
    request: HttpRequest,
    page: GamePage,
    colour: str,
    asked: Sequence[InquiryView],
    current: InquiryView | None,
    path: Sequence[str],
    before: str,
    *,
    error: str = "",
    other: OtherResultForm | None = None,
    look: SecondLook | None = None,
) -> HttpResponse:
    policy = policy_of(Tournament.objects.get(pk=page.terms.id))
    ruleset = page.terms.ruleset
    context: dict[str, Any] = {
        "page": page,
        "game": page.game,
        "current": current,
        "path": path,
        "before": before,
        "error": error,
        "other": other,
        "look": look,
        "ends": ""
        if other is None or current is None
        else ends_with(current, *_rows(page, current), colour, OTHER),
    }
    if current is not None:
        about = subject_for(colour, current.data)
        try:
            shown = next_question(current.kind, ruleset, policy, list(path), about)
        except ValueError:
            shown, context["path"] = None, []
        shown = shown or next_question(current.kind, ruleset, policy, [], about)
        assert shown is not None
        article = ARTICLES[shown.article]
        context |= {
            "title": case_words.inquiry_title(current.kind),
            "answered": _said(current, colour, ruleset, policy),
            "question": translated(shown.text),
            "article": article_text(article),
            "choices": [
                Choice(
                    answer.word,
                    translated(answer.text),
                    translated(answer.leads_to),
                    whose_marks(page.game, current, colour, answer.word),
                )
                for answer in shown.answers
            ],
            **_about(page, current, colour, request.GET),
        }

    others = [inquiry for inquiry in asked if inquiry != current]
    context["also"] = open_questions(others, colour)
    open_yet = unanswered_by(others, colour)
    context["past"] = [
        _asked(inquiry, colour, ruleset, policy)
        for inquiry in reversed(others)
        if inquiry not in open_yet
    ]
    status = 400 if error else other.status if other else 200
    return render(request, "inquiries/question.html", {**frame(request), **context}, status=status)


def _said(inquiry: InquiryView, side: str, ruleset: RuleSet, policy: EventPolicy) -> str:
    """Return what a player answered, with the result that they gave with it, if any."""
    form = questions_of(inquiry.kind, ruleset, policy, subject_for(side, inquiry.data))
    said = {each.word: translated(each.text) for step in form for each in step.answers}
    word = inquiry.answer_of(side)
    result = words.core_result(str(inquiry.data_of(side).get("result", "")))
    return f"{said.get(word, word)} {result}".strip()


def _asked(inquiry: InquiryView, colour: str, ruleset: RuleSet, policy: EventPolicy) -> Asked:
    """Return a question as it went; the opponent's answer only once both have answered."""

    def told(side: str) -> str:
        return "" if inquiry.waits and side != colour else _said(inquiry, side, ruleset, policy)

    return Asked(
        title=case_words.inquiry_title(inquiry.kind),
        badge=case_words.inquiry_state(inquiry.state, inquiry.kind),
        black=told("black"),
        white=told("white"),
        outcome=outcome_sentence(
            inquiry.kind,
            inquiry.outcome,
            differ=_disagree(inquiry.state, (inquiry.black_answer, inquiry.white_answer)),
        )
        if inquiry.outcome
        else "",
        change=inquiry.id if inquiry.waits and inquiry.answer_of(colour) else 0,
    )


def _about(
    page: GamePage, current: InquiryView, colour: str, moves: Mapping[str, str]
) -> dict[str, Any]:
    """Return what the question is about: the finding, the marks of both, and the board there.

    ``colour`` is that of the player who is reading.
    """
    data = current.data
    finding: FindingView | None = None
    # A question about a damaged place itself says what the record has there.
    told = current.kind == InquiryKind.DAMAGED_RECORD
    if not told and isinstance(data.get("finding"), dict) and data["finding"].get("message"):
        finding = finding_view(data["finding"])
    read = _record_in(current)
    reader = (page.game.black if colour == "black" else page.game.white).id
    reported = ""
    if current.kind == InquiryKind.OBJECTION:
        waiting = next((report for report in page.submissions if report.waits), None)
        if waiting is not None:
            result = Result(waiting.winner, waiting.reason, waiting.margin_half)
            reported = plain_sentence(page.game, result)
    return {
        "said_by": _said_by(page, current),
        "shown": shown_lines(page, current.kind, data, reader),
        "finding": translated(finding.message) if finding and finding.message else "",
        "board": _board(page, current, moves, read),
        "sayable": current.kind == InquiryKind.DEAD_STONES and current.case_id is not None,
        "both_marks": both_marks(page, current, None if read is None else read.replay, colour),
        "point": data.get("point", ""),
        "move": data.get("move", ""),
        "note": data.get("note", ""),
        "note_by": name_of(page.game, str(data.get("by", ""))),
        "reported": reported,
    }


_CAUSES: Final[Mapping[str, Cause]] = {kind.value: cause for cause, kind in ASKED.items()} | {
    InquiryKind.OBJECTION.value: Cause.OBJECTION
}
"""What a player has claimed, by the question to both players."""


def shown_lines(
    page: GamePage, kind: str, about: Mapping[str, Any], reader: int | None
) -> tuple[ShownLine, ...]:
    """Return what each record shows about something that a player or a referee raised."""
    cause, found = _CAUSES.get(kind), (about.get("finding") or {}).get("code")
    if cause is None or ("by" not in about and found):  # the program asks: a record shows it
        return ()
    said = records_said(page.game.id, reader).values()
    names = names_among(page.game, page.submissions, said, reader)
    return shown_for_claims(page.game, [(cause, about)], names)[0]


_CLAIMED = (InquiryKind.NO_RESULT, InquiryKind.ILLEGAL_MOVE)


def _said_by(page: GamePage, current: InquiryView) -> str:
    """Return that it is only one player's word, if no record shows what the question is about."""
    shown = (current.data.get("finding") or {}).get("message")
    by = {"black": page.game.black, "white": page.game.white}.get(current.data.get("by", ""))
    if by is None or shown or current.kind not in _CLAIMED:
        return ""
    if current.kind == InquiryKind.NO_RESULT:
        text = _("%(name)s says that the position came back. No record showed it then.")
    else:
        text = _("%(name)s says that a move was illegal.")
    return text % {"name": by.name}


def _record_in(current: InquiryView) -> ReadRecord | None:
    """Return the record that a question is about, or None."""
    report_id = current.data.get("submission")
    data = record_bytes(report_id) if isinstance(report_id, int) else None
    return None if data is None else ReadRecord.of(data)


def _board(
    page: GamePage, current: InquiryView, moves: Mapping[str, str], read: ReadRecord | None
) -> BoardPage | None:
    report_id = current.data.get("submission")
    report = page.submission(report_id) if isinstance(report_id, int) else None
    if report is None or report.verdict is None or read is None:
        return None
    shown: Mapping[str, str] = moves
    finding = current.data.get("finding") or {}
    move = (
        current.data.get("move") or finding.get("move") or (finding.get("detail") or {}).get("move")
    )
    if move and f"move-{report.id}" not in moves:
        shown = {f"move-{report.id}": str(move)}
    detail = details_of([report.id])[report.id]
    if current.kind == InquiryKind.DEAD_STONES:
        # The marks of both stand beside it: the game itself has neither's.
        detail = replace(
            detail,
            dead_stones=(),
            seki_stones=None,
            computed={"black_territory": [], "white_territory": []},
        )
    return board_of(report, detail, read, shown)
