"""An earlier ruling in words, naming nobody."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from adjudication.cases.views import words as case_words
from adjudication.cases.views.articles import ArticleText, cited_articles
from adjudication.models import RulingKind
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.precedents.selectors import Precedent, PrecedentPenalty
from adjudication.rules.findings import Code
from tournament.common.causes import cause_title
from tournament.games import words
from tournament.models import Winner

_NUMBERS = {"black": 1, "white": 2, "": 0}


@dataclass(frozen=True, slots=True)
class PrecedentText:
    """An earlier ruling as pages show it."""

    id: int
    cause: str
    title: str
    tournament: str
    slug: str
    rules: str
    finding: str
    articles: tuple[ArticleText, ...]
    outcome: tuple[str, ...]
    reasons: str
    kind: str
    appealed: str
    made_at: datetime


def precedent_text(ruling: Precedent) -> PrecedentText:
    """Return a ruling ready to show."""
    return PrecedentText(
        id=ruling.id,
        cause=ruling.cause,
        title=cause_title(ruling.cause),
        tournament=ruling.tournament,
        slug=ruling.slug,
        rules=words.rules_title(ruling.rules),
        finding=finding_title(ruling.finding) if ruling.finding else "",
        articles=cited_articles(ruling.articles),
        outcome=(_effect(ruling), *(_penalty(penalty) for penalty in ruling.penalties)),
        reasons=ruling.reasons,
        kind=case_words.ruling_kind(ruling.kind),
        appealed=_appealed(ruling),
        made_at=ruling.made_at,
    )


def finding_title(code: str) -> str:
    """Return what the replay found in a few words, or its code if there are none for it."""
    return {
        Code.OCCUPIED.value: _("Played on an occupied point"),
        Code.BAD_POINT.value: _("A move off the board in the record"),
        Code.SUICIDE.value: _("Suicide"),
        Code.KO.value: _("Ko taken back at once"),
        Code.SUPERKO.value: _("Repeated an earlier position"),
        Code.TURN.value: _("Played out of turn"),
        Code.AFTER_END.value: _("Played after the end"),
        Code.CYCLE.value: _("The whole board came back"),
        Code.SCORE_MISMATCH.value: _("The count gives another result"),
        Code.COLOURS_SWAPPED.value: _("Colours exchanged in the record"),
        Code.NAMES_DIFFER.value: _("Other names in the record"),
        Code.DUPLICATE.value: _("One record for two games"),
        Code.SIZE_DIFFERS.value: _("Another board size in the record"),
        Code.HANDICAP_DIFFERS.value: _("Another handicap in the record"),
        Code.SERVER_RULES.value: _("A move that the server refuses"),
        Code.SETUP_AS_MOVES.value: _("A position entered as moves"),
        Code.SETUP_UNCLEAR.value: _("An impossible starting position in the record"),
        Code.CHARSET_UNCLEAR.value: _("A record that can be read in two ways"),
    }.get(code, code)


def _effect(ruling: Precedent) -> str:
    decision = Decision(
        ruling.effect, ruling.winner, ruling.reason, ruling.margin_half, ruling.resume_move
    )
    if ruling.effect != "result":
        return case_words.effect_line(decision, None, of_game=True)
    outcome = {
        Winner.BLACK: _("Black wins"),
        Winner.WHITE: _("White wins"),
    }.get(Winner(ruling.winner), str(Winner(ruling.winner).label))
    result = words.short_result(ruling.winner, ruling.reason, ruling.margin_half)
    if Winner(ruling.winner) in (Winner.BLACK, Winner.WHITE):
        return _("%(outcome)s (%(result)s).") % {"outcome": outcome, "result": result}
    return _("%(outcome)s.") % {"outcome": outcome}


def _penalty(penalty: PrecedentPenalty) -> str:
    names = {
        1: pgettext("player", "Black"),
        2: pgettext("player", "White"),
        0: _("A player"),
    }
    given = PenaltyGiven(
        _NUMBERS.get(penalty.colour, 0), penalty.kind, penalty.points_half, penalty.seconds
    )
    return case_words.penalty_line(given, names)


def _appealed(ruling: Precedent) -> str:
    if ruling.kind == RulingKind.APPEAL:
        return _("Decided by the appeals committee.")
    return _("It was appealed, and stands.") if ruling.appealed else _("Nobody appealed.")
