"""Webhooks: who is told what, signed, at least once, again after a failure."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from jobs import table
from jobs.models import Job
from notices.models import Delivery, DeliveryState, Webhook
from notices.webhooks import delivery as attempts
from notices.webhooks.http_client import Outcome
from notices.webhooks.selectors import deliveries_of, webhook_of
from notices.webhooks.services import (
    change_webhook,
    remove_webhook,
    renew_secret,
    replay_delivery,
    replay_since,
    send_test,
)
from tests.notices.hooks import ALL, bodies, later, listen, only_delivery, waits_for, work
from tests.support.records import KO, sgf
from tests.support.world import add_round, both_report, report
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Player

pytestmark = pytest.mark.django_db


def verified(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """The example of docs/webhooks.md."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(one.removeprefix("v1,"), expected)
        for one in headers["webhook-signature"].split()
    )


def test_nobody_listens_and_no_job_is_written(world, django_assert_num_queries):
    report(world.games[0], world.games[0].black, "B+R")
    assert not Job.objects.filter(kind="announce").exists()


def test_a_round_is_told_with_its_boards_and_no_more_of_its_players_than_the_public_sees(
    world, receiver
):
    Player.objects.filter(pk=world.players[0].pk).update(hidden=True, email="aki@example.org")
    listen(world, receiver, "pairing.published")
    add_round(world)
    assert work() == 2
    (told,) = bodies(receiver)
    assert told["type"] == "pairing.published"
    assert told["data"]["round"] == 2
    assert told["data"]["tournament"] == {"slug": "coupe", "name": "Coupe d’été"}
    assert told["data"]["games"][0] == {
        "table": 1,
        "black": {"number": 1, "name": "#1"},
        "white": {"number": 2, "name": "Béa"},
        "handicap": 0,
        "komi": 6.5,
    }
    assert len(told["data"]["games"]) == 4
    assert b"example.org" not in receiver.got[0].body


def test_results_and_verdicts_are_told_in_their_words(world, receiver):
    listen(world, receiver)
    game = world.games[0]
    report(game, game.black, "B+R", sgf(KO, KM="6.5"))
    report(game, game.white, "B+R")
    work()
    told = {one["type"]: one["data"] for one in bodies(receiver)}
    assert told["result.reported"]["games"][0]["result"] == {
        "winner": "black",
        "reason": "resignation",
        "margin": None,
    }
    assert told["result.confirmed"]["games"][0]["state"] == "confirmed"
    assert told["verdict"]["table"] == 1
    assert "illegal.ko" in json.dumps(told["verdict"]["findings"])


def test_only_the_topics_that_were_chosen_are_told(world, receiver):
    listen(world, receiver, "result.confirmed")
    both_report(world.games[0], "B+R")
    work()
    assert [one["type"] for one in bodies(receiver)] == ["result.confirmed"]


def test_every_message_is_signed_and_a_changed_one_is_noticed(world, receiver):
    secret = listen(world, receiver).secret
    both_report(world.games[0], "B+R")
    work()
    assert len(receiver.got) == 2
    for got in receiver.got:
        assert verified(secret, got.headers, got.body)
        assert not verified(secret, got.headers, got.body + b" ")
        assert not verified(secret, {**got.headers, "webhook-timestamp": "1"}, got.body)
        assert abs(int(got.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60


def test_another_secret_signs_and_the_old_one_no_longer(world, receiver):
    first = listen(world, receiver, "result.reported")
    second = renew_secret(tournament_id=world.tournament.pk, webhook_id=first.id)
    report(world.games[0], world.games[0].black, "B+R")
    work()
    assert verified(second.secret, receiver.got[0].headers, receiver.got[0].body)
    assert not verified(first.secret, receiver.got[0].headers, receiver.got[0].body)


def test_the_database_holds_no_secret(world, receiver, settings):
    made = listen(world, receiver)
    row = Webhook.objects.values().get()
    assert made.secret.removeprefix("whsec_") not in str(row)
    settings.SECRET_KEY = "another" * 10
    again = renew_secret(tournament_id=world.tournament.pk, webhook_id=made.id)
    assert again.secret != made.secret


def test_twelve_attempts_in_a_day_and_a_half_and_the_webhook_is_switched_off(world, receiver):
    made = listen(world, receiver, "result.reported")
    receiver.status = 500
    report(world.games[0], world.games[0].black, "B+R")
    pauses = []
    while work() != 0:
        delivery = only_delivery()
        if delivery.state != DeliveryState.WAITING:
            break
        assert (delivery.status, delivery.error) == (500, "It did not accept the message.")
        pauses.append(waits_for())
        later(seconds=pauses[-1])
    assert len(receiver.got) == 12
    assert pauses == sorted(pauses)
    assert timedelta(hours=30) < timedelta(seconds=sum(pauses)) < timedelta(hours=48)
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1
    assert only_delivery().state == DeliveryState.FAILED
    row = webhook_of(world.tournament.pk, made.id)
    assert not row.enabled
    assert row.stopped_at is not None
    receiver.got.clear()
    report(world.games[1], world.games[1].black, "B+R")
    assert work() == 0
    assert receiver.got == []


def test_one_success_ends_the_failing(world, receiver):
    made = listen(world, receiver, "result.reported")
    receiver.status = 503
    report(world.games[0], world.games[0].black, "B+R")
    work()
    assert webhook_of(world.tournament.pk, made.id).failing_since is not None
    receiver.status = 204
    later(seconds=11)
    work()
    assert webhook_of(world.tournament.pk, made.id).failing_since is None
    assert only_delivery().state == DeliveryState.DELIVERED
    assert only_delivery().attempts == 2


def test_another_address_starts_anew_and_the_record_tells_of_it_without_its_path(world, receiver):
    made = listen(world, receiver, "result.reported")
    receiver.status = 503
    report(world.games[0], world.games[0].black, "B+R")
    work()
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=36))
    key = {"tournament_id": world.tournament.pk, "webhook_id": made.id, "enabled": True}
    url = receiver.url.replace("/hook", "/secret")
    change_webhook(**key, url=url, topics=["result.reported"])
    event = AuditEvent.objects.latest("pk")
    assert (event.verb, event.after["address"]) == ("webhook.changed", "new")
    assert "secret" not in str(event.after)
    report(world.games[1], world.games[1].black, "B+R")
    work()
    assert webhook_of(world.tournament.pk, made.id).enabled


