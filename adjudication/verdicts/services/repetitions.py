"""A claim that a position was repeated, checked against the records of the game.

Two players may end a game without result over it (J: Art. 12), but if a complete record shows no
repetition a referee is asked first: both may be relying on one player's mistake.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication.models import Submission
from adjudication.policy.asking import repetition_forbidden
from adjudication.rules.showing import Shows, evidence_of_repetition
from adjudication.verdicts.selectors.at_hand import records_at_hand
from language.messages import Message
from tournament.errors import Conflict
from tournament.models import Game, Winner


class RepetitionEvidence(Enum):
    """What the records of a game say about a repetition."""

    SHOWN = "shown"
    REFUTED = "refuted"
    """A complete record shows none, whatever another one shows."""
    UNKNOWN = "unknown"
    """There is no record, or no complete one."""


@dataclass(frozen=True, slots=True)
class RepetitionFinding:
    """What the records say; the repetition as verdicts store it, and the report that shows it."""

    evidence: RepetitionEvidence
    finding: dict[str, Any] | None = None
    submission_id: int | None = None


def repetition_in_records(game: Game, *, also: Sequence[bytes] = ()) -> RepetitionFinding:
    """Return what a game's records at hand say about a repetition; the game has its tournament.

    They are those of the reports that stand or that the staff brought, those of statements, and
    ``also``. If the rules forbid repetition, it is a forbidden one.
    """
    ruleset = game.round.tournament.ruleset
    found = RepetitionFinding(RepetitionEvidence.UNKNOWN)
    refuted = False
    for sent in records_at_hand(game, also):
        report = sent.replayed(game, ruleset)
        shown = evidence_of_repetition(report, ruleset)
        if shown.finding is None:
            refuted = refuted or shown.shows is Shows.NO
        elif found.finding is None:
            told = shown.finding.as_dict(report.size, Message.as_json)
            found = RepetitionFinding(RepetitionEvidence.SHOWN, told, sent.submission_id)
    return (
        RepetitionFinding(RepetitionEvidence.REFUTED, found.finding, found.submission_id)
        if refuted
        else found
    )


def is_void_agreement(game: Game, winner: str, *, also: Sequence[bytes] = ()) -> bool:
    """Say whether both players' agreement on no result is void under the rules or by the record.

    ``winner`` is who they say has won; ``also`` are records that are not kept yet.
    """
    if winner != Winner.NONE:
        return False
    if repetition_forbidden(game.round.tournament.ruleset):
        return True
    return repetition_in_records(game, also=also).evidence is RepetitionEvidence.REFUTED


def refuse_void_agreement(game: Game, submission: Submission) -> None:
    """Raise Conflict if confirming a report would be a void agreement on no result."""
    if is_void_agreement(game, submission.claim_winner):
        raise Conflict(
            "no_repetition",
            text=_(
                "A complete record of this game shows no repetition, or its rules know no game "
                "without result: contest the report, and a referee decides."
            ),
        )
