"""The guided questions: what the articles ask, one step after the other, to a prefilled ruling."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from adjudication.cases.views import words as case_words
from adjudication.cases.views.access import at_desk
from adjudication.cases.views.articles import ArticleText, article_text
from adjudication.models import InquiryKind
from adjudication.policy.articles import ARTICLES
from adjudication.policy.forms.told import to_referee
from adjudication.policy.questions import FormQuestion, foregone, next_question, outcome_of
from adjudication.referee.views.case import heading_of
from adjudication.referee.views.evidence import asked_in
from adjudication.rulings.forms import GuideForm
from adjudication.triage.selectors import inquiries_of
from tournament.games import words
from tournament.spoken import spoken
from tournament.staff.visitors import frame, personal

SIDES = ("black", "white")
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class Done:
    """A question that was answered; ``again`` is the address at which it is asked again."""

    who: str
    question: str
    answer: str
    again: str


@dataclass(frozen=True, slots=True)
class Asking:
    """The question to answer now, to whom, and what each answer leads to."""

    who: str
    question: str
    article: ArticleText | None
    answers: tuple[tuple[str, str, str], ...]
    """The address that an answer leads to, its words, and what it means."""


@personal
@require_safe
def guide(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    """Ask the next of a form's questions, of Black first, then of White; then what it comes to.

    What cannot change that any more is not asked.
    """
    desk = at_desk(request, slug, number)
    game = desk.page.game
    if game is None or kind not in InquiryKind.values:
        raise Http404
    ruleset, policy = desk.terms.ruleset, desk.policy
    answers = GuideForm(request.GET)
    said = {side: answers.said(side, MOST_STEPS) for side in SIDES}
    names = {"black": game.black.name, "white": game.white.name}
    asking, outcome = None, ""
    done: list[Done] = []

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
            known = foregone(kind, ruleset, policy, said["black"], said["white"])
            if known is not None:
                outcome = known
                break
            if question is not None:
                asking = Asking(
                    who=who,
                    question=spoken(to_referee(question.text, side)),
                    article=_article(question),
                    answers=tuple(
                        (
                            address({**before, side: [*said[side], answer.word]}),
                            spoken(to_referee(answer.text, side)),
                            spoken(to_referee(answer.leads_to, side)),
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
        "outcome": outcome,
        "outcome_line": case_words.outcome_line(outcome) if outcome else "",
        "first": reverse("adjudication:guide", args=[slug, number, kind]),
        "known": asked_in(
            desk.page,
            tuple(inquiry for inquiry in inquiries_of(game.id) if inquiry.kind == kind),
            desk.policy,
        ),
    }
    return render(request, "referee/guide.html", {**frame(request), **context})


def _done(asked: FormQuestion | None, side: str, who: str, word: str, back: str) -> Done:
    if asked is None:
        raise ValueError(word)
    answer = next((answer for answer in asked.answers if answer.word == word), None)
    if answer is None:
        raise ValueError(word)
    question, said = (spoken(to_referee(text, side)) for text in (asked.text, answer.text))
    return Done(who, question, said, back)


def _article(question: FormQuestion) -> ArticleText | None:
    found = ARTICLES.get(question.article)
    return None if found is None else article_text(found)
