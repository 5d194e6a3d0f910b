"""Verdicts and states as short words with a tone, for a badge."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.models import CaseState
from adjudication.rules.verdicts import Verdict
from adjudication.verdicts.selectors.verdicts import CHECKING, FAILED
from tournament.models import GameState


@dataclass(frozen=True, slots=True)
class Badge:
    """A word and the tone it is shown in: ``good``, ``warn``, ``bad``, ``busy`` or empty."""

    word: str
    tone: str


def verdict_badge(verdict: str) -> Badge | None:
    """Return the badge of a verdict, or of what stands in its place; None where there is none."""
    if not verdict:
        return None
    return {
        CHECKING: Badge(_("being checked"), "busy"),
        FAILED: Badge(_("not checked"), "warn"),
        Verdict.CONFIRMED: Badge(_("record agrees"), "good"),
        Verdict.CONTRADICTED: Badge(_("record disagrees"), "bad"),
        Verdict.FORFEIT: Badge(_("illegal move"), "bad"),
        Verdict.NO_RESULT_POSSIBLE: Badge(_("no result possible"), "warn"),
        Verdict.NEEDS_DEAD_STONES: Badge(_("dead stones missing"), "warn"),
        Verdict.UNDETERMINED: Badge(_("cannot be decided"), "warn"),
        Verdict.UNREADABLE: Badge(_("record unreadable"), "bad"),
    }[verdict]


def state_badge(state: str) -> Badge:
    """Return the badge of a game's state."""
    return {
        GameState.OPEN: Badge(_("no result yet"), ""),
        GameState.ENTERED: Badge(_("entered by the director"), "good"),
        GameState.REPORTED: Badge(_("to be confirmed"), "busy"),
        GameState.DISPUTED: Badge(_("disputed"), "bad"),
        GameState.CONFIRMED: Badge(_("confirmed"), "good"),
        GameState.RULED: Badge(_("by ruling"), "good"),
    }[GameState(state)]


def provisional_badge(state: str, *, closed: bool) -> Badge | None:
    """Return what beside a ruling says that it may still change; None once nothing changes it.

    ``state`` is that of its case, ``closed`` whether its tournament is: then nobody decides it.
    """
    if state not in (CaseState.RULED, CaseState.APPEALED):
        return None
    if closed:
        return Badge(_("not final"), "warn")
    if state == CaseState.APPEALED:
        return Badge(_("under appeal"), "warn")
    return Badge(_("may be appealed"), "warn")


def verdict_sentence(verdict: str) -> str:
    """Return what a verdict means for the players, in a sentence."""
    return {
        Verdict.CONFIRMED: _("The replay of the record agrees with the reported result."),
        Verdict.CONTRADICTED: _(
            "The replay of the record gives another result than the one reported."
        ),
        Verdict.FORFEIT: _("The record contains a move that the rules do not allow."),
        Verdict.NO_RESULT_POSSIBLE: _(
            "The same position came back again and again: the game may end without result."
        ),
        Verdict.NEEDS_DEAD_STONES: _(
            "The game ended by two passes, but nobody said which stones are dead, so it cannot "
            "be counted."
        ),
        Verdict.UNDETERMINED: _("The record alone does not tell the result."),
        Verdict.UNREADABLE: _("The record could not be read."),
    }[Verdict(verdict)]
