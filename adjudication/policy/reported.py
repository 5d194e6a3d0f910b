"""The reasons and the proposal for a disputed case, from its reports and its record's count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from adjudication.policy import reason_words as said
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, decision_by_points
from adjudication.policy.stakes import keys_at_stake
from adjudication.rules.claims import Claim, ClaimReason
from adjudication.rules.colours import COLOURS
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import colour_text, result_text
from language.messages import Message

BOTH: Final = "both"


@dataclass(frozen=True, slots=True)
class ReportedResults:
    """What the players reported, by colour, and the result that every counted record gives.

    ``computed`` is None if no record was counted, if they give different results, or if something
    about one is in question. ``marked_by`` is the colour of the player who alone marked its dead
    stones, or ``both`` if both players marked the same.
    """

    claims: Mapping[str, Claim] = field(default_factory=lambda: MappingProxyType({}))
    computed: Claim | None = None
    marked_by: str = ""

    @property
    def only_margins_differ(self) -> bool:
        """Whether both players report a win of the same player by points, but different margins."""
        black, white = self.claims.get("black"), self.claims.get("white")
        return (
            black is not None
            and white is not None
            and black.winner is white.winner
            and black.winner.colour is not None
            and black.reason is white.reason is ClaimReason.SCORE
            and black.margin != white.margin
        )


def decision_from_count(reported: ReportedResults, ruleset: RuleSet) -> Decision | None:
    """Return the count as a decision if it has the reports' winner and they differ only in margin.

    It cites what the text says about the count, not what it says about objections.
    """
    computed = reported.computed
    if computed is None or computed.margin is None or not reported.only_margins_differ:
        return None
    if computed.winner is not reported.claims["black"].winner:
        return None
    return decision_by_points(computed, keys_at_stake(Cause.CONTRADICTED, None, ruleset))


def reasons_about_reports(cause: Cause, reported: ReportedResults) -> list[Message]:
    """Return what was reported and what the record counts to, if the case is about reports."""
    if cause not in (Cause.CLAIMS_DIFFER, Cause.CONTESTED):
        return []
    told = {colour: result_text(claim) for colour, claim in reported.claims.items()}
    if len(told) == 2:
        texts = [said.REPORTED_BOTH % told]
    elif told and cause is Cause.CONTESTED:
        ((by, result),) = told.items()
        texts = [said.REPORTED_ONE % {"colour": colour_text(COLOURS[by]), "result": result}]
    else:
        return []
    if reported.computed is None:
        return texts
    computed = result_text(reported.computed)
    if reported.marked_by == BOTH:
        return [*texts, said.COUNTED_BY_BOTH % {"computed": computed}]
    if reported.marked_by:
        told_by = {"colour": colour_text(COLOURS[reported.marked_by]), "computed": computed}
        return [*texts, said.COUNTED_BY_ONE % told_by]
    return [*texts, said.COUNTED % {"computed": computed}]
