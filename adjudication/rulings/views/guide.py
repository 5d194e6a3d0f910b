"""The guided questions: what the articles ask, step by step, ending in a prefilled ruling."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.cases import with_reports
from adjudication.cases.views import words as case_words
from adjudication.cases.views.access import Desk, at_desk
from adjudication.cases.views.articles import ArticleText, article_text
from adjudication.models import InquiryKind
from adjudication.policy.articles import ARTICLES
from adjudication.policy.causes import Cause
from adjudication.policy.forms.clock import ClockFinding, ClockOutcome, ask_about_clock
from adjudication.policy.forms.illegal_move import (
    IllegalMoveFinding,
    IllegalMoveOutcome,
    ask_about_illegal_move,
)
from adjudication.policy.forms.texts_for_referee import for_referee
from adjudication.policy.questions import FormQuestion, certain_outcome, next_question, outcome_of
from adjudication.referee.views.case import clock_title, heading_of
from adjudication.referee.views.evidence import asked_in
from adjudication.rulings.forms import GuideForm
from adjudication.triage.selectors import inquiries_of
from language.messages import Message
from tournament.games import words
from tournament.models import GameState
from tournament.spoken import translated
from tournament.staff.visitors import frame, personal

SIDES = ("black", "white")
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question that was answered; ``again`` is the address that asks it again."""

    who: str
    question: str
    answer: str
    again: str


@dataclass(frozen=True, slots=True)
class QuestionToAnswer:
    """The question to answer now, who it is put to, and what each answer leads to."""

    who: str
    question: str
    article: ArticleText | None
    answers: tuple[tuple[str, str, str], ...]
    """For each answer: the address it leads to, its text, and what it means."""


