"""Judging stored records again with the present engine.

A run goes through the reports with a record and then the statements with one, in parts. Each part
is a job of its own (``Urgency.ARCHIVE``), and only a few wait at a time: whoever finishes one plans
the next. So a run of a million records fills no table and no queue, survives any worker, and can be
stopped and resumed.

The verdict that players and referees acted on stays what it was; the new outcome is kept beside it.
A final result stays as it is. If a game has no final result yet, anything that its verdict had not
brought up has the consequences that it would have had then (``follow``).
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import (
    Case,
    Readjudication,
    ReadjudicationPart,
    ReadjudicationState,
    Rejudgement,
    Statement,
    Submission,
)
from adjudication.readjudication.models import FOLLOW, PART
from adjudication.rules.findings import Code
from adjudication.rules.version import ENGINE_VERSION
from adjudication.submissions.services.judging import (
    statement_columns,
    verdict_columns,
    verdicts_on,
)
from adjudication.triage.services.triage import VERDICT, after_statement, after_verdict
from jobs.models import Job, JobState, Urgency
from jobs.table import ClaimedJob, enqueue, finish
from tournament.audit.services.freshness import pages_changed
from tournament.common.locks import held_game
from tournament.errors import Conflict, NotFound, StoreError, UserError
from tournament.fields.models import max_length_of
from tournament.models import Game, GameState, Tournament

RECORDS_A_PART = 50
"""The number of records in a part: it keeps a worker from the players for a third of a second."""
PARTS_AT_ONCE = 16
"""How many jobs of a run are waiting or under way at a time; more workers than that do not help."""


@transaction.atomic
def start_readjudication(
    *, tournament_id: int | None, engine_before: str = "", dry_run: bool = False
) -> Readjudication:
    """Begin to judge the records of a tournament (None: of all) again, and return the run.

    With ``engine_before``, only those that no engine of this version or a later one has judged.
    ``dry_run`` compares and touches no game. Raises UserError for a version that is not a number,
    and NotFound for a tournament that does not exist.
    """
    if engine_before and not engine_before.isdecimal():
        raise UserError(
            "engine_before",
            field="engine_before",
            text=_("The version of an engine is a number; this one is %(version)s.")
            % {"version": ENGINE_VERSION},
        )
    if tournament_id is not None and not Tournament.objects.filter(pk=tournament_id).exists():
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    run = Readjudication(
        tournament_id=tournament_id,
        engine_before=engine_before,
        engine_version=ENGINE_VERSION,
        dry_run=dry_run,
    )
    reports, statements = reports_to_judge(run), statements_to_judge(run)
    run.last = reports.order_by("-pk").values_list("pk", flat=True).first() or 0
    run.last_statements = statements.order_by("-pk").values_list("pk", flat=True).first() or 0
    run.total = reports.count() + statements.count()
    run.save()
    plan_jobs(run.pk)
    run.refresh_from_db()
    return run


def reports_to_judge(run: Readjudication) -> QuerySet[Submission]:
    """Return the reports that a run covers: those whose record already has its verdict."""
    found = Submission.objects.filter(record__isnull=False, verdict__isnull=False)
    if run.tournament_id is not None:
        found = found.filter(game__round__tournament=run.tournament_id)
    late = _late_engines(run)
    if late:
        again = _again(run, late).filter(submission=OuterRef("pk"))
        found = found.exclude(verdict__engine_version__in=late).exclude(Exists(again))
    return found


def statements_to_judge(run: Readjudication) -> QuerySet[Statement]:
    """Return the statements in cases about games whose record already has its verdict."""
    found = Statement.objects.filter(
        record__isnull=False, verdict__isnull=False, case__game__isnull=False
    )
    if run.tournament_id is not None:
        found = found.filter(case__game__round__tournament=run.tournament_id)
    late = _late_engines(run)
    if late:
        again = _again(run, late).filter(statement=OuterRef("pk"))
        found = found.exclude(verdict__engine_version__in=late).exclude(Exists(again))
    return found


def _late_engines(run: Readjudication) -> list[str]:
    """Return the engine versions whose judgements a run leaves alone."""
    if not run.engine_before:
        return []
    return [str(version) for version in range(int(run.engine_before), int(ENGINE_VERSION) + 1)]


def _again(run: Readjudication, engines: list[str]) -> QuerySet[Rejudgement]:
    """Return what earlier runs judged again with certain engine versions."""
    found = Rejudgement.objects.filter(engine_version__in=engines, readjudication__dry_run=False)
    return found.exclude(readjudication=run.pk)


@transaction.atomic
def plan_jobs(run_id: int) -> None:
    """Give a run as many jobs as it may have at once; end it when nothing is left to do.

    If the engine has changed, only workers of the previous version that are still running can do
    them: they go on planning, and without them the run stops.
    """
    run = Readjudication.objects.select_for_update().get(pk=run_id)
    if run.state != ReadjudicationState.RUNNING:
        return
    under_way = _under_way(run)
    if _unplanned(run) and run.engine_version != ENGINE_VERSION:
        if not under_way:
            run.state = ReadjudicationState.STOPPED
            run.save(update_fields=["state"])
        return
    while under_way < PARTS_AT_ONCE and _unplanned(run):
        of_statements = run.planned >= run.last
        after = run.planned_statements if of_statements else run.planned
        upto = _end_of_part(run, after, of_statements=of_statements)
        if upto is not None:
            part = ReadjudicationPart.objects.create(
                readjudication=run, of_statements=of_statements, after=after, upto=upto
            )
            _enqueue(part, run.turn)
            under_way += 1
        if of_statements:
            run.planned_statements = run.last_statements if upto is None else upto
        else:
            run.planned = run.last if upto is None else upto
    if not under_way and not _unplanned(run):
        run.state = ReadjudicationState.DONE
        run.ended_at = timezone.now()
    run.save(update_fields=["planned", "planned_statements", "state", "ended_at"])


def _unplanned(run: Readjudication) -> bool:
    """Return whether anything in a run is not in a part yet."""
    return run.planned < run.last or run.planned_statements < run.last_statements


def _end_of_part(run: Readjudication, after: int, *, of_statements: bool) -> int | None:
    """Return the last key of the part that begins after a key; None if nothing is left."""
    judged = statements_to_judge(run) if of_statements else reports_to_judge(run)
    last = run.last_statements if of_statements else run.last
    keys = judged.filter(pk__gt=after, pk__lte=last).order_by("pk").values_list("pk", flat=True)
    return max(keys[:RECORDS_A_PART], default=None)


def _enqueue(part: ReadjudicationPart, turn: int) -> None:
    enqueue(
        kind=PART,
        dedup_key=_job_key(part.pk, turn),
        payload={"part_id": part.pk},
        priority=Urgency.ARCHIVE,
    )


def _job_key(part_id: int, turn: int) -> str:
    return f"{PART}:{part_id}:{turn}"


def _under_way(run: Readjudication) -> int:
    """Return how many jobs of a run are waiting or under way."""
    open_parts = run.parts.filter(done_at=None).values_list("pk", flat=True)
    keys = [_job_key(part, run.turn) for part in open_parts]
    live = Job.objects.filter(dedup_key__in=keys)
    return live.filter(state__in=[JobState.READY, JobState.RUNNING]).count()


@transaction.atomic
def stop_readjudication(*, run_id: int) -> None:
    """Stop a run once the parts under way have been judged. Raises NotFound and Conflict."""
    run = _locked(run_id)
    if run.state == ReadjudicationState.DONE:
        raise Conflict("readjudication_done", text=_("Everything has already been judged."))
    run.state = ReadjudicationState.STOPPED
    run.save(update_fields=["state"])


@transaction.atomic
def resume_readjudication(*, run_id: int) -> None:
    """Resume a run that was stopped, and the parts of it that were given up.

    Raises NotFound, and Conflict if the engine has changed: that takes a new run.
    """
    run = _locked(run_id)
    if run.engine_version != ENGINE_VERSION:
        raise Conflict("engine_changed", text=_("The engine has changed since: start a new run."))
    run.state = ReadjudicationState.RUNNING
    run.ended_at = None
    run.turn += 1
    run.save(update_fields=["state", "turn", "ended_at"])
    for part in run.parts.filter(done_at=None).order_by("pk"):
        _enqueue(part, run.turn)
    plan_jobs(run.pk)


def _locked(run_id: int) -> Readjudication:
    run = Readjudication.objects.select_for_update().filter(pk=run_id).first()
    if run is None:
        raise NotFound("no_readjudication", text=_("There is no such run."))
    return run


def plan_all(now: datetime) -> None:
    """Plan further jobs for runs whose jobs were given up or whose worker died before planning."""
    running = Readjudication.objects.filter(state=ReadjudicationState.RUNNING)
    for run_id in running.values_list("pk", flat=True):
        plan_jobs(run_id)


# --- Judging one part of a run again, and what follows for games without a result ---


OPEN = frozenset({GameState.REPORTED, GameState.DISPUTED})
"""The states in which a result is still in the players' hands."""

