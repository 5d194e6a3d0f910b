"""Pages of webhooks: list, add, change, deliveries, secret, test, replay, remove."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from notices.webhooks.forms import (
    PERIODS,
    DeliveriesForm,
    NewWebhookForm,
    ReplayForm,
    WebhookForm,
)
from notices.webhooks.selectors import (
    WebhookRow,
    deliveries_of,
    delivery_of,
    webhook_of,
    webhooks_of,
)
from notices.webhooks.services import (
    MOST_WEBHOOKS,
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    replay_delivery,
    replay_since,
    send_test,
)
from notices.webhooks.signing import secret_of
from tournament.audit.models import Topic
from tournament.common.forms import posted
from tournament.common.responses import etag_of, if_changed
from tournament.errors import UserError
from tournament.staff.form_keys import (
    derived_secret,
    form_key,
    idempotent,
    idempotent_with_secret,
    keep_for_page,
    secret_gone_response,
    secret_to_show,
)
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms

SEED_BYTES = 16
DEFAULT_TOPICS = (
    Topic.PAIRING_PUBLISHED.value,
    Topic.RESULT_CONFIRMED.value,
    Topic.VERDICT.value,
    Topic.RULING.value,
)
PAGE_SIZE = 20
"""How many messages a page lists."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List the webhooks and add one; the next page shows its secret."""
    terms = require_owner(request, slug)
    form = NewWebhookForm(posted(request), initial={"topics": DEFAULT_TOPICS})
    if form.is_valid():
        try:
            new = add_webhook(tournament_id=terms.id, seed=_seed(request), **form.cleaned_data)
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(request, name=form.cleaned_data["url"])
            return redirect("notices:webhook_shown", slug, new.id)
    rows = webhooks_of(terms.id)
    context = {
        "terms": terms,
        "webhooks": rows,
        "full": len(rows) >= MOST_WEBHOOKS,
        "most": MOST_WEBHOOKS,
        "form": form,
    }
    return _render(request, "notices/webhooks.html", context, status=form.status)


@personal
@require_safe
def secret_shown(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Show a new secret, until this page is left."""
    terms, _hook = _get(request, slug, webhook_id)
    shown = secret_to_show(request)
    if shown is None:
        return secret_gone_response(request, "notices:webhook", slug, webhook_id)
    secret = secret_of(shown.derive(SEED_BYTES).hex())
    context = {"terms": terms, "webhook_id": webhook_id, "secret": secret}
    return _render(request, "notices/secret.html", context)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Show a webhook with its deliveries, and change it."""
    terms, hook = _get(request, slug, webhook_id)
    initial = {"url": hook.url, "topics": hook.topics, "enabled": hook.enabled}
    form = WebhookForm(posted(request), initial=initial)
    if form.is_valid():
        try:
            change_webhook(tournament_id=terms.id, webhook_id=hook.id, **form.cleaned_data)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The webhook is changed."))
            return redirect("notices:webhook", slug, hook.id)
    older = DeliveriesForm(request.GET).older
    context = {
        **_deliveries(terms, hook, older),
        "fresh": older is None,
        "form": form,
        "replay_form": ReplayForm(),
    }
    return _render(request, "notices/webhook.html", context, status=form.status)


@personal
@require_safe
def live(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Return the latest deliveries, or 304 if there is nothing new."""
    terms, hook = _get(request, slug, webhook_id)
    context = _deliveries(terms, hook, None)
    return if_changed(
        request,
        context["live_tag"],
        lambda: _render(request, "notices/webhook_live.html", context),
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def secret(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Ask, then renew the secret; the next page shows it."""
    terms, hook = _get(request, slug, webhook_id)
    if request.method != "POST":
        return _render(request, "notices/secret_renew.html", {"terms": terms, "hook": hook})
    renew_secret(tournament_id=terms.id, webhook_id=hook.id, seed=_seed(request))
    keep_for_page(request, name=hook.url)
    return redirect("notices:webhook_shown", slug, hook.id)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Ask, then remove a webhook."""
    terms, hook = _get(request, slug, webhook_id)
    if request.method != "POST":
        return _render(request, "notices/webhook_remove.html", {"terms": terms, "hook": hook})
    remove_webhook(tournament_id=terms.id, webhook_id=hook.id)
    messages.success(request, _("The webhook is removed."))
    return redirect("notices:webhooks", slug)


@personal
@require_POST
@idempotent
def test(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Send a test."""
    terms, hook = _get(request, slug, webhook_id)
    send_test(tournament_id=terms.id, webhook_id=hook.id)
    messages.success(request, _("The test is on its way: how it went is shown below."))
    return redirect("notices:webhook", slug, hook.id)


@personal
@require_POST
def replay(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Send everything since a given time again."""
    terms, hook = _get(request, slug, webhook_id)
    form = ReplayForm(posted(request))
    if not form.is_valid():
        messages.error(request, _("Choose since when."))
        return redirect("notices:webhook", slug, hook.id)
    since = timezone.now() - PERIODS[form.cleaned_data["since"]]
    try:
        count = replay_since(tournament_id=terms.id, webhook_id=hook.id, since=since)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        text = ngettext(
            "%(count)d message is sent again.", "%(count)d messages are sent again.", count
        )
        messages.success(request, text % {"count": count})
    return redirect("notices:webhook", slug, hook.id)


@personal
@require_POST
def replay_one(request: HttpRequest, slug: str, webhook_id: int, delivery_id: int) -> HttpResponse:
    """Send a message again."""
    terms, hook = _get(request, slug, webhook_id)
    delivery = delivery_of(terms.id, delivery_id)
    if delivery is None or delivery.webhook_id != hook.id:
        raise Http404
    try:
        replay_delivery(tournament_id=terms.id, delivery_id=delivery.id)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(request, _("The message is sent again."))
    return redirect("notices:webhook", slug, hook.id)


def _get(request: HttpRequest, slug: str, webhook_id: int) -> tuple[TournamentTerms, WebhookRow]:
    terms = require_owner(request, slug)
    hook = webhook_of(terms.id, webhook_id)
    if hook is None:
        raise Http404
    return terms, hook


def _seed(request: HttpRequest) -> str:
    """Return the seed of the secret that a form creates, the same for the same form."""
    return derived_secret(form_key(request), SEED_BYTES).hex()


def _deliveries(terms: TournamentTerms, hook: WebhookRow, before: int | None) -> dict[str, Any]:
    """Return a page of deliveries, and the state of the webhook."""
    rows = deliveries_of(terms.id, hook.id, before=before, most=PAGE_SIZE)
    return {
        "terms": terms,
        "hook": hook,
        "deliveries": rows,
        "busy": any(row.state == "waiting" and not row.attempts for row in rows),
        "more": rows[-1].id if len(rows) == PAGE_SIZE else None,
        "live_tag": etag_of(hook, rows),
    }


def _render(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, template, {**frame(request), **context}, status=status)
