"""One webhook: what it is told, how deliveries went, sending them once more, removing it."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from notices.selectors.webhooks import (
    WebhookRow,
    deliveries_of,
    delivery_of,
    webhook_of,
)
from notices.services.webhooks import (
    change_webhook,
    remove_webhook,
    renew_secret,
    replay_delivery,
    replay_since,
    send_test,
)
from notices.web.choices import topic_options
from notices.web.webhooks import seed_of
from tournament.errors import UserError
from tournament.selectors.public import TournamentTerms
from tournament.web.access import frame, personal
from tournament.web.etags import etag_of, if_news
from tournament.web.guards import owned
from tournament.web.once import keep_for_page, once, once_with_secret

LISTED = 20
"""How many messages a page shows."""
SINCE = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7)}


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Show a webhook with its deliveries, and change it."""
    terms, hook = _found(request, slug, webhook_id)
    if request.method != "POST":
        return _page(request, terms, hook, hook.url, hook.topics, hook.enabled, {})
    url, topics = request.POST.get("url", ""), request.POST.getlist("topics")
    enabled = "enabled" in request.POST
    try:
        change_webhook(
            tournament_id=terms.id, webhook_id=hook.id, url=url, topics=topics, enabled=enabled
        )
    except UserError as error:
        errors = {error.field or "url": str(error.text)}
        return _page(request, terms, hook, url, topics, enabled, errors, status=400)
    messages.success(request, _("The webhook is changed."))
    return redirect("notices:webhook", slug, hook.id)


@personal
@require_safe
def live(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Answer what became of the latest messages, or 304 while nothing is new."""
    terms, hook = _found(request, slug, webhook_id)
    context = _messages(terms, hook, None)
    return if_news(
        request,
        context["live_tag"],
        lambda: render(request, "notices/webhook_live.html", {**frame(request), **context}),
    )


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def secret(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Ask, then make a new secret, which a page of its own shows."""
    terms, hook = _found(request, slug, webhook_id)
    if request.method != "POST":
        context = {"terms": terms, "hook": hook}
        return render(request, "notices/secret_renew.html", {**frame(request), **context})
    renew_secret(tournament_id=terms.id, webhook_id=hook.id, seed=seed_of(request))
    keep_for_page(request, name=hook.url)
    return redirect("notices:webhook_shown", slug, hook.id)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Ask, then remove a webhook."""
    terms, hook = _found(request, slug, webhook_id)
    if request.method != "POST":
        context = {"terms": terms, "hook": hook}
        return render(request, "notices/webhook_remove.html", {**frame(request), **context})
    remove_webhook(tournament_id=terms.id, webhook_id=hook.id)
    messages.success(request, _("The webhook is removed."))
    return redirect("notices:webhooks", slug)


@personal
@require_POST
@once
def test(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Send a test."""
    terms, hook = _found(request, slug, webhook_id)
    send_test(tournament_id=terms.id, webhook_id=hook.id)
    messages.success(request, _("The test is on its way: how it went is shown below."))
    return redirect("notices:webhook", slug, hook.id)


@personal
@require_POST
def replay(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Send everything since some time once more."""
    terms, hook = _found(request, slug, webhook_id)
    since = SINCE.get(request.POST.get("since", ""))
    if since is None:
        messages.error(request, _("Choose since when."))
        return redirect("notices:webhook", slug, hook.id)
    try:
        count = replay_since(
            tournament_id=terms.id, webhook_id=hook.id, since=timezone.now() - since
        )
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        text = ngettext(
            "%(count)d message is sent once more.", "%(count)d messages are sent once more.", count
        )
        messages.success(request, text % {"count": count})
    return redirect("notices:webhook", slug, hook.id)


@personal
@require_POST
def replay_one(request: HttpRequest, slug: str, webhook_id: int, delivery_id: int) -> HttpResponse:
    """Send one message once more."""
    terms, hook = _found(request, slug, webhook_id)
    delivery = delivery_of(terms.id, delivery_id)
    if delivery is None or delivery.webhook_id != hook.id:
        raise Http404
    try:
        replay_delivery(tournament_id=terms.id, delivery_id=delivery.id)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(request, _("The message is sent once more."))
    return redirect("notices:webhook", slug, hook.id)


def _found(request: HttpRequest, slug: str, webhook_id: int) -> tuple[TournamentTerms, WebhookRow]:
    terms = owned(request, slug)
    hook = webhook_of(terms.id, webhook_id)
    if hook is None:
        raise Http404
    return terms, hook


def _page(
    request: HttpRequest,
    terms: TournamentTerms,
    hook: WebhookRow,
    url: str,
    topics: Collection[str],
    enabled: bool,
    errors: dict[str, str],
    status: int = 200,
) -> HttpResponse:
    before = request.GET.get("before", "")
    older = int(before) if before.isascii() and before.isdigit() and len(before) < 19 else None
    context = {
        **_messages(terms, hook, older),
        "fresh": older is None,
        "url": url,
        "topics": topic_options(topics),
        "enabled": enabled,
        "errors": errors,
        "from_post": request.method == "POST",
    }
    return render(request, "notices/webhook.html", {**frame(request), **context}, status=status)


def _messages(terms: TournamentTerms, hook: WebhookRow, before: int | None) -> dict[str, Any]:
    """Return a page of messages, and how the webhook does."""
    deliveries = deliveries_of(terms.id, hook.id, before=before, most=LISTED)
    return {
        "terms": terms,
        "hook": hook,
        "deliveries": deliveries,
        "busy": any(one.state == "waiting" and not one.attempts for one in deliveries),
        "more": deliveries[-1].id if len(deliveries) == LISTED else None,
        "live_tag": etag_of(hook, deliveries),
    }