def test_gone_switches_a_webhook_off_at_once(world, receiver):
    made = listen(world, receiver, "result.reported")
    receiver.status = 410
    report(world.games[0], world.games[0].black, "B+R")
    work()
    assert not webhook_of(world.tournament.pk, made.id).enabled


def test_a_worker_that_dies_before_the_note_sends_the_same_message_again(
    world, receiver, monkeypatch
):
    listen(world, receiver, "result.reported")
    report(world.games[0], world.games[0].black, "B+R")

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(attempts, "finish", die)
    assert work_until_killed(Killed)
    assert only_delivery().state == DeliveryState.WAITING
    monkeypatch.undo()
    table.sweep(abandoned=True)
    work()
    assert only_delivery().state == DeliveryState.DELIVERED
    assert len(receiver.got) == 2
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1
    assert receiver.got[0].body == receiver.got[1].body


def work_until_killed(death: type[BaseException]) -> bool:
    try:
        work()
    except death:
        return True
    return False


def test_an_announcement_done_twice_is_delivered_once(world, receiver):
    listen(world, receiver, "result.reported")
    report(world.games[0], world.games[0].black, "B+R")
    work()
    done = Job.objects.get(kind="announce")
    Job.objects.create(kind="announce", dedup_key="once more", payload=done.payload)
    work()
    assert len(receiver.got) == 1


def test_what_was_delivered_can_be_replayed_alone_or_since_a_moment(world, receiver):
    made, where = listen(world, receiver, "result.reported"), world.tournament.pk
    for game in world.games[:3]:
        report(game, game.black, "B+R")
    work()
    newest = deliveries_of(where, made.id)[0]
    replay_delivery(tournament_id=where, delivery_id=newest.id)
    work()
    assert len(receiver.got) == 4
    assert receiver.got[3].headers["webhook-id"] == newest.message_id
    since = timezone.now() - timedelta(hours=1)
    assert replay_since(tournament_id=where, webhook_id=made.id, since=since) == 3
    work()
    assert len(receiver.got) == 7
    assert replay_since(tournament_id=where, webhook_id=made.id, since=timezone.now()) == 0


def test_a_replay_while_an_attempt_waits_sends_it_once(world, receiver):
    made, where = listen(world, receiver, "result.reported"), world.tournament.pk
    receiver.status = 500
    report(world.games[0], world.games[0].black, "B+R")
    work()
    receiver.status = 200
    replay_delivery(tournament_id=where, delivery_id=only_delivery().pk)
    later(days=1)
    work()
    assert len(receiver.got) == 2
    assert deliveries_of(where, made.id)[0].state == DeliveryState.DELIVERED


