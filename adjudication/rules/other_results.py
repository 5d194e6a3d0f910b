"""Results other than the claimed one that a record clearly shows or gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.claims import SETTLING_REASONS, Claim
from adjudication.rules.contradictions import own_claim
from adjudication.rules.findings import Code
from adjudication.rules.judgement import UNMATCHED, certain_count, result_differs
from adjudication.rules.komi import parse_komi
from adjudication.rules.marks import NamedStones
from adjudication.rules.pairing_check import PairedGame, check_pairing
from adjudication.rules.record import GameRecord
from adjudication.rules.remarks import claim_agrees
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.count import Count
from adjudication.rules.sentences import result_text
from adjudication.rules.verdicts import Report
from language.messages import Message
from language.messages import gettext_lazy as _

_COUNTED: Final = _("The record shows %(shown)s when it is counted; %(said)s")
_MARKED: Final = _(
    "With the stones that %(marker)s marked as dead the record counts to %(shown)s; %(said)s"
)
_OWN_MARKED: Final = _(
    "With the stones that you marked as dead the record counts to %(shown)s; %(said)s"
)
_WRITTEN: Final = _(
    "The result line of the record says %(shown)s, which its moves do not show; %(said)s"
)
_NAMED: Final = _("%(record)s: %(told)s")
"""The record's name, and then a sentence about *the record*."""
_ABOUT_TO: Final = _("you are about to confirm “%(result)s”.")
_REPORTED: Final = _("the report says “%(result)s”.")
_RULED: Final = _("the ruling says “%(result)s”. Make this ruling all the same?")


@dataclass(frozen=True, slots=True)
class OtherResult:
    """A result that a record shows by its count (``counted``), or only gives in its result line."""

    claim: Claim
    counted: bool

    def comparison_text(
        self,
        claim: Claim,
        *,
        name: str | Message = "",
        marked_by: str = "",
        own_marks: bool = False,
        confirming: bool = False,
        ruling: bool = False,
    ) -> Message:
        """Return a sentence that sets it against the claimed result.

        ``name`` is the record's name, if there are several. ``marked_by`` is the player who alone
        says which stones are dead in it, if its count takes some off, and ``own_marks`` says that
        they are the reader. ``confirming`` addresses somebody about to confirm the claimed result,
        ``ruling`` asks somebody about to rule so.
        """
        tail = _RULED if ruling else _ABOUT_TO if confirming else _REPORTED
        said = tail % {"result": result_text(claim)}
        shown = result_text(self.claim)
        text = _COUNTED if self.counted else _WRITTEN
        if marked_by and self.counted:
            text = _OWN_MARKED if own_marks else _MARKED
        told = text % {"shown": shown, "said": said, "marker": marked_by}
        return _NAMED % {"record": name, "told": told} if name else told


def other_result(
    record: GameRecord,
    claim: Claim | None,
    paired: PairedGame,
    *,
    ruleset: RuleSet,
    dead: Sequence[str] | None = None,
    seki: Sequence[str] | None = None,
    nothing_removed: bool = False,
    unwritten_passes: Sequence[int] = (),
    played_so: Sequence[int] = (),
    of_this_game: bool = False,
    over_the_board: bool = False,
) -> OtherResult | None:
    """Return the result that a record shows instead of the claimed one; None if it shows none.

    The arguments are those of :func:`~adjudication.rules.judgement.judgement`. A record shows a
    count only if play stopped, dead stones are marked or named, and nothing in it is in doubt. A
    count contradicts a win by resignation, on time or by forfeit only if the other player wins by
    it. A result line is considered if the record was not counted (its margin only if its komi is
    that of the game), or if the count equals the claim and the line names another winner with the
    game's komi. If nothing is claimed (None), only a count is shown. A record that may be of
    another game shows nothing.
    """
    settled = {*unwritten_passes, *played_so}
    against = {found.code for found in check_pairing(record, paired, ruleset, settled)}
    if Code.SIZE_DIFFERS in against:
        return None
    doubtful = UNMATCHED - {Code.KOMI_DIFFERS}
    if not over_the_board:
        doubtful -= {Code.NAMES_DIFFER}
    if against & doubtful and not (of_this_game or settled):
        return None
    said = NamedStones(
        None if dead is None else list(dead), None if seki is None else list(seki)
    ).as_points(record.size)

    def judged(result: Claim | None) -> Report:
        return adjudicate(
            record,
            ruleset=ruleset,
            claim=result,
            dead=said.dead,
            seki=said.seki or (),
            komi=paired.komi,
            handicap=paired.handicap,
            nothing_removed=nothing_removed,
            unwritten_passes=unwritten_passes,
            played_so=played_so,
            over_the_board=over_the_board,
        )

    own = own_claim(record)
    same_komi = parse_komi(record.komi_text or "", area=False) == paired.komi
    counted = certain_count(judged(None), judged)
    if claim is None:
        return None if counted is None else OtherResult(counted.claim, counted=True)
    if counted is not None:
        if counted.claim.winner is not claim.winner or not _settles(claim, counted):
            return OtherResult(counted.claim, counted=True)
        # With another komi the same count gives another result.
        other_komi = own is not None and own.margin is not None and not same_komi
        if claim.reason not in SETTLING_REASONS and (
            own is None or own.winner is claim.winner or other_komi
        ):
            return None
    if own is None:
        return None
    if result_differs(record, claim, ruleset) or (same_komi and _other_margin(own, claim)):
        return OtherResult(own, counted=False)
    return None


def _settles(claim: Claim, counted: Count) -> bool:
    """Whether a claim of the same winner is compatible with a count."""
    return claim.reason in SETTLING_REASONS or claim_agrees(claim, counted)


def _other_margin(own: Claim, claim: Claim) -> bool:
    """Whether a record gives another margin; margins in quarters are counted differently."""
    if own.margin is None or claim.margin is None:
        return False
    return own.margin != claim.margin and (2 * own.margin).is_integer()
