"""Webhooks: the owner adds, changes, tries and removes them, and has deliveries sent again."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import WEBHOOKS
from api.http.fields import Nothing
from api.http.operations import operation
from api.http.problems import no_such_thing
from api.http.views import TournamentView
from api.webhooks.serializers import (
    DeliveriesAsked,
    DeliveryShown,
    Replayed,
    Since,
    WebhookChange,
    WebhookMade,
    WebhookSent,
    WebhookShown,
)
from notices.selectors.webhooks import (
    DeliveryRow,
    WebhookRow,
    deliveries_of,
    delivery_of,
    webhook_of,
    webhooks_of,
)
from notices.services.signing import secret_of
from notices.services.webhooks import (
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    replay_delivery,
    replay_since,
    send_test,
)

SEED_BYTES = 16


class WebhookView(TournamentView):
    """An address of a tournament's webhooks."""

    @property
    def seed(self) -> str:
        """Return what a new secret is made from, the same for the same call."""
        return self.derived(SEED_BYTES).hex()

    def secret(self) -> str:
        """Return the new secret."""
        return secret_of(self.seed)

    def webhook(self, webhook_id: int) -> WebhookRow:
        """Return a webhook of the tournament. Raises a 404."""
        found = webhook_of(self.terms.id, webhook_id)
        if found is None:
            raise no_such_thing()
        return found

    def delivery(self, delivery_id: int) -> DeliveryRow:
        """Return a delivery of the tournament's webhooks. Raises a 404."""
        found = delivery_of(self.terms.id, delivery_id)
        if found is None:
            raise no_such_thing()
        return found


class Webhooks(WebhookView):
    """The webhooks of a tournament."""

    secret_field = "secret"

    @operation("List webhooks", door=WEBHOOKS, gives=WebhookShown, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the webhooks, the oldest first."""
        return self.all_given(webhooks_of(self.terms.id))

    @operation("Add a webhook", door=WEBHOOKS, takes=WebhookSent, gives=WebhookMade, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Tell an address of some topics from now on; the answer holds the secret."""
        made = add_webhook(tournament_id=self.terms.id, seed=self.seed, **self.taken())
        return self.given(self.webhook(made.id), location=f"{request.path}{made.id}/")


class Webhook(WebhookView):
    """One webhook."""

    @operation("Show a webhook", door=WEBHOOKS, gives=WebhookShown)
    def get(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Return a webhook."""
        return self.given(self.webhook(webhook_id))

    @operation("Change a webhook", door=WEBHOOKS, takes=WebhookChange, gives=WebhookShown)
    def patch(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Give it another address or other topics, or switch it off or on."""
        self.hold()  # what is left out stays as others set it
        known = self.webhook(webhook_id)
        now = {"url": known.url, "topics": known.topics, "enabled": known.enabled}
        change_webhook(
            tournament_id=self.terms.id, webhook_id=webhook_id, **{**now, **self.taken()}
        )
        return self.given(self.webhook(webhook_id))

    @operation("Remove a webhook", door=WEBHOOKS, status=204)
    def delete(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Remove it with the list of its deliveries."""
        remove_webhook(tournament_id=self.terms.id, webhook_id=webhook_id)
        return self.given(None)


class WebhookSecret(WebhookView):
    """The secret of a webhook."""

    secret_field = "secret"

    @operation("Renew the secret", door=WEBHOOKS, takes=Nothing, gives=WebhookMade, status=201)
    def post(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Sign with another secret from now on; the old one is worth nothing any more."""
        renew_secret(tournament_id=self.terms.id, webhook_id=webhook_id, seed=self.seed)
        return self.given(self.webhook(webhook_id))


class WebhookTest(WebhookView):
    """A test of a webhook."""

    @operation("Send a test", door=WEBHOOKS, takes=Nothing, gives=DeliveryShown, status=201)
    def post(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Send a test, also where the webhook is switched off."""
        return self.given(
            self.delivery(send_test(tournament_id=self.terms.id, webhook_id=webhook_id))
        )


class Deliveries(WebhookView):
    """What was delivered to a webhook."""

    @operation(
        "List deliveries", door=WEBHOOKS, asks=DeliveriesAsked, gives=DeliveryShown, paged=True
    )
    def get(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Return the deliveries, the newest first."""
        self.webhook(webhook_id)
        asked, window = self.asked(), self.window()
        rows = deliveries_of(
            self.terms.id,
            webhook_id,
            before=window.after,
            most=window.limit + 1,
            state=asked.get("state", ""),
        )
        return self.page(rows, key=lambda row: row.id)


class Replay(WebhookView):
    """Everything since a moment, once more."""

    @operation("Deliver again since", door=WEBHOOKS, takes=Since, gives=Replayed)
    def post(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Deliver the newest thousand at most once more, under the ids they had."""
        count = replay_since(
            tournament_id=self.terms.id, webhook_id=webhook_id, since=self.taken()["since"]
        )
        return self.given({"deliveries": count})


class DeliveryAgain(WebhookView):
    """One delivery, once more."""

    @operation("Deliver again", door=WEBHOOKS, takes=Nothing, gives=DeliveryShown)
    def post(self, request: Request, slug: str, delivery_id: int) -> Response:
        """Deliver it once more under the id it had, however it went."""
        replay_delivery(tournament_id=self.terms.id, delivery_id=delivery_id)
        return self.given(self.delivery(delivery_id))
