"""What the pages of webhooks and mails do: forms that keep what was typed, secrets shown once."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from notices.models import Delivery, Mail, MailRules, MailState, PlayerMail, StaffMail, Webhook
from notices.webhooks.services import add_webhook
from tests.support.world import World
from tournament.models import AccessLink, Player, Role

ADDRESS = "https://hooks.example.org/shinpan"


@pytest.fixture
def director(world: World):
    return world.client(Role.DIRECTOR)


def added(world: World) -> int:
    made = add_webhook(tournament_id=world.tournament.pk, url=ADDRESS, topics=["verdict"])
    return made.id


def test_a_webhook_is_added_and_its_secret_is_shown_this_once(world, director):
    answer = director.post(
        "/director/coupe/webhooks/",
        {"url": ADDRESS, "topics": ["verdict", "ruling"]},
        follow=True,
    )
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    (secret,) = re.findall(r'value="(whsec_[^"]+)"', answer.text)
    hook = Webhook.objects.get()
    assert hook.topics == ["verdict", "ruling"]
    for page in ("/director/coupe/webhooks/", f"/director/coupe/webhooks/{hook.pk}/"):
        text = director.get(page).text
        assert ADDRESS in text
        assert "https://<wbr>hooks.example.org/<wbr>shinpan" in text
        assert secret not in text


def test_a_wrong_address_is_told_beside_its_field_with_everything_typed(world, director):
    page = "/director/coupe/webhooks/"
    answer = director.post(page, {"url": "http://10.0.0.1/x", "topics": ["ruling"]})
    assert answer.status_code == 400
    assert re.search(r'<input[^>]* name="url"[^>]* aria-invalid="true"', answer.text)
    assert 'value="http://10.0.0.1/x"' in answer.text
    boxes = re.findall(r'<input[^>]* name="topics"[^>]*>', answer.text)
    (ticked,) = (box for box in boxes if "checked" in box)
    assert 'value="ruling"' in ticked
    answer = director.post(page, {"url": ADDRESS})
    assert answer.status_code == 400
    assert re.findall(r'<p class="error"[^>]*>([^<]+)', answer.text) == [
        "Choose at least one topic."
    ]
    assert not Webhook.objects.exists()


def test_a_webhook_is_changed_switched_off_and_removed_after_a_question(world, director):
    page = f"/director/coupe/webhooks/{added(world)}/"
    assert director.post(page, {"url": f"{ADDRESS}/2", "topics": ["ruling"]}).status_code == 302
    hook = Webhook.objects.get()
    assert (hook.url, hook.topics, hook.enabled) == (f"{ADDRESS}/2", ["ruling"], False)
    assert "Remove this webhook?" in director.get(f"{page}remove/").text
    assert Webhook.objects.exists()
    director.post(f"{page}remove/")
    assert not Webhook.objects.exists()


def test_messages_are_listed_and_sent_once_more(world, director):
    hook = added(world)
    page = f"/director/coupe/webhooks/{hook}/"
    for number in range(51):
        Delivery.objects.create(
            webhook_id=hook, topic="verdict", source=f"verdict:{number}", state="delivered"
        )
    failed = Delivery.objects.create(
        webhook_id=hook, topic="verdict", source="verdict:x", state="failed", status=500
    )
    text = director.get(page).text
    assert text.count("arrived</span>") == 19
    assert "given up</span>" in text
    (older,) = re.findall(r'href="(\?before=\d+)"', text)
    assert director.get(page + older).text.count("arrived</span>") == 20
    director.post(f"{page}deliveries/{failed.pk}/replay/")
    failed.refresh_from_db()
    assert failed.state == "waiting"
    assert f"again-{failed.pk}" in text
    assert f"again-{failed.pk}" not in director.get(page).text
    answer = director.post(f"{page}replay/", {"since": "hour"}, follow=True)
    assert "52 messages are sent again." in answer.text
    assert "Choose since when." in director.post(f"{page}replay/", {}, follow=True).text
    assert director.get(f"{page}?before=x").status_code == 200


def test_one_webhooks_message_is_not_reached_through_another(world, director):
    first, second = added(world), added(world)
    sent = Delivery.objects.create(webhook_id=first, topic="verdict", source="verdict:1")
    page = f"/director/coupe/webhooks/{second}/deliveries/{sent.pk}/replay/"
    assert director.post(page).status_code == 404


def test_the_owner_says_which_mails_are_sent(world, director):
    page = "/director/coupe/mails/"
    form = {"enabled": "on", "kinds": ["pairing"], "language": "fr", "remind_hours": "24"}
    assert director.post(page, form).status_code == 302
    rules = MailRules.objects.get()
    assert "pairing" not in rules.off
    assert "ruling" in rules.off
    assert (rules.language, rules.remind_hours) == ("fr", 24)
    for wrong in ({"remind_hours": "soon"}, {"remind_hours": "9999"}, {"language": "xx"}):
        answer = director.post(page, {**form, **wrong})
        assert answer.status_code == 400
        assert 'class="error"' in answer.text


def test_somebody_of_the_staff_is_given_an_address_and_it_is_taken_away(world, director):
    link = AccessLink.objects.get(role=Role.DIRECTOR)
    page = f"/director/coupe/mails/staff/{link.pk}/"
    answer = director.post(page, {"email": "no address"})
    assert answer.status_code == 400
    assert 'value="no address"' in answer.text
    director.post(page, {"email": "anna@example.org", "kinds": ["staff_case"]})
    assert StaffMail.objects.get().off == [
        "staff_committee",
        "staff_round",
        "staff_seal",
        "staff_trouble",
    ]
    assert "anna@example.org" in director.get("/director/coupe/mails/").text
    director.post(page, {"email": ""})
    assert not StaffMail.objects.exists()


def test_a_player_chooses_for_himself_and_sees_no_other_address(world, settings):
    Player.objects.filter(pk=world.players[0].pk).update(email="aki@example.org")
    Player.objects.filter(pk=world.players[1].pk).update(email="bea@example.org")
    aki = world.player(0)
    assert "E-mails to you" not in aki.get("/me/").text
    settings.SHINPAN_EMAIL = True
    assert 'href="/me/mails/"' in aki.get("/me/").text
    text = aki.get("/me/mails/").text
    assert "aki@example.org" in text
    assert "bea@example.org" not in text
    aki.post("/me/mails/", {"kinds": ["ruling"], "language": "fr"})
    choice = PlayerMail.objects.get()
    assert choice.player_id == world.players[0].pk
    assert "ruling" not in choice.off
    assert "pairing" in choice.off
    answer = aki.post("/me/mails/", {"language": "xx"})
    assert answer.status_code == 400
    assert 'class="error"' in answer.text


def test_the_owner_sees_what_became_of_the_mails_of_a_week(world, director, settings):
    settings.SHINPAN_EMAIL = True
    Player.objects.filter(pk=world.players[0].pk).update(email="aki@example.org")
    states = ["sent", "sent", "sending", "waiting", "failed", "dropped", "sent"]
    for number, state in enumerate(states):
        Mail.objects.create(
            tournament=world.tournament,
            player=world.players[0],
            kind="pairing",
            source=f"event:{number}",
            state=MailState(state),
        )
    Mail.objects.filter(source="event:6").update(created_at=timezone.now() - timedelta(days=8))
    text = director.get("/director/coupe/mails/").text
    assert "2 sent, 2 waiting, 1 given up." in text
    assert "1 of 8 have one." in text


def test_how_a_message_went_is_shown_without_reloading(world, director):
    hook = added(world)
    page = f"/director/coupe/webhooks/{hook}/"
    assert "Send once more" not in director.get(page).text
    answer = director.post(f"{page}test/", follow=True)
    assert f'data-live="{page}live/"' in answer.text
    assert "data-live-busy" in answer.text
    first = director.get(f"{page}live/")
    again = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert director.get(f"{page}live/", **again).status_code == 304
    Delivery.objects.update(state="delivered", attempts=1, status=200)
    news = director.get(f"{page}live/", **again)
    assert 'data-live-news="A test: arrived"' in news.text
    assert "data-live-busy" not in news.text
    older = f"{page}?before={Delivery.objects.get().pk}"
    assert "data-live=" not in director.get(older).text


def test_the_token_of_a_program_is_given_no_mails(world, director):
    form = {"label": "Website", "role": Role.ASSISTANT, "scope": ["read"], "days": "30"}
    assert director.post("/director/coupe/tokens/", form, follow=True).status_code == 200
    link = AccessLink.objects.get(label="Website")
    assert "Website" not in director.get("/director/coupe/mails/").text
    assert director.get(f"/director/coupe/mails/staff/{link.pk}/").status_code == 404
