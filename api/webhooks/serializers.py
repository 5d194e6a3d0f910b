"""Webhooks and deliveries as JSON."""

from rest_framework import serializers

from api.http.fields import Body, Paged, choices
from notices.models import DeliveryState
from notices.models.topic import SUBSCRIBED

TOPICS = [(topic.value, topic.value) for topic in SUBSCRIBED]
LONGEST_URL = 500


class WebhookShown(serializers.Serializer):
    """A webhook, without its secret."""

    id = serializers.IntegerField()
    url = serializers.CharField()
    topics = serializers.ListField(child=serializers.CharField())
    enabled = serializers.BooleanField()
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="Nothing has arrived since then."
    )
    stopped_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was switched off because nothing arrived."
    )
    created_at = serializers.DateTimeField()


class WebhookMade(WebhookShown):
    """A webhook with its secret. A call that is sent again gets the secret again."""

    secret = serializers.CharField(required=False, help_text="Keep it: it is not shown again.")


class WebhookSent(Body):
    """Where to tell of what."""

    url = serializers.CharField(max_length=LONGEST_URL, help_text="An https:// address.")
    topics = serializers.ListField(
        child=serializers.ChoiceField(choices=TOPICS), min_length=1, max_length=len(TOPICS)
    )


class WebhookChange(WebhookSent):
    """What a webhook is from now on; what is left out stays."""

    enabled = serializers.BooleanField()


class DeliveryShown(serializers.Serializer):
    """A delivery and its last attempt."""

    id = serializers.IntegerField()
    message_id = serializers.CharField(help_text="The `webhook-id` it is sent under.")
    topic = serializers.CharField()
    state = serializers.CharField()
    attempts = serializers.IntegerField()
    status = serializers.IntegerField(allow_null=True, help_text="What the address answered.")
    duration_ms = serializers.IntegerField(allow_null=True)
    error = serializers.CharField()
    created_at = serializers.DateTimeField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_at = serializers.DateTimeField(allow_null=True)


class DeliveriesAsked(Paged):
    """Which deliveries are asked for."""

    state = serializers.ChoiceField(required=False, choices=choices(DeliveryState.values))


class Since(Body):
    """From when on."""

    since = serializers.DateTimeField(help_text="With its time zone: `2026-05-01T12:00:00Z`.")


class Replayed(serializers.Serializer):
    """How many deliveries are sent once more."""

    deliveries = serializers.IntegerField()
