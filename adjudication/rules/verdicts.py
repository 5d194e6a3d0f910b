"""What the machine says about a record, and everything that goes with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.rules.findings import Code, Finding
from adjudication.rules.replay import Replay
from adjudication.rules.scoring.count import Count
from language.messages import Message


class Verdict(StrEnum):
    """The verdicts of SPEC 1.9. None of them makes a result final."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    FORFEIT = "forfeit"
    NO_RESULT_POSSIBLE = "no_result_possible"
    NEEDS_DEAD_STONES = "needs_dead_stones"
    UNDETERMINED = "undetermined"
    UNREADABLE = "unreadable"


AGREES: Final = "agrees"
"""The public word for ``confirmed`` wherever results are confirmed as well."""


def outcome_of(verdict: str) -> str:
    """Return the public word for a verdict: a record agrees, only players confirm."""
    return AGREES if verdict == Verdict.CONFIRMED else verdict


class End(StrEnum):
    """How play ended."""

    TWO_PASSES = "two_passes"
    RESIGNED = "resigned"
    TIME = "time"
    FORFEIT = "forfeit"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of judging one record under one rule set.

    ``komi`` is in points as used (None if no rule set was known and no komi given), ``claim`` the
    claim in its written form, ``computed`` the count if one could be made. ``rules`` is None if the
    rule set is unknown; then the replay used basic rules and only shows the moves. ``options``
    names the rule set's options that were used, with the points that White received for a handicap.
    """

    rules: str | None
    options: Mapping[str, object]
    size: int
    handicap: int
    komi: float | None
    moves: int
    end: End
    resumed: bool
    claim: str | None
    computed: Count | None
    verdict: Verdict
    findings: tuple[Finding, ...]
    replay: Replay

    @property
    def questions(self) -> tuple[Finding, ...]:
        """Return the findings that are questions to both players, in the order of the game."""
        return tuple(finding for finding in self.findings if finding.asks)

    @property
    def decisive(self) -> Finding | None:
        """Return the finding to show first: the highest-ranking that is not moot, else the first.

        Certain illegal moves come before questions, those before uncertain illegal moves; then come
        cycles, what leaves the count open, the end of play, and the rest. Only findings with a
        move, questions and a possible seki are ranked.
        """

        def rank(finding: Finding) -> tuple[bool, bool, bool, bool, bool, bool, int]:
            illegal = finding.code.is_illegal
            return (
                not illegal or finding.uncertain,
                not finding.asks,
                not illegal,
                not finding.code.startswith("cycle."),
                finding.code is not Code.SEKI_POSSIBLE,
                not finding.code.startswith("end."),
                finding.move or 0,
            )

        ranked = [
            finding
            for finding in self.findings
            if not finding.moot
            and (finding.move is not None or finding.asks or finding.code is Code.SEKI_POSSIBLE)
        ]
        return min(ranked, key=rank) if ranked else next(iter(self.findings), None)

    def as_dict(self, say: Callable[[Message], object] = str) -> dict[str, object]:
        """Return the report as plain values for JSON; ``say`` turns messages into values."""
        return {
            "rules": self.rules,
            "options": dict(self.options),
            "size": self.size,
            "handicap": self.handicap,
            "komi": self.komi,
            "moves": self.moves,
            "end": self.end.value,
            "resumed": self.resumed,
            "claim": self.claim,
            "computed": None
            if self.computed is None
            else {
                "black": self.computed.black.total,
                "white": self.computed.white.total,
                "result": self.computed.result,
            },
            "verdict": self.verdict.value,
            "findings": [finding.as_dict(self.size, say) for finding in self.findings],
        }
