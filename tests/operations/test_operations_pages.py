"""The operations pages: what failed, in words; trying again from there; fresh by themselves."""

import pytest
from django.utils import timezone, translation

from jobs.models import Job, JobState
from notices.webhooks.services import add_webhook, send_test
from operations.work.labels import duration_text
from tests.factories import JobFactory
from tests.support.world import World
from tests.web.routes.visitors import operator
from tournament.models import AuditEvent, Role

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PAGE = "/director/coupe/operations/"


@pytest.fixture
def failed(world: World) -> list[Job]:
    jobs = [JobFactory(submission__game=game) for game in world.games[-2:]]
    Job.objects.update(
        state=JobState.FAILED,
        attempts=5,
        finished_at=timezone.now(),
        last_error="OperationalError: the <b>connection</b> is lost",
        request_id="request-0001",
    )
    return jobs


def test_nothing_to_do_is_said(world: World):
    text = world.client(Role.DIRECTOR).get(PAGE).text
    assert "Everything is done." in text
    assert ">Try again<" not in text


def test_what_failed_is_told_with_its_reason_and_its_game(world: World, failed):
    text = world.client(Role.DIRECTOR).get(PAGE).text
    assert "Checking a game record" in text
    assert "The database was busy or away." in text
    assert '<p class="copy">OperationalError</p>' in text
    assert "request-0001" in text
    assert f"/games/{world.games[-1].pk}/" in text
    assert "Try all of them again" in text


def test_what_an_error_quotes_is_for_the_operator_alone(world: World, failed):
    assert "connection" not in world.client(Role.ASSISTANT).get(PAGE).text
    assert "the &lt;b&gt;connection" in operator(world).get("/operator/operations/").text


def test_one_and_then_the_others_are_tried_again(world: World, failed):
    client = world.client(Role.ASSISTANT)
    answer = client.post(f"{PAGE}retry/", {"job": str(failed[0].pk)}, follow=True)
    assert "It is being tried again." in answer.text
    failed[0].refresh_from_db()
    assert failed[0].state == JobState.READY
    assert "waiting" in answer.text
    client.post(f"{PAGE}retry/")
    assert not Job.objects.filter(state=JobState.FAILED).exists()
    for nonsense in ("²", "9" * 5000):
        answer = client.post(f"{PAGE}retry/", {"job": nonsense}, follow=True)
        assert "There is nothing to try again." in answer.text
    history = client.get("/director/coupe/history/").text
    assert "retried what had failed" in history
    assert AuditEvent.objects.filter(verb="jobs.retried").count() == 2


def test_the_directors_first_page_leads_there(world: World, failed):
    text = world.client(Role.DIRECTOR).get("/director/coupe/").text
    assert "Records that could not be checked" in text
    assert f'href="{PAGE}"' in text


def test_the_page_keeps_itself_fresh(world: World):
    client = world.client(Role.DIRECTOR)
    first = client.get(f"{PAGE}live/")
    tag = first.headers["ETag"]
    assert client.get(f"{PAGE}live/", headers={"If-None-Match": tag}).status_code == 304
    JobFactory(submission__game=world.games[-1])
    answer = client.get(f"{PAGE}live/", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "Waiting longest" in answer.text


def test_the_operator_sees_everything_and_tries_again(world: World, failed):
    client = operator(world)
    JobFactory(priority=50, submission__game=world.games[-3])
    text = client.get("/operator/operations/").text
    for word in ("Many records at once", "Workers", "Sweeper", "Database", "Message broker"):
        assert word in text
    assert text.count("The database was busy or away.") == 2
    answer = client.post("/operator/operations/retry/", follow=True)
    assert "2 jobs are being tried again." in answer.text
    assert "/operator/operations/" in client.get("/operator/").text


def test_what_waits_alike_is_told_once(world: World):
    hook = add_webhook(
        tournament_id=world.tournament.pk, url="https://hooks.example.org/x", topics=["verdict"]
    )
    for _each in range(3):
        send_test(tournament_id=world.tournament.pk, webhook_id=hook.id)
    JobFactory(submission__game=world.games[-1])
    text = world.client(Role.DIRECTOR).get(PAGE).text
    assert text.count("Sending a message to another program (webhook) <strong>× 3</strong>") == 1
    assert '<span class="badge busy">4</span>' in text


def test_times_are_written_as_the_language_has_them():
    with translation.override("fr"):
        assert duration_text(1.25) == "1,2 s"
    assert duration_text(1.25) == "1.2 s"
