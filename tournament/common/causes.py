"""The causes of cases in words, for the referee's pages and the settings."""

from django.utils.translation import gettext as _

from adjudication.policy.causes import Cause, ClockMatter


def cause_title(cause: str) -> str:
    """Return what a case is about, in a few words."""
    titles = {
        Cause.CLAIMS_DIFFER: _("Two different results"),
        Cause.CONTESTED: _("Contested result"),
        Cause.CONTRADICTED: _("The record gives another result"),
        Cause.NOT_REPORTED: _("No result reported"),
        Cause.ILLEGAL_MOVE: _("Illegal move?"),
        Cause.CYCLE: _("Did the same position come back?"),
        Cause.DEAD_STONES: _("No agreement on dead stones"),
        Cause.EFFECTIVE_MOVE: _("A move was found after the stop"),
        Cause.DISPLACED_STONE: _("Displaced stone?"),
        Cause.COUNT_LOST: _("Stones disturbed before the count?"),
        Cause.OBJECTION: _("Objection to the result"),
        Cause.WRONG_RECORD: _("A record that does not fit its game"),
        Cause.DUPLICATE_RECORD: _("One record for two games"),
        Cause.DAMAGED_RECORD: _("An unclear place in the record"),
        Cause.ABSENCE: _("A player did not come"),
        Cause.LATE: _("A player came late"),
        Cause.TIME: _("Time or clock"),
        Cause.OUTSIDE_HELP: _("Suspected outside help"),
        Cause.ACCOUNT_SHARING: _("Suspected account sharing"),
        Cause.CONDUCT: _("Conduct"),
        Cause.OTHER: _("Something else"),
    }
    return next((title for known, title in titles.items() if known == cause), cause)


def clock_title(matter: str, whose: str = "") -> str:
    """Return what is said to have happened with a clock, in a few words.

    ``whose`` is the player whose clock it is, if that is known.
    """
    if whose:
        return _clock_of_one(matter) % {"name": whose}
    titles = {
        ClockMatter.FELL: _("Somebody ran out of time"),
        ClockMatter.PASSING: _("It fell while somebody was passing"),
        ClockMatter.PRISONERS: _("It fell with captured stones still on the board"),
        ClockMatter.UNPRESSED: _("It fell after a move, with the clock not pressed"),
        ClockMatter.MOVED_AFTER: _("A move was played after it fell"),
        ClockMatter.WRONG: _("It was set wrongly or was not running"),
    }
    return next((title for known, title in titles.items() if known == matter), matter)


def _clock_of_one(matter: str) -> str:
    titles = {
        ClockMatter.FELL: _("%(name)s ran out of time"),
        ClockMatter.PASSING: _("the clock of %(name)s fell while they were passing"),
        ClockMatter.PRISONERS: _(
            "the clock of %(name)s fell with stones they had captured still on the board"
        ),
        ClockMatter.UNPRESSED: _(
            "the clock of %(name)s fell after their move, with the clock not pressed"
        ),
        ClockMatter.MOVED_AFTER: _("a move was played after the clock of %(name)s fell"),
        ClockMatter.WRONG: _("the clock of %(name)s was set wrongly or was not running"),
    }
    return next((title for known, title in titles.items() if known == matter), _("of %(name)s"))


def clock_choices() -> list[tuple[str, str]]:
    """Return the claims about a clock that a form offers."""
    return [(matter.value, clock_title(matter)) for matter in ClockMatter]
