"""What a game's records show of what its players say happened, in the words of the core."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.policy.causes import Cause
from adjudication.rules.claims import parse_claim
from adjudication.rules.clocks import ClockShows, clock_evidence
from adjudication.rules.colours import COLOURS
from adjudication.rules.comparing import compare
from adjudication.rules.pairing_check import check_pairing
from adjudication.rules.points import parse_point
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.showing import (
    RecordEvidence,
    Shows,
    evidence_of_illegal_move,
    evidence_of_repetition,
    evidence_of_result,
    evidence_of_stone,
    evidence_of_stop,
)
from adjudication.verdicts.selectors.at_hand import RecordAtHand, records_at_hand
from adjudication.verdicts.selectors.pairings import paired_game
from adjudication.verdicts.selectors.verdicts import (
    details_of,
    doubts_of_statements,
    header_doubts,
)
from language.messages import Message, join_messages
from tournament.models import Game
from tournament.tournaments.selectors.settings import time_limits


@dataclass(frozen=True, slots=True)
class ShownByRecord:
    """What one record shows of a claim, and where it came from.

    ``at`` is the number of the move after which to look at the board, if there is one.
    """

    shows: Shows
    text: Message
    sent: RecordAtHand
    at: int | None = None


CHECKED = frozenset(
    {
        Cause.CYCLE,
        Cause.ILLEGAL_MOVE,
        Cause.EFFECTIVE_MOVE,
        Cause.DISPLACED_STONE,
        Cause.COUNT_LOST,
        Cause.OBJECTION,
        Cause.TIME,
    }
)
"""The causes of which a record can show something."""


def shown_by_records(
    game: Game, cause: Cause, about: Mapping[str, Any], records: Iterable[RecordAtHand]
) -> tuple[ShownByRecord, ...]:
    """Return what every record of a game shows of a claim; nothing if records cannot show it.

    ``about`` is what the claim names, such as ``{"move": 57}``, ``{"point": "Q16"}`` or
    ``{"whose": "black"}`` (whose clock). The game comes with its tournament; every record is
    replayed.
    """
    if cause not in CHECKED:
        return ()
    ruleset = game.round.tournament.ruleset
    return tuple(
        ShownByRecord(shown.shows, shown.text, sent, shown.at_move)
        for sent in records
        if (shown := _shown(game, ruleset, sent, cause, about)) is not None
    )


def doubts_about(game: Game, records: Sequence[RecordAtHand]) -> list[tuple[Message, ...]]:
    """Return for each record, in sentences, the signs that it may be of another game.

    The game comes with its players and tournament. For a judged record these are what its verdict
    says, and the game it was later sent for; for the others, what their header says.
    """
    reports = details_of(one.submission_id for one in records if one.submission_id is not None)
    said = doubts_of_statements(one.statement_id for one in records if one.statement_id is not None)
    judged = {("report", pk): detail.doubts for pk, detail in reports.items() if detail.judged}
    judged |= {("statement", pk): doubts for pk, doubts in said.items()}
    tournament = game.round.tournament

    def doubts(sent: RecordAtHand) -> tuple[Message, ...]:
        stored = judged.get(("report", sent.submission_id or 0))
        if stored is None:
            stored = judged.get(("statement", sent.statement_id or 0))
        if stored is not None:
            return tuple(one.message for one in stored if one.message is not None)
        against = check_pairing(sent.record, paired_game(game), tournament.ruleset)
        return header_doubts(against, over_the_board=not tournament.internet)

    return [doubts(sent) for sent in records]


def disputed_by_records(game: Game) -> bool:
    """Whether one record of a game shows an illegal move and another, complete one shows none.

    Then the records alone do not say whether it was played: if a ko threat and its answer were not
    written down, a ko seems to be retaken at once. Every record at hand is replayed.
    """
    ruleset = game.round.tournament.ruleset
    return records_dispute(
        (one.record, evidence_of_illegal_move(one.replayed(game, ruleset)).shows)
        for one in records_at_hand(game)
    )


def records_dispute(replayed: Iterable[tuple[GameRecord, Shows]]) -> bool:
    """Say the same for records, each with what it shows of an illegal move."""
    shown = list(replayed)
    return any(
        compare(accusing, clean).of_one_game
        for accusing, shows in shown
        for clean, other in shown
        if shows is Shows.YES and other is Shows.NO
    )


def _shown(
    game: Game, ruleset: RuleSet, sent: RecordAtHand, cause: Cause, about: Mapping[str, Any]
) -> RecordEvidence | None:
    if cause is Cause.TIME:
        limits, whose = time_limits(game.round.tournament), COLOURS.get(about.get("whose", ""))
        clock = clock_evidence(sent.record, limits, whose)
        shows = Shows.YES if clock.shows is ClockShows.FELL else Shows.UNKNOWN
        return RecordEvidence(shows, join_messages(clock.texts), at_move=clock.move)
    report = sent.replayed(game, ruleset)
    if cause is Cause.CYCLE:
        return evidence_of_repetition(report, ruleset)
    if cause is Cause.ILLEGAL_MOVE:
        return evidence_of_illegal_move(report, about.get("move"))
    if cause in (Cause.EFFECTIVE_MOVE, Cause.COUNT_LOST):
        return evidence_of_stop(report)
    if cause is Cause.OBJECTION:
        return evidence_of_result(report, parse_claim(sent.record.result_text or ""))
    try:
        return evidence_of_stone(
            report.replay, parse_point(str(about.get("point", "")), report.size)
        )
    except ValueError:
        return None
