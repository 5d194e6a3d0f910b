"""One number from the request to the worker's attempt: in the row, in the message, in the lines."""

import json
import logging
from unittest.mock import patch

import pytest

from config.log_formatters import JsonFormatter, PlainFormatter
from jobs import registry, table, tasks, worker
from jobs.models import Job
from jobs.request_id import new_request_id, request_id, use_request_id, valid_request_id

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def handler(monkeypatch):
    """Let a kind of job do what the test says."""

    def does(act):
        monkeypatch.setitem(registry.HANDLERS, "probe", act)

    return does


def ask(number: str | None) -> Job:
    with use_request_id(number):
        table.enqueue(kind="probe", dedup_key=f"probe:{number}", payload={})
    return Job.objects.get(dedup_key=f"probe:{number}")


def test_the_row_keeps_who_asked():
    assert ask("request-0001").request_id == "request-0001"
    assert ask(None).request_id == ""


def test_the_hint_within_a_request_carries_its_number():
    with patch.object(table.current_app, "send_task") as send, use_request_id("request-0001"):
        table.announce_job(7, 0)
    assert send.call_args.kwargs["headers"] == {"request_id": "request-0001"}


def test_the_attempt_and_its_lines_have_the_number(handler, caplog):
    seen = []
    handler(lambda job: seen.append(request_id()) or table.finish(job, lambda: None))
    job = ask("request-0001")
    lines = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonFormatter().format(record))

    keep = Keep()
    logging.getLogger("jobs").addHandler(keep)
    try:
        with caplog.at_level(logging.INFO, logger="jobs.worker"):
            assert worker.run_job(job_id=job.pk)
    finally:
        logging.getLogger("jobs").removeHandler(keep)
    entry = json.loads(lines[-1])
    assert seen == ["request-0001"]
    assert entry["request_id"] == "request-0001"
    assert (entry["job"], entry["kind"], entry["attempt"]) == (job.pk, "probe", 1)
    assert entry["outcome"] == "done"
    assert entry["ms"] >= 0
    assert request_id() is None


@pytest.mark.parametrize(
    ("act", "outcome"),
    [
        (lambda job: table.finish(job, lambda: None), "done"),
        (lambda job: False, "taken away"),
        (lambda job: 1 / 0, "failed"),
    ],
)
def test_the_line_of_an_attempt_says_how_it_ended(handler, caplog, act, outcome):
    handler(act)
    with caplog.at_level(logging.INFO, logger="jobs.worker"):
        worker.run_job(job_id=ask("request-0001").pk)
    assert caplog.records[-1].fields["outcome"] == outcome
    assert outcome in caplog.messages[-1]


def test_the_task_takes_the_number_of_its_message(monkeypatch):
    seen = []
    monkeypatch.setattr(worker, "run_job", lambda job_id: seen.append((job_id, request_id())))
    tasks.run_job.apply(args=[7], headers={"request_id": "request-0001"})
    tasks.run_job.apply(args=[8], headers={"request_id": "bad\nnumber"})
    tasks.run_job.apply(args=[9])
    assert seen == [(7, "request-0001"), (8, None), (9, None)]


@pytest.mark.parametrize(
    ("given", "good"),
    [
        ("0123456789abcdef", True),
        ("Root=1-abc", False),
        ("short", False),
        ("x" * 64, True),
        ("x" * 65, False),
        ("request-1\nERROR forged", False),
        ("request-1\n", False),
        ('request-"quoted"', False),
        (None, False),
        (7, False),
    ],
)
def test_a_number_from_outside_is_taken_when_a_line_can_hold_it(given, good):
    assert valid_request_id(given) == (given if good else None)


def test_numbers_differ_and_are_valid():
    numbers = {new_request_id() for _ in range(100)}
    assert len(numbers) == 100
    assert all(valid_request_id(number) == number for number in numbers)


def test_a_line_without_a_request_tells_none():
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "hello", (), None)
    assert "request_id" not in json.loads(JsonFormatter().format(record))
    assert PlainFormatter().format(record) == "hello"
    with use_request_id("request-0001"):
        assert PlainFormatter().format(record) == "hello [request-0001]"


def test_fields_never_replace_what_every_line_has():
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "hello", (), None)
    record.fields = {"level": "forged", "ms": 3}
    entry = json.loads(JsonFormatter().format(record))
    assert (entry["level"], entry["ms"]) == ("INFO", 3)
