"""Judging one part of a run again, and what follows from it where a game has no result yet."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from adjudication.models import (
    Case,
    ReadjudicationPart,
    ReadjudicationState,
    Rejudgement,
    Statement,
    Submission,
)
from adjudication.models.stored import StoreError
from adjudication.rules.findings import Code
from adjudication.rules.version import ENGINE_VERSION
from adjudication.services.cases.triage import after_statement, after_verdict
from adjudication.services.judging import statement_columns, verdict_columns
from adjudication.services.readjudication import plan, statements_to_judge, to_judge
from jobs.models import Urgency
from jobs.table import ClaimedJob, enqueue, finish
from tournament.models import Game, GameState
from tournament.services.locks import held_game

FOLLOW = "follow_rejudgement"
"""The kind of job that does what a changed verdict brings up."""
OPEN = frozenset({GameState.REPORTED, GameState.DISPUTED})
"""The states in which a result is still in the hands of its players."""

log = logging.getLogger(__name__)


class OtherEngineError(RuntimeError):
    """This worker has another engine than the run: one of its version has to do it."""


def judge_part(job: ClaimedJob) -> bool:
    """Judge the records of a part again and keep what each gave, all of them or none.

    Gives False, and writes nothing, when the job is no longer this worker's. A record that makes
    the program fail is counted and stops no other; a store that is away makes the job fail.
    """
    part = ReadjudicationPart.objects.select_related("readjudication").get(
        pk=job.payload["part_id"]
    )
    run = part.readjudication
    if run.state == ReadjudicationState.STOPPED or part.done_at is not None:
        return finish(job, lambda: None)
    if run.engine_version != ENGINE_VERSION:
        raise OtherEngineError(f"the run is of engine {run.engine_version}, here is another")
    rows: list[Rejudgement] = []
    failed = 0
    for judged in _judged(part):
        try:
            columns = _columns(judged)
        except StoreError:
            raise
        except Exception:
            log.exception("%s %s cannot be judged again", type(judged).__name__, judged.pk)
            failed += 1
            continue
        rows.append(_compared(part.readjudication_id, judged, columns))

    def write() -> None:
        changed = [row for row in rows if row.changed]
        waiting = ReadjudicationPart.objects.filter(pk=part.pk, done_at=None)
        counts = {"judged": len(rows), "changed": len(changed), "failed": failed}
        if not waiting.update(**counts, done_at=timezone.now()):
            return  # A run that was stopped and resumed may have two jobs for a part.
        # A dry run is no judgement: only how it differs is kept.
        made = Rejudgement.objects.bulk_create(changed if run.dry_run else rows)
        if not run.dry_run:
            for row in made:
                if row.changed and _game(row.statement or row.submission).state in OPEN:
                    _follow_later(row)
        plan(run.pk)

    return finish(job, write)


def _follow_later(row: Rejudgement) -> None:
    enqueue(
        kind=FOLLOW,
        dedup_key=f"{FOLLOW}:{row.pk}",
        payload={"rejudgement_id": row.pk},
        priority=Urgency.ARCHIVE,
    )


def follow_rejudgement(job: ClaimedJob) -> bool:
    """Bring up what a record shows that its verdict did not, where the game is not settled.

    Once it is, by its players or by whomever, the difference is only kept.
    """
    row = Rejudgement.objects.get(pk=job.payload["rejudgement_id"])
    judged: Submission | Statement
    if row.statement_id is None:
        judged = _with_games(Submission.objects.all()).get(rejudgements=row)
    else:
        judged = _with_cases(Statement.objects.all()).get(rejudgements=row)
    columns = _columns(judged)
    verdict = judged.verdict
    known = {name: getattr(verdict, name) for name in ("verdict", "findings", "options", "read_as")}

    def write() -> None:
        game = held_game(_game(judged).pk, "black", "white")
        if game.state not in OPEN:
            return
        if isinstance(judged, Statement):
            # A referee who has taken the case is not to rule without having read it.
            Case.objects.live().filter(pk=judged.case_id).told()
            after_statement(judged, game, columns, known)
        else:
            judged.game = game
            after_verdict(judged, columns, known)

    return finish(job, write)


def _judged(part: ReadjudicationPart) -> QuerySet[Submission] | QuerySet[Statement]:
    """Return the reports or statements of a part, in order, with what judging them takes."""
    keys = {"pk__gt": part.after, "pk__lte": part.upto}
    run = part.readjudication
    if part.of_statements:
        return _with_cases(statements_to_judge(run).filter(**keys)).order_by("pk")
    return _with_games(to_judge(run).filter(**keys)).order_by("pk")


def _with_games(found: QuerySet[Submission]) -> QuerySet[Submission]:
    return found.select_related(
        "record", "verdict", "game__black", "game__white", "game__round__tournament"
    )


def _with_cases(found: QuerySet[Statement]) -> QuerySet[Statement]:
    return found.select_related(
        *("record", "verdict", "case__game__black", "case__game__white"),
        "case__game__round__tournament",
    )


def _columns(judged: Submission | Statement) -> dict[str, Any]:
    """Return the verdict on the record of a report or a statement by this engine."""
    return statement_columns(judged) if isinstance(judged, Statement) else verdict_columns(judged)


def _game(judged: Submission | Statement | None) -> Game:
    """Return the game that a report is of, or that the case of a statement is about."""
    assert judged is not None
    game = judged.case.game if isinstance(judged, Statement) else judged.game
    assert game is not None
    return game


def _compared(
    run_id: int, judged: Submission | Statement, columns: Mapping[str, Any]
) -> Rejudgement:
    """Return what judging again gave beside what the verdict says."""
    verdict, game = judged.verdict, _game(judged)
    # The name in a record differs from that of somebody who was erased, which tells nothing.
    erased = game.black.erased_at is not None or game.white.erased_at is not None
    before, after = _told(verdict.findings, erased), _told(columns["findings"], erased)
    new = after - before
    result_before, result_after = _result(verdict.computed), _result(columns.get("computed"))
    return Rejudgement(
        readjudication_id=run_id,
        submission=judged if isinstance(judged, Submission) else None,
        statement=judged if isinstance(judged, Statement) else None,
        engine_version=columns["engine_version"],
        before=verdict.verdict,
        after=columns["verdict"],
        result_before=result_before,
        result_after=result_after,
        changed=(verdict.verdict, result_before, before)
        != (columns["verdict"], result_after, after),
        findings=[
            {name: one.get(name) for name in ("code", "move", "article")}
            for one in columns["findings"]
            if _key(one) in new
        ],
        gone=sorted({code for code, _ in before - after}),
    )


def _key(finding: Mapping[str, Any]) -> tuple[str, int | None]:
    return finding["code"], finding.get("move")


def _told(findings: Sequence[Mapping[str, Any]], erased: bool) -> "Counter[tuple[str, int | None]]":
    skipped = {Code.NAMES_DIFFER} if erased else set()
    return Counter(
        _key(one) for one in findings if not one.get("moot") and one["code"] not in skipped
    )


def _result(computed: Mapping[str, Any] | None) -> str:
    return str((computed or {}).get("result", ""))[:16]
