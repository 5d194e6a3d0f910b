"""A worker that is killed in the middle of a confirmation: another goes on where it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from adjudication.life_and_death.selectors import ConfirmationView, confirmation_view
from adjudication.models import Confirmation, ConfirmationAnswer, ConfirmationState
from jobs import table, worker
from jobs.models import Job, JobState
from tests.adjudication.life import Asking, life_case
from tests.integration.test_worker import sending_to
from tests.support.celery_worker import start_worker
from tests.support.database import test_database_url
from tests.support.processes import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
TABLE, LOCK = "adjudication_confirmationanswer", 7_071
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
SLOW = f"""
CREATE FUNCTION slow_answer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
IF NEW."order" = 2 THEN PERFORM pg_advisory_xact_lock_shared({LOCK}); END IF; RETURN NEW; END $$;
CREATE TRIGGER slow_answer BEFORE INSERT ON {TABLE} FOR EACH ROW EXECUTE FUNCTION slow_answer();
"""


def sql(text: str) -> list[tuple[int, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(text)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def third_answer_held_up() -> Iterator[None]:
    """Keep whoever writes the third answer waiting for the length of the block."""
    sql(SLOW)
    try:
        sql(f"SELECT pg_advisory_lock({LOCK})")
        try:
            yield
        finally:
            sql(f"SELECT pg_advisory_unlock({LOCK})")
    finally:
        sql(f"DROP TRIGGER slow_answer ON {TABLE}; DROP FUNCTION slow_answer()")


def told(asked: Confirmation) -> object:
    view = confirmation_view(asked.case_id, asked.number)
    assert isinstance(view, ConfirmationView)
    return view.chains, view.found, view.nodes, view.answered, view.state


def test_another_worker_goes_on_with_what_one_had_found(broker: str, tmp_path: Path):
    asking = Asking(life_case())
    with sending_to(broker):
        asked = asking.ask()
    with third_answer_held_up():
        first = start_worker(
            tmp_path,
            database_url=test_database_url(),
            broker_url=broker,
            concurrency=1,
            SHINPAN_LEASE_SECONDS="1",
        )
        try:
            wait_until(lambda: sql(WAITING)[0][0] > 0, "the worker in the middle")
        finally:
            first.kill()
        found = list(ConfirmationAnswer.objects.order_by("pk").values_list("pk", flat=True))
        assert len(found) == 2
        assert Job.objects.get().state == JobState.RUNNING
    wait_until(lambda: table.sweep().released == 1, "the lease runs out")
    assert worker.run_job()
    kept = ConfirmationAnswer.objects.order_by("order").values_list("pk", flat=True)
    assert list(kept[:2]) == found
    assert Job.objects.get().attempts == 2
    asked.refresh_from_db()
    assert asked.state == ConfirmationState.DONE
    assert told(asked) == told(asking.answered())
