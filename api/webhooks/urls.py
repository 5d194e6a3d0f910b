"""The addresses of webhooks."""

from django.urls import path

from api.webhooks.views import (
    Deliveries,
    DeliveryAgain,
    Replay,
    Webhook,
    Webhooks,
    WebhookSecret,
    WebhookTest,
)

_ALL = "tournaments/<slug:slug>/webhooks/"
_ONE = f"{_ALL}<int:webhook_id>/"

urlpatterns = [
    path(_ALL, Webhooks.as_view(), name="webhooks"),
    path(_ONE, Webhook.as_view(), name="webhook"),
    path(f"{_ONE}secret/", WebhookSecret.as_view(), name="webhook_secret"),
    path(f"{_ONE}test/", WebhookTest.as_view(), name="webhook_test"),
    path(f"{_ONE}replay/", Replay.as_view(), name="webhook_replay"),
    path(f"{_ONE}deliveries/", Deliveries.as_view(), name="deliveries"),
    path(
        "tournaments/<slug:slug>/deliveries/<int:delivery_id>/replay/",
        DeliveryAgain.as_view(),
        name="delivery_again",
    ),
]
