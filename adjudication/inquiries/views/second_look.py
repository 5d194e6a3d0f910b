"""The page that asks again before an answer is given that may make a result final."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.cases.selectors.cases import live_case_of
from adjudication.cases.services.base import policy_of
from adjudication.cases.views.words import ruling_ends
from adjudication.inquiries.services.agreements import report_objected_to
from adjudication.inquiries.services.answering import FINAL, may_follow
from adjudication.models import Inquiry, InquiryKind
from adjudication.policy.policy import NoResult
from adjudication.policy.questions import AnswersOutcome
from adjudication.triage.selectors import InquiryView
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.services.claims import claim_of, claim_of_submission
from adjudication.verdicts.views import own_sentence
from tournament.games import words
from tournament.models import Game, GameState


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What to show about an answer before it is given.

    ``result`` is in the form that is sent (``W+2.5``), ``shown`` as its reader writes it,
    ``sentence`` as they would say it; ``follows`` says when and whether it becomes the game's.
    ``yes`` is the label of the button.
    """

    word: str
    result: str
    intro: str
    shown: str
    sentence: str
    yes: str
    follows: str


def second_look(
    page: GamePage, current: InquiryView, inquiry: Inquiry, game: Game, colour: str, word: str
) -> SecondLook | None:
    """Return what to ask about before an answer is given; None if it cannot end the game.

    Answers about dead stones are described by the marks that they accept, and another result by the
    form that asks for it, so neither is handled here.
    """
    follows = ends_with(current, inquiry, game, colour, word)
    if not follows:
        return None
    if current.kind == InquiryKind.NO_RESULT:
        became = policy_of(game.round.tournament).no_result
        return SecondLook(
            word,
            str(became),
            "",
            _("No result"),
            _("Each of you gets half a point.")
            if became is NoResult.HALF
            else _("The game does not count."),
            _("Yes, no result"),
            follows,
        )
    report = report_objected_to(inquiry, game)
    if report is None:  # another report is waiting by now: a referee decides
        return None
    result = claim_of_submission(report)
    claim = str(claim_of(result))
    shown = words.core_result(claim)
    return SecondLook(
        word,
        claim,
        "",
        shown,
        own_sentence(page.game, colour, result),
        _("Yes, %(result)s") % {"result": shown},
        follows,
    )


def ends_with(current: InquiryView, inquiry: Inquiry, game: Game, colour: str, word: str) -> str:
    """Return when an answer makes a result final; empty if it cannot end the game.

    It says that the opponent has answered, but not what.
    """
    outcomes = may_follow(inquiry, game, colour, word)
    if not outcomes & FINAL:
        return ""
    if AnswersOutcome.NO_RESULT in outcomes and (
        game.state == GameState.ENTERED
        or policy_of(game.round.tournament).no_result is NoResult.REPLAY
    ):
        return ""  # a referee is asked, or the game is replayed: no result becomes final
    answered = bool(current.answer_of("white" if colour == "black" else "black"))
    ends = ruling_ends(live_case_of(game.pk))
    return " ".join(_follows(outcomes, ends, answered=answered))


def _follows(outcomes: frozenset[str], ends: str, *, answered: bool) -> Iterator[str]:
    yield (
        _(
            "Your opponent has already answered. If they said the same, this is the result at "
            "once, and final: neither of you can take it back."
        )
        if answered
        else _(
            "Once your opponent says the same, this is the result, and final. Until they answer "
            "you can change your answer."
        )
    )
    if ends:
        yield ends
    if AnswersOutcome.CASE in outcomes:
        yield _("If you say different things, a referee decides.")