def test_a_test_is_sent_once_also_to_a_webhook_that_is_off(world, receiver):
    made, where = listen(world, receiver), world.tournament.pk
    change_webhook(
        tournament_id=where, webhook_id=made.id, url=receiver.url, topics=ALL, enabled=False
    )
    receiver.status = 404
    send_test(tournament_id=where, webhook_id=made.id)
    work()
    assert [one["type"] for one in bodies(receiver)] == ["test"]
    assert only_delivery().state == DeliveryState.FAILED
    assert not webhook_of(where, made.id).failing_since
    with pytest.raises(Conflict) as caught:
        replay_delivery(tournament_id=where, delivery_id=only_delivery().pk)
    assert caught.value.code == "webhook_off"


def test_another_tournament_reaches_neither_webhook_nor_delivery(world, receiver):
    made = listen(world, receiver)
    send_test(tournament_id=world.tournament.pk, webhook_id=made.id)
    other = world.tournament.pk + 1
    key = {"tournament_id": other, "webhook_id": made.id}
    for act in (
        lambda: change_webhook(**key, url=receiver.url, topics=ALL, enabled=True),
        lambda: renew_secret(**key),
        lambda: remove_webhook(**key),
        lambda: send_test(**key),
        lambda: replay_since(**key, since=timezone.now()),
        lambda: replay_delivery(tournament_id=other, delivery_id=only_delivery().pk),
    ):
        with pytest.raises(NotFound):
            act()
    assert webhook_of(other, made.id) is None
    assert deliveries_of(other, made.id) == ()


def test_what_waits_for_a_webhook_that_is_removed_is_dropped(world, receiver):
    made = listen(world, receiver, "result.reported")
    report(world.games[0], world.games[0].black, "B+R")
    remove_webhook(tournament_id=world.tournament.pk, webhook_id=made.id)
    work()
    assert receiver.got == []
    assert not Delivery.objects.exists()


def test_the_history_tells_of_webhooks_by_their_host_alone(world, receiver):
    made, where = listen(world, receiver), world.tournament.pk
    change_webhook(
        tournament_id=where, webhook_id=made.id, url=receiver.url, topics=ALL[:1], enabled=True
    )
    remove_webhook(tournament_id=where, webhook_id=made.id)
    events = AuditEvent.objects.filter(verb__startswith="webhook.")
    assert [one.verb for one in events.order_by("pk")] == [
        "webhook.added",
        "webhook.changed",
        "webhook.removed",
    ]
    assert "hook?a=1" not in str(list(events.values()))


@pytest.mark.parametrize("topics", [[], ["test"], ["nothing"], ["verdict", "nothing"]])
def test_topics_that_are_none_are_refused(world, receiver, topics):
    with pytest.raises(UserError) as caught:
        listen(world, receiver, *(topics or [""]))
    assert caught.value.field == "topics"


def test_ten_webhooks_are_enough(world, receiver):
    for _ in range(10):
        listen(world, receiver)
    with pytest.raises(Conflict) as caught:
        listen(world, receiver)
    assert caught.value.code == "too_many_webhooks"


def test_a_machine_that_does_not_answer_is_tried_once_a_minute(world, receiver, monkeypatch):
    listen(world, receiver, "result.reported")
    tried = []

    def silent(url: str, *_: object) -> Outcome:
        tried.append(url)
        return Outcome(None, 10_000, "It did not answer in time.")

    monkeypatch.setattr(attempts, "post", silent)
    for game in world.games:
        report(game, game.black, "B+R")
    work()
    assert len(tried) == 1
    assert set(Delivery.objects.values_list("attempts", flat=True)) == {0, 1}
    monkeypatch.undo()
    cache.clear()
    for _ in range(3):
        later(minutes=3)
        work()
    assert len(receiver.got) == 4
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


@pytest.mark.parametrize(
    ("hours", "least", "most"), [(0, 60, 120), (4, 1800, 3600), (30, 3600, 7200)]
)
def test_what_waits_for_a_machine_that_is_long_away_is_looked_at_less_often(
    world, receiver, monkeypatch, hours, least, most
):
    made = listen(world, receiver, "result.reported")
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=hours))
    monkeypatch.setattr("notices.slow_hosts.may_try", lambda machine: False)
    report(world.games[0], world.games[0].black, "B+R")
    work()
    assert least - 5 < waits_for() < most
    assert (receiver.got, deliveries_of(world.tournament.pk, made.id)[0].attempts) == ([], 0)


def test_a_webhook_that_fails_all_the_time_is_switched_off_whatever_waits(world, receiver):
    made = listen(world, receiver, "result.reported")
    receiver.status = 500
    report(world.games[0], world.games[0].black, "B+R")
    work()
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=36))
    report(world.games[1], world.games[1].black, "B+R")
    work()
    assert not webhook_of(world.tournament.pk, made.id).enabled
