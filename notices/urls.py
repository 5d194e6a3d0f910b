"""URLs of webhooks and e-mails."""

from django.urls import path

from notices.emails import views as emails
from notices.webhooks import views as webhooks

app_name = "notices"
WEBHOOK = "director/<slug:slug>/webhooks/<int:webhook_id>"

urlpatterns = [
    path("m/<str:token>/", emails.enter_by_pass, name="enter"),
    path("mails/<str:token>/", emails.unsubscribe, name="switch"),
    path("me/mails/", emails.player_mails, name="own"),
    path("director/<slug:slug>/mails/", emails.mails, name="mails"),
    path("director/<slug:slug>/mails/staff/<int:link_id>/", emails.staff_mails, name="staff_mail"),
    path("director/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path(f"{WEBHOOK}/", webhooks.webhook, name="webhook"),
    path(f"{WEBHOOK}/live/", webhooks.live, name="webhook_live"),
    path(f"{WEBHOOK}/secret/", webhooks.secret, name="webhook_secret"),
    path(f"{WEBHOOK}/secret/shown/", webhooks.secret_shown, name="webhook_shown"),
    path(f"{WEBHOOK}/remove/", webhooks.remove, name="webhook_remove"),
    path(f"{WEBHOOK}/test/", webhooks.test, name="webhook_test"),
    path(f"{WEBHOOK}/replay/", webhooks.replay, name="webhook_replay"),
    path(
        f"{WEBHOOK}/deliveries/<int:delivery_id>/replay/",
        webhooks.replay_one,
        name="delivery_replay",
    ),
]
