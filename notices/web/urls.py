"""The addresses of webhooks and mails."""

from django.urls import path

from notices.web import entry, mails, own, switch, webhook, webhooks

app_name = "notices"
WEBHOOK = "director/<slug:slug>/webhooks/<int:webhook_id>"

urlpatterns = [
    path("m/<str:token>/", entry.enter_by_pass, name="enter"),
    path("mails/<str:token>/", switch.switch, name="switch"),
    path("me/mails/", own.own, name="own"),
    path("director/<slug:slug>/mails/", mails.mails, name="mails"),
    path("director/<slug:slug>/mails/staff/<int:link_id>/", mails.staff, name="staff_mail"),
    path("director/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path(f"{WEBHOOK}/", webhook.webhook, name="webhook"),
    path(f"{WEBHOOK}/live/", webhook.live, name="webhook_live"),
    path(f"{WEBHOOK}/secret/", webhook.secret, name="webhook_secret"),
    path(f"{WEBHOOK}/secret/shown/", webhooks.secret_shown, name="webhook_shown"),
    path(f"{WEBHOOK}/remove/", webhook.remove, name="webhook_remove"),
    path(f"{WEBHOOK}/test/", webhook.test, name="webhook_test"),
    path(f"{WEBHOOK}/replay/", webhook.replay, name="webhook_replay"),
    path(
        f"{WEBHOOK}/deliveries/<int:delivery_id>/replay/",
        webhook.replay_one,
        name="delivery_replay",
    ),
]
