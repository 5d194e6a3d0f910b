"""Verdicts as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from adjudication.models import Submission, SubmissionState, Verdict
from adjudication.rules.verdicts import Verdict as Outcome

CHECKING = "checking"
"""Stands in a badge's place for the verdict while a record waits for its replay."""

FAILED = "failed"
"""Stands in a badge's place when the replay was given up."""

_DECISIVE: dict[str, tuple[str, ...]] = {
    Outcome.CONTRADICTED: ("score.mismatch",),
    Outcome.NEEDS_DEAD_STONES: ("score.needs_dead_stones",),
    Outcome.UNDETERMINED: ("illegal.", "record.", "end.unfinished"),
    Outcome.UNREADABLE: ("unreadable.",),
}
"""The beginnings of the codes that explain a verdict; for the others a move's fault or a cycle."""


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding. ``colour`` is B, W or empty; ``point`` is written as on a board, or empty."""

    code: str
    move: int | None
    colour: str
    point: str
    article: str
    message: Mapping[str, str]
    moot: bool


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What the replay of a record gave. ``computed`` is the count as stored, or None."""

    verdict: str
    rules: str
    engine_version: str
    computed: Mapping[str, Any] | None
    findings: tuple[FindingView, ...]
    decisive_move: int | None
    size: int | None
    moves: int | None
    end: str
    claim: str
    created_at: datetime

    @property
    def decisive(self) -> FindingView | None:
        """Return the finding that explains the verdict best, if one stands out."""
        at_move = [
            finding
            for finding in self.findings
            if finding.move is not None and finding.move == self.decisive_move
        ]
        wanted = _DECISIVE.get(self.verdict, ("illegal.", "cycle."))
        return next(
            (
                finding
                for finding in (*at_move, *self.findings)
                if finding.code.startswith(wanted) and not finding.moot
            ),
            None,
        )


def verdict_view(row: Verdict) -> VerdictView:
    """Return a verdict row as a plain value."""
    return VerdictView(
        verdict=row.verdict,
        rules=row.rules,
        engine_version=row.engine_version,
        computed=row.computed,
        findings=tuple(finding_view(finding) for finding in row.findings),
        decisive_move=row.decisive_move,
        size=row.size,
        moves=row.moves,
        end=row.end,
        claim=row.claim,
        created_at=row.created_at,
    )


def finding_view(stored: Mapping[str, Any]) -> FindingView:
    """Return a finding as the database keeps it as a plain value."""
    message = stored.get("message") or {}
    if isinstance(message, str):
        message = {"en": message}
    return FindingView(
        code=stored.get("code") or "",
        move=stored.get("move"),
        colour=stored.get("color") or "",
        point=stored.get("point") or "",
        article=stored.get("article") or "",
        message=message,
        moot=bool(stored.get("moot")),
    )


def verdict_badges(tournament_id: int) -> dict[int, str]:
    """Return, for every game of a tournament with a record sent in, its verdict, in one query.

    A confirmed report's record counts before others, then the latest; :data:`CHECKING` stands for
    a record not judged yet. Replaced and withdrawn reports do not count.
    """
    rows = (
        Submission.objects.filter(game__round__tournament=tournament_id, record__isnull=False)
        .exclude(state__in=[SubmissionState.SUPERSEDED, SubmissionState.WITHDRAWN])
        .order_by("pk")
        .values_list("game_id", "state", "verdict__verdict")
    )
    badges: dict[int, str] = {}
    settled: set[int] = set()
    for game_id, state, verdict in rows:
        if game_id not in settled:
            badges[game_id] = verdict or CHECKING
        if state == SubmissionState.CONFIRMED:
            badges[game_id] = verdict or CHECKING
            settled.add(game_id)
    return badges
