"""What one record shows of an event that a player reports, and what it cannot show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.rules.claims import Claim
from adjudication.rules.findings import Code, Finding
from adjudication.rules.points import PASS, point_name
from adjudication.rules.remarks import NO_MOVES
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import LongCycle, RuleSet
from adjudication.rules.sentences import colour_text, result_text
from adjudication.rules.verdicts import End, Report
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _

_INCOMPLETE: Final = frozenset(
    {Code.TRUNCATED, Code.SETUP_MID_GAME, Code.SETUP_ILLEGAL, Code.HANDICAP_MISSING}
)
"""Findings after which a record's silence says nothing."""
_STOPS: Final = (Code.TWO_PASSES, Code.RESUMED)

_NO_REPETITION: Final = _("No position comes back in the record.")
_NOT_TO_THE_END: Final = _("It does not reach the end of the game, or part of it is in doubt.")
_ILLEGAL_ELSEWHERE: Final = _("Another move is illegal in the record.")
_NO_ILLEGAL: Final = _("No move in the record is illegal under these rules.")
_TAKEN_BACK: Final = _("A move that was taken back at the board does not stand in a record.")
_MOVE_IS: Final = _("In the record move %(move)d is %(colour)s at %(point)s.")
_MOVE_IS_PASS: Final = _("In the record move %(move)d is a pass by %(colour)s.")
_ENDS_BEFORE: Final = _("The record ends with move %(move)d.")
_NO_STOP: Final = _(
    "The record does not show that play had stopped: it ends with move %(move)d, by %(colour)s. "
    "Passes are often left out of a record."
)
_NEVER: Final = _("In the record no stone ever stood on %(point)s.")
_PLAYED_AT: Final = _("In the record %(colour)s played %(point)s with move %(move)d.")
_PLACED: Final = _("In the record a stone of %(colour)s is on %(point)s from the start.")
_TAKEN: Final = _("It was taken off with move %(move)d.")
_BY_HAND: Final = _("No record shows that a stone was moved by hand.")
_COUNTS_TO: Final = _("The record counts to %(result)s with the dead stones that it marks.")
_SAYS: Final = _("The record itself says %(result)s.")
_UNFINISHED: Final = _("The record breaks off after move %(move)d, before the game is over.")
_NO_RESULT_IN_IT: Final = _("The record does not give a result.")


class Shows(StrEnum):
    """Whether a record bears out what was said."""

    YES = "shown"
    NO = "not_shown"
    """The record is complete and does not show it."""
    UNKNOWN = "cannot_tell"


@dataclass(frozen=True, slots=True)
class RecordEvidence:
    """What a record shows of a claim, in words, and the finding that shows it, if there is one.

    ``at_move`` is the number of the move after which to look at the board; None if no place in the
    record is in question.
    """

    shows: Shows
    text: Message
    finding: Finding | None = None
    at_move: int | None = None


def is_complete(report: Report) -> bool:
    """Whether a record goes to the end of its game, with nothing in it in doubt."""
    return (
        report.end is not End.UNFINISHED
        and not report.questions
        and not any(finding.code in _INCOMPLETE or finding.uncertain for finding in report.findings)
    )


def evidence_of_repetition(report: Report, ruleset: RuleSet) -> RecordEvidence:
    """Return what a record shows of a repeated position, as it counts under a rule set.

    If the rules forbid repetition, it is the forbidden one. The text of J: Art. 12 does not mention
    who is to move.
    """
    forbidden = ruleset.long_cycle.value is LongCycle.FORBIDDEN
    codes = {Code.SUPERKO, Code.KO} if forbidden else {Code.CYCLE}
    if ruleset.long_cycle.value is LongCycle.NO_RESULT_IF_AGREED:
        codes |= {Code.CYCLE_POSITION}
    found = next((one for one in report.findings if one.code in codes and not one.moot), None)
    if found is not None:
        return RecordEvidence(Shows.YES, found.text, found, found.move)
    if is_complete(report):
        return RecordEvidence(Shows.NO, _NO_REPETITION)
    return RecordEvidence(Shows.UNKNOWN, join_messages([_NO_REPETITION, _NOT_TO_THE_END]))


