"""The main job: replay a submission's record and write down what it gives."""

import time
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
from adjudication.rules.judgement import judgement
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import duplicate_text
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.triage.services.readings import reading_of_file
from adjudication.triage.services.triage import after_statement, after_verdict
from adjudication.verdicts.selectors.pairings import paired_game
from adjudication.verdicts.services.claims import claim_of, claimed_in
from adjudication.verdicts.services.likeness import Twin, keep_fingerprint, keep_likeness, twin_of
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
    *(f"game__{column}" for column in ("handicap", "komi_half", "stones_stay_since")),
    *(
        f"game__{column}"
        for column in ("black__name", "black__accounts", "white__name", "white__accounts")
    ),
    *(
        f"game__round__tournament__{column}"
        for column in ("rules", "tie_winner", "board_size", "internet")
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
    keep_fingerprint(submission)
    columns = verdict_columns(submission)
    columns["duration_ms"] = round(1000 * (time.perf_counter() - started))
    twin = None
    if any(finding["code"] == Code.DUPLICATE for finding in columns["findings"]):
        assert submission.record is not None
        twin = twin_of(submission.game, submission.record)

    def write() -> None:
        # Whether a result is confirmed or a finding comes first, only one of them holds the game.
        submission.game = held_game(submission.game_id, players=True)
        Verdict.objects.create(submission=submission, **columns)
        keep_likeness(submission, twin)
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
    columns = statement_columns(statement)
    columns["duration_ms"] = round(1000 * (time.perf_counter() - started))

    def write() -> None:
        assert statement.case.game_id is not None
        game = held_game(statement.case.game_id, players=True)
        StatementVerdict.objects.create(statement=statement, **columns)
        # A referee who has taken the case is not to rule without having read it.
        Case.objects.live().filter(pk=statement.case_id).raise_version()
        after_statement(statement, game, columns)
        pages_changed(game.round.tournament_id)

    return finish(job, write)


def verdict_columns(submission: Submission) -> dict[str, Any]:
    """Return the columns of the verdict on a submission with a record."""
    assert submission.record is not None
    return _columns(
        submission.game,
        submission.record,
        claim=claim_of(claimed_in(submission)),
        dead=submission.dead_stones,
    )


def statement_columns(statement: Statement) -> dict[str, Any]:
    """Return the columns of the verdict on the record of a statement about a game.

    What was reported is what it is compared with: by who speaks, else by either player.
    """
    game = statement.case.game
    assert game is not None
    assert statement.record is not None
    said = list(Submission.objects.filter(game=game).standing().order_by("pk"))
    own = [one for one in said if one.player_id == statement.player_id] or said
    claim = claim_of(claimed_in(own[-1])) if own else None
    return _columns(game, statement.record, claim=claim, dead=None)


def _columns(
    game: Game, record: GameRecordFile, *, claim: Claim | None, dead: list[str] | None
) -> dict[str, Any]:
    """Return the verdict on a record of a game, which has its tournament and players."""
    tournament = game.round.tournament
    ruleset = tournament.ruleset
    data = bytes_of(record)
    reading = reading_of_file(game.pk, data)
    twin = twin_of(game, record)
    elsewhere = [] if twin is None else [_duplicate(twin, ruleset)]
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
    return columns


def _duplicate(twin: Twin, ruleset: RuleSet) -> Finding:
    """Report that a record was sent for another game as well."""
    where = {"round": twin.round_number, "board": twin.board_number}
    alike = {"common": twin.common, "moves": twin.moves} if twin.moves else {}
    text = duplicate_text(twin.round_number, twin.board_number, twin.common, twin.moves)
    return Finding(Code.DUPLICATE, ruleset.key, text, detail=where | alike)
