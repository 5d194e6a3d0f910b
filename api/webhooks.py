"""Webhooks: the owner adds, changes, tests and removes them, and has deliveries sent again."""

from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import KeyPagination, WholeList
from api.permissions import OwnersManageWebhooks
from api.problems import no_such_thing
from api.serializers import Body, ModelBody, PageQuery, choices
from api.viewsets import TournamentViewSet
from notices.models import SUBSCRIBED, DeliveryState, Webhook
from notices.webhooks.selectors import (
    DeliveryRow,
    WebhookRow,
    deliveries_of,
    delivery_of,
    webhook_of,
    webhooks_of,
)
from notices.webhooks.services import (
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    replay_delivery,
    replay_since,
    send_test,
)
from notices.webhooks.signing import secret_of
from tournament.common.versions import Version

TOPICS = choices(topic.value for topic in SUBSCRIBED)
SEED_BYTES = 16


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
    """A webhook with its secret. A repeated call gets the secret again."""

    secret = serializers.CharField(required=False, help_text="Keep it: it is not shown again.")


class WebhookSent(ModelBody):
    """The address to notify, and the topics."""

    topics = serializers.ListField(
        child=serializers.ChoiceField(choices=TOPICS), min_length=1, max_length=len(TOPICS)
    )

    class Meta:
        """What its owner sets."""

        model = Webhook
        fields: tuple[str, ...] = ("url", "topics")
        extra_kwargs = {"url": {"help_text": "An https:// address."}}


class WebhookChange(WebhookSent):
    """A change to a webhook; anything left out stays as it is."""

    class Meta(WebhookSent.Meta):
        """What its owner can change later."""

        fields = (*WebhookSent.Meta.fields, "enabled")


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


class DeliveriesAsked(PageQuery):
    """Which deliveries to list."""

    state = serializers.ChoiceField(required=False, choices=choices(DeliveryState.values))


class Since(Body):
    """The moment from which to deliver again."""

    since = serializers.DateTimeField(help_text="With its time zone: `2026-05-01T12:00:00Z`.")


class Replayed(serializers.Serializer):
    """How many deliveries are sent again."""

    deliveries = serializers.IntegerField()


class WebhookViewSet(TournamentViewSet):
    """The webhooks of a tournament and their deliveries, which raise no counter."""

    counted = False
    permission_classes = (OwnersManageWebhooks,)
    lookup_url_kwarg, lookup_value_converter = "webhook_id", "int"
    versioned = "webhook_id"
    serializer_class = WebhookShown
    serializer_classes = {"create": WebhookMade}
    body_classes = {"create": WebhookSent, "partial_update": WebhookChange}
    pagination_class = WholeList
    list_actions = ("list", "deliveries")

    def list(self, request: Request, slug: str) -> Response:
        """List webhooks.

        Return the webhooks, the oldest first.
        """
        return self.answer_list(webhooks_of(self.terms.id))

    def create(self, request: Request, slug: str) -> Response:
        """Add a webhook.

        Notify an address of some topics from now on; the answer holds the secret.
        """
        made = add_webhook(tournament_id=self.terms.id, seed=self.seed, **self.body)
        return self.answer(self.webhook(made.id), location=f"{request.path}{made.id}/")

    def retrieve(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Show a webhook.

        Return a webhook.
        """
        return self.answer(self.webhook(webhook_id))

    def partial_update(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Change a webhook.

        Give it another address or other topics, or switch it off or on.
        """
        self.hold()  # a value left out stays as others have set it
        known = self.webhook(webhook_id)
        now = {"url": known.url, "topics": known.topics, "enabled": known.enabled}
        change_webhook(tournament_id=self.terms.id, webhook_id=webhook_id, **{**now, **self.body})
        return self.answer(self.webhook(webhook_id))

    def destroy(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Remove a webhook.

        Remove it, along with the list of its deliveries.
        """
        remove_webhook(tournament_id=self.terms.id, webhook_id=webhook_id)
        return self.answer()

    @action(
        detail=True,
        methods=["post"],
        url_path="secret",
        url_name="secret",
        serializer_class=WebhookMade,
        success_status=201,
    )
    def webhook_secret(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Renew the secret.

        Sign with a new secret from now on; the old one is no longer valid.
        """
        renew_secret(tournament_id=self.terms.id, webhook_id=webhook_id, seed=self.seed)
        return self.answer(self.webhook(webhook_id))

    @action(
        detail=True,
        methods=["post"],
        url_path="test",
        url_name="test",
        serializer_class=DeliveryShown,
        success_status=201,
    )
    def webhook_test(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Send a test.

        Send a test, even if the webhook is switched off.
        """
        delivery_id = send_test(tournament_id=self.terms.id, webhook_id=webhook_id)
        return self.answer(delivery(self.terms.id, delivery_id))

    @action(
        detail=True,
        serializer_class=DeliveryShown,
        query_class=DeliveriesAsked,
        pagination_class=KeyPagination,
        pagination_key="-id",
    )
    def deliveries(self, request: Request, slug: str, webhook_id: int) -> Response:
        """List deliveries.

        Return the deliveries, the newest first.
        """
        self.webhook(webhook_id)
        window = self.window
        return self.answer_list(
            deliveries_of(
                self.terms.id,
                webhook_id,
                before=window.after,
                most=window.limit + 1,
                state=self.query.get("state", ""),
            )
        )

    @action(detail=True, methods=["post"], serializer_class=Replayed, body_class=Since)
    def replay(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Deliver again since a given time.

        Deliver again what was sent since then, under the same ids; at most the newest thousand.
        """
        about = {"tournament_id": self.terms.id, "webhook_id": webhook_id}
        return self.answer({"deliveries": replay_since(**about, since=self.body["since"])})

    def version(self) -> Version | None:
        """Return all that its owner sets: it is so little that it can serve as the version."""
        known = webhook_of(self.terms.id, self.kwargs["webhook_id"])
        return None if known is None else (known.id, known.url, *known.topics, known.enabled)

    def webhook(self, webhook_id: int) -> WebhookRow:
        """Return a webhook of the tournament. Raises a 404."""
        found = webhook_of(self.terms.id, webhook_id)
        if found is None:
            raise no_such_thing()
        return found

    @cached_property
    def seed(self) -> str:
        """Return the seed of a new secret; the same for the same call."""
        return self.derived(SEED_BYTES).hex()

    def secrets(self) -> dict[str, str]:
        """Return the new secret."""
        told = self.action in ("create", "webhook_secret")
        return {"secret": secret_of(self.seed)} if told else {}


class DeliveryViewSet(TournamentViewSet):
    """The deliveries to the webhooks of a tournament."""

    permission_classes = (OwnersManageWebhooks,)
    lookup_url_kwarg, lookup_value_converter = "delivery_id", "int"

    @action(
        detail=True,
        methods=["post"],
        url_path="replay",
        url_name="replay",
        serializer_class=DeliveryShown,
    )
    def delivery_again(self, request: Request, slug: str, delivery_id: int) -> Response:
        """Deliver again.

        Deliver it once more under the same id, whether or not it succeeded before.
        """
        replay_delivery(tournament_id=self.terms.id, delivery_id=delivery_id)
        return self.answer(delivery(self.terms.id, delivery_id))


def delivery(tournament_id: int, delivery_id: int) -> DeliveryRow:
    """Return a delivery of the tournament's webhooks. Raises a 404."""
    found = delivery_of(tournament_id, delivery_id)
    if found is None:
        raise no_such_thing()
    return found