@personal
@require_safe
def guide(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    """Ask the next question of a form, first for Black, then for White; then show the outcome.

    Questions that can no longer change the outcome are skipped.
    """
    desk = at_desk(request, slug, number)
    game = desk.page.game
    if game is None or kind not in (Cause.TIME, *InquiryKind.values):
        raise Http404
    if kind == Cause.TIME:
        return _about_clock(request, desk)
    if kind == InquiryKind.ILLEGAL_MOVE:
        return _about_illegal_move(request, desk)
    ruleset, policy = desk.terms.ruleset, desk.policy
    answers = GuideForm(request.GET)
    said = {side: answers.said(side, MOST_STEPS) for side in SIDES}
    names = {"black": game.black.name, "white": game.white.name}
    asking, outcome = None, ""
    done: list[AnsweredQuestion] = []

    def address(answers: dict[str, Sequence[str]]) -> str:
        return "?" + urlencode([(side, word) for side in SIDES for word in answers[side]])

    try:
        for side in SIDES:
            who = f"{names[side]} ({words.colour(side)})"
            before: dict[str, Sequence[str]] = {
                **said,
                side: [],
                **({"white": []} if side == "black" else {}),
            }
            for step, word in enumerate(said[side]):
                asked = next_question(kind, ruleset, policy, said[side][:step])
                back = address({**before, side: said[side][:step]})
                done.append(_done(asked, side, who, word, back))
            question = next_question(kind, ruleset, policy, said[side])
            known = certain_outcome(kind, ruleset, policy, said["black"], said["white"])
            if known is not None:
                outcome = known
                break
            if question is not None:
                asking = QuestionToAnswer(
                    who=who,
                    question=translated(for_referee(question.text, side)),
                    article=_article(question),
                    answers=tuple(
                        (
                            address({**before, side: [*said[side], answer.word]}),
                            translated(for_referee(answer.text, side)),
                            translated(for_referee(answer.leads_to, side)),
                        )
                        for answer in question.answers
                    ),
                )
                break
        else:
            black, white = said["black"][-1], said["white"][-1]
            outcome = outcome_of(kind, ruleset, policy, black, white)
    except ValueError:
        raise Http404 from None
    context = {
        **heading_of(desk),
        "title": case_words.inquiry_title(kind),
        "done": done,
        "asking": asking,
        "filled": urlencode({"outcome": outcome}),
        "outcome_line": case_words.outcome_line(outcome) if outcome else "",
        "first": reverse("adjudication:guide", args=[slug, number, kind]),
        "known": _known(desk, kind),
        "aside": _aside(desk, kind) if outcome else "",
    }
    return render(request, "referee/guide.html", {**frame(request), **context})


def _about_illegal_move(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Ask the referee whether there was an illegal move, and whatever the outcome depends on."""
    page = desk.page
    finding = page.line.finding
    ask = partial(
        ask_about_illegal_move,
        desk.terms.ruleset,
        desk.policy,
        confirmed=page.line.game_state == GameState.CONFIRMED,
        move=None if finding is None else finding.move,
    )

    def told(found: IllegalMoveFinding | ClockFinding) -> dict[str, Any]:
        assert isinstance(found, IllegalMoveFinding)
        filled = {"illegal": found.outcome, "offender": found.offender, "move": found.move or ""}
        return {"filled": filled, "open": found.outcome is IllegalMoveOutcome.REFEREE}

    kind = InquiryKind.ILLEGAL_MOVE
    return _of_referee(
        request,
        desk,
        kind,
        ask,
        told,
        {"title": _("Was a move illegal?"), "known": _known(desk, kind)},
    )


def _about_clock(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Ask the referee whose time ran out, and whatever the outcome depends on."""
    confirmed = desk.page.line.game_state == GameState.CONFIRMED

    def told(found: IllegalMoveFinding | ClockFinding) -> dict[str, Any]:
        assert isinstance(found, ClockFinding)
        filled = {"clock": found.outcome, "offender": found.late, "matter": found.matter}
        return {"filled": filled, "open": found.outcome is ClockOutcome.REFEREE}

    return _of_referee(
        request,
        desk,
        Cause.TIME,
        partial(ask_about_clock, desk.terms.ruleset, confirmed=confirmed),
        told,
        {"title": clock_title()},
    )


def _of_referee(
    request: HttpRequest,
    desk: Desk,
    kind: InquiryKind | Cause,
    ask: Callable[[Sequence[str]], FormQuestion | IllegalMoveFinding | ClockFinding],
    told: Callable[[IllegalMoveFinding | ClockFinding], dict[str, Any]],
    context: dict[str, Any],
) -> HttpResponse:
    """Show the next question to the referee, or the finding that their answers lead to.

    ``told`` returns what the form of the ruling is then filled in with, and whether that is
    ``open``.
    """
    answers = GuideForm(request.GET).said("referee", MOST_STEPS)

    def address(words: Sequence[str]) -> str:
        return "?" + urlencode([("referee", word) for word in words])

    done = []
    try:
        for step, word in enumerate(answers):
            asked = ask(answers[:step])
            if not isinstance(asked, FormQuestion):
                raise ValueError(word)
            done.append(_answered(asked, "", word, address(answers[:step]), translated))
        found = ask(answers)
    except ValueError:
        raise Http404 from None
    context = {
        **heading_of(desk),
        **context,
        "done": done,
        "first": reverse(
            "adjudication:guide", args=[desk.terms.slug, desk.page.line.number, kind.value]
        ),
    }
    if isinstance(found, FormQuestion):
        context["asking"] = QuestionToAnswer(
            who="",
            question=translated(found.text),
            article=_article(found),
            answers=tuple(
                (address([*answers, one.word]), translated(one.text), translated(one.leads_to))
                for one in found.answers
            ),
        )
    else:
        context |= {**told(found), "outcome_line": translated(found.leads_to)}
        filled = {name: value for name, value in context["filled"].items() if value}
        context["filled"] = urlencode(filled)
    return render(request, "referee/guide.html", {**frame(request), **context})


def _aside(desk: Desk, kind: str) -> str:
    """Return the address for setting aside the record that questions were about; empty if none."""
    page = with_reports(desk.page)
    if kind not in (InquiryKind.WRONG_RECORD, InquiryKind.DAMAGED_RECORD) or page.game is None:
        return ""
    sent = [report.id for report in page.submissions if report.record and report.is_evidence]
    if not sent:
        return ""
    of_case = page.line.submission_id
    shown = of_case if of_case in sent else sent[-1]
    return reverse("adjudication:remove_record", args=[page.game.id, shown])


def _known(desk: Desk, kind: str) -> object:
    assert desk.page.game is not None
    asked = tuple(one for one in inquiries_of(desk.page.game.id) if one.kind == kind)
    return asked_in(desk.page, asked, desk.policy)


def _done(
    asked: FormQuestion | None, side: str, who: str, word: str, back: str
) -> AnsweredQuestion:
    if asked is None:
        raise ValueError(word)
    return _answered(asked, who, word, back, lambda text: translated(for_referee(text, side)))


def _answered(
    asked: FormQuestion, who: str, word: str, back: str, told: Callable[[Message], str]
) -> AnsweredQuestion:
    answer = next((answer for answer in asked.answers if answer.word == word), None)
    if answer is None:
        raise ValueError(word)
    return AnsweredQuestion(who, told(asked.text), told(answer.text), back)


def _article(question: FormQuestion) -> ArticleText | None:
    found = ARTICLES.get(question.article)
    return None if found is None else article_text(found)
