"""The referee's pages: the disputed games, and both sides of one of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from adjudication.selectors.games import disputes
from adjudication.selectors.submissions import SubmissionView
from adjudication.selectors.verdicts import FindingView
from adjudication.services.claims import Result
from adjudication.web.badges import verdict_badge
from adjudication.web.evidence import FindingLine, finding_line
from adjudication.web.sentences import plain_sentence
from tournament.selectors.public import tournament_terms
from tournament.web import words
from tournament.web.access import frame, may_referee, personal, require, visitor_of


@personal
@require_safe
def referee(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the queue of disputed games, the longest waiting first."""
    terms = tournament_terms(slug)
    require(terms is not None and may_referee(visitor_of(request), terms.id))
    assert terms is not None
    queue = [
        {
            "game": one.game,
            "terms": words.terms_sentence(
                size=terms.board_size, handicap=one.game.handicap, komi_half=one.game.komi_half
            ),
            "reports": [
                {
                    "report": report,
                    "sentence": plain_sentence(
                        one.game, Result(report.winner, report.reason, report.margin_half)
                    ),
                    "badge": verdict_badge(report.badge),
                    "decisive": _decisive(report, one.decisive.get(report.id)),
                }
                for report in one.submissions
            ],
        }
        for one in disputes(terms.id)
    ]
    context = {"terms": terms, "queue": queue}
    return render(request, "adjudication/referee.html", {**frame(request), **context})


def _decisive(report: SubmissionView, finding: FindingView | None) -> FindingLine | None:
    if finding is None or report.verdict is None:
        return None
    return finding_line(finding, report.verdict.rules, get_language() or "en")