log = logging.getLogger(__name__)


class OtherEngineError(RuntimeError):
    """This worker's engine is not the run's: a worker with the run's version has to do it."""


def judge_part(job: ClaimedJob) -> bool:
    """Judge the records of a part again and keep all outcomes, or none.

    Returns False and writes nothing if the job is no longer this worker's. A record that makes the
    program fail is counted and does not stop the others; an unavailable object store makes the job
    fail.
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
    for judged, judge in _to_do(_judged(part)):
        try:
            columns = judge()
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
        # A dry run does not count as a judgement: only differences are kept.
        made = Rejudgement.objects.bulk_create(changed if run.dry_run else rows)
        counted = [] if run.dry_run else made
        games = [_game(row.statement or row.submission) for row in counted]
        for row, game in zip(counted, games, strict=True):
            if row.changed and game.state in OPEN:
                _follow_later(row)
        plan_jobs(run.pk)
        for tournament_id in sorted({game.round.tournament_id for game in games}):
            pages_changed(tournament_id, public=True)

    return finish(job, write)


def _follow_later(row: Rejudgement) -> None:
    enqueue(
        kind=FOLLOW,
        dedup_key=f"{FOLLOW}:{row.pk}",
        payload={"rejudgement_id": row.pk},
        priority=Urgency.ARCHIVE,
    )


def follow_rejudgement(job: ClaimedJob) -> bool:
    """Act on what a record shows but its verdict did not, if the game is not settled.

    Once anybody has settled it, the difference is only kept.
    """
    row = Rejudgement.objects.get(pk=job.payload["rejudgement_id"])
    judged: Submission | Statement
    if row.statement_id is None:
        judged = _with_games(Submission.objects.all()).get(rejudgements=row)
    else:
        judged = _with_cases(Statement.objects.all()).get(rejudgements=row)
    columns = _columns(judged)
    verdict = judged.verdict
    known = {name: getattr(verdict, name) for name in VERDICT}

    def write() -> None:
        game = held_game(_game(judged).pk, players=True)
        if game.state not in OPEN:
            return
        if isinstance(judged, Statement):
            # A referee who has taken the case must not rule without having read it.
            Case.objects.live().filter(pk=judged.case_id).raise_version()
            after_statement(judged, game, columns, known)
        else:
            judged.game = game
            after_verdict(judged, columns, known)
        pages_changed(game.round.tournament_id, public=True)

    return finish(job, write)


def _judged(part: ReadjudicationPart) -> QuerySet[Submission] | QuerySet[Statement]:
    """Return the reports or statements of a part in order, with everything needed to judge them."""
    keys = {"pk__gt": part.after, "pk__lte": part.upto}
    run = part.readjudication
    if part.of_statements:
        return _with_cases(statements_to_judge(run).filter(**keys)).order_by("pk")
    return _with_games(reports_to_judge(run).filter(**keys)).order_by("pk")


def _with_games(found: QuerySet[Submission]) -> QuerySet[Submission]:
    return found.select_related(
        "record", "verdict", "game__black", "game__white", "game__round__tournament"
    )


def _with_cases(found: QuerySet[Statement]) -> QuerySet[Statement]:
    return found.select_related(
        *("record", "verdict", "case__game__black", "case__game__white"),
        "case__game__round__tournament",
    )


def _to_do(
    found: QuerySet[Submission] | QuerySet[Statement],
) -> Iterator[tuple[Submission | Statement, Callable[[], dict[str, Any]]]]:
    """Yield reports or statements, each with a function that judges it.

    What the reports are compared with is read all at once or, if a record makes that fail, one by
    one.
    """
    rows: list[Submission | Statement] = list(found)
    reports = [row for row in rows if isinstance(row, Submission)]
    judges: list[Callable[[], dict[str, Any]]] = []
    try:
        judges = verdicts_on(reports)
    except StoreError:
        raise
    except Exception:
        log.exception("%s records cannot be held against others at once", len(reports))
    if len(judges) < len(rows):
        judges = [partial(_columns, row) for row in rows]
    yield from zip(rows, judges, strict=True)


def _columns(judged: Submission | Statement) -> dict[str, Any]:
    """Return this engine's verdict on the record of a report or a statement."""
    return statement_columns(judged) if isinstance(judged, Statement) else verdict_columns(judged)


