"""The main job: replaying a submission's record and writing its verdict."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from adjudication.models import (
    Case,
    Contradiction,
    Statement,
    StatementVerdict,
    Submission,
    Verdict,
)
from adjudication.policy.damage import Reading
from adjudication.records.models import file_bytes
from adjudication.rules.claims import Claim
from adjudication.rules.findings import Code, Finding
from adjudication.rules.judgement import UNMET, judgement
from adjudication.rules.marks import NamedStones
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import duplicate_text
from adjudication.rules.server_games import GameRequirement
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.submissions.selectors.server_games import against_terms
from adjudication.triage.services.readings import readings_of
from adjudication.triage.services.triage import after_statement, after_verdict, unfollowed
from adjudication.verdicts.selectors.pairings import PAIRED_COLUMNS, paired_game
from adjudication.verdicts.services.claims import claim_of, claim_of_submission
from adjudication.verdicts.services.likeness import (
    SentRecord,
    Twin,
    contradictions_of_each,
    keep_contradictions,
    keep_fingerprints,
    keep_likeness,
    twins_of_each,
)
from jobs.table import ClaimedJob, finish, finish_together
from language.messages import Message
from tournament.audit.models import Topic
from tournament.audit.services.freshness import pages_changed
from tournament.audit.services.outbox import announce_each
from tournament.common.locks import held_game, held_games
from tournament.common.prepared import prepared
from tournament.common.queries import columns_of

_JUDGED = (
    *(f"record__{column}" for column in ("data", "storage_key", "sha256", "created_at")),
    *(f"game__{column}" for column in ("handicap", "komi_half", "play_by", "stones_stay_since")),
    *(f"game__black__{column}" for column in PAIRED_COLUMNS),
    *(f"game__white__{column}" for column in PAIRED_COLUMNS),
    *(f"game__round__{column}" for column in ("opens_at", "published_at", "play_by")),
    *(
        f"game__round__tournament__{column}"
        for column in ("rules", "tie_winner", "board_size", "internet", "clock", "time_zone")
    ),
)
"""The columns that a verdict needs from other tables: a tenth of all they have."""


def judge_submission(job: ClaimedJob) -> bool:
    """Replay the record of the job's submission, write the verdict and act on it.

    The replay runs outside any transaction. Returns False, and writes nothing, if the job is no
    longer this worker's. Raises Submission.DoesNotExist for a submission without a record.
    """
    found = judge_submissions([job])
    if job.id not in found:
        raise Submission.DoesNotExist(f"no report {job.payload['submission_id']} with a record")
    return found[job.id]


@dataclass(frozen=True, slots=True)
class _Judged:
    """The report of a job, its record with the similar ones, and the verdict on it."""

    job: ClaimedJob
    report: Submission
    sent: SentRecord
    twins: Sequence[Twin]
    columns: dict[str, Any]


def judge_submissions(jobs: Sequence[ClaimedJob]) -> Mapping[int, bool]:
    """Judge the records of a tournament's jobs; return by job id whether the job was still ours.

    They share their queries and their transaction. If there are several, those whose verdict has
    consequences are left for later and are not in the result, because acting on each takes locks of
    its own.
    """
    job_of = {job.payload["submission_id"]: job for job in jobs}
    started = time.perf_counter()
    reports = _to_judge(list(job_of))
    if not reports:
        return {}
    sent = [_sent(report) for report in reports]
    keep_fingerprints(sent)
    twins = twins_of_each(sent)
    readings = readings_of([(record.game.pk, record.read) for record in sent])
    against = contradictions_of_each(sent)
    shared = (time.perf_counter() - started) / len(reports)
    judged = []
    for report, record, alike, reading in zip(reports, sent, twins, readings, strict=True):
        started = time.perf_counter()
        columns = _verdict_columns(report, record, alike, reading)
        columns["duration_ms"] = round(1000 * (shared + time.perf_counter() - started))
        judged.append(_Judged(job_of[report.pk], report, record, alike, columns))
    with transaction.atomic():
        return _write(judged, against)


def _write(judged: Sequence[_Judged], against: Iterable[Contradiction]) -> dict[int, bool]:
    """Write verdicts on reports of one tournament; return what :func:`judge_submissions` does."""
    # A confirmation and a finding may come together: only one of them holds the game at a time.
    games = held_games({each.report.game_id for each in judged}, players=True)
    for each in judged:
        each.report.game = games[each.report.game_id]
    quiet = unfollowed([(each.report, each.columns) for each in judged])
    alone = len(judged) == 1
    ready = list(judged) if alone else list(compress(judged, quiet))
    mine = finish_together(each.job for each in ready)
    written = [each for each in ready if each.job.id in mine]
    if written:
        Verdict.objects.bulk_create(
            Verdict(submission=each.report, **each.columns) for each in written
        )
        keep_likeness((each.sent, each.twins) for each in written)
        records = {each.sent.file.pk for each in written}
        keep_contradictions(told for told in against if {told.record_id, told.other_id} & records)
        if not all(quiet) and alone:
            after_verdict(written[0].report, written[0].columns)
        tournament_id = written[0].report.game.round.tournament_id
        ids = sorted(each.report.pk for each in written)
        announce_each(Topic.VERDICT, "verdict", ids, tournament_id=tournament_id)
        pages_changed(tournament_id, public=True)
    return {each.job.id: each.job.id in mine for each in ready}


@prepared
def _to_judge(submission_ids: Sequence[int]) -> "QuerySet[Submission]":
    rows = Submission.objects.select_related(
        "record", "game__black", "game__white", "game__round__tournament"
    )
    found = rows.only(*columns_of(Submission), *_JUDGED).exclude(record=None)
    return found.filter(pk__in=submission_ids).order_by("pk")


def _sent(judged: Submission) -> SentRecord:
    assert judged.record is not None
    return SentRecord(judged.game, file_bytes(judged.record), judged.record)


def judge_statement(job: ClaimedJob) -> bool:
    """Replay the record of the job's statement, write the verdict and act on it.

    Returns False, and writes nothing, if the job is no longer this worker's. Raises
    Statement.DoesNotExist for a statement without a record, or in a case without a game.
    """
    statement = (
        Statement.objects.select_related(
            "record", "case__game__black", "case__game__white", "case__game__round__tournament"
        )
        .exclude(record=None)
        .exclude(case__game=None)
        .get(pk=job.payload["statement_id"])
    )
    started = time.perf_counter()
    about, file = statement.case.game, statement.record
    assert about is not None
    assert file is not None
    sent = SentRecord(about, file_bytes(file), file)
    keep_fingerprints([sent])
    (twins,) = twins_of_each([sent])
    columns = _statement_columns(statement, sent, twins)
    columns["duration_ms"] = round(1000 * (time.perf_counter() - started))
    against = contradictions_of_each([sent])

    def write() -> None:
        game = held_game(about.pk, players=True)
        StatementVerdict.objects.create(statement=statement, **columns)
        keep_likeness([(sent, twins)])
        keep_contradictions(against)
        # A referee who has taken the case must not rule without having read this.
        Case.objects.live().filter(pk=statement.case_id).raise_version()
        after_statement(statement, game, columns)
        pages_changed(game.round.tournament_id, public=True)

    return finish(job, write)


def verdict_columns(submission: Submission) -> dict[str, Any]:
    """Return the columns of the verdict on a submission with a record."""
    (columns,) = verdicts_on([submission])
    return columns()


def verdicts_on(submissions: Sequence[Submission]) -> list[Callable[[], dict[str, Any]]]:
    """Return, for each submission with a record, a function that makes its verdict's columns.

    What the records are compared with is read for all of them at once.
    """
    sent = [_sent(submission) for submission in submissions]
    readings = readings_of([(record.game.pk, record.read) for record in sent])
    twins: dict[int, tuple[Twin, ...]] = {}
    by_tournament: dict[int, list[SentRecord]] = defaultdict(list)
    for record in sent:
        by_tournament[record.game.round.tournament_id].append(record)
    for several in by_tournament.values():
        for record, found in zip(several, twins_of_each(several), strict=True):
            twins[record.file.pk] = found
    return [
        partial(_verdict_columns, submission, record, twins[record.file.pk], reading)
        for submission, record, reading in zip(submissions, sent, readings, strict=True)
    ]


def _verdict_columns(
    submission: Submission, sent: SentRecord, twins: Sequence[Twin], reading: Reading
) -> dict[str, Any]:
    return _columns(
        sent,
        claim=claim_of(claim_of_submission(submission)),
        named=submission.named_stones,
        twins=twins,
        reading=reading,
    )


def statement_columns(statement: Statement) -> dict[str, Any]:
    """Return the columns of the verdict on the record of a statement about a game.

    It is compared with what was reported: by the statement's author, or else by either player.
    """
    game = statement.case.game
    assert game is not None
    assert statement.record is not None
    sent = SentRecord(game, file_bytes(statement.record), statement.record)
    (twins,) = twins_of_each([sent])
    return _statement_columns(statement, sent, twins)


def _statement_columns(
    statement: Statement, sent: SentRecord, twins: Sequence[Twin]
) -> dict[str, Any]:
    said = list(Submission.objects.filter(game=sent.game).standing().order_by("pk"))
    own = [report for report in said if report.player_id == statement.player_id] or said
    claim = claim_of(claim_of_submission(own[-1])) if own else None
    (reading,) = readings_of([(sent.game.pk, sent.read)])
    return _columns(sent, claim=claim, named=NamedStones(), twins=twins, reading=reading)


def _columns(
    sent: SentRecord,
    *,
    claim: Claim | None,
    named: NamedStones,
    twins: Sequence[Twin],
    reading: Reading,
) -> dict[str, Any]:
    """Return the verdict on a record of a game, which comes with its tournament and players."""
    game = sent.game
    tournament = game.round.tournament
    ruleset = tournament.ruleset
    elsewhere = [_duplicate(twin, ruleset) for twin in twins if twin.doubts][:1]
    columns = judgement(
        sent.data,
        ruleset=ruleset,
        claim=claim,
        dead=named.dead,
        seki=named.seki,
        paired=paired_game(game),
        nothing_removed=game.stones_stay_since is not None,
        over_the_board=not tournament.internet,
        doubted=bool(elsewhere),
        read=sent.read,
        **reading.as_json(),
    )
    if reading:
        columns["read_as"] = reading.as_json()
    if columns["verdict"] != Outcome.UNREADABLE:
        columns["findings"] += [
            finding.as_dict(columns["size"], Message.as_json) for finding in elsewhere
        ]
        _hold_against_terms(columns, against_terms(game, sent.data, sent.file.created_at))
    return columns


def _hold_against_terms(columns: dict[str, Any], found: tuple[Finding, ...]) -> None:
    """Add to a verdict what speaks against the terms of its game."""
    differs = [finding for finding in found if finding.code is Code.TERMS_DIFFER]
    if differs:
        columns["options"] = {**columns["options"], UNMET: True}
    columns["findings"] += [
        finding.as_dict(columns["size"], Message.as_json)
        for finding in found
        # A komi that differs has a finding of its own.
        if finding not in differs or finding.detail["demand"] != GameRequirement.KOMI
    ]


def _duplicate(twin: Twin, ruleset: RuleSet) -> Finding:
    """Return the finding that a record was also sent for another game."""
    where = {"round": twin.round_number, "board": twin.board_number}
    alike = {"common": twin.common, "moves": twin.moves} if twin.moves else {}
    text = duplicate_text(twin.round_number, twin.board_number, twin.common, twin.moves)
    return Finding(Code.DUPLICATE, ruleset.key, text, detail=where | alike)