def evidence_of_illegal_move(report: Report, move: int | None = None) -> RecordEvidence:
    """Return what a record shows of an illegal move, at ``move`` if its number is known."""
    faults = [found for found in report.findings if found.code.is_illegal and not found.moot]
    meant = next((found for found in faults if move in (None, found.move)), None)
    if meant is not None:
        sure = Shows.UNKNOWN if meant.uncertain or meant.asks else Shows.YES
        return RecordEvidence(sure, meant.text, meant, meant.move)
    told = [] if move is None else [_move_in(report.replay, move)]
    if faults:
        first = faults[0]
        told += [_ILLEGAL_ELSEWHERE, first.text]
        return RecordEvidence(Shows.UNKNOWN, join_messages(told), first, move or first.move)
    told += [_NO_ILLEGAL, _TAKEN_BACK]
    there = move is None or move <= report.moves
    shows = Shows.NO if there and is_complete(report) else Shows.UNKNOWN
    return RecordEvidence(shows, join_messages(told), at_move=move if there else None)


def evidence_of_stop(report: Report) -> RecordEvidence:
    """Return what a record shows of a stop of play: two passes, and whether play was resumed."""
    stops = [found for found in report.findings if found.code in _STOPS]
    if stops:
        text = join_messages(found.text for found in stops)
        return RecordEvidence(Shows.YES, text, stops[0], report.moves)
    if not report.moves:
        return RecordEvidence(Shows.UNKNOWN, NO_MOVES)
    colour = colour_text(report.replay.colours[-1])
    text = _NO_STOP % {"move": report.moves, "colour": colour}
    return RecordEvidence(Shows.UNKNOWN, text, at_move=report.moves)


def evidence_of_stone(replay: Replay, point: int) -> RecordEvidence:
    """Return what a record shows about a stone on a point: who played it, and what became of it."""
    name = point_name(point, replay.size)
    played = [move for move in replay.moves if move.point == point and not move.skipped]
    if played:
        last = played[-1]
        who, since = colour_text(last.colour), last.number
        told = [_PLAYED_AT % {"colour": who, "point": name, "move": since}]
    elif replay.position_after(0)[point]:
        colour = colour_text(replay.position_after(0)[point])
        told, since = [_PLACED % {"colour": colour, "point": name}], 0
    else:
        return RecordEvidence(Shows.UNKNOWN, join_messages([_NEVER % {"point": name}, _BY_HAND]))
    taken = [move for move, stones in replay.captured.items() if move >= since and point in stones]
    told += [_TAKEN % {"move": min(taken)}] if taken else []
    return RecordEvidence(Shows.UNKNOWN, join_messages([*told, _BY_HAND]), at_move=since)


def evidence_of_result(report: Report, written: Claim | None) -> RecordEvidence:
    """Return what a record shows of the result: its count, and the one it gives (``written``)."""
    told = []
    if report.end is End.UNFINISHED and report.moves:
        told.append(_UNFINISHED % {"move": report.moves})
    if report.computed is not None:
        told.append(_COUNTS_TO % {"result": result_text(report.computed.claim)})
    if written is not None:
        told.append(_SAYS % {"result": result_text(written)})
    return RecordEvidence(
        Shows.UNKNOWN, join_messages(told or [_NO_RESULT_IN_IT]), at_move=report.moves
    )


def _move_in(replay: Replay, move: int) -> Message:
    if not len(replay):
        return NO_MOVES
    if move > len(replay):
        return _ENDS_BEFORE % {"move": len(replay)}
    colour, point = colour_text(replay.colours[move - 1]), replay.points[move - 1]
    if point == PASS:
        return _MOVE_IS_PASS % {"move": move, "colour": colour}
    name = point_name(point, replay.size) if point >= 0 else "–"
    return _MOVE_IS % {"move": move, "colour": colour, "point": name}
