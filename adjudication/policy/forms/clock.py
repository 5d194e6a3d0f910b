"""What a referee is asked about time that ran out, and the ruling that the answers lead to.

The referee is asked, not the players. No rule text speaks of clocks, so the questions cover what
the tournament's own clauses make the outcome depend on, and what the rule text says about the end
of play and about a move whose prisoners are still on the board. Whether the opponent claimed the
loss before the next move, or called a referee, makes no difference under any of them, so it is not
asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from adjudication.policy import reason_words as said
from adjudication.policy.articles import ArticleTopic, articles_about
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.decisions import Decision
from adjudication.policy.forms.in_play import NO, YES
from adjudication.policy.forms.shapes import FormAnswer, FormQuestion
from adjudication.policy.reasons import clock_consequences
from adjudication.policy.stakes import completes_article, keys_at_stake
from adjudication.rules.colours import COLOURS
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import colour_text
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _

NONE: Final = "none"
_OTHER: Final = {"black": "white", "white": "black"}


class ClockOutcome(StrEnum):
    """The outcome of a case about a clock."""

    NOT_SHOWN = "not_shown"
    """Nobody's time ran out, or it cannot be shown: nothing changes."""
    MENDED = "mended"
    """The clock was wrong: it is put right, and nobody loses because of it."""
    STOPPED = "stopped"
    """Play had stopped before: nothing changes."""
    TOO_LATE = "too_late"
    """It was noticed after the game was over: nothing changes."""
    LOSES = "loses"
    REFEREE = "referee"
    """Neither the rules nor the tournament say whether a move was complete or in time."""


LEADS_TO: Final = MappingProxyType(
    {
        ClockOutcome.NOT_SHOWN: _("Nothing changes for the game."),
        ClockOutcome.MENDED: _(
            "Nobody loses by it: you put the clock right, and may add or take off time."
        ),
        ClockOutcome.STOPPED: _("Nothing changes for the game."),
        ClockOutcome.TOO_LATE: _("Nothing changes for the game."),
        ClockOutcome.LOSES: _("%(colour)s loses on time."),
        ClockOutcome.REFEREE: _("Neither the rules nor the tournament decide: the referee does."),
    }
)


_LEADING_TO: Final = MappingProxyType(
    {
        ClockOutcome.NOT_SHOWN: (ClockMatter.FELL,),
        ClockOutcome.MENDED: (ClockMatter.WRONG,),
        ClockOutcome.STOPPED: (ClockMatter.PASSING,),
        ClockOutcome.TOO_LATE: (ClockMatter.FELL, ClockMatter.PRISONERS),
        ClockOutcome.LOSES: (ClockMatter.FELL, ClockMatter.PRISONERS),
        ClockOutcome.REFEREE: (ClockMatter.PRISONERS, ClockMatter.UNPRESSED),
    }
)
"""What can have happened with a clock, by the outcome it leads to."""


@dataclass(frozen=True, slots=True)
class ClockFinding:
    """What the referee found; ``late`` is the colour whose time ran out, empty if nobody's did.

    ``matter`` is what was happening when it did.
    """

    outcome: ClockOutcome
    late: str = ""
    matter: ClockMatter = ClockMatter.FELL

    @property
    def can_be(self) -> bool:
        """Whether any answers lead to this finding, whatever the rules."""
        return self.matter in _LEADING_TO[self.outcome] and (
            bool(self.late) is (self.outcome not in (ClockOutcome.NOT_SHOWN, ClockOutcome.MENDED))
            or self == ClockFinding(ClockOutcome.TOO_LATE)
        )

    @property
    def leads_to(self) -> Message:
        """Return a sentence that says what the finding leads to."""
        text = LEADS_TO[self.outcome]
        return text % {"colour": _colour(self.late)} if self.outcome is ClockOutcome.LOSES else text


def ask_about_clock(
    ruleset: RuleSet, answers: Sequence[str], *, confirmed: bool
) -> FormQuestion | ClockFinding:
    """Return the next question to the referee after these answers, or the finding they lead to.

    ``confirmed`` says whether both players have confirmed the result. Raises ValueError for an
    answer that is not offered.
    """
    if confirmed:
        return _ended(answers, ClockFinding(ClockOutcome.TOO_LATE))
    if not answers:
        return _whose()
    late, *others = answers
    if late == NONE:
        return _ended(others, ClockFinding(ClockOutcome.NOT_SHOWN))
    if late == ClockMatter.WRONG:
        return _ended(others, ClockFinding(ClockOutcome.MENDED, "", ClockMatter.WRONG))
    if late not in _OTHER:
        raise ValueError(late)
    if not others:
        return _when(ruleset, late)
    word, *others = others
    if word not in _AT_THAT_MOMENT:
        raise ValueError(word)
    matter = ClockMatter(word)
    if matter is ClockMatter.PASSING:
        return _ended(others, ClockFinding(ClockOutcome.STOPPED, late, matter))
    open_ = matter is ClockMatter.PRISONERS and completes_article(ruleset) is None
    if open_ or matter is ClockMatter.UNPRESSED:
        return _ended(others, ClockFinding(ClockOutcome.REFEREE, late, matter))
    if not others:
        return _noticed(late)
    noticed, *others = others
    if noticed not in (YES, NO):
        raise ValueError(noticed)
    end = ClockOutcome.LOSES if noticed == YES else ClockOutcome.TOO_LATE
    return _ended(others, ClockFinding(end, late, matter))


