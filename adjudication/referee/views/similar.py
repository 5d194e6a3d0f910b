"""Earlier rulings about the same thing, in words."""

from dataclasses import dataclass

from django.utils.translation import get_language

from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.views import case_words
from adjudication.cases.views.articles import at_stake, told
from adjudication.policy.decisions import Decision
from adjudication.precedents.selectors import LawLine, similar_rulings
from tournament.common.causes import cause_title
from tournament.games import words
from tournament.models import Winner


@dataclass(frozen=True, slots=True)
class Similar:
    """One earlier ruling; players are told as Black and White."""

    title: str
    where: str
    articles: str
    outcome: str
    reasons: str


def similar_to(page: CasePage) -> tuple[Similar, ...]:
    """Return earlier rulings about what a case is about, the nearest first."""
    finding = page.line.finding
    found = similar_rulings(
        rules=page.terms.rules,
        cause=page.line.cause,
        finding="" if finding is None else finding.code,
        articles=at_stake(page.terms.rules, page.line),
        tournament_id=page.terms.id,
        besides=page.line.id,
        language=get_language() or "en",
    )
    return tuple(_told(one) for one in found)


def _told(one: LawLine) -> Similar:
    return Similar(
        title=cause_title(one.cause),
        where=f"{one.tournament}, {words.rules_title(one.rules)}",
        articles=", ".join(article.label for article in told(one.articles)),
        outcome=_outcome(one),
        reasons=one.reasons,
    )


def _outcome(one: LawLine) -> str:
    """Return what was decided in a sentence, without names."""
    decision = Decision(one.effect, one.winner, one.reason, one.margin_half, one.resume_move)
    if one.effect != "result":
        return case_words.effect_line(decision, None, of_game=True)
    result = words.short_result(one.winner, one.reason, one.margin_half)
    label = str(Winner(one.winner).label)
    return f"{label} ({result})" if one.winner in (Winner.BLACK, Winner.WHITE) else label
