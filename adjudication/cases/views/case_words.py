"""Cases, rulings and penalties in the words of players, in the language of the request."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudication.models import (
    CaseState,
    Effect,
    InquiryKind,
    InquiryState,
    PenaltyKind,
    RulingKind,
)
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.policy.questions import AnswersOutcome
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import Badge, plain_sentence
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Reason

URGENT, SOON = 70, 50
"""From which severity on a case is urgent, and from which it should not wait long."""


def refuted_claim() -> str:
    """Return what is told with a claim that a complete record says otherwise of."""
    return _("One player says so. The record, replayed to its end, shows no repeated position.")


def severity_badge(severity: int) -> Badge:
    """Return how urgent a case is."""
    if severity >= URGENT:
        return Badge(_("urgent"), "bad")
    if severity >= SOON:
        return Badge(pgettext("how urgent", "soon"), "warn")
    return Badge(_("can wait"), "")


def case_badge(state: str) -> Badge:
    """Return the badge of a case's state."""
    return {
        CaseState.ASKED: Badge(_("with the players"), "busy"),
        CaseState.OPEN: Badge(_("waits for a referee"), "warn"),
        CaseState.TAKEN: Badge(_("with a referee"), "busy"),
        CaseState.RULED: Badge(_("ruled, may be appealed"), "good"),
        CaseState.APPEALED: Badge(_("before the committee"), "warn"),
        CaseState.FINAL: Badge(pgettext("case", "ruling final"), "good"),
        CaseState.SETTLED: Badge(pgettext("case", "settled"), "good"),
    }[CaseState(state)]


def inquiry_title(kind: str) -> str:
    """Return what the players are asked."""
    return str(InquiryKind(kind).label)


def inquiry_state(state: str) -> Badge:
    """Return how far a question to the players is."""
    return {
        InquiryState.WAITING: Badge(_("waiting for answers"), "busy"),
        InquiryState.AGREED: Badge(_("both said the same"), "good"),
        InquiryState.DIFFERENT: Badge(_("the players do not agree"), "warn"),
        InquiryState.WITHDRAWN: Badge(_("no longer asked"), ""),
    }[InquiryState(state)]


def ruling_kind(kind: str) -> str:
    """Return which decision of its case a ruling is."""
    return str(RulingKind(kind).label)


def outcome_line(outcome: str) -> str:
    """Return what the answers of both players come to, in a sentence."""
    return {
        AnswersOutcome.GO_ON: _("The game goes on from where it is."),
        AnswersOutcome.RESUME: _("Play is resumed from the position at the stop."),
        AnswersOutcome.NO_RESULT: _("The game ends without result."),
        AnswersOutcome.BOTH_LOSE: _("Both players lose."),
        AnswersOutcome.GAME_OVER: _("Play is over: the game is counted."),
        AnswersOutcome.ALL_STAND: _("Play is over and all stones that stand are counted."),
        AnswersOutcome.MEND: _("The record, or the game, is corrected as proposed."),
        AnswersOutcome.DROP_RECORD: _("The record is set aside."),
        AnswersOutcome.JUDGE_AGAIN: _("The record is checked again with what both players say."),
        AnswersOutcome.CONFIRM: _("The result is confirmed."),
        AnswersOutcome.TAKE_BACK: _("The illegal move is taken back and the game goes on."),
        AnswersOutcome.FORFEIT: _("The player of the illegal move loses."),
        AnswersOutcome.CASE: _("The articles leave the decision to the referee."),
    }[AnswersOutcome(outcome)]


def age(since: datetime, now: datetime) -> str:
    """Return how long something waits, as ``12 min`` or ``3 h``."""
    passed = max(timedelta(), now - since)
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return _("less than a minute")
    if minutes < 90:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(hours / 24)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def seconds_word(seconds: int) -> str:
    """Return a time on the clock in minutes and seconds."""
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(
            ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
        )
    if rest or not minutes:
        parts.append(ngettext("%(count)d second", "%(count)d seconds", rest) % {"count": rest})
    return " ".join(parts)


def penalty_line(penalty: PenaltyGiven, names: Mapping[int, str]) -> str:
    """Return in a sentence what a player gets beside the result; ``names`` by number."""
    values = {
        "name": names.get(penalty.player, f"#{penalty.player}"),
        "points": words.points_word(penalty.points_half or 0),
        "time": seconds_word(penalty.seconds or 0),
    }
    text = {
        PenaltyKind.WARNING: _("%(name)s is warned."),
        PenaltyKind.POINTS: _("%(name)s loses %(points)s in this game."),
        PenaltyKind.TIME: _("%(time)s are taken off the clock of %(name)s."),
        PenaltyKind.TIME_BACK: _("%(time)s are put back on the clock of %(name)s."),
    }[PenaltyKind(penalty.kind)] % values
    return f"{text} {penalty.note}" if penalty.note else text


def effect_line(decision: Decision, game: GameRow | None, *, of_game: bool = False) -> str:
    """Return in a sentence what a decision does to the game.

    ``of_game`` tells that there is one where ``game`` is not at hand.
    """
    if decision.effect == Effect.RESULT and game is not None:
        result = Result(decision.winner, decision.reason, decision.margin_half)
        sentence = plain_sentence(game, result)
        if decision.reason == Reason.RULING:
            return _("%(sentence)s So it is ruled.") % {"sentence": sentence}
        return sentence
    if decision.effect == Effect.REPLAY:
        return _("The game is played again from the beginning.")
    if decision.effect == Effect.RESUME:
        if not decision.resume_move:
            return _("The game goes on from the start position.")
        return _("The game goes on from the position after move %(number)d.") % {
            "number": decision.resume_move
        }
    if game is None and not of_game:
        return _("No result changes.")
    return _("Nothing changes for the game.")


def decision_lines(
    decision: Decision, game: GameRow | None, names: Mapping[int, str]
) -> tuple[str, ...]:
    """Return a decision in sentences: the game first, then what each player gets."""
    return (effect_line(decision, game), *penalty_lines(decision.penalties, names))


def penalty_lines(penalties: Iterable[PenaltyGiven], names: Mapping[int, str]) -> tuple[str, ...]:
    """Return in sentences what the players get beside the result."""
    return tuple(penalty_line(one, names) for one in penalties)