_AT_THAT_MOMENT: Final = (
    *(ClockMatter.FELL, ClockMatter.UNPRESSED),
    *(ClockMatter.PRISONERS, ClockMatter.PASSING),
)


def decision_about_clock(found: ClockFinding, ruleset: RuleSet) -> Decision | None:
    """Return the decision on the game that follows from the finding; None if it is left open."""
    articles = keys_at_stake(Cause.TIME, None, ruleset, found.matter)
    if found.outcome is ClockOutcome.REFEREE:
        return None
    if found.outcome is ClockOutcome.LOSES:
        return Decision("result", _OTHER[found.late], "time", articles=articles)
    if found.outcome is ClockOutcome.TOO_LATE and not found.late:
        final = tuple(one.key for one in articles_about(ruleset, ArticleTopic.FINAL))
        return Decision("nothing", articles=final or ("event:report",))
    return Decision("nothing", articles=articles)


def reasons_about_clock(found: ClockFinding, ruleset: RuleSet) -> Message:
    """Return the reasons for the decision."""
    match found.outcome:
        case ClockOutcome.NOT_SHOWN:
            return said.TIME_NOT_ESTABLISHED
        case ClockOutcome.MENDED:
            return join_messages(
                [said.CLOCK[found.matter], *clock_consequences(found.matter, ruleset)]
            )
        case ClockOutcome.TOO_LATE if not found.late:
            final = articles_about(ruleset, ArticleTopic.FINAL)
            cited = said.BY % {"article": final[0].number} if final else ""
            return join_messages([said.CAUSE[Cause.TIME], said.AGREED_BEFORE % {"cited": cited}])
        case ClockOutcome.STOPPED:
            happened = said.STOPPED_BEFORE % {"colour": _colour(found.late)}
            return join_messages([happened, *clock_consequences(found.matter, ruleset)])
        case ClockOutcome.TOO_LATE:
            happened = said.TIME_FOUND % {"colour": _colour(found.late)}
            return join_messages([happened, said.NOTICED_LATE])
        case ClockOutcome.LOSES | ClockOutcome.REFEREE:
            fell = found.matter is ClockMatter.FELL
            text = said.TIME_FOUND if fell else said.CLOCK_OF_ONE[found.matter]
            happened = text % {"colour": _colour(found.late)}
            return join_messages([happened, *clock_consequences(found.matter, ruleset)])


def _colour(word: str) -> Message:
    return colour_text(COLOURS[word])


def _ended(left: Sequence[str], found: ClockFinding) -> ClockFinding:
    if left:
        raise ValueError(left[0])
    return found


def _whose() -> FormQuestion:
    next_ = _("Next: what had they done when the time was up?")
    return FormQuestion(
        "whose",
        _("Whose time does the clock show to have run out?"),
        "event:time",
        (
            FormAnswer(
                NONE, _("Nobody’s, or it cannot be shown."), LEADS_TO[ClockOutcome.NOT_SHOWN]
            ),
            FormAnswer("black", _("Black’s."), next_),
            FormAnswer("white", _("White’s."), next_),
            FormAnswer(
                ClockMatter.WRONG,
                _("The clock was set wrongly or was not running."),
                LEADS_TO[ClockOutcome.MENDED],
            ),
        ),
    )


def _when(ruleset: RuleSet, late: str) -> FormQuestion:
    next_ = _("Next: was it noticed while the game was still going on?")
    complete = completes_article(ruleset) is not None
    return FormQuestion(
        "when",
        _("What had %(colour)s done when the time was up?") % {"colour": _colour(late)},
        "event:clock",
        (
            FormAnswer(ClockMatter.FELL, _("They had neither moved nor passed."), next_),
            FormAnswer(
                ClockMatter.UNPRESSED,
                _("They had moved or passed, and had not pressed the clock."),
                LEADS_TO[ClockOutcome.REFEREE],
            ),
            FormAnswer(
                ClockMatter.PRISONERS,
                _("They had played a move, and stones that it captures were still on the board."),
                next_ if complete else LEADS_TO[ClockOutcome.REFEREE],
            ),
            FormAnswer(
                ClockMatter.PASSING,
                _("Play had stopped: both had passed."),
                LEADS_TO[ClockOutcome.STOPPED],
            ),
        ),
    )


def _noticed(late: str) -> FormQuestion:
    return FormQuestion(
        "noticed",
        _("Was it noticed while the game was still going on?"),
        "event:time",
        (
            FormAnswer(
                YES,
                _("Yes, even if a move was played after it."),
                LEADS_TO[ClockOutcome.LOSES] % {"colour": _colour(late)},
            ),
            FormAnswer(NO, _("No."), LEADS_TO[ClockOutcome.TOO_LATE]),
        ),
    )