def _game(judged: Submission | Statement | None) -> Game:
    """Return the game of a report or of a statement's case."""
    assert judged is not None
    game = judged.case.game if isinstance(judged, Statement) else judged.game
    assert game is not None
    return game


def _compared(
    run_id: int, judged: Submission | Statement, columns: Mapping[str, Any]
) -> Rejudgement:
    """Return the outcome of judging again, compared with the verdict."""
    verdict, game = judged.verdict, _game(judged)
    # A name in a record always differs from that of an erased player, which means nothing.
    erased = game.black.erased_at is not None or game.white.erased_at is not None
    before = _counted(verdict.findings, erased)
    after = _counted(columns["findings"], erased)
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
            {name: finding.get(name) for name in ("code", "move", "article")}
            for finding in columns["findings"]
            if _key(finding) in new
        ],
        gone=sorted({code for code, _ in before - after}),
    )


def _key(finding: Mapping[str, Any]) -> tuple[str, int | None]:
    return finding["code"], finding.get("move")


def _counted(
    findings: Sequence[Mapping[str, Any]], erased: bool
) -> "Counter[tuple[str, int | None]]":
    skipped = {Code.NAMES_DIFFER} if erased else set()
    return Counter(
        _key(finding)
        for finding in findings
        if not finding.get("moot") and finding["code"] not in skipped
    )


def _result(computed: Mapping[str, Any] | None) -> str:
    return str((computed or {}).get("result", ""))[: max_length_of(Rejudgement, "result_after")]
