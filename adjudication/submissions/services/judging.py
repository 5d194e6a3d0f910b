"""The main job: replay a submission's record and write down what it gives."""

import time
from collections.abc import Sequence
from typing import Any

from adjudication.models import (
    Case,
    GameRecordFile,
    Statement,
    StatementVerdict,
    Submission,
    Verdict,
)
from adjudication.records.models import bytes_of
from adjudication.rules.claims import Claim
from adjudication.rules.findings import Code, Finding
from adjudication.rules.judgement import UNMET, judgement
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import duplicate_text
from adjudication.rules.server_games import Demand
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.submissions.selectors.server_games import against_terms
from adjudication.triage.services.readings import reading_of_file
from adjudication.triage.services.triage import after_statement, after_verdict
from adjudication.verdicts.selectors.pairings import paired_game
from adjudication.verdicts.services.claims import claim_of, claimed_in
from adjudication.verdicts.services.likeness import (
    Twin,
    contradictions_of,
    keep_contradictions,
    keep_fingerprint,
    keep_likeness,
    twins_of,
)
from jobs.table import ClaimedJob, finish
from language.messages import Message
from tournament.audit.models import Topic
from tournament.audit.services.freshness import pages_changed
from tournament.audit.services.outbox import announce
from tournament.common.locks import held_game
from tournament.common.queries import columns_of
from tournament.models import Game

_JUDGED = (
    *(f"record__{column}" for column in ("data", "storage_key", "sha256")),
    *(f"game__{column}" for column in ("handicap", "komi_half", "play_by", "stones_stay_since")),
    *(
        f"game__{column}"
        for column in ("black__name", "black__accounts", "white__name", "white__accounts")
    ),
    *(f"game__round__{column}" for column in ("opens_at", "published_at", "play_by")),
    *(
        f"game__round__tournament__{column}"
        for column in ("rules", "tie_winner", "board_size", "internet", "clock", "time_zone")
    ),
)
"""What a verdict needs beside the report: of record, game, players and tournament a tenth."""


def judge_submission(job: ClaimedJob) -> bool:
    """Replay the record of the job's submission, write the verdict and do what follows from it.

    The replay runs outside of any transaction. Gives False, and writes nothing, when the job is
    no longer this worker's. Raises Submission.DoesNotExist for a submission without a record.
    """
    submission = (
        Submission.objects.select_related(
            "record", "game__black", "game__white", "game__round__tournament"
        )
        .only(*columns_of(Submission), *_JUDGED)
        .exclude(record=None)
        .get(pk=job.payload["submission_id"])
    )
    started = time.perf_counter()
    game, file = submission.game, submission.record
    assert file is not None
    keep_fingerprint(game, file)
    twins = twins_of(game, bytes_of(file))
    columns = verdict_columns(submission, twins)
    columns["duration_ms"] = round(1000 * (time.perf_counter() - started))
    against = contradictions_of(game, file)

    def write() -> None:
        # Whether a result is confirmed or a finding comes first, only one of them holds the game.
        submission.game = held_game(submission.game_id, players=True)
        Verdict.objects.create(submission=submission, **columns)
        keep_likeness(submission.game, file, twins)
        keep_contradictions(against)
        after_verdict(submission, columns)
        announce(
            Topic.VERDICT,
            tournament_id=submission.game.round.tournament_id,
            verdict=submission.pk,
        )
        pages_changed(submission.game.round.tournament_id, public=True)

    return finish(job, write)


def judge_statement(job: ClaimedJob) -> bool:
    """Replay the record of the job's statement, write the verdict and do what follows from it.

    Gives False, and writes nothing, when the job is no longer this worker's. Raises
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
    keep_fingerprint(about, file)
    twins = twins_of(about, bytes_of(file))
    columns = statement_columns(statement, twins)
    columns["duration_ms"] = round(1000 * (time.perf_counter() - started))
    against = contradictions_of(about, file)

    def write() -> None:
        game = held_game(about.pk, players=True)
        StatementVerdict.objects.create(statement=statement, **columns)
        keep_likeness(game, file, twins)
        keep_contradictions(against)
        # A referee who has taken the case is not to rule without having read it.
        Case.objects.live().filter(pk=statement.case_id).raise_version()
        after_statement(statement, game, columns)
        pages_changed(game.round.tournament_id, public=True)

    return finish(job, write)


def verdict_columns(submission: Submission, twins: Sequence[Twin] | None = None) -> dict[str, Any]:
    """Return the columns of the verdict on a submission with a record.

    ``twins`` are the records of other games that are like it; None is to look for them.
    """
    assert submission.record is not None
    return _columns(
        submission.game,
        submission.record,
        claim=claim_of(claimed_in(submission)),
        dead=submission.dead_stones,
        twins=twins,
    )


def statement_columns(statement: Statement, twins: Sequence[Twin] | None = None) -> dict[str, Any]:
    """Return the columns of the verdict on the record of a statement about a game.

    ``twins`` are the records of other games that are like it; None is to look for them.
    What was reported is what it is compared with: by who speaks, else by either player.
    """
    game = statement.case.game
    assert game is not None
    assert statement.record is not None
    said = list(Submission.objects.filter(game=game).standing().order_by("pk"))
    own = [one for one in said if one.player_id == statement.player_id] or said
    claim = claim_of(claimed_in(own[-1])) if own else None
    return _columns(game, statement.record, claim=claim, dead=None, twins=twins)


def _columns(
    game: Game,
    record: GameRecordFile,
    *,
    claim: Claim | None,
    dead: list[str] | None,
    twins: Sequence[Twin] | None,
) -> dict[str, Any]:
    """Return the verdict on a record of a game, which has its tournament and players."""
    tournament = game.round.tournament
    ruleset = tournament.ruleset
    data = bytes_of(record)
    reading = reading_of_file(game.pk, data)
    alike = twins_of(game, data) if twins is None else twins
    elsewhere = [_duplicate(twin, ruleset) for twin in alike if twin.doubts][:1]
    columns = judgement(
        data,
        ruleset=ruleset,
        claim=claim,
        dead=dead,
        paired=paired_game(game),
        nothing_removed=game.stones_stay_since is not None,
        over_the_board=not tournament.internet,
        doubted=bool(elsewhere),
        **reading.as_json(),
    )
    if reading:
        columns["read_as"] = reading.as_json()
    if columns["verdict"] != Outcome.UNREADABLE:
        columns["findings"] += [
            finding.as_dict(columns["size"], Message.as_json) for finding in elsewhere
        ]
        _hold_against_terms(columns, against_terms(game, data))
    return columns


def _hold_against_terms(columns: dict[str, Any], found: tuple[Finding, ...]) -> None:
    """Write into a verdict what speaks against the terms of its game."""
    differs = [finding for finding in found if finding.code is Code.TERMS_DIFFER]
    if differs:
        columns["options"] = {**columns["options"], UNMET: True}
    columns["findings"] += [
        finding.as_dict(columns["size"], Message.as_json)
        for finding in found
        # A komi that differs is told by a finding of its own.
        if finding not in differs or finding.detail["demand"] != Demand.KOMI
    ]


def _duplicate(twin: Twin, ruleset: RuleSet) -> Finding:
    """Report that a record was sent for another game as well."""
    where = {"round": twin.round_number, "board": twin.board_number}
    alike = {"common": twin.common, "moves": twin.moves} if twin.moves else {}
    text = duplicate_text(twin.round_number, twin.board_number, twin.common, twin.moves)
    return Finding(Code.DUPLICATE, ruleset.key, text, detail=where | alike)
