"""What a referee is asked about an illegal move, and the ruling that the answers lead to.

The referee is asked, not the players: first whether there was one and whose, then only what the
rules and the tournament make the outcome depend on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from adjudication.policy import reason_words as said
from adjudication.policy.articles import ArticleTopic, articles_about, articles_of
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.policy.forms.in_play import NO, YES
from adjudication.policy.forms.shapes import FormAnswer, FormQuestion, article_key
from adjudication.policy.policy import EventPolicy, IllegalMove
from adjudication.policy.stakes import keys_at_stake
from adjudication.rules.colours import COLOURS
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import colour_text
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _

NONE: Final = "none"
THAT_MOVE: Final = "that"
ANOTHER: Final = "another"
_LETTER: Final = {"black": "B", "white": "W"}
_OTHER: Final = {"black": "white", "white": "black"}


class IllegalMoveOutcome(StrEnum):
    """The outcome of a case about an illegal move."""

    NOT_SHOWN = "not_shown"
    """There was none, or it cannot be shown: nothing changes."""
    TOO_LATE = "too_late"
    """Both had already agreed on the result: nothing changes."""
    LOSES = "loses"
    TAKEN_BACK = "taken_back"
    REFEREE = "referee"
    """Neither the rules nor the tournament say what it costs."""


LEADS_TO: Final[Mapping[IllegalMoveOutcome, Message]] = MappingProxyType(
    {
        IllegalMoveOutcome.NOT_SHOWN: _("Nothing changes for the game."),
        IllegalMoveOutcome.TOO_LATE: _("Nothing changes for the game: its result stands."),
        IllegalMoveOutcome.LOSES: _("%(colour)s loses by the illegal move."),
        IllegalMoveOutcome.TAKEN_BACK: _(
            "The illegal move is taken back, and the game goes on from the position before it."
        ),
        IllegalMoveOutcome.REFEREE: _(
            "Neither the rules nor the tournament decide: the referee does."
        ),
    }
)


@dataclass(frozen=True, slots=True)
class IllegalMoveFinding:
    """What the referee found; ``offender`` is a colour, empty if there was no illegal move.

    ``move`` is its number, if that is known.
    """

    outcome: IllegalMoveOutcome
    offender: str = ""
    move: int | None = None

    @property
    def leads_to(self) -> Message:
        """Return a sentence that says what the finding leads to."""
        text = LEADS_TO[self.outcome]
        return text % {"colour": colour_text(COLOURS[self.offender])} if self.offender else text


def ask_about_illegal_move(
    ruleset: RuleSet,
    policy: EventPolicy,
    answers: Sequence[str],
    *,
    confirmed: bool,
    move: int | None,
) -> FormQuestion | IllegalMoveFinding:
    """Return the next question to the referee after these answers, or the finding they lead to.

    ``confirmed`` says whether both players have confirmed the result, ``move`` which move is said
    to be illegal. Raises ValueError for an answer that is not offered.
    """
    if confirmed:
        return _ended(answers, IllegalMoveFinding(IllegalMoveOutcome.TOO_LATE))
    if not answers:
        return _whose(ruleset)
    offender, *others = answers
    if offender == NONE:
        return _ended(others, IllegalMoveFinding(IllegalMoveOutcome.NOT_SHOWN))
    if offender not in _OTHER:
        raise ValueError(offender)
    if not others:
        return _agreed(ruleset)
    late, *others = others
    if _said(late) == YES:
        return _ended(others, IllegalMoveFinding(IllegalMoveOutcome.TOO_LATE, offender, move))
    if ruleset.illegal_move_loses.value or policy.illegal_move is IllegalMove.FORFEIT:
        return _ended(others, IllegalMoveFinding(IllegalMoveOutcome.LOSES, offender, move))
    return _taken_back(ruleset, others, offender, move)


def _taken_back(
    ruleset: RuleSet, others: Sequence[str], offender: str, move: int | None
) -> FormQuestion | IllegalMoveFinding:
    """Return the next question or the finding, if neither text nor tournament say that it loses."""
    if not others:
        return _back(ruleset)
    back, *others = others
    if _said(back) == NO:
        return _ended(others, IllegalMoveFinding(IllegalMoveOutcome.REFEREE, offender, move))
    if move is None:
        return _ended(others, IllegalMoveFinding(IllegalMoveOutcome.TAKEN_BACK, offender))
    if not others:
        return _which(ruleset, move)
    which, *others = others
    if which not in (THAT_MOVE, ANOTHER):
        raise ValueError(which)
    told = move if which == THAT_MOVE else None
    return _ended(others, IllegalMoveFinding(IllegalMoveOutcome.TAKEN_BACK, offender, told))


def decision_about_illegal_move(
    found: IllegalMoveFinding,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
) -> Decision | None:
    """Return the decision on the game that follows from the finding; None if it is left open."""
    shown = finding_of_move(found, finding)
    articles = keys_at_stake(Cause.ILLEGAL_MOVE, shown, ruleset)
    code = str(shown["code"]) if shown else ""
    match found.outcome:
        case IllegalMoveOutcome.NOT_SHOWN:
            return Decision("nothing", articles=articles)
        case IllegalMoveOutcome.TOO_LATE:
            final = tuple(one.key for one in articles_about(ruleset, ArticleTopic.FINAL))
            return Decision("nothing", articles=final or articles, finding=code)
        case IllegalMoveOutcome.LOSES:
            winner = _OTHER[found.offender]
            return Decision("result", winner, "forfeit", articles=articles, finding=code)
        case IllegalMoveOutcome.TAKEN_BACK:
            last = found.move - 1 if found.move else None
            return Decision("resume", resume_move=last, articles=articles, finding=code)
        case IllegalMoveOutcome.REFEREE:
            return None


def reasons_about_illegal_move(
    found: IllegalMoveFinding, ruleset: RuleSet, policy: EventPolicy
) -> Message:
    """Return the reasons for the decision where no record shows the move."""
    if found.outcome is IllegalMoveOutcome.NOT_SHOWN:
        return said.NOT_ESTABLISHED
    happened = said.REPORTED_ILLEGAL
    if found.offender:
        colour = colour_text(COLOURS[found.offender])
        happened = said.FOUND % {"colour": colour}
        if found.move:
            happened = said.FOUND_AT % {"colour": colour, "move": found.move}
    if found.outcome is IllegalMoveOutcome.TOO_LATE:
        final = articles_about(ruleset, ArticleTopic.FINAL)
        cited = said.BY % {"article": final[0].number} if final else ""
        return join_messages([happened, said.AGREED_BEFORE % {"cited": cited}])
    if found.outcome is IllegalMoveOutcome.TAKEN_BACK:
        return join_messages([happened, said.TAKEN_BACK])
    if ruleset.illegal_move_loses.value:
        told = articles_about(ruleset, ArticleTopic.ILLEGAL)
        cited = told[0].number if told else ""
        return join_messages([happened, said.LOSES % {"article": cited}])
    costs = said.COSTS if articles_of(ruleset.key) else said.COSTS_NOT_MODELLED
    return join_messages([happened, costs[policy.illegal_move]])


def finding_of_move(
    found: IllegalMoveFinding, finding: Mapping[str, Any] | None
) -> Mapping[str, Any] | None:
    """Return the finding if it is about that very move: then a record shows it."""
    if finding is None or not found.offender or finding.get("moot") or finding.get("uncertain"):
        return None
    fault = str(finding.get("code", "")).startswith("illegal.")
    ours = finding.get("color") == _LETTER[found.offender]
    return finding if fault and ours and finding.get("move") == found.move else None


def _said(word: str) -> str:
    if word not in (YES, NO):
        raise ValueError(word)
    return word


def _ended(left: Sequence[str], found: IllegalMoveFinding) -> IllegalMoveFinding:
    if left:
        raise ValueError(left[0])
    return found


def _article(ruleset: RuleSet) -> str:
    return article_key(ruleset, ArticleTopic.ILLEGAL, otherwise="event:illegal")


def _whose(ruleset: RuleSet) -> FormQuestion:
    next_ = _("Next: had both players agreed on the result before?")
    return FormQuestion(
        "whose",
        _("Was there an illegal move, and whose?"),
        _article(ruleset),
        (
            FormAnswer(
                NONE, _("No, or it cannot be shown."), LEADS_TO[IllegalMoveOutcome.NOT_SHOWN]
            ),
            FormAnswer("black", _("Yes, Black’s."), next_),
            FormAnswer("white", _("Yes, White’s."), next_),
        ),
    )


def _agreed(ruleset: RuleSet) -> FormQuestion:
    goes_on = _("Then it counts as the rules and the tournament say.")
    return FormQuestion(
        "agreed",
        _("Had both players agreed on the result before anybody noticed it?"),
        article_key(ruleset, ArticleTopic.FINAL, otherwise="event:report"),
        (
            FormAnswer(NO, _("No."), goes_on),
            FormAnswer(YES, _("Yes."), LEADS_TO[IllegalMoveOutcome.TOO_LATE]),
        ),
    )


def _back(ruleset: RuleSet) -> FormQuestion:
    return FormQuestion(
        "back",
        _("Do both players agree to take it back, or have they done so?"),
        _article(ruleset),
        (
            FormAnswer(YES, _("Yes."), LEADS_TO[IllegalMoveOutcome.TAKEN_BACK]),
            FormAnswer(NO, _("No."), LEADS_TO[IllegalMoveOutcome.REFEREE]),
        ),
    )


def _which(ruleset: RuleSet, move: int) -> FormQuestion:
    return FormQuestion(
        "which",
        _("Was it move %(move)d?") % {"move": move},
        _article(ruleset),
        (
            FormAnswer(THAT_MOVE, _("Yes."), LEADS_TO[IllegalMoveOutcome.TAKEN_BACK]),
            FormAnswer(
                ANOTHER,
                _("No, another one."),
                _("You write in the form after which move the game goes on."),
            ),
        ),
    )
