"""Records that are imported some at a time: each as if it were alone, and nothing half-written."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from adjudication.corrections.services.undo import undo
from adjudication.models import GameRecordFile, Submission, Verdict
from adjudication.records.services import RecordFile
from adjudication.submissions.services import bulk_records
from adjudication.submissions.services.bulk_records import FileOutcome, Outcome, import_records
from jobs.models import Job, JobState
from jobs.worker import run_job
from tests.factories import COUNTED, UNREADABLE, GameFactory, RoundFactory
from tournament.audit.selectors.trail import check_trail
from tournament.models import AuditEvent, Game, GameState, Round, Verb

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def record(board: int, result: bytes = b"W+0.5") -> RecordFile:
    data = COUNTED.replace(b"(;", b"(;RE[%s]C[%d]" % (result, board), 1)
    return RecordFile(f"r1-b{board}.sgf", data)


def boards(many: int) -> Round:
    round_ = RoundFactory(number=1, state="published")
    for number in range(1, many + 1):
        GameFactory(round=round_, board_number=number)
    return round_


def bring(round_: Round, files: list[RecordFile]) -> list[FileOutcome]:
    return list(import_records(tournament_id=round_.tournament_id, files=files, enter_results=True))


def outcomes(found: list[FileOutcome]) -> list[Outcome]:
    return [file.outcome for file in found]


def counts() -> list[int]:
    return [model.objects.count() for model in (GameRecordFile, Submission, Job, AuditEvent)]


def test_what_many_files_cost_in_statements_is_what_one_costs():
    taken = []
    for many in (2, 6):
        round_ = boards(many)
        with CaptureQueriesContext(connection) as captured:
            found = bring(round_, [record(number) for number in range(1, many + 1)])
        assert outcomes(found) == [Outcome.ENTERED] * many
        taken.append(len(captured))
    assert taken[0] == taken[1]


def test_every_game_has_its_own_events_and_can_be_undone_alone():
    round_ = boards(3)
    bring(round_, [record(1), record(2, b"W+R"), record(3)])
    assert check_trail(round_.tournament_id).wrong is None
    for game in round_.games.all():
        own = AuditEvent.objects.filter(table=game.board_number).order_by("sequence")
        assert [event.verb for event in own] == [Verb.RESULT_ENTERED, Verb.RECORD_ADDED]
        for event in own:
            assert event.players == sorted((game.black.number, game.white.number))
        assert own[0].after["winner"] == game.winner
    undo(event_id=AuditEvent.objects.get(table=2, verb=Verb.RESULT_ENTERED).pk)
    states = round_.games.order_by("board_number").values_list("state", flat=True)
    assert list(states) == [GameState.ENTERED, GameState.OPEN, GameState.ENTERED]
    assert check_trail(round_.tournament_id).wrong is None


def test_bad_files_are_named_and_the_others_kept():
    round_ = boards(4)
    files = [
        record(1),
        RecordFile("r1-b2.sgf", UNREADABLE),
        RecordFile("r1-b3.sgf", COUNTED),  # says no result
        record(9),
        record(4),
        record(4, b"B+R"),  # another record of the same game
        record(1),
    ]
    found = bring(round_, files)
    assert outcomes(found) == [
        *(Outcome.ENTERED, Outcome.UNREADABLE, Outcome.NO_RESULT, Outcome.NO_GAME),
        *(Outcome.ENTERED, Outcome.ACCEPTED, Outcome.DUPLICATE),
    ]
    assert [file.name for file in found] == [file.name for file in files]
    assert found[6].submission_id == found[0].submission_id
    assert Submission.objects.count() == Job.objects.count() == 3


def test_what_the_database_refuses_keeps_no_other_out(monkeypatch):
    round_ = boards(3)
    real = bulk_records.keep_records

    def keep(files: Any) -> Any:
        files = list(files)
        if any(name == "r1-b2.sgf" for _data, name, _digest in files):
            raise IntegrityError("a constraint")
        return real(files)

    monkeypatch.setattr(bulk_records, "keep_records", keep)
    found = bring(round_, [record(number) for number in (1, 2, 3)])
    assert outcomes(found) == [Outcome.ENTERED, Outcome.REFUSED, Outcome.ENTERED]
    assert Game.objects.get(round=round_, board_number=2).state == GameState.OPEN
    assert check_trail(round_.tournament_id).wrong is None


@pytest.mark.django_db(transaction=True)
def test_one_that_is_killed_half_way_leaves_whole_batches_and_is_given_again(
    monkeypatch, tmp_path, capsys
):
    round_ = boards(5)
    for number in range(1, 6):
        file = record(number)
        (tmp_path / file.name).write_bytes(file.data)
    monkeypatch.setattr(bulk_records, "AT_A_TIME", 2)
    real, told = bulk_records.record_all, []

    def killed(events: Any, **named: Any) -> Any:
        told.append(events)
        if len(told) == 2:
            raise SystemExit  # after all else of the second batch was written
        return real(events, **named)

    arguments = ("import_records", round_.tournament.slug, str(tmp_path), "--enter-results")
    monkeypatch.setattr(bulk_records, "record_all", killed)
    with pytest.raises(SystemExit):
        call_command(*arguments)
    monkeypatch.setattr(bulk_records, "record_all", real)
    assert counts() == [2, 2, 2, 4]
    assert round_.games.filter(state=GameState.ENTERED).count() == 2
    call_command(*arguments)
    assert "3 entered, 2 duplicate" in capsys.readouterr().err
    assert counts() == [5, 5, 5, 10]
    call_command(*arguments)
    assert counts() == [5, 5, 5, 10]
    assert check_trail(round_.tournament_id).wrong is None
    while run_job():
        pass
    assert Verdict.objects.count() == Job.objects.filter(state=JobState.DONE).count() == 5
