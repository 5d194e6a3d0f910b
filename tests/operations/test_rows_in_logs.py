"""An error of the database quotes the row it refuses, with names in it: no log, no Sentry does."""

import json
import logging
import sys

import pytest
from django.db import IntegrityError, connection, transaction

from config.log_formatters import JsonFormatter, PlainFormatter, without_rows
from config.sentry import scrub_event
from jobs import table
from jobs.models import Job
from tests.factories import JobFactory, PlayerFactory
from tournament.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NAME = "Somebody\nTold Twice"


def refused(change, caplog) -> tuple[logging.LogRecord, BaseException]:
    """Let the database refuse a change, and log that as the program does."""
    try:
        with transaction.atomic():
            change()
    except IntegrityError as error:
        logging.getLogger("jobs.worker").exception("job %s failed: %s", 7, error)
        return caplog.records[-1], error
    raise AssertionError


def no_number() -> None:
    Player.objects.filter(pk=PlayerFactory(surname=NAME).pk).update(number=None)


def same_key() -> None:
    Job.objects.create(kind="k", dedup_key=Job.objects.create(kind="k", dedup_key=NAME).dedup_key)


@pytest.mark.parametrize("change", [no_number, same_key])
@pytest.mark.parametrize("formatter", [PlainFormatter(), JsonFormatter()])
def test_what_the_database_quotes_stands_in_no_line(formatter, change, caplog):
    record, error = refused(change, caplog)
    if connection.vendor == "postgresql":
        assert "DETAIL" in str(error)
        assert "Somebody" in str(error)
    record.exc_text = None  # pytest's own formatter kept one
    line = formatter.format(record)
    for hidden in ("Somebody", "Told Twice", "DETAIL"):
        assert hidden not in line
    for told in ("job 7 failed", "IntegrityError", "test_rows_in_logs.py", "constraint"):
        assert told in line
    assert line.count("Traceback (most recent call last)") == 2


def test_a_job_that_is_given_up_over_it_is_told_without_its_row(caplog):
    _, error = refused(no_number, caplog)
    job = JobFactory(max_attempts=1)
    claimed = table.claim(job_id=job.pk)
    table.fail(claimed, error)
    line = PlainFormatter().format(caplog.records[-1])
    assert f"job {job.pk} given up" in line
    assert "Somebody" not in line


def test_sentry_is_told_of_its_kind_alone():
    sentry = pytest.importorskip("sentry_sdk.utils")
    try:
        with transaction.atomic():
            no_number()
    except IntegrityError:
        event, _ = sentry.event_from_exception(sys.exc_info())
    event["logentry"] = {"message": f"failed: x\nDETAIL:  Failing row contains ({NAME})."}
    text = json.dumps(scrub_event(event), default=str)
    assert "IntegrityError" in text
    assert "Somebody" not in text
    assert "Told Twice" not in text


def test_a_value_that_is_quoted_and_what_follows_are_left_out():
    error = 'invalid input syntax for type integer: "Somebody"\nCONTEXT:  unnamed portal\n\nx'
    assert without_rows(error) == "invalid input syntax for type integer"
    assert without_rows("two\nlines, DETAIL: here") == "two\nlines, DETAIL: here"
