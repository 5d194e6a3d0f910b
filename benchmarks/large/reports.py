"""Reports of a tournament with their records, verdicts and jobs, and the cases of the contested."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.large.evidence import Shown
from benchmarks.large.rows import Rows

if TYPE_CHECKING:
    from adjudication.models import Case, Submission
    from tournament.models import Game, Person, Tournament

REASONS = "Both players counted again, and this is the count."


class Reports:
    """What came in; a contested report goes to a referee."""

    def __init__(self) -> None:
        self._sent: list[tuple[Game, Shown, bool]] = []

    def add(self, game: Game, shown: Shown, *, contested: bool) -> None:
        """Take a report of Black's, which is written with the others."""
        self._sent.append((game, shown, contested))

    def write(
        self,
        tournament: Tournament,
        persons: Mapping[int, Person],
        referee: Person | None,
        rows: Rows,
        chance: random.Random,
    ) -> None:
        """Write all of it. ``persons`` are those of the players, by their keys."""
        from adjudication.models import GameRecordFile, Submission, SubmissionState, Verdict
        from jobs.models import Job, JobState

        records = rows.add(
            "records",
            [
                GameRecordFile(
                    sha256=hashlib.sha256(shown.data).hexdigest(),
                    data=shown.data,
                    size=len(shown.data),
                    filename="game.sgf",
                    uploaded_by=game.black,
                    created_at=game.reported_at,
                )
                for game, shown, _ in self._sent
            ],
        )
        submissions: list[Submission] = rows.add(
            "submissions",
            [
                Submission(
                    game=game,
                    player=game.black,
                    claim_winner=shown.result.winner,
                    claim_reason=shown.result.reason,
                    claim_margin_half=shown.result.margin_half,
                    record=record,
                    idempotency_key=f"{chance.getrandbits(128):032x}",
                    state=SubmissionState.CONTESTED if contested else SubmissionState.CONFIRMED,
                    answered_by=game.white,
                    answered_at=game.reported_at,
                    created_at=game.reported_at,
                )
                for (game, shown, contested), record in zip(self._sent, records, strict=True)
            ],
        )
        rows.add(
            "verdicts",
            [
                Verdict(submission=submission, created_at=game.reported_at, **shown.verdict)
                for submission, (game, shown, _) in zip(submissions, self._sent, strict=True)
            ],
        )
        rows.add(
            "jobs",
            [
                Job(
                    kind="judge_submission",
                    dedup_key=f"judge_submission:{submission.pk}",
                    payload={"submission_id": submission.pk},
                    tournament_id=tournament.pk,
                    state=JobState.DONE,
                    attempts=1,
                    created_at=submission.created_at,
                    finished_at=submission.created_at,
                )
                for submission in submissions
            ],
        )
        contested = [
            submission
            for submission in submissions
            if submission.state == SubmissionState.CONTESTED
        ]
        _write_cases(contested, tournament, persons, referee, rows)


def _write_cases(
    contested: Sequence[Submission],
    tournament: Tournament,
    persons: Mapping[int, Person],
    referee: Person | None,
    rows: Rows,
) -> None:
    from adjudication.models import Case, CaseState, Ruling, RulingKind, Statement
    from adjudication.policy.causes import Cause

    cases: list[Case] = rows.add(
        "cases",
        [
            Case(
                tournament=tournament,
                number=number,
                game=submission.game,
                round=submission.game.round,
                cause=Cause.CONTESTED.value,
                severity=60,
                grounds=[_ground(submission)],
                submission=submission,
                state=CaseState.FINAL if submission.game.final else CaseState.OPEN,
                opened_at=submission.created_at,
                settled_at=submission.created_at if submission.game.final else None,
            )
            for number, submission in enumerate(contested, 1)
        ],
    )
    rows.add(
        "parties",
        [
            Case.parties.through(case_id=case.pk, player_id=player_id)
            for case, submission in zip(cases, contested, strict=True)
            for player_id in (submission.game.black_id, submission.game.white_id)
        ],
    )
    rows.add(
        "statements",
        [
            Statement(
                case=case,
                person=persons[submission.game.black_id],
                player_id=submission.game.black_id,
                text="We counted together, and he agreed.",
                idempotency_key="1",
            )
            for case, submission in zip(cases, contested, strict=True)
        ],
    )
    rows.add(
        "rulings",
        [
            Ruling(
                case=case,
                number=1,
                kind=RulingKind.FIRST,
                effect="result",
                winner=submission.game.winner,
                reason=submission.game.reason,
                margin_half=submission.game.margin_half,
                rules=tournament.rules,
                cause=case.cause,
                articles=[],
                reasons=REASONS,
                by=referee,
                made_at=submission.created_at,
            )
            for case, submission in zip(cases, contested, strict=True)
            if submission.game.final
        ],
    )


def _ground(submission: Submission) -> dict[str, Any]:
    return {
        "cause": "contested",
        "at": submission.created_at.isoformat(),
        "submission": submission.pk,
        "finding": None,
        "note": "We counted again: the margin is not right.",
        "players": [],
        "minutes": None,
        "by": None,
    }
